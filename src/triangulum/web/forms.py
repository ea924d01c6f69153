"""Form fields for a game's options, derived from the types of the options, and its presets to choose from."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, get_args, get_origin

import msgspec
from msgspec.inspect import BoolType, IntType, LiteralType, Metadata, Type, type_info

from triangulum.core.game import Game
from triangulum.scene.layout import arrange_panes
from triangulum.text import DEFAULT_LANGUAGE, Text
from triangulum.web.messages import message
from triangulum.web.posters import humanize, load_poster, name_preset
from triangulum.web.setup_pictures import build_choice_picture_url, has_different_pictures

FieldKind: TypeAlias = Literal["select", "check", "number", "text", "pictures"]


class FieldChoice(NamedTuple):
    """One of the values that a field offers."""

    value: str
    label: Text
    help: Text = ""
    picture: str = ""
    """The address of a picture; empty if there is none."""


class PointMap(NamedTuple):
    """A picture in which people can move the points of an option about."""

    data: str
    """Its size, and the grid of its points, as JSON for the form's script."""
    label: Text
    """What a point is called; its number is an argument."""


class FormField(NamedTuple):
    """A form field for one option."""

    name: str
    label: Text
    help: Text
    kind: FieldKind
    value: Any
    """The default; empty where it's drawn anew for every game."""
    choices: tuple[FieldChoice, ...] = ()
    least: int | None = None
    most: int | None = None
    own_help: Text = ""
    """How to make a value of one's own, beside those with pictures."""
    points: PointMap | None = None
    """Where in the picture people can move points about."""


def list_option_fields(game: Game, language: str = DEFAULT_LANGUAGE) -> list[FormField]:
    """Return a form field for every option of a game except the number of players."""
    options = [option for option in msgspec.structs.fields(game.options) if option.name != "players"]
    return [build_option_field(option, game, language) for option in options]


def build_option_field(option: Any, game: Game, language: str) -> FormField:
    """Return the form field of one option, with the value that the suggested preset gives it."""
    name = option.name
    label, help = game.message(f"option-{name}", humanize(name)), game.message(f"option-{name}.help")
    suggested = game.presets.get(game.suggested_preset, {})
    value = "" if name in game.seeded_options else suggested.get(name, option.default)
    match strip_metadata(type_info(option.type)):
        case BoolType():
            return FormField(name, label, help, "check", bool(value))
        case LiteralType():
            # In the order in which the game names them; msgspec sorts them.
            choices = tuple(build_choice(game, name, str(each)) for each in list_literals(option.type))
            return FormField(name, label, help, "select", value, choices)
        case IntType(ge=least, le=most):
            return FormField(name, label, help, "number", value, (), least, most)
    pictures = list_picture_choices(game, name, language)
    if not pictures:
        return FormField(name, label, help, "text", value)
    own_help, points = game.message(f"option-{name}.own"), build_point_map(game, name)
    return FormField(name, label, help, "pictures", value, pictures, own_help=own_help, points=points)


def list_literals(literal_type: Any) -> tuple[Any, ...]:
    """Return the values of a Literal, which may be annotated."""
    return get_args(get_args(literal_type)[0] if get_origin(literal_type) is Annotated else literal_type)


def build_choice(game: Game, option: str, value: str) -> FieldChoice:
    """Return a value of an option, as the game calls it."""
    return FieldChoice(value, game.message(f"option-{option}-{value}", value))


def list_picture_choices(game: Game, option: str, language: str) -> tuple[FieldChoice, ...]:
    """Return the values of an option that are offered with a picture."""
    return tuple(
        FieldChoice(
            value,
            name_picture_choice(game, option, value),
            "",
            build_choice_picture_url(game, language, **{option: value}),
        )
        for value in load_poster(game).choices.get(option, ())
    )


def name_picture_choice(game: Game, option: str, value: str) -> Text:
    """Return what a game calls a value that is offered with a picture: by a name of its own, or like all of them."""
    own_name = game.message(f"option-{option}-{value.replace(' ', '-')}")
    return own_name or game.message(f"option-{option}.choice", value, value=value)


def build_point_map(game: Game, option: str) -> PointMap | None:
    """Return the picture in which the points of an option can be moved; None if there is none."""
    grid = load_poster(game).points.get(option)
    if grid is None:
        return None
    pane = game.setup_from({}).new().scene(None).panes[0]
    arrangement = arrange_panes([pane], "wide")
    (box,) = arrangement.boxes
    scale = box.wide / pane.frame.wide
    left, top = box.x + (grid.left - pane.frame.x) * scale, box.y + (grid.top - pane.frame.y) * scale
    in_picture = msgspec.structs.replace(grid, left=left, top=top, scale=grid.scale * scale)
    label = game.message(f"option-{option}.point", "{number}", number="{number}")
    data = {"width": arrangement.wide, "height": arrangement.high, "grid": in_picture}
    return PointMap(msgspec.json.encode(data).decode(), label)


def list_presets(game: Game, language: str = DEFAULT_LANGUAGE) -> list[FieldChoice]:
    """Return a game's presets, with pictures if these show how they differ."""
    has_pictures = bool(game.presets) and has_different_pictures(game, "preset", tuple(game.presets))
    return [
        FieldChoice(
            id,
            name_preset(game, id),
            game.message(f"preset-{id}.help"),
            build_choice_picture_url(game, language, preset=id) if has_pictures else "",
        )
        for id in game.presets
    ]


def find_initial_preset(game: Game) -> str:
    """Return the preset that is chosen at first: the suggested one, or one that leaves all options as they are."""
    defaults = {option.name: option.default for option in msgspec.structs.fields(game.options)}
    plain = [id for id, preset in game.presets.items() if preset.items() <= defaults.items()]
    return game.suggested_preset or next(iter(plain), "")


def encode_presets(game: Game) -> str:
    """Return a game's presets and the defaults of its options as JSON, for the form's script."""
    defaults = {option.name: option.default for option in msgspec.structs.fields(game.options)}
    defaults |= dict.fromkeys(game.seeded_options, "")
    return msgspec.json.encode({"presets": game.presets, "defaults": defaults}).decode()


def find_word_for_preset(game: Game) -> Text:
    """Return what a game calls a preset, such as "Scenario"."""
    is_own = game.preset_word != "preset"
    return game.message("preset-word") or (humanize(game.preset_word) if is_own else message("preset"))


def strip_metadata(info: Type) -> Type:
    """Return a type without its annotations."""
    return strip_metadata(info.type) if isinstance(info, Metadata) else info
