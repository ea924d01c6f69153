"""What a picture of Tri-Star Racers says: who does what, and the situation in a sentence."""

from __future__ import annotations

from typing import Final

from triangulum.games.tri_star_racers.views import RacersView

PHASE_PHRASES: Final = {
    "setup": "sets up",
    "play": "plays a tile",
    "power": "chooses a power",
    "freeze": "freezes a ship",
    "burst": "has a starburst",
    "draft": "drafts a tile",
    "boost": "has a boost",
    "draw": "draws two tiles",
    "refill": "has drafted",
}
"""What the one whose turn it is does, by phase."""


def phase_phrase(phase: str, token: str) -> str:
    """Return what the seat whose turn it is does, such as "plays a tile"."""
    return f"moves a ship by {token[1:]}" if token else PHASE_PHRASES[phase]


def to_second_person(phrase: str) -> str:
    """Return a phrase in the second person: "has a boost" is "have a boost"."""
    verb, _, object_ = phrase.partition(" ")
    return f"{'have' if verb == 'has' else verb.removesuffix('s')} {object_}"


def scene_title(view: RacersView) -> str:
    """Return the situation as a sentence, for screen readers."""
    if view.phase == "over":
        if not view.winners:
            return "Tri-Star Racers: the race is over."
        rear = min(view.ships[view.winners[0]])
        verb, whose = ("share the win", "their") if len(view.winners) > 1 else ("wins", "its")
        return f"Tri-Star Racers: {format_seats(view.winners)} {verb}, {whose} rearmost ship on {rear}."
    if view.turn_of is None:
        return "Tri-Star Racers: the race is being set up."
    last = ", the last" * view.last_round
    return f"Tri-Star Racers, round {view.round}{last}: seat {view.turn_of} {phase_phrase(view.phase, view.token)}."


def format_seats(seats: tuple[int, ...]) -> str:
    """Return seats as ``seats 0, 1 and 2``."""
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}"
