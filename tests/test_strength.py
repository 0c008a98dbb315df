"""Who plays better than whom: the claims of `strength.py`, each under one seed."""

from typing import Any

import pytest

from fudaba.envs import game_names

from .strength import CLAIMS, SEARCH, Claim


def marked(claim: Claim) -> Any:
    """A claim as a parameter; only those of greedy are quick."""
    marks = () if claim.one == "greedy" else pytest.mark.slow
    return pytest.param(claim, marks=marks, id=str(claim))


@pytest.mark.parametrize("claim", [*map(marked, CLAIMS)])
def test_one_agent_plays_better_than_another(claim: Claim) -> None:
    assert claim.margin(seed=0) > 0


def test_the_strength_of_the_search_is_claimed_in_every_game() -> None:
    assert {claim.game for claim in CLAIMS if claim.one == SEARCH} == {*game_names()}
