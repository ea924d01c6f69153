"""How Tricolor Line looks, and where one touches it.

The map is the main pane; the others are one's own hand, the piles, and a row for each player. Every piece is taken from
a table by what it shows, so one that did not change is the same object in the next scene; and every pane is kept by the
fields of the view that it is made from, so watchers share all but their hands and what they know.
"""

from __future__ import annotations

import re
from itertools import combinations_with_replacement
from typing import Final

from triangulum.core.wording import listed
from triangulum.games.tricolor_line import lookup
from triangulum.games.tricolor_line.desk import (
    Player,
    Status,
    card_key,
    hand_pane,
    pile_key,
    piles_pane,
    players_pane,
    seat_key,
)
from triangulum.games.tricolor_line.drawings import KINDS, KIT
from triangulum.games.tricolor_line.map_pane import ghosts, map_pane, place_key, targets, tile_key
from triangulum.games.tricolor_line.tile_drawings import lies_of_shape, ways_of
from triangulum.games.tricolor_line.views import COLOURS, SHAPES, Place, TricolorView, place_of
from triangulum.scene import Scene
from triangulum.scene.steps import Confirm, Cycle, Pick, Press, Step, gather


def scene(view: TricolorView) -> Scene:
    """Return the picture of a view: the map, the hand unless one only watches, the piles and the players."""
    asked = view.seat is not None and view.seat == view.to_move
    over = view.phase == "over"
    routes = view.winning if over else view.routes
    places = ghosts(view.phase, view.taken, view.tiles) if asked and view.phase in PLACING else frozenset[Place]()
    chosen_from = targets(view.phase, view.tiles) if asked else frozenset[Place]()
    panes = [
        map_pane(view.tiles, view.cost, routes, over, view.last, places, chosen_from),
        piles_pane(
            view.piles,
            view.taken,
            view.cost,
            view.pile,
            view.discards,
            view.events,
            view.event,
            view.event_pile,
            status(view),
            view.winner_colours if over else None,
        ),
        players_pane(tuple(player(view, seat) for seat in range(len(view.counts)))),
    ]
    if view.seat is not None:
        prompt = asking(view) if asked else ""
        panes.insert(1, hand_pane(view.hand, view.open_cards[view.seat], view.identity, over, prompt))
    return Scene(KIT, tuple(panes), sentence(view))


PLACING: Final = ("first", "place", "resettle")


def player(view: TricolorView, seat: int) -> Player:
    """Return what a player's row shows."""
    over = view.phase == "over"
    won = seat in view.winners
    return Player(
        seat,
        seat == view.seat,
        won if over else seat == view.turn_of and view.phase != "setup",
        view.seat == view.to_move and may_be_chosen(view, seat),
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


def may_be_chosen(view: TricolorView, seat: int) -> bool:
    """Return whether an event may be turned on a player: a toll takes only a card that nobody else has seen."""
    if seat == view.to_move:
        return False
    return view.phase == "leak" or (view.phase == "toll" and view.counts[seat] > len(view.open_cards[seat]))


# ---------------------------------------------------------------------------------------------------------- words


DOING: Final = {
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
ASKING: Final = {
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


def in_full(view: TricolorView) -> str:
    """Return the phase, with that of the first tiles told as what it is just now."""
    if view.phase == "first":
        return "place" if view.taken else "take"
    return view.phase


def asking(view: TricolorView) -> str:
    """Return what the mover is asked."""
    if view.phase == "discard" and view.to_discard > 1:
        return f"Discard {view.to_discard} cards"
    return ASKING.get(in_full(view), "")


def status(view: TricolorView) -> Status:
    """Return what stands above the piles."""
    if view.phase == "over":
        return Status("Over", capitalised(outcome(view)), sentence(view))
    if view.phase == "setup":
        return Status("Set-up", "tiles and cards are dealt", sentence(view))
    doing = f"Seat {view.turn_of} {DOING[in_full(view)]}"
    if view.phase == "first":
        return Status("First tiles", doing, sentence(view))
    return Status(f"Round {view.round} of {view.round_limit}", doing, sentence(view))


def capitalised(words: str) -> str:
    """Return words with a capital at the beginning."""
    return words[:1].upper() + words[1:]


def outcome(view: TricolorView) -> str:
    """Return who has won, in a few words."""
    if not view.winners:
        return "nobody wins"
    if len(view.winners) > 3:
        return f"{len(view.winners)} seats share the win"
    seats = listed(map(str, view.winners))
    return f"seat {seats} wins" if len(view.winners) == 1 else f"seats {seats} share the win"


def sentence(view: TricolorView) -> str:
    """Return the situation for the ear."""
    if view.phase == "over":
        colours = listed(COLOURS[colour] for colour in view.winner_colours)
        led = f"{colours} has most roads" if len(view.winner_colours) == 1 else f"{colours} have most roads"
        return f"Tricolor Line: {led if colours else 'no route was finished'}, and {outcome(view)}."
    if view.phase == "setup":
        return "Tricolor Line: the game is being set up."
    doing = f"seat {view.turn_of} {DOING[in_full(view)]}"
    if view.phase == "first":
        return f"Tricolor Line, first tiles: {doing}."
    happening = f", by a {view.event}" if view.event else ""
    return f"Tricolor Line, round {view.round} of {view.round_limit}: {doing}{happening}."


# ---------------------------------------------------------------------------------------------------------- steps


PLACED: Final = re.compile(r"(at|to|build|turn|landslide|detour|move) (-?\d),(-?\d)(?: (?:with )?(.+))?")
CHOSEN: Final = re.compile(r"(pile|seat|attack seat|toll seat|leak seat|draw) (\d)")


def steps(view: TricolorView, action: int) -> tuple[Step, ...]:
    """Return what the mover touches to play an action."""
    return steps_for(view, move_of(view, action))


def move_of(view: TricolorView, action: int) -> str:
    """Return an action in notation, as far as it is seen from a view."""
    if action < lookup.PILE:
        return f"draw {2 + 2 * action}"
    if action < lookup.AT:
        return f"pile {action - lookup.PILE + 1}"
    if action < lookup.BUILD:
        place, lie = divmod(action - lookup.AT, 4)
        assert view.taken is not None
        return f"at {at(place)} {lies_of_shape(view.taken.shape)[lie]}"
    if action < lookup.TURN:
        place, payment = divmod(action - lookup.BUILD, lookup.PAYMENTS)
        return f"build {at(place)} with {' '.join(payment_of(view, place_of(place), payment))}"
    if action < lookup.ATTACK:
        place, pair = divmod(action - lookup.TURN, lookup.PAIRS)
        return f"turn {at(place)} with {' '.join(PAIRS[pair])}"
    if action < lookup.DONE:
        return f"attack seat {action - lookup.ATTACK}"
    if action == lookup.DONE:
        return "done"
    if action < lookup.DIVERT:
        return f"landslide {at(action - lookup.SLIDE)}"
    if action < lookup.TAKE_TOLL:
        place, lie = divmod(action - lookup.DIVERT, 4)
        return f"detour {at(place)} {lies_of_shape(shape_at(view, place_of(place)))[lie]}"
    if action < lookup.LOOK:
        return f"toll seat {action - lookup.TAKE_TOLL}"
    if action < lookup.MOVE:
        return f"leak seat {action - lookup.LOOK}"
    if action < lookup.TO:
        return f"move {at(action - lookup.MOVE)}"
    if action < lookup.DISCARD:
        return f"to {at(action - lookup.TO)}"
    return f"discard {KINDS[action - lookup.DISCARD]}"


PAIRS: Final = tuple(combinations_with_replacement(KINDS, 2))
"""The cards with which a blueprint can be turned, in the order in which actions count them."""


def at(number: int) -> str:
    """Return a place in notation."""
    x, y = place_of(number)
    return f"{x},{y}"


def payment_of(view: TricolorView, place: Place, number: int) -> list[str]:
    """Return the cards of a payment for the blueprint at a place."""
    tile = next(laid.tile for laid in view.tiles if laid.place == place)
    assert tile.colour is not None
    single, double = KINDS[2 * tile.colour], KINDS[2 * tile.colour + 1]
    counts = lookup.payments_for(view.cost[SHAPES.index(tile.shape)])[number]
    return [card for card, count in zip((single, double, "W"), counts, strict=True) for _ in range(count)]


def steps_for(view: TricolorView, text: str) -> tuple[Step, ...]:
    """Return what the mover touches to make a move that is given in notation.

    A tile, a place, a pile, a player or cards where they lie; a place or a tile again until the tile lies as wanted;
    buttons for what has no place on the table.
    """
    if found := PLACED.fullmatch(text):
        return on_map(view, found[1], (int(found[2]), int(found[3])), found[4] or "")
    if found := CHOSEN.fullmatch(text):
        return among(found[1], int(found[2]))
    if text.startswith("discard "):
        return (Pick(card_key(text.removeprefix("discard "), 1)),)
    assert text == "done", text
    return (Press("done", "Done"),)


def on_map(view: TricolorView, doing: str, place: Place, rest: str) -> tuple[Step, ...]:
    """Return the steps of a move on the map: ``rest`` is how a tile will lie, or what is paid."""
    tile = tile_key(place)
    match doing:
        case "at":
            assert view.taken is not None
            target = place_key(place)
            return (Pick(target), Cycle(target, rest)) if ways_of(view.taken.shape) > 1 else (Pick(target),)
        case "to":
            return (Pick(place_key(place)),)
        case "build":
            return Pick(tile), Press("build", "Build it"), gather(paid(rest))
        case "turn":
            return Pick(tile), Press("turn", "Turn it a quarter"), gather(paid(rest))
        case "detour":
            # A tile that can lie in two ways only has one other way, which need not be chosen.
            return (Pick(tile), Cycle(tile, rest)) if ways_of(shape_at(view, place)) > 2 else (Pick(tile),)
    return (Pick(tile),)


def shape_at(view: TricolorView, place: Place) -> str:
    """Return the shape of the tile at a place."""
    return next(laid.tile.shape for laid in view.tiles if laid.place == place)


def paid(cards: str) -> list[str]:
    """Return the keys of cards with which one pays: of each kind the first ones."""
    kinds = cards.split()
    return [card_key(kind, at + 1) for kind in KINDS for at in range(kinds.count(kind))]


def among(doing: str, number: int) -> tuple[Step, ...]:
    """Return the steps of choosing a pile, a player, or how many cards to draw."""
    match doing:
        case "draw":
            return (Press(f"draw-{number}", "Draw 2 cards" if number == 2 else f"Draw {number} cards and end"),)
        case "pile":
            return (Pick(pile_key(number)),)
        case "attack seat":
            return Pick(seat_key(number)), Confirm(f"Discard your whole hand, and seat {number} skips its next turn")
    return (Pick(seat_key(number)),)
