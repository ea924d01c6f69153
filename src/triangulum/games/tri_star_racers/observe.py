"""What one may know in Tri-Star Racers: views, what one sees happen, and previews, made from states.

All tiles are open but for first hands and what is drawn after a hand was discarded. The structs are in ``view.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from triangulum.core.state import CHANCE, OVER
from triangulum.core.views import GameEvent, Preview
from triangulum.games.tri_star_racers import lookup, race
from triangulum.games.tri_star_racers.box import POWERS, RacersBox
from triangulum.games.tri_star_racers.options import RacersOptions
from triangulum.games.tri_star_racers.rules import Racers, RacersSetup
from triangulum.games.tri_star_racers.views import (
    LANES,
    Burst,
    BurstTaken,
    BurstTurnedUp,
    Drafted,
    EdgeDrawn,
    Froze,
    HandDiscarded,
    LastRound,
    Match,
    Moved,
    NewRound,
    OrderDrawn,
    Played,
    PowerFired,
    RaceOver,
    RacersView,
    Slot,
    SlotFilled,
    StartTile,
    Thawed,
    Tile,
    TileDealt,
    TilePlayed,
    TokenLost,
)

PHASE_OF = {
    lookup.EDGE: "setup",
    lookup.DEAL: "setup",
    lookup.START: "setup",
    lookup.LIE: "setup",
    lookup.LOTS: "setup",
    lookup.PLAY: "play",
    lookup.FIRE: "power",
    lookup.CHOOSE: "freeze",
    lookup.BURST: "burst",
    lookup.BURST_SHIP: "burst",
    lookup.DRAFT: "draft",
    lookup.BOOST_SHIP: "boost",
    lookup.DRAW: "draw",
    lookup.REFILL: "refill",
}
MOVES = ("pips", "warp", "team", "burst", "boost")


def box_of(state: Racers) -> RacersBox:
    """Return what is in the box."""
    box: RacersBox = state.setup.components.box
    return box


def questions(state: Racers) -> list[tuple[int, int]]:
    """Return the pending questions with their arguments, the one that is asked next first."""
    small = list(state.byte_fields)
    depth = small[lookup.DEPTH]
    return [(small[lookup.STACK + 2 * at], small[lookup.STACK + 2 * at + 1]) for at in reversed(range(depth))]


def view(state: Racers, seat: int | None) -> RacersView:
    """Return what a seat, or a spectator, may know now."""
    setup = cast(RacersSetup, state.setup)
    options = cast(RacersOptions, setup.options)
    box = box_of(state)
    small = list(state.byte_fields)
    players = range(setup.players)
    over = state.to_move == OVER
    pending = questions(state)
    kind, argument = pending[0] if pending else (0, 0)
    running = small[lookup.ROUND] > 0 and not over
    edges = [code - 1 for code in small[lookup.EDGES : lookup.EDGES + lookup.SIDES] if code]
    return RacersView(
        seat=seat,
        to_move=state.to_move,
        phase="over" if over else PHASE_OF[kind] if small[lookup.ROUND] else "setup",
        draft=options.draft,
        brutal=options.brutal,
        starbursts=setup.starbursts,
        finish=box.finish,
        faces=box.faces,
        outline=box.outline,
        centre=int(setup.centre),
        team_spaces=tuple(box.lattice.number[name] for name in box.team_spaces),
        edges=tuple(box.edge_names[edge] for edge in edges),
        edge_sections=tuple(box.edge_sections[edge] for edge in edges),
        board=laid_tiles(setup, small),
        hands=tuple(hand(box, small, other, seat) for other in players),
        slots=slots(setup, small),
        bag=sum(small[setup.bag : setup.length]),
        discarded=discarded(setup, small),
        ships=tuple(ships(small, other) for other in players),
        frozen=tuple(frozen(small, other) for other in players),
        bursts=bursts_left(setup, small),
        unseen=tuple(kind for number, kind in enumerate(box.token_kinds) for _ in range(small[setup.unseen + number])),
        powers=pending_powers(pending),
        freezing=argument if kind == lookup.CHOOSE else None,
        waiting=tuple(burst(setup, number) for what, number in pending if what == lookup.BURST),
        token=f"W{argument}" if kind in (lookup.BURST_SHIP, lookup.BOOST_SHIP) else "",
        order=tuple(small[lookup.ORDER : lookup.ORDER + small[lookup.ORDERED]]),
        done=small[lookup.DONE],
        round=max(1, small[lookup.ROUND]),
        turn_of=int(state.turn_of()) if running else None,
        played=last_played(state, small),
        last_round=state.is_last_round(),
        winners=tuple(state.winners()),
    )


def laid_tiles(setup: RacersSetup, small: list[int]) -> tuple[Tile | None, ...]:
    """Return for each space the tile on it."""
    lying = setup.components.box.lying
    laid = zip(small[setup.board : setup.ways], small[setup.ways : setup.bag], strict=True)
    return tuple([lying[lookup.WAYS * (face - 1) + way] if face else None for face, way in laid])


def held(small: list[int], seat: int) -> list[int]:
    """Return the tiles of a hand as a state has them: 1 + 2 * face, and one more if all have seen it."""
    first = lookup.HANDS + lookup.HAND * seat
    return [code for code in small[first : first + lookup.HAND] if code]


def hand(box: RacersBox, small: list[int], owner: int, seat: int | None) -> tuple[Tile | None, ...]:
    """Return a hand as a seat knows it: what it has not seen comes last."""
    codes = held(small, owner)
    known = [box.faces[(code - 1) // 2] for code in codes if owner == seat or code % 2 == 0]
    return (*known, *[None] * (len(codes) - len(known)))


def slots(setup: RacersSetup, small: list[int]) -> tuple[Slot, ...]:
    """Return the slots of the draft card."""
    box: RacersBox = setup.components.box
    found = []
    for at, boost in enumerate(box.boosts(cast(RacersOptions, setup.options).draft)):
        face, token = small[lookup.DRAFT_SLOTS + at], small[lookup.TOKENS + at]
        tile = box.faces[face - 1] if face else None
        found.append(Slot("" if boost == "-" else boost, tile, token - 1 if token else None))
    return tuple(found)


def discarded(setup: RacersSetup, small: list[int]) -> tuple[Tile, ...]:
    """Return the tiles that are out of the game: all that are nowhere else."""
    if not setup.brutal:
        return ()
    left = tiles_left(setup, small)
    faces = setup.components.box.faces
    return tuple(faces[face] for face, count in enumerate(left) for _ in range(count))


def tiles_left(setup: RacersSetup, small: list[int]) -> list[int]:
    """Return, for each face, how many tiles are neither in the bag nor on the board, the card or in a hand."""
    left = [int(count) - small[setup.bag + face] for face, count in enumerate(setup.counts)]
    used = [*small[setup.board : setup.ways], *small[lookup.DRAFT_SLOTS : lookup.DRAFT_SLOTS + lookup.SLOTS]]
    used += [(code + 1) // 2 for seat in range(setup.players) for code in held(small, seat)]
    for face in used:
        if face:
            left[face - 1] -= 1
    return left


def ships(small: list[int], seat: int) -> tuple[int, int, int]:
    """Return the spaces of a seat's ships."""
    at = lookup.SHIPS + 2 * lookup.LANES * seat
    pink, blue, orange = (small[at + 2 * lane] | small[at + 2 * lane + 1] << 8 for lane in range(lookup.LANES))
    return pink, blue, orange


def frozen(small: list[int], seat: int) -> tuple[bool, bool, bool]:
    """Return which of a seat's ships are frozen."""
    frost = small[lookup.FROZEN + seat]
    return bool(frost & 3), bool(frost >> 2 & 3), bool(frost >> 4 & 3)


def burst(setup: RacersSetup, number: int) -> Burst:
    """Return a starburst by its number."""
    lane, at = divmod(number, int(setup.lane_bursts))
    return Burst(lane, int(setup.burst_spaces[at]))


def bursts_left(setup: RacersSetup, small: list[int]) -> tuple[Burst, ...]:
    """Return the starbursts that still lie on the lanes."""
    lying = small[lookup.BURSTS] | small[lookup.BURSTS + 1] << 8
    return tuple([burst(setup, number) for number in range(lying.bit_length()) if lying >> number & 1])


def pending_powers(pending: list[tuple[int, int]]) -> tuple[str, ...]:
    """Return the powers that are still to be resolved, the freezing for which a ship is being chosen too."""
    powers = [argument for kind, argument in pending if kind == lookup.FIRE]
    powers += [lookup.FREEZE + argument for kind, argument in pending if kind == lookup.CHOOSE]
    return tuple(POWERS[power] for power in sorted(powers))


def last_played(state: Racers, small: list[int]) -> Played | None:
    """Return the tile that was played last, with what it has brought."""
    if not small[lookup.LAST_SPACE]:
        return None
    setup = cast(RacersSetup, state.setup)
    space = small[lookup.LAST_SPACE] - 1
    return played(state, small[lookup.LAST_SEAT], space, small[setup.board + space] - 1, small[setup.ways + space])


def brought_by(state: Racers, space: int, face: int, way: int) -> tuple[tuple[int, int, int], tuple[str, ...]]:
    """Return the pips by lane and the powers that a tile brings on a space."""
    brought = vec[i64]([0] * (lookup.LANES + lookup.POWERS))
    state.brings(space, face, way, brought)
    pink, blue, orange, *powers = (int(number) for number in brought)
    return (pink, blue, orange), tuple(POWERS[power] for power, times in enumerate(powers) for _ in range(times))


def played(state: Racers, seat: int, space: int, face: int, way: int) -> Played:
    """Return what a tile brings on a space."""
    pips, powers = brought_by(state, space, face, way)
    return Played(seat, space, tuple(matches(state, space, face, way)), pips, powers)


def matches(state: Racers, space: int, face: int, way: int) -> Iterator[Match]:
    """Yield which sections of a tile match which they touch, side by side."""
    setup = cast(RacersSetup, state.setup)
    small = state.byte_fields
    own = lookup.CORNERS * (lookup.WAYS * face + way)
    for side in range(lookup.SIDES * space, lookup.SIDES * (space + 1)):
        beyond = int(setup.beyond[side])
        for end in range(4 * side, 4 * side + 4, 2):
            corner, other = int(setup.ends[end]), int(setup.ends[end + 1])
            mine = int(setup.sections[own + corner]) // lookup.PIPS
            if beyond < 0:
                rim = int(setup.rim[side])
                section = int(state.edge_section(rim))
                edge, at = divmod(rim, int(setup.edge_length))
                if section != lookup.BLANK and share_colour(mine, int(race.edge_colour(section))):
                    yield Match(corner, None, at, edge)
            elif small[setup.board + beyond]:
                laid = lookup.WAYS * (int(small[setup.board + beyond]) - 1) + int(small[setup.ways + beyond])
                theirs = int(setup.sections[lookup.CORNERS * laid + other]) // lookup.PIPS
                if share_colour(mine, theirs):
                    yield Match(corner, beyond, other, None)


def share_colour(one: int, other: int) -> bool:
    """Tell whether two colours match."""
    return one == other or lookup.WILD in (one, other)


# What one sees happen.


def events(state: Racers, action: int, seat: int | None) -> Sequence[GameEvent]:
    """Return what a seat, or a spectator, perceives when an action happens, and all that follows from it."""
    after = cast(Racers, state.copy())
    notes: list[race.Note] = []
    after.notes = notes
    after._apply(action)
    events = [*first_event(state, action, seat)]
    events += [event for note in notes for event in told(state, after, note, seat)]
    if after.to_move == OVER:
        rearmost = tuple(int(score) for score in after.score())
        events.append(RaceOver(rearmost=rearmost, winners=tuple(after.winners())))
    if any(note[0] == race.ASKED for note in notes) and tells_of_fit(after, seat):
        # Whoever is asked for a tile in a brutal race has one that fits.
        events[-1] = msgspec.structs.replace(events[-1], news=True)
    return events


def tells_of_fit(state: Racers, seat: int | None) -> bool:
    """Tell whether a seat learns from the mover's being asked that one of the mover's hidden tiles fits."""
    mover = int(state.turn_of())
    if not cast(RacersSetup, state.setup).brutal or mover == seat:
        return False
    codes = held(list(state.byte_fields), mover)
    return not any(code % 2 == 0 and state.fits_anywhere((code - 1) // 2) for code in codes)


def first_event(state: Racers, action: int, seat: int | None) -> Iterator[GameEvent]:
    """Yield the event that an answer itself is, if it is not told by what follows from it."""
    setup = cast(RacersSetup, state.setup)
    box = box_of(state)
    kind = int(state.top())
    if kind == lookup.EDGE:
        yield EdgeDrawn(edge=box.edge_names[2 * action], side=int(state.edges_drawn()))
    elif kind in (lookup.DEAL, lookup.DRAW):
        to = int(state.dealt_to() if kind == lookup.DEAL else state.turn_of())
        yield TileDealt(seat=to, tile=box.faces[action] if to == seat else None, covered=to != seat)
    elif kind == lookup.START:
        lies = len(box.arrangements[action]) == 1
        yield StartTile(tile=box.faces[action], space=int(setup.centre) if lies else None)
    elif kind == lookup.LIE:
        face = state.byte_fields[setup.board + setup.centre] - 1
        yield StartTile(tile=box.lying[lookup.WAYS * face + action], space=int(setup.centre))
    elif kind == lookup.LOTS:
        yield OrderDrawn(seat=action)
    elif kind == lookup.REFILL:
        yield SlotFilled(slot=int(state.empty_slot()), tile=box.faces[action])
    elif kind == lookup.PLAY:
        face, space, way = parts(setup, action)
        mover = int(state.to_move)
        news = seat != mover and 2 * face + 2 not in held(list(state.byte_fields), mover)
        yield TilePlayed(
            tile=box.lying[lookup.WAYS * face + way], played=played(state, mover, space, face, way), news=news
        )


def parts(setup: RacersSetup, action: int) -> tuple[int, int, int]:
    """Return the face, the space and the arrangement of a placement."""
    rest, way = divmod(action, lookup.WAYS)
    face, space = divmod(rest, int(setup.spaces))
    return face, space, way


def told(state: Racers, after: Racers, note: race.Note, seat: int | None) -> Iterator[GameEvent]:
    """Yield what a note of the rules is as an event."""
    setup = cast(RacersSetup, state.setup)
    box = box_of(state)
    what, turn_of, one, two, three, four = note
    if what == race.FIRED:
        yield PowerFired(seat=turn_of, power=POWERS[one])
    elif what == race.FROZE:
        yield Froze(lane=one, ship_of=two - 1 if two else None)
    elif what == race.MOVED:
        owner, lane = divmod(one, lookup.LANES)
        end = three if four < 0 else four
        yield Moved(seat=owner, lane=lane, by=MOVES[two], start=three, end=end, frozen=four < 0)
    elif what == race.LOST:
        yield TokenLost(seat=turn_of, by=MOVES[one])
    elif what == race.TAKEN:
        yield BurstTaken(seat=turn_of, burst=burst(setup, one))
    elif what == race.TURNED_UP:
        yield BurstTurnedUp(seat=turn_of, token=box.token_kinds[one])
    elif what == race.DRAFTED:
        yield Drafted(seat=turn_of, slot=one, tile=box.faces[two - 1] if two else None)
    elif what == race.DISCARDED:
        codes = [code for code in (one, two, three) if code]
        tiles = tuple(box.faces[(code - 1) // 2] for code in codes)
        news = seat != turn_of and any(code % 2 for code in codes)
        yield HandDiscarded(seat=turn_of, tiles=tiles, news=news)
    elif what == race.THAWED:
        yield Thawed(seat=turn_of, lane=one)
    elif what == race.LAST_ROUND:
        yield LastRound(seat=turn_of)
    elif what == race.NEW_ROUND:
        order = after.byte_fields[lookup.ORDER : lookup.ORDER + setup.players]
        yield NewRound(order=tuple(int(place) for place in order))


# Previews.


def preview(state: Racers, action: int) -> Preview:
    """Return what an action would bring, as far as the mover can know."""
    return Preview(
        words=", ".join(brings(state, action)), worth=state.action_score(action) if state.to_move >= 0 else 0.0
    )


def brings(state: Racers, action: int) -> Iterator[str]:
    """Yield in a few words each what an action would bring."""
    if state.to_move == CHANCE:
        return
    setup = cast(RacersSetup, state.setup)
    small = list(state.byte_fields)
    mover = int(state.to_move)
    kind, argument = questions(state)[0]
    if kind == lookup.PLAY:
        face, space, way = parts(setup, action)
        pips, powers = brought_by(state, space, face, way)
        stuck = frozen(small, mover)
        yield from (f"{LANES[lane]} {count}{' (frozen)' * stuck[lane]}" for lane, count in enumerate(pips) if count)
        yield from (power_words(power) for power in powers)
    elif kind == lookup.FIRE:
        yield from power_brings(state, POWERS[action - int(setup.fire)])
    elif kind == lookup.CHOOSE:
        yield "freezes your own ship" if action - setup.victim == mover else f"freezes {LANES[argument]}"
    elif kind == lookup.DRAFT:
        yield from draft_brings(state, action - int(setup.slot), mover)
    else:
        lane = action - int(setup.lane)
        yield f"{LANES[lane]} to {state.free_from(mover, lane, state.ship(mover, lane) + argument)}"


def power_words(power: str) -> str:
    """Return a power as moves are written: ``warp pink``."""
    if power == "team":
        return power
    colour, what = power.split("-")
    return f"{what} {LANES['PBO'.index(colour)]}"


def power_brings(state: Racers, power: str) -> Iterator[str]:
    """Yield what a power would do now."""
    mover = int(state.to_move)
    if power == "team":
        ends = [lane for lane in range(lookup.LANES) if not state.frost(mover, lane)]
        yield from (f"{LANES[lane]} to {state.free_from(mover, lane, state.ship(mover, lane) + 1)}" for lane in ends)
        return
    lane = "PBO".index(power[0])
    if power.endswith("warp"):
        ahead = int(state.next_ahead(mover, lane))
        moves = ahead >= 0 and not state.frost(mover, lane)
        yield f"{LANES[lane]} to {state.free_from(mover, lane, ahead + 1)}" if moves else "nothing moves"
        return
    leaders = int(state.leaders(lane))
    if leaders == 1 << mover:
        yield "freezes your own ship"
    elif leaders:
        yield f"freezes a ship in {LANES[lane]}"
    else:
        yield "nothing to freeze"


def draft_brings(state: Racers, slot: int, mover: int) -> Iterator[str]:
    """Yield the tile and the boost of a slot."""
    setup = cast(RacersSetup, state.setup)
    small = list(state.byte_fields)
    face = small[lookup.DRAFT_SLOTS + slot]
    if face and len(held(small, mover)) < lookup.HAND:
        yield f"takes {' '.join(box_of(state).faces[face - 1])}"
    boost = slots(setup, small)[slot].boost
    if boost.startswith("W"):
        yield f"moves any ship {boost[1]}"
    elif boost:
        lane = "PBO".index(boost[0])
        yield f"{LANES[lane]} is frozen" if frozen(small, mover)[lane] else f"moves {LANES[lane]} {boost[1]}"
