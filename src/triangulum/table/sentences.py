"""The sentences that a table says, which ``locale/`` spells out."""

from pathlib import Path

from triangulum.text import Catalogue

message = Catalogue("table", Path(__file__).parent).message
