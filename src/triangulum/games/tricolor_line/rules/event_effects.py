# compiled by mypyc
"""The events of Tricolor Line: what each of the six asks for, and what it does to its target."""

from __future__ import annotations

from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.games.tricolor_line.actions import DETOUR_KIND, LANDSLIDE_KIND, LEAK_KIND, LIFT_KIND, TOLL_KIND
from triangulum.games.tricolor_line.rules.codes import (
    DETOUR,
    LANDSLIDE,
    LEAK,
    RELOCATION,
    SUPPLIES,
    TOLL,
    PlaceIndex,
    TileCode,
    replace_rotation,
)
from triangulum.games.tricolor_line.rules.event_log import (
    BLUEPRINT_DETOURED,
    EVENT_DRAWN,
    IDENTITY_LEAKED,
    ROAD_SLID,
    TILE_LIFTED,
    TILE_PUT_DOWN,
    TOLL_DEMANDED,
)
from triangulum.games.tricolor_line.rules.fields import (
    ASK_CARD,
    ASK_DETOUR,
    ASK_INSTEAD,
    ASK_LANDSLIDE,
    ASK_LEAK,
    ASK_LIFT,
    ASK_PUT_DOWN,
    ASK_TOLL,
    ASK_TOLL_CARD,
    CURRENT_EVENT,
    LAST_PLACE,
    LOOKED_MASKS,
    NUM_USED_EVENTS,
    ORIGIN,
    TAKEN_CODE,
    USED_EVENTS,
)
from triangulum.games.tricolor_line.rules.legal_actions import TricolorLegalActions


class TricolorEventEffects(TricolorLegalActions):
    """Begins an event once it is drawn, and applies it to the target that is chosen."""

    def begin_event(self, event: i64) -> None:
        """Make a drawn event the current one and ask for its target; without one, two cards may be drawn instead."""
        fields = self.byte_fields
        if i64(fields[NUM_USED_EVENTS]) == self.count_event_cards():
            for at in range(USED_EVENTS, USED_EVENTS + i64(fields[NUM_USED_EVENTS])):
                fields[at] = u8(0)
            fields[NUM_USED_EVENTS] = u8(0)
        fields[USED_EVENTS + i64(fields[NUM_USED_EVENTS])] = u8(event)
        self.add_to_byte(NUM_USED_EVENTS, 1)
        fields[CURRENT_EVENT] = u8(event + 1)
        is_possible = self.has_event_target(event)
        self.log_event(EVENT_DRAWN, event, 1 if is_possible else 0)
        if not is_possible:
            self.push_pending_question(ASK_INSTEAD)
        elif event == SUPPLIES:
            self.push_pending_question(ASK_CARD, 2)
        elif event == LANDSLIDE:
            self.push_pending_question(ASK_LANDSLIDE)
        elif event == DETOUR:
            self.push_pending_question(ASK_DETOUR)
        elif event == TOLL:
            self.push_pending_question(ASK_TOLL)
        elif event == LEAK:
            self.push_pending_question(ASK_LEAK)
        else:
            self.push_pending_question(ASK_LIFT)

    def has_event_target(self, event: i64) -> bool:
        """Return whether there is something that an event could be applied to."""
        if event == LANDSLIDE:
            return len(self.list_landslide_places()) > 0
        if event == DETOUR:
            return len(self.list_rotatable_blueprint_places()) > 0
        if event == RELOCATION:
            return len(self.list_relocatable_blueprint_places(1)) > 0
        if event == TOLL:
            return any(self.can_be_tolled(seat) for seat in range(self.setup.players))
        if event == LEAK:
            return any(self.can_be_looked_at(seat) for seat in range(self.setup.players))
        return True

    def apply_event(self, action_kind: i64, target: i64, rotation: i64) -> None:
        """Apply the current event to its target: a place or a seat, by the kind of the action."""
        fields = self.byte_fields
        if action_kind == LANDSLIDE_KIND:
            self.set_tile_and_last_place(target, i64(fields[target]) - 1)
            self.log_event(ROAD_SLID, target, i64(fields[target]))
        elif action_kind == DETOUR_KIND:
            self.set_rotation(target, rotation)
            self.log_event(BLUEPRINT_DETOURED, target, i64(fields[target]))
        elif action_kind == TOLL_KIND:
            self.log_event(TOLL_DEMANDED, target)
            self.push_pending_question(ASK_TOLL_CARD, target)
        elif action_kind == LEAK_KIND:
            looker = self.turn_seat()
            fields[LOOKED_MASKS + looker] = u8(i64(fields[LOOKED_MASKS + looker]) | bit(target))
            self.log_event(IDENTITY_LEAKED, target)
        elif action_kind == LIFT_KIND:
            self.lift_tile(target)
        else:
            self.put_tile_down(target)

    def lift_tile(self, place: PlaceIndex) -> None:
        """Lift a tile off the board, and ask where to put it down."""
        tile_code = i64(self.byte_fields[place])
        self.log_event(TILE_LIFTED, place, tile_code)
        self.byte_fields[TAKEN_CODE] = u8(tile_code)
        self.byte_fields[place] = u8(0)
        self.write_place(ORIGIN, place)
        if self.read_place_field(LAST_PLACE) == place:
            self.write_place(LAST_PLACE, -1)
        self.push_pending_question(ASK_PUT_DOWN)

    def put_tile_down(self, place: PlaceIndex) -> None:
        """Put the lifted tile down at a place."""
        tile_code = i64(self.byte_fields[TAKEN_CODE])
        self.set_tile_and_last_place(place, tile_code)
        self.log_event(TILE_PUT_DOWN, place, tile_code)
        self.byte_fields[TAKEN_CODE] = u8(0)
        self.write_place(ORIGIN, -1)

    # Tiles on the board.

    def set_tile_and_last_place(self, place: PlaceIndex, tile_code: TileCode) -> None:
        """Write the code of the tile at a place, and remember it as the last place."""
        self.byte_fields[place] = u8(tile_code)
        self.write_place(LAST_PLACE, place)

    def set_rotation(self, place: PlaceIndex, rotation: i64) -> None:
        """Set the rotation of the tile at a place."""
        self.set_tile_and_last_place(place, replace_rotation(i64(self.byte_fields[place]), rotation))
