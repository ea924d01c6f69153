# compiled by mypyc
"""What lies beside the board in Tri-Star Racers: the watcher's own hand, the draft card, and a row for each player.

Tiles off the board point up, their sections from the left corner clockwise in the order of the components.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from triangulum.games.tri_star_racers.messages import (
    describe_boost,
    describe_sections,
    describe_tile,
    describe_tile_section,
    describe_tiles,
    list_seats,
    message,
)
from triangulum.games.tri_star_racers.scene.kit import (
    CARD_HEIGHT,
    DRAFT_HEIGHT,
    HAND_HEIGHT,
    LAST_SHIP_X,
    NAME_X,
    PANE_WIDTH,
    ROW_GAP,
    ROW_HEIGHT,
)
from triangulum.games.tri_star_racers.scene.lanes_pane import ship_numeral
from triangulum.games.tri_star_racers.scene.tile_drawings import CRYSTAL_DISTANCE, section_symbol
from triangulum.games.tri_star_racers.views import Slot, Tile
from triangulum.scene import Frame, Pane, Piece, polar_point
from triangulum.text import Message, SeatName

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
    key: str, visible_tile: Tile | None, x: float, y: float, scale: float, place: Message
) -> tuple[Piece, ...]:
    """Return a tile that is not on the board, with its crystals, or its back if it is hidden."""
    if visible_tile is None:
        return (Piece(key, "tile-back", x, y, 0.0, scale, 1, (), "", message("tile-hidden", place=place)),)
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
            describe_tile_section(section),
        )
        for at, section in enumerate(visible_tile)
    ]
    title = message("tile-open", place=place, sections=describe_sections(visible_tile))
    return Piece(key, "tile-up", x, y, 0.0, scale, 1, (), "", title), *crystals


@lru_cache(maxsize=1024)
def own_tile_pieces(hand_index: int, tile: Tile | None) -> tuple[Piece, ...]:
    """Return a tile of the watcher's own hand, with a shape above its crystals that can be touched anywhere."""
    lying = off_board_tile_pieces(
        f"own-{hand_index}", tile, HAND_X[hand_index], HAND_Y, HAND_SCALE, message("own-tile")
    )
    return *lying, Piece(
        hand_key(hand_index), "grip", HAND_X[hand_index], HAND_Y, 0.0, HAND_SCALE, 3, (), "", lying[0].title
    )


@lru_cache(maxsize=1024)
def hand_pane(hand: tuple[Tile | None, ...]) -> Pane:
    """Return the watcher's own tiles, large enough for a finger."""
    tiles = [piece for at, tile in enumerate(hand[: len(HAND_X)]) for piece in own_tile_pieces(at, tile)]
    gaps = [
        Piece(f"gap-{at}", "gap", HAND_X[at], HAND_Y, 0.0, HAND_SCALE, title=message("no-tile"))
        for at in range(len(hand), len(HAND_X))
    ]
    return Pane("hand", Frame(0, 0, PANE_WIDTH, HAND_HEIGHT), (HEADING, *tiles, *gaps), ("hand",), None, HAND_TITLE)


HAND_TITLE: Final = message("hand-pane")
HEADING: Final = Piece("heading", "heading", 102.0, 36.0, label=HAND_TITLE, title=HAND_TITLE)


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
    return Pane("draft", Frame(0, 0, PANE_WIDTH, DRAFT_HEIGHT), pieces, ("draft",), None, message("draft-pane"))


@lru_cache(maxsize=1024)
def turn_order_pieces(order: tuple[int, ...], num_done: int) -> tuple[Piece, ...]:
    """Return the order of play in this round; those who have had their turn are faded."""
    if not order:
        return ()
    title = message("order.title", seats=list_seats(order))
    pieces = [Piece("order", "order", 62.0, 36.0, label=message("order"), title=title)]
    for at, seat in enumerate(order):
        turn_state = "done" if at < num_done else "now" if at == num_done else "later"
        marks = ("played",) * (at < num_done)
        title = message(f"turn-{turn_state}", seat=SeatName(seat))
        x, label = 148.0 + 66.0 * at, ship_numeral(seat)
        pieces.append(Piece(f"order-{seat}", f"badge-{seat}", x, 36.0, 0.0, 0.68, 1, marks, label, title))
    return tuple(pieces)


@lru_cache(maxsize=1024)
def bag_and_discard_pieces(num_bag_tiles: int, discarded: tuple[Tile, ...]) -> tuple[Piece, ...]:
    """Return the bag and the tiles that are out of the game."""
    title = message("bag", count=num_bag_tiles)
    drawn = Piece("bag", "bag", 892.0, 36.0, 0.0, 1.0, 1, (), str(num_bag_tiles), title)
    if not discarded:
        return (drawn,)
    title = message("discards", tiles=describe_tiles(discarded))
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
                message("slot-boost", boost=describe_boost(slot.boost)),
            )
        )
    if slot.tile is not None:
        tx, ty, scale = offsets["tile"]
        pieces += off_board_tile_pieces(
            f"drafted-{slot_index}", slot.tile, x + tx, y + ty, scale, message("slot-tile", slot=slot_index + 1)
        )
    if slot.token is not None:
        kx, ky, scale = offsets["token"]
        seat, title = slot.token, message("slot-token", seat=SeatName(slot.token), slot=slot_index + 1)
        label = ship_numeral(seat)
        pieces.append(Piece(f"token-{seat}", f"badge-{seat}", x + kx, y + ky, 0.0, scale, 3, (), label, title))
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


def slot_title(slot_index: int, slot: Slot) -> Message:
    """Return the tooltip of a slot: its boost, tile and token."""
    tile = message("slot-empty") if slot.tile is None else describe_tile(slot.tile)
    boost = describe_boost(slot.boost)
    if slot.token is None:
        return message("slot", slot=slot_index + 1, boost=boost, tile=tile)
    return message("slot-with-token", slot=slot_index + 1, boost=boost, tile=tile, seat=SeatName(slot.token))


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
        pieces += player_row_pieces(top, at, min(ships[at]), at == active_seat or at in winners, at in winners)
        if at != seat:
            pieces += player_hand_pieces(top, at, hand)
    frame = Frame(0, 0, PANE_WIDTH, players_pane_height(len(hands)))
    return Pane("players", frame, tuple(pieces), ("rows",), None, message("players-pane"))


@lru_cache(maxsize=4096)
def player_row_pieces(
    top: float, seat: int, last_ship_space: int, is_highlighted: bool, has_won: bool
) -> tuple[Piece, ...]:
    """Return a player's row with the space of the last ship, which counts in the end."""
    middle = top + (ROW_HEIGHT - ROW_GAP) / 2
    name = message("plate", seat=SeatName(seat))
    last_ship = message("last-ship.title", seat=SeatName(seat), space=last_ship_space)
    name_y = middle - 14 if has_won else middle
    pieces = [
        Piece(f"row-{seat}", "row-turn" if is_highlighted else "row", 0.0, top),
        Piece(seat_key(seat), f"badge-{seat}", 68.0, middle, 0.0, 1.0, 1, (), ship_numeral(seat), name),
        Piece(f"name-{seat}", "name", NAME_X, name_y, 0.0, 1.0, 1, (), name, name),
        Piece(f"rear-{seat}", "figure", LAST_SHIP_X, middle - 14, 0.0, 1.0, 1, (), str(last_ship_space), last_ship),
        Piece(f"rear-label-{seat}", "last-ship", LAST_SHIP_X, middle + 26, layer=1, label=message("last-ship")),
    ]
    if has_won:
        pieces.append(Piece(f"note-{seat}", "note", NAME_X, middle + 24, layer=1, label=message("winner")))
    return tuple(pieces)


@lru_cache(maxsize=4096)
def player_hand_pieces(top: float, seat: int, hand: tuple[Tile | None, ...]) -> tuple[Piece, ...]:
    """Return the hand of another player, as far as it is known."""
    place = message("held-tile", owner=SeatName(seat))
    return tuple(
        piece
        for at, tile in enumerate(hand[: len(HELD_X)])
        for piece in off_board_tile_pieces(f"held-{seat}-{at}", tile, HELD_X[at], top + HELD_Y, HELD_SCALE, place)
    )
