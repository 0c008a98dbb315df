"""Measures which strategy, seat or house rule is better, and how certain that is.

The unit of evaluation is the deal: the same deal is played several times with the agents rotated
through the seats, and every interval is clustered on the deal. `arena` compares agents, `balance`
says how fair seats, hands and house rules are, `match` plays the games, `places` ranks the seats,
`store` keeps the results, `report` makes the pages. `dataset` records games for offline learning.
`asking` declares what can be asked.
`statistics` has means, shares and paired differences with 95 % intervals, `regression`
straight-line fits, `ratings` one strength per agent from places at mixed tables, `curves` the
learning curves of a training run, `counting` the progress of a computation, `progress` the bar that
shows it.
"""

from fudaba.common.extras import need

need("arena")
