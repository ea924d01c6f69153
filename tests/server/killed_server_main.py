"""A server for tests that kill it: its bots answer at once, and it soon takes over what a dead server had claimed."""

import logging
import sys

from triangulum.app import AppOptions
from triangulum.running import build_server, open_listening_socket
from triangulum.server.http.limits import Limits
from triangulum.server.identity.signing import Signer
from triangulum.server.runtime.jobs import Pacing
from triangulum.server.runtime.runtime import Runtime
from triangulum.server.storage.event_store import EventStore

HIGH_LIMITS = Limits(requests=10_000, requests_at_once=10_000, messages=10_000, messages_at_once=10_000)


def main(address: str, port: int) -> None:
    """Serve until killed; print a line once the server can be reached."""
    logging.getLogger("triangulum.server").addHandler(logging.StreamHandler())
    listening = open_listening_socket("127.0.0.1", port)
    store = EventStore(address)
    runtime = Runtime(store, Signer(store.load_secret()), pacing=Pacing(pause=None, lease=0.8, look=0.1))
    server = build_server(runtime, AppOptions(limits=HIGH_LIMITS), lambda: print("ready", flush=True))
    server.run([listening])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
