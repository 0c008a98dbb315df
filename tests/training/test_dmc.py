"""Deep Monte Carlo: whose decisions learn what, and that they learn it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import torch
from stable_baselines3.common.logger import Logger

from fudaba.envs import UserError
from fudaba.training.config import DMCTraining, check_config
from fudaba.training.dmc.games import Experience, GamesUnderWay
from fudaba.training.dmc.learner import DeepMonteCarlo
from fudaba.training.dmc.network import epsilon_greedy

from .tiny import DMC_CONTENT, GAME, random_decisions, tiny_dmc

every_game = pytest.mark.parametrize("name", ["sevens_v0", "killer_sevens_v0"])


def logged(learner: DeepMonteCarlo) -> DeepMonteCarlo:
    learner.set_logger(Logger(None, []))
    return learner


def test_returns_by_hand() -> None:
    # Two tables. At the first seats 0, 1, 0 decide in a game that ends after the third decision,
    # then seat 2 in one that goes on; at the second seats 1 and 2 decide in one that ends later.
    games, size = GamesUnderWay(GAME, 2), GAME.observation_size
    views = np.arange(4)[:, None, None] + np.zeros((4, 2, size), np.int8)
    views[:, 1] += 10
    steps = [
        ([0, 1], [1.0, -1, 0], [0, 0, 0.0], [False, False]),
        ([1, 2], [2.0, -2, 0], [0, 0, 0.0], [False, False]),
        ([0, 1], [-4.0, 3, 1], [5, -2, -3], [True, False]),
        ([2, 2], [9.0, 9, 9], [1, -3, 2.0], [False, True]),
    ]
    found = []
    for step, (seats, first, second, dones) in enumerate(steps):
        games.note(views[step], np.array(seats), np.array([step, 10 + step]))
        points = np.zeros((2, GAME.max_players))
        points[0, :3], points[1, :3] = first, second
        found.append(games.pay(points, np.array(dones)))
    assert [len(part.actions) for part in found] == [0, 0, 3, 4]
    # Seat 0 wins 1, 2 and -4 from its first decision on, seat 1 wins -2 and 3.
    assert found[2].returns.tolist() == [-1.0, 1.0, -4.0]
    assert found[2].actions.tolist() == [0, 1, 2]
    assert found[3].returns.tolist() == [-5.0, -1.0, -5.0, 2.0]
    assert found[3].actions.tolist() == [10, 11, 12, 13]
    for part in found:
        assert (part.observations == part.actions[:, None]).all()


def test_games_that_are_left_are_forgotten() -> None:
    games, views = GamesUnderWay(GAME, 1), np.zeros((1, GAME.observation_size), np.int8)
    points = np.ones((1, GAME.max_players))
    games.note(views, np.array([0]), np.array([3]))
    games.pay(points, np.array([False]))
    games.forget()
    games.note(views, np.array([0]), np.array([4]))
    ended = games.pay(points, np.array([True]))
    assert ended.actions.tolist() == [4] and ended.returns.tolist() == [1.0]


@every_game
def test_every_decision_of_every_seat_learns_what_its_seat_won_from_then_on(name: str) -> None:
    learner = tiny_dmc(game=name, tables=8, dmc=DMC_CONTENT["dmc"] | {"n_steps": 60})
    players = learner.tables.options.num_players
    seen: dict[bytes, list[float]] = {}  # by what was seen and done, what it brought
    playing: list[list[tuple[int, bytes, np.ndarray]]] = [[] for _ in range(8)]
    won = np.zeros((8, learner.tables.game.max_players))
    advance = learner.tables.advance

    def watched(actions: np.ndarray) -> Any:
        observations, seats = learner.tables.observations, learner.tables.seats
        for table in range(8):
            key = observations[table].tobytes() + bytes([actions[table]])
            playing[table].append((int(seats[table]), key, won[table].copy()))
        points, dones = advance(actions)
        won[:] += points
        for table in np.flatnonzero(dones):
            assert {seat for seat, _, _ in playing[table]} == set(range(players))
            for seat, key, before in playing[table]:
                seen.setdefault(key, []).append(won[table, seat] - before[seat])
            playing[table], won[table] = [], 0.0
        return points, dones

    learner.tables.advance = watched
    learner.collect()
    ended: Experience = learner._experience
    assert len(ended.actions) == learner.steps == sum(map(len, seen.values())) >= 8 * 60
    for observation, action, brought in zip(*ended, strict=True):
        assert brought in seen[observation.tobytes() + bytes([action])]
    assert len(np.unique(ended.returns)) > 2


def test_the_best_legal_action_is_taken_but_for_a_share_of_any() -> None:
    torch.manual_seed(0)
    values = torch.tensor([[5.0, 1.0, 3.0, 2.0]]).expand(40_000, -1)
    masks = torch.tensor([[0, 1, 1, 1]], dtype=torch.int8).expand(40_000, -1)
    assert (epsilon_greedy(values, masks, 0.0) == 2).all()
    often = np.bincount(epsilon_greedy(values, masks, 0.3).numpy(), minlength=4) / 40_000
    assert often == pytest.approx([0.0, 0.1, 0.8, 0.1], abs=0.01)
    assert (epsilon_greedy(-1e30 * values, masks, 0.0) == 1).all(), "far below 0 too"


class Wheel:
    """Tables at which only chance pays, in the place of `LearningTables`.

    Seat 0 decides, then seat 1, then seat 2; action a of seat s wins s + 1 points with a chance of
    a in 10, and costs seat 0 half a point at once. What a seat sees is its own number.
    """

    game, num_tables, next_deal, mixes = GAME, 64, 0, None
    options = GAME.options()

    def begin(self, seed: int, first_deal: int) -> None:
        self.turn, self._rng = 0, np.random.default_rng(seed)

    @property
    def seats(self) -> np.ndarray:
        return np.full(64, self.turn)

    @property
    def observations(self) -> np.ndarray:
        views = np.zeros((64, GAME.observation_size), np.int8)
        views[:, self.turn] = 1
        return views

    @property
    def action_masks(self) -> np.ndarray:
        masks = np.zeros((64, GAME.num_actions), np.int8)
        masks[:, [2, 5, 8]] = 1
        return masks

    def advance(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        points = np.zeros((64, GAME.max_players))
        points[:, self.turn] = (self.turn + 1) * (self._rng.random(64) < actions / 10)
        points[:, 0] -= 0.5
        self.turn = (self.turn + 1) % 3
        return points, np.full(64, self.turn == 0)


LONG = {"total_steps": 19_200}  # two rollouts of the wheel


def wheel_learner() -> DeepMonteCarlo:
    """Deep Monte Carlo at the wheel, in full precision, at which any action is taken."""
    wanted = {"n_steps": 300, "batch_size": 128, "epsilon": 1.0, "learning_rate": 0.01}
    config = check_config("wheel", DMC_CONTENT | {"dmc": wanted | {"hidden": [16]}} | LONG)
    assert isinstance(config, DMCTraining)
    tables: Any = Wheel()
    tables.begin(0, 0)
    return logged(DeepMonteCarlo(tables, config))


def test_exact_expectations_are_learned_for_every_seat() -> None:
    learner = wheel_learner()
    learner.reward_scale = 0.5
    for progress in (0.0, 0.25, 0.5, 0.75, 0.9):
        learner.collect()
        learner.learn_from_rollout(progress)
    views = np.zeros((3, GAME.observation_size), np.int8)
    views[range(3), range(3)] = 1
    said = learner.export().outputs(views)[:, [2, 5, 8]]
    chances = np.array([0.2, 0.5, 0.8])
    exact = np.array([1 * chances - 1.5, 2 * chances, 3 * chances])
    assert said == pytest.approx(exact, abs=0.08), "in points, whatever they are scaled by"


def test_the_published_policy_takes_what_the_learner_holds_best() -> None:
    learner = logged(tiny_dmc())
    learner.collect()
    learner.learn_from_rollout(0.0)
    observations, masks = random_decisions(500)
    with torch.no_grad():
        values = learner.network(torch.from_numpy(observations))
    policy = learner.export()
    outputs = torch.from_numpy(policy.outputs(observations))
    assert torch.allclose(outputs * learner.reward_scale, values, atol=1e-4)
    best = epsilon_greedy(values, torch.from_numpy(masks), 0.0).numpy()
    actions = policy.act(observations, masks, np.random.default_rng(0))
    assert (actions == best).mean() > 0.999 and len(np.unique(actions)) > 10


@pytest.mark.parametrize("hidden", [[], [12, 8]], ids=str)
def test_hidden_layers_are_as_many_as_wanted(hidden: Sequence[int]) -> None:
    learner = tiny_dmc(dmc=DMC_CONTENT["dmc"] | {"hidden": list(hidden)})
    layers = learner.export().layers
    assert [len(layer.bias) for layer in layers] == [*hidden, GAME.num_actions]


def test_the_rate_falls_and_a_pass_learns_once(monkeypatch: pytest.MonkeyPatch) -> None:
    learner = logged(tiny_dmc())
    learner.collect()
    rows: list[int] = []
    forward = learner.network.forward

    def counted(observations: torch.Tensor) -> torch.Tensor:
        rows.append(len(observations))
        return forward(observations)

    monkeypatch.setattr(learner.network, "forward", counted)
    learner.learn_from_rollout(0.75)
    assert sum(rows[:-1]) == learner.steps and max(rows) < 2 * 256
    assert learner.optimizer.param_groups[0]["lr"] == pytest.approx(0.25 * 3e-3)
    assert learner.epochs == 1


def test_a_network_that_is_not_finite_is_noticed_at_once_and_never_published() -> None:
    learner = logged(tiny_dmc())
    learner.collect()
    learner._experience.returns[5] = np.nan
    with pytest.raises(UserError, match=r"has diverged after \d+ decisions"):
        learner.learn_from_rollout(0.0)
    with pytest.raises(UserError, match="has diverged after"):
        learner.collect()
    with pytest.raises(UserError, match="holds nan or infinity"):
        learner.export()
