# compiled by mypyc
"""Views, events and previews of Tri-Star Racers, made from states: what each seat may know.

All tiles are open but for first hands and what is drawn after a hand was discarded. The structs are in ``views.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

import msgspec

from triangulum.core.state import CHANCE, OVER
from triangulum.core.views import GameEvent, Preview
from triangulum.games.tri_star_racers import actions
from triangulum.games.tri_star_racers.actions import Move
from triangulum.games.tri_star_racers.box import LETTERS, POWERS, RacersBox
from triangulum.games.tri_star_racers.effects import EffectList
from triangulum.games.tri_star_racers.matches import build_played_tile, compute_placement_gains, last_played_tile
from triangulum.games.tri_star_racers.messages import describe_powers, describe_tile, list_seats, message
from triangulum.games.tri_star_racers.options import RacersOptions
from triangulum.games.tri_star_racers.power_outcomes import (
    PowerOutcome,
    apply_and_log,
    find_lane_frequency,
    is_power_choice,
    list_power_outcomes,
)
from triangulum.games.tri_star_racers.rules import RacersSetup, RacersState, event_log, lookup
from triangulum.games.tri_star_racers.views import (
    LANES,
    Burst,
    BurstTaken,
    BurstTurnedUp,
    BurstUsed,
    EdgeDrawn,
    HandDiscarded,
    LastRoundBegun,
    OrderDrawn,
    PowerFired,
    RaceOver,
    RacersView,
    RoundBegun,
    ShipFrozen,
    ShipMoved,
    ShipThawed,
    Slot,
    SlotDrafted,
    SlotFilled,
    StartTileDrawn,
    Tile,
    TileDealt,
    TilePlayed,
    TokenLost,
)
from triangulum.text import Message, SeatName

PHASE_BY_QUESTION = {
    actions.DRAW_EDGE: "setup",
    actions.DEAL_HANDS: "setup",
    actions.DRAW_START_TILE: "setup",
    actions.ARRANGE_START_TILE: "setup",
    actions.DRAW_ORDER: "setup",
    actions.PLAY_TILE: "play",
    actions.FIRE_POWER: "power",
    actions.CHOOSE_FROZEN_SHIP: "freeze",
    actions.TURN_UP_BURST: "burst",
    actions.USE_BURST: "use",
    actions.CHOOSE_BURST_SHIP: "burst",
    actions.DRAFT_SLOT: "draft",
    actions.CHOOSE_BOOST_SHIP: "boost",
    actions.REDRAW_HAND: "draw",
    actions.REFILL_SLOTS: "refill",
}
MOVE_CAUSES = ("pips", "warp", "team", "burst", "boost")


def box_of_state(state: RacersState) -> RacersBox:
    """Return the box of components that a state is played with."""
    box: RacersBox = state.setup.components.box
    return box


def list_pending_questions(state: RacersState) -> list[tuple[int, int]]:
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
    pending = list_pending_questions(state)
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
        token_kinds=box.token_kinds,
        outline=box.outline,
        centre=int(setup.centre_space),
        team_spaces=tuple(space for space, is_team in enumerate(setup.is_team_space) if is_team),
        edges=tuple(box.edge_names[edge] for edge in edges),
        edge_sections=tuple(box.edge_sections[edge] for edge in edges),
        board=list_board_tiles(setup, fields),
        hands=tuple(visible_hand_tiles(box, fields, owner, seat) for owner in players),
        slots=list_draft_slots(setup, fields),
        bag=sum(fields[setup.bag_offset : setup.num_bytes]),
        discarded=list_discarded_tiles(setup, fields),
        ships=tuple(ship_spaces(fields, owner) for owner in players),
        frozen=tuple(frozen_by_lane(fields, owner) for owner in players),
        bursts=list_uncollected_bursts(setup, fields),
        unseen=tuple(
            kind
            for number, kind in enumerate(box.token_kinds)
            for _ in range(fields[setup.unseen_tokens_offset + number])
        ),
        powers=list_pending_powers(pending),
        freezing=argument if kind == actions.CHOOSE_FROZEN_SHIP else None,
        waiting=list_waiting_bursts(setup, pending),
        tokens=list_turned_up_tokens(box, pending),
        token=f"W{argument}" if kind in (actions.CHOOSE_BURST_SHIP, actions.CHOOSE_BOOST_SHIP) else "",
        order=tuple(fields[lookup.ORDER : lookup.ORDER + fields[lookup.ORDER_LENGTH]]),
        done=fields[lookup.TURNS_DONE],
        round=max(1, fields[lookup.ROUND]),
        turn_of=int(state.turn_seat()) if running else None,
        played=last_played_tile(state, fields),
        last_round=state.is_last_round(),
        winners=tuple(state.winners()),
    )


def list_board_tiles(setup: RacersSetup, fields: list[int]) -> tuple[Tile | None, ...]:
    """Return for each space the tile on it, its sections by corner, or None."""
    tiles = setup.components.box.arranged_tiles
    face_codes = fields[setup.board_offset : setup.arrangements_offset]
    arrangements = fields[setup.arrangements_offset : setup.bag_offset]
    return tuple(
        [
            tiles[actions.NUM_ARRANGEMENTS * (code - 1) + arrangement] if code else None
            for code, arrangement in zip(face_codes, arrangements, strict=True)
        ]
    )


def list_hand_tiles(fields: list[int], seat: int) -> list[tuple[int, bool]]:
    """Return the face of each tile in a hand, and whether all have seen it."""
    first = lookup.HANDS + lookup.HAND_SIZE * seat
    return [((code - 1) // 2, code % 2 == 0) for code in fields[first : first + lookup.HAND_SIZE] if code]


def visible_hand_tiles(box: RacersBox, fields: list[int], owner: int, seat: int | None) -> tuple[Tile | None, ...]:
    """Return a hand as a seat knows it: what it has not seen comes last."""
    tiles = list_hand_tiles(fields, owner)
    known = [box.faces[face] for face, is_shown in tiles if is_shown or owner == seat]
    return (*known, *[None] * (len(tiles) - len(known)))


def list_draft_slots(setup: RacersSetup, fields: list[int]) -> tuple[Slot, ...]:
    """Return the slots of the draft card with their boosts, tiles and tokens."""
    box: RacersBox = setup.components.box
    slots = []
    for at, boost in enumerate(box.slot_boosts(cast(RacersOptions, setup.options).draft)):
        face, token = fields[lookup.SLOT_FACES + at], fields[lookup.SLOT_TOKENS + at]
        tile = box.faces[face - 1] if face else None
        slots.append(Slot("" if boost == "-" else boost, tile, token - 1 if token else None))
    return tuple(slots)


def list_discarded_tiles(setup: RacersSetup, fields: list[int]) -> tuple[Tile, ...]:
    """Return the tiles that are out of the game: all that are nowhere else."""
    if not setup.is_brutal:
        return ()
    left = count_tiles_out_of_play(setup, fields)
    faces = setup.components.box.faces
    return tuple(faces[face] for face, count in enumerate(left) for _ in range(count))


def count_tiles_out_of_play(setup: RacersSetup, fields: list[int]) -> list[int]:
    """Return, for each face, how many tiles are neither in the bag nor on the board, the card or in a hand."""
    left = [int(count) - fields[setup.bag_offset + face] for face, count in enumerate(setup.face_counts)]
    face_codes = [
        *fields[setup.board_offset : setup.arrangements_offset],
        *fields[lookup.SLOT_FACES : lookup.SLOT_FACES + actions.MAX_SLOTS],
    ]
    used = [code - 1 for code in face_codes if code]
    used += [face for seat in range(setup.players) for face, _ in list_hand_tiles(fields, seat)]
    for face in used:
        left[face] -= 1
    return left


def ship_spaces(fields: list[int], seat: int) -> tuple[int, int, int]:
    """Return the spaces of a seat's ships by lane."""
    at = lookup.SHIPS + 2 * actions.NUM_LANES * seat
    pink, blue, orange = (fields[at + 2 * lane] | fields[at + 2 * lane + 1] << 8 for lane in range(actions.NUM_LANES))
    return pink, blue, orange


def frozen_by_lane(fields: list[int], seat: int) -> tuple[bool, bool, bool]:
    """Return by lane whether a seat's ship is frozen."""
    frost = fields[lookup.FROZEN + seat]
    return bool(frost & 3), bool(frost >> 2 & 3), bool(frost >> 4 & 3)


def decode_burst(setup: RacersSetup, burst_number: int) -> Burst:
    """Return the lane and space of a starburst by its number."""
    lane, at = divmod(burst_number, int(setup.bursts_per_lane))
    return Burst(lane, int(setup.burst_spaces[at]))


def list_uncollected_bursts(setup: RacersSetup, fields: list[int]) -> tuple[Burst, ...]:
    """Return the starbursts that still lie on the lanes."""
    burst_mask = fields[lookup.BURST_MASK] | fields[lookup.BURST_MASK + 1] << 8
    return tuple([decode_burst(setup, number) for number in range(burst_mask.bit_length()) if burst_mask >> number & 1])


def list_waiting_bursts(setup: RacersSetup, pending: list[tuple[int, int]]) -> tuple[Burst, ...]:
    """Return the starbursts among pending questions, the one that is turned up next first."""
    return tuple(decode_burst(setup, number) for kind, number in pending if kind == actions.TURN_UP_BURST)


def list_turned_up_tokens(box: RacersBox, pending: list[tuple[int, int]]) -> tuple[str, ...]:
    """Return the starbursts among pending questions that are turned up and to be used, by their kinds."""
    return tuple(box.token_kinds[token] for kind, token in pending if kind == actions.USE_BURST)


def list_pending_powers(pending: list[tuple[int, int]]) -> tuple[str, ...]:
    """Return the powers among pending questions, and the freeze for which a ship is being chosen."""
    powers = [argument for kind, argument in pending if kind == actions.FIRE_POWER]
    powers += [actions.FREEZE + argument for kind, argument in pending if kind == actions.CHOOSE_FROZEN_SHIP]
    return tuple(POWERS[power] for power in sorted(powers))


# What a seat sees happen.


def events(state: RacersState, action: int, seat: int | None) -> Sequence[GameEvent]:
    """Return what a seat, or a spectator, perceives when an action happens, and all that follows from it."""
    after, log = apply_and_log(state, action)
    events = [*list_unlogged_action_events(state, action, seat)]
    events += [event for entry in log for event in convert_logged_event(state, after, entry, seat)]
    if after.to_move == OVER:
        rearmost = tuple(int(score) for score in after.score())
        fields = list(after.byte_fields)
        ships = tuple(ship_spaces(fields, owner) for owner in range(after.setup.players))
        events.append(RaceOver(rearmost=rearmost, ships=ships, winners=tuple(after.winners())))
    if any(entry[0] == event_log.TILE_REQUESTED for entry in log) and is_playable_tile_revealed_to(after, seat):
        # Whoever is asked for a tile in a brutal race has one that fits.
        events[-1] = msgspec.structs.replace(events[-1], news=True)
    return events


def is_playable_tile_revealed_to(state: RacersState, seat: int | None) -> bool:
    """Tell whether a seat learns, since the mover is asked to play, that a hidden tile of the mover's fits."""
    mover = int(state.turn_seat())
    if not cast(RacersSetup, state.setup).is_brutal or mover == seat:
        return False
    tiles = list_hand_tiles(list(state.byte_fields), mover)
    return not any(is_shown and state.can_place_somewhere_in_brutal_race(face) for face, is_shown in tiles)


def list_unlogged_action_events(state: RacersState, action: int, seat: int | None) -> Iterator[GameEvent]:
    """Yield the event of the action itself, unless the event log has it."""
    setup = cast(RacersSetup, state.setup)
    box = box_of_state(state)
    kind = int(state.top_question())
    if kind == actions.DRAW_EDGE:
        names = box.list_edge_names(int(setup.random_edge_side))
        yield EdgeDrawn(edge=names[action], side=int(state.count_frame_edges_so_far()))
    elif kind in (actions.DEAL_HANDS, actions.REDRAW_HAND):
        receiver = int(state.find_first_seat_without_full_hand() if kind == actions.DEAL_HANDS else state.turn_seat())
        yield TileDealt(seat=receiver, tile=box.faces[action] if receiver == seat else None, covered=receiver != seat)
    elif kind == actions.DRAW_START_TILE:
        has_one_arrangement = len(box.distinct_arrangements[action]) == 1
        yield StartTileDrawn(tile=box.faces[action], space=int(setup.centre_space) if has_one_arrangement else None)
    elif kind == actions.ARRANGE_START_TILE:
        face = int(state.byte_fields[setup.board_offset + setup.centre_space]) - 1
        yield StartTileDrawn(tile=box.arranged_tile(face, action), space=int(setup.centre_space))
    elif kind == actions.DRAW_ORDER:
        yield OrderDrawn(seat=action)
    elif kind == actions.REFILL_SLOTS:
        yield SlotFilled(slot=int(state.find_empty_slot()), tile=box.faces[action])
    elif kind == actions.PLAY_TILE:
        placement = setup.action_codec.decode_move(action)
        mover = int(state.to_move)
        hand = list_hand_tiles(list(state.byte_fields), mover)
        yield TilePlayed(
            tile=box.arranged_tile(placement.face, placement.arrangement),
            played=build_played_tile(state, mover, placement),
            news=seat != mover and (placement.face, True) not in hand,
        )


def convert_logged_event(
    state: RacersState, state_after: RacersState, logged_event: event_log.LoggedEvent, seat: int | None
) -> Iterator[GameEvent]:
    """Yield the view event for an entry of the rules' event log."""
    setup = cast(RacersSetup, state.setup)
    box = box_of_state(state)
    kind, turn_of, first, second, third, fourth = logged_event
    if kind == event_log.POWER_FIRED:
        yield PowerFired(seat=turn_of, power=POWERS[first])
    elif kind == event_log.SHIP_FROZEN:
        yield ShipFrozen(lane=first, ship_of=second - 1 if second else None)
    elif kind == event_log.SHIP_MOVED:
        owner, lane = divmod(first, actions.NUM_LANES)
        end = third if fourth < 0 else fourth
        yield ShipMoved(seat=owner, lane=lane, by=MOVE_CAUSES[second], start=third, end=end, frozen=fourth < 0)
    elif kind == event_log.TOKEN_LOST:
        yield TokenLost(seat=turn_of, by=MOVE_CAUSES[first])
    elif kind == event_log.BURST_TAKEN:
        yield BurstTaken(seat=turn_of, burst=decode_burst(setup, first))
    elif kind == event_log.BURST_TURNED_UP:
        yield BurstTurnedUp(seat=turn_of, token=box.token_kinds[first])
    elif kind == event_log.BURST_USED:
        yield BurstUsed(seat=turn_of, token=box.token_kinds[first])
    elif kind == event_log.SLOT_DRAFTED:
        yield SlotDrafted(seat=turn_of, slot=first, tile=box.faces[second - 1] if second else None)
    elif kind == event_log.HAND_DISCARDED:
        codes = [code for code in (first, second, third) if code]
        tiles = tuple(box.faces[(code - 1) // 2] for code in codes)
        news = seat != turn_of and any(code % 2 for code in codes)
        yield HandDiscarded(seat=turn_of, tiles=tiles, news=news)
    elif kind == event_log.SHIP_THAWED:
        yield ShipThawed(seat=turn_of, lane=first)
    elif kind == event_log.LAST_ROUND_BEGUN:
        yield LastRoundBegun(seat=turn_of)
    elif kind == event_log.ROUND_BEGUN:
        order = state_after.byte_fields[lookup.ORDER : lookup.ORDER + setup.players]
        yield RoundBegun(order=tuple(int(place) for place in order))


# Previews.


def preview(state: RacersState, action: int) -> Preview:
    """Return what an action would bring, as far as the mover can know."""
    if state.to_move == CHANCE:
        return Preview(words="", worth=0.0)
    return Preview(words=describe_action(state, action), worth=state.action_score(action))


PREVIEW_IDS = {"fire": "preview-power", "use": "preview-burst", "freeze": "preview-choice", "advance": "preview-choice"}


def describe_action(state: RacersState, action: int) -> Message:
    """Return what an action would do to ships, and which tile it brings."""
    after, log = apply_and_log(state, action)
    mover = int(state.to_move)
    # Only what happens to the mover is told: the next one's hand might be discarded, and with it be seen.
    own_entries = (entry for entry in log if entry[1] == mover)
    effects = EffectList()
    for event in (event for entry in own_entries for event in convert_logged_event(state, after, entry, mover)):
        effects.add_event(event, mover)
    move = cast(RacersSetup, state.setup).action_codec.decode_move(action)
    ending = describe_ending(after, mover, log)
    if after.to_move == mover:
        add_pending_ship_choice(after, effects)
    if move.kind == "play":
        return describe_placement(state, after, move, effects, ending)
    if move.kind == "draft":
        return describe_draft(state, move.slot, effects, ending)
    return message(PREVIEW_IDS[move.kind], effects=effects.list_parts(), ending=ending)


def add_pending_ship_choice(after: RacersState, effects: EffectList) -> None:
    """Add that the mover then chooses a ship to freeze or to move, if that is asked next."""
    question, argument = int(after.top_question()), int(after.top_question_argument())
    if question == actions.CHOOSE_FROZEN_SHIP:
        choice = message("ship-to-freeze", seat=SeatName(int(after.to_move)), lane=LANES[argument])
        effects.add_part(choice, is_success=True)
    elif question in (actions.CHOOSE_BURST_SHIP, actions.CHOOSE_BOOST_SHIP):
        has_frozen = any(frozen_by_lane(list(after.byte_fields), int(after.to_move)))
        id = "unfrozen-ship-of-yours" if has_frozen else "any-ship-of-yours"
        effects.add_part(message(id, distance=argument), is_success=True)


def describe_placement(
    state: RacersState, after: RacersState, placement: Move, effects: EffectList, ending: tuple[Message, ...]
) -> Message:
    """Return what playing a tile would do; if powers wait for a choice, which ones and how far ships move then."""
    mover = int(state.to_move)
    parts = effects.list_parts()
    if not is_power_choice(after, mover):
        if not parts:
            return message("preview-tile-unmatched", ending=ending)
        return message("preview-tile", effects=parts, ending=ending)
    pips, powers = compute_placement_gains(state, placement)
    outcomes = list_power_outcomes(after, mover)
    to_come = tuple(
        message(
            PIPS_IDS[find_lane_frequency(lane, [each.stuck for each in outcomes])], lane=LANES[lane], distance=distance
        )
        for lane, distance in enumerate(pips)
        if distance
    )
    if after.top_question() == actions.CHOOSE_FROZEN_SHIP:
        return message("preview-tile", effects=(*parts, *to_come), ending=ending)
    return message(
        "preview-tile-powers",
        powers=describe_powers(powers),
        effects=to_come,
        warnings=tuple(list_freeze_warnings(outcomes)),
    )


PIPS_IDS = {"never": "ship-to-come", "sometimes": "ship-to-come-unless-frozen", "always": "ship-stuck"}
FREEZE_WARNING_IDS = {"sometimes": "own-freeze-possible", "always": "own-freeze-certain"}


def list_freeze_warnings(outcomes: list[PowerOutcome]) -> Iterator[Message]:
    """Yield for each lane whether the mover's own ship gets frozen by a power, or may be."""
    for lane, name in enumerate(LANES):
        how_often = find_lane_frequency(lane, [each.frozen for each in outcomes])
        if how_often != "never":
            yield message(FREEZE_WARNING_IDS[how_often], lane=name)


def describe_draft(state: RacersState, slot: int, effects: EffectList, ending: tuple[Message, ...]) -> Message:
    """Return which tile a slot would bring, and what its boost does."""
    face = int(state.byte_fields[lookup.SLOT_FACES + slot])
    parts = effects.list_parts()
    has_tile = face > 0 and state.hand_size(int(state.to_move)) < lookup.HAND_SIZE
    joint = "and" if has_tile == effects.has_success else "but"
    if not has_tile:
        return message("preview-slot-empty", effects=parts, joint=joint, ending=ending)
    tile = describe_tile(box_of_state(state).faces[face - 1])
    return message("preview-slot", tile=tile, effects=parts, joint=joint, ending=ending)


def describe_ending(after: RacersState, mover: int, log: Sequence[event_log.LoggedEvent]) -> tuple[Message, ...]:
    """Return that the mover's turn ends the race or begins the last round, if it does: at most one sentence."""
    if after.to_move == OVER and all(entry[1] == mover for entry in log):
        winners = after.winners()
        if mover not in winners:
            return (message("ending-lost", winners=list_seats(winners)),)
        return (message("ending-shared" if len(winners) > 1 else "ending-won"),)
    if any(entry[0] == event_log.LAST_ROUND_BEGUN and entry[1] == mover for entry in log):
        return (message("ending-finish"),)
    return ()


def format_power(power: str) -> str:
    """Return a power in notation: ``warp pink``."""
    if power == "team":
        return power
    colour, what = power.split("-")
    return f"{what} {LANES[LETTERS.index(colour)]}"
