"""A policy in compiled code: the same decisions, and searches that follow them."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from fudaba.agents import make_agent
from fudaba.agents.agent import identity_of
from fudaba.agents.compiled_network import apply_tanh, decision
from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.ismcts import ISMCTSAgent
from fudaba.agents.montecarlo import MonteCarloAgent
from fudaba.agents.naming import policy_folder, smallest_search
from fudaba.agents.playouts import Playouts
from fudaba.agents.policy import Layer, PolicyAgent
from fudaba.agents.searching import WorldSearch
from fudaba.envs import Game, Tables, UserError, find_game

from .test_montecarlo import positions

SEVENS, CYCLIC = find_game("sevens_v0"), find_game("cyclic_v0")
ROUNDING = 1e-4  # what sums in another order differ by


def network(game: Game, *hidden: int, scale: float = 0.2) -> list[Layer]:
    """Random layers with hidden ones of the given widths."""
    rng = np.random.default_rng(5)
    widths = (game.observation_size, *hidden, game.num_actions)
    return [
        Layer(rng.normal(0, scale, (outputs, inputs)), rng.normal(0, scale, outputs))
        for inputs, outputs in pairwise(widths)
    ]


def decided(game: Game, policy: PolicyAgent, tables: Tables) -> np.ndarray:
    """Returns the action of compiled code at every table."""
    decide, own = decision(game, by_network=True), policy.network(game)
    return np.array(
        [
            decide(state, view, observation, mask, own)
            for state, view, observation, mask in zip(
                tables.states, tables.views, tables.observations, tables.action_masks, strict=True
            )
        ]
    )


@pytest.mark.parametrize("game", [SEVENS, CYCLIC], ids=["sevens", "cyclic"])
@pytest.mark.parametrize("hidden", [(), (9,), (16, 7), (5, 11, 16)])
def test_it_takes_the_actions_that_the_policy_takes(game: Game, hidden: tuple[int, ...]) -> None:
    greedy, rng = GreedyAgent(game), np.random.default_rng(0)
    layers = network(game, *hidden)
    policies = [
        PolicyAgent(layers),
        PolicyAgent(layers, advice=greedy),
        PolicyAgent(layers, output="values"),
    ]
    for steps in (1, 7, 20):
        tables = positions(game, {}, steps, num_tables=40)
        rows = np.arange(40)
        for policy in policies:
            chosen = decided(game, policy, tables)
            logits = policy.outputs(tables.observations)
            if policy.advice:
                logits[rows, greedy.act(tables.observations, tables.action_masks, rng)] += 3.0
            best = np.where(tables.action_masks, logits, -np.inf).max(axis=1)
            assert tables.action_masks[rows, chosen].all()
            assert (logits[rows, chosen] >= best - ROUNDING).all()
            acted = policy.act(tables.observations, tables.action_masks, rng)
            assert (chosen == acted).mean() > 0.99


def test_apply_tanh_is_tanh() -> None:
    inputs = np.linspace(-12.0, 12.0, 100_001, dtype=np.float32)
    values = np.stack([inputs, inputs])
    apply_tanh(values, 1, 100_000)
    assert (values[0] == inputs).all() and values[1, -1] == inputs[-1]
    assert np.abs(values[1, :-1] - np.tanh(inputs[:-1])).max() < 4e-7


# Playouts and searches


def test_playouts_go_on_as_the_policy_does_in_all_seats() -> None:
    policy, tables = PolicyAgent(network(SEVENS, 16, 8)), positions(SEVENS, {}, 12, num_tables=4)
    masks = tables.action_masks.copy()
    points = Playouts(SEVENS, 2, policy.network(SEVENS)).points(tables.states.copy(), masks)
    by_greedy = Playouts(SEVENS).points(tables.states.copy(), masks)
    assert (points != by_greedy).any()
    for table, move in np.argwhere(masks == 1):
        state, seat = tables.states[table].copy(), int(tables.to_move[table])
        SEVENS.kernels.apply(state, move)
        while state["to_move"] >= 0:
            mask = np.zeros((1, SEVENS.num_actions), np.int8)
            SEVENS.kernels.legal(state, mask[0])
            seen = SEVENS.flat(np.array([SEVENS.view(state, int(state["to_move"]))]))
            SEVENS.kernels.apply(state, policy.act(seen, mask, np.random.default_rng(0))[0])
        scores = np.zeros(SEVENS.max_players)
        SEVENS.kernels.score(state, scores)
        assert scores[seat] == points[table, move]


def tried(agent: WorldSearch, tables: Tables, row: int) -> np.ndarray:
    worlds = tables.worlds(np.array([row]))
    return agent.evaluate_actions(tables.action_masks[row], worlds, 0, np.random.default_rng(2))


@pytest.mark.parametrize("kind", [MonteCarloAgent, ISMCTSAgent])
def test_a_search_follows_the_policy_and_one_that_changes_nothing_is_greedy(
    kind: type[MonteCarloAgent] | type[ISMCTSAgent],
) -> None:
    tables = positions(SEVENS, {}, 12)
    row = int(tables.action_masks.sum(axis=1).argmax())
    unchanged = PolicyAgent(network(SEVENS, 4, scale=0.0), advice=GreedyAgent(SEVENS))
    other = PolicyAgent(network(SEVENS, 4))
    by_greedy = tried(kind(SEVENS, 300), tables, row)
    assert (tried(kind(SEVENS, 300, unchanged), tables, row) == by_greedy).all()
    assert (tried(kind(SEVENS, 300, other), tables, row) != by_greedy).any()


def test_the_advised_move_is_the_policys() -> None:
    tables, policy = positions(SEVENS, {}, 12), PolicyAgent(network(SEVENS, 4))
    worlds, everybody = tables.worlds(np.arange(12)), np.random.default_rng(0)
    agent = MonteCarloAgent(SEVENS, 1, policy)
    seen = (tables.observations, tables.action_masks)
    # Two worlds tell hardly ever that a move is better.
    chosen = agent.search(*seen, worlds, everybody)
    assert (chosen == policy.act(*seen, everybody)).sum() > (
        chosen == GreedyAgent(SEVENS).act(*seen, everybody)
    ).sum()


# By name


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A published policy."""
    policy = PolicyAgent(network(SEVENS, 4), advice=GreedyAgent(SEVENS))
    policy.save(tmp_path / "policy", SEVENS, SEVENS.options())
    return tmp_path / "policy"


@pytest.mark.parametrize("kind", ["montecarlo", "ismcts"])
def test_a_search_with_a_policy_by_name(kind: str, folder: Path) -> None:
    word = f"{kind}:budget=17,policy={folder}"
    agent = make_agent(word, SEVENS, SEVENS.options())
    assert isinstance(agent, WorldSearch) and agent.budget == 17
    policy = make_agent(f"policy:{folder}", SEVENS, SEVENS.options())
    assert identity_of("it", agent) == f"{kind}:budget=17,policy={identity_of('it', policy)}"
    assert policy_folder(word) == folder and policy_folder(f"{kind}:budget=17") is None
    assert smallest_search(word) == f"{kind}:budget=1,policy={folder}"
    assert smallest_search(f"policy:{folder}") is None


def test_wrong_words_of_a_search_with_a_policy_are_refused(folder: Path) -> None:
    def refusal(rest: str, **options: int) -> str:
        with pytest.raises(UserError) as caught:
            make_agent(f"montecarlo:{rest}", SEVENS, SEVENS.options(**options))
        return str(caught.value)

    allowed = "allowed: montecarlo:budget=N with N from 1 to 1000000, behind it ,belief=greedy"
    for rest in (f"policy={folder},budget=4", "budget=4,policy=", "budget=4,", f"policy={folder}"):
        assert allowed in refusal(rest)
    assert "nowhere" in refusal("budget=4,policy=nowhere")
    assert "was trained with pass_limit=3" in refusal(f"budget=4,policy={folder}", pass_limit=5)
    assert refusal(f"budget=4,policy={folder},sample") == (
        "sample can't be True in a search; allowed: False."
    )
