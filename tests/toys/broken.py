"""Games that each break one promise of the contract, and the promise by which each must be caught."""

import random
import re
from collections.abc import Sequence
from itertools import permutations
from typing import Any, SupportsIndex

import msgspec
from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from tests.toys.follow import (
    CARDS,
    KIT,
    LEADER,
    LED,
    NO_SUIT,
    OPEN,
    SEATS,
    TABLE,
    TRICKS,
    UNDEALT,
    CountingFollow,
    Dealt,
    Follow,
    FollowNotation,
    FollowRenderer,
    FollowView,
    FollowViewBuilder,
    Laid,
    ObservableFollow,
    declare_follow,
    suit,
)
from tests.toys.peek import Peek, PeekViewBuilder, declare_peek
from tests.toys.toy import shuffled
from triangulum.core.game import Game
from triangulum.core.learning.belief import Belief
from triangulum.core.notation import parse_legal_action
from triangulum.core.state import CHANCE, OVER, ActionBuffer, State
from triangulum.core.views import GameEvent, Preview, View
from triangulum.errors import IllegalActionError, PositionError
from triangulum.scene import Frame, Pane, Piece, Scene
from triangulum.scene.steps import Pick, Press, Step

BROKEN: list[tuple[str, Game]] = []
"""Promise and game."""


def add_broken_game(promise: str, name: str, game: Any = declare_follow, **parts: Any) -> None:
    """Register a variant of a correct game with some parts replaced, and the promise it breaks.

    Where two promises are broken by one mistake, it depends on the moves which of them is found first.
    """
    BROKEN.append((promise, game(name, **parts)))


# Promises that have nothing to do with secrets.


class ShallowCopy(Follow):
    def copy(self) -> State:
        return self.setup.state_from_fields(self.to_move, self.byte_fields, self.word_fields)


class ForgetfulCopy(Follow):
    def copy(self) -> State:
        other = super().copy()
        other.byte_fields[TRICKS] = u8(0)
        return other


class Unsorted(Follow):
    def _legal_actions(self) -> vec[i64]:
        return vec[i64](list(super()._legal_actions())[::-1])


class LeftoverMoves(Follow):
    """Reports as many moves as there were at the most."""

    def _list_legal_actions(self, moves: ActionBuffer) -> None:
        before = moves.count
        super()._list_legal_actions(moves)
        moves.count = max(before, moves.count)


class Doubled(Follow):
    def _legal_actions(self) -> vec[i64]:
        legal = super()._legal_actions()
        return append(legal, legal[len(legal) - 1])


class OutOfBounds(Follow):
    def _legal_actions(self) -> vec[i64]:
        legal = super()._legal_actions()
        return legal if self.to_move == CHANCE else append(legal, i64(CARDS))


class Stuck(Follow):
    def _legal_actions(self) -> vec[i64]:
        return vec[i64]() if self.byte_fields[TRICKS] else super()._legal_actions()


class FailsHalfWay(Follow):
    def _apply(self, action: i64) -> None:
        if self.to_move != CHANCE and self.byte_fields[LED] != NO_SUIT and suit(action) != self.byte_fields[LED]:
            self.byte_fields[action] = u8(TABLE + self.to_move)
            raise IllegalActionError("one must follow suit after all")
        super()._apply(action)


class RefusesTooLate(Follow):
    def play(self, action: SupportsIndex | str) -> None:
        self.byte_fields[TRICKS] += u8(1)
        super().play(action)
        self.byte_fields[TRICKS] -= u8(1)


class TakesAnything(Follow):
    def play(self, action: SupportsIndex | str) -> None:
        if isinstance(action, int) and action not in self.legal_actions():
            return
        super().play(action)


class Crooked(Follow):
    def sample_chance(self, rng: Random) -> i64:
        return min(super().sample_chance(rng), super().sample_chance(rng))


class TooFewWeights(Follow):
    def _chance_weights(self) -> vec[i64]:
        return vec[i64]([1])


class WeightOfNothing(Follow):
    def _chance_weights(self) -> vec[i64]:
        return vec[i64]([1] * (len(self._legal_actions()) - 1) + [0])


class PicksTheFirst(Follow):
    def random_action(self, rng: Random, room: ActionBuffer) -> i64:
        return self._legal_actions()[0]


class PicksAnything(Follow):
    def random_action(self, rng: Random, room: ActionBuffer) -> i64:
        return rng.randrange(CARDS)


class Restless(Follow):
    """Starts over once when both tricks are played."""

    def _apply(self, action: i64) -> None:
        super()._apply(action)
        if self.to_move == OVER and self.byte_fields[TRICKS + 2] < 2:
            self.to_move = CHANCE
            for card in range(CARDS):
                self.byte_fields[card] = u8(UNDEALT)


class LoadedLater(Follow):
    """Deals the lowest card whenever it can, but not the first."""

    def sample_chance(self, rng: Random) -> i64:
        return super().sample_chance(rng) if len(self.cards_at(UNDEALT)) in (1, CARDS) else self._legal_actions()[0]


class HiddenAttribute(Follow):
    """Counts the cards played in an attribute that copies don't have."""

    laid = 0

    def _apply(self, action: i64) -> None:
        super()._apply(action)
        self.laid += 1
        if self.laid == 9:
            self.byte_fields[TRICKS] = u8(7)


class EarlyWinner(Follow):
    def winners(self) -> list[int]:
        return [0] if self.byte_fields[TRICKS] else super().winners()


class Boundless(Follow):
    def evaluate(self, seat: i64) -> float:
        return 3.0


class NoCandidates(Follow):
    def candidate_actions(self, effort: i64) -> vec[i64]:
        return vec[i64]()


class IllegalCandidates(Follow):
    def candidate_actions(self, effort: i64) -> vec[i64]:
        return vec[i64]([i64(card) for card in range(CARDS)])


class ScoreIsNan(Follow):
    def action_score(self, action: i64) -> float:
        return float("nan")


class EverybodyGains(Follow):
    def returns(self) -> list[float]:
        return [1.0] * SEATS


class WrongGains(Follow):
    def returns(self) -> list[float]:
        return [-gain for gain in super().returns()]


class Moody(Follow):
    """Lets Python's own generator decide who leads first."""

    def _apply(self, action: i64) -> None:
        super()._apply(action)
        if self.to_move == 0 and not self.cards_at(UNDEALT):
            self.byte_fields[LEADER] = u8(random.randrange(SEATS))
            self.to_move = i64(self.byte_fields[LEADER])


class Unkept(Follow):
    """Doesn't pickle who moves next."""

    def __reduce__(self) -> Any:
        return self.setup.new, ()


class Ambiguous(FollowNotation):
    def format_action(self, state: State, action: int) -> str:
        return "abcxyy"[action]


class Unreadable(FollowNotation):
    def parse_action(self, state: State, text: str) -> int:
        return super().parse_action(state, "b" if text == "a" else text)


class MultiLine(FollowNotation):
    def format_action(self, state: State, action: int) -> str:
        return f"card\n{super().format_action(state, action)}"


class LossyPosition(FollowNotation):
    def format_position(self, state: State) -> str:
        text = super().format_position(state)
        return text[:-2] + "0]"


class Talkative(FollowNotation):
    def parse_position(self, setup: Any, text: str) -> State:
        try:
            return super().parse_position(setup, text)
        except PositionError as error:
            raise PositionError(f"no!\n{error}") from None


class Crashing(FollowNotation):
    def parse_action(self, state: State, text: str) -> int:
        return {state.format_action(action): action for action in state.legal_actions()}[text]


class ListView(FollowView, frozen=True, kw_only=True):
    cards: list[int]


class Unhashable(FollowViewBuilder):
    def view(self, state: Follow, seat: int | None) -> View:
        view = msgspec.structs.asdict(super().view(state, seat))
        return ListView(**view, cards=[])


add_broken_game("copy", "shallow copy", state=ShallowCopy)
add_broken_game("copy", "forgetful copy", state=ForgetfulCopy)
add_broken_game("actions", "unsorted actions", state=Unsorted)
add_broken_game("actions", "action listed twice", state=Doubled)
add_broken_game("actions", "moves that were legal before", state=LeftoverMoves)
add_broken_game("actions", "action out of bounds", state=OutOfBounds)
add_broken_game("actions", "nothing to play", state=Stuck)
add_broken_game("playable", "fails half-way", state=FailsHalfWay)
add_broken_game("refusal", "refuses too late", state=RefusesTooLate)
add_broken_game("refusal", "takes anything", state=TakesAnything)
add_broken_game("weights", "crooked draw", state=Crooked)
add_broken_game("weights", "too few weights", state=TooFewWeights)
add_broken_game("weights", "weight of nothing", state=WeightOfNothing)
add_broken_game("random action", "picks the first", state=PicksTheFirst)
add_broken_game("random action", "picks anything", state=PicksAnything)
add_broken_game("length", "too long", state=Restless)
add_broken_game("weights", "dice loaded later", state=LoadedLater)
add_broken_game("copy", "hidden attribute", state=HiddenAttribute)
add_broken_game("returns", "winner in mid-game", state=EarlyWinner)
add_broken_game("evaluation", "evaluation without bounds", state=Boundless)
add_broken_game("evaluation", "score is no number", state=ScoreIsNan)
add_broken_game("candidates", "no candidates", state=NoCandidates)
add_broken_game("candidates", "illegal candidates", state=IllegalCandidates)
add_broken_game("returns", "everybody gains", state=EverybodyGains)
add_broken_game("returns", "losers gain", state=WrongGains)
add_broken_game("generator", "global generator", state=Moody)
add_broken_game("keeping", "not pickled", state=Unkept)
add_broken_game("keeping", "view with a list", view_builder=Unhashable())
add_broken_game("text", "ambiguous text", notation=Ambiguous())
add_broken_game("text", "read back wrongly", notation=Unreadable())
add_broken_game("text", "text of two lines", notation=MultiLine())
add_broken_game("position", "lossy position", notation=LossyPosition())
add_broken_game("bad text", "many lines", notation=Talkative())
add_broken_game("bad text", "crash on nonsense", notation=Crashing())


# Promises about pictures and touches.


class Unsteady(FollowRenderer):
    def scene(self, view: FollowView) -> Scene:
        self.drawn += 1
        return Scene(KIT, (), f"picture {self.drawn}")


class TwoKeys(FollowRenderer):
    def scene(self, view: FollowView) -> Scene:
        scene = super().scene(view)
        pane = scene.panes[0]
        return Scene(KIT, (msgspec.structs.replace(pane, pieces=pane.pieces * 2),))


class NoDrawing(FollowRenderer):
    def scene(self, view: FollowView) -> Scene:
        return Scene(KIT, (Pane("hand", Frame(0, 0, 9, 9), (Piece("x", "unicorn", 0, 0),)),))


class NotThere(FollowRenderer):
    def touch_steps(self, view: FollowView, action: int) -> tuple[Step, ...]:
        return (Pick(f"card-{action + 1}"),)


class TouchedAlike(FollowRenderer):
    def touch_steps(self, view: FollowView, action: int) -> tuple[Step, ...]:
        return super().touch_steps(view, view.hand[0])


class BlankButton(FollowRenderer):
    def touch_steps(self, view: FollowView, action: int) -> tuple[Step, ...]:
        return (Press("lay"), *super().touch_steps(view, action))


class Beginning(FollowRenderer):
    def touch_steps(self, view: FollowView, action: int) -> tuple[Step, ...]:
        first = super().touch_steps(view, view.hand[0])
        return first if action == view.hand[0] else (*first, *super().touch_steps(view, action))


add_broken_game("picture", "picture changes by itself", renderer=Unsteady())
add_broken_game("picture", "two pieces of one key", renderer=TwoKeys())
add_broken_game("picture", "symbol without a drawing", renderer=NoDrawing())
add_broken_game("steps", "touches what is not there", renderer=NotThere())
add_broken_game("steps", "touched alike", renderer=TouchedAlike())
add_broken_game("steps", "one move begins another", renderer=Beginning())
add_broken_game("steps", "a button with nothing on it", renderer=BlankButton())


# Promises about secrets.


class LeakyView(FollowViewBuilder):
    """Shows the sum of a hand's cards as its size."""

    def view(self, state: Follow, seat: int | None) -> View:
        view = super().view(state, seat)
        assert isinstance(view, FollowView)
        return msgspec.structs.replace(view, counts=tuple(sum(state.cards_at(other)) for other in range(SEATS)))


class LeakyDeal(FollowViewBuilder):
    """Lets everybody see what is dealt."""

    def events(self, state: Follow, action: int, seat: int | None) -> Sequence[GameEvent]:
        if state.to_move == CHANCE:
            return [Dealt(to=(CARDS - len(state.cards_at(UNDEALT))) // 2, card=action)]
        return super().events(state, action, seat)


class LeakyPlay(FollowViewBuilder):
    """Lets everybody see cards played face down."""

    def events(self, state: Follow, action: int, seat: int | None) -> Sequence[GameEvent]:
        events = super().events(state, action, seat)
        return [msgspec.structs.replace(e, card=action) if isinstance(e, Laid) else e for e in events]


class LeakyPreview(FollowViewBuilder):
    """Tells the last player which cards the others have played."""

    def preview(self, state: Follow, action: int) -> Preview:
        laid = [state.cards_at(TABLE + seat) for seat in range(SEATS)]
        return Preview(words=f"against {laid}", worth=0.0)


class SecretRule(Follow):
    """Allows the lowest card only if the neighbour holds the highest."""

    def _legal_actions(self) -> vec[i64]:
        legal = list(super()._legal_actions())
        if self.to_move == CHANCE or len(legal) < 2:
            return vec[i64](legal)
        return vec[i64](legal[1:] if self.byte_fields[CARDS - 1] == (self.to_move + 1) % SEATS else legal)


class Unmarked(FollowViewBuilder):
    """Turns the trick up without marking that as news."""

    def events(self, state: Follow, action: int, seat: int | None) -> Sequence[GameEvent]:
        return [msgspec.structs.replace(event, news=False) for event in super().events(state, action, seat)]


class UnmarkedPeek(PeekViewBuilder):
    """Shows the mask aside without marking that as news, so the peek could be taken back."""

    def events(self, state: Peek, action: int, seat: int | None) -> Sequence[GameEvent]:
        return [msgspec.structs.replace(event, news=False) for event in super().events(state, action, seat)]


class TellingSkip(Follow):
    """Plays a follower's only legal card at once, so that all see that there was no choice."""

    def _apply(self, action: i64) -> None:
        super()._apply(action)
        if self.to_move >= 0 and self.byte_fields[LED] != NO_SUIT and len(self._legal_actions()) == 1:
            self._apply(self._legal_actions()[0])


class TrueResample(Follow):
    def _resample(self, seat: i64, rng: Random) -> State:
        return self.copy()


class PeekingResample(Follow):
    """Starts from the true places of the cards instead of sorting them first."""

    def _resample(self, seat: i64, rng: Random) -> State:
        hidden = self.list_hidden_cards(seat)
        turn = rng.randrange(max(1, len(hidden)))
        other = self.copy()
        for card, place in zip(hidden, [self.byte_fields[c] for c in hidden[turn:] + hidden[:turn]], strict=True):
            other.byte_fields[card] = place
        return other if other.is_consistent() else self.copy()  # type: ignore[attr-defined]


class NoDeduction(Follow):
    """Forgets that a player who didn't follow has none of that suit."""

    def is_consistent(self) -> bool:
        return True


class Favourite(Follow):
    """Prefers one of two resamples."""

    def _resample(self, seat: i64, rng: Random) -> State:
        return min((super(Favourite, self)._resample(seat, rng) for _ in range(2)), key=State.to_bytes)


class Narrow(Peek):
    """Never deals the masks in one of the possible ways."""

    def _resample(self, seat: i64, rng: Random) -> State:
        if self.byte_fields[0] == 3 or self.to_move == CHANCE or seat >= 0 or self.byte_fields[6]:
            return super()._resample(seat, rng)
        other = super()._resample(seat, rng)
        while list(other.byte_fields)[:3] == [2, 1, 0]:
            other = super()._resample(seat, rng)
        return other


class ForgetsPeek(Peek):
    """Resamples the mask aside although the seat has looked at it."""

    def _resample(self, seat: i64, rng: Random) -> State:
        if self.byte_fields[6] or seat < 0 or self.to_move == CHANCE:
            return super()._resample(seat, rng)
        other = self.copy()
        masks = shuffled([mask for mask in range(3) if mask != self.byte_fields[seat]], rng)
        other.byte_fields[1 - seat], other.byte_fields[2] = u8(masks[0]), u8(masks[1])
        return other


class SharedResample(Follow):
    """Changes the state itself while resampling."""

    def _resample(self, seat: i64, rng: Random) -> State:
        other = super()._resample(seat, rng)
        self.byte_fields[TRICKS] += u8(1)
        return other


class Uncovered(FollowViewBuilder):
    """Doesn't mark cards played face down as covered."""

    def events(self, state: Follow, action: int, seat: int | None) -> Sequence[GameEvent]:
        return [msgspec.structs.replace(event, covered=False) for event in super().events(state, action, seat)]


class TellingEventKey(Follow):
    """Has a different event key for every card, even for those played face down."""

    def event_key(self, action: i64, seat: i64) -> i64:
        return action


class BoldBelief(CountingFollow):
    """Draws no conclusions: a player who didn't follow may still have cards of the suit."""

    def list_placements(self, seat: int, hidden: list[int]) -> list[tuple[int, ...]]:
        return sorted(set(permutations(int(self.byte_fields[card]) for card in hidden)))


class SlightlyWrongBelief(CountingFollow):
    """Counts one placement in eight twice, which a single position hardly shows."""

    def list_placements(self, seat: int, hidden: list[int]) -> list[tuple[int, ...]]:
        ways = super().list_placements(seat, hidden)
        return ways + ways[: len(ways) // 8]


class TellingBelief(CountingFollow):
    """Counts the true placement once more."""

    def list_placements(self, seat: int, hidden: list[int]) -> list[tuple[int, ...]]:
        return [*super().list_placements(seat, hidden), tuple(int(self.byte_fields[card]) for card in hidden)]


class SilentBelief(CountingFollow):
    """Has a belief in some worlds, but not in others that look the same."""

    def belief(self, seat: i64, belief: Belief) -> bool:
        return self.byte_fields[0] != 1 and super().belief(seat, belief)


class ForgetfulBelief(CountingFollow):
    """Has no belief about the first card, wherever it is."""

    def belief(self, seat: i64, belief: Belief) -> bool:
        super().belief(seat, belief)
        belief.distribution_of_byte[0] = i64(0)
        return True


class NegativeBelief(CountingFollow):
    """Gives one value a negative weight."""

    def belief(self, seat: i64, belief: Belief) -> bool:
        super().belief(seat, belief)
        number = belief.begin_distribution()
        belief.add_value(OPEN, i64(-1))
        belief.add_value(UNDEALT, i64(2))
        if self.list_hidden_cards(seat):
            belief.distribution_of_byte[self.list_hidden_cards(seat)[0]] = number + 1
        return True


class WrongTotal(CountingFollow):
    """Reports a total greater than the sum of its weights."""

    def belief(self, seat: i64, belief: Belief) -> bool:
        super().belief(seat, belief)
        if belief.num_distributions:
            belief.totals[0] += i64(1)
        return True


class BusyBelief(CountingFollow):
    """Changes the state while it computes beliefs."""

    def belief(self, seat: i64, belief: Belief) -> bool:
        self.byte_fields[TRICKS] += u8(1)
        return super().belief(seat, belief)


class TellingObservation(ObservableFollow):
    """Leaves a hidden card in its true place."""

    def observe_into(self, seat: i64, observation: State) -> bool:
        super().observe_into(seat, observation)
        observation.byte_fields[0] = self.byte_fields[0]
        return True


class SometimesObservation(ObservableFollow):
    """Has an observation in some worlds, but not in others that look the same."""

    def observe_into(self, seat: i64, observation: State) -> bool:
        return self.byte_fields[0] != 1 and super().observe_into(seat, observation)


class LeftoverObservation(ObservableFollow):
    """Leaves old bytes where nothing is known."""

    def observe_into(self, seat: i64, observation: State) -> bool:
        before = list(observation.byte_fields)
        super().observe_into(seat, observation)
        for card in self.list_hidden_cards(seat):
            observation.byte_fields[card] = before[card]
        return True


class SharedObservation(ObservableFollow):
    """Shows the state itself to a spectator at the end."""

    def observe_into(self, seat: i64, observation: State) -> bool:
        super().observe_into(seat, observation)
        if self.to_move == OVER:
            observation.byte_fields = self.byte_fields
        return True


class BusyObservation(ObservableFollow):
    """Changes the state while it is observed."""

    def observe_into(self, seat: i64, observation: State) -> bool:
        self.byte_fields[TRICKS] += u8(1)
        return super().observe_into(seat, observation)


class ForgetfulObservation(ObservableFollow):
    """Hides from everybody who leads."""

    def observe_into(self, seat: i64, observation: State) -> bool:
        super().observe_into(seat, observation)
        observation.byte_fields[LEADER] = u8(0)
        return True


class NoBeliefInputs(ObservableFollow):
    """Declares that its belief depends on nothing."""

    def observe_into(self, seat: i64, observation: State) -> bool:
        while len(self.setup.belief_inputs) <= SEATS:
            self.setup.belief_inputs = append(self.setup.belief_inputs, vec[u8]([0] * len(self.byte_fields)))
        return super().observe_into(seat, observation)


class DullEventKey(Follow):
    """Has the same event key for every trick turned up."""

    def event_key(self, action: i64, seat: i64) -> i64:
        last = self.to_move >= 0 and (self.to_move + 1) % SEATS == self.byte_fields[LEADER]
        return i64(0) if last else super().event_key(action, seat)


add_broken_game("event key", "event key tells", state=TellingEventKey)
add_broken_game("event key", "event key tells nothing", state=DullEventKey)
add_broken_game("secrets", "secrets denied", game=declare_peek, secrets=False)
add_broken_game("covered", "record tells", view_builder=Uncovered())


class Weather(Follow):
    """Between the tricks everybody sees the weather change, which means nothing."""

    def _legal_actions(self) -> vec[i64]:
        return vec[i64]([0, 1]) if self.to_move == CHANCE and not self.cards_at(UNDEALT) else super()._legal_actions()

    def _apply(self, action: i64) -> None:
        if self.to_move == CHANCE and not self.cards_at(UNDEALT):
            self.to_move = i64(self.byte_fields[LEADER])
            return
        between = self.byte_fields[LED] != NO_SUIT
        super()._apply(action)
        if between and self.byte_fields[LED] == NO_SUIT and self.to_move >= 0:
            self.to_move = CHANCE


class Change(GameEvent, frozen=True, kw_only=True):
    """The weather changed."""

    to: int
    felt_by: int | None = None


class WeatherViewBuilder(FollowViewBuilder):
    def events(self, state: Follow, action: int, seat: int | None) -> Sequence[GameEvent]:
        if state.to_move == CHANCE and not state.cards_at(UNDEALT):
            return [Change(to=action)]
        return super().events(state, action, seat)


class WeatherNotation(FollowNotation):
    def format_action(self, state: State, action: int) -> str:
        assert isinstance(state, Follow)
        weather = state.to_move == CHANCE and not state.cards_at(UNDEALT)
        return ["sun", "rain"][action] if weather else super().format_action(state, action)

    def parse_action(self, state: State, text: str) -> int:
        return parse_legal_action(state, text, re.compile("[abcxyz]|sun.*|rain.*"), ("a", "rain"))


class TellingWeather(WeatherViewBuilder):
    """Lets everybody see who holds the highest card when the weather changes."""

    def events(self, state: Follow, action: int, seat: int | None) -> Sequence[GameEvent]:
        events = super().events(state, action, seat)
        holder = int(state.byte_fields[CARDS - 1])
        return [msgspec.structs.replace(e, felt_by=holder) if isinstance(e, Change) else e for e in events]


class NamingWeather(WeatherNotation):
    """Writes, in a roll that everybody sees, who holds the highest card."""

    def format_action(self, state: State, action: int) -> str:
        text = super().format_action(state, action)
        return f"{text} on {state.byte_fields[CARDS - 1]}" if text in ("sun", "rain") else text


WEATHER = declare_follow(
    "weather", state=Weather, view_builder=WeatherViewBuilder(), notation=WeatherNotation(), longer=1
)

add_broken_game(
    "news", "roll tells", state=Weather, view_builder=TellingWeather(), notation=WeatherNotation(), longer=1
)
add_broken_game(
    "covered", "roll names", state=Weather, view_builder=WeatherViewBuilder(), notation=NamingWeather(), longer=1
)
add_broken_game("view", "leaking view", view_builder=LeakyView())
add_broken_game("events", "leaking deal", view_builder=LeakyDeal())
add_broken_game("events or news", "leaking play", view_builder=LeakyPlay())
add_broken_game("mover", "leaking preview", view_builder=LeakyPreview())
add_broken_game("mover", "secret rule", state=SecretRule)
add_broken_game("news", "reveal taken back", view_builder=Unmarked())
add_broken_game("news", "peek taken back", game=declare_peek, view_builder=UnmarkedPeek())
add_broken_game("forced step or view", "telling skip", state=TellingSkip)
add_broken_game("resample varies", "resample is the truth", state=TrueResample)
add_broken_game("resample is blind", "resample looks at the truth", state=PeekingResample)
add_broken_game("resample is possible", "deduction ignored", state=NoDeduction)
add_broken_game("resample is even", "favourite worlds", state=Favourite)
add_broken_game("resample is even", "world left out", game=declare_peek, state=Narrow)
add_broken_game("view", "peek forgotten", game=declare_peek, state=ForgetsPeek)
add_broken_game("copy", "resample changes the state", state=SharedResample)
add_broken_game("observation", "observation tells", state=TellingObservation)
add_broken_game("observation", "observation in some worlds", state=SometimesObservation)
add_broken_game("observation", "observation with leftovers", state=LeftoverObservation)
add_broken_game("observation", "observation is shared", state=SharedObservation)
add_broken_game("observation", "observing changes the state", state=BusyObservation)
add_broken_game("observation", "observation forgets", state=ForgetfulObservation)
add_broken_game("observation", "belief without inputs", state=NoBeliefInputs)
add_broken_game("belief", "belief without deductions", state=BoldBelief)
add_broken_game("belief", "belief that is slightly wrong", state=SlightlyWrongBelief)
add_broken_game("belief", "belief tells", state=TellingBelief)
add_broken_game("belief", "belief in some worlds", state=SilentBelief)
add_broken_game("belief", "belief forgotten", state=ForgetfulBelief)
add_broken_game("belief", "less often than never", state=NegativeBelief)
add_broken_game("belief", "belief with a wrong total", state=WrongTotal)
add_broken_game("belief", "counting changes the state", state=BusyBelief)
