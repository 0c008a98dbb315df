from pytest import approx

from .pages import Run, check_better_than_random, games
from .witness import Witness

STEPS = {"sevens_v0": 80_000, "tyrant_v0": 300_000}  # chance decides more in these games


@games()
def test_it_is_told_what_it_earned_and_learns(game: str, train: Run, witness: Witness) -> None:
    names = train("stable_baselines3.md", STEPS.get(game, 12_000))
    told = [episode["r"] for episode in names["model"].ep_info_buffer]
    assert told == approx(witness.results[-len(told) :], abs=1e-6)
    check_better_than_random(names)
