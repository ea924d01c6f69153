"""The promises, the report of how often each held, and the error for the first one that is broken."""

from __future__ import annotations

from collections import Counter
from typing import Final, NoReturn, Protocol

from triangulum.core.state import CHANCE, Setup, State

PROMISES: Final = {
    "actions": "legal actions are sorted, different from each other and within the setup's numbers",
    "playable": "every legal action can be played, and a game's own code never fails half-way",
    "refusal": "an action that is refused changes nothing",
    "weights": "every outcome has a whole positive weight, and draws follow the weights",
    "random action": "a random action is any legal one, all equally likely",
    "text": "different actions read differently, and their notation is read back",
    "position": "different states read differently, and their position is read back",
    "bad text": "a text that is no move or no position is refused with one line",
    "copy": "a copy is equal and shares nothing",
    "length": "a game ends within the setup's max_length",
    "returns": "returns fit the winners and sum to zero",
    "evaluation": "evaluations are from -1 to 1, and the score of an action is a number",
    "candidates": "candidate actions are legal ones in ascending order, and there always is one",
    "keeping": "states, views, events and options survive JSON and pickle",
    "replay": "the record of a game leads to the same end",
    "picture": "a view can be drawn, with keys of its own for all pieces, and its difference from the last one sent",
    "steps": "every legal action can be played by touching what is there, and no two by the same touches",
    "generator": "nothing depends on a random generator but the one that is given",
    "secrets": "a game that says it has no secrets has none",
    "view": "a view holds nothing that its seat has not been shown",
    "mover": "what the mover may play, and its preview, depend on nothing that the mover cannot know",
    "events": "resampled states respect all that a seat has perceived",
    "event key": "event keys are the same exactly where a seat perceives the same",
    "covered": "a step that a seat cannot tell from another is marked as covered, so that records do not tell it",
    "news": "whatever tells a seat something hidden is marked as news, so that it cannot be taken back",
    "forced step": "a step is skipped only when everybody can know that it is forced",
    "resample is blind": "a resampled state depends on nothing but what the seat knows and the generator",
    "resample varies": "resampling really varies what is hidden",
    "resample is possible": "a resampled state never contradicts what the seat has seen",
    "resample is even": "resampling gives each possible world its right chance",
    "observation": "an observation is all that its seat may know, and belief depends on the inputs it names",
    "belief": "belief is what resampled states show, and depends on nothing that the seat cannot know",
}
"""All promises by name; every game is checked for each of them."""

RESERVED: Final = ";#?|\t\r\n"
"""Characters that records use between moves, so no notation may contain them; nor may it begin with a bracket."""


class ConformanceError(AssertionError):
    """A game breaks a promise of the contract."""

    def __init__(self, promise: str, why: str, setup: Setup, moves: list[str], position: str) -> None:
        self.promise = promise
        self.why = why
        self.moves = moves
        self.init_args = (promise, why, setup, moves, position)
        led = "; ".join(moves) or "none, it is so from the beginning"
        super().__init__(
            f"{setup!r} breaks the promise {promise!r}: {PROMISES[promise]}.\n"
            f"  what was wrong: {why}\n  moves that lead there: {led}\n  position: {position}"
        )

    def __reduce__(self) -> tuple[type[ConformanceError], tuple[str, str, Setup, list[str], str]]:
        return ConformanceError, self.init_args  # So that it can be pickled in another process.


class Report:
    """How often each promise was checked and held."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.games = 0
        self.held_counts: Counter[str] = Counter()

    @property
    def unchecked(self) -> set[str]:
        """The promises that were never checked, as these games gave no occasion."""
        return {promise for promise in PROMISES if not self.held_counts[promise]}

    def __str__(self) -> str:
        lines = [f"{self.setup!r}: {self.games} games"]
        lines += [f"{self.held_counts[promise]:>9,}  {what}" for promise, what in PROMISES.items()]
        return "\n".join(lines)


class GameWalk:
    """A random game that is being checked: its state, the actions that led there, and the report to count in."""

    def __init__(self, setup: Setup, report: Report) -> None:
        self.setup = setup
        self.report = report
        self.state: State = setup.new()
        self.actions: list[int] = []
        self.moves: list[str] = []
        self.length = 0

    def play(self, action: int) -> None:
        """Play an action, and append it to ``actions`` and its notation to ``moves``."""
        try:
            text = self.state.format_action(action)
        except Exception:
            text = str(action)  # Another check reports broken notation; here it must not hide other errors.
        is_repeatable = self.state.is_repeatable(action)
        self.moves.append(f"({text})" if self.state.to_move == CHANCE else text)
        self.actions.append(action)
        self.length += -1 if is_repeatable else 1
        self.state._apply(action)

    def expect(self, promise: str, holds: bool, why: str) -> None:
        """Count that a promise held, or raise ConformanceError if it did not."""
        if not holds:
            self.fail(promise, why)
        self.report.held_counts[promise] += 1

    def fail(self, promise: str, why: str) -> NoReturn:
        """Raise ConformanceError with the moves that led here."""
        try:
            position = self.state.position()
        except Exception as error:
            position = f"(cannot be written: {error!r})"
        raise ConformanceError(promise, why, self.setup, self.moves, position)


class PromiseChecker(Protocol):
    """Checks a group of promises at every step of random games."""

    def start_game(self, walk: GameWalk) -> None:
        """Prepare for a new game, and forget the one before."""

    def check_position(self, walk: GameWalk, in_depth: bool) -> None:
        """Check the current position; the expensive promises too if ``in_depth``."""

    def check_step(self, walk: GameWalk, action: int, in_depth: bool) -> None:
        """Check an action that is about to be played."""

    def check_game_end(self, walk: GameWalk) -> None:
        """Check the position at the end of a game."""
