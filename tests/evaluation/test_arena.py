"""The arena: fair line-ups, standings, resuming, records, the command."""

import json
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fudaba.agents import Agent, make_agent
from fudaba.agents.agent import identity_of
from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.montecarlo import MonteCarloAgent
from fudaba.agents.policy import Layer, PolicyAgent
from fudaba.agents.uniform import UniformAgent
from fudaba.cli.main import main
from fudaba.envs import GameRecord, UserError, find_game
from fudaba.envs.core.compiling.sources import SOURCE_ROOT
from fudaba.evaluation.arena import (
    ArenaResult,
    Progress,
    _leads,
    compare,
    round_robin,
    standings_of,
)
from fudaba.evaluation.database import deciding_sources
from fudaba.evaluation.match import MatchResult
from fudaba.evaluation.statistics import Interval, clustered_mean

from .bots import FirstLegal, LastLegal

GAME = find_game("sevens_v0")
DEALS = 150  # chunks of 1, 1, 2, 4, 8, 16, 32, 64 and 64 deals


def two_agents() -> dict[str, Agent]:
    return {"random": UniformAgent(), "first": FirstLegal()}


def run(deals: int = DEALS, results: Path | None = None, **more: Any) -> ArenaResult:
    return compare("sevens_v0", two_agents(), deals=deals, results=results, **more)


class InterruptionError(Exception):
    """Stands for Ctrl-C."""


def interrupt_after(deals: int) -> Progress:
    def progress(done: int, total: int, decisions: int, part: str) -> None:
        if done == deals:
            raise InterruptionError

    return progress


def test_every_ordered_pair_meets_at_a_large_table_and_every_pair_once_at_one_for_two() -> None:
    assert sorted(round_robin(3, 4)) == [
        (0, 1, 1, 1), (0, 2, 2, 2), (1, 0, 0, 0), (1, 2, 2, 2), (2, 0, 0, 0), (2, 1, 1, 1),
    ]  # fmt: skip
    assert round_robin(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert round_robin(1, 3) == [(0, 0, 0)]


def test_rewards_count_where_an_agent_sits_alone() -> None:
    seating = np.array([[0, 1, 1], [1, 0, 0], [0, 1, 1], [1, 0, 0]])
    points = np.array([[1, 0, -1], [1, 0, -1], [0, 1, -1], [0, 0, 0]], dtype=np.float64)
    match = MatchResult(np.array([0, 1, 0, 1]), np.array([0, 0, 1, 1]), seating, points)
    one, other = standings_of(match, ["one", "other"], np.random.default_rng(0))
    assert (one.games, one.reward.mean) == (2, 0.5)
    assert (other.games, other.reward.mean) == (2, 0.5)
    assert one.places == (0.5, 0.5, 0)
    assert other.first_places.mean == pytest.approx((1 + 1 / 3) / 2)


def test_standings_are_ranked_and_pairs_agree_with_them() -> None:
    agents: dict[str, Agent] = {
        "random": UniformAgent(),
        "greedy": GreedyAgent(GAME),
        "last": LastLegal(),
    }
    result = compare("sevens_v0", agents, deals=64)
    assert result.num_games == 6 * 64 * 4
    rewards = [standing.reward.mean for standing in result.standings]
    assert rewards == sorted(rewards, reverse=True)
    assert result.standings[0].agent == "greedy"
    assert result.standings[0].rating.mean == max(s.rating.mean for s in result.standings)
    for number, standing in enumerate(result.standings):
        assert standing.games == 2 * 64 * 4
        assert sum(standing.places) == pytest.approx(1)
        others = [meeting.reward.mean for meeting in result.pairwise[number] if meeting]
        assert result.pairwise[number][number] is None
        assert standing.reward.mean == pytest.approx(np.mean(others))


def test_both_sides_count_at_a_table_for_two() -> None:
    result = run(64, options={"num_players": 2})
    best, worst = result.standings
    assert result.num_games == 64 * 2
    assert best.games == worst.games == 64 * 2
    assert best.reward.mean == -worst.reward.mean
    meeting = result.pairwise[0][1]
    assert meeting is not None and meeting.reward == best.reward
    assert meeting.ahead == best.first_places
    # The same games say how far the first is ahead: twice what it earns, for the other lost it.
    assert result.behind[1].mean == pytest.approx(2 * best.reward.mean)
    assert result.level == (best.agent,)


def test_playing_oneself_counts_every_seat() -> None:
    result = compare("sevens_v0", {"first": FirstLegal()}, deals=30)
    (standing,) = result.standings
    assert standing.games == result.num_games == 30
    assert standing.reward.mean == pytest.approx(0)
    assert standing.first_places.mean == pytest.approx(0.25)
    assert np.isnan(standing.rating.mean)
    assert result.examples[0].record.agents == ["first"] * 4
    assert np.sum(result.seat_places, axis=1) == pytest.approx(1)


def test_the_order_of_the_agents_changes_nothing() -> None:
    options = {"num_players": 2}
    backwards = dict(reversed(two_agents().items()))
    assert compare("sevens_v0", backwards, options, 64) == run(64, options=options)


def test_an_interrupted_run_resumes_to_the_same_result(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with pytest.raises(InterruptionError):
        run(results=path, progress=interrupt_after(4))
    seen = []
    resumed = run(results=path, progress=lambda done, total, *_: seen.append((done, total)))
    dones = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 320, 384]  # of two line-ups
    assert list(dict.fromkeys(seen)) == [(done, 384) for done in dones]
    assert resumed == run()


def test_results_that_are_there_are_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    once = run(results=path)
    first = FirstLegal()
    agents: dict[str, Agent] = {"random": UniformAgent(), "first": first}
    assert compare("sevens_v0", agents, deals=DEALS, results=path) == once
    assert first.calls == 0


def test_more_or_fewer_deals_are_the_same_as_from_the_start(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    run(50, results=path)
    assert run(results=path) == run()
    assert run(100, results=path) == run(100)


def test_another_agent_of_the_same_name_is_not_mixed_in(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    run(64, results=path, identities={"first": "old weights"})
    retrained: dict[str, Agent] = {"random": UniformAgent(), "first": LastLegal()}
    marks = {"first": "new weights"}
    result = compare("sevens_v0", retrained, deals=64, results=path, identities=marks)
    assert result == compare("sevens_v0", retrained, deals=64, identities=marks)


class Mine:
    """A bot of somebody who tries things out: nothing tells it from the one before."""

    def __init__(self, plays: type) -> None:
        self.bot = plays()
        self.calls = 0

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        self.calls += 1
        return np.asarray(self.bot.act(observations, masks, rng))


def with_mine(mine: Agent, results: Path | None = None, **more: Any) -> ArenaResult:
    agents: dict[str, Agent] = {"mine": mine, "first": FirstLegal(), "random": UniformAgent()}
    return compare("sevens_v0", agents, deals=64, results=results, **more)


def test_a_bot_that_changed_is_not_given_old_results(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    old, new = with_mine(Mine(LastLegal), path), with_mine(Mine(UniformAgent), path)
    assert new == with_mine(Mine(UniformAgent)) != old


def test_an_agent_without_an_identity_is_played_again_and_the_others_are_not(
    tmp_path: Path,
) -> None:
    path, done = tmp_path / "results.sqlite", []
    once = with_mine(Mine(LastLegal), path)
    mine = Mine(LastLegal)
    again = with_mine(mine, path, progress=lambda deals, total, *_: done.append((deals, total)))
    assert again == once and mine.calls > 0
    assert done[0] == (2 * 64, 6 * 64)  # first and random among each other


def test_an_agent_with_an_identity_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with_mine(Mine(LastLegal), path, identities={"mine": "version 1"})
    for mark in ("version 1", "version 2"):
        mine = Mine(LastLegal)
        vars(mine)["identity"] = mark
        fresh = with_mine(Mine(LastLegal), identities={"mine": mark})
        assert with_mine(mine, path) == fresh
        assert (mine.calls > 0) == (mark == "version 2")


def test_an_identity_is_not_inherited() -> None:
    class Changed(FirstLegal):
        """Perhaps it plays in another way."""

    class Named(Changed):
        identity = "named"

    assert identity_of("mine", FirstLegal()) == "first legal"
    assert identity_of("mine", Changed()) is None
    assert identity_of("mine", Named()) == "named"


def test_the_agents_of_the_package_have_identities() -> None:
    shape = GAME.num_actions, GAME.observation_size
    layer, other = (Layer(np.zeros(shape), np.full(shape[0], bias)) for bias in (0.0, 1.0))
    first, last = (
        Layer(np.zeros((2, shape[1])), np.zeros(2)),
        Layer(np.zeros((shape[0], 2)), other.bias),
    )
    advice = GreedyAgent(GAME)
    agents: list[Agent] = [
        UniformAgent(),
        advice,
        *(MonteCarloAgent(GAME, budget) for budget in (1, 2)),
        PolicyAgent([layer]),
        PolicyAgent([layer], sample=True),
        PolicyAgent([layer], advice=advice),
        PolicyAgent([other]),
        PolicyAgent([first, last]),
    ]
    marks = [identity_of("", agent) for agent in agents]
    assert None not in marks and len(set(marks)) == len(marks)
    assert identity_of("", PolicyAgent([layer])) == marks[4]


KILLED_RUN = """
import os, signal, sys
from argparse import Namespace
from pathlib import Path
from typing import Any
from fudaba.evaluation import store
from tests.evaluation.test_arena import run

rows = store._seat_rows
def killing_rows(line_up, chunk, points):
    for number, row in enumerate(rows(line_up, chunk, points)):
        if chunk.number == 2 and number == 20:
            os.kill(os.getpid(), signal.SIGKILL)
        yield row

store._seat_rows = killing_rows
run(results=Path(sys.argv[1]))
"""


def test_a_run_killed_while_it_writes_resumes_to_the_same_result(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    killed = subprocess.run([sys.executable, "-c", KILLED_RUN, path], cwd=Path(__file__).parents[2])
    assert killed.returncode == -9
    seen: list[int] = []
    assert run(results=path, progress=lambda done, total, *_: seen.append(done)) == run()
    assert seen[0] == 4  # deals 0 and 1 of both line-ups


def test_records_replay_and_say_who_played(tmp_path: Path) -> None:
    path, results = tmp_path / "games.jsonl", tmp_path / "results.sqlite"
    run(70, results=results)
    result = run(70, results=results, records=path)  # nothing is left to play: from the file
    lines = path.read_text().splitlines()
    assert len(lines) == result.num_games == 70 * 2 * 4
    records = [GameRecord.from_json(line) for line in lines]
    for record in records[::25]:
        *_, (state, action) = record.positions(GAME)
        assert action is None
        assert state["to_move"] == -1
    assert records[0].agents == ["first", "random", "random", "random"]
    assert records[1].agents == ["random", "first", "random", "random"]
    assert records[0].rng == records[1].rng == records[280].rng != records[4].rng
    first = [record.points[record.agents.index("first")] for record in records[:280]]
    standing = next(s for s in result.standings if s.agent == "first")
    assert np.mean(first) == pytest.approx(standing.reward.mean)


def test_records_are_added_once_and_replace_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for seed, games in ((0, 16), (0, 16), (1, 32)):
        run(2, records=path, seed=seed)
        assert len(path.read_text().splitlines()) == games
    run(2, records=path, force=True)
    assert len(path.read_text().splitlines()) == 16
    path.write_text("precious")
    with pytest.raises(UserError, match=r"games.jsonl holds something else than game records"):
        run(2, records=path)
    assert path.read_text() == "precious"


def test_records_of_an_interrupted_run_leave_no_file(tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    with pytest.raises(InterruptionError):
        run(records=records, progress=interrupt_after(2))
    assert list(tmp_path.iterdir()) == []


def test_the_examples_are_the_first_deal_the_worst_losses_and_the_closest(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    result = compare(
        "killer_sevens_v0", two_agents(), {"num_players": 5}, 70, records=file, show=[69, 5, 5]
    )
    records = [GameRecord.from_json(line) for line in file.read_text().splitlines()]
    names = [standing.agent for standing in result.standings]
    titles = {}
    for example in result.examples:
        assert example.record == records[example.number - 1], "its line in the file"
        titles.update(dict.fromkeys(example.title.split("; "), example.record))
    assert {"deal 0", "deal 69", "deal 5"} < set(titles) and len(titles) == 6
    assert next(iter(titles)) == "deal 0"
    assert titles["deal 0"].agents == [names[0]] + [names[1]] * 4
    for name in names:
        alone = [r.points[r.agents.index(name)] for r in records if r.agents.count(name) == 1]
        worst = titles[f"the worst loss of {name}"]
        assert worst.agents.count(name) == 1
        assert worst.points[worst.agents.index(name)] == min(alone)
    gaps = [sorted(record.points)[-1] - sorted(record.points)[-2] for record in records]
    closest = sorted(titles["the closest finish"].points)
    assert closest[-1] - closest[-2] == min(gaps)
    assert max(gaps) > min(gaps), "in Sevens all games are as close, and none is shown as closest"
    assert not any("closest" in example.title for example in run(2).examples)
    *_, (_, action) = titles["deal 5"].positions(result.game)
    assert action is None


def test_copies_of_an_agent_can_not_be_told_apart() -> None:
    copies = {"one": FirstLegal(), "two": FirstLegal()}
    result = compare("sevens_v0", copies, {"num_players": 5}, deals=64)
    assert result.behind == (Interval(0, 0, 0), Interval(0, 0, 0))
    assert result.level == ("one", "two")
    assert [standing.rating for standing in result.standings] == [Interval(0, 0, 0)] * 2
    meeting = result.pairwise[0][1]
    assert meeting is not None
    assert (meeting.ahead.mean, meeting.predicted) == (pytest.approx(0.5), 0.5)


def test_who_finishes_ahead_is_seen_beside_what_the_ratings_predict() -> None:
    result = run(64)
    better, worse = result.standings
    one, other = result.pairwise[0][1], result.pairwise[1][0]
    assert one is not None and other is not None
    gap = better.rating.mean - worse.rating.mean
    assert one.predicted == pytest.approx(1 / (1 + 10 ** (-gap / 400)))
    assert one.predicted + other.predicted == pytest.approx(1)
    # A place is one more than those ahead: of three others.
    places = np.arange(4) @ better.places
    assert one.ahead.mean == pytest.approx(1 - places / 3)


def test_the_lead_is_paired_by_deal() -> None:
    seating = np.array([[0, 1, 1], [1, 0, 0]] * 3)
    points = np.zeros((6, 3))
    points[:, 0] = [6, 5, 2, 0, -2, -5]  # luck of 5, 0 and -5 for both
    deals = np.repeat(np.arange(3), 2)
    match = MatchResult(np.tile([0, 1], 3), deals, seating, points)
    none, lead = _leads(match, [0, 1], 3)
    textbook = clustered_mean([1, 2, 3], range(3))
    assert lead.mean == pytest.approx(2)
    assert (lead.low, lead.high) == pytest.approx((textbook.low, textbook.high))
    assert none == Interval(0, 0, 0)


def test_of_seven_equal_agents_the_first_seldom_seems_to_lead_another() -> None:
    rng, tables, deals = np.random.default_rng(1), 200, 40
    agents = np.arange(7)
    seating = np.tile(np.stack([agents, np.roll(agents, 1)], axis=1), (deals, 1))
    of_games = np.repeat(np.arange(deals), 7)
    told_apart = 0
    for _ in range(tables):
        luck = rng.normal(size=len(seating))
        points = np.stack([luck, -luck], axis=1)
        match = MatchResult(np.tile(agents, deals), of_games, seating, points)
        rewards = [points[seating == agent].mean() for agent in agents]
        order = np.argsort(rewards)[::-1].tolist()
        told_apart += any(lead.leaves_out_zero for lead in _leads(match, order, deals))
    assert told_apart / tables < 0.08


@pytest.mark.parametrize(
    ("agents", "change", "message"),
    [
        ({"mine": Namespace(act=3)}, {}, "agent mine can't be .*; allowed: an object with act"),
        ({"a": UniformAgent()}, {"identities": {"b": "1"}}, "identities can't name 'b'; allowed"),
        (
            {"a": Namespace(act=print, identity=3)},
            {},
            "the identity of agent a can't be 3; allowed",
        ),
    ],
)
def test_what_can_not_be_compared_is_named(
    agents: Any, change: dict[str, Any], message: str
) -> None:
    with pytest.raises(UserError, match=f"^{message}"):
        compare("sevens_v0", agents, **change)


def test_files_may_be_named_by_text(tmp_path: Path) -> None:
    names = {"results": str(tmp_path / "results"), "records": str(tmp_path / "games.jsonl")}
    compare("sevens_v0", {"random": UniformAgent()}, deals=2, **names)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.jsonl", "results"]


def arena(tmp_path: Path, *words: str) -> int:
    return main(["arena", *words, "--results", str(tmp_path / "results.sqlite")])


def test_the_command_prints_the_outcome_and_writes_the_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records, page = tmp_path / "games.jsonl", tmp_path / "page.html"
    words = ["sevens_v0", "random", "greedy", "--deals", "20", "--seed", "3", "--threads", "2"]
    words += ["--options", "pass_limit=5", "tunnel=none"]
    words += ["--records", str(records), "--page", str(page), "--show", "7"]
    assert arena(tmp_path, *words) == 0
    output = capsys.readouterr().out
    assert output.index("greedy") < output.index("random")
    assert "20 deals, 160 games" in output
    assert "greedy leads with a mean reward of" in output
    assert "deal 0" in page.read_text() and "deal 7" in page.read_text()
    record = json.loads(records.read_text().splitlines()[0])
    assert (record["options"]["pass_limit"], record["options"]["tunnel"]) == (5, "none")
    assert "<title>Sevens: greedy, random</title>" in page.read_text()


def test_the_page_lies_in_the_folder_of_its_question(tmp_path: Path) -> None:
    for deals in ("5", "6"):  # more deals answer the same question
        assert arena(tmp_path, "sevens_v0", "random", "--deals", deals) == 0
    (page,) = tmp_path.rglob("arena.html")
    assert page.parent.parent == tmp_path and page.parent.name.startswith("random-")
    assert arena(tmp_path, "sevens_v0", "random", "--seed", "1", "--page", str(page)) == 2


def test_a_retrained_policy_has_another_identity(tmp_path: Path) -> None:
    options = GAME.options.read("sevens_v0", {})
    word = f"policy:{tmp_path}"
    marks = []
    for bias in (0.0, 1.0):
        shape = (GAME.num_actions, GAME.observation_size)
        layer = Layer(np.zeros(shape, np.float32), np.full(shape[0], bias, np.float32))
        PolicyAgent([layer]).save(tmp_path, GAME, options)
        marks.append(identity_of(word, make_agent(word, GAME, options)))
    assert marks[0] != marks[1]


def test_results_go_by_the_game_the_core_and_the_agents_and_by_no_other_game() -> None:
    files = {str(Path(file).relative_to(SOURCE_ROOT)) for file in deciding_sources(GAME)}
    for decides in (
        "envs/sevens/rules.py",
        "envs/sevens/view.py",
        "envs/sevens/options.py",
        "envs/core/compiling/kernel.py",
        "envs/core/stepping/loops.py",
        "envs/core/kit/rng.py",
        "envs/core/stepping/tables.py",
        "envs/core/stepping/worlds.py",
        "agents/compiled_network.py",
        "agents/greedy.py",
        "agents/ismcts.py",
        "agents/montecarlo.py",
        "agents/policy.py",
        "agents/searching.py",
        "agents/tree.py",
        "envs/sevens/heuristic.py",
    ):
        assert decides in files
    assert not [file for file in files if "seki" in file or "killer_sevens" in file]
