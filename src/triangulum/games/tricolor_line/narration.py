"""Tricolor Line in words: events as sentences, and the table as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triangulum.core.views import GameEvent
from triangulum.core.wording import format_count, join_with_and
from triangulum.games.tricolor_line import views
from triangulum.games.tricolor_line.tile_text import format_place, format_tile

EVENT_WORDS = {
    "landslide": "a landslide",
    "detour": "a detour",
    "supplies": "supplies",
    "toll": "a toll",
    "leak": "a leak",
    "relocation": "a relocation",
}


def describe_revealed_hands(hands: Sequence[Sequence[str]], names: Sequence[str]) -> str:
    """Return a sentence that tells everybody's cards when the draw pile has run out."""
    hand_texts = [f"{name} {' '.join(hand) or 'nothing'}" for name, hand in zip(names, hands, strict=True)]
    return f"All hands are laid open: {', '.join(hand_texts)}."


def narrate(event: GameEvent, names: Sequence[str]) -> str:
    """Return an event as a sentence, with these names for the seats."""
    match event:
        case views.TopRevealed(pile=pile, tile=tile):
            return f"{capitalize_first(describe_tile(tile))} is on top of pile {pile + 1}."
        case views.IdentityDealt(seat=seat, identity=identity):
            return f"{names[seat]} is dealt {'an identity' if identity is None else views.COLOURS[identity]}."
        case views.CardDrawn(seat=seat, card=card, opened=hands):
            shuffle = f"{describe_revealed_hands(hands, names)} The discards are shuffled. " if hands else ""
            return f"{shuffle}{names[seat]} draws {card or 'a card'}."
        case views.DrawChosen(seat=seat, count=count):
            return f"{names[seat]} draws {'two cards and plans' if count == 2 else 'four cards'}."
        case views.TileTaken(seat=seat, pile=pile, tile=tile):
            return f"{names[seat]} takes {describe_tile(tile)} from pile {pile + 1}."
        case views.TilePlaced(seat=seat, board_tile=board_tile):
            return f"{names[seat]} places {describe_board_tile(board_tile)}."
        case views.RoadBuilt(seat=seat, board_tile=board_tile, paid=paid):
            return f"{names[seat]} constructs {describe_board_tile(board_tile)} for {' '.join(paid)}."
        case views.BlueprintRotated(seat=seat, board_tile=board_tile, paid=paid):
            return f"{names[seat]} pays {' '.join(paid)} to turn {describe_board_tile(board_tile)}."
        case views.SeatAttacked(seat=seat, victim=victim, paid=paid):
            return f"{names[seat]} gives up {' '.join(paid)} to attack {names[victim]}, who will skip a turn."
        case views.EventDrawn(seat=seat, event=event_name, possible=possible):
            instead = "" if possible else f" It cannot be done, so {names[seat]} draws two cards."
            return f"The event is {EVENT_WORDS[event_name]}.{instead}"
        case views.RoadSlid(board_tile=board_tile):
            return f"{capitalize_first(describe_board_tile(board_tile))} is a blueprint again."
        case views.BlueprintDetoured(board_tile=board_tile):
            return f"The tile at {format_place(board_tile.place)} is turned: {describe_board_tile(board_tile)}."
        case views.TollTaken(seat=seat, victim=victim, card=None):
            return f"{names[seat]} takes a toll from {names[victim]}."
        case views.TollTaken(seat=seat, victim=victim, card=str(card)):
            return f"{names[victim]} gives {names[seat]} {card}."
        case views.IdentityLeaked(seat=seat, victim=victim, identity=identity):
            colour = "" if identity is None else f": {views.COLOURS[identity]}"
            return f"{names[seat]} looks at the identity of {names[victim]}{colour}."
        case views.TileRelocated(board_tile=board_tile, down=down):
            return f"{capitalize_first(describe_board_tile(board_tile))} is {'put down' if down else 'taken up'}."
        case views.CardDiscarded(seat=seat, card=card):
            return f"{names[seat]} discards {card}."
        case views.TurnSkipped(seat=seat):
            return f"{names[seat]} skips a turn."
        case views.GameFinished():
            return narrate_game_end(event, names)
    raise TypeError(f"{type(event).__name__} does not happen in Tricolor Line")


def describe_tile(tile: views.Tile) -> str:
    """Return a tile as in a sentence: ``a red cross``."""
    return "an End" if tile.shape == "end" else f"a {format_tile(tile)}"


def capitalize_first(text: str) -> str:
    """Return a text with its first letter capitalized; roads keep their capitals."""
    return text[0].upper() + text[1:]


def describe_board_tile(board_tile: views.BoardTile) -> str:
    """Return a tile on the board as in a sentence: ``a red cross NESW at 1,0``."""
    return f"{describe_tile(board_tile.tile)} {board_tile.roads} at {format_place(board_tile.place)}"


def narrate_game_end(event: views.GameFinished, names: Sequence[str]) -> str:
    """Return how the game has ended, in a few sentences."""
    reason = {
        "routes": "Two routes are finished",
        "limit": "The last round is over",
        "stuck": "Nothing can be built any more",
    }[event.end_reason]
    colours = join_with_and(views.COLOURS[colour] for colour in event.winner_colours)
    result = f", with most tiles in {colours}" if colours else ", and no route leads to an End"
    points = ", ".join(
        f"{name} ({views.COLOURS[score.identity]}) has {score.points}"
        for name, score in zip(names, event.scores, strict=True)
    )
    winners = join_with_and(names[seat] for seat in event.winners)
    return f"{reason}{result}. {points}. {winners} {'win' if len(event.winners) > 1 else 'wins'}."


# The table as text.

TILE_WIDTH, TILE_HEIGHT = 6, 3
"""Of a tile, in characters and lines."""
EMPTY_TILE_LINES = [" " * TILE_WIDTH] * TILE_HEIGHT
NORTH, EAST, SOUTH, WEST = "NESW"
COLOUR_LETTERS = "rgb"

LEGEND = "small letters are blueprints, capitals are built; S is Start, E an End; \\ / + are roads that do not join"


def text_board(view: views.TricolorView) -> str:
    """Return the table as text: what is going on, the map, piles, hands, identities that are known, and routes."""
    return "\n".join(
        [
            format_headline(view),
            *list_map_lines(view),
            LEGEND,
            *list_pile_lines(view),
            *list_seat_lines(view),
            *list_route_lines(view),
        ]
    )


def format_headline(view: views.TricolorView) -> str:
    """Return the first line: round, seat and phase, or who has won."""
    if view.phase == "over":
        return f"won by {join_with_and(f'seat {seat}' for seat in view.winners)}"
    if view.phase == "setup":
        return "set-up"
    event = f" ({view.current_event})" if view.current_event and view.current_event != view.phase else ""
    return f"round {view.round} of {view.round_limit}: seat {view.turn_of}, {view.phase}{event}"


def list_map_lines(view: views.TricolorView) -> Iterator[str]:
    """Yield the tiles, each in a frame of its own, north at the top, with coordinates."""
    tiles = {board_tile.place: board_tile for board_tile in view.tiles}
    xs = [x for x, _ in tiles]
    ys = [y for _, y in tiles]
    columns = range(min(xs), max(xs) + 1)
    yield "    " + "".join(f"{x:^{TILE_WIDTH}}" for x in columns).rstrip()
    for y in range(max(ys), min(ys) - 1, -1):
        rows = [format_tile_lines(tiles[x, y]) if (x, y) in tiles else EMPTY_TILE_LINES for x in columns]
        for line in range(TILE_HEIGHT):
            label = f"{y:>3} " if line == 1 else "    "
            yield (label + "".join(row[line] for row in rows)).rstrip()


def format_tile_lines(board_tile: views.BoardTile) -> list[str]:
    """Return a tile as lines: its exits on the sides, its letter and road in the middle."""
    sides = board_tile.roads.replace("+", "")
    up, down = ("|" if side in sides else " " for side in (NORTH, SOUTH))
    left, right = ("-" if side in sides else " " for side in (WEST, EAST))
    return [
        f" .{up}. ".ljust(TILE_WIDTH),
        f"{left}{format_tile_middle(board_tile)}{right} ".ljust(TILE_WIDTH),
        f" .{down}. ".ljust(TILE_WIDTH),
    ]


def format_tile_middle(board_tile: views.BoardTile) -> str:
    """Return the middle of a tile: its colour's letter, and a sign for two roads that do not join."""
    colour = board_tile.tile.colour
    letter = board_tile.tile.shape[0].upper() if colour is None else COLOUR_LETTERS[colour]
    letter = letter.upper() if board_tile.built else letter
    sign = {"NS+EW": "+", "NE+SW": "\\", "NW+ES": "/"}.get(board_tile.roads, letter)
    return f"{letter}{sign}{letter}"


def list_pile_lines(view: views.TricolorView) -> Iterator[str]:
    """Yield the piles, what tiles cost, the taken tile, discards and events."""
    piles = [
        f"{number}: {format_tile(pile.top) if pile.top else '-'} ({pile.size})"
        for number, pile in enumerate(view.piles, 1)
    ]
    yield f"piles {', '.join(piles)}"
    costs = [f"{shape} {cost}" for shape, cost in zip(views.SHAPES, view.shape_costs, strict=True)]
    yield f"costs {', '.join(costs)}"
    if view.taken_tile:
        yield f"taken: {format_tile(view.taken_tile)}"
    yield f"{format_count(view.draw_pile_size, 'card')} to draw, discards {' '.join(view.discards) or '-'}"
    yield f"{format_count(view.event_pile_size, 'event')} to draw, used {' '.join(view.used_events) or '-'}"


def list_seat_lines(view: views.TricolorView) -> Iterator[str]:
    """Yield a line for each seat, and the viewer's own cards."""
    for seat, count in enumerate(view.hand_sizes):
        identity = view.known_identities[seat]
        facts = [format_count(count, "card")]
        facts += [f"open {' '.join(view.open_cards[seat])}"] if view.open_cards[seat] else []
        facts += [views.COLOURS[identity]] if identity is not None else []
        facts += ["skips a turn"] if view.skips_turn[seat] else []
        facts += ["safe"] if view.is_safe[seat] else []
        facts += [f"looked at seat {victim}" for looker, victim in view.identity_looks if looker == seat]
        mark = ">" if seat == view.turn_of and view.phase not in ("setup", "over") else " "
        yield f"{mark} seat {seat}{' (you)' * (seat == view.seat)}: {', '.join(facts)}"
    if view.seat is not None and view.phase != "over":
        yield f"your cards: {' '.join(view.hand) or '-'}"


def list_route_lines(view: views.TricolorView) -> Iterator[str]:
    """Yield the routes that lead to Ends, and at the end the points."""
    for route in view.scored_routes if view.scores is not None else view.routes:
        yield f"route to the End at {format_place(route.end)}: {' '.join(map(format_place, route.places))}"
    for seat, score in enumerate(view.scores or ()):
        yield (
            f"seat {seat}, {views.COLOURS[score.identity]}: {score.points} points, "
            f"{format_count(score.tiles, 'tile')}, cards {score.cards}, bonus {score.bonus}"
        )
