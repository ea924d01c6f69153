"""Tricolor Line in words: sentences, previews and the table as text."""

from itertools import pairwise

import pytest

import triangulum as tri
from tests.games.shared import after, told
from tests.games.tricolor_line.positions import EAST, WEST, game, random_game, seen
from triangulum.core.state import State
from triangulum.games.tricolor_line import narration
from triangulum.games.tricolor_line.views import decode_place
from triangulum.text import Reader

NAMES = ("Ann", "Bob")


def told_to(seat: int | None, state: State, *moves: str) -> str:
    """Return what a seat, or a spectator, reads about moves that follow each other."""
    events: list[tri.GameEvent] = []
    state = state.copy()
    for move in moves:
        events += state.events(state.parse_action(move), seat)
        state.play(move)
    return " ".join(map(Reader(names=NAMES, seat=seat).render, narration.narrate(events)))


def previewed(state: State, move: str) -> str:
    """Return the preview of a move, as the mover reads it."""
    return Reader(names=NAMES, seat=state.to_move).render(state.preview(state.parse_action(move)).words)


def test_sentences_tell_what_happens() -> None:
    state = game("tiles red dead-end E at 1,0", "hands R R G W / G", "seat 0 acts")
    assert told(state, "build 1,0 with R R") == "Ann pays 2 red cards to build the red dead end at 1,0."
    assert told(state, "turn 1,0 with G W") == (
        "Ann pays a green card and a wild card to rotate the red dead end at 1,0 (now open to the south)."
    )
    assert told(state, "attack seat 1") == (
        "Ann discards 2 red cards, a green card and a wild card to attack Bob. Bob will skip a turn."
    )
    event = after(state, "build 1,0 with R R")
    assert told(event, "landslide") == "The event is a landslide, but there’s no other built tile that it could hit."
    instead = after(event, "landslide")
    assert told_to(1, instead, "draw 2", "R", "R") == "Ann draws 2 cards instead."
    assert told_to(0, instead, "draw 2", "R", "R") == "You draw 2 red cards instead."
    assert told_to(0, instead, "pass") == "You choose not to draw any cards instead."
    assert previewed(instead, "draw 2") == "Your turn goes on."
    assert previewed(instead, "pass") == "You keep the cards you have, and your turn goes on."
    assert told(event, "toll") == "Ann demands a toll from Bob."
    assert told(after(event, "toll"), "G") == "Toll: Ann takes a green card from Bob."
    assert told(event, "relocation") == "The event is a relocation, but there’s no blueprint that it could move."
    assert told(event, "leak") == "Leak: Ann looks at Bob’s secret colour."
    poor = after(game("tiles red dead-end E at 1,0", "hands R R W / -", "seat 0 acts"), "build 1,0 with R R")
    assert told(poor, "toll") == "The event is a toll, but no other player has a hidden card."
    slid = after(game("tiles red dead-end E at 1,0, end NESW at 0,1 built", "hands R R / G", "seat 0 acts"),
                 "build 1,0 with R R")  # fmt: skip
    assert told(slid, "landslide") == "A landslide turns the End at 0,1 back into a blueprint."
    known = game("tiles red dead-end E at 1,0", "hands R R / G", "looked 0 at 1", "seat 0 acts")
    assert told_to(0, after(known, "build 1,0 with R R"), "leak") == (
        "The event is a leak, but you know all colours already."
    )


def test_an_end_is_built_and_told() -> None:
    state = game("tiles end NESW at 0,1", "hands R GG W / -", "seat 0 acts")
    assert told(state, "build 0,1 with R GG W") == (
        "Ann pays a red card, a double green card and a wild card to build the End at 0,1."
    )
    assert previewed(state, "build 0,1 with R GG W") == (
        "The End is built. Then an event card is drawn. You pay 1 more than you need to."
    )


def test_a_move_and_what_follows_is_told_in_one_or_two_sentences() -> None:
    state = game("piles blue corner 22, red cross 22, red cross 22", "seat 0 chooses")
    turn = "draw 2", "R", "R", "pile 1", "blue tee", "at 1,0 NE"
    assert told_to(1, state, *turn) == "Ann draws 2 cards and places a blue corner at 1,0 (connecting north and east)."
    assert told_to(0, state, *turn) == (
        "You draw 2 red cards, and place a blue corner at 1,0 (connecting north and east)."
    )
    assert told_to(None, state, *turn[:3]) == "Ann draws 2 cards."
    assert told_to(0, after(state, *turn[:3]), *turn[3:5]) == "You take a blue corner and reveal a blue tee under it."
    built = game("tiles red dead-end E at 1,0", "hands R R G W / G", "seat 0 acts")
    assert told_to(1, built, "build 1,0 with R R", "toll", "G") == (
        "Ann pays 2 red cards to build the red dead end at 1,0. Toll: Ann takes a green card from you."
    )
    assert told_to(0, built, "build 1,0 with R R", "supplies", "R", "W") == (
        "You pay 2 red cards to build the red dead end at 1,0. Supplies arrive: you draw a red card and a wild card."
    )


def test_a_player_reads_about_themselves() -> None:
    state = game("tiles red dead-end E at 1,0", "hands R R G W / G", "identities blue green", "seat 0 acts")
    assert told_to(1, state, "attack seat 1").endswith("to attack you. You’ll skip your next turn.")
    event = after(state, "build 1,0 with R R")
    assert told_to(0, event, "leak") == "Leak: you look at Bob’s secret colour. It’s green."
    assert told_to(1, event, "leak") == "Leak: Ann looks at your secret colour."


def test_a_turn_that_is_skipped_at_once_is_not_told_twice() -> None:
    state = game("hands R / G", "seat 0 acts")
    attack = "Ann discards a red card to attack Bob. Bob will skip a turn."
    assert told_to(None, state, "attack seat 1", "done") == attack
    assert told_to(None, after(state, "attack seat 1"), "done") == "Bob skips this turn after being attacked."


def test_four_cards_and_discards_are_told_once() -> None:
    state = game("hands R R R / G", "seat 0 chooses")
    turn = "draw 4", "R", "G", "B", "W", "discard R", "discard W"
    assert told_to(1, state, *turn) == (
        "Ann draws 4 cards instead of taking a tile. Ann discards a red card and a wild card."
    )


def test_a_relocation_is_told_from_place_to_place() -> None:
    state = game("tiles red dead-end E at 1,0, red cross NESW at 0,1, end NESW at 2,0", "hands R R / -", "seat 0 acts")
    event = after(state, "build 1,0 with R R", "relocation")
    assert told_to(None, event, "move 2,0", "to -1,0") == "A relocation moves the End from 2,0 to -1,0."
    assert told_to(None, event, "move 2,0") == "Relocation: the End at 2,0 is picked up."
    assert told_to(None, after(event, "move 2,0"), "to -1,0") == "Relocation: the End moves to -1,0."
    assert previewed(after(event, "move 2,0"), "to -1,0") == "It has roads on all four sides."
    plan = game("tiles red dead-end E at 1,0, red corner NE at 0,1", "hands R R / -", "seat 0 acts")
    lifted = after(plan, "build 1,0 with R R", "relocation")  # only one blueprint can be moved
    assert previewed(lifted, "to -1,0") == "It will connect north and east."


def test_the_set_up_is_told_in_a_sentence() -> None:
    states = list(random_game(3, 2, round_limit=1))
    dealt = [state for state in states if seen(state).phase == "setup"]
    for seat, own in ((1, 2), (None, 1)):
        events = [
            event
            for state, following in pairwise([*dealt, states[len(dealt)]])
            for event in state.events(
                next(action for action in state.legal_actions() if state.after(action) == following), seat
            )
        ]
        sentences = [str(sentence) for sentence in narration.narrate(events)]
        assert len(sentences) == own
        assert sentences[0] == "Each player gets a secret colour and 4 cards."


def test_what_is_laid_open_when_discards_are_shuffled_is_told() -> None:
    dealt = "R " * 15 + "RR " * 5 + "G " * 15 + "GG " * 5 + "B " * 14 + "BB " * 5 + "W " * 6
    state = game("hands B / -", f"discards {dealt.strip()}", "seat 0 chooses")
    assert told_to(1, state, "draw 2", "GG", "W") == (
        "Ann draws 2 cards. The draw pile runs out, so the discards are reshuffled."
    )
    state = game("hands - / B*", f"discards {dealt.strip()}", "seat 0 chooses")
    assert told_to(1, state, "draw 2", "GG", "W") == (
        "Ann draws 2 cards. The draw pile runs out, so the discards are reshuffled. "
        "Cards drawn before the previous shuffle are laid open: you (a blue card)."
    )


def test_how_old_paid_cards_are_is_told_after_what_they_are_paid_for() -> None:
    state = game("tiles red dead-end E at 1,0", "hands R R* W / G", "seat 0 acts")
    assert told(state, "build 1,0 with R R") == ""
    assert told_to(1, state, "build 1,0 with R R", "old R") == (
        "Ann pays 2 red cards to build the red dead end at 1,0. "
        "Of the cards just used, Ann drew a red card before the last shuffle."
    )
    assert told_to(0, state, "build 1,0 with R W", "old none") == (
        "You pay a red card and a wild card to build the red dead end at 1,0. "
        "All hidden cards just used were drawn since the last shuffle."
    )
    assert told_to(1, state, "attack seat 1") == (
        "Ann discards 2 red cards and a wild card to attack you. You’ll skip your next turn. "
        "Of the cards just used, Ann drew a red card before the last shuffle."
    )
    named = after(state, "build 1,0 with R W")
    assert previewed(named, "old R") == "Everyone will see that you drew a red card before the last shuffle."
    assert previewed(named, "old none") == "Everyone will see that you drew the hidden cards since the last shuffle."
    assert Reader(names=NAMES).render(named.scene(None).title) == "Ann is choosing which cards to use."


def test_the_end_is_told() -> None:
    state = game(f"tiles {EAST}, {WEST}", "identities red green", "seat 0 acts")
    assert told(state, "done") == (
        "Two routes are complete, so the game is over. "
        "The winning colours, with the most tiles in the routes, are red and green. "
        "Ann (red): 1 tile × 3 points + 0 for cards + 1 for ending the game = 4 points. "
        "Bob (green): 1 tile × 3 points + 0 for cards = 3 points. Ann wins with 4 points."
    )


def test_every_event_of_a_game_is_told_to_everybody() -> None:
    heard = set()
    for state in random_game(3, 2, round_limit=8):
        for action in state.legal_actions()[:2]:
            for seat in (0, None):
                for event in state.events(action, seat):
                    heard.add(type(event))
                    assert all(str(sentence).endswith(".") for sentence in narration.narrate([event]))
    assert len(heard) > 8


def test_an_event_of_another_game_is_not_told() -> None:
    with pytest.raises(TypeError, match="Event does not happen in Tricolor Line"):
        narration.narrate([tri.GameEvent()])


# Previews


def test_previews_tell_of_routes() -> None:
    plan = WEST.replace(" built", "", 1)
    state = game(f"tiles {EAST}, {plan}", "hands G G GG / -", "seat 0 acts")
    assert previewed(state, "build -1,0 with G GG") == (
        "This completes two separate routes. Unless the event undoes it, the game ends with your turn."
    )
    assert previewed(state, "turn -1,0 with G G") == "It will run north to south."
    first = game(f"tiles {plan}", "hands GG GG / -", "seat 0 acts")
    assert previewed(first, "build -1,0 with GG GG") == (
        "This completes the first route. Then an event card is drawn. You pay 1 more than you need to."
    )
    landslide = after(game(f"tiles {EAST}, red dead-end N at 0,1, blue cross NESW at 0,-1 built", "hands R R / G",
                           "seat 0 acts"), "build 0,1 with R R", "landslide")  # fmt: skip
    assert previewed(landslide, "landslide 1,0") == "This breaks a route."
    assert previewed(landslide, "landslide 2,0") == "This breaks a route."
    assert previewed(landslide, "landslide 0,-1") == "The blue cross becomes a blueprint again."
    last = game("tiles red straight EW at 1,0 built, end NESW at 2,0", "hands R G B / -", "seat 0 acts")
    assert previewed(last, "build 2,0 with R G B") == "This completes the first route. Then an event card is drawn."


def test_nobody_is_told_that_a_turn_ends_the_game_before_everybody_has_had_one() -> None:
    tiles = f"tiles {EAST}, {WEST}"
    assert previewed(game(tiles, "seat 0 acts", full_rounds=True), "done") == "The next player’s turn begins."
    assert previewed(game(tiles, "seat 1 acts", full_rounds=True), "done") == "This ends the game."


def test_an_end_that_has_to_be_far_from_start_is_announced() -> None:
    near = game("tiles red cross NESW at 1,0, red cross NESW at 2,0", "taken end", "seat 0 places", end_distance=3)
    assert Reader(names=NAMES, seat=0).render(near.scene(0).title) == (
        "Place the End next to any tile, at least 3 steps from Start."
    )


def test_previews_tell_what_it_costs_the_mover() -> None:
    state = game("hands R R R / G", "seat 0 chooses")
    assert previewed(state, "draw 2") == "Next, you take a tile."
    assert previewed(state, "draw 4") == "Your turn ends, and you have to discard 2 cards."
    acting = game("hands R R W / G", "seat 0 acts")
    assert previewed(acting, "attack seat 1") == (
        "Bob skips a turn, and you discard your whole hand: 2 red cards and a wild card."
    )
    assert previewed(acting, "done") == "The next player’s turn begins."
    full = game(f"tiles {EAST}, {WEST}", "hands R R R R R R / G", "seat 0 acts")
    assert previewed(full, "done") == "You have to discard a card, and then the game is over."


# The table in text


def test_the_table_in_text() -> None:
    state = game(f"tiles {EAST}, blue bridge NS+EW at 0,1", "hands R G+ / W", "seat 0 acts")
    assert narration.text_board(seen(state, 0), Reader(names=NAMES, seat=0)) == BOARD
    assert str(state) == narration.text_board(seen(state), Reader())
    assert decode_place(0) == (-8, -8)


BOARD = r"""
Round 1 of 60. Build or rotate blueprints, attack a player, or end your turn.
      0     1     2
     .|.
  1 -b+b-
     .|.
     .|.   . .   .|.
  0 -SSS- -RRR- -EEE-
     .|.   . .   .|.
Small letters are blueprints, capitals are built; S is Start, E an End; \ / + are roads that don’t join.
Piles: 1 red straight (21 left), 2 red straight (21 left) and 3 red corner (21 left)
Costs: straight 3, corner 3, tee 4, cross 5, twin 4, bridge 4, dead end 2 and End 3 cards of different colours
Cards to draw: 63. Discards: none
Events to draw: 20. Used: none
> 0 You: 2 cards, open G, red
  1 Bob: 1 card
Your hidden cards: R
Route to the End at 2,0: 1,0
""".strip("\n")
