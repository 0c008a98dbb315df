from pytest import approx

from .pages import Run, check_better_than_random, games
from .witness import Witness

STEPS = {"sevens_v0": 100_000, "tyrant_v0": 200_000}  # chance decides more in these games


@games()
def test_it_is_told_what_it_earned_and_learns(game: str, train: Run, witness: Witness) -> None:
    names = train("cleanrl.md", STEPS.get(game, 20_000))
    assert names["finished"] == approx(witness.results, abs=1e-6)
    over = names["goes_on"] == 0
    paid_last = names["rewards"][over].tolist()
    assert paid_last
    assert (names["advantages"] + names["values"])[over].tolist() == approx(paid_last, abs=1e-5)
    check_better_than_random(names)
