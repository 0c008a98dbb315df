"""The command line: help, one sentence for every mistake, Ctrl-C."""

import ctypes
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fudaba.agents.policy import WEIGHTS_FILE, Layer, PolicyAgent, read_card
from fudaba.cli import games
from fudaba.cli.main import COMMANDS, main
from fudaba.envs import find_game, game_names
from fudaba.training.config import packaged_configs

from ..results_files import num_chunks
from ..training.tiny import tiny_file
from .terminal import refusal

GAME = find_game("sevens_v0")
ARENA = ["arena", "sevens_v0"]
PPO = ["train", "sevens/ppo"]
DMC = ["train", "sevens/dmc"]


def publish(folder: Path) -> Path:
    """Publishes a policy for the default house rules."""
    layer = Layer(
        np.zeros((GAME.num_actions, GAME.observation_size), np.float32),
        np.zeros(GAME.num_actions, np.float32),
    )
    PolicyAgent([layer]).save(folder, GAME, GAME.options.read("sevens_v0", {}))
    return folder


# Help


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    shown = capsys.readouterr().out
    assert main(["--help"]) == main(["-h"]) == 0
    assert capsys.readouterr().out == shown * 2
    for name, meaning in COMMANDS.items():
        assert name in shown and meaning in shown


@pytest.mark.parametrize(
    "words",
    [
        *([name, "--help"] for name in COMMANDS),
        [*PPO, "--help"],
        ["train", "-h"],
        ["exploit", "--exact", "--help"],
        ["balance", "--restrict", "--help"],
    ],
)
def test_every_command_explains_itself(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 0
    shown = capsys.readouterr()
    assert f"usage: fudaba {words[0]}" in shown.out and not shown.err
    assert os.listdir() == []


@pytest.mark.diagonal
@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_wrapped_where_no_terminal_does_it(
    name: str, width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    assert main([name, "--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 3 and max(map(len, lines)) <= width


NUMBER = re.compile(r"^[│ ]*(--[a-z-]+) (?:INT|NUMBER|SECONDS|MINUTES)\b", re.MULTILINE)
BEFORE = {"exploit": ["sevens", "greedy"], "check-bot": ["greedy"], "table": []}


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in ("train", "compile")])
def test_what_is_no_number_is_refused_in_plain_words(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, "--help"]) == 0
    for option in NUMBER.findall(capsys.readouterr().out):
        assert main([name, *BEFORE.get(name, ["sevens"]), option, "x"]) == 2
        said = capsys.readouterr().err
        assert re.fullmatch(rf"fudaba: {option} can't be 'x'; allowed: a (whole )?number\.\n", said)


def test_the_help_of_train_names_the_command_as_typed(capsys: pytest.CaptureFixture[str]) -> None:
    Path("my run.yaml").write_text("seed: 1", encoding="utf-8")
    for words, typed in (
        (["--help"], "fudaba train CONFIG"),
        (["-h"], "fudaba train CONFIG"),
        (["seki/ppo", "--help"], "fudaba train seki/ppo"),
        (["my run.yaml", "--help"], "fudaba train 'my run.yaml'"),
    ):
        assert main(["train", *words]) == 0
        assert capsys.readouterr().out.startswith(f"usage: {typed} [-h] [OPTIONS]")


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"fudaba {version('fudaba')}\n"


def test_the_help_of_train_lists_the_packaged_configurations(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["train", "--help"])
    shown = capsys.readouterr().out
    for name in packaged_configs():
        assert name in shown


def test_an_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    allowed = ", ".join(COMMANDS)
    assert refusal(["trian"], capsys) == (
        f"there is no command 'trian'; allowed: {allowed}. Did you mean train?"
    )


def test_the_module_runs_and_returns_the_exit_code() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "fudaba.cli.main", "x"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("fudaba: there is no command 'x'; allowed: ")


# Mistakes


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (
            ["arena", "whist_v0", "random"],
            f"there is no game 'whist_v0'; allowed: {', '.join(game_names())}.",
        ),
        ([*ARENA], "name at least one agent"),
        (
            [*ARENA, "genius"],
            "there is no agent 'genius'; allowed: random, greedy, greedy:untuned, greedy:weights=",
        ),
        ([*ARENA, "random", "random"], "agent 'random' is named twice"),
        ([*ARENA, "random", "--options", "blood=1"], "there is no option 'blood'; allowed: num_pl"),
        (
            [*ARENA, "random", "--options", "pass_limit=99"],
            "option pass_limit can't be 99; allowed",
        ),
        ([*ARENA, "random", "--options", "tunnel=x"], "option tunnel can't be 'x'; allowed: none"),
        ([*ARENA, "random", "--options", "pass_limit"], "write NAME=VALUE"),
        ([*ARENA, "random", "--options", "pass_limit=["], "'pass_limit=[' can't be read"),
        (
            [*ARENA, "random", "--options", f"pass_limit={'9' * 5000}"],
            "can't be read as int",
        ),
        ([*ARENA, "random", "--options", "pass_limit={a: 1, a: 2}"], "the key 'a' is there twice"),
        (["balance", "sevens", "--ladder"], "--ladder needs a value (AGENT ...)"),
        (["balance", "sevens", "--skill", "--ladder", "random", "greedy"], "not both"),
        (["balance", "sevnes"], "Did you mean sevens?"),
        ([*ARENA, "random", "--options", "pass_limit=[1]"], "pass_limit can't be [1]; allowed"),
        ([*ARENA, "random", "--deals", "0"], "deals can't be 0; allowed: whole numbers 1 to"),
        ([*ARENA, "random", "--threads", "0"], "threads can't be 0; allowed: whole numbers 1 to"),
        ([*ARENA, "random", "--seed", "-1"], "seed can't be -1; allowed: whole numbers 0 to"),
        ([*ARENA, "policy:nowhere"], "there is no folder nowhere with a policy"),
        (["train"], "name a configuration first"),
        (["train", "nowhere.yaml"], "there is no configuration 'nowhere.yaml'; allowed: a YAML"),
        (
            [*PPO, "--game", "whist_v0"],
            f"there is no game 'whist_v0'; allowed: {', '.join(game_names())}.",
        ),
        ([*PPO, "--options", "blood=1"], "there is no option 'blood'; allowed: num_players"),
        ([*PPO, "--options", "pass_limit=99"], "option pass_limit can't be 99; allowed: whole"),
        ([*PPO, "--ppo.gamma", "7"], "ppo.gamma can't be 7.0: input should be less than or equal"),
        ([*PPO, "--ppo.learning-rate", "inf"], "ppo.learning_rate can't be inf"),
        ([*PPO, "--total-steps", "0"], "total_steps can't be 0: input should be greater than"),
        ([*PPO, "--evaluation.against", "genius"], "there is no agent 'genius'; allowed: random"),
        (
            [*PPO, "--warm_start.decisions", "-1"],
            "warm_start.decisions can't be -1",
        ),
        ([*DMC, "--dmc.epsilon", "2"], "dmc.epsilon can't be 2.0: input should be less than or"),
        ([*PPO, "--dmc.epsilon", "0.05"], "there is no key dmc with algorithm ppo, only with dmc"),
        ([*PPO, "--dmc.epsilon=1"], "there is no key dmc with algorithm ppo, only with dmc"),
        ([*DMC, "--ppo.gamma", "1"], "there is no key ppo with algorithm dmc, only with ppo"),
        ([*DMC, "--init-from", "x"], "there is no key init_from with algorithm dmc, only with"),
        ([*PPO, "--output", "nowhere", "--resume"], "nowhere holds no run to resume"),
    ],
    ids=lambda part: "" if isinstance(part, str) else " ".join(part),
)
def test_a_mistake_gets_one_sentence(
    words: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert part in refusal(words, capsys)
    assert not [path for path in Path().rglob("*") if path.suffix in (".yaml", ".html")]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ([*PPO, "--nonsense", "1"], "--nonsense"),
        ([*PPO, "--ppo.nonsense", "1"], "--ppo.nonsense"),
        ([*DMC, "--algorithm", "ppo"], "--algorithm can't be 'ppo'; allowed: dmc."),
        ([*PPO, "--total-steps", "many"], "--total-steps"),
        ([*ARENA, "random", "--deals", "x"], "--deals can't be 'x'; allowed: a whole number."),
        (
            ["balance", "sevens", "--games", "1e5"],
            "--games can't be '1e5'; allowed: a whole",
        ),
        (["play", "sevens", "--seat", "x"], "--seat can't be 'x'; allowed: a whole number."),
        (["replay", "games", "--seat", "1.5"], "--seat can't be '1.5'; allowed: a whole number."),
        (["arena"], "GAME is missing: The game's id"),
        ([*PPO, "--ppo.gama", "1"], "no option --ppo.gama; fudaba train sevens/ppo --help lists"),
        ([*PPO, "--ppo.gama=1"], "Did you mean --ppo.gamma?"),
        ([*PPO, "--ppo.hidden", "1", "x"], "--ppo.hidden can't be 'x'; allowed: a whole number."),
        ([*PPO, "--no-residual=x"], "--residual/--no-residual takes no value."),
        ([*PPO, "--grid"], "--grid needs a value (KEY=VALUE,...)."),
        (["play", "sevens", "--seed", "1", "2"], "'2' is one word too many; fudaba play --help"),
        (["play", "sevens", "--", "--seed"], "'--seed' is one word too many"),
        (["play", "sevens", "-1"], "'-1' is one word too many"),
        (["play", "--what"], "there is no option --what;"),
        (["replay", "games", "--seat"], "--seat needs a value (INT)."),
        (["table", "--no-browser=1"], "--no-browser takes no value."),
        ([*ARENA, "x", "--force", "y"], "there is no agent 'x'"),
        (["tune", "sevens", "--ladder", "greedy"], "--ladder needs a value (AGENT AGENT)."),
    ],
)
def test_a_word_that_cannot_be_used_gets_one_sentence(
    words: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert part in refusal(words, capsys)
    assert os.listdir() == []


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("algorithm: dmc\nppo: {}", "there is no key ppo with algorithm dmc, only with ppo; allo"),
        ("ppo:\n  gamma: 1\n  gamma: 0.9", "at line 3: the key 'gamma' is there twice."),
        (f"seed: {'9' * 5000}", "at line 1: '999"),
        ("seed: 2001-99-99", "seed can't be '2001-99-99'"),
        ("1: 2", "there is no key 1; allowed: algorithm, game, options"),
        ("ppo: {1: 2}", "my.yaml: "),
    ],
)
def test_a_mistake_in_a_file_is_named_with_the_file(
    text: str, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("my.yaml").write_text(text, encoding="utf-8")
    message = refusal(["train", "my.yaml"], capsys)
    assert message.startswith("my.yaml") and part in message


def truncate(folder: Path) -> None:
    path = folder / WEIGHTS_FILE
    path.write_bytes(path.read_bytes()[:-10])


def break_card(folder: Path) -> None:
    (folder / "card.json").write_text("{}")


@pytest.mark.parametrize(
    ("harm", "more", "part"),
    [
        (truncate, [], "policy.safetensors is damaged or not the file that card.json describes"),
        (break_card, [], "card.json is no policy card"),
        (lambda folder: None, ["--options", "pass_limit=5"], "was trained with pass_limit=3; here"),
    ],
    ids=["truncated", "no card", "other house rules"],
)
def test_a_policy_that_cannot_play(
    harm: Callable[[Path], None],
    more: list[str],
    part: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    harm(publish(Path("bot")))
    message = refusal([*ARENA, "random", "policy:bot", *more], capsys)
    assert message.startswith("policy bot") and part in message


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--page", "results"], "results and page can't both be results; name two files."),
        (["--records", "./results"], "results and records can't both be results; name two files."),
        (["--records", "a", "--page", "a"], "records and page can't both be a; name two files."),
    ],
)
def test_outputs_that_would_overwrite_each_other(
    words: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    results = [*ARENA, "random", "--deals", "2", "--results", "results"]
    assert main(results) == 0
    capsys.readouterr()
    before = Path("results").read_bytes()
    assert refusal([*results, *words], capsys) == part
    assert Path("results").read_bytes() == before


def test_a_run_below_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("file").write_text("precious", encoding="utf-8")
    assert "can't be written" in refusal([*PPO, "--output", "file/run"], capsys)


@pytest.mark.parametrize(
    "name", ["curves.csv", "checkpoint.safetensors", "final/card.json", "tensorboard/mine"]
)
def test_a_new_run_replaces_no_file(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path("mine") / name
    path.parent.mkdir(parents=True)
    path.write_text("precious")
    top = name.split("/")[0]
    message = f"mine holds {top} already, but no run; give another --output."
    assert refusal([*PPO, "--output", "mine"], capsys) == message
    assert path.read_text() == "precious" and os.listdir("mine") == [top]


def test_a_run_in_a_folder_with_too_long_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    name = "x" * 300
    for words in ([], ["--resume"]):
        message = refusal([*PPO, "--output", name, *words], capsys)
        assert message.startswith(f"file {name} can't be written: File name too long")


# Ctrl-C


def start(words: list[str]) -> subprocess.Popen[str]:
    """Starts a command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "fudaba.cli.main", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def interrupt_when(
    process: subprocess.Popen[str],
    is_time: Callable[[], bool],
    by: signal.Signals = signal.SIGINT,
) -> str:
    """Presses Ctrl-C, checks how the command ends and returns what it says of what is kept."""
    while not is_time():
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    process.send_signal(by)
    _, errors = process.communicate()
    assert process.returncode == 128 + by, errors
    *_, line = errors.splitlines()  # before it there may be news of how far things are
    assert line.startswith("fudaba: interrupted; ") and "Traceback" not in errors
    return line.removeprefix("fudaba: interrupted; ")


def test_an_interrupted_training_run_says_where_it_goes_on() -> None:
    tiny = str(tiny_file(Path(), output="run", total_steps=10**9, checkpoint_every=10**9))
    curves = Path("run/curves.csv")
    kept = interrupt_when(start(["train", tiny]), curves.exists, signal.SIGTERM)
    rows = curves.read_text(encoding="utf-8").splitlines()[1:]
    reached = [0, *(int(float(row.split(",")[0])) for row in rows)][-2:]
    where = [f"run/checkpoint.safetensors was taken after {steps:,} decisions" for steps in reached]
    assert kept in [f"{words}; --resume continues from there." for words in where]
    assert main(["train", tiny, "--resume", "--total-steps", str(reached[-1] + 1024)]) == 0
    assert read_card(Path("run/final")).training["steps"] > reached[-1]


@contextmanager
def ctrl_c_does(handler: Any) -> Iterator[None]:
    """What Ctrl-C does within a block, and when it is left."""
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
        assert signal.getsignal(signal.SIGINT) is handler
    finally:
        signal.signal(signal.SIGINT, before)


@ctypes.CFUNCTYPE(None)
def press_within_a_callback() -> None:
    """What a library calls back can't be left by an exception: it is lost."""
    signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("fails", [False, True])
def test_ctrl_c_is_heard_though_a_callback_swallows_it(
    fails: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def command(words: list[str]) -> None:
        press_within_a_callback()
        if fails:
            raise RuntimeError("what the callback was for is missing")
        for _ in range(3000):
            time.sleep(0.01)

    monkeypatch.setattr(games, "main", command)
    hook, start = sys.unraisablehook, time.monotonic()
    with ctrl_c_does(signal.default_int_handler):
        assert main(["games"]) == 130
        with suppress(KeyboardInterrupt):
            time.sleep(1)  # the second try, where the command has failed before
    assert time.monotonic() - start < 30 and sys.unraisablehook is hook
    assert capsys.readouterr().err == "fudaba: interrupted; what was written before is kept.\n"


class PressesAgain(StringIO):
    """Where a first interruption is told of just as a second one comes."""

    def write(self, text: str) -> int:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)
        return super().write(text)


def press_ctrl_c(words: list[str]) -> None:
    """A command that is interrupted at once."""
    signal.raise_signal(signal.SIGINT)


def test_ctrl_c_twice_gets_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "main", press_ctrl_c)
    monkeypatch.setattr(sys, "stderr", told := PressesAgain())
    with ctrl_c_does(signal.default_int_handler):
        assert main(["games"]) == 130
    assert told.getvalue() == "fudaba: interrupted; what was written before is kept.\n"


def test_a_background_job_goes_on_ignoring_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "main", press_ctrl_c)
    with ctrl_c_does(signal.SIG_IGN):
        assert main(["games"]) == 0


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_while_python_ends_has_no_more_to_say(by: signal.Signals) -> None:
    ending = (
        "import atexit, signal\n"
        "from fudaba.cli.main import process\n"
        f"atexit.register(signal.raise_signal, {int(by)})\n"
        "process()"
    )
    words = [sys.executable, "-c", ending, "--version"]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ended.returncode == -by and ended.stdout.startswith("fudaba ")
    assert ended.stderr == ""


def test_an_interrupted_arena_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    results = Path("results")
    words = [*ARENA, "random", "greedy", "--results", "results"]
    left = interrupt_when(start([*words, "--deals", "1000000"]), lambda: num_chunks(results) > 0)
    assert left == "what was written before is kept."
    kept = num_chunks(results)
    assert kept > 0
    assert main([*words, "--deals", "64"]) == 0
    assert num_chunks(results) == max(kept, 14)  # 64 deals are 7 chunks of each line-up
    assert "greedy" in capsys.readouterr().out
