"""The messages about lessons."""

from pathlib import Path

from triangulum.text import Catalogue

message = Catalogue("learn", Path(__file__).parent).message
