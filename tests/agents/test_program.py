"""`program:COMMAND`: what a bot is told, and more than 150 bots that do it wrong."""

import base64
import json
import pickle
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest

from fudaba.adapters.single_agent.learner_tables import LearnerTables
from fudaba.adapters.single_agent.opponents import OpponentPool
from fudaba.agents import choose_actions, make_agent
from fudaba.agents.agent import identity_of
from fudaba.agents.bot_settings import BotSettings
from fudaba.agents.errors import AgentError
from fudaba.agents.program import ProgramAgent
from fudaba.agents.program.process import LONGEST_LINE, LONGEST_LOG
from fudaba.cli.main import main
from fudaba.envs import Game, Tables, UserError, Worlds, find_game

from ..processes import gone, processes_with
from ..tables import redealt

SEVENS, SEKI, TAXOT = (find_game(f"{name}_v0") for name in ("sevens", "seki", "taxot"))
HELLO = '{"type":"hello","protocol":1,"name":"B"}'
BATCH = '{"type":"hello","protocol":1,"name":"B","wants":["batch"]}'
LISTENING = "while read -r line; do :; done"
ALL = ("vector", "fields", "names", "text", "history")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def shell(*steps: str) -> str:
    """Returns the word of a bot that is a script of the shell."""
    return f"program:{shlex.join(['sh', '-c', chr(10).join(steps)])}"


def says(*lines: str) -> str:
    """Returns the word of a bot that answers with the given lines, one for each that it reads."""
    steps = [f"read -r line; printf '%s\\n' {shlex.quote(line)}" for line in lines]
    return shell(*steps, LISTENING)


def started(word: str, seconds: float = 10.0, megabytes: int = 4096) -> ProgramAgent:
    return ProgramAgent(word, SEVENS, SEVENS.options(), BotSettings(seconds, megabytes))


def first_decision(agent: ProgramAgent, num_tables: int = 1) -> np.ndarray:
    """Returns what the agent chooses at the first decisions of some tables."""
    tables = Tables(SEVENS, SEVENS.options(), num_tables, seed=3)
    seating = np.zeros((num_tables, 8), np.int64)
    return choose_actions(tables, [agent], seating, np.random.default_rng(0))


def failure(word: str, num_tables: int = 1, **limits: Any) -> str:
    """Returns the sentence with which a bot fails, after its word."""
    with pytest.raises(AgentError) as failed:
        first_decision(started(word, **limits), num_tables)
    sentence = str(failed.value)
    assert sentence.startswith(f"agent {word} ")
    return sentence.removeprefix(f"agent {word} ")


# What is wrong with an answer: the answer, and what the message says of it.

NOT_JSON = [
    "", " ", "hello", "{", "}", "[", '{"type"', "{'type':'hello'}", '{"type":"hello",}', "nul",
    '{"type":"hello"} x', f"{HELLO}{HELLO}", f"{HELLO},", "NaN", '{"a":NaN', '"unfinished',
    "\\", "\x01", "\ufeff" + HELLO, '{"type":"\\x"}',
]  # fmt: skip
NO_OBJECT = ["null", "true", "3", "1.5", '"hello"', "[]", f"[{HELLO}]"]
WRONG_HELLOS = {
    "{}": "type: Field required",
    '{"type":"hi","protocol":1,"name":"B"}': "type: Input should be 'hello'",
    '{"type":3,"protocol":1,"name":"B"}': "type: Input should be 'hello'",
    '{"type":"hello","name":"B"}': "protocol: Field required",
    '{"type":"hello","protocol":1}': "name: Field required",
    '{"type":"hello","protocol":2,"name":"B"}': "protocol: Input should be 1",
    '{"type":"hello","protocol":0,"name":"B"}': "protocol: Input should be 1",
    '{"type":"hello","protocol":"1","name":"B"}': "protocol: Input should be 1",
    '{"type":"hello","protocol":null,"name":"B"}': "protocol: Input should be 1",
    '{"type":"hello","protocol":[1],"name":"B"}': "protocol: Input should be 1",
    '{"type":"hello","protocol":1,"name":""}': "name: String should have at least 1 character",
    '{"type":"hello","protocol":1,"name":3}': "name: Input should be a valid string",
    '{"type":"hello","protocol":1,"name":null}': "name: Input should be a valid string",
    '{"type":"hello","protocol":1,"name":["B"]}': "name: Input should be a valid string",
    f'{{"type":"hello","protocol":1,"name":"{"B" * 61}"}}':
        "name: String should have at most 60 characters",
    '{"type":"hello","protocol":1,"name":"B","version":2}':
        "version: Input should be a valid string",
    '{"type":"hello","protocol":1,"name":"B","version":null}':
        "version: Input should be a valid string",
    f'{{"type":"hello","protocol":1,"name":"B","version":"{"1" * 61}"}}':
        "version: String should have at most 60 characters",
    '{"type":"hello","protocol":1,"name":"B","games":"sevens_v0"}':
        "games: Input should be a valid array",
    '{"type":"hello","protocol":1,"name":"B","games":[3]}':
        "games.0: Input should be a valid string",
    '{"type":"hello","protocol":1,"name":"B","games":{}}': "games: Input should be a valid array",
    '{"type":"hello","protocol":1,"name":"B","wants":"batch"}':
        "wants: Input should be a valid array",
    '{"type":"hello","protocol":1,"name":"B","wants":["speed"]}':
        "wants.0: Input should be 'batch'",
    '{"type":"hello","protocol":1,"name":"B","wants":["batch","Text"]}':
        "wants.1: Input should be 'batch'",
    '{"type":"hello","protocol":1,"name":"B","wants":[1]}': "wants.0: Input should be 'batch'",
    '{"type":"hello","protocol":1,"name":"B","wants":{"batch":true}}':
        "wants: Input should be a valid array",
    '{"type":"hello","protocol":1,"name":"B","wants":null}': "wants: Input should be a valid array",
    '{"type":"hello","protocol":1,"name":"B","elo":2000}': "elo: Extra inputs are not permitted",
    '{"Type":"hello","protocol":1,"name":"B"}': "type: Field required",
    '{"action":3}': "type: Field required",
}  # fmt: skip
ID_OR_NAME = "an action is its id, a whole number, or its name, a text"
WRONG_ANSWERS = {
    "{}": "action: Field required",
    '{"actions":[3]}': "action: Field required",
    '{"Action":3}': "action: Field required",
    '{"move":3}': "action: Field required",
    HELLO: "action: Field required",
    '{"action":null}': ID_OR_NAME,
    '{"action":true}': ID_OR_NAME,
    '{"action":1.5}': ID_OR_NAME,
    '{"action":3.0}': ID_OR_NAME,
    '{"action":1e2}': ID_OR_NAME,
    '{"action":[3]}': ID_OR_NAME,
    '{"action":{"id":3}}': ID_OR_NAME,
    '{"action":3,"comment":5}': "comment: Input should be a valid string",
    '{"action":3,"comment":null}': "comment: Input should be a valid string",
    f'{{"action":3,"comment":"{"x" * 10_001}"}}':
        "comment: String should have at most 10000 characters",
    '{"action":3,"evaluation":"good"}': "evaluation: Input should be a valid number",
    '{"action":3,"evaluation":[0.5]}': "evaluation: Input should be a valid number",
    '{"action":3,"evaluation":1e999}': "evaluation: Input should be a finite number",
    '{"action":3,"evaluation":NaN}': "evaluation: Input should be a finite number",
    '{"action":3,"confidence":1}': "confidence: Extra inputs are not permitted",
    '{"action":3,"type":"answer"}': "type: Extra inputs are not permitted",
}  # fmt: skip
FORBIDDEN = {
    '{"action":-1}': "chose -1: sevens_v0 has no action -1; allowed: 0 to 68",
    '{"action":69}': "chose 69: sevens_v0 has no action 69",
    '{"action":999999999999999999999999}': "chose 999999999999999999999999: sevens_v0 has no",
    '{"action":0}': "chose 0: action 0 (lay SA) is not legal",
    '{"action":6}': "chose 6: action 6 (lay S7) is not legal",
    '{"action":""}': "chose ''; legal are 'lay ",
    '{"action":"lay SA"}': "chose 'lay SA'; legal are 'lay ",
    '{"action":"PASS"}': "chose 'PASS'; legal are 'lay ",
    '{"action":"3"}': "chose '3'; legal are 'lay ",
    '{"action":"pass\\n"}': "chose 'pass\\n'; legal are 'lay ",
    '{"action":"\\u0000"}': "chose '\\x00'; legal are 'lay ",
}  # fmt: skip
WRONG_BATCHES = {
    "{}": "actions: Field required",
    '{"action":3}': "actions: Field required",
    '{"actions":3}': "actions: Input should be a valid array",
    '{"actions":null}': "actions: Input should be a valid array",
    '{"actions":"3,3,3"}': "actions: Input should be a valid array",
    '{"actions":{"0":3}}': "actions: Input should be a valid array",
    '{"actions":[]}': "gave 0 actions for 3 decisions",
    '{"actions":[52,52]}': "gave 2 actions for 3 decisions",
    '{"actions":[52,52,52,52]}': "gave 4 actions for 3 decisions",
    '{"actions":[52,null,52]}': f"actions.1: {ID_OR_NAME}",
    '{"actions":[52,52,1.5]}': f"actions.2: {ID_OR_NAME}",
    '{"actions":[[52],52,52]}': f"actions.0: {ID_OR_NAME}",
    '{"actions":[{"action":52},52,52]}': f"actions.0: {ID_OR_NAME}",
    '{"actions":[true,52,52]}': f"actions.0: {ID_OR_NAME}",
    '{"actions":[52,52,52],"comment":"x"}': "comment: Extra inputs are not permitted",
    '{"actions":[52,0,52]}': "chose 0: action 0 (lay SA) is not legal",
    '{"actions":[52,52,"fly"]}': "chose 'fly'; legal are",
    '{"actions":[52,-1,52]}': "chose -1: sevens_v0 has no action -1; allowed: 0 to 68",
    '{"actions":[52,52,52]': "Invalid JSON",
    "[52,52,52]": "Input should be an object",
}  # fmt: skip


@pytest.mark.parametrize("line", [*NOT_JSON, *NO_OBJECT])
def test_a_hello_that_is_no_object_is_told(line: str) -> None:
    said = failure(says(line))
    assert said.startswith("answered ")
    assert "Invalid JSON" in said or "Input should be an object" in said


@pytest.mark.parametrize(("line", "problem"), WRONG_HELLOS.items())
def test_a_wrong_hello_is_told(line: str, problem: str) -> None:
    said = failure(says(line))
    assert said.startswith("answered ") and problem in said and said.endswith(".")


@pytest.mark.parametrize("line", [*NOT_JSON[1:], *NO_OBJECT])
def test_an_answer_that_is_no_object_is_told(line: str) -> None:
    said = failure(says(HELLO, line))
    assert "Invalid JSON" in said or "Input should be an object" in said


@pytest.mark.parametrize(("line", "problem"), [*WRONG_ANSWERS.items(), *FORBIDDEN.items()])
def test_a_wrong_answer_is_told(line: str, problem: str) -> None:
    assert problem in failure(says(HELLO, line))


@pytest.mark.parametrize(("line", "problem"), WRONG_BATCHES.items())
def test_a_wrong_answer_to_many_decisions_is_told(line: str, problem: str) -> None:
    word = shell("read -r line", f"printf '%s\\n' '{BATCH}'", "read -r line", "read -r line",
                 f"printf '%s\\n' {shlex.quote(line)}", LISTENING)  # fmt: skip
    assert problem in failure(word, num_tables=3)


# How bots misbehave otherwise

SLEEP = "sleep 60"


def patience(said: str) -> float:
    """Returns the seconds that a bot gets: few only if it is expected to let them pass."""
    return 0.5 if "within 0.5 seconds" in said else 30.0


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (["exit 0"], "ended with exit code 0."),
        (["exit 3"], "ended with exit code 3."),
        (["echo 'no weights' >&2", "exit 1"], "ended with exit code 1; its last words: no weights "
         "(more in runs/bots/"),
        (["kill -9 $$"], "ended with signal 9."),
        (["kill -SEGV $$"], "ended with signal 11."),
        (["exec >&-", SLEEP], "closed its standard input or output."),
        (["exec no-such-program"], "ended with exit code 127; its last words: "),
        (["printf hello", SLEEP], "gave no answer within 0.5 seconds."),
        ([SLEEP], "gave no answer within 0.5 seconds."),
        (["trap '' TERM INT HUP", SLEEP], "gave no answer within 0.5 seconds."),
        (["head -c 2000000 /dev/zero | tr '\\0' x", SLEEP],
         f"wrote a line of more than {LONGEST_LINE:,} bytes."),
        (["echo ready", "read -r line", f"echo '{HELLO}'", LISTENING],
         "answered 'ready': the text: Invalid JSON"),
    ],
)  # fmt: skip
def test_a_bot_that_does_not_greet_is_told_how(steps: list[str], said: str) -> None:
    assert failure(shell(*steps), seconds=patience(said)).startswith(said)


GREETING = ["read -r line", f"echo '{HELLO}'", "read -r start", "read -r decision"]


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (["exit 0"], "ended with exit code 0."),
        (["echo out of memory >&2", "exit 7"], "ended with exit code 7; its last words: out of"),
        (["kill -9 $$"], "ended with signal 9."),
        ([SLEEP], "gave no answer within 0.5 seconds."),
        (["printf '{'", SLEEP], "gave no answer within 0.5 seconds."),
        (["exec >&-", SLEEP], "closed its standard input or output."),
        (["yes x | tr -d '\\n'"], f"wrote a line of more than {LONGEST_LINE:,} bytes."),
        (["yes >&2"], "gave no answer within 0.5 seconds."),
    ],
)
def test_a_bot_that_does_not_decide_is_told_how(steps: list[str], said: str) -> None:
    assert failure(shell(*GREETING, *steps), seconds=patience(said)).startswith(said)


def test_two_answers_to_one_question_are_told() -> None:
    agent = started(says(HELLO, '{"action":52}\n{"action":52}'))
    tables = Tables(SEVENS, SEVENS.options(), 1, seed=3)
    seating, rng = np.zeros((1, 8), np.int64), np.random.default_rng(0)
    tables.step(choose_actions(tables, [agent], seating, rng))
    with pytest.raises(AgentError, match="wrote a line that nobody had asked for"):
        choose_actions(tables, [agent], seating, rng)


def test_a_bot_that_does_not_read_is_not_waited_for_forever() -> None:
    agent = started(shell("read -r line", f"echo '{BATCH}'", SLEEP))
    agent._seconds = 0.005  # 64 times that for 64 decisions
    agent.wants = frozenset(["batch", "fields"])  # much more than a pipe holds
    with pytest.raises(AgentError, match="gave no answer within"):
        first_decision(agent, num_tables=64)


def test_memory_has_a_limit() -> None:
    code = "import sys; x = bytearray(1 << 29); print('large', file=sys.stderr)"
    word = f"program:{shlex.join([sys.executable, '-S', '-c', code])}"
    said = failure(word, megabytes=200)
    assert said.startswith("ended with exit code 1; its last words: MemoryError")


def test_the_log_keeps_what_a_bot_says_up_to_a_limit() -> None:
    word = shell(f"head -c {2 * LONGEST_LOG} /dev/zero >&2", f"read -r line; echo '{HELLO}'",
                 LISTENING)  # fmt: skip
    agent = started(word)
    (log,) = Path("runs/bots").iterdir()
    deadline = time.monotonic() + 10
    while log.stat().st_size < LONGEST_LOG and time.monotonic() < deadline:
        time.sleep(0.01)
    assert log.stat().st_size == LONGEST_LOG and agent.name == "B"


def test_a_bot_plays_without_a_log_that_can_not_be_written() -> None:
    Path("runs").write_text("a file, no folder", encoding="utf-8")
    steps = ["head -c 1000000 /dev/zero >&2", f"read -r line; echo '{HELLO}'", LISTENING]
    agent = started(shell(*steps))
    assert agent.name == "B"
    assert Path("runs").read_text(encoding="utf-8") == "a file, no folder"


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("program:", "there is no agent 'program:'; allowed: program:COMMAND."),
        ("program:   ", "there is no agent 'program:   '; allowed: program:COMMAND."),
        ("program:no-such-bot", "program:no-such-bot: there is no program 'no-such-bot'."),
        (
            "program:./bot.txt",
            "program:./bot.txt: ./bot.txt may not be executed; chmod +x ./bot.txt allows it.",
        ),
        ("program:sh 'unfinished", "can't be read: No closing quotation."),
    ],
)
def test_a_wrong_word_is_refused(word: str, message: str) -> None:
    Path("bot.txt").write_text("no program", encoding="utf-8")
    with pytest.raises(UserError) as refused:
        make_agent(word, SEVENS, SEVENS.options())
    assert str(refused.value).endswith(message)


def test_a_file_that_can_not_be_executed_is_told() -> None:
    Path("bot").write_bytes(b"\x7fELF broken")
    Path("bot").chmod(0o755)
    assert failure("program:./bot") == "can't be started: Exec format error."


def test_a_game_that_the_bot_does_not_play_is_refused() -> None:
    hello = '{"type":"hello","protocol":1,"name":"B","games":["seki_v0","taxot_v0"]}'
    with pytest.raises(UserError, match="does not play sevens_v0; it plays seki_v0, taxot_v0"):
        started(says(hello))


def test_the_command_line_says_it_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    word = says(HELLO, '{"action":0}')
    assert main(["arena", "sevens", "random", word, "--deals", "2"]) == 2
    errors = capsys.readouterr().err
    assert errors.startswith(f"fudaba: agent {word} chose 0: action 0 (lay SA) is not legal")
    assert "Traceback" not in errors


# The process


def test_all_processes_end_with_the_agent(mark: str) -> None:
    agent = started(shell(f"sleep {mark} &", f"read -r line; echo '{HELLO}'", f"sleep {mark}"))
    assert len(processes_with(f"sleep {mark}")) >= 2
    del agent
    assert gone(mark)


def test_all_processes_end_with_a_bot_that_fails(mark: str) -> None:
    word = shell(f"(trap '' TERM HUP INT; sleep {mark}) &", "exit 3")
    assert failure(word).startswith("ended with exit code 3")
    assert gone(mark)


@pytest.mark.parametrize("how", ["STOP", "KILL"])
def test_all_processes_end_with_a_bot_that_stops_or_kills_its_guard(mark: str, how: str) -> None:
    word = shell(f"kill -{how} $PPID", f"read -r line; echo '{HELLO}'", f"sleep {mark}")
    agent = started(word)
    parting = Thread(target=agent.part, daemon=True)
    parting.start()
    parting.join(60)
    assert not parting.is_alive() and gone(mark)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_process_outlives_a_killed_host(mark: str, how: signal.Signals) -> None:
    word = shell(f"(trap '' TERM HUP INT; sleep {mark}) &", f"read -r line; echo '{HELLO}'",
                 "trap '' TERM HUP INT", f"sleep {mark}")  # fmt: skip
    code = f"""
import time
from fudaba.agents import make_agent
from fudaba.envs import find_game
game = find_game("sevens_v0")
agent = make_agent({word!r}, game, game.options())
print("ready", flush=True)
while True:  # a signal just before one of them is not lost
    time.sleep(0.1)
"""
    host = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True,
                            stderr=subprocess.DEVNULL)  # fmt: skip
    assert host.stdout is not None and host.stdout.readline() == "ready\n"
    assert processes_with(f"sleep {mark}")
    host.send_signal(how)
    host.wait()
    host.stdout.close()
    assert gone(f"sleep {mark}")


# Identity


def test_the_identity_follows_the_version_and_the_files_of_the_command() -> None:
    def identity(version: str = "1", text: str = "") -> str:
        hello = json.dumps({"type": "hello", "protocol": 1, "name": "B", "version": version})
        bot = Path("bot.sh")
        bot.write_text(f"read -r line; echo '{hello}'; {LISTENING}\n# {text}", encoding="utf-8")
        agent = started("program:sh bot.sh")
        known = identity_of(agent.spec, agent)
        assert known is not None
        return known

    assert identity() == identity()
    assert len({identity(), identity(version="2"), identity(text="changed")}) == 3


def test_an_agent_is_pickled_by_its_word() -> None:
    agent = started(says(HELLO, '{"action":52}'))
    again = pickle.loads(pickle.dumps(agent))
    assert again.identity == agent.identity
    assert first_decision(agent).tolist() == first_decision(again).tolist() == [52]


# What a bot is told


class Heard:
    """A bot that writes all lines that it reads to a file and takes the first legal action."""

    CODE = """
import json, sys
with open(sys.argv[1], "w") as heard:
    for line in sys.stdin:
        print(line, end="", file=heard, flush=True)
        message = json.loads(line)
        if message["type"] == "hello":
            wants = sys.argv[2].split(",") if sys.argv[2] else []
            answer = {"type": "hello", "protocol": 1, "name": "Heard", "wants": wants}
        elif message["type"] == "decision":
            answer = {"action": message["legal"][0]}
        elif message["type"] == "decisions":
            answer = {"actions": [one["legal"][0] for one in message["decisions"]]}
        else:
            continue
        print(json.dumps(answer), flush=True)
"""

    def __init__(self, game: Game, *wants: str) -> None:
        self.file = Path(f"heard{time.monotonic_ns()}.jsonl")
        Path("heard.py").write_text(self.CODE, encoding="utf-8")
        command = [sys.executable, "-S", "heard.py", str(self.file), ",".join(wants)]
        word = f"program:{shlex.join(command)}"
        self.agent: ProgramAgent | None = ProgramAgent(word, game, game.options())

    def play(self, tables: Tables, seats: list[int]) -> None:
        """Plays the games at some tables, the bot in some seats and the first action in others."""
        seating = np.full((tables.num_tables, tables.game.max_players), -1)
        seating[:, seats] = 0
        rng = np.random.default_rng(0)
        assert self.agent is not None
        while (tables.to_move >= 0).any():
            actions = choose_actions(tables, [self.agent], seating, rng)
            others = (actions < 0) & (tables.to_move >= 0)
            actions[others] = tables.action_masks[others].argmax(axis=1)
            tables.step(actions)

    def lines(self) -> list[dict[str, Any]]:
        """Ends the bot and returns what it has read."""
        self.agent = None
        return [json.loads(line) for line in self.file.read_text(encoding="utf-8").splitlines()]


def tables_of(game: Game, num_tables: int = 1, seed: int = 5) -> Tables:
    return Tables(game, game.options(), num_tables, seed, redeal_finished=False)


@pytest.mark.parametrize("game", [SEVENS, SEKI, TAXOT], ids=lambda game: game.name)
def test_a_bot_is_told_what_it_wants_and_nothing_else(game: Game) -> None:
    for wants in ((), ALL):
        bot = Heard(game, *wants)
        bot.play(tables_of(game), [0, 1])
        hello, start, *decisions, over, goodbye = bot.lines()
        assert hello["game"] == game.name and hello["options"] == game.options().plain()
        size = hello["fields"][-1]["first"] + int(np.prod(hello["fields"][-1]["shape"]))
        assert size == game.observation_size
        assert start == {"type": "start", "games": [{"table": 1, "seats": [0, 1]}]}
        assert (over["type"], goodbye) == ("over", {"type": "goodbye"})
        keys = {"type", "table", "seat", "legal", "seed"}
        assert all({*decision} == keys | {*wants} for decision in decisions)
        assert {decision["seat"] for decision in decisions} == {0, 1}


def test_the_vector_and_the_fields_are_the_view() -> None:
    bot = Heard(SEVENS, "vector", "fields", "names", "text")
    tables = tables_of(SEVENS)
    views, texts = [], []
    assert bot.agent is not None
    seating, rng = np.zeros((1, 8), np.int64), np.random.default_rng(0)
    for _ in range(12):
        views.append(tables.views[0].copy())
        texts.append(SEVENS.text(tables.states[0], int(tables.to_move[0])))
        tables.step(choose_actions(tables, [bot.agent], seating, rng))
    hello, _, *decisions, _ = bot.lines()

    for view, text, told in zip(views, texts, decisions, strict=True):
        vector = np.frombuffer(base64.b64decode(told["vector"]), hello["observation"])
        assert vector.tobytes() == SEVENS.flat(np.array([view])).tobytes()
        for field in hello["fields"]:
            count = int(np.prod(field["shape"], dtype=int))
            part = vector[field["first"] : field["first"] + count].reshape(field["shape"])
            assert part.tolist() == told["fields"][field["name"]] == view[field["name"]].tolist()
        assert told["text"] == text
        assert len(told["names"]) == len(told["legal"])


def test_lines_are_ascii_with_letters_escaped() -> None:
    bot, message = Heard(SEVENS), {"type": "something new", "text": "\u2660 \U0001f0a1 \x7f\n"}
    assert bot.agent is not None
    bot.agent.tell(message)
    assert message in bot.lines()
    assert bot.file.read_bytes().isascii()


def test_the_seeds_are_drawn_in_order_from_the_generator() -> None:
    bot, tables = Heard(SEVENS), tables_of(SEVENS, num_tables=5)
    assert bot.agent is not None
    rng, again = np.random.default_rng(7), np.random.default_rng(7)
    choose_actions(tables, [bot.agent], np.zeros((5, 8), np.int64), rng)
    seeds = [line["seed"] for line in bot.lines() if line["type"] == "decision"]
    assert seeds == again.integers(1 << 53, size=5).tolist()
    assert rng.bit_generator.state == again.bit_generator.state


def test_a_seat_hears_the_others_and_the_end() -> None:
    bot = Heard(SEVENS, "history")
    tables = tables_of(SEVENS)
    bot.play(tables, [2])
    points = tables.scores[0, :4].tolist()
    bot.play(tables_of(SEVENS, seed=6), [2])
    lines = bot.lines()
    decisions = [line for line in lines if line["type"] == "decision"]
    (over, _) = [line["games"] for line in lines if line["type"] == "over"]
    assert over == [{"table": 1, "points": points}]
    assert lines[-1] == {"type": "goodbye"}
    heard = [line for decision in decisions for line in decision["history"]]
    assert any(line.startswith("player_3 lays ") for line in heard)
    assert not any(line.startswith("player_2 lays") for line in heard)


@pytest.mark.parametrize("game", [SEVENS, SEKI, TAXOT], ids=lambda game: game.name)
def test_what_a_seat_hears_is_what_is_announced_to_it_and_the_news(game: Game) -> None:
    bot, tables, seat = Heard(game, "history"), tables_of(game), 1
    assert bot.agent is not None
    seating = np.full((1, game.max_players), -1)  # wider than the table
    seating[0, seat:] = 0
    rng, waiting, expected = np.random.default_rng(0), [], []
    while tables.to_move[0] >= 0:
        mover, before = int(tables.to_move[0]), tables.states[0].copy()
        actions = choose_actions(tables, [bot.agent], seating, rng)
        if actions[0] < 0:
            actions[0] = tables.action_masks[0].argmax()
        if mover == seat:
            expected.append(waiting)
            waiting = []
        told = game.announced_to(before, int(actions[0]), seat) if mover != seat else ""
        tables.step(actions)
        views = game.view(before, seat), game.view(tables.states[0], seat)
        said = [f"player_{mover} {told}" if told else "", game.words.news(*views, seat)]
        waiting += [*filter(None, said)]
    lines = bot.lines()
    heard = [
        line["history"] for line in lines if line["type"] == "decision" and line["seat"] == seat
    ]
    assert heard == expected and any(expected)
    (start,) = [line for line in lines if line["type"] == "start"]
    assert start["games"][0]["seats"] == [*range(seat, game.options().num_players)]


def test_ends_and_new_games_are_told_where_tables_are_dealt_again() -> None:
    bot = Heard(SEVENS, "batch")
    tables = Tables(SEVENS, SEVENS.options(), 3, seed=1)
    seating, rng = np.full((3, 8), -1), np.random.default_rng(0)
    seating[:, :2] = 0
    points: dict[int, list[float]] = {}
    number = 0
    assert bot.agent is not None
    for _ in range(400):
        actions = choose_actions(tables, [bot.agent], seating, rng)
        others = actions < 0
        actions[others] = tables.action_masks[others].argmax(axis=1)
        before = tables.scores.copy()
        tables.step(actions)
        for row in np.flatnonzero(tables.dones).tolist():
            number += 1
            points[number] = (before[row] + tables.rewards[row])[:4].tolist()
    lines = bot.lines()
    ends = [game for line in lines if line["type"] == "over" for game in line["games"]]
    starts = [game["table"] for line in lines if line["type"] == "start" for game in line["games"]]
    assert starts == [*range(1, len(starts) + 1)] and len(starts) > 3
    assert [end["points"] for end in ends] == [*points.values()][: len(ends)] and len(ends) > 3
    seen = [one for line in lines if line["type"] == "decisions" for one in line["decisions"]]
    over: set[int] = set()
    for line in lines:
        over |= {game["table"] for game in line.get("games", []) if line["type"] == "over"}
        assert not over & {one["table"] for one in line.get("decisions", [])}
    assert {one["table"] for one in seen} <= {*starts}


def stepped(bot: Heard, tables: Tables, times: int) -> None:
    """Lets the bot play in all seats for some steps."""
    assert bot.agent is not None
    seating, rng = np.zeros((tables.num_tables, 8), np.int64), np.random.default_rng(0)
    for _ in range(times):
        tables.step(choose_actions(tables, [bot.agent], seating, rng))


@pytest.mark.parametrize("deals_anew", [True, False], ids=["deal", "reset"])
def test_a_game_that_is_dealt_anew_has_no_number_and_no_history(deals_anew: bool) -> None:
    bot, tables = Heard(SEVENS, "history"), tables_of(SEVENS, num_tables=3)
    stepped(bot, tables, 5)
    if deals_anew:
        tables.deal(np.array([1]), np.array([77]))
    else:
        tables.reset(8)
    stepped(bot, tables, 2)
    decisions = [line for line in bot.lines() if line["type"] == "decision"]
    assert [one["table"] for one in decisions[:15]] == [1, 2, 3] * 5
    now = [1, None, 3] if deals_anew else [None] * 3
    assert [one["table"] for one in decisions[15:]] == now * 2
    assert all(("history" in one) == (one["table"] is not None) for one in decisions)


def test_a_game_is_dealt_anew_even_if_another_seat_moves_first() -> None:
    bot, tables = Heard(SEVENS, "history"), tables_of(SEVENS)
    stepped(bot, tables, 5)
    tables.reset(8)
    tables.step(tables.action_masks.argmax(axis=1))
    stepped(bot, tables, 1)
    followed = bot.agent._followed[tables] if bot.agent else None
    assert followed and not any(followed.heard(0, seat) for seat in range(4))
    decisions = [line for line in bot.lines() if line["type"] == "decision"]
    assert [one["table"] for one in decisions] == [1] * 5 + [None]


def test_a_game_is_followed_again_from_the_next_start() -> None:
    bot = Heard(SEVENS, "batch")
    tables = Tables(SEVENS, SEVENS.options(), 2, seed=1)
    stepped(bot, tables, 5)
    tables.deal(np.array([0]), np.array([77]))
    stepped(bot, tables, 200)
    rows = [[one["table"] for one in line["decisions"]] for line in bot.lines()
            if line["type"] == "decisions"]  # fmt: skip
    first = [row[0] for row in rows]
    assert first[:6] == [1] * 5 + [None] and first.count(None) < 100
    later = first[5 + first.count(None) :]
    assert None not in later and later == sorted(later) and later[0] > 2
    assert all(row[1] is not None for row in rows)


def test_a_bot_that_opposes_a_learner_is_told_of_no_game_that_is_not_its_own() -> None:
    bot = Heard(SEVENS, "batch", "history")
    assert bot.agent is not None
    pool = OpponentPool.read(bot.agent, SEVENS, SEVENS.options())
    tables = LearnerTables(SEVENS, SEVENS.options(), 4, pool)
    tables.start(np.arange(4))
    for _ in range(80):
        tables.step(tables.action_masks.argmax(axis=1))
    del pool, tables
    open_games: dict[int, list[int]] = {}
    asked = 0
    for line in bot.lines():
        if line["type"] == "start":
            open_games |= {game["table"]: game["seats"] for game in line["games"]}
        for game in line["games"] if line["type"] == "over" else []:
            del open_games[game["table"]]
        for one in line.get("decisions", []):
            asked += 1
            assert one["table"] is None or one["seat"] in open_games[one["table"]]
    assert asked > 200


@pytest.mark.parametrize("game", [SEVENS, SEKI, TAXOT], ids=lambda game: game.name)
def test_what_a_bot_is_told_is_the_same_in_all_worlds(game: Game) -> None:
    tables = tables_of(game, seed=11)
    rng = np.random.default_rng(3)
    for _ in range(60):
        if tables.to_move[0] < 0:
            break
        seat, told = int(tables.to_move[0]), []
        worlds = [redealt(game, tables.states[0], seat, world) for world in range(2)]
        for state in (tables.states[0], *worlds):
            position = Worlds(game, np.array([state]))
            told.append((position.move_names(0), position.text(0), position.seat(0)))
        assert told[0] == told[1] == told[2]
        choices = np.flatnonzero(tables.action_masks[0])
        tables.step(np.array([rng.choice(choices)]))


def test_a_single_position_has_no_number_and_no_history() -> None:
    bot = Heard(SEVENS, "history")
    tables = tables_of(SEVENS)
    assert bot.agent is not None
    bot.agent.search(
        tables.observations, tables.action_masks, tables.worlds(np.array([0])),
        np.random.default_rng(0),
    )  # fmt: skip
    (_, decision, _) = bot.lines()
    assert decision["table"] is None and "history" not in decision
