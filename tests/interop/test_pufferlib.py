from pytest import approx

from .pages import Run, games
from .witness import Witness


@games()
def test_rewards_are_what_the_seat_earned(run: Run, witness: Witness) -> None:
    names = run("pufferlib.md", 4_000)
    assert names["finished"] == approx(witness.results)
