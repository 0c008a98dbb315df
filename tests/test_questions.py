"""The question to the player on turn, in every game: who can only pass is told what is missing."""

from collections import defaultdict

import numpy as np
import pytest

from fudaba.envs import find_game, game_names, tables
from fudaba.envs.core.words.forced import as_forced

NUM_STEPS = 500


@pytest.mark.parametrize("name", game_names())
def test_who_can_only_pass_is_told_what_is_missing_and_not_asked_for_a_play(name: str) -> None:
    game, table = find_game(name), tables(name, 1, seed=3)
    rng, asked = np.random.default_rng(0), defaultdict[str, set[bool]](set)
    for _ in range(NUM_STEPS):
        legal, state = np.flatnonzero(table.action_masks[0]), table.states[0]
        kinds = {game.decode(int(action))[0].name for action in legal}
        can_only_pass = kinds <= {"pass", "pass and draw", "draw", "fold"}
        scene = game.scene(state, int(table.to_move[0]))
        assert (scene.only_pass is not None) == can_only_pass
        if scene.only_pass:
            assert scene.only_pass.missing in scene.question.text
            assert scene.only_pass.missing in as_forced("You pass", game, state)
        asked[scene.question.text].add(can_only_pass)
        table.step(rng.choice(legal, size=1))
    assert not [question for question, whom in asked.items() if len(whom) == 2]
