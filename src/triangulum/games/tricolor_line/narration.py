"""Tricolor Line in words: the table in text, and events as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triangulum.core.views import GameEvent
from triangulum.core.wording import format_count, join_with_and
from triangulum.games.tricolor_line import views
from triangulum.games.tricolor_line.text_parts import format_place, format_tile

EVENT_WORDS = {
    "landslide": "a landslide",
    "detour": "a detour",
    "supplies": "supplies",
    "toll": "a toll",
    "leak": "a leak",
    "relocation": "a relocation",
}


def describe_revealed_hands(hands: Sequence[Sequence[str]], names: Sequence[str]) -> str:
    """Return what everybody shows when the pile of cards has run out."""
    shown = [f"{name} {' '.join(hand) or 'nothing'}" for name, hand in zip(names, hands, strict=True)]
    return f"All hands are laid open: {', '.join(shown)}."


def narrate(event: GameEvent, names: Sequence[str]) -> str:
    """Return an event as a sentence, with these names for the seats."""
    match event:
        case views.TopSeen(pile=pile, tile=tile):
            return f"{capitalize_first(describe_tile(tile))} is on top of pile {pile + 1}."
        case views.IdentityDealt(seat=seat, identity=identity):
            return f"{names[seat]} is dealt {'an identity' if identity is None else views.COLOURS[identity]}."
        case views.CardDrawn(seat=seat, card=card, opened=opened):
            before = f"{describe_revealed_hands(opened, names)} The discards are shuffled. " if opened else ""
            return f"{before}{names[seat]} draws {card or 'a card'}."
        case views.ChoseDraw(seat=seat, count=count):
            return f"{names[seat]} draws {'two cards and plans' if count == 2 else 'four cards'}."
        case views.Took(seat=seat, pile=pile, tile=tile):
            return f"{names[seat]} takes {describe_tile(tile)} from pile {pile + 1}."
        case views.PlacedTile(seat=seat, laid=laid):
            return f"{names[seat]} places {describe_laid_tile(laid)}."
        case views.Constructed(seat=seat, laid=laid, paid=paid):
            return f"{names[seat]} constructs {describe_laid_tile(laid)} for {' '.join(paid)}."
        case views.Modified(seat=seat, laid=laid, paid=paid):
            return f"{names[seat]} pays {' '.join(paid)} to turn {describe_laid_tile(laid)}."
        case views.Attacked(seat=seat, victim=victim, paid=paid):
            return f"{names[seat]} gives up {' '.join(paid)} to attack {names[victim]}, who will skip a turn."
        case views.EventDrawn(seat=seat, event=what, possible=possible):
            instead = "" if possible else f" It cannot be done, so {names[seat]} draws two cards."
            return f"The event is {EVENT_WORDS[what]}.{instead}"
        case views.Slid(laid=laid):
            return f"{capitalize_first(describe_laid_tile(laid))} is a blueprint again."
        case views.Detoured(laid=laid):
            return f"The tile at {format_place(laid.place)} is turned: {describe_laid_tile(laid)}."
        case views.TollTaken(seat=seat, victim=victim, card=None):
            return f"{names[seat]} takes a toll from {names[victim]}."
        case views.TollTaken(seat=seat, victim=victim, card=str(card)):
            return f"{names[victim]} gives {names[seat]} {card}."
        case views.Looked(seat=seat, victim=victim, identity=identity):
            colour = "" if identity is None else f": {views.COLOURS[identity]}"
            return f"{names[seat]} looks at the identity of {names[victim]}{colour}."
        case views.Relocated(laid=laid, down=down):
            return f"{capitalize_first(describe_laid_tile(laid))} is {'put down' if down else 'taken up'}."
        case views.Discarded(seat=seat, card=card):
            return f"{names[seat]} discards {card}."
        case views.Skipped(seat=seat):
            return f"{names[seat]} skips a turn."
        case views.Finished():
            return narrate_end(event, names)
    raise TypeError(f"{type(event).__name__} does not happen in Tricolor Line")


def describe_tile(tile: views.Tile) -> str:
    """Return a tile in a sentence: ``a red cross``."""
    return "an End" if tile.shape == "end" else f"a {format_tile(tile)}"


def capitalize_first(text: str) -> str:
    """Return a text with its first letter capitalized; roads keep their capitals."""
    return text[0].upper() + text[1:]


def describe_laid_tile(laid: views.Laid) -> str:
    """Return a tile on the table in a sentence."""
    return f"{describe_tile(laid.tile)} {laid.roads} at {format_place(laid.place)}"


def narrate_end(event: views.Finished, names: Sequence[str]) -> str:
    """Return how the game has ended as a sentence."""
    why = {
        "routes": "Two routes are finished",
        "limit": "The last round is over",
        "stuck": "Nothing can be built any more",
    }[event.why]
    colours = join_with_and(views.COLOURS[colour] for colour in event.winner_colours)
    won = f", with most tiles in {colours}" if colours else ", and no route leads to an End"
    points = ", ".join(
        f"{name} ({views.COLOURS[score.identity]}) has {score.points}"
        for name, score in zip(names, event.scores, strict=True)
    )
    winners = join_with_and(names[seat] for seat in event.winners)
    return f"{why}{won}. {points}. {winners} {'win' if len(event.winners) > 1 else 'wins'}."


# The table in text.

TILE_WIDTH, TILE_HEIGHT = 6, 3
"""Characters of a tile."""
NORTH, EAST, SOUTH, WEST = "NESW"
LETTERS = "rgb"

LEGEND = "small letters are blueprints, capitals are built; S is Start, E an End; \\ / + are roads that do not join"


def text_board(view: views.TricolorView) -> str:
    """Return the table in text: what is going on, the map, piles, hands and what is known."""
    return "\n".join([headline(view), *map_lines(view), LEGEND, *pile_lines(view), *seat_lines(view), *end_lines(view)])


def headline(view: views.TricolorView) -> str:
    """Return what is going on."""
    if view.phase == "over":
        return f"won by {join_with_and(f'seat {seat}' for seat in view.winners)}"
    if view.phase == "setup":
        return "set-up"
    event = f" ({view.event})" if view.event and view.event != view.phase else ""
    return f"round {view.round} of {view.round_limit}: seat {view.turn_of}, {view.phase}{event}"


def map_lines(view: views.TricolorView) -> Iterator[str]:
    """Yield the tiles, each in a frame of its own, north at the top, with coordinates."""
    tiles = {laid.place: laid for laid in view.tiles}
    xs = [x for x, _ in tiles]
    ys = [y for _, y in tiles]
    columns = range(min(xs), max(xs) + 1)
    yield "    " + "".join(f"{x:^{TILE_WIDTH}}" for x in columns).rstrip()
    for y in range(max(ys), min(ys) - 1, -1):
        rows = [tile_lines(tiles[x, y]) if (x, y) in tiles else [" " * TILE_WIDTH] * TILE_HEIGHT for x in columns]
        for line in range(TILE_HEIGHT):
            label = f"{y:>3} " if line == 1 else "    "
            yield (label + "".join(row[line] for row in rows)).rstrip()


def tile_lines(laid: views.Laid) -> list[str]:
    """Return a tile as lines: its exits on the sides, its letter and road in the middle."""
    sides = laid.roads.replace("+", "")
    up, down = ("|" if side in sides else " " for side in (NORTH, SOUTH))
    left, right = ("-" if side in sides else " " for side in (WEST, EAST))
    return [
        f" .{up}. ".ljust(TILE_WIDTH),
        f"{left}{tile_middle(laid)}{right} ".ljust(TILE_WIDTH),
        f" .{down}. ".ljust(TILE_WIDTH),
    ]


def tile_middle(laid: views.Laid) -> str:
    """Return what stands in the middle of a tile: its colour, and a sign for two roads that do not join."""
    colour = laid.tile.colour
    letter = laid.tile.shape[0].upper() if colour is None else LETTERS[colour]
    letter = letter.upper() if laid.built else letter
    sign = {"NS+EW": "+", "NE+SW": "\\", "NW+ES": "/"}.get(laid.roads, letter)
    return f"{letter}{sign}{letter}"


def pile_lines(view: views.TricolorView) -> Iterator[str]:
    """Yield the piles, the cards that lie open, and what is taken."""
    piles = [
        f"{number}: {format_tile(pile.top) if pile.top else '-'} ({pile.size})"
        for number, pile in enumerate(view.piles, 1)
    ]
    yield f"piles {', '.join(piles)}"
    costs = [f"{shape} {cost}" for shape, cost in zip(views.SHAPES, view.cost, strict=True)]
    yield f"costs {', '.join(costs)}"
    if view.taken:
        yield f"taken: {format_tile(view.taken)}"
    yield f"{format_count(view.pile, 'card')} to draw, discards {' '.join(view.discards) or '-'}"
    yield f"{format_count(view.event_pile, 'event')} to draw, used {' '.join(view.events) or '-'}"


def seat_lines(view: views.TricolorView) -> Iterator[str]:
    """Yield a line for each seat, and one's own cards."""
    for seat, count in enumerate(view.counts):
        identity = view.known[seat]
        facts = [format_count(count, "card")]
        facts += [f"open {' '.join(view.open_cards[seat])}"] if view.open_cards[seat] else []
        facts += [views.COLOURS[identity]] if identity is not None else []
        facts += ["skips a turn"] if view.skips[seat] else []
        facts += ["safe"] if view.safe[seat] else []
        facts += [f"looked at seat {victim}" for looker, victim in view.looked if looker == seat]
        mark = ">" if seat == view.turn_of and view.phase not in ("setup", "over") else " "
        yield f"{mark} seat {seat}{' (you)' * (seat == view.seat)}: {', '.join(facts)}"
    if view.seat is not None and view.phase != "over":
        yield f"your cards: {' '.join(view.hand) or '-'}"


def end_lines(view: views.TricolorView) -> Iterator[str]:
    """Yield routes that lead to Ends, and at the end the points."""
    shown = view.winning if view.scores is not None else view.routes
    for route in shown:
        yield f"route to the End at {format_place(route.end)}: {' '.join(map(format_place, route.places))}"
    for seat, score in enumerate(view.scores or ()):
        yield (
            f"seat {seat}, {views.COLOURS[score.identity]}: {score.points} points, "
            f"{format_count(score.tiles, 'tile')}, cards {score.cards}, bonus {score.bonus}"
        )
