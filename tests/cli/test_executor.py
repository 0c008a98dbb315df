"""`--executor` and `--threads`: where commands play, and with how many threads."""

import os
import subprocess
import sys
from collections.abc import Callable
from inspect import signature
from pathlib import Path

import pytest

from fudaba.cli import arena, balance, league
from fudaba.training.config import PPOTraining
from fudaba.training.exploit import Exploiter

from ..processes import python


@pytest.mark.parametrize(
    "words",
    [("arena", "cyclic", "random"), pytest.param(("train", "sevens/ppo"), marks=pytest.mark.slow)],
)
def test_a_cluster_that_is_not_there_is_told_of_in_one_sentence(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    pytest.importorskip("ray", reason="the extra cluster is not installed")
    words, address = (*words, "--executor", "ray"), "127.0.0.1:1"
    run = python("-m", "fudaba.cli.main", *words, cwd=tmp_path, check=False, RAY_ADDRESS=address)
    assert run.returncode == 2
    said = f"fudaba: cluster {address} can't be joined: "
    assert run.stderr.startswith(said) and run.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_cluster_of_this_machine_wants_a_token_and_tells_nobody(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="the extra cluster is not installed")
    code = (
        "import os\n"
        "from fudaba.evaluation.cluster import connect\n"
        "with connect():\n"
        "    print(os.environ['RAY_AUTH_MODE'], os.environ['RAY_USAGE_STATS_ENABLED'])"
    )
    ours = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    run = subprocess.run(
        [sys.executable, "-c", code],
        env=ours | {"HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["token", "0"]
    assert (tmp_path / ".ray" / "auth_token").read_text()


def test_commands_import_no_ray_unless_they_are_asked_to() -> None:
    code = "import sys, fudaba.cli.arena, fudaba.cli.balance; assert 'ray' not in sys.modules"
    python("-c", code)


@pytest.mark.parametrize("command", [arena.arena, balance.balance, league.league, Exploiter])
def test_all_commands_have_one_default_of_threads(command: Callable[..., None]) -> None:
    assert signature(command).parameters["threads"].default == PPOTraining().threads
