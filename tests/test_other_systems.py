"""Every door opens where what only Unix has is missing: names of `os`, modules, Unix sockets.

That is what Linux can show of Windows; the files and processes are still those of Linux.
"""

import re
import shlex
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from threading import Timer

from .project import ROOT

TIMEOUT = 300.0  # seconds; a door that waits for ever fails the test
TABLE = re.compile(r"The table is at (http\S+/)")
BLOCKED = """
import asyncio, concurrent.futures, logging, multiprocessing.util, random, selectors, subprocess
import os, select, signal, socket, sys, tempfile, uuid

def socketpair():
    with socket.create_server(("127.0.0.1", 0)) as server:
        near = socket.create_connection(server.getsockname())
        return near, server.accept()[0]

socket.socketpair = socketpair
for name in ("fcntl", "resource", "termios", "tty", "pty", "pwd", "grp"):
    sys.modules[name] = None
for module, names in {
    os: "fork forkpty killpg register_at_fork nice sched_getaffinity set_blocking setsid getpgid "
        "mkfifo",
    select: "poll epoll",
    selectors: "PollSelector EpollSelector",
    signal: "SIGHUP SIGQUIT SIGUSR1 SIGALRM setitimer",
    socket: "AF_UNIX",
}.items():
    for name in names.split():
        delattr(module, name)
selectors.DefaultSelector = selectors.SelectSelector
"""
DOORS = """
import gymnasium
import numpy as np
from fudaba.cli.main import main
from fudaba.envs import sevens_v0, tables

bot = sys.argv[1]
env = sevens_v0.env()
env.reset(seed=1)
for _ in env.agent_iter():
    observation, _, terminated, truncated, _ = env.last()
    env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))
together = tables("sevens_v0", 8, seed=1, num_threads=2)
together.step(together.action_masks.argmax(axis=1))
for opponents in ("greedy", bot):
    seat = gymnasium.make("fudaba/Sevens-v0", opponents=opponents)
    _, info = seat.reset(seed=1)
    seat.step(int(info["action_mask"].argmax()))
    seat.close()

def run(*words):
    try:
        code = main([*words])
    except SystemExit as end:
        code = end.code
    assert not code, (words, code)

run("arena", "sevens_v0", "random", "greedy", bot, "--deals", "4", "--records", "games")
run("replay", "games")
run("check-bot", bot, "sevens_v0")
sys.exit(main(["table", "here", "--no-browser", "--port", "0"]))
"""


def test_every_door_opens_without_what_only_unix_has(tmp_path: Path) -> None:
    bot = shlex.join([sys.executable, str(ROOT / "docs/bots/first.py")])
    with subprocess.Popen(
        [sys.executable, "-u", "-c", BLOCKED + DOORS, f"program:{bot}"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        killer = Timer(TIMEOUT, process.kill)
        killer.start()
        assert process.stdout is not None
        said: list[str] = []
        for line in process.stdout:
            said.append(line)
            if address := TABLE.search(line):
                with urllib.request.urlopen(address[1], timeout=TIMEOUT) as page:
                    said.append(page.read().decode()[:9])
                process.send_signal(signal.SIGINT)
        killer.cancel()
    text = "".join(said)
    assert "<!doctype" in text.lower(), text
    assert process.returncode == 130, text
