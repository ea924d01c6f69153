"""A game as OpenSpiel wants it: its type, its parameters, and how it is registered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pyspiel

from triangulum.adapters.openspiel.observers import MemoryObserver, SightObserver, is_bounded
from triangulum.adapters.openspiel.state import TriangulumState
from triangulum.core.game import Game
from triangulum.core.state import Setup

Value = str | int | float | bool

PRESET = "preset"
"""The parameter that names a preset, whatever the game itself calls one."""
TEXT = "_text"
"""Behind an option's name: the parameter that takes a text where the option's own takes a number."""


def registered_name(game: Game) -> str:
    """Return what OpenSpiel calls a game."""
    return f"triangulum_{game.id.replace('-', '_')}"


def register(game: Game) -> None:
    """Let OpenSpiel know a game; once is enough, and again does no harm."""
    name = registered_name(game)
    if name in pyspiel.registered_names():
        return
    # OpenSpiel lets go of what it was given when Python has ended already. A class never minds, since it refers to
    # itself; a function would bring the process down.
    pyspiel.register_game(type_of(game, game.setup()), type(name, (TriangulumGame,), {"game": game}))


class TriangulumGame(pyspiel.Game):  # type: ignore[misc]
    """A setup, to OpenSpiel. ``game.setup`` is Triangulum's own."""

    game: Game
    """Each game has a subclass of its own."""

    def __init__(self, parameters: Mapping[str, Value] | None = None) -> None:
        given = {**defaults(self.game), **(parameters or {})}
        self.setup = self.game.setup_from(chosen(self.game, given))
        if given.get(PRESET):
            # What a game is called says what is played, so its preset is written out.
            given = {**given, **parameters_of(self.setup), PRESET: ""}
        super().__init__(type_of(self.game, self.setup), info_of(self.setup), given)

    def new_initial_state(self, position: str | None = None) -> TriangulumState:
        """Return the beginning of a game, or a position as the game writes it, which is what ``str(state)`` is."""
        return TriangulumState(self, None if position is None else self.setup.parse_position(position))

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Value] | None = None
    ) -> SightObserver | MemoryObserver | None:
        """Return an observer: of what a seat sees now, or remembers, or of what everybody sees; of others, None."""
        if params:
            raise ValueError(f"there are no parameters of observations, and {', '.join(params)} was given")
        if iig_obs_type is None:
            return SightObserver(self.setup, is_spectator=False)
        is_spectator = iig_obs_type.private_info == pyspiel.PrivateInfoType.NONE
        is_seat = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not iig_obs_type.public_info or not (is_seat or is_spectator):
            return None
        if not iig_obs_type.perfect_recall:
            return SightObserver(self.setup, is_spectator)
        return MemoryObserver(self.setup) if is_seat else None

    def max_chance_nodes_in_history(self) -> int:
        """Return how many chance steps no game exceeds, those aside that may recur without end."""
        return int(self.setup.max_length) if self.setup.max_chance_outcomes else 0

    def __reduce__(self) -> tuple[Callable[..., TriangulumGame], tuple[Any, ...]]:
        return game_of, (self.setup, self.get_parameters())


def game_of(setup: Setup, parameters: Mapping[str, Value] | None = None) -> TriangulumGame:
    """Return a setup as OpenSpiel knows it, by parameters that it was made from, or written out."""
    name = registered_name(setup.game)
    game: TriangulumGame = pyspiel.load_game(name, dict(parameters or parameters_of(setup)))
    # The very same one, with its own components if it has any.
    game.setup = setup
    return game


def type_of(game: Game, setup: Setup) -> Any:
    """Return what kind of game this is."""
    kinds = pyspiel.GameType
    information = kinds.Information
    chance = kinds.ChanceMode
    return kinds(
        short_name=registered_name(game),
        long_name=f"{game.title} (Triangulum)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if setup.max_chance_outcomes else chance.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if game.has_secrets else information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=is_bounded(setup),
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=defaults(game),
        default_loadable=True,
    )


def info_of(setup: Setup) -> Any:
    """Return the bounds of a game. Losers pay 1 together, and winners share it: see ``State.returns``."""
    return pyspiel.GameInfo(
        num_distinct_actions=int(setup.num_actions),
        max_chance_outcomes=int(setup.max_chance_outcomes),
        num_players=int(setup.players),
        min_utility=-1.0 / (int(setup.players) - 1),
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=int(setup.max_length),
    )


# Parameters.


def defaults(game: Game) -> dict[str, Value]:
    """Return the options of a game with what they are unless chosen, and the preset, none, if there are any.

    A parameter has one type. An option that is a number or a text, a seed or what could be drawn from it, makes two.
    One that is neither unless somebody chooses cannot be chosen here, or only as a text.
    """
    found: dict[str, Value] = {"players": game.players[0]}
    for option in msgspec.structs.fields(game.options):
        if option.name != "players":
            if isinstance(option.default, Value):
                found[option.name] = as_parameter(option.default)
            if not isinstance(option.default, str) and takes_text(option.type):
                found[option.name + TEXT] = ""
    if game.presets:
        found[PRESET] = ""
    return found


def as_parameter(value: Value) -> Value:
    """Return an option's value as a parameter, in which there are no commas, since they part parameters."""
    return value.replace(",", ";") if isinstance(value, str) else value


def takes_text(kind: Any) -> bool:
    """Tell whether an option can be a text, whatever else it can be."""
    info = msgspec.inspect.type_info(kind)
    kinds = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    return any(isinstance(each, msgspec.inspect.StrType) for each in kinds)


def chosen(game: Game, given: Mapping[str, Value]) -> dict[str, Any]:
    """Return parameters as options.

    OpenSpiel fills in what was not given. So with a preset, an option that is as usual is taken as not given.
    """
    usual, preset = defaults(game), given.get(PRESET)
    options: dict[str, Any] = {}
    for name, value in given.items():
        if name == PRESET or (preset and name != "players" and value == usual.get(name)):
            continue
        option = name.removesuffix(TEXT) if name in usual else name
        if option == name or value:
            options[option] = value.replace(";", ",") if isinstance(value, str) else value
    return {**options, PRESET: preset} if preset else options


def parameters_of(setup: Setup) -> dict[str, Value]:
    """Return the parameters of a setup, as far as there are parameters for its options."""
    found = defaults(setup.game)
    for name, value in msgspec.structs.asdict(setup.options).items():
        parameter = name if isinstance(found.get(name), type(value)) else name + TEXT
        if isinstance(value, Value) and parameter in found:
            found[parameter] = as_parameter(value)
    return found
