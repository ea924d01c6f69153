"""The messages that every game can use: levels of bots, whose turn it is, what is wrong with a move or an option."""

from pathlib import Path

from triangulum.text import Catalogue

message = Catalogue("core", Path(__file__).parent).message
