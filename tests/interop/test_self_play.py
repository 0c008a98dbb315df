import numpy as np
from pytest import approx

from .pages import Run, check_better_than_random, games
from .witness import Witness

STEPS = {"daifugo_v0": 250_000}  # its games are long


@games()
def test_every_seat_learns_from_what_it_earned(game: str, train: Run, witness: Witness) -> None:
    names = train("self_play.md", STEPS.get(game, 40_000))
    trace = names["trace"]
    tables_over, steps_over = np.nonzero(trace.dones.T)
    assert 0 < len(tables_over) <= names["finished"] <= len(witness.games)  # before, random play
    for step, table in zip(steps_over, tables_over, strict=True):
        paid_last = trace.points[step, table, trace.seats[step, table]]
        assert float(names["returns"][step, table]) == approx(paid_last, abs=1e-5)
    check_better_than_random(names)
