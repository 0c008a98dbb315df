"""Search in random worlds: it can't peek, and it gets better with its budget."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

import numpy as np
import pytest

from fudaba.agents import SearchAgent, choose_actions, make_agent
from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.montecarlo import MonteCarloAgent
from fudaba.agents.policy import PolicyAgent
from fudaba.agents.searching import FEWEST_WORLDS, WorldSearch, best_move
from fudaba.agents.seated import SeatedGame
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import NOBODY, Game, Tables, UserError, find_game

from ..spread import GAMES, every_game, few_mixes


def positions(game: Game, options: dict[str, Any], steps: int, num_tables: int = 12) -> Tables:
    """Tables after some random steps."""
    tables = Tables(game, game.options.read(game.name, options), num_tables, seed=6)
    agent, rng = UniformAgent(), np.random.default_rng(6)
    for _ in range(steps):
        tables.step(agent.act(tables.observations, tables.action_masks, rng))
    return tables


def choices(agent: WorldSearch, tables: Tables, seed: int) -> np.ndarray:
    """What the agent does at every table."""
    everybody = np.zeros((tables.num_tables, tables.game.max_players), np.int64)
    return choose_actions(tables, [agent], everybody, np.random.default_rng(seed))


@every_game
def test_the_choice_is_legal_and_stays_the_same_when_hidden_cards_are_permuted(game: Game) -> None:
    agent = MonteCarloAgent(game, 20)
    for options, steps in product(few_mixes(game, 2), (0, 9, 31)):
        tables = positions(game, options, steps, num_tables=8)
        chosen = choices(agent, tables, seed=1)
        assert tables.action_masks[np.arange(8), chosen].all(), options
        before = tables.states.copy()
        for state, mover in zip(tables.states, tables.to_move, strict=True):
            game.kernels.redeal(state, np.int64(mover))
        assert (tables.states != before).any()
        assert (choices(agent, tables, seed=1) == chosen).all()


@every_game
def test_worlds_depend_on_the_seeds_and_on_what_the_seat_knows_alone(game: Game) -> None:
    tables = positions(game, {}, 20)
    everywhere, seeds = np.arange(12), np.array([5, 2**64 - 1, 5], np.uint64)
    worlds = tables.worlds(everywhere)
    first = [worlds.sample(position, seeds) for position in everywhere]
    for state, mover in zip(tables.states, tables.to_move, strict=True):
        game.kernels.redeal(state, np.int64(mover))
    others = tables.worlds(everywhere)
    for position, sampled in enumerate(first):
        assert (sampled == others.sample(position, seeds)).all()
        assert sampled[0] == sampled[2] and sampled[0] != sampled[1]
        seat = int(tables.to_move[position])
        for world in sampled:
            assert game.view(world, seat) == tables.views[position]


@every_game
def test_worlds_are_a_copy(game: Game) -> None:
    tables = positions(game, {}, 5)
    before = tables.states.copy()
    worlds = tables.worlds(np.arange(4))
    assert len(worlds) == 4
    sampled = worlds.sample(3, np.arange(3, dtype=np.uint64))
    sampled["to_move"] = -1
    assert (tables.states == before).all()
    assert (worlds.sample(3, np.arange(1, dtype=np.uint64))["to_move"] >= 0).all()


def test_worlds_are_asked_for_by_position_and_seeds() -> None:
    worlds = positions(find_game("sevens_v0"), {}, 5).worlds(np.arange(4))
    seeds = np.arange(2, dtype=np.uint64)
    assert (worlds.sample(np.int64(2), [0, 1]) == worlds.sample(2, seeds)).all()


@every_game
def test_an_env_has_worlds_until_its_game_is_over(game: Game) -> None:
    from fudaba.envs.core.api.aec import constructors

    env = constructors(game)[1]()
    no_game = r"^no game is under way: call reset first\.$"
    with pytest.raises(UserError, match=no_game):
        env.worlds()
    env.reset(seed=3)
    agent, rng = MonteCarloAgent(game, 10), np.random.default_rng(0)
    while not any(env.terminations.values()):
        seen = env.observe(env.agent_selection)
        views, masks = seen["observation"][None], seen["action_mask"][None]
        env.step(agent.search(views, masks, env.worlds(), rng)[0])
    with pytest.raises(UserError, match=no_game):
        env.worlds()


def test_a_finished_table_has_no_worlds() -> None:
    game = GAMES[0]
    tables = Tables(game, game.options(), 2, redeal_finished=False)
    while (tables.to_move >= 0).any():
        actions = np.where(tables.to_move >= 0, tables.action_masks.argmax(axis=1), -1)
        tables.step(actions)
    with pytest.raises(UserError, match=r"^there are no worlds behind a table whose game is over"):
        tables.worlds(np.array([1]))
    with pytest.raises(UserError, match=r"^tables can't be .*; allowed: whole numbers 0 to 1\.$"):
        tables.worlds(np.array([2]))


@pytest.mark.parametrize("num_threads", [2, 7])
def test_threads_share_a_decision_and_change_nothing(num_threads: int) -> None:
    tables = positions(GAMES[0], {}, 15)
    (row,) = np.flatnonzero(tables.action_masks.sum(axis=1) > 1)[:1]
    mask, worlds = tables.action_masks[row], tables.worlds(np.array([row]))
    alone, shared = (
        MonteCarloAgent(GAMES[0], 300, num_threads=number).evaluate_actions(
            mask, worlds, 0, np.random.default_rng(5)
        )
        for number in (1, num_threads)
    )
    assert alone.any() and (alone == shared).all()


@pytest.mark.parametrize("word", ["montecarlo:budget=60", None])
def test_a_search_at_a_table_uses_all_cores(
    word: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    spans = []

    class Noted(ThreadPoolExecutor):
        def submit(self, work: Any, *span: Any) -> Any:
            spans.append(span)
            return super().submit(work, *span)

    monkeypatch.setattr("fudaba.envs.core.stepping.threads.ThreadPoolExecutor", Noted)
    monkeypatch.setattr("fudaba.agents.seated.num_cores", lambda: 3)
    game = find_game("sevens_v0")
    seated = SeatedGame(game, game.options(), [word] * 4, seed=2)
    while not spans and seated.to_move != NOBODY:
        seated.take(seated.agent_action() if word else seated.advice("montecarlo:budget=60"))
    assert len(spans) == 2, "the thread that asks takes the first of three spans"


@every_game
def test_the_tried_moves_are_what_the_choice_is_made_from(game: Game) -> None:
    tables, agent = positions(game, {}, 15), MonteCarloAgent(game, 60)
    row = int(tables.action_masks.sum(axis=1).argmax())
    mask, worlds = tables.action_masks[row], tables.worlds(np.array([0, row]))
    points = agent.evaluate_actions(mask, worlds, 1, np.random.default_rng(5))
    moves = np.flatnonzero(mask)
    assert points.shape == (max(60 // len(moves), FEWEST_WORLDS), len(moves))
    view = tables.observations[[row]]
    (advised,) = GreedyAgent(game).act(view, mask[None], np.random.default_rng(5))
    expected = moves[best_move(points, int(np.searchsorted(moves, advised)))]
    alone = tables.worlds(np.array([row]))
    (chosen,) = agent.search(view, mask[None], alone, np.random.default_rng(5))
    assert chosen == expected


@pytest.mark.parametrize("kind", ["montecarlo", "ismcts"])
def test_a_prior_leaves_the_advised_move_and_those_that_it_may_make(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game("cyclic_v0")
    agent = make_agent(f"{kind}:budget=60,prior=best", game, game.options())
    prior, tables = make_agent("best", game, game.options()), positions(game, {}, 15, 50)
    assert isinstance(agent, WorldSearch) and isinstance(prior, PolicyAgent)
    assert agent.identity == f"{kind}:budget=60,prior={prior.identity}"
    views, masks, rng = tables.observations, tables.action_masks, np.random.default_rng(0)
    monkeypatch.setattr("fudaba.agents.searching.LEAST_PROBABILITY", 0.2)
    expected = prior.probabilities(views, masks) >= 0.2
    allowed = expected.sum()
    expected[np.arange(50), GreedyAgent(game).act(views, masks, rng)] = True
    assert allowed < expected.sum() < masks.sum() and (expected.sum(axis=1) == 1).any()
    tried, evaluate = [], agent.evaluate_actions

    def noted(mask: np.ndarray, *others: Any) -> np.ndarray:
        tried.append(mask)
        return evaluate(mask, *others)

    monkeypatch.setattr(agent, "evaluate_actions", noted)
    assert expected[np.arange(50), choices(agent, tables, 0)].all()
    np.testing.assert_array_equal(tried, expected[expected.sum(axis=1) > 1])


# The choice among moves


def test_a_move_must_do_clearly_better_than_the_advised_one() -> None:
    always = np.column_stack([np.zeros(50), np.full(50, 0.1)])
    assert best_move(always, advised=0) == 1
    assert best_move(always, advised=1) == 1
    by_luck = np.column_stack([np.zeros(50), np.resize([1.0, -0.9], 50)])
    assert best_move(by_luck, advised=0) == 0
    assert best_move(by_luck, advised=1) == 1  # nor is it given up for one as good


def test_of_two_better_moves_the_surer_one_is_taken() -> None:
    sure, unsure = np.full(40, 0.2), np.resize([2.0, -1.4], 40)  # 0.3 on average
    assert best_move(np.column_stack([np.zeros(40), unsure, sure]), advised=0) == 2


def test_luck_that_all_moves_share_does_not_count() -> None:
    luck = np.random.default_rng(0).normal(scale=10.0, size=60)
    assert best_move(np.column_stack([luck, luck + 0.01]), advised=0) == 1


def test_the_budget_is_shared_by_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[0]
    tables = positions(game, {}, 4)
    sizes: list[tuple[int, int]] = []
    for budget in (1, 100):
        agent = MonteCarloAgent(game, budget)
        points = agent._playouts.points

        def noted(
            worlds: np.ndarray,
            masks: np.ndarray,
            points: Callable[[np.ndarray, np.ndarray], np.ndarray] = points,
        ) -> np.ndarray:
            sizes.append((len(worlds), int(masks[0].sum())))
            return points(worlds, masks)

        monkeypatch.setattr(agent._playouts, "points", noted)
        choices(agent, tables, 0)
        assert sizes and all(moves > 1 for _, moves in sizes)
        assert all(worlds == max(FEWEST_WORLDS, budget // moves) for worlds, moves in sizes)
        sizes.clear()


def test_worlds_are_tried_in_portions_that_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[0]
    tables, agent = positions(game, {}, 4), MonteCarloAgent(game, 100)
    expected, sizes, points = choices(agent, tables, 0), [], agent._playouts.points

    def noted(worlds: np.ndarray, masks: np.ndarray) -> np.ndarray:
        sizes.append((len(worlds), int(masks[0].sum())))
        return points(worlds, masks)

    monkeypatch.setattr("fudaba.agents.searching.GAMES_AT_A_TIME", 16)
    monkeypatch.setattr(agent._playouts, "points", noted)
    assert choices(agent, tables, 0).tolist() == expected.tolist()
    searched = int((tables.action_masks.sum(axis=1) > 1).sum())
    assert all(worlds <= max(16 // moves, 1) for worlds, moves in sizes)
    assert len(sizes) > 2 * searched > 0


# By name


def test_montecarlo_by_name() -> None:
    agent = make_agent("montecarlo:budget=17", GAMES[0], GAMES[0].options())
    assert isinstance(agent, MonteCarloAgent) and agent.budget == 17
    assert isinstance(agent, SearchAgent) and not isinstance(GreedyAgent(GAMES[0]), SearchAgent)


@pytest.mark.parametrize("kind", ["montecarlo", "ismcts"])
@pytest.mark.parametrize(
    "word",
    [
        *("budget=0", "budget=-3", "budget=1000001", "budget=", "budget=x", "17", "budget=1.5"),
        "budget=" + "9" * 5000,
    ],
)
def test_a_wrong_budget_is_refused_with_what_is_allowed(kind: str, word: str) -> None:
    with pytest.raises(UserError) as caught:
        make_agent(f"{kind}:{word}", GAMES[0], GAMES[0].options())
    assert str(caught.value) == (
        f"there is no agent '{kind}:{word}'; allowed: {kind}:budget=N with N from 1 to 1000000, "
        "behind it ,belief=greedy or ,belief=policy, and last ,policy=PATH or ,prior=PATH."
    )
