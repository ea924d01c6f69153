"""The story of a game: what happens besides moves, and what players are called."""

from triangulum.record.history import AnyEntry, DrawAgreed, FlagFell, Resigned, SeatChanged, TookBack
from triangulum.record.narration import narrate_non_step_entry, unique_display_names
from triangulum.text import PSEUDO_LANGUAGE, Reader

ANN = Reader(names=("Ann", "Bob"), seat=0)
BOB = Reader(names=("Ann", "Bob"), seat=1)


def test_what_happens_besides_moves_is_said_to_each_player_in_their_own_way() -> None:
    said: dict[AnyEntry, tuple[str, str]] = {
        TookBack(0, 1): ("You take back a step.", "Ann takes back a step."),
        TookBack(0, 3): ("You take back 3 steps.", "Ann takes back 3 steps."),
        SeatChanged(0, "club"): ("Club bot takes over for you.", "Club bot takes over for Ann."),
        Resigned(0): ("You resign.", "Ann resigns."),
        FlagFell(0): ("You run out of time.", "Ann runs out of time."),
        DrawAgreed(): ("The players agree to a draw.", "The players agree to a draw."),
    }
    for entry, sentences in said.items():
        assert tuple(reader.render(narrate_non_step_entry(entry)) for reader in (ANN, BOB)) == sentences


def test_bots_are_called_by_their_level_and_players_of_one_name_are_numbered() -> None:
    assert unique_display_names(("Ann", "casual", "casual", "Ann")) == (
        "Ann 1",
        "Casual bot 1",
        "Casual bot 2",
        "Ann 2",
    )
    assert unique_display_names(("Ann", "mcts")) == ("Ann", "mcts")
    assert unique_display_names(("Ann", "club"), PSEUDO_LANGUAGE) == ("Ann", "Çļûβββ βöţţ")
