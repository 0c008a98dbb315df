"""Compiling rules with Numba, and caching what was compiled.

Numba's disk cache notices an edit only in the file that holds the compiled function, not in
the files it calls. The cache folder's name therefore carries a hash of all kernel sources:
an edit anywhere starts a new folder, and an unchanged tree starts warm.
"""

import hashlib
import os
import shutil
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs

Kernel = Callable[..., Any]

SOURCE_ROOT = Path(__file__).resolve().parents[2]
KERNEL_PACKAGES = ("envs", "agents")
CACHE_FOLDERS_KEPT = 4


def source_hash(root: Path = SOURCE_ROOT) -> str:
    """Hashes the sources of all packages that hold kernels: 16 hexadecimal digits."""
    digest = hashlib.sha256()
    for package in KERNEL_PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            digest.update(str(path.relative_to(root)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def prepare_cache_folder() -> Path | None:
    """Makes the folder for this version of the sources and removes the oldest others.

    The folder lies in the user's cache directory, or below `NUMBA_CACHE_DIR` where that is set.

    Returns:
        The folder, or None where it can't be written: kernels are then compiled anew in every
        process.
    """
    parent = Path(os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("fudaba"))
    folder = parent / f"kernels-{source_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        if not os.access(folder, os.W_OK):
            return None
        newest_first = sorted(
            parent.glob("kernels-*"), key=lambda path: path.stat().st_mtime, reverse=True
        )
    except OSError:
        return None
    for old in newest_first[CACHE_FOLDERS_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


CACHE_FOLDER = prepare_cache_folder()


def kernel(function: Callable[..., Any]) -> Kernel:
    """Compiles a rule: machine code at the first call, without the interpreter lock.

    Args:
        function: Plain Python over NumPy arrays and records. With `NUMBA_DISABLE_JIT=1` it is
            returned as it is, for debugging and coverage.
    """
    if CACHE_FOLDER is None:
        return numba.njit(nogil=True)(function)
    # The setting is process-wide, so it is held only while this function is decorated.
    previous = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(CACHE_FOLDER)
    try:
        return numba.njit(nogil=True, cache=True)(function)
    finally:
        numba.config.CACHE_DIR = previous


def wrapping_kernel(function: Callable[..., Any]) -> Kernel:
    """A kernel whose unsigned arithmetic is meant to wrap around.

    Compiled code wraps without a word; plain NumPy would warn.
    """
    if numba.config.DISABLE_JIT:
        return np.errstate(over="ignore")(function)
    return kernel(function)


def unbound(*_: Any) -> Any:
    """What the names of a template stand for until `specialise` binds them."""
    raise RuntimeError("a generic loop was called before it was specialised for a game")


def specialise(template: Callable[..., Any], name: str, **bindings: Any) -> Kernel:
    """Compiles a generic loop for one game.

    Numba can't cache a function that is handed other compiled functions. So the template calls
    them by global names, and every game gets its own function object from the template's code,
    in which those names are bound to the game's kernels.

    Args:
        template: A plain, undecorated function.
        name: What the copy is specialised for, for instance the game's id; it keeps the cache
            entries of the copies apart.
        **bindings: The kernels, by the global names that the template uses for them.
    """
    copy = types.FunctionType(
        template.__code__, {**template.__globals__, **bindings}, template.__name__
    )
    copy.__qualname__ = f"{template.__qualname__}.{name}"
    copy.__module__ = template.__module__
    copy.__doc__ = template.__doc__
    return kernel(copy)
