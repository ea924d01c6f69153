# compiled by mypyc
"""What may be chosen in Tricolor Line at each question, and what chance may bring."""

from __future__ import annotations

from typing import cast

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.core.state import ActionBuffer
from triangulum.games.tricolor_line.ground import Ground
from triangulum.games.tricolor_line.lookup import (
    ASK_ACTION,
    ASK_COUNT,
    ASK_DEAL,
    ASK_DETOUR,
    ASK_DISCARD,
    ASK_DRAW,
    ASK_EVENT,
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
    AT,
    ATTACK,
    BUILD,
    CARDS,
    COLOURS,
    DISCARD,
    DIVERT,
    DONE,
    DRAW,
    END,
    EVENTS,
    FACES,
    HIDDEN,
    IDENTITY,
    LOOK,
    MOVE,
    ORIGIN,
    PAIRS,
    PAYMENTS,
    PILE,
    PILE_SIZE,
    PILES,
    SAFE,
    SHAPES,
    SLIDE,
    TAKE_TOLL,
    TAKEN,
    TO,
    TURN,
    UNSEEN,
    USED,
    USED_EVENTS,
    WILD,
    TricolorTables,
    face_of,
    lie_of,
)


class Choices(Ground):
    """Answers to the question on top."""

    # What may be answered.

    def _legal_actions(self) -> vec[i64]:
        """Return the answers to the question on top."""
        kind = self.top()
        if kind == ASK_ACTION:
            moves = ActionBuffer()
            self.list_actions(moves)
            return moves.actions[: moves.count]
        if kind == ASK_PLACE:
            return self.legal_placements()
        if kind == ASK_LANDSLIDE:
            return shifted(self.built_tiles(), SLIDE)
        if kind == ASK_DETOUR:
            return self.legal_detours()
        if kind == ASK_RELOCATE:
            return shifted(self.movable(), MOVE)
        if kind == ASK_RESETTLE:
            return shifted(self.places_for(self.place_at(ORIGIN)), TO)
        found = vec[i64](capacity=FACES)
        if kind == ASK_COUNT:
            return append(append(found, i64(DRAW)), i64(DRAW + 1))
        if kind == ASK_PILE:
            for pile in range(i64(PILES)):
                if self.byte_fields[PILE_SIZE + pile]:
                    found = append(found, PILE + pile)
        elif kind == ASK_DISCARD:
            for card in range(i64(CARDS)):
                if self.held(self.to_move, card):
                    found = append(found, DISCARD + card)
        elif kind == ASK_TOLL:
            for seat in range(self.setup.players):
                if self.can_be_tolled(seat):
                    found = append(found, TAKE_TOLL + seat)
        elif kind == ASK_LEAK:
            for seat in range(self.setup.players):
                if seat != self.turn_of():
                    found = append(found, LOOK + seat)
        else:
            for outcome in range(self.outcomes(kind)):
                if self.likelihood(kind, outcome):
                    found = append(found, outcome)
        return found

    def _list_legal_actions(self, moves: ActionBuffer) -> None:
        """Put the same into room that is kept, at least the many actions."""
        if self.top() == ASK_ACTION:
            self.list_actions(moves)
        else:
            moves.copy_from(self._legal_actions())

    def list_actions(self, moves: ActionBuffer) -> None:
        """List every construction, modification and attack, and to be done."""
        setup = cast(TricolorTables, self.setup)
        small = self.byte_fields
        seat = self.to_move
        held = vec[i64]([0] * CARDS)
        size: i64 = 0
        for card in range(i64(CARDS)):
            held[card] = self.held(seat, card)
            size += held[card]
        lies = setup.lies
        face_cost = setup.face_cost
        payments = setup.payments
        pay_single = setup.pay_single
        pay_double = setup.pay_double
        pay_wild = setup.pay_wild
        found = moves.reserve(setup.players)
        count: i64 = 0
        if size:
            blueprints = self.blueprints()
            found = moves.reserve(i64(len(blueprints)) * (1 + size * size // 2))
            wild = held[WILD]
            for place in blueprints:
                face = face_of(i64(small[place]))
                cost = face_cost[face]
                single = held[2 * (face // SHAPES)]
                double = held[2 * (face // SHAPES) + 1]
                if single + 2 * double + wild < cost:
                    continue
                if count + PAYMENTS > i64(len(found)):
                    found = moves.reserve(count + PAYMENTS)
                first = PAYMENTS * cost
                base = BUILD + PAYMENTS * place - first
                for at in range(first, first + payments[cost]):
                    if pay_single[at] <= single and pay_double[at] <= double and pay_wild[at] <= wild:
                        found[count] = base + at
                        count += 1
            if size >= 2:
                pairs = pairs_in(held)
                number = i64(len(pairs))
                for place in blueprints:
                    if lies[face_of(i64(small[place]))] > 1:
                        if count + number > i64(len(found)):
                            found = moves.reserve(count + number)
                        base = TURN + PAIRS * place
                        for i in range(number):
                            found[count] = base + pairs[i]
                            count += 1
            found = moves.reserve(count + setup.players)
            safe = i64(small[SAFE])
            for other in range(setup.players):
                if other != seat and not safe >> other & 1:
                    found[count] = ATTACK + other
                    count += 1
        found[count] = DONE
        moves.count = count + 1

    def legal_placements(self) -> vec[i64]:
        """Return every place and lie for the tile that has been taken."""
        lies = cast(TricolorTables, self.setup).lies[face_of(i64(self.byte_fields[TAKEN]))]
        places = self.free_places()
        found = vec[i64]([0] * (lies * i64(len(places))))
        at: i64 = 0
        for place in places:
            for lie in range(lies):
                found[at] = AT + 4 * place + lie
                at += 1
        return found

    def legal_detours(self) -> vec[i64]:
        """Return every blueprint with every other way for it to lie."""
        found = vec[i64](capacity=64)
        for place in self.turnable():
            own = lie_of(i64(self.byte_fields[place]))
            for lie in range(self.lies_at(place)):
                if lie != own:
                    found = append(found, DIVERT + 4 * place + lie)
        return found

    def can_be_tolled(self, seat: i64) -> bool:
        """Tell whether a seat has a card that nobody else has seen."""
        return seat != self.turn_of() and self.hidden_size(seat) > 0

    # Chance.

    def outcomes(self, kind: i64) -> i64:
        """Return how many outcomes a chance step could have at most."""
        if kind in (ASK_TOPS, ASK_TOP):
            return FACES
        if kind == ASK_IDENTITY:
            return COLOURS
        return EVENTS if kind == ASK_EVENT else CARDS

    def likelihood(self, kind: i64, outcome: i64) -> i64:
        """Return how many cards or tiles would bring an outcome."""
        small = self.byte_fields
        if kind in (ASK_DRAW, ASK_DEAL):
            return i64(small[self.source_of_cards() + outcome])
        if kind == ASK_TOP:
            return i64(small[UNSEEN + outcome])
        if kind == ASK_TOPS:
            return i64(small[UNSEEN + outcome]) if outcome != END else 0
        if kind == ASK_TOLL_CARD:
            return i64(small[HIDDEN + CARDS * self.top_argument() + outcome])
        if kind == ASK_IDENTITY:
            return self.identities_left(outcome)
        return self.events_left(outcome)

    def identities_left(self, colour: i64) -> i64:
        """Return how many identities of a colour have not been dealt."""
        left = cast(TricolorTables, self.setup).identities
        for seat in range(self.setup.players):
            if i64(self.byte_fields[IDENTITY + seat]) == colour + 1:
                left -= 1
        return left

    def events_left(self, event: i64) -> i64:
        """Return how many events of a kind can be drawn: all of them once the pile has ended."""
        setup = cast(TricolorTables, self.setup)
        count = setup.event_counts[event]
        used = i64(self.byte_fields[USED])
        if used == self.event_cards():
            return count
        for at in range(USED_EVENTS, USED_EVENTS + used):
            if i64(self.byte_fields[at]) == event:
                count -= 1
        return count

    def event_cards(self) -> i64:
        """Return how many event cards there are."""
        found: i64 = 0
        for count in cast(TricolorTables, self.setup).event_counts:
            found += count
        return found

    def _chance_weights(self) -> vec[i64]:
        """Return outcomes by how many cards or tiles would bring them."""
        kind = self.top()
        weights = vec[i64](capacity=FACES)
        for outcome in range(self.outcomes(kind)):
            weight = self.likelihood(kind, outcome)
            if weight:
                weights = append(weights, weight)
        return weights

    def sample_chance(self, rng: Random) -> i64:
        """Draw a tile or a card without listing what there is."""
        kind = self.top()
        if kind in (ASK_DRAW, ASK_DEAL):
            pile = self.source_of_cards()
            return self.locate_by_count(pile, rng.randrange(self.sum_bytes(pile, CARDS)))
        if kind == ASK_TOP:
            return self.locate_by_count(UNSEEN, rng.randrange(self.sum_bytes(UNSEEN, FACES)))
        return super().sample_chance(rng)


def pairs_in(held: vec[i64]) -> vec[i64]:
    """Return every two cards that are held, as the setup numbers pairs: by the first card, then by the other."""
    found = vec[i64](capacity=PAIRS)
    first: i64 = 0
    for one in range(i64(CARDS)):
        if held[one]:
            if held[one] >= 2:
                found = append(found, first)
            for other in range(one + 1, i64(CARDS)):
                if held[other]:
                    found = append(found, first + other - one)
        first += CARDS - one
    return found


def shifted(numbers: vec[i64], by: i64) -> vec[i64]:
    """Return numbers, which nobody else has, with something added to each."""
    for at in range(i64(len(numbers))):
        numbers[at] = numbers[at] + by
    return numbers
