"""What previews and scores in Tri-Star Racers know about frost: nothing is promised that a freeze takes away."""

import pytest

import triangulum as tri
from tests.games.tri_star_racers.positions import (
    all_tiles,
    at_the_apex,
    edit_components,
    legal_texts,
    parse_race,
    play_moves,
    preview_words,
    read_box,
)
from tests.rules import rule
from tests.sampling import sampled
from triangulum.core.state import OVER, State
from triangulum.games.tri_star_racers import GAME
from triangulum.games.tri_star_racers.views import BurstTaken, ShipFrozen, ShipMoved, TilePlayed
from triangulum.text import Message

APEX = "P1 P1 O2 at a1"
"""Fires a pink warp on the left and a pink freeze on the right, and matches two pips of pink and four of orange."""


def corner_race(ships: str) -> State:
    """Return a race in which seat 0 can play at the apex between a pink warp and a pink freeze."""
    return at_the_apex("B1 O2 O2", "hands P1 P1 O2 / -", f"ships {ships}", edges="4a 1a 2a")


LOST = "Then the frozen pink ship can’t move and orange moves 4 spaces."
UNSURE = "Then pink moves 2 spaces (if it isn’t frozen first) and orange moves 4 spaces."


@rule("5.5", "6.1")
@pytest.mark.parametrize(
    ("ships", "words"),
    [
        # White leads, so the freeze hits its own ship in either order.
        ("5 0 0 / 2 0 0", f"{LOST} Careful: your own pink ship gets frozen."),
        # A warp first would put White in front.
        ("2 0 0 / 5 0 0", f"{UNSURE} Careful: your own pink ship may get frozen."),
        # Both are on 0, so White may freeze either.
        ("0 0 0 / 0 0 0", f"{UNSURE} Careful: your own pink ship may get frozen."),
        # White's ship is frozen already, and the freeze hits another.
        ("2* 0 0 / 1 0 0", LOST),
        ("2* 0 0 / 5* 0 0", LOST),
    ],
)
def test_a_tile_with_several_powers_promises_no_pips_that_a_freeze_takes_away(ships: str, words: str) -> None:
    assert preview_words(corner_race(ships), APEX) == (
        f"This tile fires the pink warp and the pink freeze, in the order you choose. {words}"
    )


@rule("5.5", "6.1")
def test_a_tile_with_one_power_says_that_pips_are_lost() -> None:
    state = at_the_apex("B1 O2 O2", "hands B2 B2 P1 / P1 P1 P1", "ships 4 0 0 / 3 0 0", edges="3b 1a 2b")
    assert "your own pink ship is frozen, the frozen pink ship can’t move" in preview_words(state, "B2 B2 P1 at a1")


@rule("5.6", "6.1")
def test_whoever_may_freeze_either_ship_on_0_is_told_what_depends_on_it() -> None:
    state = at_the_apex("B1 O2 O2", "hands B2 B2 P1 / -", "ships 0 0 0 / 0 0 0", edges="3b 1a 2b")
    assert preview_words(state, "B2 B2 P1 at a1") == (
        "With this tile, you choose which pink ship is frozen, pink moves 1 space (if it isn’t frozen first) "
        "and blue moves 3 spaces."
    )


@rule("8.4", "6.1")
@pytest.mark.parametrize(
    ("ships", "words"),
    [
        ("0 0 0", "and you can move any of your ships 1 space."),
        ("0 0* 0", "and you can move any of your unfrozen ships 1 space."),
        ("0* 0* 0", "and orange moves from 0 to 1."),
        ("0* 0* 0*", "but nothing moves because all three ships are frozen."),
    ],
)
def test_a_wild_slot_says_which_ships_it_can_move(ships: str, words: str) -> None:
    slots = "slots P1 P1 P1, P1 P1 P2, B1 B1 B1, B1 B1 B2, O1 O1 O2, O1 O1 B2"
    state = parse_race(
        "board B2 P2 O1 at e5", "hands O1 O1 O1 / -", slots, f"ships {ships} / 3 0 0", "seat 0 plays", draft="advanced"
    )
    state.play("O1 O1 O1 at e4")
    assert preview_words(state, "slot 2") == f"You draft a tile showing pink 1, pink 1 and pink 2, {words}"


@rule("8.4", "8.6")
def test_a_boost_that_is_lost_is_no_consolation_for_a_missing_tile() -> None:
    few = all_tiles()[:22]
    state = parse_race(
        f"board {few[0]} at e5",
        f"hands {few[1]} / {few[2]}",
        f"discards {', '.join(few[3:])}",
        "ships 0* 0 0 / 0 0 0",
        "seat 0 plays",
        draft="boost",
        brutal="tiles",
        components=read_box(edit_components(tiles=few)),
    )
    state.play(next(text for text in legal_texts(state) if "blue" not in preview_words(state, text)))
    assert preview_words(state, "slot 1") == "You draft no tile, and the frozen pink ship can’t move."
    assert preview_words(state, "slot 2") == "You draft no tile, but blue moves from 0 to 2."


@rule("5.5", "5.8", "6.1")
@pytest.mark.parametrize("options", [{"edges": "4a 7a 9a"}, {"edges": "4a 8a 5a", "bursts": "landing"}])
def test_a_tile_scores_what_it_does(options: dict[str, str]) -> None:
    """Random races: pips that a freeze takes away score nothing, and neither does a starburst that isn't taken."""
    compared = 0
    for seed in range(sampled(16)):
        state, rng = GAME.new(2 + seed % 4, **options), tri.Random(seed)
        while state.to_move != OVER:
            legal = state.legal_actions()
            if state.to_move >= 0 and state.view(None).phase == "play":
                for action in legal[:: max(1, len(legal) // 20)]:
                    compared += compare_score_with_outcome(state, action)
            state.play(state.sample_chance(rng) if state.to_move == tri.CHANCE else legal[rng.randrange(len(legal))])
    assert compared > 20


def compare_score_with_outcome(state: State, action: int) -> bool:
    """Compare the score of a tile whose powers need no choice with what happens; return whether it freezes a ship."""
    mover = state.to_move
    played, *events = state.events(action, None)
    assert isinstance(played, TilePlayed)
    after = state.after(action)
    if after.view(None).phase in ("power", "freeze"):
        return False
    hits = [event.ship_of for event in events if isinstance(event, ShipFrozen) and event.ship_of is not None]
    value = score_fleet(after, mover) - score_fleet(state, mover)
    value += 4.0 * sum(isinstance(event, BurstTaken) for event in events)
    value += -6.0 if mover in hits else 3.0 * bool(hits)
    assert state.action_score(action) == value
    return bool(hits)


def score_fleet(state: State, seat: int) -> float:
    """Return what a team's ships score: the last one counts three times as much as the leading one."""
    last, middle, leading = sorted(state.view(None).ships[seat])  # type: ignore[attr-defined]
    return float(3.0 * last + 1.5 * middle + leading)


def test_greedy_fires_powers_in_the_order_that_spares_its_own_ship() -> None:
    state = play_moves(corner_race("2 0 0 / 5 0 0"), APEX)
    assert legal_texts(state) == ["warp pink", "freeze pink"]
    assert state.format_action(tri.bot("greedy").choose(state, tri.Random(1))) == "freeze pink"
    # A leader is hit in any case, and warps past a frozen ship first.
    state = play_moves(corner_race("4 0 0 / 5* 0 0"), APEX)
    assert state.format_action(tri.bot("greedy").choose(state, tri.Random(1))) == "warp pink"


def test_greedy_uses_a_wild_starburst_last() -> None:
    state = parse_race(
        "board B2 P2 O1 at e5", "hands P2 B1 O1 / -", "ships 11 12 0 / 0 0 0", "seat 0 plays", starbursts=True
    )
    state = play_moves(state, "O1 P2 B1 at e4", "W2", "B2")
    assert state.format_action(tri.bot("greedy").choose(state, tri.Random(1))) == "use B2"


def test_what_a_preview_promises_of_pips_holds_in_every_order_of_powers() -> None:
    """Random races: a lane that surely moves does so in every order of powers, and one that is stuck in none."""
    compared = 0
    for seed in range(sampled(16)):
        state, rng = GAME.new(3, edges="4a 7a 9a"), tri.Random(seed)
        while state.to_move != OVER:
            legal = state.legal_actions()
            if state.to_move >= 0 and state.view(None).phase == "play":
                for action in legal[:: max(1, len(legal) // 40)]:
                    compared += compare_preview_with_orders(state, action)
            state.play(state.sample_chance(rng) if state.to_move == tri.CHANCE else legal[rng.randrange(len(legal))])
    assert compared


def compare_preview_with_orders(state: State, action: int) -> bool:
    """Check the preview of a tile against every way to choose its powers; return whether there was a choice."""
    words = state.preview(action).words
    if not isinstance(words, Message) or words.id != "preview-tile-powers":
        return False
    stuck_lanes = walk_orders(state.after(action), state.to_move)
    for part in dict(words.arguments)["effects"]:  # type: ignore[union-attr]
        assert isinstance(part, Message)
        count = sum(dict(part.arguments)["lane"] in stuck for stuck in stuck_lanes)
        assert part.id == {0: "ship-to-come", len(stuck_lanes): "ship-stuck"}.get(count, "ship-to-come-unless-frozen")
    return True


def walk_orders(state: State, mover: int) -> list[set[str]]:
    """Return, for every way to choose powers and ships to freeze, the lanes whose pips were lost."""
    if state.to_move != mover or state.view(None).phase not in ("power", "freeze"):
        return [set()]
    found = []
    for action in state.legal_actions():
        moves = [event for event in state.events(action, None) if isinstance(event, ShipMoved) and event.seat == mover]
        stuck = {("pink", "blue", "orange")[move.lane] for move in moves if move.frozen and move.by == "pips"}
        found += [stuck | later for later in walk_orders(state.after(action), mover)]
    return found
