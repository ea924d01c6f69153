"""What can be chosen in Tri-Star Racers, and the scenarios, which are choices with a name."""

import re
from typing import Any, Final, Literal, Self

import msgspec

from triangulum.core.options import Options
from triangulum.errors import OptionError, format_value
from triangulum.games.tri_star_racers.box import RacersBox
from triangulum.games.tri_star_racers.messages import message

RANDOM: Final = "random"
RANDOM_PLAIN: Final = "random b"
RANDOM_FRAMES: Final = (RANDOM, RANDOM_PLAIN)
"""Frames by lot: three a sides, or three b sides."""
NO_HEAD_START: Final = "none"

PRINTED: Final[dict[str, Any]] = {"starbursts": True, "brutal": "off"}
"""What a scenario has unless its special rules say otherwise."""
SCENARIOS: Final[dict[str, dict[str, Any]]] = {
    "most-basic": {**PRINTED, "draft": "basic", "edges": "1b 4b 5b", "starbursts": False},
    "warm-up": {**PRINTED, "draft": "boost", "edges": "6b 7b 8b"},
    "color-bias": {**PRINTED, "draft": "boost", "edges": "1a 2a 3a"},
    # With the boost or the advanced card, so the scenario leaves that open.
    "standard": {**PRINTED, "edges": RANDOM},
    "power-play": {**PRINTED, "draft": "advanced", "edges": "4a 5a 6a"},
    "brutal": {**PRINTED, "draft": "advanced", "edges": "4a 7a 9a", "brutal": "tiles"},
}


class RacersOptions(Options, frozen=True, kw_only=True):
    """Options of Tri-Star Racers; unless chosen otherwise, those of the standard game."""

    players: int = 2
    draft: Literal["basic", "boost", "advanced"] = "boost"
    """The draft card."""
    edges: str = RANDOM
    """The frame: three edges, left, right and bottom, such as ``4a 7a 9a``; or ``random`` for three a sides by lot, or
    ``random b`` for three b sides."""
    team_spaces: bool = True
    """Whether some spaces of the board have a team boost."""
    starbursts: bool = True
    bursts: Literal["passing", "landing"] = "passing"
    """Whether a ship takes a starburst when it reaches or passes it, or only when it ends a move there."""
    brutal: Literal["off", "tiles", "strict"] = "off"
    """What has to match where a tile is played: nothing, all sections of other tiles, or those of edges, too."""
    head_start: str = NO_HEAD_START
    """The space on which the ships of each seat begin, such as ``3 2 1 0``; ``none`` or ``0`` if all begin on 0."""

    def normalize(self) -> Self:
        """Return the options with the edges and the head start written in one way."""
        return msgspec.structs.replace(
            self, edges=normalize_edges(self.edges), head_start=normalize_head_start(self.head_start, self.players)
        )

    def check_components(self, box: RacersBox) -> None:
        """Raise OptionError if the box doesn't have the edges, or the lanes no room for the head start."""
        names = [] if self.edges in RANDOM_FRAMES else self.edges.split()
        for name in names:
            if name not in box.edge_names:
                first, *_, last = box.edge_names
                raise OptionError(message("edge-missing", edge=name, first=first, last=last))
        limit = min(box.finish, *box.bursts) if self.starbursts and box.bursts else box.finish
        if max(self.list_head_starts()) >= limit:
            raise OptionError(message("head-start-far", head_start=self.head_start, limit=limit))

    def list_head_starts(self) -> list[int]:
        """Return the space on which each seat's ships begin."""
        return [0] * self.players if self.head_start == NO_HEAD_START else [*map(int, self.head_start.split())]


def normalize_edges(edges: str) -> str:
    """Return a frame written in one way, or raise OptionError."""
    names = edges.replace(",", " ").lower().split()
    if " ".join(names) in RANDOM_FRAMES:
        return " ".join(names)
    if len(names) != 3 or not all(re.fullmatch(r"[1-9]\d?[ab]", name) for name in names):
        raise OptionError(message("frame-unknown", frame=format_value(edges)))
    if len({name[:-1] for name in names}) < 3:
        raise OptionError(message("frame-repeated", frame=" ".join(names)))
    return " ".join(names)


def normalize_head_start(head_start: str, players: int) -> str:
    """Return a head start written in one way, or raise OptionError; only the Starting Zone has room for several."""
    texts = head_start.replace(",", " ").lower().split()
    if texts in ([NO_HEAD_START], ["0"]):
        return NO_HEAD_START
    if len(texts) != players or not all(re.fullmatch(r"[0-9]{1,3}", text) for text in texts):
        raise OptionError(message("head-start-unknown", head_start=format_value(head_start), players=players))
    spaces = [*map(int, texts)]
    ahead = [space for space in spaces if space]
    if len(set(ahead)) < len(ahead):
        raise OptionError(message("head-start-shared", head_start=format_value(head_start)))
    return " ".join(map(str, spaces)) if ahead else NO_HEAD_START
