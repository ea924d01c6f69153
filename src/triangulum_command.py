"""The entry point of the command ``triangulum``.

It is outside the package so that Ctrl-C ends the command without a traceback even while the package is imported.
"""

import signal


def main() -> None:
    """Import the package, then run the command."""
    default_handler = signal.signal(signal.SIGINT, signal.SIG_DFL)
    from triangulum.cli.app import main as run_command

    signal.signal(signal.SIGINT, default_handler)
    run_command()
