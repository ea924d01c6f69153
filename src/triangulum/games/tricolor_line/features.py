"""The bytes of a state of Tricolor Line as features, for programs that learn.

A tile on the board becomes its colour, the sides that its roads join, and whether it is built.
"""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.core.learning.features import (
    ByteFeatures,
    FeatureTable,
    WordFeatures,
    bit_table,
    one_hot_table,
    optional_one_hot_table,
    ratio_table,
)
from triangulum.games.tricolor_line.rules import codes, fields
from triangulum.games.tricolor_line.rules.state import TricolorSetup

NUM_SIDES = 4


def list_features(setup: TricolorSetup) -> Sequence[ByteFeatures | WordFeatures]:
    """Return how each byte of a state becomes features."""
    players, max_questions = int(setup.players), (fields.NUM_BYTES - fields.QUESTIONS) // 2
    hands_size = players * codes.NUM_CARD_KINDS
    question = optional_one_hot_table(fields.ASK_AGES)
    cards, faces = ratio_table(max(map(int, setup.card_counts))), ratio_table(max(map(int, setup.face_counts)))
    held, colour = ratio_table(codes.HAND_LIMIT), optional_one_hot_table(codes.NUM_COLOURS)
    seats, coordinate = bit_table(codes.MAX_SEATS), optional_one_hot_table(codes.BOARD_SIZE)
    tile = build_tile_table(setup)
    events = sum(map(int, setup.event_counts))
    return (
        ByteFeatures(name="tiles", start=0, count=codes.NUM_PLACES, table=tile),
        ByteFeatures(name="unseen", start=fields.UNSEEN_TILES, count=codes.NUM_FACES, table=faces),
        ByteFeatures(
            name="pile_size", start=fields.PILE_SIZES, count=codes.NUM_PILES, table=ratio_table(int(setup.pile_size))
        ),
        ByteFeatures(
            name="top", start=fields.PILE_TOPS, count=codes.NUM_PILES, table=optional_one_hot_table(codes.NUM_FACES)
        ),
        ByteFeatures(name="draw_pile", start=fields.DRAW_PILE, count=codes.NUM_CARD_KINDS, table=cards, hidden=True),
        ByteFeatures(name="discards", start=fields.DISCARDS, count=codes.NUM_CARD_KINDS, table=cards),
        ByteFeatures(name="old_cards", start=fields.OLD_CARDS, count=codes.NUM_CARD_KINDS, table=cards),
        ByteFeatures(name="new", start=fields.NEW_HANDS, count=hands_size, table=held, hidden=True),
        ByteFeatures(name="old", start=fields.OLD_HANDS, count=hands_size, table=held, hidden=True),
        ByteFeatures(name="open", start=fields.OPEN_HANDS, count=hands_size, table=held),
        ByteFeatures(name="identity", start=fields.IDENTITIES, count=players, table=colour, hidden=True),
        ByteFeatures(name="looked", start=fields.LOOKED_MASKS, count=players, table=seats),
        ByteFeatures(name="skips", start=fields.SKIP_MASK, table=seats),
        ByteFeatures(name="safe", start=fields.SAFE_MASK, table=seats),
        ByteFeatures(name="turn_of", start=fields.TURN_SEAT, table=one_hot_table(players)),
        ByteFeatures(name="round", start=fields.ROUND, table=ratio_table(int(setup.round_limit))),
        ByteFeatures(name="last", start=fields.LAST_PLACE, count=2, table=coordinate),
        ByteFeatures(name="taken", start=fields.TAKEN_CODE, table=tile),
        ByteFeatures(name="origin", start=fields.ORIGIN, count=2, table=coordinate),
        ByteFeatures(name="event", start=fields.CURRENT_EVENT, table=optional_one_hot_table(codes.NUM_EVENT_KINDS)),
        ByteFeatures(name="payment", start=fields.PAYMENT_ACTION, count=2, table=seats),
        ByteFeatures(name="events", start=fields.USED_EVENTS, count=events, table=one_hot_table(codes.NUM_EVENT_KINDS)),
        ByteFeatures(name="used", start=fields.NUM_USED_EVENTS, table=ratio_table(events)),
        ByteFeatures(
            name="pending",
            start=fields.QUESTIONS,
            count=max_questions,
            step=2,
            table=question,
        ),
        ByteFeatures(
            name="arguments",
            start=fields.QUESTIONS + 1,
            count=max_questions,
            step=2,
            table=ratio_table(codes.MAX_SEATS),
        ),
    )


def build_tile_table(setup: TricolorSetup) -> FeatureTable:
    """Return the table of features for each tile code, 0 included."""
    rows = [tile_features(setup, code) for code in range(1, codes.START_CODE + 1)]
    return ((0.0,) * len(rows[0]), *rows)


def tile_features(setup: TricolorSetup, tile_code: int) -> tuple[float, ...]:
    """Return a tile as features: colour, End or Start, the sides of its roads, and whether it is built."""
    face = int(codes.decode_face(tile_code))
    kind = face // codes.NUM_SHAPES if face < codes.END_FACE else codes.NUM_COLOURS + face - codes.END_FACE
    roads = (int(setup.road_masks[tile_code]), int(setup.second_road_masks[tile_code]))
    return (
        *(float(kind == index) for index in range(codes.NUM_COLOURS + 2)),
        *(float(road >> side & 1) for road in roads for side in range(NUM_SIDES)),
        float(tile_code % 2 == 0),
    )
