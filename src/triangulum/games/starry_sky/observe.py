"""Views, events and previews of a state of Starry Sky Trick-Taking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import cast

from triangulum.core.state import CHANCE, OVER
from triangulum.core.views import GameEvent, Preview
from triangulum.games.starry_sky import lookup, skies, tricks
from triangulum.games.starry_sky.rules import StarrySky, StarrySkySetup
from triangulum.games.starry_sky.views import (
    PHASES,
    BidsShown,
    Choice,
    Crossing,
    Dealt,
    Drawn,
    Erased,
    Kept,
    Laid,
    Line,
    NothingDrawn,
    StarrySkyView,
    Stars,
    Trick,
    TurnedUp,
)

# What is on the board.


def get_setup(state: StarrySky) -> StarrySkySetup:
    """Return a state's setup, typed as this game's."""
    return cast(StarrySkySetup, state.setup)


def list_line_stars(setup: StarrySkySetup, line_mask: int) -> tuple[Stars, ...]:
    """Return the two stars of each line in a mask."""
    return tuple(
        skies.PAIRS[pair_index]
        for line_index, pair_index in enumerate(setup.pair_by_line_index)
        if line_mask >> line_index & 1
    )


@lru_cache(maxsize=4096)
def find_lines_and_crossings(
    setup: StarrySkySetup, red_mask: int, blue_mask: int
) -> tuple[tuple[Line, ...], tuple[Crossing, ...]]:
    """Return the lines on a board and where they cross; cached, since every watcher asks, and boards change seldom."""
    lines = list_lines(setup, (red_mask, blue_mask))
    return lines, list_crossings(setup, lines, (red_mask, blue_mask))


def list_lines(setup: StarrySkySetup, colour_masks: Sequence[int]) -> tuple[Line, ...]:
    """Return the lines in two masks, of red lines and of blue ones, sorted by their stars."""
    lines = [Line(stars, colour) for colour, mask in enumerate(colour_masks) for stars in list_line_stars(setup, mask)]
    return tuple(sorted(lines, key=lambda line: line.stars))


def list_crossed_lines(setup: StarrySkySetup, stars: Stars, colour_masks: Sequence[int]) -> tuple[Line, ...]:
    """Return the lines that a segment within reach crosses."""
    crossing = setup.crossing_masks[setup.line_index_by_pair[skies.PAIR_INDEX[stars]]]
    return list_lines(setup, [mask & crossing for mask in colour_masks])


def list_crossings(setup: StarrySkySetup, lines: Sequence[Line], colour_masks: Sequence[int]) -> tuple[Crossing, ...]:
    """Return every two lines of one colour that cross."""
    return tuple(
        Crossing(line.colour, line.stars, crossed.stars)
        for line in lines
        for crossed in list_crossed_lines(setup, line.stars, colour_masks)
        if crossed.colour == line.colour and line.stars < crossed.stars
    )


def list_fresh_lines(state: StarrySky) -> tuple[Stars, ...]:
    """Return the lines drawn after the last trick, in order."""
    fields = list(state.byte_fields)
    return tuple(
        skies.PAIRS[pair - 1]
        for pair in fields[lookup.FRESH_LINES : lookup.FRESH_LINES + fields[lookup.NUM_FRESH_LINES]]
    )


def list_choices(state: StarrySky) -> tuple[Choice, ...]:
    """Return the lines or segments that the winner of a trick may choose now."""
    phase = state.byte_fields[lookup.PHASE]
    if phase == lookup.DRAWING:
        return tuple(build_draw_choice(state, action) for action in state.legal_actions())
    if phase == lookup.ERASING:
        return tuple(
            build_erase_choice(state, action) for action in state.legal_actions() if action != lookup.KEEP_ACTION
        )
    return ()


def build_draw_choice(state: StarrySky, action: int) -> Choice:
    """Return the choice of an action that draws a line, with the points it brings."""
    stars = skies.PAIRS[action - lookup.FIRST_DRAW_ACTION]
    return Choice(stars, 1 + len(list_crossed_lines(get_setup(state), stars, list(state.word_fields))))


def build_erase_choice(state: StarrySky, action: int) -> Choice:
    """Return the choice of an action that erases along a segment, with the lines and points that go."""
    after = cast(StarrySky, state.after(action))
    stars = skies.PAIRS[action - lookup.FIRST_ERASE_ACTION]
    gone = list_crossed_lines(get_setup(state), stars, list(state.word_fields))
    change = int(after.byte_fields[lookup.POINTS]) - int(state.byte_fields[lookup.POINTS])
    return Choice(stars, change, tuple(line.stars for line in gone))


# What has been played.


def list_hand(state: StarrySky, seat: int) -> tuple[int, ...]:
    """Return the cards in a hand, sorted."""
    return tuple(card for card in range(lookup.NUM_CARDS) if state.byte_fields[card] == seat)


def list_tricks(state: StarrySky) -> tuple[Trick, ...]:
    """Return all tricks that have been turned up."""
    fields = list(state.byte_fields)
    setup = get_setup(state)
    cards = [0] * (lookup.NUM_SEATS * fields[lookup.TRICKS_PLAYED])
    for card, place in enumerate(fields[: lookup.NUM_CARDS]):
        if place >= lookup.FACE_UP:
            cards[place - lookup.FACE_UP] = card
    tricks: list[Trick] = []
    leader = 0
    for first in range(0, len(cards), lookup.NUM_SEATS):
        trick = resolve_trick(setup, leader, (cards[first], cards[first + 1], cards[first + 2]))
        tricks.append(trick)
        leader = trick.winner
    return tuple(tricks)


@lru_cache(maxsize=8192)
def resolve_trick(setup: StarrySkySetup, leader: int, cards: tuple[int, int, int]) -> Trick:
    """Return a trick with who wins it and why."""
    return Trick(
        leader=leader,
        cards=cards,
        majority=int(tricks.find_majority_colour(*cards)),
        low=tricks.is_low_trick(setup, *cards),
        winner=int(tricks.find_trick_winner(setup, *cards)),
    )


def has_face_down_card(state: StarrySky, seat: int) -> bool:
    """Tell whether a seat has a card face down."""
    return bool(state.has_face_down_card(seat))


def list_last_cards(state: StarrySky) -> tuple[int, ...]:
    """Return the card that each seat has kept, at the end of a game."""
    return tuple(int(state.find_last_card(seat)) for seat in range(lookup.NUM_SEATS))


# The contract.


def view(state: StarrySky, seat: int | None) -> StarrySkyView:
    """Return what a seat, or a spectator, may know now."""
    setup = get_setup(state)
    fields = list(state.byte_fields)
    seats = range(lookup.NUM_SEATS)
    hands: tuple[list[int], ...] = ([], [], [])
    for card, place in enumerate(fields[: lookup.NUM_CARDS]):
        if place < lookup.NUM_SEATS:
            hands[place].append(card)
    following = fields[lookup.PHASE] == lookup.FOLLOWING
    covered = tuple([following and fields[lookup.TRICK_CARDS + other] != lookup.NO_CARD for other in seats])
    lines, crossings = find_lines_and_crossings(setup, state.word_fields[0], state.word_fields[1])
    over = state.to_move == OVER
    return StarrySkyView(
        seat=seat,
        to_move=state.to_move,
        phase=PHASES[fields[lookup.PHASE]],
        sky=setup.sky,
        bids=setup.bids_tuple,
        erasing=setup.erasing,
        hand=() if seat is None else tuple(hands[seat]),
        counts=tuple(map(len, hands)),
        leader=fields[lookup.LEADER],
        led=None if fields[lookup.LED_COLOUR] == lookup.NO_COLOUR else fields[lookup.LED_COLOUR],
        covered=covered,
        laid=None if seat is None or not covered[seat] else fields[lookup.TRICK_CARDS + seat],
        tricks=list_tricks(state),
        won=tuple(fields[lookup.TRICKS_WON : lookup.TRICKS_WON + lookup.NUM_SEATS]),
        voids=tuple([(bool(fields[lookup.VOIDS + 2 * s]), bool(fields[lookup.VOIDS + 2 * s + 1])) for s in seats]),
        lines=lines,
        crossings=crossings,
        points=fields[lookup.POINTS],
        fresh=list_fresh_lines(state),
        choices=list_choices(state),
        erasers=tuple([setup.erasing and not fields[lookup.HAS_ERASED + other] for other in seats]),
        last_cards=list_last_cards(state) if over else None,
        winners=tuple(state.winners()) if over else (),
    )


def events(state: StarrySky, action: int, seat: int | None) -> Sequence[GameEvent]:
    """Return what a seat, or a spectator, perceives when an action happens."""
    if state.to_move == CHANCE:
        owner = int(state.byte_fields[lookup.NUM_DEALT]) // lookup.HAND_SIZE
        return [Dealt(seat=owner, card=action if seat == owner else None, covered=seat != owner)]
    after = cast(StarrySky, state.after(action))
    mover = int(state.to_move)
    events: list[GameEvent] = []
    if action < lookup.FIRST_DRAW_ACTION:
        leads = state.byte_fields[lookup.PHASE] == lookup.LEADING
        events.append(
            Laid(
                seat=mover,
                card=action if seat == mover else None,
                led=action // lookup.CARDS_PER_COLOUR if leads else None,
                # That the leader has a card of the colour named is news to the others.
                news=leads and seat != mover,
                covered=seat != mover,
            )
        )
        if after.byte_fields[lookup.TRICKS_PLAYED] > state.byte_fields[lookup.TRICKS_PLAYED]:
            events.append(TurnedUp(trick=list_tricks(after)[-1], news=True))
            events += iter_drawn_events(state, after, 0)
            if not after.byte_fields[lookup.NUM_FRESH_LINES] and after.byte_fields[lookup.PHASE] != lookup.DRAWING:
                events.append(NothingDrawn(seat=int(after.byte_fields[lookup.LEADER])))
    elif action < lookup.FIRST_ERASE_ACTION:
        events += iter_drawn_events(state, after, int(state.byte_fields[lookup.NUM_FRESH_LINES]))
    elif action < lookup.KEEP_ACTION:
        along = skies.PAIRS[action - lookup.FIRST_ERASE_ACTION]
        gone = list_crossed_lines(get_setup(state), along, list(state.word_fields))
        events.append(Erased(seat=mover, along=along, lines=gone, points=int(after.byte_fields[lookup.POINTS])))
    else:
        events.append(Kept(seat=mover))
    if after.to_move == OVER:
        cards, winners = list_last_cards(after), tuple(after.winners())
        events.append(BidsShown(cards=cards, points=int(after.byte_fields[lookup.POINTS]), winners=winners, news=True))
    return events


def iter_drawn_events(before: StarrySky, after: StarrySky, num_old: int) -> Iterator[Drawn]:
    """Yield the lines drawn in a step, with the total after each; ``num_old`` of the fresh ones were there already."""
    setup = get_setup(before)
    masks = list(before.word_fields)
    points = int(before.byte_fields[lookup.POINTS])
    colour = int(after.majority_colour())
    for stars in list_fresh_lines(after)[num_old:]:
        # Lines of one trick meet at a star, so none of them crosses another.
        crossed = tuple(line.stars for line in list_crossed_lines(setup, stars, masks))
        points += 1 + len(crossed)
        line = Line(stars, colour)
        yield Drawn(seat=int(after.byte_fields[lookup.LEADER]), line=line, crossed=crossed, points=points)


def preview(state: StarrySky, action: int) -> Preview:
    """Return what an action would bring, from the mover's own hand and the board alone."""
    score = state.action_score(action)
    if action < lookup.FIRST_DRAW_ACTION:
        setup = get_setup(state)
        bids_left = sorted({int(setup.bids[card]) for card in list_hand(state, int(state.to_move)) if card != action})
        return Preview(words=f"leaves you to bid {format_alternatives(bids_left)}", worth=score)
    if action == lookup.KEEP_ACTION:
        return Preview(words="all lines stay", worth=score)
    choice = (
        build_draw_choice(state, action) if action < lookup.FIRST_ERASE_ACTION else build_erase_choice(state, action)
    )
    total = int(state.byte_fields[lookup.POINTS]) + choice.points
    return Preview(words=f"{choice.points:+} for a total of {total}", worth=score)


def format_alternatives(numbers: Sequence[int]) -> str:
    """Return numbers as text: ``3, 5 or 8``."""
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}" if most else last
