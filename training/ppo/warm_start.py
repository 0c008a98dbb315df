"""Policy improvement by playouts: finds better moves than greedy's before PPO begins.

In each position greedy plays out every legal move from the very same table, and the network
ascends the mean points of its moves. One deal says little about a position, but all moves meet the
same deal, and thousands of similar positions average over the hidden cards. So the network learns
what a search in random worlds would find. (Rollout policy improvement, after Tesauro and Galperin,
1996.)
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch

from fudaba.common.languages import translator
from fudaba.evaluation.match import Executor
from fudaba.evaluation.playouts import Positions, points_of_moves
from fudaba.evaluation.progress import progress_bar

from ..config import WarmStartConfig
from ..network import check_finite
from ..sample_games import SampleGames
from .network import TablePolicy, clamped_log_probs

_, _n = translator("training")

STEPS_BETWEEN = 3  # neighbouring positions are too alike
TRIALS_AT_A_TIME = 32_768
VALUE_WEIGHT = 0.5


@dataclass(frozen=True)
class Trials:
    """All moves in K positions with a choice.

    Attributes:
        observations: int8 or int16 [K, D].
        masks: int8[K, A], at least two legal actions in each row.
        points: float32[K, A], the points that the seat to move wins until the end if it takes this
            action and the playout players go on; meaningless for illegal actions.
    """

    observations: np.ndarray
    masks: np.ndarray
    points: np.ndarray


def trials(games: SampleGames, executor: Executor) -> Iterator[Trials]:
    """Yields positions with all moves played out, some 32,768 of them at a time, without end.

    Args:
        games: The sample games whose positions are tried.
        executor: Plays the moves out.
    """
    tables = games.tables
    while True:
        parts = list[Positions]()
        observations, already_won = list[np.ndarray](), list[np.ndarray]()
        while sum(len(part.masks) for part in parts) < TRIALS_AT_A_TIME:
            for _ in range(STEPS_BETWEEN):
                games.step()
            rows = np.flatnonzero((tables.action_masks == 1).sum(axis=1) > 1)
            parts.append(Positions(len(parts), tables.states[rows], tables.action_masks[rows]))
            observations.append(tables.observations[rows])
            already_won.append(tables.scores[rows, tables.to_move[rows]])
        points = np.concatenate(points_of_moves(tables.game, tables.options, parts, executor))
        points -= np.concatenate(already_won)[:, None]
        masks = np.concatenate([part.masks for part in parts])
        yield Trials(np.concatenate(observations), masks, points.astype(np.float32))


def improve_by_playouts(
    policy: TablePolicy,
    reward_scale: float,
    games: SampleGames,
    wanted: WarmStartConfig,
    executor: Executor,
) -> None:
    """Trains the policy to play better than the playouts' agent, with a separate optimiser.

    Args:
        policy: The learner's.
        reward_scale: The factor of points.
        games: The sample games whose positions are tried.
        wanted: The number of decisions and the settings of learning.
        executor: Plays the moves out.
    """
    optimizer = torch.optim.Adam(policy.parameters(), fused=True)
    source, seen = trials(games, executor), 0
    with progress_bar(_("decisions")) as bar:
        task = bar.add_task(_("playing all moves out"), total=wanted.decisions)
        while seen < wanted.decisions:
            left = 1.0 - seen / wanted.decisions
            optimizer.param_groups[0]["lr"] = wanted.learning_rate * left
            check_finite(0, *policy.parameters())
            tried = next(source)
            improve(policy, tried, reward_scale, optimizer, wanted.batch_size, wanted.ent_coef)
            seen += len(tried.masks)
            bar.update(task, completed=seen)


def improve(
    policy: TablePolicy,
    tried: Trials,
    reward_scale: float,
    optimizer: torch.optim.Optimizer,
    batch_size: int,
    ent_coef: float,
) -> None:
    """Trains the policy, and its value, on the points of its moves in one pass.

    Args:
        policy: The learner's.
        tried: The positions and the points of every move.
        reward_scale: The factor of points.
        optimizer: Of the policy's parameters.
        batch_size: Positions per gradient step.
        ent_coef: Weight of the entropy, against points divided by their spread.
    """
    policy.set_training_mode(True)
    masks = policy.marked(tried.observations, tried.masks)
    for batch in torch.randperm(len(masks)).chunk(max(1, len(masks) // batch_size)):
        rows = batch.numpy()
        legal = torch.from_numpy(masks[rows] != 0).to(policy.device)
        # The mean over the legal moves is luck. It is subtracted before anything is rounded,
        # because rounding to bfloat16 enlarges the smallest difference.
        points = torch.from_numpy(tried.points[rows]).to(policy.device).double() * reward_scale
        mean = (points * legal).sum(dim=1, keepdim=True) / legal.sum(dim=1, keepdim=True)
        advantages = ((points - mean) * legal).float()
        logs, values = policy.log_probabilities(
            torch.from_numpy(tried.observations[rows]), masks[rows]
        )
        logs = clamped_log_probs(logs)
        chances = logs.exp()
        gain = (chances * advantages).sum(dim=1)
        gain -= ent_coef * (chances * logs).sum(dim=1)
        errors = values - (chances.detach() * points).sum(dim=1).float()
        optimizer.zero_grad()
        torch.autograd.backward(VALUE_WEIGHT * errors.square().mean() - gain.mean())
        optimizer.step()
