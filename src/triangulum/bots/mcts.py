# compiled by mypyc
"""Monte-Carlo tree search for any game: any number of players, chance, and hidden cards.

This is information-set MCTS. Every simulation resamples what the searching seat cannot know, *selects* its way down the
tree, *expands* it by a node, finishes with a *playout*, and *backpropagates* the rewards. A node is what the searching
seat has perceived, told apart by event keys, so nothing that it could not know can steer the search.
"""

from __future__ import annotations

import math
import time
from typing import Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.bots.player import Bot
from triangulum.bots.playout import choose_playout_action, reward_by_evaluation, reward_winners
from triangulum.bots.settings import MctsSettings
from triangulum.bots.thought import Budget, Candidate, Thought
from triangulum.bots.tree import (
    FIRST_EDGE,
    INFO_SET_HASH,
    NO_NODE,
    NODE_SIZE,
    NUM_EDGES,
    VISITS,
    Tree,
    compute_state_hash,
)
from triangulum.core.state import CHANCE, OVER, ActionBuffer, Setup, State

DEFAULT_BUDGET: Final = Budget(seconds=0.1)

MAX_CANDIDATES: Final = 5
"""How many actions a thought lists."""

NO_EDGE: Final = -1
NO_DEPTH: Final = -1
NO_HORIZON: Final = -1


class MctsBot(Bot):
    """Plays the action with most visits, by settings of its own or those that suit the game.

    The part of the tree below the new position is reused in the next search: a position is recognized by a resample
    that depends on nothing but what the seat knows. So the same number of simulations and the same generators give the
    same game; asked about the same position again, the bot starts from scratch.
    """

    def __init__(self, settings: MctsSettings | None = None, budget: Budget | None = None) -> None:
        super().__init__()
        self.settings = settings
        self.budget = DEFAULT_BUDGET if budget is None else budget
        self.exploration = self.prior_weight = self.blunder_rate = 0.0
        self.num_compared: i64 = 1
        self.playout_depth: i64 = NO_DEPTH
        self.horizon: i64 = NO_HORIZON
        self.searches_alone = False
        self.effort: i64 = 0
        self.apply_settings(MctsSettings() if settings is None else settings)

        self.tree = Tree()
        self.root_state: State | None = None
        self.rng = Random(0)
        self.hash_rng = Random(0)
        self.seat: i64 = 0
        self.is_perfect_information = True
        self.is_decided = True
        """Whether there is nothing to search: a forced move, or a blunder."""
        self.num_simulations: i64 = 0
        self.root_actions = vec[i64]()

        # What one simulation writes, kept so that it need not be allocated again.
        self.path_length: i64 = 0
        self.path_nodes = vec[i64]()
        self.path_edges = vec[i64]()
        self.path_movers = vec[i64]()
        self.num_turns: i64 = 0
        self.last_mover: i64 = 0
        self.rewards = vec[float]()
        """For each seat, its share of the win."""
        self.selected_edge: i64 = NO_EDGE
        self.edge_offsets = vec[i64]()
        """For each legal action, where its edge is among the node's edges, or -1."""
        self.choice_keys = vec[i64]()
        """For each legal action of somebody else, the key of its edge."""
        self.priors = vec[float]()
        self.action_buffer = ActionBuffer()

    def apply_settings(self, settings: MctsSettings) -> None:
        """Search by these settings from now on."""
        self.exploration = settings.exploration
        self.prior_weight = settings.prior
        self.num_compared = settings.compared
        self.playout_depth = NO_DEPTH if settings.depth is None else settings.depth
        self.horizon = NO_HORIZON if settings.horizon is None else settings.horizon
        self.searches_alone = settings.alone
        self.effort = settings.effort
        self.blunder_rate = settings.blunders

    def name(self) -> str:
        """Return "mcts"."""
        return "mcts"

    def start_game(self, setup: Setup) -> None:
        """Forget the tree of the game before."""
        self.root_state = None
        self.tree = Tree()

    def choose(self, state: State, rng: Random) -> i64:
        """Search within the bot's own budget, and return the best action."""
        return i64(self.think(state, rng, self.budget).action)

    # Thinking.

    def start_search(self, state: State, rng: Random) -> None:
        """Set the root to a position, with the part of the last tree that is about it."""
        if self.settings is None and (self.root_state is None or self.root_state.setup is not state.setup):
            self.apply_settings(MctsSettings(**state.setup.game.search_settings))
        self.tree = self.reuse_tree(state)
        self.root_state = state.copy()
        self.seat = state.to_move
        self.rng = rng
        self.is_perfect_information = not state.setup.game.has_secrets
        self.num_simulations = 0
        self.tree.nodes[INFO_SET_HASH] = self.compute_info_set_hash(state)
        self.root_actions = state.candidate_actions(self.effort) if self.effort else state._legal_actions()
        self.chosen_action = self.root_actions[0]
        self.is_decided = len(self.root_actions) == 1
        self.rewards = vec[float]([0.0] * state.setup.players)
        if self.blunder_rate > 0.0 and rng.random() < self.blunder_rate:
            legal = state._legal_actions()
            self.chosen_action = legal[rng.randrange(i64(len(legal)))]
            self.is_decided = True

    def reuse_tree(self, state: State) -> Tree:
        """Return the part of the last tree that is about this position, or a new tree."""
        root_state = self.root_state
        if root_state is None or self.seat != state.to_move or root_state.setup != state.setup:
            return Tree()
        self.is_perfect_information = not state.setup.game.has_secrets
        node = self.tree.find_node_by_hash(self.compute_info_set_hash(state))
        return Tree() if node <= 0 else self.tree.copy_subtree(node)

    def compute_info_set_hash(self, state: State) -> i64:
        """Return a hash of what the mover knows of a position, whatever is hidden from it.

        That is the hash of a resample whose generator always has the same seed: it cannot depend on what is hidden.
        """
        resampled = state
        if not self.is_perfect_information:
            self.hash_rng.seed(0)
            resampled = state._resample(state.to_move, self.hash_rng)
        return compute_state_hash(resampled)

    def continue_search(self, seconds: float, simulations: i64) -> i64:
        """Run simulations until the time is over or there are enough; at least one, unless there is no choice."""
        if self.is_decided:
            return 0
        deadline = time.monotonic() + seconds
        count: i64 = 0
        while count < simulations:
            self.run_simulation()
            count += 1
            if time.monotonic() >= deadline:
                break
        self.num_simulations += count
        return count

    def thought(self) -> Thought:
        """Return the action with most visits, and the few that come closest."""
        if self.is_decided:
            return Thought(int(self.chosen_action))
        tree = self.tree
        first = tree.nodes[FIRST_EDGE]
        edges = [edge for edge in range(first, first + tree.nodes[NUM_EDGES]) if tree.edge_visits[edge]]
        ranking = [
            (int(tree.edge_visits[edge]), tree.mean_reward(edge), -int(tree.edge_keys[edge]))
            for edge in edges
            if self.is_root_action(tree.edge_keys[edge])
        ]
        ranking.sort(reverse=True)
        if ranking:
            self.chosen_action = i64(-ranking[0][2])
        best = [
            Candidate(-action, min(1.0, max(0.0, mean)), visits) for visits, mean, action in ranking[:MAX_CANDIDATES]
        ]
        return Thought(int(self.chosen_action), tuple(best), int(self.num_simulations))

    def is_root_action(self, key: i64) -> bool:
        """Tell whether the key of an edge is an action that may be played at the root."""
        return any(action == key for action in self.root_actions)

    # A simulation.

    def run_simulation(self) -> None:
        """Run one simulation: select, expand, play out and backpropagate."""
        root_state = self.root_state
        assert root_state is not None
        state = root_state._resample(self.seat, self.rng)
        self.path_length = 0
        self.num_turns = 0
        self.last_mover = self.seat
        node: i64 = 0
        while state.to_move != OVER and node != NO_NODE and not self.count_turn_to_horizon(state):
            node = self.descend(state, node)
        self.run_playout(state)
        self.backpropagate()

    def descend(self, state: State, node: i64) -> i64:
        """Play one step in the tree and return the child it leads to.

        If there is no such child yet, add it and return NO_NODE: it is the last node of this simulation.
        """
        tree = self.tree
        mover = state.to_move
        self.selected_edge = NO_EDGE
        if mover == CHANCE:
            action = state.sample_chance(self.rng)
        else:
            if mover == self.seat and tree.is_due_for_hash(node):
                tree.nodes[NODE_SIZE * node + INFO_SET_HASH] = self.compute_info_set_hash(state)
            action = self.select_action(state, node)
        event_key = action if self.is_perfect_information else state.event_key(action, self.seat)
        self.append_to_path(node, mover)
        state._apply(action)
        child = tree.find_child(node, event_key)
        if child == NO_NODE and tree.can_grow():
            self.selected_edge = NO_EDGE
            self.append_to_path(tree.add_node(node, event_key), CHANCE)
        return child

    def count_turn_to_horizon(self, state: State) -> bool:
        """Count a turn if the mover has changed; return whether the simulation has come to its horizon."""
        mover = state.to_move
        if mover >= 0 and mover != self.last_mover:
            self.last_mover = mover
            self.num_turns += 1
        return self.num_turns == self.horizon

    def append_to_path(self, node: i64, mover: i64) -> None:
        """Append a node to the path of this simulation, with the edge selected there and who selected it."""
        length = self.path_length
        if length == i64(len(self.path_nodes)):
            self.path_nodes = append(self.path_nodes, node)
            self.path_edges = append(self.path_edges, self.selected_edge)
            self.path_movers = append(self.path_movers, mover)
        else:
            self.path_nodes[length] = node
            self.path_edges[length] = self.selected_edge
            self.path_movers[length] = mover
        self.path_length = length + 1

    def backpropagate(self) -> None:
        """Count a visit at every node and edge of the path, and add each mover's reward to its edge."""
        tree = self.tree
        nodes, edge_visits, edge_rewards = tree.nodes, tree.edge_visits, tree.edge_rewards
        rewards = self.rewards
        for step in range(self.path_length):
            at = NODE_SIZE * self.path_nodes[step] + VISITS
            nodes[at] = nodes[at] + 1
            edge = self.path_edges[step]
            if edge != NO_EDGE:
                edge_visits[edge] = edge_visits[edge] + 1
                edge_rewards[edge] = edge_rewards[edge] + rewards[self.path_movers[step]]

    # Selection and expansion.

    def select_action(self, state: State, node: i64) -> i64:
        """Return the mover's action to simulate at a node, and set ``selected_edge``."""
        legal = self.root_actions if node == 0 else state._legal_actions()
        count = i64(len(legal))
        if count == 1:
            return legal[0]
        if self.searches_alone and state.to_move != self.seat:
            return choose_playout_action(state, legal, self.num_compared, self.rng)
        if not self.is_perfect_information and state.to_move != self.seat:
            return self.select_hidden_action(state, node, legal)
        # The searching seat's edges are actions, not events: what comes to light with one is not for it to choose.
        if self.find_edges(node, legal, count) < count:
            self.expand(state, node, legal)
        return self.select_among_edges(node, legal)

    def select_among_edges(self, node: i64, legal: vec[i64]) -> i64:
        """Return the action to simulate where each has an edge, and set ``selected_edge``."""
        count = i64(len(legal))
        mean = self.count_availability(node, count)
        tree, offsets = self.tree, self.edge_offsets
        if self.prior_weight > 0.0:
            best = tree.find_best_puct(node, offsets, count, self.exploration, mean)
        else:
            best = tree.find_best_ucb(node, offsets, count, self.exploration, self.rng)
        self.selected_edge = tree.nodes[NODE_SIZE * node + FIRST_EDGE] + offsets[best]
        return legal[best]

    def select_hidden_action(self, state: State, node: i64, legal: vec[i64]) -> i64:
        """Return the action of somebody whose choices depend on what is hidden, and set ``selected_edge``.

        Every resample brings other choices. So only actions that a playout would choose get edges, and more of them
        with more visits (progressive widening). Actions that look alike to the searching seat share an edge.
        """
        tree = self.tree
        count = i64(len(legal))
        num_choices = self.compute_choice_keys(state, legal)
        if num_choices == 1:
            return choose_playout_action(state, legal, self.num_compared, self.rng)
        keys = legal if num_choices == count else self.choice_keys
        num_edges = self.find_edges(node, keys, count)
        if num_choices == count:
            if tree.nodes[NODE_SIZE * node + NUM_EDGES] == 0:
                self.expand(state, node, legal)
                num_edges = count
            if num_edges == count:
                return self.select_among_edges(node, legal)
        self.count_availability(node, count)
        action: i64 = -1
        if num_edges < count and num_edges * num_edges <= tree.nodes[NODE_SIZE * node + VISITS]:
            action = choose_playout_action(state, legal, self.num_compared, self.rng)
            i: i64 = 0
            while legal[i] != action:
                i += 1
            if self.edge_offsets[i] < 0:
                tree.add_edge(node, keys[i], 0.0, num_edges + 1)
                self.edge_offsets[i] = tree.nodes[NODE_SIZE * node + NUM_EDGES] - 1
        else:
            i = tree.find_best_ucb(node, self.edge_offsets, count, self.exploration, self.rng)
        self.selected_edge = tree.nodes[NODE_SIZE * node + FIRST_EDGE] + self.edge_offsets[i]
        if action >= 0:
            return action
        return legal[i] if num_choices == count else self.choose_action_with_key(state, legal, keys[i])

    def compute_choice_keys(self, state: State, legal: vec[i64]) -> i64:
        """Write the keys of somebody else's actions; return how many the searching seat can tell apart."""
        keys = self.choice_keys
        count = i64(len(legal))
        while i64(len(keys)) < count:
            keys = append(keys, i64(0))
        self.choice_keys = keys
        num_different: i64 = 0
        largest: i64 = -1
        for i in range(count):
            event_key = state.event_key(legal[i], self.seat)
            # Below zero, so that a key is never taken for an action.
            keys[i] = ~event_key
            # Event keys mostly rise with the actions, or are the same for all.
            if event_key > largest:
                largest = event_key
                num_different += 1
            elif event_key < largest and not has_key(keys, i, ~event_key):
                num_different += 1
        return num_different

    def choose_action_with_key(self, state: State, legal: vec[i64], key: i64) -> i64:
        """Return one of the actions that share an edge, since they look alike to the searching seat."""
        actions = vec[i64](capacity=len(legal))
        for i in range(i64(len(legal))):
            if self.choice_keys[i] == key:
                actions = append(actions, legal[i])
        return choose_playout_action(state, actions, self.num_compared, self.rng)

    def find_edges(self, node: i64, keys: vec[i64], count: i64) -> i64:
        """Write to ``edge_offsets`` where a node's edges with these keys are; return how many keys have an edge."""
        tree = self.tree
        while i64(len(self.edge_offsets)) < count:
            self.edge_offsets = append(self.edge_offsets, i64(0))
        edge_keys = tree.edge_keys
        offsets = self.edge_offsets
        first = tree.nodes[NODE_SIZE * node + FIRST_EDGE]
        num_edges = tree.nodes[NODE_SIZE * node + NUM_EDGES]
        num_found: i64 = 0
        # Mostly they come in the order in which they were added, so each search starts behind the last hit.
        offset: i64 = 0
        for i in range(count):
            key = keys[i]
            left = num_edges
            while left > 0 and edge_keys[first + offset] != key:
                left -= 1
                offset = offset + 1 if offset + 1 < num_edges else 0
            offsets[i] = offset if left > 0 else -1
            if left > 0:
                num_found += 1
                offset = offset + 1 if offset + 1 < num_edges else 0
        return num_found

    def count_availability(self, node: i64, count: i64) -> float:
        """Count that the edges in ``edge_offsets`` could be selected; return their mean reward over all visits."""
        tree = self.tree
        availability, edge_visits, edge_rewards = tree.edge_availability, tree.edge_visits, tree.edge_rewards
        offsets = self.edge_offsets
        first = tree.nodes[NODE_SIZE * node + FIRST_EDGE]
        visits: i64 = 0
        total = 0.0
        for i in range(count):
            # Actions that look alike mostly follow each other, and share an edge.
            if offsets[i] < 0 or (i > 0 and offsets[i] == offsets[i - 1]):
                continue
            edge = first + offsets[i]
            availability[edge] = availability[edge] + 1
            visits += edge_visits[edge]
            total += edge_rewards[edge]
        return total / float(visits) if visits else 1.0 / float(len(self.rewards))

    def expand(self, state: State, node: i64, legal: vec[i64]) -> None:
        """Add edges to a node for the legal actions that have none yet."""
        tree = self.tree
        count = i64(len(legal))
        if self.prior_weight > 0.0:
            self.compute_priors(state, legal)
        for i in range(count):
            if self.edge_offsets[i] < 0:
                self.edge_offsets[i] = tree.nodes[NODE_SIZE * node + NUM_EDGES]
                tree.add_edge(node, legal[i], self.priors[i] if self.prior_weight > 0.0 else 0.0, count)

    def compute_priors(self, state: State, legal: vec[i64]) -> None:
        """Write the prior of each action: a softmax of ``action_score``, in standard deviations from the mean."""
        count = i64(len(legal))
        while i64(len(self.priors)) < count:
            self.priors = append(self.priors, 0.0)
        priors = self.priors
        mean = 0.0
        square = 0.0
        for i in range(count):
            score = state.action_score(legal[i])
            priors[i] = score
            mean += score
            square += score * score
        mean /= float(count)
        deviation = math.sqrt(max(0.0, square / float(count) - mean * mean))
        slope = self.prior_weight / deviation if deviation > 1e-9 else 0.0
        total = 0.0
        for i in range(count):
            priors[i] = math.exp(min(30.0, slope * (priors[i] - mean)))
            total += priors[i]
        for i in range(count):
            priors[i] = priors[i] / total

    # Beyond the tree.

    def run_playout(self, state: State) -> None:
        """Play to the end, or as far as the settings say, and write the rewards."""
        rng = self.rng
        buffer = self.action_buffer
        compared = self.num_compared
        left = self.playout_depth
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                state._apply(state.sample_chance(rng))
                continue
            if left == 0 or self.count_turn_to_horizon(state):
                reward_by_evaluation(self.rewards, state)
                return
            left -= 1
            state._apply(
                state.random_action(rng, buffer)
                if compared == 1
                else choose_playout_action(state, state._legal_actions(), compared, rng)
            )
        reward_winners(self.rewards, state.winners())


def has_key(keys: vec[i64], count: i64, key: i64) -> bool:
    """Tell whether a key is among the first ``count`` keys."""
    i: i64 = 0
    while i < count and keys[i] != key:
        i += 1
    return i < count
