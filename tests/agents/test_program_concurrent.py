"""`program:COMMAND` with several processes of one program, and what bots say of their moves."""

import json
import os
import pickle
import resource
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from fudaba.agents import Agent, choose_actions, make_agent
from fudaba.agents.bot_settings import BotSettings
from fudaba.agents.errors import AgentError
from fudaba.agents.program import ProgramAgent
from fudaba.agents.remarks import LONGEST_COMMENT, Remark
from fudaba.envs import Tables, find_game
from fudaba.evaluation.arena import compare
from fudaba.evaluation.stand_in import StandInAgent

from ..processes import gone, processes_with

SEVENS = find_game("sevens_v0")
ILLEGAL = 0  # the first card of an empty board is no legal move

# A bot that remembers its games. Each process writes all that it reads to a file of its own. The
# function `choose` is what the bots of the tests differ in.
BOT = """
import json, os, sys, time
from pathlib import Path

heard = open(f"heard-{os.getpid()}.jsonl", "w")
seen = {}
wants = sys.argv[1].split(",") if sys.argv[1] else []
hello = {"type": "hello", "protocol": 1, "name": "B", "wants": wants}

def choose(decision):
    legal = decision["legal"]
    return {"action": legal[(decision["seed"] + seen[decision["table"]]) % len(legal)]}

def greet():
    return hello

CHANGES

def answer(decision):
    if decision["table"] not in seen:
        sys.exit("a game that has not begun")
    seen[decision["table"]] += 1
    return choose(decision)

for line in sys.stdin:
    print(line, end="", file=heard, flush=True)
    message = json.loads(line)
    if message["type"] == "hello":
        reply = greet()
    elif message["type"] == "decision":
        reply = answer(message)
    elif message["type"] == "decisions":
        reply = {"actions": [answer(one)["action"] for one in message["decisions"]]}
    else:
        for game in message.get("games", []):
            seen[game["table"]] = 0
        continue
    print(json.dumps(reply), flush=True)
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def word(*changes: str, wants: str = "", mark: str = "") -> str:
    """Returns the word of a bot with other functions in place of those of `BOT`."""
    Path("bot.py").write_text(BOT.replace("CHANGES", "\n".join(changes)), encoding="utf-8")
    return f"program:{shlex.join([sys.executable, '-S', 'bot.py', wants, mark])}"


def agent_of(bot: str, concurrent: int, seconds: float = 20.0) -> ProgramAgent:
    settings = BotSettings(seconds, concurrent=concurrent)
    return ProgramAgent(bot, SEVENS, SEVENS.options(), settings)


def followed(agent: ProgramAgent, num_tables: int, seed: int = 3) -> Tables:
    """Returns tables in which the agent plays in all seats."""
    tables = Tables(SEVENS, SEVENS.options(), num_tables, seed, redeal_finished=False)
    agent.follow(tables, np.ones((num_tables, SEVENS.max_players), bool))
    return tables


def chosen(agent: ProgramAgent, tables: Tables, rows: list[int]) -> list[int]:
    found: list[int] = agent.choose_at(tables, np.array(rows), np.random.default_rng(0)).tolist()
    return found


def played(agent: ProgramAgent, num_tables: int) -> list[list[int]]:
    """Plays games to the end; returns the actions of each step."""
    tables, rng = followed(agent, num_tables), np.random.default_rng(0)
    seating, steps = np.zeros((num_tables, SEVENS.max_players), np.int64), []
    while (tables.to_move >= 0).any():
        actions = choose_actions(tables, [agent], seating, rng)
        steps.append(actions.tolist())
        tables.step(actions)
    return steps


def heard() -> list[list[dict[str, Any]]]:
    """Returns what each process has read, and forgets it."""
    files = sorted(Path().glob("heard-*.jsonl"))
    found = [[json.loads(line) for line in file.read_bytes().splitlines()] for file in files]
    for file in files:
        file.unlink()
    return found


# Results


@pytest.mark.parametrize("wants", ["", "batch"])
def test_games_are_the_same_with_any_number_of_processes(wants: str) -> None:
    games = []
    for concurrent in (1, 3):
        agent = agent_of(word(wants=wants), concurrent)
        games.append(played(agent, 7))
        agent.part()
        assert len(heard()) == concurrent
    assert games[0] == games[1]


@pytest.mark.parametrize("wants", ["", "batch"])
def test_a_game_belongs_to_one_process_from_its_start_to_its_end(wants: str) -> None:
    told = []
    for concurrent in (1, 3):
        agent = agent_of(word(wants=wants), concurrent)
        played(agent, 7)
        agent.part()
        games: dict[int, list[Any]] = {}
        for process, messages in enumerate(heard()):
            for message in messages:
                for game in message.get("games", []):
                    known = games.setdefault(game["table"], [process])
                    assert known[0] == process
                    known.append({key: game[key] for key in game if key != "table"})
                asked = message.get("decisions", [message] if "legal" in message else [])
                assert all(games[one["table"]][0] == process for one in asked)
                assert all(len(games[one["table"]]) == 2 for one in asked)  # begun and not over
        assert len({known[0] for known in games.values()}) == concurrent
        told.append({number: known[1:] for number, known in games.items()})
    assert told[0] == told[1]
    assert all(len(known) == 2 for known in told[0].values()) and len(told[0]) == 7


@pytest.mark.parametrize("wants", ["", "batch"])
def test_the_arena_comes_to_the_same_results(wants: str) -> None:
    results = []
    for concurrent in (1, 3):
        bot = word(wants=wants)
        agents: dict[str, Agent] = {
            "bot": agent_of(bot, concurrent),
            "greedy": make_agent("greedy", SEVENS, SEVENS.options()),
        }
        results.append(compare("sevens_v0", agents, deals=5))
        del agents
    assert results[0].standings == results[1].standings


FAILING = f"""
def choose(decision):
    legal = decision["legal"]
    is_bad = decision["seed"] % 40 == 0
    return {{"action": {ILLEGAL} if is_bad else legal[decision["seed"] % len(legal)]}}
"""


@pytest.mark.parametrize("wants", ["", pytest.param("batch", marks=pytest.mark.slow)])
def test_the_same_games_are_lost_to_a_stand_in(wants: str) -> None:
    bot, results = word(FAILING, wants=wants), []
    for concurrent in (1, 3):
        agents: dict[str, Agent] = {
            "bot": cast(Agent, StandInAgent("bot", partial(agent_of, bot, concurrent), SEVENS)),
            "greedy": make_agent("greedy", SEVENS, SEVENS.options()),
        }
        results.append(compare("sevens_v0", agents, deals=2).standings)
    assert results[0] == results[1]
    assert 0 < max(standing.lost for standing in results[0])


# Side by side

TOGETHER = """
def choose(decision):
    Path(f"asked-{os.getpid()}").touch()
    while len([*Path().glob("asked-*")]) < 4:  # until the time is over
        time.sleep(0.005)
    return {"action": decision["legal"][0]}
"""


@pytest.mark.parametrize(("rows", "wants"), [([1, 5, 9, 13], ""), ([13, 2, 6, 0], "batch")])
def test_processes_are_asked_at_the_same_time(rows: list[int], wants: str) -> None:
    """Each answers when all four have been asked, wherever the seats to move sit."""
    agent = agent_of(word(TOGETHER, wants=wants), 4)
    assert len(chosen(agent, followed(agent, 16), rows)) == 4


def test_threads_ask_different_processes_at_the_same_time() -> None:
    agent = agent_of(word(TOGETHER), 4)
    tables = [followed(agent, 1, seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as threads:
        found = [*threads.map(lambda one: chosen(agent, one, [0]), tables)]
    assert len(found) == 4


def test_a_failure_in_one_thread_lets_the_others_finish() -> None:
    change = f"""
def choose(decision):
    if seen[decision["table"]] == 2 and decision["table"] == 1:
        return {{"action": {ILLEGAL}}}
    time.sleep(0.5)
    return {{"action": decision["legal"][0]}}
"""
    agent = agent_of(word(change), 3)
    tables = [followed(agent, 1, seed) for seed in range(3)]

    def asked(one: Tables) -> object:
        chosen(agent, one, [0])
        try:
            return chosen(agent, one, [0])
        except AgentError as error:
            return str(error)

    with ThreadPoolExecutor(3) as threads:
        failed, *others = threads.map(asked, tables)
    assert "chose 0: action 0" in str(failed)
    assert all(isinstance(other, list) or "chose 0: action 0" in str(other) for other in others)
    assert agent.part() == ""  # all have ended


def test_one_process_need_not_wait_for_another() -> None:
    """A process with two decisions is asked for the second while the other thinks."""
    change = """
def choose(decision):
    if decision["table"] == 2:
        while not Path("asked-3").exists():
            time.sleep(0.005)
    Path(f"asked-{decision['table']}").touch()
    return {"action": decision["legal"][0]}
"""
    agent = agent_of(word(change), 2)
    assert len(chosen(agent, followed(agent, 3), [0, 1, 2])) == 3  # games 1 and 3, and game 2


def test_single_positions_are_shared_too() -> None:
    agent = agent_of(word("seen[None] = 0", TOGETHER), 4)
    tables = Tables(SEVENS, SEVENS.options(), 4, 3)
    agent.search(tables.observations, tables.action_masks, tables.worlds(np.arange(4)),
                 np.random.default_rng(0))  # fmt: skip


def test_processes_start_when_they_are_needed() -> None:
    agent = agent_of(word(), 5)
    tables = followed(agent, 8)
    assert len(heard()) == 1
    chosen(agent, tables, [4])
    assert len([*Path().glob("heard-*")]) == 0
    chosen(agent, tables, [4, 6, 7])
    agent.part()
    assert len(heard()) == 2


def test_a_copy_has_as_many_processes() -> None:
    agent = pickle.loads(pickle.dumps(agent_of(word(), 3)))
    heard()
    chosen(agent, followed(agent, 3), [0, 1, 2])
    assert len(heard()) == 2


# Failures


def bad(*tables: int) -> str:
    return f"""
def choose(decision):
    is_bad = decision["table"] in {tables}
    return {{"action": {ILLEGAL} if is_bad else decision["legal"][0]}}
"""


@pytest.mark.parametrize(
    ("concurrent", "failing", "row"),
    [(1, (6, 4, 5), 3), (2, (5,), 4), (3, (6, 4, 5), 3), (8, (8, 7), 6)],
)
def test_the_first_decision_that_fails_is_named(
    concurrent: int, failing: tuple[int, ...], row: int
) -> None:
    agent = agent_of(word(bad(*failing)), concurrent)
    tables = followed(agent, 8)
    with pytest.raises(AgentError, match=r"chose 0: action 0 \(lay SA\) is not legal") as failed:
        chosen(agent, tables, [*range(8)])
    assert failed.value.row == row
    assert agent.has_failed
    with pytest.raises(AgentError, match="chose 0") as again:
        chosen(agent, tables, [0])
    assert again.value.row is None


def test_a_failed_batch_names_no_decision() -> None:
    agent = agent_of(word(bad(2), wants="batch"), 3)
    with pytest.raises(AgentError, match="chose 0") as failed:
        chosen(agent, followed(agent, 3), [0, 1, 2])
    assert failed.value.row is None


def test_decisions_after_one_that_failed_are_not_asked_for() -> None:
    change = f"""
def choose(decision):
    if seen[decision["table"]] == 2:
        if decision["table"] == 1:
            Path("failed").touch()
            return {{"action": {ILLEGAL}}}
        while not Path("failed").exists():
            time.sleep(0.005)
        time.sleep(0.5)
    return {{"action": decision["legal"][0]}}
"""
    agent = agent_of(word(change), 2)
    tables = followed(agent, 6)
    chosen(agent, tables, [*range(6)])  # both processes have started now
    with pytest.raises(AgentError, match="chose 0"):
        chosen(agent, tables, [*range(6)])
    asked = [one["table"] for messages in heard() for one in messages if "legal" in one]
    assert sorted(asked) == sorted([*range(1, 7), 1, 2])


SECOND = """
try:
    os.mkdir("first")
    is_first = True
except FileExistsError:
    is_first = False
"""


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("hello['version'] = str(is_first)", "sent another hello from process 2 than from its"),
        ("if not is_first: sys.exit(4)", "ended with exit code 4."),
        ("if not is_first: hello['protocol'] = 3", "protocol: Input should be 1."),
        ("if not is_first: time.sleep(60)", "gave no answer within 4 seconds."),
    ],
)
def test_a_later_process_that_does_not_greet_as_the_first_is_told(change: str, said: str) -> None:
    agent = agent_of(word(SECOND, change), 2, seconds=4.0)  # enough for those that do greet
    with pytest.raises(AgentError) as failed:
        chosen(agent, followed(agent, 2), [0, 1])
    assert said in str(failed.value) and failed.value.row is None


def test_each_process_has_the_time_of_its_own_decisions() -> None:
    change = """
def choose(decision):
    time.sleep(60 if decision["table"] == 2 else 0)
    return {"action": decision["legal"][0]}
"""
    agent = agent_of(word(change), 3, seconds=4.0)  # enough for those that do answer
    with pytest.raises(AgentError, match=r"gave no answer within 4 seconds\.$") as failed:
        chosen(agent, followed(agent, 3), [0, 1, 2])
    assert failed.value.row == 1


def test_more_processes_than_the_system_allows_are_told() -> None:
    agent = agent_of(word(), 8)
    tables, limits = followed(agent, 8), resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/proc/self/fd")) + 7, limits[1]))
    try:
        with pytest.raises(AgentError, match=r"can't be started: Too many open files\.$"):
            chosen(agent, tables, [*range(8)])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


# Processes


STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)"


def test_all_processes_end_with_the_agent(mark: str) -> None:
    agent = agent_of(word(STUBBORN, mark=mark), 3)
    chosen(agent, followed(agent, 3), [0, 1, 2])
    assert len(processes_with(mark)) == 6  # with their guards
    del agent
    assert gone(mark)
    assert [messages[-1] for messages in heard()] == [{"type": "goodbye"}] * 3


def test_all_processes_end_with_one_that_fails(mark: str) -> None:
    agent = agent_of(word(bad(2), mark=mark), 3)
    with pytest.raises(AgentError):
        chosen(agent, followed(agent, 3), [0, 1, 2])
    assert gone(mark)


def test_no_process_outlives_a_killed_host(mark: str) -> None:
    bot = word(STUBBORN, mark=mark)
    code = f"""
import time
import numpy as np
from fudaba.agents import make_agent
from fudaba.agents.bot_settings import BotSettings
from fudaba.envs import Tables, find_game
game = find_game("sevens_v0")
agent = make_agent({bot!r}, game, game.options(), BotSettings(concurrent=3))
tables = Tables(game, game.options(), 3)
agent.follow(tables, np.ones((3, game.max_players), bool))
agent.choose_at(tables, np.arange(3), np.random.default_rng(0))
print("ready", flush=True)
time.sleep(60)
"""
    host = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True,
                            stderr=subprocess.DEVNULL)  # fmt: skip
    assert host.stdout is not None and host.stdout.readline() == "ready\n"
    assert len(heard()) == 3 and processes_with(mark)
    host.kill()
    host.wait()
    host.stdout.close()
    assert gone(mark)


def test_how_all_processes_ended_is_said() -> None:
    agent = agent_of(
        word(SECOND, "import atexit; atexit.register(os._exit, 0 if is_first else 5)"), 3
    )
    chosen(agent, followed(agent, 3), [0, 1, 2])
    assert agent.part() == "ended with exit code 0. ended with exit code 5."


# Remarks

SAYING = """
def choose(decision):
    said = {1: {"comment": "a sure win", "evaluation": 0.5}, 2: {"comment": "\\u2660 \\x1b[31m"},
            3: {"evaluation": -1.0}, 4: {"comment": "", "evaluation": None}}
    first = {"action": decision["legal"][0]}
    return first | said[decision["table"]] if seen[decision["table"]] == 1 else first
"""


@pytest.mark.parametrize("concurrent", [1, 3])
def test_what_a_bot_says_is_taken_once_by_table(concurrent: int) -> None:
    agent = agent_of(word(SAYING), concurrent)
    tables = followed(agent, 4)
    assert agent.take_remarks(tables) == {}
    chosen(agent, tables, [3, 2])
    chosen(agent, tables, [1, 0])
    assert agent.take_remarks(tables) == {
        0: Remark("a sure win", 0.5), 1: Remark("\u2660  [31m"), 2: Remark(evaluation=-1.0),
    }  # fmt: skip
    assert agent.take_remarks(tables) == {}


def test_a_silent_decision_replaces_an_earlier_remark() -> None:
    agent = agent_of(word(SAYING), 1)
    tables = followed(agent, 4)
    chosen(agent, tables, [0, 1, 2])
    chosen(agent, tables, [1])
    assert sorted(agent.take_remarks(tables)) == [0, 2]


def test_remarks_that_nobody_takes_end_with_their_tables() -> None:
    agent = agent_of(word(SAYING), 1)
    tables = followed(agent, 4)
    chosen(agent, tables, [0, 1, 2])
    assert len(agent._remarks) == 1
    del tables
    assert len(agent._remarks) == 0


def test_a_remark_is_as_long_as_an_answer_may_say() -> None:
    change = f"""
def choose(decision):
    return {{"action": decision["legal"][0], "comment": "x" * {LONGEST_COMMENT}}}
"""
    agent = agent_of(word(change), 1)
    tables = followed(agent, 1)
    chosen(agent, tables, [0])
    assert agent.take_remarks(tables)[0].comment == "x" * LONGEST_COMMENT
