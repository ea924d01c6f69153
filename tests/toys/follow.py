"""Follow: three players, six cards, two tricks, played face down.

Cards 0-2 are of suit 0 and 3-5 of suit 1, rising in rank. Each player is dealt two. The leader plays a card face down
and names its suit. The others follow suit if they can, face down, too. Then all cards are turned up, and the highest
card of the suit led takes the trick and leads. Most tricks win.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import count, permutations
from typing import Any

import msgspec
from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64, u8

from tests.toys.toy import ToySetup, declare_toy, shuffled
from triangulum.core.game import Game
from triangulum.core.learning.belief import Belief
from triangulum.core.notation import parse_legal_action
from triangulum.core.options import Options
from triangulum.core.state import CHANCE, OVER, State
from triangulum.core.views import GameEvent, Preview, View, watcher_name
from triangulum.errors import PositionError
from triangulum.scene import Drawing, Frame, Kit, Pane, Piece, Rect, Scene
from triangulum.scene.steps import Pick, Step
from triangulum.text import Reader, Text

CARDS = 6
SEATS = 3
UNDEALT, TABLE, OPEN = (
    3,
    4,
    7,
)  # where a card is: 0-2 in that hand; TABLE + seat face down; OPEN + seat turned up

# State.byte_fields: where each card is, then shown voids by seat and suit, the suit led, the leader, and tricks won.
VOID = CARDS
LED = VOID + 2 * SEATS
LEADER = LED + 1
TRICKS = LEADER + 1
LENGTH = TRICKS + SEATS
NO_SUIT = 2


def suit(card: int) -> int:
    return card // 3


class Follow(State):
    """A position in Follow."""

    def cards_at(self, place: int) -> list[int]:
        """Return the cards at a place."""
        return [card for card in range(CARDS) if self.byte_fields[card] == place]

    def _legal_actions(self) -> vec[i64]:
        if self.to_move == CHANCE:
            return vec[i64](self.cards_at(UNDEALT))
        hand = self.cards_at(self.to_move)
        following = [card for card in hand if suit(card) == self.byte_fields[LED]]
        return vec[i64](following or hand)

    def _apply(self, action: i64) -> None:
        if self.to_move == CHANCE:
            self.deal(action)
            return
        seat = self.to_move
        if self.byte_fields[LED] == NO_SUIT:
            self.byte_fields[LED] = u8(suit(action))
        self.byte_fields[action] = u8(TABLE + seat)
        self.to_move = (seat + 1) % SEATS
        if self.to_move == self.byte_fields[LEADER]:
            self.resolve_trick()

    def deal(self, card: int) -> None:
        dealt = CARDS - len(self.cards_at(UNDEALT))
        self.byte_fields[card] = u8(dealt // 2)
        if dealt + 1 == CARDS:
            self.to_move = 0

    def resolve_trick(self) -> None:
        """Turn the trick up, note who didn't follow suit, and let the winner lead."""
        led = self.byte_fields[LED]
        laid = {seat: self.cards_at(TABLE + seat)[0] for seat in range(SEATS)}
        for seat, card in laid.items():
            self.byte_fields[card] = u8(OPEN + seat)
            if suit(card) != led:
                self.byte_fields[i64(VOID + 2 * seat + led)] = u8(1)
        winner = max((card, seat) for seat, card in laid.items() if suit(card) == led)[1]
        self.byte_fields[TRICKS + winner] += u8(1)
        self.byte_fields[LED] = u8(NO_SUIT)
        self.byte_fields[LEADER] = u8(winner)
        self.to_move = winner if self.cards_at(winner) else OVER

    def winners(self) -> list[int]:
        tricks = [self.byte_fields[TRICKS + seat] for seat in range(SEATS)]
        if self.to_move != OVER:
            return []
        return [seat for seat in range(SEATS) if tricks[seat] == max(tricks)]

    def _resample(self, seat: i64, rng: Random) -> State:
        hidden = self.list_hidden_cards(seat)
        for _ in count():
            other = self.copy()
            for card, place in zip(
                shuffled(hidden, rng), sorted(self.byte_fields[card] for card in hidden), strict=True
            ):
                other.byte_fields[card] = place
            if other.is_consistent():  # type: ignore[attr-defined]
                return other
        raise AssertionError

    def list_hidden_cards(self, seat: int) -> list[int]:
        """Return the cards whose faces a seat hasn't seen."""
        own = {seat, TABLE + seat} if seat >= 0 else set()
        return [
            card
            for card in range(CARDS)
            if self.byte_fields[card] < OPEN and self.byte_fields[card] not in own | {UNDEALT}
        ] + (self.cards_at(UNDEALT))

    def is_consistent(self) -> bool:
        """Return whether the hands agree with everything everybody has seen."""
        led = self.byte_fields[LED]
        for seat in range(SEATS):
            held = [suit(card) for card in self.cards_at(seat)]
            laid = [suit(card) for card in self.cards_at(TABLE + seat)]
            if any(self.byte_fields[VOID + 2 * seat + colour] and colour in held + laid for colour in (0, 1)):
                return False
            if laid and laid[0] != led and (seat == self.byte_fields[LEADER] or led in held):
                return False
        return True


class CountingFollow(Follow):
    """Has beliefs, by trying every possible placement of the hidden cards."""

    def belief(self, seat: i64, belief: Belief) -> bool:
        hidden = self.list_hidden_cards(seat)
        ways = [dict(zip(hidden, places, strict=True)) for places in self.list_placements(seat, hidden)]
        for card in hidden:
            number = belief.begin_distribution()
            for place, weight in sorted(Counter(way[card] for way in ways).items()):
                belief.add_value(place, weight)
            belief.assign_distribution_to_byte(number, card)
        return True

    def list_placements(self, seat: int, hidden: list[int]) -> list[tuple[int, ...]]:
        """Return all consistent placements of the hidden cards."""
        ways = []
        for places in sorted(set(permutations(int(self.byte_fields[card]) for card in hidden))):
            other = self.copy()
            for card, place in zip(hidden, places, strict=True):
                other.byte_fields[card] = u8(place)
            if other.is_consistent():  # type: ignore[attr-defined]
                ways.append(places)
        return ways


class ObservableFollow(CountingFollow):
    """Writes observations: hidden cards are sorted, so only their number in each place is known."""

    def observe_into(self, seat: i64, observation: State) -> bool:
        observation.to_move = self.to_move
        observation.byte_fields = self.byte_fields[:]
        hidden = sorted(self.list_hidden_cards(seat))
        for card, place in zip(hidden, sorted(self.byte_fields[card] for card in hidden), strict=True):
            observation.byte_fields[card] = place
        return True


class FollowView(View, frozen=True, kw_only=True):
    """The seat's own cards, and everything that is face up."""

    hand: tuple[int, ...]
    laid: tuple[int, ...]
    counts: tuple[int, ...]
    covered: tuple[int, ...]
    turned_up: tuple[tuple[int, ...], ...]
    led: int
    leader: int
    voids: tuple[int, ...]
    tricks: tuple[int, ...]


class Dealt(GameEvent, frozen=True, kw_only=True):
    """A card was dealt; only its owner sees which."""

    to: int
    card: int | None


class Laid(GameEvent, frozen=True, kw_only=True):
    """A card was laid face down; only its owner sees which."""

    seat: int
    card: int | None
    led: int | None


class TurnedUp(GameEvent, frozen=True, kw_only=True):
    """The trick is turned up for everybody."""

    cards: tuple[int, ...]


class FollowViewBuilder:
    """Builds what seats may know in Follow."""

    def view(self, state: Follow, seat: int | None) -> View:
        fields = list(state.byte_fields)
        return FollowView(
            seat=seat,
            to_move=state.to_move,
            hand=() if seat is None else tuple(state.cards_at(seat)),
            laid=() if seat is None else tuple(state.cards_at(TABLE + seat)),
            counts=tuple(len(state.cards_at(other)) for other in range(SEATS)),
            covered=tuple(len(state.cards_at(TABLE + other)) for other in range(SEATS)),
            turned_up=tuple(tuple(state.cards_at(OPEN + other)) for other in range(SEATS)),
            led=fields[LED],
            leader=fields[LEADER],
            voids=tuple(fields[VOID:LED]),
            tricks=tuple(fields[TRICKS:]),
        )

    def events(self, state: Follow, action: int, seat: int | None) -> Sequence[GameEvent]:
        if state.to_move == CHANCE:
            to = (CARDS - len(state.cards_at(UNDEALT))) // 2
            return [Dealt(to=to, card=action if seat == to else None, covered=seat != to)]
        mover = state.to_move
        leads = state.byte_fields[LED] == NO_SUIT
        # It is news to the others that the leader has a card of the suit led.
        events: list[GameEvent] = [
            Laid(
                seat=mover,
                card=action if seat == mover else None,
                led=suit(action) if leads else None,
                news=leads and seat != mover,
                covered=seat != mover,
            )
        ]
        if (mover + 1) % SEATS == state.byte_fields[LEADER]:
            laid = {action: mover} | {card: other for other in range(SEATS) for card in state.cards_at(TABLE + other)}
            events.append(TurnedUp(cards=tuple(sorted(laid, key=lambda card: laid[card])), news=True))
        return events

    def preview(self, state: Follow, action: int) -> Preview:
        return Preview(words=f"lays {state.format_action(action)}", worth=float(action))


class FollowNotation:
    """Follow in text."""

    def format_action(self, state: State, action: int) -> str:
        return "abcxyz"[action]

    def parse_action(self, state: State, text: str) -> int:
        return parse_legal_action(state, text, re.compile("[abcxyz]"), tuple("abcxyz"))

    def format_position(self, state: State) -> str:
        return f"{state.to_move} {msgspec.json.encode(list(state.byte_fields)).decode()}"

    def parse_position(self, setup: Any, text: str) -> State:
        match = re.fullmatch(r"(-?\d) (\[(?:\d,)*\d\])", text)
        numbers = msgspec.json.decode(match[2], type=list[int]) if match else []
        if not match or len(numbers) != len(setup.start) or int(match[1]) not in range(-2, SEATS):
            raise PositionError(f"{text[:20]!r} is not a mover and {len(setup.start)} digits")
        state: State = setup.state_from_fields(int(match[1]), vec[u8](numbers), vec[i64]())
        return state

    def text_board(self, view: View, reader: Reader) -> str:
        return str(view)

    def narrate(self, events: Sequence[GameEvent]) -> Sequence[Text]:
        return [str(event) for event in events]


KIT = Kit.create("follow", {"card": Drawing((Rect(-10, -15, 20, 30, 3, fill="paper", stroke="ink"),))})


class FollowRenderer:
    """Draws the seat's hand, and how many cards the others have."""

    drawn = 0

    def scene(self, view: FollowView) -> Scene:
        hand = [
            Piece(f"card-{card}", "card", 20.0 + 30 * at, 20.0, label="abcxyz"[card])
            for at, card in enumerate(view.hand)
        ]
        backs = [
            Piece(f"seat-{seat}", "card", 20.0, 20.0 + 40 * seat, label=str(count))
            for seat, count in enumerate(view.counts)
        ]
        return Scene(
            KIT,
            (Pane("table", Frame(0, 0, 40, 140), tuple(backs)), Pane("hand", Frame(0, 0, 100, 40), tuple(hand))),
            f"seen by {watcher_name(view.seat)}",
        )

    def touch_steps(self, view: FollowView, action: int) -> tuple[Step, ...]:
        return (Pick(f"card-{action}"),)


class FollowOptions(Options, frozen=True, kw_only=True):
    """Nothing to choose."""

    players: int = SEATS


START = [UNDEALT] * CARDS + [0] * 6 + [NO_SUIT, 0] + [0] * SEATS


def declare_follow(
    id: str = "follow",
    state: type[Follow] = Follow,
    notation: Any = None,
    view_builder: Any = None,
    renderer: Any = None,
    longer: int = 0,
) -> Game:
    """Declare Follow, or a variant with some parts replaced."""

    def rules(game: Game, options: Any, components: Any) -> ToySetup:
        setup = ToySetup(game, options, components, state, START, CHANCE)
        setup.num_actions = setup.max_chance_outcomes = CARDS
        setup.max_length = 2 * CARDS + longer
        return setup

    return declare_toy(
        id,
        SEATS,
        rules,
        notation or FollowNotation(),
        view_builder or FollowViewBuilder(),
        FollowOptions,
        renderer or FollowRenderer(),
    )


FOLLOW = declare_follow()
COUNTING = declare_follow("counting follow", CountingFollow)
OBSERVABLE = declare_follow("observable follow", ObservableFollow)
