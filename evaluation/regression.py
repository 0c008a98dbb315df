"""Straight-line fits over replayed deals, with cluster-robust ("sandwich") errors.

As for means in `statistics`, the deals are the independent observations, and an estimate knows its
influence of each deal.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .statistics import Estimate, FloatArray, IntArray, margin, ratio_of_sums

BLOCK = 200_000  # observations at a time, so that a million games need little memory
NEW_ENOUGH = 1e-9  # the least share of a column's variance not explained by earlier ones
TINY = 1e-300  # the least divisor, because equal rewards have variance 0
NO_PART = 1e-6  # a smaller coefficient between columns is a rounding error

Columns = NDArray[np.float32]
Rewards = NDArray[np.float32] | NDArray[np.float64]


@dataclass(frozen=True)
class LinearFit:
    """The best linear prediction of a reward.

    Attributes:
        slopes: The reward per unit of each column, the other columns being equal; nan for a column
            that is constant or follows from the others, so that it never differs alone.
        explained: The share of the rewards' variance that the columns explain together: R² less
            the part that meaningless columns would explain by chance.
    """

    slopes: tuple[Estimate, ...]
    explained: Estimate


def fit_line(columns: Columns, rewards: Rewards) -> LinearFit:
    """Returns the least-squares fit of rewards on columns and a constant.

    Args:
        columns: float[D, M, C], the columns of M observations of each of D deals.
        rewards: float[D, M], the reward of each observation.
    """
    line = _best_line(columns, rewards)
    slopes, used = line.slopes.copy(), line.used
    influence = np.zeros((len(slopes), len(columns)))
    errors, squares = np.zeros(len(columns)), np.zeros(len(columns))
    for deals in _blocks(rewards.shape):
        moved, earned = line.centred(columns[deals], rewards[deals])
        gaps = earned - moved @ line.slopes
        pulls = np.einsum("dmc,dm->cd", moved[..., used], gaps)
        influence[used, deals] = line.inverse @ pulls
        errors[deals] = (gaps**2).sum(axis=1)
        squares[deals] = (earned**2).sum(axis=1)
    slopes[_never_alone(line.products, used)] = np.nan
    return LinearFit(
        slopes=tuple(
            Estimate(float(slope), pulls, len(columns))
            for slope, pulls in zip(slopes, influence, strict=True)
        ),
        explained=_explained(line, influence[used], errors, squares),
    )


def _explained(
    line: "_Line", influence: FloatArray, errors: FloatArray, squares: FloatArray
) -> Estimate:
    """Returns the share of the rewards' variance that the columns explain, corrected for chance.

    R² is too large, because the slopes also fit chance. The expected surplus is the trace of the
    slopes' covariance times the columns' products, as a part of the total; it is subtracted. Twice
    the trace of that matrix squared is the variance of the surplus, the estimate's `chance`.

    Args:
        line: The fit.
        influence: float64[U, D], the influence of each deal on each of the used slopes.
        errors: float64[D], the squared residuals of each deal.
        squares: float64[D], the squared rewards of each deal.
    """
    unexplained = ratio_of_sums(errors, squares)
    deals, total = len(errors), float(squares.sum())
    covariance = influence @ influence.T * deals / max(1, deals - 1)
    by_chance = line.products[np.ix_(line.used, line.used)] @ covariance / max(total, TINY)
    return Estimate(
        value=max(0.0, 1 - unexplained.value - float(np.trace(by_chance))),
        influence=-unexplained.influence,
        num_deals=unexplained.num_deals,
        chance=margin(float(np.sqrt(2 * np.trace(by_chance @ by_chance))), deals),
    )


def residuals(columns: Columns, rewards: Rewards) -> FloatArray:
    """Returns the residuals of the best linear prediction: float64[D, M].

    Args:
        columns: As in `fit_line`.
        rewards: As in `fit_line`.
    """
    line = _best_line(columns, rewards)
    moved, earned = line.centred(columns, rewards)
    return np.asarray(earned - moved @ line.slopes)


@dataclass(frozen=True)
class _Line:
    """The solution of a least-squares problem; C columns.

    Attributes:
        centre: float64[C], the columns' means.
        level: The mean reward.
        products: float64[C, C], the sums of products of the centred columns.
        used: The columns that vary and do not follow from those before them.
        inverse: The inverse of the products of the used columns.
        slopes: float64[C], 0 for columns that are not used.
    """

    centre: FloatArray
    level: float
    products: FloatArray
    used: IntArray
    inverse: FloatArray
    slopes: FloatArray

    def centred(self, columns: Columns, rewards: Rewards) -> tuple[FloatArray, FloatArray]:
        """Returns columns and rewards less their means over all deals, `centre` and `level`."""
        return columns - self.centre, rewards.astype(np.float64) - self.level


def _best_line(columns: Columns, rewards: Rewards) -> _Line:
    centre = columns.mean(axis=(0, 1), dtype=np.float64)
    level = float(rewards.mean(dtype=np.float64))
    products = np.zeros((columns.shape[2], columns.shape[2]))
    weighted = np.zeros(columns.shape[2])
    for deals in _blocks(rewards.shape):
        flat = (columns[deals] - centre).reshape(rewards[deals].size, len(centre))
        products += flat.T @ flat
        weighted += flat.T @ (rewards[deals].astype(np.float64) - level).ravel()
    used = _independent(products)
    inverse = np.asarray(np.linalg.inv(products[np.ix_(used, used)]), np.float64)
    slopes = np.zeros(len(centre))
    slopes[used] = inverse @ weighted[used]
    return _Line(centre, level, products, used, inverse, slopes)


def _blocks(shape: tuple[int, ...]) -> Iterator[slice]:
    """Yields blocks of deals of about equal numbers of observations."""
    num_deals, size = shape[0], max(1, BLOCK // shape[1])
    for start in range(0, num_deals, size):
        yield slice(start, min(start + size, num_deals))


def _independent(products: FloatArray) -> IntArray:
    """Returns the columns that vary and are no linear combination of earlier ones.

    Args:
        products: float[C, C], the sums of products of the centred columns.
    """
    used: list[int] = []
    for column in range(len(products)):
        across = products[column, used]
        own = products[column, column]
        left = own - across @ np.linalg.solve(products[np.ix_(used, used)], across)
        if left > NEW_ENOUGH * own:
            used.append(column)
    return np.array(used, dtype=np.int64)


def _never_alone(products: FloatArray, used: IntArray) -> IntArray:
    """Returns the linearly dependent columns: those not in `used`, and the ones they combine."""
    unused = np.setdiff1d(np.arange(len(products)), used)
    parts = np.linalg.solve(products[np.ix_(used, used)], products[np.ix_(used, unused)])
    spread = np.sqrt(np.diag(products))
    is_part = np.abs(parts * spread[used, None]) > NO_PART * spread[unused]
    return np.concatenate((unused, used[is_part.any(axis=1)]))
