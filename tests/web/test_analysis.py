"""Tests of the analysis: evaluations, regrets, and that agents see only the player's view."""

import asyncio
import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from fudaba.agents import make_agent, packaged
from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.policy import Layer, PolicyAgent
from fudaba.agents.seated import advised
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import GameRecord, UserError
from fudaba.evaluation.recorded import RecordedGame, played_again
from fudaba.web import browse
from fudaba.web.analysis import (
    AGENTS,
    as_move_evaluator,
    available_agents,
    decisions,
    evaluate_moves,
    find_agent,
    regret_of,
)
from fudaba.web.runs import RunFolder

from .conftest import Serving
from .runs import SEVENS, played, put_records

SEARCH = AGENTS[1]
GAME = played_again("a game", played())


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    """A server whose folder has one game."""
    put_records(tmp_path, played())
    serving = Serving(tmp_path)
    yield serving
    serving.stop()


@pytest.fixture
def browser(serving: Serving) -> Iterator[httpx.Client]:
    """A client of this server."""
    with serving.asking(timeout=60) as client:
        yield client


def put_policy(folder: Path, seed: int = 0) -> PolicyAgent:
    """Writes and returns a policy with random weights."""
    rng = np.random.default_rng(seed)
    layers = [
        Layer(rng.normal(0, 0.5, (outputs, inputs)), np.zeros(outputs))
        for inputs, outputs in pairwise((SEVENS.observation_size, 8, SEVENS.num_actions))
    ]
    policy = PolicyAgent(layers, advice=GreedyAgent(SEVENS))
    policy.save(folder, SEVENS, SEVENS.options())
    return policy


def lost(taken: int, at: int) -> RecordedGame:
    """Returns the game up to a decision, ended by another move."""
    record = played()
    state = GAME.states[at].copy()
    SEVENS.kernels.apply(state, taken)
    points = np.zeros(SEVENS.max_players)
    SEVENS.kernels.score(state, points)
    actions = [*record.actions[:at], taken]
    change = {"actions": actions, "points": points[:4].tolist(), "seconds": []}
    return played_again("another game", GameRecord.model_validate(record.model_dump() | change))


# Evaluations


@pytest.mark.parametrize("word", AGENTS[:2])
def test_the_chosen_move_is_the_agents_own(word: str) -> None:
    agent = make_agent(word, SEVENS, SEVENS.options())
    for at in list(decisions(GAME, None))[:12]:
        found = evaluate_moves(GAME, at, agent)
        assert [one.action for one in found] == SEVENS.legal_actions(GAME.states[at])
        (chosen,) = (one.action for one in found if one.is_chosen)
        assert chosen == advised(agent, SEVENS, GAME.states[at], np.random.default_rng(at))
        (taken,) = (one.action for one in found if one.is_taken)
        assert taken == GAME.actions[at]
        for one in found:
            assert one.text == SEVENS.words.describe(GAME.states[at], one.action)
            assert (one.points is not None) == (word != "greedy") and one.probability is None
            if one.points and one.points.low is not None and one.points.high is not None:
                assert one.points.low <= one.points.mean <= one.points.high


def test_a_search_knows_no_more_than_the_player_and_always_says_the_same() -> None:
    agent = make_agent(SEARCH, SEVENS, SEVENS.options())
    for at in list(decisions(GAME, None))[5:9]:
        evaluator = as_move_evaluator(agent, SEARCH)
        before, regret = evaluate_moves(GAME, at, agent), regret_of(GAME, at, evaluator)
        truth = GAME.states[at].copy()
        try:
            SEVENS.kernels.redeal(GAME.states[at], np.int64(truth["to_move"]))
            assert GAME.states[at] != truth
            assert evaluate_moves(GAME, at, agent) == before
            assert regret_of(GAME, at, evaluator) == regret
        finally:
            GAME.states[at] = truth


def test_the_packaged_policy_is_asked_where_the_usual_rules_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packaged, "POLICIES", tmp_path)
    run_folder = RunFolder(tmp_path / "runs")
    assert "best" not in available_agents(run_folder, GAME)
    policy = put_policy(tmp_path / "sevens")
    assert available_agents(run_folder, GAME) == [*AGENTS, "best"]
    best = find_agent(run_folder, GAME, "best")
    assert isinstance(best, PolicyAgent) and best.identity == policy.identity
    assert "best" not in available_agents(run_folder, played_again("another", played(pass_limit=5)))


def test_a_policy_says_how_likely_each_move_is(tmp_path: Path) -> None:
    policy = put_policy(tmp_path / "mine")
    run_folder = RunFolder(tmp_path)
    assert available_agents(run_folder, GAME)[-1] == "policy:mine"
    agent = find_agent(run_folder, GAME, "policy:mine")
    at = next(decisions(GAME, None))
    found = evaluate_moves(GAME, at, agent)
    views = SEVENS.flat(np.array([SEVENS.view(GAME.states[at], int(GAME.states[at]["to_move"]))]))
    mask = np.zeros((1, SEVENS.num_actions), np.int8)
    mask[0, SEVENS.legal_actions(GAME.states[at])] = 1
    said = policy.probabilities(views, mask)[0]
    assert [one.probability for one in found] == [said[one.action] for one in found]
    assert sum(one.probability or 0 for one in found) == pytest.approx(1, abs=1e-5)
    likeliest = max(found, key=lambda one: one.probability or 0)
    assert likeliest.is_chosen and all(one.points is None for one in found)


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("montecarlo:budget=999999", "agent can't be 'montecarlo:budget=999999'; allowed: greedy"),
        ("nobody", "agent can't be 'nobody'; allowed: greedy, montecarlo"),
        ("policy:../secret", "there is no '../secret' in the folder."),
        ("policy:/etc", "there is no '/etc' in the folder."),
        ("policy:empty", "file empty/card.json can't be read: No such file"),
    ],
)
def test_no_other_agent_can_be_asked(word: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "runs" / "empty").mkdir(parents=True)
    put_policy(tmp_path / "secret")
    with pytest.raises(UserError) as refusal:
        find_agent(RunFolder(tmp_path / "runs"), GAME, word)
    assert sentence in str(refusal.value) and str(tmp_path) not in str(refusal.value)


def test_a_search_uses_all_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fudaba.web.analysis.num_cores", lambda: 0)
    with pytest.raises(UserError, match=r"^num_threads can't be 0"):
        find_agent(RunFolder(tmp_path), GAME, SEARCH)


def test_evaluations_over_http(browser: httpx.Client) -> None:
    asked = {"record": "games.jsonl", "game": 1, "view": "mover"}
    at = next(decisions(GAME, None))
    address = "/api/replay/evaluations"
    found = browser.get(address, params={**asked, "at": at, "agent": "greedy"}).json()
    assert sum(one["is_chosen"] for one in found) == sum(one["is_taken"] for one in found) == 1
    over = browser.get(address, params={**asked, "at": len(GAME.actions), "agent": "greedy"})
    assert over.status_code == 400 and over.json()["error"].startswith("at can't be")


# Regrets


def test_the_regret_is_the_difference_of_two_moves() -> None:
    at = next(decisions(GAME, None))
    moves = SEVENS.legal_actions(GAME.states[at])

    class Sure:
        """An evaluator to which the last move is better by 3, 2 or 1 points, 2 on average."""

        def evaluate_actions(
            self, mask: np.ndarray, worlds: Any, row: int, rng: np.random.Generator
        ) -> np.ndarray:
            points = np.tile(rng.normal(size=(90, 1)), (1, len(moves)))
            points[:, -1] += np.tile([3.0, 2.0, 1.0], 30)
            return points

    found = regret_of(lost(moves[0], at), at, Sure())
    assert found.best == SEVENS.words.describe(GAME.states[at], moves[-1])
    assert found.points.mean == pytest.approx(2)
    assert found.points.low is not None and 1.7 < found.points.low < 2
    same = regret_of(lost(moves[-1], at), at, Sure())
    assert (same.best, same.points.mean, same.points.low) == (same.taken, 0, 0)
    assert found.loss and not same.loss
    agrees = UniformAgent()
    vars(agrees)["act"] = lambda *_: [moves[0]]
    assert not regret_of(lost(moves[0], at), at, Sure(), agrees).loss


@pytest.mark.parametrize(
    "returned", [None, "x", [], [1.0], [[1.0]], [[np.nan] * 60], [["1"] * 60], [[1], [1, 2]]]
)
@pytest.mark.parametrize("method", ["probabilities", "evaluate_actions"])
def test_an_agent_that_works_out_no_numbers_is_refused(method: str, returned: Any) -> None:
    agent = UniformAgent()
    vars(agent)[method] = lambda *_: returned
    with pytest.raises(UserError, match=r"^agent UniformAgent must return rows of \d+ finite numb"):
        evaluate_moves(GAME, next(decisions(GAME, None)), agent)


@pytest.mark.parametrize("action", [51, 10**9, (1 << 63) - 1])
def test_an_adviser_that_chooses_no_legal_move_is_refused(action: int) -> None:
    agent = UniformAgent()
    vars(agent)["act"] = lambda *_: [action]
    with pytest.raises(UserError):
        evaluate_moves(GAME, next(decisions(GAME, None)), agent)


def test_chance_alone_makes_no_regret() -> None:
    at = next(at for at in decisions(GAME, None) if len(SEVENS.legal_actions(GAME.states[at])) > 2)
    num_moves = len(SEVENS.legal_actions(GAME.states[at]))

    class Chance:
        """An evaluator to which all moves have equal expected points."""

        def __init__(self, seed: int) -> None:
            self.rng = np.random.default_rng(seed)

        def evaluate_actions(
            self, mask: np.ndarray, worlds: Any, row: int, rng: np.random.Generator
        ) -> np.ndarray:
            return self.rng.normal(size=(40, num_moves))

    means = [regret_of(GAME, at, Chance(seed)).points.mean for seed in range(300)]
    assert abs(np.mean(means)) < 3 * np.std(means) / np.sqrt(300)


def test_forced_decisions_and_other_seats_are_left_out() -> None:
    everybody = list(decisions(GAME, None))
    assert 0 < len(everybody) < len(GAME.actions)
    assert all(len(SEVENS.legal_actions(GAME.states[at])) > 1 for at in everybody)
    own = [list(decisions(GAME, seat)) for seat in range(4)]
    assert sorted(at for places in own for at in places) == everybody
    assert all(GAME.states[at]["to_move"] == 2 for at in own[2])


def events(text: str) -> list[str]:
    """Returns the names of the events in a stream."""
    return [line.removeprefix("event: ") for line in text.splitlines() if line.startswith("event")]


def test_regrets_are_streamed_one_by_one(browser: httpx.Client) -> None:
    asked = {"record": "games.jsonl", "game": 1, "view": "1", "agent": SEARCH}
    own = list(decisions(GAME, 1))
    answer = browser.get("/api/replay/regrets", params=asked)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert events(answer.text) == ["regret"] * len(own) + ["end"]
    assert f'"total":{len(own)}' in answer.text and f'"at":{own[-1]},"seat":1' in answer.text
    again = browser.get(
        "/api/replay/regrets", params=asked, headers={"last-event-id": str(len(own) - 1)}
    )
    assert events(again.text) == ["regret", "end"] and f'"at":{own[-1]}' in again.text


def test_an_agent_without_estimates_is_refused(browser: httpx.Client) -> None:
    asked = {"record": "games.jsonl", "game": 1, "view": "mover", "agent": "greedy"}
    answer = browser.get("/api/replay/regrets", params=asked)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("greedy does not estimate the points of a move")


def test_an_analysis_that_fails_says_so(
    browser: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> None:
        raise ValueError("no worlds")

    monkeypatch.setattr(browse, "regret_of", fails)
    asked = {"record": "games.jsonl", "game": 1, "view": "mover", "agent": SEARCH}
    answer = browser.get("/api/replay/regrets", params=asked)
    assert events(answer.text) == ["failed"] and "the analysis failed: no worlds" in answer.text


# One analysis at a time, and only while the client is connected


class Slow:
    """A stand-in for the analysis of a decision that is slow and counts its calls."""

    def __init__(self) -> None:
        """Starts with all counts at zero."""
        self.running = self.most = self.done = 0
        self.may_end = threading.Event()
        self.may_end.set()
        self._lock = threading.Lock()

    def __call__(self, *_: Any) -> dict[str, int]:
        """Waits, and counts the concurrent calls."""
        with self._lock:
            self.running += 1
            self.most = max(self.most, self.running)
        time.sleep(0.05)
        self.may_end.wait()
        with self._lock:
            self.running -= 1
            self.done += 1
        return {"done": self.done}


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """Replaces every analysis by a slow one."""
    slow = Slow()
    monkeypatch.setattr(browse, "regret_of", slow)
    monkeypatch.setattr(browse, "evaluate_moves", slow)
    return slow


def question(serving: Serving) -> dict[str, Any]:
    """What pages ask about the one game."""
    asked = {"record": "games.jsonl", "game": 1, "view": "mover", "agent": SEARCH, "at": 0}
    return asked | {"token": serving.token}


def test_analysis_ends_when_the_client_disconnects(slow: Slow, serving: Serving) -> None:
    address = f"{serving.address}/api/replay/regrets"
    with httpx.stream("GET", address, params=question(serving), timeout=60) as stream:
        next(stream.iter_lines())
    done = -1
    while slow.done != done:  # until the server has noticed
        done = slow.done
        time.sleep(0.5)
    assert done < len(list(decisions(GAME, None)))


def test_one_decision_is_analysed_at_a_time(slow: Slow, serving: Serving) -> None:
    asked = question(serving)

    async def everybody() -> None:
        async with httpx.AsyncClient(base_url=serving.address, timeout=60) as client:
            words = ["regrets", "regrets", "evaluations", "evaluations"]
            asking = [client.get(f"/api/replay/{word}", params=asked) for word in words]
            assert all(answer.status_code == 200 for answer in await asyncio.gather(*asking))

    asyncio.run(everybody())
    assert slow.most == 1 and slow.done == 2 * len(list(decisions(GAME, None))) + 2


def test_a_disconnected_client_causes_no_analysis(slow: Slow, serving: Serving) -> None:
    asked, address = question(serving), f"{serving.address}/api/replay"
    httpx.get(f"{address}/game", params=asked, timeout=60)  # the record is cached now
    slow.may_end.clear()
    with httpx.stream("GET", f"{address}/regrets", params=asked, timeout=60) as stream:
        with pytest.raises(httpx.ReadTimeout):  # while a decision is analysed
            httpx.get(f"{address}/evaluations", params=asked, timeout=0.5)
        time.sleep(2.0)  # the server notices the disconnect
        slow.may_end.set()
        assert stream.read()
    serving.stop()  # what is under way comes to its end
    assert slow.done == len(list(decisions(GAME, None))), "a disconnected client was served"
