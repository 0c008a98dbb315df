"""The question to the player on turn, in every game: who can only pass is not asked for a play."""

from collections import defaultdict

import numpy as np
import pytest

from fudaba.envs import find_game, game_names, tables

NUM_STEPS = 1200


@pytest.mark.parametrize("name", game_names())
def test_no_question_is_asked_both_of_who_can_only_pass_and_of_who_can_play(name: str) -> None:
    game, table = find_game(name), tables(name, 1, seed=3)
    rng, asked = np.random.default_rng(0), defaultdict[str, set[bool]](set)
    for _ in range(NUM_STEPS):
        legal = np.flatnonzero(table.action_masks[0])
        kinds = {game.decode(int(action))[0].name for action in legal}
        can_only_pass = kinds <= {"pass", "pass and draw"}
        question = game.scene(table.states[0], int(table.to_move[0])).question.text
        asked[question].add(can_only_pass)
        table.step(rng.choice(legal, size=1))
    assert not [question for question, whom in asked.items() if len(whom) == 2]
