# compiled by mypyc
"""Dealing hidden cards of two colours evenly when only some counts of them fit, without trying again and again.

Cards that nobody may look at lie in *groups*. For each group and each count of red cards in it, a *share* says in how
many ways the group can hold so many. Counts are drawn by these numbers, and then the cards of each colour.
"""

from __future__ import annotations

from typing import Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

CARDS: Final = 24
COUNTS: Final = 13  # of how many red cards there can be
CHOOSE_ROW: Final = CARDS + 1


def pascal() -> vec[i64]:
    """Return Pascal's triangle."""
    rows = vec[i64]([0] * (CHOOSE_ROW * CHOOSE_ROW))
    for size in range(i64(CHOOSE_ROW)):
        rows[CHOOSE_ROW * size] = 1
        for part in range(i64(1), size + 1):
            above = CHOOSE_ROW * (size - 1) + part
            rows[CHOOSE_ROW * size + part] = rows[above - 1] + rows[above]
    return rows


PASCAL: Final = pascal()


def choose(size: i64, part: i64) -> i64:
    """Return in how many ways some of so many cards can be chosen."""
    return PASCAL[CHOOSE_ROW * size + part]


def drawn_reds(shares: vec[i64], size: vec[i64], reds: i64, rng: Random) -> vec[i64]:
    """Return how many of the red cards each group gets, every deal being equally likely."""
    ways = ways_to_fill(shares, size, reds)
    found = vec[i64](capacity=len(size))
    for group in range(i64(len(size))):
        here = COUNTS * group
        behind = here + COUNTS
        red: i64 = 0
        # Nothing is drawn for an empty group, which all can see.
        if size[group]:
            mark = rng.randrange(ways[here + reds])
            while mark >= shares[here + red] * ways[behind + reds - red]:
                mark -= shares[here + red] * ways[behind + reds - red]
                red += 1
        reds -= red
        found = append(found, red)
    return found


def ways_to_fill(shares: vec[i64], size: vec[i64], reds: i64) -> vec[i64]:
    """Return, for each group and count, in how many ways this group and those behind it can hold so many reds.

    Counts that would leave too many for the groups before are left out.
    """
    groups = i64(len(size))
    ways = vec[i64]([0] * (COUNTS * (groups + 1)))
    ways[COUNTS * groups] = 1
    before: i64 = 0  # how many cards the groups before this one hold
    for group in range(groups):
        before += size[group]
    behind: i64 = 0  # and those behind it
    group = groups - 1
    while group >= 0:
        before -= size[group]
        here = COUNTS * group
        for red in range(min(size[group], reds) + 1):
            share = shares[here + red]
            if share:
                # No fewer reds than those before cannot hold, and no more than those behind can.
                for rest in range(max(reds - red - before, 0), min(reds - red, behind) + 1):
                    ways[here + red + rest] = ways[here + red + rest] + share * ways[here + COUNTS + rest]
        behind += size[group]
        group -= 1
    return ways


def ways_of_counts(shares: vec[i64], size: vec[i64], reds: i64) -> vec[i64]:
    """Return, for each of four groups and each count, in how many ways all can be filled if it holds so many reds."""
    found = vec[i64]([0] * (4 * COUNTS))
    for one in range(min(size[0], reds) + 1):
        for two in range(min(size[1], reds - one) + 1):
            left = reds - one - two
            ways = shares[one] * shares[COUNTS + two]
            if ways == 0:
                continue
            for three in range(max(left - size[3], 0), min(size[2], left) + 1):
                all_ways = ways * shares[2 * COUNTS + three] * shares[3 * COUNTS + left - three]
                found[one] += all_ways
                found[COUNTS + two] += all_ways
                found[2 * COUNTS + three] += all_ways
                found[3 * COUNTS + left - three] += all_ways
    return found


def pick(cards: vec[i64], first: i64, last: i64, rng: Random) -> i64:
    """Take any of the cards from first to last out of a list; the last one takes its place."""
    at = first + rng.randrange(last - first + 1)
    card = cards[at]
    cards[at] = cards[last]
    return card
