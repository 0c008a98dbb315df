"""Measures whether seats, hands and house rules are fair.

`play` plays deals and keeps statistics of each game, also those of a designer's own (`measures`),
how the later winner stood (`drama`), and the later `rounds` of a match. `outcomes`, `hands`,
`openings` and `comparisons` make estimates of them, and `minutes` those of the time at a table.
`ladder` measures how much of a result is skill, `goals` has a number for each wish of a designer,
`variants` makes grids of house rules and `ranking` orders them by a goal, `run` combines all of it,
and `result` is the outcome.
"""

from .measures import Measure, PlayedGame, factor, tally
from .minutes import Pace
from .result import BalanceResult
from .run import BalanceRequest, measure_balance

__all__ = [
    "BalanceRequest",
    "BalanceResult",
    "Measure",
    "Pace",
    "PlayedGame",
    "factor",
    "measure_balance",
    "tally",
]
