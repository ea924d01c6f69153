"""What happens to ships, as parts of sentences: for the log, and for what a move would do.

Colours are the ships of the one whose turn it is: "pink moves from 3 to 7 and Bob's blue ship is frozen".
"""

from __future__ import annotations

from triangulum.core.views import GameEvent
from triangulum.games.tri_star_racers import views
from triangulum.games.tri_star_racers.messages import message
from triangulum.games.tri_star_racers.views import LANES, ShipMoved
from triangulum.text import Message, SeatName


class EffectList:
    """Collects what happens to ships, event by event; several events can make one part."""

    def __init__(self) -> None:
        self.parts: list[Message] = []
        self.has_success = False
        """Whether something happens besides that a ship can't move."""
        self.open_moves: list[ShipMoved] = []
        """A move, or the moves of a team boost, and the lanes of the starbursts that they take."""
        self.open_bursts: list[int] = []

    def add_event(self, event: GameEvent, mover: int | None) -> None:
        """Add an event on a seat's turn, if it happens to ships."""
        match event:
            case ShipMoved():
                if event.by != "team":
                    self.close_moves()
                self.open_moves.append(event)
            case views.BurstTaken(burst=burst):
                self.open_bursts.append(burst.lane)
            case views.PowerFired() | views.BurstUsed():
                self.close_moves()
            case views.ShipFrozen(lane=lane, ship_of=None):
                self.add_part(message("all-ships-frozen", lane=LANES[lane]), is_success=False)
            case views.ShipFrozen(lane=lane, ship_of=int(owner)):
                id = "own-ship-frozen" if owner == mover else "ship-frozen"
                self.add_part(message(id, owner=SeatName(owner), lane=LANES[lane]), is_success=True)
            case views.TokenLost():
                self.add_part(message("token-lost"), is_success=False)

    def add_part(self, part: Message, is_success: bool) -> None:
        """Add a part of a sentence."""
        self.close_moves()
        self.parts.append(part)
        self.has_success |= is_success

    def close_moves(self) -> None:
        """Add the part about the moves that are open, to which no more starbursts belong."""
        moves, bursts = self.open_moves, self.open_bursts
        self.open_moves, self.open_bursts = [], []
        if not moves:
            return
        if moves[0].by == "team":
            self.add_team_boost([move for move in moves if not move.frozen])
            for lane in bursts:
                self.add_part(message("burst-taken", lane=LANES[lane]), is_success=True)
        else:
            move = moves[0]
            self.add_part(describe_move(move, len(bursts)), is_success=move.end > move.start)

    def add_team_boost(self, moves: list[ShipMoved]) -> None:
        """Add the part about a team boost that moves these ships."""
        if not moves:
            self.add_part(message("token-lost"), is_success=False)
            return
        lanes = tuple(message("lane", lane=LANES[move.lane]) for move in moves)
        self.add_part(message("team-boost", lanes=lanes), is_success=True)

    def list_parts(self) -> tuple[Message, ...]:
        """Return all parts."""
        self.close_moves()
        return tuple(self.parts)


def describe_move(move: ShipMoved, num_bursts: int) -> Message:
    """Return the move of a ship with the starbursts that it takes, or why it stays where it is."""
    lane = LANES[move.lane]
    if move.frozen:
        return message("ship-stuck", lane=lane)
    if move.start == move.end:
        return message("ship-alone", lane=lane)
    id = "ship-warps" if move.by == "warp" else "ship-moves"
    return message(id, lane=lane, start=move.start, end=move.end, bursts=num_bursts)
