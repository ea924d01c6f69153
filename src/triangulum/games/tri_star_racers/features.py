"""What the numbers of a state of Tri-Star Racers mean, for programs that learn.

A tile is written section by section, a colour and pips each, so that tiles that are alike look alike.
"""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.core.learning.features import Mask, Part, Table, bits, none_or_one_of, one_of, up_to
from triangulum.games.tri_star_racers import lookup
from triangulum.games.tri_star_racers.rules import RacersSetup

MOST_PIPS = 3
FAR_BEYOND = 2
"""Ships seldom go farther than so many times the way to the finish."""
MANY = 8
"""Questions are mostly about numbers smaller than that."""

Features = tuple[float, ...]


def parts(setup: RacersSetup) -> Sequence[Part | Mask]:
    """Return what each byte is."""
    players, spaces, stack = int(setup.players), int(setup.spaces), int(setup.stack_size) // 2
    unseen, board, bag = int(setup.unseen), int(setup.board), int(setup.bag)
    edges = len(setup.components.box.edge_names)
    tile = face_table(setup)
    return (
        Part(name="round", start=lookup.ROUND, table=up_to(spaces)),
        Part(name="done", start=lookup.DONE, table=up_to(players)),
        Part(name="ordered", start=lookup.ORDERED, table=up_to(players)),
        Part(name="last_space", start=lookup.LAST_SPACE, table=none_or_one_of(spaces)),
        Part(name="last_seat", start=lookup.LAST_SEAT, table=one_of(players)),
        Part(name="bursts", start=lookup.BURSTS, count=2, table=bits(8)),
        Part(name="edges", start=lookup.EDGES, count=lookup.SIDES, table=none_or_one_of(edges)),
        Part(name="order", start=lookup.ORDER, count=players, table=one_of(players)),
        Part(name="slots", start=lookup.DRAFT_SLOTS, count=lookup.SLOTS, table=tile),
        Part(name="tokens", start=lookup.TOKENS, count=lookup.SLOTS, table=none_or_one_of(players)),
        Part(name="hands", start=lookup.HANDS, count=players * lookup.HAND, table=hand_table(tile), hidden=True),
        Part(
            name="ships",
            start=lookup.SHIPS,
            count=players * lookup.LANES,
            step=2,
            table=up_to(FAR_BEYOND * int(setup.finish)),
        ),
        Part(name="frozen", start=lookup.FROZEN, count=players, table=bits(2 * lookup.LANES)),
        Part(name="outed", start=lookup.OUTED, count=players * lookup.MOST_OUTED, table=tile),
        Part(name="pending", start=lookup.STACK, count=stack, step=2, table=none_or_one_of(lookup.END)),
        Part(name="arguments", start=lookup.STACK + 1, count=stack, step=2, table=up_to(MANY)),
        Part(name="unseen", start=unseen, count=int(setup.kinds), table=up_to(MOST_PIPS)),
        Part(
            name="board",
            start=board,
            count=spaces,
            beside=spaces,
            choices=lookup.WAYS,
            table=lying_table(setup),
        ),
        Part(name="bag", start=bag, count=int(setup.faces), table=up_to(max(map(int, setup.counts))), hidden=True),
    )


def section(code: int) -> Features:
    """Return a section of a tile as features: its colour, wild being one, and its pips."""
    colour = code // lookup.PIPS
    return (*(float(colour == other) for other in range(lookup.WILD + 1)), code % lookup.PIPS / MOST_PIPS)


def lying(setup: RacersSetup, face: int, way: int) -> Features:
    """Return the sections of a tile by corner, as it lies."""
    first = lookup.CORNERS * (lookup.WAYS * face + way)
    codes = [int(setup.sections[first + corner]) for corner in range(lookup.CORNERS)]
    return tuple(feature for code in codes for feature in section(code))


def with_none(rows: Sequence[Features], count: int = 1) -> Table:
    """Return a table that begins with so many rows for nothing."""
    return (*[(0.0,) * len(rows[0])] * count, *rows)


def face_table(setup: RacersSetup) -> Table:
    """Return the table for 1 + a face, or 0."""
    return with_none([lying(setup, face, 0) for face in range(setup.faces)])


def lying_table(setup: RacersSetup) -> Table:
    """Return the table for 1 + a face, or 0, and how it is arranged."""
    rows = [lying(setup, face, way) for face in range(setup.faces) for way in range(lookup.WAYS)]
    return with_none(rows, lookup.WAYS)


def hand_table(tile: Table) -> Table:
    """Return the table for 1 + 2 * face, and one more if all have seen it, or 0."""
    return with_none([(*row, is_open) for row in tile[1:] for is_open in (0.0, 1.0)])
