# compiled by mypyc
"""Renders views of Tricolor Line as scenes.

The map is the main pane; the others are the watcher's own hand, the piles, and a row for each player. Pieces and panes
are cached by what they show. So a piece that did not change is the same object in the next scene, and watchers share
all panes but their hands and what they know of others.
"""

from __future__ import annotations

from typing import Final

from triangulum.games.tricolor_line.messages import Situation, describe_status, find_situation
from triangulum.games.tricolor_line.scene.hand_pane import hand_pane
from triangulum.games.tricolor_line.scene.kit import KIT
from triangulum.games.tricolor_line.scene.map_pane import (
    MapContent,
    find_placement_places,
    find_target_places,
    map_pane,
)
from triangulum.games.tricolor_line.scene.piles_pane import PilesContent, piles_pane
from triangulum.games.tricolor_line.scene.players_pane import PlayerRow, players_pane
from triangulum.games.tricolor_line.views import Place, TricolorView
from triangulum.scene import Pane, Scene

PLACING_PHASES: Final = ("first", "place", "resettle")


def scene(view: TricolorView) -> Scene:
    """Return the scene of a view: the map, the hand unless a spectator watches, the piles and the players."""
    is_asked = view.seat is not None and view.seat == view.to_move
    situation = find_situation(view)
    panes = [
        map_pane(map_content(view, is_asked)),
        piles_pane(piles_content(view, situation)),
        players_pane(tuple(player_row(view, seat) for seat in range(len(view.hand_sizes)))),
    ]
    if view.seat is not None:
        panes.insert(1, own_hand_pane(view, view.seat))
    return Scene(KIT, tuple(panes), describe_status(situation))


def own_hand_pane(view: TricolorView, seat: int) -> Pane:
    """Return the pane with the watcher's own cards."""
    return hand_pane(view.hand, view.old_hand, view.open_cards[seat], view.identity, view.phase == "over")


def map_content(view: TricolorView, is_asked: bool) -> MapContent:
    """Return what the map shows; choices only if the watcher is asked."""
    is_over = view.phase == "over"
    free_places = targets = frozenset[Place]()
    if is_asked and view.phase in PLACING_PHASES:
        free_places = find_placement_places(view.phase, view.taken_tile, view.tiles, view.end_distance)
    if is_asked:
        targets = find_target_places(view.phase, view.tiles, view.last_place, view.end_distance)
    routes = view.scored_routes if is_over else view.routes
    return MapContent(view.tiles, tile_costs(view), routes, is_over, view.last_place, free_places, targets)


def tile_costs(view: TricolorView) -> tuple[int, ...]:
    """Return the cost of each shape, and then that of an End."""
    return *view.shape_costs, view.end_cost


def piles_content(view: TricolorView, situation: Situation) -> PilesContent:
    """Return what the pane of the piles shows."""
    return PilesContent(
        situation=situation,
        piles=view.piles,
        taken=view.taken_tile,
        cost=tile_costs(view),
        draw_pile_size=view.draw_pile_size,
        old_cards=view.old_cards,
        discards=view.discards,
        used_events=view.used_events,
        current_event=view.current_event,
        event_pile_size=view.event_pile_size,
        winner_colours=view.winner_colours if view.phase == "over" else None,
    )


def player_row(view: TricolorView, seat: int) -> PlayerRow:
    """Return what a player's row shows."""
    is_over = view.phase == "over"
    has_won = seat in view.winners
    return PlayerRow(
        seat=seat,
        is_own=seat == view.seat,
        is_highlighted=has_won if is_over else seat == view.turn_of and view.phase != "setup",
        is_target=view.seat == view.to_move and can_target_seat(view, seat),
        num_cards=view.hand_sizes[seat],
        num_old=view.old_counts[seat],
        open_cards=view.open_cards[seat],
        identity=view.known_identities[seat],
        is_face_up=is_over,
        lookers=tuple(looker for looker, victim in view.identity_looks if victim == seat),
        skips_turn=view.skips_turn[seat] and not is_over,
        is_safe=view.is_safe[seat] and not is_over,
        score=view.scores[seat] if view.scores else None,
        has_won=has_won,
    )


def can_target_seat(view: TricolorView, seat: int) -> bool:
    """Return whether the current event may be turned on a seat.

    A toll takes only a card that nobody else has seen, and a leak shows only what the mover does not know.
    """
    if seat == view.to_move:
        return False
    if view.phase == "leak":
        return view.known_identities[seat] is None
    return view.phase == "toll" and view.hand_sizes[seat] > len(view.open_cards[seat])
