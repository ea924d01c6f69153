"""Options and presets: what is right is taken as typed, what is wrong is one line that says what would be right."""

from typing import Annotated, Literal

import msgspec
import pytest

import triangulum as tri
from triangulum.core.options import Options, describe_type, parse_options

GAME = tri.game("star-runners")

TURN_LIMIT = "“turn_limit” has to be a whole number from 1 to 65535"


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"home": "open"}, "Star Runners: There’s no option “home”. Did you mean “homes”?"),
        (
            {"zzz": 1},
            "Star Runners: There’s no option “zzz”. Choose from binaries, homes, players, rerolls and turn_limit.",
        ),
        ({"homes": "closed"}, "Star Runners: “homes” has to be one of guarded, open, not “closed”."),
        ({"turn_limit": 0}, f"Star Runners: {TURN_LIMIT}, not “0”."),
        ({"turn_limit": "many"}, f"Star Runners: {TURN_LIMIT}, not “many”."),
        ({"turn_limit": None}, f"Star Runners: {TURN_LIMIT}, not “None”."),
        ({"players": 3}, "Star Runners: This game is for 2 players, not 3."),
        ({"players": 10**5000}, "Star Runners: This game is for 2 players, not a huge number."),
        ({"players": "two"}, "Star Runners: “players” has to be a whole number, not “two”."),
        ({"turn_limit": 10**5000}, f"Star Runners: {TURN_LIMIT}, not “a huge number”."),
        ({"preset": ["open"]}, "Star Runners has no preset “['open']”. Choose from guarded and open."),
        ({"preset": "opne"}, "Star Runners has no preset “opne”. Did you mean “open”?"),
    ],
)
def test_a_wrong_option_is_refused_in_one_line(choices: dict[str, object], message: str) -> None:
    with pytest.raises(tri.OptionError) as caught:
        GAME.setup(**choices)  # type: ignore[arg-type]
    assert str(caught.value) == message


def test_an_option_by_itself_overrides_its_preset() -> None:
    assert GAME.setup(preset="open") == GAME.setup(homes="open", binaries="automatic")
    assert GAME.setup(preset="open", homes="guarded") == GAME.setup(binaries="automatic")


def test_texts_are_taken_for_numbers_as_a_command_line_gives_them() -> None:
    assert GAME.setup("2", turn_limit="40") == GAME.setup(turn_limit=40)


def test_options_are_frozen_hashable_and_go_through_json() -> None:
    options = GAME.setup(homes="open").options
    assert msgspec.json.decode(msgspec.json.encode(options), type=type(options)) == options
    assert hash(options) == hash(GAME.setup(homes="open").options)
    with pytest.raises(AttributeError):
        options.players = 3  # type: ignore[misc]


class Various(Options, frozen=True, kw_only=True):
    """Options of every kind."""

    players: int = 2
    flag: bool = False
    name: str = ""
    edges: tuple[Literal["1a", "1b"], ...] = ()
    sky: int | None = None
    size: Annotated[int, msgspec.Meta(ge=3)] = 3
    ratio: float = 0.5

    def normalize(self) -> "Various":
        if self.flag and self.sky is None:
            raise tri.OptionError("flag needs a sky")
        return msgspec.structs.replace(self, sky=self.sky or 7)


def test_each_kind_of_option_says_what_it_takes() -> None:
    wanted = {field.name: str(describe_type(field.type)) for field in msgspec.structs.fields(Various)}
    assert wanted == {
        "players": "a whole number",
        "flag": "true or false",
        "name": "text",
        "edges": "a list in which every item is one of 1a, 1b",
        "sky": "a whole number or nothing",
        "size": "a whole number from 3 up",
        "ratio": "a number",
    }


def test_what_is_left_open_is_settled_once() -> None:
    assert parse_options(Various, {"players": 2}) == Various(sky=7)
    with pytest.raises(tri.OptionError, match="flag needs a sky"):
        parse_options(Various, {"players": 2, "flag": "true"})
