# compiled by mypyc
"""What one may know in Star Runners, which is everything, and what one sees happen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from triangulum.core.state import CHANCE, OVER
from triangulum.core.views import GameEvent, Preview
from triangulum.core.wording import counted
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

LETTERS: dict[str, str] = {}
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
    small = list(state.byte_fields)
    options = cast(StarRunnersOptions, state.setup.options)
    winners = state.winners()
    ships = tuple([ship(small, owner, size) for owner in SEATS for size in SIZES])
    return StarRunnersView(
        seat=seat,
        to_move=state.to_move,
        phase=PHASES[small[rules.PHASE]],
        turn_of=small[rules.TURN_OF],
        turns=state.turns(),
        turn_limit=options.turn_limit,
        homes=options.homes,
        letters=letters(state),
        lacks=(lacks(small, 0), lacks(small, 1)),
        ships=ships,
        dice=dice(state, small[rules.ROLL] - 1) if small[rules.ROLL] else None,
        points=small[rules.POINTS],
        winner=winners[0] if winners else None,
    )


def ship(small: list[int], owner: int, size: int) -> Ship:
    """Return a ship where it is."""
    which = owner * rules.SIZES + size
    visited = small[rules.VISITED + owner] >> size & 1
    return SHIPS[(2 * which + visited) * rules.PLACES + small[rules.SHIPS + which]]


def events(state: StarRunners, action: int, seat: int | None) -> Sequence[GameEvent]:
    """Return what everybody sees when an action happens: the action, and the end of the turn or the game."""
    after = state.after(action)
    small = list(state.byte_fields)
    mover = small[rules.TURN_OF]
    events: list[GameEvent] = [happening(state, action, small, mover)]
    if after.winners():
        events.append(Won(seat=mover))
        return events
    left = list(after.byte_fields)
    if left[rules.TURNS :] != small[rules.TURNS :]:
        fresh = left[rules.VISITED + mover] & ~small[rules.VISITED + mover]
        visited = tuple(size_name(state, size) for size in SIZES if fresh >> size & 1)
        events.append(TurnEnded(seat=mover, visited=visited, unspent=unspent(state, action, small)))
        if after.to_move == OVER:
            events.append(Drawn(seat=mover))
    return events


def happening(state: StarRunners, action: int, small: list[int], mover: int) -> GameEvent:
    """Return the event that the action itself is."""
    if state.to_move == CHANCE:
        return Rolled(seat=mover, dice=dice(state, action))
    if action >= rules.HOP:
        size, place = divmod(action - rules.HOP, rules.PLACES)
        start = small[rules.SHIPS + mover * rules.SIZES + size]
        return Hopped(seat=mover, ship=size_name(state, size), start=PLACE_NAMES[start], place=PLACE_NAMES[place])
    if action == rules.TAKE:
        return TookDoubles(seat=mover, points=small[rules.POINTS])
    if action == rules.REROLL:
        return RollsAgain(seat=mover)
    if action == rules.DONE:
        return Stopped(seat=mover)
    one, other = (size for size in SIZES if size != action)
    return BuiltHome(seat=mover, pair=(size_name(state, one), size_name(state, other)))


def unspent(state: StarRunners, action: int, small: list[int]) -> int:
    """Return the points that a turn which ends by this action leaves over."""
    if state.to_move == CHANCE:
        return dice(state, action)[0]
    if action >= rules.HOP:
        size = (action - rules.HOP) // rules.PLACES
        return int(small[rules.POINTS] - state.setup.components.box.sizes[size].pips)
    return small[rules.POINTS]


def preview(state: StarRunners, action: int) -> Preview:
    """Return what an action would bring: nothing is hidden, so all that follows from it but the dice."""
    brings: list[str] = []
    for event in events(state, action, state.to_move):
        match event:
            case BuiltHome(pair=(one, other)):
                brings.append(f"a home star of {one} and {other}")
            case TookDoubles(points=points):
                brings.append(f"{counted(points, 'point')} to spend")
            case RollsAgain():
                brings.append("both dice again")
            case TurnEnded(visited=visited, unspent=left):
                brings.append("ends the turn")
                brings += [f"{ship} visits Backwater" for ship in visited]
                brings += [f"{left} unspent"] if left else []
            case Won():
                brings.append("wins the game")
            case Drawn():
                brings.append("draws the game")
    if action >= rules.HOP and not brings:
        brings.append(f"leaves {counted(unspent(state, action, list(state.byte_fields)), 'point')}")
    return Preview(words=", ".join(brings), worth=state.action_score(action))


def size_name(state: StarRunners, size: int) -> str:
    """Return the name of a size."""
    name: str = state.setup.components.box.sizes[size].name
    return name


def letters(state: StarRunners) -> str:
    """Return the letters of the sizes, smallest first; they are asked for with every move that is listed."""
    components = state.setup.components
    found = LETTERS.get(components.digest)
    if found is None:
        found = LETTERS[components.digest] = "".join(size.letter for size in components.box.sizes)
    return found


def pair(state: StarRunners, lacking: int) -> str:
    """Return the letters of a binary star that lacks one size."""
    return letters(state).replace(letters(state)[lacking], "")


def lacks(small: list[int], seat: int) -> int | None:
    """Return the size that a seat's binary star lacks, or None before it is built."""
    size = small[rules.LACKS + seat]
    return None if size == rules.UNCHOSEN else size


def dice(state: StarRunners, outcome: int) -> tuple[int, int]:
    """Return what the two dice show in a chance outcome, greater first."""
    setup = cast(StarRunnersSetup, state.setup)
    return int(setup.greater[outcome]), int(setup.lesser[outcome])
