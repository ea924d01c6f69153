# compiled by mypyc
"""State and Setup: the contract between a game's rules and everybody who uses them.

A *setup* is one choice of options and components. It owns the tables that the rules read and is shared by all its
states. A *state* is a position in a game: who is to move, and numbers in two packed vectors. Because a state is
nothing but its numbers, copying, comparing, pickling and keeping it are written here, once, for all games.

A game writes the *hot* methods (``legal``, ``chances``, ``apply`` …), which trust their caller; people call the
*checked* ones (``actions``, ``play`` …), which do not.
"""

from __future__ import annotations

import hashlib
import operator
from typing import TYPE_CHECKING, Any, Final, NoReturn, SupportsIndex

import msgspec
from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr, u8

from triangulum.core.errors import IllegalAction, PositionError, shown
from triangulum.core.odds import Odds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.core.options import Options
    from triangulum.core.view import Event, Preview, View

CHANCE: Final = -1
"""``to_move`` when dice are rolled, a card is dealt, or anything else is left to chance."""

OVER: Final = -2
"""``to_move`` when the game is over."""

BYSTANDER: Final = -1
"""For ``redealt``: somebody who looks on and knows what everybody knows."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Setup:
    """One choice of options and components of a game, with the tables that its rules read.

    A game's subclass computes its tables in ``__init__`` and sets ``num_actions``, ``max_chance_outcomes`` and
    ``max_length``: the number of steps, decisions and chance together, that no game exceeds. Steps that may
    recur without end, such as rolling doubles again, are left out of that bound; see ``State.repeats``.
    """

    def __init__(self, game: Game, options: Options, components: Components[Any]) -> None:
        self.game = game
        self.options = options
        self.components = components
        self.players: i64 = options.players
        self.num_actions: i64 = 0
        self.max_chance_outcomes: i64 = 0
        self.max_length: i64 = 0
        self.heeded = vec[vec[u8]]()
        """For a bystander and then for each seat, a table with 255 for the bytes of a bared state on which odds depend.
        A game need not say; then they are taken to depend on all of them."""

    def new(self) -> State:
        """Return the state in which a game begins."""
        raise NotImplementedError

    def make(self, to_move: i64, small: vec[u8], wide: vec[i64]) -> State:
        """Return a state of this setup that holds the given numbers (not copies of them)."""
        raise NotImplementedError

    def parse_position(self, text: str) -> State:
        """Return the state that ``text``, as ``State.position`` writes it, describes."""
        state: State = self.game.words.parse_position(self, text)
        return state

    def from_bytes(self, data: bytes) -> State:
        """Return the state whose ``to_bytes`` is ``data``, or raise PositionError for what no state has written."""
        to_move = int.from_bytes(data[:8], "little", signed=True)
        middle = 12 + int.from_bytes(data[8:12], "little")
        if len(data) < middle or (len(data) - middle) % 8 or not OVER <= to_move < int(self.players):
            raise PositionError(f"these {len(data)} bytes are no state of {self.game.title}")
        small = vec[u8](list(data[12:middle]))
        wide = vec[i64]()
        for start in range(middle, len(data), 8):
            wide = append(wide, i64(int.from_bytes(data[start : start + 8], "little", signed=True)))
        return self.make(to_move, small, wide)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Setup):
            return NotImplemented
        return (
            self.game.id == other.game.id
            and self.options == other.options
            and self.components.digest == other.components.digest
        )

    def __hash__(self) -> int:
        return hash((self.game.id, self.options, self.components.digest))

    def __repr__(self) -> str:
        return self.game.describe(self)

    def __reduce__(self) -> Any:
        return self.game.restore, (self.options, self.components.carried)


class Moves:
    """Room for the legal actions of one state after the other, so that listing them need not ask for memory."""

    def __init__(self) -> None:
        self.found = vec[i64]()
        """They are at the beginning; what comes after them means nothing."""
        self.count: i64 = 0

    def roomy(self, least: i64) -> vec[i64]:
        """Return the room, made larger if there is not so much, with all that is in it."""
        found = self.found
        size = i64(len(found))
        if size < least:
            found = vec[i64]([0] * max(2 * least, 64))
            for i in range(size):
                found[i] = self.found[i]
            self.found = found
        return found

    def copy_from(self, listed: vec[i64]) -> None:
        """Take actions over into the room that is there, if there is enough."""
        found = self.found
        self.count = i64(len(listed))
        if i64(len(found)) < self.count:
            self.found = listed
            return
        for i in range(self.count):
            found[i] = listed[i]


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position in a game, and all there is to know about it, secrets included.

    A state is ``to_move`` and the numbers in ``small`` (bytes) and ``wide`` (64-bit integers); what each of them
    means is the game's affair. Every state has vectors of its own: never append to one that another state holds.
    """

    def __init__(self, setup: Setup, to_move: i64, small: vec[u8], wide: vec[i64]) -> None:
        self.setup = setup
        self.to_move = to_move
        self.small = small
        self.wide = wide

    # What a game writes. These trust their caller.

    def legal(self) -> vec[i64]:
        """Return what may be played now, in rising order: the mover's actions, or the outcomes of a chance step."""
        raise NotImplementedError

    def list_legal(self, moves: Moves) -> None:
        """Put into ``moves`` what ``legal`` returns, for those who list many; a game may have a quicker way."""
        moves.found = self.legal()
        moves.count = i64(len(moves.found))

    def chances(self) -> vec[i64]:
        """Return the weights of the outcomes that ``legal`` lists at a chance step; equal ones unless overridden."""
        weights = vec[i64]()
        for _ in self.legal():
            weights = append(weights, i64(1))
        return weights

    def apply(self, action: i64) -> None:
        """Play a legal action, or let a chance outcome happen, without checking it."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """Return the seats that have won: none while the game goes on or when it is drawn."""
        raise NotImplementedError

    def score(self) -> list[float]:
        """Return the game's own measure of how each seat stands, such as points."""
        return [0.0] * self.setup.players

    def estimate(self, seat: i64) -> float:
        """Return a quick guess of how the game will end for ``seat``: from -1, it loses, to 1, it wins alone."""
        return 0.0

    def worth(self, action: i64) -> float:
        """Return how good ``action`` looks to the mover at a glance; only comparisons between actions matter.

        It may look at the whole state, so in a game with secrets it is asked of a redeal, or overridden by what the
        mover can know.
        """
        seat = self.to_move
        after = self.after(action)
        if after.to_move == OVER:
            return after.returns()[seat]
        return after.estimate(seat)

    def sound(self, effort: i64) -> vec[i64]:
        """Return the actions worth considering, in rising order; never none where there is a decision.

        If some are proven to win by trying at most about ``effort`` turns, only such are returned, those that win
        soonest; otherwise all that are not proven to lose; and if all of them are, those that hold out longest. A
        game that proves nothing has all its actions here. What is proven is proven for the state as it is, so in a
        game with secrets it is asked of a redeal.
        """
        return self.legal()

    def redealt(self, seat: i64, rng: Random) -> State:
        """Return a random state that ``seat``, or BYSTANDER, cannot tell from this one.

        Every assignment of the hidden cards and tiles that fits all the seat has seen is equally likely, and the
        result depends on nothing but what the seat knows and ``rng``. A game without secrets has only one.
        """
        return self.copy()

    def odds(self, seat: i64, odds: Odds) -> bool:
        """Say how likely the values of hidden bytes are to ``seat``, or BYSTANDER; return whether that could be said.

        Odds are of all redeals for that seat, and this state is one of them, or else, in a game that has ``bared``,
        what that leaves of them; what no odds are put for, words included, is the same in every redeal. It is only a
        quicker and better way to learn what many redeals would show, so a game need not have it, nor have it for every
        position.
        """
        return False

    def bared(self, seat: i64, bare: State) -> bool:
        """Make ``bare``, a state of this setup, what ``seat``, or BYSTANDER, may know of this one; return whether.

        Every number of it is written, from what the seat may know and nothing else, whatever it was before. It need not
        be a state in which a game can be: where something is hidden there may be any number that says so. All that is
        asked of it are its odds and its numbers. It is only a quicker way to learn what redeals have in common, so
        a game need not have it.
        """
        return False

    def sign(self, action: i64, seat: i64) -> i64:
        """Return a number, from 0 up, for what ``seat``, or BYSTANDER, perceives when ``action`` happens here.

        It is the same exactly where ``seen`` is the same, here and in every state that the seat cannot tell from this
        one. Without secrets it is the action; with them it is made from ``seen``, unless a game has a quicker way.
        """
        if not self.setup.game.secrets:
            return action
        return mark_of(self.seen(int(action), None if seat < 0 else int(seat)))

    def pick(self, rng: Random, room: Moves) -> i64:
        """Return any action of the mover's, each as readily as any other; there may be a way without listing them.

        Where there is none, they are listed in ``room``.
        """
        self.list_legal(room)
        return room.found[rng.randrange(room.count)]

    def repeats(self, action: i64) -> bool:
        """Tell whether ``action`` only does the step before it again, as rolling doubles again does."""
        return False

    # What follows from that for every game.

    def draw(self, rng: Random) -> i64:
        """Return an outcome of this chance step, at random by its weight."""
        outcomes = self.legal()
        weights = self.chances()
        total: i64 = 0
        for weight in weights:
            total += weight
        mark = rng.randrange(total)
        place: i64 = 0
        while mark >= weights[place]:
            mark -= weights[place]
            place += 1
        return outcomes[place]

    def total(self, start: i64, count: i64) -> i64:
        """Return the sum of some bytes, such as all cards of a pile that is kept as counts."""
        small = self.small
        found: i64 = 0
        for at in range(start, start + count):
            found += i64(small[at])
        return found

    def counted(self, start: i64, mark: i64) -> i64:
        """Return which byte it is, from the first on, that ``mark`` falls in if what they count is counted through."""
        small = self.small
        at = start
        mark -= i64(small[at])
        while mark >= 0:
            at += 1
            mark -= i64(small[at])
        return at - start

    def copy(self) -> State:
        """Return an equal state that shares nothing with this one but the setup."""
        return self.setup.make(self.to_move, self.small[:], self.wide[:])

    def after(self, action: i64) -> State:
        """Return the state that a legal action leads to, leaving this one as it is."""
        state = self.copy()
        state.apply(action)
        return state

    def returns(self) -> list[float]:
        """Return what the end is worth to each seat: losers pay 1/(n-1) each, winners share it; zeros until then."""
        players = int(self.setup.players)
        winners = self.winners()
        if self.to_move != OVER or not winners or len(winners) == players:
            return [0.0] * players
        loss = 1.0 / (players - 1)
        gain = loss * (players - len(winners)) / len(winners)
        return [gain if seat in winners else -loss for seat in range(players)]

    # What people call. These check.

    def actions(self) -> list[int]:
        """Return the legal actions, or at a chance step its outcomes, sorted; none when the game is over."""
        if self.to_move == OVER:
            return []
        return [int(action) for action in self.legal()]

    def weights(self) -> list[int]:
        """Return how likely each outcome in ``actions()`` is, as whole numbers in proportion."""
        if self.to_move != CHANCE:
            raise IllegalAction(f"weights belong to a chance step, and {self.whose_turn()}")
        return [int(weight) for weight in self.chances()]

    def play(self, action: SupportsIndex | str) -> None:
        """Play an action, given as a number or in notation; an illegal one raises and changes nothing."""
        self.apply(self.checked_action(self.parse(action) if isinstance(action, str) else action))

    def checked_action(self, action: object) -> int:
        """Return ``action`` if it is legal here, or raise IllegalAction."""
        number = whole(action)
        if number is None or number not in self.actions():
            self.refuse(action if number is None else number)
        return number

    def refuse(self, action: object) -> NoReturn:
        """Raise the IllegalAction that says why ``action`` cannot be played and what can."""
        if self.to_move == OVER:
            raise IllegalAction("the game is over: nothing can be played any more")
        wrong = shown(action) if isinstance(action, str) else f"action {shown(action)}"
        if self.to_move == CHANCE:
            # What is left to chance may be nobody's to know, so it is not listed.
            raise IllegalAction(f"{wrong} is not legal here: {self.whose_turn()}, and cannot bring that")
        moves = [self.text(legal) for legal in self.actions()]
        some = ", ".join(moves[:8]) + (f" and {len(moves) - 8} more" if len(moves) > 8 else "")
        raise IllegalAction(f"{wrong} is not legal here: {self.whose_turn()}; what can be played is {some}")

    def whose_turn(self) -> str:
        """Return, for messages, who or what comes next."""
        if self.to_move == OVER:
            return "the game is over"
        return "a chance step comes next" if self.to_move == CHANCE else f"seat {self.to_move} is to move"

    def text(self, action: SupportsIndex) -> str:
        """Return an action, or a chance outcome, in the game's notation."""
        # Only the range is checked: whoever lists moves asks for many texts, and each is legal.
        # As a Python integer, since somebody may ask for a number that no machine word holds.
        bound: int = self.setup.max_chance_outcomes if self.to_move == CHANCE else self.setup.num_actions
        number = whole(action)
        if number is None or not 0 <= number < bound:
            self.refuse(action if number is None else number)
        text: str = self.setup.game.words.text(self, number)
        return text

    def parse(self, text: str) -> int:
        """Return the legal action that ``text`` means, as people write it."""
        action: int = self.setup.game.words.parse(self, text)
        return action

    def position(self) -> str:
        """Return the whole state as one line of text; ``setup.parse_position`` reads it back."""
        text: str = self.setup.game.words.position(self)
        return text

    def view(self, seat: SupportsIndex | None) -> View:
        """Return what ``seat`` may know now; a bystander's view for None."""
        view: View = self.setup.game.sight.view(self, self.checked_seat(seat))
        return view

    def seen(self, action: SupportsIndex, seat: SupportsIndex | None) -> Sequence[Event]:
        """Return what ``seat`` perceives when ``action`` happens here, secrets left out, as a list of events."""
        events: Sequence[Event] = self.setup.game.sight.seen(self, self.checked_action(action), self.checked_seat(seat))
        return events

    def preview(self, action: SupportsIndex) -> Preview:
        """Return what ``action`` would bring, as far as the mover can know, without playing it."""
        preview: Preview = self.setup.game.sight.preview(self, self.checked_action(action))
        return preview

    def redeal(self, seat: SupportsIndex | None, rng: Random) -> State:
        """Return a random state that ``seat``, or a bystander, cannot tell from this one."""
        number = self.checked_seat(seat)
        return self.redealt(BYSTANDER if number is None else number, rng)

    def checked_seat(self, seat: object) -> int | None:
        """Return ``seat`` if there is such a seat, or None for a bystander."""
        if seat is None:
            return None
        players: int = self.setup.players
        number = whole(seat)
        if number is not None and 0 <= number < players:
            return number
        raise IllegalAction(f"there is no seat {shown(seat)}: seats are 0 to {players - 1}, or None to look on")

    # A state as a value.

    def to_bytes(self) -> bytes:
        """Return the state's numbers as bytes: equal exactly for equal states of one setup."""
        to_move: int = self.to_move
        length: int = len(self.small)
        head = to_move.to_bytes(8, "little", signed=True) + length.to_bytes(4, "little")
        wide = [int(number).to_bytes(8, "little", signed=True) for number in self.wide]
        return head + bytes(list(self.small)) + b"".join(wide)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.setup == other.setup and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        raise TypeError("a state changes as it is played, so it cannot be hashed: use state.to_bytes()")

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __reduce__(self) -> Any:
        return restore_state, (self.setup, self.to_bytes())

    def __str__(self) -> str:
        board: str = self.setup.game.words.board(self.view(None))
        return board

    def _repr_svg_(self) -> str | None:
        table = self.setup.game.table
        if table is None:
            return None
        picture: str = table.scene(self.view(None))._repr_svg_()
        return picture

    def __repr__(self) -> str:
        return f"{self.setup!r}.parse_position({self.position()!r})"


def whole(given: object) -> int | None:
    """Return a whole number as Python's own, whoever's it was, such as NumPy's; None for anything else.

    A truth value is an int to Python, and a float may equal one: neither is what somebody means by an action or a seat.
    """
    if type(given) is int:
        return given
    if isinstance(given, bool):
        return None
    try:
        return operator.index(given)  # type: ignore[arg-type]
    except TypeError:
        return None


def mark_of(events: Sequence[Event]) -> i64:
    """Return a number that tells events from others, the same in every process."""
    digest = hashlib.blake2b(msgspec.json.encode(list(events)), digest_size=7).digest()
    return i64(int.from_bytes(digest, "little"))


def restore_state(setup: Setup, data: bytes) -> State:
    """Return the state that was pickled."""
    return setup.from_bytes(data)
