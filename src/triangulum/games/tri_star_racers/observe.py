"""Views, events and previews of Tri-Star Racers, made from states: what each seat may know.

All tiles are open but for first hands and what is drawn after a hand was discarded. The structs are in ``views.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from triangulum.core.state import CHANCE, OVER
from triangulum.core.views import GameEvent, Preview
from triangulum.games.tri_star_racers.box import POWERS, RacersBox
from triangulum.games.tri_star_racers.options import RacersOptions
from triangulum.games.tri_star_racers.rules import RacersSetup, RacersState, board, event_log, lookup
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

PHASE_BY_QUESTION = {
    lookup.DRAW_EDGE: "setup",
    lookup.DEAL_HANDS: "setup",
    lookup.DRAW_START_TILE: "setup",
    lookup.ARRANGE_START_TILE: "setup",
    lookup.DRAW_ORDER: "setup",
    lookup.PLAY_TILE: "play",
    lookup.FIRE_POWER: "power",
    lookup.CHOOSE_FROZEN_SHIP: "freeze",
    lookup.TURN_UP_BURST: "burst",
    lookup.CHOOSE_BURST_SHIP: "burst",
    lookup.DRAFT_SLOT: "draft",
    lookup.CHOOSE_BOOST_SHIP: "boost",
    lookup.REDRAW_HAND: "draw",
    lookup.REFILL_SLOTS: "refill",
}
MOVE_CAUSES = ("pips", "warp", "team", "burst", "boost")


def box_of_state(state: RacersState) -> RacersBox:
    """Return the box of components that a state is played with."""
    box: RacersBox = state.setup.components.box
    return box


def list_questions(state: RacersState) -> list[tuple[int, int]]:
    """Return the pending questions with their arguments, the one that is asked next first."""
    fields = list(state.byte_fields)
    depth = fields[lookup.STACK_DEPTH]
    return [(fields[lookup.STACK + 2 * at], fields[lookup.STACK + 2 * at + 1]) for at in reversed(range(depth))]


def view(state: RacersState, seat: int | None) -> RacersView:
    """Return what a seat, or a spectator, may know now."""
    setup = cast(RacersSetup, state.setup)
    options = cast(RacersOptions, setup.options)
    box = box_of_state(state)
    fields = list(state.byte_fields)
    players = range(setup.players)
    over = state.to_move == OVER
    pending = list_questions(state)
    kind, argument = pending[0] if pending else (0, 0)
    running = fields[lookup.ROUND] > 0 and not over
    edges = [code - 1 for code in fields[lookup.EDGES : lookup.EDGES + lookup.NUM_SIDES] if code]
    return RacersView(
        seat=seat,
        to_move=state.to_move,
        phase="over" if over else PHASE_BY_QUESTION[kind] if fields[lookup.ROUND] else "setup",
        draft=options.draft,
        brutal=options.brutal,
        starbursts=setup.has_starbursts,
        finish=box.finish,
        faces=box.faces,
        outline=box.outline,
        centre=int(setup.centre_space),
        team_spaces=tuple(box.lattice.index_by_name[name] for name in box.team_spaces),
        edges=tuple(box.edge_names[edge] for edge in edges),
        edge_sections=tuple(box.edge_sections[edge] for edge in edges),
        board=board_tiles(setup, fields),
        hands=tuple(visible_hand(box, fields, owner, seat) for owner in players),
        slots=draft_slots(setup, fields),
        bag=sum(fields[setup.bag_offset : setup.num_bytes]),
        discarded=discarded_tiles(setup, fields),
        ships=tuple(ship_spaces(fields, owner) for owner in players),
        frozen=tuple(frozen_by_lane(fields, owner) for owner in players),
        bursts=list_uncollected_bursts(setup, fields),
        unseen=tuple(
            kind
            for number, kind in enumerate(box.token_kinds)
            for _ in range(fields[setup.unseen_tokens_offset + number])
        ),
        powers=list_pending_powers(pending),
        freezing=argument if kind == lookup.CHOOSE_FROZEN_SHIP else None,
        waiting=tuple(decode_burst(setup, number) for what, number in pending if what == lookup.TURN_UP_BURST),
        token=f"W{argument}" if kind in (lookup.CHOOSE_BURST_SHIP, lookup.CHOOSE_BOOST_SHIP) else "",
        order=tuple(fields[lookup.ORDER : lookup.ORDER + fields[lookup.ORDER_LENGTH]]),
        done=fields[lookup.TURNS_DONE],
        round=max(1, fields[lookup.ROUND]),
        turn_of=int(state.turn_seat()) if running else None,
        played=last_played_tile(state, fields),
        last_round=state.is_last_round(),
        winners=tuple(state.winners()),
    )


def board_tiles(setup: RacersSetup, fields: list[int]) -> tuple[Tile | None, ...]:
    """Return for each space the tile on it, its sections by corner, or None."""
    arranged_tiles = setup.components.box.arranged_tiles
    codes = zip(
        fields[setup.board_offset : setup.arrangements_offset],
        fields[setup.arrangements_offset : setup.bag_offset],
        strict=True,
    )
    return tuple(
        [
            arranged_tiles[lookup.NUM_ARRANGEMENTS * (face - 1) + arrangement] if face else None
            for face, arrangement in codes
        ]
    )


def hand_codes(fields: list[int], seat: int) -> list[int]:
    """Return the tile codes of a hand as a state has them: 1 + 2 * face, and one more if all have seen it."""
    first = lookup.HANDS + lookup.HAND_SIZE * seat
    return [code for code in fields[first : first + lookup.HAND_SIZE] if code]


def visible_hand(box: RacersBox, fields: list[int], owner: int, seat: int | None) -> tuple[Tile | None, ...]:
    """Return a hand as a seat knows it: what it has not seen comes last."""
    codes = hand_codes(fields, owner)
    known = [box.faces[(code - 1) // 2] for code in codes if owner == seat or code % 2 == 0]
    return (*known, *[None] * (len(codes) - len(known)))


def draft_slots(setup: RacersSetup, fields: list[int]) -> tuple[Slot, ...]:
    """Return the slots of the draft card with their boosts, tiles and tokens."""
    box: RacersBox = setup.components.box
    slots = []
    for at, boost in enumerate(box.slot_boosts(cast(RacersOptions, setup.options).draft)):
        face, token = fields[lookup.SLOT_FACES + at], fields[lookup.SLOT_TOKENS + at]
        tile = box.faces[face - 1] if face else None
        slots.append(Slot("" if boost == "-" else boost, tile, token - 1 if token else None))
    return tuple(slots)


def discarded_tiles(setup: RacersSetup, fields: list[int]) -> tuple[Tile, ...]:
    """Return the tiles that are out of the game: all that are nowhere else."""
    if not setup.is_brutal:
        return ()
    left = count_tiles_out_of_play(setup, fields)
    faces = setup.components.box.faces
    return tuple(faces[face] for face, count in enumerate(left) for _ in range(count))


def count_tiles_out_of_play(setup: RacersSetup, fields: list[int]) -> list[int]:
    """Return, for each face, how many tiles are neither in the bag nor on the board, the card or in a hand."""
    left = [int(count) - fields[setup.bag_offset + face] for face, count in enumerate(setup.face_counts)]
    used = [
        *fields[setup.board_offset : setup.arrangements_offset],
        *fields[lookup.SLOT_FACES : lookup.SLOT_FACES + lookup.MAX_SLOTS],
    ]
    used += [(code + 1) // 2 for seat in range(setup.players) for code in hand_codes(fields, seat)]
    for face in used:
        if face:
            left[face - 1] -= 1
    return left


def ship_spaces(fields: list[int], seat: int) -> tuple[int, int, int]:
    """Return the spaces of a seat's ships by lane."""
    at = lookup.SHIPS + 2 * lookup.NUM_LANES * seat
    pink, blue, orange = (fields[at + 2 * lane] | fields[at + 2 * lane + 1] << 8 for lane in range(lookup.NUM_LANES))
    return pink, blue, orange


def frozen_by_lane(fields: list[int], seat: int) -> tuple[bool, bool, bool]:
    """Return by lane whether a seat's ship is frozen."""
    frost = fields[lookup.FROZEN + seat]
    return bool(frost & 3), bool(frost >> 2 & 3), bool(frost >> 4 & 3)


def decode_burst(setup: RacersSetup, number: int) -> Burst:
    """Return the lane and space of a starburst by its number."""
    lane, at = divmod(number, int(setup.bursts_per_lane))
    return Burst(lane, int(setup.burst_spaces[at]))


def list_uncollected_bursts(setup: RacersSetup, fields: list[int]) -> tuple[Burst, ...]:
    """Return the starbursts that still lie on the lanes."""
    lying = fields[lookup.BURST_MASK] | fields[lookup.BURST_MASK + 1] << 8
    return tuple([decode_burst(setup, number) for number in range(lying.bit_length()) if lying >> number & 1])


def list_pending_powers(pending: list[tuple[int, int]]) -> tuple[str, ...]:
    """Return the powers among pending questions, and the freeze for which a ship is being chosen."""
    powers = [argument for kind, argument in pending if kind == lookup.FIRE_POWER]
    powers += [lookup.FREEZE + argument for kind, argument in pending if kind == lookup.CHOOSE_FROZEN_SHIP]
    return tuple(POWERS[power] for power in sorted(powers))


def last_played_tile(state: RacersState, fields: list[int]) -> Played | None:
    """Return the tile that was played last, with what it has brought."""
    if not fields[lookup.LAST_SPACE]:
        return None
    setup = cast(RacersSetup, state.setup)
    space = fields[lookup.LAST_SPACE] - 1
    return build_played(
        state,
        fields[lookup.LAST_SEAT],
        space,
        fields[setup.board_offset + space] - 1,
        fields[setup.arrangements_offset + space],
    )


def compute_gains(
    state: RacersState, space: int, face: int, arrangement: int
) -> tuple[tuple[int, int, int], tuple[str, ...]]:
    """Return the pips by lane and the powers that a tile brings on a space."""
    gains = vec[i64]([0] * (lookup.NUM_LANES + lookup.NUM_POWERS))
    state.add_placement_gains(space, face, arrangement, gains)
    pink, blue, orange, *powers = (int(number) for number in gains)
    return (pink, blue, orange), tuple(POWERS[power] for power, times in enumerate(powers) for _ in range(times))


def build_played(state: RacersState, seat: int, space: int, face: int, arrangement: int) -> Played:
    """Return a tile that a seat plays on a space, with its matches and what it brings."""
    pips, powers = compute_gains(state, space, face, arrangement)
    return Played(seat, space, tuple(find_matches(state, space, face, arrangement)), pips, powers)


def find_matches(state: RacersState, space: int, face: int, arrangement: int) -> Iterator[Match]:
    """Yield the matches between a tile's sections and what they touch, side by side."""
    setup = cast(RacersSetup, state.setup)
    fields = state.byte_fields
    own = lookup.NUM_CORNERS * (lookup.NUM_ARRANGEMENTS * face + arrangement)
    for side in range(lookup.NUM_SIDES * space, lookup.NUM_SIDES * (space + 1)):
        beyond = int(setup.neighbours[side])
        for end in range(4 * side, 4 * side + 4, 2):
            corner, other_corner = int(setup.side_corners[end]), int(setup.side_corners[end + 1])
            own_colour = int(setup.section_codes[own + corner]) // lookup.COLOUR_FACTOR
            if beyond < 0:
                rim = int(setup.rim_indices[side])
                section = int(state.edge_section_code(rim))
                edge, at = divmod(rim, int(setup.edge_length))
                if section != lookup.BLANK and is_colour_match(own_colour, int(board.edge_colour(section))):
                    yield Match(corner, None, at, edge)
            elif fields[setup.board_offset + beyond]:
                arranged_index = lookup.NUM_ARRANGEMENTS * (int(fields[setup.board_offset + beyond]) - 1) + int(
                    fields[setup.arrangements_offset + beyond]
                )
                other_colour = (
                    int(setup.section_codes[lookup.NUM_CORNERS * arranged_index + other_corner]) // lookup.COLOUR_FACTOR
                )
                if is_colour_match(own_colour, other_colour):
                    yield Match(corner, beyond, other_corner, None)


def is_colour_match(first: int, second: int) -> bool:
    """Tell whether two colours are equal, or one of them is wild."""
    return first == second or lookup.WILD in (first, second)


# What one sees happen.


def events(state: RacersState, action: int, seat: int | None) -> Sequence[GameEvent]:
    """Return what a seat, or a spectator, perceives when an action happens, and all that follows from it."""
    after = cast(RacersState, state.copy())
    log: list[event_log.LoggedEvent] = []
    after.event_log = log
    after._apply(action)
    events = [*list_action_events(state, action, seat)]
    events += [event for entry in log for event in convert_logged_event(state, after, entry, seat)]
    if after.to_move == OVER:
        rearmost = tuple(int(score) for score in after.score())
        events.append(RaceOver(rearmost=rearmost, winners=tuple(after.winners())))
    if any(entry[0] == event_log.TILE_REQUESTED for entry in log) and reveals_playable_tile(after, seat):
        # Whoever is asked for a tile in a brutal race has one that fits.
        events[-1] = msgspec.structs.replace(events[-1], news=True)
    return events


def reveals_playable_tile(state: RacersState, seat: int | None) -> bool:
    """Tell whether a seat learns, since the mover is asked to play, that a hidden tile of the mover's fits."""
    mover = int(state.turn_seat())
    if not cast(RacersSetup, state.setup).is_brutal or mover == seat:
        return False
    codes = hand_codes(list(state.byte_fields), mover)
    return not any(code % 2 == 0 and state.can_place_anywhere((code - 1) // 2) for code in codes)


def list_action_events(state: RacersState, action: int, seat: int | None) -> Iterator[GameEvent]:
    """Yield the event of the action itself, unless the event log has it."""
    setup = cast(RacersSetup, state.setup)
    box = box_of_state(state)
    kind = int(state.top_question())
    if kind == lookup.DRAW_EDGE:
        yield EdgeDrawn(edge=box.edge_names[2 * action], side=int(state.count_edges()))
    elif kind in (lookup.DEAL_HANDS, lookup.REDRAW_HAND):
        receiver = int(state.find_seat_to_deal() if kind == lookup.DEAL_HANDS else state.turn_seat())
        yield TileDealt(seat=receiver, tile=box.faces[action] if receiver == seat else None, covered=receiver != seat)
    elif kind == lookup.DRAW_START_TILE:
        has_one_arrangement = len(box.distinct_arrangements[action]) == 1
        yield StartTile(tile=box.faces[action], space=int(setup.centre_space) if has_one_arrangement else None)
    elif kind == lookup.ARRANGE_START_TILE:
        face = state.byte_fields[setup.board_offset + setup.centre_space] - 1
        yield StartTile(tile=box.arranged_tiles[lookup.NUM_ARRANGEMENTS * face + action], space=int(setup.centre_space))
    elif kind == lookup.DRAW_ORDER:
        yield OrderDrawn(seat=action)
    elif kind == lookup.REFILL_SLOTS:
        yield SlotFilled(slot=int(state.find_empty_slot()), tile=box.faces[action])
    elif kind == lookup.PLAY_TILE:
        face, space, arrangement = decode_placement(setup, action)
        mover = int(state.to_move)
        news = seat != mover and 2 * face + 2 not in hand_codes(list(state.byte_fields), mover)
        yield TilePlayed(
            tile=box.arranged_tiles[lookup.NUM_ARRANGEMENTS * face + arrangement],
            played=build_played(state, mover, space, face, arrangement),
            news=news,
        )


def decode_placement(setup: RacersSetup, action: int) -> tuple[int, int, int]:
    """Decode an action that plays a tile into face, space and arrangement."""
    placement, arrangement = divmod(action, lookup.NUM_ARRANGEMENTS)
    face, space = divmod(placement, int(setup.num_spaces))
    return face, space, arrangement


def convert_logged_event(
    state: RacersState, after: RacersState, entry: event_log.LoggedEvent, seat: int | None
) -> Iterator[GameEvent]:
    """Yield the view event for an entry of the rules' event log."""
    setup = cast(RacersSetup, state.setup)
    box = box_of_state(state)
    kind, turn_of, first, second, third, fourth = entry
    if kind == event_log.POWER_FIRED:
        yield PowerFired(seat=turn_of, power=POWERS[first])
    elif kind == event_log.SHIP_FROZEN:
        yield Froze(lane=first, ship_of=second - 1 if second else None)
    elif kind == event_log.SHIP_MOVED:
        owner, lane = divmod(first, lookup.NUM_LANES)
        end = third if fourth < 0 else fourth
        yield Moved(seat=owner, lane=lane, by=MOVE_CAUSES[second], start=third, end=end, frozen=fourth < 0)
    elif kind == event_log.TOKEN_LOST:
        yield TokenLost(seat=turn_of, by=MOVE_CAUSES[first])
    elif kind == event_log.BURST_TAKEN:
        yield BurstTaken(seat=turn_of, burst=decode_burst(setup, first))
    elif kind == event_log.BURST_TURNED_UP:
        yield BurstTurnedUp(seat=turn_of, token=box.token_kinds[first])
    elif kind == event_log.SLOT_DRAFTED:
        yield Drafted(seat=turn_of, slot=first, tile=box.faces[second - 1] if second else None)
    elif kind == event_log.HAND_DISCARDED:
        codes = [code for code in (first, second, third) if code]
        tiles = tuple(box.faces[(code - 1) // 2] for code in codes)
        news = seat != turn_of and any(code % 2 for code in codes)
        yield HandDiscarded(seat=turn_of, tiles=tiles, news=news)
    elif kind == event_log.SHIP_THAWED:
        yield Thawed(seat=turn_of, lane=first)
    elif kind == event_log.LAST_ROUND_BEGUN:
        yield LastRound(seat=turn_of)
    elif kind == event_log.ROUND_BEGUN:
        order = after.byte_fields[lookup.ORDER : lookup.ORDER + setup.players]
        yield NewRound(order=tuple(int(place) for place in order))


# Previews.


def preview(state: RacersState, action: int) -> Preview:
    """Return what an action would bring, as far as the mover can know."""
    return Preview(
        words=", ".join(describe_action(state, action)), worth=state.action_score(action) if state.to_move >= 0 else 0.0
    )


def describe_action(state: RacersState, action: int) -> Iterator[str]:
    """Yield phrases that say what an action would bring."""
    if state.to_move == CHANCE:
        return
    setup = cast(RacersSetup, state.setup)
    fields = list(state.byte_fields)
    mover = int(state.to_move)
    kind, argument = list_questions(state)[0]
    if kind == lookup.PLAY_TILE:
        face, space, arrangement = decode_placement(setup, action)
        pips, powers = compute_gains(state, space, face, arrangement)
        frozen = frozen_by_lane(fields, mover)
        yield from (f"{LANES[lane]} {count}{' (frozen)' * frozen[lane]}" for lane, count in enumerate(pips) if count)
        yield from (format_power(power) for power in powers)
    elif kind == lookup.FIRE_POWER:
        yield from describe_power(state, POWERS[action - int(setup.first_power_action)])
    elif kind == lookup.CHOOSE_FROZEN_SHIP:
        yield "freezes your own ship" if action - setup.first_freeze_action == mover else f"freezes {LANES[argument]}"
    elif kind == lookup.DRAFT_SLOT:
        yield from describe_draft(state, action - int(setup.first_slot_action), mover)
    else:
        lane = action - int(setup.first_lane_action)
        yield f"{LANES[lane]} to {state.find_free_space(mover, lane, state.ship_space(mover, lane) + argument)}"


def format_power(power: str) -> str:
    """Return a power in notation: ``warp pink``."""
    if power == "team":
        return power
    colour, what = power.split("-")
    return f"{what} {LANES['PBO'.index(colour)]}"


def describe_power(state: RacersState, power: str) -> Iterator[str]:
    """Yield phrases that say what firing a power would do now."""
    mover = int(state.to_move)
    if power == "team":
        lanes = [lane for lane in range(lookup.NUM_LANES) if not state.frost_code(mover, lane)]
        yield from (
            f"{LANES[lane]} to {state.find_free_space(mover, lane, state.ship_space(mover, lane) + 1)}"
            for lane in lanes
        )
        return
    lane = "PBO".index(power[0])
    if power.endswith("warp"):
        ahead = int(state.find_next_ship_space(mover, lane))
        moves = ahead >= 0 and not state.frost_code(mover, lane)
        yield f"{LANES[lane]} to {state.find_free_space(mover, lane, ahead + 1)}" if moves else "nothing moves"
        return
    leaders = int(state.leader_mask(lane))
    if leaders == 1 << mover:
        yield "freezes your own ship"
    elif leaders:
        yield f"freezes a ship in {LANES[lane]}"
    else:
        yield "nothing to freeze"


def describe_draft(state: RacersState, slot: int, mover: int) -> Iterator[str]:
    """Yield phrases that say which tile and boost a slot brings."""
    setup = cast(RacersSetup, state.setup)
    fields = list(state.byte_fields)
    face = fields[lookup.SLOT_FACES + slot]
    if face and len(hand_codes(fields, mover)) < lookup.HAND_SIZE:
        yield f"takes {' '.join(box_of_state(state).faces[face - 1])}"
    boost = draft_slots(setup, fields)[slot].boost
    if boost.startswith("W"):
        yield f"moves any ship {boost[1]}"
    elif boost:
        lane = "PBO".index(boost[0])
        yield f"{LANES[lane]} is frozen" if frozen_by_lane(fields, mover)[lane] else f"moves {LANES[lane]} {boost[1]}"
