"""What the numbers of a state of Tri-Star Racers mean, for programs that learn.

A tile is written section by section, a colour and pips each, so that similar tiles have similar features.
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
from triangulum.games.tri_star_racers import actions
from triangulum.games.tri_star_racers.rules import RacersSetup, lookup

MAX_PIPS = 3
FAR_FINISH_FACTOR = 2
"""Ships seldom go farther than this many times the way to the finish."""
MAX_ARGUMENT = 8
"""Questions are mostly about numbers smaller than that."""

Features = tuple[float, ...]


def list_features(setup: RacersSetup) -> Sequence[ByteFeatures | WordFeatures]:
    """Return the parts of a state's bytes, with a table of features for each."""
    players, spaces, stack = int(setup.players), int(setup.num_spaces), int(setup.stack_length) // 2
    unseen, board, bag = int(setup.unseen_tokens_offset), int(setup.board_offset), int(setup.bag_offset)
    edges = len(setup.components.box.edge_names)
    tile = face_feature_table(setup)
    return (
        ByteFeatures(name="round", start=lookup.ROUND, table=ratio_table(spaces)),
        ByteFeatures(name="done", start=lookup.TURNS_DONE, table=ratio_table(players)),
        ByteFeatures(name="ordered", start=lookup.ORDER_LENGTH, table=ratio_table(players)),
        ByteFeatures(name="last_space", start=lookup.LAST_SPACE, table=optional_one_hot_table(spaces)),
        ByteFeatures(name="last_seat", start=lookup.LAST_SEAT, table=one_hot_table(players)),
        ByteFeatures(name="bursts", start=lookup.BURST_MASK, count=2, table=bit_table(8)),
        ByteFeatures(name="edges", start=lookup.EDGES, count=lookup.NUM_SIDES, table=optional_one_hot_table(edges)),
        ByteFeatures(name="order", start=lookup.ORDER, count=players, table=one_hot_table(players)),
        ByteFeatures(name="slots", start=lookup.SLOT_FACES, count=actions.MAX_SLOTS, table=tile),
        ByteFeatures(
            name="tokens", start=lookup.SLOT_TOKENS, count=actions.MAX_SLOTS, table=optional_one_hot_table(players)
        ),
        ByteFeatures(
            name="hands",
            start=lookup.HANDS,
            count=players * lookup.HAND_SIZE,
            table=hand_tile_feature_table(tile),
            hidden=True,
        ),
        ByteFeatures(
            name="ships",
            start=lookup.SHIPS,
            count=players * actions.NUM_LANES,
            step=2,
            table=ratio_table(FAR_FINISH_FACTOR * int(setup.finish_space)),
        ),
        ByteFeatures(name="frozen", start=lookup.FROZEN, count=players, table=bit_table(2 * actions.NUM_LANES)),
        ByteFeatures(name="outed", start=lookup.REVEALED, count=players * lookup.MAX_REVEALED, table=tile),
        ByteFeatures(
            name="pending", start=lookup.STACK, count=stack, step=2, table=optional_one_hot_table(actions.END_TURN)
        ),
        ByteFeatures(name="arguments", start=lookup.STACK + 1, count=stack, step=2, table=ratio_table(MAX_ARGUMENT)),
        ByteFeatures(name="unseen", start=unseen, count=int(setup.num_token_kinds), table=ratio_table(MAX_PIPS)),
        ByteFeatures(
            name="board",
            start=board,
            count=spaces,
            beside=spaces,
            choices=actions.NUM_ARRANGEMENTS,
            table=feature_table_by_face_and_arrangement(setup),
        ),
        ByteFeatures(
            name="bag",
            start=bag,
            count=int(setup.num_faces),
            table=ratio_table(max(map(int, setup.face_counts))),
            hidden=True,
        ),
    )


def section_features(section_code: int) -> Features:
    """Return a section of a tile as features: its colour, wild being one, and its pips."""
    colour = section_code // lookup.COLOUR_FACTOR
    return (
        *(float(colour == colour_number) for colour_number in range(lookup.WILD + 1)),
        section_code % lookup.COLOUR_FACTOR / MAX_PIPS,
    )


def tile_features(setup: RacersSetup, face: int, arrangement: int) -> Features:
    """Return the features of a tile's three sections by corner."""
    first = lookup.NUM_CORNERS * (actions.NUM_ARRANGEMENTS * face + arrangement)
    codes = [int(setup.section_codes[first + corner]) for corner in range(lookup.NUM_CORNERS)]
    return tuple(feature for code in codes for feature in section_features(code))


def prepend_empty_rows(rows: Sequence[Features], count: int = 1) -> FeatureTable:
    """Return a table that begins with ``count`` rows of zeros, for no tile."""
    return (*[(0.0,) * len(rows[0])] * count, *rows)


def face_feature_table(setup: RacersSetup) -> FeatureTable:
    """Return the table for 1 + a face, or 0."""
    return prepend_empty_rows([tile_features(setup, face, 0) for face in range(setup.num_faces)])


def feature_table_by_face_and_arrangement(setup: RacersSetup) -> FeatureTable:
    """Return the table for 1 + a face, or 0, and how it is arranged."""
    rows = [
        tile_features(setup, face, arrangement)
        for face in range(setup.num_faces)
        for arrangement in range(actions.NUM_ARRANGEMENTS)
    ]
    return prepend_empty_rows(rows, actions.NUM_ARRANGEMENTS)


def hand_tile_feature_table(face_table: FeatureTable) -> FeatureTable:
    """Return the table for 1 + 2 * face, and one more if all have seen it, or 0."""
    return prepend_empty_rows([(*row, is_open) for row in face_table[1:] for is_open in (0.0, 1.0)])
