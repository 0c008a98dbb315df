"""The named weights of the heuristics, and files of tuned ones."""

import json
import pickle
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fudaba.agents import make_agent
from fudaba.agents.agent import identity_of
from fudaba.agents.greedy import GreedyAgent, advice, follows_advice, weight_table
from fudaba.agents.policy import Layer, PolicyAgent
from fudaba.agents.tuned_advice import (
    FORMAT,
    packaged_file,
    packaged_weights,
    read_tuned_advice,
)
from fudaba.envs import Tables, UserError, find_game
from fudaba.envs.core.compiling.sources import SOURCE_ROOT
from fudaba.envs.core.contract.weights import NO_WEIGHTS, Weight, WeightTable

from ..spread import GAMES, every_game

SEVENS = find_game("sevens_v0")
NEVER_PASSES = {"pass_price": -6.0, "every_pass": -4.0}


def write(path: Path, **changes: Any) -> Path:
    content = {"format": FORMAT, "game": SEVENS.name, "weights": NEVER_PASSES, "tuning": {}}
    path.write_text(json.dumps({**content, **changes}), encoding="utf-8")
    return path


def chosen(agent: Any, steps: int = 12) -> np.ndarray:
    """Returns an agent's actions in the positions of 64 games that the tuned greedy plays."""
    rng, tables, actions = np.random.default_rng(0), Tables(SEVENS, SEVENS.options(), 64, 1), []
    for _ in range(steps):
        seen = tables.observations, tables.action_masks
        actions.append(agent.act(*seen, rng))
        tables.step(GreedyAgent(SEVENS).act(*seen, rng))
    return np.array(actions)


@every_game
def test_every_weight_has_a_name_of_its_own_a_meaning_and_a_range(game: Any) -> None:
    rows = weight_table(game).rows
    assert rows and len({row.name for row in rows}) == len(rows)
    assert all(row.low < row.high and row.meaning for row in rows)


@every_game
def test_the_weights_of_the_package_fit_their_tables(game: Any) -> None:
    assert weight_table(game).complete(packaged_weights(game))


def test_no_file_of_weights_lies_there_for_nothing() -> None:
    expected = {packaged_file(game) for game in GAMES}
    assert set(SOURCE_ROOT.glob("envs/*/heuristic.json")) <= expected


def test_a_record_holds_given_weights_and_defaults() -> None:
    table = WeightTable(Weight("a", 1.0, 0.0, 2.0, "this"), Weight("b", 3.0, 0.0, 4.0, "that"))
    record = table.record({"b": 4})
    assert (record["a"], record["b"]) == (1.0, 4.0)
    assert table.complete({"b": 4}) == {"a": 1.0, "b": 4.0}
    assert NO_WEIGHTS.record({})["none"] == 0.0
    with pytest.raises(ValueError, match="the default of a is outside its range"):
        WeightTable(Weight("a", 3.0, 0.0, 2.0, "this"))


def test_a_record_holds_what_follows_from_its_weights() -> None:
    table = WeightTable(
        Weight("a", 1.0, 0.0, 2.0, "this"),
        multiples=lambda weights: weights["a"] * np.arange(3),
    )
    assert table.record({})["multiples"].tolist() == [0.0, 1.0, 2.0]
    assert table.record({"a": 2})["multiples"].tolist() == [0.0, 2.0, 4.0]
    assert table.complete({}) == {"a": 1.0}


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({"pas_price": 1.0}, r"there is no weight 'pas_price'; allowed: own_card, .*pass_price"),
        ({"pass_price": -7}, r"weight pass_price can't be -7; allowed: -6 to 2\."),
        ({"pass_price": float("nan")}, r"weight pass_price can't be nan; allowed: -6 to 2\."),
        ({"pass_price": True}, r"weight pass_price can't be True; allowed: -6 to 2\."),
        ({"pass_price": "1"}, r"weight pass_price can't be '1'; allowed: -6 to 2\."),
    ],
)
def test_wrong_weights_are_refused(weights: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        GreedyAgent(SEVENS, weights)


def test_weights_change_what_is_chosen_without_another_compilation() -> None:
    usual, other = GreedyAgent(SEVENS), GreedyAgent(SEVENS, NEVER_PASSES)
    assert (chosen(usual) != chosen(other)).any()
    assert (chosen(other) == chosen(pickle.loads(pickle.dumps(other)))).all()


def test_an_identity_tells_weights_apart() -> None:
    usual, other = GreedyAgent(SEVENS), GreedyAgent(SEVENS, NEVER_PASSES)
    assert usual.identity == GreedyAgent(SEVENS, packaged_weights(SEVENS)).identity == "greedy"
    assert identity_of("other", other) not in ("greedy", GreedyAgent(SEVENS, {}).identity)
    assert follows_advice(usual) and not follows_advice(other)
    assert advice(SEVENS).weights == usual.record


def test_a_policy_keeps_the_weights_of_its_advice(tmp_path: Path) -> None:
    widths = (SEVENS.observation_size, 4, SEVENS.num_actions)
    layers = [
        Layer(np.zeros((outputs, inputs)), np.zeros(outputs))
        for inputs, outputs in pairwise(widths)
    ]
    policy = PolicyAgent(layers, advice=GreedyAgent(SEVENS, NEVER_PASSES))
    policy.save(tmp_path, SEVENS, SEVENS.options())
    again = PolicyAgent.load(tmp_path, SEVENS, SEVENS.options())
    assert again.advice is not None and again.advice.weights["pass_price"] == -6.0
    assert again.identity == policy.identity
    assert again.identity != PolicyAgent(layers, advice=GreedyAgent(SEVENS)).identity
    assert (chosen(again) == chosen(GreedyAgent(SEVENS, NEVER_PASSES))).all()


def test_a_card_without_weights_means_those_chosen_by_hand(tmp_path: Path) -> None:
    layers = [
        Layer(np.zeros((SEVENS.num_actions, SEVENS.observation_size)), np.zeros(SEVENS.num_actions))
    ]
    PolicyAgent(layers, advice=GreedyAgent(SEVENS, NEVER_PASSES)).save(
        tmp_path, SEVENS, SEVENS.options()
    )
    card = json.loads((tmp_path / "card.json").read_text(encoding="utf-8"))
    del card["advice"], card["sha256"]
    (tmp_path / "card.json").write_text(json.dumps(card), encoding="utf-8")
    policy = PolicyAgent.load(tmp_path, SEVENS, SEVENS.options())
    assert policy.advice is not None
    assert policy.advice.weights == GreedyAgent(SEVENS, {}).weights


def test_a_card_with_wrong_weights_is_refused(tmp_path: Path) -> None:
    layers = [
        Layer(np.zeros((SEVENS.num_actions, SEVENS.observation_size)), np.zeros(SEVENS.num_actions))
    ]
    PolicyAgent(layers, advice=GreedyAgent(SEVENS)).save(tmp_path, SEVENS, SEVENS.options())
    card = json.loads((tmp_path / "card.json").read_text(encoding="utf-8"))
    card["advice"]["pass_price"] = 1e6
    del card["sha256"]
    (tmp_path / "card.json").write_text(json.dumps(card), encoding="utf-8")
    with pytest.raises(UserError, match=r"card.json: weight pass_price can't be 1000000.0"):
        PolicyAgent.load(tmp_path, SEVENS, SEVENS.options())


# Words


def test_words_name_the_weights(tmp_path: Path) -> None:
    path = write(tmp_path / "weights.json")
    named = make_agent(f"greedy:weights={path}", SEVENS, SEVENS.options())
    untuned = make_agent("greedy:untuned", SEVENS, SEVENS.options())
    assert named.identity == GreedyAgent(SEVENS, NEVER_PASSES).identity
    assert untuned.identity == GreedyAgent(SEVENS, {}).identity
    assert read_tuned_advice(path, SEVENS).weights == NEVER_PASSES


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "seki_v0"}, r"^the weights in .* are for seki_v0, not sevens_v0\.$"),
        ({"format": "x"}, r"^.*weights.json: format 'x' is not 'fudaba-advice-1'\.$"),
        ({"weights": {"pass_price": 9}}, r"^.*weights.json: weight pass_price can't be 9.0; allo"),
        ({"weights": {"kill": 1.0}}, r"^.*weights.json: there is no weight 'kill'; allowed: own_c"),
        ({"weights": 3}, r"is no file of tuned weights"),
        ({"weights": {"pass_price": "-1"}}, r"is no file of tuned weights"),
        ({"more": 3}, r"is no file of tuned weights"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    path = write(tmp_path / "weights.json", **changes)
    with pytest.raises(UserError, match=message):
        make_agent(f"greedy:weights={path}", SEVENS, SEVENS.options())


@pytest.mark.parametrize("name", ["", "missing.json", "."])
def test_a_missing_file_is_refused(name: str) -> None:
    with pytest.raises(UserError):
        make_agent(f"greedy:weights={name}", SEVENS, SEVENS.options())
