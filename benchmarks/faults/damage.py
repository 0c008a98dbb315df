"""Damages files and reads them: python -m benchmarks.faults.damage, or with the names of kinds.

Each try cuts a file of a kind off or changes some of its bytes. Then the functions that commands
read it with must come to the same result or refuse it in one sentence, and a file that is refused
must stay as it is, with all files beside it.
"""

import random
import resource
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import format_exc
from typing import Annotated, Any

import tyro
from tyro.conf import Positional, arg

from fudaba.envs import UserError

from .written import KINDS, Kind

SAME, REFUSED, VALID = "same result", "refused", "another valid file"
TRACEBACK, HANG, OTHER, CHANGED = "traceback", "hang", "other result", "refused and changed"
HARMLESS, OUTCOMES = (SAME, REFUSED, VALID), (
    SAME, REFUSED, VALID, TRACEBACK, HANG, OTHER, CHANGED,
)  # fmt: skip
DIGITS = b"0123456789"
SECONDS = 30  # for one reading
MEMORY = 2 * 2**30  # bytes that one reading may take


class Hang(BaseException):
    """A reading that takes too long."""


def main(
    kinds: Annotated[Positional[tuple[str, ...]], arg(help="Kinds; without them all.")] = (),
    tries: Annotated[int, arg(help="Damaged files of each kind.")] = 500,
    seed: Annotated[int, arg(help="The seed of the damages.")] = 0,
) -> int:
    """Damages and reads; the exit code is 1 if a damage was not noticed or not said well."""
    print("| kind | tries |", " | ".join(OUTCOMES), "|")
    print("|---" * (2 + len(OUTCOMES)), "|", sep="")
    has_failed = False
    for name in kinds or tuple(KINDS):
        found, failures = damaged(KINDS[name], tries, random.Random(f"{seed} {name}"))
        print(f"| {name} | {tries} |", " | ".join(str(found[each]) for each in OUTCOMES), "|")
        print(*failures[:3], sep="\n", end="\n" if failures else "", file=sys.stderr, flush=True)
        has_failed |= bool(failures)
    return int(has_failed)


def damaged(kind: Kind, tries: int, chance: random.Random) -> tuple[Counter[str], list[str]]:
    """Damages files of a kind.

    Args:
        kind: The kind.
        tries: How often.
        chance: Draws the damages.

    Returns:
        How often each outcome came, and a description of each failure.
    """
    found, failures = Counter[str](), list[str]()
    with tempfile.TemporaryDirectory() as scratch:
        whole, at = Path(scratch, "whole"), Path(scratch, "at")
        at.mkdir()
        kind.write(at)
        shutil.copytree(at, whole)
        expected = kind.read(at)
        restore(whole, at)
        assert outcome_of(kind, at, expected) == (SAME, "")  # without damage
        for number in range(tries):
            restore(whole, at)
            (file,) = at.glob(kind.file)
            what, content = damage(file.read_bytes(), chance)
            file.write_bytes(content)
            outcome, why = outcome_of(kind, at, expected)
            found[outcome] += 1
            if outcome not in HARMLESS:
                failures.append(f"{file.name}, try {number}, {what}: {outcome}: {why}")
    return found, failures


def restore(whole: Path, at: Path) -> None:
    """Makes a folder as it was."""
    shutil.rmtree(at)
    shutil.copytree(whole, at)


def damage(content: bytes, chance: random.Random) -> tuple[str, bytes]:
    """Returns what is done to the content of a file, and the damaged content.

    It is cut off, or some bytes change. A digit that becomes another one is the least conspicuous.
    """
    digits = [place for place, byte in enumerate(content) if byte in DIGITS]
    how = chance.choice(("cut", "bytes", "bytes", "a digit" if digits else "bytes"))
    if how == "cut":
        length = chance.randrange(len(content))
        return f"cut to {length} of {len(content)} bytes", content[:length]
    changed = bytearray(content)
    if how == "a digit":
        places = [chance.choice(digits)]
        changed[places[0]] = chance.choice(DIGITS.replace(content[places[0] :][:1], b""))
    else:
        places = chance.choices(range(len(content)), k=chance.choice((1, 1, 1, 4, 16)))
        for place in places:
            changed[place] ^= chance.choice((1 << chance.randrange(8), chance.randint(1, 255)))
    return f"{how} changed at {sorted(places)}", bytes(changed)


def outcome_of(kind: Kind, at: Path, expected: Any) -> tuple[str, str]:
    """Returns the outcome of reading a damaged file, and more about it."""
    before = contents(at)
    try:
        with bounded():
            outcome = kind.read(at)
    except UserError as error:
        if "\n" in str(error):
            return TRACEBACK, str(error)
        return (REFUSED, "") if contents(at) == before else (CHANGED, str(error))
    except Hang:
        return HANG, format_exc()
    except Exception:
        return TRACEBACK, format_exc()
    if outcome == expected:
        return SAME, ""
    return (VALID if kind.is_edited else OTHER), f"{str(outcome)[:300]} for {str(expected)[:300]}"


def contents(folder: Path) -> dict[Path, bytes]:
    """Returns the content of all files of a folder."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@contextmanager
def bounded() -> Iterator[None]:
    """Ends a block that takes too long, or more memory than a file can ask for."""
    pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[0])
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY, before[1]))
    handler = signal.signal(signal.SIGALRM, _stop)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, handler)
        resource.setrlimit(resource.RLIMIT_AS, before)


def _stop(number: int, frame: object) -> None:
    raise Hang


if __name__ == "__main__":
    sys.exit(tyro.cli(main))
