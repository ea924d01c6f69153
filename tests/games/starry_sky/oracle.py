"""A slow and plain Starry Sky Trick-Taking, written from the rules page alone, to test the quick engine against.

Starry Sky Trick-Taking is a game by Ryohei Kurahashi. Nothing here is shared with the engine.

Cards are `R1` to `R12` and `B1` to `B12`. A sky gives every star, 1 to 12, its point in whole numbers; squares
are 100 wide. Lines are pairs of stars, the lower one first, with a colour, `R` or `B`.

Actions: `R7` lays a card face down (and names its colour if it leads), `3-7` draws a line, `erase 3-7` erases
what the segment between these stars crosses, and `keep` leaves the board as it is. Stars of a pair are written
lower first. A line without an alternative is drawn by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations

Point = tuple[int, int]
Pair = tuple[int, int]
Sky = Mapping[int, Point]
Lines = Mapping[Pair, str]

SEATS = (0, 1, 2)
COLOURS = ("R", "B")
STARS = tuple(range(1, 13))
CARDS = frozenset(f"{colour}{number}" for colour in COLOURS for number in STARS)
CARDS_DEALT = 8
TRICKS = 7

BORDERS = (0, 100, 200, 300)
SQUARES = tuple((column, row) for row in range(3) for column in range(3))
FURTHEST_SQUARES = 2
LINES_AT_A_STAR = 3

CLEAR_OF_BORDERS = 12
CLEAR_OF_STARS = 30
CLEAR_OF_SEGMENTS = 6

LAY, DRAW, ERASE, OVER = "lay", "draw", "erase", "over"
KEEP = "keep"


def colour_of(card: str) -> str:
    """The colour of a card, R or B."""
    return card[0]


def star_of(card: str) -> int:
    """The number of a card: its star, and what it bids."""
    return int(card[1:])


def is_small(card: str) -> bool:
    """Whether a card is S, and not L."""
    return star_of(card) <= 6


def pair_of(one: int, other: int) -> Pair:
    """Two stars, the lower one first."""
    return (min(one, other), max(one, other))


def written(pair: Pair) -> str:
    """A pair of stars as text."""
    return f"{pair[0]}-{pair[1]}"


# ---------------------------------------------------------------------------------------------- geometry


def square_of(point: Point) -> tuple[int, int]:
    """The column and row of the square that a point lies in."""
    return (point[0] // 100, point[1] // 100)


def reach(a: Point, b: Point) -> bool:
    """Whether two points are near enough for a line: at most two steps across square borders."""
    (column_a, row_a), (column_b, row_b) = square_of(a), square_of(b)
    return abs(column_a - column_b) + abs(row_a - row_b) <= FURTHEST_SQUARES


def crosses(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Whether the segments p–q and r–s have one point in common that is an end of neither.

    That point is p + t (q - p) and also r + u (s - r). These are two equations, for across and for down,
    and Cramer's rule gives t and u.
    """
    pq = (q[0] - p[0], q[1] - p[1])
    rs = (s[0] - r[0], s[1] - r[1])
    pr = (r[0] - p[0], r[1] - p[1])
    determinant = pq[0] * rs[1] - pq[1] * rs[0]
    if determinant == 0:
        return False  # parallel, on one line, or without length
    t = Fraction(pr[0] * rs[1] - pr[1] * rs[0], determinant)
    u = Fraction(pr[0] * pq[1] - pr[1] * pq[0], determinant)
    return 0 < t < 1 and 0 < u < 1


def pairs_cross(sky: Sky, one: Pair, other: Pair) -> bool:
    """Whether the segments of two pairs of stars cross; meeting at a shared star is not crossing."""
    if set(one) & set(other):
        return False
    return crosses(sky[one[0]], sky[one[1]], sky[other[0]], sky[other[1]])


def in_line(p: Point, q: Point, r: Point) -> bool:
    """Whether three points lie on one straight line."""
    return (q[0] - p[0]) * (r[1] - p[1]) == (q[1] - p[1]) * (r[0] - p[0])


def squared_distance(p: Point, q: Point) -> int:
    """The square of the distance between two points."""
    return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2


def squared_distance_to_segment(p: Point, a: Point, b: Point) -> Fraction:
    """The square of the distance from p to the nearest point of the segment a–b."""
    length = squared_distance(a, b)
    if length == 0:
        return Fraction(squared_distance(p, a))
    along = Fraction((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1]), length)
    along = max(Fraction(0), min(Fraction(1), along))
    nearest_x = a[0] + along * (b[0] - a[0])
    nearest_y = a[1] + along * (b[1] - a[1])
    return (p[0] - nearest_x) ** 2 + (p[1] - nearest_y) ** 2


# ----------------------------------------------------------------------------------------------- the sky


def numbered(points: Sequence[Point]) -> dict[int, Point]:
    """The sky whose stars 1, 2, 3 and so on lie at these points."""
    return dict(enumerate(points, start=1))


def sky_faults(sky: Sky) -> list[str]:
    """What is wrong with a given sky; nothing if it may be played on."""
    if set(sky) != set(STARS):
        return [f"the stars are {sorted(sky)}, not 1 to 12"]
    faults: list[str] = []
    for star, (x, y) in sky.items():
        if not (0 <= x <= 300 and 0 <= y <= 300):
            faults.append(f"star {star} is off the board")
        if x in BORDERS or y in BORDERS:
            faults.append(f"star {star} is on a border")
    for a, b in combinations(STARS, 2):
        if sky[a] == sky[b]:
            faults.append(f"stars {a} and {b} are at one point")
    for square in SQUARES:
        count = len([star for star in STARS if square_of(sky[star]) == square])
        if count not in (1, 2):
            faults.append(f"square {square} holds {count} stars, not one or two")
    for a, b, c in combinations(STARS, 3):
        differ = len({sky[a], sky[b], sky[c]}) == 3
        if differ and in_line(sky[a], sky[b], sky[c]):
            faults.append(f"stars {a}, {b} and {c} are in line")
    return faults


def drawn_sky_faults(sky: Sky) -> list[str]:
    """What is wrong with a drawn sky, which keeps its stars apart as well."""
    faults = sky_faults(sky)
    if set(sky) != set(STARS):
        return faults
    for star in STARS:
        for border in BORDERS:
            if any(abs(coordinate - border) < CLEAR_OF_BORDERS for coordinate in sky[star]):
                faults.append(f"star {star} is too near to border {border}")
    for a, b in combinations(STARS, 2):
        if squared_distance(sky[a], sky[b]) < CLEAR_OF_STARS**2:
            faults.append(f"stars {a} and {b} are too near to each other")
        for star in STARS:
            if star in (a, b):
                continue
            if squared_distance_to_segment(sky[star], sky[a], sky[b]) < CLEAR_OF_SEGMENTS**2:
                faults.append(f"star {star} is too near to the segment {a}-{b}")
    return faults


# --------------------------------------------------------------------------------------------- the board


def points(sky: Sky, lines: Lines) -> int:
    """What a board is worth: 1 for each line and 1 for each pair of lines of one colour that cross."""
    crossings = [
        (one, other)
        for one, other in combinations(lines, 2)
        if lines[one] == lines[other] and pairs_cross(sky, one, other)
    ]
    return len(lines) + len(crossings)


def lines_at(star: int, lines: Lines) -> int:
    """How many lines, of either colour, end at a star."""
    return len([pair for pair in lines if star in pair])


def may_draw(sky: Sky, lines: Lines, pair: Pair, colour: str) -> bool:
    """Whether a line of this colour is legal on this board."""
    if not reach(sky[pair[0]], sky[pair[1]]):
        return False
    if any(lines_at(star, lines) >= LINES_AT_A_STAR for star in pair):
        return False
    if any(other_colour != colour and pairs_cross(sky, pair, other) for other, other_colour in lines.items()):
        return False
    return pair not in lines


def erased_by(sky: Sky, lines: Lines, segment: Pair) -> set[Pair]:
    """The lines of either colour that a segment between two stars crosses, if it is one that may erase at all."""
    if segment[0] == segment[1]:
        return set()
    if not reach(sky[segment[0]], sky[segment[1]]):
        return set()
    return {pair for pair in lines if pairs_cross(sky, segment, pair)}


def check_picture(sky: Sky, lines: Iterable[tuple[int, int, str]]) -> list[str]:
    """What cannot be right about a board, given as (star, star, colour) for every line there is.

    A list and not a mapping, so that a pair joined twice can be told.
    """
    drawn = list(lines)
    faults: list[str] = []
    for a, b, colour in drawn:
        if colour not in COLOURS:
            faults.append(f"line {a}-{b} has the colour {colour!r}")
        if a not in sky or b not in sky:
            return [*faults, f"line {a}-{b} ends at no star"]
        if a == b:
            faults.append(f"line {a}-{b} joins a star with itself")
        if not reach(sky[a], sky[b]):
            faults.append(f"line {a}-{b} is too long")
    for star in STARS:
        count = len([line for line in drawn if star in line[:2]])
        if count > LINES_AT_A_STAR:
            faults.append(f"star {star} has {count} lines")
    for (a, b, colour), (c, d, other_colour) in combinations(drawn, 2):
        if {a, b} == {c, d}:
            faults.append(f"stars {a} and {b} are joined twice")
        if colour != other_colour and crosses(sky[a], sky[b], sky[c], sky[d]):
            faults.append(f"line {a}-{b} crosses line {c}-{d} of the other colour")
    return faults


# ---------------------------------------------------------------------------------------------- a trick


def majority_colour(cards: Sequence[str]) -> str:
    """The colour of at least two of three cards."""
    (colour,) = [colour for colour in COLOURS if len([card for card in cards if colour_of(card) == colour]) >= 2]
    return colour


def winning_card(cards: Sequence[str]) -> str:
    """The card that wins: the lowest of the majority colour if most of all three are S, otherwise the highest."""
    colour = majority_colour(cards)
    can_win = [card for card in cards if colour_of(card) == colour]
    small = len([card for card in cards if is_small(card)])
    if small >= 2:
        return min(can_win, key=star_of)
    return max(can_win, key=star_of)


@dataclass(frozen=True)
class Trick:
    """Three cards that have been turned up, in the order in which they were laid."""

    leader: int
    cards: tuple[str, ...]

    def seat_of(self, card: str) -> int:
        """Who laid a card."""
        return (self.leader + self.cards.index(card)) % 3

    @property
    def led_colour(self) -> str:
        """The colour that the leader named."""
        return colour_of(self.cards[0])

    @property
    def majority(self) -> str:
        """The majority colour."""
        return majority_colour(self.cards)

    @property
    def winner(self) -> int:
        """The seat that wins the trick."""
        return self.seat_of(winning_card(self.cards))

    @property
    def majority_stars(self) -> list[int]:
        """The stars of the two or three cards of the majority colour."""
        return sorted(star_of(card) for card in self.cards if colour_of(card) == self.majority)

    @property
    def minority_star(self) -> int | None:
        """The star of the card of the other colour, if there is one."""
        for card in self.cards:
            if colour_of(card) != self.majority:
                return star_of(card)
        return None


# --------------------------------------------------------------------------------------------- the game


@dataclass(frozen=True)
class Position:
    """Everything there is to know about a game at one moment."""

    sky: Sky
    hands: tuple[frozenset[str], ...]
    erasing: str = "off"  # or "after" or "before" drawing
    face_down: tuple[str, ...] = ()  # in the order laid, the leader's first
    tricks: tuple[Trick, ...] = ()
    lines: Lines = field(default_factory=dict)
    asks: str = LAY
    lines_to_draw: int = 0  # how many the winner of the last trick still has to draw, as far as there are any
    erasing_used: frozenset[int] = frozenset()  # the seats that have erased

    # ------------------------------------------------------------------------------------ looking at it

    @property
    def leader(self) -> int:
        """Who leads the trick that is being laid or comes next: the winner of the last one, seat 0 the first."""
        return self.tricks[-1].winner if self.tricks else 0

    @property
    def led_colour(self) -> str | None:
        """The colour that the leader has named for the cards that lie face down."""
        return colour_of(self.face_down[0]) if self.face_down else None

    @property
    def to_move(self) -> int | None:
        """The seat that decides, None when the game is over."""
        if self.asks == OVER:
            return None
        if self.asks == LAY:
            return (self.leader + len(self.face_down)) % 3
        return self.tricks[-1].winner

    def tricks_won(self, seat: int) -> int:
        """How many tricks a seat has won."""
        return len([trick for trick in self.tricks if trick.winner == seat])

    def total(self) -> int:
        """The points on the board as it stands."""
        return points(self.sky, self.lines)

    def picture(self) -> list[tuple[int, int, str]]:
        """The lines as (star, star, colour), in order."""
        return sorted((a, b, colour) for (a, b), colour in self.lines.items())

    # ------------------------------------------------------------------------------------ what is legal

    def legal(self) -> set[str]:
        """Every legal action of the seat to move."""
        if self.asks == LAY:
            return set(self._cards_to_lay())
        if self.asks == DRAW:
            return {written(pair) for pair in self._lines_to_choose_from()}
        if self.asks == ERASE:
            return {f"erase {written(segment)}" for segment in self._erasings()} | {KEEP}
        return set()

    def _cards_to_lay(self) -> frozenset[str]:
        """Any card for the leader; for the others those of the named colour, or any if there are none."""
        assert self.to_move is not None
        hand = self.hands[self.to_move]
        follows = frozenset(card for card in hand if colour_of(card) == self.led_colour)
        return follows or hand

    def _lines_to_choose_from(self) -> list[Pair]:
        """The legal lines between stars of the majority cards of the last trick."""
        trick = self.tricks[-1]
        return [
            pair
            for pair in combinations(trick.majority_stars, 2)
            if may_draw(self.sky, self.lines, pair, trick.majority)
        ]

    def _erasings(self) -> dict[Pair, set[Pair]]:
        """The segments with which the winner of the last trick may erase, and which lines each would."""
        trick = self.tricks[-1]
        if self.erasing == "off" or trick.winner in self.erasing_used or trick.minority_star is None:
            return {}
        possible: dict[Pair, set[Pair]] = {}
        for star in trick.majority_stars:
            segment = pair_of(star, trick.minority_star)
            erased = erased_by(self.sky, self.lines, segment)
            if erased:
                possible[segment] = erased
        return possible

    # ------------------------------------------------------------------------------------------ playing

    def play(self, text: str) -> Position:
        """The position after one legal action, and after all that then happens by itself."""
        if text not in self.legal():
            raise ValueError(f"not legal here: {text!r}")
        if self.asks == LAY:
            return self._lay(text)
        if self.asks == DRAW:
            (pair,) = [pair for pair in self._lines_to_choose_from() if written(pair) == text]
            return self._with_line(pair)._go_on_drawing()
        if text == KEEP:
            return self._go_on_after_erasing()
        (erased,) = [erased for segment, erased in self._erasings().items() if text == f"erase {written(segment)}"]
        return self._without_lines(erased)._go_on_after_erasing()

    def _lay(self, card: str) -> Position:
        """A card is laid face down; the third turns all of them up."""
        hands = tuple(hand - {card} for hand in self.hands)
        laid = (*self.face_down, card)
        if len(laid) < 3:
            return replace(self, hands=hands, face_down=laid)
        trick = Trick(self.leader, laid)
        turned_up = replace(self, hands=hands, face_down=(), tricks=(*self.tricks, trick))
        most = 1 if len(trick.majority_stars) == 2 else 2
        to_draw = replace(turned_up, lines_to_draw=most)
        if self.erasing == "before" and to_draw._erasings():
            return replace(to_draw, asks=ERASE)
        return to_draw._go_on_drawing()

    def _with_line(self, pair: Pair) -> Position:
        """One line more, in the majority colour."""
        lines = {**self.lines, pair: self.tricks[-1].majority}
        return replace(self, lines=lines, lines_to_draw=self.lines_to_draw - 1)

    def _without_lines(self, erased: set[Pair]) -> Position:
        """Some lines fewer, and the winner has used the erasing up."""
        left = {pair: colour for pair, colour in self.lines.items() if pair not in erased}
        return replace(self, lines=left, erasing_used=self.erasing_used | {self.tricks[-1].winner})

    def _go_on_drawing(self) -> Position:
        """While there is a line to draw: ask which, or draw the only one."""
        if self.lines_to_draw == 0:
            return self._go_on_erasing()
        legal = self._lines_to_choose_from()
        if not legal:
            return replace(self, lines_to_draw=0)._go_on_erasing()
        if len(legal) == 1:
            return self._with_line(legal[0])._go_on_drawing()
        return replace(self, asks=DRAW)

    def _go_on_erasing(self) -> Position:
        """Ask the winner, if there is anything to erase after drawing."""
        if self.erasing == "after" and self._erasings():
            return replace(self, asks=ERASE)
        return self._end_trick()

    def _go_on_after_erasing(self) -> Position:
        """The winner has erased, or kept all lines: what is to be drawn comes next, if it did not come before."""
        return self._go_on_drawing() if self.erasing == "before" else self._end_trick()

    def _end_trick(self) -> Position:
        """The next trick, or the end after seven."""
        return replace(self, asks=OVER if len(self.tricks) == TRICKS else LAY)

    # ----------------------------------------------------------------------------------------- the end

    def winners(self) -> tuple[int, ...]:
        """The seats that win or share the win; nobody while the game is not over."""
        if self.asks != OVER:
            return ()
        bids = [next(iter(hand)) for hand in self.hands]
        return best_bids(bids, self.total(), self.lines, [self.tricks_won(seat) for seat in SEATS])


def best_bids(bids: Sequence[str], total: int, lines: Lines, tricks_won: Sequence[int]) -> tuple[int, ...]:
    """The seats whose bid is closest to the total, as far as the tie-breaks can tell them apart."""
    misses = [abs(star_of(bid) - total) for bid in bids]
    closest = [seat for seat in SEATS if misses[seat] == min(misses)]

    in_bid_colour = [len([line for line in lines.values() if line == colour_of(bid)]) for bid in bids]
    in_most_lines = [seat for seat in closest if in_bid_colour[seat] > len(lines) - in_bid_colour[seat]]
    left = in_most_lines or closest

    fewest = min(tricks_won[seat] for seat in left)
    return tuple(seat for seat in left if tricks_won[seat] == fewest)


def start(sky: Sky, hands: Sequence[Iterable[str]], *, erasing: str = "off") -> Position:
    """A new game on this sky after this deal."""
    if erasing not in ("off", "after", "before"):
        raise ValueError(f"erasing is off, after or before, not {erasing!r}")
    faults = sky_faults(sky)
    if faults:
        raise ValueError("; ".join(faults))
    dealt = tuple(frozenset(hand) for hand in hands)
    if [len(hand) for hand in dealt] != [CARDS_DEALT] * 3 or dealt[0] | dealt[1] | dealt[2] != CARDS:
        raise ValueError("the 24 cards are dealt 8 to each of three seats")
    return Position(dict(sky), dealt, erasing)


# -------------------------------------------------------------------------------------- what a seat knows


@dataclass(frozen=True)
class Deal:
    """One way in which all cards that are not open may lie; face-down cards in the order laid."""

    hands: tuple[frozenset[str], ...]
    face_down: tuple[str, ...]


def shown_voids(position: Position, seat: int) -> set[str]:
    """The colours that a seat did not follow in a trick that has been turned up."""
    return {
        trick.led_colour
        for trick in position.tricks
        for card in trick.cards[1:]
        if trick.seat_of(card) == seat and colour_of(card) != trick.led_colour
    }


def consistent_deals(position: Position, seat: int | None) -> Iterator[Deal]:
    """Every way in which the cards may lie for all that a seat knows, or a spectator if it is None.

    Each way comes once, and the true one is among them. All assignments are tried, so this is for endings.
    """
    if position.asks == OVER:
        yield Deal(position.hands, ())  # the bids are revealed
        return
    voids = [shown_voids(position, other) for other in SEATS]
    for deal in assignments(position, seat):
        if may_be(position, deal, voids):
            yield deal


def may_be(position: Position, deal: Deal, voids: Sequence[set[str]]) -> bool:
    """Whether a deal fits the voids shown, the colour named, and that whoever could follow it has."""
    laid_by = {(position.leader + turn) % 3: card for turn, card in enumerate(deal.face_down)}
    for seat in SEATS:
        hidden = deal.hands[seat] | ({laid_by[seat]} if seat in laid_by else set())
        if any(colour_of(card) in voids[seat] for card in hidden):
            return False
        if seat not in laid_by or colour_of(laid_by[seat]) == position.led_colour:
            continue
        if seat == position.leader:
            return False  # the leader has named the colour of another card
        if any(colour_of(card) == position.led_colour for card in deal.hands[seat]):
            return False  # this seat could have followed
    return True


def assignments(position: Position, seat: int | None) -> Iterator[Deal]:
    """Every way to put the cards that a seat does not see into the places that it does not see."""
    layers = [(position.leader + turn) % 3 for turn in range(len(position.face_down))]
    hidden_hands = [other for other in SEATS if other != seat]
    hidden_turns = [turn for turn, layer in enumerate(layers) if layer != seat]

    unseen = frozenset(card for other in hidden_hands for card in position.hands[other])
    unseen |= {position.face_down[turn] for turn in hidden_turns}
    sizes = [len(position.hands[other]) for other in hidden_hands] + [1 for _ in hidden_turns]

    for groups in splits(unseen, sizes):
        hands = list(position.hands)
        for other, group in zip(hidden_hands, groups[: len(hidden_hands)], strict=True):
            hands[other] = group
        face_down = list(position.face_down)
        for turn, group in zip(hidden_turns, groups[len(hidden_hands) :], strict=True):
            (face_down[turn],) = group
        yield Deal(tuple(hands), tuple(face_down))


def splits(cards: frozenset[str], sizes: Sequence[int]) -> Iterator[list[frozenset[str]]]:
    """Every way to split cards into groups of these sizes, the groups told apart."""
    if not sizes:
        yield []
        return
    for first in combinations(sorted(cards), sizes[0]):
        for others in splits(cards - set(first), sizes[1:]):
            yield [frozenset(first), *others]
