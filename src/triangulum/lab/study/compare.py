"""What if: two ways to play a game, compared by games with the same seats, bots and luck, until the answer is clear.

Game k of either side has the same seeds, so its tenth roll is the same, and so are the bots' whims. What differs is
what was changed. Since it is looked again and again, intervals are ones that allow for that.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
import numpy as np

from triangulum.bots import Bot
from triangulum.core.game import Game
from triangulum.core.levels import Budget
from triangulum.core.registry import game as find_game
from triangulum.core.stats import Group
from triangulum.errors import OptionError
from triangulum.lab.intervals import CONFIDENCE, running_errors
from triangulum.lab.study.executor import Tell, Workers
from triangulum.lab.study.metrics import BOTS, END, LEAD, LED, LENGTH, SEATS, Measure, Pairs, measures_of, values
from triangulum.lab.study.run_store import Sheets
from triangulum.lab.study.runs import THINKING, Run, run_of
from triangulum.lab.study.study import Estimate

FIRST_LOOK: Final = 250
"""Games after which it is looked for the first time; then each time that there are twice as many."""
FEW: Final = 100
"""Of players with a component; before that its normal approximation is not trusted."""
COMMON: Final = 0.05
"""The part of players who have a component, from which on it is waited for it to become clear."""
PLAIN: Final = ("", "-", "default")
"""Words for the game as it is."""

Verdict = Literal["changed", "same", "open"]


class Side(msgspec.Struct, frozen=True):
    """One of two ways to play."""

    words: str
    options: dict[str, Any]
    components: str | None


class Matter(msgspec.Struct, frozen=True):
    """The smallest changes that matter; less is the same."""

    share: float = 0.02
    """Of games, or of wins."""
    part: float = 0.05
    """Of the wins of players who have a component."""
    number: float = 0.05
    """Of anything else, as a part of it."""


class Change(msgspec.Struct, frozen=True):
    """How a measure differs between two sides."""

    measure: Measure
    words: str
    one: float
    other: float
    difference: Estimate
    """Its interval holds however often one has looked, for all measures of its kind together."""
    matter: float
    """What would be a change."""
    verdict: Verdict
    needed: int | None
    """About how many games would make it clear; None where it is, or where that cannot be told."""
    waited_for: bool
    """Whether the comparison goes on until this is clear."""


class Comparison(msgspec.Struct, frozen=True):
    """What comparing two sides has shown."""

    game: str
    one: Side
    other: Side
    names: tuple[str, ...]
    """Of the bots."""
    players: int
    games: int
    """For each side."""
    seed: int
    changes: tuple[Change, ...]
    clear: bool
    titles: dict[str, str]
    """Of the game's own groups, by their names."""
    only_one: tuple[str, ...] = ()
    """Things that only the first side has."""
    only_other: tuple[str, ...] = ()

    def of(self, *verdicts: Verdict) -> list[Change]:
        """Return what is so."""
        return [change for change in self.changes if change.verdict in verdicts]

    def needed(self) -> int | None:
        """Return about how many games would make everything clear that is waited for."""
        found = [change.needed for change in self.of("open") if change.waited_for and change.needed is not None]
        return max(found, default=None)


def side_of(game: Game, text: str) -> Side:
    """Read what somebody wants to compare: a preset, options, a components file, or several of them with ``+``."""
    options: dict[str, Any] = {}
    components: str | None = None
    for part in text.split("+") if text not in PLAIN else []:
        part = part.strip()
        if part.endswith(".toml") or Path(part).is_file():
            components = part
        elif "=" in part:
            for choice in part.split(","):
                name, sign, value = choice.partition("=")
                if not sign or not name.strip():
                    raise OptionError(f"{choice!r} is not of the form OPTION=VALUE")
                options[name.strip().replace("-", "_")] = value.strip()
        else:
            game.preset({"preset": part})
            options["preset"] = part
    return Side(text if text not in PLAIN else "as it is", options, components)


def compare(
    game: str | Game,
    one: str,
    other: str,
    bots: Sequence[str | type[Bot]] = ("greedy",),
    *,
    folder: Path,
    workers: Workers,
    games: int = 16_000,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    budget: Budget = THINKING,
    opening: int = 0,
    matter: Matter | None = None,
    tell: Tell = lambda done: None,
) -> Comparison:
    """Play both ways until it is clear what differs and what does not, at most so many games each."""
    found = find_game(game) if isinstance(game, str) else game
    sides = side_of(found, one), side_of(found, other)
    runs = [
        run_of(
            found,
            bots,
            players=players,
            options={**(options or {}), **side.options},
            components=side.components,
            seed=seed,
            budget=budget,
            opening=opening,
        )
        for side in sides
    ]
    if runs[0].players != runs[1].players:
        raise OptionError(f"a game for {runs[0].players} and one for {runs[1].players} players cannot be compared")
    sheets = [Sheets(folder / name, run) for name, run in zip("ab", runs, strict=True)]
    for sheet in sheets:
        sheet.open()
    pairing = Pairing(sheets[0], sheets[1], matter or Matter())
    look = FIRST_LOOK
    while True:
        look = min(look, games)
        look -= look % runs[0].unit
        if not look:
            raise OptionError(f"a round of {runs[0].players} players is {runs[0].players} games: play more of them")
        for sheet in sheets:
            workers.play(sheet, look, lambda _: tell(sum(other.done for other in sheets)))
        pairing.add(look)
        changes = tuple(pairing.changes())
        clear = all(change.verdict != "open" for change in changes if change.waited_for)
        if clear or look >= games - games % runs[0].unit:
            return Comparison(
                found.id,
                *sides,
                runs[0].names,
                runs[0].players,
                look,
                seed,
                changes,
                clear,
                {group.name: group.title for group in sheets[0].groups},
                only_in(sheets[0].groups, common_items(sheets[0].groups, sheets[1].groups)),
                only_in(sheets[1].groups, common_items(sheets[1].groups, sheets[0].groups)),
            )
        look *= 2


class Pairing:
    """The measures that two runs have in common."""

    def __init__(self, one: Sheets, other: Sheets, matter: Matter) -> None:
        self.sheets = one, other
        self.matter = matter
        self.games = 0
        mine, theirs = (measures_of(sheet.run, sheet.groups) for sheet in self.sheets)
        places = {measure: place for place, measure in enumerate(theirs)}
        same = common_items(one.groups, other.groups)
        self.measures: list[Measure] = []
        self.words: list[str] = []
        chosen: list[tuple[int, int]] = []
        for place, measure in enumerate(mine):
            item = measure.item if measure.group in GENERAL else same.get((measure.group, measure.item))
            if not is_compared(one.run, measure) or item is None:
                continue
            chosen.append((place, places[Measure(measure.kind, measure.group, item)]))
            self.measures.append(measure)
            self.words.append(measure.item if item == measure.item else f"{measure.item} → {item}")
        self.places = np.array(chosen).T
        self.pairs = Pairs(len(chosen))

    def add(self, games: int) -> None:
        """Look at the games that are new."""
        one, other = self.sheets
        pieces = zip(one.pieces(self.games, games), other.pieces(self.games, games), strict=True)
        for mine, theirs in pieces:
            above, below = values(one.run, *mine)
            over, under = values(other.run, *theirs)
            left, right = self.places
            self.pairs.add((above[:, left], below[:, left]), (over[:, right], under[:, right]))
        self.games = games

    def changes(self) -> Iterator[Change]:
        """Yield what differs, and what does not."""
        families = Counter(family(measure) for measure in self.measures)
        ones, others = self.pairs.one.ratios(), self.pairs.other.ratios()
        errors = self.pairs.errors()
        for place, measure in enumerate(self.measures):
            one, other, error = float(ones[place]), float(others[place]), float(errors[place])
            if math.isnan(one) and math.isnan(other):
                continue
            questions = families[family(measure)]
            fewest = float(min(self.pairs.one.below[place], self.pairs.other.below[place]))
            reach = running_errors(self.pairs.one.rounds, questions=questions) * error
            if measure.kind != "number":
                reach = max(reach, unseen(fewest, questions))
            difference = Estimate(other - one, other - one - reach, other - one + reach, error)
            yield self.judged(measure, self.words[place], one, other, difference, fewest)

    def judged(
        self, measure: Measure, words: str, one: float, other: float, difference: Estimate, fewest: float
    ) -> Change:
        """Return a change with its verdict."""
        matter = self.least(measure, one)
        known = difference.known and (measure.kind != "lead" or fewest >= FEW)
        seats = self.games * self.sheets[0].run.players
        return Change(
            measure=measure,
            words=words,
            one=one,
            other=other,
            difference=difference,
            matter=matter,
            verdict=verdict(difference, matter) if known else "open",
            needed=needed(difference, matter, self.games) if known else None,
            waited_for=known and (measure.group in GENERAL or (measure.kind == "lead" and fewest > COMMON * seats)),
        )

    def least(self, measure: Measure, one: float) -> float:
        """Return the smallest change of a measure that matters."""
        if measure.kind == "lead":
            return self.matter.part
        return self.matter.share if measure.kind == "share" else self.matter.number * abs(one)


GENERAL: Final = frozenset({SEATS, BOTS, END, LENGTH, LEAD, LED})


def unseen(count: float, questions: int) -> float:
    """Return how large a share may be of which nothing was seen among so many: no share is known better."""
    return math.log(2 * questions / (1 - CONFIDENCE)) / count if count else math.inf


def family(measure: Measure) -> str:
    """Return with which other measures one is judged, so that all of them together are right."""
    return "general" if measure.group in GENERAL else measure.kind


def is_compared(run: Run, measure: Measure) -> bool:
    """Tell whether a measure is worth a line of its own."""
    if measure.group in GENERAL:
        return measure.group != LED and (measure.group != BOTS or len(run.names) > 1)
    return measure.kind in ("number", "lead")


def common_items(one: Sequence[Group], other: Sequence[Group]) -> dict[tuple[str, str], str]:
    """Return what the things of one game are in the other: by their order if there are as many, or by their names."""
    found: dict[tuple[str, str], str] = {}
    theirs = {group.name: group for group in other}
    for group in one:
        if group.name not in theirs:
            continue
        items = theirs[group.name].items
        if len(items) == len(group.items):
            found |= {(group.name, item): same for item, same in zip(group.items, items, strict=True)}
        else:
            found |= {(group.name, item): item for item in group.items if item in items}
    return found


def only_in(groups: Sequence[Group], same: Mapping[tuple[str, str], str]) -> tuple[str, ...]:
    """Return the things that have no counterpart."""
    return tuple(f"{group.name} {item}" for group in groups for item in group.items if (group.name, item) not in same)


def verdict(difference: Estimate, matter: float) -> Verdict:
    """Tell what is clear: that something has changed, or that it has not by as much as would matter."""
    if difference.low > 0 or difference.high < 0:
        return "changed"
    if -matter <= difference.low and difference.high <= matter:
        return "same"
    return "open"


def needed(difference: Estimate, matter: float, games: int) -> int | None:
    """Return about how many games would settle it, two digits of it; None if it is settled."""
    if verdict(difference, matter) != "open":
        return None
    reach, value = difference.high - difference.value, abs(difference.value)
    goal = max(value, matter - value)
    if not goal or math.isinf(reach):
        return None
    count = 1.1 * games * (reach / goal) ** 2
    step = int(10 ** max(0, math.floor(math.log10(max(count, 1))) - 1))
    return max(games, math.ceil(count / step) * step)
