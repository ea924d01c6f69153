# compiled by mypyc
"""Monte-Carlo tree search for any game: any number of players, chance, and hidden cards.

Every simulation begins with a fresh resample for the seat that searches, follows the tree as long as it knows the way,
plays on by itself, and lets every mover on its way learn what came of it. The tree is one of information sets: a node
is what the searching seat has perceived, told apart by signs, and so nothing it could not know can steer it.
"""

from __future__ import annotations

import math
import time
from typing import Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.bots.player import Bot
from triangulum.bots.settings import MctsSettings
from triangulum.bots.thought import Budget, Candidate, Thought
from triangulum.bots.tree import COUNT, FIRST, MARK, NO_NODE, ROW, VISITS, Tree, mark_of_numbers
from triangulum.core.state import CHANCE, OVER, ActionBuffer, Setup, State

USUAL_BUDGET: Final = Budget(seconds=0.1)

BEST: Final = 5
"""How many actions a thought tells of."""

NO_EDGE: Final = -1
NO_DEPTH: Final = -1
NO_HORIZON: Final = -1


class MctsBot(Bot):
    """Plays the action that most simulations went through, by settings of its own or those that suit the game.

    What is known about the position from thinking about earlier ones is kept: a position is known again by a resample
    that depends on nothing but what the seat knows. So the same budget of simulations and the same generators give the
    same game; asked about the same position again, it begins anew.
    """

    def __init__(self, settings: MctsSettings | None = None, budget: Budget | None = None) -> None:
        super().__init__()
        self.settings = settings
        self.budget = USUAL_BUDGET if budget is None else budget
        self.exploration = self.prior = self.blunders = 0.0
        self.compared: i64 = 1
        self.depth: i64 = NO_DEPTH
        self.horizon: i64 = NO_HORIZON
        self.alone = False
        self.effort: i64 = 0
        self.adopt(MctsSettings() if settings is None else settings)

        self.tree = Tree()
        self.root: State | None = None
        self.rng = Random(0)
        self.marker = Random(0)
        self.seat: i64 = 0
        self.is_open = True
        self.is_done = True
        self.made: i64 = 0
        self.candidates = vec[i64]()

        # What one simulation writes, kept so that it need not be made anew.
        self.steps: i64 = 0
        self.turns: i64 = 0
        self.mover: i64 = 0
        self.path_nodes = vec[i64]()
        self.path_edges = vec[i64]()
        self.path_movers = vec[i64]()
        self.shares = vec[float]()
        self.edge: i64 = NO_EDGE
        self.places = vec[i64]()
        self.keys = vec[i64]()
        self.weights = vec[float]()
        self.room = ActionBuffer()

    def adopt(self, settings: MctsSettings) -> None:
        """Search by these settings."""
        self.exploration = settings.exploration
        self.prior = settings.prior
        self.compared = settings.compared
        self.depth = NO_DEPTH if settings.depth is None else settings.depth
        self.horizon = NO_HORIZON if settings.horizon is None else settings.horizon
        self.alone = settings.alone
        self.effort = settings.effort
        self.blunders = settings.blunders

    def name(self) -> str:
        """Return "mcts"."""
        return "mcts"

    def sit_down(self, setup: Setup) -> None:
        """Forget the game before."""
        self.root = None
        self.tree = Tree()

    def choose(self, state: State, rng: Random) -> i64:
        """Think within the usual budget."""
        return i64(self.think(state, rng, self.budget).action)

    # Thinking.

    def begin(self, state: State, rng: Random) -> None:
        """Find what is known about a position already, and what may be played."""
        if self.settings is None and (self.root is None or self.root.setup is not state.setup):
            self.adopt(MctsSettings(**state.setup.game.search_settings))
        self.tree = self.kept(state)
        self.root = state.copy()
        self.seat = state.to_move
        self.rng = rng
        self.is_open = not state.setup.game.has_secrets
        self.made = 0
        self.tree.nodes[MARK] = self.mark_of(state)
        self.candidates = state.candidate_actions(self.effort) if self.effort else state._legal_actions()
        self.chosen = self.candidates[0]
        self.is_done = len(self.candidates) == 1
        self.shares = vec[float]([0.0] * state.setup.players)
        if self.blunders > 0.0 and rng.random() < self.blunders:
            legal = state._legal_actions()
            self.chosen = legal[rng.randrange(i64(len(legal)))]
            self.is_done = True

    def kept(self, state: State) -> Tree:
        """Return the part of the last tree that is about this position, or a new one."""
        root = self.root
        if root is None or self.seat != state.to_move or root.setup != state.setup:
            return Tree()
        self.is_open = not state.setup.game.has_secrets
        node = self.tree.marked(self.mark_of(state))
        return Tree() if node <= 0 else self.tree.below(node)

    def mark_of(self, state: State) -> i64:
        """Return a number by which a position of the mover's is known again, whatever is hidden from it."""
        known = state
        if not self.is_open:
            self.marker.seed(0)
            known = state._resample(state.to_move, self.marker)
        return mark_of_numbers(known)

    def work(self, seconds: float, simulations: i64) -> i64:
        """Make simulations until the time is over or there are enough; at least one, unless there is no choice."""
        if self.is_done:
            return 0
        end = time.monotonic() + seconds
        made: i64 = 0
        while made < simulations:
            self.simulate()
            made += 1
            if time.monotonic() >= end:
                break
        self.made += made
        return made

    def thought(self) -> Thought:
        """Return the action that was looked at most, and the few that come closest."""
        if self.is_done:
            return Thought(int(self.chosen))
        tree = self.tree
        first = tree.nodes[FIRST]
        edges = [at for at in range(first, first + tree.nodes[COUNT]) if tree.tried[at]]
        found = [(int(tree.tried[at]), tree.mean(at), -int(tree.keys[at])) for at in edges if self.is_candidate(at)]
        found.sort(reverse=True)
        if found:
            self.chosen = i64(-found[0][2])
        best = [Candidate(-action, min(1.0, max(0.0, mean)), looks) for looks, mean, action in found[:BEST]]
        return Thought(int(self.chosen), tuple(best), int(self.made))

    def is_candidate(self, edge: i64) -> bool:
        """Tell whether an edge of the root may be played."""
        return any(action == self.tree.keys[edge] for action in self.candidates)

    # A simulation.

    def simulate(self) -> None:
        """Play once from a fresh resample to the end, or to an estimate, and learn from it."""
        root = self.root
        assert root is not None
        state = root._resample(self.seat, self.rng)
        self.steps = 0
        self.turns = 0
        self.mover = self.seat
        node: i64 = 0
        while state.to_move != OVER and node != NO_NODE and not self.is_far(state):
            node = self.step(state, node)
        self.play_on(state)
        self.learn()

    def step(self, state: State, node: i64) -> i64:
        """Go one step along the tree and return the next node, or NO_NODE behind the last one.

        A node that was not there is made and is the last.
        """
        tree = self.tree
        mover = state.to_move
        self.edge = NO_EDGE
        if mover == CHANCE:
            action = state.sample_chance(self.rng)
        else:
            if mover == self.seat and tree.is_worth_marking(node):
                tree.nodes[ROW * node + MARK] = self.mark_of(state)
            action = self.decided(state, node)
        sign = action if self.is_open else state.event_key(action, self.seat)
        self.note(node, mover)
        state._apply(action)
        child = tree.child(node, sign)
        if child == NO_NODE and tree.has_room():
            self.edge = NO_EDGE
            self.note(tree.add(node, sign), CHANCE)
        return child

    def is_far(self, state: State) -> bool:
        """Tell whether a simulation has come to its horizon; count turns on the way."""
        mover = state.to_move
        if mover >= 0 and mover != self.mover:
            self.mover = mover
            self.turns += 1
        return self.turns == self.horizon

    def note(self, node: i64, mover: i64) -> None:
        """Note a node on the way, the edge taken from it, and who took it."""
        steps = self.steps
        if steps == i64(len(self.path_nodes)):
            self.path_nodes = append(self.path_nodes, node)
            self.path_edges = append(self.path_edges, self.edge)
            self.path_movers = append(self.path_movers, mover)
        else:
            self.path_nodes[steps] = node
            self.path_edges[steps] = self.edge
            self.path_movers[steps] = mover
        self.steps = steps + 1

    def learn(self) -> None:
        """Let every node on the way, and every mover, know what came of it."""
        tree = self.tree
        nodes, tried, totals = tree.nodes, tree.tried, tree.totals
        shares = self.shares
        for step in range(self.steps):
            at = ROW * self.path_nodes[step] + VISITS
            nodes[at] = nodes[at] + 1
            edge = self.path_edges[step]
            if edge != NO_EDGE:
                tried[edge] = tried[edge] + 1
                totals[edge] = totals[edge] + shares[self.path_movers[step]]

    # A decision in the tree.

    def decided(self, state: State, node: i64) -> i64:
        """Return the action to try next, and note its edge."""
        legal = self.candidates if node == 0 else state._legal_actions()
        count = i64(len(legal))
        if count == 1:
            return legal[0]
        if self.alone and state.to_move != self.seat:
            return self.likely(state, legal)
        if not self.is_open and state.to_move != self.seat:
            return self.decided_by_other(state, node, legal)
        # Whoever searches chooses an action; what comes to light with it is not for it to choose.
        if self.find_edges(node, legal, count) < count:
            self.make_edges(state, node, legal)
        return self.best_of_all(node, legal)

    def best_of_all(self, node: i64, legal: vec[i64]) -> i64:
        """Return the action to try next where each has an edge, and note that."""
        count = i64(len(legal))
        mean = self.offer(node, count)
        first = self.tree.nodes[ROW * node + FIRST]
        best = self.promising(first, count, mean) if self.prior > 0.0 else self.neglected(first, count)
        self.edge = first + self.places[best]
        return legal[best]

    def decided_by_other(self, state: State, node: i64, legal: vec[i64]) -> i64:
        """Return what somebody does whose choices depend on what is hidden, and note its edge.

        Resamples bring other choices. Then only those that look likely are tried, and more of them as time goes by.
        """
        tree = self.tree
        count = i64(len(legal))
        choices = self.choices(state, legal)
        if choices == 1:
            return self.likely(state, legal)
        keys = legal if choices == count else self.keys
        found = self.find_edges(node, keys, count)
        if choices == count:
            if tree.nodes[ROW * node + COUNT] == 0:
                self.make_edges(state, node, legal)
                found = count
            if found == count:
                return self.best_of_all(node, legal)
        self.offer(node, count)
        action: i64 = -1
        if found < count and found * found <= tree.nodes[ROW * node + VISITS]:
            action = self.likely(state, legal)
            at: i64 = 0
            while legal[at] != action:
                at += 1
            if self.places[at] < 0:
                tree.add_edge(node, keys[at], 0.0, found + 1)
                self.places[at] = tree.nodes[ROW * node + COUNT] - 1
        else:
            at = self.neglected(tree.nodes[ROW * node + FIRST], count)
        self.edge = tree.nodes[ROW * node + FIRST] + self.places[at]
        if action >= 0:
            return action
        return legal[at] if choices == count else self.alike(state, legal, keys[at])

    def choices(self, state: State, legal: vec[i64]) -> i64:
        """Return how many of somebody else's actions the searching seat can tell apart; write their keys."""
        keys = self.keys
        count = i64(len(legal))
        while i64(len(keys)) < count:
            keys = append(keys, i64(0))
        self.keys = keys
        different: i64 = 0
        largest: i64 = -1
        for at in range(count):
            sign = state.event_key(legal[at], self.seat)
            # Below zero, so that a key is never taken for an action.
            keys[at] = ~sign
            # Signs mostly rise with the actions, or are the same for all.
            if sign > largest:
                largest = sign
                different += 1
            elif sign < largest and not is_among(keys, at, ~sign):
                different += 1
        return different

    def alike(self, state: State, legal: vec[i64], key: i64) -> i64:
        """Return one of several actions that look alike to the searching seat."""
        some = vec[i64](capacity=len(legal))
        for at in range(i64(len(legal))):
            if self.keys[at] == key:
                some = append(some, legal[at])
        return self.likely(state, some)

    def find_edges(self, node: i64, keys: vec[i64], count: i64) -> i64:
        """Write where among a node's edges those of some keys are, -1 for none; return how many keys have one."""
        tree = self.tree
        while i64(len(self.places)) < count:
            self.places = append(self.places, i64(0))
        edges = tree.keys
        places = self.places
        first = tree.nodes[ROW * node + FIRST]
        known = tree.nodes[ROW * node + COUNT]
        found: i64 = 0
        # Mostly they come in the order in which they were made.
        next_one: i64 = 0
        for at in range(count):
            key = keys[at]
            left = known
            while left > 0 and edges[first + next_one] != key:
                left -= 1
                next_one = next_one + 1 if next_one + 1 < known else 0
            places[at] = next_one if left > 0 else -1
            if left > 0:
                found += 1
                next_one = next_one + 1 if next_one + 1 < known else 0
        return found

    def offer(self, node: i64, count: i64) -> float:
        """Note that edges could be taken, and return what those that ever were brought in the mean."""
        tree = self.tree
        offered, tried, totals = tree.offered, tree.tried, tree.totals
        places = self.places
        first = tree.nodes[ROW * node + FIRST]
        looks: i64 = 0
        total = 0.0
        for at in range(count):
            # Actions that look alike mostly follow each other, and share an edge.
            if places[at] < 0 or (at > 0 and places[at] == places[at - 1]):
                continue
            edge = first + places[at]
            offered[edge] = offered[edge] + 1
            looks += tried[edge]
            total += totals[edge]
        return total / float(looks) if looks else 1.0 / float(len(self.shares))

    def make_edges(self, state: State, node: i64, legal: vec[i64]) -> None:
        """Make edges for the actions that have none yet."""
        tree = self.tree
        count = i64(len(legal))
        if self.prior > 0.0:
            self.weigh(state, legal)
        for at in range(count):
            if self.places[at] < 0:
                self.places[at] = tree.nodes[ROW * node + COUNT]
                tree.add_edge(node, legal[at], self.weights[at] if self.prior > 0.0 else 0.0, count)

    def weigh(self, state: State, legal: vec[i64]) -> None:
        """Write what share of attention each action deserves by its worth beside the others'."""
        count = i64(len(legal))
        while i64(len(self.weights)) < count:
            self.weights = append(self.weights, 0.0)
        weights = self.weights
        mean = 0.0
        square = 0.0
        for at in range(count):
            worth = state.action_score(legal[at])
            weights[at] = worth
            mean += worth
            square += worth * worth
        mean /= float(count)
        spread = math.sqrt(max(0.0, square / float(count) - mean * mean))
        slope = self.prior / spread if spread > 1e-9 else 0.0
        total = 0.0
        for at in range(count):
            weights[at] = math.exp(min(30.0, slope * (weights[at] - mean)))
            total += weights[at]
        for at in range(count):
            weights[at] = weights[at] / total

    def promising(self, first: i64, count: i64, mean: float) -> i64:
        """Return the action with the best of what is known and what its prior promises."""
        tree = self.tree
        tried, offered, totals, priors = tree.tried, tree.offered, tree.totals, tree.priors
        places = self.places
        best: i64 = 0
        most = -1.0
        root = 0.0
        last: i64 = -1
        for at in range(count):
            edge = first + places[at]
            looks = tried[edge]
            if offered[edge] != last:
                last = offered[edge]
                root = self.exploration * math.sqrt(float(last))
            value = mean if looks == 0 else totals[edge] / float(looks)
            value += root * priors[edge] / float(1 + looks)
            if value > most:
                most = value
                best = at
        return best

    def neglected(self, first: i64, count: i64) -> i64:
        """Return any action that has an edge and was never tried, or the one with the highest upper bound."""
        tree = self.tree
        tried, offered, totals = tree.tried, tree.offered, tree.totals
        places = self.places
        best: i64 = 0
        most = -1.0
        untried: i64 = 0
        logarithm = 0.0
        last: i64 = -1
        for at in range(count):
            if places[at] < 0:
                continue
            edge = first + places[at]
            looks = tried[edge]
            if looks == 0:
                untried += 1
                if self.rng.randrange(untried) == 0:
                    best = at
                continue
            if untried:
                continue
            if offered[edge] != last:
                last = offered[edge]
                logarithm = math.log(float(last))
            value = totals[edge] / float(looks) + self.exploration * math.sqrt(logarithm / float(looks))
            if value > most:
                most = value
                best = at
        return best

    # Beyond the tree.

    def play_on(self, state: State) -> None:
        """Play to the end, or as far as the settings say, and write what each seat gets."""
        rng = self.rng
        room = self.room
        left = self.depth
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                state._apply(state.sample_chance(rng))
                continue
            if left == 0 or self.is_far(state):
                self.guess(state)
                return
            left -= 1
            state._apply(
                state.random_action(rng, room) if self.compared == 1 else self.likely(state, state._legal_actions())
            )
        self.divide(state.winners())

    def likely(self, state: State, legal: vec[i64]) -> i64:
        """Return the worthiest of a few actions drawn at random, or of all."""
        count = i64(len(legal))
        if self.compared == 0:
            return self.worthiest(state, legal)
        best = legal[self.rng.randrange(count)]
        if self.compared == 1 or count == 1:
            return best
        most = state.action_score(best)
        left = self.compared - 1
        while left > 0:
            left -= 1
            other = legal[self.rng.randrange(count)]
            if other != best:
                worth = state.action_score(other)
                if worth > most:
                    best, most = other, worth
        return best

    def worthiest(self, state: State, legal: vec[i64]) -> i64:
        """Return an action that is worth most, and any of them where several are equal."""
        best = legal[0]
        if i64(len(legal)) == 1:
            return best
        most = -math.inf
        equals: i64 = 0
        for action in legal:
            worth = state.action_score(action)
            if worth > most:
                best, most, equals = action, worth, 1
            elif worth == most:
                equals += 1
                if self.rng.randrange(equals) == 0:
                    best = action
        return best

    def divide(self, winners: list[int]) -> None:
        """Give the win to those who share it, or to everybody if there is none."""
        shares = self.shares
        sharers = i64(len(winners))
        for seat in range(i64(len(shares))):
            shares[seat] = 0.0 if sharers else 1.0 / float(len(shares))
        for winner in winners:
            shares[winner] = 1.0 / float(sharers)

    def guess(self, state: State) -> None:
        """Divide the win by the game's own estimates."""
        shares = self.shares
        total = 0.0
        for seat in range(i64(len(shares))):
            shares[seat] = 1.0 + state.evaluate(seat)
            total += shares[seat]
        for seat in range(i64(len(shares))):
            shares[seat] = shares[seat] / total if total > 0.0 else 1.0 / float(len(shares))


def is_among(keys: vec[i64], count: i64, key: i64) -> bool:
    """Tell whether a key is among the first so many."""
    at: i64 = 0
    while at < count and keys[at] != key:
        at += 1
    return at < count
