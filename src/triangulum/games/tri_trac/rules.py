# compiled by mypyc
"""The rules of Tri-Trac, in the order of ``docs/rules/tri-trac.md``; the board they read is in ``tables.py``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.state import OVER, ActionBuffer, Setup, State
from triangulum.games.tri_trac.lookup import (
    BARRED,
    CODES,
    ENDING,
    LAST,
    LENGTH,
    NEUTRAL,
    OCCURRENCES,
    ORIGIN,
    PLACING,
    REPETITION,
    RESERVES,
    SIDES,
    SPACES_A_WORD,
    STUCK,
    TURN_LIMIT,
    TURNS,
    WHITE,
    WON,
    TriTracTables,
)
from triangulum.games.tri_trac.tactics import sound_actions

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.tri_trac.options import TriTracBox, TriTracOptions


TEMPO: Final = 1.2
"""What is there of tracks counts for so much more to the player who is to move."""
STEEPNESS: Final = 4.0
FAINT: Final = 0.005
"""Tracks of which less is there are left out."""


class TriTracSetup(TriTracTables):
    """One choice of options and components of Tri-Trac."""

    def __init__(self, game: Game, options: TriTracOptions, components: Components[TriTracBox]) -> None:
        super().__init__(game, options, components)

    def new(self) -> State:
        """Return the empty board, before the neutral triangle is placed."""
        small = vec[u8]([0] * (self.spaces + LENGTH))
        small[self.spaces + RESERVES] = u8(self.triangles)
        small[self.spaces + RESERVES + 1] = u8(self.triangles)
        wide = vec[i64]([0] * self.words)
        return TriTrac(self, 0, small, wide)

    def state_from_fields(self, to_move: i64, small: vec[u8], wide: vec[i64]) -> State:
        """Return a state that holds these numbers."""
        return TriTrac(self, to_move, small, wide)


def list_turns(found: vec[i64], at: i64, base: i64, mover: i64, others: vec[i64]) -> None:
    """Note how one triangle can turn where it lies; its actions are noted from ``at`` on, and begin at ``base``."""
    turns = mover >> 16 & 255
    if turns > 0:
        turn = at + (mover >> 24)
        other = 2 * (mover & 255)
        found[turn] = base + others[other]
        if turns > 1:
            found[turn + 1] = base + others[other + 1]


def list_moves(found: vec[i64], at: i64, base: i64, mover: i64, landings: vec[i64], count: i64) -> None:
    """Note where one triangle can go: some landings, room for its turns, the other landings.

    ``mover`` is packed as ``TriTracTables.list_parts`` says, and above that has how many landings come before turns.
    """
    here = mover & 255
    turns = mover >> 16 & 255
    # One loop is as long for every triangle, which processors like better than two of any length.
    for i in range(count):
        landing = landings[i]
        found[at + (i64(0) if landing < here else turns)] = base + landing
        at += 1


def list_moves_of_two(
    found: vec[i64],
    at: i64,
    base: i64,
    mover: i64,
    next_at: i64,
    next_base: i64,
    next_mover: i64,
    landings: vec[i64],
    count: i64,
) -> None:
    """Note where two triangles can go; both at a time, since each landing has to be looked up only once for that."""
    here = mover & 255
    turns = mover >> 16 & 255
    next_here = next_mover & 255
    next_turns = next_mover >> 16 & 255
    for i in range(count):
        landing = landings[i]
        found[at + (i64(0) if landing < here else turns)] = base + landing
        found[next_at + (i64(0) if landing < next_here else next_turns)] = next_base + landing
        at += 1
        next_at += 1


class TriTrac(State):
    """A position in Tri-Trac.

    ``word_fields`` begins with what is on the board, a digit for each space, as many words as it takes. The positions
    since the last placing follow, in as many words each, with who was to move and whether the neutral one was barred.
    """

    def __init__(self, setup: Setup, to_move: i64, small: vec[u8], wide: vec[i64]) -> None:
        super().__init__(setup, to_move, small, wide)
        # For listing moves, made when it is needed first: landings on empty spaces, then those spaces, then movers.
        self.scratch = vec[i64]()
        self.movers: i64 = 0  # how many are noted there
        self.targets: i64 = 0  # and how many landings

    def _legal_actions(self) -> vec[i64]:
        """Return every placing, move and turn, the neutral triangle's first."""
        setup = cast(TriTracSetup, self.setup)
        if not self.byte_fields[setup.spaces + WHITE]:
            return setup.centre[:]
        found = setup.noughts[: self.find_movers()]
        self.list_all(found)
        return found

    def _list_legal_actions(self, moves: ActionBuffer) -> None:
        """Put the same into room that is kept."""
        setup = cast(TriTracSetup, self.setup)
        if len(moves.actions) < len(setup.noughts):
            moves.actions = setup.noughts[:]
        if not self.byte_fields[setup.spaces + WHITE]:
            moves.copy_from(setup.centre)
            return
        moves.count = self.find_movers()
        self.list_all(moves.actions)

    def find_movers(self) -> i64:
        """Note landings on empty spaces, and who can go there; return how many moves that makes."""
        setup = cast(TriTracSetup, self.setup)
        small = self.byte_fields
        spaces = setup.spaces
        room = setup.landings + SIDES
        if len(self.scratch) == 0:
            self.scratch = setup.noughts[: room + 2 * spaces + 4]
        landings = self.scratch
        white = i64(small[spaces + WHITE]) - 1
        neutral: i64 = 1 if small[spaces + BARRED] == 0 else 0
        placing: i64 = 1 if small[spaces + RESERVES + self.to_move] else 0
        spots = room
        movers = room + spaces + 1 + neutral + placing

        # Every space is noted as an empty one and as a mover's, and only what it is counts, so nothing branches.
        parts = setup.parts
        row = CODES * spaces * self.to_move
        sums: i64 = 0  # of empty spaces, movers, landings and turns
        for space in range(white):
            part = parts[row + i64(small[space])]
            row += CODES
            landings[spots + (sums & 255)] = part
            landings[movers + (sums >> 8 & 255)] = part & 0xFFFFFF | (sums & 0xFF0000) << 8
            sums += part >> 24
        before = sums >> 16 & 255
        row += CODES
        for space in range(white + 1, spaces):
            part = parts[row + i64(small[space])]
            row += CODES
            landings[spots + (sums & 255)] = part
            landings[movers + (sums >> 8 & 255)] = part & 0xFFFFFF | (sums & 0xFF0000) << 8
            sums += part >> 24
        count: i64 = 0
        for i in range(spots, spots + (sums & 255)):
            part = landings[i]
            landings[count] = part & 255
            landings[count + 1] = part >> 8 & 255
            landings[count + 2] = part >> 16 & 255
            count += part >> 40 & 255

        owned = sums >> 8 & 255
        turns = sums >> 24
        # Actions begin with the neutral triangle's, and go on with placings; then come those of one's own.
        movers = room + spaces + 1
        if neutral:
            more = setup.way_count[white] - 1
            lies = SIDES * white + setup.blank[i64(small[white])]
            landings[movers] = lies | more << 16 | before << 24
            turns += more
        if placing:
            landings[movers + neutral] = PLACING << 8
        self.movers = neutral + placing + owned
        self.targets = count
        return self.movers * count + turns

    def list_all(self, found: vec[i64]) -> None:
        """Write down the moves of all movers that have been found."""
        setup = cast(TriTracSetup, self.setup)
        landings = self.scratch
        others = setup.others
        width = setup.landings
        count = self.targets
        mover_at = width + SIDES + setup.spaces + 1
        last = mover_at + self.movers - 1
        at: i64 = 0
        while mover_at < last:
            mover = landings[mover_at]
            base = width * (mover >> 8 & 255)
            list_turns(found, at, base, mover, others)
            next_at = at + count + (mover >> 16 & 255)
            next_mover = landings[mover_at + 1]
            next_base = width * (next_mover >> 8 & 255)
            list_turns(found, next_at, next_base, next_mover, others)
            list_moves_of_two(found, at, base, mover, next_at, next_base, next_mover, landings, count)
            at = next_at + count + (next_mover >> 16 & 255)
            mover_at += 2
        if mover_at == last:
            mover = landings[mover_at]
            base = width * (mover >> 8 & 255)
            list_turns(found, at, base, mover, others)
            list_moves(found, at, base, mover, landings, count)

    def random_action(self, rng: Random, room: ActionBuffer) -> i64:
        """Return any action, found by trying: any triangle goes anywhere, until that is possible."""
        setup = cast(TriTracSetup, self.setup)
        small = self.byte_fields
        spaces = setup.spaces
        if not small[spaces + WHITE]:
            return setup.centre[rng.randrange(i64(len(setup.centre)))]
        reserve = i64(small[spaces + RESERVES + self.to_move])
        movers = setup.triangles - reserve
        if reserve:
            movers += 1
        if not small[spaces + BARRED]:
            movers += 1
        every_way = setup.every_way
        count = i64(len(every_way))
        other = 1 + SIDES * (2 - self.to_move)
        while True:
            mark = rng.randrange(movers * count)
            landing = every_way[mark % count]
            code = i64(small[landing // SIDES])
            if code == 0:
                return self.base_of(mark // count) + landing
            # Only one that is there can turn there; most often somebody else is.
            if (code >= other and code < other + SIDES) or setup.blank[code] == landing % SIDES:
                continue
            base = self.base_of(mark // count)
            if self.origin_of(base) == landing // SIDES:
                return base + landing

    def origin_of(self, base: i64) -> i64:
        """Return the space of the triangle whose actions begin there, or -1 for one in reserve."""
        setup = cast(TriTracSetup, self.setup)
        if base == 0:
            return i64(self.byte_fields[setup.spaces + WHITE]) - 1
        return -1 if base == setup.place else (base - setup.shift) // setup.landings

    def base_of(self, mover: i64) -> i64:
        """Return where the actions of a triangle begin: the neutral one if it may move, one in reserve, one's own."""
        setup = cast(TriTracSetup, self.setup)
        small = self.byte_fields
        if not small[setup.spaces + BARRED]:
            if mover == 0:
                return 0
            mover -= 1
        if small[setup.spaces + RESERVES + self.to_move]:
            if mover == 0:
                return setup.place
            mover -= 1
        # Counted down without a branch for each space, since nobody can guess where triangles are.
        parts = setup.parts
        space: i64 = -1
        row = CODES * (setup.spaces * self.to_move - 1)
        left = mover + 1
        while left > 0:
            space += 1
            row += CODES
            left -= parts[row + i64(small[space])] >> 32 & 1
        return setup.shift + space * setup.landings

    def _apply(self, action: i64) -> None:
        """Place, move or turn a triangle, and see whether that ends the game."""
        setup = cast(TriTracSetup, self.setup)
        small = self.byte_fields
        spaces = setup.spaces
        seat = self.to_move
        landing = action % setup.landings
        space = landing // SIDES
        whose: i64 = 1 + seat
        origin: i64 = -1
        if action >= setup.shift:
            origin = action // setup.landings - 2
        elif action >= setup.place:
            small[spaces + RESERVES + seat] = u8(i64(small[spaces + RESERVES + seat]) - 1)
        else:
            whose = NEUTRAL
            origin = i64(small[spaces + WHITE]) - 1
            small[spaces + WHITE] = u8(space + 1)
        if origin >= 0:
            self.put(origin, 0)
        else:
            # What was there before a placing cannot come again.
            self.word_fields = self.word_fields[: setup.words]
        self.put(space, 1 + SIDES * whose + landing % SIDES)
        small[spaces + LAST] = u8(space + 1)
        small[spaces + ORIGIN] = u8(origin + 1)
        small[spaces + BARRED] = u8(1) if whose == NEUTRAL else u8(0)
        turns = self.turns() + 1
        small[spaces + TURNS] = u8(turns & 255)
        small[spaces + TURNS + 1] = u8(turns >> 8)
        self.to_move = 1 - seat
        if self.completes_track(space):
            self.finish(WON + seat)
        elif self.note_position() >= OCCURRENCES:
            self.finish(REPETITION)
        elif turns >= setup.turn_limit:
            self.finish(TURN_LIMIT)
        elif self.is_stuck():
            self.finish(STUCK)

    def put(self, space: i64, code: i64) -> None:
        """Change what is on a space, on the board and in the words that stand for it."""
        setup = cast(TriTracSetup, self.setup)
        wide = self.word_fields
        word = space // SPACES_A_WORD
        wide[word] = wide[word] + (code - i64(self.byte_fields[space])) * setup.digit[space]
        self.byte_fields[space] = u8(code)

    def completes_track(self, space: i64) -> bool:
        """Tell whether the track through a space runs from one arrow to another."""
        blank = (i64(self.byte_fields[space]) - 1) % SIDES
        if self.follow(SIDES * space + (blank + 1) % SIDES) < 0:
            return False
        return self.follow(SIDES * space + (blank + 2) % SIDES) >= 0

    def follow(self, gate: i64) -> i64:
        """Follow the track out of a space by one of its sides; return the arrow that it comes to, or -1."""
        setup = cast(TriTracSetup, self.setup)
        small = self.byte_fields
        across = setup.across
        start = gate // SIDES
        while True:
            entry = across[gate]
            if entry < 0:
                return gate if setup.is_arrow[gate] else -1
            space = entry // SIDES
            code = i64(small[space])
            came = entry % SIDES
            blank = (code - 1) % SIDES
            # A track that comes back to where it began is closed and leads nowhere.
            if code == 0 or blank == came or space == start:
                return -1
            gate = SIDES * space + (SIDES - blank - came)

    def note_position(self) -> i64:
        """Note the position as it is now, and return how many times it has been there since the last placing."""
        setup = cast(TriTracSetup, self.setup)
        words = setup.words
        wide = self.word_fields
        now = 1 + self.to_move + 2 * i64(self.byte_fields[setup.spaces + BARRED])
        last = wide[words - 1] + now * setup.digit[setup.spaces]
        times: i64 = 1
        # Only every other position had the same player to move.
        at = i64(len(wide)) - words
        while at > 0:
            if wide[at - 1] == last and self.is_same(at - words):
                times += 1
            at -= 2 * words
        for word in range(words - 1):
            wide = append(wide, wide[word])
        self.word_fields = append(wide, last)
        return times

    def is_same(self, at: i64) -> bool:
        """Tell whether an earlier position has the same words as the board has now, but for the last of them."""
        wide = self.word_fields
        word = cast(TriTracSetup, self.setup).words - 2
        while word >= 0 and wide[at + word] == wide[word]:
            word -= 1
        return word < 0

    def is_stuck(self) -> bool:
        """Tell whether the player to move can do nothing, which cannot happen on the printed board."""
        setup = cast(TriTracSetup, self.setup)
        # Everybody has triangles, on the board or beside it; so an empty space is enough.
        for space in range(setup.spaces):
            if self.byte_fields[space] == 0 and setup.way_count[space] > 0:
                return False
        return len(self._legal_actions()) == 0

    def finish(self, ending: i64) -> None:
        """End the game; what was before does not matter any more."""
        setup = cast(TriTracSetup, self.setup)
        self.byte_fields[setup.spaces + ENDING] = u8(ending)
        self.word_fields = self.word_fields[: setup.words]
        self.to_move = OVER

    def turns(self) -> i64:
        """Return how many turns have been played."""
        spaces = cast(TriTracSetup, self.setup).spaces
        return i64(self.byte_fields[spaces + TURNS]) | i64(self.byte_fields[spaces + TURNS + 1]) << 8

    def ending(self) -> i64:
        """Return how the game has ended, or 0."""
        return i64(self.byte_fields[cast(TriTracSetup, self.setup).spaces + ENDING])

    def winners(self) -> list[int]:
        """Return the seat that completed a track, if one did."""
        ending = self.ending()
        return [int(ending - WON)] if ending == WON or ending == WON + 1 else []

    def score(self) -> list[float]:
        """Return 1 for the seat that completed a track."""
        return [1.0 if seat in self.winners() else 0.0 for seat in range(2)]

    def evaluate(self, seat: i64) -> float:
        """Compare how much of tracks is there for each seat; a mover who can complete one has all but won."""
        mover = self.to_move
        if mover == OVER:
            return self.returns()[seat]
        value = 0.9
        if not self.threats(mover):
            orange, yellow = self.prospects()
            mine, others = (orange, yellow) if mover == 0 else (yellow, orange)
            ahead = STEEPNESS * (TEMPO * mine - others)
            value = 0.8 * ahead / (1.0 + abs(ahead))
        return value if seat == mover else -value

    def prospects(self) -> tuple[float, float]:
        """Return for each seat how much of tracks is there: of each the product over its landings, all added up."""
        setup = cast(TriTracSetup, self.setup)
        outlook = setup.outlook
        row: i64 = 2 * SIDES
        there = vec[float]([0.0] * (2 * setup.landings))
        for space in range(setup.spaces):
            at = row * space
            start = row * i64(self.byte_fields[space])
            for i in range(row):
                there[at + i] = outlook[start + i]
        landings = setup.step_landing
        before = setup.step_before
        count = i64(len(landings))
        product = vec[float]([1.0] * (2 * count + 2))
        orange = 0.0
        yellow = 0.0
        step: i64 = 0
        while step < count:
            landing = 2 * landings[step]
            back = 2 * before[step]
            for_orange = product[back] * there[landing]
            for_yellow = product[back + 1] * there[landing + 1]
            if for_orange + for_yellow < FAINT:
                step = setup.step_skip[step]
                continue
            if setup.step_ends[step]:
                orange += for_orange
                yellow += for_yellow
            step += 1
            product[2 * step] = for_orange
            product[2 * step + 1] = for_yellow
        return orange, yellow

    def candidate_actions(self, effort: i64) -> vec[i64]:
        """Return actions that are proven to win, or those that are not proven to lose; see ``tactics.py``."""
        return sound_actions(self, effort)

    def threats(self, seat: i64) -> i64:
        """Return on how many spaces a seat could complete a track if it were to move now.

        Two tracks from arrows must come to the space by two of its sides, and the seat must be able to lay a triangle
        there that joins them, or to turn the one that is there.
        """
        setup = cast(TriTracSetup, self.setup)
        small = self.byte_fields
        if not small[setup.spaces + WHITE]:
            return 0
        # A mover's bar does not hold for the other, whose own turn may have been the reason.
        white = seat != self.to_move or small[setup.spaces + BARRED] == 0
        reached = vec[u8]([0] * setup.landings)  # for each gate, 1 + which arrow's track comes in there
        used = vec[i64]()  # for each arrow, the spaces of its track as a mask
        for number in range(i64(len(setup.arrows))):
            used = append(used, self.trace(number, reached))
        found: i64 = 0
        for space in range(setup.spaces):
            code = i64(small[space])
            whose = (code - 1) // SIDES
            if code > 0 and whose != 1 + seat and not (whose == NEUTRAL and white):
                continue
            for blank in range(i64(SIDES)):
                one = i64(reached[SIDES * space + (blank + 1) % SIDES])
                other = i64(reached[SIDES * space + (blank + 2) % SIDES])
                # One track that comes by twice only makes a circle.
                if not one or not other or one == other or not setup.fits[SIDES * space + blank]:
                    continue
                if code > 0 or self.has_spare(seat, used[one - 1] | used[other - 1], white):
                    found += 1
                    break
        return found

    def trace(self, number: i64, reached: vec[u8]) -> i64:
        """Follow the track from an arrow, and note where it comes in; return the spaces it takes, as a mask."""
        setup = cast(TriTracSetup, self.setup)
        gate = setup.arrows[number]
        taken: i64 = 0
        while True:
            reached[gate] = u8(number + 1)
            space = gate // SIDES
            code = i64(self.byte_fields[space])
            blank = (code - 1) % SIDES
            if code == 0 or blank == gate % SIDES:
                return taken
            taken |= bit(space)
            gate = setup.across[SIDES * space + (SIDES - blank - gate % SIDES)]
            if gate < 0:
                return taken

    def has_spare(self, seat: i64, used: i64, white: bool) -> bool:
        """Tell whether a seat has a triangle to lay, in the reserve or on a space that is not in use."""
        setup = cast(TriTracSetup, self.setup)
        small = self.byte_fields
        if small[setup.spaces + RESERVES + seat]:
            return True
        if white and not used >> (i64(small[setup.spaces + WHITE]) - 1) & 1:
            return True
        for space in range(setup.spaces):
            if (i64(small[space]) - 1) // SIDES == 1 + seat and not used >> space & 1:
                return True
        return False
