"""Files from which an interrupted computation goes on, such as an exact solution."""

import os
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from fudaba.common.files import read_bytes, write_whole
from fudaba.common.languages import translator
from fudaba.common.sealed_arrays import digest_of, packed, unpacked
from fudaba.envs import UserError

from .tree import Tree

_, _n = translator("evaluation")

FORMAT = "fudaba-exact-1"
SECONDS_BETWEEN_WRITES = 20.0
TREE = "tree"  # the name of a part that is no computation

Arrays = dict[str, np.ndarray]


class Part:
    """One part of a computation.

    Attributes:
        arrays: All that it needs to go on, by name; empty until it has begun.
    """

    def __init__(
        self, arrays: Arrays | None = None, write: Callable[[], None] = lambda: None
    ) -> None:
        """Makes a part that goes on from these arrays, or begins if there are none."""
        self.arrays = {} if arrays is None else arrays
        self._write = write

    def keep(self, arrays: Arrays) -> None:
        """Takes the present arrays; call it only where they belong together."""
        self.arrays.update(arrays)
        self._write()


class Kept:
    """The parts of a computation and their file, which is written at most every 20 seconds."""

    def __init__(self, path: Path | None, question: Mapping[str, Any]) -> None:
        """Reads the kept parts from the file, if it exists.

        Args:
            path: The file; None if nothing is to be kept.
            question: What determines the results of the parts, as JSON data.

        Raises:
            UserError: The file can't be read, is damaged or of another question.
        """
        self._path, self._about = path, {"format": FORMAT, **question}
        self._parts: defaultdict[str, Arrays] = defaultdict(dict)
        self._written = monotonic()
        if path and os.path.exists(path):
            about, arrays = unpacked(read_bytes(path)) or ({}, {})
            self._check(about == self._about)
            for name, array in arrays.items():
                part, _sign, own = name.rpartition("/")
                self._parts[part][own] = array

    def part(self, name: str) -> Part:
        """Returns the part of this name, with its kept arrays."""
        return Part(self._parts[name], self._write_if_due)

    def check_tree(self, tree: Tree) -> None:
        """Checks that the parts are about a tree, whose game may have changed since.

        Raises:
            UserError: They are about another one.
        """
        if self._path:
            digest = np.frombuffer(_digest(tree), np.uint8)
            known = self._parts[TREE].setdefault("digest", digest)
            self._check(np.array_equal(known, digest))

    def _check(self, is_good: bool) -> None:
        if not is_good:
            raise UserError(
                _(
                    "file {path} is damaged, or holds the work of another run; remove it to begin "
                    "anew.",
                    path=self._path,
                )
            )

    def _write_if_due(self) -> None:
        if self._path and monotonic() - self._written >= SECONDS_BETWEEN_WRITES:
            arrays = {
                f"{part}/{name}": array
                for part, own in self._parts.items()
                for name, array in own.items()
            }
            write_whole(self._path, packed(self._about, arrays))
            self._written = monotonic()


def _digest(tree: Tree) -> bytes:
    """Returns a hash of all that a solution depends on."""
    payoffs = tree.payoffs
    arrays = {"values": payoffs.data, "columns": payoffs.indices, "rows": payoffs.indptr}
    for number, seat in enumerate(tree.seats):
        arrays |= {f"{name} {number}": array for name, array in vars(seat).items()}
    return digest_of(arrays)
