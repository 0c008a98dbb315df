"""`expert`: the strongest search of a game, for seconds of a clock that the tests turn."""

import json
import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from fudaba.agents import choose_actions, make_agent, repeatable_agent
from fudaba.agents.agent import identity_of
from fudaba.agents.expert import FIRST_GAMES, SECONDS, STRONGEST, ExpertAgent, strongest
from fudaba.agents.ismcts import ISMCTSAgent
from fudaba.agents.montecarlo import MonteCarloAgent
from fudaba.agents.naming import smallest_search
from fudaba.agents.policy import PolicyAgent
from fudaba.agents.searching import GAMES_AT_A_TIME, WorldSearch
from fudaba.agents.titles import agent_title
from fudaba.envs import Game, UserError, find_game, game_names
from fudaba.evaluation.arena import compare
from fudaba.evaluation.report.arena.headline import notes

from ..project import ROOT
from .test_montecarlo import choices, positions

SEVENS, NIEKHI = find_game("sevens_v0"), find_game("niekhi_v0")
WRONG = ("", "0", "0.009", "60.1", "-1", "x", "1e1", "nan", "9" * 5000)


class Clock:
    """A clock that stands still until a test turns it."""

    def __init__(self) -> None:
        self.now = 7.0

    def __call__(self) -> float:
        return self.now


class Rushing(Clock):
    """A clock that is an hour later whenever somebody looks."""

    def __call__(self) -> float:
        self.now += 3600
        return self.now


def portions(clock: Clock, num_moves: int, costs: Iterator[float], **more: Any) -> list[int]:
    """Returns the worlds of each portion, if a game takes so long."""
    agent, sizes = ExpertAgent(MonteCarloAgent(SEVENS, 1), clock=clock, **more), list[int]()
    for size in agent.portions(num_moves):
        sizes.append(size)
        clock.now += size * num_moves * next(costs)
    return sizes


def always(cost: float) -> Iterator[float]:
    while True:
        yield cost


@pytest.mark.parametrize("num_moves", [2, 5, 70, 700])
@pytest.mark.parametrize("games_in_time", [100, 3000, 20_000])
def test_the_seconds_are_used_and_kept(num_moves: int, games_in_time: int) -> None:
    clock, cost = Clock(), SECONDS / games_in_time
    sizes = portions(clock, num_moves, always(cost))
    games = num_moves * np.array(sizes)
    assert sizes[0] == max(FIRST_GAMES // num_moves, 2)
    assert all(later <= done for later, done in zip(games[1:], games.cumsum(), strict=False))
    assert (games[1:] <= max(GAMES_AT_A_TIME, num_moves)).all()
    over = games.sum() - games_in_time
    assert over <= max(games[0] - games_in_time, 0)
    assert over > -2 * num_moves, "another world would have fitted"


def test_a_machine_that_gets_slower_is_late_by_less_than_a_portion() -> None:
    clock = Clock()
    costs = iter([0.0001] * 4 + [0.0002] * 999)
    sizes = portions(clock, 8, costs)
    assert len(sizes) > 4
    assert clock.now - 7.0 < SECONDS + 0.0002 * 8 * sizes[-1]


def test_a_clock_that_stands_still_ends_no_later_than_the_largest_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("fudaba.agents.expert.LARGEST_BUDGET", 5000)
    assert sum(portions(Clock(), 10, always(0.0))) == 500


@pytest.mark.parametrize(
    "kind", ["montecarlo:budget=64", "ismcts:budget=64,policy=best", "ismcts:budget=64,prior=best"]
)
def test_with_time_for_one_portion_it_chooses_as_its_search(kind: str) -> None:
    search = make_agent(kind, SEVENS, SEVENS.options())
    assert isinstance(search, WorldSearch) and search.budget == FIRST_GAMES
    expert, tables = ExpertAgent(search, clock=Rushing()), positions(SEVENS, {}, 12)
    assert (choices(expert, tables, 3) == choices(search, tables, 3)).all()


def test_more_portions_go_on_where_the_first_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """So twice the time plays the games of twice the budget."""
    tables, clock = positions(SEVENS, {}, 12), Clock()
    row = int(tables.action_masks.sum(axis=1).argmax())
    mask, worlds = tables.action_masks[row], tables.worlds(np.array([row]))
    inner = MonteCarloAgent(SEVENS, 1)
    played = ExpertAgent(inner, clock=clock)
    trial = inner.trial(mask)

    def slow(some: np.ndarray) -> np.ndarray:
        clock.now += 0.4 * SECONDS * len(some) / (FIRST_GAMES // mask.sum())
        return trial(some)

    monkeypatch.setattr(played, "trial", lambda mask: slow)
    points = played.evaluate_actions(mask, worlds, 0, np.random.default_rng(5))
    longer = MonteCarloAgent(SEVENS, len(points) * int(mask.sum()))
    assert len(points) > 2 * (FIRST_GAMES // mask.sum())
    expected = longer.evaluate_actions(mask, worlds, 0, np.random.default_rng(5))
    np.testing.assert_array_equal(points, expected)


def test_a_forced_move_takes_no_time() -> None:
    tables = positions(SEVENS, {"pass_limit": 0}, 30, num_tables=64)
    forced = np.flatnonzero(tables.action_masks.sum(axis=1) == 1)
    assert len(forced)
    clock = Rushing()
    agent = ExpertAgent(MonteCarloAgent(SEVENS, 1), clock=clock)
    views, masks = tables.observations[forced], tables.action_masks[forced]
    chosen = agent.search(views, masks, tables.worlds(forced), np.random.default_rng(0))
    assert (chosen == masks.argmax(axis=1)).all() and clock.now == Clock().now


@pytest.mark.parametrize("name", [*game_names(), "examples/games/doubt.py"])
def test_it_plays_every_game(name: str) -> None:
    game = find_game(name)
    tables = positions(game, {}, 9, num_tables=2)
    (agent,) = (make_agent("expert:seconds=0.01", game, game.options()),)
    chosen = choose_actions(
        tables, [agent], np.zeros((2, game.max_players), int), np.random.default_rng(0)
    )
    assert tables.action_masks[np.arange(2), chosen].all()


# By name


def expert(game: Game, spec: str = "expert", **options: Any) -> ExpertAgent:
    agent = make_agent(spec, game, game.options.read(game.name, options))
    assert isinstance(agent, ExpertAgent)
    return agent


def test_expert_by_name() -> None:
    assert expert(SEVENS).seconds == SECONDS and expert(SEVENS, "expert:seconds=2.5").seconds == 2.5
    assert identity_of("it", expert(SEVENS)) is None
    assert smallest_search("expert:seconds=2") == "expert:seconds=0.01"
    assert agent_title("expert", SEVENS) == "Strong"
    assert agent_title("expert:seconds=2.5", SEVENS) == "Expert 2.5 s"


def test_a_policy_plays_or_guides_it_where_that_is_stronger_and_under_its_rules_alone() -> None:
    guided = expert(NIEKHI, first_dealer=2)
    assert isinstance(guided.inner, ISMCTSAgent) and guided.policy
    alone = expert(NIEKHI, num_players=3)
    assert isinstance(alone.inner, ISMCTSAgent) and not alone.policy
    makkaik = find_game("makkaik_v0")
    assert isinstance(make_agent("expert", makkaik, makkaik.options()), PolicyAgent)
    assert isinstance(expert(makkaik, num_players=3).inner, ISMCTSAgent)


@pytest.mark.parametrize("name", STRONGEST)
def test_no_other_search_was_measured_to_be_stronger(name: str) -> None:
    game = find_game(name)
    path = ROOT / "docs" / "figures" / "expert.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    (row,) = (row for row in content["rows"] if row[0] == game.title)
    cells = dict(zip(content["headings"], row, strict=True))
    mean, half = map(float, cells[f"`{strongest(game, game.options())}`"].split(" ± "))
    others = [float(cell.split(" ± ")[0]) for cell in row[2:]]
    assert max(others) < mean + half


@pytest.mark.parametrize("seconds", WRONG)
def test_wrong_seconds_are_refused_with_what_is_allowed(seconds: str) -> None:
    with pytest.raises(UserError) as caught:
        make_agent(f"expert:seconds={seconds}", SEVENS, SEVENS.options())
    assert str(caught.value) == (
        f"there is no agent 'expert:seconds={seconds}'; allowed: expert, and expert:seconds=S "
        "with S from 0.01 to 60."
    )


@pytest.mark.parametrize("seconds", [0.0, -1, 60.5, float("nan"), float("inf"), True, "2", None])
def test_wrong_seconds_of_a_class_are_refused_too(seconds: Any) -> None:
    with pytest.raises(UserError, match=r"^seconds can't be .*; allowed: numbers 0.01 to 60.$"):
        ExpertAgent(MonteCarloAgent(SEVENS, 1), seconds)


def test_it_travels_without_compiled_code() -> None:
    packed = pickle.dumps(expert(NIEKHI, "expert:seconds=2"))
    agent = pickle.loads(packed)
    assert b"numba" not in packed and agent.seconds == 2 and agent.policy


# What it promises


def test_numbers_that_are_the_same_every_time_are_not_asked_of_it() -> None:
    assert identity_of("it", repeatable_agent("greedy", SEVENS, SEVENS.options())) == "greedy"
    for spec in ("expert", "expert:seconds=1"):
        with pytest.raises(UserError) as caught:
            repeatable_agent(spec, SEVENS, SEVENS.options())
        assert str(caught.value) == (
            f"agent '{spec}' decides by the clock, so its games are never the same again; allowed "
            "here: all other agents, such as montecarlo:budget=1024."
        )


def test_the_arena_plays_it_and_says_so() -> None:
    agents = {word: make_agent(word, SEVENS, SEVENS.options()) for word in ("greedy", "random")}
    assert not notes(compare("sevens_v0", agents, deals=1))
    agents = {"greedy": agents["greedy"], "expert": ExpertAgent(MonteCarloAgent(SEVENS, 1), 0.01)}
    assert notes(compare("sevens_v0", agents, deals=1)) == [
        "expert decides by the clock, so another run plays other games."
    ]
