"""The Game class, which a folder under ``games`` declares, and the protocols of its parts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import msgspec

from triangulum.core.components import Box, Components, load_components, parse_components
from triangulum.core.defaults import DefaultNarration, DefaultNotation, DefaultRenderer, DefaultViewBuilder
from triangulum.core.learning.features import ByteFeatures, WordFeatures
from triangulum.core.levels import Level
from triangulum.core.messages import message as core_message
from triangulum.core.options import NUM_SEEDS, Options, parse_options, suggest_word
from triangulum.core.solver import Solver
from triangulum.core.state import Setup, State
from triangulum.core.stats import StatsCounter
from triangulum.core.views import GameEvent, Preview, View
from triangulum.errors import ComponentsError, OptionError, format_value
from triangulum.scene.picture import Scene
from triangulum.scene.steps import Step
from triangulum.text import Argument, Catalogue, Reader, Text, find_catalogue


class Notation(Protocol):
    """Actions and positions as text, both ways; usually the module ``notation.py`` of a game's folder."""

    def format_action(self, state: Any, action: int) -> str:
        """Return a legal action or chance outcome in notation; no two of them read the same."""

    def parse_action(self, state: Any, text: str) -> int:
        """Return the legal action that a text means, or raise NotationError or IllegalActionError."""

    def format_position(self, state: Any) -> str:
        """Return the whole state as one line of text."""

    def parse_position(self, setup: Any, text: str) -> State:
        """Return the state that ``format_position`` wrote, or raise PositionError."""


class Narration(Protocol):
    """A game in words; usually the module ``narration.py`` of its folder.

    It may also have ``suggest``, from the events of a mover's action to an instruction that names it: "Place a triangle
    on b3." Hints begin with it; what the action brings is left to the preview.
    """

    def text_board(self, view: Any, reader: Reader) -> str:
        """Return a view as a small picture in text, for a reader."""

    def narrate(self, events: Sequence[Any]) -> Sequence[Text]:
        """Return sentences about events that follow each other, as one viewer perceived them.

        Several events can make one sentence: if eight cards are dealt, one sentence is enough.
        """


class ViewBuilder(Protocol):
    """What seats may know in a game; usually the module ``observe.py`` of its folder."""

    def view(self, state: Any, seat: int | None) -> View:
        """Return what a seat, or a spectator, may know now."""

    def events(self, state: Any, action: int, seat: int | None) -> Sequence[GameEvent]:
        """Return what a seat, or a spectator, perceives when an action happens in a state."""

    def preview(self, state: Any, action: int) -> Preview:
        """Return what an action would do, as far as the mover can know."""


class Renderer(Protocol):
    """How a game looks and what people touch; usually the module ``scene.py`` of its folder.

    It may also have ``touch_steps_key``, from a mover's view to a hashable value that determines steps and notation.
    Then a server builds the tree of the same actions once.
    """

    def scene(self, view: Any) -> Scene:
        """Return the picture of a view; a pure function of it, so that it can be cached."""

    def touch_steps(self, view: Any, action: int) -> Sequence[Step]:
        """Return what the mover touches, in order, to play a legal action.

        No action's steps may be the beginning of another's.
        """


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """A game as its folder declares it: ``tri.game(id)`` finds it, ``setup`` and ``new`` begin it."""

    id: str
    title: str
    designer: str
    players: tuple[int, int]
    """The fewest and the most."""
    rules: Callable[[Game, Any, Any], Setup]
    """The game's Setup class; it raises OptionError if options and components don't fit together."""
    summary: str = ""
    """A sentence that introduces the game; a game with messages has it there, as ``summary``."""
    rules_version: int = 1
    """Increase it whenever a rule changes, so that old records aren't replayed by the new rules."""
    options: type[Options] = Options
    upgrade_options: Callable[[Mapping[str, Any]], Mapping[str, Any]] = dict
    """From the options in a record to those of today, where an option was added or renamed and the rules stayed the
    same. A record has the values of all options that existed when it was made."""
    box: type[Box] = Box
    """What ``components.toml`` holds; nothing for a game without that file."""
    notation: Notation = field(default_factory=DefaultNotation)
    narration: Narration = field(default_factory=DefaultNarration)
    view_builder: ViewBuilder = field(default_factory=DefaultViewBuilder)
    renderer: Renderer = field(default=None)  # type: ignore[assignment]  # __post_init__ knows the narration
    """Unless the game has its own, a picture of its text board, with a button for every action."""
    solver: Solver | None = None
    """None for a game that nobody has solved; see ``core/solver.py``."""
    has_secrets: bool = False
    """Whether seats may know different things."""
    is_drawn_per_seat: bool = False
    """Whether a game without secrets looks different from every seat, as when players face each other across the board.
    If not, all viewers get the same picture, made once."""
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Named sets of options; an option given explicitly overrides the preset's."""
    preset_word: str = "preset"
    """What this game calls a preset, such as "scenario"."""
    quick_presets: tuple[str, ...] = ()
    """Presets for people who don't choose one. They get the first when they play at once, set up a table or play in the
    terminal, and each of the others has a button beside *Play now*. Without any, they get the defaults of the options,
    as programs always do; those are the printed rules."""
    search_settings: Mapping[str, Any] = field(default_factory=dict)
    """Settings of tree search that suit this game better than the defaults, by name; see ``bots/settings.py``."""
    seeded_options: tuple[str, ...] = ()
    """Options that take a seed, such as the sky of Starry Sky; every game gets a new one unless somebody chooses it."""
    stats: type[StatsCounter] | None = None
    """Counts statistics of this game only, for the lab; None to count just the general ones."""
    levels: tuple[Level, ...] = ()
    """What the levels of bots mean in this game; the defaults are in ``bots/levels.py``."""
    features: Callable[[Any], Sequence[ByteFeatures | WordFeatures]] | None = None
    """What the numbers of a setup's states mean, for programs that learn; see ``core/learning/features.py``. Without
    this, they are given bit by bit."""

    def __post_init__(self) -> None:
        if self.renderer is None:
            object.__setattr__(self, "renderer", DefaultRenderer(self.narration))

    @property
    def suggested_preset(self) -> str:
        """The preset for people who don't choose one; empty for the defaults of the options."""
        return self.quick_presets[0] if self.quick_presets else ""

    @cached_property
    def folder(self) -> Path | None:
        """The folder of the game's package: where its Setup class is, or the one above if that is ``rules/``.

        None for a game outside a package, as in a notebook.
        """
        module = sys.modules[self.rules.__module__]
        package = sys.modules.get(module.__package__ or "")
        if package is None or package.__file__ is None:
            return None
        folder = Path(package.__file__).parent
        return folder.parent if folder.name == "rules" else folder

    def find_file(self, name: str) -> Path | None:
        """Return the path of a file in the game's folder, or None if there is no such file.

        ``components.toml`` has what is in the box, ``guide.md`` how to play, ``rules.md`` the numbered rules,
        ``poster.toml`` how the game is presented, ``tutorial.toml`` lessons, and ``locale/en.ftl`` its sentences.
        """
        path = None if self.folder is None else self.folder / name
        return path if path is not None and path.is_file() else None

    @cached_property
    def messages(self) -> Catalogue | None:
        """The game's own messages, from ``locale/`` in its folder; None if it has none."""
        if self.folder is None or not (self.folder / "locale").is_dir():
            return None
        return find_catalogue(self.id) or Catalogue(self.id, self.folder)

    def message(self, id: str, default: str = "", **arguments: Argument) -> Text:
        """Return one of the game's own messages, such as ``summary``; the default if it has no such message."""
        if self.messages is None or not self.messages.has(id):
            return default
        return self.messages.message(id, **arguments)

    @cached_property
    def components(self) -> Components[Any]:
        """The components that come with the game."""
        path = self.find_file("components.toml")
        if path is None:
            return parse_components(self.box, "", f"the box of {self.title}", is_default=True)
        return load_components(self.box, path, is_default=True)

    def setup(
        self,
        players: int | str | None = None,
        *,
        components: str | Path | Components[Any] | None = None,
        **options: Any,
    ) -> Setup:
        """Return a setup for these options, or raise an error that says which of them is wrong."""
        given = options if players is None else {"players": players, **options}
        return self.setup_from(given, components)

    def setup_from(self, options: Mapping[str, Any], components: str | Path | Components[Any] | None = None) -> Setup:
        """Return a setup for options that somebody typed or sent, by name."""
        fewest, most = self.players
        given = {"players": fewest, **self.find_named_preset(options), **options}
        for word in ("preset", self.preset_word):
            given.pop(word, None)
        try:
            settled = parse_options(self.options, given)
            if not fewest <= settled.players <= most:
                allowed: Text = str(fewest)
                if fewest != most:
                    allowed = core_message("number-range", low=fewest, high=most)
                raise OptionError(core_message("players-wrong", allowed=allowed, players=format_value(settled.players)))
            return self.rules(self, settled, self.choose_components(components))
        except OptionError as error:
            raise OptionError(core_message("options-wrong", game=self.title, problem=error.text)) from None

    def new(self, players: int | str | None = None, **choices: Any) -> State:
        """Return the beginning of a game; takes what ``setup`` takes."""
        return self.setup(players, **choices).new()

    def with_seeds(self, options: Mapping[str, Any], seed: int) -> dict[str, Any]:
        """Return the options with a seed for those that are random in every game, unless they were chosen.

        Everybody sees the result and could find the seed from it, so never use the same seed for real dice.
        """
        return {**dict.fromkeys(self.seeded_options, seed % NUM_SEEDS), **self.find_named_preset(options), **options}

    def find_named_preset(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options of the preset that ``options`` name, if they name one."""
        name = options.get(self.preset_word, options.get("preset"))
        if name is None:
            return {}
        if not isinstance(name, str) or name not in self.presets:
            suggestion = suggest_word(name, self.presets)
            raise OptionError(
                core_message("preset-unknown", game=self.title, preset=format_value(name), suggestion=suggestion)
            )
        return self.presets[name]

    def choose_components(self, chosen: str | Path | Components[Any] | None) -> Components[Any]:
        """Return the game's own components, or those of another file."""
        if chosen is None:
            return self.components
        if isinstance(chosen, Components):
            if not isinstance(chosen.box, self.box):
                raise ComponentsError(f"{self.title} has a {self.box.__name__}, not a {type(chosen.box).__name__}")
            return chosen
        other = load_components(self.box, Path(chosen))
        return self.components if other.digest == self.components.digest else other

    def restore_pickled_setup(self, options: Options, components: str | None) -> Setup:
        """Return the setup that was pickled."""
        chosen = None if components is None else parse_components(self.box, components, "pickled components")
        return self.rules(self, options, self.choose_components(chosen))

    def format_setup_call(self, setup: Setup) -> str:
        """Return the call that makes a setup, as you would type it."""
        default = {f.name: f.default for f in msgspec.structs.fields(self.options)} | {"players": self.players[0]}
        chosen = {f: v for f, v in msgspec.structs.asdict(setup.options).items() if v != default[f]}
        if not setup.components.is_default:
            chosen["components"] = f"<{setup.components.digest[:12]}>"
        arguments = ", ".join(f"{name}={value!r}" for name, value in chosen.items())
        return f"tri.game({self.id!r}).setup({arguments})"

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        from triangulum.core.registry import game

        return game, (self.id,)

    def __repr__(self) -> str:
        return f"tri.game({self.id!r})"
