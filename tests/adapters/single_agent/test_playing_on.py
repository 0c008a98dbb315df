"""Greedy and random players within compiled code play as those that are asked from outside."""

from typing import Any

import numpy as np
import pytest

from fudaba.adapters.single_agent import LearnerTables, OpponentPool, SeatEnv
from fudaba.agents.greedy import GreedyAgent, advice
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import Game, IllegalActionError, Tables, find_game, game_names
from fudaba.envs.core.contract.weights import NO_WEIGHTS
from fudaba.envs.core.stepping import batch
from fudaba.envs.core.stepping.playing import CompiledPolicy, first_legal, see_nothing
from fudaba.testing.mixes import long_match
from fudaba.training.learner_tables import LearningTables

from ...evaluation.bots import FirstLegal

NUM_TABLES = 12
every_game = pytest.mark.parametrize("name", game_names())


class AskedFromOutside:
    """Greedy, but not of its class."""

    def __init__(self, game: Game) -> None:
        self._greedy = GreedyAgent(game)

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        return self._greedy.act(observations, masks, rng)


class RandomFromOutside:
    """Random, but not of its class."""

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        return UniformAgent().act(observations, masks, rng)


def stream(tables: LearnerTables, steps: int) -> list[bytes]:
    """All that a random learner sees and wins."""
    rng, agent, seen = np.random.default_rng(1), UniformAgent(), []
    tables.seed(3)
    tables.start(np.arange(NUM_TABLES))
    for _ in range(steps):
        masks = tables.action_masks
        seen += [tables.observations.tobytes(), masks.tobytes()]
        outcome = tables.step(agent.act(masks, masks, rng))
        seen += [array.tobytes() for array in (*outcome[:-1], *outcome.results)]
    return seen


@every_game
def test_greedy_players_are_the_same_within_and_from_outside(name: str) -> None:
    game = find_game(name)
    streams = [
        stream(LearnerTables(game, game.options(), NUM_TABLES, pool, num_threads=threads), 60)
        for pool, threads in (
            (OpponentPool([AskedFromOutside(game)], [1.0]), 1),
            (OpponentPool([GreedyAgent(game)], [1.0]), 1),
            (OpponentPool([GreedyAgent(game)], [1.0]), 3),
        )
    ]
    assert streams[0] == streams[1] == streams[2]


@every_game
def test_both_kinds_at_one_table(name: str) -> None:
    game = find_game(name)
    agents = [AskedFromOutside(game), GreedyAgent(game)]
    mixed, outside = (
        stream(LearnerTables(game, game.options(), NUM_TABLES, OpponentPool(pair, [1, 1])), 40)
        for pair in (agents, agents[:1] * 2)
    )
    assert mixed == outside


@every_game
def test_random_players_draw_the_same_within_and_from_outside(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game(name)
    greedy, draws = GreedyAgent(game), (UniformAgent(), RandomFromOutside())
    for agents in ([], [greedy], [FirstLegal()], list(draws)):
        pools = [OpponentPool([drawing, *agents], [1.0] * (1 + len(agents))) for drawing in draws]
        streams = [
            stream(LearnerTables(game, game.options(), NUM_TABLES, pool), 40) for pool in pools
        ]
        assert streams[0] == streams[1]
        games = [seen_at_one_table(SeatEnv(name, pool, **long_match(game))) for pool in pools]
        assert games[0] == games[1]
    monkeypatch.setattr(batch, "ROUNDS_AT_ONCE", 1)  # draws run out again and again
    assert stream(LearnerTables(game, game.options(), NUM_TABLES, pools[0]), 40) == streams[0]
    assert seen_at_one_table(SeatEnv(name, pools[0], **long_match(game))) == games[0]


def seen_at_one_table(env: SeatEnv) -> list[Any]:
    """What a learner of first legal actions is told in some steps, and the stream after them."""
    observation, _ = env.reset(seed=3)
    seen: list[Any] = [observation.tobytes()]
    for _ in range(30):
        observation, *paid, _ = env.step(int(env.action_masks().argmax()))
        seen += [observation.tobytes(), paid]
        if paid[1]:
            env.reset()
    return [*seen, env.np_random.random()]


@every_game
def test_a_step_that_plays_on_is_many_steps(name: str) -> None:
    game = find_game(name)
    at_once, by_steps = (
        Tables(game, game.options(), NUM_TABLES, seed=5, redeal_finished=False) for _ in range(2)
    )
    greedy, nobody = GreedyAgent(game), np.random.default_rng()
    is_advised = np.zeros((NUM_TABLES, game.max_players), bool)
    is_advised[:, 1] = is_advised[::2, 0] = True
    leave = np.full(NUM_TABLES, -1)
    turn = -1
    while turn < 25 or (at_once.to_move >= 0).all():
        turn += 1
        actions = leave if turn == 0 else at_once.action_masks.argmax(axis=1)
        actions = np.where(at_once.to_move < 0, -1, actions)
        at_once.play_on(actions, advice(game), is_advised, takes_forced=turn % 2 == 1)
        won, ended = np.zeros_like(by_steps.rewards), np.zeros(NUM_TABLES, bool)
        while True:
            by_steps.step(actions)
            won += by_steps.rewards
            ended |= by_steps.dones
            playing = by_steps.to_move >= 0
            seats = np.where(playing, by_steps.to_move, 0)
            asked = playing & is_advised[np.arange(NUM_TABLES), seats]
            forced = playing & (turn % 2 == 1) & (by_steps.action_masks.sum(axis=1) == 1)
            actions = leave.copy()
            rows = np.flatnonzero(asked | forced)
            if not len(rows):
                break
            actions[rows] = greedy.act(
                by_steps.observations[rows], by_steps.action_masks[rows], nobody
            )
        assert (at_once.to_move == by_steps.to_move).all()
        assert (at_once.action_masks == by_steps.action_masks).all()
        assert (at_once.observations[playing] == by_steps.observations[playing]).all()
        assert at_once.rewards == pytest.approx(won) and (at_once.dones == ended).all()
        assert (at_once.scores == by_steps.scores).all()
    assert at_once.scores.any()


def test_what_is_illegal_is_refused_and_no_table_changes() -> None:
    game = find_game("sevens_v0")
    tables = Tables(game, game.options(), 4, redeal_finished=False)
    before, actions = tables.states.copy(), tables.action_masks.argmax(axis=1)
    actions[2] = tables.action_masks[2].argmin()
    nobody = np.zeros((4, game.max_players), bool)
    plain = CompiledPolicy(game, see_nothing, first_legal, NO_WEIGHTS.record({}))
    with pytest.raises(IllegalActionError, match="table 2"):
        tables.play_on(actions, plain, nobody, takes_forced=True)
    assert (tables.states == before).all()


def test_a_game_without_advice_still_plays_its_forced_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("fudaba.agents.greedy.has_heuristic", lambda _: False)
    game = find_game("sevens_v0")
    assert advice(game).choose is first_legal
    tables = LearningTables(game, game.options(), 4, OpponentPool([UniformAgent()], [1.0]), 2)
    tables.start(np.arange(4))
    assert (tables.action_masks.sum(axis=1) > 1).all()
