# compiled by mypyc
"""Dealing hidden cards of two colours evenly when only some counts of them fit, without trying again and again.

Cards that nobody may look at lie in *groups*. For each group and each count of red cards in it, *group ways* say in how
many ways the group can hold so many. Counts are drawn by these numbers, and then the cards of each colour.
"""

from __future__ import annotations

from typing import Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

NUM_CARDS: Final = 24
NUM_RED_COUNTS: Final = 13  # of how many red cards there can be
PASCAL_ROW_SIZE: Final = NUM_CARDS + 1


def build_pascal_triangle() -> vec[i64]:
    """Return Pascal's triangle, row after row."""
    rows = vec[i64]([0] * (PASCAL_ROW_SIZE * PASCAL_ROW_SIZE))
    for size in range(i64(PASCAL_ROW_SIZE)):
        rows[PASCAL_ROW_SIZE * size] = 1
        for part in range(i64(1), size + 1):
            above = PASCAL_ROW_SIZE * (size - 1) + part
            rows[PASCAL_ROW_SIZE * size + part] = rows[above - 1] + rows[above]
    return rows


PASCAL_TRIANGLE: Final = build_pascal_triangle()


def binomial(n: i64, k: i64) -> i64:
    """Return in how many ways k of n cards can be chosen."""
    return PASCAL_TRIANGLE[PASCAL_ROW_SIZE * n + k]


def sample_red_counts(group_ways: vec[i64], group_sizes: vec[i64], num_reds: i64, rng: Random) -> vec[i64]:
    """Sample how many red cards each group gets, every deal being equally likely."""
    ways = count_suffix_ways(group_ways, group_sizes, num_reds)
    red_counts = vec[i64](capacity=len(group_sizes))
    for group in range(i64(len(group_sizes))):
        here = NUM_RED_COUNTS * group
        behind = here + NUM_RED_COUNTS
        red: i64 = 0
        # Nothing is drawn for an empty group, which all can see.
        if group_sizes[group]:
            remaining = rng.randrange(ways[here + num_reds])
            while remaining >= group_ways[here + red] * ways[behind + num_reds - red]:
                remaining -= group_ways[here + red] * ways[behind + num_reds - red]
                red += 1
        num_reds -= red
        red_counts = append(red_counts, red)
    return red_counts


def count_suffix_ways(group_ways: vec[i64], group_sizes: vec[i64], num_reds: i64) -> vec[i64]:
    """Return, for each group and count, in how many ways this group and those behind it can hold so many reds.

    Counts that would leave too many for the groups before are left out.
    """
    num_groups = i64(len(group_sizes))
    ways = vec[i64]([0] * (NUM_RED_COUNTS * (num_groups + 1)))
    ways[NUM_RED_COUNTS * num_groups] = 1
    before: i64 = 0  # how many cards the groups before this one hold
    for group in range(num_groups):
        before += group_sizes[group]
    behind: i64 = 0  # and those behind it
    group = num_groups - 1
    while group >= 0:
        before -= group_sizes[group]
        here = NUM_RED_COUNTS * group
        for red in range(min(group_sizes[group], num_reds) + 1):
            ways_here = group_ways[here + red]
            if ways_here:
                # No fewer reds than those before cannot hold, and no more than those behind can.
                for reds_behind in range(max(num_reds - red - before, 0), min(num_reds - red, behind) + 1):
                    ways[here + red + reds_behind] = (
                        ways[here + red + reds_behind] + ways_here * ways[here + NUM_RED_COUNTS + reds_behind]
                    )
        behind += group_sizes[group]
        group -= 1
    return ways


def count_deals_by_red_count(group_ways: vec[i64], group_sizes: vec[i64], num_reds: i64) -> vec[i64]:
    """Return, for each of four groups and each count, how many deals give the group so many reds."""
    deals = vec[i64]([0] * (4 * NUM_RED_COUNTS))
    for one in range(min(group_sizes[0], num_reds) + 1):
        for two in range(min(group_sizes[1], num_reds - one) + 1):
            left = num_reds - one - two
            ways = group_ways[one] * group_ways[NUM_RED_COUNTS + two]
            if ways == 0:
                continue
            for three in range(max(left - group_sizes[3], 0), min(group_sizes[2], left) + 1):
                all_ways = ways * group_ways[2 * NUM_RED_COUNTS + three] * group_ways[3 * NUM_RED_COUNTS + left - three]
                deals[one] += all_ways
                deals[NUM_RED_COUNTS + two] += all_ways
                deals[2 * NUM_RED_COUNTS + three] += all_ways
                deals[3 * NUM_RED_COUNTS + left - three] += all_ways
    return deals


def take_random_card(cards: vec[i64], first: i64, last: i64, rng: Random) -> i64:
    """Take a random card out of those from index first to last; the last one takes its place."""
    index = first + rng.randrange(last - first + 1)
    card = cards[index]
    cards[index] = cards[last]
    return card
