"""Run the code of a page from top to bottom, in the current folder: `python -m tests.adapters.run_page_code PAGE`.

Blocks under a file's name are written to that file; Python runs, all of it in one namespace; a block of text is what
the block before it has printed, with … for anything.
"""

import contextlib
import io
import re
import sys
from pathlib import Path
from typing import Any

BLOCK = re.compile(r"(?:^`([\w.]+)`\n\n)?^```(python|text|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A block of a page: the name of its file if it is one, its language, and its text."""
ANYTHING = "…"


def run(page: Path) -> int:
    """Run a page, and return how many blocks have printed what the page says."""
    names: dict[str, Any] = {"__name__": "page"}
    printed, compared = "", 0
    for file, language, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        if file:
            Path(file).write_text(text, encoding="utf-8")
        elif language == "python":
            with contextlib.redirect_stdout(io.StringIO()) as output:
                exec(compile(text, str(page), "exec"), names)
            printed = output.getvalue()
        elif re.fullmatch(".*".join(map(re.escape, text.split(ANYTHING))), printed, re.DOTALL):
            compared += 1
        else:
            sys.exit(f"The page says\n\n{text}\nand what is printed is\n\n{printed}")
    return compared


if __name__ == "__main__":
    print(run(Path(sys.argv[1])))
