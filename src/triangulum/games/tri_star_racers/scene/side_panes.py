"""What lies beside the board in Tri-Star Racers: the watcher's own hand, the draft card, and a row for each player.

Tiles off the board point up, their sections from the left corner clockwise in the order of the components.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from triangulum.core.wording import format_count
from triangulum.games.tri_star_racers.box import LETTERS
from triangulum.games.tri_star_racers.scene.kit import (
    CARD_HEIGHT,
    DRAFT_HEIGHT,
    HAND_HEIGHT,
    PANE_WIDTH,
    REAR_X,
    ROW_GAP,
    ROW_HEIGHT,
)
from triangulum.games.tri_star_racers.scene.tile_drawings import (
    CRYSTAL_DISTANCE,
    describe_section,
    describe_sections,
    section_symbol,
)
from triangulum.games.tri_star_racers.views import LANES, Slot, Tile
from triangulum.scene import Frame, Pane, Piece, polar_point

HAND_X, HAND_Y, HAND_SCALE = (195.0, 500.0, 805.0), 214.0, 2.2
HELD_X, HELD_Y, HELD_SCALE = (618.0, 754.0, 890.0), 66.0, 0.92
UPRIGHT: Final = tuple(polar_point(CRYSTAL_DISTANCE, angle) for angle in (240.0, 0.0, 120.0))
"""Where the crystals of a tile lie that is not on the board: left, top, right."""


def hand_key(hand_index: int) -> str:
    """Return the key of a tile in the watcher's own hand."""
    return f"hand-{hand_index}"


def slot_key(slot: int) -> str:
    """Return the key of a slot of the draft card."""
    return f"slot-{slot}"


def seat_key(seat: int) -> str:
    """Return the key of a player's badge."""
    return f"seat-{seat}"


# ------------------------------------------------------------------------------------------- tiles off the board


@lru_cache(maxsize=8192)
def off_board_tile_pieces(
    key: str, tile: Tile | None, x: float, y: float, scale: float, owner: str
) -> tuple[Piece, ...]:
    """Return a tile that is not on the board, with its crystals, or its back if it is hidden."""
    if tile is None:
        return (Piece(key, "tile-back", x, y, 0.0, scale, 1, (), "", f"{owner}, unknown"),)
    crystals = [
        Piece(
            f"{key}-{at}",
            section_symbol(section),
            round(x + UPRIGHT[at][0] * scale, 1),
            round(y + UPRIGHT[at][1] * scale, 1),
            0.0,
            scale,
            2,
            (),
            "",
            describe_section(section),
        )
        for at, section in enumerate(tile)
    ]
    return Piece(key, "tile-up", x, y, 0.0, scale, 1, (), "", f"{owner}: {describe_sections(tile)}"), *crystals


@lru_cache(maxsize=1024)
def own_tile_pieces(hand_index: int, tile: Tile | None) -> tuple[Piece, ...]:
    """Return a tile of the watcher's own hand, with a shape above its crystals that can be touched anywhere."""
    lying = off_board_tile_pieces(f"own-{hand_index}", tile, HAND_X[hand_index], HAND_Y, HAND_SCALE, "your tile")
    return *lying, Piece(
        hand_key(hand_index), "grip", HAND_X[hand_index], HAND_Y, 0.0, HAND_SCALE, 3, (), "", lying[0].title
    )


@lru_cache(maxsize=1024)
def hand_pane(hand: tuple[Tile | None, ...]) -> Pane:
    """Return the watcher's own tiles, large enough for a finger."""
    tiles = [piece for at, tile in enumerate(hand[: len(HAND_X)]) for piece in own_tile_pieces(at, tile)]
    gaps = [
        Piece(f"gap-{at}", "gap", HAND_X[at], HAND_Y, 0.0, HAND_SCALE, title="no tile")
        for at in range(len(hand), len(HAND_X))
    ]
    return Pane("hand", Frame(0, 0, PANE_WIDTH, HAND_HEIGHT), (HEADING, *tiles, *gaps), ("hand",), None, "Your hand")


HEADING: Final = Piece("heading", "note", 78.0, 36.0, label="Your hand", title="your hand")


# ------------------------------------------------------------------------------------------------ the draft card


@lru_cache(maxsize=1024)
def draft_pane(
    slots: tuple[Slot, ...], order: tuple[int, ...], num_done: int, num_bag_tiles: int, discarded: tuple[Tile, ...]
) -> Pane:
    """Return the draft card, the order of play, and what is left in the bag."""
    pieces = (
        *turn_order_pieces(order, num_done),
        *bag_and_discard_pieces(num_bag_tiles, discarded),
        *[piece for at, slot in enumerate(slots) for piece in slot_pieces(at, slot, len(slots))],
    )
    return Pane("draft", Frame(0, 0, PANE_WIDTH, DRAFT_HEIGHT), pieces, ("draft",), None, "The draft card")


@lru_cache(maxsize=1024)
def turn_order_pieces(order: tuple[int, ...], num_done: int) -> tuple[Piece, ...]:
    """Return the order of play in this round; those who have had their turn are faded."""
    if not order:
        return ()
    pieces = [Piece("order", "note", 62.0, 36.0, label="Order", title=f"order of play: {', '.join(map(str, order))}")]
    for at, seat in enumerate(order):
        turn_state = "has had its turn" if at < num_done else "is to play" if at == num_done else "plays later"
        marks = ("played",) * (at < num_done)
        title = f"seat {seat} {turn_state}"
        pieces.append(
            Piece(f"order-{seat}", f"badge-{seat}", 148.0 + 66.0 * at, 36.0, 0.0, 0.68, 1, marks, str(seat), title)
        )
    return tuple(pieces)


@lru_cache(maxsize=1024)
def bag_and_discard_pieces(num_bag_tiles: int, discarded: tuple[Tile, ...]) -> tuple[Piece, ...]:
    """Return the bag and the tiles that are out of the game."""
    left = f"{format_count(num_bag_tiles, 'tile')} in the bag"
    drawn = Piece("bag", "bag", 892.0, 36.0, 0.0, 1.0, 1, (), str(num_bag_tiles), left)
    if not discarded:
        return (drawn,)
    title = "out of the game: " + "; ".join(map(describe_sections, discarded))
    return drawn, Piece("discards", "discards", 768.0, 36.0, 0.0, 1.0, 1, (), str(len(discarded)), title)


@lru_cache(maxsize=4096)
def slot_pieces(slot_index: int, slot: Slot, num_slots: int) -> tuple[Piece, ...]:
    """Return a slot with its boost, its tile and the token on it."""
    size, room = ("narrow", 6) if num_slots > 3 else ("broad", 3)
    step = (PANE_WIDTH - 16) / room
    x, y = round(8 + step * (slot_index + 0.5), 1), DRAFT_HEIGHT - CARD_HEIGHT / 2 - 8
    offsets = SLOT_OFFSETS[size]
    pieces = [Piece(f"card-{slot_index}", f"card-{size}", x, y)]
    if slot.boost:
        bx, by, scale = offsets["boost"]
        symbol, label = f"boost-{slot.boost[0].lower()}", f"+{slot.boost[1:]}"
        pieces.append(
            Piece(
                f"boost-{slot_index}",
                symbol,
                x + bx,
                y + by,
                0.0,
                scale,
                1,
                (),
                label,
                f"boost: {describe_boost(slot.boost)}",
            )
        )
    if slot.tile is not None:
        tx, ty, scale = offsets["tile"]
        pieces += off_board_tile_pieces(
            f"drafted-{slot_index}", slot.tile, x + tx, y + ty, scale, f"in slot {slot_index + 1}"
        )
    if slot.token is not None:
        kx, ky, scale = offsets["token"]
        seat, title = slot.token, f"seat {slot.token}'s token on slot {slot_index + 1}"
        pieces.append(Piece(f"token-{seat}", f"badge-{seat}", x + kx, y + ky, 0.0, scale, 3, (), str(seat), title))
    pieces.append(
        Piece(
            slot_key(slot_index),
            f"slot-{size}",
            x,
            y,
            0.0,
            1.0,
            4,
            (),
            str(slot_index + 1),
            slot_title(slot_index, slot),
        )
    )
    return tuple(pieces)


SLOT_OFFSETS: Final = {
    "narrow": {"boost": (-14.0, -90.0, 1.05), "tile": (0.0, 38.0, 1.12), "token": (0.0, 22.0, 1.2)},
    "broad": {"boost": (72.0, -62.0, 1.2), "tile": (-52.0, 40.0, 1.6), "token": (104.0, 78.0, 1.0)},
}
"""Where things lie on a card, from its middle, and how large."""


def slot_title(slot_index: int, slot: Slot) -> str:
    """Return the tooltip of a slot: its boost, tile and token."""
    boost = f"boost {describe_boost(slot.boost)}" if slot.boost else "no boost"
    tile = "no tile" if slot.tile is None else describe_sections(slot.tile)
    token = "" if slot.token is None else f"; seat {slot.token}'s token"
    return f"slot {slot_index + 1}: {boost}; {tile}{token}"


def describe_boost(boost: str) -> str:
    """Return what a boost does."""
    letter, by = boost[0], boost[1:]
    return f"any ship moves {by}" if letter == "W" else f"{LANES[LETTERS.index(letter)]} moves {by}"


# --------------------------------------------------------------------------------------------------- the players


def players_pane_height(num_players: int) -> float:
    """Return how high the pane of the players is: even for two not so flat that it needs the whole width."""
    return max(num_players * ROW_HEIGHT + ROW_GAP, 3 * ROW_HEIGHT + ROW_GAP)


def player_row_top(seat: int, num_players: int) -> float:
    """Return the y where a player's row begins."""
    return (players_pane_height(num_players) - num_players * ROW_HEIGHT + ROW_GAP) / 2 + seat * ROW_HEIGHT


@lru_cache(maxsize=1024)
def players_pane(
    seat: int | None,
    hands: tuple[tuple[Tile | None, ...], ...],
    ships: tuple[tuple[int, int, int], ...],
    active_seat: int | None,
    winners: tuple[int, ...],
) -> Pane:
    """Return a row for each player, with what the watcher knows of their hands."""
    pieces: list[Piece] = []
    for at, hand in enumerate(hands):
        top = player_row_top(at, len(hands))
        pieces += player_row_pieces(
            top, at, min(ships[at]), at == seat, at == active_seat or at in winners, at in winners
        )
        if at != seat:
            pieces += player_hand_pieces(top, at, hand)
    frame = Frame(0, 0, PANE_WIDTH, players_pane_height(len(hands)))
    return Pane("players", frame, tuple(pieces), ("rows",), None, "The players")


@lru_cache(maxsize=4096)
def player_row_pieces(
    top: float, seat: int, rearmost_space: int, is_own: bool, is_highlighted: bool, has_won: bool
) -> tuple[Piece, ...]:
    """Return a player's row with the space of the ship farthest back, which counts in the end."""
    middle = top + (ROW_HEIGHT - ROW_GAP) / 2
    who = f"seat {seat}{', you' * is_own}"
    ground = Piece(f"row-{seat}", "row-turn" if is_highlighted else "row", 0.0, top)
    pieces = [
        ground,
        Piece(seat_key(seat), f"badge-{seat}", 68.0, middle, 0.0, 1.0, 1, (), str(seat), who),
        Piece(
            f"name-{seat}",
            "name",
            200.0,
            middle - 14 if is_own or has_won else middle,
            0.0,
            1.0,
            1,
            (),
            f"Seat {seat}",
            who,
        ),
        Piece(
            f"rear-{seat}",
            "figure",
            REAR_X,
            middle - 14,
            0.0,
            1.0,
            1,
            (),
            str(rearmost_space),
            f"{who}: rearmost ship on {rearmost_space}",
        ),
    ]
    note = "wins!" if has_won else "you" if is_own else ""
    if note:
        pieces.append(Piece(f"note-{seat}", "note", 200.0, middle + 24, 0.0, 1.0, 1, (), note))
    return tuple(pieces)


@lru_cache(maxsize=4096)
def player_hand_pieces(top: float, seat: int, hand: tuple[Tile | None, ...]) -> tuple[Piece, ...]:
    """Return the hand of another player, as far as it is known."""
    return tuple(
        piece
        for at, tile in enumerate(hand[: len(HELD_X)])
        for piece in off_board_tile_pieces(
            f"held-{seat}-{at}", tile, HELD_X[at], top + HELD_Y, HELD_SCALE, f"seat {seat}'s tile"
        )
    )
