"""Information-set search: it can't peek, it looks further than one move, and it is no worse."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fudaba.agents import SearchAgent, make_agent
from fudaba.agents.agent import MoveEvaluator, identity_of
from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.ismcts import ISMCTSAgent
from fudaba.agents.montecarlo import MonteCarloAgent
from fudaba.agents.tree import NO_NODE, NODE, add_node, choose_in_tree, count_game
from fudaba.envs import Game, Kernels, Worlds, find_game
from fudaba.envs.core.compiling.kernel import kernel

from ..spread import few_mixes
from .test_montecarlo import choices, positions

SEVENS, CYCLIC = find_game("sevens_v0"), find_game("cyclic_v0")
small_games = pytest.mark.parametrize("game", [SEVENS, CYCLIC], ids=["sevens", "cyclic"])


@small_games
def test_the_choice_stays_the_same_when_hidden_cards_are_permuted(game: Game) -> None:
    agent, differences = ISMCTSAgent(game, 200), 0
    for steps in (2, 9):
        tables = positions(game, {}, steps, num_tables=8)
        chosen, before = choices(agent, tables, seed=1), tables.states.copy()
        for state, mover in zip(tables.states, tables.to_move, strict=True):
            game.kernels.redeal(state, np.int64(mover))
        assert (tables.states != before).any()
        assert (choices(agent, tables, seed=1) == chosen).all()
        greedy = GreedyAgent(game)
        rng = np.random.default_rng(0)
        differences += (greedy.act(tables.observations, tables.action_masks, rng) != chosen).sum()
    assert differences > 0, "it does not just follow the advice"


def test_the_first_games_are_those_of_montecarlo() -> None:
    """The tree has nothing to say yet: the players go on as advised."""
    tables = positions(SEVENS, {}, 12)
    row = int(tables.action_masks.sum(axis=1).argmax())
    tried = [
        kind(SEVENS, 1).evaluate_actions(
            tables.action_masks[row], tables.worlds(np.array([row])), 0, np.random.default_rng(3)
        )
        for kind in (MonteCarloAgent, ISMCTSAgent)
    ]
    assert (tried[0] == tried[1]).all() and tried[0].any()


def test_worlds_are_tried_in_portions_that_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    tables, agent = positions(SEVENS, {}, 4), ISMCTSAgent(SEVENS, 300)
    row = int(tables.action_masks.sum(axis=1).argmax())

    def tried() -> np.ndarray:
        worlds = tables.worlds(np.array([row]))
        return agent.evaluate_actions(tables.action_masks[row], worlds, 0, np.random.default_rng(3))

    whole = tried()
    monkeypatch.setattr("fudaba.agents.searching.GAMES_AT_A_TIME", 16)
    assert (tried() == whole).all()


@pytest.mark.parametrize("options", few_mixes(SEVENS, 4))
def test_it_takes_legal_actions_whatever_the_house_rules(options: dict[str, Any]) -> None:
    tables, agent = positions(SEVENS, options, 15, num_tables=4), ISMCTSAgent(SEVENS, 100)
    for seed in range(5):
        actions = choices(agent, tables, seed)
        assert tables.action_masks[np.arange(4), actions].all()
        tables.step(actions)


# A win that one move does not show

TRAP = replace(
    CYCLIC,
    name="trap_v0",
    state_dtype=np.dtype(
        [("rng", np.uint64), ("num_players", np.int8), ("to_move", np.int8), ("moves", np.int8, 3)]
    ),
)
UNSEEN, SAFE, RISKY = -1, 0, 1


@kernel
def legal_in_trap(state: np.void, mask: np.ndarray) -> int:
    mask[:] = 0
    mask[SAFE] = mask[RISKY] = state["to_move"] >= 0
    return 2 * (state["to_move"] >= 0)


@kernel
def apply_in_trap(state: np.void, action: int) -> None:
    """Seat 0, seat 1, seat 0 again; after a safe beginning the game is over."""
    made = 0
    while state["moves"][made] != UNSEEN:
        made += 1
    state["moves"][made] = action
    is_over = made == 2 or state["moves"][0] == SAFE
    state["to_move"] = -1 if is_over else 1 - state["to_move"]


@kernel
def score_in_trap(state: np.void, points: np.ndarray) -> None:
    """Risky and then risky wins, whatever the other does; risky and then safe loses."""
    points[0] = 0.0
    if state["moves"][0] == RISKY:
        points[0] = 1.0 if state["moves"][2] == RISKY else -1.0
    points[1] = -points[0]


@kernel
def nothing_of_trap(state: np.void, seat: int) -> None:
    """Nothing is hidden."""


@kernel
def view_of_trap(state: np.void, seat: int, view: np.void) -> None:
    """Nobody looks."""


@kernel
def always_safe(view: np.void, weights: np.void, mask: np.ndarray) -> int:
    return SAFE


@pytest.fixture
def trap(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose advice misses a win that takes two moves."""
    for module in ("greedy", "compiled_network"):
        monkeypatch.setattr(f"fudaba.agents.{module}.heuristic", lambda game: always_safe)
    kernels = Kernels(
        deal=nothing_of_trap,
        legal=legal_in_trap,
        apply=apply_in_trap,
        observe=view_of_trap,
        redeal=nothing_of_trap,
        score=score_in_trap,
    )
    return replace(TRAP, kernels=kernels)


def test_it_finds_a_win_that_one_move_does_not_show(trap: Game) -> None:
    states = np.zeros(1, trap.state_dtype)
    states["num_players"], states["moves"] = 2, UNSEEN
    views = np.zeros((1, trap.observation_size), trap.observation_dtype)
    masks = np.zeros((1, trap.num_actions), np.int8)
    masks[0, [SAFE, RISKY]] = 1
    chosen = [
        agent.search(views, masks, Worlds(trap, states), np.random.default_rng(0))[0]
        for agent in (MonteCarloAgent(trap, 1000), ISMCTSAgent(trap, 4), ISMCTSAgent(trap, 1000))
    ]
    assert chosen == [SAFE, SAFE, RISKY]


# The tree


def tree(*visits: tuple[int, int, int, float], seat: int = 0) -> np.ndarray:
    """A root with children: action, visits, how often available, points."""
    nodes = np.zeros(1 + len(visits), NODE)
    add_node(nodes, 0, NO_NODE, 1, 0)
    for number, (action, tried, available, points) in enumerate(visits, start=1):
        add_node(nodes, number, 0, seat, action)
        nodes[number]["visits"], nodes[number]["available"] = tried, available
        nodes[number]["points"] = points
    return nodes


def chosen_of(nodes: np.ndarray, legal: list[int], advised: int, spread: float = 1.0) -> int:
    mask, children = np.zeros(5, np.int8), np.zeros(5, np.int32)
    mask[legal] = 1
    return int(choose_in_tree(nodes, 0, 0, mask, advised, spread, children))


def test_the_advised_move_is_tried_first_and_others_when_it_did_badly() -> None:
    assert chosen_of(tree(), [1, 2, 4], advised=2) == 2
    assert chosen_of(tree((2, 3, 3, 0.0)), [1, 2, 4], advised=2) == 2
    well, badly = tree((2, 40, 40, 20.0), (1, 9, 40, -9.0)), tree((2, 40, 40, 20.0), (4, 9, 40, 9))
    assert chosen_of(well, [1, 2], advised=2) == 2
    assert chosen_of(badly, [2, 4], advised=2) == 4


def test_moves_that_are_not_advised_share_a_tenth_of_the_trust() -> None:
    assert chosen_of(tree((1, 10, 10, 0.0)), [1, 2], advised=1) == 2  # .1 √11 > .9 √11 / 11
    assert chosen_of(tree((1, 10, 10, 0.0)), [1, 2, 3], advised=1) == 1  # .05 √11 < .9 √11 / 11


def test_a_single_good_game_says_less_than_many() -> None:
    nodes = tree((1, 1, 9, 1.0), (4, 20, 40, 16.0), (2, 60, 60, 0.0))
    assert chosen_of(nodes, [1, 2, 4], advised=1, spread=0.0) == 4


def test_moves_that_are_not_legal_in_this_world_and_other_seats_do_not_count() -> None:
    nodes = tree((1, 50, 50, 50.0), (2, 50, 50, -50.0))
    assert chosen_of(nodes, [1, 2], advised=2) == 1
    assert chosen_of(nodes, [2, 3], advised=2) != 1
    assert nodes["available"].tolist() == [1, 51, 52], "of these it counts how often"
    of_another = tree((1, 50, 50, -50.0), (2, 50, 50, 50.0), seat=3)
    assert chosen_of(of_another, [1, 2], advised=1, spread=0.0) == 1
    assert of_another["available"].tolist() == [1, 50, 50]


def test_a_move_that_is_seldom_legal_is_not_owed_a_try_for_the_times_that_it_was_not() -> None:
    often, seldom = tree((1, 10, 10, 0.0), (2, 1, 400, 0.0)), tree((1, 10, 10, 0.0), (2, 1, 2, 0.0))
    assert chosen_of(often, [1, 2], advised=1) == 2
    assert chosen_of(seldom, [1, 2], advised=1) == 1


def test_a_game_counts_for_everybody_on_its_way() -> None:
    nodes = np.zeros(3, NODE)
    add_node(nodes, 0, NO_NODE, 1, 7)
    add_node(nodes, 1, 0, 0, 3)
    add_node(nodes, 2, 1, 1, 5)
    count_game(nodes, 1, np.array([2.0, -3.0]))
    count_game(nodes, 2, np.array([1.0, 4.0]))
    assert nodes["visits"].tolist() == [2, 2, 1]
    assert nodes["points"].tolist() == [1.0, 3.0, 4.0]


# By name


def test_ismcts_by_name() -> None:
    agent = make_agent("ismcts:budget=17", SEVENS, SEVENS.options())
    assert isinstance(agent, ISMCTSAgent) and agent.budget == 17
    assert isinstance(agent, SearchAgent) and isinstance(agent, MoveEvaluator)
    assert identity_of("it", agent) == "ismcts:budget=17"
