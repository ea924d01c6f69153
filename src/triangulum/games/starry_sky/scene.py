"""How Starry Sky Trick-Taking looks, and where one touches it.

Every piece is taken from a table by what it shows, so one that did not change is the same object in the next scene and
costs nothing to compare. In keys, cards have their numbers 0-23, as in the view, and stars those that are printed, so
that ``line-3-7`` is what one types as ``3-7``.

The seats sit around the table as the watcher sees them: oneself in front, the next one to the left. A spectator looks
over seat 0's shoulder.
"""

from __future__ import annotations

from functools import cache, lru_cache

from triangulum.core.wording import counted, listed
from triangulum.games.starry_sky.drawings import (
    CARD_AT,
    FAN_MOST,
    HAND_HIGH,
    HAND_WIDE,
    KIT,
    SEAT_AT,
    TABLE_HIGH,
    TABLE_WIDE,
)
from triangulum.games.starry_sky.lookup import DRAW, ERASE, KEEP, NUMBERS, SEATS, TRICKS
from triangulum.games.starry_sky.options import LAST_SMALL
from triangulum.games.starry_sky.skies import PAIRS
from triangulum.games.starry_sky.sky_pane import PAIR_NAMES, pieces_of, sky_pane
from triangulum.games.starry_sky.view import COLOURS, StarrySkyView, Trick
from triangulum.scene import Frame, Pane, Piece, Scene
from triangulum.scene.steps import Pick, Press, Step

TABLE_FRAME = Frame(0, 0, TABLE_WIDE, TABLE_HIGH)
HAND_FRAME = Frame(0, 0, HAND_WIDE, HAND_HIGH)

FAN_X, PILE_X, VOID_X, RUBBER_X, GOODS_Y = -86.0, -24.0, (38.0, 68.0), 97.0, 22.0
LEADER_X, DOING_X, NAME_Y = -88.0, 64.0, -28.0
TAG_AT, NOTE_Y = (344.0, 84.0), 131.0
CLOCK_AT, PAST_AT, PAST_STEP = (114.0, 408.0), (574.0, 408.0), 27.0
OWN_AT, LAURELS_Y, DISTANCE_Y = (30.0, -58.0), -74.0, 82.0
HAND_Y, LIFT, CARD_STEP, HAND_WORD_Y = 142.0, 12.0, 84.0, 27.0
ROOMY_HAND, LARGER = 6, 1.19
"""Up to so many cards are shown larger in hand."""

CARD_KEYS = tuple(f"card-{number}" for number in range(2 * NUMBERS))
CARD_NAMES = tuple(f"{colour} {number}" for colour in COLOURS for number in range(1, NUMBERS + 1))
SIZE_OF = tuple("S" if number % NUMBERS < LAST_SMALL else "L" for number in range(2 * NUMBERS))
KEEP_STEPS = (Press("keep", "Keep the lines"),)


@lru_cache(maxsize=2048)
def scene(view: StarrySkyView) -> Scene:
    """Return the picture of a view: the sky, the table with the trick, and one's own hand unless one only watches."""
    majority = view.tricks[-1].majority if view.choices and view.phase == "draw" else None
    pieces = pieces_of(view.sky)
    sky = sky_pane(pieces, view.lines, view.crossings, view.points, view.fresh, view.choices, majority)
    table = Pane("table", TABLE_FRAME, table_pieces(view), ("table",), None, "The table")
    if view.seat is None:
        return Scene(KIT, (sky, table), sentence(view))
    return Scene(KIT, (sky, table, own_hand(view)), sentence(view))


def steps(view: StarrySkyView, action: int) -> tuple[Step, ...]:
    """Return what the mover touches: a card, a line, a segment to erase along, or the button to keep all lines."""
    if action == KEEP:
        return KEEP_STEPS
    if action >= ERASE:
        return (Pick(f"erase-{PAIR_NAMES[PAIRS[action - ERASE]]}"),)
    if action >= DRAW:
        return (Pick(f"line-{PAIR_NAMES[PAIRS[action - DRAW]]}"),)
    return (Pick(CARD_KEYS[action]),)


# ----------------------------------------------------------------------------------------------------- for the ear


def sentence(view: StarrySkyView) -> str:
    """Return the situation for the ear."""
    total = counted(view.points, "point")
    if view.phase == "over":
        return f"Starry Sky: the sky is worth {total}, and {listed([f'seat {seat}' for seat in view.winners])} won."
    if view.phase == "deal":
        return "Starry Sky: the cards are dealt."
    trick = f"Starry Sky, trick {current_trick(view.phase, len(view.tricks))} of {TRICKS}: seat {view.to_move}"
    return f"{trick} {spoken_task(view)} The sky is worth {total}."


def spoken_task(view: StarrySkyView) -> str:
    """Return what the mover has to do."""
    if view.phase == "lead":
        return "leads a card, face down."
    if view.phase == "follow":
        return f"follows; the colour named is {COLOURS[view.led or 0]}."
    if view.phase == "draw":
        return f"won the trick and chooses a {COLOURS[view.tricks[-1].majority]} line."
    return "won the trick and may erase lines."


def current_trick(phase: str, turned_up: int) -> int:
    """Return the number of the trick that is going on: one whose lines are being drawn still is."""
    return turned_up + (phase in ("deal", "lead", "follow"))


def manner(trick: Trick) -> str:
    """Return which card of a trick wins, in two words: "low red"."""
    return f"{'low' if trick.low else 'high'} {COLOURS[trick.majority]}"


# -------------------------------------------------------------------------------------------------------- the table


def table_pieces(view: StarrySkyView) -> tuple[Piece, ...]:
    """Return the seats and what lies between them."""
    me = view.seat or 0
    lit = view.winners if view.last_cards else (view.to_move,)
    return (
        *[seat_piece(place(me, seat), seat, seat in lit) for seat in range(SEATS)],
        *[doing_piece(place(me, seat), seat, view.phase) for seat in lit if seat >= 0],
        *leader_pieces(place(me, view.leader), view.leader, view.phase),
        *[fan_piece(place(me, seat), seat, count) for seat, count in enumerate(view.counts)],
        *[pile_piece(place(me, seat), seat, won) for seat, won in enumerate(view.won)],
        *[sign for seat, voids in enumerate(view.voids) for sign in void_pieces(place(me, seat), seat, voids)],
        *[rubber_piece(place(me, seat), seat) for seat, may in enumerate(view.erasers) if may and not view.last_cards],
        *past_pieces(view.tricks),
        *clock_pieces(view.phase, current_trick(view.phase, len(view.tricks))),
        *middle_pieces(view, me),
    )


def middle_pieces(view: StarrySkyView, me: int) -> tuple[Piece, ...]:
    """Return the cards on the table, and what is said of them: the bids, the trick going on, or the last one."""
    if view.last_cards:
        return bid_pieces(me, view.last_cards, view.bids, view.points, view.winners)
    if any(view.covered):
        own = view.laid if view.seat is not None and view.covered[view.seat] else None
        return covered_pieces(me, view.covered, own, view.led, view.bids)
    if view.tricks:
        return open_pieces(me, view.tricks[-1], view.bids)
    return opening_pieces(me, view.leader)


def place(me: int, seat: int) -> int:
    """Return where a seat sits, from one's own onwards."""
    return (seat - me) % SEATS


@cache
def seat_piece(at: int, seat: int, lit: bool) -> Piece:
    """Return a player's place, which is lit if it is their turn or they have won."""
    x, y = SEAT_AT[at]
    return Piece(f"seat-{seat}", "seat-turn" if lit else "seat", x, y, 0, 1, 0, (), f"Seat {seat}", f"seat {seat}")


@cache
def doing_piece(at: int, seat: int, phase: str) -> Piece:
    """Return what the player whose turn it is does."""
    words = {"lead": "leads", "follow": "follows", "draw": "draws", "erase": "erases?", "over": "wins!"}
    x, y = SEAT_AT[at]
    said = words.get(phase, "")
    return Piece(
        f"doing-{seat}" if phase == "over" else "doing",
        "doing",
        x + DOING_X,
        y + NAME_Y,
        0,
        1,
        1,
        (),
        said,
        f"seat {seat} {said}",
    )


@cache
def leader_pieces(at: int, seat: int, phase: str) -> tuple[Piece, ...]:
    """Return the sign of who leads the trick, or will lead the next one."""
    if phase == "over":
        return ()
    x, y = SEAT_AT[at]
    leads = {"deal": "leads first", "draw": "leads next", "erase": "leads next"}.get(phase, "leads this trick")
    title = f"seat {seat} {leads}"
    return (Piece("leader", "leader", x + LEADER_X, y + NAME_Y, 0, 1, 1, (), "", title),)


@cache
def fan_piece(at: int, seat: int, count: int) -> Piece:
    """Return how many cards a seat holds."""
    x, y = SEAT_AT[at]
    title = f"seat {seat} holds {counted(count, 'card')}"
    symbol = f"fan-{min(count, FAN_MOST)}"
    return Piece(f"fan-{seat}", symbol, x + FAN_X, y + GOODS_Y, 0, 1, 1, (), str(count), title)


@cache
def pile_piece(at: int, seat: int, won: int) -> Piece:
    """Return how many tricks a seat has won."""
    x, y = SEAT_AT[at]
    title = f"seat {seat} has won {counted(won, 'trick')}"
    return Piece(f"pile-{seat}", "pile", x + PILE_X, y + GOODS_Y, 0, 1, 1, (), str(won), title)


@cache
def void_pieces(at: int, seat: int, voids: tuple[bool, bool]) -> tuple[Piece, ...]:
    """Return the colours of which a seat has shown that it holds none."""
    x, y = SEAT_AT[at]
    return tuple(
        Piece(
            f"void-{seat}-{name}",
            f"void-{name}",
            x + VOID_X[colour],
            y + GOODS_Y,
            layer=1,
            title=f"seat {seat} holds no {name} card any more",
        )
        for colour, name in enumerate(COLOURS)
        if voids[colour]
    )


@cache
def rubber_piece(at: int, seat: int) -> Piece:
    """Return the eraser that a seat has not used yet."""
    x, y = SEAT_AT[at]
    title = f"seat {seat} may still erase once"
    return Piece(f"rubber-{seat}", "rubber", x + RUBBER_X, y + GOODS_Y, 0, 1, 1, (), "", title)


@lru_cache(maxsize=1024)
def past_pieces(tricks: tuple[Trick, ...]) -> tuple[Piece, ...]:
    """Return all tricks of the game in a row: those that are over by their colour, the others empty."""
    return tuple([past_piece(at, tricks[at] if at < len(tricks) else None) for at in range(TRICKS)])


@lru_cache(maxsize=4096)
def past_piece(at: int, trick: Trick | None) -> Piece:
    """Return one trick in the row."""
    x, y = PAST_AT[0] + PAST_STEP * (at - (TRICKS - 1) / 2), PAST_AT[1]
    if trick is None:
        return Piece(f"past-{at + 1}", "past-open", x, y, title=f"trick {at + 1}, not played yet")
    symbol = f"past-{COLOURS[trick.majority]}-{'low' if trick.low else 'high'}"
    title = f"trick {at + 1}: {manner(trick)}, won by seat {trick.winner}"
    return Piece(f"past-{at + 1}", symbol, x, y, title=title)


@cache
def clock_pieces(phase: str, trick: int) -> tuple[Piece, ...]:
    """Return the number of the trick."""
    x, y = CLOCK_AT
    if phase == "over":
        return (Piece("clock", "clock", x, y, 0, 1, 1, (), "The bids", "the game is over: the bids are shown"),)
    return (
        Piece("clock", "clock", x, y - 14, 0, 1, 1, (), f"Trick {trick}", f"trick {trick} of {TRICKS}"),
        Piece("clock-of", "small", x, y + 19, 0, 1, 1, (), f"of {TRICKS}"),
    )


@lru_cache(maxsize=4096)
def covered_pieces(
    me: int, covered: tuple[bool, ...], own: int | None, led: int | None, bids: tuple[int, ...]
) -> tuple[Piece, ...]:
    """Return the trick that is going on: backs, one's own card as a face, and the colour that was named."""
    found = [note_piece("is led")]
    if led is not None:
        found.insert(0, tag_piece(led, COLOURS[led], f"the colour named is {COLOURS[led]}"))
    for seat in range(SEATS):
        if own is None or seat != me:
            found.append(back_piece(place(me, seat), seat) if covered[seat] else place_piece(place(me, seat), seat))
            continue
        x, y = CARD_AT[0]
        title = f"the card that you have laid, face down to the others: {card_title(own, bids)}"
        found.append(Piece(f"trick-{seat}", CARD_KEYS[own], x, y, 0, 1, 1, (), bid_label(own, bids), title))
        found.append(Piece("own", "own", x + OWN_AT[0], y + OWN_AT[1], 0, 1, 2, (), "", "face down to the others"))
    return tuple(found)


@lru_cache(maxsize=4096)
def open_pieces(me: int, trick: Trick, bids: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the last trick, turned up, with the card that has won it."""
    tag = tag_piece(trick.majority, manner(trick), f"{manner(trick)} wins the trick")
    found = [tag, note_piece(f"seat {trick.winner} takes it")]
    for seat, card in enumerate(trick.cards):
        x, y = CARD_AT[place(me, seat)]
        wins = seat == trick.winner
        marks = ("taker",) if wins else ("idle",) if card // NUMBERS != trick.majority else ()
        title = f"seat {seat} played {card_title(card, bids)}{', which wins' * wins}"
        found.append(Piece(f"trick-{seat}", CARD_KEYS[card], x, y, 0, 1, 1, marks, bid_label(card, bids), title))
        if wins:
            found.append(laurels_piece(seat, x, y, f"seat {seat} wins the trick"))
    return tuple(found)


@lru_cache(maxsize=1024)
def bid_pieces(
    me: int, cards: tuple[int, ...], bids: tuple[int, ...], points: int, winners: tuple[int, ...]
) -> tuple[Piece, ...]:
    """Return the bids at the end, how far off each is, and who has won."""
    found = [
        Piece(
            "tag", "tag-none", *TAG_AT, 0, 1, 1, (), f"Total {points}", f"the sky is worth {counted(points, 'point')}"
        ),
        note_piece(f"{listed([f'seat {seat}' for seat in winners])} {'wins' if len(winners) == 1 else 'win'}"),
    ]
    for seat, card in enumerate(cards):
        x, y = CARD_AT[place(me, seat)]
        wins, off = seat in winners, abs(bids[card] - points)
        said = "exact" if off == 0 else f"{off} off"
        title = f"seat {seat} bids {card_title(card, bids)}, {said}{', and wins' * wins}"
        marks = ("taker",) * wins
        found.append(Piece(f"trick-{seat}", CARD_KEYS[card], x, y, 0, 1, 1, marks, bid_label(card, bids), title))
        found.append(
            Piece(f"distance-{seat}", "distance", x, y + DISTANCE_Y, 0, 1, 2, (), said, f"seat {seat}: {said}")
        )
        if wins:
            found.append(laurels_piece(seat, x, y, f"seat {seat} wins"))
    return tuple(found)


@cache
def opening_pieces(me: int, leader: int) -> tuple[Piece, ...]:
    """Return the table before the first card is laid."""
    tag = Piece("tag", "tag-none", *TAG_AT, 0, 1, 1, (), "First trick", "the first trick")
    return tag, note_piece(f"seat {leader} leads"), *[place_piece(place(me, seat), seat) for seat in range(SEATS)]


@cache
def back_piece(at: int, seat: int) -> Piece:
    """Return a card that lies face down."""
    title = f"a card that seat {seat} has laid face down"
    return Piece(f"trick-{seat}", "back", *CARD_AT[at], 0, 1, 1, (), "", title)


@cache
def place_piece(at: int, seat: int) -> Piece:
    """Return where a seat has still to lay its card: with that card's key, so that all tables have the same row."""
    title = f"seat {seat} has not laid a card yet"
    return Piece(f"trick-{seat}", "place", *CARD_AT[at], 0, 1, 1, (), "", title)


def tag_piece(colour: int, words: str, title: str) -> Piece:
    """Return a large tag of a colour."""
    return Piece("tag", f"tag-{COLOURS[colour]}", *TAG_AT, 0, 1, 1, (), words, title)


def note_piece(words: str) -> Piece:
    """Return what is said under the tag."""
    return Piece("note", "caption", TAG_AT[0], NOTE_Y, 0, 1, 1, (), words, words)


def laurels_piece(seat: int, x: float, y: float, title: str) -> Piece:
    """Return the sign on a card that wins."""
    return Piece(f"laurels-{seat}", "laurels", x, y + LAURELS_Y, 0, 1, 2, (), "", title)


def card_title(card: int, bids: tuple[int, ...]) -> str:
    """Return a card for the ear."""
    bid = bids[card]
    return f"{CARD_NAMES[card]} ({SIZE_OF[card]}{f', bid {bid}' if bid != card % NUMBERS + 1 else ''})"


def bid_label(card: int, bids: tuple[int, ...]) -> str:
    """Return the bid of a card, where it is not simply its number."""
    return "" if bids[card] == card % NUMBERS + 1 else f"bid {bids[card]}"


# --------------------------------------------------------------------------------------------------------- the hand


def own_hand(view: StarrySkyView) -> Pane:
    """Return one's own cards."""
    turn = view.to_move == view.seat and view.phase in ("lead", "follow")
    return hand_pane(view.hand, view.bids, turn, view.led if turn else None, view.phase)


@lru_cache(maxsize=4096)
def hand_pane(hand: tuple[int, ...], bids: tuple[int, ...], turn: bool, led: int | None, phase: str) -> Pane:
    """Return a hand; on one's turn the cards that may be laid are lifted, and the others are faded."""
    must = led if any(card // NUMBERS == led for card in hand) else None
    playable = [turn and (must is None or card // NUMBERS == must) for card in hand]
    scale = LARGER if len(hand) <= ROOMY_HAND else 1.0
    cards = [
        hand_card(card, at - (len(hand) - 1) / 2, scale, may, turn and not may, bids)
        for at, (card, may) in enumerate(zip(hand, playable, strict=True))
    ]
    words = hand_words(len(hand), turn, led, must, phase)
    return Pane("hand", HAND_FRAME, (hand_word_piece(words), *cards), ("hand",), None, "Your hand")


@lru_cache(maxsize=4096)
def hand_card(card: int, step: float, scale: float, may: bool, faded: bool, bids: tuple[int, ...]) -> Piece:
    """Return a card in hand, that many steps from the middle."""
    x, y = HAND_WIDE / 2 + CARD_STEP * scale * step, HAND_Y - LIFT * may
    title = f"{card_title(card, bids)}{', may be laid' * may}"
    return Piece(CARD_KEYS[card], CARD_KEYS[card], x, y, 0, scale, 1, ("idle",) * faded, bid_label(card, bids), title)


def hand_words(count: int, turn: bool, led: int | None, must: int | None, phase: str) -> str:
    """Return what is said above a hand."""
    if phase == "over" or (count == 1 and not turn):
        return "Your bid"
    if not turn:
        return "Your hand"
    if led is None:
        return "Your turn: lead a card"
    return f"Your turn: follow {COLOURS[led]}" if must is not None else f"Your turn: no {COLOURS[led]}, so any card"


@cache
def hand_word_piece(words: str) -> Piece:
    """Return what is said above a hand, as a piece."""
    return Piece("hand-word", "hand-word", HAND_WIDE / 2, HAND_WORD_Y, 0, 1, 1, (), words, words)
