"""Kills long commands repeatedly: python -m benchmarks.faults, or with the names of some commands.

Every process is killed at a random instant at which it changes files, and the next one resumes its
work, until one ends. Then everything that the documentation promises is compared with an
uninterrupted run. The same is done with a disk that is full from an instant on, with two processes
in one folder, and with a clock that jumps.
"""

import random
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import tyro
from tyro.conf import Positional, arg

from .commands import COMMANDS
from .trials import (
    Findings,
    full_from,
    interrupt,
    killed_at,
    reference_of,
    run_two_at_once,
    run_with_jumping_clock,
)


def main(
    commands: Annotated[Positional[tuple[str, ...]], arg(help="Names; without them all.")] = (),
    kills: Annotated[int, arg(help="Kills of each command after its first save.")] = 200,
    full: Annotated[int, arg(help="Full disks for each command.")] = 20,
    pairs: Annotated[int, arg(help="Runs of each command in two processes at once.")] = 10,
    jumps: Annotated[int, arg(help="Runs of each command with a clock that jumps.")] = 3,
    seed: Annotated[int, arg(help="The seed of the instants.")] = 0,
) -> int:
    """Interrupts and compares; the exit code is 1 if an outcome differs."""
    failed = False
    for name in commands or tuple(COMMANDS):
        with tempfile.TemporaryDirectory() as folder:
            for kind, found in all_of(name, Path(folder), kills, full, pairs, jumps, seed).items():
                print(
                    f"{name}, {kind}: {found.interruptions}, {found.after_saving} of them after "
                    f"something was saved; {found.endings} endings, {len(found.failures)} wrong.",
                    *found.failures,
                    sep="\n  ",
                    flush=True,
                )
                failed |= bool(found.failures)
    return int(failed)


def all_of(
    name: str, folder: Path, kills: int, full: int, pairs: int, jumps: int, seed: int
) -> dict[str, Findings]:
    """Returns the findings for one command, by the kind of fault."""
    command, chance = COMMANDS[name], random.Random(seed)
    reference = reference_of(command, folder)
    found = {kind: Findings() for kind in ("kills", "full disks", "pairs", "jumping clocks")}
    killed, filled, paired, jumped = found.values()
    while killed.after_saving < kills:
        place = folder / f"killed-{len(killed.failures) + killed.endings}"
        interrupt(killed_at, command, reference, place, chance, killed)
    while filled.interruptions < full:
        place = folder / f"full-{len(filled.failures) + filled.endings}"
        interrupt(full_from, command, reference, place, chance, filled)
    for number in range(pairs):
        at = chance.randint(1, reference.instants)
        run_two_at_once(command, reference, folder / f"pair-{number}", at, paired)
    for number in range(jumps):
        run_with_jumping_clock(command, reference, folder / f"jump-{number}", number, jumped)
    return found


if __name__ == "__main__":
    sys.exit(tyro.cli(main))
