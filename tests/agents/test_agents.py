"""Random, greedy, agents by name, and whose turn it is."""

import pickle
import re
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from fudaba.agents import choose_actions, make_agent
from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.naming import ALLOWED, spelled_out
from fudaba.agents.uniform import UniformAgent, choose_uniformly
from fudaba.envs import Tables, UserError, find_game, game_names

from ..sevens.positions import Table, card, position
from ..spread import few_mixes

SEVENS = find_game("sevens_v0")
DEFAULTS = SEVENS.options.read("sevens_v0", {})
OUTSIDE = -1


def random_positions(game: Any, options: dict[str, Any], steps: int = 40) -> Tables:
    """Tables after some random steps; they are at different stages of their games."""
    tables = Tables(game, game.options.read(game.name, options), 16, seed=5)
    agent, rng = UniformAgent(), np.random.default_rng(5)
    for _ in range(steps):
        tables.step(agent.act(tables.observations, tables.action_masks, rng))
    return tables


def advice(table: Table) -> str:
    """What greedy says in a position."""
    assert table.to_move is not None
    mask = np.zeros((1, SEVENS.num_actions), np.int8)
    SEVENS.kernels.legal(table.state, mask[0])
    views = np.zeros(1, SEVENS.view_dtype)
    SEVENS.kernels.observe(table.state, table.to_move, views[0])
    observations = SEVENS.flat(views)
    action = GreedyAgent(SEVENS).act(observations, mask, np.random.default_rng(0))[0]
    return SEVENS.words.describe(table.state, int(action))


def say(name: str) -> str:
    """How the card is played in words."""
    return SEVENS.words.describe(np.zeros(1, SEVENS.state_dtype)[0], card(name))


# Agents of one's own


class Returning:
    """An agent that returns one and the same."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act(self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator) -> Any:
        return self.answer


class InPlace(Returning):
    """Answers as the agents of the package do that read the tables themselves."""

    def act_at(self, tables: Tables, rows: np.ndarray, rng: np.random.Generator) -> Any:
        return self.answer


class Following(Returning):
    """Answers as an agent that follows its games."""

    def follow(self, tables: Tables, is_own: np.ndarray) -> None:
        """Follows nothing."""

    def choose_at(self, tables: Tables, rows: np.ndarray, rng: np.random.Generator) -> Any:
        return self.answer


class NoArray:
    """An object that can't be made an array."""

    def __array__(self, *wanted: Any, **how: Any) -> np.ndarray:
        raise RuntimeError("no array")


@pytest.mark.parametrize("kind", [Returning, InPlace, Following])
@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ([3, -1, 3], "-1"),
        (np.zeros(3, np.uint64) - np.uint64(1), "18446744073709551615"),
        (np.full(3, 1 << 63, np.uint64), "9223372036854775808"),
        (np.full(3, 1 << 63, ">u8"), "9223372036854775808"),
        ([1 << 64] * 3, "object of shape (3,)"),
        ([[3], [3, 3], [3]], "object of shape ()"),
        ([3j] * 3, "complex128 of shape (3,)"),
        (NoArray(), "object of shape ()"),
        ([3, 3], "int64 of shape (2,)"),
        ([[3], [3], [3]], "int64 of shape (3, 1)"),
        (3, "int64 of shape ()"),
        ([3.0, 3.5, 3.0], "float64 of shape (3,)"),
        ([np.nan] * 3, "float64 of shape (3,)"),
        ([True] * 3, "bool of shape (3,)"),
        (["pass"] * 3, "<U4 of shape (3,)"),
        (None, "object of shape ()"),
    ],
)
def test_what_is_no_action_a_table_is_refused(
    kind: type[Returning], answer: Any, told: str
) -> None:
    tables = Tables(SEVENS, DEFAULTS, 3, seed=0)
    sentence = (
        f"agent {kind.__name__} must return an action for each of 3 tables, whole numbers from 0; "
        f"it returned {told}."
    )
    with pytest.raises(UserError, match=f"^{re.escape(sentence)}$"):
        choose_actions(tables, [kind(answer)], np.zeros((3, 4), np.int64), np.random.default_rng(0))


# Random


def test_random_picks_every_legal_action_equally_often_and_no_other() -> None:
    legal = [0, 3, 17, 52, SEVENS.num_actions - 1]
    masks = np.zeros((20_000, SEVENS.num_actions), np.int8)
    masks[:, legal] = 1
    actions = UniformAgent().act(masks, masks, np.random.default_rng(1))
    counts = np.bincount(actions, minlength=SEVENS.num_actions)
    assert np.flatnonzero(counts).tolist() == legal
    assert chisquare(counts[legal]).pvalue > 0.001


def test_random_stays_legal_at_the_ends_of_the_draw() -> None:
    masks = np.tril(np.ones((69, 69), np.int8))  # row k allows actions 0 to k
    actions = np.empty(69, np.int64)
    choose_uniformly(masks, np.zeros(69), actions)
    assert (actions == 0).all()
    choose_uniformly(masks, np.full(69, np.nextafter(1.0, 0.0)), actions)
    assert (actions == np.arange(69)).all()


def test_random_depends_on_the_generator_alone() -> None:
    tables = random_positions(SEVENS, {})
    seen = [
        UniformAgent().act(tables.observations, tables.action_masks, np.random.default_rng(seed))
        for seed in (3, 3, 4)
    ]
    assert (seen[0] == seen[1]).all() and (seen[0] != seen[2]).any()


# On the tables' own arrays


@pytest.mark.parametrize("word", ["random", "greedy"])
@pytest.mark.parametrize("num_threads", [1, 2])
def test_an_agent_in_place_chooses_as_from_copies(word: str, num_threads: int) -> None:
    tables = Tables(SEVENS, DEFAULTS, 9, seed=3, num_threads=num_threads)
    agent: Any = make_agent(word, SEVENS, DEFAULTS)
    rows, seating = np.array([7, 0, 4, 5]), np.zeros((9, SEVENS.max_players), int)
    for _ in range(30):
        copies = tables.observations[rows], tables.action_masks[rows]
        chosen = agent.act_at(tables, rows, np.random.default_rng(1))
        assert (chosen == agent.act(*copies, np.random.default_rng(1))).all()
        tables.step(choose_actions(tables, [agent], seating, np.random.default_rng(2)))


def test_a_subclass_with_its_own_choice_is_asked_for_it() -> None:
    class First(UniformAgent):
        def act(
            self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
        ) -> np.ndarray:
            return masks.argmax(axis=1)

    tables = Tables(SEVENS, DEFAULTS, 20, seed=3)
    seating = np.zeros((20, SEVENS.max_players), int)
    chosen = choose_actions(tables, [First()], seating, np.random.default_rng(0))
    assert (chosen == tables.action_masks.argmax(axis=1)).all()


def test_greedy_refuses_tables_of_another_game() -> None:
    other = find_game("makhup_v0")
    tables = Tables(other, other.options(), 2)
    agent, seating = GreedyAgent(SEVENS), np.zeros((2, other.max_players), int)
    with pytest.raises(UserError, match="made for another game"):
        choose_actions(tables, [agent], seating, np.random.default_rng(0))


# Greedy


@pytest.mark.parametrize("name", game_names())
def test_greedy_takes_legal_actions_whatever_the_house_rules(name: str) -> None:
    game = find_game(name)
    agent, rng = GreedyAgent(game), np.random.default_rng(0)
    for options in few_mixes(game):
        tables = random_positions(game, options)
        for _ in range(60):
            actions = agent.act(tables.observations, tables.action_masks, rng)
            assert tables.action_masks[np.arange(tables.num_tables), actions].all(), options
            tables.step(actions)


@pytest.mark.parametrize("name", game_names())
def test_greedy_is_a_function_of_view_and_mask(name: str) -> None:
    game = find_game(name)
    for options in few_mixes(game, 5):
        tables = random_positions(game, options, steps=25)
        agent, everywhere = GreedyAgent(game), np.arange(tables.num_tables)
        masks, movers = tables.action_masks.copy(), tables.to_move.copy()
        chosen = agent.act(tables.observations, masks, np.random.default_rng(0))
        for state, mover in zip(tables.states, movers, strict=True):
            game.kernels.redeal(state, np.int64(mover))
        others = tables.observe(everywhere, movers)
        backwards = agent.act(others[::-1], masks[::-1], np.random.default_rng(1))[::-1]
        assert (chosen == backwards).all(), options


def test_greedy_leaves_what_it_is_shown_as_it_is() -> None:
    tables = random_positions(SEVENS, {})
    observations, masks = tables.observations.copy(), tables.action_masks.copy()
    GreedyAgent(SEVENS).act(observations, masks, np.random.default_rng(0))
    assert (observations == tables.observations).all() and (masks == tables.action_masks).all()


def test_SEV_4_4_greedy_holds_back_a_blocking_card_while_passes_last() -> None:
    for used in range(3):
        table = position("", ["S6 H2", "rest"], passes=[used], tunnel="none")
        assert table.legal() == {say("S6"), "pass"}
        assert advice(table) == "pass"


def test_SEV_4_4_greedy_plays_a_blocking_card_when_no_pass_is_left() -> None:
    table = position("", ["S6 H2", "rest"], passes=[3], tunnel="none")
    assert advice(table) == say("S6")


def test_SEV_4_1_greedy_prefers_the_card_that_leads_to_its_own() -> None:
    for left in (0, 3):  # with and without passes to spend
        table = position("", ["S3-6 H8 D6", "rest"], passes=[left], tunnel="none")
        assert {say("S6"), say("H8"), say("D6")} <= table.legal()
        assert advice(table) == say("S6")


def test_SEV_4_1_greedy_prefers_the_card_with_fewest_cards_of_others_beyond() -> None:
    table = position("S2-6", ["SA H8", "rest"], passes=[3], tunnel="none")
    assert advice(table) == say("SA")


# By name


def test_agents_by_name() -> None:
    assert isinstance(make_agent("random", SEVENS, DEFAULTS), UniformAgent)
    assert isinstance(make_agent("greedy", SEVENS, DEFAULTS), GreedyAgent)


@pytest.mark.parametrize(
    "word", ["", "Greedy", "greedy:2", "random ", "policy", "policy:", "montecarlo", "x:y"]
)
def test_an_unknown_name_is_refused_with_what_is_allowed(word: str) -> None:
    with pytest.raises(UserError) as caught:
        make_agent(word, SEVENS, DEFAULTS)
    sentence, _, hint = str(caught.value).partition(" Did you mean ")
    assert sentence == f"there is no agent {word!r}; allowed: {ALLOWED}."
    close = {"Greedy": "greedy?", "greedy:2": "greedy?", "random ": "random?"}
    assert word not in close or hint == close[word]


# Turns


class Watcher:
    """Plays at random and notes what it was shown."""

    def __init__(self) -> None:
        self.shown = np.zeros((0, SEVENS.observation_size), np.int8)
        self.masks = np.zeros((0, SEVENS.num_actions), np.int8)

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        self.shown, self.masks = observations.copy(), masks.copy()
        return UniformAgent().act(observations, masks, rng)


def test_agents_see_the_tables_where_it_is_their_turn_and_no_others() -> None:
    tables = Tables(SEVENS, DEFAULTS, 24, seed=2, redeal_finished=False)
    rng = np.random.default_rng(0)
    seating = rng.integers(0, 3, (24, SEVENS.max_players))
    outside = seating.copy()
    outside[::4, 1] = OUTSIDE
    saw_finished = saw_outside = False
    while (tables.to_move >= 0).any():
        agents = [Watcher(), Watcher(), Watcher()]
        actions = choose_actions(tables, agents, outside, rng)
        assert actions.dtype == np.int64
        playing = tables.to_move >= 0
        movers = np.where(playing, outside[np.arange(24), tables.to_move], OUTSIDE)
        for number, agent in enumerate(agents):
            assert (agent.shown == tables.observations[movers == number]).all()
            assert (agent.masks == tables.action_masks[movers == number]).all()
            assert (agent.shown.view(SEVENS.view_dtype)["on_turn"][..., 0] == 1).all()
        assert ((actions == OUTSIDE) == (movers == OUTSIDE)).all()
        saw_finished |= bool((~playing).any())
        saw_outside |= bool((playing & (movers == OUTSIDE)).any())
        tables.step(np.where(playing, choose_actions(tables, agents, seating, rng), OUTSIDE))
    assert saw_finished and saw_outside


def test_an_agent_without_a_turn_is_not_asked() -> None:
    class Silent:
        def act(self, *_: Any) -> np.ndarray:
            raise AssertionError("asked out of turn")

    tables = Tables(SEVENS, DEFAULTS, 4, redeal_finished=False)
    seating = np.zeros((4, SEVENS.max_players), np.int64)
    actions = choose_actions(tables, [UniformAgent(), Silent()], seating, np.random.default_rng(0))
    assert (actions >= 0).all()


@pytest.mark.parametrize(
    "word",
    [
        "random",
        "greedy",
        "montecarlo:budget=8",
        "ismcts:budget=8",
        "montecarlo:budget=8,policy=best",
        "montecarlo:budget=8,prior=best",
    ],
)
def test_an_agent_that_travels_plays_on_and_takes_no_compiled_code_along(word: str) -> None:
    """Another process would compile it anew, whatever its cache holds."""
    packed = pickle.dumps(make_agent(word, SEVENS, DEFAULTS))
    assert b"numba" not in packed
    assert packed == pickle.dumps(make_agent(word, SEVENS, DEFAULTS))  # no leftovers of memory
    agents = [make_agent(word, SEVENS, DEFAULTS), pickle.loads(packed)]
    tables = random_positions(SEVENS, {})
    everybody = np.zeros((16, 4), int)
    one, other = (
        choose_actions(tables, [agent], everybody, np.random.default_rng(1)) for agent in agents
    )
    np.testing.assert_array_equal(one, other)


def test_a_range_of_budgets_is_doubled() -> None:
    words = ["greedy", "ismcts:budget=3..13,belief=greedy", "montecarlo:budget=8..8"]
    assert spelled_out(words) == [
        "greedy",
        *(f"ismcts:budget={budget},belief=greedy" for budget in (3, 6, 12)),
        "montecarlo:budget=8",
    ]
    for wrong in ("montecarlo:budget=8..4", "montecarlo:budget=0..4"):
        with pytest.raises(UserError, match=rf"budgets of {wrong} can't be doubled"):
            spelled_out([wrong])
