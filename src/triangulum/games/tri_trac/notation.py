# compiled by mypyc
"""Actions of Tri-Trac in notation, and the way back from text.

``c4 LR`` places a triangle on c4 so that its track joins the left side and the right one, ``b2-c4 LR`` moves one, and
``b2 LR`` turns the one that lies on b2. ``N c4 LR`` places, moves or turns the neutral one. The sides are L and R, and
B for the bottom of a space that points up, T for the top of one that points down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from triangulum.core.notation import ambiguous_move, normalize_notation, unknown_move_error
from triangulum.games.tri_trac.actions import NEUTRAL_SOURCE, OWN_SOURCE, RESERVE_SOURCE, SIDES, encode_action
from triangulum.games.tri_trac.move_text import format_move
from triangulum.games.tri_trac.observe import box_of, decode_move_in_state
from triangulum.games.tri_trac.position import format_position, parse_position
from triangulum.games.tri_trac.rules import TriTrac

__all__ = ["format_action", "format_position", "parse_action", "parse_position"]

GRAMMAR = re.compile(r"(n?)([a-z]\d{1,2})?([a-z]\d{1,2})([lrbt]{2})?")
EXAMPLES = ("c4 LR", "b2-c4 LR", "N c4 LR")


def format_action(state: TriTrac, action: int) -> str:
    """Return an action in notation."""
    return format_move(box_of(state), decode_move_in_state(state, action))


def parse_action(state: TriTrac, text: str) -> int:
    """Return the legal action that a text means.

    The sides may come in any order, and may be left out where there is only one way to lie. ``b2-b2 LR`` is a turn too,
    and the neutral triangle may be named by where it lies.
    """
    match = GRAMMAR.fullmatch(normalize_notation(text))
    if match is None:
        raise unknown_move_error(state, text, EXAMPLES)
    legal = set(state.legal_actions())
    actions = [
        action for action in list_unchecked_actions_for_notation(state, *match.groups(default="")) if action in legal
    ]
    if len(actions) > 1:
        raise ambiguous_move(text, map(state.format_action, actions))
    return actions[0] if actions else state.raise_illegal_action(text.strip())


def list_unchecked_actions_for_notation(
    state: TriTrac, neutral_letter: str, origin_name: str, space_name: str, joined_sides: str
) -> Iterator[int]:
    """Yield the actions that the parts of a move can mean, legal or not; several if the sides are left out.

    Any part but the name of the space may be empty.
    """
    box = box_of(state)
    space = box.lattice.index_by_name.get(space_name)
    source = find_move_source(state, neutral_letter, origin_name, space_name)
    if space is None or source is None:
        return
    for pose in range(SIDES * space, SIDES * (space + 1)):
        sides = box.pose_names[pose].split()[1].lower()
        if not joined_sides or sorted(joined_sides) == sorted(sides):
            yield int(encode_action(source, pose, len(box.pose_names)))


def find_move_source(state: TriTrac, neutral_letter: str, origin_name: str, space_name: str) -> int | None:
    """Return the source of a move, or None if there can't be such a triangle.

    A triangle that is named by its space, or lies where the move ends, is taken from there.
    """
    origin = box_of(state).lattice.index_by_name.get(origin_name or space_name)
    if origin is None:
        return None
    code = int(state.byte_fields[origin])
    is_neutral_there = 1 <= code <= SIDES
    if neutral_letter or is_neutral_there:
        return None if origin_name and not is_neutral_there else NEUTRAL_SOURCE
    return OWN_SOURCE + origin if origin_name or code else RESERVE_SOURCE
