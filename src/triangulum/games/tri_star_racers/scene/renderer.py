# compiled by mypyc
"""The picture of a view of Tri-Star Racers.

The board with its frame of edges fills a triangle; in the two corners above it stand whose turn it is and what the last
tile has brought. The other panes are the lanes, the watcher's own hand, the draft card and a row for each player. Every
piece is taken from a table by what it shows, so one that did not change is the same object in the next scene; and every
pane is kept by the fields of the view that it is made from, so watchers share all but their hands.
"""

from __future__ import annotations

from triangulum.games.tri_star_racers.messages import describe_status
from triangulum.games.tri_star_racers.scene.board_pane import (
    TurnStatus,
    board_pane,
    cached_board_pieces,
)
from triangulum.games.tri_star_racers.scene.lanes_pane import lanes_pane
from triangulum.games.tri_star_racers.scene.side_panes import draft_pane, hand_pane, players_pane
from triangulum.games.tri_star_racers.views import RacersView
from triangulum.scene import Scene


def scene(view: RacersView) -> Scene:
    """Return the picture of a view: the board, the lanes, the hand, the draft card and the players."""
    pieces = cached_board_pieces(view.outline, view.team_spaces, len(view.ships), view.finish)
    active = view.turn_of if view.phase != "over" else None
    status = TurnStatus(
        view.phase,
        active,
        view.round,
        view.last_round,
        view.powers,
        len(view.waiting),
        view.tokens,
        view.token,
        view.freezing,
        view.winners,
    )
    panes = [
        board_pane(pieces, view.edge_sections, view.board, view.played, status),
        lanes_pane(view.ships, view.frozen, view.bursts, view.winners),
        draft_pane(view.slots, view.order, view.done, view.bag, view.discarded),
        players_pane(view.seat, view.hands, view.ships, active, view.winners),
    ]
    if view.seat is not None:
        panes.insert(2, hand_pane(view.hands[view.seat]))
    return Scene(pieces.kit, tuple(panes), describe_status(view))
