"""What the box of Tricolor Line holds: tiles, resource cards, identities and events, as in ``components.toml``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Annotated, Final

import msgspec

from triangulum.core.components import Box, BoxCheckError
from triangulum.games.tricolor_line.rules.codes import FIRST_HAND_SIZE, NUM_PILES
from triangulum.games.tricolor_line.views import COLOURS, EVENTS, SHAPES

SIDES: Final = "NESW"
MAX_PLAYERS: Final = 8
MAX_TILES: Final = 150
"""Many more would not find room on the table."""
MAX_EVENTS: Final = 40


def rotate_roads(roads: str) -> str:
    """Return roads after a quarter turn clockwise: ``ES`` for ``NE``."""
    clockwise = str.maketrans(SIDES, SIDES[1:] + SIDES[0])
    return format_roads(road.translate(clockwise) for road in roads.split("+"))


def format_roads(roads: Iterable[str]) -> str:
    """Return roads in their canonical form: sides, and then roads, in the order N E S W."""
    ordered = ["".join(sorted(road, key=SIDES.index)) for road in roads]
    return "+".join(sorted(ordered, key=lambda road: SIDES.index(road[0])))


def list_rotations(roads: str) -> tuple[str, ...]:
    """Return the roads of all different rotations, each a quarter turn clockwise from the one before."""
    rotations = [roads]
    while (rotated := rotate_roads(rotations[-1])) not in rotations:
        rotations.append(rotated)
    return tuple(rotations)


def is_valid_roads(text: str) -> bool:
    """Return whether a text such as ``NE+SW`` names one or two roads that share no side."""
    if not re.fullmatch(r"[NESW]+(\+[NESW]+)?", text):
        return False
    sides = text.replace("+", "")
    return len(set(sides)) == len(sides)


class TileShape(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Road tiles of one shape, in all colours."""

    name: str
    roads: str
    copies: Annotated[int, msgspec.Meta(ge=0, le=9)]
    """How many there are in each colour."""
    cost: Annotated[int, msgspec.Meta(ge=1, le=6)]


class ResourceCards(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many resource cards there are."""

    single: Annotated[int, msgspec.Meta(ge=0, le=60)]
    double: Annotated[int, msgspec.Meta(ge=0, le=60)]
    wild: Annotated[int, msgspec.Meta(ge=0, le=60)]


class EventCards(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many event cards there are of each kind."""

    landslide: Annotated[int, msgspec.Meta(ge=0, le=20)]
    detour: Annotated[int, msgspec.Meta(ge=0, le=20)]
    supplies: Annotated[int, msgspec.Meta(ge=0, le=20)]
    toll: Annotated[int, msgspec.Meta(ge=0, le=20)]
    leak: Annotated[int, msgspec.Meta(ge=0, le=20)]
    relocation: Annotated[int, msgspec.Meta(ge=0, le=20)]


class TricolorBox(Box, frozen=True, kw_only=True, dict=True):
    """Tiles, resource cards, identities and events."""

    ends: Annotated[int, msgspec.Meta(ge=2, le=30)]
    start_roads: str
    end_roads: str
    end_cost: Annotated[int, msgspec.Meta(ge=0, le=3)]
    """How many cards an End costs, no two of the same colour; with 0 it is built when it is placed."""
    identities: Annotated[int, msgspec.Meta(ge=1, le=20)]
    """How many identity cards there are of each colour."""
    shapes: tuple[TileShape, ...]
    resources: ResourceCards
    events: EventCards

    @cached_property
    def roads(self) -> tuple[str, ...]:
        """For each shape in the order of SHAPES, then End and Start, its roads in the first rotation."""
        return (*(shape.roads for shape in self.shapes), self.end_roads, self.start_roads)

    @cached_property
    def rotations(self) -> tuple[tuple[str, ...], ...]:
        """For each of them, the roads in each of its rotations."""
        return tuple(map(list_rotations, self.roads))

    @cached_property
    def card_counts(self) -> tuple[int, ...]:
        """How many cards there are of each of CARDS."""
        resources = self.resources
        return (*(resources.single, resources.double) * len(COLOURS), resources.wild)

    @cached_property
    def event_counts(self) -> tuple[int, ...]:
        """How many cards there are of each of EVENTS."""
        return tuple(getattr(self.events, name) for name in EVENTS)

    @cached_property
    def num_road_tiles(self) -> int:
        """How many road tiles there are, without Start and Ends."""
        return len(COLOURS) * sum(shape.copies for shape in self.shapes)

    def check(self) -> None:
        """Raise BoxCheckError unless all shapes are there, piles are equal, and there is enough for eight players."""
        for at, (name, shape) in enumerate(zip(SHAPES, self.shapes, strict=False)):
            if shape.name != name:
                raise BoxCheckError(("shapes", at, "name"), f"shapes come in the order {', '.join(SHAPES)}")
            self.check_roads_are_canonical(("shapes", at, "roads"), shape.roads)
        if len(self.shapes) != len(SHAPES):
            raise BoxCheckError(("shapes",), f"there are {len(SHAPES)} shapes, not {len(self.shapes)}")
        for field, roads in (("start_roads", self.start_roads), ("end_roads", self.end_roads)):
            self.check_roads_are_canonical((field,), roads)
            if "+" in roads:
                raise BoxCheckError((field,), "all roads of Start, and of an End, join")
        self.check_tile_and_card_counts()

    def check_roads_are_canonical(self, path: tuple[str | int, ...], roads: str) -> None:
        """Raise BoxCheckError unless a text is roads in their canonical order."""
        if not is_valid_roads(roads):
            raise BoxCheckError(path, f"roads join sides, such as NES or NE+SW, and {roads!r} does not")
        if roads != (canonical := format_roads(roads.split("+"))):
            raise BoxCheckError(path, f"sides are written in the order N E S W: {canonical}, not {roads}")

    def check_tile_and_card_counts(self) -> None:
        """Raise BoxCheckError unless there are enough tiles and cards, and not too many."""
        tiles = self.num_road_tiles + self.ends
        if tiles % NUM_PILES or tiles > MAX_TILES or self.num_road_tiles < MAX_PLAYERS + NUM_PILES:
            raise BoxCheckError(
                ("shapes",), f"{tiles} tiles with the Ends do not make {NUM_PILES} equal piles of decent height"
            )
        if sum(self.card_counts) < FIRST_HAND_SIZE * MAX_PLAYERS:
            raise BoxCheckError(("resources",), f"{sum(self.card_counts)} cards are too few for {MAX_PLAYERS} players")
        if len(COLOURS) * self.identities < MAX_PLAYERS:
            raise BoxCheckError(
                ("identities",), f"{self.identities} of each colour are too few for {MAX_PLAYERS} players"
            )
        events = sum(self.event_counts)
        if not 1 <= events <= MAX_EVENTS:
            raise BoxCheckError(("events",), f"there are 1 to {MAX_EVENTS} events, not {events}")
        if 2 * self.events.landslide > events:
            raise BoxCheckError(
                ("events", "landslide"), "more than half of the events are landslides: no road would last"
            )
