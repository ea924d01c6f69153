"""``python -m triangulum`` is the command ``triangulum``."""

from triangulum.cli.app import main

main()
