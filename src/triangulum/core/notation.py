"""Reading moves the way people type them: the notation is exact, its reader is not fussy."""

from __future__ import annotations

import re
from collections.abc import Iterable

from triangulum.core.messages import message
from triangulum.core.state import State
from triangulum.errors import AmbiguousNotationError, NotationError, format_value


def parse_legal_action(
    state: State, text: str, grammar: re.Pattern[str] | None = None, examples: tuple[str, ...] = ()
) -> int:
    """Return the legal action whose notation is ``text``, give or take spaces, hyphens and capitals.

    ``grammar`` matches, after ``normalize_notation``, whatever is a move of this game in some position; ``examples``
    shows a few. With them, the error can tell a text that is never a move from a move that isn't legal now.
    """
    actions_by_text: dict[str, int] = {state.format_action(action): action for action in state.legal_actions()}
    if text in actions_by_text:
        return actions_by_text[text]
    normalized = normalize_notation(text)
    matches = {exact: action for exact, action in actions_by_text.items() if normalize_notation(exact) == normalized}
    if len(matches) == 1:
        return next(iter(matches.values()))
    if matches:
        raise ambiguous_move(text, matches)
    if grammar is not None and not grammar.fullmatch(normalized):
        raise unknown_move_error(state, text, examples)
    return state.raise_illegal_action(text.strip())


def unknown_move_error(state: State, text: str, examples: tuple[str, ...]) -> NotationError:
    """Return the error that a text is no move of a game in any position; examples show what moves look like."""
    return NotationError(
        message("move-unknown", move=format_value(text), game=state.setup.game.title, examples=examples)
    )


def ambiguous_move(text: str, moves: Iterable[str]) -> AmbiguousNotationError:
    """Return the error that a text could mean any of several moves."""
    return AmbiguousNotationError(message("move-ambiguous", move=format_value(text), moves=tuple(moves)))


def normalize_notation(text: str) -> str:
    """Return a move without what people write differently: spaces, dashes, arrows and capitals."""
    return re.sub(r"[\s>→–—-]+", "", text).casefold()
