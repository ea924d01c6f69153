"""What one may know in Starry Sky Trick-Taking, and what one sees happen.

Cards are numbers: 0-11 are red 1-12, 12-23 are blue 1-12. Stars are 0-11 for the printed 1-12. A line is named by its
two stars, the lower first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, cast

import msgspec

from triangulum.core.state import CHANCE, OVER
from triangulum.core.views import GameEvent, Preview, View
from triangulum.games.starry_sky import lookup, skies, tricks
from triangulum.games.starry_sky.rules import StarrySky, StarrySkySetup

PHASES: Final = ("deal", "lead", "follow", "draw", "erase", "over")

COLOURS: Final = ("red", "blue")

Stars = tuple[int, int]
"""Two stars that a line joins, the lower number first."""


class Line(msgspec.Struct, frozen=True):
    """A line on the board."""

    stars: Stars
    colour: int


class Crossing(msgspec.Struct, frozen=True):
    """Two lines of one colour that cross, which is worth a point."""

    colour: int
    one: Stars
    other: Stars


class Choice(msgspec.Struct, frozen=True):
    """Something that the winner of a trick may do to the board: draw a line, or erase along a segment."""

    stars: Stars
    points: int
    """By how much the total would change."""
    erased: tuple[Stars, ...] = ()
    """The lines that would go."""


class Trick(msgspec.Struct, frozen=True):
    """A trick that has been turned up."""

    leader: int
    cards: tuple[int, int, int]
    """By seat."""
    majority: int
    """The colour of at least two of the cards."""
    low: bool
    """Whether two or three cards are S, so that the lowest of the majority wins."""
    winner: int


class StarrySkyView(View, frozen=True, kw_only=True):
    """The sky, the tricks so far, one's own hand."""

    sky: tuple[tuple[int, int], ...]
    """Where each star is: x to the right and y downwards, 0 to 300."""
    bids: tuple[int, ...]
    """What each card bids, by card; from the components."""
    erasing: bool
    """Whether the game is played with the line-elimination rule."""
    hand: tuple[int, ...]
    """One's own cards, sorted; none for a spectator."""
    counts: tuple[int, ...]
    """How many cards each seat holds in hand."""
    leader: int
    """Who leads the trick that is being played; while cards are dealt or lines are drawn, who leads the next one."""
    led: int | None
    """The colour that the leader has named for the trick that is being played."""
    covered: tuple[bool, ...]
    """For each seat whether it has laid a card face down that is still face down."""
    laid: int | None
    """The card that one has laid face down oneself."""
    tricks: tuple[Trick, ...]
    """All tricks that have been turned up; the last one stays on the table until the next card is laid."""
    won: tuple[int, ...]
    """How many tricks each seat has won."""
    voids: tuple[tuple[bool, bool], ...]
    """For each seat and colour whether all have seen that it holds none any more."""
    lines: tuple[Line, ...]
    """Sorted by their stars."""
    crossings: tuple[Crossing, ...]
    points: int
    """One for each line and one for each crossing."""
    fresh: tuple[Stars, ...]
    """The lines drawn after the last trick, in the order in which they were drawn; to be marked as new."""
    choices: tuple[Choice, ...]
    """While lines are drawn or erased, what the winner of the trick may do, sorted by stars; all can see that."""
    erasers: tuple[bool, ...]
    """For each seat whether it may still erase in this game; all False without the variant."""
    last_cards: tuple[int, ...] | None
    """The card that each seat kept as its bid, once the game is over."""
    winners: tuple[int, ...]
    """Who has won, once the game is over."""


class Dealt(GameEvent, frozen=True, kw_only=True):
    """A card is dealt; only who gets it sees which."""

    seat: int
    card: int | None


class Laid(GameEvent, frozen=True, kw_only=True):
    """A card is laid face down; only its owner sees which. The leader names its colour."""

    seat: int
    card: int | None
    led: int | None
    """The colour named, if this leads the trick."""


class TurnedUp(GameEvent, frozen=True, kw_only=True):
    """The three cards of a trick are turned up together."""

    trick: Trick


class Drawn(GameEvent, frozen=True, kw_only=True):
    """A line is drawn, by choice or because it is the only one possible."""

    seat: int
    line: Line
    crossed: tuple[Stars, ...]
    """The lines of its colour that it crosses, a point each."""
    points: int
    """The new total."""


class NothingDrawn(GameEvent, frozen=True, kw_only=True):
    """The winner of a trick can draw no line at all."""

    seat: int


class Erased(GameEvent, frozen=True, kw_only=True):
    """Lines are erased along a segment."""

    seat: int
    along: Stars
    lines: tuple[Line, ...]
    points: int
    """The new total."""


class Kept(GameEvent, frozen=True, kw_only=True):
    """The winner of a trick could erase lines, and does not."""

    seat: int


class BidsShown(GameEvent, frozen=True, kw_only=True):
    """The game is over: the last cards are shown."""

    cards: tuple[int, ...]
    points: int
    winners: tuple[int, ...]


# What is on the board.


def setup_of(state: StarrySky) -> StarrySkySetup:
    """Return a state's setup as what it is."""
    return cast(StarrySkySetup, state.setup)


def lines_in(setup: StarrySkySetup, mask: int) -> tuple[Stars, ...]:
    """Return the lines in a mask."""
    return tuple(skies.PAIRS[pair] for way, pair in enumerate(setup.pair_back) if mask >> way & 1)


@lru_cache(maxsize=4096)
def board_of(setup: StarrySkySetup, red: int, blue: int) -> tuple[tuple[Line, ...], tuple[Crossing, ...]]:
    """Return the lines on a board and where they cross; kept, since every watcher asks, and boards change seldom."""
    lines = lines_of(setup, (red, blue))
    return lines, crossings_of(setup, lines, (red, blue))


def lines_of(setup: StarrySkySetup, masks: Sequence[int]) -> tuple[Line, ...]:
    """Return all lines in two masks, of red lines and of blue ones, sorted by their stars."""
    lines = [Line(stars, colour) for colour, mask in enumerate(masks) for stars in lines_in(setup, mask)]
    return tuple(sorted(lines, key=lambda line: line.stars))


def crossed_by(setup: StarrySkySetup, stars: Stars, masks: Sequence[int]) -> tuple[Line, ...]:
    """Return the lines that a segment within reach crosses."""
    crossing = setup.crossing[setup.way_of[skies.PAIR_NUMBER[stars]]]
    return lines_of(setup, [mask & crossing for mask in masks])


def crossings_of(setup: StarrySkySetup, lines: Sequence[Line], masks: Sequence[int]) -> tuple[Crossing, ...]:
    """Return every two lines of one colour that cross."""
    return tuple(
        Crossing(line.colour, line.stars, other.stars)
        for line in lines
        for other in crossed_by(setup, line.stars, masks)
        if other.colour == line.colour and line.stars < other.stars
    )


def fresh_lines(state: StarrySky) -> tuple[Stars, ...]:
    """Return the lines drawn after the last trick, in order."""
    small = list(state.byte_fields)
    return tuple(skies.PAIRS[pair - 1] for pair in small[lookup.FRESH : lookup.FRESH + small[lookup.DREW]])


def choices_of(state: StarrySky) -> tuple[Choice, ...]:
    """Return what the winner of a trick may do to the board."""
    phase = state.byte_fields[lookup.PHASE]
    if phase == lookup.DRAWING:
        return tuple(drawing(state, action) for action in state.legal_actions())
    if phase == lookup.ERASING:
        return tuple(erasing(state, action) for action in state.legal_actions() if action != lookup.KEEP)
    return ()


def drawing(state: StarrySky, action: int) -> Choice:
    """Return what drawing a line would bring."""
    stars = skies.PAIRS[action - lookup.DRAW]
    return Choice(stars, 1 + len(crossed_by(setup_of(state), stars, list(state.word_fields))))


def erasing(state: StarrySky, action: int) -> Choice:
    """Return what erasing along a segment would bring."""
    after = cast(StarrySky, state.after(action))
    stars = skies.PAIRS[action - lookup.ERASE]
    gone = crossed_by(setup_of(state), stars, list(state.word_fields))
    change = int(after.byte_fields[lookup.POINTS]) - int(state.byte_fields[lookup.POINTS])
    return Choice(stars, change, tuple(line.stars for line in gone))


# What has been played.


def hand_of(state: StarrySky, seat: int) -> tuple[int, ...]:
    """Return the cards in a hand, sorted."""
    return tuple(card for card in range(lookup.CARDS) if state.byte_fields[card] == seat)


def tricks_of(state: StarrySky) -> tuple[Trick, ...]:
    """Return all tricks that have been turned up."""
    small = list(state.byte_fields)
    setup = setup_of(state)
    cards = [0] * (lookup.SEATS * small[lookup.PLAYED])
    for card, place in enumerate(small[: lookup.CARDS]):
        if place >= lookup.OPEN:
            cards[place - lookup.OPEN] = card
    tricks: list[Trick] = []
    leader = 0
    for first in range(0, len(cards), lookup.SEATS):
        trick = resolved(setup, leader, (cards[first], cards[first + 1], cards[first + 2]))
        tricks.append(trick)
        leader = trick.winner
    return tuple(tricks)


@lru_cache(maxsize=8192)
def resolved(setup: StarrySkySetup, leader: int, cards: tuple[int, int, int]) -> Trick:
    """Return a trick with who wins it and why."""
    return Trick(
        leader=leader,
        cards=cards,
        majority=int(tricks.majority_of(*cards)),
        low=tricks.is_low(setup, *cards),
        winner=int(tricks.winner_of(setup, *cards)),
    )


def is_covered(state: StarrySky, seat: int) -> bool:
    """Tell whether a seat has a card face down."""
    return bool(state.is_covered(seat))


def last_cards(state: StarrySky) -> tuple[int, ...]:
    """Return the card that each seat has kept, at the end of a game."""
    return tuple(int(state.last_card(seat)) for seat in range(lookup.SEATS))


# The contract.


def view(state: StarrySky, seat: int | None) -> StarrySkyView:
    """Return what a seat, or a spectator, may know now."""
    setup = setup_of(state)
    small = list(state.byte_fields)
    seats = range(lookup.SEATS)
    hands: tuple[list[int], ...] = ([], [], [])
    for card, place in enumerate(small[: lookup.CARDS]):
        if place < lookup.SEATS:
            hands[place].append(card)
    following = small[lookup.PHASE] == lookup.FOLLOWING
    covered = tuple([following and small[lookup.TABLE + other] != lookup.NO_CARD for other in seats])
    lines, crossings = board_of(setup, state.word_fields[0], state.word_fields[1])
    over = state.to_move == OVER
    return StarrySkyView(
        seat=seat,
        to_move=state.to_move,
        phase=PHASES[small[lookup.PHASE]],
        sky=setup.sky,
        bids=setup.bid_numbers,
        erasing=setup.erasing,
        hand=() if seat is None else tuple(hands[seat]),
        counts=tuple(map(len, hands)),
        leader=small[lookup.LEADER],
        led=None if small[lookup.LED] == lookup.NO_COLOUR else small[lookup.LED],
        covered=covered,
        laid=None if seat is None or not covered[seat] else small[lookup.TABLE + seat],
        tricks=tricks_of(state),
        won=tuple(small[lookup.WON : lookup.WON + lookup.SEATS]),
        voids=tuple([(bool(small[lookup.VOID + 2 * s]), bool(small[lookup.VOID + 2 * s + 1])) for s in seats]),
        lines=lines,
        crossings=crossings,
        points=small[lookup.POINTS],
        fresh=fresh_lines(state),
        choices=choices_of(state),
        erasers=tuple([setup.erasing and not small[lookup.USED + other] for other in seats]),
        last_cards=last_cards(state) if over else None,
        winners=tuple(state.winners()) if over else (),
    )


def events(state: StarrySky, action: int, seat: int | None) -> Sequence[GameEvent]:
    """Return what a seat, or a spectator, perceives when an action happens."""
    if state.to_move == CHANCE:
        owner = int(state.byte_fields[lookup.DEALT]) // lookup.HAND
        return [Dealt(seat=owner, card=action if seat == owner else None, covered=seat != owner)]
    after = cast(StarrySky, state.after(action))
    mover = int(state.to_move)
    events: list[GameEvent] = []
    if action < lookup.DRAW:
        leads = state.byte_fields[lookup.PHASE] == lookup.LEADING
        events.append(
            Laid(
                seat=mover,
                card=action if seat == mover else None,
                led=action // lookup.NUMBERS if leads else None,
                # That the leader has a card of the colour named is news to the others.
                news=leads and seat != mover,
                covered=seat != mover,
            )
        )
        if after.byte_fields[lookup.PLAYED] > state.byte_fields[lookup.PLAYED]:
            events.append(TurnedUp(trick=tricks_of(after)[-1], news=True))
            events += each_drawn(state, after, 0)
            if not after.byte_fields[lookup.DREW] and after.byte_fields[lookup.PHASE] != lookup.DRAWING:
                events.append(NothingDrawn(seat=int(after.byte_fields[lookup.LEADER])))
    elif action < lookup.ERASE:
        events += each_drawn(state, after, int(state.byte_fields[lookup.DREW]))
    elif action < lookup.KEEP:
        along = skies.PAIRS[action - lookup.ERASE]
        gone = crossed_by(setup_of(state), along, list(state.word_fields))
        events.append(Erased(seat=mover, along=along, lines=gone, points=int(after.byte_fields[lookup.POINTS])))
    else:
        events.append(Kept(seat=mover))
    if after.to_move == OVER:
        cards, winners = last_cards(after), tuple(after.winners())
        events.append(BidsShown(cards=cards, points=int(after.byte_fields[lookup.POINTS]), winners=winners, news=True))
    return events


def each_drawn(before: StarrySky, after: StarrySky, old: int) -> Iterator[Drawn]:
    """Yield the lines drawn in a step, with the total after each; ``old`` of the fresh ones were there already."""
    setup = setup_of(before)
    masks = list(before.word_fields)
    points = int(before.byte_fields[lookup.POINTS])
    colour = int(after.majority())
    for stars in fresh_lines(after)[old:]:
        # Lines of one trick meet at a star, so none of them crosses another.
        crossed = tuple(line.stars for line in crossed_by(setup, stars, masks))
        points += 1 + len(crossed)
        line = Line(stars, colour)
        yield Drawn(seat=int(after.byte_fields[lookup.LEADER]), line=line, crossed=crossed, points=points)


def preview(state: StarrySky, action: int) -> Preview:
    """Return what an action would bring, from the mover's own hand and the board alone."""
    worth = state.action_score(action)
    if action < lookup.DRAW:
        setup = setup_of(state)
        left = sorted({int(setup.bids[card]) for card in hand_of(state, int(state.to_move)) if card != action})
        return Preview(words=f"leaves you to bid {either(left)}", worth=worth)
    if action == lookup.KEEP:
        return Preview(words="all lines stay", worth=worth)
    choice = drawing(state, action) if action < lookup.ERASE else erasing(state, action)
    total = int(state.byte_fields[lookup.POINTS]) + choice.points
    return Preview(words=f"{choice.points:+} for a total of {total}", worth=worth)


def either(numbers: Sequence[int]) -> str:
    """Return a list of alternatives in words."""
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}" if most else last
