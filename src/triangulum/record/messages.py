"""The messages about records: what happens in a game besides its moves, and what is wrong with a record."""

from pathlib import Path

from triangulum.text import Catalogue

message = Catalogue("record", Path(__file__).parent).message
