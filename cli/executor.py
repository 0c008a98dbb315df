"""The options `--threads` and `--executor`: where a command plays its deals."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Literal

from fudaba.common.languages import translator
from fudaba.evaluation.asking import THREADS, Option
from fudaba.evaluation.match import Executor, LocalExecutor

_, _n = translator("cli")

Place = Literal["local", "ray"]
Threads = Annotated[int, THREADS]
On = Annotated[
    Place,
    Option(
        "Where deals are played: local, in threads; or ray, in the cluster that RAY_ADDRESS "
        "names, else in a process for each processor of this machine.",
        name="executor",
    ),
]


@contextmanager
def executor_on(place: Place, threads: int) -> Iterator[Executor]:
    """Yields the executor of a command: threads of this process, or a Ray cluster.

    Raises:
        UserError: The number of threads is out of its range, the extra `cluster` is not
            installed, or the cluster can't be reached.
    """
    local = LocalExecutor(threads)
    if place == "local":
        yield local
        return
    from fudaba.evaluation.cluster import connect

    with connect() as executor:
        yield executor
