"""The scales of a network's inputs are those of the positions that it learns from."""

import numpy as np
import pytest

from fudaba.envs import find_game
from fudaba.training import sample_games
from fudaba.training.sample_games import SMALLEST_SPREAD, SampleGames, calibrate


@pytest.mark.parametrize("name", ["sevens_v0", "tyrant_v0"])
def test_scales_are_mean_and_standard_deviation_of_the_positions(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sample_games, "GAMES_TO_MEASURE", 1)
    monkeypatch.setattr(sample_games, "POSITIONS_TO_MEASURE", 20 * sample_games.NUM_TABLES)
    game = find_game(name)
    games = SampleGames(game, game.options(), seed=1)
    seen: list[np.ndarray] = []
    step = games.step

    def noted() -> None:
        seen.append(games.tables.observations.copy())
        step()

    monkeypatch.setattr(games, "step", noted)
    scales = calibrate(games)
    observations = np.concatenate(seen).astype(float)
    np.testing.assert_allclose(scales.mean, observations.mean(axis=0))
    spread = observations.std(axis=0)
    np.testing.assert_allclose(scales.spread, np.maximum(spread, SMALLEST_SPREAD))
    assert (spread < SMALLEST_SPREAD).any() and (spread > SMALLEST_SPREAD).any()
