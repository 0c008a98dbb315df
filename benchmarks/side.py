"""Measures one revision for `benchmarks.against`: `python -m benchmarks.side LOOP`.

LOOP is the module of the revision's compiled loop. A line of standard input asks for a rate: a game
and a way to play as a JSON list. The answer is a line of JSON: the rate, or why there is none.
"""

import json
import sys
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import tyro

import fudaba.envs

from .measure import Run, rate_of
from .runs import runs_of


@cache
def run_of(loop: str, name: str, way: str) -> Run:
    """Returns a function to be timed, after a call that compiles what it needs."""
    run = runs_of(name, import_module(loop).uniform_play, [way])[way]
    run()
    return run


def answer(loop: str, name: str, way: str) -> dict[str, Any]:
    """Returns the rate of a way to play, or the reason why this revision has none."""
    try:
        return {"rate": rate_of(run_of(loop, name, way))}
    except Exception as error:  # another revision may lack anything
        return {"reason": f"{type(error).__name__}: {error}"}


def main(loop: Annotated[str, tyro.conf.Positional]) -> None:
    """Says where the measured packages lie, and answers until the input ends."""
    answers, sys.stdout = sys.stdout, sys.stderr
    print(json.dumps(fudaba.envs.__file__), file=answers, flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(loop, *json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    tyro.cli(main)
