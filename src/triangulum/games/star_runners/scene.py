# compiled by mypyc
"""How Star Runners looks, and where one touches it.

Every piece is taken from a table by what it shows, so one that did not change is the same object in the next scene and
costs nothing to compare. Ships have a place of their own around every star, by seat and size, so they never meet.
"""

from __future__ import annotations

from functools import cache, lru_cache

from triangulum.core.wording import format_count
from triangulum.games.star_runners import rules
from triangulum.games.star_runners.drawings import (
    AHEAD,
    DESK_HIGH,
    DESK_WIDE,
    KIT,
    PLACES,
    SEAT_X,
    SHIP_LENGTHS,
    SIZE_NAMES,
    SKY_HIGH,
    SKY_WIDE,
    TILTS,
    ship_symbol,
)
from triangulum.games.star_runners.observe import PLACE_NAMES, Place, Ship, StarRunnersView
from triangulum.scene import Frame, Pane, Piece, Scene, polar_point
from triangulum.scene.steps import Pick, Press, Step

SKY = Frame(0, 0, SKY_WIDE, SKY_HIGH)
DESK = Frame(0, 0, DESK_WIDE, DESK_HIGH)
HOMES: tuple[Place, Place] = ("A", "B")
NEIGHBOURS: dict[Place, tuple[Place, ...]] = {
    "A": ("a1", "a2"),
    "a1": ("A", "W", "b1", "b2"),
    "a2": ("A", "W", "b1", "b2"),
    "W": ("a1", "a2", "b1", "b2"),
    "b1": ("B", "W", "a1", "a2"),
    "b2": ("B", "W", "a1", "a2"),
    "B": ("b1", "b2"),
}
"""Whatever the sizes, these are connected (rule 2.2)."""

STAR_NOSE, HOME_NOSE = 39.0, 53.0
"""How close the nose of a ship comes to the middle of a single and of a binary star."""

RIVALS = tuple(
    (seat * 3 + larger, (1 - seat) * 3 + smaller) for larger in (1, 2) for seat in (0, 1) for smaller in range(larger)
)
"""Each ship that can hinder, with each that it can hinder, as indices of ``view.ships``; mediums before larges."""

SIZE_TITLES = ("Small", "Medium", "Large")
KEPT_OUT = ("", "Small", "Small and Medium")
STAR_KEYS = {place: f"star-{place}" for place in PLACE_NAMES}
SHIP_KEYS = tuple(tuple(f"ship-{seat}-{size}" for size in SIZE_NAMES) for seat in (0, 1))
PAIR_SIZES = tuple(tuple(size for size in range(3) if size != lacks) for lacks in range(3))
PAIR_KEYS = tuple(f"pair-{SIZE_NAMES[smaller]}-{SIZE_NAMES[larger]}" for smaller, larger in PAIR_SIZES)
PAIR_TITLES = tuple(f"{SIZE_TITLES[smaller]} and {SIZE_TITLES[larger]}" for smaller, larger in PAIR_SIZES)
SPOKEN = {place: "Backwater" if place == "W" else place for place in PLACE_NAMES}

ACTIVE_Y, IDLE_Y, DOING_Y, POINTS_Y = 44.0, 80.0, (106.0, 92.0), 124.0
DICE_X, DICE_Y, CLOCK_Y = (350.0, 450.0), 62.0, 136.0
PAIRS_X, PAIRS_Y = (494.0, 400.0, 306.0), 62.0
TURNS_LEFT_SHOWN = 30
"""Turns before the last one from which on it is shown."""
POINT_STEP, ROW_STEP, POINTS_IN_A_ROW = 23.0, 21.0, 10


def scene(view: StarRunnersView) -> Scene:
    """Return the picture of a view: the map, and the desk with the dice."""
    sky = map_pane(view.ships, view.lacks, view.homes, view.winner)
    desk = Pane("dice", DESK, desk_pieces(view), ("desk",), None, "The dice")
    return Scene(KIT, (sky, desk), describe_view(view))


def steps(view: StarRunnersView, action: int) -> tuple[Step, ...]:
    """Return what the mover touches: a ship and a star, a pair of pyramids, or a button."""
    if action >= rules.HOP:
        return hop_steps(view.turn_of, action)
    if action == rules.TAKE:
        return (Press("take", f"Take {view.points}"),)
    if action == rules.REROLL:
        return (Press("reroll", "Roll again"),)
    if action == rules.DONE:
        return (Press("done", "Done"),)
    return (Pick(PAIR_KEYS[action]),)


def steps_key(view: StarRunnersView) -> tuple[str, int, int]:
    """Return what steps and notation depend on besides the action."""
    return view.letters, view.turn_of, view.points if view.phase == "doubles" else 0


@cache
def hop_steps(seat: int, action: int) -> tuple[Step, ...]:
    """Return the ship and the star to touch."""
    size, place = divmod(action - rules.HOP, rules.PLACES)
    return Pick(SHIP_KEYS[seat][size]), Pick(STAR_KEYS[PLACE_NAMES[place]])


def describe_view(view: StarRunnersView) -> str:
    """Return the situation as a sentence for screen readers."""
    seat = f"seat {view.turn_of}"
    if view.phase == "choosing":
        return f"Star Runners: {seat} chooses a home star."
    if view.phase == "finished":
        ended = f"drawn after {view.turns} turns"
        if view.winner is not None:
            ended = f"won by seat {view.winner} on turn {view.turns + 1}"
        return f"Star Runners: the game is {ended}."
    turn = f"Star Runners, turn {view.turns + 1} of {view.turn_limit}: {seat}"
    if view.dice is None:
        return f"{turn} rolls the dice."
    roll = "{} and {}".format(*view.dice)
    if view.phase == "doubles":
        return f"{turn} has rolled {roll}, and takes {view.points} or rolls again."
    return f"{turn} has rolled {roll} and has {view.points} left to spend."


def map_pane(ships: tuple[Ship, ...], lacks: tuple[int | None, int | None], homes: str, winner: int | None) -> Pane:
    """Return the map: stars, guards where they matter, and ships."""
    pinned: set[int] = set()
    guards: dict[tuple[int, Place], int] = {}
    for guard, rival in RIVALS:
        place, rival_place = ships[guard].place, ships[rival].place
        if place == rival_place:
            if place not in HOMES:
                pinned.add(rival)
        elif rival_place in NEIGHBOURS[place] and (homes == "guarded" or place not in HOMES):
            guards[ships[guard].seat, place] = ships[guard].size
    pieces = (
        *star_pieces(lacks),
        *[guard_piece(seat, place, shields) for (seat, place), shields in guards.items() if winner is None],
        *[ship_piece(ship, at in pinned, ship.seat == winner) for at, ship in enumerate(ships)],
    )
    return Pane("map", SKY, pieces, ("sky",), None, "The stars")


@cache
def star_pieces(lacks: tuple[int | None, int | None]) -> tuple[Piece, ...]:
    """Return the stars, as far as they are known: a home's neighbours are of the size that it lacks."""
    a_lacks, b_lacks = lacks
    common = None if a_lacks is None or b_lacks is None else 3 - a_lacks - b_lacks
    return (
        home_piece(0, a_lacks),
        star_piece("a1", "star", a_lacks),
        star_piece("a2", "star", a_lacks),
        star_piece("W", "backwater", common),
        star_piece("b1", "star", b_lacks),
        star_piece("b2", "star", b_lacks),
        home_piece(1, b_lacks),
    )


def home_piece(seat: int, lacks: int | None) -> Piece:
    """Return a player's binary star, or where it will be."""
    place = HOMES[seat]
    symbol = f"home-{seat}-{'unborn' if lacks is None else lacks}"
    made_of = "not chosen yet" if lacks is None else PAIR_TITLES[lacks]
    return Piece(STAR_KEYS[place], symbol, *PLACES[place], title=f"{place}, home of seat {seat}: {made_of}")


def star_piece(place: Place, kind: str, size: int | None) -> Piece:
    """Return a single star, or where it will be."""
    symbol = "star-unborn" if size is None else f"{kind}-{size}"
    made_of = "a star of unknown size" if size is None else f"a {SIZE_TITLES[size]} star"
    return Piece(STAR_KEYS[place], symbol, *PLACES[place], title=f"{SPOKEN[place]}, {made_of}")


@cache
def guard_piece(seat: int, place: Place, shields: int) -> Piece:
    """Return the sign that a place is barred to smaller enemy ships that are next to it."""
    kind = "home-guard" if place in HOMES else "guard"
    title = f"seat {seat} keeps {KEPT_OUT[shields]} out of {SPOKEN[place]}"
    return Piece(f"guard-{seat}-{place}", f"{kind}-{seat}-{shields}", *PLACES[place], title=title)


@cache
def ship_piece(ship: Ship, pinned: bool, winning: bool) -> Piece:
    """Return a ship in its orbit."""
    symbol = ship_symbol(ship.seat, ship.size, ship.visited, pinned)
    title = f"seat {ship.seat}'s {SIZE_TITLES[ship.size]} at {SPOKEN[ship.place]}"
    title += ", has visited Backwater" * ship.visited + ", pinned" * pinned
    x, y = ship_position(ship.seat, ship.size, ship.place)
    return Piece(SHIP_KEYS[ship.seat][ship.size], symbol, x, y, 0.0, 1.0, 1, ("glow",) * winning, "", title)


def ship_position(seat: int, size: int, place: Place) -> tuple[float, float]:
    """Return where a ship stands on the map: on its owner's side of the star, at which it points."""
    nose = HOME_NOSE if place in HOMES else STAR_NOSE
    x, y = polar_point(nose + SHIP_LENGTHS[size] / 2, AHEAD[seat] * (TILTS[size] - 90.0), *PLACES[place])
    return round(x, 1), round(y, 1)


def desk_pieces(view: StarRunnersView) -> tuple[Piece, ...]:
    """Return what lies on the desk."""
    active = view.turn_of if view.winner is None else view.winner
    drawn = view.phase == "finished" and view.winner is None
    return (
        *turn_pieces(None if drawn else active),
        status_piece(view.phase, None if drawn else active, view.points),
        *middle_pieces(view),
        clock_piece(view.phase, view.turns, view.turn_limit),
        *point_pieces(active, view.phase == "doubles", view.points, view.dice[0] if view.dice else 0),
    )


@cache
def turn_pieces(active: int | None) -> tuple[Piece, ...]:
    """Return the players' plates, and the light on the one whose turn it is."""
    light = () if active is None else (Piece("turn", "turn", SEAT_X[active], DESK_HIGH / 2),)
    heights = [ACTIVE_Y if seat == active else IDLE_Y for seat in (0, 1)]
    plates = [
        Piece(f"seat-{seat}", f"plate-{seat}", SEAT_X[seat], heights[seat], 0, 1, 1, (), f"Seat {seat}")
        for seat in (0, 1)
    ]
    return *light, *plates


@cache
def status_piece(phase: str, active: int | None, points: int) -> Piece:
    """Return what the player whose turn it is does."""
    if active is None:
        return Piece("doing", "doing", DESK_WIDE / 2, DICE_Y, 0, 1, 1, (), "drawn", "The game is drawn")
    words = {
        "choosing": "chooses a home",
        "rolling": "rolls",
        "doubles": "has doubles",
        "spending": f"{format_count(points, 'point')} left",
        "finished": "wins!",
    }[phase]
    return Piece("doing", "doing", SEAT_X[active], DOING_Y[points > 0], 0, 1, 1, (), words, f"seat {active}: {words}")


def middle_pieces(view: StarRunnersView) -> tuple[Piece, ...]:
    """Return the dice, or what lies there before they are rolled and after the game."""
    if view.phase == "choosing":
        return pair_pieces(view.letters, view.lacks[0])
    if view.phase == "finished":
        return () if view.winner is None else (LAURELS,)
    return dice_pieces(view.dice)


LAURELS = Piece("laurels", "laurels", DESK_WIDE / 2, DICE_Y, title="The game is won")


@cache
def pair_pieces(letters: str, taken: int | None) -> tuple[Piece, ...]:
    """Return the binary stars to choose from; the one that is taken is faded."""
    return tuple(
        Piece(
            PAIR_KEYS[lacks],
            f"pair-{lacks}",
            PAIRS_X[lacks],
            PAIRS_Y,
            0,
            1,
            1,
            ("taken",) * (lacks == taken),
            "".join(letters[size] for size in PAIR_SIZES[lacks]),
            f"a home star of {PAIR_TITLES[lacks]}{', taken' * (lacks == taken)}",
        )
        for lacks in (2, 1, 0)
    )


@cache
def dice_pieces(dice: tuple[int, int] | None) -> tuple[Piece, ...]:
    """Return both dice; the lesser one, which does not count, is faded."""
    if dice is None:
        return tuple(
            Piece(f"die-{at}", "die-idle", x, DICE_Y, title="a die, not yet rolled") for at, x in enumerate(DICE_X)
        )
    return tuple(
        Piece(
            f"die-{at}",
            f"die-{shown if shown <= 6 else 0}",
            DICE_X[at],
            DICE_Y,
            0,
            1,
            0,
            ("lesser",) * (shown < dice[0]),
            "" if shown <= 6 else str(shown),
            f"a die showing {shown}",
        )
        for at, shown in enumerate(dice)
    )


@lru_cache(maxsize=1024)
def clock_piece(phase: str, turns: int, turn_limit: int) -> Piece:
    """Return the number of the turn, and of the last one when it is near: few games ever see it."""
    title = f"turn {turns + 1} of {turn_limit}"
    words = title if turn_limit - turns <= TURNS_LEFT_SHOWN else f"turn {turns + 1}"
    if phase == "choosing":
        words, title = "the beginning", f"{turn_limit} turns at most"
    elif phase == "finished":
        words = title = f"after {turns} turns" if turns == turn_limit else f"on turn {turns + 1}"
    return Piece("clock", "clock", DESK_WIDE / 2, CLOCK_Y, 0, 1, 1, (), words, title)


@cache
def point_pieces(active: int, doubles: bool, points: int, rolled: int) -> tuple[Piece, ...]:
    """Return the points of a roll in a row, or in rows: those to spend first, then those that are spent."""
    kinds = ["point-offered" if doubles else "point-left"] * points + ["point-spent"] * (rolled - points)
    return tuple([point_piece(active, kind, at, rolled) for at, kind in enumerate(kinds)])


@cache
def point_piece(active: int, kind: str, at: int, rolled: int) -> Piece:
    """Return one of the points of a roll."""
    row, column = divmod(at, POINTS_IN_A_ROW)
    x = SEAT_X[active] + POINT_STEP * (column - (min(rolled, POINTS_IN_A_ROW) - 1) / 2)
    top = POINTS_Y - ROW_STEP / 2 * (rolled > POINTS_IN_A_ROW)
    return Piece(f"point-{at}", kind, x, top + ROW_STEP * row, layer=1)
