# compiled by mypyc
"""A state's numbers written out as features, at full speed; see ``observation.py`` for what they mean.

Features are written as bytes of 32-bit floats, because compiled code fills those quickest, and NumPy reads them without
looking at them.
"""

from __future__ import annotations

from typing import Final

from librt.random import Random
from librt.strings import BytesWriter, write_f32_le
from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.core.state import CHANCE, OVER, Setup, State

SEED: Final = 20_240_101
"""Any number will do; the same one always, so that a seat that knows the same is shown the same."""


class Span:
    """Numbers of a state that are written alike."""

    def __init__(self, start: i64, count: i64, step: i64, beside: i64, choices: i64, hidden: bool) -> None:
        self.start = start
        self.count = count
        self.step = step
        self.beside = beside
        self.choices = choices
        self.hidden = hidden
        self.rows: list[bytes] = []
        """What is written for each value."""
        self.width: i64 = 0
        # The same as numbers, without the noughts: for each row where it begins, and then which feature, and how much.
        self.begins = vec[i64]([0])
        self.columns = vec[i64]()
        self.amounts = vec[float]()

    def add_row(self, features: list[float]) -> None:
        """Add what is written for the next value."""
        out = BytesWriter()
        column: i64 = 0
        for feature in features:
            write_f32_le(out, feature)
            if feature != 0.0:
                self.columns = append(self.columns, column)
                self.amounts = append(self.amounts, feature)
            column += 1
        self.begins = append(self.begins, i64(len(self.columns)))
        self.rows.append(out.getvalue())
        self.width = column

    def row(self, state: State, at: i64) -> i64:
        """Return which row is written for the byte at a place; the last one for values that are not foreseen."""
        small = state.small
        value = i64(small[at])
        if self.beside != 0:
            value = value * self.choices + i64(small[at + self.beside])
        last = i64(len(self.rows)) - 1
        return value if value < last else last

    def write(self, worlds: list[State], out: BytesWriter) -> None:
        """Write the features of one world, or if they are hidden the mean of all of them."""
        first = worlds[0]
        if self.hidden and len(worlds) > 1:
            self.write_mean(worlds, out)
            return
        rows = self.rows
        at = self.start
        for _ in range(self.count):
            out.write(rows[self.row(first, at)])
            at += self.step

    def write_mean(self, worlds: list[State], out: BytesWriter) -> None:
        """Write the mean of what is written for each of several worlds."""
        begins = self.begins
        columns = self.columns
        amounts = self.amounts
        rows = self.rows
        width = self.width
        share = 1.0 / float(len(worlds))
        sums = vec[float]([0.0] * width)
        first = worlds[0]
        at = self.start
        for _ in range(self.count):
            row = self.row(first, at)
            is_sure = True
            for world in worlds:
                other = self.row(world, at)
                is_sure = is_sure and other == row
                for place in range(begins[other], begins[other + 1]):
                    sums[columns[place]] += amounts[place]
            if is_sure:
                out.write(rows[row])
                for place in range(begins[row], begins[row + 1]):
                    sums[columns[place]] = 0.0
            else:
                for column in range(width):
                    write_f32_le(out, sums[column] * share)
                    sums[column] = 0.0
            at += self.step


class Bits:
    """A word of a state, written bit by bit."""

    def __init__(self, word: i64, places: list[int], size: i64) -> None:
        self.word = word
        self.bit_of = vec[i64]([-1] * size)
        """For each feature the bit that it is, or -1."""
        for number in range(len(places)):
            self.bit_of[i64(places[number])] = i64(number)

    def write(self, worlds: list[State], out: BytesWriter) -> None:
        """Write the features, each the share of worlds that have the bit."""
        word = self.word
        share = 1.0 / float(len(worlds))
        for number in self.bit_of:
            count: i64 = 0
            if number >= 0:
                for world in worlds:
                    if word < i64(len(world.wide)):
                        count += (world.wide[word] >> number) & 1
            write_f32_le(out, float(count) * share)


class Encoder:
    """Writes out what a seat may know of the states of one setup."""

    def __init__(self, setup: Setup, worlds: i64, secrets: bool) -> None:
        self.players: i64 = setup.players
        self.worlds = worlds
        self.secrets = secrets
        self.spans: list[Span] = []
        self.masks: list[Bits] = []
        self.rng = Random(SEED)
        self.out = BytesWriter()

    def write(self, state: State, seat: i64, out: BytesWriter) -> None:
        """Write the features of a state for a seat: who it is, who is to move, bytes, words."""
        players = self.players
        for other in range(players):
            write_f32_le(out, 1.0 if other == seat else 0.0)
        for other in range(players):
            write_f32_le(out, 1.0 if other == state.to_move else 0.0)
        write_f32_le(out, 1.0 if state.to_move == CHANCE else 0.0)
        write_f32_le(out, 1.0 if state.to_move == OVER else 0.0)
        worlds = self.possible(state, seat)
        for span in self.spans:
            span.write(worlds, out)
        for mask in self.masks:
            mask.write(worlds, out)

    def possible(self, state: State, seat: i64) -> list[State]:
        """Return states that the seat cannot tell from this one, always the same for what it knows."""
        if not self.secrets:
            return [state]
        found: list[State] = []
        for number in range(self.worlds):
            # Begun anew for each: how many numbers a redeal has taken is nobody's business.
            self.rng.seed(int(SEED + number))
            found.append(state.redealt(seat, self.rng))
        return found

    def one(self, state: State, seat: i64) -> bytes:
        """Return the features of a state as 32-bit floats."""
        out = self.out
        out.truncate(0)
        self.write(state, seat, out)
        return out.getvalue()

    def fill(self, states: list[State], seats: list[int], memory: memoryview) -> None:
        """Write the features of many states into memory, one after the other, each for its seat."""
        # One by one, since what has just been written is still at hand, and a large buffer would have to be made anew.
        begin = 0
        for at in range(len(states)):
            features = self.one(states[at], i64(seats[at]))
            end = begin + len(features)
            memory[begin:end] = features
            begin = end
