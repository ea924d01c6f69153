"""How Tri-Star Racers looks, and where one touches it.

The board with its frame of edges fills a triangle; in the two corners above it stand whose turn it is and what the last
tile has brought. The other panes are the lanes, one's own hand, the draft card and a row for each player. Every piece
is taken from a table by what it shows, so one that did not change is the same object in the next scene; and every pane
is kept by the fields of the view that it is made from, so watchers share all but their hands.
"""

from __future__ import annotations

from typing import Final

from triangulum.games.tri_star_racers.box import PERMUTATIONS, POWERS
from triangulum.games.tri_star_racers.scene.board_pane import (
    TurnStatus,
    board_pane,
    cached_layout,
    cached_pieces,
    power_key,
)
from triangulum.games.tri_star_racers.scene.lanes_pane import SHIP_KEYS, lanes_pane
from triangulum.games.tri_star_racers.scene.phrases import scene_title
from triangulum.games.tri_star_racers.scene.side_panes import draft_pane, hand_key, hand_pane, players_pane, slot_key
from triangulum.games.tri_star_racers.views import LANES, RacersView
from triangulum.scene import Scene
from triangulum.scene.steps import Cycle, Pick, Step

MAX_SEATS: Final = 5


def scene(view: RacersView) -> Scene:
    """Return the picture of a view: the board, the lanes, the hand, the draft card and the players."""
    pieces = cached_pieces(view.outline, view.team_spaces, len(view.ships), view.finish)
    active = view.turn_of if view.phase != "over" else None
    status = TurnStatus(
        view.phase,
        active,
        active is not None and active == view.seat,
        view.round,
        view.last_round,
        view.powers,
        len(view.waiting),
        view.token,
        view.winners,
    )
    panes = [
        board_pane(pieces, view.edges, view.edge_sections, view.board, view.played, status),
        lanes_pane(view.ships, view.frozen, view.bursts, view.winners),
        draft_pane(view.slots, view.order, view.done, view.bag, view.discarded),
        players_pane(view.seat, view.hands, view.ships, active, view.winners),
    ]
    if view.seat is not None:
        panes.insert(2, hand_pane(view.hands[view.seat]))
    return Scene(pieces.kit, tuple(panes), scene_title(view))


def steps(view: RacersView, action: int) -> tuple[Step, ...]:
    """Return what the mover touches.

    A tile of the hand, a space, and that again until the tile lies as wanted; or a power, a ship or a slot.
    """
    placements = len(view.faces) * len(view.board) * len(PERMUTATIONS)
    if action < placements:
        return placement_steps(view, action)
    action -= placements
    if action < len(POWERS):
        return (Pick(power_key(POWERS[action])),)
    action -= len(POWERS)
    if action < MAX_SEATS:
        assert view.freezing is not None
        return (Pick(SHIP_KEYS[action][view.freezing]),)
    action -= MAX_SEATS
    if action < len(LANES):
        return (Pick(SHIP_KEYS[view.to_move][action]),)
    return (Pick(slot_key(action - len(LANES))),)


def placement_steps(view: RacersView, action: int) -> tuple[Step, ...]:
    """Return the steps of playing a tile; one whose sections are all alike need not be turned."""
    where, arrangement = divmod(action, len(PERMUTATIONS))
    face, space = divmod(where, len(view.board))
    tile = view.faces[face]
    hand = view.hands[view.to_move]
    key, target = hand_key(hand.index(tile)), f"space-{cached_layout(view.outline).space_name(space)}"
    if len(set(tile)) == 1:
        return Pick(key), Pick(target)
    lying = [tile[section] for section in PERMUTATIONS[arrangement]]
    way = " ".join(lying[corner] for corner in cached_layout(view.outline).clockwise_corners(space))
    return Pick(key), Pick(target), Cycle(target, way)
