# compiled by mypyc
"""What one may know in Star Runners, which is everything, and what one sees happen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from triangulum.core.state import CHANCE, OVER
from triangulum.core.views import GameEvent, Preview
from triangulum.core.wording import format_count
from triangulum.games.star_runners import rules
from triangulum.games.star_runners.options import StarRunnersOptions
from triangulum.games.star_runners.rules import StarRunners, StarRunnersSetup
from triangulum.games.star_runners.views import PHASES as PHASES
from triangulum.games.star_runners.views import PLACE_NAMES as PLACE_NAMES
from triangulum.games.star_runners.views import BuiltHome as BuiltHome
from triangulum.games.star_runners.views import Drawn as Drawn
from triangulum.games.star_runners.views import Hopped as Hopped
from triangulum.games.star_runners.views import Phase as Phase
from triangulum.games.star_runners.views import Place as Place
from triangulum.games.star_runners.views import Rolled as Rolled
from triangulum.games.star_runners.views import RollsAgain as RollsAgain
from triangulum.games.star_runners.views import Ship as Ship
from triangulum.games.star_runners.views import StarRunnersEvent as StarRunnersEvent
from triangulum.games.star_runners.views import StarRunnersView as StarRunnersView
from triangulum.games.star_runners.views import Stopped as Stopped
from triangulum.games.star_runners.views import TookDoubles as TookDoubles
from triangulum.games.star_runners.views import TurnEnded as TurnEnded
from triangulum.games.star_runners.views import Won as Won

LETTERS_BY_DIGEST: dict[str, str] = {}
"""Of boxes by their digest."""
SEATS = range(2)
SIZES = range(rules.SIZES)
SHIPS = tuple(
    [
        Ship(owner, size, place, visited)
        for owner in SEATS
        for size in SIZES
        for visited in (False, True)
        for place in PLACE_NAMES
    ]
)
"""Every ship wherever it can be, made once because views are made often."""


def view(state: StarRunners, seat: int | None) -> StarRunnersView:
    """Return the table as a seat, or a spectator, sees it."""
    fields = list(state.byte_fields)
    options = cast(StarRunnersOptions, state.setup.options)
    winners = state.winners()
    ships = tuple([find_ship(fields, owner, size) for owner in SEATS for size in SIZES])
    return StarRunnersView(
        seat=seat,
        to_move=state.to_move,
        phase=PHASES[fields[rules.PHASE]],
        turn_of=fields[rules.TURN_OF],
        turns=state.turn_count(),
        turn_limit=options.turn_limit,
        homes=options.homes,
        letters=size_letters(state),
        lacks=(missing_size(fields, 0), missing_size(fields, 1)),
        ships=ships,
        dice=decode_roll(state, fields[rules.ROLL] - 1) if fields[rules.ROLL] else None,
        points=fields[rules.POINTS],
        winner=winners[0] if winners else None,
    )


def find_ship(fields: list[int], owner: int, size: int) -> Ship:
    """Return a seat's ship of a size, from the bytes of a state."""
    which = owner * rules.SIZES + size
    visited = fields[rules.VISITED + owner] >> size & 1
    return SHIPS[(2 * which + visited) * rules.PLACES + fields[rules.SHIPS + which]]


def events(state: StarRunners, action: int, seat: int | None) -> Sequence[GameEvent]:
    """Return what everybody sees when an action happens: the action, and the end of the turn or the game."""
    after = state.after(action)
    fields = list(state.byte_fields)
    mover = fields[rules.TURN_OF]
    events: list[GameEvent] = [action_event(state, action, fields, mover)]
    if after.winners():
        events.append(Won(seat=mover))
        return events
    fields_after = list(after.byte_fields)
    if fields_after[rules.TURNS :] != fields[rules.TURNS :]:
        new_visit_mask = fields_after[rules.VISITED + mover] & ~fields[rules.VISITED + mover]
        visited = tuple(size_name(state, size) for size in SIZES if new_visit_mask >> size & 1)
        events.append(TurnEnded(seat=mover, visited=visited, unspent=count_unspent_points(state, action, fields)))
        if after.to_move == OVER:
            events.append(Drawn(seat=mover))
    return events


def action_event(state: StarRunners, action: int, fields: list[int], mover: int) -> GameEvent:
    """Return the event of the action itself, without what follows from it."""
    if state.to_move == CHANCE:
        return Rolled(seat=mover, dice=decode_roll(state, action))
    if action >= rules.HOP:
        size, place = divmod(action - rules.HOP, rules.PLACES)
        start = fields[rules.SHIPS + mover * rules.SIZES + size]
        return Hopped(seat=mover, ship=size_name(state, size), start=PLACE_NAMES[start], place=PLACE_NAMES[place])
    if action == rules.TAKE:
        return TookDoubles(seat=mover, points=fields[rules.POINTS])
    if action == rules.REROLL:
        return RollsAgain(seat=mover)
    if action == rules.DONE:
        return Stopped(seat=mover)
    smaller, larger = (size for size in SIZES if size != action)
    return BuiltHome(seat=mover, pair=(size_name(state, smaller), size_name(state, larger)))


def count_unspent_points(state: StarRunners, action: int, fields: list[int]) -> int:
    """Return the points that a turn which ends by this action leaves over."""
    if state.to_move == CHANCE:
        return decode_roll(state, action)[0]
    if action >= rules.HOP:
        size = (action - rules.HOP) // rules.PLACES
        return int(fields[rules.POINTS] - state.setup.components.box.sizes[size].pips)
    return fields[rules.POINTS]


def preview(state: StarRunners, action: int) -> Preview:
    """Return what an action would bring: nothing is hidden, so all that follows from it but the dice."""
    results: list[str] = []
    for event in events(state, action, state.to_move):
        match event:
            case BuiltHome(pair=(smaller, larger)):
                results.append(f"a home star of {smaller} and {larger}")
            case TookDoubles(points=points):
                results.append(f"{format_count(points, 'point')} to spend")
            case RollsAgain():
                results.append("both dice again")
            case TurnEnded(visited=visited, unspent=unspent):
                results.append("ends the turn")
                results += [f"{ship} visits Backwater" for ship in visited]
                results += [f"{unspent} unspent"] if unspent else []
            case Won():
                results.append("wins the game")
            case Drawn():
                results.append("draws the game")
    if action >= rules.HOP and not results:
        results.append(f"leaves {format_count(count_unspent_points(state, action, list(state.byte_fields)), 'point')}")
    return Preview(words=", ".join(results), worth=state.action_score(action))


def size_name(state: StarRunners, size: int) -> str:
    """Return the name of a size."""
    name: str = state.setup.components.box.sizes[size].name
    return name


def size_letters(state: StarRunners) -> str:
    """Return the letters of the sizes, smallest first; they are asked for with every move that is listed."""
    components = state.setup.components
    letters = LETTERS_BY_DIGEST.get(components.digest)
    if letters is None:
        letters = LETTERS_BY_DIGEST[components.digest] = "".join(size.letter for size in components.box.sizes)
    return letters


def home_letters(state: StarRunners, missing: int) -> str:
    """Return the letters of a binary star that lacks one size."""
    return size_letters(state).replace(size_letters(state)[missing], "")


def missing_size(fields: list[int], seat: int) -> int | None:
    """Return the size that a seat's binary star lacks, or None before it is built."""
    size = fields[rules.LACKS + seat]
    return None if size == rules.UNCHOSEN else size


def decode_roll(state: StarRunners, outcome: int) -> tuple[int, int]:
    """Return what the two dice show in a chance outcome, greater first."""
    setup = cast(StarRunnersSetup, state.setup)
    return int(setup.greater_die[outcome]), int(setup.lesser_die[outcome])
