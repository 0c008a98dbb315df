"""The points that people are shown are those of the rulebook."""

import random
from itertools import pairwise

import numpy as np
import pytest

from fudaba.envs import Game, find_game, game_names
from fudaba.envs.core.words.results import NO_PLACE, results
from fudaba.testing.positions import positions

from .spread import few_mixes

NUM_MIXES = 12
WITHOUT = ["daifugo_v0", "killer_sevens_v0", "sevens_v0"]  # these know places only


def ends(game: Game) -> list[np.void]:
    """Returns the last positions of random games under the usual and under other house rules."""
    rng, found = random.Random(game.name), []
    for options in ({}, *few_mixes(game)[:NUM_MIXES]):
        *_, last = positions(game, options, rng.getrandbits(32))
        found.append(last.copy())
    return found


def per_seat(state: np.void, cell: str) -> list[float]:
    values: list[float] = state[cell][: state["num_players"]].tolist()
    return values


def test_the_games_without_points_are_known() -> None:
    assert [name for name in game_names() if not find_game(name).words.points] == WITHOUT
    assert find_game("sevens_v0").points_won(ends(find_game("sevens_v0"))[0]) == []


@pytest.mark.parametrize(("name", "cell"), [("seki_v0", "match_points"), ("tyrant_v0", "totals")])
def test_points_are_those_that_the_rules_count(name: str, cell: str) -> None:
    game = find_game(name)
    for state in ends(game):
        assert game.points_won(state) == pytest.approx(per_seat(state, cell), abs=0.011)


@pytest.mark.parametrize(
    "name", [n for n in game_names() if n not in (*WITHOUT, "seki_v0", "tyrant_v0")]
)
def test_points_of_kikisen_games_are_the_rewards(name: str) -> None:
    game = find_game(name)
    for state in ends(game):
        rewards = np.zeros(game.max_players)
        game.kernels.score(state, rewards)
        assert game.points_won(state) == pytest.approx(rewards[: state["num_players"]].tolist())


def number(words: str) -> float:
    return float(words.split()[0])


@pytest.mark.parametrize("name", [n for n in game_names() if n not in WITHOUT])
def test_a_result_has_one_place_only_for_equal_points(name: str) -> None:
    game = find_game(name)
    for state in ends(game):
        rows = results(game, state)
        placed = [row for row in rows if row.place != NO_PLACE]
        assert rows[: len(placed)] == placed, "who has no place comes last"
        assert all("," in row.points for row in rows[len(placed) :]), "a fate says why"
        for one, other in pairwise(placed):
            assert one.place != other.place or one.points == other.points
            assert number(one.points) >= number(other.points)
