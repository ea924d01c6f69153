"""The text of pages and of the browser client, which ``locale/`` spells out.

The client's own labels have ids that begin with ``client-``; ``labels.py`` sends them along with a page.
"""

from pathlib import Path

from triangulum.text import Catalogue

CATALOGUE = Catalogue("web", Path(__file__).parent)
message = CATALOGUE.message
