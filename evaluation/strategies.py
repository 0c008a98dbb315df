"""A map of strategies: who beats whom clearly, whether that runs in a circle, and what remains.

Agents of a comparison are strategies of a population. One invades another one if it clearly earns
more than zero alone among its copies (Holm's method over all pairs, so that noise makes an arrow
anywhere in at most one map in twenty). Alpha-rank (Omidshafiei et al., "Multi-Agent Evaluation by
Evolution", Scientific Reports 9, 2019) in the limit of strong selection: a population of one
strategy moves on to each that invades it, drifts to one whose result is unclear as slowly as
`POPULATION` even players do, and hardly ever moves to one that clearly earns less. The share of a
strategy is the share of the time that the population spends in it. With few deals all is drift, and
the shares are equal.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .arena import Meeting
from .stand_in import BoolArray
from .statistics import FloatArray, clear_of_chance

POPULATION = 50
RARE = 1e-9  # rate of a step to a clearly worse strategy: it makes the shares unique


@dataclass(frozen=True)
class StrategyMap:
    """A map of K strategies.

    Attributes:
        beats: bool[K, K], whether the row invades the column, which does not invade it.
        cycle: The shortest circle, each of which beats the next and the last the first; empty
            for none.
        shares: float64[K], alpha-rank.
    """

    beats: BoolArray
    cycle: tuple[int, ...]
    shares: FloatArray


def map_of(pairwise: Sequence[Sequence[Meeting | None]]) -> StrategyMap:
    """Returns the map of the agents of a comparison; see `ArenaResult.pairwise`."""
    met = [
        (one, other, meeting.reward)
        for one, row in enumerate(pairwise)
        for other, meeting in enumerate(row)
        if meeting
    ]
    clear = clear_of_chance([reward.p_value for _, _, reward in met])
    sign = np.zeros((len(pairwise), len(pairwise)))
    for (one, other, reward), is_clear in zip(met, clear, strict=True):
        sign[one, other] = is_clear * np.sign(reward.mean)
    invades = sign > 0
    beats = invades & ~invades.T
    rates = np.select([sign.T > 0, sign.T < 0], [1.0, RARE], 1 / POPULATION)
    return StrategyMap(beats, shortest_cycle(beats), stationary(rates))


def shortest_cycle(beats: BoolArray) -> tuple[int, ...]:
    """Returns a shortest circle of a relation bool[K, K]; empty for none."""
    circles = []
    for start in range(len(beats)):
        reached: list[tuple[int, ...]] = [(start,)]  # paths, the shortest first; it grows
        seen = {start}
        for path in reached:
            for found in np.flatnonzero(beats[path[-1]]).tolist():
                if found == start:
                    circles.append(path)
                elif found not in seen:
                    seen.add(found)
                    reached.append((*path, found))
    return min(circles, key=len, default=())


def stationary(rates: FloatArray) -> FloatArray:
    """Returns the shares of time of a Markov chain, float64[K], without loss of precision.

    Each state is removed in turn, and the others go on through it (Grassmann, Taksar and Heyman,
    "Regenerative analysis and steady state distributions for Markov chains", Operations Research
    33, 1985); there is no subtraction.

    Args:
        rates: float64[K, K], the rate of steps from the row to the column; all above 0 but those
            of the diagonal, which do not count.
    """
    left = rates.copy()
    for last in range(len(left) - 1, 0, -1):
        left[:last, last] /= left[last, :last].sum()
        left[:last, :last] += np.outer(left[:last, last], left[last, :last])
    shares = np.ones(len(left))
    for state in range(1, len(left)):
        shares[state] = shares[:state] @ left[:state, state]
    return shares / shares.sum()
