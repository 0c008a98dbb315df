"""Is this seat, this hand, this house rule fair?

`play` plays deals and keeps what was seen of each game, `outcomes`, `hands` and `comparisons` turn
that into estimates, `ladder` asks how much of a result is skill, `variants` makes grids of house
rules, `run` puts all together, and `result` is what comes out.
"""

from .result import BalanceResult
from .run import BalanceRequest, measure_balance

__all__ = ["BalanceRequest", "BalanceResult", "measure_balance"]
