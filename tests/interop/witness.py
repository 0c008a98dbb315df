"""What happens at the tables and in the optimisers while a page runs."""

from collections.abc import Iterable
from typing import Any

import pytest
import torch
from pettingzoo.utils.wrappers import TerminateIllegalWrapper
from torch.optim.optimizer import register_optimizer_step_pre_hook

from fudaba.envs import Game
from fudaba.envs.core.aec import CardGameEnv
from fudaba.envs.core.seats import NOBODY


class Witness:
    """Watches all tables of the process, and all optimisers.

    Attributes:
        illegal: The illegal actions that were tried, as text.
        games: Of each finished game the start of its random stream and what each player earned.
        uneven: Finished games in which not all players ended together.
        abandoned: Games that were left before their end.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Starts to watch; ends when the monkeypatch is undone and `stop` is called."""
        self.illegal: list[str] = []
        self.games: list[tuple[int, dict[str, float]]] = []
        self.uneven = 0
        self.abandoned = 0
        self._before: dict[torch.optim.Optimizer, list[torch.Tensor]] = {}
        self._hook = register_optimizer_step_pre_hook(self._remember_weights)
        step, reset = TerminateIllegalWrapper.step, CardGameEnv.reset

        def watched_step(wrapper: Any, action: Any) -> None:
            table = wrapper.unwrapped
            over = all(table.terminations.values())
            if not over:
                self._look_at(table, action)
            step(wrapper, action)
            if not over and any(table.terminations.values()):
                self._end(table)

        def watched_reset(table: Any, *args: Any, **kwargs: Any) -> None:
            self.abandoned += bool(table._actions) and table._mover != NOBODY
            reset(table, *args, **kwargs)

        monkeypatch.setattr(TerminateIllegalWrapper, "step", watched_step)
        monkeypatch.setattr(CardGameEnv, "reset", watched_reset)

    def _look_at(self, table: Any, action: Any) -> None:
        player = table.agent_selection
        if not table.observe(player)["action_mask"][int(action)]:
            self.illegal.append(f"{player}: {table.describe(int(action))}")

    def _end(self, table: Any) -> None:
        self.uneven += not all(table.terminations.values())
        record = table.record()
        won = dict(zip(table.possible_agents, record.points, strict=True))
        self.games.append((record.rng, won))

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
