"""Kills the server of a table repeatedly: python -m benchmarks.faults.table."""

import json
import random
import re
import sqlite3
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import httpx
import tyro
from tyro.conf import arg

from .trials import KILLED, Trial, killed_at, start

WORDS = ["table", ".", "--no-browser", "--port", "0"]
WANTED = {
    "game": "sevens_v0", "seats": ["person", "greedy", "greedy"], "seed": 3, "pace": 0.0,
}  # fmt: skip
FIRST_INSTANTS = 15  # upper bound: until the tables' file exists and a person can sit down
INSTANTS = 250  # in a game, approximately
DATA = "data: "
LATEST = "SELECT action FROM actions WHERE place = (SELECT max(id) FROM tables) ORDER BY number"
SECONDS = 60.0  # a server's time limit for an answer


def main(
    kills: Annotated[int, arg(help="Kills of a server in play.")] = 200,
    seed: Annotated[int, arg(help="The seed of the instants.")] = 0,
) -> int:
    """Plays games while killing their server; the exit code is 1 if a game is lost."""
    chance, num_kills, num_games, failures = random.Random(seed), 0, 0, list[str]()
    with tempfile.TemporaryDirectory() as folder:
        expected, _ = played(Path(folder) / "whole", None)
        while num_kills < kills:
            found, killed = played(Path(folder) / f"{num_games}", chance)
            num_kills, num_games = num_kills + killed, num_games + 1
            if found != expected:
                failures.append(f"game {num_games}: {found}")
    print(f"table: {num_kills} kills in {num_games} games, {len(failures)} of them wrong.")
    if failures:
        print(*failures, sep="\n")
    return int(bool(failures))


def played(folder: Path, chance: random.Random | None) -> tuple[str, int]:
    """Plays a game to its end with the first legal moves, and kills its server at random.

    Args:
        folder: The folder of the server.
        chance: Draws the instants of the kills; None for no kills.

    Returns:
        The file of finished games, or a sentence on the loss; and the number of kills.
    """
    folder.mkdir()
    path, num_kills, acknowledged = "", 0, 0
    while True:
        at = chance.randint(FIRST_INSTANTS, INSTANTS) if chance else 10**9
        (folder / "output-0.txt").unlink(missing_ok=True)  # it has an earlier server's address
        server = start(WORDS, folder, killed_at(at))
        with suppress(httpx.HTTPError), asking(server, folder) as client:
            path = path or opened(client)
            if len(actions(folder)) < acknowledged:
                return f"of {acknowledged} actions only {len(actions(folder))} are there", num_kills
            while move(client, path):
                acknowledged = len(actions(folder))
            while not (folder / "tables.jsonl").exists() and server.process.is_alive():
                time.sleep(0.02)
        if (folder / "tables.jsonl").exists():
            server.process.kill()
            server.end()
            return (folder / "tables.jsonl").read_text(), num_kills
        server.process.join(SECONDS)
        if server.process.is_alive():
            server.process.kill()
            return "the server is there, but does not answer", num_kills
        if server.end().code != KILLED:
            return server.end().stderr, num_kills
        num_kills += 1


def asking(server: Trial, folder: Path) -> httpx.Client:
    """Returns a client of a server, once the server has printed its address.

    Raises:
        ConnectError: The server has ended before.
    """
    while True:
        is_alive = server.process.is_alive()
        output = folder / "output-0.txt"
        printed = output.read_text() if output.exists() else ""
        if address := re.search(r"http://[^/ ]*", printed):
            return httpx.Client(base_url=address[0], timeout=SECONDS)
        if not is_alive:
            raise httpx.ConnectError(printed)
        time.sleep(0.02)


def opened(client: httpx.Client) -> str:
    """Opens a table; returns the path of the person's seat."""
    answer = client.post("/api/tables", json=WANTED).raise_for_status()
    return f"/api{answer.json()['seat']['path']}"


def move(client: httpx.Client, path: str) -> bool:
    """Waits for the person's turn and takes the first move; returns whether the game goes on."""
    with client.stream("GET", f"{path}/events") as answer:
        for line in answer.iter_lines():
            position: dict[str, Any] = json.loads(line.removeprefix(DATA)) if DATA in line else {}
            if position.get("is_over"):
                return False
            if position.get("moves") and not position["is_forced"]:
                break
    content = {"at": position["at"], "actions": [position["moves"][0]["action"]]}
    client.post(f"{path}/move", json=content).raise_for_status()
    return True


def actions(folder: Path) -> list[int]:
    """Returns the actions that the file of the table holds."""
    with sqlite3.connect(folder / "tables.sqlite") as connection:
        found = connection.execute(LATEST).fetchall()
    connection.close()
    return [action for (action,) in found]


if __name__ == "__main__":
    sys.exit(tyro.cli(main))
