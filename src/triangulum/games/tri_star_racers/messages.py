"""The messages of Tri-Star Racers, which ``locale/`` spells out, and those that several modules share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from pathlib import Path

from triangulum.games.tri_star_racers.box import LETTERS
from triangulum.games.tri_star_racers.views import LANES, RacersView, Tile
from triangulum.text import Argument, Catalogue, Message, SeatName

message = Catalogue("tri-star-racers", Path(__file__).parent).message

HAND_SIZE = 3
RANKS = ("last", "middle", "leading")
"""Ships of a team in the order in which they are compared at the end."""


# Things.


@lru_cache(maxsize=256)
def describe_tile_section(section: str) -> Message:
    """Return a section of a tile or an edge in words: "pink 2", "wild", "blue freeze"."""
    if section in ("W", "wild"):
        return message("section-wild")
    if section in ("-", ""):
        return message("section-blank")
    if section == "team":
        return message("section-team")
    lane, kind = LANES[LETTERS.index(section[0])], section[1:]
    if kind.startswith("-"):
        return message(f"section-{kind[1:]}", lane=lane)
    return message("section-crystal", lane=lane, pips=int(kind))


def describe_sections(sections: Iterable[str]) -> tuple[Message, ...]:
    """Return sections in words, as a list for a sentence."""
    return tuple(map(describe_tile_section, sections))


def describe_tile(tile: Tile) -> Message:
    """Return a tile in words: "a tile showing pink 1, blue 2 and wild"."""
    return message("tile", sections=describe_sections(tile))


def describe_tiles(tiles: Sequence[Tile]) -> Message:
    """Return several tiles in words, with semicolons between them."""
    return reduce(
        lambda more, tile: message("tiles-more", first=describe_tile(tile), more=more),
        reversed(tiles[:-1]),
        describe_tile(tiles[-1]),
    )


def describe_powers(powers: Iterable[str]) -> tuple[Message, ...]:
    """Return powers in words, each kind once: "the pink warp and the team boost"."""
    return tuple(message("the-power", power=describe_tile_section(power)) for power in dict.fromkeys(powers))


def describe_boost(boost: str) -> Message:
    """Return what the boost of a slot does; it is empty for none."""
    if not boost:
        return message("no-boost")
    return message("boost", **token_arguments(boost))


def describe_token(token: str) -> Message:
    """Return a starburst that is turned up in words: "a pink starburst (3 spaces)"."""
    return message("burst-token", **token_arguments(token))


def describe_tokens(tokens: Sequence[str]) -> tuple[Message, ...]:
    """Return starbursts that are turned up as a list for a sentence, each kind once."""
    return tuple(
        message("burst-tokens", count=tokens.count(token), **token_arguments(token)) for token in dict.fromkeys(tokens)
    )


def token_arguments(token: str) -> dict[str, Argument]:
    """Return what messages about a starburst such as ``P3`` or ``W2`` need: its lane, or wild, and how far it moves."""
    return {"lane": "wild" if token[0] == "W" else LANES[LETTERS.index(token[0])], "distance": int(token[1:])}


def order_arguments(order: Sequence[int]) -> dict[str, Argument]:
    """Return what messages about the order of play need: who goes first, and the others."""
    return {"first": SeatName(order[0]), "others": list_seats(order[1:])}


def list_seats(seats: Iterable[int]) -> tuple[SeatName, ...]:
    """Return seats as a list for a sentence."""
    return tuple(map(SeatName, seats))


# What is going on.


def describe_status(view: RacersView) -> Message:
    """Return what is going on: what the mover can do, or how the race has ended."""
    if view.phase == "over":
        return describe_result(view.winners, view.ships)
    if view.phase == "draft" and view.turn_of is not None:
        hand = view.hands[view.turn_of]
        has_tile = len(hand) < HAND_SIZE and any(slot.tile and slot.token is None for slot in view.slots)
        return message("status-draft" if has_tile else "status-draft-boost", seat=SeatName(view.turn_of))
    return describe_phase(view.phase, view.turn_of, view.token, view.freezing, view.brutal)


@lru_cache(maxsize=256)
def describe_phase(phase: str, seat: int | None, token: str, freezing: int | None, brutal: str = "off") -> Message:
    """Return what the seat whose turn it is does, or should do, as a sentence."""
    if seat is None:
        return message("status-setup")
    arguments = {**phase_arguments(seat, token, freezing), "brutal": brutal}
    return message(f"status-{'move' if token else phase}", **arguments)


@lru_cache(maxsize=256)
def describe_phase_in_short(phase: str, seat: int, token: str, freezing: int | None) -> Message:
    """Return what the seat whose turn it is does, in a few words."""
    return message(f"doing-{'move' if token else phase}", **phase_arguments(seat, token, freezing))


def phase_arguments(seat: int, token: str, freezing: int | None) -> dict[str, Argument]:
    """Return what the messages about a phase need."""
    return {"seat": SeatName(seat), "distance": int(token[1:] or 0), "lane": LANES[freezing or 0]}


@lru_cache(maxsize=256)
def describe_result(winners: tuple[int, ...], ships: tuple[tuple[int, int, int], ...]) -> Message:
    """Return who has won, and by which ship."""
    if not winners:
        return message("over")
    teams = [sorted(team) for team in ships]
    best = teams[winners[0]]
    if len(winners) > 1:
        return message("won-shared", seats=list_seats(winners), spaces=tuple(best))
    rivals = [team for seat, team in enumerate(teams) if seat != winners[0]]
    rank = 0
    while rank < len(RANKS) - 1 and any(team[: rank + 1] == best[: rank + 1] for team in rivals):
        rank += 1
    next_space = max(team[rank] for team in rivals if team[:rank] == best[:rank])
    return message(f"won-{RANKS[rank]}", seat=SeatName(winners[0]), level=best[0], space=best[rank], next=next_space)
