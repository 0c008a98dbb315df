"""`policy:PATH`: a trained network, published as safetensors and a JSON card, run with NumPy."""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import NoneType
from typing import Any, Self, get_args

import numpy as np
from pydantic_core import from_json, to_json

from fudaba.common.checks import check_flag, check_generator, check_kind, read_array
from fudaba.common.errors import shown
from fudaba.common.extras import need
from fudaba.common.files import read_bytes, read_path, write_whole
from fudaba.common.languages import translator
from fudaba.common.validation import read_json
from fudaba.envs import Game, Options, Tables, UserError
from fudaba.envs.core.contract.cells import Cell
from fudaba.envs.core.contract.game import check_game

from .agent import check_masks, check_observations
from .compiled_network import Network, network_of
from .greedy import ADVISED, GreedyAgent, weight_table
from .model_card import LOGITS, VALUES, Output, PolicyCard, model_card

_, _n = translator("agents")

FORMAT = "fudaba-policy-1"
WEIGHTS_FILE, CARD_FILE, PAGE_FILE = "policy.safetensors", "card.json", "README.md"
LARGEST_FILE = 2**28  # 67 million weights; a packaged policy has less than 200,000
AT_LEAST_ONE = "allowed: a list of Layer, at least one."
ADVICE_LOGIT = 3.0  # an untrained network departs from the advice 1 time in 21: 1/(1 + e^3)


SEASONS = "seasons"  # the house rule that plays a game several times in a row
OF_A_MATCH = {SEASONS, "bonus"}  # what views tell of that, beside the cells that a match resets


@dataclass(frozen=True)
class Layer:
    """One affine layer: weight float32[outputs, inputs], bias float32[outputs]."""

    weight: np.ndarray
    bias: np.ndarray

    def __call__(self, inputs: np.ndarray) -> np.ndarray:
        """Maps float32[B, inputs] to float32[B, outputs]."""
        return np.asarray(inputs @ self.weight.T + self.bias)


@cache
def hold_blas_to_one_thread() -> None:
    """Limits NumPy's matrix products to one thread, for the rest of this process.

    The threads of OpenBLAS spin while they wait for each other. On busy cores a product of a few
    rows took 66 ms instead of 0.08 ms.
    """
    need("agents")
    from threadpoolctl import ThreadpoolController

    for library in ThreadpoolController().lib_controllers:
        if library.internal_api == "openblas" and "numpy" in library.filepath:
            library.set_num_threads(1)


class PolicyAgent:
    """A multilayer perceptron with tanh between its layers, over the observation.

    Its outputs are logits of the actions, or values: the points that the seat will still win with
    each action. Logits may be residual (residual policy learning): then `ADVICE_LOGIT` is added
    to the logit of greedy's action.
    """

    def __init__(
        self,
        layers: Sequence[Layer],
        sample: bool = False,
        advice: GreedyAgent | None = None,
        output: Output = LOGITS,
    ) -> None:
        """Makes the agent.

        Args:
            layers: From the observation to one number per action.
            sample: Whether to draw actions from the policy, instead of the most likely one.
            advice: The agent whose advice the network corrects; None for a network without.
            output: The meaning of the outputs: `logits`, or `values`, of which the largest is
                taken.

        Raises:
            UserError: There are no layers, they don't fit each other, or a weight is not finite;
                `output` is unknown, or `values` together with `sample` or `advice`; or the
                advice is for another game.
        """
        self.layers = _checked(layers)
        self.sample = check_flag("sample", sample)
        check_kind("advice", advice, (GreedyAgent, NoneType), "a GreedyAgent, None")
        if advice:
            self.check_wiring(advice.game)
        _check_output(output, sample, advice)
        self.output = output
        self.advice = advice
        hold_blas_to_one_thread()

    @property
    def identity(self) -> str:
        """A hash of the network, `sample` and the advice; see `identity_of`."""
        advice = sorted(self.advice.weights.items()) if self.advice else None
        digest = hashlib.sha256(f"sample={self.sample} advice={advice}".encode())
        for layer in self.layers:
            digest.update(f" {layer.weight.shape}".encode())
            digest.update(layer.weight.astype("<f4").tobytes() + layer.bias.astype("<f4").tobytes())
        return digest.hexdigest()

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """Chooses an action at each table; see `Agent.act`.

        Raises:
            UserError: The observations or the masks are of another game, or nothing can be drawn
                from `rng`.
        """
        outputs = self._advised_outputs(observations, masks)
        if self.sample:
            check_generator("rng", rng)
            # The argmax of logits plus Gumbel noise is a draw from their softmax.
            outputs += rng.gumbel(size=outputs.shape).astype(np.float32)
        return np.argmax(outputs, axis=1)

    def probabilities(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Returns the probability of each action; see `ActionProbabilities.probabilities`.

        A network of values draws nothing: its best action has probability 1.

        Raises:
            UserError: The observations or the masks are of another game.
        """
        outputs = self._advised_outputs(observations, masks)
        best = outputs.max(axis=1, keepdims=True)
        weights = np.exp(outputs - best) if self.output == LOGITS else outputs == best
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def _advised_outputs(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Returns the outputs, float32[B, A], with greedy's advice, -inf for illegal actions."""
        outputs = self.outputs(observations)
        masks = check_masks(masks, *outputs.shape)
        outputs = np.where(masks, outputs, -np.inf)
        if self.advice:
            outputs[self.advice.mark(observations, masks) == ADVISED] += ADVICE_LOGIT
        return outputs

    def outputs(self, observations: np.ndarray) -> np.ndarray:
        """Returns the network's outputs, float32[B, A], before masking and advice.

        Raises:
            UserError: The observations are of another game.
        """
        check_observations("the policy", observations, self.layers[0].weight.shape[1])
        values = observations.astype(np.float32)
        for layer in self.layers[:-1]:
            values = np.tanh(layer(values))
        return self.layers[-1](values)

    def network(self, game: Game) -> Network:
        """Returns the network for compiled code, which takes the same actions as the policy.

        Ties may break differently: sums are accumulated in another order.

        Args:
            game: The game it plays.

        Raises:
            UserError: The policy draws its actions (`sample=True`).
        """
        if self.sample:
            raise UserError("sample can't be True in a search; allowed: False.")
        return network_of(
            [layer.weight for layer in self.layers],
            [layer.bias for layer in self.layers],
            ADVICE_LOGIT if self.advice else 0.0,
            self.advice.record if self.advice else weight_table(game).record({}),
        )

    def save(
        self,
        folder: Path | str,
        game: Game,
        options: Options,
        training: Mapping[str, Any] | None = None,
        evaluation: Mapping[str, Any] | None = None,
        vary: Mapping[str, Sequence[Any]] | None = None,
    ) -> None:
        """Writes the policy: `policy.safetensors`, `card.json` and `README.md` in a folder.

        Args:
            folder: Made if it is missing; an older policy in it is replaced.
            game: The game it plays.
            options: The house rules it was trained under.
            training: How it was trained, JSON-able.
            evaluation: Measurements, JSON-able; matches as `fudaba train` writes them,
                `{"greedy": {"mean_reward": 0.8, "low": 0.6, "high": 1.0, "deals": 500}}`.
            vary: The values of the house rules that varied in its training, by name. It plays
                under all of them; the other rules must be those of `options`.

        Raises:
            UserError: The folder can't be written, the network does not fit the game, or the
                notes are not JSON-able.
        """
        folder = read_path("folder", folder)
        check_game(game)
        game.check_options(options)
        self.check_wiring(game)
        weights = _pack(self.layers)
        card = PolicyCard(
            format=FORMAT,
            game=game.name,
            options=options.plain(),
            vary=_plain("vary", vary or {}),
            interface=interface_hash(game),
            residual=self.advice is not None,
            advice=self.advice.weights if self.advice else {},
            output=self.output,
            sample=self.sample,
            weights_sha256=hashlib.sha256(weights).hexdigest(),
            training=_plain("training", training or {}),
            evaluation=_plain("evaluation", evaluation or {}),
        )
        page = model_card(card, game)
        write_whole(folder / WEIGHTS_FILE, weights)
        write_whole(folder / PAGE_FILE, page.encode())
        write_whole(folder / CARD_FILE, (card.sealed().model_dump_json(indent=2) + "\n").encode())

    @classmethod
    def load(
        cls,
        folder: Path | str,
        game: Game,
        options: Options,
        sample: bool | None = None,
        name: str | None = None,
    ) -> Self:
        """Reads a published policy.

        It plays whoever begins. A policy that knows a single season plays each one of a match as
        such.

        Args:
            folder: Its folder.
            game: The game to play.
            options: Its house rules.
            sample: Whether to draw actions from the policy, instead of the most likely one; None
                for what its card says.
            name: Its name in error messages; None for its folder.

        Raises:
            UserError: It is missing or damaged, or of another game or other house rules.
        """
        folder = read_path("folder", folder)
        check_game(game)
        game.check_options(options)
        card = read_card(folder)
        name = str(folder) if name is None else name
        _check_fit(name, card, game, options)
        if sample and card.output == VALUES:
            raise UserError(
                _(
                    "policy {name} predicts the values of actions, not their probabilities; "
                    "leave out sample.",
                    name=name,
                )
            )
        layers, advice = _read_layers(folder, card), _read_advice(folder, card, game)
        if _knows_single_seasons(card, options):
            layers = _in_single_seasons(layers, game, options)
        try:
            draws = card.sample if sample is None else sample
            policy = cls(layers, draws, advice, card.output)
            policy.check_wiring(game)
        except UserError as error:
            raise UserError(f"policy {folder}: {WEIGHTS_FILE}: {error}") from None
        return policy

    def check_wiring(self, game: Game) -> None:
        """Checks that the network leads from the observation of a game to its actions.

        Raises:
            UserError: It does not.
        """
        check_game(game)
        inputs, outputs = self.layers[0].weight.shape[1], self.layers[-1].bias.shape[0]
        if (inputs, outputs) != (game.observation_size, game.num_actions):
            raise UserError(
                f"a network from {inputs} numbers to {outputs} can't play {game.name}; allowed: "
                f"from {game.observation_size} to {game.num_actions}."
            )


def read_card(folder: Path) -> PolicyCard:
    """Reads the card of a published policy.

    Raises:
        UserError: It is missing, or not a policy card.
    """
    if not os.path.lexists(folder):
        raise UserError(
            _(
                "there is no folder {folder} with a policy; fudaba train writes one, for instance "
                "runs/sevens/ppo/final.",
                folder=folder,
            )
        )
    complaint = f"policy {folder}: {CARD_FILE} is no policy card"
    card = read_json(PolicyCard, read_bytes(folder / CARD_FILE), complaint)
    if card.format != FORMAT:
        raise UserError(
            _(
                "policy {folder}: format {format} is not {known}.",
                folder=folder,
                format=repr(card.format),
                known=repr(FORMAT),
            )
        )
    return card


def _read_advice(folder: Path, card: PolicyCard, game: Game) -> GreedyAgent | None:
    """Returns the advice that a policy corrects, with the weights on its card."""
    if not card.residual:
        return None
    try:
        return GreedyAgent(game, card.advice)
    except UserError as error:
        raise UserError(f"policy {folder}: {CARD_FILE}: {error}") from None


def interface_hash(game: Game) -> str:
    """Returns a hash of the observation fields and the action table of a game."""
    wiring = [(field.name, field.shape, field.low, field.high) for field in game.fields]
    kinds = [(kind.name, kind.first, kind.count) for kind in game.actions]
    return hashlib.sha256(json.dumps([wiring, kinds]).encode()).hexdigest()[:16]


def _check_fit(name: str, card: PolicyCard, game: Game, options: Options) -> None:
    if card.game != game.name:
        raise UserError(
            _(
                "policy {name} plays {other}, not {game}.",
                name=name,
                other=card.game,
                game=game.name,
            )
        )
    if card.interface != interface_hash(game):
        raise UserError(
            _(
                "policy {name} was trained on another version of {game}: its observation or its "
                "actions have changed since.",
                name=name,
                game=game.name,
            )
        )
    usual = type(options)().model_dump(mode="json", include={*options.for_research})
    wanted = {**usual, **options.plain()}
    free = {*options.seats, *([SEASONS] if _knows_single_seasons(card, options) else [])}
    for rule in [rule for rule in {**card.options, **wanted} if rule not in free]:
        allowed = card.allowed(rule, usual.get(rule))
        if wanted.get(rule) not in allowed:
            raise UserError(
                _(
                    "policy {name} was trained with {rule}={values}; here {rule} is {value}.",
                    name=name,
                    rule=rule,
                    values=_in_words(allowed),
                    value=wanted.get(rule),
                )
            )


def _in_words(values: Sequence[object]) -> str:
    """Returns the values of a house rule in words.

    >>> _in_words([3, 5]), _in_words([0, 1, 2]), _in_words(["none", "low", "high"])
    ('3 or 5', '0 to 2', 'none or low or high')
    """
    low = values[0]
    if len(values) > 2 and isinstance(low, int) and [*values] == [*range(low, low + len(values))]:
        return _("{low} to {high}", low=low, high=values[-1])
    return _(" or ").join(map(str, values))


def free_rules(options: type[Options]) -> set[str]:
    """Returns the house rules with whose values a policy for the usual rules plays alike."""
    return {*options.seats, SEASONS} & options.model_fields.keys()


def _knows_single_seasons(card: PolicyCard, options: Options) -> bool:
    """Whether a policy knows a single season, and not the match that is played."""
    known = card.allowed(SEASONS)
    return 1 in known and getattr(options, SEASONS) not in known


def _in_single_seasons(layers: list[Layer], game: Game, options: Options) -> list[Layer]:
    """Returns the layers of a policy that sees each season of a match as a single one.

    What tells of the match has its value of the start of a single season, which is added to the
    biases once.
    """
    cells = (cell for cell in game.cells if isinstance(cell, Cell) and cell.reset_on == "match")
    names = {cell.shown.name or cell.name for cell in cells if cell.shown} | OF_A_MATCH
    told = np.zeros(1, game.view_dtype)
    for field in game.fields:
        told[field.name] = field.name in names
    inputs = game.flat(told)[0] != 0
    single = Tables(game, options.model_copy(update={SEASONS: 1}), 1, seed=0)
    first, *others = layers
    start = single.observations[0, inputs].astype(np.float32)
    weight = np.where(inputs, np.float32(0), first.weight)
    return [Layer(weight, first.bias + first.weight[:, inputs] @ start), *others]


def _check_output(output: Output, sample: bool, advice: GreedyAgent | None) -> None:
    if output not in get_args(Output):
        raise UserError(f"output can't be {shown(output)}; allowed: {LOGITS}, {VALUES}.")
    if output == VALUES and sample:
        raise UserError(
            "actions can't be drawn from what they are worth; allowed with values: sample=False."
        )
    if output == VALUES and advice:
        raise UserError(
            "a network whose outputs are values can't correct advice; allowed: outputs of logits."
        )


def _checked(layers: Sequence[Layer]) -> list[Layer]:
    """Returns the layers in float32, after checking that they fit each other."""
    if not isinstance(layers, Sequence):
        raise UserError(f"layers can't be {shown(layers)}; {AT_LEAST_ONE}")
    arrays = [_in_float32(number, layer) for number, layer in enumerate(layers)]
    _check_chain(arrays)
    for number, layer in enumerate(arrays):
        if not (np.isfinite(layer.weight).all() and np.isfinite(layer.bias).all()):
            raise UserError(f"layer {number} holds nan or infinity; allowed: finite weights.")
    return arrays


def _check_chain(layers: Sequence[Layer]) -> None:
    """Checks that there are layers, and that each takes as many inputs as the last one gives."""
    if not layers:
        raise UserError(f"layers can't be []; {AT_LEAST_ONE}")
    for number, layer in enumerate(layers):
        weight, bias = layer.weight.shape, layer.bias.shape
        if len(weight) != 2 or bias != weight[:1]:
            raise UserError(
                f"layer {number} can't have a weight of shape {weight} and a bias of shape "
                f"{bias}; allowed: [outputs, inputs] and [outputs]."
            )
    for number, (before, after) in enumerate(pairwise(layers)):
        outputs, inputs = before.bias.shape[0], after.weight.shape[1]
        if outputs != inputs:
            raise UserError(
                f"layers don't fit: number {number} gives {outputs} numbers, "
                f"number {number + 1} takes {inputs}."
            )


def _in_float32(number: int, layer: Layer) -> Layer:
    check_kind(f"layer {number}", layer, Layer, "a Layer")
    with np.errstate(over="ignore"):  # too large a number becomes infinite
        weight = read_array(f"the weight of layer {number}", layer.weight, np.float32)
        bias = read_array(f"the bias of layer {number}", layer.bias, np.float32)
    return Layer(weight, bias)


def _plain(name: str, notes: Mapping[str, Any]) -> dict[str, Any]:
    """Returns notes as plain JSON: lists for tuples, null for numbers that are not finite."""
    check_kind(name, notes, Mapping, "a mapping that is JSON-able")
    try:
        plain: dict[str, Any] = from_json(to_json(dict(notes), inf_nan_mode="null"))
    except ValueError:
        raise UserError(f"{name} can't be {shown(notes)}; allowed: what JSON can hold.") from None
    return plain


def _pack(layers: list[Layer]) -> bytes:
    need("agents")
    from safetensors.numpy import save

    tensors = {}
    for number, layer in enumerate(layers):
        tensors[f"{number}.weight"] = np.ascontiguousarray(layer.weight, np.float32)
        tensors[f"{number}.bias"] = np.ascontiguousarray(layer.bias, np.float32)
    packed: bytes = save(tensors)
    return packed


def _read_layers(folder: Path, card: PolicyCard) -> list[Layer]:
    """Returns the layers in the weights file of a policy."""
    weights = read_bytes(folder / WEIGHTS_FILE, LARGEST_FILE + 1)
    if len(weights) > LARGEST_FILE:
        raise UserError(
            _(
                "policy {folder}: {weights_file} has more than {most:,} bytes.",
                folder=folder,
                weights_file=WEIGHTS_FILE,
                most=LARGEST_FILE,
            )
        )
    if hashlib.sha256(weights).hexdigest() != card.weights_sha256:
        raise UserError(
            _(
                "policy {folder}: {weights_file} is damaged or not the file that {card_file} "
                "describes.",
                folder=folder,
                weights_file=WEIGHTS_FILE,
                card_file=CARD_FILE,
            )
        )
    layers = _unpack(weights)
    if layers is None:
        raise UserError(
            _(
                "policy {folder}: {weights_file} holds no network; allowed: float32 tensors "
                "0.weight, 0.bias, 1.weight, 1.bias, ...",
                folder=folder,
                weights_file=WEIGHTS_FILE,
            )
        )
    return layers


def _unpack(weights: bytes) -> list[Layer] | None:
    """Returns the layers of a weights file; None if it holds something else."""
    need("agents")
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        tensors = load(weights)
        layers = [
            Layer(tensors.pop(f"{number}.weight"), tensors.pop(f"{number}.bias"))
            for number in range(len(tensors) // 2)
        ]
    except (SafetensorError, KeyError, ValueError):  # or a shape or a type that NumPy lacks
        return None
    arrays = [array for layer in layers for array in (layer.weight, layer.bias)]
    is_network = not tensors and all(array.dtype == np.float32 for array in arrays)
    return layers if is_network else None
