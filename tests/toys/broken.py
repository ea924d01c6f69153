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
    BaringFollow,
    CountingFollow,
    Dealt,
    Follow,
    FollowSight,
    FollowTable,
    FollowView,
    FollowWords,
    Laid,
    follow,
    suit,
)
from tests.toys.peek import Peek, PeekSight, peek
from tests.toys.toy import shuffled
from triangulum.core.errors import IllegalAction, PositionError
from triangulum.core.game import Game
from triangulum.core.notation import parse_by_text
from triangulum.core.odds import Odds
from triangulum.core.state import CHANCE, OVER, Moves, State
from triangulum.core.view import Event, Preview, View
from triangulum.scene import Frame, Pane, Piece, Scene
from triangulum.scene.steps import Pick, Step

BROKEN: list[tuple[str, Game]] = []
"""Promise and game."""


def breaks(promise: str, name: str, game: Any = follow, **parts: Any) -> None:
    """Note a game, made of a right one with some parts changed, and the promise it breaks.

    Where two promises are broken by one mistake, it depends on the moves which of them is found first.
    """
    BROKEN.append((promise, game(name, **parts)))


# What has nothing to do with secrets.


class ShallowCopy(Follow):
    def copy(self) -> State:
        return self.setup.make(self.to_move, self.small, self.wide)


class ForgetfulCopy(Follow):
    def copy(self) -> State:
        other = super().copy()
        other.small[TRICKS] = u8(0)
        return other


class Unsorted(Follow):
    def legal(self) -> vec[i64]:
        return vec[i64](list(super().legal())[::-1])


class LeftoverMoves(Follow):
    """Says that there are as many moves as there ever were."""

    def list_legal(self, moves: Moves) -> None:
        before = moves.count
        super().list_legal(moves)
        moves.count = max(before, moves.count)


class Doubled(Follow):
    def legal(self) -> vec[i64]:
        legal = super().legal()
        return append(legal, legal[len(legal) - 1])


class OutOfBounds(Follow):
    def legal(self) -> vec[i64]:
        legal = super().legal()
        return legal if self.to_move == CHANCE else append(legal, i64(CARDS))


class Stuck(Follow):
    def legal(self) -> vec[i64]:
        return vec[i64]() if self.small[TRICKS] else super().legal()


class FailsHalfWay(Follow):
    def apply(self, action: i64) -> None:
        if self.to_move != CHANCE and self.small[LED] != NO_SUIT and suit(action) != self.small[LED]:
            self.small[action] = u8(TABLE + self.to_move)
            raise IllegalAction("one must follow suit after all")
        super().apply(action)


class RefusesTooLate(Follow):
    def play(self, action: SupportsIndex | str) -> None:
        self.small[TRICKS] += u8(1)
        super().play(action)
        self.small[TRICKS] -= u8(1)


class TakesAnything(Follow):
    def play(self, action: SupportsIndex | str) -> None:
        if isinstance(action, int) and action not in self.actions():
            return
        super().play(action)


class Crooked(Follow):
    def draw(self, rng: Random) -> i64:
        return min(super().draw(rng), super().draw(rng))


class TooFewWeights(Follow):
    def chances(self) -> vec[i64]:
        return vec[i64]([1])


class WeightOfNothing(Follow):
    def chances(self) -> vec[i64]:
        return vec[i64]([1] * (len(self.legal()) - 1) + [0])


class PicksTheFirst(Follow):
    def pick(self, rng: Random, room: Moves) -> i64:
        return self.legal()[0]


class PicksAnything(Follow):
    def pick(self, rng: Random, room: Moves) -> i64:
        return rng.randrange(CARDS)


class Restless(Follow):
    """Starts over once when both tricks are played."""

    def apply(self, action: i64) -> None:
        super().apply(action)
        if self.to_move == OVER and self.small[TRICKS + 2] < 2:
            self.to_move = CHANCE
            for card in range(CARDS):
                self.small[card] = u8(UNDEALT)


class LoadedLater(Follow):
    """Deals the lowest card whenever it can, but not the first."""

    def draw(self, rng: Random) -> i64:
        return super().draw(rng) if len(self.at(UNDEALT)) in (1, CARDS) else self.legal()[0]


class HiddenAttribute(Follow):
    """Remembers, where no copy does, how many cards were laid."""

    laid = 0

    def apply(self, action: i64) -> None:
        super().apply(action)
        self.laid += 1
        if self.laid == 9:
            self.small[TRICKS] = u8(7)


class EarlyWinner(Follow):
    def winners(self) -> list[int]:
        return [0] if self.small[TRICKS] else super().winners()


class Boundless(Follow):
    def estimate(self, seat: i64) -> float:
        return 3.0


class Unsound(Follow):
    def sound(self, effort: i64) -> vec[i64]:
        return vec[i64]()


class SoundButIllegal(Follow):
    def sound(self, effort: i64) -> vec[i64]:
        return vec[i64]([i64(card) for card in range(CARDS)])


class Worthless(Follow):
    def worth(self, action: i64) -> float:
        return float("nan")


class EverybodyGains(Follow):
    def returns(self) -> list[float]:
        return [1.0] * SEATS


class WrongGains(Follow):
    def returns(self) -> list[float]:
        return [-gain for gain in super().returns()]


class Moody(Follow):
    """Lets Python's own generator decide who leads first."""

    def apply(self, action: i64) -> None:
        super().apply(action)
        if self.to_move == 0 and not self.at(UNDEALT):
            self.small[LEADER] = u8(random.randrange(SEATS))
            self.to_move = i64(self.small[LEADER])


class Unkept(Follow):
    """Keeps who moves next where nothing that keeps states looks."""

    def __reduce__(self) -> Any:
        return self.setup.new, ()


class Ambiguous(FollowWords):
    def text(self, state: State, action: int) -> str:
        return "abcxyy"[action]


class Unreadable(FollowWords):
    def parse(self, state: State, text: str) -> int:
        return super().parse(state, "b" if text == "a" else text)


class MultiLine(FollowWords):
    def text(self, state: State, action: int) -> str:
        return f"card\n{super().text(state, action)}"


class LossyPosition(FollowWords):
    def position(self, state: State) -> str:
        text = super().position(state)
        return text[:-2] + "0]"


class Talkative(FollowWords):
    def parse_position(self, setup: Any, text: str) -> State:
        try:
            return super().parse_position(setup, text)
        except PositionError as error:
            raise PositionError(f"no!\n{error}") from None


class Crashing(FollowWords):
    def parse(self, state: State, text: str) -> int:
        return {state.text(action): action for action in state.actions()}[text]


class ListView(FollowView, frozen=True, kw_only=True):
    cards: list[int]


class Unhashable(FollowSight):
    def view(self, state: Follow, seat: int | None) -> View:
        view = msgspec.structs.asdict(super().view(state, seat))
        return ListView(**view, cards=[])


breaks("copy", "shallow copy", state=ShallowCopy)
breaks("copy", "forgetful copy", state=ForgetfulCopy)
breaks("actions", "unsorted actions", state=Unsorted)
breaks("actions", "action listed twice", state=Doubled)
breaks("actions", "moves that were legal before", state=LeftoverMoves)
breaks("actions", "action out of bounds", state=OutOfBounds)
breaks("actions", "nothing to play", state=Stuck)
breaks("playable", "fails half-way", state=FailsHalfWay)
breaks("refusal", "refuses too late", state=RefusesTooLate)
breaks("refusal", "takes anything", state=TakesAnything)
breaks("weights", "crooked draw", state=Crooked)
breaks("weights", "too few weights", state=TooFewWeights)
breaks("weights", "weight of nothing", state=WeightOfNothing)
breaks("picks", "picks the first", state=PicksTheFirst)
breaks("picks", "picks anything", state=PicksAnything)
breaks("length", "too long", state=Restless)
breaks("weights", "dice loaded later", state=LoadedLater)
breaks("copy", "hidden attribute", state=HiddenAttribute)
breaks("returns", "winner in mid-game", state=EarlyWinner)
breaks("guesses", "estimate without bounds", state=Boundless)
breaks("guesses", "worth is no number", state=Worthless)
breaks("sound", "nothing is sound", state=Unsound)
breaks("sound", "what is sound is not legal", state=SoundButIllegal)
breaks("returns", "everybody gains", state=EverybodyGains)
breaks("returns", "losers gain", state=WrongGains)
breaks("generator", "global generator", state=Moody)
breaks("keeping", "not pickled", state=Unkept)
breaks("keeping", "view with a list", sight=Unhashable())
breaks("text", "ambiguous text", words=Ambiguous())
breaks("text", "read back wrongly", words=Unreadable())
breaks("text", "text of two lines", words=MultiLine())
breaks("position", "lossy position", words=LossyPosition())
breaks("bad text", "many lines", words=Talkative())
breaks("bad text", "crash on nonsense", words=Crashing())


# How it looks and where it is touched.


class Unsteady(FollowTable):
    def scene(self, view: FollowView) -> Scene:
        self.drawn += 1
        return Scene(KIT, (), f"picture {self.drawn}")


class TwoKeys(FollowTable):
    def scene(self, view: FollowView) -> Scene:
        scene = super().scene(view)
        pane = scene.panes[0]
        return Scene(KIT, (msgspec.structs.replace(pane, pieces=pane.pieces * 2),))


class NoDrawing(FollowTable):
    def scene(self, view: FollowView) -> Scene:
        return Scene(KIT, (Pane("hand", Frame(0, 0, 9, 9), (Piece("x", "unicorn", 0, 0),)),))


class NotThere(FollowTable):
    def steps(self, view: FollowView, action: int) -> tuple[Step, ...]:
        return (Pick(f"card-{action + 1}"),)


class TouchedAlike(FollowTable):
    def steps(self, view: FollowView, action: int) -> tuple[Step, ...]:
        return super().steps(view, view.hand[0])


class Beginning(FollowTable):
    def steps(self, view: FollowView, action: int) -> tuple[Step, ...]:
        first = super().steps(view, view.hand[0])
        return first if action == view.hand[0] else (*first, *super().steps(view, action))


breaks("picture", "picture changes by itself", table=Unsteady())
breaks("picture", "two pieces of one key", table=TwoKeys())
breaks("picture", "symbol without a drawing", table=NoDrawing())
breaks("steps", "touches what is not there", table=NotThere())
breaks("steps", "touched alike", table=TouchedAlike())
breaks("steps", "one move begins another", table=Beginning())


# What has to do with secrets.


class LeakyView(FollowSight):
    """Shows, as the number of a hand, the sum of its cards."""

    def view(self, state: Follow, seat: int | None) -> View:
        view = super().view(state, seat)
        assert isinstance(view, FollowView)
        return msgspec.structs.replace(view, counts=tuple(sum(state.at(other)) for other in range(SEATS)))


class LeakyDeal(FollowSight):
    """Lets everybody see what is dealt."""

    def seen(self, state: Follow, action: int, seat: int | None) -> Sequence[Event]:
        if state.to_move == CHANCE:
            return [Dealt(to=(CARDS - len(state.at(UNDEALT))) // 2, card=action)]
        return super().seen(state, action, seat)


class LeakyPlay(FollowSight):
    """Lets everybody see what is laid face down."""

    def seen(self, state: Follow, action: int, seat: int | None) -> Sequence[Event]:
        events = super().seen(state, action, seat)
        return [msgspec.structs.replace(e, card=action) if isinstance(e, Laid) else e for e in events]


class LeakyPreview(FollowSight):
    """Tells the last to lay what the others have laid."""

    def preview(self, state: Follow, action: int) -> Preview:
        laid = [state.at(TABLE + seat) for seat in range(SEATS)]
        return Preview(words=f"against {laid}", worth=0.0)


class SecretRule(Follow):
    """Lets one lay the lowest card of all only if its neighbour holds the highest."""

    def legal(self) -> vec[i64]:
        legal = list(super().legal())
        if self.to_move == CHANCE or len(legal) < 2:
            return vec[i64](legal)
        return vec[i64](legal[1:] if self.small[CARDS - 1] == (self.to_move + 1) % SEATS else legal)


class Unmarked(FollowSight):
    """Turns the trick up, and says that this is no news."""

    def seen(self, state: Follow, action: int, seat: int | None) -> Sequence[Event]:
        return [msgspec.structs.replace(event, news=False) for event in super().seen(state, action, seat)]


class UnmarkedPeek(PeekSight):
    """Shows the mask aside, and says that this is no news: the peek could be taken back."""

    def seen(self, state: Peek, action: int, seat: int | None) -> Sequence[Event]:
        return [msgspec.structs.replace(event, news=False) for event in super().seen(state, action, seat)]


class TellingSkip(Follow):
    """Lays a follower's only possible card at once, so that all see that there was no choice."""

    def apply(self, action: i64) -> None:
        super().apply(action)
        if self.to_move >= 0 and self.small[LED] != NO_SUIT and len(self.legal()) == 1:
            self.apply(self.legal()[0])


class TrueRedeal(Follow):
    def redealt(self, seat: i64, rng: Random) -> State:
        return self.copy()


class PeekingRedeal(Follow):
    """Starts from where the cards really are instead of ordering them first."""

    def redealt(self, seat: i64, rng: Random) -> State:
        hidden = self.hidden_from(seat)
        turn = rng.randrange(max(1, len(hidden)))
        other = self.copy()
        for card, place in zip(hidden, [self.small[c] for c in hidden[turn:] + hidden[:turn]], strict=True):
            other.small[card] = place
        return other if other.fits() else self.copy()  # type: ignore[attr-defined]


class NoDeduction(Follow):
    """Forgets that who did not follow has none of that suit."""

    def fits(self) -> bool:
        return True


class Favourite(Follow):
    """Takes the better of two redeals, so to say."""

    def redealt(self, seat: i64, rng: Random) -> State:
        return min((super(Favourite, self).redealt(seat, rng) for _ in range(2)), key=State.to_bytes)


class Narrow(Peek):
    """Never lets the masks be dealt one way that is possible."""

    def redealt(self, seat: i64, rng: Random) -> State:
        if self.small[0] == 3 or self.to_move == CHANCE or seat >= 0 or self.small[6]:
            return super().redealt(seat, rng)
        other = super().redealt(seat, rng)
        while list(other.small)[:3] == [2, 1, 0]:
            other = super().redealt(seat, rng)
        return other


class ForgetsPeek(Peek):
    """Redeals the mask aside although the seat has looked at it."""

    def redealt(self, seat: i64, rng: Random) -> State:
        if self.small[6] or seat < 0 or self.to_move == CHANCE:
            return super().redealt(seat, rng)
        other = self.copy()
        masks = shuffled([mask for mask in range(3) if mask != self.small[seat]], rng)
        other.small[1 - seat], other.small[2] = u8(masks[0]), u8(masks[1])
        return other


class SharedRedeal(Follow):
    """Changes the state itself while redealing."""

    def redealt(self, seat: i64, rng: Random) -> State:
        other = super().redealt(seat, rng)
        self.small[TRICKS] += u8(1)
        return other


class Uncovered(FollowSight):
    """Does not say that what is laid face down was not shown."""

    def seen(self, state: Follow, action: int, seat: int | None) -> Sequence[Event]:
        return [msgspec.structs.replace(event, covered=False) for event in super().seen(state, action, seat)]


class TellingSign(Follow):
    """Has a sign of its own for every card, also for those that are laid face down."""

    def sign(self, action: i64, seat: i64) -> i64:
        return action


class BoldOdds(CountingFollow):
    """Does not draw conclusions: whoever did not follow may still have cards of the suit."""

    def ways(self, seat: int, hidden: list[int]) -> list[tuple[int, ...]]:
        return sorted(set(permutations(int(self.small[card]) for card in hidden)))


class SlightlyWrongOdds(CountingFollow):
    """Counts one way in eight twice, which a single position hardly shows."""

    def ways(self, seat: int, hidden: list[int]) -> list[tuple[int, ...]]:
        ways = super().ways(seat, hidden)
        return ways + ways[: len(ways) // 8]


class TellingOdds(CountingFollow):
    """Counts the truth once more."""

    def ways(self, seat: int, hidden: list[int]) -> list[tuple[int, ...]]:
        return [*super().ways(seat, hidden), tuple(int(self.small[card]) for card in hidden)]


class SilentOdds(CountingFollow):
    """Knows its odds in some worlds that look alike, and not in others."""

    def odds(self, seat: i64, odds: Odds) -> bool:
        return self.small[0] != 1 and super().odds(seat, odds)


class ForgetfulOdds(CountingFollow):
    """Has no odds for the first card, wherever it is."""

    def odds(self, seat: i64, odds: Odds) -> bool:
        super().odds(seat, odds)
        odds.list_at[0] = i64(0)
        return True


class NegativeOdds(CountingFollow):
    """Has one value less often than never."""

    def odds(self, seat: i64, odds: Odds) -> bool:
        super().odds(seat, odds)
        number = odds.new_list()
        odds.add(OPEN, i64(-1))
        odds.add(UNDEALT, i64(2))
        if self.hidden_from(seat):
            odds.list_at[self.hidden_from(seat)[0]] = number + 1
        return True


class WrongTotal(CountingFollow):
    """Says that there are more redeals than its values have together."""

    def odds(self, seat: i64, odds: Odds) -> bool:
        super().odds(seat, odds)
        if odds.lists:
            odds.totals[0] += i64(1)
        return True


class BusyOdds(CountingFollow):
    """Changes the state while it counts."""

    def odds(self, seat: i64, odds: Odds) -> bool:
        self.small[TRICKS] += u8(1)
        return super().odds(seat, odds)


class TellingBare(BaringFollow):
    """Leaves a hidden card where it is."""

    def bared(self, seat: i64, bare: State) -> bool:
        super().bared(seat, bare)
        bare.small[0] = self.small[0]
        return True


class SometimesBare(BaringFollow):
    """Is bared in some worlds that look alike, and not in others."""

    def bared(self, seat: i64, bare: State) -> bool:
        return self.small[0] != 1 and super().bared(seat, bare)


class LeftoverBare(BaringFollow):
    """Leaves what was there before where nothing is known."""

    def bared(self, seat: i64, bare: State) -> bool:
        before = list(bare.small)
        super().bared(seat, bare)
        for card in self.hidden_from(seat):
            bare.small[card] = before[card]
        return True


class SharedBare(BaringFollow):
    """Shows a bystander of the end the state itself."""

    def bared(self, seat: i64, bare: State) -> bool:
        super().bared(seat, bare)
        if self.to_move == OVER:
            bare.small = self.small
        return True


class BusyBare(BaringFollow):
    """Changes the state while it is bared."""

    def bared(self, seat: i64, bare: State) -> bool:
        self.small[TRICKS] += u8(1)
        return super().bared(seat, bare)


class ForgetfulBare(BaringFollow):
    """Does not let anybody know who leads."""

    def bared(self, seat: i64, bare: State) -> bool:
        super().bared(seat, bare)
        bare.small[LEADER] = u8(0)
        return True


class HeedlessOdds(BaringFollow):
    """Says that its odds depend on nothing."""

    def bared(self, seat: i64, bare: State) -> bool:
        while len(self.setup.heeded) <= SEATS:
            self.setup.heeded = append(self.setup.heeded, vec[u8]([0] * len(self.small)))
        return super().bared(seat, bare)


class DullSign(Follow):
    """Has the same sign for whatever is turned up."""

    def sign(self, action: i64, seat: i64) -> i64:
        last = self.to_move >= 0 and (self.to_move + 1) % SEATS == self.small[LEADER]
        return i64(0) if last else super().sign(action, seat)


breaks("sign", "sign tells", state=TellingSign)
breaks("sign", "sign tells nothing", state=DullSign)
breaks("secrets", "secrets denied", game=peek, secrets=False)
breaks("covered", "record tells", sight=Uncovered())


class Weather(Follow):
    """Between the tricks everybody sees the weather change, which means nothing."""

    def legal(self) -> vec[i64]:
        return vec[i64]([0, 1]) if self.to_move == CHANCE and not self.at(UNDEALT) else super().legal()

    def apply(self, action: i64) -> None:
        if self.to_move == CHANCE and not self.at(UNDEALT):
            self.to_move = i64(self.small[LEADER])
            return
        between = self.small[LED] != NO_SUIT
        super().apply(action)
        if between and self.small[LED] == NO_SUIT and self.to_move >= 0:
            self.to_move = CHANCE


class Change(Event, frozen=True, kw_only=True):
    """The weather changed."""

    to: int
    felt_by: int | None = None


class WeatherSight(FollowSight):
    def seen(self, state: Follow, action: int, seat: int | None) -> Sequence[Event]:
        if state.to_move == CHANCE and not state.at(UNDEALT):
            return [Change(to=action)]
        return super().seen(state, action, seat)


class WeatherWords(FollowWords):
    def text(self, state: State, action: int) -> str:
        assert isinstance(state, Follow)
        weather = state.to_move == CHANCE and not state.at(UNDEALT)
        return ["sun", "rain"][action] if weather else super().text(state, action)

    def parse(self, state: State, text: str) -> int:
        return parse_by_text(state, text, re.compile("[abcxyz]|sun.*|rain.*"), "a or rain")


class TellingWeather(WeatherSight):
    """Lets everybody see who holds the highest card when the weather changes."""

    def seen(self, state: Follow, action: int, seat: int | None) -> Sequence[Event]:
        events = super().seen(state, action, seat)
        holder = int(state.small[CARDS - 1])
        return [msgspec.structs.replace(e, felt_by=holder) if isinstance(e, Change) else e for e in events]


class NamingWeather(WeatherWords):
    """Writes, in a roll that everybody sees, who holds the highest card."""

    def text(self, state: State, action: int) -> str:
        text = super().text(state, action)
        return f"{text} on {state.small[CARDS - 1]}" if text in ("sun", "rain") else text


WEATHER = follow("weather", state=Weather, sight=WeatherSight(), words=WeatherWords(), longer=1)

breaks("news", "roll tells", state=Weather, sight=TellingWeather(), words=WeatherWords(), longer=1)
breaks("covered", "roll names", state=Weather, sight=WeatherSight(), words=NamingWeather(), longer=1)
breaks("view", "leaking view", sight=LeakyView())
breaks("seen", "leaking deal", sight=LeakyDeal())
breaks("seen or news", "leaking play", sight=LeakyPlay())
breaks("mover", "leaking preview", sight=LeakyPreview())
breaks("mover", "secret rule", state=SecretRule)
breaks("news", "reveal taken back", sight=Unmarked())
breaks("news", "peek taken back", game=peek, sight=UnmarkedPeek())
breaks("forced step or view", "telling skip", state=TellingSkip)
breaks("redeal varies", "redeal is the truth", state=TrueRedeal)
breaks("redeal is blind", "redeal looks at the truth", state=PeekingRedeal)
breaks("redeal is possible", "deduction ignored", state=NoDeduction)
breaks("redeal is even", "favourite worlds", state=Favourite)
breaks("redeal is even", "world left out", game=peek, state=Narrow)
breaks("view", "peek forgotten", game=peek, state=ForgetsPeek)
breaks("copy", "redeal changes the state", state=SharedRedeal)
breaks("bare", "bare tells", state=TellingBare)
breaks("bare", "bare in some worlds", state=SometimesBare)
breaks("bare", "bare with leftovers", state=LeftoverBare)
breaks("bare", "bare and shared", state=SharedBare)
breaks("bare", "baring changes the state", state=BusyBare)
breaks("bare", "bare and forgotten", state=ForgetfulBare)
breaks("bare", "odds that heed nothing", state=HeedlessOdds)
breaks("odds", "odds without deductions", state=BoldOdds)
breaks("odds", "odds that are slightly wrong", state=SlightlyWrongOdds)
breaks("odds", "odds tell", state=TellingOdds)
breaks("odds", "odds in some worlds", state=SilentOdds)
breaks("odds", "odds forgotten", state=ForgetfulOdds)
breaks("odds", "less often than never", state=NegativeOdds)
breaks("odds", "odds with a wrong total", state=WrongTotal)
breaks("odds", "counting changes the state", state=BusyOdds)
