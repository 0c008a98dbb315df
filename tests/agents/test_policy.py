"""Published policies: saved, loaded, refused."""

import hashlib
import json
import os
import pickle
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors import numpy as safetensors_numpy
from threadpoolctl import ThreadpoolController

from fudaba.agents import make_agent
from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.montecarlo import MonteCarloAgent
from fudaba.agents.naming import load_policy, policy_folder
from fudaba.agents.policy import (
    ADVICE_LOGIT,
    CARD_FILE,
    PAGE_FILE,
    WEIGHTS_FILE,
    Layer,
    PolicyAgent,
    hold_blas_to_one_thread,
    interface_hash,
    read_card,
)
from fudaba.envs import Tables, UserError, find_game

GAME = find_game("sevens_v0")
DEFAULTS = GAME.options.read("sevens_v0", {})
INPUTS, OUTPUTS = GAME.observation_size, GAME.num_actions


def network(*widths: int, seed: int = 0) -> list[Layer]:
    """Random layers of the given widths."""
    rng = np.random.default_rng(seed)
    return [
        Layer(
            rng.normal(0, 0.1, (outputs, inputs)).astype(np.float32),
            rng.normal(0, 0.1, outputs).astype(np.float32),
        )
        for inputs, outputs in pairwise(widths)
    ]


AGENT = PolicyAgent(network(INPUTS, 12, 8, OUTPUTS))
OBSERVATIONS = np.random.default_rng(1).integers(0, 3, (50, INPUTS)).astype(np.int8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A published policy."""
    AGENT.save(tmp_path / "policy", GAME, DEFAULTS, training={"steps": 7})
    return tmp_path / "policy"


def load(folder: Path, **options: Any) -> PolicyAgent:
    return PolicyAgent.load(folder, GAME, GAME.options.read("sevens_v0", options))


def edit_card(folder: Path, **changes: Any) -> None:
    """Changes entries of the card; None takes one out."""
    card = json.loads((folder / CARD_FILE).read_text()) | {"sha256": None} | changes
    card = {key: value for key, value in card.items() if value is not None}
    (folder / CARD_FILE).write_text(json.dumps(card))


def put_weights(folder: Path, content: bytes) -> None:
    """Other weights, with a card that vouches for them."""
    (folder / WEIGHTS_FILE).write_bytes(content)
    edit_card(folder, weights_sha256=hashlib.sha256(content).hexdigest())


def refusal(folder: Path, **options: Any) -> str:
    """The one sentence with which a policy is refused."""
    with pytest.raises(UserError) as caught:
        load(folder, **options)
    message = str(caught.value)
    assert str(folder) in message and "\n" not in message and message.endswith(".")
    return message


def test_a_loaded_policy_is_the_saved_one(folder: Path) -> None:
    assert (load(folder).outputs(OBSERVATIONS) == AGENT.outputs(OBSERVATIONS)).all()
    named = make_agent(f"policy:{folder}", GAME, DEFAULTS)
    masks = np.ones((50, OUTPUTS), np.int8)
    rng = np.random.default_rng(0)
    assert (named.act(OBSERVATIONS, masks, rng) == AGENT.act(OBSERVATIONS, masks, rng)).all()


def test_the_folder_holds_weights_and_a_card_and_nothing_else(folder: Path) -> None:
    assert sorted(os.listdir(folder)) == [PAGE_FILE, CARD_FILE, WEIGHTS_FILE]
    card = json.loads((folder / CARD_FILE).read_text())
    assert card["game"] == "sevens_v0" and card["options"] == DEFAULTS.plain()
    assert card["interface"] == interface_hash(GAME) and card["training"] == {"steps": 7}
    weights = (folder / WEIGHTS_FILE).read_bytes()
    assert card["weights_sha256"] == hashlib.sha256(weights).hexdigest()


def test_the_card_says_whether_it_draws_unless_the_spec_does(tmp_path: Path) -> None:
    for sample in (False, True):
        folder = tmp_path / f"{sample}"
        PolicyAgent(AGENT.layers, sample).save(folder, GAME, DEFAULTS)
        specs = (f"policy:{folder}{ending}" for ending in ("", ",argmax", ",sample"))
        agents = [load_policy(spec, GAME, DEFAULTS) for spec in specs]
        assert [agent.sample for agent in agents] == [sample, False, True]
        search = make_agent(f"montecarlo:budget=4,policy={folder}", GAME, DEFAULTS)
        assert isinstance(search, MonteCarloAgent) and search.policy is not None
        assert not search.policy.sample


def test_an_older_card_without_a_newer_field_keeps_its_seal(folder: Path) -> None:
    card = read_card(folder)
    older = card.model_dump(exclude={"sample", "sha256"})
    text = type(card).model_validate(older).model_dump_json(exclude={"sample", "sha256"})
    older["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    (folder / CARD_FILE).write_text(json.dumps(older))
    assert read_card(folder).sample is False
    (folder / CARD_FILE).write_text(json.dumps(older | {"game": "cyclic_v0"}))
    with pytest.raises(UserError, match="is damaged, or was changed"):
        read_card(folder)


def test_a_word_lets_it_draw_its_actions(folder: Path) -> None:
    sure, drawn = (make_agent(f"policy:{folder}{end}", GAME, DEFAULTS) for end in ("", ",sample"))
    assert isinstance(sure, PolicyAgent) and isinstance(drawn, PolicyAgent)
    assert not sure.sample and drawn.sample
    for layer, same in zip(sure.layers, drawn.layers, strict=True):
        assert (layer.weight == same.weight).all()
    assert policy_folder("policy:a/b,sample") == policy_folder("policy:a/b") == Path("a/b")
    assert policy_folder("policy:,sample") is policy_folder("greedy,sample") is None


def test_an_older_policy_in_the_folder_is_replaced(folder: Path) -> None:
    other = PolicyAgent(network(INPUTS, OUTPUTS, seed=3))
    other.save(str(folder), GAME, DEFAULTS)
    assert (load(folder).outputs(OBSERVATIONS) == other.outputs(OBSERVATIONS)).all()
    assert sorted(os.listdir(folder)) == [PAGE_FILE, CARD_FILE, WEIGHTS_FILE]
    assert "There are no notes on how it was trained." in (folder / PAGE_FILE).read_text()


def test_the_network_is_affine_layers_with_tanh_between() -> None:
    first, last = network(INPUTS, 3, OUTPUTS)
    by_hand = np.tanh(OBSERVATIONS @ first.weight.T + first.bias) @ last.weight.T + last.bias
    assert np.allclose(PolicyAgent([first, last]).outputs(OBSERVATIONS), by_hand, atol=1e-5)


def test_the_likeliest_legal_action_is_taken() -> None:
    logits = AGENT.outputs(OBSERVATIONS)
    masks = np.ones((50, OUTPUTS), np.int8)
    masks[np.arange(50), logits.argmax(axis=1)] = 0
    actions = AGENT.act(OBSERVATIONS, masks, np.random.default_rng(0))
    assert (actions == np.argsort(logits, axis=1)[:, -2]).all()


def test_a_sampling_policy_draws_from_the_softmax_of_the_legal_logits() -> None:
    many = np.repeat(OBSERVATIONS[:1], 20_000, axis=0)
    masks = np.zeros((20_000, OUTPUTS), np.int8)
    masks[:, [1, 5, 60]] = 1
    logits = AGENT.outputs(OBSERVATIONS[:1])[0, [1, 5, 60]]
    wanted = np.exp(logits) / np.exp(logits).sum()
    sampled = PolicyAgent(AGENT.layers, sample=True).act(many, masks, np.random.default_rng(2))
    counts = np.bincount(sampled, minlength=OUTPUTS)
    assert counts.sum() == counts[[1, 5, 60]].sum()
    assert np.allclose(counts[[1, 5, 60]] / 20_000, wanted, atol=0.02)
    assert len(np.unique(AGENT.act(many, masks, np.random.default_rng(2)))) == 1
    said = AGENT.probabilities(OBSERVATIONS[:1], masks[:1])[0]
    assert np.allclose(said[[1, 5, 60]], wanted, atol=1e-5)
    assert np.isclose(said.sum(), 1.0) and np.count_nonzero(said) == 3


def test_a_policy_of_values_draws_nothing() -> None:
    masks = np.zeros((len(OBSERVATIONS), OUTPUTS), np.int8)
    masks[:, [1, 5, 60]] = 1
    worth = PolicyAgent(AGENT.layers, output="values")
    said = worth.probabilities(OBSERVATIONS, masks)
    chosen = worth.act(OBSERVATIONS, masks, np.random.default_rng(2))
    assert (said == np.eye(OUTPUTS)[chosen]).all()


def test_a_residual_policy_changes_the_advice(tmp_path: Path) -> None:
    tables, greedy, rng = (
        Tables(GAME, DEFAULTS, 200, 3),
        GreedyAgent(GAME),
        np.random.default_rng(0),
    )
    for _ in range(10):
        tables.step(greedy.act(tables.observations, tables.action_masks, rng))
    row = int(tables.action_masks.sum(axis=1).argmax())
    observations, masks = tables.observations[[row]], tables.action_masks[[row]]
    (advised,) = greedy.act(observations, masks, rng)
    for urge, is_followed in ((ADVICE_LOGIT - 0.1, True), (ADVICE_LOGIT + 0.1, False)):
        urges = np.full(OUTPUTS, urge, np.float32)
        urges[advised] = 0.0
        eager = PolicyAgent([Layer(np.zeros((OUTPUTS, INPUTS), np.float32), urges)], advice=greedy)
        eager.save(tmp_path, GAME, DEFAULTS)
        for policy in (eager, load(tmp_path)):
            (chosen,) = policy.act(observations, masks, rng)
            assert masks[0, chosen] == 1 and (chosen == advised) == is_followed
            assert policy.probabilities(observations, masks)[0].argmax() == chosen
    assert json.loads((tmp_path / CARD_FILE).read_text())["residual"]
    assert "corrects the advice" in (tmp_path / PAGE_FILE).read_text()


def test_a_network_of_values_takes_the_best_action(tmp_path: Path) -> None:
    agent = PolicyAgent(AGENT.layers, output="values")
    agent.save(tmp_path, GAME, DEFAULTS)
    loaded, rng = load(tmp_path), np.random.default_rng(0)
    assert loaded.output == json.loads((tmp_path / CARD_FILE).read_text())["output"] == "values"
    masks = np.ones((50, OUTPUTS), np.int8)
    best = loaded.outputs(OBSERVATIONS).argmax(axis=1)
    assert (loaded.act(OBSERVATIONS, masks, rng) == best).all()
    page = (tmp_path / PAGE_FILE).read_text()
    assert "estimates the points that each action will still bring, and takes the best." in page


def test_actions_are_not_drawn_from_what_they_are_worth(tmp_path: Path) -> None:
    PolicyAgent(AGENT.layers, output="values").save(tmp_path, GAME, DEFAULTS)
    with pytest.raises(UserError) as caught:
        make_agent(f"policy:{tmp_path},sample", GAME, DEFAULTS)
    assert str(caught.value) == (
        f"policy {tmp_path} predicts the values of actions, not their probabilities; leave out "
        "sample."
    )
    with pytest.raises(UserError, match="actions can't be drawn from what they are worth"):
        PolicyAgent(AGENT.layers, sample=True, output="values")
    with pytest.raises(UserError, match="outputs are values can't correct advice"):
        PolicyAgent(AGENT.layers, advice=GreedyAgent(GAME), output="values")


def test_an_output_that_does_not_exist(folder: Path) -> None:
    with pytest.raises(UserError, match="output can't be 'odds'; allowed: logits, values"):
        PolicyAgent(AGENT.layers, output="odds")
    edit_card(folder, output="odds")
    assert "card.json is no policy card: output: " in refusal(folder)


def test_a_card_that_does_not_say_what_the_network_says_is_of_logits(folder: Path) -> None:
    edit_card(folder, output=None)
    assert load(folder).output == "logits"
    assert "will still bring" not in (folder / PAGE_FILE).read_text()


def test_a_card_of_before_residual_policies_is_of_a_network_that_says_all(folder: Path) -> None:
    edit_card(folder, residual=None)
    assert "residual" not in json.loads((folder / CARD_FILE).read_text())
    assert load(folder).advice is None


def test_a_policy_multiplies_on_its_own_thread_alone() -> None:
    found = [lib for lib in ThreadpoolController().lib_controllers if "numpy" in lib.filepath]
    if not any(library.internal_api == "openblas" for library in found):
        pytest.skip("NumPy has another BLAS here")
    for library in found:
        library.set_num_threads(2)
    hold_blas_to_one_thread.cache_clear()
    PolicyAgent(network(INPUTS, OUTPUTS))
    assert [library.get_num_threads() for library in found] == [1]


def test_a_missing_folder_or_file_is_named(folder: Path, tmp_path: Path) -> None:
    assert refusal(tmp_path / "nowhere") == (
        f"there is no folder {tmp_path / 'nowhere'} with a policy; fudaba train writes one, for "
        "instance runs/sevens/ppo/final."
    )
    (folder / WEIGHTS_FILE).unlink()
    assert WEIGHTS_FILE in refusal(folder)


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "can't be read: Not a directory" in refusal(tmp_path / "file")
    with pytest.raises(UserError, match=r"can't be written: (Not a directory|File exists)\.$"):
        AGENT.save(tmp_path / "file", GAME, DEFAULTS)


def test_truncated_weights(folder: Path) -> None:
    weights = (folder / WEIGHTS_FILE).read_bytes()
    (folder / WEIGHTS_FILE).write_bytes(weights[:-1] + b"x")
    assert "is damaged or not the file that card.json describes" in refusal(folder)
    for length in (0, 4, 40, len(weights) - 1):
        put_weights(folder, weights[:length])
        assert "holds no network" in refusal(folder)


def test_weights_of_another_policy(folder: Path, tmp_path: Path) -> None:
    PolicyAgent(network(INPUTS, 12, 8, OUTPUTS, seed=9)).save(tmp_path / "other", GAME, DEFAULTS)
    os.replace(tmp_path / "other" / WEIGHTS_FILE, folder / WEIGHTS_FILE)
    assert "is damaged or not the file that card.json describes" in refusal(folder)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "the text"),
        ("{", "the text"),
        ("[]", "the text"),
        ("null", "the text"),
        ("{}", "format: Field required"),
        ("\udcff", "no text in UTF-8"),
    ],
)
def test_a_card_that_is_none(folder: Path, text: str, part: str) -> None:
    (folder / CARD_FILE).write_bytes(text.encode(errors="surrogateescape"))
    message = refusal(folder)
    assert "card.json is no policy card" in message and part in message


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"game": None}, "game: Field required"),
        ({"weights_sha256": None}, "weights_sha256: Field required"),
        ({"author": "me"}, "author: Extra inputs are not permitted"),
        ({"options": 3}, "options"),
        ({"format": "fudaba-policy-0"}, "format 'fudaba-policy-0' is not 'fudaba-policy-1'"),
        ({"game": "whist_v0"}, "plays whist_v0, not sevens_v0"),
        ({"interface": "0" * 16}, "was trained on another version of sevens_v0"),
    ],
)
def test_a_card_that_does_not_fit(folder: Path, changes: dict[str, Any], part: str) -> None:
    edit_card(folder, **changes)
    assert part in refusal(folder)


def test_a_policy_of_other_house_rules(folder: Path) -> None:
    assert refusal(folder, pass_limit=5) == (
        f"policy {folder} was trained with pass_limit=3; here pass_limit is 5."
    )
    edit_card(folder, options={"pass_limit": 3, "blood": True})
    assert "was trained with blood=True" in refusal(folder)


def test_a_policy_whose_card_leaves_out_a_house_rule(folder: Path) -> None:
    options = DEFAULTS.plain()
    del options["pass_limit"]
    edit_card(folder, options=options)
    assert "pass_limit" in refusal(folder, pass_limit=5)


def test_a_policy_plays_the_pack_that_it_was_trained_with(tmp_path: Path) -> None:
    game, pack = find_game("taxot_v0"), {"pack": ["bow", "chariot", "tiger"]}
    usual, small = game.options(num_players=2), game.options(num_players=2, **pack)
    policy = PolicyAgent(network(game.observation_size, game.num_actions))
    for trained, other in ((usual, small), (small, usual)):
        policy.save(tmp_path, game, trained)
        PolicyAgent.load(tmp_path, game, trained)
        with pytest.raises(UserError, match=r"trained with pack=\[.*\]; here pack is \[.*\]\."):
            PolicyAgent.load(tmp_path, game, other)


@pytest.mark.parametrize("dtype", [np.float64, np.float16, np.int64, np.bool_])
def test_weights_of_another_type_are_refused_and_not_converted(folder: Path, dtype: Any) -> None:
    layers = [Layer(layer.weight.astype(dtype), layer.bias) for layer in network(INPUTS, OUTPUTS)]
    put_weights(folder, packed(layers))
    assert "holds no network; allowed: float32 tensors" in refusal(folder)


def packed(layers: list[Layer]) -> bytes:
    """Layers as a weights file holds them, whatever they are."""
    named = [(number, layer) for number, layer in enumerate(layers)]
    weights = {f"{number}.weight": layer.weight for number, layer in named}
    return safetensors_numpy.save(
        weights | {f"{number}.bias": layer.bias for number, layer in named}
    )


def file_of(tensors: dict[str, Any], length: int = 0) -> bytes:
    """A weights file of a header and zeros."""
    header = json.dumps(tensors).encode()
    return len(header).to_bytes(8, "little") + header + bytes(length)


def zeros(*shape: int, ends: int = 0, kind: str = "F32") -> dict[str, Any]:
    """The entry of a tensor in a header."""
    return {"dtype": kind, "shape": shape, "data_offsets": [0, ends]}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        (2**63).to_bytes(8, "little") + b"{}",
        (4).to_bytes(8, "little") + b"{}{}",
        file_of({"0.weight": 3}),
        file_of({"0.weight": zeros(OUTPUTS, INPUTS, ends=8)}, 8),
        file_of({"0.weight": zeros(0, 2**62, 2**62), "0.bias": zeros(0)}),
        file_of({"0.weight": zeros(*[0] * 70), "0.bias": zeros(0)}),
        file_of({"0.weight": zeros(0, INPUTS, kind="BF16"), "0.bias": zeros(0)}),
        file_of({"0.weight": zeros(0, INPUTS)}),
        file_of({"0.weight": zeros(0, INPUTS), "0.offset": zeros(0)}),
        packed([*network(INPUTS, OUTPUTS), Layer(np.zeros((1, 1), np.float16), np.zeros(1))]),
    ],
)
def test_a_file_that_holds_no_network(folder: Path, content: bytes) -> None:
    put_weights(folder, content)
    assert "holds no network; allowed: float32 tensors 0.weight, 0.bias, " in refusal(folder)


def test_a_file_of_gigabytes_is_not_read_to_its_end(folder: Path) -> None:
    with (folder / WEIGHTS_FILE).open("wb") as file:
        file.truncate(2**32)  # a hole: no disk holds it
    assert f"has more than {2**28:,} bytes" in refusal(folder)


@pytest.mark.parametrize(
    ("key", "value"), [("residual", "yes"), ("residual", 1), ("game", 3), ("training", [1])]
)
def test_a_card_has_the_types_that_it_is_written_with(folder: Path, key: str, value: Any) -> None:
    edit_card(folder, **{key: value})
    assert f"card.json is no policy card: {key}: " in refusal(folder)


def with_weight(value: float, layer: int = 0) -> list[Layer]:
    """A network for the game with one weight or bias replaced."""
    layers = network(INPUTS, 8, OUTPUTS)
    (layers[layer].weight[0] if layer else layers[layer].bias)[0] = value
    return layers


@pytest.mark.parametrize(
    ("layers", "message"),
    [
        (network(INPUTS + 1, OUTPUTS), "can't play sevens_v0; allowed: from 943 to 69"),
        (network(INPUTS, OUTPUTS - 1), "can't play sevens_v0; allowed: from 943 to 69"),
        (network(INPUTS, 1), "can't play sevens_v0; allowed: from 943 to 69"),
        ([*network(INPUTS, 8), *network(9, OUTPUTS)], "number 0 gives 8 numbers, number 1 takes 9"),
        ([], "allowed: a list of Layer, at least one"),
        (with_weight(np.nan), "layer 0 holds nan or infinity; allowed: finite weights"),
        (with_weight(np.inf, 1), "layer 1 holds nan or infinity; allowed: finite weights"),
        (
            [Layer(np.zeros(INPUTS, np.float32), np.zeros(1, np.float32))],
            "layer 0 can't have a wei",
        ),
        (
            [Layer(np.zeros((3, 4), np.float32), np.zeros(4, np.float32))],
            "layer 0 can't have a wei",
        ),
    ],
)
def test_a_network_that_is_none_or_not_for_the_game(
    folder: Path, layers: list[Layer], message: str
) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(UserError, match=message):
        PolicyAgent(layers).save(folder, GAME, DEFAULTS)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    put_weights(folder, packed(layers))
    assert WEIGHTS_FILE in refusal(folder)
    assert re.search(message, refusal(folder))


def test_a_weight_that_float32_can_not_hold_is_infinite() -> None:
    with pytest.raises(UserError, match="layer 0 holds nan or infinity"):
        PolicyAgent([Layer(np.full((OUTPUTS, INPUTS), 1e300), np.zeros(OUTPUTS))])


@pytest.mark.parametrize("notes", [{"by": object()}, {"reward": np.float32(1)}, [1], "me"])
def test_notes_that_are_not_json_able_are_refused(tmp_path: Path, notes: Any) -> None:
    for name in ("training", "evaluation"):
        with pytest.raises(UserError, match=rf"^{name} can't be .*; allowed: "):
            AGENT.save(tmp_path / "new", GAME, DEFAULTS, **{name: notes})
    assert not (tmp_path / "new").exists()


class Trap:
    """Makes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, int]]:
        return os.open, (str(self._path), os.O_CREAT)


def test_a_pickle_is_refused_and_not_opened(folder: Path, tmp_path: Path) -> None:
    trap = pickle.dumps(Trap(tmp_path / "sprung"))
    put_weights(folder, trap)
    assert "holds no network" in refusal(folder)
    (folder / CARD_FILE).write_bytes(trap)
    assert "is no policy card" in refusal(folder)
    assert not (tmp_path / "sprung").exists()
    os.close(pickle.loads(trap))
    assert (tmp_path / "sprung").exists()
