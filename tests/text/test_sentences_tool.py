"""tools/sentences.py prints what a game says to a seat, an opponent and a spectator."""

import pytest

from tools import sentences


def test_each_message_is_printed_as_everybody_reads_it(capsys: pytest.CaptureFixture[str]) -> None:
    sentences.main(["tri-trac", "turn_limit=12", "--games", "1", "--labels"])
    log, prompts, previews, hints, labels = capsys.readouterr().out.split("\n\n")[1::2]
    assert log.startswith("triangle-placed\n    seat       You place the neutral triangle on ")
    assert "\n    spectator  Ann places the neutral triangle on " in log
    assert "    opponent   Ann is placing the neutral triangle.\n" in prompts
    assert "preview-track\n    seat       This makes a track of " in previews
    assert hints.startswith("suggest-placed\n    seat       Place the neutral triangle on ")
    assert "board-pane\n    seat       Board\n" in labels


def test_what_cannot_be_played_is_refused_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        sentences.main(["tri-trac", "speed"])
    assert "error: Tri-Trac: There’s no option “speed”." in capsys.readouterr().err
