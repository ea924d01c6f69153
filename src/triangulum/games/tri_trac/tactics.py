# compiled by mypyc
"""Forced wins in Tri-Trac, proven: which actions win whatever the other does, and which lose.

A win *within n* is one that the mover can force in at most n turns of both players together. Two kinds of search look
for it. One lets the attacker only *threaten*, that is, take turns after which he would complete a track if the other
did nothing; it reaches deep. The other lets him do anything; it is complete, and shallow. In both the defender may do
anything, so what either of them proves is true.

How often positions have been there hardly matters. Who follows a shortest proof never comes to a position twice, so
the only repetitions that could spoil it are positions that have been there twice before the search begins. Those
count as drawn, and all others as new; so a proof does not depend on the way to a position, and can be kept in a table.
"""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import BITS
from triangulum.core.state import State
from triangulum.games.tri_trac.lookup import (
    BARRED,
    CODES,
    LEAVES,
    NEUTRAL,
    OCCURRENCES,
    RESERVES,
    SIDES,
    SPACES_A_WORD,
    TURNS,
    WHITE,
    TriTracTables,
)

DEEPEST: Final = 31
"""No proof is longer than so many turns."""

SHALLOW: Final = 4
"""Wins and losses within so many turns are looked for among all actions first, and only then deeper among threats."""

AHEAD_OF_WINS: Final = 2
AHEAD_OF_LOSSES: Final = 4
"""The search for threats looks so many turns further than the one among all actions, which takes much longer where it
looks for losses: after each action for a win of the other."""

EFFORT_AN_ENTRY: Final = 32
"""The table gets an entry for so many turns that may be tried."""

LEAST_ENTRIES: Final = 64
MOST_ENTRIES: Final = 1 << 18

# What an entry of the table says after the words of its position, a byte each.
WON: Final = 0  # the smallest n for which the mover is known to win within n, or 0
NO_THREATS: Final = 8  # the largest n for which he is known not to win within n by threats
NOTHING: Final = 16  # the largest n for which he is known not to win within n at all
BYTE: Final = 255


def sound_actions(state: State, effort: i64) -> vec[i64]:
    """Return what ``State.sound`` promises."""
    return Tactics(state, effort).candidate_actions()


class Tactics:
    """A position in which turns are tried and taken back.

    ``reach`` holds, for each turn that has been tried and each arrow, the spaces to which the track from that arrow
    comes, as a mask: those it runs over, and the one where it ends.
    """

    def __init__(self, state: State, effort: i64) -> None:
        setup = cast(TriTracTables, state.setup)
        spaces = setup.spaces
        small = state.byte_fields
        self.setup = setup
        self.board = small[:spaces]
        self.mover = state.to_move
        self.barred = i64(small[spaces + BARRED])
        self.white = i64(small[spaces + WHITE]) - 1
        self.reserves = vec[i64]([i64(small[spaces + RESERVES]), i64(small[spaces + RESERVES + 1])])
        self.own = vec[i64]([0, 0])  # for each seat, the spaces of its triangles as a mask
        for space in range(spaces):
            whose = (i64(small[space]) - 1) // SIDES
            if small[space] and whose != NEUTRAL:
                self.own[whose - 1] = self.own[whose - 1] | BITS[space]

        self.arrows = i64(len(setup.arrows))
        self.ply: i64 = 0
        self.reach = vec[i64]([0] * ((DEEPEST + 2) * self.arrows))
        self.complete = False  # whether the last turn tried has completed a track
        for arrow in range(self.arrows):
            self.reach[arrow] = self.trace(arrow)

        self.effort = effort
        self.remaining = min(
            setup.turn_limit - (i64(small[spaces + TURNS]) | i64(small[spaces + TURNS + 1]) << 8), i64(DEEPEST)
        )
        self.drawn = drawn_positions(state)
        self.key = vec[i64]([0] * setup.words)
        self.entries: i64 = LEAST_ENTRIES
        while self.entries < MOST_ENTRIES and self.entries * EFFORT_AN_ENTRY < effort:
            self.entries *= 2
        self.table = vec[i64]([0] * (self.entries * (setup.words + 1)))
        self.killers = vec[i64]([-1] * (DEEPEST + 1))  # for each n, the reply that has last held out for longer
        self.legal = state._legal_actions()  # the actions from which the search begins
        self.lost = vec[i64]([0] * i64(len(self.legal)))  # for each, the n within which it is known to lose, or 0
        self.won: i64 = 0  # the n within which the actions found are known to win, or 0

    # At the root.

    def candidate_actions(self) -> vec[i64]:
        """Return actions that win soonest, or those that are not known to lose, or those that lose latest."""
        if self.can_complete(self.mover, self.barred == 0):
            self.won = 1
            return self.completing()
        self.note_losses(2, True)
        found = self.look_deeper()
        if len(found) > 0:
            return found
        latest: i64 = 0
        for i in range(i64(len(self.legal))):
            if self.lost[i] == 0:
                return self.losing_within(0)
            latest = max(latest, self.lost[i])
        return self.losing_within(latest)

    def look_deeper(self) -> vec[i64]:
        """Search further and further, until a win is found or the effort is spent; return actions that win."""
        everything: i64 = 2
        threats: i64 = SHALLOW
        found = vec[i64]()
        while len(found) == 0 and self.effort > 0 and everything < self.remaining and self.undecided():
            ahead = AHEAD_OF_WINS if everything % 2 == 0 else AHEAD_OF_LOSSES
            if everything < SHALLOW or threats >= min(everything + ahead, self.remaining):
                everything += 1
                found = self.look(everything, True)
            else:
                threats += 1
                found = self.look(threats, False)
        return found

    def undecided(self) -> bool:
        """Tell whether there is an action that is not known to lose."""
        return len(self.losing_within(0)) > 0

    def look(self, within: i64, full: bool) -> vec[i64]:
        """Return actions that win within an odd number of turns; for an even one, note those that lose."""
        if within % 2 == 0:
            self.note_losses(within, full)
            return vec[i64]()
        found = vec[i64]()
        seat = self.mover
        for i in range(i64(len(self.legal))):
            if self.lost[i]:
                continue
            action = self.legal[i]
            before = self.turn(action)
            if not self.is_drawn():
                mask = self.threat(seat, True)
                if (full or mask) and self.loses(within - 1, mask, full):
                    found = append(found, action)
                    self.won = within
            self.take_back(action, before)
            if self.effort <= 0:
                break
        return found

    def note_losses(self, within: i64, full: bool) -> None:
        """Note actions after which the other player wins, so that the game is lost within so many turns."""
        if within > self.remaining:
            return
        for i in range(i64(len(self.legal))):
            if self.lost[i]:
                continue
            action = self.legal[i]
            before = self.turn(action)
            if not self.is_drawn():
                if within == 2:
                    if self.can_complete(self.mover, self.barred == 0):
                        self.lost[i] = within
                elif self.wins(within - 1, full):
                    self.lost[i] = within
            self.take_back(action, before)
            if self.effort <= 0 and within > 2:
                return

    def completing(self) -> vec[i64]:
        """Return the actions that complete a track."""
        found = vec[i64]()
        for action in self.legal:
            before = self.turn(action)
            if self.complete:
                found = append(found, action)
            self.take_back(action, before)
        return found

    def losing_within(self, within: i64) -> vec[i64]:
        """Return the actions that are known to lose within so many turns, and no fewer; for 0, those that are not."""
        found = vec[i64]()
        for i in range(i64(len(self.legal))):
            if self.lost[i] == within:
                found = append(found, self.legal[i])
        return found

    # The proof.

    def wins(self, within: i64, full: bool) -> bool:
        """Tell whether it is proven that the mover wins within an odd number of turns; he cannot do so in one."""
        if self.effort <= 0:
            return False
        place = self.find()
        known = self.table[place]
        won = known >> WON & BYTE
        if won and won <= within:
            return True
        if known >> NOTHING & BYTE >= within or (not full and known >> NO_THREATS & BYTE >= within):
            return False
        if self.attack(within, full):
            self.note(place, WON, within)
            return True
        if self.effort > 0:
            self.note(place, NOTHING if full else NO_THREATS, within)
        return False

    def attack(self, within: i64, full: bool) -> bool:
        """Try what the mover can do: threats first, and anything else only if the search is a full one."""
        seat = self.mover
        landings = self.setup.landings
        tracks = self.reached()
        # A track that only waits for the neutral triangle to be free is a threat already, whatever one does.
        waits = self.barred != 0 and self.threat(seat, True) != 0
        actions = self.list_actions()
        for threatening in (True, False):
            if not threatening and not full:
                return False
            for action in actions:
                # Only a triangle that a track has come to can carry it on.
                near = waits or BITS[action % landings // SIDES] & tracks != 0
                if near != threatening:
                    continue
                before = self.turn(action)
                proven = False
                if not self.can_complete(1 - seat, self.barred == 0) and not self.is_drawn():
                    mask: i64 = 0
                    if near:
                        mask = self.threat(seat, True)
                    if mask or full:
                        proven = self.loses(within - 1, mask, full)
                self.take_back(action, before)
                if proven:
                    return True
                if self.effort <= 0:
                    return False
        return False

    def loses(self, within: i64, mask: i64, full: bool) -> bool:
        """Tell whether it is proven that the mover loses within an even number of turns; he cannot win in one.

        ``mask`` holds the spaces of a track with which the other threatens, or nothing. Only who touches one of
        them, or the neutral triangle, can meet that threat; or who can have the game drawn.
        """
        if len(self.drawn) > 0:
            mask = 0
        landings = self.setup.landings
        shift = self.setup.shift
        killer = self.killers[within]
        if killer >= 0 and self.is_legal(killer) and self.holds(killer, within, full):
            return False
        actions = self.list_actions()
        for action in actions:
            if mask and action >= landings:
                touched = BITS[action % landings // SIDES]
                if action >= shift:
                    touched |= BITS[action // landings - 2]
                if touched & mask == 0:
                    continue
            if self.holds(action, within, full):
                self.killers[within] = action
                return False
            if self.effort <= 0:
                return False
        return len(actions) > 0

    def holds(self, action: i64, within: i64, full: bool) -> bool:
        """Tell whether it is not proven that the mover loses within so many turns with this action."""
        before = self.turn(action)
        lost = False
        if not self.is_drawn():
            lost = self.can_complete(self.mover, self.barred == 0) or (within > 2 and self.wins(within - 1, full))
        self.take_back(action, before)
        return not lost

    # Turns, tried and taken back.

    def list_actions(self) -> vec[i64]:
        """Return what the mover may do, the neutral triangle first."""
        setup = self.setup
        if self.white < 0:
            return setup.centre
        board = self.board
        fits = setup.fits
        spaces = setup.spaces
        landings = vec[i64]([0] * setup.landings)
        count: i64 = 0
        for landing in range(setup.landings):
            if board[landing // SIDES] == 0 and fits[landing]:
                landings[count] = landing
                count += 1
        own = self.own[self.mover]
        sources: i64 = 2
        for space in range(spaces):
            if own & BITS[space]:
                sources += 1
        found = vec[i64]([0] * (sources * (count + SIDES)))
        at: i64 = 0
        if self.barred == 0:
            at = self.list_from(found, at, 0, self.white, landings, count)
        if self.reserves[self.mover] > 0:
            at = self.list_from(found, at, setup.place, -1, landings, count)
        for space in range(spaces):
            if own & BITS[space]:
                at = self.list_from(found, at, setup.shift + space * setup.landings, space, landings, count)
        return found[:at]

    def list_from(self, found: vec[i64], at: i64, base: i64, origin: i64, landings: vec[i64], count: i64) -> i64:
        """Note what can be done with one triangle; return the next free place."""
        for i in range(count):
            found[at] = base + landings[i]
            at += 1
        if origin < 0:
            return at
        fits = self.setup.fits
        lies = SIDES * origin + self.setup.blank[i64(self.board[origin])]
        for landing in range(SIDES * origin, SIDES * origin + SIDES):
            if landing != lies and fits[landing]:
                found[at] = base + landing
                at += 1
        return at

    def is_legal(self, action: i64) -> bool:
        """Tell whether the mover may do what somebody did elsewhere."""
        setup = self.setup
        landing = action % setup.landings
        space = landing // SIDES
        origin: i64 = -1
        if action >= setup.shift:
            origin = action // setup.landings - 2
            if self.own[self.mover] & BITS[origin] == 0:
                return False
        elif action >= setup.place:
            if self.reserves[self.mover] == 0:
                return False
        else:
            origin = self.white
            if self.barred or origin < 0:
                return False
        if space != origin:
            return self.board[space] == 0
        return setup.blank[i64(self.board[space])] != landing % SIDES

    def turn(self, action: i64) -> i64:
        """Try an action of the mover's; return what ``take_back`` needs to know."""
        self.effort -= 1
        setup = self.setup
        seat = self.mover
        landing = action % setup.landings
        space = landing // SIDES
        whose: i64 = 1 + seat
        origin: i64 = -1
        if action >= setup.shift:
            origin = action // setup.landings - 2
        elif action < setup.place:
            whose = NEUTRAL
            origin = self.white
        before = self.barred + 2 * (origin + 1)
        board = self.board
        touched = BITS[space]
        if origin >= 0:
            touched |= BITS[origin]
            before += 128 * i64(board[origin])
            board[origin] = u8(0)
        elif whose != NEUTRAL:
            self.reserves[seat] = self.reserves[seat] - 1
        board[space] = u8(1 + SIDES * whose + landing % SIDES)
        if whose == NEUTRAL:
            self.white = space
            self.barred = 1
        else:
            if origin >= 0:
                self.own[seat] = self.own[seat] & ~BITS[origin]
            self.own[seat] = self.own[seat] | BITS[space]
            self.barred = 0
        self.mover = 1 - seat
        self.retrace(touched)
        return before

    def take_back(self, action: i64, before: i64) -> None:
        """Undo the action that was tried last."""
        setup = self.setup
        seat = 1 - self.mover
        space = action % setup.landings // SIDES
        origin = (before >> 1 & 63) - 1
        board = self.board
        board[space] = u8(0)
        if origin >= 0:
            board[origin] = u8(before >> 7)
        if action < setup.place:
            self.white = origin
        else:
            self.own[seat] = self.own[seat] & ~BITS[space]
            if origin >= 0:
                self.own[seat] = self.own[seat] | BITS[origin]
            else:
                self.reserves[seat] = self.reserves[seat] + 1
        self.barred = before & 1
        self.mover = seat
        self.ply -= 1

    # Tracks.

    def retrace(self, touched: i64) -> None:
        """Follow the tracks again that come to spaces that have changed."""
        reach = self.reach
        at = self.ply * self.arrows
        self.ply += 1
        self.complete = False
        for arrow in range(self.arrows):
            mask = reach[at]
            if mask & touched:
                mask = self.trace(arrow)
            reach[at + self.arrows] = mask
            at += 1

    def trace(self, arrow: i64) -> i64:
        """Return the spaces to which the track from an arrow comes; note whether it is complete."""
        onward = self.setup.onward
        board = self.board
        gate = self.setup.arrows[arrow]
        mask: i64 = 0
        while gate >= 0:
            space = gate // SIDES
            mask |= BITS[space]
            gate = onward[CODES * gate + i64(board[space])]
        if gate == LEAVES:
            self.complete = True
        return mask

    def reached(self) -> i64:
        """Return the spaces to which tracks from arrows come, as a mask."""
        mask: i64 = 0
        at = self.ply * self.arrows
        for arrow in range(at, at + self.arrows):
            mask |= self.reach[arrow]
        return mask

    def can_complete(self, seat: i64, white: bool) -> bool:
        """Tell whether a seat could complete a track if it were to move, with the neutral triangle or without."""
        return self.threat(seat, white) != 0

    def threat(self, seat: i64, white: bool) -> i64:
        """Return the spaces of a track that a seat could complete if it were to move, as a mask; 0 if there is none."""
        reach = self.reach
        at = self.ply * self.arrows
        once: i64 = 0
        twice: i64 = 0
        for arrow in range(at, at + self.arrows):
            mask = reach[arrow]
            twice |= once & mask
            once |= mask
        space: i64 = 0
        while twice:
            if twice & BITS[space]:
                twice ^= BITS[space]
                found = self.joins(space, seat, white)
                if found:
                    return found
            space += 1
        return 0

    def joins(self, space: i64, seat: i64, white: bool) -> i64:
        """Return the spaces of a track that a seat could complete by a triangle on one space, as a mask, or 0."""
        code = i64(self.board[space])
        whose = (code - 1) // SIDES
        if code > 0 and whose != 1 + seat and not (whose == NEUTRAL and white):
            return 0
        fits = self.setup.fits
        at = self.ply * self.arrows
        for one in range(self.arrows):
            if self.reach[at + one] & BITS[space] == 0:
                continue
            for other in range(one):
                if self.reach[at + other] & BITS[space] == 0:
                    continue
                blank = SIDES - self.comes_in(one, space) - self.comes_in(other, space)
                tracks = self.reach[at + one] | self.reach[at + other]
                if fits[SIDES * space + blank] and (code > 0 or self.has_spare(seat, tracks, white)):
                    return tracks
        return 0

    def comes_in(self, arrow: i64, space: i64) -> i64:
        """Return the side by which the track from an arrow comes to a space."""
        onward = self.setup.onward
        gate = self.setup.arrows[arrow]
        while gate // SIDES != space:
            gate = onward[CODES * gate + i64(self.board[gate // SIDES])]
        return gate % SIDES

    def has_spare(self, seat: i64, tracks: i64, white: bool) -> bool:
        """Tell whether a seat has a triangle to lay, in the reserve or on a space that is not one of these."""
        if self.reserves[seat] > 0 or self.own[seat] & ~tracks:
            return True
        return white and self.white >= 0 and tracks & BITS[self.white] == 0

    # What is known already.

    def find_key(self) -> i64:
        """Write the position down as the history in a state does, and return a number made of it."""
        setup = self.setup
        key = self.key
        digit = setup.digit
        board = self.board
        mix: i64 = 0
        for word in range(setup.words):
            start = word * SPACES_A_WORD
            written: i64 = 0
            for space in range(start, min(start + SPACES_A_WORD, setup.spaces)):
                written += i64(board[space]) * digit[space]
            if word == setup.words - 1:
                written += (1 + self.mover + 2 * self.barred) * digit[setup.spaces]
            key[word] = written
            # Kept within 31 bits, where compiled and plain integers do the same.
            mix = ((mix ^ (written & 0x7FFFFFFF) ^ (written >> 31)) * 73_244_475) & 0x7FFFFFFF
            mix ^= mix >> 15
        return mix

    def find(self) -> i64:
        """Return where the table says what is known of the position, after making room for it."""
        words = self.setup.words
        place = (self.find_key() & (self.entries - 1)) * (words + 1)
        table = self.table
        for word in range(words):
            if table[place + word] != self.key[word]:
                for other in range(words):
                    table[place + other] = self.key[other]
                table[place + words] = 0
                break
        return place + words

    def note(self, place: i64, what: i64, within: i64) -> None:
        """Note something about a position, unless its place has gone to another one meanwhile."""
        if self.find() == place:
            known = self.table[place]
            self.table[place] = (known & ~(BYTE << what)) | within << what

    def is_drawn(self) -> bool:
        """Tell whether the position has been there so often before that the game is drawn."""
        count = i64(len(self.drawn))
        if count == 0:
            return False
        self.find_key()
        words = self.setup.words
        for start in range(0, count, words):
            word: i64 = 0
            while word < words and self.drawn[start + word] == self.key[word]:
                word += 1
            if word == words:
                return True
        return False


def drawn_positions(state: State) -> vec[i64]:
    """Return the words of the positions that would be drawn if they came again."""
    words = cast(TriTracTables, state.setup).words
    wide = state.word_fields
    length = i64(len(wide))
    found = vec[i64]()
    for one in range(words, length, words):
        times: i64 = 1
        for other in range(words, one, words):
            word: i64 = 0
            while word < words and wide[one + word] == wide[other + word]:
                word += 1
            if word == words:
                times += 1
        if times == OCCURRENCES - 1:
            for word in range(words):
                found = append(found, wide[one + word])
    return found
