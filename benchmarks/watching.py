"""Measures the delay from a move to the pages that show it: python -m benchmarks.watching.

Starts `fudaba table` in its own process, opens tables for people and pages at each table. Every
player moves after a short pause. The delay is the time from before a move is sent until a page has
received the position after it.
"""

import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Annotated, Any

import httpx
import numpy as np
import tyro

GAME, NUM_PEOPLE = "sevens_v0", 4
THINKING = (0.5, 1.5)  # seconds between a position and the person's move
ANNOUNCED = "The table is at "
DATA, POSITION = "data: ", 'data: {"at"'
COMPILING = 600.0  # seconds that the first table of a game may take


@dataclass
class MeasuredTable:
    """A table, its links, and the delays of its pages.

    Attributes:
        paths: The paths of the people's seats.
        pages: The open pages.
        waits: The delays in seconds, over all moves and pages.
        num_moves: The number of moves made.
    """

    paths: Sequence[str]
    pages: list["WatchedPage"] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    num_moves: int = 0


@dataclass
class WatchedPage:
    """A page: the seat it shows, whether it also moves, and the start of its present wait."""

    seat: int
    is_first: bool
    waiting_since: float | None = None


def main(
    tables: Annotated[int, tyro.conf.arg(help="The number of tables.")] = 20,
    pages: Annotated[int, tyro.conf.arg(help="The number of pages, over all tables.")] = 100,
    seconds: Annotated[float, tyro.conf.arg(help="The duration of play.")] = 20.0,
) -> None:
    """Measures and prints the delays."""
    with tempfile.TemporaryDirectory() as folder, serving(folder) as address:
        measured = asyncio.run(played(address, tables, pages, seconds))
    waits = 1000 * np.array([wait for table in measured for wait in table.waits])
    median, late = np.percentile(waits, [50, 99])
    num_moves = sum(table.num_moves for table in measured)
    print(f"{tables} tables, {pages} pages, {num_moves} moves in {seconds:g} s of {GAME}: "
          f"{len(waits)} positions shown, median {median:.1f} ms, 99th percentile {late:.1f} ms, "
          f"longest {waits.max():.1f} ms after the move")  # fmt: skip


@contextmanager
def serving(folder: str) -> Iterator[str]:
    """Starts a server in its own process; yields its address."""
    command = [sys.executable, "-m", "fudaba.cli.main", "table", folder, "--no-browser"]
    process = subprocess.Popen([*command, "--port", "0"], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().removeprefix(ANNOUNCED).split()[0].rstrip("/")
    finally:
        process.terminate()
        process.wait()


async def played(address: str, tables: int, pages: int, seconds: float) -> list[MeasuredTable]:
    """Returns tables with open pages after some seconds of play."""
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=address, timeout=COMPILING, limits=limits) as client:
        measured = [await opened(client, seed) for seed in range(tables)]
        looks = [
            asyncio.create_task(look(client, table, page))
            for table, page in islice(new_pages(measured), pages)
        ]
        await asyncio.sleep(seconds)
        for one in looks:
            one.cancel()
        ended = await asyncio.gather(*looks, return_exceptions=True)
    errors = [error for error in ended if isinstance(error, Exception)]
    if errors:
        raise errors[0]
    return measured


async def opened(client: httpx.AsyncClient, seed: int) -> MeasuredTable:
    """Opens a new table with people in all seats."""
    seats = ["person"] * NUM_PEOPLE
    wanted = {"game": GAME, "seats": seats, "seed": seed, "pace": 0.0}
    answer = (await client.post("/api/tables", json=wanted)).raise_for_status()
    links = answer.json()
    seats = [links["seat"]]
    for _ in range(NUM_PEOPLE - 1):
        joined = await client.post(f"/api{links['invitation']}")
        seats.append(joined.raise_for_status().json())
    return MeasuredTable([f"/api{seat['path']}" for seat in seats])


def new_pages(tables: Sequence[MeasuredTable]) -> Iterator[tuple[MeasuredTable, WatchedPage]]:
    """Yields a page for the first seat of each table, for the second, ...; then further pages."""
    for number in count():
        for table in tables:
            page = WatchedPage(number % NUM_PEOPLE, is_first=number < NUM_PEOPLE)
            table.pages.append(page)
            yield table, page


async def look(client: httpx.AsyncClient, table: MeasuredTable, page: WatchedPage) -> None:
    """Receives the events of a page; the first page of a seat also moves."""
    path, chance = table.paths[page.seat], random.Random(page.seat)
    async with client.stream("GET", f"{path}/events", timeout=None) as answer:
        async for line in answer.aiter_lines():
            if not line.startswith(POSITION):
                continue
            if page.waiting_since is not None:
                table.waits.append(time.perf_counter() - page.waiting_since)
                page.waiting_since = None
            position = json.loads(line.removeprefix(DATA)) if page.is_first else {}
            if position.get("moves") and not position["is_forced"]:
                await asyncio.sleep(chance.uniform(*THINKING))
                await move(client, table, path, position)


async def move(
    client: httpx.AsyncClient, table: MeasuredTable, path: str, position: dict[str, Any]
) -> None:
    """Makes the first legal move; all pages of the table start waiting."""
    now = time.perf_counter()
    for page in table.pages:
        page.waiting_since = now
    table.num_moves += 1
    content = {"at": position["at"], "actions": [position["moves"][0]["action"]]}
    (await client.post(f"{path}/move", json=content)).raise_for_status()


if __name__ == "__main__":
    tyro.cli(main)
