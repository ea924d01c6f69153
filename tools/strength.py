"""Measures how strong the levels are, and writes the table of docs/strength.md: `python tools/strength.py`.

Every level plays a table of the level below, and the master plays random and greedy, in every game and for its usual
numbers of players. This takes hours, so each result is kept in docs/strength.json as soon as it is there, and the next
run goes on with what is missing: stop it at any time. What has changed is measured again with `--again`:

    python tools/strength.py --only tri-trac --again      # all of one game
    python tools/strength.py --only "master greedy"       # what is missing of these
    python tools/strength.py --list                       # what there is to measure, and what is still missing
    python tools/strength.py --write                      # the table from what is kept, nothing else
"""

import argparse
import shlex
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

import triangulum as tri
from triangulum import lab

DOCS = Path(__file__).resolve().parents[1] / "docs"
RESULTS_FILE, PAGE = DOCS / "strength.json", DOCS / "strength.md"
TABLE_START, TABLE_END = "<!-- figures: written by tools/strength.py -->", "<!-- end of figures -->"

VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "star-runners": ({"homes": "open"}, {"homes": "guarded"}),
    "tricolor-line": ({"end_distance": 3, "full_rounds": True},),
}
"""Options for which strength is measured separately."""
USUAL_PLAYERS = 4
"""Where the numbers of players go from few to many, the fewest, this many and the most are measured."""
SEED = 1
PATIENCE = 600.0
"""Seconds by the clock after which a bot that does not answer is given up: a busy machine may be slow to let it."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """One bot against a table of others, and the share it should have."""

    game: str
    options: dict[str, Any]
    players: int
    first: str
    rest: str
    goal: float

    def command(self, seconds: float) -> str:
        """Return how to measure this by hand; what is kept is kept under this line, whatever the bound of games."""
        chosen = [word for name, value in self.options.items() for word in ("--set", f"{name}={value}")]
        words = ["triangulum", "arena", self.game, self.first, self.rest, "-n", str(self.players), *chosen]
        bounds = [
            "--seconds",
            f"{seconds:g}",
            "--target",
            f"{self.goal:.4g}",
            "--seed",
            str(SEED),
        ]
        return shlex.join([*words, *bounds])


class Result(msgspec.Struct, frozen=True):
    """What was measured, and whether the engine was compiled."""

    engine: str
    report: lab.ArenaReport


def list_matches() -> Iterator[Match]:
    """Yield all matches to measure: every game, variant, number of players and pairing of bots."""
    for game in tri.games():
        for options in VARIANTS.get(game.id, ({},)):
            for players in list_player_counts(game):
                for first, rest, goal in list_pairings(players):
                    yield Match(game=game.id, options=options, players=players, first=first, rest=rest, goal=goal)


def list_pairings(players: int) -> list[tuple[str, str, float]]:
    """Return the pairings: a bot, the bot in all other seats, and the share of wins that the first should reach."""
    below, at_random, greedy = (0.65, 0.98, 0.8) if players == 2 else (1 / players, 2 / players, 1.5 / players)
    steps = [(higher, lower, round(below, 4)) for lower, higher in pairwise(tri.LEVELS)]
    return [*steps, ("master", "random", round(at_random, 4)), ("master", "greedy", round(greedy, 4))]


def list_player_counts(game: tri.Game) -> list[int]:
    """Return the numbers of players to measure for a game: the fewest, the usual and the most."""
    fewest, most = game.players
    return sorted({fewest, min(max(USUAL_PLAYERS, fewest), most), most})


def load_results() -> dict[str, Result]:
    """Return the results measured so far, by command line."""
    return msgspec.json.decode(RESULTS_FILE.read_bytes(), type=dict[str, Result]) if RESULTS_FILE.exists() else {}


def save_results(results: dict[str, Result]) -> None:
    """Write the results to their file in one step, so that it is always whole."""
    draft = RESULTS_FILE.with_suffix(".new")
    draft.write_bytes(msgspec.json.format(msgspec.json.encode(results)) + b"\n")
    draft.replace(RESULTS_FILE)


def measure_match(match: Match, seconds: float, games: int, jobs: int | None) -> Result | None:
    """Measure a match, or return None if somebody has stopped it."""
    spec = lab.ArenaSpec(
        match.game,
        [match.first, match.rest],
        players=match.players,
        options=match.options,
        seed=SEED,
        budget=tri.Budget(seconds=seconds),
        games=games,
        target=match.goal,
        patience=PATIENCE,
    )
    report = lab.run_arena(spec, jobs=jobs)
    return None if report.ended == "stopped" else Result(tri.BUILD.kind, report)


def format_row(match: Match, result: Result) -> str:
    """Return a match and its result as a line of the Markdown table."""
    report = result.report
    first = report.standings[0]
    reached = first.share >= match.goal and first.low > 1 / match.players
    cells = [
        " ".join([match.game, *(f"{name}={value}" for name, value in match.options.items())]),
        str(match.players),
        match.first,
        match.rest,
        str(report.games),
        f"{first.share:.1%}",
        f"{first.low:.1%} – {first.high:.1%}",
        f"{match.goal:.1%}",
        "yes" if reached else "**no**",
    ]
    return f"| {' | '.join(cells)} |"


def format_table(chosen: list[Match], results: dict[str, Result], seconds: float) -> str:
    """Return the Markdown table of all measured matches, and how many are missing."""
    measured = [(match, results.get(match.command(seconds))) for match in chosen]
    rows = [format_row(match, result) for match, result in measured if result is not None]
    head = "| game | players | bot | among | games | share | 95 % interval | goal | reached |\n" + "|---" * 9 + "|"
    if not rows:
        return "Nothing has been measured yet."
    missing = len(measured) - len(rows)
    note = f"\n\n{missing} of {len(measured)} are still to be measured." if missing else ""
    return "\n".join([head, *rows]) + note


def write_table(text: str) -> None:
    """Replace the table in the page."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(TABLE_START)
    _, _, after = rest.partition(TABLE_END)
    PAGE.write_text(f"{before}{TABLE_START}\n\n{text}\n\n{TABLE_END}{after}", encoding="utf-8")


def main() -> None:
    """Measure what is missing, and write the table."""
    parser = argparse.ArgumentParser(description="Measure how strong the levels are, for docs/strength.md.")
    parser.add_argument("--seconds", type=float, default=0.1, help="for a move")
    parser.add_argument("--games", type=int, default=400, help="at most, of each match")
    parser.add_argument("--jobs", type=int, help="games at a time; one for each core if not given")
    parser.add_argument("--only", default="", help="matches whose command has these words in it")
    parser.add_argument("--again", action="store_true", help="measure these again, too")
    parser.add_argument("--list", action="store_true", help="only say what there is to measure")
    parser.add_argument("--write", action="store_true", help="only write the table")
    chosen = parser.parse_args()
    results = load_results()
    everything = list(list_matches())
    wanted = {match.command(chosen.seconds): match for match in everything}
    wanted = {command: match for command, match in wanted.items() if chosen.only in command}
    if chosen.list:
        for command in wanted:
            print(f"{'kept   ' if command in results else 'missing'}  {command}")
        return
    if tri.BUILD.kind == "plain" and not chosen.write:
        sys.exit("The engine runs plain here, which tells little about strength: `triangulum doctor` says what to do.")
    for command, match in {} if chosen.write else wanted.items():
        if command in results and not chosen.again:
            continue
        print(command, flush=True)
        result = measure_match(match, chosen.seconds, chosen.games, chosen.jobs)
        if result is None:
            break
        results[command] = result
        save_results(results)
        print(f"  {format_row(match, result)}", flush=True)
    write_table(format_table(everything, results, chosen.seconds))


if __name__ == "__main__":
    main()
