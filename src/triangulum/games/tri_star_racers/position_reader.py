"""Parse positions of Tri-Star Racers; one that cannot occur raises an error that says why.

How they are written is in ``position.py``. The bag is what is nowhere else. Parts that are left out are as at the
beginning of a race, or follow from the rest.
"""

from __future__ import annotations

import re
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64, u8

from triangulum.core.boards.lattice import SIDES
from triangulum.core.state import OVER, State
from triangulum.core.wording import format_count
from triangulum.errors import PositionError, quote_value
from triangulum.games.tri_star_racers import observe
from triangulum.games.tri_star_racers.box import LETTERS, POWERS
from triangulum.games.tri_star_racers.position import FINISHED, NOT_LAID, SETTING_UP, format_burst
from triangulum.games.tri_star_racers.position_parts import PartReader
from triangulum.games.tri_star_racers.rules import RacersSetup, RacersState, lookup


def parse_position(setup: RacersSetup, text: str) -> State:
    """Return the state that a position describes, or raise PositionError."""
    *parts, last = (" ".join(part.split()) for part in text.split("|"))
    reader = PositionReader(setup)
    # What was outed is held against the hands and the board, wherever they stand.
    for part in sorted(parts, key=lambda part: part.startswith("outed")):
        reader.read_part(part)
    return reader.build_state(last)


class PositionReader(PartReader):
    """Makes a state of the parts of a position, unless they contradict each other."""

    def build_state(self, last: str) -> State:
        """Return the state, or raise PositionError if it could not be."""
        for face, count in enumerate(self.tiles_left):
            self.byte_fields[self.setup.bag_offset + face] = u8(count)
        if last in (SETTING_UP, NOT_LAID):
            self.resume_setup(last == NOT_LAID)
            return self.state
        self.check_setup_complete()
        self.set_round_and_turn(last == FINISHED)
        if last == FINISHED:
            self.end_race()
            return self.state
        waiting = self.push_questions(last)
        self.check_bursts(waiting)
        self.check_frost_and_tokens()
        self.check_question_pending(last)
        return self.state

    def resume_setup(self, start_tile_unlaid: bool) -> None:
        """Check a position in the set-up, and push the questions that are left of it."""
        moved = any(any(observe.ship_spaces(list(self.byte_fields), seat)) for seat in self.seats)
        frozen = any(self.byte_fields[lookup.FROZEN + seat] for seat in self.seats)
        if moved or frozen or any(name in self.part_texts for name in ("last", "round", "turn", "discards")):
            raise PositionError("in the set-up nothing has been played, moved or discarded yet")
        state = self.state
        held = [int(state.hand_size(seat)) for seat in self.seats]
        full = all(size == lookup.HAND_SIZE for size in held)
        laid = self.occupied_spaces()
        filled = [bool(self.byte_fields[lookup.SLOT_FACES + slot]) for slot in range(self.setup.num_slots)]
        ordered = int(self.byte_fields[lookup.ORDER_LENGTH])
        in_turn = (
            (state.count_edges() == len(SIDES) or not any(held))
            and held == sorted(held, reverse=True)
            and sum(0 < size < lookup.HAND_SIZE for size in held) <= 1
            and not any(
                code % 2 == 0 for seat in self.seats for code in observe.hand_codes(list(self.byte_fields), seat)
            )
            and (full or not laid)
            and laid in ([], [int(self.setup.centre_space)])
            and (bool(laid) or not any(filled))
            and filled == sorted(filled, reverse=True)
            and (all(filled) or not self.setup.is_advanced or not ordered)
            and not any(self.byte_fields[lookup.SLOT_TOKENS + slot] for slot in range(lookup.MAX_SLOTS))
            and not (start_tile_unlaid and (not laid or any(filled)))
        )
        fresh = cast(RacersState, self.setup.new())
        track = (
            range(lookup.BURST_MASK, lookup.BURST_MASK + 2),
            range(int(self.setup.unseen_tokens_offset), int(self.setup.board_offset)),
        )
        untouched = all(self.byte_fields[at] == fresh.byte_fields[at] for part in track for at in part)
        if not in_turn or not untouched:
            raise PositionError(
                "the set-up draws edges, hands, the start tile, slots and the order, one after the other"
            )
        if (
            start_tile_unlaid
            and len(
                self.box.distinct_arrangements[
                    int(self.byte_fields[self.setup.board_offset + self.setup.centre_space]) - 1
                ]
            )
            == 1
        ):
            raise PositionError("the start tile lies the same whichever way it is turned")
        if start_tile_unlaid and self.byte_fields[self.setup.arrangements_offset + self.setup.centre_space]:
            raise PositionError("a start tile that is to be laid is written in the order of the components")
        state.push_question(lookup.BEGIN_TURN)
        if self.setup.is_advanced:
            state.push_question(lookup.DRAW_ORDER)
        state.push_question(lookup.REFILL_SLOTS)
        if start_tile_unlaid:
            state.push_question(lookup.ARRANGE_START_TILE)
        elif not laid:
            state.push_question(lookup.DRAW_START_TILE)
            state.push_question(lookup.DEAL_HANDS)
            state.push_question(lookup.DRAW_EDGE)
        state.run_until_question()
        if self.byte_fields[lookup.ROUND]:
            raise PositionError("the set-up is complete, so somebody plays")

    @property
    def seats(self) -> range:
        """All seat numbers."""
        return range(self.setup.players)

    def occupied_spaces(self) -> list[int]:
        """Return the spaces that have a tile."""
        return [space for space in range(self.setup.num_spaces) if self.byte_fields[self.setup.board_offset + space]]

    def check_setup_complete(self) -> None:
        """Check that the set-up is complete, and that the tiles on the board are connected."""
        if self.state.count_edges() < len(SIDES):
            raise PositionError("the frame has three edges before anybody plays")
        if "order" not in self.part_texts and self.setup.is_advanced:
            for seat in self.seats:
                self.byte_fields[lookup.ORDER + seat] = u8(seat)
            self.byte_fields[lookup.ORDER_LENGTH] = u8(self.setup.players)
        if int(self.byte_fields[lookup.ORDER_LENGTH]) < self.setup.players:
            raise PositionError("the order has all seats before anybody plays")
        laid = self.occupied_spaces()
        last = int(self.byte_fields[lookup.LAST_SPACE]) - 1
        if self.setup.centre_space not in laid:
            raise PositionError(f"the start tile lies at {self.box.centre}, and there is none")
        if not self.is_connected(laid):
            raise PositionError("the tiles on the board do not hang together by their sides")
        if (last >= 0) != (len(laid) > 1):
            raise PositionError("once a tile has been played, a position says which was the last, and only then")
        if last >= 0 and (last == self.setup.centre_space or last not in laid):
            raise PositionError(f"{self.box.lattice.spaces[last].name} is not where a tile has been played")
        if last >= 0 and not self.is_connected([space for space in laid if space != last]):
            name = self.box.lattice.spaces[last].name
            raise PositionError(f"without the tile at {name} the others do not hang together, so it was not the last")
        if self.setup.is_brutal and len(laid) > 1:
            self.check_brutal_matches(laid)

    def is_connected(self, spaces: list[int]) -> bool:
        """Tell whether these spaces are all connected to the start tile by their sides."""
        reached, pending = {int(self.setup.centre_space)}, [int(self.setup.centre_space)]
        while pending:
            neighbours = {at for at in self.box.lattice.neighbours[pending.pop()] if at in spaces} - reached
            reached |= neighbours
            pending += neighbours
        return reached == set(spaces)

    def check_brutal_matches(self, laid: list[int]) -> None:
        """Check that all sections on the board match, for a brutal race."""
        demands = vec[i64]([0, 0, 0])
        for space in laid:
            self.state.write_corner_colour_masks(space, demands)
            face, arrangement = (
                int(self.byte_fields[self.setup.board_offset + space]) - 1,
                int(self.byte_fields[self.setup.arrangements_offset + space]),
            )
            if space != self.setup.centre_space and not self.state.can_place(face, arrangement, demands):
                name = self.box.lattice.spaces[space].name
                raise PositionError(f"in a brutal race all sections match, and at {name} one does not")

    def set_round_and_turn(self, is_over: bool) -> None:
        """Set the round and how many have had their turn, by default the first."""
        players = int(self.setup.players)
        turn = int(self.part_texts.get("turn", "1"))
        if turn > players:
            raise PositionError(f"a round has {players} turns, not {turn}")
        self.byte_fields[lookup.TURNS_DONE] = u8(players if is_over else turn - 1)
        self.byte_fields[lookup.ROUND] = u8(int(self.part_texts.get("round", "1")))

    def push_questions(self, text: str) -> list[int]:
        """Parse the pending question and push all that are pending; return the starbursts that are waiting."""
        head, *extras = (part.strip() for part in text.split(";"))
        match = re.fullmatch(
            r"seat (\d) (?:(plays|chooses a power|turns up|drafts|refills)|(freezes) ([PBO])|(bursts|boosts|draws) "
            r"([1-9]))",
            head,
        )
        if match is None:
            raise PositionError(
                f"{quote_value(text)} does not say what is going on, such as seat 0 plays, or seat 1 drafts"
            )
        seat = int(match[1])
        if "turn" not in self.part_texts and seat < self.setup.players:
            order = list(self.byte_fields)[lookup.ORDER : lookup.ORDER + self.setup.players]
            self.byte_fields[lookup.TURNS_DONE] = u8(order.index(seat))
        verb = match[2] or match[3] or match[5]
        self.check_round(verb not in ("plays", "draws"))
        if seat != self.state.turn_seat():
            raise PositionError(f"it is the turn of seat {self.state.turn_seat()}, not of seat {seat}")
        extra_texts = self.parse_extras(extras, verb)
        powers = [self.parse_power(name) for name in extra_texts.get("powers", "").split()]
        waiting = [self.parse_burst(burst) for burst in extra_texts.get("waiting", "").split()]
        if len(set(waiting)) < len(waiting):
            raise PositionError("a starburst waits only once")
        if len(powers) > lookup.NUM_LANES or len(waiting) > len(self.box.tokens):
            raise PositionError("so many powers or starbursts cannot be pending")
        self.push_question_stack(verb, match, powers, waiting, "drafted" in extra_texts)
        return waiting

    def parse_extras(self, extras: list[str], verb: str) -> dict[str, str]:
        """Return what else is pending, by name: ``powers``, ``waiting``, ``drafted``."""
        allowed = {
            "chooses a power": {"powers", "waiting"},
            "freezes": {"powers", "waiting"},
            "turns up": {"waiting", "drafted"},
            "bursts": {"waiting", "drafted"},
        }.get(verb, set())
        extra_texts: dict[str, str] = {}
        for extra in extras:
            name, _, text = extra.partition(" ")
            if name not in allowed or name in extra_texts or bool(text) == (name == "drafted"):
                raise PositionError(f"{quote_value(extra)} says nothing that can be pending when a seat {verb}")
            extra_texts[name] = text
        return extra_texts

    def parse_power(self, name: str) -> int:
        """Return the number of a power."""
        if name not in POWERS:
            raise PositionError(f"{quote_value(name)} is no power: they are {', '.join(POWERS)}")
        return POWERS.index(name)

    def push_question_stack(
        self, verb: str, match: re.Match[str], powers: list[int], waiting: list[int], drafted: bool
    ) -> None:
        """Push the pending questions, the last one to be asked first."""
        state = self.state
        late_refill = self.setup.is_advanced and verb == "refills"
        state.push_question(lookup.BEGIN_TURN if late_refill else lookup.END_TURN)
        if not self.setup.is_advanced or late_refill:
            state.push_question(lookup.REFILL_SLOTS)
        if verb not in ("refills", "boosts") and not drafted:
            state.push_question(lookup.DRAFT_SLOT)
        for number in reversed(waiting):
            state.push_question(lookup.TURN_UP_BURST, number)
        if verb in ("chooses a power", "freezes"):
            self.push_moves(powers + ([lookup.FREEZE + LETTERS.index(match[4])] if match[4] else []))
            for power in powers:
                state.push_question(lookup.FIRE_POWER, power)
        question = {
            "plays": (lookup.PLAY_TILE, 0),
            "freezes": (lookup.CHOOSE_FROZEN_SHIP, LETTERS.index(match[4] or "P")),
            "bursts": (lookup.CHOOSE_BURST_SHIP, int(match[6] or 0)),
            "boosts": (lookup.CHOOSE_BOOST_SHIP, int(match[6] or 0)),
            "draws": (lookup.REDRAW_HAND, int(match[6] or 0)),
        }.get(verb)
        if question is not None:
            state.push_question(*(i64(number) for number in question))

    def push_moves(self, powers: list[int]) -> None:
        """Push the moves that the last tile brings, and check that it fires these powers."""
        played = observe.last_played_tile(self.state, list(self.byte_fields))
        if played is None or played.seat != self.state.turn_seat():
            raise PositionError("powers are fired by a tile that the same seat has just played")
        fired = [POWERS.index(power) for power in played.powers]
        if any(powers.count(power) > fired.count(power) for power in powers):
            raise PositionError(f"the last tile fires {' '.join(played.powers) or 'nothing'}, and not what is pending")
        for lane in reversed(range(lookup.NUM_LANES)):
            if played.pips[lane]:
                self.state.push_question(lookup.MOVE_SHIP + lane, played.pips[lane])

    def check_round(self, has_played: bool) -> None:
        """Check that round, turns and tiles agree; set a round that is not given to the first with enough turns."""
        players = int(self.setup.players)
        tiles = len(self.occupied_spaces()) - 1
        turns = min(int(self.byte_fields[lookup.TURNS_DONE]) + has_played, players)
        if "round" not in self.part_texts:
            self.byte_fields[lookup.ROUND] = u8(max(1, 1 - (turns - tiles) // players))
        rounds = int(self.byte_fields[lookup.ROUND]) - 1
        turns += rounds * players
        if tiles > turns:
            raise PositionError(
                f"{format_count(tiles, 'tile')} cannot have been played in {format_count(turns, 'turn')}"
            )
        if rounds > tiles + sum(observe.count_tiles_out_of_play(self.setup, list(self.byte_fields))):
            raise PositionError(f"round {rounds + 1} is too late: in each somebody has played or discarded a tile")

    def check_bursts(self, waiting: list[int]) -> None:
        """Check that starbursts lie where nobody has been, and that the number of unseen ones agrees."""
        if not self.setup.has_starbursts:
            return
        passed = {
            number
            for number in range(len(self.box.tokens))
            if any(
                self.state.ship_space(seat, observe.decode_burst(self.setup, number).lane)
                >= observe.decode_burst(self.setup, number).space
                for seat in self.seats
            )
        }
        burst_mask = sum(1 << number for number in range(len(self.box.tokens)) if number not in passed)
        if "bursts" not in self.part_texts:
            self.set_burst_mask(burst_mask)
        if int(self.byte_fields[lookup.BURST_MASK]) | int(self.byte_fields[lookup.BURST_MASK + 1]) << 8 != burst_mask:
            raise PositionError("starbursts lie exactly where no ship has been or passed")
        mover = self.state.turn_seat()
        for number in waiting:
            burst = observe.decode_burst(self.setup, number)
            if number not in passed or self.state.ship_space(mover, burst.lane) < burst.space:
                raise PositionError(f"seat {mover} cannot have taken the starburst {format_burst(burst)}")
        unseen = sum(list(self.byte_fields)[self.setup.unseen_tokens_offset : self.setup.board_offset])
        num_needed = burst_mask.bit_count() + len(waiting)
        if unseen != num_needed:
            raise PositionError(f"{num_needed} starbursts have not been turned up, and the unseen ones are {unseen}")

    def check_frost_and_tokens(self) -> None:
        """Check that frozen ships and tokens on the card are possible."""
        mover = int(self.state.turn_seat())
        for seat in self.seats:
            for lane in range(lookup.NUM_LANES):
                if self.state.frost_code(seat, lane) == lookup.STAYS and seat != mover:
                    raise PositionError(f"seat {seat} has not just frozen its own ship: it is not its turn")
        if not self.setup.is_advanced:
            return
        done = int(self.byte_fields[lookup.TURNS_DONE])
        order = [int(self.byte_fields[lookup.ORDER + place]) for place in range(done + 1)]
        kinds = [kind for kind, _ in observe.list_questions(self.state)]
        drafted = lookup.DRAFT_SLOT not in kinds and lookup.BEGIN_TURN not in kinds
        tokens = [int(self.byte_fields[lookup.SLOT_TOKENS + slot]) - 1 for slot in range(lookup.MAX_SLOTS)]
        token_seats = sorted(seat for seat in tokens if seat >= 0)
        if token_seats != sorted(order[: done + drafted]):
            raise PositionError("on the advanced card stand the tokens of those who have drafted in this round")

    def check_question_pending(self, text: str) -> None:
        """Check that this question really is asked, and set who is to move."""
        copy = cast(RacersState, self.state.copy())
        copy.run_until_question()
        if copy.to_move == OVER or list(copy.byte_fields) != list(self.state.byte_fields):
            raise PositionError(f"{quote_value(text)}: that would not be asked here, since it settles itself")
        self.state.to_move = copy.to_move

    def end_race(self) -> None:
        """Check that the race can be over, and end it."""
        self.check_round(False)
        self.check_bursts([])
        if not self.state.is_race_ending():
            raise PositionError("no team is beyond the line, the board is not full and tiles are left: it is not over")
        if self.setup.is_advanced:
            tokens = sorted(int(self.byte_fields[lookup.SLOT_TOKENS + slot]) - 1 for slot in range(lookup.MAX_SLOTS))
            if tokens[-int(self.setup.players) :] != list(self.seats) or any(
                token >= 0 for token in tokens[: -int(self.setup.players)]
            ):
                raise PositionError("at the end each seat has a token on the advanced card")
        if any(
            self.state.frost_code(seat, lane) == lookup.STAYS for seat in self.seats for lane in range(lookup.NUM_LANES)
        ):
            raise PositionError("at the end nobody has just frozen a ship")
        self.state.to_move = OVER
