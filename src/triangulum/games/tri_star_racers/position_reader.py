"""Reading positions of Tri-Star Racers: what cannot be is refused, with one line that says why.

How they are written is in ``positions.py``. The bag is what is nowhere else. Parts that are left out are as at the
beginning of a race, or follow from the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64, u8

from triangulum.core.boards.lattice import SIDES
from triangulum.core.state import OVER, State
from triangulum.core.wording import counted
from triangulum.errors import PositionError, shown
from triangulum.games.tri_star_racers import lookup, observe
from triangulum.games.tri_star_racers.box import LETTERS, POWERS, RacersBox
from triangulum.games.tri_star_racers.notation import read_lying
from triangulum.games.tri_star_racers.position import FINISHED, NOT_LAID, NOTHING, SETTING_UP, burst_text
from triangulum.games.tri_star_racers.rules import Racers, RacersSetup
from triangulum.games.tri_star_racers.views import LANES


def parse_position(setup: RacersSetup, text: str) -> State:
    """Return the state that a position describes, or raise PositionError."""
    *parts, last = (" ".join(part.split()) for part in text.split("|"))
    reader = PositionReader(setup)
    # What was outed is held against the hands and the board, wherever they stand.
    for part in sorted(parts, key=lambda part: part.startswith("outed")):
        reader.read(part)
    return reader.state(last)


class PositionReader:
    """Collects the parts of a position, and makes a state of them unless they contradict each other."""

    def __init__(self, setup: RacersSetup) -> None:
        self.setup = setup
        self.box: RacersBox = setup.components.box
        self.made = cast(Racers, setup.new())
        self.small = self.made.byte_fields
        for at in range(lookup.DEPTH, int(setup.unseen)):
            self.small[at] = u8(0)
        self.left = [int(count) for count in setup.counts]
        self.given: dict[str, str] = {}

    def read(self, part: str) -> None:
        """Read a part, which begins with its name."""
        readers: dict[str, Callable[[str], None]] = {
            "edges": self.read_edges,
            "board": self.read_board,
            "last": self.read_last,
            "hands": self.read_hands,
            "outed": self.read_outed,
            "slots": self.read_slots,
            "ships": self.read_ships,
            "bursts": self.read_bursts,
            "unseen": self.read_unseen,
            "order": self.read_order,
            "round": self.read_number,
            "turn": self.read_number,
            "discards": self.read_discards,
        }
        name, _, rest = part.partition(" ")
        if name not in readers:
            raise PositionError(f"{shown(part)} is no part of a position: they begin with {', '.join(readers)}")
        if name in self.given:
            raise PositionError(f"{shown(part)} comes after another part that says the same")
        self.given[name] = rest
        readers[name](rest)

    def read_edges(self, text: str) -> None:
        """Read ``4a 7a 9a``."""
        names = [] if text == NOTHING else text.split()
        if len(names) > len(SIDES) or any(name not in self.box.edge_names for name in names):
            raise PositionError(f"{shown(text)} is no frame: it has up to three edges such as 4a")
        codes = [1 + self.box.edge_names.index(name) for name in names]
        numbers = [(code - 1) // 2 for code in codes]
        fixed = [int(code) for code in self.setup.frame]
        drawn = all(number < self.setup.random_edges and code % 2 for number, code in zip(numbers, codes, strict=True))
        if codes != fixed if fixed else not drawn or len(set(numbers)) < len(numbers):
            raise PositionError(f"{shown(text)} is not the frame of this setup, whose edges are {self.options_edges()}")
        for side, code in enumerate(codes):
            self.small[lookup.EDGES + side] = u8(code)

    def options_edges(self) -> str:
        """Return the option that says which edges there are."""
        return str(getattr(self.setup.options, "edges", ""))

    def take(self, face: int) -> None:
        """Take a tile out of the box."""
        if not self.left[face]:
            raise PositionError(f"there are not so many tiles {' '.join(self.box.faces[face])}")
        self.left[face] -= 1

    def tile(self, text: str) -> int:
        """Return the face that a text such as ``P1 B2 O3`` means, and take it out of the box."""
        face = self.box.face_number.get(tuple(sorted(text.split())))
        if face is None:
            raise PositionError(f"{shown(text)} is no tile of this box: they are such as {' '.join(self.box.faces[0])}")
        self.take(face)
        return face

    def read_board(self, text: str) -> None:
        """Read ``P1 B2 O3 at e5, P2 P2 B1 at e4``."""
        for lying in [] if text == NOTHING else text.split(","):
            meant = read_lying(self.box, lying)
            if meant is None:
                raise PositionError(f"{shown(lying.strip())} is no tile on this board: write it as P1 B2 O3 at e5")
            face, space, way = meant
            if self.small[self.setup.board + space]:
                raise PositionError(f"two tiles cannot lie on {self.box.lattice.spaces[space].name}")
            self.take(face)
            self.small[self.setup.board + space] = u8(face + 1)
            self.small[self.setup.ways + space] = u8(way)

    def read_last(self, text: str) -> None:
        """Read ``e4 by seat 0``."""
        found = re.fullmatch(r"([a-z]\d{1,2}) by seat (\d)", text)
        if found is None or found[1] not in self.box.lattice.number or int(found[2]) >= self.setup.players:
            raise PositionError(f"last {shown(text)} is not such as last e4 by seat 0")
        self.small[lookup.LAST_SPACE] = u8(self.box.lattice.number[found[1]] + 1)
        self.small[lookup.LAST_SEAT] = u8(int(found[2]))

    def by_seat(self, text: str, what: str) -> list[str]:
        """Return a part's pieces for each seat."""
        pieces = [piece.strip() for piece in text.split("/")]
        if len(pieces) != self.setup.players:
            raise PositionError(f"{what} of {self.setup.players} seats have / between them, not {shown(text)}")
        return pieces

    def read_hands(self, text: str) -> None:
        """Read ``P1 P1 P1, W W P2+ / -``."""
        for seat, hand in enumerate(self.by_seat(text, "hands")):
            tiles = [] if hand == NOTHING else hand.split(",")
            if len(tiles) > lookup.HAND:
                raise PositionError(f"a hand has at most {lookup.HAND} tiles, not {len(tiles)}")
            for tile in tiles:
                known = tile.rstrip().endswith("+")
                self.made.give(seat, 1 + 2 * self.tile(tile.rstrip().removesuffix("+")) + known)

    def read_outed(self, text: str) -> None:
        """Read ``P1 P1 P1 / -``: faces of which there are several, from hands with hidden tiles."""
        for seat, played in enumerate(self.by_seat(text, "outed")):
            tiles = [] if played == NOTHING else played.split(",")
            faces = sorted(self.box.face_number.get(tuple(sorted(tile.split())), -1) for tile in tiles)
            hidden = sum(code % 2 for code in observe.held(list(self.small), seat))
            laid = list(self.small)[self.setup.board : self.setup.ways]
            if any(
                face < 0 or self.box.counts[face] < 2 or laid.count(face + 1) < faces.count(face) for face in faces
            ) or (faces and not 1 <= hidden <= lookup.HAND - len(faces)):
                raise PositionError(f"outed {shown(text)} says nothing about tiles that are hidden in these hands")
            for at, face in enumerate(faces):
                self.small[lookup.OUTED + lookup.MOST_OUTED * seat + at] = u8(face + 1)

    def read_slots(self, text: str) -> None:
        """Read ``P1 B1 O1, -, O1 O1 P2 (1)``."""
        slots = [slot.strip() for slot in text.split(",")]
        if len(slots) != self.setup.slots:
            raise PositionError(f"the draft card has {counted(int(self.setup.slots), 'slot')}, not {len(slots)}")
        for number, slot in enumerate(slots):
            found = re.fullmatch(r"([^()]*?)(?: \((\d)\))?", slot)
            if found is None or (found[2] and not (self.setup.advanced and int(found[2]) < self.setup.players)):
                raise PositionError(f"{shown(slot)} is no slot: it is a tile or -, with the advanced card - (1)")
            if found[1] != NOTHING:
                self.small[lookup.DRAFT_SLOTS + number] = u8(self.tile(found[1]) + 1)
            if found[2]:
                self.small[lookup.TOKENS + number] = u8(int(found[2]) + 1)

    def read_ships(self, text: str) -> None:
        """Read ``4 3 0 / 0 2* 0``."""
        for seat, fleet in enumerate(self.by_seat(text, "ships")):
            found = re.fullmatch(r"(\d{1,4})(\*{0,2}) (\d{1,4})(\*{0,2}) (\d{1,4})(\*{0,2})", fleet)
            if found is None:
                raise PositionError(f"{shown(fleet)} are no ships: they have a space each, * if frozen, as 4 3* 0")
            for lane in range(lookup.LANES):
                self.made.put_ship(seat, lane, int(found[2 * lane + 1]))
                self.made.set_frost(seat, lane, len(found[2 * lane + 2]))
        for lane in range(lookup.LANES):
            spaces = [self.made.ship(seat, lane) for seat in range(self.setup.players)]
            if any(space and spaces.count(space) > 1 for space in spaces):
                raise PositionError(f"two {LANES[lane]} ships cannot be on one space")

    def burst_number(self, text: str) -> int:
        """Return the number of a starburst such as ``P15``."""
        found = re.fullmatch(r"([PBO])(\d{1,3})", text)
        if not self.setup.starbursts or found is None or int(found[2]) not in self.box.bursts:
            raise PositionError(f"{shown(text)} is no starburst of this race: they are such as P15")
        return LETTERS.index(found[1]) * len(self.box.bursts) + self.box.bursts.index(int(found[2]))

    def read_bursts(self, text: str) -> None:
        """Read ``P15 P25 B35``."""
        self.set_bursts(sum({1 << self.burst_number(burst) for burst in ([] if text == NOTHING else text.split())}))

    def set_bursts(self, lying: int) -> None:
        """Let these starbursts lie on the lanes."""
        self.small[lookup.BURSTS] = u8(lying & 255)
        self.small[lookup.BURSTS + 1] = u8(lying >> 8)

    def read_unseen(self, text: str) -> None:
        """Read ``P2 P3 W2``."""
        tokens = [] if text == NOTHING else text.split()
        for kind, name in enumerate(self.box.token_kinds):
            count = tokens.count(name)
            if count > self.box.token_counts[kind] or not self.setup.starbursts:
                raise PositionError(f"there are not so many starbursts {name}")
            self.small[self.setup.unseen + kind] = u8(count)
        if any(token not in self.box.token_kinds for token in tokens):
            raise PositionError(f"{shown(text)} are not all starbursts: they are {', '.join(self.box.token_kinds)}")

    def read_order(self, text: str) -> None:
        """Read ``1 0 2``."""
        seats = [] if text == NOTHING else text.split()
        if not self.setup.advanced or not all(re.fullmatch(r"\d", seat) for seat in seats):
            raise PositionError(f"order {shown(text)} is not the seats of an advanced race, such as 1 0 2")
        numbers = [int(seat) for seat in seats]
        if len(set(numbers)) < len(numbers) or any(number >= self.setup.players for number in numbers):
            raise PositionError(f"{shown(text)} is no order: it has each of seats 0 to {self.setup.players - 1} once")
        for place, number in enumerate(numbers):
            self.small[lookup.ORDER + place] = u8(number)
        self.small[lookup.ORDERED] = u8(len(numbers))

    def read_number(self, text: str) -> None:
        """See that a round or a turn is a number; what it means is settled later."""
        if not re.fullmatch(r"[1-9]\d{0,2}", text) or int(text) > 250:
            raise PositionError(f"{shown(text)} is no number of a round or a turn")

    def read_discards(self, text: str) -> None:
        """Read ``P1 P1 P1, W W P2``."""
        if not self.setup.brutal:
            raise PositionError("tiles are discarded in a brutal race only")
        for tile in [] if text == NOTHING else text.split(","):
            self.tile(tile)

    # Making a state of it.

    def state(self, last: str) -> State:
        """Return the state, or raise PositionError if it could not be."""
        for face, count in enumerate(self.left):
            self.small[self.setup.bag + face] = u8(count)
        if last in (SETTING_UP, NOT_LAID):
            self.set_up(last == NOT_LAID)
            return self.made
        self.check_begun()
        self.settle_turn(last == FINISHED)
        if last == FINISHED:
            self.finish()
            return self.made
        waiting = self.line_up(last)
        self.check_track(waiting)
        self.check_table()
        self.check_asked(last)
        return self.made

    def set_up(self, to_be_laid: bool) -> None:
        """Go on with the set-up where it is."""
        moved = any(any(observe.ships(list(self.small), seat)) for seat in self.seats)
        frozen = any(self.small[lookup.FROZEN + seat] for seat in self.seats)
        if moved or frozen or any(name in self.given for name in ("last", "round", "turn", "discards")):
            raise PositionError("in the set-up nothing has been played, moved or discarded yet")
        state = self.made
        held = [int(state.hand_size(seat)) for seat in self.seats]
        full = all(size == lookup.HAND for size in held)
        laid = self.laid()
        filled = [bool(self.small[lookup.DRAFT_SLOTS + slot]) for slot in range(self.setup.slots)]
        ordered = int(self.small[lookup.ORDERED])
        in_turn = (
            (state.edges_drawn() == len(SIDES) or not any(held))
            and held == sorted(held, reverse=True)
            and sum(0 < size < lookup.HAND for size in held) <= 1
            and not any(code % 2 == 0 for seat in self.seats for code in observe.held(list(self.small), seat))
            and (full or not laid)
            and laid in ([], [int(self.setup.centre)])
            and (bool(laid) or not any(filled))
            and filled == sorted(filled, reverse=True)
            and (all(filled) or not self.setup.advanced or not ordered)
            and not any(self.small[lookup.TOKENS + slot] for slot in range(lookup.SLOTS))
            and not (to_be_laid and (not laid or any(filled)))
        )
        fresh = cast(Racers, self.setup.new())
        track = range(lookup.BURSTS, lookup.BURSTS + 2), range(int(self.setup.unseen), int(self.setup.board))
        untouched = all(self.small[at] == fresh.byte_fields[at] for part in track for at in part)
        if not in_turn or not untouched:
            raise PositionError(
                "the set-up draws edges, hands, the start tile, slots and the order, one after the other"
            )
        if to_be_laid and len(self.box.arrangements[int(self.small[self.setup.board + self.setup.centre]) - 1]) == 1:
            raise PositionError("the start tile lies the same whichever way it is turned")
        if to_be_laid and self.small[self.setup.ways + self.setup.centre]:
            raise PositionError("a start tile that is to be laid is written in the order of the components")
        state.push(lookup.TURN)
        if self.setup.advanced:
            state.push(lookup.LOTS)
        state.push(lookup.REFILL)
        if to_be_laid:
            state.push(lookup.LIE)
        elif not laid:
            state.push(lookup.START)
            state.push(lookup.DEAL)
            state.push(lookup.EDGE)
        state.settle()
        if self.small[lookup.ROUND]:
            raise PositionError("the set-up is complete, so somebody plays")

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.setup.players)

    def laid(self) -> list[int]:
        """Return the spaces that have a tile."""
        return [space for space in range(self.setup.spaces) if self.small[self.setup.board + space]]

    def check_begun(self) -> None:
        """See that everything is there that the set-up brings, and that the tiles on the board hang together."""
        if self.made.edges_drawn() < len(SIDES):
            raise PositionError("the frame has three edges before anybody plays")
        if "order" not in self.given and self.setup.advanced:
            for seat in self.seats:
                self.small[lookup.ORDER + seat] = u8(seat)
            self.small[lookup.ORDERED] = u8(self.setup.players)
        if int(self.small[lookup.ORDERED]) < self.setup.players:
            raise PositionError("the order has all seats before anybody plays")
        laid = self.laid()
        last = int(self.small[lookup.LAST_SPACE]) - 1
        if self.setup.centre not in laid:
            raise PositionError(f"the start tile lies at {self.box.centre}, and there is none")
        if not self.joined(laid):
            raise PositionError("the tiles on the board do not hang together by their sides")
        if (last >= 0) != (len(laid) > 1):
            raise PositionError("once a tile has been played, a position says which was the last, and only then")
        if last >= 0 and (last == self.setup.centre or last not in laid):
            raise PositionError(f"{self.box.lattice.spaces[last].name} is not where a tile has been played")
        if last >= 0 and not self.joined([space for space in laid if space != last]):
            name = self.box.lattice.spaces[last].name
            raise PositionError(f"without the tile at {name} the others do not hang together, so it was not the last")
        if self.setup.brutal and len(laid) > 1:
            self.check_matches(laid)

    def joined(self, laid: list[int]) -> bool:
        """Tell whether one comes from the start tile to all of these tiles."""
        found, waiting = {int(self.setup.centre)}, [int(self.setup.centre)]
        while waiting:
            beyond = {at for at in self.box.lattice.across[waiting.pop()] if at in laid} - found
            found |= beyond
            waiting += beyond
        return found == set(laid)

    def check_matches(self, laid: list[int]) -> None:
        """See that everything matches in a brutal race."""
        demands = vec[i64]([0, 0, 0])
        for space in laid:
            self.made.demands(space, demands)
            face, way = int(self.small[self.setup.board + space]) - 1, int(self.small[self.setup.ways + space])
            if space != self.setup.centre and not self.made.fits(face, way, demands):
                name = self.box.lattice.spaces[space].name
                raise PositionError(f"in a brutal race all sections match, and at {name} one does not")

    def settle_turn(self, over: bool) -> None:
        """Settle the round and how many have had their turn, as far as they are said."""
        players = int(self.setup.players)
        turn = int(self.given.get("turn", "1"))
        if turn > players:
            raise PositionError(f"a round has {players} turns, not {turn}")
        self.small[lookup.DONE] = u8(players if over else turn - 1)
        self.small[lookup.ROUND] = u8(int(self.given.get("round", "1")))

    def line_up(self, text: str) -> list[int]:
        """Put the pending questions on the stack; return the starbursts that are waiting."""
        head, *extras = (part.strip() for part in text.split(";"))
        found = re.fullmatch(
            r"seat (\d) (?:(plays|chooses a power|turns up|drafts|refills)|(freezes) ([PBO])|(bursts|boosts|draws) "
            r"([1-9]))",
            head,
        )
        if found is None:
            raise PositionError(f"{shown(text)} does not say what is going on, such as seat 0 plays, or seat 1 drafts")
        seat = int(found[1])
        if "turn" not in self.given and seat < self.setup.players:
            order = list(self.small)[lookup.ORDER : lookup.ORDER + self.setup.players]
            self.small[lookup.DONE] = u8(order.index(seat))
        what = found[2] or found[3] or found[5]
        self.check_round(what not in ("plays", "draws"))
        if seat != self.made.turn_of():
            raise PositionError(f"it is the turn of seat {self.made.turn_of()}, not of seat {seat}")
        said = self.extras(extras, what)
        powers = [self.power(name) for name in said.get("powers", "").split()]
        waiting = [self.burst_number(burst) for burst in said.get("waiting", "").split()]
        if len(set(waiting)) < len(waiting):
            raise PositionError("a starburst waits only once")
        if len(powers) > lookup.LANES or len(waiting) > len(self.box.tokens):
            raise PositionError("so many powers or starbursts cannot be pending")
        self.push_all(what, found, powers, waiting, "drafted" in said)
        return waiting

    def extras(self, extras: list[str], what: str) -> dict[str, str]:
        """Return what else is said to be going on, by its name."""
        allowed = {
            "chooses a power": {"powers", "waiting"},
            "freezes": {"powers", "waiting"},
            "turns up": {"waiting", "drafted"},
            "bursts": {"waiting", "drafted"},
        }.get(what, set())
        said: dict[str, str] = {}
        for extra in extras:
            name, _, rest = extra.partition(" ")
            if name not in allowed or name in said or bool(rest) == (name == "drafted"):
                raise PositionError(f"{shown(extra)} says nothing that can be pending when a seat {what}")
            said[name] = rest
        return said

    def power(self, name: str) -> int:
        """Return the number of a power."""
        if name not in POWERS:
            raise PositionError(f"{shown(name)} is no power: they are {', '.join(POWERS)}")
        return POWERS.index(name)

    def push_all(self, what: str, found: re.Match[str], powers: list[int], waiting: list[int], drafted: bool) -> None:
        """Put the pending questions on the stack, the last first."""
        state = self.made
        late_refill = self.setup.advanced and what == "refills"
        state.push(lookup.TURN if late_refill else lookup.END)
        if not self.setup.advanced or late_refill:
            state.push(lookup.REFILL)
        if what not in ("refills", "boosts") and not drafted:
            state.push(lookup.DRAFT)
        for number in reversed(waiting):
            state.push(lookup.BURST, number)
        if what in ("chooses a power", "freezes"):
            self.push_moves(powers + ([lookup.FREEZE + LETTERS.index(found[4])] if found[4] else []))
            for power in powers:
                state.push(lookup.FIRE, power)
        question = {
            "plays": (lookup.PLAY, 0),
            "freezes": (lookup.CHOOSE, LETTERS.index(found[4] or "P")),
            "bursts": (lookup.BURST_SHIP, int(found[6] or 0)),
            "boosts": (lookup.BOOST_SHIP, int(found[6] or 0)),
            "draws": (lookup.DRAW, int(found[6] or 0)),
        }.get(what)
        if question is not None:
            state.push(*(i64(number) for number in question))

    def push_moves(self, powers: list[int]) -> None:
        """Put the moves on the stack that the last tile brings, and see that it fires these powers."""
        played = observe.last_played(self.made, list(self.small))
        if played is None or played.seat != self.made.turn_of():
            raise PositionError("powers are fired by a tile that the same seat has just played")
        fired = [POWERS.index(power) for power in played.powers]
        if any(powers.count(power) > fired.count(power) for power in powers):
            raise PositionError(f"the last tile fires {' '.join(played.powers) or 'nothing'}, and not what is pending")
        for lane in reversed(range(lookup.LANES)):
            if played.pips[lane]:
                self.made.push(lookup.MOVE + lane, played.pips[lane])

    def check_round(self, played: bool) -> None:
        """See that turns and tiles go together; a round that is not said is the first with turns enough."""
        players = int(self.setup.players)
        tiles = len(self.laid()) - 1
        turns = min(int(self.small[lookup.DONE]) + played, players)
        if "round" not in self.given:
            self.small[lookup.ROUND] = u8(max(1, 1 - (turns - tiles) // players))
        rounds = int(self.small[lookup.ROUND]) - 1
        turns += rounds * players
        if tiles > turns:
            raise PositionError(f"{counted(tiles, 'tile')} cannot have been played in {counted(turns, 'turn')}")
        if rounds > tiles + sum(observe.tiles_left(self.setup, list(self.small))):
            raise PositionError(f"round {rounds + 1} is too late: in each somebody has played or discarded a tile")

    def check_track(self, waiting: list[int]) -> None:
        """See that starbursts lie where nobody has been, and that the unseen ones are as many as have to be."""
        if not self.setup.starbursts:
            return
        passed = {
            number
            for number in range(len(self.box.tokens))
            if any(
                self.made.ship(seat, observe.burst(self.setup, number).lane) >= observe.burst(self.setup, number).space
                for seat in self.seats
            )
        }
        lying = sum(1 << number for number in range(len(self.box.tokens)) if number not in passed)
        if "bursts" not in self.given:
            self.set_bursts(lying)
        if int(self.small[lookup.BURSTS]) | int(self.small[lookup.BURSTS + 1]) << 8 != lying:
            raise PositionError("starbursts lie exactly where no ship has been or passed")
        mover = self.made.turn_of()
        for number in waiting:
            burst = observe.burst(self.setup, number)
            if number not in passed or self.made.ship(mover, burst.lane) < burst.space:
                raise PositionError(f"seat {mover} cannot have taken the starburst {burst_text(burst)}")
        unseen = sum(list(self.small)[self.setup.unseen : self.setup.board])
        wanted = lying.bit_count() + len(waiting)
        if unseen != wanted:
            raise PositionError(f"{wanted} starbursts have not been turned up, and the unseen ones are {unseen}")

    def check_table(self) -> None:
        """See that frost and tokens are where they can be."""
        mover = int(self.made.turn_of())
        for seat in self.seats:
            for lane in range(lookup.LANES):
                if self.made.frost(seat, lane) == lookup.STAYS and seat != mover:
                    raise PositionError(f"seat {seat} has not just frozen its own ship: it is not its turn")
        if not self.setup.advanced:
            return
        done = int(self.small[lookup.DONE])
        order = [int(self.small[lookup.ORDER + place]) for place in range(done + 1)]
        kinds = [kind for kind, _ in observe.questions(self.made)]
        drafted = lookup.DRAFT not in kinds and lookup.TURN not in kinds
        tokens = [int(self.small[lookup.TOKENS + slot]) - 1 for slot in range(lookup.SLOTS)]
        standing = sorted(seat for seat in tokens if seat >= 0)
        if standing != sorted(order[: done + drafted]):
            raise PositionError("on the advanced card stand the tokens of those who have drafted in this round")

    def check_asked(self, text: str) -> None:
        """See that somebody really is asked this."""
        asked = cast(Racers, self.made.copy())
        asked.settle()
        if asked.to_move == OVER or list(asked.byte_fields) != list(self.made.byte_fields):
            raise PositionError(f"{shown(text)}: that would not be asked here, since it settles itself")
        self.made.to_move = asked.to_move

    def finish(self) -> None:
        """See that the race can be over, and end it."""
        self.check_round(False)
        self.check_track([])
        if not self.made.race_ends():
            raise PositionError("no team is beyond the line, the board is not full and tiles are left: it is not over")
        if self.setup.advanced:
            tokens = sorted(int(self.small[lookup.TOKENS + slot]) - 1 for slot in range(lookup.SLOTS))
            if tokens[-int(self.setup.players) :] != list(self.seats) or any(
                token >= 0 for token in tokens[: -int(self.setup.players)]
            ):
                raise PositionError("at the end each seat has a token on the advanced card")
        if any(self.made.frost(seat, lane) == lookup.STAYS for seat in self.seats for lane in range(lookup.LANES)):
            raise PositionError("at the end nobody has just frozen a ship")
        self.made.to_move = OVER
