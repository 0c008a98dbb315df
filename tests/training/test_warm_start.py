"""Policy improvement by playouts: what is noted of a position, and that the network climbs it."""

from itertools import islice
from typing import Any

import numpy as np
import pytest
import torch

from fudaba.agents.greedy import ADVISED, GreedyAgent
from fudaba.envs import Tables
from fudaba.evaluation.match import LocalExecutor, reward_against
from fudaba.training.ppo.learner import TablePPO
from fudaba.training.ppo.network import export_policy
from fudaba.training.ppo.warm_start import Trials, improve, trials
from fudaba.training.sample_games import SampleGames

from ..evaluation.bots import LastLegal
from .tiny import CONTENT, GAME, tiny_model

DEFAULTS = GAME.options.read(GAME.name, {})


@pytest.fixture(scope="module")
def tried() -> Trials:
    """The first positions of a seed."""
    return next(trials(SampleGames(GAME, DEFAULTS, seed=2), LocalExecutor(1)))


def learner(**changes: Any) -> TablePPO:
    """A learner with a network that is large enough for this."""
    return tiny_model(ppo=CONTENT["ppo"] | {"hidden": [32]}, **changes)


def learn(model: TablePPO, tried: Trials, times: int = 1, ent_coef: float = 0.02) -> None:
    optimizer = torch.optim.Adam(model.policy.parameters(), lr=3e-3)
    for _ in range(times):
        improve(model.policy, tried, model.reward_scale, optimizer, 256, ent_coef)


def chances(model: TablePPO, tried: Trials) -> np.ndarray:
    """What the policy does in every position."""
    with torch.no_grad():
        logs, _ = model.policy.log_probabilities(
            torch.from_numpy(tried.observations),
            model.policy.marked(tried.observations, tried.masks),
        )
    return logs.exp().numpy()


def test_every_position_has_a_choice_and_points_for_every_move(tried: Trials) -> None:
    count = len(tried.masks)
    assert count >= 32_768
    assert tried.observations.shape == (count, GAME.observation_size)
    assert tried.masks.shape == tried.points.shape == (count, GAME.num_actions)
    assert tried.points.dtype == np.float32
    assert (tried.masks == 1).sum(axis=1).min() == 2
    places = [1, 1 / 3, -1 / 3, -1]
    legal = tried.points[tried.masks == 1]
    assert np.isin(legal.round(4), np.float32(places).round(4)).all(), "games of four that ended"


def test_points_are_what_greedy_players_bring_home_after_the_move() -> None:
    games = SampleGames(GAME, DEFAULTS, seed=5)
    tried = next(trials(games, LocalExecutor(2)))
    again, row = SampleGames(GAME, DEFAULTS, seed=5), 0
    for _ in range(3):
        again.step()
    for table in range(3):
        state = again.tables.states[table]
        seat = int(state["to_move"])
        moves = np.flatnonzero(again.tables.action_masks[table])
        if len(moves) < 2:
            continue
        assert (again.tables.observations[table] == tried.observations[row]).all()
        for move in moves:
            assert tried.points[row, move] == pytest.approx(played_out(state, int(move))[seat])
        row += 1
    assert row > 0


def played_out(state: np.void, move: int) -> np.ndarray:
    """The points at the end, step by step with the agent itself."""
    copy, agent, rng = state.copy(), GreedyAgent(GAME), np.random.default_rng(0)
    mask, points = np.zeros(GAME.num_actions, np.int8), np.zeros(GAME.max_players)
    GAME.kernels.apply(copy, move)
    while copy["to_move"] >= 0:
        GAME.kernels.legal(copy, mask)
        view = GAME.flat(np.array([GAME.view(copy, int(copy["to_move"]))]))
        GAME.kernels.apply(copy, int(agent.act(view, mask[None], rng)[0]))
    GAME.kernels.score(copy, points)
    return points


def test_each_part_is_of_other_positions_and_a_seed_shows_the_same(tried: Trials) -> None:
    parts = list(islice(trials(SampleGames(GAME, DEFAULTS, seed=2), LocalExecutor(2)), 2))
    assert (parts[0].observations == tried.observations).all()
    assert (parts[0].points == tried.points).all(), "whatever the number of threads"
    some = {row.tobytes() for row in tried.observations[::10]}
    assert not some & {row.tobytes() for row in parts[1].observations[::10]}


def test_random_moves_lead_where_greedy_would_not_go() -> None:
    games, agent = SampleGames(GAME, DEFAULTS, seed=2), GreedyAgent(GAME)
    alone = Tables(GAME, DEFAULTS, 256, seed=2)
    parted = []
    for _ in range(8):
        games.step()
        alone.step(agent.act(alone.observations, alone.action_masks, np.random.default_rng(0)))
        parted.append(int((games.tables.observations != alone.observations).any(axis=1).sum()))
    assert 0 < parted[0] < 60 and parted[0] < parted[-1] < 256


def test_an_agent_that_is_seated_plays_at_its_share_of_the_tables() -> None:
    games, greedy = SampleGames(GAME, DEFAULTS, seed=2), SampleGames(GAME, DEFAULTS, seed=2)
    games.seat(LastLegal(), 1.0)
    games.seat(GreedyAgent(GAME), 0.25)  # it takes the place of the first
    for _ in range(4):
        games.step()
        greedy.step()
    assert (games.tables.observations == greedy.tables.observations).all()
    games.seat(LastLegal(), 0.25)
    for _ in range(8):
        games.step()
        greedy.step()
    parted = (games.tables.observations != greedy.tables.observations).any(axis=1)
    assert parted[:64].sum() > 50 and not parted[64:].any()


def test_an_untrained_residual_learner_is_greedy() -> None:
    policy = export_policy(learner().policy)
    reward = reward_against(GAME, DEFAULTS, policy, GreedyAgent(GAME), 100, seed=0)
    assert reward.mean == pytest.approx(0.0, abs=0.01)


@pytest.mark.diagonal
@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
@pytest.mark.parametrize("residual", [True, False])
def test_the_policy_climbs_and_the_value_follows(
    residual: bool, precision: str, tried: Trials
) -> None:
    model = learner(residual=residual, precision=precision)
    fresh = next(trials(SampleGames(GAME, DEFAULTS, seed=3), LocalExecutor(1)))

    def gain() -> float:
        return float((chances(model, fresh) * fresh.points).sum(axis=1).mean())

    def value_error() -> float:
        values = model.policy.predict_values(torch.from_numpy(fresh.observations))
        brought = (chances(model, fresh) * fresh.points).sum(axis=1) * model.reward_scale
        return float(np.square(values.detach().numpy().ravel() - brought).mean())

    gain_before, error_before = gain(), value_error()
    learn(model, tried, times=2)
    assert gain() > gain_before + (0.002 if residual else 0.02)
    assert value_error() < 0.9 * error_before


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_points_that_all_moves_bring_are_left_out(
    tried: Trials, precision: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The value learns these points, and shares a layer with the policy.
    monkeypatch.setattr("fudaba.training.ppo.warm_start.VALUE_WEIGHT", 0.0)
    models = [learner(precision=precision), learner(precision=precision)]
    points = np.float32(np.round(tried.points * 1024.0) / 1024.0)  # exact, with 5 more too
    for model, more in zip(models, (0.0, 5.0), strict=True):
        torch.manual_seed(0)
        learn(model, Trials(tried.observations, tried.masks, points + np.float32(more)))
    policies = [export_policy(model.policy).outputs(tried.observations[:500]) for model in models]
    assert np.abs(policies[0] - policies[1]).max() < 1e-6


def test_entropy_leaves_more_doubt(tried: Trials) -> None:
    entropies = []
    for ent_coef in (0.0, 0.05, 0.3):
        model = learner()
        learn(model, tried, ent_coef=ent_coef)
        chance = chances(model, tried).clip(1e-12)
        entropies.append(float(-(chance * np.log(chance)).sum(axis=1).mean()))
    assert entropies[0] + 0.02 < entropies[1] < entropies[2] - 0.02


def test_marks_are_of_greedy(tried: Trials) -> None:
    some = slice(0, 300)
    observations, masks = tried.observations[some], tried.masks[some]
    agent = GreedyAgent(GAME)
    marked = agent.mark(observations, masks)
    assert ((marked != 0) == (masks != 0)).all() and (masks <= 1).all()
    advised = agent.act(observations, masks, np.random.default_rng(0))
    assert (marked.argmax(axis=1) == advised).all()
    assert ((marked == ADVISED).sum(axis=1) == 1).all()
    nobody = np.zeros_like(masks[:2])
    assert not agent.mark(observations[:2], nobody).any()


def test_the_same_seed_learns_alike(tried: Trials) -> None:
    outcomes = []
    for seed in (4, 4, 5):
        model = tiny_model()
        torch.manual_seed(seed)
        learn(model, tried)
        outcomes.append(export_policy(model.policy).outputs(tried.observations[:100]))
    assert (outcomes[0] == outcomes[1]).all() and (outcomes[0] != outcomes[2]).any()
