# compiled by mypyc
"""What the mover of Tri-Star Racers touches to play an action."""

from __future__ import annotations

from triangulum.games.tri_star_racers.actions import ActionCodec, Move
from triangulum.games.tri_star_racers.box import PERMUTATIONS, POWERS
from triangulum.games.tri_star_racers.scene.board_pane import cached_layout, power_key, space_key, token_key
from triangulum.games.tri_star_racers.scene.lanes_pane import SHIP_KEYS
from triangulum.games.tri_star_racers.scene.side_panes import hand_key, slot_key
from triangulum.games.tri_star_racers.views import RacersView
from triangulum.scene.steps import Cycle, Pick, Step


def touch_steps(view: RacersView, action: int) -> tuple[Step, ...]:
    """Return what the mover touches.

    That is a tile of the hand, a space, and that again until the tile lies as wanted; or a power, a ship, a slot or a
    starburst.
    """
    move = ActionCodec(len(view.faces), len(view.board)).decode_move(action)
    match move.kind:
        case "play":
            return placement_steps(view, move)
        case "fire":
            return (Pick(power_key(POWERS[move.power])),)
        case "freeze":
            assert view.freezing is not None
            return (Pick(SHIP_KEYS[move.seat][view.freezing]),)
        case "advance":
            return (Pick(SHIP_KEYS[view.to_move][move.lane]),)
        case "draft":
            return (Pick(slot_key(move.slot)),)
        case "use":
            return (Pick(token_key(view.token_kinds[move.token])),)


def placement_steps(view: RacersView, placement: Move) -> tuple[Step, ...]:
    """Return the steps of playing a tile; one with three equal sections need not be turned."""
    tile = view.faces[placement.face]
    layout = cached_layout(view.outline)
    tile_key = hand_key(view.hands[view.to_move].index(tile))
    target_key = space_key(layout.space_name(placement.space))
    if len(set(tile)) == 1:
        return Pick(tile_key), Pick(target_key)
    arranged = [tile[section] for section in PERMUTATIONS[placement.arrangement]]
    sections = " ".join(arranged[corner] for corner in layout.clockwise_corners(placement.space))
    return Pick(tile_key), Pick(target_key), Cycle(target_key, sections)
