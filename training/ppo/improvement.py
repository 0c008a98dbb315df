"""Policy improvement by playouts: what is better than greedy's advice, before anything is tried.

In positions of greedy players every legal move is played out by greedy from the very same table,
and the network climbs the mean of what its moves would have brought. One deal says little of a
position, but all moves meet the same deal, and thousands of positions that look alike average
over the cards that nobody sees. So the network learns what a search in random worlds finds out,
and goes on from there. (Rollout policy improvement, as Tesauro and Galperin had it in 1996.)
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch

from fudaba.agents.playouts import Playouts
from fudaba.evaluation.progress import progress_bar

from ..config import ImprovementConfig
from ..sample_games import SampleGames
from .network import TablePolicy, clamped_log_probs

STEPS_BETWEEN = 3  # neighbouring positions have little new to say
TRIALS_AT_A_TIME = 32_768
VALUE_WEIGHT = 0.5


@dataclass(frozen=True)
class Trials:
    """All moves in K positions with a choice.

    Attributes:
        observations: int8 or int16 [K, D].
        masks: int8[K, A], at least two legal actions in each row.
        points: float32[K, A], what the seat to move wins from there on if it begins with this
            action and the players of the playouts go on; of illegal actions nothing is said.
    """

    observations: np.ndarray
    masks: np.ndarray
    points: np.ndarray


def trials(games: SampleGames, playouts: Playouts) -> Iterator[Trials]:
    """Plays all moves out, in some 32,768 positions at a time, without end.

    Args:
        games: The games whose positions are tried.
        playouts: Who plays on after each move.
    """
    tables = games.tables
    while True:
        parts: list[Trials] = []
        while sum(len(part.masks) for part in parts) < TRIALS_AT_A_TIME:
            for _ in range(STEPS_BETWEEN):
                games.step()
            rows = np.flatnonzero((tables.action_masks == 1).sum(axis=1) > 1)
            masks = tables.action_masks[rows]
            already_won = tables.scores[rows, tables.to_move[rows]]
            points = playouts.points(tables.states[rows], masks) - already_won[:, None]
            parts.append(Trials(tables.observations[rows], masks, points.astype(np.float32)))
        yield Trials(
            np.concatenate([part.observations for part in parts]),
            np.concatenate([part.masks for part in parts]),
            np.concatenate([part.points for part in parts]),
        )


def improve_by_playouts(
    policy: TablePolicy,
    reward_scale: float,
    games: SampleGames,
    wanted: ImprovementConfig,
    playouts: Playouts,
) -> None:
    """Learns what is better than what moves are played out by, with an optimiser of its own.

    Args:
        policy: The learner's.
        reward_scale: What points are multiplied with.
        games: The games whose positions are tried.
        wanted: How many, and how it learns from them.
        playouts: Who plays on after each move.
    """
    optimizer = torch.optim.Adam(policy.parameters(), fused=True)
    source, seen = trials(games, playouts), 0
    with progress_bar("decisions") as bar:
        task = bar.add_task("playing all moves out", total=wanted.decisions)
        while seen < wanted.decisions:
            left = 1.0 - seen / wanted.decisions
            optimizer.param_groups[0]["lr"] = wanted.learning_rate * left
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
    """Lets the policy climb what its moves bring, and the value follow, in one pass.

    Args:
        policy: The learner's.
        tried: What every move brought.
        reward_scale: What points are multiplied with.
        optimizer: Of the policy's parameters.
        batch_size: Positions per gradient step.
        ent_coef: Weight of the entropy, against points divided by their spread.
    """
    policy.set_training_mode(True)
    masks = policy.marked(tried.observations, tried.masks)
    for batch in torch.randperm(len(masks)).chunk(max(1, len(masks) // batch_size)):
        rows = batch.numpy()
        legal = torch.from_numpy(masks[rows] != 0)
        # The mean over the legal moves is luck. It is taken out before anything is rounded, since
        # bfloat16 enlarges the smallest difference.
        points = torch.from_numpy(tried.points[rows]).double() * reward_scale
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
