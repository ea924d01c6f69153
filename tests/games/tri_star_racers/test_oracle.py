"""The quick rules against the slow ones: whole random races step by step, and pips and powers recounted."""

import random
import re
from typing import Any

import pytest

import triangulum as tri
from tests.games.tri_star_racers import oracle
from tests.games.tri_star_racers.oracle_parts import Sections, count_gains
from tests.rules import rule
from tests.sampling import sampled
from triangulum.core.state import CHANCE, OVER, State
from triangulum.games.tri_star_racers.options import RacersOptions
from triangulum.games.tri_star_racers.views import LANES, RacersView, TilePlayed

pytestmark = pytest.mark.compiled_only

GAME = tri.game("tri-star-racers")
SPACES = [space.name for space in GAME.components.box.lattice.spaces]
AROUND = [space.clockwise_corners for space in GAME.components.box.lattice.spaces]


def new_races(players: int, options: dict[str, Any]) -> tuple[State, oracle.Race]:
    """Return a new race in both rules."""
    setup = GAME.setup(players, **options)
    choice = setup.options
    assert isinstance(choice, RacersOptions)
    slow = oracle.Race(
        players,
        choice.draft,
        None if choice.edges.startswith("random") else tuple(choice.edges.split()),
        choice.starbursts,
        choice.brutal,
        choice.bursts,
        "b" if choice.edges == "random b" else "a",
        choice.team_spaces,
        () if choice.head_start == "none" else tuple(map(int, choice.head_start.split())),
    )
    return setup.new(), slow


def racers_view(state: State, seat: int | None) -> RacersView:
    """Return a view of a race, with its type."""
    view = state.view(seat)
    assert isinstance(view, RacersView)
    return view


def board_sections(view: RacersView) -> dict[str, Sections]:
    """Return the board as the slow rules have it: the sections of a tile from the left, clockwise."""
    found = {}
    for at, tile in enumerate(view.board):
        if tile is not None:
            one, two, three = (tile[corner] for corner in AROUND[at])
            found[SPACES[at]] = (one, two, three)
    return found


def compare_states(state: State, slow: oracle.Race) -> None:
    """Check that both rules have the same position."""
    view = racers_view(state, None)
    mover = {CHANCE: "chance", OVER: "over"}.get(state.to_move, state.to_move)
    assert mover == slow.to_move
    assert sorted(state.format_action(action) for action in state.legal_actions()) == sorted(slow.legal())
    # How the start tile lies is settled a step later.
    if view.phase != "setup":
        assert board_sections(view) == slow.board
        assert view.order == tuple(slow.order)
    assert view.bag == len(slow.bag)
    assert [dict(zip(LANES, ships, strict=True)) for ships in view.ships] == slow.ships
    frozen = {(seat, LANES[at]) for seat, ice in enumerate(view.frozen) for at in range(3) if ice[at]}
    assert frozen == set(slow.frozen)
    assert {(LANES[burst.lane], burst.space) for burst in view.bursts} == slow.on_track
    assert sorted(view.unseen) == sorted(slow.unseen)
    assert len(view.waiting) == slow.count_face_down()
    assert sorted(view.tokens) == sorted(slow.face_up)
    assert [None if slot.tile is None else sorted(slot.tile) for slot in view.slots] == [
        None if tile is None else sorted(tile) for tile in slow.slots or [None] * len(view.slots)
    ]
    assert {at: slot.token for at, slot in enumerate(view.slots) if slot.token is not None} == slow.tokens
    for seat in range(len(view.ships)):
        own = racers_view(state, seat).hands[seat]
        assert sorted(map(sorted, filter(None, own))) == sorted(map(sorted, slow.hand(seat)))
        seen = [tile for tile in view.hands[seat] if tile is not None]
        assert sorted(map(sorted, seen)) == sorted(map(sorted, slow.drafted[seat]))
    assert sorted(map(sorted, view.discarded)) == sorted(map(sorted, slow.discarded))
    assert state.winners() == slow.winners()


def run_both_races(seed: int, players: int, options: dict[str, Any]) -> State:
    """Run a random race by both rules at once, and return how it ended."""
    state, slow = new_races(players, resolve_choices(options, players))
    rng = tri.Random(seed)
    dice = random.Random(seed)
    while state.to_move != OVER:
        compare_states(state, slow)
        action = state.sample_chance(rng) if state.to_move == CHANCE else dice.choice(state.legal_actions())
        move = state.format_action(action)
        state.play(action)
        slow = slow.play(move)
    compare_states(state, slow)
    return state


CHOICES: list[dict[str, Any]] = [
    *({"scenario": scenario} for scenario in GAME.presets),
    {"draft": "advanced"},
    {"draft": "basic", "brutal": "strict"},
    {"brutal": "strict", "edges": "7a 8b 9a"},
    {"draft": "advanced", "edges": "4a 7a 9a", "brutal": "strict"},
    {"brutal": "tiles", "bursts": "landing", "edges": "random b"},
    {"bursts": "landing", "team_spaces": False},
    {"edges": "random b", "team_spaces": False, "draft": "advanced"},
    {"head_start": "by seat", "edges": "1a 2a 3a"},
]


def resolve_choices(options: dict[str, Any], players: int) -> dict[str, Any]:
    """Return options with a head start for each seat, in place of the words that ask for one."""
    if "head_start" not in options:
        return options
    return {**options, "head_start": " ".join(["14", "9", "0", "3", "0"][:players])}


@pytest.mark.parametrize("options", CHOICES, ids=lambda options: "-".join(map(str, options.values())))
@rule("5.8", "5.10", "6.2", "7.3", "8.5", "10.2", "12.1")
def test_quick_and_slow_rules_agree_on_random_races(options: dict[str, Any]) -> None:
    for seed in range(sampled(8)):
        run_both_races(seed, 2 + seed % 4, options)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("options", CHOICES, ids=lambda options: "-".join(map(str, options.values())))
@rule("5.8", "5.10", "6.2", "7.3", "8.5", "10.2", "12.1")
def test_quick_and_slow_rules_agree_on_many_random_races(options: dict[str, Any], players: int) -> None:
    for seed in range(100, 130):
        run_both_races(seed, players, options)


def format_power(power: str) -> str:
    """Return a power as the slow rules write it."""
    colour, _, what = power.partition("-")
    return f"{what} {LANES['PBO'.index(colour)]}" if what else power


def count_matched_pips(view: RacersView, event: TilePlayed) -> tuple[int, ...]:
    """Return the pips of all sections that are shown to match; check that only sections of one colour match."""
    sections: dict[tuple[int | None, ...], str] = {}
    wild = {"W", "wild", "team"}
    for match in event.played.matches:
        mine = event.tile[match.corner]
        if match.edge is not None:
            other = view.edge_sections[match.edge][match.other]
        else:
            tile = view.board[match.space or 0]
            assert tile is not None
            other = tile[match.other]
        assert other != "-"
        assert mine in wild or other in wild or mine[0] == other[0]
        sections[(match.corner,)] = mine
        sections[match.edge, match.space, match.other] = other
    pips = [section for section in sections.values() if re.fullmatch("[PBO][1-9]", section)]
    return tuple(sum(int(section[1]) for section in pips if section[0] == lane) for lane in "PBO")


def recount_placements(seed: int, many: int) -> int:
    """Recount what random placements of a race bring, so many in each position; return how many were counted."""
    state = GAME.new(2 + seed % 4, scenario=sorted(GAME.presets)[seed % 6])
    rng = tri.Random(seed)
    dice = random.Random(seed)
    counted = 0
    while state.to_move != OVER:
        if state.to_move != CHANCE and " at " in state.format_action(state.legal_actions()[0]):
            view = racers_view(state, None)
            for action in dice.choices(state.legal_actions(), k=many):
                sections, _, space = state.format_action(action).partition(" at ")
                one, two, three = sections.split()
                pips, powers = count_gains(board_sections(view), view.edges, space, (one, two, three))
                event = state.events(action, None)[0]
                assert isinstance(event, TilePlayed)
                assert event.played.pips == tuple(pips[lane] for lane in LANES)
                assert sorted(map(format_power, event.played.powers)) == sorted(powers)
                assert count_matched_pips(view, event) == event.played.pips
                counted += 1
        state._apply(state.sample_chance(rng) if state.to_move == CHANCE else dice.choice(state.legal_actions()))
    return counted


@rule("5.2", "5.8", "5.9")
def test_a_slow_recount_of_pips_and_powers_agrees() -> None:
    assert sum(recount_placements(seed, 8) for seed in range(sampled(24))) > 500


@pytest.mark.long
@rule("5.2", "5.8", "5.9")
def test_a_slow_recount_of_pips_and_powers_agrees_in_ten_thousand_placements() -> None:
    assert sum(recount_placements(seed, 8) for seed in range(100, 190)) >= 10_000
