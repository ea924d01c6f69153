"""How Tricolor Line looks: the same for the same view, touchable wherever a choice needs it, told without colour."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, product
from pathlib import Path

import msgspec
import pytest

from tests.games.shared import pieces
from tests.games.tricolor_line.sample_views import COST, END_COST, LONG, VIEWS, changed, drawn, over, tile, view
from triangulum.games.tricolor_line import scene as renderer
from triangulum.games.tricolor_line.actions import CARD_PAIRS, Move, encode_move, list_payments
from triangulum.games.tricolor_line.messages import message
from triangulum.games.tricolor_line.scene import hand_pane, map_pane, piles_pane, players_pane
from triangulum.games.tricolor_line.scene.kit import KIT
from triangulum.games.tricolor_line.scene.tile_drawings import ROTATIONS
from triangulum.games.tricolor_line.views import CARDS, PHASES, SHAPES, Pile, Place, Tile, TricolorView, encode_place
from triangulum.learn.guide import HEADING_PATTERN
from triangulum.scene import (
    Piece,
    apply_diff,
    diff_scenes,
    render_kit_svg,
    render_png,
    render_svg,
)
from triangulum.scene.glyphs import EM, text_width
from triangulum.scene.step_tree import build_step_tree, flatten_step_tree
from triangulum.scene.steps import Confirm, Cycle, Gather, Pick, Press, Step
from triangulum.text import ENGLISH, PSEUDO_LANGUAGE, Reader

pytestmark = pytest.mark.compiled_only

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")
ALL = pytest.mark.parametrize("seen_by", VIEWS.values(), ids=VIEWS)


# -------------------------------------------------------------------------------------------------- the whole picture


@ALL
def test_equal_views_have_equal_scenes(seen_by: TricolorView) -> None:
    first = renderer.scene(seen_by)
    again = msgspec.json.decode(msgspec.json.encode(seen_by), type=TricolorView)
    for kept in (
        map_pane.map_pane,
        map_pane.tile_piece,
        hand_pane.hand_pane,
        piles_pane.piles_pane,
        players_pane.players_pane,
    ):
        kept.cache_clear()
    assert renderer.scene(again) == first
    assert render_svg(renderer.scene(again)) == render_svg(first)


@ALL
def test_all_is_drawn_with_what_the_kit_has(seen_by: TricolorView) -> None:
    scene = renderer.scene(seen_by)
    symbols = {piece.symbol for piece in pieces(scene).values()} | {name for pane in scene.panes for name in pane.still}
    assert symbols <= set(scene.kit.drawings)
    assert render_png(scene, width=200, layout="narrow", mode="dark", grey=True).startswith(b"\x89PNG")


def test_the_kit_is_small_enough_to_send() -> None:
    assert len(KIT.drawings) < 120, "tiles are turned, not drawn for every way they lie"
    assert len(render_kit_svg(KIT)) < 150_000


def test_panes_follow_each_other_as_one_needs_them() -> None:
    assert [pane.name for pane in renderer.scene(VIEWS["act"]).panes] == ["map", "hand", "piles", "players"]
    assert [pane.name for pane in renderer.scene(VIEWS["spectator"]).panes] == ["map", "piles", "players"]
    assert all(pane.title for pane in renderer.scene(VIEWS["act"]).panes)


def test_differences_lead_from_any_scene_to_any_other() -> None:
    scenes = [renderer.scene(one) for one in VIEWS.values()]
    for before, after in product(scenes, scenes):
        assert apply_diff(before, diff_scenes(before, after)) == after


def label_width(piece: Piece, reader: Reader = ENGLISH) -> float:
    """Return how wide a label is, before it is scaled: at most as wide as its drawing allows."""
    spot = KIT.drawing(piece.symbol).label
    width = text_width(reader.render(piece.label)) / EM * spot.size
    return min(width, spot.max_width) if spot.max_width else width


@ALL
def test_nothing_is_outside_its_pane(seen_by: TricolorView) -> None:
    scene = renderer.scene(seen_by)
    for pane in scene.panes:
        left, top = pane.frame.x, pane.frame.y
        right, below = left + pane.frame.wide, top + pane.frame.high
        for piece in pane.pieces:
            spot = scene.kit.drawing(piece.symbol).label
            half = label_width(piece) * piece.scale / 2
            x = piece.x + spot.x * piece.scale
            assert left <= piece.x <= right, piece
            assert top <= piece.y <= below, piece
            assert x - half >= left, piece
            assert x + half <= right, piece


def test_words_beside_each_other_do_not_run_into_each_other() -> None:
    """The round and whose turn it is stand in one line."""
    reader = Reader(PSEUDO_LANGUAGE, ("Somebody with a rather long name",) * 8)
    for phase, seat in product(PHASES, (0, 7)):
        found = drawn(view(8, LONG, phase=phase, turn_of=seat, round=100, round_limit=100))
        round, turn = found["round"], found["doing"]
        end, start = round.x + label_width(round, reader) / 2, turn.x - label_width(turn, reader) / 2
        assert end + 10 < start, (round.label, turn.label)


# ------------------------------------------------------------------------------------------------ where one touches


def moves(seen: TricolorView) -> Iterator[Move]:
    """Yield the moves of a table, found slowly; some may not be legal, but none is missing."""
    cards = sorted((*seen.hand, *seen.open_cards[seen.to_move]), key=CARDS.index)
    others = [seat for seat in range(len(seen.hand_sizes)) if seat != seen.to_move]
    prints = [tile_laid for tile_laid in seen.tiles if not tile_laid.built]
    free = sorted(map_pane.find_free_places(tile_laid.place for tile_laid in seen.tiles))
    phase = "place" if seen.phase == "first" and seen.taken_tile else "take" if seen.phase == "first" else seen.phase
    match phase:
        case "draw":
            yield from (Move("draw", num_cards=2), Move("draw", num_cards=4))
        case "take":
            yield from (Move("take", pile=at) for at, pile in enumerate(seen.piles) if pile.size)
        case "place":
            assert seen.taken_tile is not None
            for place, lie in product(free, ROTATIONS.get(seen.taken_tile.shape, ("NESW",))):
                yield placing(seen.taken_tile, place, lie)
        case "act":
            yield Move("done")
            yield from (Move("attack", seat=seat) for seat in others)
            for tile_laid in prints:
                place, shape = tile_laid.place, tile_laid.tile.shape
                yield from (building(tile_laid.tile, place, paid) for paid in payments(cards, tile_laid.tile))
                if len(ROTATIONS.get(shape, ())) > 1:
                    yield from (turning(place, *pair) for pair in sorted(set(combinations(cards, 2))))
        case "landslide":
            roads = [t.place for t in seen.tiles if t.built and t.tile.shape != "start"]
            yield from (Move("landslide", place=encode_place(place)) for place in roads)
        case "detour":
            for t in prints:
                yield from (diverting(t.tile, t.place, lie) for lie in ROTATIONS[t.tile.shape] if lie != t.roads)
        case "toll":
            yield from (Move("toll", seat=seat) for seat in others)
        case "leak":
            yield from (Move("leak", seat=seat) for seat in others)
        case "relocate":
            for t in (*prints, *seen.tiles):
                if t.tile.shape != "start":
                    yield Move("lift", place=encode_place(t.place))
        case "resettle":
            yield from (Move("put_down", place=encode_place(place)) for place in free)
        case "instead":
            yield from (Move("draw", num_cards=2), Move("pass"))
        case "ages":
            # Two red cards and a wild one are named, of three and one; two of the red ones and the wild one are old.
            yield from (Move("ages", old_mask=mask) for mask in (0b101, 0b111))
        case "discard":
            yield from (Move("discard", card=CARDS.index(card)) for card in sorted(set(cards)))


def placing(taken: Tile, place: Place, lie: str) -> Move:
    """Return the move that places a tile so that it lies in a way."""
    lies = ROTATIONS.get(taken.shape, ("NESW",))
    return Move("place", place=encode_place(place), rotation=lies.index(lie))


def diverting(blueprint: Tile, place: Place, lie: str) -> Move:
    """Return the move that turns a blueprint by a detour."""
    return Move("detour", place=encode_place(place), rotation=ROTATIONS[blueprint.shape].index(lie))


def building(blueprint: Tile, place: Place, paid: tuple[str, ...]) -> Move:
    """Return the move that builds a blueprint for some cards."""
    cost = END_COST if blueprint.colour is None else COST[SHAPES.index(blueprint.shape)]
    payment = list_payments(blueprint.colour, cost).index(tuple(map(paid.count, CARDS)))
    return Move("build", place=encode_place(place), payment=payment)


def turning(place: Place, first: str, second: str) -> Move:
    """Return the move that turns a blueprint for two cards."""
    pair = CARD_PAIRS.index((CARDS.index(first), CARDS.index(second)))
    return Move("rotate", place=encode_place(place), card_pair=pair)


def payments(cards: list[str], wanted: Tile) -> set[tuple[str, ...]]:
    """Return the payments for a tile from which no card could be left out."""
    if wanted.colour is None:
        triples = [paid for paid in combinations(cards, END_COST) if is_for_each_colour(paid)]
        return set(triples)
    letter, cost = "RGB"[wanted.colour], COST[SHAPES.index(wanted.shape)]
    fitting = [card for card in cards if card[0] in (letter, "W")]
    found = set()
    for many in range(1, len(fitting) + 1):
        for paid in combinations(fitting, many):
            total = sum(map(len, paid))
            if total >= cost > total - min(map(len, paid)):
                found.add(paid)
    return found


def is_for_each_colour(paid: tuple[str, ...]) -> bool:
    """Return whether no two cards are of the same colour, unless they are wild."""
    letters = [card[0] for card in paid if card != "W"]
    return len(set(letters)) == len(letters)


def touches(seen: TricolorView, move: Move) -> tuple[Step, ...]:
    """Return the steps of a move."""
    return renderer.touch_steps(seen, encode_move(move))


def keys_of(step: Step) -> tuple[str, ...]:
    """Return the pieces that a step touches."""
    match step:
        case Pick(key=key) | Cycle(key=key):
            return (key,)
        case Gather(keys=keys):
            return keys
    return ()


ASKED = {name: seen for name, seen in VIEWS.items() if seen.seat is not None and seen.seat == seen.to_move}


@pytest.mark.parametrize("seen_by", ASKED.values(), ids=ASKED)
def test_every_move_has_touches_of_its_own(seen_by: TricolorView) -> None:
    texts = {encode_move(move): str(move) for move in moves(seen_by)}
    steps = {action: renderer.touch_steps(seen_by, action) for action in texts}
    assert len(texts) > 1
    assert dict(flatten_step_tree(build_step_tree(steps, texts))) == steps
    there = drawn(seen_by)
    for action, path in steps.items():
        lost = [key for step in path for key in keys_of(step) if key not in there]
        assert not lost, texts[action]


def test_all_phases_in_which_one_is_asked_are_looked_at() -> None:
    assert {seen.phase for seen in ASKED.values()} == set(PHASES) - {"setup", "over"}


def test_a_tile_is_put_down_and_turned() -> None:
    tee = placing(tile("green tee"), (2, -2), "ESW")
    assert touches(VIEWS["place"], tee) == (Pick("place-2,-2"), Cycle("place-2,-2", "ESW"))
    cross = changed(VIEWS["place"], taken_tile=tile("red cross"))
    assert touches(cross, placing(tile("red cross"), (2, -2), "NESW")) == (Pick("place-2,-2"),)
    end = changed(VIEWS["place"], taken_tile=tile("end"))
    assert touches(end, placing(tile("end"), (-1, -1), "NESW")) == (Pick("place--1,-1"),)


def test_a_blueprint_is_built_or_turned_for_cards() -> None:
    act = VIEWS["act"]
    assert touches(act, building(tile("blue straight"), (1, 0), ("B", "B", "W"))) == (
        Pick("tile-1,0"),
        Press("build", message("build")),
        Gather(("card-B-1", "card-B-2", "card-W-1")),
    )
    assert touches(act, building(tile("green cross"), (0, 1), ("G", "GG", "GG")))[2:] == (
        Gather(("card-G-1", "card-GG-1", "card-GG-2")),
    )
    steps = touches(act, turning((-1, 1), "R", "R"))
    assert steps == (
        Pick("tile--1,1"),
        Press("turn", message("rotate")),
        Gather(("card-R-1", "card-R-2")),
    )
    assert touches(act, turning((-1, 1), "R", "W"))[2:] == (Gather(("card-R-1", "card-W-1")),)


def test_events_are_answered_where_they_happen() -> None:
    assert touches(VIEWS["landslide"], Move("landslide", place=encode_place((2, 0)))) == (Pick("tile-2,0"),)
    assert touches(VIEWS["detour"], diverting(tile("green tee"), (-1, 1), "NSW")) == (
        Pick("tile--1,1"),
        Cycle("tile--1,1", "NSW"),
    )
    twin = diverting(tile("blue twin"), (2, 1), "NW+ES")
    assert touches(VIEWS["detour"], twin) == (Pick("tile-2,1"),), "there is one other way only"
    assert touches(VIEWS["toll"], Move("toll", seat=2)) == (Pick("seat-2"),)
    assert touches(VIEWS["leak"], Move("leak", seat=1)) == (Pick("seat-1"),)
    assert touches(VIEWS["relocate"], Move("lift", place=encode_place((3, 0)))) == (Pick("tile-3,0"),)
    assert touches(VIEWS["resettle"], Move("put_down", place=encode_place((-2, 0)))) == (Pick("place--2,0"),)


def test_what_has_no_place_on_the_map_is_a_pile_a_card_or_a_button() -> None:
    assert touches(VIEWS["draw"], Move("draw", num_cards=2)) == (Press("draw-2", message("draw-two")),)
    assert touches(VIEWS["draw"], Move("draw", num_cards=4)) == (Press("draw-4", message("draw-four")),)
    assert touches(VIEWS["take"], Move("take", pile=2)) == (Pick("pile-3"),)
    assert touches(VIEWS["discard"], Move("discard", card=CARDS.index("BB"))) == (Pick("card-BB-1"),)
    assert touches(VIEWS["act"], Move("done")) == (Press("done", message("end-turn")),)
    assert touches(VIEWS["instead"], Move("pass")) == (Press("pass", message("draw-none")),)


def test_old_cards_first_is_one_touch_and_other_cards_are_gathered() -> None:
    """An open red card comes first, then two old ones and a new one; the wild card is old."""
    seen = VIEWS["ages"]
    assert touches(seen, Move("ages", old_mask=0b111)) == (Press("old-first", message("old-first"), usual=True),)
    press, gathered = touches(seen, Move("ages", old_mask=0b101))
    assert press == Press("choose", message("choose-cards"))
    assert isinstance(gathered, Gather)
    assert set(gathered.keys) == {"card-R-2", "card-R-4", "card-W-1"}


def test_an_attack_is_confirmed() -> None:
    pick, confirm = touches(VIEWS["act"], Move("attack", seat=3))
    assert pick == Pick("seat-3")
    assert isinstance(confirm, Confirm)
    assert Reader(names=NAMES).render(confirm.label) == "Discard your hand and attack Dee"


@ALL
def test_nothing_lies_above_what_is_touched_beside_the_map(seen_by: TricolorView) -> None:
    for name, touched in (("players", "seat-"), ("piles", "pile-")):
        pane = renderer.scene(seen_by).pane(name)
        lowest = min(piece.layer for piece in pane.pieces if piece.key.startswith(touched))
        others = [piece for piece in pane.pieces if not piece.key.startswith((touched, "taken"))]
        assert lowest > max(piece.layer for piece in others)


# ---------------------------------------------------------------------------------------------------------- the hand


def test_open_cards_lie_before_hidden_ones_of_their_kind() -> None:
    seen = view(2, hand=("R", "RR", "RR", "W"), open_cards=(("RR", "B"), ()), hand_sizes=(6, 3))
    found = drawn(seen)
    cards = [piece for piece in renderer.scene(seen).pane("hand").pieces if piece.key.startswith("card-")]
    assert [piece.label for piece in cards] == ["R", "RR", "RR", "RR", "B", "W"]
    assert [piece.symbol for piece in cards] == ["card-r", "seen-rr", "card-rr", "card-rr", "seen-b", "card-w"]
    assert str(found["card-RR-1"].title) == "Your card: double red, seen by everyone"
    assert str(found["card-RR-2"].title) == "Your card: double red"
    assert all(later.x > earlier.x for earlier, later in pairwise(cards))


def test_old_cards_lie_before_new_ones_and_have_a_star() -> None:
    pane = renderer.scene(VIEWS["ages"]).pane("hand")
    cards = [piece for piece in pane.pieces if piece.key.startswith("card-")]
    assert [piece.label for piece in cards] == ["R", "R*", "R*", "R", "RR", "G", "W*"]
    assert str(cards[1].title) == "Your card: red, drawn before the last shuffle"
    found = drawn(VIEWS["ages"])
    assert [str(found[f"old-{seat}"].label) for seat in (0, 2)] == ["3 old", "2 old"]
    assert "old-1" not in found
    assert str(found["deck"].title) == (
        "31 resource cards left to draw. Old cards in all hands: 2 red cards, a green card and 2 wild cards"
    )


@pytest.mark.parametrize("many", range(25))
def test_any_number_of_cards_fits_and_can_be_read(many: int) -> None:
    hand = tuple(sorted((CARDS * 4)[:many], key=CARDS.index))
    cards = [piece for piece in renderer.scene(view(2, hand=hand)).pane("hand").pieces if piece.key in wanted(hand)]
    assert len(cards) == many
    for one, other in combinations(cards, 2):
        apart = max(abs(one.x - other.x) / one.scale, abs(one.y - other.y) / one.scale)
        assert apart >= 84, "the label of a card is not covered by the next"
    assert all(piece.x + 50 * piece.scale < hand_pane.IDENTITY_X - 50 for piece in cards)


def wanted(hand: tuple[str, ...]) -> set[str]:
    """Return the keys of the cards of a hand."""
    return {f"card-{kind}-{at + 1}" for kind, many in Counter(hand).items() for at in range(many)}


@pytest.mark.parametrize(
    ("name", "prompt", "for_others"),
    [
        (
            "draw",
            "Draw 2 cards and go on, or draw 4 cards and end your turn.",
            "Ann is choosing how many cards to draw.",
        ),
        ("first", "Place the red corner next to any tile.", "Ann is placing a red corner."),
        ("first pile", "Choose a pile to take your first tile from.", "Bob is choosing a first tile."),
        ("act", "Build or rotate blueprints, attack a player, or end your turn.", "Ann is choosing what to do."),
        (
            "landslide",
            "Landslide! Choose a built tile to turn back into a blueprint.",
            "Landslide! Ann is choosing a built tile to turn back into a blueprint.",
        ),
        (
            "resettle",
            "Relocation! Choose a new place for the End.",
            "Relocation! Ann is choosing a new place for the End.",
        ),
        ("discard", "Discard 2 cards. You can keep 5.", "Ann is discarding down to 5 cards."),
    ],
)
def test_the_title_tells_the_mover_what_to_do_and_others_what_is_going_on(
    name: str, prompt: str, for_others: str
) -> None:
    title = renderer.scene(VIEWS[name]).title
    assert Reader(names=NAMES, seat=VIEWS[name].seat).render(title) == prompt
    assert Reader(names=NAMES).render(title) == for_others


# ---------------------------------------------------------------------------------------------------------- secrets


def test_the_own_identity_is_told_by_one_title_alone() -> None:
    red, green = (
        drawn(view(4, identity=identity, known_identities=(identity, None, None, None))) for identity in (0, 1)
    )
    assert {key for key in red if red[key] != green[key]} == {"identity"}
    assert msgspec.structs.replace(red["identity"], title="") == msgspec.structs.replace(green["identity"], title="")
    assert str(red["identity"].title) == "Your secret colour is red"


def test_what_one_knows_of_others_is_open_to_oneself() -> None:
    found = drawn(VIEWS["landslide"])
    assert (found["identity-2"].symbol, found["identity-2"].label) == ("identity-blue", "B")
    assert found["identity-3"].symbol == "identity-hidden"
    assert found["identity-0"].symbol == "identity-own"
    reader = Reader(names=NAMES, seat=0)
    assert reader.render(found["looked-2"].label) == "you and Dee"
    assert reader.render(found["seat-2"].title) == (
        "Cid: 5 cards, secret colour blue, secret colour seen by you and Dee, can’t be attacked"
    )
    assert reader.render(found["seat-1"].title) == (
        "Bob: 4 cards, seen by everyone: a double red card and a wild card, secret colour unknown, "
        "skipping the next turn, can’t be attacked"
    )
    assert reader.render(found["seat-0"].title) == "You: 6 cards, secret colour seen by Bob"


def test_who_skips_and_who_is_safe_is_seen() -> None:
    found = drawn(VIEWS["landslide"])
    assert {key for key in found if key.startswith("skips-")} == {"skips-1"}
    assert {key for key in found if key.startswith("safe-")} == {"safe-1", "safe-2"}
    assert [found[f"open-1-{kind}-1"].label for kind in ("RR", "W")] == ["RR", "W"]


def test_a_toll_is_taken_from_hidden_cards_only() -> None:
    found = drawn(view(4, phase="toll", hand_sizes=(6, 2, 1, 0), open_cards=((), ("R",), ("W",), ())))
    assert [found[f"row-{seat}"].symbol for seat in range(4)] == ["row-turn", "row-target", "row", "row"]
    found = drawn(view(3, phase="leak"))
    assert [found[f"row-{seat}"].symbol for seat in range(3)] == ["row-turn", "row-target", "row-target"]
    assert drawn(view(3, phase="leak", seat=1))["row-2"].symbol == "row"


# ---------------------------------------------------------------------------------------------------------- the piles


def test_piles_show_their_tops() -> None:
    found = drawn(VIEWS["act"])
    assert (found["pile-1"].symbol, found["pile-1"].label) == ("print-cross-red", "R5")
    assert str(found["pile-2"].title) == "Pile 2: an End on top, 19 tiles left"
    assert str(found["left-3"].label) == "Pile 3: 17 left"
    empty = drawn(VIEWS["empty piles"])
    assert str(empty["pile-1"].title) == "Pile 1 is empty"
    assert str(drawn(VIEWS["being set up"])["pile-2"].title) == "Pile 2 hasn’t been turned up yet"


def test_cards_and_events_are_counted() -> None:
    found = drawn(VIEWS["landslide"])
    assert [found[f"discarded-{kind}"].label for kind in CARDS] == ["2", "0", "1", "1", "3", "0", "1"]
    assert str(found["deck"].title) == "31 resource cards left to draw"
    assert str(found["event-supplies"].label) == "Supplies ×2"
    assert str(found["event-supplies"].title) == "Supplies: the player draws two cards. Drawn 2 times."
    assert found["event-landslide"].symbol == "chip-now"
    assert found["event-toll"].symbol == "chip"
    assert str(found["events"].title) == "16 event cards left to draw"


def test_costs_are_those_of_the_setup() -> None:
    found = drawn(view(2, shape_costs=(5, 2, 3, 4, 3, 3, 7), end_cost=2))
    assert [found[f"cost-{shape}"].label for shape in (*SHAPES, "end")] == ["5", "2", "3", "4", "3", "3", "7", "2"]
    assert found["tile-2,-1"].label == "G7"
    assert str(found["cost-end"].title) == "An End costs 2 cards of different colours"
    assert "cost-end" not in drawn(view(2, end_cost=0))


# ------------------------------------------------------------------------------------------------------ what it tells


@ALL
def test_all_that_matters_has_a_title(seen_by: TricolorView) -> None:
    silent = {key.partition("-")[0] for key, piece in drawn(seen_by).items() if not piece.title}
    told_by_their_row = {
        "row",
        "name",
        "old",
        "note",
        "held",
        "looked",
        "open",
        "skips",
        "safe",
        "sum",
        "rest",
        "points",
    }
    assert silent <= told_by_their_row | {"ruler", "under", "left", "taken", "deck", "discards", "discarded", "events",
                                          "identity"}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("being set up", "Tiles and cards are being dealt."),
        ("over", "Two routes are complete. Cid wins with 8 points."),
        ("no route", "Two routes are complete. The win is shared by Ann and Bob, with 7 points each."),
    ],
)
def test_the_whole_is_a_sentence(name: str, title: str) -> None:
    assert Reader(names=NAMES).render(renderer.scene(VIEWS[name]).title) == title


def test_who_has_won_and_why_is_seen() -> None:
    found = drawn(VIEWS["over"])
    reader = Reader(names=NAMES, seat=0)
    assert reader.render(found["doing"].label) == "Cid wins"
    assert [found[f"row-{seat}"].symbol for seat in range(3)] == ["row", "row", "row-turn"]
    sums = [reader.render(found[key].label) for key in ("sum-0", "rest-0", "points-0")]
    assert sums == ["2 tiles × 3 points", "+ 0 for cards + 1 bonus", "7"]
    assert reader.render(found["seat-1"].title).endswith(
        "secret colour green, 7 points (2 tiles × 3 points + 1 for cards)"
    )
    assert reader.render(found["seat-0"].title).endswith("+ 0 for cards + 1 for ending the game)")
    assert {"won-red", "won-blue"} <= set(found)
    assert "won-green" not in found
    assert found["identity"].symbol == found["identity-0"].symbol == "identity-red"
    crowd = drawn(over(8, winners=(1, 2, 4, 5)))
    assert reader.render(crowd["doing"].label) == "Shared by Bob, Cid, Eve and Fay"


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_has_words(phase: str) -> None:
    for taken in (tile("red cross"),) if phase in ("place", "resettle") else (None, tile("red cross")):
        found = drawn(view(3, phase=phase, seat=None, taken_tile=taken))
        assert str(found["doing"].label)
        assert str(found["doing"].title).endswith(".")


def test_the_guide_has_a_section_for_every_phase() -> None:
    guide = Path(renderer.__file__).parents[1].joinpath("guide.md").read_text(encoding="utf-8")
    assert {found[3] for found in HEADING_PATTERN.finditer(guide) if found[3]} == set(PHASES)
    assert "David Sun" in guide
    assert "not the designer's" in guide


def test_a_pile_of_one_kind_has_one_picture() -> None:
    """A tile looks the same on its pile, in hand and as a blueprint on the map."""
    found = drawn(view(2, piles=(Pile(tile("blue twin"), 3),) * 3, taken_tile=tile("blue twin")))
    assert found["pile-1"].symbol == found["taken"].symbol == found["tile-2,1"].symbol
