"""The messages that every game can use: levels of bots, whose turn it is, and events without sentences of their own."""

from pathlib import Path

from triangulum.text import Catalogue

message = Catalogue("core", Path(__file__).parent).message
