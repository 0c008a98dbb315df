"""Measures whether seats, hands and house rules are fair.

`play` plays deals and keeps statistics of each game, `outcomes`, `hands` and `comparisons` make
estimates of them, `ladder` measures how much of a result is skill, `variants` makes grids of house
rules, `run` combines all of it, and `result` is the outcome.
"""

from .result import BalanceResult
from .run import BalanceRequest, measure_balance

__all__ = ["BalanceRequest", "BalanceResult", "measure_balance"]
