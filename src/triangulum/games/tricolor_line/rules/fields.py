# compiled by mypyc
"""Where things are in ``byte_fields`` of a state of Tricolor Line, and the questions that can be pending there.

The first NUM_PLACES bytes are the board: a tile code for each place, or 0.

Hidden cards, which nobody but their owner has seen, are *new* or *old*. When discards are shuffled, new ones become
old, and old ones are laid open. So everybody knows which cards the old ones are together, and which the new ones and
the draw pile are together: two pools that never mix.
"""

from __future__ import annotations

from typing import Final

UNSEEN_TILES: Final = 289  # for each face, how many tiles nobody has seen yet
PILE_SIZES: Final = 311  # for each pile, the top included
PILE_TOPS: Final = 314  # for each pile, 1 + the face of its top, or 0
DRAW_PILE: Final = 317  # for each kind of card, how many
DISCARDS: Final = 324  # for each kind of card, how many
OLD_CARDS: Final = 331  # for each kind, how many old cards are in hidden hands altogether, which all know
NEW_HANDS: Final = 338  # for each seat and kind, hidden cards: drawn since the last shuffle
OLD_HANDS: Final = 394  # for each seat and kind, hidden cards: drawn between the last two shuffles
OPEN_HANDS: Final = 450  # for each seat and kind, cards that all have seen
IDENTITIES: Final = 506  # for each seat 1 + its colour, or 0 before it is dealt
LOOKED_MASKS: Final = 514  # for each seat, the mask of those whose identity it has looked at
SKIP_MASK: Final = 522  # the seats that skip their next turn
SAFE_MASK: Final = 523  # the seats that were attacked and have not played a turn since
TURN_SEAT: Final = 524
ROUND: Final = 525  # from 1, or 0 while first tiles are placed
LAST_PLACE: Final = 526  # the column and row of the tile that was changed last, from 1; or 0
TAKEN_CODE: Final = 528  # the tile that has been taken, or is being relocated
ORIGIN: Final = 529  # where the tile that is being relocated was, written like LAST_PLACE
CURRENT_EVENT: Final = 531  # 1 + the event that is being resolved, or 0
END_REASON: Final = 532  # why the game is over (codes.ENDED_BY_...), or 0
PAYMENT_ACTION: Final = 533  # an action whose cards are named but not paid yet, its high byte first; or 0
NUM_USED_EVENTS: Final = 535  # how many events have happened since they were shuffled
USED_EVENTS: Final = 536  # which, in order
NUM_QUESTIONS: Final = 576  # how many questions are pending
QUESTIONS: Final = 577  # each with its kind and argument, the one that is asked next last
NUM_BYTES: Final = 593

# Kinds of pending questions. A seat or chance answers them, or the rules resolve them where there is no choice.
ASK_FIRST_TOPS: Final = 1  # chance turns up the first tops
ASK_IDENTITIES: Final = 2  # chance deals identities
ASK_FIRST_HANDS: Final = 3  # chance deals first hands
ASK_FIRST_TILES: Final = 4  # first tiles are placed; argument: whose is next
ASK_TURN_START: Final = 5  # a turn begins
ASK_DRAW_COUNT: Final = 6  # two or four cards are chosen
ASK_CARD: Final = 7  # chance draws cards; argument: how many
ASK_PILE: Final = 8  # the top of a pile is taken
ASK_NEW_TOP: Final = 9  # chance turns up the next top; argument: of which pile
ASK_PLACEMENT: Final = 10  # the tile taken is placed
ASK_ACTION: Final = 11  # build, rotate, attack or be done
ASK_EVENT: Final = 12  # chance draws an event
ASK_LANDSLIDE: Final = 13  # which built road slides
ASK_DETOUR: Final = 14  # which blueprint is turned, and how
ASK_TOLL: Final = 15  # who pays the toll
ASK_TOLL_CARD: Final = 16  # chance takes the card; argument: from whom
ASK_LEAK: Final = 17  # whose identity is looked at
ASK_LIFT: Final = 18  # which tile is relocated
ASK_PUT_DOWN: Final = 19  # where it goes
ASK_INSTEAD: Final = 20  # whether to draw two cards instead of an event that cannot happen
ASK_DISCARD: Final = 21  # a card too many is discarded
ASK_TURN_END: Final = 22  # a turn ends
ASK_AGES: Final = 23  # how many of the cards that have been named to pay are old
