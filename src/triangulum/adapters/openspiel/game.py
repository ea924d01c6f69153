"""A game as OpenSpiel wants it: its type, its parameters, and how it is registered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pyspiel

from triangulum.adapters.openspiel.observers import MemoryObserver, ViewObserver, has_bounded_memory
from triangulum.adapters.openspiel.state import TriangulumState
from triangulum.core.game import Game
from triangulum.core.state import Setup

Value = str | int | float | bool

PRESET = "preset"
"""The parameter that names a preset, whatever the game itself calls one."""
TEXT_SUFFIX = "_text"
"""Behind an option's name: the parameter that takes a text where the option's own takes a number."""


def registered_name(game: Game) -> str:
    """Return the name that OpenSpiel knows a game by."""
    return f"triangulum_{game.id.replace('-', '_')}"


def register(game: Game) -> None:
    """Register a game with OpenSpiel; doing so again does no harm."""
    name = registered_name(game)
    if name in pyspiel.registered_names():
        return
    # OpenSpiel lets go of what it was given when Python has ended already. A class never minds, since it refers to
    # itself; a function would bring the process down.
    pyspiel.register_game(build_game_type(game, game.setup()), type(name, (TriangulumGame,), {"game": game}))


class TriangulumGame(pyspiel.Game):  # type: ignore[misc]
    """A setup, to OpenSpiel. ``game.setup`` is Triangulum's own."""

    game: Game
    """Each game has a subclass of its own."""

    def __init__(self, parameters: Mapping[str, Value] | None = None) -> None:
        given = {**default_parameters(self.game), **(parameters or {})}
        self.setup = self.game.setup_from(options_from_parameters(self.game, given))
        if given.get(PRESET):
            # What a game is called says what is played, so its preset is written out.
            given = {**given, **parameters_from_setup(self.setup), PRESET: ""}
        super().__init__(build_game_type(self.game, self.setup), build_game_info(self.setup), given)

    def new_initial_state(self, position: str | None = None) -> TriangulumState:
        """Return the beginning of a game, or a position as the game writes it, which is what ``str(state)`` is."""
        return TriangulumState(self, None if position is None else self.setup.parse_position(position))

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Value] | None = None
    ) -> ViewObserver | MemoryObserver | None:
        """Return an observer of what a seat sees now or remembers, or of what everybody sees; otherwise None."""
        if params:
            raise ValueError(f"there are no parameters of observations, and {', '.join(params)} was given")
        if iig_obs_type is None:
            return ViewObserver(self.setup, is_spectator=False)
        is_spectator = iig_obs_type.private_info == pyspiel.PrivateInfoType.NONE
        is_seat = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not iig_obs_type.public_info or not (is_seat or is_spectator):
            return None
        if not iig_obs_type.perfect_recall:
            return ViewObserver(self.setup, is_spectator)
        return MemoryObserver(self.setup) if is_seat else None

    def max_chance_nodes_in_history(self) -> int:
        """Return the maximum number of chance steps in a game, without those that can repeat forever."""
        return int(self.setup.max_length) if self.setup.max_chance_outcomes else 0

    def __reduce__(self) -> tuple[Callable[..., TriangulumGame], tuple[Any, ...]]:
        return game_from_setup, (self.setup, self.get_parameters())


def game_from_setup(setup: Setup, parameters: Mapping[str, Value] | None = None) -> TriangulumGame:
    """Return the OpenSpiel game of a setup, with the parameters it was made from, or else with all of them."""
    name = registered_name(setup.game)
    game: TriangulumGame = pyspiel.load_game(name, dict(parameters or parameters_from_setup(setup)))
    # The very same one, with its own components if it has any.
    game.setup = setup
    return game


def build_game_type(game: Game, setup: Setup) -> Any:
    """Return OpenSpiel's GameType of a game."""
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
        provides_information_state_tensor=has_bounded_memory(setup),
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=default_parameters(game),
        default_loadable=True,
    )


def build_game_info(setup: Setup) -> Any:
    """Return OpenSpiel's GameInfo. Losers pay 1 together, and winners share it: see ``State.returns``."""
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


def default_parameters(game: Game) -> dict[str, Value]:
    """Return the options of a game with their defaults, and an empty preset if the game has presets.

    A parameter has one type. An option that is a number or a text, a seed or what could be drawn from it, makes two.
    One that is neither unless somebody chooses cannot be chosen here, or only as a text.
    """
    parameters: dict[str, Value] = {"players": game.players[0]}
    for option in msgspec.structs.fields(game.options):
        if option.name != "players":
            if isinstance(option.default, Value):
                parameters[option.name] = escape_commas(option.default)
            if not isinstance(option.default, str) and accepts_text(option.type):
                parameters[option.name + TEXT_SUFFIX] = ""
    if game.presets:
        parameters[PRESET] = ""
    return parameters


def escape_commas(value: Value) -> Value:
    """Return an option's value with semicolons for commas, since commas separate parameters."""
    return value.replace(",", ";") if isinstance(value, str) else value


def accepts_text(option_type: Any) -> bool:
    """Tell whether an option of this type can be a text, whatever else it can be."""
    info = msgspec.inspect.type_info(option_type)
    kinds = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    return any(isinstance(each, msgspec.inspect.StrType) for each in kinds)


def options_from_parameters(game: Game, parameters: Mapping[str, Value]) -> dict[str, Any]:
    """Return the options that OpenSpiel's parameters stand for.

    OpenSpiel fills in what was not given. So with a preset, an option that has its default is taken as not given.
    """
    defaults, preset = default_parameters(game), parameters.get(PRESET)
    options: dict[str, Any] = {}
    for name, value in parameters.items():
        if name == PRESET or (preset and name != "players" and value == defaults.get(name)):
            continue
        option = name.removesuffix(TEXT_SUFFIX) if name in defaults else name
        if option == name or value:
            options[option] = value.replace(";", ",") if isinstance(value, str) else value
    return {**options, PRESET: preset} if preset else options


def parameters_from_setup(setup: Setup) -> dict[str, Value]:
    """Return the parameters of a setup, as far as there are parameters for its options."""
    parameters = default_parameters(setup.game)
    for name, value in msgspec.structs.asdict(setup.options).items():
        parameter = name if isinstance(parameters.get(name), type(value)) else name + TEXT_SUFFIX
        if isinstance(value, Value) and parameter in parameters:
            parameters[parameter] = escape_commas(value)
    return parameters
