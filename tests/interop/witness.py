"""What happens at the tables and in the optimisers while a page runs."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
import torch
from torch.optim.optimizer import register_optimizer_step_pre_hook

from fudaba.adapters.single_agent import LearnerTables, SeatEnv, SeatVectorEnv
from fudaba.envs import NO_ACTION, NOBODY, CardGameEnv, Game, Tables
from fudaba.envs.core.api.order import StandardWrapper


class Witness:
    """Watches all tables of the process, by whichever door, and all optimisers.

    Attributes:
        illegal: The illegal actions that were tried.
        games: Of each finished game what tells it from others, and what each player earned.
        results: What the learner earned in each game in which it had one seat.
        uneven: Finished games in which not all players ended together.
        abandoned: Games that were left before their end.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Starts to watch; ends when the monkeypatch is undone and `stop` is called."""
        self.illegal: list[int] = []
        self.games: list[tuple[int, dict[str, float]]] = []
        self.results: list[float] = []
        self.uneven = 0
        self.abandoned = 0
        self._before: dict[torch.optim.Optimizer, list[torch.Tensor]] = {}
        self._hook = register_optimizer_step_pre_hook(self._remember_weights)
        self._watch_all_seats(monkeypatch)
        self._watch_one_seat(monkeypatch)
        self._watch_one_seat_of_many(monkeypatch)
        self._watch_many_tables(monkeypatch)

    def _watch_all_seats(self, monkeypatch: pytest.MonkeyPatch) -> None:
        step, reset = StandardWrapper.step, CardGameEnv.reset

        def watched_step(wrapper: Any, action: Any) -> None:
            table = wrapper.unwrapped
            over = all(table.terminations.values())
            if not over:
                self._look_at(table.observe(table.agent_selection)["action_mask"], action)
            step(wrapper, action)
            if not over and any(table.terminations.values()):
                self.uneven += not all(table.terminations.values())
                record = table.record()
                self._end(record.rng, record.points)

        def watched_reset(table: Any, *args: Any, **kwargs: Any) -> None:
            self.abandoned += bool(table._actions) and table._mover != NOBODY
            reset(table, *args, **kwargs)

        monkeypatch.setattr(StandardWrapper, "step", watched_step)
        monkeypatch.setattr(CardGameEnv, "reset", watched_reset)

    def _watch_one_seat(self, monkeypatch: pytest.MonkeyPatch) -> None:
        step, reset = SeatEnv.step, SeatEnv.reset

        def watched_step(env: Any, action: Any) -> Any:
            self._look_at(env.action_masks(), action)
            answer = step(env, action)
            if env._mover == NOBODY:
                points = env._batch.scores[0, : env.options.num_players]
                self._end(int(env._batch.states[0]["rng"]), points, env.seat)
            return answer

        def watched_reset(env: Any, **kwargs: Any) -> Any:
            self.abandoned += env._mover != NOBODY
            return reset(env, **kwargs)

        monkeypatch.setattr(SeatEnv, "step", watched_step)
        monkeypatch.setattr(SeatEnv, "reset", watched_reset)

    def _watch_one_seat_of_many(self, monkeypatch: pytest.MonkeyPatch) -> None:
        step, start = SeatVectorEnv.step, LearnerTables.start

        def watched_step(env: Any, actions: Any) -> Any:
            for mask, action in zip(env.action_masks(), actions, strict=True):
                self._look_at(mask, action)
            return step(env, actions)

        def watched_start(learners: Any, numbers: np.ndarray) -> None:
            tables = learners._tables
            for number in numbers[tables.to_move[numbers] == NOBODY]:
                points = tables.scores[number, : learners.options.num_players]
                deal = int(tables.states[number]["rng"])
                self._end(deal, points, int(learners.learner_seats[number]))
            start(learners, numbers)

        monkeypatch.setattr(SeatVectorEnv, "step", watched_step)
        monkeypatch.setattr(LearnerTables, "start", watched_start)

    def _watch_many_tables(self, monkeypatch: pytest.MonkeyPatch) -> None:
        step = Tables.step

        def watched_step(tables: Any, actions: Any) -> None:
            for mask, action in zip(tables.action_masks, actions, strict=True):
                if action != NO_ACTION:
                    self._look_at(mask, action)
            step(tables, actions)
            if tables.redeal_finished:
                ended = tables.results()
                for table, points in zip(ended.tables, ended.scores, strict=True):
                    deal = int(tables._batch.ended_states["rng"][table])
                    self._end(deal, points[: tables.options.num_players])

        monkeypatch.setattr(Tables, "step", watched_step)

    def _look_at(self, mask: np.ndarray, action: Any) -> None:
        if not mask[int(action)]:
            self.illegal.append(int(action))

    def _end(self, deal: int, points: Iterable[float], learner: int | None = None) -> None:
        won = {f"player_{seat}": float(earned) for seat, earned in enumerate(points)}
        self.games.append((deal, won))
        if learner is not None:
            self.results.append(won[f"player_{learner}"])

    def _remember_weights(self, optimizer: torch.optim.Optimizer, *_: Any) -> None:
        if optimizer not in self._before:
            self._before[optimizer] = [weights.detach().clone() for weights in _weights(optimizer)]

    def stop(self) -> None:
        """Leaves the optimisers alone."""
        self._hook.remove()

    def earnings(self) -> set[float]:
        """All that a player earned in a finished game."""
        return _rounded(reward for _, rewards in self.games for reward in rewards.values())

    def check_targets(self, targets: Any) -> None:
        """What a trainer took decisions to be worth is what a player earned in the end."""
        values = torch.as_tensor(targets).flatten()
        assert len(values) >= 4 and _rounded(values) <= self.earnings()
        assert (values != 0).float().mean() > 0.5

    def check_tables(self, game: Game) -> None:
        """The games were played by the rules and to the end, for all together, and none twice."""
        assert self.illegal == []
        assert self.uneven == self.abandoned == 0
        assert len(self.games) >= 20
        assert len({deal for deal, _ in self.games}) == len(self.games)
        for _, rewards in self.games:
            assert sum(rewards.values()) == pytest.approx(0) or not game.zero_sum
        assert len(self.earnings()) > 1

    def check_learning(self) -> None:
        """Every weight matrix that was trained has changed, to finite numbers."""
        assert self._before
        for optimizer, before in self._before.items():
            for old, new in zip(before, _weights(optimizer), strict=True):
                assert torch.isfinite(new).all() and not torch.equal(old, new)


def _weights(optimizer: torch.optim.Optimizer) -> list[torch.Tensor]:
    return [weights for group in optimizer.param_groups for weights in group["params"]]


def _rounded(numbers: Iterable[Any]) -> set[float]:
    return {round(float(number), 4) for number in numbers}
