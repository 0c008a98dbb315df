"""The list of all deals of a game, against the deals that the game itself makes."""

from importlib import import_module
from math import factorial

import numpy as np
import pytest
from scipy.stats import chisquare

from fudaba.envs import Game, Options, UserError
from fudaba.envs.cards.dealing import Piles
from fudaba.envs.core.contract.deals import deals_of

from .rungs import PLACES, rung

NUM_DEALS, NUM_CELLS = 20_000, 50
SMALLEST = 1e-4  # of the p-values


def without_chance(states: np.ndarray) -> list[bytes]:
    """Returns records as bytes, without the random stream."""
    states["rng"], states["rng_key"] = 0, 0
    return [state.tobytes() for state in states]


def random_deals(game: Game, options: Options) -> np.ndarray:
    states = np.zeros(NUM_DEALS, game.state_dtype)
    for number in range(NUM_DEALS):
        options.write(states[number])
        states[number]["rng"] = number
        game.kernels.deal(states[number])
    return states


@pytest.mark.slow
@pytest.mark.parametrize(("name", "number"), PLACES)
def test_a_game_makes_the_listed_deals_as_often_as_their_probabilities_say(
    name: str, number: int
) -> None:
    game, options = rung(name, number)
    deals = deals_of(game, options)
    chances, places = dict[bytes, float](), list[float]()
    for states, probabilities in deals.chunks():
        chances.update(zip(without_chance(states), probabilities.tolist(), strict=True))
        places += np.linspace(0, 1, len(states), endpoint=False).tolist()
    assert len(chances) == deals.number
    assert sum(chances.values()) == pytest.approx(1)
    made = without_chance(random_deals(game, options))
    assert set(made) <= set(chances)
    # The first hand follows from the place in the list, the last one from that in the chunk.
    for ranks in (np.linspace(0, 1, len(chances), endpoint=False), np.array(places)):
        cells = (ranks * NUM_CELLS).astype(int)
        cell_of = dict(zip(chances, cells.tolist(), strict=True))
        expected = np.bincount(cells, [*chances.values()], NUM_CELLS)
        seen = np.bincount([cell_of[deal] for deal in made], minlength=NUM_CELLS)
        there = expected > 0  # in a game with fewer deals than cells
        if there.sum() > 1:  # chunks of one deal each have one place
            found = chisquare(seen[there], expected[there] * NUM_DEALS / expected.sum())
            assert found.pvalue > SMALLEST


@pytest.mark.parametrize("package", ["fudaba.envs.seki", "examples.games.old_maid"])
def test_a_game_without_a_list_says_so(package: str) -> None:
    game: Game = import_module(package).GAME
    said = rf"^{game.name} can't be solved: there is no list of all its deals\.$"
    with pytest.raises(UserError, match=said):
        deals_of(game, game.options())


def test_the_deals_of_many_players_are_counted_without_being_listed() -> None:
    piles = Piles((1,) * 31, (6, 6, 6, 6, 2, *[1] * 5))
    assert piles.number == pytest.approx(factorial(31) / factorial(6) ** 4 / factorial(2))
