"""The sentences that a server says about people, tables and requests, which ``locale/`` spells out."""

from pathlib import Path

from triangulum.text import Catalogue

message = Catalogue("server", Path(__file__).parent).message
