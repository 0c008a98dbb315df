"""Compares all pairs of categories of a factor in the deals that have both."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from fudaba.envs import Game

from ..statistics import FloatArray, ratio_of_sums
from .outcomes import words_dealt
from .play import Sample
from .result import Comparison


def comparisons_of(game: Game, sample: Sample) -> tuple[Comparison, ...]:
    """Returns the compared pairs of all categorical factors, in the order of the categories."""
    means: dict[str, dict[str, FloatArray]] = {}
    for factor, word, chosen in words_dealt(game, sample):
        games = chosen.sum(axis=(1, 2))
        earned = (sample.points * chosen).sum(axis=(1, 2), dtype=np.float64)
        mean = np.divide(earned, games, out=np.full(len(games), np.nan), where=games > 0)
        means.setdefault(factor, {})[word] = mean
    return tuple(
        comparison for factor, words in means.items() for comparison in _pairs(factor, words)
    )


def _pairs(factor: str, means: dict[str, FloatArray]) -> Iterator[Comparison]:
    """Yields the pairs of categories of one factor that occur together in a deal.

    Args:
        factor: Its name.
        means: For each word float64[D], the mean reward of the seats with the word, nan in deals
            without it.
    """
    largest = max(float(np.nanmax(np.abs(mean))) for mean in means.values())
    for first, second in combinations(means, 2):
        gaps = means[first] - means[second]
        met = ~np.isnan(gaps)
        difference = ratio_of_sums(np.where(met, gaps, 0), met, largest)
        if difference.num_deals > 0:
            yield Comparison(
                factor=factor,
                first=first,
                second=second,
                difference=difference.interval(),
                deals=difference.num_deals,
            )
