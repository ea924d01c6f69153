"""How Starry Sky Trick-Taking looks, and where one touches it.

Every piece is taken from a table by what it shows, so one that did not change is the same object in the next scene and
costs nothing to compare. In keys, cards have their numbers 0-23, as in the view, and stars those that are printed, so
that ``line-3-7`` is what one types as ``3-7``.

The seats sit around the table as the watcher sees them: oneself in front, the next one to the left. A spectator looks
over seat 0's shoulder.
"""

from __future__ import annotations

from functools import cache, lru_cache

from triangulum.core.wording import format_count, join_with_and
from triangulum.games.starry_sky.lookup import (
    CARDS_PER_COLOUR,
    FIRST_DRAW_ACTION,
    FIRST_ERASE_ACTION,
    KEEP_ACTION,
    NUM_SEATS,
    NUM_TRICKS,
)
from triangulum.games.starry_sky.options import MAX_SMALL_NUMBER
from triangulum.games.starry_sky.scene.card_drawings import MAX_FAN_CARDS
from triangulum.games.starry_sky.scene.kit import KIT
from triangulum.games.starry_sky.scene.sky_pane import PAIR_NAMES, get_sky_pieces, sky_pane
from triangulum.games.starry_sky.scene.table_drawings import (
    HAND_HEIGHT,
    HAND_WIDTH,
    SEAT_POINTS,
    TABLE_HEIGHT,
    TABLE_WIDTH,
    TRICK_CARD_POINTS,
)
from triangulum.games.starry_sky.skies import PAIRS
from triangulum.games.starry_sky.views import COLOURS, StarrySkyView, Trick
from triangulum.scene import Frame, Pane, Piece, Scene
from triangulum.scene.steps import Pick, Press, Step

TABLE_FRAME = Frame(0, 0, TABLE_WIDTH, TABLE_HEIGHT)
HAND_FRAME = Frame(0, 0, HAND_WIDTH, HAND_HEIGHT)

HAND_SIZE_X, TRICKS_WON_X, VOID_X, ERASER_X, SEAT_ITEMS_Y = -86.0, -24.0, (38.0, 68.0), 97.0, 22.0
LEADER_X, STATUS_X, NAME_Y = -88.0, 64.0, -28.0
TAG_POINT, CAPTION_Y = (344.0, 84.0), 131.0
TRICK_NUMBER_POINT, PAST_TRICKS_POINT, PAST_TRICK_STEP = (114.0, 408.0), (574.0, 408.0), 27.0
OWN_SIGN_OFFSET, WINNER_SIGN_Y, DISTANCE_Y = (30.0, -58.0), -74.0, 82.0
HAND_Y, PLAYABLE_LIFT, CARD_STEP, HAND_CAPTION_Y = 142.0, 12.0, 84.0, 27.0
MAX_LARGE_CARDS, LARGE_CARD_SCALE = 6, 1.19
"""Up to so many cards are shown larger in hand."""

CARD_KEYS = tuple(f"card-{number}" for number in range(2 * CARDS_PER_COLOUR))
CARD_NAMES = tuple(f"{colour} {number}" for colour in COLOURS for number in range(1, CARDS_PER_COLOUR + 1))
CARD_SIZES = tuple(
    "S" if number % CARDS_PER_COLOUR < MAX_SMALL_NUMBER else "L" for number in range(2 * CARDS_PER_COLOUR)
)
KEEP_STEPS = (Press("keep", "Keep the lines"),)


@lru_cache(maxsize=2048)
def scene(view: StarrySkyView) -> Scene:
    """Return the picture of a view: the sky, the table with the trick, and one's own hand unless one only watches."""
    majority = view.tricks[-1].majority if view.choices and view.phase == "draw" else None
    pieces = get_sky_pieces(view.sky)
    sky = sky_pane(pieces, view.lines, view.crossings, view.points, view.fresh, view.choices, majority)
    table = Pane("table", TABLE_FRAME, table_pieces(view), ("table",), None, "The table")
    if view.seat is None:
        return Scene(KIT, (sky, table), scene_title(view))
    return Scene(KIT, (sky, table, own_hand_pane(view)), scene_title(view))


def steps(view: StarrySkyView, action: int) -> tuple[Step, ...]:
    """Return what the mover touches: a card, a line, a segment to erase along, or the button to keep all lines."""
    if action == KEEP_ACTION:
        return KEEP_STEPS
    if action >= FIRST_ERASE_ACTION:
        return (Pick(f"erase-{PAIR_NAMES[PAIRS[action - FIRST_ERASE_ACTION]]}"),)
    if action >= FIRST_DRAW_ACTION:
        return (Pick(f"line-{PAIR_NAMES[PAIRS[action - FIRST_DRAW_ACTION]]}"),)
    return (Pick(CARD_KEYS[action]),)


# ------------------------------------------------------------------------------------------------ for screen readers


def scene_title(view: StarrySkyView) -> str:
    """Return the title of the scene, a sentence for screen readers: trick, mover and points."""
    total = format_count(view.points, "point")
    if view.phase == "over":
        return (
            f"Starry Sky: the sky is worth {total}, and {join_with_and([f'seat {seat}' for seat in view.winners])} won."
        )
    if view.phase == "deal":
        return "Starry Sky: the cards are dealt."
    trick = (
        f"Starry Sky, trick {current_trick_number(view.phase, len(view.tricks))} of {NUM_TRICKS}: seat {view.to_move}"
    )
    return f"{trick} {format_task(view)} The sky is worth {total}."


def format_task(view: StarrySkyView) -> str:
    """Return the part of the title that says what the mover has to do."""
    if view.phase == "lead":
        return "leads a card, face down."
    if view.phase == "follow":
        return f"follows; the colour named is {COLOURS[view.led or 0]}."
    if view.phase == "draw":
        return f"won the trick and chooses a {COLOURS[view.tricks[-1].majority]} line."
    return "won the trick and may erase lines."


def current_trick_number(phase: str, num_turned_up: int) -> int:
    """Return the number of the trick that is going on: one whose lines are being drawn still is."""
    return num_turned_up + (phase in ("deal", "lead", "follow"))


def format_trick_kind(trick: Trick) -> str:
    """Return which card of a trick wins, in two words: "low red"."""
    return f"{'low' if trick.low else 'high'} {COLOURS[trick.majority]}"


# -------------------------------------------------------------------------------------------------------- the table


def table_pieces(view: StarrySkyView) -> tuple[Piece, ...]:
    """Return the pieces of the table's pane: the seats and what lies between them."""
    viewer = view.seat or 0
    lit = view.winners if view.last_cards else (view.to_move,)
    return (
        *[seat_piece(seat_offset(viewer, seat), seat, seat in lit) for seat in range(NUM_SEATS)],
        *[seat_status_piece(seat_offset(viewer, seat), seat, view.phase) for seat in lit if seat >= 0],
        *leader_pieces(seat_offset(viewer, view.leader), view.leader, view.phase),
        *[hand_size_piece(seat_offset(viewer, seat), seat, count) for seat, count in enumerate(view.counts)],
        *[tricks_won_piece(seat_offset(viewer, seat), seat, won) for seat, won in enumerate(view.won)],
        *[
            sign
            for seat, voids in enumerate(view.voids)
            for sign in void_pieces(seat_offset(viewer, seat), seat, voids)
        ],
        *[
            eraser_piece(seat_offset(viewer, seat), seat)
            for seat, may in enumerate(view.erasers)
            if may and not view.last_cards
        ],
        *past_trick_pieces(view.tricks),
        *trick_number_pieces(view.phase, current_trick_number(view.phase, len(view.tricks))),
        *trick_pieces(view, viewer),
    )


def trick_pieces(view: StarrySkyView, viewer: int) -> tuple[Piece, ...]:
    """Return the cards on the table, and what is said of them: the bids, the trick going on, or the last one."""
    if view.last_cards:
        return bid_pieces(viewer, view.last_cards, view.bids, view.points, view.winners)
    if any(view.covered):
        own_card = view.laid if view.seat is not None and view.covered[view.seat] else None
        return face_down_pieces(viewer, view.covered, own_card, view.led, view.bids)
    if view.tricks:
        return face_up_pieces(viewer, view.tricks[-1], view.bids)
    return first_trick_pieces(viewer, view.leader)


def seat_offset(viewer: int, seat: int) -> int:
    """Return how many places after the viewer a seat sits."""
    return (seat - viewer) % NUM_SEATS


@cache
def seat_piece(offset: int, seat: int, is_lit: bool) -> Piece:
    """Return the panel of a seat, lit if it is its turn or it has won."""
    x, y = SEAT_POINTS[offset]
    return Piece(f"seat-{seat}", "seat-turn" if is_lit else "seat", x, y, 0, 1, 0, (), f"Seat {seat}", f"seat {seat}")


@cache
def seat_status_piece(offset: int, seat: int, phase: str) -> Piece:
    """Return the word beside a seat's name: what it does now, or that it wins."""
    texts = {"lead": "leads", "follow": "follows", "draw": "draws", "erase": "erases?", "over": "wins!"}
    x, y = SEAT_POINTS[offset]
    text = texts.get(phase, "")
    return Piece(
        f"doing-{seat}" if phase == "over" else "doing",
        "doing",
        x + STATUS_X,
        y + NAME_Y,
        0,
        1,
        1,
        (),
        text,
        f"seat {seat} {text}",
    )


@cache
def leader_pieces(offset: int, seat: int, phase: str) -> tuple[Piece, ...]:
    """Return the sign of who leads the trick, or will lead the next one."""
    if phase == "over":
        return ()
    x, y = SEAT_POINTS[offset]
    leads = {"deal": "leads first", "draw": "leads next", "erase": "leads next"}.get(phase, "leads this trick")
    title = f"seat {seat} {leads}"
    return (Piece("leader", "leader", x + LEADER_X, y + NAME_Y, 0, 1, 1, (), "", title),)


@cache
def hand_size_piece(offset: int, seat: int, count: int) -> Piece:
    """Return the fan of backs with the number of cards that a seat holds."""
    x, y = SEAT_POINTS[offset]
    title = f"seat {seat} holds {format_count(count, 'card')}"
    symbol = f"fan-{min(count, MAX_FAN_CARDS)}"
    return Piece(f"fan-{seat}", symbol, x + HAND_SIZE_X, y + SEAT_ITEMS_Y, 0, 1, 1, (), str(count), title)


@cache
def tricks_won_piece(offset: int, seat: int, count: int) -> Piece:
    """Return the pile with the number of tricks that a seat has won."""
    x, y = SEAT_POINTS[offset]
    title = f"seat {seat} has won {format_count(count, 'trick')}"
    return Piece(f"pile-{seat}", "pile", x + TRICKS_WON_X, y + SEAT_ITEMS_Y, 0, 1, 1, (), str(count), title)


@cache
def void_pieces(offset: int, seat: int, voids: tuple[bool, bool]) -> tuple[Piece, ...]:
    """Return the signs of the colours of which a seat has shown that it holds none."""
    x, y = SEAT_POINTS[offset]
    return tuple(
        Piece(
            f"void-{seat}-{name}",
            f"void-{name}",
            x + VOID_X[colour],
            y + SEAT_ITEMS_Y,
            layer=1,
            title=f"seat {seat} holds no {name} card any more",
        )
        for colour, name in enumerate(COLOURS)
        if voids[colour]
    )


@cache
def eraser_piece(offset: int, seat: int) -> Piece:
    """Return the eraser that a seat has not used yet."""
    x, y = SEAT_POINTS[offset]
    title = f"seat {seat} may still erase once"
    return Piece(f"rubber-{seat}", "rubber", x + ERASER_X, y + SEAT_ITEMS_Y, 0, 1, 1, (), "", title)


@lru_cache(maxsize=1024)
def past_trick_pieces(tricks: tuple[Trick, ...]) -> tuple[Piece, ...]:
    """Return all tricks of the game in a row: those played by their colour, the others empty."""
    return tuple(
        [past_trick_piece(index, tricks[index] if index < len(tricks) else None) for index in range(NUM_TRICKS)]
    )


@lru_cache(maxsize=4096)
def past_trick_piece(trick_index: int, trick: Trick | None) -> Piece:
    """Return a trick in the row of tricks; None is one not played yet."""
    x, y = PAST_TRICKS_POINT[0] + PAST_TRICK_STEP * (trick_index - (NUM_TRICKS - 1) / 2), PAST_TRICKS_POINT[1]
    if trick is None:
        return Piece(f"past-{trick_index + 1}", "past-open", x, y, title=f"trick {trick_index + 1}, not played yet")
    symbol = f"past-{COLOURS[trick.majority]}-{'low' if trick.low else 'high'}"
    title = f"trick {trick_index + 1}: {format_trick_kind(trick)}, won by seat {trick.winner}"
    return Piece(f"past-{trick_index + 1}", symbol, x, y, title=title)


@cache
def trick_number_pieces(phase: str, trick_number: int) -> tuple[Piece, ...]:
    """Return the label with the number of the trick, or of the bids at the end."""
    x, y = TRICK_NUMBER_POINT
    if phase == "over":
        return (Piece("clock", "clock", x, y, 0, 1, 1, (), "The bids", "the game is over: the bids are shown"),)
    return (
        Piece(
            "clock", "clock", x, y - 14, 0, 1, 1, (), f"Trick {trick_number}", f"trick {trick_number} of {NUM_TRICKS}"
        ),
        Piece("clock-of", "small", x, y + 19, 0, 1, 1, (), f"of {NUM_TRICKS}"),
    )


@lru_cache(maxsize=4096)
def face_down_pieces(
    viewer: int, covered: tuple[bool, ...], own_card: int | None, led: int | None, bids: tuple[int, ...]
) -> tuple[Piece, ...]:
    """Return the trick that is going on: backs, one's own card as a face, and the colour that was named."""
    pieces = [caption_piece("is led")]
    if led is not None:
        pieces.insert(0, colour_tag_piece(led, COLOURS[led], f"the colour named is {COLOURS[led]}"))
    for seat in range(NUM_SEATS):
        if own_card is None or seat != viewer:
            pieces.append(
                card_back_piece(seat_offset(viewer, seat), seat)
                if covered[seat]
                else empty_place_piece(seat_offset(viewer, seat), seat)
            )
            continue
        x, y = TRICK_CARD_POINTS[0]
        title = f"the card that you have laid, face down to the others: {card_title(own_card, bids)}"
        pieces.append(Piece(f"trick-{seat}", CARD_KEYS[own_card], x, y, 0, 1, 1, (), bid_label(own_card, bids), title))
        pieces.append(
            Piece(
                "own", "own", x + OWN_SIGN_OFFSET[0], y + OWN_SIGN_OFFSET[1], 0, 1, 2, (), "", "face down to the others"
            )
        )
    return tuple(pieces)


@lru_cache(maxsize=4096)
def face_up_pieces(viewer: int, trick: Trick, bids: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the last trick, turned up, with the card that has won it."""
    tag = colour_tag_piece(trick.majority, format_trick_kind(trick), f"{format_trick_kind(trick)} wins the trick")
    pieces = [tag, caption_piece(f"seat {trick.winner} takes it")]
    for seat, card in enumerate(trick.cards):
        x, y = TRICK_CARD_POINTS[seat_offset(viewer, seat)]
        wins = seat == trick.winner
        marks = ("taker",) if wins else ("idle",) if card // CARDS_PER_COLOUR != trick.majority else ()
        title = f"seat {seat} played {card_title(card, bids)}{', which wins' * wins}"
        pieces.append(Piece(f"trick-{seat}", CARD_KEYS[card], x, y, 0, 1, 1, marks, bid_label(card, bids), title))
        if wins:
            pieces.append(winner_sign_piece(seat, x, y, f"seat {seat} wins the trick"))
    return tuple(pieces)


@lru_cache(maxsize=1024)
def bid_pieces(
    viewer: int, cards: tuple[int, ...], bids: tuple[int, ...], points: int, winners: tuple[int, ...]
) -> tuple[Piece, ...]:
    """Return the bids at the end, how far off each is, and who has won."""
    pieces = [
        Piece(
            "tag",
            "tag-none",
            *TAG_POINT,
            0,
            1,
            1,
            (),
            f"Total {points}",
            f"the sky is worth {format_count(points, 'point')}",
        ),
        caption_piece(
            f"{join_with_and([f'seat {seat}' for seat in winners])} {'wins' if len(winners) == 1 else 'win'}"
        ),
    ]
    for seat, card in enumerate(cards):
        x, y = TRICK_CARD_POINTS[seat_offset(viewer, seat)]
        wins, distance = seat in winners, abs(bids[card] - points)
        distance_text = "exact" if distance == 0 else f"{distance} off"
        title = f"seat {seat} bids {card_title(card, bids)}, {distance_text}{', and wins' * wins}"
        marks = ("taker",) * wins
        pieces.append(Piece(f"trick-{seat}", CARD_KEYS[card], x, y, 0, 1, 1, marks, bid_label(card, bids), title))
        pieces.append(
            Piece(
                f"distance-{seat}",
                "distance",
                x,
                y + DISTANCE_Y,
                0,
                1,
                2,
                (),
                distance_text,
                f"seat {seat}: {distance_text}",
            )
        )
        if wins:
            pieces.append(winner_sign_piece(seat, x, y, f"seat {seat} wins"))
    return tuple(pieces)


@cache
def first_trick_pieces(viewer: int, leader: int) -> tuple[Piece, ...]:
    """Return the table before the first card is laid."""
    tag = Piece("tag", "tag-none", *TAG_POINT, 0, 1, 1, (), "First trick", "the first trick")
    return (
        tag,
        caption_piece(f"seat {leader} leads"),
        *[empty_place_piece(seat_offset(viewer, seat), seat) for seat in range(NUM_SEATS)],
    )


@cache
def card_back_piece(offset: int, seat: int) -> Piece:
    """Return a card that lies face down."""
    title = f"a card that seat {seat} has laid face down"
    return Piece(f"trick-{seat}", "back", *TRICK_CARD_POINTS[offset], 0, 1, 1, (), "", title)


@cache
def empty_place_piece(offset: int, seat: int) -> Piece:
    """Return where a seat has still to lay its card: with that card's key, so that all tables have the same row."""
    title = f"seat {seat} has not laid a card yet"
    return Piece(f"trick-{seat}", "place", *TRICK_CARD_POINTS[offset], 0, 1, 1, (), "", title)


def colour_tag_piece(colour: int, text: str, title: str) -> Piece:
    """Return a large tag of a colour, with a text on it."""
    return Piece("tag", f"tag-{COLOURS[colour]}", *TAG_POINT, 0, 1, 1, (), text, title)


def caption_piece(text: str) -> Piece:
    """Return the text under the tag."""
    return Piece("note", "caption", TAG_POINT[0], CAPTION_Y, 0, 1, 1, (), text, text)


def winner_sign_piece(seat: int, x: float, y: float, title: str) -> Piece:
    """Return the sign on a card that wins."""
    return Piece(f"laurels-{seat}", "laurels", x, y + WINNER_SIGN_Y, 0, 1, 2, (), "", title)


def card_title(card: int, bids: tuple[int, ...]) -> str:
    """Return a card's title for screen readers: "red 7 (L, bid 9)"."""
    bid = bids[card]
    return f"{CARD_NAMES[card]} ({CARD_SIZES[card]}{f', bid {bid}' if bid != card % CARDS_PER_COLOUR + 1 else ''})"


def bid_label(card: int, bids: tuple[int, ...]) -> str:
    """Return the bid of a card, where it is not simply its number."""
    return "" if bids[card] == card % CARDS_PER_COLOUR + 1 else f"bid {bids[card]}"


# --------------------------------------------------------------------------------------------------------- the hand


def own_hand_pane(view: StarrySkyView) -> Pane:
    """Return the pane of the viewer's own cards."""
    is_turn = view.to_move == view.seat and view.phase in ("lead", "follow")
    return hand_pane(view.hand, view.bids, is_turn, view.led if is_turn else None, view.phase)


@lru_cache(maxsize=4096)
def hand_pane(hand: tuple[int, ...], bids: tuple[int, ...], is_turn: bool, led: int | None, phase: str) -> Pane:
    """Return a hand; on one's turn the cards that may be laid are lifted, and the others are faded."""
    required_colour = led if any(card // CARDS_PER_COLOUR == led for card in hand) else None
    playable = [is_turn and (required_colour is None or card // CARDS_PER_COLOUR == required_colour) for card in hand]
    scale = LARGE_CARD_SCALE if len(hand) <= MAX_LARGE_CARDS else 1.0
    cards = [
        hand_card(card, index - (len(hand) - 1) / 2, scale, is_playable, is_turn and not is_playable, bids)
        for index, (card, is_playable) in enumerate(zip(hand, playable, strict=True))
    ]
    text = hand_caption(len(hand), is_turn, led, required_colour, phase)
    return Pane("hand", HAND_FRAME, (hand_caption_piece(text), *cards), ("hand",), None, "Your hand")


@lru_cache(maxsize=4096)
def hand_card(
    card: int, steps_from_middle: float, scale: float, is_playable: bool, is_faded: bool, bids: tuple[int, ...]
) -> Piece:
    """Return a card in hand, that many steps from the middle; a playable one is lifted."""
    x, y = HAND_WIDTH / 2 + CARD_STEP * scale * steps_from_middle, HAND_Y - PLAYABLE_LIFT * is_playable
    title = f"{card_title(card, bids)}{', may be laid' * is_playable}"
    return Piece(
        CARD_KEYS[card], CARD_KEYS[card], x, y, 0, scale, 1, ("idle",) * is_faded, bid_label(card, bids), title
    )


def hand_caption(num_cards: int, is_turn: bool, led: int | None, required_colour: int | None, phase: str) -> str:
    """Return the text above a hand."""
    if phase == "over" or (num_cards == 1 and not is_turn):
        return "Your bid"
    if not is_turn:
        return "Your hand"
    if led is None:
        return "Your turn: lead a card"
    return (
        f"Your turn: follow {COLOURS[led]}"
        if required_colour is not None
        else f"Your turn: no {COLOURS[led]}, so any card"
    )


@cache
def hand_caption_piece(text: str) -> Piece:
    """Return the piece with the text above a hand."""
    return Piece("hand-word", "hand-word", HAND_WIDTH / 2, HAND_CAPTION_Y, 0, 1, 1, (), text, text)
