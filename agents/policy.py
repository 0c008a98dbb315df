"""`policy:PATH`: a trained network, published as safetensors and a JSON card, run with NumPy."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self

import numpy as np
from pydantic import BaseModel, ConfigDict
from threadpoolctl import ThreadpoolController

from fudaba.envs import Game, UserError
from fudaba.envs.core.options import Options
from fudaba.envs.core.validation import read_json

from .files import read_bytes, write_whole

FORMAT = "fudaba-policy-1"
WEIGHTS_FILE, CARD_FILE = "policy.safetensors", "card.json"


class PolicyCard(BaseModel):
    """What a published policy is.

    Attributes:
        format: The version of this layout.
        game: The id of the game it plays.
        options: The house rules it was trained under.
        interface: A hash of the game's observation fields and action table.
        weights_sha256: The hash of the weights file.
        training: How it was made; free form.
        evaluation: What was measured; free form.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: str
    game: str
    options: dict[str, Any]
    interface: str
    weights_sha256: str
    training: dict[str, Any] = {}
    evaluation: dict[str, Any] = {}


@dataclass(frozen=True)
class Layer:
    """One affine layer: weight float32[outputs, inputs], bias float32[outputs]."""

    weight: np.ndarray
    bias: np.ndarray

    def __call__(self, inputs: np.ndarray) -> np.ndarray:
        """float32[B, inputs] to float32[B, outputs]."""
        return np.asarray(inputs @ self.weight.T + self.bias)


@cache
def hold_blas_to_one_thread() -> None:
    """Lets NumPy's matrix products run on the calling thread alone, in this process from now on.

    The threads of OpenBLAS wait for each other by spinning. Where the cores are busy with other
    tables, a product of a few rows took 66 ms instead of 0.08 ms.
    """
    for library in ThreadpoolController().lib_controllers:
        if library.internal_api == "openblas" and "numpy" in library.filepath:
            library.set_num_threads(1)


class PolicyAgent:
    """A multilayer perceptron with tanh between its layers, over the observation."""

    def __init__(self, layers: list[Layer], sample: bool = False) -> None:
        """Makes the agent.

        Args:
            layers: From the observation to one logit per action.
            sample: Whether to draw actions from the policy; else the likeliest one is taken.
        """
        hold_blas_to_one_thread()
        self.layers = layers
        self.sample = sample

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """Chooses an action at each table; see `Agent.act`."""
        logits = np.where(masks, self.logits(observations), -np.inf)
        if self.sample:
            # The largest of logits plus Gumbel noise is a draw from their softmax.
            logits += rng.gumbel(size=logits.shape).astype(np.float32)
        return np.argmax(logits, axis=1)

    def logits(self, observations: np.ndarray) -> np.ndarray:
        """One logit per action, float32[B, A], before masking."""
        values = observations.astype(np.float32)
        for layer in self.layers[:-1]:
            values = np.tanh(layer(values))
        return self.layers[-1](values)

    def save(
        self,
        folder: Path,
        game: Game,
        options: Options,
        training: dict[str, Any] | None = None,
        evaluation: dict[str, Any] | None = None,
    ) -> None:
        """Publishes the policy: `policy.safetensors` and `card.json` in a folder.

        Args:
            folder: Made if it is missing; an older policy in it is replaced.
            game: The game it plays.
            options: The house rules it was trained under.
            training: How it was made, JSON-able.
            evaluation: What was measured, JSON-able.

        Raises:
            UserError: The folder can't be written.
        """
        weights = _pack(self.layers)
        card = PolicyCard(
            format=FORMAT,
            game=game.name,
            options=options.plain(),
            interface=interface_hash(game),
            weights_sha256=hashlib.sha256(weights).hexdigest(),
            training=training or {},
            evaluation=evaluation or {},
        )
        write_whole(folder / WEIGHTS_FILE, weights)
        write_whole(folder / CARD_FILE, (card.model_dump_json(indent=2) + "\n").encode())

    @classmethod
    def load(cls, folder: Path, game: Game, options: Options, sample: bool = False) -> Self:
        """Reads a published policy.

        Raises:
            UserError: It is missing or damaged, or of another game or other house rules.
        """
        card = read_card(folder)
        _check_fit(folder, card, game, options)
        weights = read_bytes(folder / WEIGHTS_FILE)
        if hashlib.sha256(weights).hexdigest() != card.weights_sha256:
            raise UserError(
                f"policy {folder}: {WEIGHTS_FILE} is damaged or not the file that "
                f"{CARD_FILE} describes."
            )
        return cls(_unpack(folder, weights, game), sample)


def read_card(folder: Path) -> PolicyCard:
    """Reads the card of a published policy.

    Raises:
        UserError: It is missing or no such card.
    """
    complaint = f"policy {folder}: {CARD_FILE} is no policy card"
    card = read_json(PolicyCard, read_bytes(folder / CARD_FILE), complaint)
    if card.format != FORMAT:
        raise UserError(f"policy {folder}: format {card.format!r} is not {FORMAT!r}.")
    return card


def interface_hash(game: Game) -> str:
    """Hashes what a network is wired to: the observation fields and the action table."""
    wiring = [(field.name, field.shape, field.low, field.high) for field in game.fields]
    kinds = [(kind.name, kind.first, kind.count) for kind in game.actions]
    return hashlib.sha256(json.dumps([wiring, kinds]).encode()).hexdigest()[:16]


def _check_fit(folder: Path, card: PolicyCard, game: Game, options: Options) -> None:
    if card.game != game.name:
        raise UserError(f"policy {folder} plays {card.game}, not {game.name}.")
    if card.interface != interface_hash(game):
        raise UserError(
            f"policy {folder} was trained on another version of {game.name}: "
            "its observation or its actions have changed since."
        )
    wanted = options.plain()
    for name in {**card.options, **wanted}:
        if card.options.get(name) != wanted.get(name):
            raise UserError(
                f"policy {folder} was trained with {name}={card.options.get(name)}; "
                f"here {name} is {wanted.get(name)}."
            )


def _pack(layers: list[Layer]) -> bytes:
    tensors = {}
    for number, layer in enumerate(layers):
        tensors[f"{number}.weight"] = np.ascontiguousarray(layer.weight, np.float32)
        tensors[f"{number}.bias"] = np.ascontiguousarray(layer.bias, np.float32)
    packed: bytes = _safetensors().numpy.save(tensors)
    return packed


def _unpack(folder: Path, weights: bytes, game: Game) -> list[Layer]:
    """Reads the layers and checks that they lead from the observation to the actions."""
    safetensors = _safetensors()
    try:
        tensors = safetensors.numpy.load(weights)
        layers = [
            Layer(tensors[f"{number}.weight"], tensors[f"{number}.bias"])
            for number in range(len(tensors) // 2)
        ]
        logits = PolicyAgent(layers).logits(np.zeros((1, game.observation_size)))
    except (safetensors.SafetensorError, KeyError, ValueError, IndexError, TypeError):
        raise UserError(f"policy {folder}: {WEIGHTS_FILE} holds no such network.") from None
    if logits.shape != (1, game.num_actions):
        raise UserError(f"policy {folder}: {WEIGHTS_FILE} is no network for {game.name}.")
    return layers


def _safetensors() -> Any:
    try:
        import safetensors.numpy
    except ImportError:
        raise UserError(
            "policies need the package safetensors: pip install 'fudaba[train]'."
        ) from None
    return safetensors
