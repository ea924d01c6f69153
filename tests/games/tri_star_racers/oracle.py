"""A slow and plain Tri-Star Racers, written from rules page and rulebook alone, to test the quick engine against.

Tri-Star Racers is a game by Glenn Cotter; tiles, edges and the board here are rebuilt. Nothing here is shared with
the engine.

A tile in a hand, bag or slot is its three sections in the order of the rules page, as in `W P1 B2`. A tile that lies
on the board is its sections by corner, clockwise from the leftmost one: left, top, right on a space that points up;
left, right, bottom on one that points down.

Players say `P2 B1 O3 at f5` for a tile, `warp pink`, `freeze blue` or `team` for the power that comes next,
`seat 2` for whose ship at 0 freezes, `use W2` for the starburst that comes next, `pink`, `blue` or `orange` for a ship,
`slot 3` for a draft. Chance says `4a` for an edge, `P1 B2 O3` for a tile, `B2 P1 O3 at e5` for how the start tile lies,
`seat 1` for who is next in the first order, and `P2` or `W2` for a starburst. Seats count from 0, slots from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from itertools import product
from typing import Literal

from tests.games.tri_star_racers.oracle_parts import (
    EDGES,
    LANES,
    TEAM_BOOST_SPACES,
    Sections,
    all_tiles,
    arrangements,
    colours,
    count_gains,
    format_tile,
    list_matches,
    list_touches,
    neighbours,
    space_corners,
)

__all__ = ["LANES", "Race", "Sections", "all_tiles", "count_gains", "list_matches", "list_touches", "ranking"]

FINISHED_FROM = 28  # the line lies between 27 and 28
HAND = 3
START = "e5"
STARBURST_SPACES = (15, 25, 35)
STARBURSTS = ("P2", "P3", "B2", "B3", "O2", "O3", "W2", "W2", "W2")

BOOSTS = {  # by draft card, slot by slot: what moves how far; W is a ship of the player's choice
    "basic": (None,),
    "boost": ("P2", "B2", "O2"),
    "advanced": (None, "W1", "O2", "B2", "P2", "W1"),
}

RANDOM_EDGES = "12345678"


# ------------------------------------------------------------------------------------------- the result


def ranking(ships: list[dict[str, int]]) -> list[list[int]]:
    """Seats from first to last: the rearmost ships count, then the middle, then the leading ones. Equals share."""
    teams = [sorted(fleet.values()) for fleet in ships]
    places: list[list[int]] = []
    for seat in sorted(range(len(teams)), key=lambda it: teams[it], reverse=True):
        if places and teams[places[-1][0]] == teams[seat]:
            places[-1].append(seat)
        else:
            places.append([seat])
    return places


# --------------------------------------------------------------------------------------------- the race


@dataclass(frozen=True)
class Question:
    """Who decides, and what may be answered."""

    who: int | Literal["chance"]
    answers: frozenset[str]


@dataclass
class Race:
    """Everything there is to know about a race, public and secret. Playing gives a new one."""

    players: int = 2
    draft: str = "boost"
    edges: tuple[str, ...] | None = None  # left, right, bottom; while None or shorter, they are still being drawn
    starbursts: bool = True
    brutal: Literal["off", "tiles", "strict"] = "off"  # what a tile has to match
    bursts: Literal["passing", "landing"] = "passing"  # how a ship takes a starburst
    random_side: Literal["a", "b"] = "a"  # of the edges that are drawn
    team_spaces: bool = True
    head_start: tuple[int, ...] = ()  # by seat, where the ships begin; 0 if it is not said

    board: dict[str, Sections] = field(default_factory=dict)
    bag: frozenset[Sections] = field(default_factory=all_tiles)
    secret: list[frozenset[Sections]] = field(default_factory=list)  # by seat: tiles that the others have not seen
    drafted: list[frozenset[Sections]] = field(default_factory=list)  # by seat: tiles in hand that all have seen
    discarded: frozenset[Sections] = frozenset()
    slots: list[Sections | None] = field(default_factory=list)
    tokens: dict[int, int] = field(default_factory=dict)  # advanced: which seat has drafted from which slot, from 0
    order: list[int] = field(default_factory=list)  # of this round
    mover: int = 0
    ships: list[dict[str, int]] = field(default_factory=list)
    frozen: dict[tuple[int, str], int] = field(default_factory=dict)  # how many ends of its owner's turns it awaits
    on_track: frozenset[tuple[str, int]] = frozenset()  # starbursts that lie face down: lane and space
    unseen: tuple[str, ...] = ()  # starbursts that nobody has turned up yet
    collected: list[tuple[str, int]] = field(default_factory=list)  # in the movement of this step
    face_up: list[str] = field(default_factory=list)  # starbursts that are turned up and not used yet

    agenda: list[Step] = field(default_factory=list)
    question: Question | None = None

    def __post_init__(self) -> None:
        """Put everything in its place, and begin with the set-up."""
        if not 2 <= self.players <= 5:
            raise ValueError(f"two to five players, not {self.players}")
        if self.draft not in BOOSTS:
            raise ValueError(f"draft is one of {', '.join(BOOSTS)}, not {self.draft!r}")
        if self.edges is not None:
            pieces = {name[0] for name in self.edges if name in EDGES}
            if not len(pieces) == len(self.edges) == 3:
                raise ValueError(f"three different edge pieces such as 4a, not {self.edges}")
        seats = range(self.players)
        self.secret = [frozenset() for _ in seats]
        self.drafted = [frozenset() for _ in seats]
        begins = self.head_start or (0,) * self.players
        self.ships = [dict.fromkeys(LANES.values(), begins[seat]) for seat in seats]
        self.slots = [None for _ in BOOSTS[self.draft]]
        if self.starbursts:
            self.on_track = frozenset(product(LANES.values(), STARBURST_SPACES))
            self.unseen = STARBURSTS
        self.agenda = self._set_up()
        self._run_until_question()

    def _set_up(self) -> list[Step]:
        """The steps of the set-up in order, up to the first round."""
        steps: list[Step] = []
        if self.edges is None:
            self.edges = ()
            steps += [DrawEdge() for _ in range(3)]
        steps += [DrawToHand(seat) for seat in range(self.players) for _ in range(HAND)]
        steps += [DrawStartTile(), RefillSlots()]
        if self.draft == "advanced":
            steps += [DrawOrder() for _ in range(self.players)]
        else:
            self.order = list(range(self.players))
        return [*steps, StartRound()]

    # ------------------------------------------------------------------------------------ looking at it

    @property
    def to_move(self) -> int | Literal["chance", "over"]:
        """The seat that decides, or "chance", or "over"."""
        return "over" if self.question is None else self.question.who

    def legal(self) -> set[str]:
        """Everything that may be played now, or may come by chance."""
        return set() if self.question is None else set(self.question.answers)

    def hand(self, seat: int) -> frozenset[Sections]:
        """All tiles that a seat holds."""
        return self.secret[seat] | self.drafted[seat]

    def ranking(self) -> list[list[int]]:
        """Seats from first to last as the ships stand, equals together."""
        return ranking(self.ships)

    def winners(self) -> list[int]:
        """Who has won; nobody while the race goes on."""
        return self.ranking()[0] if self.to_move == "over" else []

    def open_spaces(self) -> list[str]:
        """The empty spaces that share a side with a laid tile."""
        return [space for space in space_corners() if space not in self.board and neighbours(space) & set(self.board)]

    def placements(self, seat: int) -> dict[str, tuple[Sections, Sections, str]]:
        """Every way this seat may play a tile: as text, and as the tile, how it lies and where."""
        return {
            f"{format_tile(laid)} at {space}": (tile, laid, space)
            for space in self.open_spaces()
            for tile in self.hand(seat)
            for laid in arrangements(tile)
            if self.brutal == "off" or self._has_no_mismatch(space, laid)
        }

    def _has_no_mismatch(self, space: str, laid: Sections) -> bool:
        """Whether every touching pair matches: of two tiles, and in a strict race of a tile and an edge."""
        assert self.edges is not None
        touches = list_touches(self.board, self.edges, space, laid)
        if self.brutal == "tiles":
            touches = [touch for touch in touches if touch.place[0] in self.board]
        return all(colours(touch.own) & colours(touch.other) for touch in touches)

    def count_face_down(self) -> int:
        """How many starbursts are taken and not turned up yet."""
        return len(self.collected) + sum(isinstance(step, TurnUpStarburst) for step in self.agenda)

    def unfrozen(self, seat: int) -> list[str]:
        """The lanes where this seat's ship can move."""
        return [lane for lane in LANES.values() if (seat, lane) not in self.frozen]

    def is_last_round(self) -> bool:
        """Whether the race is over when this round is."""
        return (
            any(min(fleet.values()) >= FINISHED_FROM for fleet in self.ships)
            or not any(self.hand(seat) for seat in range(self.players))
            or len(self.board) == len(space_corners())
        )

    # ---------------------------------------------------------------------------------------- playing on

    def play(self, text: str) -> Race:
        """The race after this answer to the question it is at."""
        if text not in self.legal():
            raise ValueError(f"not legal here: {text!r}")
        after = self.copy()
        after.agenda.pop(0).perform(after, text)
        after._run_until_question()
        return after

    def copy(self) -> Race:
        """A race of its own in which everything is the same."""
        other = copy(self)
        other.board, other.tokens, other.frozen = dict(self.board), dict(self.tokens), dict(self.frozen)
        other.secret, other.drafted, other.slots = list(self.secret), list(self.drafted), list(self.slots)
        other.ships = [dict(fleet) for fleet in self.ships]
        other.order, other.collected, other.face_up = list(self.order), list(self.collected), list(self.face_up)
        other.agenda = list(self.agenda)
        return other

    def restart_at_turn(self, seat: int) -> Race:
        """The race after changes from outside, at the beginning of this seat's turn."""
        other = self.copy()
        later = other.order[other.order.index(seat) :]
        other.agenda = [*[Turn(each) for each in later], EndRound()]
        other._run_until_question()
        return other

    def _run_until_question(self) -> None:
        """Take every step that asks nothing, up to the next question."""
        while self.agenda:
            self.question = self.agenda[0].find_question(self)
            if self.question is not None:
                return
            self.agenda.pop(0).perform(self, "")
        self.question = None

    def push_steps(self, *steps: Step) -> None:
        """Put steps before everything else that is to be done."""
        self.agenda[:0] = steps

    # ------------------------------------------------------------------------------------- moving ships

    def advance(self, seat: int, lane: str, spaces: int) -> None:
        """Move a ship forward as one move; nothing moves a frozen one, and zero is no move."""
        if spaces > 0:
            self.move_ship_to(seat, lane, self.ships[seat][lane] + spaces)

    def warp(self, seat: int, lane: str) -> None:
        """Move a ship to just in front of the nearest one strictly ahead of it."""
        ahead = [fleet[lane] for fleet in self.ships if fleet[lane] > self.ships[seat][lane]]
        if ahead:
            self.move_ship_to(seat, lane, min(ahead) + 1)

    def move_ship_to(self, seat: int, lane: str, space: int) -> None:
        """End a move on a space, or on the next free one, and collect the starbursts on the way or where it lands."""
        if (seat, lane) in self.frozen:
            return
        others = {fleet[lane] for other, fleet in enumerate(self.ships) if other != seat}
        while space in others:
            space += 1
        came_from = self.ships[seat][lane]
        self.ships[seat][lane] = space
        reached = {(lane, burst) for there, burst in self.on_track if there == lane and came_from < burst <= space}
        if self.bursts == "landing":
            reached &= {(lane, space)}
        self.on_track -= reached
        self.collected += sorted(reached)

    def freeze(self, seat: int, lane: str) -> None:
        """Freeze a ship to the end of its owner's next turn; the turn now going on is not their next one."""
        self.frozen[seat, lane] = 2 if seat == self.mover else 1

    def token_steps(self, token: str | None) -> list[Step]:
        """What a boost or starburst such as `P2`, `W1` or none at all does for the mover."""
        if token is None:
            return []
        if token[0] == "W":
            return [MoveAnyShip(int(token[1]))]
        return [MoveShips({LANES[token[0]]: int(token[1])})]


# ------------------------------------------------------------------------------------ the steps of a race


class Step:
    """Something that is to be done; if it asks something, it is done with the answer."""

    def find_question(self, race: Race) -> Question | None:
        """What has to be decided first, if anything."""
        return None

    def perform(self, race: Race, answer: str) -> None:
        """Change the race; the answer is empty if nothing was asked."""
        raise NotImplementedError


def by_chance(answers: Iterable[str]) -> Question | None:
    """A chance step, also with a single outcome; none if there is nothing to draw."""
    found = frozenset(answers)
    return Question("chance", found) if found else None


def if_there_is_a_choice(seat: int, answers: Iterable[str]) -> Question | None:
    """A question to a seat, unless there are fewer than two answers."""
    found = frozenset(answers)
    return Question(seat, found) if len(found) > 1 else None


# ---------------------------------------------------------------------------------------------- set-up


class DrawEdge(Step):
    """A random edge, for the left, the right and then the bottom."""

    def find_question(self, race: Race) -> Question | None:
        names = [piece + race.random_side for piece in RANDOM_EDGES]
        return by_chance(name for name in names if name not in (race.edges or ()))

    def perform(self, race: Race, answer: str) -> None:
        race.edges = (*(race.edges or ()), answer)


class DrawTile(Step):
    """A tile from the bag; nothing if the bag is empty."""

    def find_question(self, race: Race) -> Question | None:
        return by_chance(format_tile(tile) for tile in race.bag)

    def perform(self, race: Race, answer: str) -> None:
        if not answer:
            return
        (tile,) = [tile for tile in race.bag if format_tile(tile) == answer]
        race.bag -= {tile}
        self.put(race, tile)

    def put(self, race: Race, tile: Sections) -> None:
        """Put the tile where it is drawn for."""
        raise NotImplementedError


@dataclass(frozen=True)
class DrawToHand(DrawTile):
    """A tile that only this seat sees."""

    seat: int

    def put(self, race: Race, tile: Sections) -> None:
        race.secret[self.seat] |= {tile}


class DrawStartTile(DrawTile):
    """The tile for the centre of the board."""

    def put(self, race: Race, tile: Sections) -> None:
        race.push_steps(LayStartTile(tile))


@dataclass(frozen=True)
class LayStartTile(Step):
    """How the start tile lies; not asked if all its sections are alike."""

    tile: Sections

    def find_question(self, race: Race) -> Question | None:
        ways = arrangements(self.tile)
        return by_chance(f"{format_tile(way)} at {START}" for way in ways) if len(ways) > 1 else None

    def perform(self, race: Race, answer: str) -> None:
        (laid,) = [way for way in arrangements(self.tile) if answer in ("", f"{format_tile(way)} at {START}")]
        race.board[START] = laid


class RefillSlots(Step):
    """Every empty slot is refilled, the lowest first."""

    def perform(self, race: Race, answer: str) -> None:
        race.push_steps(*[DrawForSlot(slot) for slot, tile in enumerate(race.slots) if tile is None])


@dataclass(frozen=True)
class DrawForSlot(DrawTile):
    """A tile that all see, for a slot."""

    slot: int

    def put(self, race: Race, tile: Sections) -> None:
        race.slots[self.slot] = tile


class DrawOrder(Step):
    """Advanced: the seat that is next in the first round's order."""

    def find_question(self, race: Race) -> Question | None:
        return by_chance(f"seat {seat}" for seat in range(race.players) if seat not in race.order)

    def perform(self, race: Race, answer: str) -> None:
        race.order.append(int(answer.removeprefix("seat ")))


# ------------------------------------------------------------------------------------- rounds and turns


class StartRound(Step):
    """Everybody has a turn."""

    def perform(self, race: Race, answer: str) -> None:
        race.push_steps(*[Turn(seat) for seat in race.order], EndRound())


class EndRound(Step):
    """The race is over, or in the advanced draft a new order comes and then the refill; then the next round."""

    def perform(self, race: Race, answer: str) -> None:
        assert not race.agenda, "a round is all that is planned"
        if race.is_last_round():
            return
        if race.draft == "advanced":
            race.order = [race.tokens[slot] for slot in sorted(race.tokens)]
            race.tokens = {}
            race.push_steps(RefillSlots())
        race.agenda.append(StartRound())


@dataclass(frozen=True)
class Turn(Step):
    """One seat's turn: with a tile, without one, or with a hand that fits nowhere."""

    seat: int

    def perform(self, race: Race, answer: str) -> None:
        race.mover = self.seat
        race.push_steps(Draft(), UseStarbursts(), EndTurn())
        if not race.hand(self.seat) or not race.open_spaces():
            return
        if race.placements(self.seat):
            race.push_steps(PlayTile(), UseStarbursts())
            return
        assert race.brutal != "off", "a tile fits every open space unless mismatches are forbidden"
        race.discarded |= race.hand(self.seat)
        race.secret[self.seat] = race.drafted[self.seat] = frozenset()
        race.push_steps(DrawToHand(self.seat), DrawToHand(self.seat))


class EndTurn(Step):
    """The slots are refilled unless that waits for the round or the race is over; then ships thaw."""

    def perform(self, race: Race, answer: str) -> None:
        race.push_steps(Thaw())
        is_over = race.mover == race.order[-1] and race.is_last_round()
        if race.draft != "advanced" and not is_over:
            race.push_steps(RefillSlots())


class Thaw(Step):
    """The mover's ships come one turn's end nearer to moving again."""

    def perform(self, race: Race, answer: str) -> None:
        for (seat, lane), ends in list(race.frozen.items()):
            if seat != race.mover:
                continue
            if ends == 1:
                del race.frozen[seat, lane]
            else:
                race.frozen[seat, lane] = ends - 1


# ----------------------------------------------------------------------------- a tile, powers and movement


class PlayTile(Step):
    """A tile from the hand is laid; its powers come before its movement."""

    def find_question(self, race: Race) -> Question | None:
        return Question(race.mover, frozenset(race.placements(race.mover)))

    def perform(self, race: Race, answer: str) -> None:
        tile, laid, space = race.placements(race.mover)[answer]
        assert race.edges is not None
        boosting = TEAM_BOOST_SPACES if race.team_spaces else frozenset()
        by_lane, powers = count_gains(race.board, race.edges, space, laid, boosting)
        race.secret[race.mover] -= {tile}
        race.drafted[race.mover] -= {tile}
        race.board[space] = laid
        race.push_steps(Powers(tuple(powers)), MoveShips(by_lane))


@dataclass(frozen=True)
class Powers(Step):
    """Every pending power fires; the mover chooses the next one, and it is resolved before another is chosen."""

    pending: tuple[str, ...]

    def find_question(self, race: Race) -> Question | None:
        return if_there_is_a_choice(race.mover, self.pending)

    def perform(self, race: Race, answer: str) -> None:
        if not self.pending:
            return
        chosen = answer or self.pending[0]
        rest = list(self.pending)
        rest.remove(chosen)
        race.push_steps(Powers(tuple(rest)))
        kind, _, lane = chosen.partition(" ")
        if kind == "warp":
            race.warp(race.mover, lane)
        elif kind == "freeze":
            race.push_steps(FreezeLeader(lane))
        else:
            race.push_steps(MoveShips(dict.fromkeys(LANES.values(), 1)))


@dataclass(frozen=True)
class FreezeLeader(Step):
    """The leading unfrozen ship of a lane freezes; of several at 0 the mover picks one."""

    lane: str

    def leaders(self, race: Race) -> list[int]:
        """The seats whose ships lead the lane, of those that are not frozen."""
        unfrozen = [seat for seat in range(race.players) if (seat, self.lane) not in race.frozen]
        farthest = max((race.ships[seat][self.lane] for seat in unfrozen), default=0)
        leading = [seat for seat in unfrozen if race.ships[seat][self.lane] == farthest]
        assert farthest == 0 or len(leading) == 1, "only the Starting Zone holds more than one ship"
        return leading

    def find_question(self, race: Race) -> Question | None:
        return if_there_is_a_choice(race.mover, [f"seat {seat}" for seat in self.leaders(race)])

    def perform(self, race: Race, answer: str) -> None:
        for seat in self.leaders(race):
            if answer in ("", f"seat {seat}"):
                race.freeze(seat, self.lane)


@dataclass(frozen=True)
class MoveShips(Step):
    """The mover's ships go forward, each once."""

    by_lane: Mapping[str, int]

    def perform(self, race: Race, answer: str) -> None:
        for lane, spaces in self.by_lane.items():
            race.advance(race.mover, lane, spaces)


@dataclass(frozen=True)
class MoveAnyShip(Step):
    """An unfrozen ship of the mover's choice goes forward; with none the movement is lost."""

    spaces: int

    def find_question(self, race: Race) -> Question | None:
        return if_there_is_a_choice(race.mover, race.unfrozen(race.mover))

    def perform(self, race: Race, answer: str) -> None:
        for lane in race.unfrozen(race.mover):
            if answer in ("", lane):
                race.advance(race.mover, lane, self.spaces)


# ------------------------------------------------------------------------------- starbursts and the draft


class UseStarbursts(Step):
    """All that were collected are turned up; then they are used one at a time, and the mover chooses the next one."""

    def find_question(self, race: Race) -> Question | None:
        if race.collected:
            return None
        return if_there_is_a_choice(race.mover, [f"use {token}" for token in race.face_up])

    def perform(self, race: Race, answer: str) -> None:
        if race.collected:
            race.push_steps(*[TurnUpStarburst() for _ in race.collected], UseStarbursts())
            race.collected = []
        elif race.face_up:
            token = answer.removeprefix("use ") or race.face_up[0]
            race.face_up.remove(token)
            race.push_steps(*race.token_steps(token), UseStarbursts())


class TurnUpStarburst(Step):
    """A starburst is turned up: any of those still unseen."""

    def find_question(self, race: Race) -> Question | None:
        return by_chance(race.unseen)

    def perform(self, race: Race, answer: str) -> None:
        unseen = list(race.unseen)
        unseen.remove(answer)
        race.unseen = tuple(unseen)
        race.face_up.append(answer)


class Draft(Step):
    """The mover takes the tile of a slot and gains its boost."""

    def choices(self, race: Race) -> list[int]:
        """The slots that may be chosen: free ones, and one with a tile while there is any."""
        free = [slot for slot in range(len(race.slots)) if slot not in race.tokens]
        return [slot for slot in free if race.slots[slot] is not None] or free

    def find_question(self, race: Race) -> Question | None:
        return if_there_is_a_choice(race.mover, [f"slot {slot + 1}" for slot in self.choices(race)])

    def perform(self, race: Race, answer: str) -> None:
        (slot,) = [slot for slot in self.choices(race) if answer in ("", f"slot {slot + 1}")]
        tile = race.slots[slot]
        if tile is not None and len(race.hand(race.mover)) < HAND:
            race.slots[slot] = None
            race.drafted[race.mover] |= {tile}
        if race.draft == "advanced":
            race.tokens[slot] = race.mover
        race.push_steps(*race.token_steps(BOOSTS[race.draft][slot]))
