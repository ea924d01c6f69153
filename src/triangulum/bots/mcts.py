# compiled by mypyc
"""Monte-Carlo tree search for any game: any number of players, chance, and hidden information.

This is single-observer information-set MCTS. Every simulation starts from a determinization, a state resampled for the
searching seat; *selects* its way down the tree; *expands* it by a node; finishes with a *playout*; and *backpropagates*
each seat's reward to the edges at which that seat moved (max^n, so others play for themselves).

A node is an information set of the searching seat, found by event keys, so what the seat can't know can't steer its
search. The seat's own edges are actions. In a game with secrets another player's edges are event keys, because the
seat sees only what comes of that player's action; they are added by progressive widening, because every determinization
brings other actions.
"""

from __future__ import annotations

import math
import time
from typing import Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.bots.player import Bot
from triangulum.bots.playout import choose_playout_action, write_estimated_rewards, write_final_rewards
from triangulum.bots.settings import MctsSettings
from triangulum.bots.thought import Budget, Candidate, Thought
from triangulum.bots.tree import (
    FIRST_EDGE,
    INFO_SET_HASH,
    NO_NODE,
    NODE_SIZE,
    NUM_EDGES,
    VISITS,
    EdgeKey,
    NodeIndex,
    Tree,
    compute_state_hash,
)
from triangulum.core.state import CHANCE, OVER, ActionBuffer, Setup, State
from triangulum.core.types import Action, Hash, Seat

DEFAULT_BUDGET: Final = Budget(seconds=0.1)

MAX_CANDIDATES: Final = 5
"""How many actions a thought lists."""

NO_ACTION: Final = -1
NO_EDGE: Final = -1
NO_DEPTH: Final = -1
NO_HORIZON: Final = -1


class MctsBot(Bot):
    """Plays the action with the most visits, searching by its own settings or those that suit the game.

    The subtree of the new position is reused in the next search. The position is recognized by its information set, so
    the same number of simulations and the same generators give the same game. Asked about the same position again, the
    bot starts from scratch.
    """

    def __init__(self, settings: MctsSettings | None = None, budget: Budget | None = None) -> None:
        super().__init__()
        self.settings = settings
        self.budget = DEFAULT_BUDGET if budget is None else budget
        self.exploration = self.prior_weight = self.blunder_rate = 0.0
        self.num_sampled_actions: i64 = 1
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

        # What one simulation writes; kept, so that nothing is allocated for the next one.
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
        """For each legal action, the offset of its edge from the node's first edge, or -1 if it has none."""
        self.event_edge_keys = vec[i64]()
        """For each legal action of another player, the edge key of what the searching seat perceives of it."""
        self.priors = vec[float]()
        self.action_buffer = ActionBuffer()

    def apply_settings(self, settings: MctsSettings) -> None:
        """Search by these settings from now on."""
        self.exploration = settings.exploration
        self.prior_weight = settings.prior
        self.num_sampled_actions = settings.compared
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
        """Set the root to a position, with the subtree that the last search has grown for it."""
        if self.settings is None and (self.root_state is None or self.root_state.setup is not state.setup):
            self.apply_settings(MctsSettings(**state.setup.game.search_settings))
        self.tree = self.reuse_subtree_or_create_tree(state)
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

    def reuse_subtree_or_create_tree(self, state: State) -> Tree:
        """Return the subtree of the last search that begins at this position, or a new tree."""
        root_state = self.root_state
        if root_state is None or self.seat != state.to_move or root_state.setup != state.setup:
            return Tree()
        self.is_perfect_information = not state.setup.game.has_secrets
        node = self.tree.find_node_by_hash(self.compute_info_set_hash(state))
        return Tree() if node <= 0 else self.tree.copy_subtree(node)

    def compute_info_set_hash(self, state: State) -> Hash:
        """Return a hash of the mover's information set.

        That is the hash of a state resampled with a fixed seed, which cannot depend on what is hidden from the mover.
        """
        resampled = state
        if not self.is_perfect_information:
            self.hash_rng.seed(0)
            resampled = state._resample(state.to_move, self.hash_rng)
        return compute_state_hash(resampled)

    def continue_search(self, seconds: float, simulations: i64) -> i64:
        """Run simulations until the time is up or there are enough; at least one, unless there is nothing to search."""
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
        """Return the root action with the most visits, and the candidates that come closest."""
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

    def is_root_action(self, edge_key: EdgeKey) -> bool:
        """Tell whether an edge's key is one of the actions considered at the root."""
        return any(action == edge_key for action in self.root_actions)

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
        while state.to_move != OVER and node != NO_NODE:
            self.count_turn_if_mover_changed(state)
            if self.num_turns == self.horizon:
                break
            node = self.descend_or_expand(state, node)
        self.run_playout(state)
        self.backpropagate()

    def descend_or_expand(self, state: State, node: NodeIndex) -> NodeIndex:
        """Select an action or sample chance, apply it to the state, and return the child node it leads to.

        If there is no such child yet, add it and return NO_NODE: the tree part of this simulation ends there.
        """
        tree = self.tree
        mover = state.to_move
        self.selected_edge = NO_EDGE
        if mover == CHANCE:
            action = state.sample_chance(self.rng)
        else:
            if mover == self.seat and tree.needs_info_set_hash(node):
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

    def count_turn_if_mover_changed(self, state: State) -> None:
        """Count one more turn in ``num_turns`` if the mover has changed."""
        mover = state.to_move
        if mover >= 0 and mover != self.last_mover:
            self.last_mover = mover
            self.num_turns += 1

    def append_to_path(self, node: NodeIndex, mover: Seat) -> None:
        """Append a node to the path of this simulation, with the edge selected there and the mover."""
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
        """Add a visit to every node and edge of the path, and to each edge the reward of the seat that moved there."""
        tree = self.tree
        nodes, edge_visits, edge_rewards = tree.nodes, tree.edge_visits, tree.edge_rewards
        rewards = self.rewards
        for step in range(self.path_length):
            visits_index = NODE_SIZE * self.path_nodes[step] + VISITS
            nodes[visits_index] = nodes[visits_index] + 1
            edge = self.path_edges[step]
            if edge != NO_EDGE:
                edge_visits[edge] = edge_visits[edge] + 1
                edge_rewards[edge] = edge_rewards[edge] + rewards[self.path_movers[step]]

    # Selection and expansion.

    def select_action(self, state: State, node: NodeIndex) -> Action:
        """Return the mover's action to simulate at a node, and set ``selected_edge``."""
        legal_actions = self.root_actions if node == 0 else state._legal_actions()
        num_actions = i64(len(legal_actions))
        if num_actions == 1:
            return legal_actions[0]
        if self.searches_alone and state.to_move != self.seat:
            return choose_playout_action(state, legal_actions, self.num_sampled_actions, self.rng)
        if not self.is_perfect_information and state.to_move != self.seat:
            return self.select_by_progressive_widening(state, node, legal_actions)
        # The searching seat's edges are actions, not events: what comes to light with one is not for it to choose.
        if self.find_edge_offsets(node, legal_actions, num_actions) < num_actions:
            self.expand(state, node, legal_actions)
        return self.select_by_puct_or_ucb(node, legal_actions)

    def select_by_puct_or_ucb(self, node: NodeIndex, legal_actions: vec[i64]) -> Action:
        """Return the legal action whose edge has the highest PUCT value, or UCB value without priors.

        All of them have edges. Set ``selected_edge``.
        """
        num_actions = i64(len(legal_actions))
        mean_reward = self.increment_availability_and_average_rewards(node, num_actions)
        tree, edge_offsets = self.tree, self.edge_offsets
        if self.prior_weight > 0.0:
            best = tree.argmax_puct(node, edge_offsets, num_actions, self.exploration, mean_reward)
        else:
            best = tree.argmax_ucb(node, edge_offsets, num_actions, self.exploration, self.rng)
        self.selected_edge = tree.nodes[NODE_SIZE * node + FIRST_EDGE] + edge_offsets[best]
        return legal_actions[best]

    def select_by_progressive_widening(self, state: State, node: NodeIndex, legal_actions: vec[i64]) -> Action:
        """Return the action of another player whose choices depend on what is hidden, and set ``selected_edge``.

        Every determinization brings other choices. So only actions that the playout policy chooses get edges, and more
        of them with more visits. Actions that the searching seat can't tell apart share an edge.
        """
        tree = self.tree
        num_actions = i64(len(legal_actions))
        num_event_keys = self.compute_edge_keys_from_events(state, legal_actions)
        if num_event_keys == 1:
            return choose_playout_action(state, legal_actions, self.num_sampled_actions, self.rng)
        # If the seat can tell all actions apart, the edges are actions after all, and there is nothing to widen.
        edge_keys = legal_actions if num_event_keys == num_actions else self.event_edge_keys
        num_edges = self.find_edge_offsets(node, edge_keys, num_actions)
        if num_event_keys == num_actions:
            if tree.nodes[NODE_SIZE * node + NUM_EDGES] == 0:
                self.expand(state, node, legal_actions)
                num_edges = num_actions
            if num_edges == num_actions:
                return self.select_by_puct_or_ucb(node, legal_actions)
        self.increment_availability_and_average_rewards(node, num_actions)
        action: i64 = NO_ACTION
        if num_edges < num_actions and num_edges * num_edges <= tree.nodes[NODE_SIZE * node + VISITS]:
            action = choose_playout_action(state, legal_actions, self.num_sampled_actions, self.rng)
            i: i64 = 0
            while legal_actions[i] != action:
                i += 1
            if self.edge_offsets[i] < 0:
                tree.add_edge(node, edge_keys[i], 0.0, num_edges + 1)
                self.edge_offsets[i] = tree.nodes[NODE_SIZE * node + NUM_EDGES] - 1
        else:
            i = tree.argmax_ucb(node, self.edge_offsets, num_actions, self.exploration, self.rng)
        self.selected_edge = tree.nodes[NODE_SIZE * node + FIRST_EDGE] + self.edge_offsets[i]
        if action != NO_ACTION:
            return action
        if num_event_keys == num_actions:
            return legal_actions[i]
        return self.choose_action_matching_edge_key(state, legal_actions, edge_keys[i])

    def compute_edge_keys_from_events(self, state: State, legal_actions: vec[i64]) -> i64:
        """Write the edge keys of another player's actions to ``event_edge_keys``; return how many are different."""
        edge_keys = self.event_edge_keys
        num_actions = i64(len(legal_actions))
        while i64(len(edge_keys)) < num_actions:
            edge_keys = append(edge_keys, i64(0))
        self.event_edge_keys = edge_keys
        num_different: i64 = 0
        largest: i64 = -1
        for i in range(num_actions):
            event_key = state.event_key(legal_actions[i], self.seat)
            # Below zero, so that a key is never taken for an action.
            edge_keys[i] = ~event_key
            # Event keys mostly rise with the actions, or are the same for all.
            if event_key > largest:
                largest = event_key
                num_different += 1
            elif event_key < largest and not contains_key(edge_keys, i, ~event_key):
                num_different += 1
        return num_different

    def choose_action_matching_edge_key(self, state: State, legal_actions: vec[i64], edge_key: EdgeKey) -> Action:
        """Return one of the legal actions that have an edge key, as a playout would choose it."""
        actions = vec[i64](capacity=len(legal_actions))
        for i in range(i64(len(legal_actions))):
            if self.event_edge_keys[i] == edge_key:
                actions = append(actions, legal_actions[i])
        return choose_playout_action(state, actions, self.num_sampled_actions, self.rng)

    def find_edge_offsets(self, node: NodeIndex, edge_keys: vec[i64], num_keys: i64) -> i64:
        """Write the offset of the edge of each key, or -1, to ``edge_offsets``; return how many keys have an edge."""
        tree = self.tree
        while i64(len(self.edge_offsets)) < num_keys:
            self.edge_offsets = append(self.edge_offsets, i64(0))
        keys_of_edges = tree.edge_keys
        edge_offsets = self.edge_offsets
        first = tree.nodes[NODE_SIZE * node + FIRST_EDGE]
        num_edges = tree.nodes[NODE_SIZE * node + NUM_EDGES]
        num_found: i64 = 0
        # Mostly they come in the order in which they were added, so each search starts behind the last hit.
        offset: i64 = 0
        for i in range(num_keys):
            edge_key = edge_keys[i]
            num_left = num_edges
            while num_left > 0 and keys_of_edges[first + offset] != edge_key:
                num_left -= 1
                offset = offset + 1 if offset + 1 < num_edges else 0
            edge_offsets[i] = offset if num_left > 0 else -1
            if num_left > 0:
                num_found += 1
                offset = offset + 1 if offset + 1 < num_edges else 0
        return num_found

    def increment_availability_and_average_rewards(self, node: NodeIndex, num_choices: i64) -> float:
        """Count that the edges in ``edge_offsets`` could be selected; return the mean reward of all their visits.

        That mean is the first-play urgency of edges without visits; where nothing was visited yet, it is an even share.
        """
        tree = self.tree
        availability, edge_visits, edge_rewards = tree.edge_availability, tree.edge_visits, tree.edge_rewards
        edge_offsets = self.edge_offsets
        first = tree.nodes[NODE_SIZE * node + FIRST_EDGE]
        visits: i64 = 0
        total = 0.0
        for i in range(num_choices):
            # Actions that share an edge mostly follow each other.
            if edge_offsets[i] < 0 or (i > 0 and edge_offsets[i] == edge_offsets[i - 1]):
                continue
            edge = first + edge_offsets[i]
            availability[edge] = availability[edge] + 1
            visits += edge_visits[edge]
            total += edge_rewards[edge]
        return total / float(visits) if visits else 1.0 / float(len(self.rewards))

    def expand(self, state: State, node: NodeIndex, legal_actions: vec[i64]) -> None:
        """Add edges, with priors, to a node for the legal actions that have none yet."""
        tree = self.tree
        num_actions = i64(len(legal_actions))
        if self.prior_weight > 0.0:
            self.write_priors(state, legal_actions)
        for i in range(num_actions):
            if self.edge_offsets[i] < 0:
                self.edge_offsets[i] = tree.nodes[NODE_SIZE * node + NUM_EDGES]
                prior = self.priors[i] if self.prior_weight > 0.0 else 0.0
                tree.add_edge(node, legal_actions[i], prior, num_actions)

    def write_priors(self, state: State, legal_actions: vec[i64]) -> None:
        """Write each action's prior to ``priors``: a softmax of standardized action scores."""
        num_actions = i64(len(legal_actions))
        while i64(len(self.priors)) < num_actions:
            self.priors = append(self.priors, 0.0)
        priors = self.priors
        mean = 0.0
        square = 0.0
        for i in range(num_actions):
            score = state.action_score(legal_actions[i])
            priors[i] = score
            mean += score
            square += score * score
        mean /= float(num_actions)
        deviation = math.sqrt(max(0.0, square / float(num_actions) - mean * mean))
        slope = self.prior_weight / deviation if deviation > 1e-9 else 0.0
        total = 0.0
        for i in range(num_actions):
            priors[i] = math.exp(min(30.0, slope * (priors[i] - mean)))
            total += priors[i]
        for i in range(num_actions):
            priors[i] = priors[i] / total

    # Playouts.

    def run_playout(self, state: State) -> None:
        """Play on by the playout policy, to the end or as far as the settings say, and write the rewards."""
        rng = self.rng
        buffer = self.action_buffer
        num_sampled_actions = self.num_sampled_actions
        num_left = self.playout_depth
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                state._apply(state.sample_chance(rng))
                continue
            self.count_turn_if_mover_changed(state)
            if num_left == 0 or self.num_turns == self.horizon:
                write_estimated_rewards(self.rewards, state)
                return
            num_left -= 1
            state._apply(
                state.random_action(rng, buffer)
                if num_sampled_actions == 1
                else choose_playout_action(state, state._legal_actions(), num_sampled_actions, rng)
            )
        write_final_rewards(self.rewards, state.winners())


def contains_key(keys: vec[i64], num_keys: i64, key: EdgeKey) -> bool:
    """Tell whether a key is among the first ``num_keys`` of a vector."""
    i: i64 = 0
    while i < num_keys and keys[i] != key:
        i += 1
    return i < num_keys
