"""Compiled kernels on the disk: one file for each, sealed with a digest.

Numba's own cache unpickles any file in its folder, so a damaged file ends the process with a
traceback or a crash, and its index of signatures loses entries when two processes write it at once.
Here a file's name follows from everything that determines its content, and a file is unpickled only
if its digest is right.

The digest finds damage, not malice: a pickle can run any code. A user that can write the cache
folder can run code as the users of the cache.
"""

import hashlib
import os
import pickle
import sys
import uuid
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import llvmlite.binding as llvm
import numba

from .numba_names import CompileResult, JITCodeLibrary, NullCache, compile_result, dumps
from .sources import SOURCE_ROOT
from .waiting import tell

DIGEST_SIZE = hashlib.sha256().digest_size


class KernelCache(NullCache):  # type: ignore[misc]
    """The cache from which Numba loads a function's compiled forms, and where it saves them.

    An error of the disk stops no process: it is reported once, and the function is compiled.

    Attributes:
        used: The files that this process has loaded or saved, of all kernels.
    """

    used: ClassVar[set[Path]] = set()

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        """Makes the cache without touching the disk.

        Args:
            function: The function, without a closure, because the key does not cover closures.
            folder: The folder of the files. Its name stands for the state of all sources that the
                function can reach.
        """
        code = function.__code__
        self._folder = folder
        self._name = f"{function.__name__}-{code.co_firstlineno}"
        file = code.co_filename.removeprefix(str(SOURCE_ROOT))  # a moved project keeps its cache
        self._identity = (
            *(function.__qualname__, file, code.co_firstlineno, code.co_code),
            *(numba.__version__, sys.implementation.cache_tag),
        )

    @property
    def cache_path(self) -> str:
        """The folder of the files."""
        return str(self._folder)

    def holds(self, sig: Any, codegen: Any) -> bool:
        """Returns whether the compiled form for a signature is on the disk."""
        return self._path(sig, codegen).exists()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Returns the compiled form for a signature, or None if it must be compiled.

        A damaged file is removed.
        """
        path = self._path(sig, target_context.codegen())
        try:
            sealed = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            self._tell(f"can't be read ({error.strerror}): it is compiled again")
            return None
        target_context.refresh()
        try:
            form = self._rebuilt(target_context, *pickle.loads(unsealed(sealed)))
            self.used.add(path)
            return form
        except Exception:  # code for a library's old release can fail in any way
            with suppress(OSError):
                path.unlink()
            self._tell("is damaged: it is removed and compiled again")
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Saves a compiled form, unless it holds an address of this process or the disk fails."""
        if data.library.has_dynamic_globals:
            tell_once(
                f"fudaba: {self._identity[0]} is compiled in each process, because it holds an "
                "address of this one; global arrays must be contiguous and at most a megabyte "
                "large."
            )
            return
        sealed, path = seal(dumps(self._reduced(data))), self._path(sig, data.codegen)
        try:
            write_whole(path, sealed)
            self.used.add(path)
        except OSError as error:
            self._tell(f"can't be kept ({error.strerror}): later starts compile again")

    def _reduced(self, form: Any) -> tuple[Any, ...]:
        """Returns the parts of a compiled form that the file holds."""
        return tuple(form._reduce())

    def _rebuilt(self, target_context: Any, *kept: Any) -> Any:
        """Returns the compiled form that the parts in a file make up."""
        return CompileResult._rebuild(target_context, *kept)

    def _path(self, sig: Any, codegen: Any) -> Path:
        """Returns the file for a signature on this processor."""
        key = (*self._identity, str(sig), codegen.magic_tuple(), numba.config.BOUNDSCHECK)
        return self._folder / f"{self._name}-{hashlib.sha256(repr(key).encode()).hexdigest()}.nbc"

    def _tell(self, trouble: str) -> None:
        tell_once(f"fudaba: compiled code in {self._folder.parent} {trouble}.")


class LinkedCache(KernelCache):
    """The cache of the forms that other kernels link; it keeps bitcode and no machine code."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        """Makes the cache without touching the disk; see `KernelCache`."""
        super().__init__(function, folder)
        self._name += "-linked"

    def _reduced(self, form: Any) -> tuple[Any, ...]:
        """Returns the parts of a compiled form that the file holds."""
        description = form.fndesc
        description.typemap = description.calltypes = None  # as Numba's cache: they may be large
        bitcode = form.library._get_module_for_linking().as_bitcode()
        environments = tuple(form._find_referenced_environments())
        return bitcode, description, form.signature, form.reload_init, environments

    def _rebuilt(self, target_context: Any, *kept: Any) -> Any:
        """Returns the compiled form that the parts in a file make up."""
        bitcode, description, signature, reload_init, environments = kept
        for initialise in reload_init:
            initialise()
        library = Bitcode(target_context.codegen(), description.qualname)
        library._final_module = llvm.parse_bitcode(bitcode)
        library._finalize_final_module()
        return compile_result(
            entry_point=object(),
            fndesc=description,
            signature=signature,
            library=library,
            reload_init=reload_init,
            referenced_envs=environments,
        )


class Bitcode(JITCodeLibrary):  # type: ignore[misc]
    """A library that callers link; no machine code is made of it."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


tell_once = cache(tell)


def seal(content: bytes) -> bytes:
    """Returns the content with its digest in front."""
    return hashlib.sha256(content).digest() + content


def unsealed(sealed: bytes) -> memoryview:
    """Returns the content of `seal`'s result.

    Raises:
        ValueError: The bytes are damaged or incomplete.
    """
    digest, content = sealed[:DIGEST_SIZE], memoryview(sealed)[DIGEST_SIZE:]
    if hashlib.sha256(content).digest() != digest:
        raise ValueError("damaged")
    return content


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all, also while other processes write it.

    Raises:
        OSError: It can't be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{uuid.uuid4().hex}.part")
    try:
        temporary.write_bytes(content)
        os.replace(temporary, path)
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
