# compiled by mypyc
"""The story of Tricolor Line: what happens in a turn, in a few sentences.

What belongs together is told together: the cards that are drawn, a tile that is taken and placed, and an event with
what it does. Each part may also be told alone, as when the player has yet to choose what an event is applied to.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import TypeVar

from triangulum.core.views import GameEvent
from triangulum.games.tricolor_line import views
from triangulum.games.tricolor_line.messages import (
    message,
    name_cards,
    name_colour,
    name_new_tile_at,
    name_seats,
    name_tile,
    name_tile_at,
    road_key,
    score_arguments,
    tile_arguments,
)
from triangulum.games.tricolor_line.text_board import text_board
from triangulum.games.tricolor_line.tile_text import format_place
from triangulum.text import Message, SeatName

__all__ = ["narrate", "suggest", "text_board"]

E = TypeVar("E", bound=GameEvent)


def narrate(events: Sequence[GameEvent]) -> list[Message]:
    """Return sentences about events that follow each other."""
    return list(Narrator(events).tell_all_events())


class Narrator:
    """Goes through events from the first to the last, and tells those together that belong together."""

    def __init__(self, events: Sequence[GameEvent]) -> None:
        self.events = deque(events)
        self.attacked_seats: set[int] = set()
        """Who has been told to skip a turn already."""

    def tell_all_events(self) -> Iterator[Message]:
        """Yield the sentences."""
        if any(isinstance(event, views.IdentityDealt) for event in self.events):
            yield from self.tell_deal()
        while self.events:
            yield from self.tell_event(self.events.popleft())

    def take_next_of_kind(self, kind: type[E]) -> E | None:
        """Remove and return the next event if it is of a kind."""
        if self.events and isinstance(self.events[0], kind):
            event = self.events.popleft()
            assert isinstance(event, kind)
            return event
        return None

    def take_run_of_kind(self, kind: type[E], seat: int) -> list[E]:
        """Remove and return the next events as long as they are of a kind and about a seat."""
        run: list[E] = []
        while self.events and isinstance(self.events[0], kind) and getattr(self.events[0], "seat", None) == seat:
            event = self.take_next_of_kind(kind)
            assert event is not None
            run.append(event)
        return run

    def tell_event(self, event: GameEvent) -> Iterator[Message]:
        """Yield what an event, which has been removed, and those that belong to it, have brought."""
        match event:
            case views.TopRevealed() | views.PaymentNamed():
                pass  # it is told when the cards are paid
            case views.AgesNamed(old=old):
                if self.events:
                    yield from self.tell_event(self.events.popleft())
                yield message("ages-named", cards=name_cards(old), count=len(old))
            case views.DrawChosen():
                yield from self.tell_draw(event)
            case views.CardDrawn(seat=seat):
                drawn = [event, *self.take_run_of_kind(views.CardDrawn, seat)]
                known_cards = list_known_cards(drawn)
                if known_cards:
                    yield message("cards-received", cards=name_cards(known_cards))
                yield from tell_reshuffle(drawn)
            case views.TileTaken() | views.TilePlaced():
                yield from self.tell_taken_or_placed_tile(event, None)
            case views.EventDrawn():
                yield from self.tell_drawn_event(event)
            case views.InsteadChosen():
                yield from self.tell_cards_instead(event)
            case views.TollTaken(seat=seat, victim=victim, card=None):
                paid = self.take_next_of_kind(views.TollTaken)
                yield (
                    tell_toll(paid) if paid else message("toll-demanded", seat=SeatName(seat), victim=SeatName(victim))
                )
            case views.TileRelocated(board_tile=board_tile, down=False):
                yield tell_relocation(board_tile, self.take_next_of_kind(views.TileRelocated))
            case views.CardDiscarded(seat=seat, card=card):
                discards = (card, *[later.card for later in self.take_run_of_kind(views.CardDiscarded, seat)])
                yield message("cards-discarded", seat=SeatName(seat), cards=name_cards(discards))
            case views.SeatAttacked(victim=victim):
                self.attacked_seats.add(victim)
                yield tell_single_event(event)
            case views.TurnSkipped(seat=seat) if seat in self.attacked_seats:
                pass
            case views.GameFinished():
                yield from tell_game_end(event)
            case _:
                yield tell_single_event(event)

    # The set-up.

    def tell_deal(self) -> Iterator[Message]:
        """Yield what has been dealt before the first tile is taken, and remove it."""
        own_colour: int | None = None
        hand_sizes: dict[int, int] = {}
        while self.events and isinstance(self.events[0], views.TopRevealed | views.IdentityDealt | views.CardDrawn):
            event = self.events.popleft()
            if isinstance(event, views.IdentityDealt) and event.identity is not None:
                own_colour = event.identity
            if isinstance(event, views.CardDrawn):
                hand_sizes[event.seat] = hand_sizes.get(event.seat, 0) + 1
        if hand_sizes:
            yield message("dealt", count=max(hand_sizes.values()))
        if own_colour is not None:
            yield message("own-colour", colour=views.COLOURS[own_colour])

    # Cards and tiles.

    def tell_draw(self, chosen: views.DrawChosen) -> Iterator[Message]:
        """Yield how many cards are drawn, and with them the tile that follows."""
        drawn = self.take_run_of_kind(views.CardDrawn, chosen.seat)
        if not drawn and self.events:
            yield message("no-cards-left")
            return
        cards = describe_drawn_cards(drawn) if drawn else message("unseen-cards", count=chosen.count)
        if chosen.count > 2:
            yield message("cards-drawn-instead", seat=SeatName(chosen.seat), cards=cards)
        elif tile := self.take_next_of_kind(views.TileTaken):
            yield from self.tell_taken_or_placed_tile(tile, cards)
        else:
            yield message("cards-drawn", seat=SeatName(chosen.seat), cards=cards)
        yield from tell_reshuffle(drawn)

    def tell_taken_or_placed_tile(
        self, event: views.TileTaken | views.TilePlaced, cards: Message | tuple[Message, ...] | None
    ) -> Iterator[Message]:
        """Yield that a tile is taken, placed or both, after cards have been drawn or not."""
        seat, revealed = SeatName(event.seat), None
        placed = event if isinstance(event, views.TilePlaced) else None
        if isinstance(event, views.TileTaken):
            revealed, placed = self.take_next_of_kind(views.TopRevealed), self.take_next_of_kind(views.TilePlaced)
            tile = name_tile(event.tile)
        if placed is not None:
            tile = name_new_tile_at(placed.board_tile)
        if cards is not None:
            yield message("drawn-and-placed" if placed else "drawn-and-taken", seat=seat, cards=cards, tile=tile)
        elif revealed is not None and placed is None:
            yield message("tile-taken-revealing", seat=seat, tile=tile, next=name_tile(revealed.tile))
        else:
            yield message("tile-placed" if placed else "tile-taken", seat=seat, tile=tile)

    # Events.

    def tell_drawn_event(self, event: views.EventDrawn) -> Iterator[Message]:
        """Yield which event is drawn, unless what it does follows and says so."""
        seat = SeatName(event.seat)
        if not event.possible:
            yield message("event-impossible", event=event.event, seat=seat)
        elif event.event == "supplies":
            drawn = self.take_run_of_kind(views.CardDrawn, event.seat)
            cards = describe_drawn_cards(drawn) if drawn else message("unseen-cards", count=2)
            yield message("supplies", seat=seat, cards=cards)
            yield from tell_reshuffle(drawn)
        elif not self.is_event_card_applied_next():
            yield message("event-drawn", event=event.event)

    def tell_cards_instead(self, chosen: views.InsteadChosen) -> Iterator[Message]:
        """Yield whether a seat draws cards instead of an event that cannot happen."""
        seat = SeatName(chosen.seat)
        if not chosen.draws:
            yield message("nothing-drawn-instead", seat=seat)
            return
        drawn = self.take_run_of_kind(views.CardDrawn, chosen.seat)
        cards = describe_drawn_cards(drawn) if drawn else message("unseen-cards", count=2)
        yield message("cards-drawn-for-event", seat=seat, cards=cards)
        yield from tell_reshuffle(drawn)

    def is_event_card_applied_next(self) -> bool:
        """Return whether the next event says what the event card does."""
        applied = (
            views.RoadSlid,
            views.BlueprintDetoured,
            views.TollTaken,
            views.IdentityLeaked,
            views.TileRelocated,
        )
        return bool(self.events) and isinstance(self.events[0], applied)


# Single events.


def tell_single_event(event: GameEvent) -> Message:
    """Return an event that is always told by itself."""
    match event:
        case views.RoadBuilt(seat=seat, board_tile=board_tile, paid=paid):
            return message("road-built", seat=SeatName(seat), cards=name_cards(paid), tile=name_tile_at(board_tile))
        case views.BlueprintRotated(seat=seat, board_tile=board_tile, paid=paid):
            tile, roads = name_tile_at(board_tile), road_key(board_tile.roads)
            return message("blueprint-rotated", seat=SeatName(seat), cards=name_cards(paid), tile=tile, roads=roads)
        case views.SeatAttacked(seat=seat, victim=victim, paid=paid):
            return message("attacked", seat=SeatName(seat), cards=name_cards(paid), victim=SeatName(victim))
        case views.RoadSlid(board_tile=board_tile):
            return message("landslide", tile=name_tile_at(board_tile))
        case views.BlueprintDetoured(board_tile=board_tile):
            return message("detour", tile=name_tile_at(board_tile), roads=road_key(board_tile.roads))
        case views.TollTaken():
            return tell_toll(event)
        case views.IdentityLeaked(victim=victim, identity=int(identity)):
            return message("leak-seen", victim=SeatName(victim), colour=views.COLOURS[identity])
        case views.IdentityLeaked(seat=seat, victim=victim):
            return message("leak", seat=SeatName(seat), victim=SeatName(victim))
        case views.TileRelocated(board_tile=board_tile):
            arguments = tile_arguments(board_tile.tile)
            return message("tile-put-down", **arguments, place=format_place(board_tile.place))
        case views.TurnSkipped(seat=seat):
            return message("turn-skipped", seat=SeatName(seat))
    raise TypeError(f"{type(event).__name__} does not happen in Tricolor Line")


def list_known_cards(drawn: Sequence[views.CardDrawn]) -> tuple[str, ...]:
    """Return the cards that have been drawn, as far as the viewer sees them."""
    return tuple(event.card for event in drawn if event.card is not None)


def describe_drawn_cards(drawn: Sequence[views.CardDrawn]) -> Message | tuple[Message, ...]:
    """Return the cards that have been drawn, or how many if the viewer does not see them."""
    known_cards = list_known_cards(drawn)
    return name_cards(known_cards) if known_cards else message("unseen-cards", count=len(drawn))


def tell_reshuffle(drawn: Sequence[views.CardDrawn]) -> Iterator[Message]:
    """Yield that the discards were shuffled before one of the cards was drawn, if they were, and what was laid open."""
    for event in drawn:
        if event.opened:
            hands = tuple(
                message("shown-hand", seat=SeatName(seat), cards=name_cards(hand))
                for seat, hand in enumerate(event.opened)
                if hand
            )
            yield message("reshuffled-showing", hands=hands) if hands else message("reshuffled")


def tell_toll(event: views.TollTaken) -> Message:
    """Return that a card has been taken as a toll."""
    cards = name_cards((event.card or "",))
    return message("toll-paid", seat=SeatName(event.seat), cards=cards, victim=SeatName(event.victim))


def tell_relocation(lifted: views.BoardTile, put_down: views.TileRelocated | None) -> Message:
    """Return from where to where a tile has been moved; only from where if that is not known yet."""
    arguments, origin = tile_arguments(lifted.tile), format_place(lifted.place)
    if put_down is None:
        return message("tile-lifted", **arguments, place=origin)
    return message("relocation", **arguments, origin=origin, place=format_place(put_down.board_tile.place))


def tell_game_end(event: views.GameFinished) -> Iterator[Message]:
    """Yield why the game is over, how everybody's points add up, and who has won."""
    colours = tuple(name_colour(colour) for colour in event.winner_colours)
    yield message("game-over", reason=event.end_reason, colours=colours, routes=len(event.scored_routes))
    for seat, score in enumerate(event.scores):
        colour = views.COLOURS[score.identity]
        yield message("seat-score", seat=SeatName(seat), colour=colour, **score_arguments(score))
    points = event.scores[event.winners[0]].points if event.winners else 0
    yield message("won", winners=name_seats(event.winners), points=points)


# Hints.


def suggest(events: Sequence[GameEvent]) -> Message:
    """Return the action that these events begin with, as an instruction; nothing happens at the end of a turn."""
    match events[0] if events else None:
        case views.DrawChosen(count=count):
            return message("suggest-draw", count=count)
        case views.TileTaken(pile=pile):
            return message("suggest-take", pile=pile + 1)
        case views.TilePlaced(board_tile=board_tile):
            return message("suggest-place", tile=name_tile_at(board_tile))
        case views.RoadBuilt(board_tile=board_tile, paid=paid):
            return message("suggest-build", cards=name_cards(paid), tile=name_tile_at(board_tile))
        case views.BlueprintRotated(board_tile=board_tile, paid=paid):
            return message("suggest-rotate", cards=name_cards(paid), tile=name_tile_at(board_tile))
        case views.SeatAttacked(victim=victim):
            return message("suggest-attack", victim=SeatName(victim))
        case views.TollTaken(victim=victim) | views.IdentityLeaked(victim=victim):
            return message("suggest-seat", victim=SeatName(victim))
        case views.RoadSlid(board_tile=board_tile) | views.TileRelocated(board_tile=board_tile, down=False):
            return message("suggest-tile", tile=name_tile_at(board_tile))
        case views.BlueprintDetoured(board_tile=board_tile):
            return message("suggest-detour", tile=name_tile_at(board_tile))
        case views.TileRelocated(board_tile=board_tile):
            arguments = tile_arguments(board_tile.tile)
            return message("suggest-put-down", **arguments, place=format_place(board_tile.place))
        case views.CardDiscarded(card=card):
            return message("suggest-discard", cards=name_cards((card,)))
        case views.PaymentNamed(purpose=purpose, board_tile=board_tile, cards=cards):
            tile = "" if board_tile is None else name_tile_at(board_tile)
            return message(f"suggest-{purpose}", cards=name_cards(cards), tile=tile)
        case views.AgesNamed(old=old):
            return message("suggest-ages", cards=name_cards(old), count=len(old))
        case views.InsteadChosen(draws=draws):
            return message("suggest-draw", count=2) if draws else message("suggest-pass")
    return message("suggest-end-turn")
