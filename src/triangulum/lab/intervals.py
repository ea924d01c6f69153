"""Confidence intervals that stay honest however often one looks, for means of anything between 0 and 1.

Somebody who stops playing as soon as an interval looks good must not be fooled by that. So these are *confidence
sequences*: with a probability of at least 95 % the true mean lies in all of them, after one value, after two and so on
for ever. They come from betting. If the true mean were m, then a gambler who puts a share θ of her money on high
values, at odds of x/m, and the rest on low ones, at odds of (1 - x)/(1 - m), could not expect to gain; and money that
does not grow on average ever becomes twenty times what it was with a probability of at most 1/20 (Ville's inequality).
So every m against which a gambler has made her money twenty-fold is ruled out.

Our gambler spreads her money over many θ, as Cover's universal portfolio does, thickest near 0 and 1 (the arcsine law).
That leaves nothing to tune, makes use of a small spread, and where values are 0 and 1 only it comes close to the best
there is. The idea is Waudby-Smith and Ramdas', "Estimating means of bounded random variables by betting" (2023), and
with this portfolio Orabona and Jun's, "Tight concentrations and confidence sequences from the regret of universal
portfolio" (2021).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import NormalDist
from typing import Final, NamedTuple

CONFIDENCE: Final = 0.95

BET_SHARES: Final = tuple(math.sin(math.pi * (2 * place + 1) / 256) ** 2 for place in range(64))
"""How the gambler splits her money between high and low, one for each equal part of it. A finite choice is as honest as
all of them would be, because each part is a fair bet by itself."""

HALVINGS: Final = 40
"""After so many, a bound is known far better than anybody wants to."""


class Interval(NamedTuple):
    """The bounds between which a mean is likely to lie."""

    low: float
    high: float


def confidence_interval(counts: Mapping[float, int], confidence: float = CONFIDENCE) -> Interval:
    """Return bounds for the mean, given how often each value between 0 and 1 has come up; 0 and 1 if none has."""
    counts = {value: count for value, count in counts.items() if count}
    if not counts:
        return Interval(0.0, 1.0)
    mean = sum(value * count for value, count in counts.items()) / sum(counts.values())
    ruin_log_wealth = -math.log(1 - confidence)
    # Money is a convex function of m even after taking its logarithm, and has not grown against the mean of the
    # values themselves. So what is not ruled out is one interval around that.
    low, high = (bisect_interval_bound(counts, mean, end, ruin_log_wealth) for end in (0.0, 1.0))
    return Interval(low, high)


def is_ruled_out(counts: Mapping[float, int], mean: float, confidence: float = CONFIDENCE) -> bool:
    """Tell whether a mean lies outside the interval; quicker than asking for it."""
    return log_wealth({value: count for value, count in counts.items() if count}, mean) >= -math.log(1 - confidence)


def bisect_interval_bound(counts: Mapping[float, int], inside: float, outside: float, ruin_log_wealth: float) -> float:
    """Return where, on the way from a mean that is not ruled out to 0 or 1, those begin that are."""
    if log_wealth(counts, outside) < ruin_log_wealth:
        return outside
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        if log_wealth(counts, middle) < ruin_log_wealth:
            inside = middle
        else:
            outside = middle
    # The one just ruled out, so that an interval is rather too wide than too narrow.
    return outside


def log_wealth(counts: Mapping[float, int], mean: float) -> float:
    """Return the logarithm of what the gambler's money has been multiplied by, against this mean."""
    if any((value > 0 and mean <= 0) or (value < 1 and mean >= 1) for value in counts):
        return math.inf
    if not counts:
        return 0.0
    logs = [log_wealth_of_bet(counts, share, mean) for share in BET_SHARES]
    most = max(logs)
    return most + math.log(sum(math.exp(log - most) for log in logs) / len(logs))


def log_wealth_of_bet(counts: Mapping[float, int], bet_share: float, mean: float) -> float:
    """Return the logarithm of what became of money of which this share was bet on high values."""
    high = bet_share / mean if mean > 0 else 0.0
    low = (1 - bet_share) / (1 - mean) if mean < 1 else 0.0
    if mean <= 0:  # Only zeros have come up, which pay what was put on low ones, and likewise below.
        return sum(counts.values()) * math.log(low)
    if mean >= 1:
        return sum(counts.values()) * math.log(high)
    return sum(count * math.log(high * value + low * (1 - value)) for value, count in counts.items())


# Intervals for when it was settled beforehand how many values there would be, and ones for means of anything.


def num_standard_errors(confidence: float = CONFIDENCE, num_questions: int = 1) -> float:
    """Return how many standard errors an interval has to either side.

    If so many num_questions are asked at once, all answers together are right with this confidence (Bonferroni).
    """
    return NormalDist().inv_cdf(1 - (1 - confidence) / 2 / max(1, num_questions))


def wilson_interval(share: float, count: float, num_errors: float = num_standard_errors()) -> Interval:
    """Return bounds for a share that was found in so many values between 0 and 1, settled beforehand (Wilson's)."""
    if count <= 0:
        return Interval(0.0, 1.0)
    square = num_errors * num_errors
    middle = (share + square / (2 * count)) / (1 + square / count)
    reach = (
        num_errors / (1 + square / count) * math.sqrt(max(0.0, share * (1 - share) / count + square / (4 * count**2)))
    )
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))


TUNED_FOR: Final = 1000
"""Values after which ``running_errors`` are fewest."""


def num_anytime_standard_errors(count: float, confidence: float = CONFIDENCE, num_questions: int = 1) -> float:
    """Return how many standard errors an interval for any mean has to either side, however often one looks.

    These are asymptotic confidence sequences after Robbins: what a normal mixture of bets gains, as Waudby-Smith and
    others put it in "Time-uniform central limit theory" (2021). They need some dozens of values to be right.
    """
    if count < 1:
        return math.inf
    odds = (1 - confidence) / max(1, num_questions)
    spread = (-2 * math.log(odds) + math.log(-2 * math.log(odds)) + 1) / TUNED_FOR
    known = count * spread + 1
    return math.sqrt(2 * known / (count * spread) * math.log(math.sqrt(known) / odds))
