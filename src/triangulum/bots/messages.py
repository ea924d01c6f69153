"""The messages about bots that don't exist or can't be made."""

from pathlib import Path

from triangulum.text import Catalogue

message = Catalogue("bots", Path(__file__).parent).message
