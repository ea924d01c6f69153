# compiled by mypyc
"""The turn of Tricolor Line: who is asked what, and what follows, as ``docs/rules/tricolor-line.md`` tells it.

A turn is a small stack of pending questions. ``settle`` takes what needs no answer off the stack and does it, until a
seat or chance has to answer; ``_apply`` is the answer.
"""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.state import CHANCE, OVER
from triangulum.games.tricolor_line.choices import Choices
from triangulum.games.tricolor_line.ground import (
    ATTACKED,
    BUILT,
    DIVERTED,
    DREW_EVENT,
    LEAKED,
    PLACED,
    PUT_DOWN,
    SKIPPED,
    SLID,
    TOLLED,
    TOOK,
    TOOK_UP,
    TURNED,
)
from triangulum.games.tricolor_line.lookup import (
    ASK_ACTION,
    ASK_COUNT,
    ASK_DEAL,
    ASK_DETOUR,
    ASK_DISCARD,
    ASK_DRAW,
    ASK_END,
    ASK_EVENT,
    ASK_FIRST,
    ASK_IDENTITY,
    ASK_LANDSLIDE,
    ASK_LEAK,
    ASK_PILE,
    ASK_PLACE,
    ASK_RELOCATE,
    ASK_RESETTLE,
    ASK_TOLL,
    ASK_TOLL_CARD,
    ASK_TOP,
    ASK_TOPS,
    ASK_TURN,
    AT,
    ATTACK,
    BUILD,
    BY_LIMIT,
    BY_ROUTES,
    BY_STANDSTILL,
    CARDS,
    DEPTH,
    DETOUR,
    DISCARD,
    DIVERT,
    DONE,
    DRAW,
    END,
    EVENT,
    FIRST_HAND,
    HAND_LIMIT,
    HIDDEN,
    IDENTITY,
    LANDSLIDE,
    LAST,
    LEAK,
    LOOK,
    LOOKED,
    MOVE,
    OPEN,
    ORIGIN,
    PAIRS,
    PAYMENTS,
    PILE,
    PILE_SIZE,
    PILES,
    RELOCATION,
    ROUND,
    SAFE,
    SHAPES,
    SKIPS,
    SLIDE,
    SUPPLIES,
    TAKE_TOLL,
    TAKEN,
    TO,
    TOLL,
    TOP,
    TURN,
    TURN_OF,
    UNSEEN,
    USED,
    USED_EVENTS,
    WHY,
    WILD,
    TricolorTables,
    face_of,
    lie_of,
    lowest,
)
from triangulum.games.tricolor_line.routes import Routes


class Turn(Choices):
    """The questions of a turn, their answers, and what is done between them."""

    # What needs no answer.

    def settle(self) -> None:
        """Go on until somebody, or chance, is asked."""
        while self.to_move != OVER and not self.is_asked():
            pass

    def is_asked(self) -> bool:
        """Tell whether the next question needs an answer, and whose; otherwise do what it stands for."""
        kind = self.top()
        if kind == ASK_ACTION:
            self.byte_fields[EVENT] = u8(0)
            return self.asks(self.turn_of())
        if kind == ASK_DRAW:
            if self.top_argument() == 0 or self.source_of_cards() < 0:
                self.pop()
                return False
            return self.asks(CHANCE)
        if kind in (ASK_COUNT, ASK_PLACE):
            return self.asks(self.turn_of())
        if kind in (ASK_TOP, ASK_EVENT, ASK_TOLL_CARD):
            return self.asks(CHANCE)
        if kind == ASK_PILE:
            return self.asks_for_pile()
        if kind == ASK_DISCARD:
            if self.hand_size(self.turn_of()) <= HAND_LIMIT:
                self.pop()
                return False
            return self.asks(self.turn_of())
        if kind == ASK_END:
            self.pop()
            self.end_turn()
            return False
        if kind == ASK_TURN:
            self.begin_turn()
            return False
        if kind <= ASK_FIRST:
            return self.asks_in_set_up(kind)
        return self.asks_for_target()

    def asks(self, who: i64) -> bool:
        """Let somebody answer."""
        self.to_move = who
        return True

    def asks_in_set_up(self, kind: i64) -> bool:
        """Let chance lay out tops, identities and hands, and then seats place their first tiles."""
        small = self.byte_fields
        if kind == ASK_TOPS:
            if small[TOP + PILES - 1]:
                self.pop()
                return False
            return self.asks(CHANCE)
        if kind == ASK_IDENTITY:
            if small[IDENTITY + self.setup.players - 1]:
                self.pop()
                return False
            return self.asks(CHANCE)
        if kind == ASK_DEAL:
            if self.sum_bytes(HIDDEN, CARDS * self.setup.players) == FIRST_HAND * self.setup.players:
                self.pop()
                return False
            return self.asks(CHANCE)
        seat = self.top_argument()
        self.pop()
        if seat == self.setup.players:
            small[TURN_OF] = u8(0)
            small[ROUND] = u8(1)
            return False
        small[TURN_OF] = u8(seat)
        self.push(ASK_FIRST, seat + 1)
        self.push(ASK_PILE)
        return False

    def asks_for_pile(self) -> bool:
        """Ask for a pile, unless there is only one, or none."""
        left = self.piles_left()
        if left & (left - 1):
            return self.asks(self.turn_of())
        self.pop()
        if left:
            self.take(lowest(left))
        return False

    def asks_for_target(self) -> bool:
        """Ask for what an event does, unless all can see that there is one answer."""
        if self.top() == ASK_RELOCATE and len(self.movable(2)) > 1:
            return self.asks(self.turn_of())
        answers = self._legal_actions()
        if len(answers) > 1:
            return self.asks(self.turn_of())
        self.answer(answers[0])
        return False

    def begin_turn(self) -> None:
        """Begin a turn, or skip it."""
        mask = bit(self.turn_of())
        if i64(self.byte_fields[SKIPS]) & mask:
            self.change(SKIPS, -mask)
            self.note(SKIPPED)
            self.go_on()
            return
        self.push(ASK_END)
        self.push(ASK_DISCARD)
        self.push(ASK_COUNT)

    def end_turn(self) -> None:
        """Look whether the game ends with this turn."""
        mask = bit(self.turn_of())
        if i64(self.byte_fields[SAFE]) & mask:
            self.change(SAFE, -mask)
        if self.has_two_routes():
            self.finish(BY_ROUTES)
        elif self.is_at_standstill():
            self.finish(BY_STANDSTILL)
        else:
            self.go_on()

    def has_two_routes(self) -> bool:
        """Tell whether two Ends have shortest routes that share no tile."""
        return len(Routes(cast(TricolorTables, self.setup), self.byte_fields).pair()) > 0

    def is_at_standstill(self) -> bool:
        """Tell whether nothing can change any more."""
        return not self.piles_left() and len(self.blueprints()) == 0

    def go_on(self) -> None:
        """Let the next seat have its turn, or end the game after the last round."""
        small = self.byte_fields
        seat = self.turn_of() + 1
        if seat < self.setup.players:
            small[TURN_OF] = u8(seat)
        elif i64(small[ROUND]) >= cast(TricolorTables, self.setup).round_limit:
            self.finish(BY_LIMIT)
        else:
            small[TURN_OF] = u8(0)
            small[ROUND] = u8(i64(small[ROUND]) + 1)

    def finish(self, why: i64) -> None:
        """End the game, and lay all hands open."""
        small = self.byte_fields
        while small[DEPTH]:
            self.pop()
        small[WHY] = u8(why)
        self.open_hands()
        self.to_move = OVER

    # Answers.

    def _apply(self, action: i64) -> None:
        """Answer the question on top, and go on."""
        # Plans are about tiles: cards that come and go leave them as they are.
        if self.top() not in (ASK_COUNT, ASK_DRAW, ASK_DISCARD):
            self.plan = None
        if self.to_move == CHANCE:
            self.happen(action)
        else:
            self.answer(action)
        self.settle()

    def happen(self, outcome: i64) -> None:
        """Let chance turn up a tile, or draw a card."""
        small = self.byte_fields
        kind = self.top()
        if kind == ASK_DRAW:
            left = self.top_argument() - 1
            self.pop()
            self.push(ASK_DRAW, left)
            self.draw_card(self.turn_of(), outcome)
        elif kind in (ASK_TOP, ASK_TOPS):
            pile = self.top_argument()
            if kind == ASK_TOP:
                self.pop()
            else:
                pile = self.tops_seen()
            small[TOP + pile] = u8(outcome + 1)
            self.change(UNSEEN + outcome, -1)
        elif kind == ASK_EVENT:
            self.pop()
            self.draw_event(outcome)
        elif kind == ASK_TOLL_CARD:
            victim = self.top_argument()
            self.pop()
            self.change(HIDDEN + CARDS * victim + outcome, -1)
            self.change(OPEN + CARDS * self.turn_of() + outcome, 1)
        elif kind == ASK_DEAL:
            self.draw_card(self.dealt_to(), outcome)
        else:
            small[IDENTITY + self.identities_dealt()] = u8(outcome + 1)

    def tops_seen(self) -> i64:
        """Return how many first tops have been turned up."""
        found: i64 = 0
        while self.byte_fields[TOP + found]:
            found += 1
        return found

    def identities_dealt(self) -> i64:
        """Return how many identities have been dealt."""
        found: i64 = 0
        while self.byte_fields[IDENTITY + found]:
            found += 1
        return found

    def dealt_to(self) -> i64:
        """Return who gets the next card of the first hands."""
        return self.sum_bytes(HIDDEN, CARDS * self.setup.players) // FIRST_HAND

    def answer(self, action: i64) -> None:
        """Do what was chosen."""
        if action < AT:
            self.choose(action)
        elif action < BUILD:
            self.place(action - AT)
        elif action < TURN:
            self.build((action - BUILD) // PAYMENTS, (action - BUILD) % PAYMENTS)
        elif action < ATTACK:
            self.modify((action - TURN) // PAIRS, (action - TURN) % PAIRS)
        elif action < DONE:
            self.attack(action - ATTACK)
        elif action == DONE:
            self.pop()
        elif action < DISCARD:
            self.pop()
            self.aim(action)
        else:
            self.pay(self.to_move, action - DISCARD, 1)

    def choose(self, action: i64) -> None:
        """Choose how many cards to draw, or a pile."""
        self.pop()
        if action >= PILE:
            self.take(action - PILE)
            return
        if action == DRAW:
            self.push(ASK_ACTION)
            self.push(ASK_PILE)
        self.push(ASK_DRAW, 2 + 2 * (action - DRAW))

    def take(self, pile: i64) -> None:
        """Take the top of a pile; the next one will be turned up before it is placed."""
        self.plan = None
        small = self.byte_fields
        face = i64(small[TOP + pile]) - 1
        code = 1 + 8 * face + (1 if face == END else 0)
        small[TAKEN] = u8(code)
        small[TOP + pile] = u8(0)
        self.change(PILE_SIZE + pile, -1)
        self.note(TOOK, pile, code)
        self.push(ASK_PLACE)
        if small[PILE_SIZE + pile]:
            self.push(ASK_TOP, pile)

    def place(self, where: i64) -> None:
        """Place the tile that has been taken."""
        self.pop()
        self.lay(where >> 2, i64(self.byte_fields[TAKEN]) + 2 * (where & 3))
        self.byte_fields[TAKEN] = u8(0)
        self.note(PLACED, where >> 2, i64(self.byte_fields[where >> 2]))

    def lay(self, place: i64, code: i64) -> None:
        """Put a tile on the table, or change the one there."""
        self.byte_fields[place] = u8(code)
        self.set_place(LAST, place)

    def build(self, place: i64, payment: i64) -> None:
        """Construct a blueprint; an event follows."""
        setup = cast(TricolorTables, self.setup)
        code = i64(self.byte_fields[place])
        face = face_of(code)
        at = PAYMENTS * setup.face_cost[face] + payment
        colour = face // SHAPES
        self.pay(self.to_move, 2 * colour, setup.pay_single[at])
        self.pay(self.to_move, 2 * colour + 1, setup.pay_double[at])
        self.pay(self.to_move, WILD, setup.pay_wild[at])
        self.lay(place, code + 1)
        self.note(BUILT, place, code + 1)
        self.push(ASK_EVENT)

    def modify(self, place: i64, pair: i64) -> None:
        """Turn a blueprint a quarter clockwise."""
        setup = cast(TricolorTables, self.setup)
        self.pay(self.to_move, setup.pair_one[pair], 1)
        self.pay(self.to_move, setup.pair_other[pair], 1)
        self.turn_to(place, (lie_of(i64(self.byte_fields[place])) + 1) % self.lies_at(place))
        self.note(TURNED, place, i64(self.byte_fields[place]))

    def turn_to(self, place: i64, lie: i64) -> None:
        """Let a tile lie another way."""
        code = i64(self.byte_fields[place])
        self.lay(place, code + 2 * (lie - lie_of(code)))

    def attack(self, victim: i64) -> None:
        """Discard the hand, and let somebody skip a turn."""
        for card in range(i64(CARDS)):
            self.pay(self.to_move, card, self.held(self.to_move, card))
        mask = bit(victim)
        self.byte_fields[SKIPS] = u8(i64(self.byte_fields[SKIPS]) | mask)
        self.byte_fields[SAFE] = u8(i64(self.byte_fields[SAFE]) | mask)
        self.note(ATTACKED, victim)

    # Events.

    def draw_event(self, event: i64) -> None:
        """Draw an event, which happens at once; two cards come in place of one that cannot be done."""
        small = self.byte_fields
        if i64(small[USED]) == self.event_cards():
            for at in range(USED_EVENTS, USED_EVENTS + i64(small[USED])):
                small[at] = u8(0)
            small[USED] = u8(0)
        small[USED_EVENTS + i64(small[USED])] = u8(event)
        self.change(USED, 1)
        small[EVENT] = u8(event + 1)
        possible = self.is_possible(event)
        self.note(DREW_EVENT, event, 1 if possible else 0)
        if event == SUPPLIES or not possible:
            self.push(ASK_DRAW, 2)
        elif event == LANDSLIDE:
            self.push(ASK_LANDSLIDE)
        elif event == DETOUR:
            self.push(ASK_DETOUR)
        elif event == TOLL:
            self.push(ASK_TOLL)
        elif event == LEAK:
            self.push(ASK_LEAK)
        else:
            self.push(ASK_RELOCATE)

    def is_possible(self, event: i64) -> bool:
        """Tell whether there is something that an event could be done to."""
        if event == LANDSLIDE:
            return len(self.built_tiles()) > 0
        if event == DETOUR:
            return len(self.turnable()) > 0
        if event == RELOCATION:
            return len(self.movable(1)) > 0
        if event == TOLL:
            return any(self.can_be_tolled(seat) for seat in range(self.setup.players))
        return True

    def aim(self, action: i64) -> None:
        """Do an event to its target."""
        small = self.byte_fields
        seat = self.turn_of()
        if action < DIVERT:
            self.lay(action - SLIDE, i64(small[action - SLIDE]) - 1)
            self.note(SLID, action - SLIDE, i64(small[action - SLIDE]))
        elif action < TAKE_TOLL:
            place = (action - DIVERT) >> 2
            self.turn_to(place, (action - DIVERT) & 3)
            self.note(DIVERTED, place, i64(small[place]))
        elif action < LOOK:
            self.note(TOLLED, action - TAKE_TOLL)
            self.push(ASK_TOLL_CARD, action - TAKE_TOLL)
        elif action < MOVE:
            small[LOOKED + seat] = u8(i64(small[LOOKED + seat]) | bit(action - LOOK))
            self.note(LEAKED, action - LOOK)
        elif action < TO:
            self.take_up(action - MOVE)
        else:
            self.lay(action - TO, i64(small[TAKEN]))
            self.note(PUT_DOWN, action - TO, i64(small[TAKEN]))
            small[TAKEN] = u8(0)
            self.set_place(ORIGIN, -1)

    def take_up(self, place: i64) -> None:
        """Take a tile from the table, to be put down elsewhere."""
        code = i64(self.byte_fields[place])
        self.note(TOOK_UP, place, code)
        self.byte_fields[TAKEN] = u8(code)
        self.byte_fields[place] = u8(0)
        self.set_place(ORIGIN, place)
        if self.place_at(LAST) == place:
            self.set_place(LAST, -1)
        self.push(ASK_RESETTLE)
