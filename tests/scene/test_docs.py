"""The page on scenes is right: its examples run, one after the other."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

PAGE = Path(__file__).parents[2] / "docs" / "scenes.md"


def test_the_examples_of_the_page_run() -> None:
    page = PAGE.read_text(encoding="utf-8")
    names: dict[str, object] = {}
    for example in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(example, names)
    sent = re.findall(r"```json\n(.*?)```", page, re.DOTALL)[0]
    assert msgspec.json.decode(msgspec.json.encode(names["change"])) == msgspec.json.decode(sent)
    assert '<g class="piece last" data-key="boat-0" transform="translate(40 60)">' in str(names["document"])
    assert bytes(names["picture"]).startswith(b"\x89PNG")  # type: ignore[call-overload]
