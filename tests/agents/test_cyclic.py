"""Greedy at Cyclic: how many plays a hand takes."""

import numpy as np
import pytest

from fudaba.envs.cyclic.heuristic import num_plays
from fudaba.envs.cyclic.state import NUM_KINDS


def fewest_plays(counts: np.ndarray, min_run: int) -> int:
    """One play for each kind; a run of all kinds from a foot on saves those of single cards."""
    most_saved = 0
    for foot in range(NUM_KINDS):
        run = np.roll(counts, -foot)
        length = NUM_KINDS if run.all() else int((run == 0).argmax())
        if length >= min_run:
            most_saved = max(most_saved, int((run[:length] == 1).sum()) - 1)
    return int((counts > 0).sum()) - most_saved


@pytest.mark.parametrize("min_run", [2, 3])
def test_a_hand_takes_a_play_for_each_kind_less_those_of_its_best_run(min_run: int) -> None:
    rng = np.random.default_rng(min_run)
    for _ in range(1000):
        counts = rng.choice(3, NUM_KINDS, p=rng.dirichlet([1, 1, 1]))
        kinds, single = (
            sum(1 << kind for kind in np.flatnonzero(which).tolist())
            for which in (counts > 0, counts == 1)
        )
        assert num_plays(kinds, single, min_run) == fewest_plays(counts, min_run)
