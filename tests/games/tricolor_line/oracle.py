"""A slow and plain Tricolor Line, written from the rules page alone, to test the quick engine against.

Tricolor Line is a game by David Sun; tiles, costs and events here are rebuilt. Nothing here is shared with the engine.

A table has an agenda: what has to happen, the next thing first. `play` answers the first of them, whether a seat or
chance does, and goes on until there is something to answer again. Routes and points are found in
`routes`, and what the parts are is in `parts`.

Answers of seats: `draw 2`, `pile 1`, `at 2,-1 NE`, `build 2,-1 with R RR W`, `turn 2,-1 with R G`, `attack seat 3`,
`done`, `landslide 2,-1`, `detour 2,-1 ES`, `toll seat 2`, `leak seat 2`, `move 2,-1` and `to 3,0`, `draw 2` or `pass`
instead of an event that cannot be done, `discard R`; and whoever has hidden cards of both ages says which of those that
were named are old: `old R W`, `old none`.
Answers of chance: tiles such as `red cross` and `end`, colours, cards such as `RR`, for a toll also `old RR`, events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from tests.games.tricolor_line import oracle_routes as routes
from tests.games.tricolor_line.oracle_parts import (
    CARDS,
    END,
    Box,
    Tile,
    all_tiles,
    cards_in,
    end_payments,
    in_words,
    lies,
    payable,
    pieces,
    read_place,
    shown,
    turned,
)
from tests.games.tricolor_line.oracle_routes import ALL_SIDES, COLOURS, START, Place, Route, around

CHANCE = "chance"
OVER = "over"

PILES = (1, 2, 3)
FARTHEST = 8
FIRST_CARDS = 4
KEPT_CARDS = 5
MODIFYING_CARDS = 2


# ------------------------------------------------------------------------------------------- the agenda


class Step(NamedTuple):
    """Something that has to happen, and to which seat or pile."""

    what: str
    of: int


ANSWERED_BY_CHANCE = ("first top", "top", "identity", "card", "event", "toll card")
ANSWERED_IF_THERE_IS_A_CHOICE = ("take", "landslide", "detour", "toll", "leak", "relocation", "to", "instead")


@dataclass
class Table:
    """Everything there is to know about a game at one moment."""

    players: int
    round_limit: int
    box: Box
    agenda: list[Step]
    tiles: dict[Place, Tile]
    unseen: Counter[str]  # the tiles below the tops
    tops: dict[int, str]
    sizes: dict[int, int]  # of the piles, with their tops
    aside: Counter[str]  # identities that nobody has
    identities: list[str]
    pile: Counter[str]
    discards: Counter[str]
    new: list[Counter[str]]  # hidden cards in hand, drawn since the last shuffle
    old: list[Counter[str]]  # hidden cards in hand, drawn between the last two
    open: list[Counter[str]]  # cards taken as tolls or laid open, which all have seen
    events: Counter[str]
    used_events: Counter[str]
    looks: set[tuple[int, int]]  # who has seen whose identity
    skips: set[int]
    safe: set[int]  # who was attacked and has not played since
    end_distance: int = 0
    full_rounds: bool = False
    just_built: Place = START  # the last tile that was constructed
    turns: int = 0  # that are over, skipped ones included
    named: str = ""  # what is to be paid, as soon as it is said which cards are old
    taken: str = ""  # the tile to be placed
    lifted: Place = START  # the tile to be moved
    ending: str = ""  # "routes", "frozen" or "limit"
    ended_by: int | None = None
    told: tuple[str, ...] = ()  # what the last answer brought, as all saw it

    # ------------------------------------------------------------------------------------ looking at it

    @property
    def to_move(self) -> int | str:
        """The seat that answers, or "chance", or "over"."""
        if self.ending:
            return OVER
        step = self.agenda[0]
        return CHANCE if step.what in ANSWERED_BY_CHANCE else step.of

    def hand(self, seat: int) -> Counter[str]:
        """All cards of a seat."""
        return self.hidden(seat) + self.open[seat]

    def hidden(self, seat: int) -> Counter[str]:
        """The cards of a seat that nobody else has seen."""
        return self.new[seat] + self.old[seat]

    def others(self, seat: int) -> list[int]:
        """All seats but this one."""
        return [other for other in range(self.players) if other != seat]

    def blueprints(self) -> list[Place]:
        """Where blueprints lie."""
        return [place for place, tile in self.tiles.items() if tile.is_blueprint]

    def on_map(self) -> dict[Place, routes.Laid]:
        """The tiles as routes are looked for."""
        return {place: (tile.lie, tile.colour, tile.built) for place, tile in self.tiles.items()}

    def free_places(self, tiles: Iterable[Place]) -> set[Place]:
        """Every place next to one of these tiles where nothing lies."""
        near = {place for tile in tiles for place in around(tile)}
        return {(x, y) for x, y in near - set(self.tiles) if max(abs(x), abs(y)) <= FARTHEST}

    def may_lie(self, shape: str, place: Place) -> bool:
        """Whether this is far enough from Start, which only Ends have to be."""
        return shape != END or abs(place[0]) + abs(place[1]) >= self.end_distance

    def destinations(self, place: Place) -> set[Place]:
        """Where the tile that lies here could be moved so that all tiles hang together again."""
        rest = set(self.tiles) - {place}
        parts = pieces(rest)
        joining = {to for to in self.free_places(rest) if all(set(around(to)) & part for part in parts)}
        return {to for to in joining if self.may_lie(self.tiles[place].shape, to)}

    # --------------------------------------------------------------------------------------- what is legal

    def legal(self) -> set[str]:
        """Every answer that can be given."""
        if self.ending:
            return set()
        if self.to_move == CHANCE:
            return set(self.weights())
        return self._choices(self.agenda[0])

    def weights(self) -> dict[str, int]:
        """What chance can answer, and how many tiles or cards there are of each; nothing where a seat answers."""
        if self.ending:
            return {}
        step = self.agenda[0]
        return {name: copies for name, copies in self._pool(step).items() if copies}

    def _pool(self, step: Step) -> Counter[str]:
        """What chance draws from, empty where a seat answers."""
        what, of = step
        match what:
            case "first top":
                return Counter({tile: copies for tile, copies in self.unseen.items() if tile != END})
            case "top":
                return self.unseen
            case "identity":
                return self.aside
            case "card":
                return self.pile if self.pile.total() else self.discards
            case "event":
                return self.events if self.events.total() else self.used_events
            case "toll card":
                return self.new[of] + Counter({f"old {card}": copies for card, copies in self.old[of].items()})
        return Counter()

    def _choices(self, step: Step) -> set[str]:
        """Every answer that a seat can give to this."""
        what, seat = step
        match what:
            case "take":
                return {f"pile {pile}" for pile in PILES if self.sizes[pile] and self._can_be_placed(self.tops[pile])}
            case "lay":
                shape = self.taken.split()[-1]
                places = [place for place in self.free_places(self.tiles) if self.may_lie(shape, place)]
                return {f"at {shown(place)} {lie}" for place in places for lie in lies(shape)}
            case "draw":
                return {"draw 2", "draw 4"}
            case "act":
                return {*self._constructions(seat), *self._modifications(seat), *self._attacks(seat), "done"}
            case "landslide":
                exempt = (START, self.just_built)
                slides = [place for place, tile in self.tiles.items() if tile.built and place not in exempt]
                return {f"landslide {shown(place)}" for place in slides if self._has_blueprint_side(place)}
            case "detour":
                blueprints = [(place, self.tiles[place]) for place in self.blueprints()]
                return {
                    f"detour {shown(place)} {lie}"
                    for place, tile in blueprints
                    for lie in lies(tile.shape) - {tile.lie}
                }
            case "toll":
                return {f"toll seat {other}" for other in self.others(seat) if self.hidden(other)}
            case "leak":
                return {f"leak seat {other}" for other in self.others(seat) if (seat, other) not in self.looks}
            case "relocation":
                return {f"move {shown(place)}" for place in self.blueprints() if self.destinations(place)}
            case "to":
                return {f"to {shown(place)}" for place in self.destinations(self.lifted)}
            case "instead":
                return {f"draw {self.box.instead}", "pass"} if self._is_a_card_left() else set()
            case "discard":
                return {f"discard {card}" for card in self.hand(seat)}
            case "ages":
                return self._ages(seat)
        raise AssertionError(f"nobody is asked about {what!r}")

    def _can_be_placed(self, name: str) -> bool:
        """Whether there is a place for a tile."""
        return any(self.may_lie(name, place) for place in self.free_places(self.tiles))

    def _has_blueprint_side(self, place: Place) -> bool:
        """Whether the tile here could be a blueprint: not an End that costs nothing."""
        return self.tiles[place].shape != END or self.box.end_cost > 0

    def _is_a_card_left(self) -> bool:
        """Whether anybody could draw a card."""
        return bool(self.pile.total() or self.discards.total())

    def _constructions(self, seat: int) -> set[str]:
        """Every blueprint that can be paid, with every way to pay."""
        hand = self.hand(seat)
        found = set()
        for place in self.blueprints():
            tile = self.tiles[place]
            if tile.shape == END:
                ways = [cards for cards in end_payments(self.box.end_cost) if Counter(cards) <= hand]
            else:
                ways = payable(hand, str(tile.colour), self.box.costs[tile.shape])
            found |= {f"build {shown(place)} with {' '.join(cards)}" for cards in ways}
        return found

    def _modifications(self, seat: int) -> set[str]:
        """Every blueprint that looks different when turned, with every two cards in hand."""
        places = [place for place in self.blueprints() if turned(self.tiles[place].lie) != self.tiles[place].lie]
        hand = self.hand(seat)
        discards = [c for c in combinations_with_replacement(CARDS, MODIFYING_CARDS) if Counter(c) <= hand]
        return {f"turn {shown(place)} with {' '.join(cards)}" for place in places for cards in discards}

    def _attacks(self, seat: int) -> set[str]:
        """Everybody else who has played since being attacked, if there is a hand to discard."""
        if not self.hand(seat):
            return set()
        return {f"attack seat {other}" for other in self.others(seat) if other not in self.safe}

    def _ages(self, seat: int) -> set[str]:
        """Every way to say which of the named cards are old, of those that do not lie open."""
        named = self._hidden_among(seat, cards_in(self.named))
        found = set()
        for number in range(named.total() + 1):
            for cards in combinations(sorted(named.elements(), key=CARDS.index), number):
                old = Counter(cards)
                if old <= self.old[seat] and named - old <= self.new[seat]:
                    found.add(f"old {in_words(old) or 'none'}")
        return found

    def _hidden_among(self, seat: int, cards: Iterable[str]) -> Counter[str]:
        """Those of these cards of a seat that are hidden, as open ones go first."""
        return Counter(cards) - self.open[seat]

    # ------------------------------------------------------------------------------------------- answers

    def play(self, text: str) -> Table:
        """The table after one legal answer; this one stays as it is."""
        if text not in self.legal():
            raise ValueError(f"not legal here: {text!r}")
        table = self.copied()
        table.told = ()
        table._answer(table.agenda.pop(0), text)
        table._go_on()
        return table

    def copied(self) -> Table:
        """Another table that is the same."""
        return replace(
            self,
            agenda=list(self.agenda),
            tiles=dict(self.tiles),
            unseen=Counter(self.unseen),
            tops=dict(self.tops),
            sizes=dict(self.sizes),
            aside=Counter(self.aside),
            identities=list(self.identities),
            pile=Counter(self.pile),
            discards=Counter(self.discards),
            new=[Counter(cards) for cards in self.new],
            old=[Counter(cards) for cards in self.old],
            open=[Counter(cards) for cards in self.open],
            events=Counter(self.events),
            used_events=Counter(self.used_events),
            looks=set(self.looks),
            skips=set(self.skips),
            safe=set(self.safe),
        )

    def _next(self, *steps: Step) -> None:
        """Put these before all else on the agenda."""
        self.agenda = [*steps, *self.agenda]

    def _draw_cards(self, seat: int, number: int) -> None:
        """Have a seat draw cards next."""
        self._next(*[Step("card", seat)] * number)

    def _tell(self, text: str) -> None:
        """Note what happens."""
        self.told += (text,)

    def _shuffle_discards(self) -> None:
        """Cards that are old already are laid open, new ones become old, and the discards are the new pile."""
        self._tell(f"open {' / '.join(in_words(cards) for cards in self.old)}")
        for seat in range(self.players):
            self.open[seat] += self.old[seat]
        self.old, self.new = self.new, [Counter() for _ in range(self.players)]
        self.pile, self.discards = self.discards, Counter()

    def _answer(self, step: Step, text: str) -> None:
        """Do what was answered to this step, which is off the agenda."""
        what, of = step
        words = text.split()
        if what in ("act", "discard") and self._asks_for_ages(of, cards_in(text)):
            self._name(step, text)
            return
        match what:
            case "first top" | "top":
                self.unseen[text] -= 1
                self.tops[of] = text
                self._tell(f"pile {of} shows {text}")
            case "identity":
                self.aside[text] -= 1
                self.identities[of] = text
                self._tell(f"seat {of} has an identity")
            case "card":
                if not self.pile.total():
                    self._shuffle_discards()
                self.pile[text] -= 1
                self.new[of][text] += 1
                self._tell(f"seat {of} draws")
            case "take":
                pile = int(words[1])
                self.taken = self.tops.pop(pile)
                self.sizes[pile] -= 1
                self._tell(f"seat {of} takes {self.taken} from {pile}")
                self._next(Step("top", pile), Step("lay", of))
            case "lay":
                self._tell(f"seat {of} lays {self.taken} {words[2]} at {words[1]}")
                self._lay(read_place(words[1]), words[2])
            case "draw":
                number = int(words[1])
                self._tell(f"seat {of} chooses {number}")
                if number == 2:
                    self._next(Step("take", of), Step("act", of))
                self._draw_cards(of, number)
            case "act":
                self._act(of, words, Counter())
            case "discard":
                self._put_away(of, words[1], Counter())
            case "ages":
                self._pay_named(of, Counter(cards_in(text)))
            case _:
                self._answer_in_event(step, text)

    def _lay(self, place: Place, lie: str) -> None:
        """Lay the tile that was taken."""
        *colour, shape = self.taken.split()
        is_built = shape == END and self.box.end_cost == 0
        self.tiles[place] = Tile(shape, lie, colour[0] if colour else None, is_built)
        self.taken = ""

    def _asks_for_ages(self, seat: int, cards: Iterable[str]) -> bool:
        """Whether it has to be said how many of these cards are old: some are hidden, and hidden ones differ in age."""
        return self._has_both_ages(seat) and bool(self._hidden_among(seat, cards))

    def _has_both_ages(self, seat: int) -> bool:
        """Whether a seat holds old cards and new ones, which all know."""
        return min(self.old[seat].total(), self.new[seat].total()) > 0

    def _name(self, step: Step, text: str) -> None:
        """Name cards to be paid; which of them are old is the next question."""
        verb, *words = text.split()
        aim = "" if verb == "discard" else f" {self._tile_in_words(read_place(words[0]))}"
        self._tell(f"seat {step.of} names {in_words(Counter(cards_in(text)))} to {verb}{aim}")
        self.named = text
        self._next(Step("ages", step.of), step)

    def _pay_named(self, seat: int, old: Counter[str]) -> None:
        """Do what cards were named for, now that it is known which of them are old."""
        words, self.named = self.named.split(), ""
        named = self._hidden_among(seat, cards_in(" ".join(words)))
        self._tell(f"old: {in_words(old) or 'none'} of {in_words(named)}")
        self.agenda.pop(0)  # the question that was answered by naming cards
        if words[0] == "discard":
            self._put_away(seat, words[1], old)
        else:
            self._act(seat, words, old)

    def _put_away(self, seat: int, card: str, old: Counter[str]) -> None:
        """Discard a card, and go on until few enough are left."""
        self._tell(f"seat {seat} discards {card}")
        self._discard(seat, [card], old)
        self._next(Step("discard", seat))

    def _act(self, seat: int, words: list[str], old: Counter[str]) -> None:
        """Construct, modify, attack, or be done; but for the last, the seat is asked again."""
        verb = words[0]
        if verb == "done":
            return
        self._next(Step("act", seat))
        if verb == "attack":
            target = int(words[2])
            if self._has_both_ages(seat):
                self._tell(f"old: {in_words(self.old[seat])} of {in_words(self.hidden(seat))}")
            self._tell(f"seat {seat} attacks {target} for {in_words(self.hand(seat))}")
            self._discard(seat, list(self.hand(seat).elements()), self.old[seat])
            self.skips.add(target)
            self.safe.add(target)
            return
        place = read_place(words[1])
        self._discard(seat, words[3:], old)
        tile = self.tiles[place]
        paid = " ".join(words[3:])
        if verb == "turn":
            self.tiles[place] = replace(tile, lie=turned(tile.lie))
            self._tell(f"seat {seat} turns {self._tile_in_words(place)} for {paid}")
            return
        self.tiles[place] = replace(tile, built=True)
        self.just_built = place
        self._tell(f"seat {seat} builds {self._tile_in_words(place)} for {paid}")
        self._next(Step("event", seat))

    def _tile_in_words(self, place: Place) -> str:
        """What lies at a place, how and where."""
        tile = self.tiles[place]
        name = f"{tile.colour} {tile.shape}" if tile.colour else tile.shape
        return f"{name} {tile.lie} at {shown(place)}"

    def _discard(self, seat: int, cards: Iterable[str], old: Counter[str]) -> None:
        """Discard these cards: of each kind those that lie open first; of the hidden ones these are old.

        Where a seat has hidden cards of one age only, they are of that age.
        """
        paid = Counter(cards)
        hidden = self._hidden_among(seat, paid.elements())
        if not self.new[seat].total():
            old = hidden
        self.open[seat] -= paid - hidden
        self.old[seat] = self.old[seat] - old
        self.new[seat] = self.new[seat] - (hidden - old)
        self.discards += paid

    def _answer_in_event(self, step: Step, text: str) -> None:
        """An event is turned up, and happens."""
        what, seat = step
        words = text.split()
        match what:
            case "event":
                self._draw_event(seat, text)
            case "landslide":
                place = read_place(words[1])
                self.tiles[place] = replace(self.tiles[place], built=False)
                self._tell(f"landslide: {self._tile_in_words(place)}")
            case "detour":
                place = read_place(words[1])
                self.tiles[place] = replace(self.tiles[place], lie=words[2])
                self._tell(f"detour: {self._tile_in_words(place)}")
            case "toll":
                self._tell(f"seat {seat} tolls {words[2]}")
                self._next(Step("toll card", int(words[2])))
            case "toll card":
                victim, taker, card = seat, self.seat_in_turn, words[-1]
                held = self.old[victim] if words[0] == "old" else self.new[victim]
                held -= Counter([card])
                self.open[taker][card] += 1
                self._tell(f"seat {taker} gets {text} from {victim}")
            case "leak":
                self.looks.add((seat, int(words[2])))
                self._tell(f"seat {seat} looks at {words[2]}")
            case "relocation":
                self.lifted = read_place(words[1])
                self._tell(f"up: {self._tile_in_words(self.lifted)}")
                self._next(Step("to", seat))
            case "to":
                place = read_place(words[1])
                self.tiles[place] = self.tiles.pop(self.lifted)
                self.lifted = START
                self._tell(f"down: {self._tile_in_words(place)}")
            case "instead":
                self._tell(f"seat {seat} {'passes' if text == 'pass' else 'draws instead'}")
                self._draw_cards(seat, 0 if text == "pass" else self.box.instead)

    def _draw_event(self, seat: int, name: str) -> None:
        """Turn up an event, from the used ones if no others are left, and let it happen next."""
        if not self.events.total():
            self.events, self.used_events = self.used_events, Counter()
        self.events[name] -= 1
        self.used_events[name] += 1
        event = self.box.events[name]
        if event.effect == "supplies":
            self._tell(f"event {name}")
            self._draw_cards(seat, event.gives)
            return
        step = Step(event.effect, seat)
        if self._choices(step):
            self._tell(f"event {name}")
            self._next(step)
        else:
            self._tell(f"event {name} in vain")
            self._next(Step("instead", seat))

    # ------------------------------------------------------------------------- what happens without asking

    @property
    def seat_in_turn(self) -> int:
        """Whose turn it is, once the first tiles lie."""
        return self.turns % self.players

    def _go_on(self) -> None:
        """Do what needs no answer, until something does."""
        while not self.ending:
            if not self._needs_no_answer(self.agenda[0]):
                return
            self._do(self.agenda.pop(0))

    def _needs_no_answer(self, step: Step) -> bool:
        """Whether nobody has anything to say about this."""
        what, of = step
        if what in ("turn", "turn played", "end of turn", "next turn"):
            return True
        if what == "card":
            return not self._is_a_card_left()
        if what == "top":
            return not self.sizes[of]
        if what == "discard":
            return self.hand(of).total() <= KEPT_CARDS
        return what in ANSWERED_IF_THERE_IS_A_CHOICE and len(self._choices(step)) < 2

    def _do(self, step: Step) -> None:
        """Do what needs no answer, which is off the agenda."""
        what, of = step
        if what == "turn":
            self._begin_turn(of)
        elif what == "end of turn":
            self._end_turn(of)
        elif what == "next turn":
            self._pass_on()
        elif what == "turn played":
            self.safe.discard(of)
        elif what in ANSWERED_IF_THERE_IS_A_CHOICE:
            choices = self._choices(step)
            if choices:
                self._answer(step, choices.pop())

    def _begin_turn(self, seat: int) -> None:
        """A turn has all its phases, or none if it is skipped."""
        self._next(Step("next turn", seat))
        if seat in self.skips:
            self.skips.remove(seat)
            self._tell(f"seat {seat} skips")
            return
        phases = ("draw", "discard", "turn played", "end of turn")
        self._next(*[Step(phase, seat) for phase in phases])

    def _end_turn(self, seat: int) -> None:
        """See whether tiles have ended the game."""
        everybody_had_a_turn = self.turns + 1 >= self.players
        if routes.best_pair(self.on_map()) and (everybody_had_a_turn or not self.full_rounds):
            self.ending, self.ended_by = "routes", seat
        elif not self._choices(Step("take", seat)) and not self.blueprints():
            self.ending = "frozen"
        if self.ending:
            self.turns += 1
            self._tell(f"over: {self.ending}")

    def _pass_on(self) -> None:
        """The next seat has a turn, unless this was the last one."""
        self.turns += 1
        if self.turns < self.round_limit * self.players:
            self._next(Step("turn", self.seat_in_turn))
            return
        self.ending = "limit"
        self._tell(f"over: {self.ending}")

    # ------------------------------------------------------------------------------------------- the end

    def scored_routes(self) -> tuple[Route, ...]:
        """The routes that are scored, or would be if the game ended now."""
        return routes.scored_routes(self.on_map())

    def points(self) -> list[int]:
        """What each seat has, or would have if the game ended now without bonus."""
        on_map = self.on_map()
        scored = self.scored_routes()
        return [
            routes.points(on_map, scored, self.identities[seat], self.hand(seat).elements(), seat == self.ended_by)
            for seat in range(self.players)
        ]

    def winners(self) -> set[int]:
        """The seats with most points when the game is over, nobody before."""
        if not self.ending:
            return set()
        points = self.points()
        return {seat for seat in range(self.players) if points[seat] == max(points)}

    def returns(self) -> list[float]:
        """What each seat gets: losers pay their share, winners split it."""
        winners = self.winners()
        if not winners:
            return [0.0] * self.players
        paid = (self.players - len(winners)) / (self.players - 1)
        return [paid / len(winners) if seat in winners else -1 / (self.players - 1) for seat in range(self.players)]


def start(
    players: int = 2,
    round_limit: int = 60,
    box: Box | None = None,
    end_distance: int = 0,
    full_rounds: bool = False,
) -> Table:
    """A new game, with Start on the table and everything else about to be dealt."""
    if not 2 <= players <= 8 or round_limit < 1:
        raise ValueError(f"2 to 8 players and at least one round, not {players} and {round_limit}")
    box = box or Box()
    tiles = all_tiles(box)
    seats = range(players)
    agenda = [Step("first top", pile) for pile in PILES]
    agenda += [Step("identity", seat) for seat in seats]
    agenda += [Step("card", seat) for seat in seats for _ in range(FIRST_CARDS)]
    agenda += [Step("take", seat) for seat in seats]
    agenda += [Step("turn", 0)]
    return Table(
        players=players,
        round_limit=round_limit,
        box=box,
        agenda=agenda,
        tiles={START: Tile("start", ALL_SIDES, None, built=True)},
        unseen=tiles,
        tops={},
        sizes={pile: tiles.total() // len(PILES) for pile in PILES},
        aside=Counter(dict.fromkeys(COLOURS, 3)),
        identities=[""] * players,
        pile=Counter(box.cards),
        discards=Counter(),
        new=[Counter() for _ in seats],
        old=[Counter() for _ in seats],
        open=[Counter() for _ in seats],
        events=Counter({name: event.copies for name, event in box.events.items()}),
        used_events=Counter(),
        looks=set(),
        skips=set(),
        safe=set(),
        end_distance=end_distance,
        full_rounds=full_rounds,
    )
