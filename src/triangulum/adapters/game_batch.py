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


class GameBatch:
    """Many games side by side, stepped together, each with its own random generator.

    A game that ends is noted in ``done`` and ``rewards``, which tell of the last step only, and another begins in its
    place. So a seat is to move in every game, always.
    """

    def __init__(self, setup: Setup, seeds: list[int], sampling_seed: int) -> None:
        count = i64(len(seeds))
        self.setup = setup
        self.num_players: i64 = setup.players
        self.num_actions: i64 = setup.num_actions
        self.initial_state = setup.new()
        self.chance_rngs = [Random(seed) for seed in seeds]
        self.sampling_rng = Random(sampling_seed)
        self.states = [self.initial_state.copy() for _ in seeds]
        self.legal_actions = [ActionBuffer() for _ in seeds]
        """The mover's actions in each game."""
        self.to_move = vec[i64]([0] * count)
        self.action_masks = vec[u8]([0] * (count * self.num_actions))
        self.rewards = vec[float]([0.0] * (count * self.num_players))
        self.done = vec[u8]([0] * count)
        self.sampled_actions = vec[i64]([0] * count)
        for game_index in range(count):
            self.advance_with_auto_reset(game_index)

    def find_game_with_illegal_action(self, actions: bytes) -> i64:
        """Return the first game whose action is illegal, or -1; actions are 64-bit integers in a row."""
        num_actions = self.num_actions
        masks = self.action_masks
        for game_index in range(i64(len(self.to_move))):
            action = read_i64_le(actions, game_index * 8)
            if action < 0 or action >= num_actions or not masks[game_index * num_actions + action]:
                return game_index
        return -1

    def step(self, actions: bytes) -> None:
        """Play an action in every game, without checking them."""
        states = self.states
        for game_index in range(i64(len(self.to_move))):
            if self.done[game_index]:
                self.clear_done_and_rewards(game_index)
            states[game_index]._apply(read_i64_le(actions, game_index * 8))
            self.advance_with_auto_reset(game_index)

    def advance_with_auto_reset(self, game_index: i64) -> None:
        """Take chance steps until a seat has to decide, in a new game if this one is over; list its actions."""
        state = self.states[game_index]
        chance_rng = self.chance_rngs[game_index]
        while state.to_move < 0:
            if state.to_move == CHANCE:
                state._apply(state.sample_chance(chance_rng))
            else:
                self.record_game_end(game_index, state)
                state = self.initial_state.copy()
                self.states[game_index] = state
        self.to_move[game_index] = state.to_move
        masks = self.action_masks
        base = game_index * self.num_actions
        legal_actions = self.legal_actions[game_index]
        actions = legal_actions.actions
        for i in range(legal_actions.count):
            masks[base + actions[i]] = 0
        state._list_legal_actions(legal_actions)
        actions = legal_actions.actions
        for i in range(legal_actions.count):
            masks[base + actions[i]] = 1

    def record_game_end(self, game_index: i64, state: State) -> None:
        """Mark a game as done, and set each seat's reward."""
        self.done[game_index] = 1
        base = game_index * self.num_players
        returns = state.returns()
        for seat in range(self.num_players):
            self.rewards[base + seat] = returns[seat]

    def clear_done_and_rewards(self, game_index: i64) -> None:
        """Clear the mark and the rewards of a game that ended in the step before."""
        self.done[game_index] = 0
        base = game_index * self.num_players
        for seat in range(self.num_players):
            self.rewards[base + seat] = 0.0

    def sample_actions(self) -> None:
        """Put a random legal action of each game into ``sampled_actions``, each as likely as any other."""
        rng = self.sampling_rng
        for game_index in range(i64(len(self.to_move))):
            legal_actions = self.legal_actions[game_index]
            self.sampled_actions[game_index] = legal_actions.actions[rng.randrange(legal_actions.count)]
