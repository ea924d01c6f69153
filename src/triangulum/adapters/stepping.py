# compiled by mypyc
"""Many games of one setup, side by side: what the vector environment steps, and all of it that is not NumPy.

Whatever a learner reads lies in vectors that are made once and written in place. A vector lends its memory to whoever
asks for a buffer, to be read only, so ``np.frombuffer`` sees what is written here without a copy, and compiled code
writes it as quickly as it writes anything.
"""

from __future__ import annotations

from librt.random import Random
from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i64, u8

from triangulum.core.state import CHANCE, ActionBuffer, Setup, State


class Tables:
    """Games that go on at the same time, each at a table with dice of its own; chance steps are taken at once.

    A game that ends is noted in ``done`` and ``rewards``, which tell of the last step only, and another begins in its
    place. So somebody is to move at every table, always.
    """

    def __init__(self, setup: Setup, seeds: list[int], picks: int) -> None:
        count = i64(len(seeds))
        self.setup = setup
        self.players: i64 = setup.players
        self.num_actions: i64 = setup.num_actions
        self.start = setup.new()
        self.dice = [Random(seed) for seed in seeds]
        self.picks = Random(picks)
        self.states = [self.start.copy() for _ in seeds]
        self.legal = [ActionBuffer() for _ in seeds]
        """The mover's actions at each table."""
        self.to_move = vec[i64]([0] * count)
        self.masks = vec[u8]([0] * (count * self.num_actions))
        self.rewards = vec[float]([0.0] * (count * self.players))
        self.done = vec[u8]([0] * count)
        self.picked = vec[i64]([0] * count)
        for table in range(count):
            self.settle(table)

    def first_refused(self, actions: bytes) -> i64:
        """Return the first table at which an action is not legal, or -1; actions are 64-bit integers in a row."""
        num_actions = self.num_actions
        masks = self.masks
        for table in range(i64(len(self.to_move))):
            action = read_i64_le(actions, table * 8)
            if action < 0 or action >= num_actions or not masks[table * num_actions + action]:
                return table
        return -1

    def step(self, actions: bytes) -> None:
        """Play an action at every table, without checking them."""
        states = self.states
        for table in range(i64(len(self.to_move))):
            if self.done[table]:
                self.forget_end(table)
            states[table]._apply(read_i64_le(actions, table * 8))
            self.settle(table)

    def settle(self, table: i64) -> None:
        """Go on to where a seat has to decide, in another game if this one is over, and list what it may do."""
        state = self.states[table]
        dice = self.dice[table]
        while state.to_move < 0:
            if state.to_move == CHANCE:
                state._apply(state.sample_chance(dice))
            else:
                self.note_end(table, state)
                state = self.start.copy()
                self.states[table] = state
        self.to_move[table] = state.to_move
        masks = self.masks
        base = table * self.num_actions
        moves = self.legal[table]
        found = moves.actions
        for i in range(moves.count):
            masks[base + found[i]] = 0
        state._list_legal_actions(moves)
        found = moves.actions
        for i in range(moves.count):
            masks[base + found[i]] = 1

    def note_end(self, table: i64, state: State) -> None:
        """Note what the end of a game brought to each seat."""
        self.done[table] = 1
        base = table * self.players
        returns = state.returns()
        for seat in range(self.players):
            self.rewards[base + seat] = returns[seat]

    def forget_end(self, table: i64) -> None:
        """Note that no game has ended here since the step before."""
        self.done[table] = 0
        base = table * self.players
        for seat in range(self.players):
            self.rewards[base + seat] = 0.0

    def pick(self) -> None:
        """Put any legal action of each table into ``picked``, each as likely as any other."""
        picks = self.picks
        for table in range(i64(len(self.to_move))):
            moves = self.legal[table]
            self.picked[table] = moves.actions[picks.randrange(moves.count)]
