"""Sentences as data: messages with arguments, rendered for one reader in their language.

A message names a sentence in a package's ``locale/<language>.ftl`` (the Fluent format) and has its arguments. What it
says depends on who reads it: ``SeatName(1)`` is a name to everybody but the one who sits there.
"""

from triangulum.text.languages import DEFAULT_LANGUAGE as DEFAULT_LANGUAGE
from triangulum.text.languages import PSEUDO_LANGUAGE as PSEUDO_LANGUAGE
from triangulum.text.languages import choose_language as choose_language
from triangulum.text.languages import list_languages as list_languages
from triangulum.text.message import Argument as Argument
from triangulum.text.message import Message as Message
from triangulum.text.message import SeatName as SeatName
from triangulum.text.message import Text as Text
from triangulum.text.rendering import ENGLISH as ENGLISH
from triangulum.text.rendering import Catalogue as Catalogue
from triangulum.text.rendering import Reader as Reader
from triangulum.text.rendering import find_catalogue as find_catalogue
