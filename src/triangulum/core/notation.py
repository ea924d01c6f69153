"""Reading moves the way people type them: the notation is exact, its reader is not fussy."""

from __future__ import annotations

import re

from triangulum.core.state import State
from triangulum.errors import AmbiguousNotationError, NotationError, shown


def parse_by_text(state: State, text: str, grammar: re.Pattern[str], examples: str) -> int:
    """Return the legal action whose notation is ``text``, give or take spaces, hyphens and capitals.

    ``grammar`` matches, after ``plain``, whatever is a move of this game in some position; ``examples`` shows a few.
    """
    named: dict[str, int] = {state.format_action(action): action for action in state.legal_actions()}
    if text in named:
        return named[text]
    wanted = plain(text)
    meant = {exact: action for exact, action in named.items() if plain(exact) == wanted}
    if len(meant) == 1:
        return next(iter(meant.values()))
    if meant:
        raise AmbiguousNotationError(f"{shown(text)} could be {' or '.join(meant)}: write it in full")
    if not grammar.fullmatch(wanted):
        raise NotationError(f"{shown(text)} is no move in {state.setup.game.title}; moves look like {examples}")
    return state.raise_illegal_action(text.strip())


def plain(text: str) -> str:
    """Return a move without what people write differently: spaces, dashes, arrows and capitals."""
    return re.sub(r"[\s>→–—-]+", "", text).casefold()
