"""Kernels that other processes compile, while this one goes on without them or waits.

The processes meet in the cache: another one saves a kernel there, and this one loads it.
"""

import io
import os
import pickle
import sys
from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from threading import Lock
from typing import Any

from .kernel_cache import KernelCache, tell_once
from .numba_names import Dispatcher, Purpose, RecordingListener, install_listener, typeof
from .waiting import PATIENCE, WAITING
from .workers import NOT_STARTED, Job, Workers

WORKERS = Workers()

_preparing = Lock()  # two threads that call a kernel first would have it compiled twice
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_preparing.acquire,
        after_in_parent=_preparing.release,
        after_in_child=_preparing.release,
    )

Types = tuple[Any, ...]


def prepare_once(kernel: Any, arguments: Sequence[Any], *, is_awaited: bool) -> None:
    """Queues a kernel that has no job yet for the workers, or only its parts.

    Args:
        kernel: The kernel; afterwards it has a job, which is done if there is nothing to do.
        arguments: The arguments of the call.
        is_awaited: Whether this process compiles the kernel itself once its parts are there.
    """
    with _preparing:
        if kernel.job is None:
            _prepare(kernel, arguments, is_awaited)


def _prepare(kernel: Any, arguments: Sequence[Any], is_awaited: bool) -> None:
    job = Job(b"")
    job.finish()
    try:
        types = _types_of(arguments)
    except ValueError:  # Numba will say which argument has no type
        types = ()
    if types and _is_missing(kernel._cache, kernel, types):
        parts = compile_parts(kernel)
        if not is_awaited:
            job = _given(_compile_for_python, kernel, types, parts)
    kernel.job = job


def compile_parts(kernel: Any) -> list[Job]:
    """Has other processes compile the parts of a kernel side by side, those that are missing.

    Parts are kernels that a kernel calls and that take long to compile; `kernel.parts()` returns
    them with arguments that they get.
    """
    jobs = []
    for part, arguments in kernel.parts():
        types = _types_of(arguments)
        linked = part.linked
        if linked.job is None and _is_missing(linked.cache, part, types):
            linked.job = _given(_compile_for_kernels, part, types, ())
        if linked.job is not None:
            jobs.append(linked.job)
    return jobs


def number_compiled(work: Callable[[], object]) -> int:
    """Returns how many kernels a piece of work compiles."""
    recorder = RecordingListener()
    with install_listener("numba:compile", recorder):
        work()
    return sum(each.is_start for _, each in recorder.buffer)


def is_under_way(forms: Any) -> bool:
    """Whether another process is about to compile something. Says so if that has failed.

    Args:
        forms: A kernel, for Python, or its `linked` forms.
    """
    job = forms.job
    if job is None or job.is_under_way:
        return job is not None
    if job.failure not in ("", NOT_STARTED):
        tell_once(f"fudaba: no other process could compile for this one ({job.failure}).")
    return False


def wait_for(forms: Any) -> None:
    """Waits while another process is about to compile something; says so if that takes long.

    Args:
        forms: A kernel, for Python, or its `linked` forms.
    """
    if is_under_way(forms):
        forms.job.wait(PATIENCE)
    while is_under_way(forms):
        WAITING.remind(forms.notice)
        forms.job.wait()


def _given(
    compile_kernel: Callable[[Any, Types], int],
    kernel: Any,
    types: Types,
    after: Sequence[Job],
) -> Job:
    """Queues a kernel for the workers; one that can't be pickled counts as done."""
    job = Job(b"", after)
    try:
        job.work = _pickled((compile_kernel, (kernel, types)))
    except (AttributeError, TypeError, pickle.PicklingError):  # another process can't know it
        job.finish()
    else:
        WORKERS.give(job)
    return job


def _types_of(arguments: Sequence[Any]) -> Types:
    """Returns the types of arguments, as Numba compiles for them."""
    return tuple(typeof(argument, Purpose.argument) for argument in arguments)


def _is_missing(cache: Any, kernel: Any, types: Types) -> bool:
    """Whether a kernel can be kept in a cache and is not there."""
    return isinstance(cache, KernelCache) and not cache.holds(types, kernel.targetctx.codegen())


def _compile_for_python(kernel: Any, types: Types) -> int:
    return number_compiled(partial(kernel.compile, types))


def _compile_for_kernels(kernel: Any, types: Types) -> int:
    return number_compiled(partial(kernel.get_call_template, types, {}))


def _pickled(work: Any) -> bytes:
    file = io.BytesIO()
    _KernelPickler(file).dump(work)
    return file.getvalue()


class _KernelPickler(pickle.Pickler):
    """Pickles kernels by how they are made again: by their recipe, or by their name."""

    def reducer_override(self, value: Any) -> Any:
        if not isinstance(value, Dispatcher):
            return NotImplemented
        kernel: Any = value
        if kernel.recipe is not None:
            return kernel.recipe, ()
        module, name = kernel.py_func.__module__, kernel.py_func.__qualname__
        if module == "__main__" or attrgetter(name)(sys.modules[module]) is not value:
            raise pickle.PicklingError(f"{name} has no name that another process knows")
        return _named, (module, name)


def _named(module: str, name: str) -> Any:
    __import__(module)
    return attrgetter(name)(sys.modules[module])
