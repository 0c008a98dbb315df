"""What agents say about their moves: kept with the games, and shown to those who may read it."""

import json
import sqlite3
import time
from dataclasses import replace
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fudaba.agents import Agent, make_agent
from fudaba.agents.remarks import Remark, Usage, shown_comment
from fudaba.agents.seated import SeatedGame
from fudaba.cli.main import main
from fudaba.envs import GameRecord, Tables, UserError, find_game
from fudaba.evaluation.arena import ArenaResult, compare
from fudaba.evaluation.match import growing_chunks
from fudaba.evaluation.recorded import played_again
from fudaba.evaluation.report.arena.headline import headline, notes
from fudaba.evaluation.report.arena.page import render_page
from fudaba.evaluation.stand_in import StandInAgent
from fudaba.evaluation.statistics import Interval, clustered_mean
from fudaba.web.replay import View, replay_info

SEVENS = find_game("sevens_v0")
HOSTILE = "<script>alert(1)</script>\x1b[2J"


class Talker:
    """Takes the first legal action, and says which and where it is."""

    identity = "talker"
    deals_at_once = 1

    def __init__(self, pause: float = 0.0) -> None:
        self.calls, self._pause, self._said = 0, pause, dict[int, Remark]()

    def act(self, observations: np.ndarray, masks: np.ndarray, rng: object) -> np.ndarray:
        raise AssertionError("it follows its tables")

    def follow(self, tables: Tables, is_own: np.ndarray) -> None:
        """Needs to know nothing."""

    def choose_at(self, tables: Tables, rows: np.ndarray, rng: object) -> np.ndarray:
        self.calls += 1
        time.sleep(self._pause)
        chosen = tables.action_masks[rows].argmax(axis=1)
        for row, action in zip(rows.tolist(), chosen.tolist(), strict=True):
            seat, usage = int(tables.to_move[row]), Usage(action % 2, 100 + action, 0.5)
            self._said[row] = Remark(f"seat {seat} plays {action} {HOSTILE}", action / 4, usage)
        return chosen

    def take_remarks(self, tables: Tables) -> dict[int, Remark]:
        said, self._said = self._said, {}
        return said


def played(folder: Path, agent: Any = None, **more: Any) -> ArenaResult:
    agents: dict[str, Agent] = {
        "talker": agent or Talker(),
        "random": make_agent("random", SEVENS, SEVENS.options()),
    }
    more = {"deals": 3, "results": folder / "results.sqlite", **more}
    return compare("sevens_v0", agents, **more)


def records_of(path: Path) -> list[GameRecord]:
    return [GameRecord.from_json(line) for line in path.read_bytes().splitlines()]


def test_records_hold_each_remark_at_its_move(tmp_path: Path) -> None:
    played(tmp_path, records=tmp_path / "games.jsonl")
    num_own = 0
    for record in records_of(tmp_path / "games.jsonl"):
        by_step = {remark.step: remark for remark in record.remarks}
        for step, (state, action) in enumerate(record.positions(SEVENS)):
            seat = int(state["to_move"])
            is_own = action is not None and record.agents[seat] == "talker"
            assert (step in by_step) == is_own
            if is_own:
                said = by_step[step]
                assert said.comment == f"seat {seat} plays {action} {HOSTILE}"
                assert said.evaluation == action / 4
                num_own += 1
    assert num_own > 100


def test_costs_are_counted_by_hand_and_kept_in_the_file(tmp_path: Path) -> None:
    result = played(tmp_path, records=tmp_path / "games.jsonl")
    costs = [
        (record.rng, int(remark.evaluation * 4))
        for record in records_of(tmp_path / "games.jsonl")
        for remark in record.remarks
        if remark.evaluation is not None
    ]
    deals = np.unique([rng for rng, _ in costs], return_inverse=True)[1]
    assert len(np.unique(deals)) == 3
    (talker,) = [one for one in result.standings if one.agent == "talker"]
    (other,) = [one for one in result.standings if one.agent == "random"]
    assert other.answers is None and talker.answers is not None
    assert talker.answers.decisions == len(costs)
    assert talker.answers.refused.mean == pytest.approx(np.mean([a % 2 for _, a in costs]))
    expected = clustered_mean([100 + action for _, action in costs], deals)
    assert talker.answers.tokens.mean == pytest.approx(expected.mean)
    assert talker.answers.tokens.high == pytest.approx(expected.high)
    assert talker.answers.seconds.mean == 0.5
    again = Talker()
    assert played(tmp_path, again) == result and again.calls == 0
    (note,) = notes(result)
    share = 100 * talker.answers.refused.mean
    assert note.startswith(f"talker was asked for {len(costs):,} decisions: {share:.1f} % (95 %")
    assert note.endswith(f"a decision took {expected.mean:,.0f} tokens and 0.50 seconds.")


def test_the_page_shows_them_and_nothing_in_them_runs(tmp_path: Path) -> None:
    page = render_page(played(tmp_path))
    assert "<script>alert" not in page and "\x1b" not in page
    assert "seat 0 plays" in page and "(estimate: +" in page


def test_a_stand_in_passes_them_on(tmp_path: Path) -> None:
    agent = StandInAgent("talker", Talker, SEVENS)
    assert agent.deals_at_once == 1
    assert played(tmp_path, agent).standings == played(tmp_path / "other").standings


def test_a_replay_shows_a_seat_its_own_remarks_alone(tmp_path: Path) -> None:
    played(tmp_path, records=tmp_path / "games.jsonl")
    alone = ["random", "talker", "random", "random"]
    record = next(r for r in records_of(tmp_path / "games.jsonl") if r.agents == alone)
    game = played_again("a game", record)
    movers = [int(state["to_move"]) for state, _ in record.positions(SEVENS)]
    for view in (View(1), View(None), View(None, is_open=True)):
        steps = replay_info(game, 1, view, [], []).steps
        said = [step.heard.remark for step in steps if step.heard and step.heard.remark]
        assert len(said) == movers.count(1) > 0
        assert all("\x1b" not in one and one.startswith("seat") for one in said)
    for seat in (0, 2, 3):
        steps = replay_info(game, 1, View(seat), [], []).steps
        assert not any(step.heard and step.heard.remark for step in steps)


def test_the_terminal_shows_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    path = tmp_path / "games.jsonl"
    played(tmp_path, records=path)
    number = next(n for n, r in enumerate(records_of(path), 1) if r.agents[1] == "talker")
    record = records_of(path)[number - 1]
    for seat in range(4):
        words = ["replay", str(path), "--game-number", str(number), "--seat", str(seat)]
        assert main(words) == 0
        said = capsys.readouterr().out
        assert ("says: seat" in said) == (record.agents[seat] == "talker")
        assert "\x1b" not in said


def test_a_seated_game_records_them(monkeypatch: pytest.MonkeyPatch) -> None:
    seated = SeatedGame(SEVENS, SEVENS.options(), ["random"] * 4, seed=1)
    seated._agents[0] = Talker()
    first, second = seated.agent_action(), None
    seated.take(first)
    second = seated.agent_action()
    legal = SEVENS.legal_actions(seated.state)
    other = next((action for action in legal if action != second), second)
    assert [(r.step, r.evaluation) for r in seated.record().remarks] == [(0, first / 4)]
    seated.take(other)  # as if the agent had been too late
    assert len(seated.record().remarks) == 1 + (other == second)
    again = GameRecord.from_json(seated.record().to_json())
    assert again == seated.record()


@pytest.mark.parametrize(
    "remarks",
    [
        [{"step": -1}],
        [{"step": 0, "comment": 3}],
        [{"step": 0, "evaluation": "high"}],
        [{"step": 0, "evaluation": nan}],
        [{"step": 0, "said": "more"}],
        "text",
    ],
)
def test_damaged_remarks_are_refused(remarks: Any) -> None:
    seated = SeatedGame(SEVENS, SEVENS.options(), ["random"] * 4, seed=1)
    content = {**seated.record().model_dump(), "remarks": remarks}
    with pytest.raises(UserError, match="remarks"):
        GameRecord.from_json(json.dumps(content))


def test_comments_hold_nothing_that_a_terminal_obeys() -> None:
    text = "a\x1b[2J\x07b\x9bc\u202ed\ud800e\nf\tg\r"
    assert shown_comment(text) == "a [2J b c d e\nf\tg "
    assert len(shown_comment("x" * 50_000)) == 10_000


# Few deals first, and an end in time


def test_chunks_grow_and_hold_every_deal_once() -> None:
    chunks = growing_chunks((0, 1), 200)
    assert [chunk.num_deals for chunk in chunks] == [1, 1, 2, 4, 8, 16, 32, 64, 64, 64]
    assert [deal for chunk in chunks for deal in chunk.deals] == [*range(256)]
    assert growing_chunks((0, 1), 64) == chunks[:7]
    assert [chunk.num_deals for chunk in growing_chunks((0, 1), 3, most=1)] == [1, 1, 1]


def test_the_time_ends_play_with_the_deals_that_all_have_played(tmp_path: Path) -> None:
    slow = Talker(pause=0.02)
    started = time.monotonic()
    result = played(tmp_path, slow, deals=1000, minutes=0.05)
    assert time.monotonic() - started < 60  # all deals would take hours
    assert 1 <= result.deals < 1000 == result.wanted
    assert notes(result)[0].startswith("The time was over after ")
    assert "of 1,000." in notes(result)[0] and notes(result)[0] in render_page(result)
    assert result.standings == played(tmp_path / "other", deals=result.deals).standings
    again = Talker()
    goes_on = played(tmp_path, again, deals=result.deals)
    assert again.calls == 0 and goes_on.standings == result.standings


def test_a_time_that_ends_before_the_first_deal_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="over before all agents had played their first deal"):
        played(tmp_path, minutes=1e-9)


@pytest.mark.parametrize("minutes", [0, -1, inf, nan, True, "5"])
def test_a_budget_that_is_no_time_is_refused(tmp_path: Path, minutes: Any) -> None:
    with pytest.raises(UserError, match=r"the budget can't be .* minutes; allowed: above 0"):
        played(tmp_path, minutes=minutes)
    assert not (tmp_path / "results.sqlite").exists()


def test_it_says_how_many_deals_would_tell(tmp_path: Path) -> None:

    result = played(tmp_path, deals=100)
    lead = Interval(0.1, -0.1, 0.3, 100)
    open_result = replace(result, behind=(Interval(0.0, 0.0, 0.0, 100), lead))
    assert " about 400 deals would show it." in headline(open_result)[1]  # twice as narrow
    even = replace(result, behind=(result.behind[0], Interval(0.0, -0.2, 0.2, 100)))
    assert headline(even)[1].endswith("more deals may help.")


def test_a_file_of_an_earlier_version_is_opened(tmp_path: Path) -> None:
    first = played(tmp_path)
    connection = sqlite3.connect(tmp_path / "results.sqlite")
    query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    for (name,) in connection.execute(query).fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    connection.executescript("DROP TABLE remarks; DROP TABLE seals; PRAGMA user_version = 2")
    connection.close()
    again = played(tmp_path)
    assert [one.reward for one in again.standings] == [one.reward for one in first.standings]
