"""What a game gets without writing it, on a game that writes nothing but its rules."""

from typing import Annotated, Any

import msgspec
import pytest
from librt.vecs import vec
from mypy_extensions import i64, u8

import triangulum as tri
from triangulum.core.defaults import LINE_LENGTH, format_view_fields, render_text_scene
from triangulum.core.views import View
from triangulum.scene import apply_diff, diff_scenes, render_svg
from triangulum.scene.step_tree import build_step_tree
from triangulum.scene.steps import Press
from triangulum.text import ENGLISH, Reader

# The toy: in turn, each seat takes one to ``most`` of the pieces that are left, and a die then takes none, one or two.
# Whoever takes the last piece scores; what the die takes counts for nobody.


class HeapOptions(tri.Options, frozen=True, kw_only=True):
    """How many pieces there are, and how many of them may be taken at once."""

    pieces: Annotated[int, msgspec.Meta(ge=1, le=99)] = 7
    most: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3
    die: bool = True


class HeapSetup(tri.Setup):
    """The limits of one choice of options."""

    def __init__(self, game: tri.Game, options: HeapOptions, components: Any) -> None:
        super().__init__(game, options, components)
        self.state_class = Heap
        self.most = options.most
        self.die = options.die
        self.pieces = options.pieces
        self.num_actions = options.most
        self.max_chance_outcomes = 3
        self.max_length = 2 * options.pieces

    def new(self) -> tri.State:
        return Heap(self, 0, vec[u8]([self.pieces, 0]), vec[i64]([0] * self.players))


class Heap(tri.State):
    """Pieces that are left, whose turn it is, and as words the points of each seat."""

    setup: HeapSetup

    def _legal_actions(self) -> vec[i64]:
        least, most = (0, 3) if self.to_move == tri.CHANCE else (0, self.setup.most)
        return vec[i64](list(range(least, min(most, int(self.byte_fields[0])))))

    def _apply(self, action: i64) -> None:
        is_chance = self.to_move == tri.CHANCE
        self.byte_fields[0] -= u8(action if is_chance else action + 1)
        if not self.byte_fields[0]:
            self.word_fields[int(self.byte_fields[1])] += 1
            self.to_move = tri.OVER
        elif self.setup.die and not is_chance:
            self.to_move = tri.CHANCE
        else:
            self.byte_fields[1] = u8((int(self.byte_fields[1]) + 1) % self.setup.players)
            self.to_move = i64(self.byte_fields[1])

    def score(self) -> list[float]:
        return [float(points) for points in self.word_fields]


HEAP = tri.register(
    tri.Game(
        id="heap",
        title="Heap",
        designer="nobody",
        summary="A toy that writes nothing but its rules.",
        players=(2, 3),
        rules=HeapSetup,
        options=HeapOptions,
    )
)
CHOICES: list[dict[str, Any]] = [{}, {"players": 3, "most": 2}, {"die": False, "pieces": 12}]


@pytest.mark.parametrize("choice", CHOICES, ids=str)
def test_the_defaults_keep_every_promise(choice: dict[str, Any]) -> None:
    report = tri.conformance(HEAP.setup(**choice), games=8)
    needs_secrets = {"belief", "covered", "news", "observation", "resample varies"}
    assert report.unchecked == needs_secrets | (set() if choice.get("die", True) else {"weights"})


def test_a_game_need_not_have_components_or_a_folder_of_its_own() -> None:
    assert HEAP.components.box == tri.Box()
    assert HEAP.components.is_default
    assert HEAP.find_file("guide.md") is None
    assert repr(HEAP.setup(3, most=2)) == "tri.game('heap').setup(players=3, most=2)"


def test_the_folder_of_a_game_is_where_its_setup_is() -> None:
    for game in tri.games():
        if game.rules.__module__.startswith("triangulum.games."):
            assert game.folder is not None
            assert game.folder.name == game.id.replace("-", "_")
            assert game.find_file("components.toml") is not None


def test_a_module_outside_a_package_has_no_folder() -> None:
    # Otherwise a module in site-packages would take somebody else's rules.md for its own.
    def rules(game: tri.Game, options: Any, components: Any) -> tri.Setup:
        return HeapSetup(game, options, components)

    rules.__module__ = "textwrap"
    alone = tri.Game(id="alone", title="Alone", designer="", summary="", players=(2, 2), rules=rules)
    assert alone.folder is None
    assert alone.find_file("guide.md") is None


def test_actions_and_positions_are_numbers() -> None:
    state = HEAP.new()
    state.play("2")
    assert state.position() == "chance | bytes 4 0 | words 0 0"
    assert state.setup.parse_position(state.position()) == state
    with pytest.raises(tri.IllegalActionError, match="“7” can’t be played now"):
        HEAP.new().play("7")


def test_a_view_shows_everything() -> None:
    view = HEAP.new().view(1)
    assert view == tri.StateView(seat=1, to_move=0, byte_fields=(7, 0), word_fields=(0, 0))
    assert HEAP.narration.text_board(view, ENGLISH) == "It’s Player 1’s turn.\nbyte fields: 7 0\nword fields: 0 0"


def test_events_say_who_plays_what() -> None:
    state = HEAP.new()
    sentences: list[str] = []
    for move in ("2", "0", "1"):
        events = state.events(state.parse_action(move), None)
        sentences += map(Reader(names=("Ann", "Bob"), seat=1).render, HEAP.narration.narrate(events))
        state.play(move)
    assert sentences == ["Ann plays 2.", "Chance: 0.", "You play 1."]


def test_the_highest_score_wins_and_equal_scores_are_a_draw() -> None:
    won = HEAP.setup(die=False, pieces=1).new()
    won.play("0")
    assert (won.winners(), won.returns()) == ([0], [1.0, -1.0])
    assert HEAP.setup().state_from_fields(tri.OVER, vec[u8]([0, 0]), vec[i64]([2, 2])).winners() == []


def test_the_preview_of_a_game_with_secrets_depends_on_what_the_mover_knows() -> None:
    game = tri.game("starry-sky")
    state = game.new()
    rng = tri.Random(1)
    while state.to_move == tri.CHANCE:
        state.play(int(state.sample_chance(rng)))
    preview = tri.DefaultViewBuilder().preview
    resampled = state.resample(state.to_move, rng)
    assert resampled != state
    for action in state.legal_actions():
        assert preview(state, action) == preview(resampled, action)


def test_a_game_with_secrets_cannot_show_everything_by_mistake() -> None:
    state = tri.game("starry-sky").new()
    builder = tri.DefaultViewBuilder()
    with pytest.raises(TypeError, match="has secrets, so its view_builder has to say what view shows"):
        builder.view(state, 0)
    with pytest.raises(TypeError, match="what events shows"):
        builder.events(state, state.legal_actions()[0], 0)


class RowsView(View, frozen=True, kw_only=True):
    """Fields of every kind."""

    rows: tuple[tuple[str | None, ...], ...]
    is_open: bool
    share: float
    numbers: tuple[int, ...]


def test_the_fields_of_a_view_are_lines_that_a_phone_can_show() -> None:
    view = RowsView(seat=0, to_move=0, rows=(("a", None), ()), is_open=True, share=0.5, numbers=tuple(range(30)))
    lines = format_view_fields(view)
    assert lines[:4] == ["rows 0: a ?", "rows 1: -", "is open: yes", "share: 0.5"]
    assert max(map(len, lines)) <= LINE_LENGTH
    assert " ".join(" ".join(lines[4:]).split()) == "numbers: " + " ".join(map(str, range(30)))


def test_a_text_becomes_a_picture_line_by_line() -> None:
    scene = render_text_scene("  1 2\n\nseat 0  waits", "the title")
    assert [(piece.key, piece.label) for piece in scene.panes[0].pieces] == [
        ("line-0", "\u00a0\u00a01 2"),
        ("line-2", "seat 0\u00a0\u00a0waits"),
    ]
    longer = render_text_scene("x" * 60 + "\n" * 30 + "y", "another")
    assert longer.kit == scene.kit, "a page has the drawings already"
    assert apply_diff(scene, diff_scenes(scene, longer)) == longer
    assert "<path" in render_svg(scene)


def test_every_action_is_a_button_that_bears_its_notation() -> None:
    state = HEAP.new()
    steps = {action: HEAP.renderer.touch_steps(state.view(0), action) for action in state.legal_actions()}
    assert steps[2] == (Press("action-2"),)
    tree = build_step_tree(steps, {action: state.format_action(action) for action in steps})
    assert [branch.text for branch in tree] == ["0", "1", "2"]
