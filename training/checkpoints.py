"""Checkpoints: everything that a run needs to resume, in one safetensors file with a checksum."""

from fudaba.common.extras import need

need("train")

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from pydantic_core import from_json
from safetensors import SafetensorError, safe_open
from safetensors.torch import save

from fudaba.common.files import read_bytes, why_failed, write_whole
from fudaba.common.languages import translator
from fudaba.envs import UserError

from .learner import Learner

_, _n = translator("training")

FORMAT = "fudaba-checkpoint-3"
NETWORK, BEST, OPTIMIZER, REWARD_SCALE = "policy", "best", "optimizer", "reward_scale"

Weights = dict[str, torch.Tensor]  # of a network, by name


@dataclass(frozen=True)
class RunProgress:
    """The progress of a run.

    Attributes:
        steps: Learner decisions so far.
        next_deal: The number of the next deal.
        seconds: Time spent so far.
        epochs: Passes over rollouts so far, which the learning curves count.
    """

    steps: int
    next_deal: int
    seconds: float
    epochs: int = 0


@dataclass(frozen=True)
class Checkpoint:
    """The state of a run: the network, its scales, the optimiser, the best network, the progress.

    Attributes:
        progress: The progress at that moment.
        content: The content of a checkpoint file.
    """

    progress: RunProgress
    content: bytes

    def write(self, path: Path) -> None:
        """Writes the file whole and replaces an earlier one.

        Raises:
            UserError: The file can't be written.
        """
        write_whole(path, self.content)


def take_checkpoint(
    learner: Learner, progress: RunProgress, best: Weights | None = None
) -> Checkpoint:
    """Returns a checkpoint of a run.

    Args:
        learner: The learner.
        progress: The progress of the run.
        best: The weights of its best network so far; None if none has been compared.
    """
    tensors = {f"{NETWORK}/{name}": value for name, value in learner.network.state_dict().items()}
    tensors |= {f"{BEST}/{name}": value for name, value in (best or {}).items()}
    for index, moments in learner.optimizer.state_dict()["state"].items():
        for name, value in moments.items():
            tensors[f"{OPTIMIZER}/{index}/{name}"] = torch.as_tensor(value)
    tensors[REWARD_SCALE] = torch.tensor(learner.reward_scale, dtype=torch.float64)
    # stable-baselines3 lists the shared features extractor three times; a file holds copies.
    tensors = {name: value.detach().clone() for name, value in tensors.items()}
    reached = json.dumps(asdict(progress))
    metadata = {"format": FORMAT, "progress": reached, "sha256": checksum(tensors, reached)}
    return Checkpoint(progress, save(tensors, metadata))


def load_checkpoint(path: Path, learner: Learner) -> tuple[RunProgress, Weights | None]:
    """Restores the network, the optimiser, the steps and the next deal of a learner.

    Returns:
        The progress of the run at the checkpoint, and the weights of its best network.

    Raises:
        UserError: The file is missing, damaged, or holds another network.
    """
    read_bytes(path, 0)  # refuses a pipe, on which the next line would wait
    try:
        with safe_open(path, framework="pt") as file:
            metadata = file.metadata() or {}
            names = file.keys()
            tensors = {name: file.get_tensor(name) for name in names}
        if metadata.get("format") != FORMAT:
            raise UserError(_("{path} is no checkpoint of a training run.", path=path))
        if metadata["sha256"] != checksum(tensors, metadata["progress"]):
            raise KeyError("sha256")
        progress = RunProgress(**from_json(metadata["progress"]))
        best = _restore(learner, tensors)
        learner.steps, learner.next_deal = progress.steps, progress.next_deal
        learner.epochs = progress.epochs
    except OSError as error:
        raise UserError(
            _("{path} can't be read: {error}.", path=path, error=why_failed(error))
        ) from None
    except (SafetensorError, KeyError, TypeError, ValueError):
        raise UserError(
            _("{path} is damaged or no checkpoint of a training run.", path=path)
        ) from None
    except RuntimeError:
        raise UserError(
            _("{path} is a checkpoint of another network than configured.", path=path)
        ) from None
    return progress, best


def checksum(tensors: Weights, progress: str) -> str:
    """Returns the checksum of a checkpoint's content."""
    return hashlib.sha256(save(tensors) + progress.encode()).hexdigest()


def _restore(learner: Learner, tensors: dict[str, torch.Tensor]) -> Weights | None:
    """Restores the network and the optimiser; returns the weights of the best network."""
    learner.reward_scale = float(tensors.pop(REWARD_SCALE))
    state: dict[int, dict[str, Any]] = {}
    network: Weights = {}
    best: Weights = {}
    for name, value in tensors.items():
        part, _, rest = name.partition("/")
        if part == NETWORK:
            network[rest] = value
        elif part == BEST:
            best[rest] = value
        elif part != OPTIMIZER:
            raise KeyError(name)
        else:
            index, moment = rest.split("/")
            state.setdefault(int(index), {})[moment] = value
    learner.network.load_state_dict(network)
    if best and _shapes(best) != _shapes(network):
        raise KeyError(BEST)
    groups = learner.optimizer.state_dict()["param_groups"]
    learner.optimizer.load_state_dict({"state": state, "param_groups": groups})
    return best or None


def _shapes(weights: Weights) -> dict[str, torch.Size]:
    return {name: value.shape for name, value in weights.items()}
