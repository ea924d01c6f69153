# compiled by mypyc
"""State and Setup: the contract between a game's rules and everybody who uses them.

A *setup* is one choice of options and components. It owns the lookup tables that the rules read and is shared by all
its states. A *state* is a position in a game: who is to move, and numbers in two packed vectors. Because a state is
nothing but its numbers, copying, comparing, pickling and saving it are written here, once, for all games.

The author of a game writes ``_legal_actions``, ``_apply`` and their like. They trust their caller; bots and playouts
call them for speed. Everybody else calls the public twins without an underscore (``legal_actions``, ``play`` …), which
check what they are given.
"""

from __future__ import annotations

import hashlib
import operator
from typing import TYPE_CHECKING, Any, Final, NoReturn, SupportsIndex

import msgspec
from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr, u8

from triangulum.core.learning.belief import Belief
from triangulum.core.messages import message
from triangulum.core.types import Action, Hash, IsSupported, Seat
from triangulum.errors import IllegalActionError, PositionError, format_value
from triangulum.text.message import ArgumentItem
from triangulum.text.rendering import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.core.options import Options
    from triangulum.core.views import GameEvent, Preview, View
    from triangulum.scene.picture import Scene

CHANCE: Final = -1
"""``to_move`` when dice are rolled, a card is dealt, or anything else is left to chance."""

OVER: Final = -2
"""``to_move`` when the game is over."""

MAX_LISTED_MOVES: Final = 8
"""How many legal moves are listed when somebody tries an illegal one."""

SPECTATOR: Final = -1
"""Takes the place of a seat where a method says "``seat``, or SPECTATOR": somebody who watches and knows what everybody
knows. The methods that check their arguments take None instead and translate it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Setup:
    """A game with chosen options and components, and the lookup tables of its rules.

    A game's subclass computes its tables in ``__init__`` and sets ``num_actions``, ``max_chance_outcomes`` and
    ``max_length``: the number of steps, decisions and chance together, that no game exceeds. Steps that may
    recur without end, such as rolling doubles again, are left out of that bound; see ``State.is_repeatable``.
    """

    def __init__(self, game: Game, options: Options, components: Components[Any]) -> None:
        self.game = game
        self.options = options
        self.components = components
        self.players: i64 = options.players
        self.num_actions: i64 = 0
        self.max_chance_outcomes: i64 = 0
        self.max_length: i64 = 0
        self.state_class: type[State] = State
        """The class of this setup's states; compiled rules override ``state_from_fields`` instead, which is faster."""
        self.belief_inputs = vec[vec[u8]]()
        """For a spectator and then for each seat, a table that marks the bytes of an observation on which ``belief``
        depends. Left empty, it is taken to depend on all of them."""

    def new(self) -> State:
        """Return the state in which a game begins."""
        raise NotImplementedError

    def state_from_fields(self, to_move: i64, byte_fields: vec[u8], word_fields: vec[i64]) -> State:
        """Return a state of this setup with these vectors themselves, not copies."""
        return self.state_class(self, to_move, byte_fields, word_fields)

    def parse_position(self, text: str) -> State:
        """Return the state that ``text``, as ``State.position`` writes it, describes."""
        state: State = self.game.notation.parse_position(self, text)
        return state

    def from_bytes(self, data: bytes) -> State:
        """Return the state that ``State.to_bytes`` wrote, or raise PositionError if the data is not of that form."""
        to_move = int.from_bytes(data[:8], "little", signed=True)
        middle = 12 + int.from_bytes(data[8:12], "little")
        if len(data) < middle or (len(data) - middle) % 8 or not OVER <= to_move < int(self.players):
            raise PositionError(f"these {len(data)} bytes are no state of {self.game.title}")
        byte_fields = vec[u8](list(data[12:middle]))
        word_fields = vec[i64]()
        for start in range(middle, len(data), 8):
            word_fields = append(word_fields, i64(int.from_bytes(data[start : start + 8], "little", signed=True)))
        return self.state_from_fields(to_move, byte_fields, word_fields)

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
        return self.game.format_setup_call(self)

    def __reduce__(self) -> Any:
        return self.game.restore_pickled_setup, (self.options, self.components.custom_text)


class ActionBuffer:
    """A buffer for the legal actions of one state after another, so that listing them allocates nothing."""

    def __init__(self) -> None:
        self.actions = vec[i64]()
        """Only the first ``count`` of them are valid; what follows is left over from earlier lists."""
        self.count: i64 = 0

    def reserve(self, min_size: i64) -> vec[Action]:
        """Make room for at least ``min_size`` actions, keep what is there, and return the vector."""
        actions = self.actions
        size = i64(len(actions))
        if size < min_size:
            actions = vec[i64]([0] * max(2 * min_size, 64))
            for i in range(size):
                actions[i] = self.actions[i]
            self.actions = actions
        return actions

    def copy_from(self, source: vec[Action]) -> None:
        """Hold copies of these actions, or the vector itself if it is larger than the buffer."""
        actions = self.actions
        self.count = i64(len(source))
        if i64(len(actions)) < self.count:
            self.actions = source
            return
        for i in range(self.count):
            actions[i] = source[i]


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position in a game, and all there is to know about it, secrets included.

    A state is ``to_move`` and the numbers in ``byte_fields`` and ``word_fields`` (64-bit integers); what each of them
    means is up to the game. Every state has its own vectors: never append to one that another state holds.
    """

    def __init__(self, setup: Setup, to_move: i64, byte_fields: vec[u8], word_fields: vec[i64]) -> None:
        self.setup = setup
        self.to_move = to_move
        self.byte_fields = byte_fields
        self.word_fields = word_fields

    # What the author of a game writes. These trust their caller.

    def _legal_actions(self) -> vec[Action]:
        """Return what may be played now, in ascending order: the mover's actions, or the outcomes of a chance step."""
        raise NotImplementedError

    def _list_legal_actions(self, buffer: ActionBuffer) -> None:
        """Write what ``_legal_actions`` returns into a buffer; override it where that is quicker."""
        buffer.actions = self._legal_actions()
        buffer.count = i64(len(buffer.actions))

    def _chance_weights(self) -> vec[i64]:
        """Return the weight of each outcome that ``_legal_actions`` lists at a chance step; equal unless overridden."""
        weights = vec[i64]()
        for _ in self._legal_actions():
            weights = append(weights, i64(1))
        return weights

    def _apply(self, action: Action) -> None:
        """Play a legal action, or a chance outcome, without checking it."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """Return the seats that have won: none during the game or after a draw.

        Unless overridden, those with the highest score win; if all have the same, the game is drawn.
        """
        score = self.score()
        best = max(score)
        if self.to_move != OVER or best == min(score):
            return []
        return [seat for seat in range(len(score)) if score[seat] == best]

    def score(self) -> list[float]:
        """Return the game's own score of each seat, such as points."""
        return [0.0] * self.setup.players

    def evaluate(self, seat: Seat) -> float:
        """Return a quick estimate of how the game will end for ``seat``: from -1, a loss, to 1, a win alone."""
        return 0.0

    def action_score(self, action: Action) -> float:
        """Return how good ``action`` looks to the mover at a glance; only comparisons between actions matter.

        It may look at the whole state, so in a game with secrets it is called on a resampled state, or overridden to
        use only what the mover can know.
        """
        seat = self.to_move
        after = self.after(action)
        if after.to_move == OVER:
            return after.returns()[seat]
        return after.evaluate(seat)

    def candidate_actions(self, effort: i64) -> vec[Action]:
        """Return the actions worth considering, in ascending order; never none where there is a decision.

        If some are proven to win by trying at most about ``effort`` turns, only those that win soonest are returned;
        otherwise all that are not proven to lose; and if all of them are, those that hold out longest. A game that
        proves nothing returns all legal actions. A proof holds for the state as it is, so in a game with secrets this
        is called on a resampled state.
        """
        return self._legal_actions()

    def _resample(self, seat: Seat, rng: Random) -> State:
        """Return a random state that ``seat``, or SPECTATOR, cannot tell from this one.

        Every assignment of the hidden cards and tiles that fits all the seat has seen is equally likely, and the
        result depends on nothing but what the seat knows and ``rng``. A game without secrets returns a copy.
        """
        return self.copy()

    def belief(self, seat: Seat, belief: Belief) -> IsSupported:
        """Write into ``belief`` how likely each value of each hidden byte is to ``seat``, or SPECTATOR.

        Return False if the game cannot say. These are the shares that many resampled states would show, counted
        exactly; a byte that is given no values is the same in all of them, and so are all words. It is called on a
        resampled state, or on an observation where the game has ``observe_into``, never on the true state. A game need
        not have it, nor have it for every position.
        """
        return False

    def observe_into(self, seat: Seat, observation: State) -> IsSupported:
        """Write what ``seat``, or SPECTATOR, may know of this state into ``observation``; return False if it cannot.

        ``observation`` is any state of this setup. Every number of it is written, from what the seat may know and
        nothing else. It need not be a position that can occur: a hidden thing may be any number that marks it as
        hidden. Only its numbers and its ``belief`` are read. It is a quicker way to learn what all resampled states
        have in common, so a game need not have it.
        """
        return False

    def event_key(self, action: Action, seat: Seat) -> Hash:
        """Return a number, 0 or more, that stands for the ``events`` that ``seat``, or SPECTATOR, perceives of a step.

        It is the same exactly where the events are the same, here and in every state that the seat cannot tell from
        this one. Without secrets it is the action; with them it is a hash of the events unless overridden.
        """
        if not self.setup.game.has_secrets:
            return action
        return event_hash(self.events(int(action), None if seat < 0 else int(seat)))

    def random_action(self, rng: Random, buffer: ActionBuffer) -> Action:
        """Return one of the mover's legal actions, all equally likely; override it if they need not be listed."""
        self._list_legal_actions(buffer)
        return buffer.actions[rng.randrange(buffer.count)]

    def is_repeatable(self, action: Action) -> bool:
        """Return whether ``action`` only repeats the step before it, as rolling doubles again does."""
        return False

    # What follows from that for every game.

    def sample_chance(self, rng: Random) -> Action:
        """Return an outcome of this chance step, at random by its weight."""
        outcomes = self._legal_actions()
        weights = self._chance_weights()
        total: i64 = 0
        for weight in weights:
            total += weight
        target = rng.randrange(total)
        index: i64 = 0
        while target >= weights[index]:
            target -= weights[index]
            index += 1
        return outcomes[index]

    def sum_bytes(self, start: i64, count: i64) -> i64:
        """Return the sum of ``count`` bytes from ``start`` on, such as the size of a pile that is stored as counts."""
        byte_fields = self.byte_fields
        total: i64 = 0
        for index in range(start, start + count):
            total += i64(byte_fields[index])
        return total

    def find_kind_of_nth_item(self, start: i64, item_index: i64) -> i64:
        """Return the kind of item ``item_index`` in a pile whose bytes from ``start`` on count the items of each kind.

        With counts 2, 0, 3 the items 0 and 1 are of kind 0, and the items 2 to 4 of kind 2.
        """
        byte_fields = self.byte_fields
        index = start
        item_index -= i64(byte_fields[index])
        while item_index >= 0:
            index += 1
            item_index -= i64(byte_fields[index])
        return index - start

    def copy(self) -> State:
        """Return an equal state that shares nothing with this one but the setup."""
        return self.setup.state_from_fields(self.to_move, self.byte_fields[:], self.word_fields[:])

    def after(self, action: Action) -> State:
        """Return the state that a legal action leads to, leaving this one as it is."""
        state = self.copy()
        state._apply(action)
        return state

    def returns(self) -> list[float]:
        """Return each seat's payoff: losers pay 1/(n-1) each, and the winners share it; zeros before the end."""
        players = int(self.setup.players)
        winners = self.winners()
        if self.to_move != OVER or not winners or len(winners) == players:
            return [0.0] * players
        loss = 1.0 / (players - 1)
        gain = loss * (players - len(winners)) / len(winners)
        return [gain if seat in winners else -loss for seat in range(players)]

    # What everybody else calls. These check their arguments.

    def legal_actions(self) -> list[int]:
        """Return the legal actions, or at a chance step its outcomes, sorted; none when the game is over."""
        if self.to_move == OVER:
            return []
        return [int(action) for action in self._legal_actions()]

    def chance_weights(self) -> list[int]:
        """Return how likely each outcome in ``legal_actions()`` is, as whole numbers in proportion."""
        if self.to_move != CHANCE:
            raise IllegalActionError(f"only a chance step has weights, and here to_move is {self.to_move}")
        return [int(weight) for weight in self._chance_weights()]

    def play(self, action: SupportsIndex | str) -> None:
        """Play an action, given as a number or in notation; an illegal one raises and changes nothing."""
        self._apply(self.check_action_is_legal(self.parse_action(action) if isinstance(action, str) else action))

    def check_action_is_legal(self, action: object) -> int:
        """Return ``action`` if it is legal here, or raise IllegalActionError."""
        number = to_integer(action)
        if number is None or number not in self.legal_actions():
            self.raise_illegal_action(action if number is None else number)
        return number

    def raise_illegal_action(self, action: object) -> NoReturn:
        """Raise an IllegalActionError that says why ``action`` cannot be played and which actions can."""
        if self.to_move == OVER:
            raise IllegalActionError(message("move-after-end"))
        form = "notation" if isinstance(action, str) else "number"
        move = format_value(action)
        if self.to_move == CHANCE:
            # The outcomes are not listed: nobody may be allowed to know them.
            raise IllegalActionError(message("outcome-impossible", form=form, move=move))
        actions = self.legal_actions()
        moves: list[ArgumentItem] = [self.format_action(legal) for legal in actions[:MAX_LISTED_MOVES]]
        if len(actions) > MAX_LISTED_MOVES:
            moves.append(message("more-moves", count=len(actions) - MAX_LISTED_MOVES))
        raise IllegalActionError(message("move-illegal", form=form, move=move, moves=tuple(moves)))

    def format_action(self, action: SupportsIndex) -> str:
        """Return an action, or a chance outcome, in the game's notation."""
        # Only the range is checked: callers that list moves ask for many texts, all of legal actions.
        # A Python integer, since the number may be too large for a machine word.
        bound: int = self.setup.max_chance_outcomes if self.to_move == CHANCE else self.setup.num_actions
        number = to_integer(action)
        if number is None or not 0 <= number < bound:
            self.raise_illegal_action(action if number is None else number)
        text: str = self.setup.game.notation.format_action(self, number)
        return text

    def parse_action(self, text: str) -> int:
        """Return the legal action that ``text`` means, as people write it."""
        action: int = self.setup.game.notation.parse_action(self, text)
        return action

    def position(self) -> str:
        """Return the whole state as one line of text; ``setup.parse_position`` reads it back."""
        text: str = self.setup.game.notation.format_position(self)
        return text

    def view(self, seat: SupportsIndex | None) -> View:
        """Return what ``seat`` may know now; a spectator's view for None."""
        view: View = self.setup.game.view_builder.view(self, self.check_seat_exists(seat))
        return view

    def scene(self, seat: SupportsIndex | None) -> Scene:
        """Return the picture of what ``seat``, or a spectator for None, may know."""
        scene: Scene = self.setup.game.renderer.scene(self.view(seat))
        return scene

    def events(self, action: SupportsIndex, seat: SupportsIndex | None) -> Sequence[GameEvent]:
        """Return what ``seat`` perceives when ``action`` happens here, secrets left out, as a list of events."""
        events: Sequence[GameEvent] = self.setup.game.view_builder.events(
            self, self.check_action_is_legal(action), self.check_seat_exists(seat)
        )
        return events

    def preview(self, action: SupportsIndex) -> Preview:
        """Return what ``action`` would bring, as far as the mover can know, without playing it."""
        preview: Preview = self.setup.game.view_builder.preview(self, self.check_action_is_legal(action))
        return preview

    def resample(self, seat: SupportsIndex | None, rng: Random) -> State:
        """Return a random state that ``seat``, or a spectator, cannot tell from this one."""
        number = self.check_seat_exists(seat)
        return self._resample(SPECTATOR if number is None else number, rng)

    def check_seat_exists(self, seat: object) -> int | None:
        """Return ``seat`` if there is such a seat, or None for a spectator."""
        if seat is None:
            return None
        players: int = self.setup.players
        number = to_integer(seat)
        if number is not None and 0 <= number < players:
            return number
        raise IllegalActionError(message("no-such-seat", last=players - 1))

    # A state as a value.

    def to_bytes(self) -> bytes:
        """Return the state's numbers as bytes: equal exactly for equal states of one setup."""
        to_move: int = self.to_move
        length: int = len(self.byte_fields)
        head = to_move.to_bytes(8, "little", signed=True) + length.to_bytes(4, "little")
        words = [int(number).to_bytes(8, "little", signed=True) for number in self.word_fields]
        return head + bytes(list(self.byte_fields)) + b"".join(words)

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
        board: str = self.setup.game.narration.text_board(self.view(None), ENGLISH)
        return board

    def _repr_svg_(self) -> str:
        picture: str = self.scene(None)._repr_svg_()
        return picture

    def __repr__(self) -> str:
        return f"{self.setup!r}.parse_position({self.position()!r})"


def to_integer(value: object) -> int | None:
    """Return an integer of any type, such as NumPy's, as a Python int; None for anything else.

    A bool is an int to Python, and a float may equal one: neither is what somebody means by an action or a seat.
    """
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def event_hash(events: Sequence[GameEvent]) -> Hash:
    """Return a hash of a list of events, the same in every process and never negative."""
    digest = hashlib.blake2b(msgspec.json.encode(list(events)), digest_size=7).digest()
    return i64(int.from_bytes(digest, "little"))


def restore_state(setup: Setup, data: bytes) -> State:
    """Return the state that ``__reduce__`` pickled."""
    return setup.from_bytes(data)
