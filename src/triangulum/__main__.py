"""``python -m triangulum`` is the command ``triangulum``."""

from triangulum.cli import main

main()
