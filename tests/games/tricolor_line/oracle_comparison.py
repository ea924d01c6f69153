"""Games of Tricolor Line by the quick rules and the slow ones at once, and how the two are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, cast

import triangulum as tri
from tests.games.tricolor_line import oracle
from tests.games.tricolor_line import oracle_routes as routes
from tests.games.tricolor_line.oracle import Step, Table
from tests.games.tricolor_line.oracle_parts import CARDS, Box, Tile, all_tiles, shown
from tests.games.tricolor_line.oracle_parts import Update as EventCard
from tests.games.tricolor_line.oracle_routes import Place, Route
from tests.games.tricolor_line.positions import GAME, seen
from triangulum.core.components import Components
from triangulum.core.state import CHANCE, OVER, State
from triangulum.core.views import GameEvent
from triangulum.games.tricolor_line import views
from triangulum.games.tricolor_line.box import TricolorBox
from triangulum.games.tricolor_line.options import TricolorOptions

SlowRoutes = list[tuple[Place, Route]]
Choose = Callable[[State, Random], int]
REASON = {"routes": "routes", "limit": "limit", "frozen": "stuck"}


def box_like(components: Components[TricolorBox]) -> Box:
    """The box of the slow rules that holds the same."""
    box = components.box
    return Box(
        costs={shape.name: shape.cost for shape in box.shapes},
        copies={shape.name: shape.copies for shape in box.shapes},
        ends=box.ends,
        end_cost=box.end_cost,
        cards=dict(zip(CARDS, box.card_counts, strict=True)),
        events={name: EventCard(name, getattr(box.events, name)) for name in Box().events},
    )


# ------------------------------------------------------------------------------------------------ in words


def tile_name(tile: views.Tile) -> str:
    """A tile as the slow rules name it."""
    return tile.shape if tile.colour is None else f"{routes.COLOURS[tile.colour]} {tile.shape}"


def lying(laid: views.BoardTile) -> str:
    """A tile on the map as the slow rules tell it."""
    return f"{tile_name(laid.tile)} {laid.roads} at {shown(laid.place)}"


def in_slow_words(event: GameEvent) -> Iterator[str]:
    """What a spectator sees, as the slow rules tell it."""
    match event:
        case views.TopRevealed(pile=pile, tile=tile):
            yield f"pile {pile + 1} shows {tile_name(tile)}"
        case views.IdentityDealt(seat=seat, identity=None):
            yield f"seat {seat} has an identity"
        case views.CardDrawn(seat=seat, card=None, opened=opened):
            if opened:
                yield f"open {' / '.join(map(' '.join, opened))}"
            yield f"seat {seat} draws"
        case views.DrawChosen(seat=seat, count=count):
            yield f"seat {seat} chooses {count}"
        case views.TileTaken(seat=seat, pile=pile, tile=tile):
            yield f"seat {seat} takes {tile_name(tile)} from {pile + 1}"
        case views.TilePlaced(seat=seat, board_tile=laid):
            yield f"seat {seat} lays {lying(laid)}"
        case views.PaymentNamed(seat=seat, purpose=purpose, board_tile=laid, cards=cards):
            aim = "" if laid is None else f" {lying(laid)}"
            yield f"seat {seat} names {' '.join(cards)} to {'turn' if purpose == 'rotate' else purpose}{aim}"
        case views.AgesNamed(cards=cards, old=old):
            yield f"old: {' '.join(old) or 'none'} of {' '.join(cards)}"
        case views.RoadBuilt(seat=seat, board_tile=laid, paid=paid):
            yield f"seat {seat} builds {lying(laid)} for {' '.join(paid)}"
        case views.BlueprintRotated(seat=seat, board_tile=laid, paid=paid):
            yield f"seat {seat} turns {lying(laid)} for {' '.join(paid)}"
        case views.SeatAttacked(seat=seat, victim=victim, paid=paid):
            yield f"seat {seat} attacks {victim} for {' '.join(paid)}"
        case views.EventDrawn(event=name, possible=possible):
            yield f"event {name}{' in vain' * (not possible)}"
        case views.InsteadChosen(seat=seat, draws=draws):
            yield f"seat {seat} {'draws instead' if draws else 'passes'}"
        case views.RoadSlid(board_tile=laid):
            yield f"landslide: {lying(laid)}"
        case views.BlueprintDetoured(board_tile=laid):
            yield f"detour: {lying(laid)}"
        case views.TollTaken(seat=seat, victim=victim, card=None):
            yield f"seat {seat} tolls {victim}"
        case views.TollTaken(seat=seat, victim=victim, card=card, is_old=is_old):
            yield f"seat {seat} gets {'old ' * is_old}{card} from {victim}"
        case views.IdentityLeaked(seat=seat, victim=victim, identity=None):
            yield f"seat {seat} looks at {victim}"
        case views.TileRelocated(board_tile=laid, down=down):
            yield f"{'down' if down else 'up'}: {lying(laid)}"
        case views.CardDiscarded(seat=seat, card=card):
            yield f"seat {seat} discards {card}"
        case views.TurnSkipped(seat=seat):
            yield f"seat {seat} skips"
        case views.GameFinished(end_reason=why):
            yield f"over: {'frozen' if why == 'stuck' else why}"
        case _:
            raise AssertionError(f"a spectator should not see {event}")


# ------------------------------------------------------------------------------------------- the comparison


def compare(state: State, slow: Table, watcher: int) -> None:
    """See that both know the same; of hands and identities as one seat sees them."""
    view = seen(state, watcher)
    over = state.to_move == OVER
    assert {CHANCE: oracle.CHANCE, OVER: oracle.OVER}.get(state.to_move, state.to_move) == slow.to_move
    answers = [state.format_action(action) for action in state.legal_actions()]
    assert len(set(answers)) == len(answers)
    assert set(answers) == slow.legal()
    if state.to_move == CHANCE:
        assert dict(zip(answers, state.chance_weights(), strict=True)) == slow.weights()
    compare_tiles(view, slow)
    compare_cards(view, slow, watcher)
    assert Counter(view.used_events) == +slow.used_events
    assert view.event_pile_size == slow.events.total()
    assert set(view.identity_looks) == slow.looks
    assert {seat for seat, skips in enumerate(view.skips_turn) if skips} == slow.skips
    assert {seat for seat, safe in enumerate(view.is_safe) if safe} == slow.safe
    if view.phase not in ("setup", "first"):
        turns = slow.turns - over
        assert (view.round, view.turn_of) == (turns // slow.players + 1, turns % slow.players)
    if over:
        compare_ends(state, slow)


def compare_tiles(view: views.TricolorView, slow: Table) -> None:
    """See that the same tiles lie on the map and in the piles."""
    lifted = slow.lifted if slow.lifted != routes.START else None
    on_map = {place: tile for place, tile in slow.tiles.items() if place != lifted}
    assert {laid.place: slow_tile(laid) for laid in view.tiles} == on_map
    assert view.moved_from == lifted
    taken = slow_name(slow.tiles[lifted]) if lifted else slow.taken
    assert ("" if view.taken_tile is None else tile_name(view.taken_tile)) == taken
    assert {at: tile_name(pile.top) for at, pile in enumerate(view.piles, 1) if pile.top} == slow.tops
    assert dict(enumerate((pile.size for pile in view.piles), 1)) == slow.sizes


def slow_tile(laid: views.BoardTile) -> Tile:
    """A tile on the map as the slow rules have it."""
    colour = laid.tile.colour
    if colour is None:
        return Tile(laid.tile.shape, laid.roads, None, laid.built)
    return Tile(laid.tile.shape, laid.roads, routes.COLOURS[colour], laid.built)


def slow_name(tile: Tile) -> str:
    """A tile of the slow rules by its name."""
    return f"{tile.colour} {tile.shape}" if tile.colour else tile.shape


def compare_cards(view: views.TricolorView, slow: Table, watcher: int) -> None:
    """See that cards are where they are in both, and that a seat sees its own, and of identities what it may."""
    over = view.phase == "over"
    assert view.draw_pile_size == slow.pile.total()
    assert Counter(view.discards) == +slow.discards
    for seat in range(slow.players):
        assert view.hand_sizes[seat] == slow.hand(seat).total()
        assert Counter(view.open_cards[seat]) == +(slow.hand(seat) if over else slow.open[seat])
        assert view.old_counts[seat] == (0 if over else slow.old[seat].total())
    if not over:
        assert Counter(view.hand) == slow.hidden(watcher)
        assert Counter(view.old_hand) == +slow.old[watcher]
        assert Counter(view.old_cards) == sum(slow.old, Counter[str]())
    asked = not over and slow.agenda[0].what == "ages"
    assert bool(view.named_cards) == asked
    for seat, colour in enumerate(slow.identities):
        knows = bool(colour) and (over or seat == watcher or (watcher, seat) in slow.looks)
        assert view.known_identities[seat] == (routes.COLOURS.index(colour) if knows else None)


def compare_routes(state: State, slow: Table) -> SlowRoutes:
    """See that both find the same routes, those to be scored among them; return all."""
    found = quick_routes(seen(state).routes)
    every = [(end, route) for end, some in sorted(routes.all_routes(slow.on_map()).items()) for route in some]
    assert found == every
    return every


def quick_routes(shown_routes: tuple[views.Route, ...]) -> SlowRoutes:
    """Routes of the quick rules as the slow ones write them, by End."""
    return [(route.end, (*route.places, route.end)) for route in shown_routes]


def compare_ends(state: State, slow: Table) -> None:
    """See that both scored the same."""
    view = seen(state)
    assert view.end_reason == REASON[slow.ending]
    assert tuple(route for _, route in quick_routes(view.scored_routes)) == slow.scored_routes()
    colours = routes.winner_colours(slow.on_map(), slow.scored_routes())
    assert {routes.COLOURS[colour] for colour in view.winner_colours} == colours
    assert [score.points for score in view.scores or ()] == slow.points() == state.score()
    assert [score.bonus for score in view.scores or ()] == [int(seat == slow.ended_by) for seat in range(slow.players)]
    assert set(state.winners()) == set(view.winners) == slow.winners()
    assert all(abs(quick - right) < 1e-9 for quick, right in zip(state.returns(), slow.returns(), strict=True))


# -------------------------------------------------------------------------------------------------- games


def new_game(players: int, **options: Any) -> tuple[State, Table]:
    """A new game in both rules."""
    setup = GAME.setup(players, **options)
    box = box_like(setup.components)
    chosen = cast(TricolorOptions, setup.options)
    return setup.new(), oracle.start(players, chosen.round_limit, box, chosen.end_distance, chosen.full_rounds)


def middle_game(dice: Random, players: int, rounds: int, **options: Any) -> tuple[State, Table]:
    """A game in both rules as it may be in the middle: many roads, some of them blueprints, full hands, no pair yet."""
    on_map = routes.random_map(dice)
    while len(routes.ends(on_map)) < 2 or routes.best_pair(on_map):
        on_map = routes.random_map(dice)
        for place, (lie, colour, built) in on_map.items():
            is_kept = dice.random() < (0.8 if colour else 0.95)
            on_map[place] = (lie, colour, place == routes.START or (built and is_kept))
    table = oracle.start(players, rounds, None, **options)
    table.tiles = {place: tile_of(place, laid) for place, laid in on_map.items()}
    table.unseen = all_tiles() - Counter(slow_name(tile) for tile in table.tiles.values())
    for pile in oracle.PILES:
        table.tops[pile] = dice.choice(sorted(table.unseen.elements()))
        table.unseen[table.tops[pile]] -= 1
    left = table.unseen.total()
    table.sizes = {1: 1 + left // 3, 2: 1 + left // 3, 3: 1 + left - 2 * (left // 3)}
    for hand in table.new:
        hand.update(dice.sample(sorted(table.pile.elements()), 5))
        table.pile -= hand
    table.identities = [dice.choice(routes.COLOURS) for _ in range(players)]
    while max(Counter(table.identities).values()) > 3:
        table.identities = [dice.choice(routes.COLOURS) for _ in range(players)]
    table.aside -= Counter(table.identities)
    table.agenda = [Step(what, 0) for what in ("draw", "discard", "turn played", "end of turn", "next turn")]
    return GAME.setup(players, round_limit=rounds, **options).parse_position(as_position(table)), table


def tile_of(place: Place, laid: routes.Laid) -> Tile:
    """A tile of a map as it lies on the table."""
    lie, colour, built = laid
    if colour is None:
        return Tile("start" if place == routes.START else "end", lie, None, built)
    return Tile(routes.shape(lie), lie, colour, built)


def as_position(table: Table) -> str:
    """A table at which seat 0 begins its turn in round 1, as a position of the quick rules."""
    tiles = [
        f"{slow_name(tile)} {tile.lie} at {shown(place)}{' built' * tile.built}"
        for place, tile in table.tiles.items()
        if place != routes.START
    ]
    piles = [f"{table.tops[pile]} {table.sizes[pile]}" for pile in oracle.PILES]
    hands = [" ".join(sorted(hand.elements())) or "-" for hand in table.new]
    return (
        f"tiles {', '.join(tiles)} | piles {', '.join(piles)} | hands {' / '.join(hands)} | "
        f"identities {' '.join(table.identities)} | round 1 | seat 0 chooses"
    )


def play_both(state: State, slow: Table, seed: int, choose: Choose) -> Counter[str]:
    """Play a game to its end by both rules, comparing them at every step; return what was met, and how often."""
    rng, dice = tri.Random(seed), Random(seed)
    met: Counter[str] = Counter()
    laid: dict[Place, Tile] = {}
    step = 0
    while True:
        compare(state, slow, state.to_move if state.to_move >= 0 else step % slow.players)
        if laid != slow.tiles and slow.lifted == routes.START:
            laid = slow.tiles
            every = compare_routes(state, slow)
            met["a route"] += bool(every)
            met["a tie"] += len({end for end, _ in every}) < len(every)
        if state.to_move == OVER:
            met[slow.ending] += 1
            met["two winners"] += len(slow.winners()) > 1
            return met
        action = state.sample_chance(rng) if state.to_move == CHANCE else choose(state, dice)
        move = state.format_action(action)
        told = [line for event in state.events(action, None) for line in in_slow_words(event)]
        state.play(action)
        slow = slow.play(move)
        assert tuple(told) == slow.told
        met.update(what_was_met(slow))
        step += 1


def what_was_met(slow: Table) -> Iterator[str]:
    """What happened of which there should be some in many games."""
    for line in slow.told:
        words = line.split()
        if line.startswith("event"):
            yield " ".join(words[1:])
        elif words[0] == "open":
            yield "shuffle"
            if words[1:].count("/") < len(words) - 1:
                yield "laid open"
        elif words[0] == "old:":
            yield "ages"
        elif words[-1] == "skips":
            yield "skip"
        elif words[-1] in ("passes", "instead"):
            yield words[-1]
    if slow.agenda and slow.agenda[0].what == "act" and not any(slow.sizes.values()):
        yield "no pile"
    if not slow.pile.total() and not slow.discards.total():
        yield "no card"
