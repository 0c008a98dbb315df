"""`chat:MODEL` against a real server on this machine, with scripted and hostile models."""

import asyncio
import base64
import gzip
import hashlib
import json
import logging
import pickle
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Barrier, Event, Thread, main_thread
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from fudaba.agents import choose_actions
from fudaba.agents.bot_settings import BotSettings
from fudaba.agents.chat import ChatAgent, server
from fudaba.agents.chat import agent as chat_agent
from fudaba.agents.chat.agent import FollowedGames
from fudaba.agents.chat.decision import ModelDecision, ModelQuestion
from fudaba.agents.errors import AgentError
from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.remarks import Remark
from fudaba.agents.seat_histories import history_lines
from fudaba.envs import Game, Tables, Worlds, find_game
from fudaba.envs.core.words.position_text import position_text
from fudaba.evaluation.stand_in import StandInAgent

from ..tables import redealt
from .chat_server import Answer, Model, ModelServer, Request, completion, http, serving

NIEKHI, SEKI = find_game("niekhi_v0"), find_game("seki_v0")
KEY = "sk-Secret-0123456789"
Serve = Callable[[Model], ModelServer]


@pytest.fixture(autouse=True)
def _quickly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(server, "FIRST_PAUSE", 0.01)
    monkeypatch.delenv("FUDABA_CHAT_KEY", raising=False)


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts servers, which end with the test."""
    servers: list[ModelServer] = []

    def start(model: Model) -> ModelServer:
        servers.append(ModelServer(model))
        return servers[-1]

    yield start
    for one in servers:
        one.close()


def agent_of(
    url: str, seconds: float = 20.0, concurrent: int = 1, game: Game = NIEKHI, more: str = ""
) -> ChatAgent:
    settings = BotSettings(seconds, concurrent=concurrent, chat_url=url)
    return ChatAgent(f"chat:m{more}", game, game.options(), settings)


def dealt(num_tables: int = 1, game: Game = NIEKHI) -> Tables:
    return Tables(game, game.options(), num_tables, seed=3)


def decide(agent: Any, tables: Tables) -> np.ndarray:
    """Returns the actions of an agent that has all seats."""
    seating = np.zeros((tables.num_tables, tables.game.max_players), np.int64)
    return choose_actions(tables, [agent], seating, np.random.default_rng(0))


def failure(agent: ChatAgent, tables: Tables | None = None) -> str:
    """Returns the sentence with which the first decision fails, after the agent's word."""
    with pytest.raises(AgentError) as failed:
        decide(agent, tables or dealt())
    sentence = str(failed.value)
    assert sentence.startswith("agent chat:m gave no legal move") and sentence.endswith(".")
    assert sentence.isprintable() and len(sentence) < 400
    assert failed.value.row == 0 and not failed.value.traceback
    return sentence.removeprefix("agent chat:m ")


def by_hash(request: Request) -> str:
    """Chooses a move by the prompt alone, and gives none at first to a part of them."""
    number = int(hashlib.sha256(request.prompt.encode()).hexdigest(), 16)
    is_first = len(request.body["messages"]) == 1
    if number % 5 == 0 and is_first:
        return "Hm."
    return f"Because of {number % 97}.\n{1 + number % request.num_moves}"


def played(agent: ChatAgent, tables: Tables, num_steps: int) -> list[tuple[Any, ...]]:
    """Returns the actions of steps and what was said of them."""
    said = []
    for _ in range(num_steps):
        actions = decide(agent, tables)
        remarks = agent.take_remarks(tables)
        costs = [(row, remark.comment, remark.usage) for row, remark in remarks.items()]
        told = [
            (row, words, usage and (usage.refused, usage.tokens)) for row, words, usage in costs
        ]
        said.append((actions.tolist(), sorted(told)))
        tables.step(actions)
    return said


# Questions


def test_a_model_is_asked_by_a_text_and_its_answer_is_carried_out(serve: Serve) -> None:
    model = serve(lambda request: "I have weighed it.\n[2]")
    agent, tables = agent_of(model.url), dealt()
    actions = decide(agent, tables)
    assert actions.tolist() == [np.flatnonzero(tables.action_masks[0])[1]]
    (request,) = model.requests
    assert request.path == "/v1/chat/completions" and "authorization" not in request.headers
    assert {name: value for name, value in request.body.items() if name != "messages"} == {
        "model": "m", "max_tokens": 2000, "stream": False,
    }  # fmt: skip
    assert [message["role"] for message in request.body["messages"]] == ["user"]
    assert request.prompt.index("Niekhi") < request.prompt.index("You are player_")
    assert "Your moves:\n1. " in request.prompt


def test_settings_of_the_word_are_sent(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("Play!\n{{ position }}", encoding="utf-8")
    model = serve(lambda request: "1")
    decide(agent_of(model.url, more=",temperature=0.5,tokens=70,template=own.txt"), dealt())
    (request,) = model.requests
    assert request.body["temperature"] == 0.5 and request.body["max_tokens"] == 70
    assert request.prompt.startswith("Play!\nYou are player_")


def test_what_was_said_and_its_cost_are_told_once(serve: Serve) -> None:
    model = serve(by_hash)
    agent, tables = agent_of(model.url), dealt(24)
    decide(agent, tables)
    remarks = agent.take_remarks(tables)
    assert sorted(remarks) == [*range(24)]
    assert {bool(remark.usage and remark.usage.refused) for remark in remarks.values()} == {0, 1}
    for remark in remarks.values():
        assert remark.comment.startswith("Because of ")
        assert remark.usage and remark.usage.tokens == 100 * (1 + remark.usage.refused)
        assert remark.usage.seconds > 0
    assert agent.take_remarks(tables) == {}
    assert agent.take_remarks(dealt()) == {}


def test_a_move_that_is_the_only_one_is_made_without_asking(serve: Serve) -> None:
    model = serve(lambda request: "1")
    agent, tables = agent_of(model.url), dealt()
    num_forced = 0
    for _ in range(60):
        num_asked, is_forced = len(model.requests), tables.action_masks[0].sum() == 1
        actions = decide(agent, tables)
        assert len(model.requests) == num_asked + (not is_forced)
        assert len(agent.take_remarks(tables)) == (not is_forced)
        num_forced += is_forced
        tables.step(actions)
    assert num_forced


def test_a_refused_answer_is_followed_by_the_reason(serve: Serve) -> None:
    answers = iter(["x" * 3000 + "\x1b[2J fly", "[99]", "", "1"])
    model = serve(lambda request: next(answers))
    agent, tables = agent_of(model.url), dealt()
    decide(agent, tables)
    messages = model.requests[-1].body["messages"]
    assert [message["role"] for message in messages] == ["user", *["assistant", "user"] * 3]
    assert messages[1]["content"].startswith("...x") and len(messages[1]["content"]) < 1100
    assert "\x1b" not in messages[1]["content"]
    assert messages[2]["content"].startswith("Your answer was not taken: there is no move")
    assert "there is no move 99; allowed: the numbers 1 to" in messages[4]["content"]
    assert messages[5]["content"] == "(no text)"
    assert "the answer is empty" in messages[6]["content"]
    (remark,) = agent.take_remarks(tables).values()
    assert remark.comment == "1" and remark.usage
    assert remark.usage.refused == 3 and remark.usage.tokens == 400


def test_four_refused_answers_are_too_many(serve: Serve) -> None:
    model = serve(lambda request: "I fold")
    agent, tables = agent_of(model.url), dealt()
    with pytest.raises(AgentError, match=r"gave no legal move in 4 answers: there is no move"):
        decide(agent, tables)
    assert len(model.requests) == 4
    (remark,) = agent.take_remarks(tables).values()
    assert not remark.is_said and remark.usage and remark.usage.refused == 4


def test_the_budget_of_tokens_is_that_of_all_answers(serve: Serve) -> None:
    model = serve(lambda request: "I fold")
    with pytest.raises(AgentError, match=r"gave no legal move within 25 tokens: there is no move"):
        decide(agent_of(model.url, more=",tokens=25"), dealt())
    assert [request.body["max_tokens"] for request in model.requests] == [25, 15, 5]


def test_answers_that_are_not_counted_are_estimated(serve: Serve) -> None:
    model = serve(lambda request: {**completion("x" * 39), "usage": None})
    agent, tables = agent_of(model.url, more=",tokens=25"), dealt()
    with pytest.raises(AgentError, match="within 25 tokens"):
        decide(agent, tables)
    assert [request.body["max_tokens"] for request in model.requests] == [25, 15, 5]
    (remark,) = agent.take_remarks(tables).values()
    assert remark.usage and remark.usage.tokens is None


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        ({"prompt_tokens": 900, "completion_tokens": 5}, 905),
        ({"input_tokens": 900, "output_tokens": 5}, 905),
        ({"prompt_tokens": 900, "completion_tokens": 5, "total_tokens": 910}, 910),
        ({"completion_tokens": 5}, None),
        ({"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}, None),
        ({"total_tokens": "many"}, None),
        ({}, None),
        (None, None),
    ],
)
def test_tokens_are_told_if_the_server_counts_them(
    usage: dict[str, Any] | None, tokens: int | None, serve: Serve
) -> None:
    model = serve(lambda request: {**completion("1"), "usage": usage})
    agent, tables = agent_of(model.url), dealt()
    decide(agent, tables)
    (remark,) = agent.take_remarks(tables).values()
    assert remark.usage and remark.usage.tokens == tokens


@pytest.mark.parametrize(
    "message",
    [
        {"content": [{"type": "thinking", "thinking": "[2]"}, {"type": "text", "text": "1"}]},
        {"content": [{"type": "reasoning", "text": "2"}, {"type": "output_text", "text": "1"}]},
        {"content": ["[", "1", "]"]},
        {"content": {"type": "text", "text": "1"}},
        {"content": "<think>2</think>1", "tool_calls": []},
        {"content": None, "tool_calls": [
            {"function": {"name": "choose_move", "arguments": '{"move": 1}'}}
        ]},
        {"content": "", "tool_calls": [{"function": {"arguments": {"move": 1}}}]},
        {"content": None, "function_call": {"name": "play", "arguments": '{"answer": "1"}'}},
    ],
)  # fmt: skip
def test_an_answer_is_found_in_every_shape_of_a_message(
    message: dict[str, Any], serve: Serve
) -> None:
    model = serve(lambda request: {"choices": [{"message": message, "finish_reason": "stop"}]})
    agent, tables = agent_of(model.url), dealt()
    assert decide(agent, tables) == decide(agent_of(serve(lambda request: "1").url), dealt())


@pytest.mark.parametrize(
    "choice",
    [
        {"message": {"content": None}},
        {"message": {"content": None, "refusal": "I can't play."}},
        {"message": {"content": "<think>1"}},
        {"message": {"content": [{"type": "reasoning", "text": "1"}]}},
        {"message": {"tool_calls": [{"function": {"arguments": '{"move": 1}'}}] * 2}},
        {"message": {"content": "1"}, "finish_reason": "max_tokens"},
        {"message": {"content": "1"}, "finish_reason": "content_filter"},
    ],
)  # fmt: skip
def test_what_is_no_whole_answer_is_asked_for_again(choice: dict[str, Any], serve: Serve) -> None:
    answers = iter([{"choices": [choice]}, completion("1")])
    model = serve(lambda request: next(answers))
    decide(agent_of(model.url), dealt())
    assert len(model.requests) == 2


def test_the_newer_name_of_the_limit_is_used_where_a_server_wants_it(serve: Serve) -> None:
    def model(request: Request) -> Answer:
        said = json.dumps({"error": {"message": f"{'x' * 200} Use 'max_completion_tokens'."}})
        return "1" if "max_completion_tokens" in request.body else http(said.encode(), "400 Bad")

    asked = serve(model)
    agent = agent_of(asked.url)
    for _ in range(2):
        decide(agent, dealt())
    kinds = ["max_tokens" in request.body for request in asked.requests]
    assert kinds == [True, False, False]


@pytest.mark.parametrize("game", [NIEKHI, SEKI], ids=["niekhi", "seki"])
def test_a_question_is_made_from_what_the_seat_may_know_alone(game: Game, serve: Serve) -> None:
    model = serve(lambda request: "1")
    agent, tables = agent_of(model.url, game=game), dealt(4, game)
    rng = np.random.default_rng(1)
    for _ in range(20):
        tables.step(GreedyAgent(game).act(tables.observations, tables.action_masks, rng))
    states = [tables.states[row] for row in range(4) if tables.action_masks[row].sum() > 1]
    worlds = [redealt(game, state, int(state["to_move"]), 7) for state in states]
    assert any(a.tobytes() != b.tobytes() for a, b in zip(states, worlds, strict=True))
    for group in (states, worlds):
        positions = np.array(group, game.state_dtype)
        views = np.zeros((len(group), game.observation_size), np.int8)
        masks = np.ones((len(group), game.num_actions), np.int8)
        agent.search(views, masks, Worlds(game, positions), rng)
    prompts = [request.prompt for request in model.requests]
    assert prompts[: len(states)] == prompts[len(states) :]


def test_a_model_is_asked_in_a_world_that_was_dealt_anew(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[np.void] = []

    def spied(game: Game, state: np.void, *more: Any) -> str:
        asked.append(state.copy())
        return position_text(game, state, *more)

    monkeypatch.setattr(chat_agent, "position_text", spied)
    model = serve(lambda request: "1")
    tables = dealt(4)
    decide(agent_of(model.url), tables)
    for state, world in zip(tables.states, asked, strict=True):
        seat = int(state["to_move"])
        assert NIEKHI.view(state, seat) == NIEKHI.view(world, seat)
        assert NIEKHI.words.snapshot(state) != NIEKHI.words.snapshot(world)


def test_a_seat_reads_what_it_has_heard_since_its_last_decision(serve: Serve) -> None:
    model = serve(lambda request: "1")
    agent, tables = agent_of(model.url), dealt(3)
    told: dict[tuple[int, int], list[str]] = {}
    num_read = 0
    for _ in range(80):
        seats, num_asked = tables.to_move.tolist(), len(model.requests)
        actions, before = decide(agent, tables), tables.states.copy()
        prompts = iter(request.prompt for request in model.requests[num_asked:])
        for row in np.flatnonzero(tables.action_masks.sum(axis=1) > 1).tolist():
            head = next(prompts).partition("The table:")[0].partition("What happened:")[2]
            lines = re.findall(r"^- (.*)", head, re.MULTILINE)
            assert lines == told.get((row, seats[row]), [])
            num_read += len(lines)
        tables.step(actions)
        for row, mover in enumerate(seats):
            if tables.dones[row]:
                told = {place: lines for place, lines in told.items() if place[0] != row}
                continue
            told[row, mover] = []
            for seat in range(tables.options.num_players):
                after = tables.states[row]
                lines = history_lines(NIEKHI, before[row], int(actions[row]), after, seat)
                told.setdefault((row, seat), []).extend(lines)
    assert num_read > 100


def test_decisions_that_were_carried_out_are_forgotten() -> None:
    tables = dealt(2)
    followed = FollowedGames(tables, np.ones((2, NIEKHI.max_players), bool))
    tables.add_listener(followed)
    state = tables.states[0]
    for row in range(2):
        followed.note(row, ModelDecision(ModelQuestion("", state, (1, 2)), 1))
    actions = tables.action_masks.argmax(axis=1)
    tables.step(np.array([-1, actions[1]]))
    assert [*followed.decided] == [0]


# Many at once


@pytest.mark.parametrize("concurrent", [1, 8])
def test_results_are_the_same_whatever_the_concurrency(concurrent: int, serve: Serve) -> None:
    model = serve(by_hash)
    said = played(agent_of(model.url, concurrent=concurrent), dealt(8), 12)
    alone = [played(agent_of(model.url), dealt(8), 12)]
    assert [said] == alone


@pytest.mark.parametrize("concurrent", [1, 4])
def test_so_many_are_asked_at_the_same_time(concurrent: int, serve: Serve) -> None:
    together = Barrier(concurrent)

    def model(request: Request) -> str:
        together.wait(20)  # fails unless so many requests are under way
        time.sleep(0.05)  # lets more come, if they do
        return "1"

    asked = serve(model)
    agent = agent_of(asked.url, concurrent=concurrent)
    tables = [dealt(4) for _ in range(2)]
    threads = [Thread(target=decide, args=(agent, one)) for one in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert asked.most_at_once == concurrent and len(asked.requests) == 8


def third_fails(prompts: list[str]) -> Model:
    """Answers all but the third and the sixth of some prompts."""

    def model(request: Request) -> str:
        return "no" if request.prompt in (prompts[2], prompts[5]) else "1"

    return model


def prompts_of(num_tables: int, serve: Serve) -> list[str]:
    model = serve(lambda request: "1")
    decide(agent_of(model.url), dealt(num_tables))
    return [request.prompt for request in model.requests]


@pytest.mark.parametrize("concurrent", [1, 8])
def test_a_failure_says_where_and_other_decisions_are_kept(concurrent: int, serve: Serve) -> None:
    prompts = prompts_of(8, serve)
    assert len({*prompts}) == 8
    model = serve(third_fails(prompts))
    agent, tables = agent_of(model.url, concurrent=concurrent), dealt(8)
    with pytest.raises(AgentError) as failed:
        decide(agent, tables)
    assert failed.value.row == 2
    agent.choose_at(tables, np.array([0, 1, 3, 4, 6, 7]), np.random.default_rng(0))
    asked = [request.prompt for request in model.requests]
    assert [asked.count(prompt) for prompt in prompts] == [
        1, 1, 4, 1, 1, 4 if concurrent == 8 else 0, 1, 1,
    ]  # fmt: skip


def test_a_failure_is_told_once_and_the_model_is_asked_again(serve: Serve) -> None:
    answers = iter(["no"] * 4 + ["2"])
    model = serve(lambda request: next(answers))
    agent, tables = agent_of(model.url), dealt()
    failure(agent, tables)
    assert decide(agent, tables) == np.flatnonzero(tables.action_masks[0])[1]


def test_a_stand_in_plays_only_where_the_model_fails(serve: Serve) -> None:
    prompts = prompts_of(8, serve)
    model = serve(third_fails(prompts))
    agent = StandInAgent("m", lambda: agent_of(model.url, concurrent=3), NIEKHI)
    tables = dealt(8)
    actions = decide(agent, tables)
    assert (tables.action_masks[np.arange(8), actions] == 1).all()
    assert np.flatnonzero(agent.lost(tables).any(axis=1)).tolist() == [2, 5]
    asked = [request.prompt for request in model.requests]
    assert [asked.count(prompt) for prompt in prompts] == [1, 1, 4, 1, 1, 4, 1, 1]


def test_it_plays_in_a_thread_that_has_a_loop(serve: Serve) -> None:
    model = serve(lambda request: "1")
    agent = agent_of(model.url)

    async def cell() -> list[int]:
        chosen: list[int] = decide(agent, dealt()).tolist()
        return chosen

    assert asyncio.run(cell()) == decide(agent, dealt()).tolist()


def test_it_is_pickled_without_its_key(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDABA_CHAT_KEY", KEY)
    model = serve(lambda request: "1")
    agent = agent_of(model.url)
    decide(agent, dealt())
    pickled = pickle.dumps(agent)
    assert KEY.encode() not in pickled
    copy = pickle.loads(pickled)
    assert copy.identity == agent.identity and decide(copy, dealt()) == decide(agent, dealt())


PLAYS = """
import sys
from tests.agents.test_chat import agent_of, dealt, decide
agent = agent_of(sys.argv[1])
print("asks", flush=True)
decide(agent, dealt())
print("is done", flush=True)
"""


def start_elsewhere(url: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PLAYS, url],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )


def test_its_process_ends_by_itself(serve: Serve) -> None:
    model = serve(lambda request: "1")
    out, errors = start_elsewhere(model.url).communicate(timeout=120)
    assert (out, errors) == ("asks\nis done\n", "")


def test_ctrl_c_ends_a_decision(serve: Serve) -> None:
    model = serve(lambda request: None if request.end.wait(100) else "")
    process = start_elsewhere(model.url)
    while not model.requests:
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=15)  # the decision alone would take 20
    assert errors.rstrip().endswith("KeyboardInterrupt")


def test_an_interruption_ends_the_requests(serve: Serve) -> None:
    has_ended = Event()

    def model(request: Request) -> None:
        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
        if request.connection.recv(1) == b"":
            has_ended.set()

    agent = agent_of(serve(model).url, seconds=100)
    with pytest.raises(KeyboardInterrupt):
        decide(agent, dealt())
    assert has_ended.wait(20)


# Answers that are taken

TAKEN: dict[str, Answer] = {
    "parts": completion([{"type": "text", "text": "["}, 5, {"text": "2]"}, {"text": None}]),
    "another content type": http(json.dumps(completion("2")).encode(), content_type="text/html"),
    "no content type": http(json.dumps(completion("2")).encode(), content_type=""),
    "a byte order mark": http(b" \n" + json.dumps(completion("2")).encode() + b"\n\n"),
    "thoughts": completion("2", reasoning_content="[1] or [3] or [4]?"),
    "thoughts in the answer": completion("<think>[1] or [3]?</think>\n\n2"),
    "thoughts without a beginning": completion("or [3]?</think>2"),
    "lone surrogates": completion("\udfff\ud800\n2"),
    "terminal escapes": completion("\x1b]0;title\x07\x1b[2J\u202e\x00\x9b31m\r\n2"),
    "bytes that are no text": http(
        json.dumps(completion("@\n2")).encode().replace(b"@", b"\xff\xfe\xc3")
    ),
    "other choices": {"choices": [completion("2")["choices"][0], None, 5]},
    "wrong counts": {**completion("2"), "usage": {"total_tokens": -5, "completion_tokens": "x"}},
    "large counts": {**completion("2"), "usage": {"total_tokens": 10**400}},
    "counts of another kind": {**completion("2"), "usage": [1]},
    "not a number": http(b'{"x": NaN, ' + json.dumps(completion("2")).encode()[1:]),
    "a move after an echo": None,
}


@pytest.mark.parametrize("kind", TAKEN)
def test_odd_answers_with_a_move_are_taken(kind: str, serve: Serve) -> None:
    model = serve(lambda request: TAKEN[kind] or f"{request.prompt}\n\n2")
    agent, tables = agent_of(model.url), dealt()
    actions = decide(agent, tables)
    assert actions.tolist() == [np.flatnonzero(tables.action_masks[0])[1]]
    (remark,) = agent.take_remarks(tables).values()
    assert remark.comment.endswith("2") or kind == "parts"
    assert re.sub(r"[\n\t]", "", remark.comment).isprintable()
    assert len(remark.comment) <= 10_000 and remark.comment.encode()
    assert remark.usage and remark.usage.tokens in (None, 100) and remark.usage.refused == 0


def test_thoughts_are_told_before_the_answer_and_shortened(serve: Serve) -> None:
    model = serve(lambda request: completion("So: [2]", reasoning="why " * 10_000))
    agent, tables = agent_of(model.url), dealt()
    decide(agent, tables)
    (remark,) = agent.take_remarks(tables).values()
    assert remark.comment.startswith("why why ") and remark.comment.endswith("\n\nSo: [2]")
    assert len(remark.comment) == 10_000


# Answers that are refused: the model is asked again, in vain

REFUSED: dict[str, tuple[Answer, str]] = {
    "nonsense": ("colorless green ideas", "there is no move 'colorless green ideas'"),
    "no content": (completion(None), "the answer is empty."),
    "thoughts alone": (completion(None, reasoning_content="[2]"), "the answer is empty."),
    "thoughts in the answer alone": (completion("<think>[2]</think>"), "the answer is empty."),
    "empty": (completion(""), "the answer is empty."),
    "blank": (completion(" \n\t\r\n "), "the answer is empty."),
    "content of another kind": (completion({"texts": "2"}), "the answer is empty."),
    "empty parts": (completion([]), "the answer is empty."),
    "two moves": ("[1] or [2]", "the answer has two moves, '1' and '2'; allowed: one."),
    "many": ("".join(f"[{n}]" for n in range(900)), "900 different texts in [brackets]"),
    "long": ("x" * 200_000, "the answer has 200000 characters; allowed: at most 100000."),
    "brackets": ("[" * 99_000, "the answer is empty."),
    "digits": ("9" * 90_000, "there is no move 99999"),
    "lines": ("\n" * 90_000 + "x", "there is no move 'x'"),
    "a number of no move": ("0", "there is no move 0; allowed: the numbers 1 to"),
    "escapes": ("\x1b[2J\x1b]8;;http://a\x07", "there is no move '"),
    "surrogates": (completion("\ud800"), "there is no move '\ufffd'"),
    "an echo": (None, "there is no move 'brackets'"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_answers_without_a_move_are_refused(kind: str, serve: Serve) -> None:
    answer, said = REFUSED[kind]
    model = serve(lambda request: answer or request.prompt)
    sentence = failure(agent_of(model.url))
    assert sentence.startswith("gave no legal move in 4 answers: ") and said in sentence
    assert len(model.requests) == 4


def test_an_answer_that_was_cut_off_is_refused(serve: Serve) -> None:
    cut = completion("1")
    cut["choices"][0]["finish_reason"] = "length"
    model = serve(lambda request: cut)
    assert "the answer was cut off after 10 tokens" in failure(agent_of(model.url))


# Servers that answer nothing of use

BROKEN: dict[str, tuple[Answer, str]] = {
    "a page": (http(b"<html>Sign in</html>"), "answered no JSON: '<html>Sign in</html>'."),
    "an empty body": (http(b""), "answered no JSON: ''."),
    "no content": (http(b"", "204 No Content"), "answered 204."),
    "a list": (http(b"[1]"), "answered no JSON: '[1]'."),
    "null": (http(b"null"), "answered no JSON: 'null'."),
    "half": (http(b'{"choices": ['), "answered no JSON: "),
    "deep": (http(b"[" * 500_000), "answered no JSON: '[[[["),
    "deep objects": (http(b'{"a":' * 100_000), "answered no JSON: "),
    "a huge number": (http(b'{"a": ' + b"9" * 50_000 + b"}"), "answered no JSON: "),
    "another object": ({"object": "list"}, "answered without a message of the model: "),
    "no choices": ({"choices": []}, "answered without a message of the model: "),
    "choices of another kind": ({"choices": "2"}, "answered without a message of the model: "),
    "a choice of another kind": ({"choices": ["2"]}, "answered without a message of the model: "),
    "no message": ({"choices": [{"text": "2"}]}, "answered without a message of the model: "),
    "a message of another kind": (
        {"choices": [{"message": ["2"]}]},
        "answered without a message of the model: ",
    ),
    "an error as success": ({"error": {"message": "Busy."}}, "of the model: 'Busy.'."),
    "10 megabytes": (http(b" " * 10_000_000), "sent an answer of more than 1,048,576 bytes."),
    "a long text": ("x" * 10_000_000, "sent an answer of more than 1,048,576 bytes."),
    "a bomb": (
        http(gzip.compress(bytes(100_000_000)), Content_Encoding="gzip"),
        "sent a compressed answer, which nobody had asked for.",
    ),
    "an unknown encoding": (http(b"x", Content_Encoding="x"), "sent a compressed answer"),
    "400": (http(b'{"error": "No."}', "400 Bad Request"), "answered 400 ('No.')."),
    "401": (http(b"\x1b[31m" + b"no " * 9000, "401 No"), r"answered 401 ('\x1b[31mno no "),
    "404": (http(b'{"error": {"message": 5}}', "404 No"), """answered 404 ('{"error": {"""),
    "a redirect": (http(b"", "302 Found", Location="/v1/elsewhere"), "answered 302."),
    "a redirect without a place": (http(b"", "307 Temporary Redirect"), "answered 307."),
    "an odd status": (http(b"", "299 Odd"), "answered 299."),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_other_answers_end_the_decision_in_a_sentence(kind: str, serve: Serve) -> None:
    answer, said = BROKEN[kind]
    model = serve(lambda request: answer)
    agent, tables = agent_of(model.url), dealt()
    sentence = failure(agent, tables)
    assert sentence.startswith("gave no legal move: its server ") and said in sentence
    assert len(model.requests) == 1 and agent.take_remarks(tables) == {}


# Servers that break off or are busy: asked again as long as there is time

PASSING: dict[str, tuple[Answer, str]] = {
    "500": (http(b'{"error": {"message": "Oops"}}', "500 Error"), "answered 500 ('Oops')"),
    "503": (http(b"", "503 Unavailable"), "answered 503"),
    "599": (http(b"", "599 X"), "answered 599"),
    "429": (http(b"", "429 Busy"), "answered 429"),
    "408": (http(b"", "408 Late"), "answered 408"),
    "nothing": (b"", "broke off ('Server disconnected without sending a response.')"),
    "no HTTP": (b"220 smtp.example ESMTP\r\n", "broke off ("),
    "bytes": (bytes(range(256)) * 400, "broke off ("),
    "half a header": (b"HTTP/1.1 200 OK\r\nContent-Le", "broke off ("),
    "a long header": (b"HTTP/1.1 200 OK\r\nA: " + b"a" * 9_000_000, "broke off ("),
    "a wrong length": (b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", "broke off ("),
    "half a body": (http(b"{}", Content_Length="50"), "broke off ("),
    "a wrong chunk": (
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "broke off (",
    ),
    "another protocol": (b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n", ""),
}  # fmt: skip


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets no server be asked again, since the first pause is longer than a decision."""
    monkeypatch.setattr(server, "FIRST_PAUSE", 1000.0)


@pytest.mark.usefixtures("in_a_hurry")
@pytest.mark.parametrize("kind", PASSING)
def test_trouble_that_may_pass_is_told_when_the_time_is_over(kind: str, serve: Serve) -> None:
    answer, said = PASSING[kind]
    model = serve(lambda request: answer)
    assert said in failure(agent_of(model.url))
    assert len(model.requests) == 1


def test_pauses_grow_until_the_time_is_over(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    def running_loop() -> SimpleNamespace:
        real = asyncio.get_running_loop()
        return SimpleNamespace(time=lambda: real.time() + sum(pauses))

    clock = SimpleNamespace(sleep=sleep, get_running_loop=running_loop)
    monkeypatch.setattr(server, "asyncio", clock)
    model = serve(lambda request: http(b"", "503 Unavailable"))
    assert "answered 503" in failure(agent_of(model.url, seconds=100))
    assert pauses == [*(0.01 * 2**number for number in range(10)), *[8.0] * (len(pauses) - 10)]
    assert len(model.requests) == 1 + len(pauses) and 60 < sum(pauses) < 100


@pytest.mark.parametrize("kind", PASSING)
def test_trouble_that_passes_costs_nothing(kind: str, serve: Serve) -> None:
    answers = iter([PASSING[kind][0], PASSING[kind][0], "1"])
    model = serve(lambda request: next(answers))
    agent, tables = agent_of(model.url), dealt()
    decide(agent, tables)
    (remark,) = agent.take_remarks(tables).values()
    assert remark.usage and remark.usage.refused == 0 and remark.usage.tokens == 100


def test_a_server_that_is_not_there_is_soon_told(serve: Serve) -> None:
    model = serve(lambda request: "1")
    model.close()
    agent = agent_of(model.url, seconds=1000)
    assert failure(agent).startswith("gave no legal move: its server can't be reached (")


@pytest.mark.parametrize(
    ("after", "said"),
    [
        ("3600", "answered 429, and asks to wait 3600 seconds."),
        ("999999999", "asks to wait 1e+09 seconds"),
        ("Fri, 31 Dec 9999 23:59:59 GMT", "answered 429, and asks to wait "),
    ],
)
def test_a_pause_beyond_the_time_of_a_decision_is_told_at_once(
    after: str, said: str, serve: Serve
) -> None:
    model = serve(lambda request: http(b"", "429 Busy", Retry_After=after))
    assert said in failure(agent_of(model.url))
    assert len(model.requests) == 1


@pytest.mark.parametrize(
    "after", ["0", "0.01", "", "-5", "nan", "soon", "9" * 5000, "Fri, 31 Dec 1999 23:59:59 GMT"]
)
def test_other_pauses_are_short(after: str, serve: Serve) -> None:
    answers: Iterator[Answer] = iter([http(b"", "429 Busy", Retry_After=after), "1"])
    model = serve(lambda request: next(answers))
    decide(agent_of(model.url), dealt())
    assert len(model.requests) == 2


# Servers that take their time

CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
SLOW: dict[str, Callable[[Request], object]] = {
    "hangs": lambda request: request.end.wait(100),
    "drips a status": lambda request: request.drip(b"HTTP/1.1 20"),
    "drips a header": lambda request: request.drip(b"HTTP/1.1 200 OK\r\nA: "),
    "drips headers": lambda request: request.drip(b"HTTP/1.1 200 OK\r\n", b"A: a\r\n"),
    "drips a body": lambda request: request.drip(http(b"", Content_Length="99999"), b" "),
    "drips chunks": lambda request: request.drip(CHUNKED, b"1\r\n \r\n"),
    "drips an error": lambda request: request.drip(http(b"", "400 X", Content_Length="9999")),
    "drips early answers": lambda request: request.drip(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
}


@pytest.mark.parametrize("kind", SLOW)
def test_a_decision_ends_in_time(kind: str, serve: Serve) -> None:
    def model(request: Request) -> None:
        SLOW[kind](request)

    asked = serve(model)
    assert failure(agent_of(asked.url, seconds=0.4)) == "gave no legal move within 0.4 seconds."


# The key


@pytest.mark.usefixtures("in_a_hurry")
@pytest.mark.parametrize(
    "echo",
    [
        lambda: f"{KEY} [99]",
        lambda: completion(f"{KEY} [99]", reasoning_content=KEY),
        lambda: completion(f"<think>{KEY}</think>{KEY}"),
        lambda: http(f"{'x' * 60} Bearer {KEY}".encode(), "401 Unauthorized"),
        lambda: http(json.dumps({"error": {"message": KEY}}).encode(), f"403 {KEY}", X_Key=KEY),
        lambda: http(
            json.dumps({"error": KEY}).replace("S", "\\u0053").encode(), "500 Error", Location=KEY
        ),
        lambda: http(b"", "302 Found", Location=f"http://127.0.0.1:9/{KEY}"),
        lambda: http(b"", "429 Busy", Retry_After=KEY),
        lambda: http(KEY.encode()),
        lambda: http(b"", Content_Encoding=KEY),
        lambda: f"HTTP/1.1 200 {KEY}\r\n{KEY}\r\n\r\n".encode(),
        lambda: f"{KEY}\r\n\r\n".encode(),
        lambda: KEY.encode() * 9000,
    ],
)
def test_a_key_that_a_server_repeats_is_told_to_nobody(
    echo: Callable[[], Answer],
    serve: Serve,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FUDABA_CHAT_KEY", KEY)
    model = serve(lambda request: echo())
    agent, tables = agent_of(model.url), dealt()
    with caplog.at_level(logging.DEBUG), pytest.raises(AgentError) as failed:
        decide(agent, tables)
    assert {request.headers["authorization"] for request in model.requests} == {f"Bearer {KEY}"}
    told = [str(failed.value), *map(str, agent.take_remarks(tables).values()), caplog.text]
    bodies = [json.dumps(request.body) for request in model.requests]
    for text in (*told, *bodies, *capfd.readouterr(), agent.identity, repr(vars(agent))):
        assert KEY[:8] not in text and KEY[-8:] not in text


def encoded_keys() -> list[str]:
    data = KEY.encode()
    return [
        "".join(f"\\u{ord(letter):04x}" for letter in KEY),
        "".join(f"\\\\u{ord(letter):04X}" for letter in KEY),
        "".join(f"%{ord(letter):02x}" for letter in KEY),
        "".join(f"%25{ord(letter):02x}" for letter in KEY),
        "".join(f"&#{ord(letter)};" for letter in KEY),
        "".join(chr(ord(letter) + 0xFEE0) for letter in KEY),
        "\\/".join(KEY),
        "\n".join(KEY),
        KEY[::-1],
        data.hex(" "),
        *(base64.b64encode(before + data + b" behind").decode() for before in (b"", b"B", b"Be")),
        base64.urlsafe_b64encode(b"Basic user:" + data).decode(),
    ]


@pytest.mark.usefixtures("in_a_hurry")
@pytest.mark.parametrize("echo", encoded_keys())
def test_an_encoded_key_is_told_to_nobody(
    echo: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUDABA_CHAT_KEY", KEY)
    raw = json.dumps(echo).encode()
    for answer in (
        http(raw, "401 Unauthorized"), http(raw, "500 Error"), http(raw), {"error": echo},
        {"choices": echo}, completion(f"[{echo}]"), completion("99", reasoning_content=echo),
    ):  # fmt: skip
        model = serve(lambda request, answer=answer: answer)
        agent, tables = agent_of(model.url), dealt()
        with pytest.raises(AgentError) as failed:
            decide(agent, tables)
        told = str(failed.value) + str(agent.take_remarks(tables))
        assert echo[:8] not in told and echo[-8:] not in told and json.dumps(echo)[1:9] not in told
    agent, tables = agent_of(serve(lambda request: completion("1", reasoning=echo)).url), dealt()
    decide(agent, tables)
    assert echo[:8] not in str(agent.take_remarks(tables))


def test_what_a_server_says_is_quoted_only_without_a_key(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = json.dumps({"error": {"message": "no such model"}}).encode()
    model = serve(lambda request: http(said, "404 Not Found"))
    assert "answered 404 ('no such model')" in failure(agent_of(model.url))
    monkeypatch.setenv("FUDABA_CHAT_KEY", KEY)
    assert "answered 404 (Not Found)" in failure(agent_of(model.url))


def test_a_key_is_struck_out_of_what_is_told(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDABA_CHAT_KEY", KEY)
    model = serve(lambda request: completion(f"{KEY}\n2", reasoning=f"{KEY.lower()}!"))
    agent, tables = agent_of(model.url), dealt()
    decide(agent, tables)
    (remark,) = agent.take_remarks(tables).values()
    assert remark == Remark("***!\n\n***\n2", usage=remark.usage)


def test_no_redirect_is_followed_and_no_cookie_is_kept(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUDABA_CHAT_KEY", KEY)
    other = serve(lambda request: "1")
    moved = serve(lambda request: http(b"", "307 Moved", Location=f"{other.url}/chat/completions"))
    assert "answered 307" in failure(agent_of(moved.url)) and not other.requests
    body = json.dumps(completion("1")).encode()
    tasty = serve(lambda request: http(body, Set_Cookie="a=b; Path=/"))
    agent = agent_of(tasty.url)
    for _ in range(2):
        decide(agent, dealt())
    assert ["cookie" in request.headers for request in tasty.requests] == [False, False]


def test_no_key_of_other_makers_is_sent(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving(lambda request: "1") as model:
        decide(agent_of(model.url), dealt())
    assert KEY not in str(model.requests[0].headers)
