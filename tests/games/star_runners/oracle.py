"""A slow and plain Star Runners, written from the rules page alone, to test the quick engine against.

Star Runners is a game by Andrew Looney. Nothing here is shared with the engine.

Sizes are S, M and L. Places are A (the binary of seat 0), a1 and a2 (the stars next to A), W (Backwater),
b1 and b2 (the stars next to B) and B (the binary of seat 1).

Steps: `home SM` in the set-up, `6-3` for dice, `take` or `reroll` after doubles, `Sa1` for a hop, `done`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

PIPS = {"S": 1, "M": 2, "L": 3}
SIZES = ("S", "M", "L")
TRIOS = 5
PAIRS = ("SM", "SL", "ML")
PLACES = ("A", "a1", "a2", "W", "b1", "b2", "B")
BINARIES = frozenset({"A", "B"})
BACKWATER = "W"
HOME = {0: "A", 1: "B"}
GOAL = {0: "B", 1: "A"}
ENEMY = {0: 1, 1: 0}
HOMES_OPTIONS = frozenset({"guarded", "open"})
REROLLS_OPTIONS = frozenset({"chain", "once"})
BINARIES_OPTIONS = frozenset({"automatic", "chosen"})

DICE_TO_MOVE = -1
NOBODY_TO_MOVE = -2


# ---------------------------------------------------------------------------------------------- the map


def connected(sizes: frozenset[str], other_sizes: frozenset[str]) -> bool:
    """Two stars are connected exactly when they differ in size; a binary counts as both its sizes."""
    return sizes.isdisjoint(other_sizes)


def star_sizes(pair_a: str, pair_b: str) -> dict[str, frozenset[str]]:
    """The sizes of the stars at every place: two sizes at a binary, one at any other star."""
    if pair_a not in PAIRS or pair_b not in PAIRS or pair_a == pair_b:
        raise ValueError(f"not two different pairs of sizes: {pair_a!r}, {pair_b!r}")

    # Five trios; each of the two players takes one ship of each size, and the binaries take four pieces.
    pieces = Counter(dict.fromkeys(SIZES, TRIOS))
    pieces.subtract(SIZES)
    pieces.subtract(SIZES)
    pieces.subtract(pair_a)
    pieces.subtract(pair_b)

    # The five pieces left are the single stars: those A touches, those B touches, and those neither touches.
    next_to_a: list[str] = []
    next_to_b: list[str] = []
    next_to_neither: list[str] = []
    for size in pieces.elements():
        touches_a = connected(frozenset({size}), frozenset(pair_a))
        touches_b = connected(frozenset({size}), frozenset(pair_b))
        if touches_a and touches_b:
            raise AssertionError("no star can touch both binaries")
        if touches_a:
            next_to_a.append(size)
        elif touches_b:
            next_to_b.append(size)
        else:
            next_to_neither.append(size)

    a1, a2 = next_to_a
    b1, b2 = next_to_b
    (backwater,) = next_to_neither
    return {
        "A": frozenset(pair_a),
        "a1": frozenset({a1}),
        "a2": frozenset({a2}),
        "W": frozenset({backwater}),
        "b1": frozenset({b1}),
        "b2": frozenset({b2}),
        "B": frozenset(pair_b),
    }


@cache
def connections(pair_a: str, pair_b: str) -> frozenset[tuple[str, str]]:
    """Every connection, in both directions, as (from, to)."""
    sizes = star_sizes(pair_a, pair_b)
    return frozenset((here, there) for here in PLACES for there in PLACES if connected(sizes[here], sizes[there]))


def neighbours(pair_a: str, pair_b: str) -> dict[str, set[str]]:
    """The places one hop away from each place, for these two binaries."""
    links = connections(pair_a, pair_b)
    return {here: {there for there in PLACES if (here, there) in links} for here in PLACES}


# --------------------------------------------------------------------------------------------- the game


class Phase(Enum):
    """What the game is waiting for."""

    CHOOSING_A = "seat 0 chooses the sizes of its binary"
    CHOOSING_B = "seat 1 chooses the sizes of its binary"
    ROLLING = "the dice are rolled for the player whose turn it is"
    REROLLING = "the dice are rolled again, for the only time in this turn"
    DOUBLES = "the player whose turn it is takes the doubles or rolls again"
    SPENDING = "the player whose turn it is spends points"
    OVER = "the game is over"


@dataclass(frozen=True, order=True)
class Ship:
    """One ship: whose it is, its size, where it stands, and whether it has visited Backwater.

    Ships have an order only so that they are always listed in the same one.
    """

    seat: int
    size: str
    place: str
    has_visited: bool

    @property
    def pips(self) -> int:
        return PIPS[self.size]


@dataclass(frozen=True)
class Position:
    """Everything there is to know about a game at one moment."""

    homes: str
    rerolls: str
    turn_limit: int
    phase: Phase
    fleet: frozenset[Ship]
    pair_a: str = ""  # the sizes of A, once chosen
    pair_b: str = ""  # the sizes of B, once chosen
    player: int = 0  # whose turn it is, also while the dice roll
    doubles: int = 0  # the number on the dice while the player decides about doubles, otherwise 0
    points: int = 0  # points left in this turn, 0 outside spending
    turns: int = 0  # turns ended so far, of both players together
    winner: int | None = None

    # ------------------------------------------------------------------------------------ looking at it

    @property
    def to_move(self) -> int:
        """The seat that decides, -1 at a dice roll, -2 when the game is over."""
        if self.phase is Phase.OVER:
            return NOBODY_TO_MOVE
        if self.phase in (Phase.ROLLING, Phase.REROLLING):
            return DICE_TO_MOVE
        if self.phase is Phase.CHOOSING_A:
            return 0
        if self.phase is Phase.CHOOSING_B:
            return 1
        return self.player

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat that has won; nobody in a drawn game or one that is not over."""
        if self.winner is None:
            return ()
        return (self.winner,)

    @property
    def returns(self) -> tuple[float, float]:
        """1 for the winner and -1 for the loser; 0 for both in a drawn game or one that is not over."""
        if self.winner is None:
            return (0.0, 0.0)
        if self.winner == 0:
            return (1.0, -1.0)
        return (-1.0, 1.0)

    @property
    def ships(self) -> dict[tuple[int, str], str]:
        """Where every ship stands: (seat, size) -> place."""
        return {(ship.seat, ship.size): ship.place for ship in sorted(self.fleet)}

    @property
    def visited(self) -> frozenset[tuple[int, str]]:
        """The ships that have visited Backwater, as (seat, size)."""
        return frozenset((ship.seat, ship.size) for ship in self.fleet if ship.has_visited)

    # ------------------------------------------------------------------------------------ what is legal

    def legal(self) -> dict[str, int]:
        """Every legal step with its weight: 1 for a decision; for dice 1 for doubles and 2 otherwise."""
        if self.phase is Phase.CHOOSING_A:
            return {f"home {pair}": 1 for pair in PAIRS}
        if self.phase is Phase.CHOOSING_B:
            return {f"home {pair}": 1 for pair in PAIRS if pair != self.pair_a}
        if self.phase in (Phase.ROLLING, Phase.REROLLING):
            return dice_outcomes()
        if self.phase is Phase.DOUBLES:
            return {"take": 1, "reroll": 1}
        if self.phase is Phase.SPENDING:
            steps = {hop_text(ship, place): 1 for ship, place in self._hops()}
            steps["done"] = 1
            return steps
        return {}

    def _hops(self) -> list[tuple[Ship, str]]:
        """Every hop the player may make and can pay for."""
        return [
            (ship, place)
            for ship in sorted(self.fleet)
            for place in PLACES
            if ship.seat == self.player
            and ship.pips <= self.points
            and (ship.place, place) in connections(self.pair_a, self.pair_b)
            and not self._is_pinned(ship)
            and not self._is_barred(ship, place)
        ]

    def _larger_enemy_stands_at(self, place: str, ship: Ship) -> bool:
        """Whether an enemy ship larger than this one stands at the place."""
        return any(
            other.seat == ENEMY[ship.seat] and other.place == place and other.pips > ship.pips for other in self.fleet
        )

    def _is_pinned(self, ship: Ship) -> bool:
        """No ship may leave a single star where a larger enemy stands; at a binary nobody is pinned."""
        if ship.place in BINARIES:
            return False
        return self._larger_enemy_stands_at(ship.place, ship)

    def _is_barred(self, ship: Ship, place: str) -> bool:
        """No ship may enter a system where a larger enemy stands; with open homes binaries are free."""
        if self.homes == "open" and place in BINARIES:
            return False
        return self._larger_enemy_stands_at(place, ship)

    # ------------------------------------------------------------------------------------ taking a step

    def play(self, text: str) -> Position:
        """The position after one legal step."""
        if text not in self.legal():
            raise ValueError(f"not legal here: {text!r}")
        if self.phase is Phase.CHOOSING_A:
            return replace(self, pair_a=text.removeprefix("home "), phase=Phase.CHOOSING_B)
        if self.phase is Phase.CHOOSING_B:
            return replace(self, pair_b=text.removeprefix("home "), phase=Phase.ROLLING)
        if self.phase is Phase.ROLLING:
            greater, lesser = (int(die) for die in text.split("-"))
            if greater == lesser:
                return replace(self, doubles=greater, phase=Phase.DOUBLES)
            return self._begin_spending(greater)
        if self.phase is Phase.REROLLING:
            greater, _ = (int(die) for die in text.split("-"))
            return self._begin_spending(greater)
        if text == "take":
            return self._begin_spending(self.doubles)
        if text == "reroll":
            phase = Phase.ROLLING if self.rerolls == "chain" else Phase.REROLLING
            return replace(self, doubles=0, phase=phase)
        if text == "done":
            return self._end_turn()
        return self._hop(text)

    def _begin_spending(self, points: int) -> Position:
        """The roll stands: the player has these points to spend."""
        return replace(self, doubles=0, points=points, phase=Phase.SPENDING)._end_turn_if_stuck()

    def _hop(self, text: str) -> Position:
        """One ship hops. Its player may have won by that, at once."""
        (hop,) = [(ship, place) for ship, place in self._hops() if hop_text(ship, place) == text]
        ship, place = hop
        fleet = (self.fleet - {ship}) | {replace(ship, place=place)}
        after = replace(self, fleet=fleet, points=self.points - ship.pips)
        if after._has_won(self.player):
            return replace(after, points=0, winner=self.player, phase=Phase.OVER)
        return after._end_turn_if_stuck()

    def _has_won(self, seat: int) -> bool:
        """Whether all ships of this seat stand at the other binary and all have visited Backwater."""
        return all(ship.place == GOAL[seat] and ship.has_visited for ship in self.fleet if ship.seat == seat)

    def _end_turn_if_stuck(self) -> Position:
        """The turn ends by itself when no affordable hop is legal."""
        if not self._hops():
            return self._end_turn()
        return self

    def _end_turn(self) -> Position:
        """The player's ships at Backwater have visited it; then the other player, or a drawn game."""
        fleet = frozenset(
            replace(ship, has_visited=True) if ship.seat == self.player and ship.place == BACKWATER else ship
            for ship in self.fleet
        )
        turns = self.turns + 1
        phase = Phase.OVER if turns == self.turn_limit else Phase.ROLLING
        return replace(self, fleet=fleet, turns=turns, points=0, player=ENEMY[self.player], phase=phase)


def hop_text(ship: Ship, place: str) -> str:
    """A hop in words: the letter of the ship and where it goes."""
    return ship.size + place


def dice_outcomes() -> dict[str, int]:
    """The 21 outcomes of two dice, the greater first: doubles come in one way, others in two."""
    outcomes: dict[str, int] = {}
    for greater in range(1, 7):
        for lesser in range(1, greater + 1):
            outcomes[f"{greater}-{lesser}"] = 1 if greater == lesser else 2
    return outcomes


def start(homes: str = "guarded", turn_limit: int = 300, rerolls: str = "chain", binaries: str = "chosen") -> Position:
    """A new game: every ship at home, and seat 0 about to choose its binary, or to roll if nobody chooses."""
    if homes not in HOMES_OPTIONS:
        raise ValueError(f"homes is guarded or open, not {homes!r}")
    if rerolls not in REROLLS_OPTIONS:
        raise ValueError(f"rerolls is chain or once, not {rerolls!r}")
    if binaries not in BINARIES_OPTIONS:
        raise ValueError(f"binaries is automatic or chosen, not {binaries!r}")
    if turn_limit < 1:
        raise ValueError(f"turn_limit is at least 1, not {turn_limit}")
    fleet = frozenset(
        Ship(seat=seat, size=size, place=HOME[seat], has_visited=False) for seat in HOME for size in SIZES
    )
    new = Position(homes=homes, rerolls=rerolls, turn_limit=turn_limit, phase=Phase.CHOOSING_A, fleet=fleet)
    return new if binaries == "chosen" else new.play("home SM").play("home ML")
