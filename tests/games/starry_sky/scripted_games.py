"""Helpers for the tests of Starry Sky Trick-Taking: a sky to look at, and games written as their tricks and choices."""

from typing import Any, cast

import triangulum as tri
from triangulum.core.state import State
from triangulum.games.starry_sky import actions, observe, sky_geometry, sky_parser, views
from triangulum.games.starry_sky.position import CARD_TEXTS, format_card
from triangulum.games.starry_sky.rules import StarrySkySetup, StarrySkyState, lookup

GAME = tri.game("starry-sky")

SKY = "20,30 150,40 270,20 45,150 140,160 260,140 40,270 160,250 280,280 80,70 230,80 170,110"
"""One star in each square by its number, row by row; 10 is in the square of 1, 11 in that of 3 and 12 in that of 5."""


def make_setup(**options: Any) -> StarrySkySetup:
    """Return a setup with the sky above."""
    return cast(StarrySkySetup, GAME.setup(**{"sky": SKY, **options}))


def play_script(*script: str, **options: Any) -> StarrySkyState:
    """Return a game after some tricks, each as ``R3 R11 B4`` by seat, and the choices between them.

    What else is in the hands does not matter, but for the colours that somebody cannot have; it is made up.
    """
    made = make_setup(**options)
    tricks = [parse_trick(trick) for trick in script if trick[0] in "RB"]
    state = cast(StarrySkyState, made.new())
    for seat, hand in enumerate(deal_hands(made, tricks)):
        for card in sorted([*hand, *(trick[seat] for trick in tricks)]):
            state.play(format_card(card))
        assert state.to_move == (tri.CHANCE if seat < 2 else 0)
    for move in script:
        if move[0] not in "RB":
            state.play(move)
            continue
        trick = parse_trick(move)
        for _ in trick:
            state.play(format_card(trick[state.to_move]))
    return state


def parse_trick(text: str) -> tuple[int, int, int]:
    """Return the cards of a trick."""
    one, two, three = (CARD_TEXTS.index(card) for card in text.split())
    return one, two, three


def deal_hands(made: StarrySkySetup, tricks: list[tuple[int, int, int]]) -> list[list[int]]:
    """Return hands of the cards that are not in the tricks, such that everybody has followed who could."""
    lacks: list[set[int]] = [set(), set(), set()]
    leader = 0
    for trick in tricks:
        led = trick[leader] // actions.CARDS_PER_COLOUR
        for seat, card in enumerate(trick):
            if card // actions.CARDS_PER_COLOUR != led:
                lacks[seat].add(led)
        leader = observe.resolve_trick(made, leader, trick).winner
    left = [card for card in range(actions.NUM_CARDS) if not any(card in trick for trick in tricks)]
    size = lookup.HAND_SIZE - len(tricks)
    found: list[list[int]] = [[], [], []]
    # Whoever lacks a colour takes first.
    for seat in sorted(range(lookup.NUM_SEATS), key=lambda seat: -len(lacks[seat])):
        able = [card for card in left if card // actions.CARDS_PER_COLOUR not in lacks[seat]]
        found[seat] = able[:size]
        left = [card for card in left if card not in found[seat]]
    assert not left, "no deal goes with these tricks"
    return found


def get_view(state: State, seat: int | None = None) -> views.StarrySkyView:
    """Return what a seat, or a spectator, sees."""
    view = state.view(seat)
    assert isinstance(view, views.StarrySkyView)
    return view


def list_moves(state: State) -> list[str]:
    """Return the legal moves in notation."""
    return [state.format_action(action) for action in state.legal_actions()]


def list_lines(state: State) -> list[str]:
    """Return the lines on the board, with their colours: ``R3-7``."""
    return [f"{'RB'[line.colour]}{line.stars[0] + 1}-{line.stars[1] + 1}" for line in get_view(state).lines]


def get_points(state: State) -> int:
    """Return what the board is worth."""
    return get_view(state).points


def play_random_game(made: tri.Setup, seed: int) -> list[State]:
    """Return all states of a random game, from the beginning to the end."""
    rng = tri.Random(seed)
    states = [made.new()]
    while states[-1].to_move != tri.OVER:
        state = states[-1].copy()
        legal = state._legal_actions()
        state._apply(state.sample_chance(rng) if state.to_move == tri.CHANCE else legal[rng.randrange(len(legal))])
        states.append(state)
    return states


def are_crossing(one: str, other: str) -> bool:
    """Tell whether two segments between stars of the sky above cross."""
    sky = sky_parser.parse_sky(SKY)
    ends = [[sky[int(star) - 1] for star in segment.split("-")] for segment in (one, other)]
    return sky_geometry.are_crossing(ends[0], ends[1])
