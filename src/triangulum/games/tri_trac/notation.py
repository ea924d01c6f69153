"""Actions of Tri-Trac in notation, and the way back from text.

``c4 LR`` places a triangle on c4 so that its track joins the left side and the right one, ``b2-c4 LR`` moves one, and
``b2 LR`` turns the one that lies on b2. ``N c4 LR`` places, moves or turns the neutral one. The sides are L and R, and
B for the bottom of a space that points up, T for the top of one that points down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from triangulum.core.notation import normalize_notation
from triangulum.errors import AmbiguousNotationError, NotationError, quote_value
from triangulum.games.tri_trac import lookup, observe
from triangulum.games.tri_trac.position import format_position, parse_position
from triangulum.games.tri_trac.rules import TriTrac, TriTracSetup

__all__ = ["format_action", "format_position", "parse_action", "parse_position"]

GRAMMAR = re.compile(r"(n?)([a-z]\d{1,2})?([a-z]\d{1,2})([lrbt]{2})?")
EXAMPLES = "c4 LR, b2-c4 LR or N c4 LR"


def format_action(state: TriTrac, action: int) -> str:
    """Return an action in notation."""
    whose, origin, pose = observe.decode_action(state, action)
    box = observe.box_of(state)
    pose_name = box.pose_names[pose]
    if whose == lookup.NEUTRAL:
        return f"N {pose_name}"
    if origin is None or origin == pose // lookup.SIDES:
        return pose_name
    return f"{box.lattice.spaces[origin].name}-{pose_name}"


def parse_action(state: TriTrac, text: str) -> int:
    """Return the legal action that a text means.

    The sides may come in any order, and may be left out where there is only one way to lie. ``b2-b2 LR`` is a turn too,
    and the neutral triangle may be named by where it lies.
    """
    match = GRAMMAR.fullmatch(normalize_notation(text))
    if match is None:
        raise NotationError(f"{quote_value(text)} is no move in Tri-Trac; moves look like {EXAMPLES}")
    legal = set(state.legal_actions())
    actions = [action for action in list_possible_actions(state, *match.groups(default="")) if action in legal]
    if len(actions) > 1:
        raise AmbiguousNotationError(
            f"{quote_value(text)} could be {' or '.join(map(state.format_action, actions))}: write it in full"
        )
    return actions[0] if actions else state.raise_illegal_action(text.strip())


def list_possible_actions(state: TriTrac, neutral: str, origin: str, target: str, joined_sides: str) -> Iterator[int]:
    """Yield the actions that the parts of a move can mean, legal or not; several if the sides are left out."""
    setup = cast(TriTracSetup, state.setup)
    number = observe.box_of(state).lattice.index_by_name
    origin_space, target_space = number.get(origin or target), number.get(target)
    if origin_space is None or target_space is None:
        return
    # A triangle that is named by its space, or lies where the move ends, is taken from there.
    code = int(state.byte_fields[origin_space])
    if neutral or 1 <= code <= lookup.SIDES:
        base_action = 0
        if origin and not 1 <= code <= lookup.SIDES:
            return
    elif origin or code:
        base_action = int(setup.first_move_action + origin_space * setup.num_poses)
    else:
        base_action = int(setup.first_place_action)
    for pose in range(lookup.SIDES * target_space, lookup.SIDES * (target_space + 1)):
        sides = observe.box_of(state).pose_names[pose].split()[1].lower()
        if not joined_sides or sorted(joined_sides) == sorted(sides):
            yield base_action + pose
