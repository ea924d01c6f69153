"""A server for tests that kill it: its bots answer at once, and it soon takes over what a dead server had claimed."""

import logging
import sys

from triangulum.running import bound_socket, make_server
from triangulum.server.http.limits import Limits
from triangulum.server.identity.guests import People
from triangulum.server.runtime.commands import Steward
from triangulum.server.runtime.jobs import Pace
from triangulum.server.runtime.rooms import Lobby
from triangulum.server.storage.event_store import Store

HIGH_LIMITS = Limits(requests=10_000, requests_at_once=10_000, messages=10_000, messages_at_once=10_000)


def main(address: str, port: int) -> None:
    """Serve until killed; print a line once the server can be reached."""
    logging.getLogger("triangulum.server").addHandler(logging.StreamHandler())
    listening = bound_socket("127.0.0.1", port)
    store = Store(address)
    pace = Pace(pause=None, lease=0.8, look=0.1)
    steward = Steward(Lobby(store, People(store.secret())), pace=pace)
    server = make_server(steward, limits=HIGH_LIMITS, started=lambda: print("ready", flush=True))
    server.run([listening])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
