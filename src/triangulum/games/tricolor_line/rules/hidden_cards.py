# compiled by mypyc
"""Samples a hidden hand of Tricolor Line of which something is known: that it has the cards that its owner has named.

A hand has old cards from one pool and new cards from another. All deals that give it the named cards are equally
likely. How many deals there are for every way to go on, kind by kind, is computed once from the last kind to the first;
then each kind in turn is sampled by those numbers. So no deal is ever tried in vain.
"""

from __future__ import annotations

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from triangulum.games.tricolor_line.rules.codes import NUM_CARD_KINDS, CardKind


class NamedHandSampler:
    """Counts and samples the hands that have all named cards."""

    def __init__(
        self, old_pool: vec[i64], new_pool: vec[i64], named_counts: vec[i64], num_old: i64, num_new: i64
    ) -> None:
        self.old_pool = old_pool  # for each kind, how many cards there are
        self.new_pool = new_pool
        self.named_counts = named_counts  # for each kind, how many cards the hand has at least, of both ages together
        self.num_old = num_old  # how many cards the hand has
        self.num_new = num_new
        # For each kind, number of old and number of new cards: how many deals there are of so many cards of this kind
        # and later ones. They can be too many for integers, and no sample could tell the difference.
        self.num_deals = vec[float]([0.0] * ((NUM_CARD_KINDS + 1) * (num_old + 1) * (num_new + 1)))
        self.num_deals[self.deals_index(NUM_CARD_KINDS, 0, 0)] = 1.0
        for card in range(i64(NUM_CARD_KINDS) - 1, i64(-1), i64(-1)):
            self.count_deals_of_kinds_from(card)

    def deals_index(self, card: CardKind, num_old: i64, num_new: i64) -> i64:
        """Return where the number of deals of so many cards, from a kind on, is kept."""
        return (card * (self.num_old + 1) + num_old) * (self.num_new + 1) + num_new

    def count_deals_of_kinds_from(self, card: CardKind) -> None:
        """Count the deals of any numbers of cards from a kind on, given those from the next kind on."""
        for num_old in range(self.num_old + 1):
            for num_new in range(self.num_new + 1):
                total = 0.0
                for old_count in range(num_old + 1):
                    for new_count in range(num_new + 1):
                        total += self.count_deals_with_kind_counts(card, num_old, num_new, old_count, new_count)
                self.num_deals[self.deals_index(card, num_old, num_new)] = total

    def count_deals_with_kind_counts(
        self, card: CardKind, num_old: i64, num_new: i64, old_count: i64, new_count: i64
    ) -> float:
        """Count the deals of so many cards from a kind on that have these numbers of cards of that kind."""
        if old_count + new_count < self.named_counts[card]:
            return 0.0
        num_ways = binomial(self.old_pool[card], old_count) * binomial(self.new_pool[card], new_count)
        return num_ways * self.num_deals[self.deals_index(card + 1, num_old - old_count, num_new - new_count)]

    def sample_old_and_new_card_counts(self, rng: Random) -> vec[i64]:
        """Return for each kind how many old cards the hand has, and then for each kind how many new ones."""
        counts = vec[i64]([0] * (2 * NUM_CARD_KINDS))
        num_old, num_new = self.num_old, self.num_new
        for card in range(i64(NUM_CARD_KINDS)):
            left = rng.random() * self.num_deals[self.deals_index(card, num_old, num_new)]
            old_sample: i64 = -1
            new_sample: i64 = -1
            for old_count in range(num_old + 1):
                for new_count in range(num_new + 1):
                    deals = self.count_deals_with_kind_counts(card, num_old, num_new, old_count, new_count)
                    if deals > 0.0 and left >= 0.0:
                        # The last possible numbers stay if rounding leaves a little.
                        old_sample, new_sample = old_count, new_count
                        left -= deals
            counts[card], counts[NUM_CARD_KINDS + card] = old_sample, new_sample
            num_old -= old_sample
            num_new -= new_sample
        return counts


def binomial(count: i64, chosen: i64) -> float:
    """Return in how many ways some of a number of cards can be chosen."""
    if chosen > count:
        return 0.0
    ways = 1.0
    for at in range(chosen):
        ways *= float(count - at) / float(at + 1)
    return ways
