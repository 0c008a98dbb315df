"""Tries the installed wheel in an environment that has the base alone, or the extra `cli`.

Run by `make wheel` with the environment's own Python, in a folder that is not the sources'.
"""

import argparse
import subprocess
import sys
import sysconfig
import tempfile
from importlib import resources
from importlib.util import find_spec
from pathlib import Path

import gymnasium
import numpy as np

import fudaba.envs
from fudaba.common.extras import EXTRAS, MissingPackagesError
from fudaba.envs import sevens_v0, tables

SITE = Path(sysconfig.get_path("purelib")).resolve()
FUDABA = Path(sys.executable).with_name("fudaba")
AGENT = """
from fudaba.agents import make_agent
from fudaba.envs import find_game
game = find_game("sevens_v0")
make_agent("{}", game, game.options())
"""
# What the base lacks, by the extra that a sentence names.
NEEDS = {
    "render": """
from fudaba.envs import sevens_v0
env = sevens_v0.env(render_mode="rgb_array")
env.reset(seed=1)
env.render()
""",
    "agents": AGENT.format("policy:best"),
    "chat": AGENT.format("chat:model,url=http://127.0.0.1:9/v1"),
    "arena": "import fudaba.evaluation.arena",
    "web": "import fudaba.web.app",
    "train": "import fudaba.training.train",
    "openspiel": "import fudaba.adapters.openspiel",
}
COMMANDS_NEED = {  # more than the extra `cli`
    "table": "web",
    "train sevens/ppo": "train",
    "exploit niekhi greedy": "train",
    "dataset niekhi greedy --games 2": "data",
    "arena niekhi random greedy --executor ray": "cluster",
}


def check_where_it_is() -> None:
    """The sources must not be found by accident."""
    place = Path(fudaba.envs.__file__).resolve()
    assert place.is_relative_to(SITE), f"fudaba comes from {place}, not from {SITE}"


def check_games() -> None:
    """One game by the PettingZoo face, many by the tables."""
    rng = np.random.default_rng(0)
    env = sevens_v0.env(num_players=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        is_over = termination or truncation
        mask = observation["action_mask"]
        env.step(None if is_over else env.action_space(agent).sample(mask))
    one_seat = gymnasium.make("fudaba/Sevens-v0", opponents="greedy")
    _, info = one_seat.reset(seed=1)
    assert one_seat.step(int(info["action_mask"].argmax()))[0].shape == (943,)
    together = tables("sevens_v0", 64, seed=1)
    for _ in range(100):
        together.step(
            np.array([rng.choice(np.flatnonzero(mask)) for mask in together.action_masks])
        )
    assert together.rewards.shape[0] == 64


def check_files() -> None:
    """The files that are no Python came along."""
    for package, name in [
        ("fudaba.agents", "program/protocol.schema.json"),
        ("fudaba.configs", "sevens/ppo.yaml"),
        ("fudaba.envs", "sevens/RULES.md"),
        ("fudaba.envs", "sevens/HOW_TO_PLAY.md"),
        ("fudaba.envs", "py.typed"),
        ("fudaba.evaluation", "report/arena/page.html"),
        ("fudaba.evaluation", "report/balance/page.html"),
        ("fudaba.common.languages", "ja/LC_MESSAGES/sevens.mo"),
        ("fudaba.agents.policies", "cyclic/policy.safetensors"),
        ("fudaba.agents.policies", "cyclic/README.md"),
        ("fudaba", "web/static/seat.html"),
        ("fudaba", "web/static/scene.js"),
    ]:
        assert resources.files(package).joinpath(name).is_file(), f"{package} lacks {name}"


def run(folder: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs the installed command in a folder."""
    return subprocess.run(
        [str(FUDABA), *words], cwd=folder, capture_output=True, text=True, check=False
    )


def check_what_the_base_lacks() -> None:
    """Whatever needs an extra names it in one sentence, in Python and as a command."""
    for extra, code in NEEDS.items():
        assert find_spec(EXTRAS[extra].modules[0]) is None, f"the environment has extra {extra}"
        try:
            exec(code)
        except MissingPackagesError as error:
            assert str(error).endswith(f": pip install 'fudaba[{extra}]'."), error
        else:
            raise AssertionError(f"{extra} is not missing")
    with tempfile.TemporaryDirectory() as folder:
        assert_needs("cli", run(folder, "games"))
        assert run(folder, "--help").returncode == 0


def assert_needs(extra: str, done: subprocess.CompletedProcess[str]) -> None:
    """Checks that a command ended with the sentence that names an extra."""
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.endswith(f": pip install 'fudaba[{extra}]'.\n"), done.stderr


def check_commands() -> None:
    """Games are explained, played, shown and begun; other commands say what they need."""
    with tempfile.TemporaryDirectory() as folder:
        games = run(folder, "games", "sevens")
        assert games.returncode == 0 and "sevens/ppo" in games.stdout, games.stderr
        module = [sys.executable, "-m", "fudaba", "--version"]
        assert subprocess.run(module, cwd=folder, check=False).returncode == 0
        arena = run(
            folder, "arena", "sevens_v0", "random", "greedy", "--deals", "8", "--records", "games"
        )
        assert arena.returncode == 0, arena.stderr
        written = Path(folder, "runs", "arena", "sevens_v0")
        assert (written / "results.sqlite").is_file() and len([*written.glob("*/arena.html")]) == 1
        best = run(folder, "arena", "cyclic", "random", "policy:best", "--deals", "8")
        assert best.returncode == 0 and "policy:best leads" in best.stdout, best.stderr
        replay = run(folder, "replay", "games")
        assert replay.returncode == 0 and "The game is over" in replay.stdout, replay.stderr
        new = run(folder, "new-game", "whist")
        assert new.returncode == 0, new.stderr
        assert "Whist (whist_v0)" in run(folder, "games", "./whist/whist").stdout
        for words, extra in COMMANDS_NEED.items():
            assert_needs(extra, run(folder, *words.split()))


CHECKS = {
    "base": (check_where_it_is, check_games, check_what_the_base_lacks),
    "cli": (check_where_it_is, check_files, check_commands),
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("extra", choices=CHECKS)
    extra = parser.parse_args().extra
    for check in CHECKS[extra]:
        check()
    print(f"The wheel works with {extra}.")
