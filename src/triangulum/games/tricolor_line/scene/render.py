"""How Tricolor Line looks.

The map is the main pane; the others are one's own hand, the piles, and a row for each player. Every piece is taken from
a table by what it shows, so one that did not change is the same object in the next scene; and every pane is kept by the
fields of the view that it is made from, so watchers share all but their hands and what they know.
"""

from __future__ import annotations

from typing import Final

from triangulum.core.wording import join_with_and
from triangulum.games.tricolor_line.scene.drawings import KIT
from triangulum.games.tricolor_line.scene.map_pane import map_pane, placement_places, target_places
from triangulum.games.tricolor_line.scene.side_panes import (
    PlayerRow,
    TableStatus,
    hand_pane,
    piles_pane,
    players_pane,
)
from triangulum.games.tricolor_line.views import COLOURS, Place, TricolorView
from triangulum.scene import Scene


def scene(view: TricolorView) -> Scene:
    """Return the picture of a view: the map, the hand unless one only watches, the piles and the players."""
    asked = view.seat is not None and view.seat == view.to_move
    over = view.phase == "over"
    routes = view.winning if over else view.routes
    places = (
        placement_places(view.phase, view.taken, view.tiles)
        if asked and view.phase in PLACING_PHASES
        else frozenset[Place]()
    )
    targets = target_places(view.phase, view.tiles) if asked else frozenset[Place]()
    panes = [
        map_pane(view.tiles, view.cost, routes, over, view.last, places, targets),
        piles_pane(
            view.piles,
            view.taken,
            view.cost,
            view.pile,
            view.discards,
            view.events,
            view.event,
            view.event_pile,
            table_status(view),
            view.winner_colours if over else None,
        ),
        players_pane(tuple(player_row(view, seat) for seat in range(len(view.counts)))),
    ]
    if view.seat is not None:
        prompt = format_prompt(view) if asked else ""
        panes.insert(1, hand_pane(view.hand, view.open_cards[view.seat], view.identity, over, prompt))
    return Scene(KIT, tuple(panes), describe_situation(view))


PLACING_PHASES: Final = ("first", "place", "resettle")


def player_row(view: TricolorView, seat: int) -> PlayerRow:
    """Return what a player's row shows."""
    over = view.phase == "over"
    won = seat in view.winners
    return PlayerRow(
        seat,
        seat == view.seat,
        won if over else seat == view.turn_of and view.phase != "setup",
        view.seat == view.to_move and can_target_seat(view, seat),
        view.counts[seat],
        view.open_cards[seat],
        view.known[seat],
        over,
        tuple(looker for looker, victim in view.looked if victim == seat),
        view.skips[seat] and not over,
        view.safe[seat] and not over,
        view.scores[seat] if view.scores else None,
        won,
    )


def can_target_seat(view: TricolorView, seat: int) -> bool:
    """Return whether an event may be turned on a player: a toll takes only a card that nobody else has seen."""
    if seat == view.to_move:
        return False
    return view.phase == "leak" or (view.phase == "toll" and view.counts[seat] > len(view.open_cards[seat]))


# ---------------------------------------------------------------------------------------------------------- words


PHASE_VERBS: Final = {
    "setup": "sets up",
    "draw": "draws cards",
    "take": "takes a tile",
    "place": "places a tile",
    "act": "builds and acts",
    "landslide": "lets a road slide",
    "detour": "turns a blueprint",
    "toll": "takes a toll",
    "leak": "looks at an identity",
    "relocate": "moves a tile",
    "resettle": "moves a tile",
    "discard": "discards",
}
"""What the one whose turn it is does, by phase; ``first`` is taking or placing."""
PHASE_PROMPTS: Final = {
    "draw": "Draw 2 cards, or 4 and end?",
    "take": "Take the top of a pile",
    "place": "Place the tile",
    "act": "Build, turn, attack, or done",
    "landslide": "Which road slides away?",
    "detour": "Turn which blueprint?",
    "toll": "Take a card from whom?",
    "leak": "Look at whose identity?",
    "relocate": "Move which tile?",
    "resettle": "Where does it go?",
    "discard": "Discard a card",
}
"""What the mover is asked, by phase."""


def detailed_phase(view: TricolorView) -> str:
    """Return the phase, with that of the first tiles told as what it is just now."""
    if view.phase == "first":
        return "place" if view.taken else "take"
    return view.phase


def format_prompt(view: TricolorView) -> str:
    """Return what the mover is asked."""
    if view.phase == "discard" and view.to_discard > 1:
        return f"Discard {view.to_discard} cards"
    return PHASE_PROMPTS.get(detailed_phase(view), "")


def table_status(view: TricolorView) -> TableStatus:
    """Return what stands above the piles."""
    if view.phase == "over":
        return TableStatus("Over", capitalize_first(format_winners(view)), describe_situation(view))
    if view.phase == "setup":
        return TableStatus("Set-up", "tiles and cards are dealt", describe_situation(view))
    doing = f"Seat {view.turn_of} {PHASE_VERBS[detailed_phase(view)]}"
    if view.phase == "first":
        return TableStatus("First tiles", doing, describe_situation(view))
    return TableStatus(f"Round {view.round} of {view.round_limit}", doing, describe_situation(view))


def capitalize_first(text: str) -> str:
    """Return words with a capital at the beginning."""
    return text[:1].upper() + text[1:]


def format_winners(view: TricolorView) -> str:
    """Return who has won, in a few words."""
    if not view.winners:
        return "nobody wins"
    if len(view.winners) > 3:
        return f"{len(view.winners)} seats share the win"
    seats = join_with_and(map(str, view.winners))
    return f"seat {seats} wins" if len(view.winners) == 1 else f"seats {seats} share the win"


def describe_situation(view: TricolorView) -> str:
    """Return the situation for the ear."""
    if view.phase == "over":
        colours = join_with_and(COLOURS[colour] for colour in view.winner_colours)
        led = f"{colours} has most roads" if len(view.winner_colours) == 1 else f"{colours} have most roads"
        return f"Tricolor Line: {led if colours else 'no route was finished'}, and {format_winners(view)}."
    if view.phase == "setup":
        return "Tricolor Line: the game is being set up."
    doing = f"seat {view.turn_of} {PHASE_VERBS[detailed_phase(view)]}"
    if view.phase == "first":
        return f"Tricolor Line, first tiles: {doing}."
    happening = f", by a {view.event}" if view.event else ""
    return f"Tricolor Line, round {view.round} of {view.round_limit}: {doing}{happening}."
