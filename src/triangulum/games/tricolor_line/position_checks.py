"""What has to be true of a position of Tricolor Line; what cannot be is refused, with one line that says why."""

from __future__ import annotations

from typing import Final, cast

from triangulum.core.position import is_connected
from triangulum.core.state import OVER
from triangulum.errors import PositionError
from triangulum.games.tricolor_line.position import END_REASONS
from triangulum.games.tricolor_line.rules import codes, fields
from triangulum.games.tricolor_line.rules.state import TricolorSetup, TricolorState
from triangulum.games.tricolor_line.tile_text import format_place_index

EVENT_OF_QUESTION: Final = {
    fields.ASK_LANDSLIDE: codes.LANDSLIDE,
    fields.ASK_DETOUR: codes.DETOUR,
    fields.ASK_TOLL: codes.TOLL,
    fields.ASK_TOLL_CARD: codes.TOLL,
    fields.ASK_LEAK: codes.LEAK,
    fields.ASK_LIFT: codes.RELOCATION,
    fields.ASK_PUT_DOWN: codes.RELOCATION,
}
"""The event that a question belongs to."""


class PositionChecker:
    """Checks a state that was read from a position, after the set-up."""

    def __init__(self, setup: TricolorSetup, state: TricolorState, num_unseen: int) -> None:
        self.setup = setup
        self.players = int(setup.players)
        self.state = state
        self.num_unseen = num_unseen
        """How many tiles are nowhere on the table."""

    def check(self) -> None:
        """Raise PositionError unless everything fits together."""
        self.check_hands_and_seats()
        self.check_tiles_connected_and_in_piles()
        self.check_question_can_be_asked()

    def check_hands_and_seats(self) -> None:
        """Raise PositionError unless hands, identities and skips are possible."""
        turn_seat = int(self.state.turn_seat())
        state, byte_fields = self.state, self.state.byte_fields
        if not all(byte_fields[fields.IDENTITIES : fields.IDENTITIES + self.players]):
            raise PositionError(f"identities are a colour for each of {self.players} seats")
        skip_mask, safe_mask = int(byte_fields[fields.SKIP_MASK]), int(byte_fields[fields.SAFE_MASK])
        if skip_mask & ~safe_mask or (skip_mask >> turn_seat & 1 and state.to_move != OVER):
            raise PositionError("who skips the next turn is safe as well, and does not have a turn now")
        is_between_turns = state.to_move == OVER or int(state.top_question_kind()) == fields.ASK_DRAW_COUNT
        for seat in range(self.players):
            if (seat != turn_seat or is_between_turns) and state.hand_size(seat) > codes.HAND_LIMIT:
                raise PositionError(f"seat {seat} cannot have more than {codes.HAND_LIMIT} cards now")
        if state.to_move == OVER and state.sum_bytes(fields.NEW_HANDS, fields.OPEN_HANDS - fields.NEW_HANDS):
            raise PositionError("when the game is over, all have seen all hands: write R+ and so on")

    def check_tiles_connected_and_in_piles(self) -> None:
        """Raise PositionError unless tiles are connected, and the piles hold all others."""
        state, byte_fields = self.state, self.state.byte_fields
        origin = int(state.read_place_field(fields.ORIGIN))
        last_place = int(state.read_place_field(fields.LAST_PLACE))
        if last_place >= 0 and (not byte_fields[last_place] or last_place == codes.CENTRE):
            raise PositionError(f"there is no tile on {format_place_index(last_place)}, so it cannot be the last")
        tile_places = [place for place in range(codes.NUM_PLACES) if byte_fields[place]]
        if origin in tile_places:
            raise PositionError(f"two tiles cannot lie on {format_place_index(origin)}")
        # A tile that is being relocated held others together where it lay.
        tile_places += [origin] if origin >= 0 else []
        all_neighbours = [int(place) for place in self.setup.neighbours]
        neighbours = [all_neighbours[4 * place : 4 * place + 4] for place in range(codes.NUM_PLACES)]
        if not is_connected(codes.CENTRE, tile_places, neighbours):
            raise PositionError("every tile has a chain of neighbours to Start")
        self.check_pile_tops_and_sizes()

    def check_pile_tops_and_sizes(self) -> None:
        """Raise PositionError unless every pile has a top as it should, and together they hold all unseen tiles."""
        state, byte_fields = self.state, self.state.byte_fields
        is_turning_up = state.to_move != OVER and int(state.top_question_kind()) == fields.ASK_NEW_TOP
        num_covered = 0
        for pile in range(codes.NUM_PILES):
            size, has_top = int(byte_fields[fields.PILE_SIZES + pile]), bool(byte_fields[fields.PILE_TOPS + pile])
            is_turned_up = is_turning_up and int(state.top_question_argument()) == pile
            if has_top != (size > 0 and not is_turned_up) or (is_turned_up and not size):
                raise PositionError(f"pile {pile + 1} has a top exactly if it is not empty or being turned up")
            num_covered += size - has_top
        if num_covered != self.num_unseen:
            raise PositionError(
                f"{self.num_unseen} tiles are nowhere else, and the piles have room for {num_covered} below their tops"
            )

    def check_question_can_be_asked(self) -> None:
        """Raise PositionError unless the pending question can be asked here."""
        state, byte_fields = self.state, self.state.byte_fields
        if state.to_move == OVER:
            self.check_end_reason_holds()
            return
        kind = int(state.top_question_kind())
        needs_tile = kind in (fields.ASK_NEW_TOP, fields.ASK_PLACEMENT, fields.ASK_PUT_DOWN)
        needs_origin = kind == fields.ASK_PUT_DOWN
        if bool(byte_fields[fields.TAKEN_CODE]) != needs_tile or bool(byte_fields[fields.ORIGIN]) != needs_origin:
            raise PositionError("a tile is taken exactly while it is to be placed, or moved with where it lay")
        if kind == fields.ASK_TOLL_CARD and not state.can_be_tolled(state.top_question_argument()):
            raise PositionError("a toll takes a card that nobody else has seen from another seat")
        if kind == fields.ASK_DRAW_COUNT and self.is_over_before_turn():
            raise PositionError("the game would be over before this turn")
        self.check_event_question(kind)
        advanced = cast(TricolorState, state.copy())
        advanced.run_until_question()
        if advanced != state:
            raise PositionError("nobody is asked that here: the game would go on by itself")

    def check_event_question(self, question_kind: int) -> None:
        """Raise PositionError unless an event follows a construction, and there is something to ask about it."""
        state, byte_fields = self.state, self.state.byte_fields
        if question_kind not in (*EVENT_OF_QUESTION, fields.ASK_EVENT, fields.ASK_INSTEAD):
            return
        last_place = int(state.read_place_field(fields.LAST_PLACE))
        if last_place < 0 or codes.is_blueprint(int(byte_fields[last_place])):
            raise PositionError("an event follows a construction, so last is the tile that was just built")
        is_target_question = question_kind in EVENT_OF_QUESTION and question_kind != fields.ASK_TOLL_CARD
        if is_target_question and len(state._legal_actions()) < 2:
            raise PositionError("there is no choice of targets for that event, so nobody is asked")
        current_event = int(byte_fields[fields.CURRENT_EVENT]) - 1
        if question_kind == fields.ASK_INSTEAD and state.has_event_target(current_event):
            raise PositionError("that event can happen, so there are no cards instead of it")

    def is_over_before_turn(self) -> bool:
        """Return whether the game would have been over at the end of the turn before.

        Where everybody has to have a turn first, two routes may lie there for longer, also if those who come then skip.
        """
        can_routes_wait = self.setup.has_full_rounds and self.state.byte_fields[fields.ROUND] <= 2
        return self.state.is_at_standstill() or (self.state.has_disjoint_routes() and not can_routes_wait)

    def check_end_reason_holds(self) -> None:
        """Raise PositionError unless the game can be over for the given reason."""
        state, byte_fields = self.state, self.state.byte_fields
        reason, reason_now = int(byte_fields[fields.END_REASON]), int(state.find_end_reason())
        is_last_turn = state.turn_seat() == self.players - 1 and byte_fields[fields.ROUND] == self.setup.round_limit
        is_possible = reason == reason_now
        if reason == codes.ENDED_BY_ROUND_LIMIT:
            is_possible = is_last_turn and not self.is_over_before_turn()
        if not is_possible or byte_fields[fields.TAKEN_CODE] or not byte_fields[fields.ROUND]:
            raise PositionError(f"the game is not {END_REASONS[reason]} here")
