# compiled by mypyc
"""Views, events and previews of a state of Starry Sky Trick-Taking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import cast

from triangulum.core.state import CHANCE, OVER
from triangulum.core.views import GameEvent, Preview
from triangulum.games.starry_sky.actions import BLUE, KEEP_ACTION, NO_COLOUR, NUM_CARDS, RED, decode_card, decode_move
from triangulum.games.starry_sky.messages import line_arguments, message
from triangulum.games.starry_sky.options import StarrySkyOptions
from triangulum.games.starry_sky.rules import StarrySkySetup, StarrySkyState, lookup, tricks
from triangulum.games.starry_sky.sky_geometry import PAIR_INDEX_BY_STARS, STAR_PAIRS, StarPair
from triangulum.games.starry_sky.views import (
    PHASES,
    BidsShown,
    CardDealt,
    CardLaid,
    Crossing,
    LineChoice,
    LineDrawn,
    LinesErased,
    LinesKept,
    NoLineDrawn,
    Result,
    SkyLine,
    StarrySkyView,
    Trick,
    TrickTurnedUp,
    WinReason,
)
from triangulum.text import Message

# What is on the board.


def cast_setup(state: StarrySkyState) -> StarrySkySetup:
    """Return a state's setup, typed as this game's."""
    return cast(StarrySkySetup, state.setup)


def decode_line_mask(setup: StarrySkySetup, line_mask: int) -> tuple[StarPair, ...]:
    """Return the two stars of each line in a mask."""
    return tuple(
        STAR_PAIRS[pair_index]
        for line_index, pair_index in enumerate(setup.pair_by_line_index)
        if line_mask >> line_index & 1
    )


@lru_cache(maxsize=4096)
def list_lines_and_crossings(
    setup: StarrySkySetup, red_mask: int, blue_mask: int
) -> tuple[tuple[SkyLine, ...], tuple[Crossing, ...]]:
    """Return the lines on a board and where they cross; cached, since every watcher needs them."""
    lines = list_sky_lines(setup, (red_mask, blue_mask))
    return lines, list_crossings(setup, lines, (red_mask, blue_mask))


def list_sky_lines(setup: StarrySkySetup, line_mask_by_colour: Sequence[int]) -> tuple[SkyLine, ...]:
    """Return the lines in two masks, of red lines and of blue ones, sorted by their stars."""
    lines = [
        SkyLine(stars, colour)
        for colour, mask in enumerate(line_mask_by_colour)
        for stars in decode_line_mask(setup, mask)
    ]
    return tuple(sorted(lines, key=lambda line: line.stars))


def list_crossed_lines(setup: StarrySkySetup, stars: StarPair, colour_masks: Sequence[int]) -> tuple[SkyLine, ...]:
    """Return the lines that the segment between two stars in reach crosses."""
    crossing_mask = setup.crossing_masks[setup.line_index_by_pair[PAIR_INDEX_BY_STARS[stars]]]
    return list_sky_lines(setup, [mask & crossing_mask for mask in colour_masks])


def list_crossings(
    setup: StarrySkySetup, lines: Sequence[SkyLine], colour_masks: Sequence[int]
) -> tuple[Crossing, ...]:
    """Return every two lines of one colour that cross."""
    return tuple(
        Crossing(line.colour, line.stars, crossed.stars)
        for line in lines
        for crossed in list_crossed_lines(setup, line.stars, colour_masks)
        if crossed.colour == line.colour and line.stars < crossed.stars
    )


def list_lines_of_last_trick(state: StarrySkyState) -> tuple[StarPair, ...]:
    """Return the lines drawn after the last trick, in order."""
    fields = list(state.byte_fields)
    return tuple(
        STAR_PAIRS[pair - 1]
        for pair in fields[lookup.FRESH_LINES : lookup.FRESH_LINES + fields[lookup.NUM_FRESH_LINES]]
    )


def list_line_and_erase_choices(state: StarrySkyState) -> tuple[LineChoice, ...]:
    """Return the lines or segments that the winner of a trick may choose now."""
    if state.byte_fields[lookup.PHASE] in (lookup.DRAWING, lookup.ERASING):
        return tuple(build_line_choice(state, action) for action in state.legal_actions() if action != KEEP_ACTION)
    return ()


def build_line_choice(state: StarrySkyState, action: int) -> LineChoice:
    """Return the line or segment of an action, with the change of points and the lines that would go."""
    move = decode_move(action)
    if move.kind == "draw":
        return build_draw_line_choice(state, move.stars)
    erased = list_crossed_lines(cast_setup(state), move.stars, list(state.word_fields))
    change = count_points_without_crossings(state, move.stars) - int(state.byte_fields[lookup.POINTS])
    return LineChoice(move.stars, change, tuple(line.stars for line in erased))


def count_points_without_crossings(state: StarrySkyState, stars: StarPair) -> int:
    """Return the points that are left when lines are erased along the segment between two stars."""
    setup = cast_setup(state)
    kept_mask = ~setup.crossing_masks[setup.line_index_by_pair[PAIR_INDEX_BY_STARS[stars]]]
    return int(state.count_line_points(state.word_fields[0] & kept_mask, state.word_fields[1] & kept_mask))


def build_draw_line_choice(state: StarrySkyState, stars: StarPair) -> LineChoice:
    """Return the choice to draw a line, with the points that it brings."""
    return LineChoice(stars, 1 + len(list_crossed_lines(cast_setup(state), stars, list(state.word_fields))))


# What has been played.


def list_hand(state: StarrySkyState, seat: int) -> tuple[int, ...]:
    """Return the cards in a hand, sorted."""
    return tuple(card for card in range(NUM_CARDS) if state.byte_fields[card] == seat)


def list_tricks(state: StarrySkyState) -> tuple[Trick, ...]:
    """Return all tricks that have been turned up."""
    fields = list(state.byte_fields)
    setup = cast_setup(state)
    cards = [0] * (lookup.NUM_SEATS * fields[lookup.TRICKS_PLAYED])
    for card, place in enumerate(fields[:NUM_CARDS]):
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


def has_face_down_card(state: StarrySkyState, seat: int) -> bool:
    """Return whether a seat has a card face down."""
    return bool(state.has_face_down_card(seat))


def build_result(state: StarrySkyState) -> Result:
    """Return the bids and the winners of a game that is over, and what decided it."""
    setup = cast_setup(state)
    cards = tuple(int(state.find_bid_left_in_hand(seat)) for seat in range(lookup.NUM_SEATS))
    num_red, num_blue = (int(state.word_fields[colour]).bit_count() for colour in (RED, BLUE))
    points = int(state.byte_fields[lookup.POINTS])
    return Result(
        cards=cards,
        bids=tuple(setup.bids_tuple[card] for card in cards),
        points=points,
        num_red_lines=num_red,
        num_blue_lines=num_blue,
        num_crossings=points - num_red - num_blue,
        winners=tuple(state.winners()),
        reason=find_win_reason(state, cards, num_red - num_blue),
    )


def find_win_reason(state: StarrySkyState, cards: Sequence[int], num_more_red: int) -> WinReason:
    """Return what decided a game that is over; ``num_more_red`` is how many more red lines than blue ones there are."""
    score = state.score()
    closest = [seat for seat in range(lookup.NUM_SEATS) if score[seat] == max(score)]
    if len(closest) == 1:
        return "closest"
    colour = RED if num_more_red > 0 else BLUE
    of_colour = [seat for seat in closest if num_more_red and decode_card(cards[seat])[0] == colour]
    is_colour_decisive = 0 < len(of_colour) < len(closest)
    if len(state.winners()) > 1:
        return "shared-colour" if is_colour_decisive else "shared"
    if is_colour_decisive:
        return "colour" if len(of_colour) == 1 else "colour-tricks"
    return "tricks"


# The contract.


def view(state: StarrySkyState, seat: int | None) -> StarrySkyView:
    """Return what a seat, or a spectator, may know now."""
    setup = cast_setup(state)
    fields = list(state.byte_fields)
    seats = range(lookup.NUM_SEATS)
    hands: tuple[list[int], ...] = ([], [], [])
    for card, place in enumerate(fields[:NUM_CARDS]):
        if place < lookup.NUM_SEATS:
            hands[place].append(card)
    is_following = fields[lookup.PHASE] == lookup.FOLLOWING
    face_down = tuple([is_following and fields[lookup.TRICK_CARDS + owner] != lookup.NO_CARD for owner in seats])
    lines, crossings = list_lines_and_crossings(setup, state.word_fields[0], state.word_fields[1])
    return StarrySkyView(
        seat=seat,
        to_move=state.to_move,
        phase=PHASES[fields[lookup.PHASE]],
        sky=setup.sky,
        bids=setup.bids_tuple,
        erasing=cast(StarrySkyOptions, setup.options).erasing,
        hand=() if seat is None else tuple(hands[seat]),
        hand_sizes=tuple(map(len, hands)),
        leader=fields[lookup.LEADER],
        led_colour=None if fields[lookup.LED_COLOUR] == NO_COLOUR else fields[lookup.LED_COLOUR],
        has_face_down_card=face_down,
        own_face_down_card=None if seat is None or not face_down[seat] else fields[lookup.TRICK_CARDS + seat],
        tricks=list_tricks(state),
        tricks_won=tuple(fields[lookup.TRICKS_WON : lookup.TRICKS_WON + lookup.NUM_SEATS]),
        voids=tuple([(bool(fields[lookup.VOIDS + 2 * s]), bool(fields[lookup.VOIDS + 2 * s + 1])) for s in seats]),
        lines=lines,
        crossings=crossings,
        points=fields[lookup.POINTS],
        fresh_lines=list_lines_of_last_trick(state),
        choices=list_line_and_erase_choices(state),
        can_erase=tuple([setup.has_erasing and not fields[lookup.HAS_ERASED + owner] for owner in seats]),
        result=build_result(state) if state.to_move == OVER else None,
    )


def events(state: StarrySkyState, action: int, seat: int | None) -> Sequence[GameEvent]:
    """Return what a seat, or a spectator, perceives when an action happens."""
    if state.to_move == CHANCE:
        owner = int(state.byte_fields[lookup.NUM_DEALT]) // lookup.HAND_SIZE
        return [CardDealt(seat=owner, card=action if seat == owner else None, covered=seat != owner)]
    after = cast(StarrySkyState, state.after(action))
    mover = int(state.to_move)
    events: list[GameEvent] = []
    move = decode_move(action)
    if move.kind == "lay":
        leads = state.byte_fields[lookup.PHASE] == lookup.LEADING
        events.append(
            CardLaid(
                seat=mover,
                card=move.card if seat == mover else None,
                led_colour=decode_card(move.card)[0] if leads else None,
                # The colour that is led tells the others something about the leader's hand.
                news=leads and seat != mover,
                covered=seat != mover,
            )
        )
        if after.byte_fields[lookup.TRICKS_PLAYED] > state.byte_fields[lookup.TRICKS_PLAYED]:
            events.append(TrickTurnedUp(trick=list_tricks(after)[-1], news=True))
            if not is_erasing_before_drawing(after):
                events += list_drawing_events(state, after)
    elif move.kind == "draw":
        events += iter_line_drawn_events(state, after, int(state.byte_fields[lookup.NUM_FRESH_LINES]))
    elif move.kind == "erase":
        erased = list_crossed_lines(cast_setup(state), move.stars, list(state.word_fields))
        points = count_points_without_crossings(state, move.stars)
        events.append(LinesErased(seat=mover, along=move.stars, lines=erased, points=points))
    else:
        events.append(LinesKept(seat=mover))
    if is_erasing_before_drawing(state):
        events += list_drawing_events(state, after)
    if after.to_move == OVER:
        events.append(BidsShown(result=build_result(after), news=True))
    return events


def is_erasing_before_drawing(state: StarrySkyState) -> bool:
    """Return whether the winner of a trick decides about erasing, and its line is still to be drawn."""
    return cast_setup(state).erases_before_drawing and state.byte_fields[lookup.PHASE] == lookup.ERASING


def list_drawing_events(before: StarrySkyState, after: StarrySkyState) -> list[GameEvent]:
    """Return the first lines of a trick that an action draws, or that none can be drawn."""
    if not after.byte_fields[lookup.NUM_FRESH_LINES] and after.byte_fields[lookup.PHASE] != lookup.DRAWING:
        return [NoLineDrawn(seat=int(after.byte_fields[lookup.LEADER]))]
    return [*iter_line_drawn_events(before, after, 0)]


def iter_line_drawn_events(before: StarrySkyState, after: StarrySkyState, num_old: int) -> Iterator[LineDrawn]:
    """Yield the lines drawn by an action, with the total after each; the first ``num_old`` fresh lines are older."""
    setup = cast_setup(before)
    # The same action may have erased lines before.
    masks = [old & new for old, new in zip(before.word_fields, after.word_fields, strict=True)]
    points = int(before.count_line_points(*masks))
    colour = int(after.trick_majority_colour())
    for stars in list_lines_of_last_trick(after)[num_old:]:
        # Lines of one trick meet at a star, so none of them crosses another.
        crossed = tuple(line.stars for line in list_crossed_lines(setup, stars, masks))
        points += 1 + len(crossed)
        line = SkyLine(stars, colour)
        yield LineDrawn(seat=int(after.byte_fields[lookup.LEADER]), line=line, crossed=crossed, points=points)


def preview(state: StarrySkyState, action: int) -> Preview:
    """Return what an action would bring, from the mover's own hand and the board alone."""
    return Preview(words=describe_preview(state, action), worth=state.action_score(action))


def describe_preview(state: StarrySkyState, action: int) -> Message:
    """Return a sentence about what an action would bring."""
    move = decode_move(action)
    if move.kind == "lay":
        bids, hand = cast_setup(state).bids_tuple, list_hand(state, int(state.to_move))
        bids_left = sorted({bids[card] for card in hand if card != move.card})
        if len(bids_left) == 1:
            return message("preview-bid", bid=bids_left[0])
        return message("preview-bids", bids=tuple(bids_left))
    if move.kind == "draw":
        return describe_drawing(state, action, build_line_choice(state, action))
    after = cast(StarrySkyState, state.after(action))
    total = int(after.byte_fields[lookup.POINTS])
    # Where lines are erased before drawing, the line of the trick is drawn next.
    line = list_lines_of_last_trick(after) if is_erasing_before_drawing(state) else ()
    drawing = {"draws": "yes", **line_arguments(line[0])} if line else {"draws": "no"}
    if move.kind == "keep":
        is_last = state.byte_fields[lookup.TRICKS_PLAYED] == lookup.NUM_TRICKS
        return message("preview-keep-last" if is_last else "preview-keep", total=total, **drawing)
    choice = build_line_choice(state, action)
    return message("preview-erase", count=len(choice.erased), points=-choice.points, total=total, **drawing)


def describe_drawing(state: StarrySkyState, action: int, choice: LineChoice) -> Message:
    """Return a sentence about a line that could be drawn, and about the one that would then be drawn by itself."""
    after = cast(StarrySkyState, state.after(action))
    total = int(after.byte_fields[lookup.POINTS])
    _, *forced_lines = list_lines_of_last_trick(after)[int(state.byte_fields[lookup.NUM_FRESH_LINES]) :]
    points, crossings = choice.points, choice.points - 1
    if forced_lines:
        line = line_arguments(forced_lines[0])
        return message("preview-draw-two", points=points, crossings=crossings, total=total, **line)
    return message("preview-draw", points=points, crossings=crossings, total=total)
