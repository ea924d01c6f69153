# compiled by mypyc
"""Views, events and previews of a state of Star Runners; nothing is hidden from anybody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from triangulum.core.state import CHANCE, OVER
from triangulum.core.views import GameEvent, Preview
from triangulum.games.star_runners import rules
from triangulum.games.star_runners.actions import NUM_PLACES, NUM_SIZES, decode_move, decode_roll
from triangulum.games.star_runners.messages import describe_size, message
from triangulum.games.star_runners.options import StarRunnersOptions
from triangulum.games.star_runners.rules import StarRunnersState
from triangulum.games.star_runners.views import (
    PHASES,
    PLACE_NAMES,
    DiceRolled,
    DoneDeclared,
    DoublesTaken,
    GameDrawn,
    GameWon,
    HomeBuilt,
    RerollChosen,
    Ship,
    ShipHopped,
    StarRunnersView,
    TurnEnded,
)
from triangulum.text import Message

LETTERS_BY_DIGEST: dict[str, str] = {}
"""The letters of the sizes, by the digest of a box."""
SEATS = range(2)
SIZES = range(NUM_SIZES)
SHIP_LOOKUP = tuple(
    [
        Ship(owner, size, place, visited)
        for owner in SEATS
        for size in SIZES
        for visited in (False, True)
        for place in PLACE_NAMES
    ]
)
"""Every ship at every place, built once because views are built often; see ``find_ship``."""


def view(state: StarRunnersState, seat: int | None) -> StarRunnersView:
    """Return what a seat, or a spectator, may know now: the whole table."""
    fields = list(state.byte_fields)
    options = cast(StarRunnersOptions, state.setup.options)
    winners = state.winners()
    ships = tuple([find_ship(fields, owner, size) for owner in SEATS for size in SIZES])
    return StarRunnersView(
        seat=seat,
        to_move=state.to_move,
        phase=PHASES[fields[rules.PHASE]],
        turn_of=fields[rules.TURN_OF],
        turns=state.count_ended_turns(),
        turn_limit=options.turn_limit,
        homes=options.homes,
        rerolls=options.rerolls,
        letters=size_letters(state),
        missing_sizes=(find_missing_size(fields, 0), find_missing_size(fields, 1)),
        ships=ships,
        dice=decode_roll(int(fields[rules.ROLL_CODE]) - 1) if fields[rules.ROLL_CODE] else None,
        points=fields[rules.POINTS],
        winner=winners[0] if winners else None,
    )


def find_ship(fields: list[int], owner: int, size: int) -> Ship:
    """Return a seat's ship of a size, from the bytes of a state."""
    ship_index = owner * NUM_SIZES + size
    visited = fields[rules.VISIT_MASKS + owner] >> size & 1
    return SHIP_LOOKUP[(2 * ship_index + visited) * NUM_PLACES + fields[rules.SHIP_PLACES + ship_index]]


def events(state: StarRunnersState, action: int, seat: int | None) -> Sequence[GameEvent]:
    """Return what everybody sees when an action happens: the action, and the end of the turn or the game."""
    after = state.after(action)
    fields = list(state.byte_fields)
    mover = fields[rules.TURN_OF]
    events: list[GameEvent] = [build_action_event(state, action, fields, mover)]
    if after.winners():
        events.append(GameWon(seat=mover))
        return events
    fields_after = list(after.byte_fields)
    if fields_after[rules.NUM_TURNS :] != fields[rules.NUM_TURNS :]:
        new_visit_mask = fields_after[rules.VISIT_MASKS + mover] & ~fields[rules.VISIT_MASKS + mover]
        visited = tuple(size_name(state, size) for size in SIZES if new_visit_mask >> size & 1)
        events.append(
            TurnEnded(seat=mover, visited=visited, unspent=count_movement_points_after_action(state, action, fields))
        )
        if after.to_move == OVER:
            events.append(GameDrawn(seat=mover))
    return events


def build_action_event(state: StarRunnersState, action: int, fields: list[int], mover: int) -> GameEvent:
    """Return the event of the action itself, without the end of the turn or the game that may follow."""
    if state.to_move == CHANCE:
        greater, lesser = decode_roll(action)
        is_choice = greater == lesser and fields[rules.PHASE] != rules.REROLLING
        return DiceRolled(seat=mover, dice=(greater, lesser), is_choice=is_choice)
    move = decode_move(action)
    if move.kind == "hop":
        start, goal = fields[rules.SHIP_PLACES + mover * NUM_SIZES + move.size], move.place
        ship = size_name(state, move.size)
        return ShipHopped(seat=mover, ship=ship, start=PLACE_NAMES[start], place=PLACE_NAMES[goal])
    if move.kind == "take":
        return DoublesTaken(seat=mover, points=fields[rules.POINTS])
    if move.kind == "reroll":
        return RerollChosen(seat=mover)
    if move.kind == "done":
        return DoneDeclared(seat=mover)
    smaller, larger = (size_name(state, size) for size in SIZES if size != move.size)
    return HomeBuilt(seat=mover, pair=(smaller, larger))


def count_movement_points_after_action(state: StarRunnersState, action: int, byte_fields: list[int]) -> int:
    """Return how many points a player can still spend on hops after an action."""
    if state.to_move == CHANCE:
        return decode_roll(action)[0]
    move = decode_move(action)
    if move.kind == "hop":
        return int(byte_fields[rules.POINTS] - state.setup.components.box.sizes[move.size].pips)
    return byte_fields[rules.POINTS]


def preview(state: StarRunnersState, action: int) -> Preview:
    """Return what an action would bring, except for the dice: nothing else is hidden."""
    return Preview(words=describe_result(state, action), worth=state.action_score(action))


def describe_result(state: StarRunnersState, action: int) -> Message:
    """Return what happens when the mover plays an action."""
    happened = events(state, action, state.to_move)
    match happened[-1]:
        case GameWon():
            return message("preview-wins")
        case GameDrawn():
            return message("preview-draws")
        case TurnEnded(visited=visited, unspent=unspent):
            if not visited:
                return message("preview-ends-turn", points=unspent)
            return message("preview-visits", points=unspent, sizes=tuple([describe_size(name) for name in visited]))
        case HomeBuilt():
            return message("preview-home")
        case DoublesTaken(points=points):
            return message("preview-points", points=points)
        case RerollChosen():
            is_chained = cast(StarRunnersOptions, state.setup.options).rerolls == "chain"
            return message("preview-reroll" if is_chained else "preview-reroll-once")
    num_points = count_movement_points_after_action(state, action, list(state.byte_fields))
    return message("preview-points-left", points=num_points)


def size_name(state: StarRunnersState, size: int) -> str:
    """Return the name of a size."""
    name: str = state.setup.components.box.sizes[size].name
    return name


def size_letters(state: StarRunnersState) -> str:
    """Return the letters of the sizes, smallest first; cached, since every listed action needs them."""
    components = state.setup.components
    letters = LETTERS_BY_DIGEST.get(components.digest)
    if letters is None:
        letters = LETTERS_BY_DIGEST[components.digest] = "".join(size.letter for size in components.box.sizes)
    return letters


def home_letters(state: StarRunnersState, missing_size: int) -> str:
    """Return the letters of a binary star that lacks one size."""
    return size_letters(state).replace(size_letters(state)[missing_size], "")


def find_missing_size(fields: list[int], seat: int) -> int | None:
    """Return the size that a seat's binary star lacks, or None before it is built."""
    size = fields[rules.MISSING_SIZES + seat]
    return None if size == rules.NOT_BUILT else size
