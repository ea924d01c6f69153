"""The command ``triangulum``, as it is started.

This lies outside the package so that Ctrl-C means leaving, and not a traceback, already while the package is imported.
"""

import signal


def main() -> None:
    """Import the package, then run the command."""
    while_playing = signal.signal(signal.SIGINT, signal.SIG_DFL)
    from triangulum.cli.app import main as run

    signal.signal(signal.SIGINT, while_playing)
    run()
