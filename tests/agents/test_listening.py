"""Searches that listen: they weigh worlds by what the others did, and know no more than a seat."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fudaba.agents import choose_actions, make_agent
from fudaba.agents.compiled_network import no_network
from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.ismcts import ISMCTSAgent
from fudaba.agents.listening import ListeningSearch, flattened
from fudaba.agents.montecarlo import MonteCarloAgent
from fudaba.agents.naming import smallest_search
from fudaba.agents.pasts import Model, Past, Pasts, words_of
from fudaba.agents.policy import Layer, PolicyAgent
from fudaba.agents.retracing import FEWEST_LEFT, Steps, new_scratch, thin, weigher
from fudaba.agents.searching import Trial
from fudaba.agents.titles import agent_title
from fudaba.envs import Game, Tables, UserError, find_game
from fudaba.envs.core.stepping.information import view_hashes

from .. import kuhn
from ..fingerprint import fields_of
from ..spread import GAMES, every_game


class Noting(MonteCarloAgent):
    """A search that notes the worlds in which it tries its moves."""

    def __init__(self, game: Game, budget: int) -> None:
        super().__init__(game, budget)
        self.worlds: list[bytes] = []

    def trial(self, mask: np.ndarray) -> Trial:
        play = super().trial(mask)

        def noted(worlds: np.ndarray) -> np.ndarray:
            self.worlds += map(fields_of, worlds)
            return play(worlds)

        return noted


class Redealt:
    """Tables on which all that seat 0 does not know is another, as an agent in seat 0 meets them.

    The random streams stay: a change of them tells of a new deal.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tables, name)

    @property
    def states(self) -> np.ndarray:
        worlds = self._tables.states.copy()
        for world, stream in zip(worlds, self._tables.states["rng"], strict=True):
            if world["to_move"] >= 0:
                self._tables.game.kernels.redeal(world, 0)
                world["rng"] = stream
        return worlds


def seat_0(tables: Tables) -> np.ndarray:
    """Marks the seats 0."""
    return np.eye(1, tables.game.max_players, dtype=bool).repeat(tables.num_tables, axis=0)


def by_greedy(tables: Tables, rng: np.random.Generator) -> np.ndarray:
    """Actions of greedy, each fifth at random."""
    agents = [GreedyAgent(tables.game), make_agent("random", tables.game, tables.options)]
    seats = (tables.num_tables, tables.game.max_players)
    seating = np.tile(rng.random((tables.num_tables, 1)) < 0.2, seats[1]).astype(int)
    return choose_actions(tables, agents, seating, rng)


@every_game
def test_what_the_seat_may_not_know_changes_nothing(game: Game) -> None:
    tables = Tables(game, game.options(), 12, seed=4, redeal_finished=False)
    other: Any = Redealt(tables)
    searches = Noting(game, 24), Noting(game, 24)
    agent, same = (ListeningSearch(search, GreedyAgent(game)) for search in searches)
    rng, asked, moved = np.random.default_rng(2), 0, 0
    agent.follow(tables, seat_0(tables))
    same.follow(other, seat_0(tables))
    for _ in range(40):
        moved += (other.states != tables.states).any()
        rows = np.flatnonzero(tables.to_move == 0)
        if len(rows):
            one, two = (
                player.choose_at(at, rows, np.random.default_rng(5))
                for player, at in ((agent, tables), (same, other))
            )
            assert one.tolist() == two.tolist()
            assert searches[0].worlds == searches[1].worlds
            asked += len(rows)
        if not (tables.to_move >= 0).any():
            break
        tables.step(by_greedy(tables, rng))
    assert asked > 3 and moved and searches[0].worlds


def pasts_of(game: Game) -> tuple[Tables, Pasts]:
    """Tables whose games are listened to from seat 0."""
    tables = Tables(game, game.options(), 12, seed=7, redeal_finished=False)
    pasts = Pasts(tables, seat_0(tables))
    tables.add_listener(pasts)
    return tables, pasts


@every_game
def test_the_true_world_weighs_more_than_others(game: Game) -> None:
    tables, pasts = pasts_of(game)
    model = Model(no_network(GreedyAgent(game).record)._replace(advice_logit=3.0), False)
    greedy, rng, shares = GreedyAgent(game), np.random.default_rng(0), list[float]()
    everybody = np.zeros((12, game.max_players), int)
    while (tables.to_move >= 0).any() and len(shares) < 80:
        for row in np.flatnonzero(tables.to_move == 0):
            past = pasts.past(tables, row)
            assert past is not None
            past.find_examples(rng)
            if past.is_known:
                seeds = rng.integers(2**64, size=23, dtype=np.uint64)
                dealt = tables.worlds(np.array([row])).sample(0, seeds)
                worlds = np.concatenate([tables.states[[row]], dealt])
                weights = past.weights(worlds, model, rng)
                shares.append(weights[0] / weights.mean())
        tables.step(choose_actions(tables, [greedy], everybody, rng))
    assert len(shares) > 15 and np.mean(shares) > 1.1, np.mean(shares)


@every_game
def test_worlds_that_are_taken_back_show_what_the_seat_saw(game: Game) -> None:
    tables, pasts = pasts_of(game)
    rng, seen = np.random.default_rng(0), dict[int, list[np.uint64]]()
    network, checked, same, lost = no_network(GreedyAgent(game).record), 0, 0, 0
    for _ in range(40):
        for row in np.flatnonzero(tables.to_move == 0):
            past = pasts.past(tables, row)
            assert past is not None
            past.find_examples(rng)
            if past.is_known:
                seeds = rng.integers(2**64, size=8, dtype=np.uint64)
                worlds = tables.worlds(np.array([row])).sample(0, seeds)
                step, chances, tried = past._steps[-1], np.zeros(8), np.empty(2, worlds.dtype)
                weigher(game, False)(
                    *(words_of(worlds), step, step.num_changes.cumsum(), 0, np.ones(8), chances),
                    *(
                        np.zeros(8),
                        tried,
                        words_of(tried),
                        new_scratch(game),
                        network.with_own_scratch(),
                    ),
                )
                before = seen[row][-1]
                views = game.flat(np.array([game.view(world, 0) for world in worlds]))
                same += (view_hashes(views) == before)[chances >= 0].sum()
                checked += (chances >= 0).sum()
                lost += (chances < 0).sum()
        if not (tables.to_move >= 0).any():
            break
        before_step = {row: past.seen for (row, _), past in pasts._pasts.items()}
        movers = tables.to_move.copy()
        tables.step(by_greedy(tables, rng))
        for (row, _), past in pasts._pasts.items():
            if past.seen != before_step[row] or movers[row] == 0:
                seen.setdefault(row, []).append(before_step[row])
    assert checked > 40 and same > 0.97 * checked, (checked, same)
    assert lost < checked, (checked, lost)


def test_a_new_deal_begins_a_new_past() -> None:
    game = find_game("namto_v0")
    tables = Tables(game, game.options(seasons=2), 6, seed=7)
    pasts, rng, begun = Pasts(tables, seat_0(tables)), np.random.default_rng(0), 0
    tables.add_listener(pasts)
    for _ in range(200):
        streams = tables.states["rng"].copy()
        tables.step(by_greedy(tables, rng))
        for row in np.flatnonzero(streams != tables.states["rng"]):
            assert not pasts._pasts[row, 0]._changes
            begun += 1
    assert begun > 10


def test_a_game_that_went_on_unheard_has_no_past() -> None:
    game = find_game("namto_v0")
    tables, pasts = pasts_of(game)
    rows = np.flatnonzero(tables.to_move == 0)
    assert pasts.past(tables, rows[0]) is not None
    tables.deal(np.arange(12), np.arange(12) + 12)
    assert [pasts.past(tables, row) for row in np.flatnonzero(tables.to_move == 0)] == [None] * len(
        np.flatnonzero(tables.to_move == 0)
    )


def test_few_heavy_weights_are_flattened() -> None:
    weights = np.array([1.0, 1e-3, 1e-3, 1e-6])
    for fewest in (1, 2, 3.5):
        flat = flattened(weights, fewest)
        effective = flat.sum() ** 2 / (flat @ flat)
        assert effective >= fewest and (fewest == 1 or effective < fewest * 1.05)
        assert (np.diff(flat) <= 0).all()
    assert flattened(weights, 1) is weights


def test_a_single_likely_world_leaves_all_worlds_equal() -> None:
    assert flattened(np.array([0.0, 5.0, 0.0]), 2).tolist() == [1.0, 1.0, 1.0]


def test_a_model_that_plays_anything_tells_nothing() -> None:
    """In Kuhn poker the number of legal actions is no secret."""
    game = kuhn.GAME
    shape = (game.num_actions, game.observation_size)
    anything = PolicyAgent([Layer(np.zeros(shape, np.float32), np.zeros(shape[0], np.float32))])
    model, (tables, pasts) = Model(anything.network(game), True), pasts_of(game)
    rng, weighed = np.random.default_rng(0), 0
    while (tables.to_move >= 0).any():
        for row in np.flatnonzero(tables.to_move == 0):
            past = pasts.past(tables, row)
            assert past is not None
            past.find_examples(rng)
            if past.is_known:
                worlds = tables.worlds(np.array([row])).sample(0, np.arange(200, dtype=np.uint64))
                assert past.weights(worlds, model, rng) == pytest.approx(1.0)
                weighed += 1
        tables.step(by_greedy(tables, rng))
    assert weighed


@pytest.mark.parametrize("power", [8, 300])
def test_light_worlds_are_dropped_and_the_expected_weights_stay(power: int) -> None:
    rng, weights = np.random.default_rng(0), np.random.default_rng(1).random(1000) ** power
    kept, left = np.zeros(1000), list[int]()
    for _ in range(2000):
        thinned, chances = weights.copy(), np.zeros(1000)
        thin(thinned, chances, rng.random(1000))
        assert ((thinned == 0) == (chances < 0)).all()
        kept += thinned / 2000
        left.append(int((thinned > 0).sum()))
    assert kept == pytest.approx(weights, abs=0.02)
    assert FEWEST_LEFT - 1 < np.mean(left) < 400


def test_of_few_or_equal_worlds_none_is_dropped() -> None:
    for weights in (np.array([1e-9, 1.0, 2.0]), np.full(500, 0.3)):
        thinned = weights.copy()
        thin(thinned, np.zeros(len(weights)), np.full(len(weights), 0.999))
        assert thinned == pytest.approx(weights)


@pytest.mark.parametrize("kind", ["montecarlo", "ismcts"])
def test_by_name(kind: str) -> None:
    game = find_game("makkaik_v0")
    spec = f"{kind}:budget=17,belief=greedy"
    agent = make_agent(spec, game, game.options())
    assert isinstance(agent, ListeningSearch) and isinstance(agent.model, GreedyAgent)
    assert isinstance(agent.search_alone, MonteCarloAgent if kind == "montecarlo" else ISMCTSAgent)
    assert (agent.budget, agent.identity) == (17, spec)
    assert smallest_search(spec) == f"{kind}:budget=1,belief=greedy"
    assert pickle.loads(pickle.dumps(agent)).identity == spec
    assert agent_title(spec, game) == agent_title(f"{kind}:budget=17", game) + ", listening"
    best = make_agent("best", game, game.options())
    assert isinstance(best, PolicyAgent)
    for word in ("belief=policy", "belief=policy,policy=best"):
        other = make_agent(f"{kind}:budget=17,{word}", game, game.options())
        assert isinstance(other, ListeningSearch) and isinstance(other.model, PolicyAgent)
        assert other.identity.endswith(f",belief={best.identity}")
        assert (other.search_alone.policy is not None) == ("policy=" in word)


@pytest.mark.parametrize("word", ["nobody", "", "greedy,", "policy:best", "greedy,policy="])
def test_an_unknown_belief_is_refused_with_what_is_allowed(word: str) -> None:
    spec = f"montecarlo:budget=9,belief={word}"
    with pytest.raises(UserError) as caught:
        make_agent(spec, GAMES[0], GAMES[0].options())
    assert str(caught.value) == (
        f"there is no agent '{spec}'; allowed: montecarlo:budget=N with N from 1 to 1000000, "
        "behind it ,belief=greedy or ,belief=policy, and last ,policy=PATH or ,prior=PATH."
    )


def test_values_are_no_belief(tmp_path: Path) -> None:
    game = GAMES[0]
    shape = (game.num_actions, game.observation_size)
    layers = [Layer(np.zeros(shape, np.float32), np.zeros(shape[0], np.float32))]
    PolicyAgent(layers, output="values").save(tmp_path, game, game.options())
    with pytest.raises(UserError, match=r"^a policy that predicts the values of actions can't be"):
        make_agent(f"montecarlo:budget=9,belief=policy,policy={tmp_path}", game, game.options())


def test_a_network_gives_the_probabilities_of_its_policy() -> None:
    """The weights of two worlds differ as the policy's probabilities do."""
    game = find_game("namto_v0")
    policy = make_agent("best", game, game.options())
    assert isinstance(policy, PolicyAgent)
    tables, pasts = pasts_of(game)
    rng, compared = np.random.default_rng(0), 0
    everybody = np.zeros((12, game.max_players), int)
    while (tables.to_move >= 0).any() and not compared:
        before = tables.states.copy()
        views, masks = tables.observations.copy(), tables.action_masks.copy()
        actions = choose_actions(tables, [policy], everybody, rng)
        movers = tables.to_move.copy()
        tables.step(actions)
        for row in np.flatnonzero((movers > 0) & (tables.to_move == 0)):
            past: Past | None = pasts.past(tables, row)
            if past is None or masks[row].sum() < 2:
                continue
            past.find_examples(rng)
            step: Steps = past._steps[-1]
            if step.lengths[0] == 1 and step.paths[0, 0] == actions[row]:
                world = tables.states[[row]].copy()
                chances, tried = np.zeros(1), np.empty(2, world.dtype)
                weigher(game, True)(
                    *(words_of(world), step, step.num_changes.cumsum(), 0, np.ones(1), chances),
                    *(np.zeros(1), tried, words_of(tried), new_scratch(game), policy.network(game)),
                )
                if chances[0] < 0:
                    continue
                expected = policy.probabilities(views[[row]], masks[[row]])[0, actions[row]]
                assert world["to_move"] == before[row]["to_move"]
                assert chances[0] == pytest.approx(expected, rel=1e-3)
                compared += 1
    assert compared
