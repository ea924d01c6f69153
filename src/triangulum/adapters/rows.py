# compiled by mypyc
"""Rows of features, written at full speed; see ``encoding.py`` for what is written.

Little of a position changes in a step. So rows are kept, with what they were made from, and only what is different now
is written again.
"""

from __future__ import annotations

from typing import Final

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from triangulum.adapters.encoding import WORD, Encoder, bits_of
from triangulum.core.state import State

ONE: Final = 0x3F800000
"""The bits of 1.0."""
NOBODY: Final = -3
"""Nobody's number, not even that of chance or the end."""
NONE: Final = -1
"""No row of a table: nothing has been written, or a mean of several."""


# Of hidden fields, as a seat may know them.
UNTOLD: Final = 0  # written by resamples
GUESSED: Final = 1  # some by odds, others are known
ALL_KNOWN: Final = 2


class Rows:
    """Rows of features, one after the other, each of what a seat may know of a state."""

    def __init__(self, encoder: Encoder, count: i64) -> None:
        self.encoder = encoder
        self.memory = vec[i32]([0] * (count * encoder.size))
        """All features, as the bits of 32-bit floats. It is written in place, and lent to whoever reads it."""
        # What each row has been made from.
        self.seats = vec[i64]([NOBODY] * count)
        self.movers = vec[i64]([NOBODY] * count)
        self.kept = [b"" for _ in range(count)]
        self.words = vec[i64]([0] * (count * i64(len(encoder.words))))
        self.is_mean = vec[u8]([0] * count)
        """Whether the words of a row are means of several, of which none is kept."""
        self.told = vec[u8]([UNTOLD] * count)
        """How hidden fields of a row are written; by the odds of what a seat may know, they stay while these do."""
        # For each hidden field, counts first, the row of a table that is written there, or NONE if it is mixed.
        self.hidden: i64 = i64(len(encoder.counts)) + i64(len(encoder.secret_fields))
        self.shown = vec[i64]([NONE] * (count * self.hidden))
        # Which hidden fields have bytes that are not what they were, and whether odds may not be what they were.
        self.touched = vec[i64]([0] * (2 * i64(len(encoder.hidden_numbers))))
        self.touches: i64 = 0
        self.has_heeded = False
        # Where features are not nought in those that are mixed, and how many of them.
        self.marks = vec[i32]([0] * (count * encoder.secret_size))
        self.marked = vec[i64]([0] * count)
        # A mean: features that are not nought, their sums, and what these are as shares.
        self.sums = vec[i64]([0] * encoder.widest)
        self.mixed: i64 = 0
        self.mixed_columns = vec[i64]([0] * encoder.widest)
        self.mixed_bits = vec[i32]([0] * encoder.widest)

    def fill(self, states: list[State], seats: vec[i64]) -> None:
        """Write a row for each of many states, for a seat of each."""
        for row in range(i64(len(states))):
            self.put(row, states[row], seats[row])

    def put(self, row: i64, state: State, seat: i64) -> None:
        """Write a row: who looks, who is to move, bytes, words."""
        encoder = self.encoder
        if not encoder.secrets:
            self.put_heads(row, seat, state.to_move)
            self.put_bytes(row, state, NONE)
            self.put_words(row, state)
            return
        # The truth is looked at here and nowhere else: what is written is made from what the seat may know.
        bare = encoder.bare
        if not state.observe_into(seat, bare):
            self.put_resampled(row, state, seat)
            return
        told = self.told[row]
        is_same = told != UNTOLD and self.seats[row] == seat and self.movers[row] == bare.to_move
        self.put_heads(row, seat, bare.to_move)
        self.put_bytes(row, bare, seat + 1 if is_same or told == ALL_KNOWN else i64(NONE))
        if is_same and not self.has_heeded:
            self.put_touched(row)
            self.put_words(row, bare)
            return
        belief = encoder.belief
        belief.clear()
        if bare.belief(seat, belief):
            if belief.puts == 0 and told == ALL_KNOWN:
                self.put_touched(row)
                self.put_words(row, bare)
                return
            self.wipe_mixed(row)
            self.put_told(row, bare)
            self.told[row] = u8(GUESSED if belief.puts else ALL_KNOWN)
            return
        self.wipe_mixed(row)
        self.put_worlds(row, state, seat, [])

    def put_resampled(self, row: i64, state: State, seat: i64) -> None:
        """Write a row for a state of which only resamples show what a seat may know."""
        encoder = self.encoder
        world = encoder.world(state, seat, 0)
        self.put_heads(row, seat, world.to_move)
        self.put_bytes(row, world, NONE)
        self.wipe_mixed(row)
        encoder.belief.clear()
        # Asked of a resample, so that a game that counts wrongly still cannot tell what the seat does not know.
        if world.belief(seat, encoder.belief):
            self.put_told(row, world)
            self.told[row] = u8(UNTOLD)
            return
        self.put_worlds(row, state, seat, [world])

    def put_told(self, row: i64, known: State) -> None:
        """Write what is hidden by the odds that have been told, and the words."""
        self.put_counts(row, known.byte_fields)
        self.put_secrets(row, known.byte_fields)
        self.put_words(row, known)

    def put_worlds(self, row: i64, state: State, seat: i64, worlds: list[State]) -> None:
        """Write what is hidden, and the words, as the mean of several resamples, of which there may be some already."""
        encoder = self.encoder
        for number in range(i64(len(worlds)), encoder.worlds):
            worlds.append(encoder.world(state, seat, number))
        self.put_means(row, worlds)
        self.put_mean_words(row, worlds)
        self.told[row] = u8(UNTOLD)

    def put_heads(self, row: i64, seat: i64, mover: i64) -> None:
        """Write who looks, if it is not a spectator, and who is to move: a seat, chance, or nobody any more."""
        memory = self.memory
        players = self.encoder.players
        base = row * self.encoder.size
        before = self.seats[row]
        if before != seat:
            if before >= 0:
                memory[base + before] = 0
            if seat >= 0:
                memory[base + seat] = ONE
            self.seats[row] = seat
        before = self.movers[row]
        if before != mover:
            base += players
            if before != NOBODY:
                memory[base + (before if before >= 0 else players - 1 - before)] = 0
            memory[base + (mover if mover >= 0 else players - 1 - mover)] = ONE
            self.movers[row] = mover

    def put_bytes(self, row: i64, state: State, watcher: i64) -> None:
        """Write the fields that are not hidden, as far as they have changed.

        For a watcher, who is 0 for a spectator or 1 + a seat, note which others have; nobody asks that for NONE.
        """
        encoder = self.encoder
        now = bytes(state.byte_fields)
        before = self.kept[row]
        self.kept[row] = now
        self.touches = 0
        self.has_heeded = False
        length = i64(len(now))
        if i64(len(before)) != length or length < WORD:
            self.has_heeded = True
            for field in encoder.open_fields:
                old = encoder.row_in(before, field) if len(before) else i64(NONE)
                self.write(row, field, old, encoder.row_in(now, field))
            return
        open_bytes = encoder.open_bytes
        number: i64 = 0
        start: i64 = 0
        while start < length:
            if start > length - WORD:
                start = length - WORD
            changed = read_i64_le(now, start) ^ read_i64_le(before, start)
            if changed:
                if watcher >= 0:
                    if changed & encoder.hidden_bytes[number]:
                        self.note_changed(start, changed)
                    if changed & encoder.heeded[encoder.words_of_bytes * watcher + number]:
                        self.has_heeded = True
                changed &= open_bytes[number]
                if changed:
                    self.put_changed(row, start, changed, before, now)
            start += WORD
            number += 1

    def put_changed(self, row: i64, start: i64, changed: i64, before: bytes, now: bytes) -> None:
        """Write the open fields of those bytes of a word that have changed."""
        encoder = self.encoder
        begins = encoder.byte_begins
        first_row = encoder.byte_first
        last_row = encoder.byte_last
        lone_column = encoder.lone_column
        memory = self.memory
        base = row * encoder.size
        was = read_i64_le(before, start)
        new = read_i64_le(now, start)
        for at in range(start, start + WORD):
            if changed & 255:
                for i in range(begins[at], begins[at + 1]):
                    gone = first_row[i] + (was & 255)
                    come = first_row[i] + (new & 255)
                    if gone > last_row[i] or come > last_row[i]:
                        # A field of two bytes may be written twice, and then is the same.
                        gone = encoder.row_in(before, encoder.byte_fields[i])
                        come = encoder.row_in(now, encoder.byte_fields[i])
                    if lone_column[gone] < 0 or lone_column[come] < 0:
                        self.write(row, encoder.byte_fields[i], gone, come)
                        continue
                    column = base + encoder.byte_column[i]
                    memory[column + lone_column[gone]] = 0
                    memory[column + lone_column[come]] = encoder.lone_bits[come]
            changed >>= 8
            was >>= 8
            new >>= 8

    def note_changed(self, start: i64, changed: i64) -> None:
        """Note the hidden fields of those bytes of a word that have changed."""
        encoder = self.encoder
        begins = encoder.hidden_begins
        for at in range(start, start + WORD):
            if changed & 255:
                for i in range(begins[at], begins[at + 1]):
                    self.touched[self.touches] = encoder.hidden_numbers[i]
                    self.touches += 1
            changed >>= 8

    def write(self, row: i64, field: i64, before: i64, now: i64) -> None:
        """Write the features that one of its rows gives to a field, in place of those of another, or of NONE."""
        encoder = self.encoder
        memory = self.memory
        lone_column = encoder.lone_column
        base = row * encoder.size + encoder.column[field]
        if before != NONE:
            column = lone_column[before]
            if column >= 0:
                memory[base + column] = 0
            else:
                for i in range(encoder.row_begins[before], encoder.row_begins[before + 1]):
                    memory[base + encoder.columns[i]] = 0
        if now != NONE:
            column = lone_column[now]
            if column >= 0:
                memory[base + column] = encoder.lone_bits[now]
            else:
                for i in range(encoder.row_begins[now], encoder.row_begins[now + 1]):
                    memory[base + encoder.columns[i]] = encoder.bits[i]

    # What is hidden.

    def wipe_mixed(self, row: i64) -> None:
        """Make the features of secret fields nought that are mixed."""
        memory = self.memory
        marks = self.marks
        base = row * self.encoder.size
        first = row * self.encoder.secret_size
        for i in range(first, first + self.marked[row]):
            memory[base + i64(marks[i])] = 0
        self.marked[row] = 0

    def put_touched(self, row: i64) -> None:
        """Write the hidden fields whose bytes have changed and are known, where odds are as they were."""
        encoder = self.encoder
        counts = i64(len(encoder.counts))
        for i in range(self.touches):
            number = self.touched[i]
            if self.shown[row * self.hidden + number] == NONE:
                continue
            if number >= counts:
                field = encoder.secret_fields[number - counts]
                self.write_known(row, number, field, encoder.row_in(self.kept[row], field))
                continue
            choice = encoder.row_in(self.kept[row], encoder.counts[number])
            self.shown[row * self.hidden + number] = choice
            self.memory[row * encoder.size + encoder.count_column[number]] = encoder.lone_bits[choice]

    def write_known(self, row: i64, number: i64, field: i64, choice: i64) -> None:
        """Write a secret field by one of its rows, if it is not yet so; what was mixed has been wiped."""
        place = row * self.hidden + number
        shown = self.shown[place]
        if shown != choice:
            self.write(row, field, shown, choice)
            self.shown[place] = choice

    def write_mixed(self, row: i64, number: i64, field: i64) -> None:
        """Write a secret field as it has been mixed."""
        encoder = self.encoder
        place = row * self.hidden + number
        if self.shown[place] != NONE:
            self.write(row, field, self.shown[place], NONE)
            self.shown[place] = NONE
        memory = self.memory
        columns = self.mixed_columns
        bits = self.mixed_bits
        marks = self.marks
        base = row * encoder.size
        first = encoder.column[field]
        at = row * encoder.secret_size + self.marked[row]
        for i in range(self.mixed):
            column = first + columns[i]
            memory[base + column] = bits[i]
            marks[at] = i32(column)
            at += 1
        self.marked[row] += self.mixed

    def put_counts(self, row: i64, small: vec[u8]) -> None:
        """Write the hidden fields of one feature each by the odds that a game has counted of bytes, which are kept."""
        encoder = self.encoder
        list_at = encoder.belief.list_of_byte
        places = encoder.count_at
        first_row = encoder.count_first
        last_row = encoder.count_last
        columns = encoder.count_column
        lone_bits = encoder.lone_bits
        memory = self.memory
        shown = self.shown
        base = row * encoder.size
        shown_at = row * self.hidden
        mixed_number: i64 = 0
        mixed_first: i64 = -1
        bits: i32 = 0
        for i in range(i64(len(places))):
            at = places[i]
            number = list_at[at]
            first = first_row[i]
            if number == 0:
                choice = first + i64(small[at])
                if choice > last_row[i]:
                    choice = encoder.row_in(self.kept[row], encoder.counts[i])
                if shown[shown_at + i] != choice:
                    shown[shown_at + i] = choice
                    memory[base + columns[i]] = lone_bits[choice]
                continue
            if number != mixed_number or first != mixed_first:
                mixed_number = number
                mixed_first = first
                bits = self.mean_count(encoder.counts[i], number - 1)
            shown[shown_at + i] = NONE
            memory[base + columns[i]] = bits

    def mean_count(self, field: i64, number: i64) -> i32:
        """Return the one feature of a field as a list of odds has it."""
        encoder = self.encoder
        belief = encoder.belief
        values = belief.values
        weights = belief.weights
        units = encoder.lone_units
        first = encoder.first_row[field]
        last = encoder.last_row[field]
        total: i64 = 0
        for i in range(belief.ends[number - 1] if number else i64(0), belief.ends[number]):
            choice = first + values[i]
            total += weights[i] * units[choice if choice < last else last]
        return bits_of(total, belief.totals[number] * encoder.finest[field])

    def put_secrets(self, row: i64, small: vec[u8]) -> None:
        """Write the hidden fields of several features by the odds that a game has counted of bytes, which are kept."""
        encoder = self.encoder
        list_at = encoder.belief.list_of_byte
        places = encoder.secret_at
        first_row = encoder.secret_first
        last_row = encoder.secret_last
        columns = encoder.secret_column
        mixed_columns = self.mixed_columns
        mixed_bits = self.mixed_bits
        memory = self.memory
        marks = self.marks
        shown = self.shown
        counts = i64(len(encoder.counts))
        base = row * encoder.size
        shown_at = row * self.hidden + counts
        mark = row * encoder.secret_size + self.marked[row]
        mixed_number: i64 = 0
        mixed_first: i64 = -1
        for i in range(i64(len(places))):
            at = places[i]
            number = list_at[at]
            first = first_row[i]
            if number == 0:
                choice = first + i64(small[at])
                if choice > last_row[i]:
                    choice = encoder.row_in(self.kept[row], encoder.secret_fields[i])
                if shown[shown_at + i] != choice:
                    self.write_known(row, counts + i, encoder.secret_fields[i], choice)
                continue
            # Fields one after the other often have a list in common.
            if number != mixed_number or first != mixed_first:
                self.mix_list(encoder.secret_fields[i], number - 1)
                mixed_number = number
                mixed_first = first
            if shown[shown_at + i] != NONE:
                self.write(row, encoder.secret_fields[i], shown[shown_at + i], NONE)
                shown[shown_at + i] = NONE
            # As write_mixed does, which would take as long to call.
            for j in range(self.mixed):
                column = columns[i] + mixed_columns[j]
                memory[base + column] = mixed_bits[j]
                marks[mark] = i32(column)
                mark += 1
        self.marked[row] = mark - row * encoder.secret_size

    def mix_list(self, field: i64, number: i64) -> None:
        """Mix the rows of a field as a list of odds has them."""
        encoder = self.encoder
        belief = encoder.belief
        values = belief.values
        weights = belief.weights
        begins = encoder.row_begins
        columns = encoder.columns
        units = encoder.units
        sums = self.sums
        mixed_columns = self.mixed_columns
        mixed: i64 = 0
        first = encoder.first_row[field]
        last = encoder.last_row[field]
        for i in range(belief.ends[number - 1] if number else i64(0), belief.ends[number]):
            weight = weights[i]
            if weight <= 0:
                continue
            choice = first + values[i]
            if choice > last:
                choice = last
            for at in range(begins[choice], begins[choice + 1]):
                column = columns[at]
                total = sums[column]
                if total == 0:
                    mixed_columns[mixed] = column
                    mixed += 1
                sums[column] = total + weight * units[at]
        self.mixed = mixed
        self.end_mix(belief.totals[number] * encoder.finest[field])

    def end_mix(self, whole: i64) -> None:
        """Turn sums into shares, and be ready for another mean."""
        sums = self.sums
        columns = self.mixed_columns
        mixed_bits = self.mixed_bits
        last: i64 = 0
        bits: i32 = 0
        for i in range(self.mixed):
            total = sums[columns[i]]
            if total != last:
                last = total
                bits = bits_of(total, whole)
            mixed_bits[i] = bits
            sums[columns[i]] = 0

    def put_means(self, row: i64, worlds: list[State]) -> None:
        """Write the hidden fields as the mean of several resamples."""
        encoder = self.encoder
        belief = encoder.belief
        smalls = [bytes(world.byte_fields) for world in worlds]
        counts = i64(len(encoder.counts))
        for number in range(counts):
            field = encoder.counts[number]
            self.note_worlds(smalls, field)
            self.shown[row * self.hidden + number] = NONE
            self.memory[row * encoder.size + encoder.column[field]] = self.mean_count(field, 0)
        for number in range(counts, self.hidden):
            field = encoder.secret_fields[number - counts]
            self.note_worlds(smalls, field)
            choice = belief.values[0]
            is_known = True
            for i in range(belief.num_entries):
                is_known = is_known and belief.values[i] == choice
            if is_known:
                self.write_known(row, number, field, encoder.first_row[field] + choice)
            else:
                self.mix_list(field, 0)
                self.write_mixed(row, number, field)

    def note_worlds(self, smalls: list[bytes], field: i64) -> None:
        """Make a list of odds from the values that a field has in several resamples, of which these are the bytes."""
        encoder = self.encoder
        belief = encoder.belief
        belief.clear()
        belief.begin_list()
        for small in smalls:
            belief.add(encoder.row_in(small, field) - encoder.first_row[field], 1)

    # Words.

    def put_words(self, row: i64, state: State) -> None:
        """Write the words that have changed."""
        encoder = self.encoder
        count = i64(len(encoder.words))
        for number in range(count):
            word = encoder.words[number]
            now = state.word_fields[word] if word < i64(len(state.word_fields)) else i64(0)
            if now == self.words[count * row + number] and not self.is_mean[row]:
                continue
            self.words[count * row + number] = now
            place = row * encoder.size + encoder.word_column[number]
            for i in range(encoder.bit_begins[number], encoder.bit_begins[number + 1]):
                bit = encoder.bit_of[i]
                self.memory[place] = ONE if bit >= 0 and (now >> bit) & 1 else 0
                place += 1
        self.is_mean[row] = u8(0)

    def put_mean_words(self, row: i64, worlds: list[State]) -> None:
        """Write for each bit the share of worlds that have it."""
        self.is_mean[row] = u8(1)
        encoder = self.encoder
        count = i64(len(encoder.words))
        for number in range(count):
            word = encoder.words[number]
            place = row * encoder.size + encoder.word_column[number]
            for i in range(encoder.bit_begins[number], encoder.bit_begins[number + 1]):
                bit = encoder.bit_of[i]
                having: i64 = 0
                if bit >= 0:
                    for world in worlds:
                        if word < i64(len(world.word_fields)):
                            having += (world.word_fields[word] >> bit) & 1
                self.memory[place] = bits_of(having, i64(len(worlds)))
                place += 1
