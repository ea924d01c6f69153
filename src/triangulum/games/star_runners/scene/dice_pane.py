# compiled by mypyc
"""The pane under the map: the players, the dice, the points of a roll, and at first the homes to choose from."""

from __future__ import annotations

from functools import cache, lru_cache

from triangulum.games.star_runners.messages import describe_turn, message
from triangulum.games.star_runners.scene.layout import DICE_PANE_HEIGHT, DICE_PANE_WIDTH, SEAT_COLOURS, SEAT_X
from triangulum.games.star_runners.scene.map_pane import HOME_TITLES
from triangulum.games.star_runners.steps import HOME_CHOICE_KEYS
from triangulum.games.star_runners.views import StarRunnersView
from triangulum.scene import Frame, Pane, Piece
from triangulum.text import SeatName

DICE_FRAME = Frame(0, 0, DICE_PANE_WIDTH, DICE_PANE_HEIGHT)
DICE_TITLE = message("dice-pane")
ACTIVE_Y, IDLE_Y, STATUS_Y, POINTS_Y = 44.0, 80.0, (106.0, 92.0), 124.0
DICE_X, DICE_Y, TURN_NUMBER_Y = (350.0, 450.0), 62.0, 136.0
HOME_CHOICE_X, HOME_CHOICE_Y = (494.0, 400.0, 306.0), 62.0
TURNS_LEFT_SHOWN = 30
"""The turn limit is shown when at most so many turns are left."""
POINT_SPACING, POINT_ROW_SPACING, POINTS_PER_ROW = 23.0, 21.0, 10


def build_dice_pane(view: StarRunnersView) -> Pane:
    """Return the pane with the dice, the players and the points."""
    return Pane("dice", DICE_FRAME, list_dice_pane_pieces(view), ("desk",), None, DICE_TITLE)


def list_dice_pane_pieces(view: StarRunnersView) -> tuple[Piece, ...]:
    """Return the pieces of the pane with the dice."""
    active_seat = view.turn_of if view.winner is None else view.winner
    drawn = view.phase == "finished" and view.winner is None
    return (
        *seat_plate_pieces(None if drawn else active_seat),
        status_piece(view.phase, None if drawn else active_seat, view.points),
        *list_pieces_between_players(view),
        turn_number_piece(view.phase, view.turns, view.turn_limit),
        *point_pieces(active_seat, view.phase == "doubles", view.points, view.dice[0] if view.dice else 0),
    )


@cache
def seat_plate_pieces(active_seat: int | None) -> tuple[Piece, ...]:
    """Return the players' plates, and a highlight behind the one whose turn it is."""
    highlight = () if active_seat is None else (Piece("turn", "turn", SEAT_X[active_seat], DICE_PANE_HEIGHT / 2),)
    heights = [ACTIVE_Y if seat == active_seat else IDLE_Y for seat in (0, 1)]
    return *highlight, *[seat_plate_piece(seat, heights[seat]) for seat in (0, 1)]


def seat_plate_piece(seat: int, y: float) -> Piece:
    """Return a player's plate with their name."""
    label = message("plate", seat=SeatName(seat))
    title = message("plate.title", seat=SeatName(seat), colour=SEAT_COLOURS[seat])
    return Piece(f"seat-{seat}", f"plate-{seat}", SEAT_X[seat], y, 0, 1, 1, (), label, title)


@cache
def status_piece(phase: str, active_seat: int | None, points: int) -> Piece:
    """Return the words under the active player's plate: what they do now, or that the game is over."""
    if active_seat is None:
        label = message("doing-drawn")
        return Piece("doing", "doing", DICE_PANE_WIDTH / 2, DICE_Y, 0, 1, 1, (), label, label)
    label = message(f"doing-{'won' if phase == 'finished' else phase}", points=points)
    return Piece("doing", "doing", SEAT_X[active_seat], STATUS_Y[points > 0], 0, 1, 1, (), label, label)


def list_pieces_between_players(view: StarRunnersView) -> tuple[Piece, ...]:
    """Return what is between the players: homes to choose from, the dice, or the sign of a win."""
    if view.phase == "choosing":
        return home_choice_pieces(view.missing_sizes[0])
    if view.phase == "finished":
        return () if view.winner is None else (VICTORY_PIECE,)
    return dice_pieces(view.dice)


VICTORY_PIECE = Piece("laurels", "laurels", DICE_PANE_WIDTH / 2, DICE_Y, title=message("victory"))


@cache
def home_choice_pieces(taken_missing_size: int | None) -> tuple[Piece, ...]:
    """Return the binary stars to choose from; the one that is already taken is faded."""
    return tuple([home_choice_piece(missing_size, missing_size == taken_missing_size) for missing_size in (2, 1, 0)])


def home_choice_piece(missing_size: int, is_taken: bool) -> Piece:
    """Return a binary star to choose; its pyramids show their sizes, so only one that is taken has a label."""
    symbol, x, pair = f"pair-{missing_size}", HOME_CHOICE_X[missing_size], HOME_TITLES[missing_size]
    key = HOME_CHOICE_KEYS[missing_size]
    if is_taken:
        label, title = message("home-choice-taken"), message("home-choice-taken.title", pair=pair)
        return Piece(key, symbol, x, HOME_CHOICE_Y, 0, 1, 1, ("taken",), label, title)
    return Piece(key, symbol, x, HOME_CHOICE_Y, layer=1, title=message("home-choice", pair=pair))


@cache
def dice_pieces(dice: tuple[int, int] | None) -> tuple[Piece, ...]:
    """Return both dice; the lesser one, which does not count, is faded."""
    if dice is None:
        return tuple(
            Piece(f"die-{index}", "die-idle", x, DICE_Y, title=message("die-unrolled"))
            for index, x in enumerate(DICE_X)
        )
    return tuple(
        Piece(
            f"die-{index}",
            f"die-{shown if shown <= 6 else 0}",
            DICE_X[index],
            DICE_Y,
            0,
            1,
            0,
            ("lesser",) * (shown < dice[0]),
            "" if shown <= 6 else str(shown),
            message("die", number=shown),
        )
        for index, shown in enumerate(dice)
    )


@lru_cache(maxsize=1024)
def turn_number_piece(phase: str, turns: int, turn_limit: int) -> Piece:
    """Return the number of the turn, and of the last one when it is near, which is rare."""
    title = describe_turn(phase, turns, turn_limit)
    label = title
    if phase == "choosing":
        label, title = message("set-up"), message("set-up.title", limit=turn_limit)
    elif phase != "finished" and turn_limit - turns > TURNS_LEFT_SHOWN:
        label = message("turn", turn=turns + 1)
    return Piece("clock", "clock", DICE_PANE_WIDTH / 2, TURN_NUMBER_Y, 0, 1, 1, (), label, title)


@cache
def point_pieces(active_seat: int, is_doubles: bool, points_left: int, points_rolled: int) -> tuple[Piece, ...]:
    """Return the points of a roll in a row, or in rows: those to spend first, then those that are spent."""
    kinds = ["point-offered" if is_doubles else "point-left"] * points_left
    kinds += ["point-spent"] * (points_rolled - points_left)
    return tuple([point_piece(active_seat, kind, index, points_rolled) for index, kind in enumerate(kinds)])


@cache
def point_piece(active_seat: int, kind: str, index: int, points_rolled: int) -> Piece:
    """Return one of the points of a roll."""
    row, column = divmod(index, POINTS_PER_ROW)
    x = SEAT_X[active_seat] + POINT_SPACING * (column - (min(points_rolled, POINTS_PER_ROW) - 1) / 2)
    top = POINTS_Y - POINT_ROW_SPACING / 2 * (points_rolled > POINTS_PER_ROW)
    return Piece(f"point-{index}", kind, x, top + POINT_ROW_SPACING * row, layer=1)
