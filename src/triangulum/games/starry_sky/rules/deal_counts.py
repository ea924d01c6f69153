# compiled by mypyc
"""Counts the ways to deal hidden cards of two colours, so that one can be sampled evenly without trial and error.

Hidden cards lie in *groups*. For each group and each number of red cards in it, *group ways* are the number of ways in
which the group can hold that many. How many red cards each group gets is sampled by these numbers; then the cards of
each colour are.
"""

from __future__ import annotations

from typing import Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.games.starry_sky.actions import NUM_CARDS, Card

NUM_RED_COUNTS: Final = 13  # a group has 0 to 12 red cards
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
    """Return the binomial coefficient: in how many ways k of n cards can be chosen."""
    return PASCAL_TRIANGLE[PASCAL_ROW_SIZE * n + k]


def sample_red_counts(group_ways: vec[i64], group_sizes: vec[i64], num_reds: i64, rng: Random) -> vec[i64]:
    """Sample how many red cards each group gets, so that every deal is equally likely."""
    ways = count_ways_from_group_onwards(group_ways, group_sizes, num_reds)
    red_counts = vec[i64](capacity=len(group_sizes))
    for group in range(i64(len(group_sizes))):
        here = NUM_RED_COUNTS * group
        following = here + NUM_RED_COUNTS
        red: i64 = 0
        # An empty group takes no random number: everybody can see that it is empty.
        if group_sizes[group]:
            remaining = rng.randrange(ways[here + num_reds])
            while remaining >= group_ways[here + red] * ways[following + num_reds - red]:
                remaining -= group_ways[here + red] * ways[following + num_reds - red]
                red += 1
        num_reds -= red
        red_counts = append(red_counts, red)
    return red_counts


def count_ways_from_group_onwards(group_ways: vec[i64], group_sizes: vec[i64], num_reds: i64) -> vec[i64]:
    """Return, for each group and count, in how many ways this group and those after it can hold that many reds.

    Counts that would leave too many for the groups before are left out.
    """
    num_groups = i64(len(group_sizes))
    ways = vec[i64]([0] * (NUM_RED_COUNTS * (num_groups + 1)))
    ways[NUM_RED_COUNTS * num_groups] = 1
    num_before: i64 = 0  # how many cards the groups before this one hold
    for group in range(num_groups):
        num_before += group_sizes[group]
    num_after: i64 = 0  # and those after it
    group = num_groups - 1
    while group >= 0:
        num_before -= group_sizes[group]
        here = NUM_RED_COUNTS * group
        for red in range(min(group_sizes[group], num_reds) + 1):
            ways_here = group_ways[here + red]
            if ways_here:
                # At least the reds for which the groups before have no room, and at most those that fit after.
                for reds_after in range(max(num_reds - red - num_before, 0), min(num_reds - red, num_after) + 1):
                    ways[here + red + reds_after] = (
                        ways[here + red + reds_after] + ways_here * ways[here + NUM_RED_COUNTS + reds_after]
                    )
        num_after += group_sizes[group]
        group -= 1
    return ways


def count_deals_by_group_and_red_count(group_ways: vec[i64], group_sizes: vec[i64], num_reds: i64) -> vec[i64]:
    """Return, for each of four groups and each count, how many deals give the group so many reds."""
    deals = vec[i64]([0] * (4 * NUM_RED_COUNTS))
    for reds0 in range(min(group_sizes[0], num_reds) + 1):
        for reds1 in range(min(group_sizes[1], num_reds - reds0) + 1):
            reds_left = num_reds - reds0 - reds1
            ways = group_ways[reds0] * group_ways[NUM_RED_COUNTS + reds1]
            if ways == 0:
                continue
            for reds2 in range(max(reds_left - group_sizes[3], 0), min(group_sizes[2], reds_left) + 1):
                reds3 = reds_left - reds2
                all_ways = ways * group_ways[2 * NUM_RED_COUNTS + reds2] * group_ways[3 * NUM_RED_COUNTS + reds3]
                deals[reds0] += all_ways
                deals[NUM_RED_COUNTS + reds1] += all_ways
                deals[2 * NUM_RED_COUNTS + reds2] += all_ways
                deals[3 * NUM_RED_COUNTS + reds3] += all_ways
    return deals


def take_random_card(cards: vec[i64], first_index: i64, last_index: i64, rng: Random) -> Card:
    """Return a random card between two indices, and put the last one in its place."""
    index = first_index + rng.randrange(last_index - first_index + 1)
    card = cards[index]
    cards[index] = cards[last_index]
    return card
