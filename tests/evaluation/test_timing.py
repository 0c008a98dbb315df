"""Time per decision: about which positions, and who is asked."""

import numpy as np
import pytest

from fudaba.agents import make_agent
from fudaba.agents.listening import ListeningSearch
from fudaba.envs import Tables, find_game
from fudaba.evaluation.timing import POSITIONS, ROUNDS, decision_times, tables_with_a_choice

from .bots import FirstLegal

GAME = find_game("cyclic_v0")


class Witness(FirstLegal):
    """Remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[bytes] = []

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        assert (masks.sum(axis=1) > 1).all() and len(masks) == POSITIONS
        self.seen.append(observations.tobytes())
        return super().act(observations, masks, rng)


def test_all_agents_are_asked_about_the_same_choices() -> None:
    witnesses = {"one": Witness(), "two": Witness()}
    search = make_agent("montecarlo:budget=4", GAME, GAME.options())
    times = decision_times(GAME, GAME.options(), {**witnesses, "search": search})
    assert [*times] == ["one", "two", "search"] and all(time > 0 for time in times.values())
    one, two = witnesses.values()
    assert one.seen == two.seen and len(one.seen) == ROUNDS + 1 and len(set(one.seen)) == 1


def test_the_positions_lie_all_over_the_game() -> None:
    tables = tables_with_a_choice(GAME, GAME.options())
    assert (tables.action_masks.sum(axis=1) > 1).all()
    assert len(np.unique(tables.observations, axis=0)) == POSITIONS


def test_an_agent_that_follows_its_games_is_asked_as_in_a_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, choose_at = list[bool](), ListeningSearch.choose_at

    def noted(
        self: ListeningSearch, tables: Tables, rows: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        asked.append(any(self._pasts[tables].past(tables, row) is not None for row in rows))
        return choose_at(self, tables, rows, rng)

    monkeypatch.setattr(ListeningSearch, "choose_at", noted)
    search = make_agent("montecarlo:budget=4,belief=greedy", GAME, GAME.options())
    assert decision_times(GAME, GAME.options(), {"search": search})["search"] > 0
    assert asked == [True] * (ROUNDS + 1)
