"""Print what a game says to a seat, an opponent and a spectator: `python tools/sentences.py GAME [options]`.

Bots play whole games. What people read of them is printed by message: the log, prompts, what a move would do and hints;
with `--labels` also titles and labels in the picture. So a translator can read every message where it's used:
`python tools/sentences.py tri-trac --language de`. Options of the game follow as `NAME=VALUE`.
"""

import argparse
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import triangulum as tri
from triangulum.core.state import CHANCE, OVER
from triangulum.record.entries import Happened, Played
from triangulum.record.history import History, step_action
from triangulum.scene.steps import Confirm, Press
from triangulum.text import DEFAULT_LANGUAGE, Reader, Text

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")
BOTS: Final = ("greedy", "random")
KINDS: Final = ("log", "prompt", "preview", "hint", "label")
MAX_ACTIONS: Final = 8
"""Of how many actions of one decision the previews, hints and labels are read."""


class Watcher(NamedTuple):
    """Somebody who sees a game from a seat, or a spectator."""

    role: str
    seat: int | None
    reader: Reader


class SentenceBook:
    """Everything that was said, by kind and message, and to whom."""

    def __init__(self) -> None:
        self.said: dict[tuple[str, str], dict[str, list[str]]] = {}

    def add(self, kind: str, text: Text, watcher: Watcher) -> None:
        """Add a text as a watcher reads it, unless it has been said before."""
        id = text if isinstance(text, str) else text.id
        if id and not (kind == "label" and isinstance(text, str)):
            said = self.said.setdefault((kind, id), {}).setdefault(watcher.role, [])
            sentence = watcher.reader.render(text)
            said += [] if sentence in said else [sentence]

    def print_kind(self, kind: str, max_each: int) -> None:
        """Print what was said of one kind, some sentences of each message, spread over all of them."""
        total = sum(len(said) for key, by_role in self.said.items() if key[0] == kind for said in by_role.values())
        print(f"\n{kind}: {total}\n")
        for (other_kind, id), by_role in self.said.items():
            if other_kind == kind:
                print(id)
                for role, said in by_role.items():
                    for sentence in said[:: -(-len(said) // max_each)]:
                        print(f"    {role:9}  {sentence}")


def read_game(history: History, language: str, book: SentenceBook) -> None:
    """Add what people read of a game, from the first step to the last."""
    replayed = History(history.setup, history.initial_players)
    steps: list[tuple[tri.State, int]] = []
    for entry in history.entries:
        assert isinstance(entry, Played | Happened)
        if isinstance(entry, Played):
            add_log(steps, language, book)
            steps = []
            add_decision(replayed.state, language, book)
        steps.append((replayed.state.copy(), step_action(entry)))
        replayed.append(entry)
    add_log(steps, language, book)
    add_picture(replayed.state, list_watchers(replayed.state, language), book)


def list_watchers(state: tri.State, language: str) -> list[Watcher]:
    """Return the mover, the next seat and a spectator; before and after a game, the first two seats."""
    num_seats = state.setup.players
    mover = 0 if state.to_move in (CHANCE, OVER) else int(state.to_move)
    seats = ("seat", mover), ("opponent", (mover + 1) % num_seats), ("spectator", None)
    return [Watcher(role, seat, Reader(language, NAMES[:num_seats], seat)) for role, seat in seats]


def add_log(steps: Sequence[tuple[tri.State, int]], language: str, book: SentenceBook) -> None:
    """Add the sentences about a move with the chance steps that follow, as a table tells them."""
    for watcher in list_watchers(steps[0][0], language) if steps else ():
        events = [event for state, action in steps for event in state.events(action, watcher.seat)]
        for text in steps[0][0].setup.game.narration.narrate(events):
            book.add("log", text, watcher)


def add_decision(state: tri.State, language: str, book: SentenceBook) -> None:
    """Add what people see before a move, and what the mover reads about the possible ones."""
    watchers = list_watchers(state, language)
    add_picture(state, watchers, book)
    mover, narration = watchers[0], state.setup.game.narration
    actions, view = state.legal_actions(), state.view(mover.seat)
    for action in actions[:: -(-len(actions) // MAX_ACTIONS)]:
        book.add("preview", state.preview(action).words, mover)
        if hasattr(narration, "suggest"):
            book.add("hint", narration.suggest(state.events(action, mover.seat)), mover)
        for step in state.setup.game.renderer.touch_steps(view, action):
            if isinstance(step, Press | Confirm):
                book.add("label", step.label, mover)


def add_picture(state: tri.State, watchers: Sequence[Watcher], book: SentenceBook) -> None:
    """Add the prompt, which is the picture's title, and the titles and labels in the picture."""
    for watcher in watchers:
        scene = state.scene(watcher.seat)
        book.add("prompt", scene.title, watcher)
        pieces = [piece for pane in scene.panes for piece in pane.pieces]
        for text in [*(pane.title for pane in scene.panes), *(text for p in pieces for text in (p.label, p.title))]:
            book.add("label", text, watcher)


def play_games(game: tri.Game, options: dict[str, str], num_games: int) -> Iterator[History]:
    """Yield games of bots, some good and some careless, for all numbers of players in turn."""
    fewest, most = game.players
    for seed in range(num_games):
        num_players = fewest + seed % (most - fewest + 1)
        bots = [tri.bot(BOTS[(seed + seat) // 2 % 2]) for seat in range(num_players)]
        yield tri.play(game, bots, seed, **options).history()


def main(words: Sequence[str] | None = None) -> None:
    """Read the arguments, play, and print."""
    parser = argparse.ArgumentParser(description="Print what a game says to a seat, an opponent and a spectator.")
    parser.add_argument("game", help="the id of a game, such as tri-trac")
    parser.add_argument("options", nargs="*", metavar="NAME=VALUE", help="options of the game")
    parser.add_argument("--games", type=int, default=10, help="how many games are played (default: 10)")
    parser.add_argument("--each", type=int, default=3, help="how many sentences of each message to print (default: 3)")
    parser.add_argument("--language", default=DEFAULT_LANGUAGE, help=f"default: {DEFAULT_LANGUAGE}")
    parser.add_argument("--labels", action="store_true", help="print titles and labels in the picture, too")
    arguments = parser.parse_intermixed_args(words)
    options = dict(option.partition("=")[::2] for option in arguments.options)
    book = SentenceBook()
    try:
        for history in play_games(tri.game(arguments.game), options, arguments.games):
            read_game(history, arguments.language, book)
    except tri.TriangulumError as error:
        parser.error(str(error))
    for kind in KINDS if arguments.labels else KINDS[:-1]:
        book.print_kind(kind, max(1, arguments.each))


if __name__ == "__main__":
    main()
