"""The text door in TextArena: its registry, its wrappers of actions, its agents and its loop."""

from typing import Any

import pytest

from fudaba.adapters.text import TextArenaEnv
from fudaba.envs import find_game, game_names

ta: Any = pytest.importorskip("textarena")


class LastMove(ta.Agent):
    """Thinks aloud, and chooses the move with the highest number."""

    def __call__(self, observation: str) -> str:
        moves = observation.rpartition("Your moves:\n")[2].splitlines()
        return f"I have {len(moves) - 1} moves.\n{moves[-2].partition('.')[0]}"


@pytest.mark.parametrize("name", game_names())
def test_a_game_by_textarenas_loop(name: str) -> None:
    known, num_players = f"Fudaba-{name}", find_game(name).options().num_players
    ta.register(known, entry_point=TextArenaEnv, game=name)
    env = ta.make(known)
    wrapped = ta.wrappers.ClipCharactersActionWrapper(ta.wrappers.ActionFormattingWrapper(env), 60)
    agents = {seat: LastMove() for seat in range(num_players)}
    for seed in (1, 2):
        wrapped.reset(num_players=num_players, seed=seed)
        over, turns = False, 0
        while not over:
            player, observation = wrapped.get_observation()
            over, info = wrapped.step(action=agents[player](observation))
            assert "problem" not in info
            turns += 1
        rewards, facts = wrapped.close()
        assert [*rewards] == [*facts] == [*range(num_players)]
        assert sum(fact["turn_count"] for fact in facts.values()) == turns
        assert not any(fact["invalid_move"] for fact in facts.values())
