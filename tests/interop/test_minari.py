from pathlib import Path

import numpy as np
import pytest
from pytest import approx

from .pages import Run, games
from .witness import Witness


@games()
def test_episodes_are_the_games_and_the_game_comes_back(
    run: Run, witness: Witness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    names = run("minari.md", 2_500)
    episodes, recorder = list(names["dataset"]), names["recorder"]
    assert [episode.rewards.sum() for episode in episodes] == approx(witness.results)
    for episode in episodes:
        masks = episode.observations["action_mask"]
        assert masks[np.arange(len(episode.actions)), episode.actions].all()
        assert episode.terminations[-1] and not masks[-1].any()
    recovered, recorded = names["table"].unwrapped, recorder.unwrapped
    assert (recovered.game, recovered.options) == (recorded.game, recorded.options)
    assert names["table"].spec.kwargs == recorder.spec.kwargs
    assert names["table"].observation_space == recorder.observation_space
    assert (names["seen"]["observation"] == names["views"][0]).all()
