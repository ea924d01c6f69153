"""Words in the scenes of Tricolor Line: tiles, cards, prompts, and what is going on."""

from __future__ import annotations

from typing import Final, NamedTuple

from triangulum.core.wording import join_with_and
from triangulum.games.tricolor_line.tile_text import format_tile
from triangulum.games.tricolor_line.views import COLOURS, Tile, TricolorView

# Tiles and cards.


def describe_tile(tile: Tile) -> str:
    """Return a tile in words: "red corner", "Start", "End"."""
    if tile.colour is None:
        return tile.shape.capitalize()
    return format_tile(tile)


def describe_roads(roads: str) -> str:
    """Return where roads lead: "N-E", "N-S and E-W"."""
    if roads == "NESW":
        return "all ways"
    return " and ".join("-".join(road) for road in roads.split("+"))


def describe_card(card: str) -> str:
    """Return a card in words: "red", "double green", "wild"."""
    if card == "W":
        return "wild"
    return f"{'double ' * (len(card) - 1)}{COLOURS['RGB'.index(card[0])]}"


# The situation.


class TableStatus(NamedTuple):
    """The line above the piles."""

    round: str
    activity: str
    title: str
    """The same as a whole sentence."""


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
"""What the seat whose turn it is does, by phase; ``first`` is taking or placing."""
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
    """Return the phase; while first tiles are placed, whether one is taken or placed just now."""
    if view.phase == "first":
        return "place" if view.taken_tile else "take"
    return view.phase


def format_prompt(view: TricolorView) -> str:
    """Return what the mover is asked, in a few words."""
    if view.phase == "discard" and view.num_to_discard > 1:
        return f"Discard {view.num_to_discard} cards"
    return PHASE_PROMPTS.get(detailed_phase(view), "")


def describe_status(view: TricolorView) -> TableStatus:
    """Return the round and what is going on, for the line above the piles."""
    if view.phase == "over":
        return TableStatus("Over", capitalize_first(describe_winners(view)), describe_situation(view))
    if view.phase == "setup":
        return TableStatus("Set-up", "tiles and cards are dealt", describe_situation(view))
    activity = f"Seat {view.turn_of} {PHASE_VERBS[detailed_phase(view)]}"
    if view.phase == "first":
        return TableStatus("First tiles", activity, describe_situation(view))
    return TableStatus(f"Round {view.round} of {view.round_limit}", activity, describe_situation(view))


def capitalize_first(text: str) -> str:
    """Return a text with its first letter capitalized."""
    return text[:1].upper() + text[1:]


def describe_winners(view: TricolorView) -> str:
    """Return who has won, in a few words."""
    if not view.winners:
        return "nobody wins"
    if len(view.winners) > 3:
        return f"{len(view.winners)} seats share the win"
    seats = join_with_and(map(str, view.winners))
    return f"seat {seats} wins" if len(view.winners) == 1 else f"seats {seats} share the win"


def describe_situation(view: TricolorView) -> str:
    """Return the situation as a sentence, for screen readers."""
    if view.phase == "over":
        colours = join_with_and(COLOURS[colour] for colour in view.winner_colours)
        lead = f"{colours} has most roads" if len(view.winner_colours) == 1 else f"{colours} have most roads"
        return f"Tricolor Line: {lead if colours else 'no route was finished'}, and {describe_winners(view)}."
    if view.phase == "setup":
        return "Tricolor Line: the game is being set up."
    activity = f"seat {view.turn_of} {PHASE_VERBS[detailed_phase(view)]}"
    if view.phase == "first":
        return f"Tricolor Line, first tiles: {activity}."
    cause = f", by a {view.current_event}" if view.current_event else ""
    return f"Tricolor Line, round {view.round} of {view.round_limit}: {activity}{cause}."
