"""The protocol as JSON Schema: up to date, and right about what host and bots really send."""

import json
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from pydantic import ValidationError

from fudaba.agents import choose_actions
from fudaba.agents.bot_settings import BotSettings
from fudaba.agents.program import ProgramAgent, conversation, process
from fudaba.agents.program import agent as host
from fudaba.agents.program import messages as protocol
from fudaba.agents.program.messages import FROM_BOT, FROM_HOST, Wish
from fudaba.agents.program.schema import SCHEMA, schema_text
from fudaba.envs import Tables, find_game

DOCS = Path(__file__).parents[2] / "docs"
BOTS = DOCS / "bots"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
REWRITE = "python -m fudaba.agents.program.schema"
KINDS = {"from host": ("FromHost", FROM_HOST), "from bot": ("FromBot", FROM_BOT)}

# Passes lines between the host and a bot, and keeps them, marked by their direction.
TAP = """
import json, subprocess, sys
bot = subprocess.Popen(sys.argv[2:], stdin=-1, stdout=-1, text=True, bufsize=1)
with open(sys.argv[1], "w", encoding="utf-8", buffering=1) as log:
    for line in sys.stdin:
        log.write("from host\\t" + line)
        bot.stdin.write(line)
        if json.loads(line)["type"] in ("hello", "decision", "decisions"):
            answer = bot.stdout.readline()
            log.write("from bot\\t" + answer)
            print(answer, end="", flush=True)
"""
# Wants what its argument says, and names its actions.
WISHING = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "name": "W", "games": None,
                  "wants": json.loads(sys.argv[1])}
    elif message["type"] == "decision":
        answer = {"action": message["names"][0], "comment": "first", "evaluation": 0.5}
    elif message["type"] == "decisions":
        answer = {"actions": [decision["names"][-1] for decision in message["decisions"]]}
    else:
        continue
    print(json.dumps(answer), flush=True)
"""


def validator(kind: str) -> jsonschema.Draft202012Validator:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(
        {"$defs": schema["$defs"], "$ref": f"#/$defs/{KINDS[kind][0]}"}
    )


def test_the_schema_is_up_to_date() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == schema_text(), f"run: {REWRITE}"


def play_through(tmp_path: Path, name: str, bot: list[str]) -> list[tuple[str, dict[str, Any]]]:
    """The messages of whole games with a bot in every second seat and random players."""
    (tmp_path / "tap.py").write_text(TAP, encoding="utf-8")
    log = tmp_path / "log"
    command = [sys.executable, str(tmp_path / "tap.py"), str(log), *bot]
    game = find_game(name)
    agent = ProgramAgent(f"program:{shlex.join(command)}", game, game.options())
    tables = Tables(game, game.options(), 3, seed=2, redeal_finished=False)
    seating = np.arange(game.options().num_players)[None].repeat(3, axis=0) % 2 - 1
    rng = np.random.default_rng(1)
    while (tables.to_move >= 0).any():
        actions = choose_actions(tables, [agent], seating, rng)
        for row in np.flatnonzero((actions < 0) & (tables.to_move >= 0)):
            actions[row] = rng.choice(np.flatnonzero(tables.action_masks[row]))
        tables.step(actions)
    del agent  # says goodbye
    lines = log.read_text(encoding="utf-8").splitlines()
    parts = [line.partition("\t") for line in lines]
    return [(direction, json.loads(text)) for direction, _, text in parts]


def check_all(messages: list[tuple[str, dict[str, Any]]]) -> None:
    validators = {kind: validator(kind) for kind in KINDS}
    for direction, message in messages:
        validators[direction].validate(message)
        KINDS[direction][1].validate_python(message)


@pytest.mark.parametrize("is_batch", [True, False], ids=["batch", "single"])
@pytest.mark.parametrize("name", ["sevens_v0", "seki_v0", "taxot_v0", "cyclic_v0"])
def test_all_messages_of_whole_games_are_valid(name: str, is_batch: bool, tmp_path: Path) -> None:
    (tmp_path / "wishing.py").write_text(WISHING, encoding="utf-8")
    wishes = [wish for wish in Wish.__args__ if wish != "batch" or is_batch]
    bot = [sys.executable, str(tmp_path / "wishing.py"), json.dumps(wishes)]
    messages = play_through(tmp_path, name, bot)
    check_all(messages)
    asking = "decisions" if is_batch else "decision"
    types = {message.get("type") for direction, message in messages if direction == "from host"}
    assert types == {"hello", "start", asking, "over", "goodbye"}
    asked = [message for _, message in messages if message.get("type") == asking]
    first = asked[0]["decisions"][0] if is_batch else asked[0]
    assert {"vector", "fields", "names", "text", "history"} <= first.keys()


@pytest.mark.parametrize("bot", ["first.py", "fields.py"])
def test_all_messages_of_a_reference_bot_are_valid(bot: str, tmp_path: Path) -> None:
    messages = play_through(tmp_path, "sevens_v0", [sys.executable, str(BOTS / bot)])
    check_all(messages)
    assert sum(direction == "from bot" for direction, _ in messages) > 10


HELLO = {"type": "hello", "protocol": 1, "name": "Ann"}


@pytest.mark.parametrize(
    "answer",
    [
        *[{key: value for key, value in HELLO.items() if key != left} for left in HELLO],
        *[HELLO | {"protocol": number} for number in (0, 2, "1")],
        *[HELLO | {"name": name} for name in ("", "x" * 61, 3)],
        HELLO | {"version": "x" * 61},
        HELLO | {"games": "sevens_v0"},
        HELLO | {"wants": ["everything"]},
        HELLO | {"more": 1},
        *[{"action": action} for action in (None, True, 1.5, [1], {})],
        {"action": 1, "comment": 2},
        {"action": 1, "comment": "x" * 10_001},
        {"action": 1, "evaluation": "good"},
        {"action": 1, "more": 1},
        {"actions": 1},
        {"actions": [1, None]},
        {"actions": [1], "comment": "x"},
        {},
        [],
        "pass",
    ],
)
def test_a_wrong_answer_is_invalid_by_the_schema_as_for_the_host(answer: Any) -> None:
    assert not validator("from bot").is_valid(answer)
    with pytest.raises(ValidationError):
        FROM_BOT.validate_python(answer)


@pytest.mark.parametrize("name", ["decision", "start", "over", "goodbye"])
def test_a_message_of_the_host_has_no_other_keys(name: str) -> None:
    games = {"start": [{"table": 1, "seats": [0]}], "over": [{"table": 1, "points": [1, -1.0]}]}
    message: dict[str, Any] = {"type": name}
    if name in games:
        message["games"] = games[name]
    if name == "decision":
        message |= {"table": None, "seat": 0, "legal": [1], "seed": 3}
    check: Callable[[Any], bool] = validator("from host").is_valid
    assert check(message) and not check(message | {"more": 1}) and not check({"type": "x"})


# docs/protocol.md


def documented(heading: str) -> list[list[str]]:
    """The keys of each table of a section, from its top."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    tables = re.split(r"^\| (?:key|wish) .*\n.*\n", section, flags=re.MULTILINE)[1:]
    return [re.findall(r"^\| `\"?(\w+)\"?` \|", table, re.MULTILINE) for table in tables]


@pytest.mark.parametrize(
    ("heading", "models"),
    [
        ("hello", ["HostHello", "FieldInfo", "BotHello", "Wish"]),
        ("start", ["Start", "GameStart"]),
        ("decision", ["SingleDecision", "Answer"]),
        ("decisions", ["Decisions", "Answers"]),
        ("over", ["Over", "GameOver"]),
    ],
)
def test_the_page_lists_all_keys_and_wishes(heading: str, models: list[str]) -> None:
    wanted = [
        set(Wish.__args__ if name == "Wish" else getattr(protocol, name).model_fields)
        for name in models
    ]
    found = documented(heading)
    assert [set(keys) for keys in found] == wanted
    assert [len(keys) for keys in found] == [len(keys) for keys in wanted]


def test_the_conversation_of_the_page_is_valid() -> None:
    lines = re.findall(r"^([<>]) (\{.*\})$", PAGE, re.MULTILINE)
    check_all(
        [({">": "from host", "<": "from bot"}[mark], json.loads(text)) for mark, text in lines]
    )
    assert len(lines) == 11


def test_the_limits_of_the_page_are_those_of_the_code() -> None:
    for row in (
        f"| {host.SECONDS:g} seconds;",
        f"| {BotSettings().megabytes:,} MiB;",
        f"| a line of the bot | {process.LONGEST_LINE >> 20} MiB |",
        f"| 1 to {conversation.MOST_AT_ONCE} decisions,",
        f"2^{host.LARGEST_SEED.bit_length() - 1} ",
    ):
        assert row in PAGE, row
    assert process.LONGEST_LOG == 1 << 20 and "the first MiB of each run" in PAGE
    assert str(host.LOGS) == "runs/bots" and "`runs/bots`" in PAGE
