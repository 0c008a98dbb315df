"""Analysis: what agents would do, what a decision cost; told of no more than the player was."""

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
from fudaba.envs import GameRecord, UserError
from fudaba.evaluation.recorded import RecordedGame, played_again
from fudaba.web import looking
from fudaba.web.analysis import (
    AGENTS,
    analyst,
    analysts,
    as_move_evaluator,
    decisions,
    loss,
    opinions,
)
from fudaba.web.shelf import Shelf

from .conftest import Serving
from .runs import SEVENS, played, put_records

SEARCH = AGENTS[1]
GAME = played_again("a game", played())


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[httpx.Client]:
    """Who asks a server whose shelf has one game."""
    put_records(tmp_path, played())
    serving = Serving(tmp_path)
    with serving.asking(timeout=60) as client:
        yield client
    serving.stop()


def put_policy(folder: Path, seed: int = 0) -> PolicyAgent:
    """A published policy of random weights."""
    rng = np.random.default_rng(seed)
    layers = [
        Layer(rng.normal(0, 0.5, (outputs, inputs)), np.zeros(outputs))
        for inputs, outputs in pairwise((SEVENS.observation_size, 8, SEVENS.num_actions))
    ]
    policy = PolicyAgent(layers, advice=GreedyAgent(SEVENS))
    policy.save(folder, SEVENS, SEVENS.options())
    return policy


def lost(taken: int, at: int) -> RecordedGame:
    """The game up to a decision, and then another move."""
    record = played()
    state = GAME.states[at].copy()
    SEVENS.kernels.apply(state, taken)
    points = np.zeros(SEVENS.max_players)
    SEVENS.kernels.score(state, points)
    actions = [*record.actions[:at], taken]
    change = {"actions": actions, "points": points[:4].tolist()}
    return played_again("another game", GameRecord.model_validate(record.model_dump() | change))


# What agents would do


@pytest.mark.parametrize("word", AGENTS[:2])
def test_the_chosen_move_is_the_agents_own(word: str) -> None:
    agent = make_agent(word, SEVENS, SEVENS.options())
    for at in list(decisions(GAME, None))[:12]:
        found = opinions(GAME, at, agent)
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
        before, price = opinions(GAME, at, agent), loss(GAME, at, as_move_evaluator(agent, SEARCH))
        truth = GAME.states[at].copy()
        try:
            SEVENS.kernels.redeal(GAME.states[at], np.int64(truth["to_move"]))
            assert GAME.states[at] != truth
            assert opinions(GAME, at, agent) == before
            assert loss(GAME, at, as_move_evaluator(agent, SEARCH)) == price
        finally:
            GAME.states[at] = truth


def test_the_packaged_policy_is_asked_where_the_usual_rules_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packaged, "POLICIES", tmp_path)
    shelf = Shelf(tmp_path / "shelf")
    assert "best" not in analysts(shelf, GAME)
    policy = put_policy(tmp_path / "sevens")
    assert analysts(shelf, GAME) == [*AGENTS, "best"]
    best = analyst(shelf, GAME, "best")
    assert isinstance(best, PolicyAgent) and best.identity == policy.identity
    assert "best" not in analysts(shelf, played_again("another", played(pass_limit=5)))


def test_a_policy_says_how_likely_each_move_is(tmp_path: Path) -> None:
    policy = put_policy(tmp_path / "mine")
    shelf = Shelf(tmp_path)
    assert analysts(shelf, GAME)[-1] == "policy:mine"
    agent = analyst(shelf, GAME, "policy:mine")
    at = next(decisions(GAME, None))
    found = opinions(GAME, at, agent)
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
        ("policy:../secret", "there is no '../secret' on the shelf."),
        ("policy:/etc", "there is no '/etc' on the shelf."),
        ("policy:empty", "file empty/card.json can't be read: No such file"),
    ],
)
def test_no_other_agent_can_be_asked(word: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "shelf" / "empty").mkdir(parents=True)
    put_policy(tmp_path / "secret")
    with pytest.raises(UserError) as refusal:
        analyst(Shelf(tmp_path / "shelf"), GAME, word)
    assert sentence in str(refusal.value) and str(tmp_path) not in str(refusal.value)


def test_opinions_over_http(browser: httpx.Client) -> None:
    asked = {"record": "games.jsonl", "game": 1, "view": "mover"}
    at = next(decisions(GAME, None))
    address = "/api/replay/opinions"
    found = browser.get(address, params={**asked, "at": at, "agent": "greedy"}).json()
    assert sum(one["is_chosen"] for one in found) == sum(one["is_taken"] for one in found) == 1
    over = browser.get(address, params={**asked, "at": len(GAME.actions), "agent": "greedy"})
    assert over.status_code == 400 and "the game is over" in over.json()["error"]


# What a decision cost


def test_the_worse_of_two_moves_is_the_loss() -> None:
    at = next(decisions(GAME, None))
    moves = SEVENS.legal_actions(GAME.states[at])

    class Sure:
        """Its third part of the worlds are better for the last move, by 2."""

        def try_moves(
            self, mask: np.ndarray, worlds: Any, row: int, rng: np.random.Generator
        ) -> np.ndarray:
            points = np.tile(rng.normal(size=(90, 1)), (1, len(moves)))
            points[:, -1] += np.tile([3.0, 2.0, 1.0], 30)
            return points

    found = loss(lost(moves[0], at), at, Sure())
    assert found.best == SEVENS.words.describe(GAME.states[at], moves[-1])
    assert found.points.mean == pytest.approx(2)
    assert found.points.low is not None and 1.7 < found.points.low < 2
    same = loss(lost(moves[-1], at), at, Sure())
    assert (same.best, same.points.mean, same.points.low) == (same.taken, 0, 0)


def test_chance_alone_is_no_loss() -> None:
    at = next(at for at in decisions(GAME, None) if len(SEVENS.legal_actions(GAME.states[at])) > 2)
    num_moves = len(SEVENS.legal_actions(GAME.states[at]))

    class Chance:
        """Every move is worth the same."""

        def __init__(self, seed: int) -> None:
            self.rng = np.random.default_rng(seed)

        def try_moves(
            self, mask: np.ndarray, worlds: Any, row: int, rng: np.random.Generator
        ) -> np.ndarray:
            return self.rng.normal(size=(40, num_moves))

    means = [loss(GAME, at, Chance(seed)).points.mean for seed in range(300)]
    assert abs(np.mean(means)) < 3 * np.std(means) / np.sqrt(300)


def test_forced_decisions_and_other_seats_are_left_out() -> None:
    everybody = list(decisions(GAME, None))
    assert 0 < len(everybody) < len(GAME.actions)
    assert all(len(SEVENS.legal_actions(GAME.states[at])) > 1 for at in everybody)
    own = [list(decisions(GAME, seat)) for seat in range(4)]
    assert sorted(at for places in own for at in places) == everybody
    assert all(GAME.states[at]["to_move"] == 2 for at in own[2])


def events(text: str) -> list[str]:
    """The names of events."""
    return [line.removeprefix("event: ") for line in text.splitlines() if line.startswith("event")]


def test_losses_are_told_one_by_one(browser: httpx.Client) -> None:
    asked = {"record": "games.jsonl", "game": 1, "view": "1", "agent": SEARCH}
    own = list(decisions(GAME, 1))
    answer = browser.get("/api/replay/losses", params=asked)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert events(answer.text) == ["loss"] * len(own) + ["end"]
    assert f'"total":{len(own)}' in answer.text and f'"at":{own[-1]},"seat":1' in answer.text
    again = browser.get(
        "/api/replay/losses", params=asked, headers={"last-event-id": str(len(own) - 1)}
    )
    assert events(again.text) == ["loss", "end"] and f'"at":{own[-1]}' in again.text


def test_who_does_not_say_what_moves_are_worth_is_refused(browser: httpx.Client) -> None:
    asked = {"record": "games.jsonl", "game": 1, "view": "mover", "agent": "greedy"}
    answer = browser.get("/api/replay/losses", params=asked)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("greedy does not say how many points a move is worth")


def test_an_analysis_that_fails_says_so(
    browser: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> None:
        raise ValueError("no worlds")

    monkeypatch.setattr(looking, "loss", fails)
    asked = {"record": "games.jsonl", "game": 1, "view": "mover", "agent": SEARCH}
    answer = browser.get("/api/replay/losses", params=asked)
    assert events(answer.text) == ["failed"] and "the analysis failed: no worlds" in answer.text


# One at a time, and no longer than somebody looks


class Slow:
    """Stands for the analysis of a decision: it takes its time and counts."""

    def __init__(self) -> None:
        """Nothing has run yet."""
        self.running = self.most = self.done = 0
        self.may_end = threading.Event()
        self.may_end.set()
        self._lock = threading.Lock()

    def __call__(self, *_: Any) -> dict[str, int]:
        """Takes its time."""
        with self._lock:
            self.running += 1
            self.most = max(self.most, self.running)
        time.sleep(0.05)
        self.may_end.wait()
        with self._lock:
            self.running -= 1
            self.done += 1
        return {"done": self.done}


def test_analysis_ends_when_nobody_looks_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow()
    monkeypatch.setattr(looking, "loss", slow)
    put_records(tmp_path, played())
    serving = Serving(tmp_path)
    try:
        asked = {"record": "games.jsonl", "game": 1, "view": "mover", "agent": SEARCH}
        asked["token"] = serving.token
        address = f"{serving.address}/api/replay/losses"
        with httpx.stream("GET", address, params=asked, timeout=60) as stream:
            next(stream.iter_lines())
        time.sleep(0.3)
        done = slow.done
        time.sleep(0.5)
        assert slow.done == done < len(list(decisions(GAME, None)))
    finally:
        serving.stop()


def test_one_decision_is_weighed_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr(looking, "loss", slow)
    monkeypatch.setattr(looking, "opinions", slow)
    put_records(tmp_path, played())
    serving = Serving(tmp_path)
    asked = {"record": "games.jsonl", "game": 1, "view": "mover", "agent": SEARCH, "at": 0}
    asked["token"] = serving.token

    async def everybody() -> None:
        async with httpx.AsyncClient(base_url=serving.address, timeout=60) as client:
            words = ["losses", "losses", "opinions", "opinions"]
            asking = [client.get(f"/api/replay/{word}", params=asked) for word in words]
            assert all(answer.status_code == 200 for answer in await asyncio.gather(*asking))

    try:
        asyncio.run(everybody())
    finally:
        serving.stop()
    assert slow.most == 1 and slow.done == 2 * len(list(decisions(GAME, None))) + 2


def test_whoever_has_gone_on_is_not_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow()
    monkeypatch.setattr(looking, "loss", slow)
    monkeypatch.setattr(looking, "opinions", slow)
    put_records(tmp_path, played())
    serving = Serving(tmp_path)
    asked = {"record": "games.jsonl", "game": 1, "view": "mover", "agent": SEARCH, "at": 0}
    asked["token"] = serving.token
    address = f"{serving.address}/api/replay"
    try:
        httpx.get(f"{address}/game", params=asked, timeout=60)  # all is read by now
        slow.may_end.clear()
        with httpx.stream("GET", f"{address}/losses", params=asked, timeout=60) as stream:
            with pytest.raises(httpx.ReadTimeout):  # while a decision is weighed
                httpx.get(f"{address}/opinions", params=asked, timeout=0.5)
            time.sleep(0.5)  # the server hears of it
            slow.may_end.set()
            assert stream.read()
    finally:
        serving.stop()
    assert slow.done == len(list(decisions(GAME, None))), "and nothing else was thought about"
