"""Records of Tricolor Line that were played by older rules are refused, in one line that says so."""

from pathlib import Path

import pytest

import triangulum as tri

OLD = Path(__file__).parent / "old" / "rules-1.tri"


def test_a_record_of_version_1_of_the_rules_is_refused() -> None:
    with pytest.raises(tri.RecordError) as caught:
        tri.load(OLD)
    assert str(caught.value).endswith(
        "This game of Tricolor Line was played by version 1 of the rules. Only version 2 is installed."
    )
    assert "\n" not in str(caught.value)
