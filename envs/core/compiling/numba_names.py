"""The private names of Numba that compilation uses, and which of them this Numba lacks.

If it lacks one, `kernel.py` compiles in Numba's public way, without a cache. Here an empty class
stands in for the name, so that all files can be imported.
"""

import warnings
from collections.abc import Iterator
from importlib import import_module
from operator import attrgetter
from typing import Any

import numba

MISSING: list[str] = []


def _named(name: str) -> Any:
    """Returns what Numba calls by a name, `module.name`, or an empty class, and notes the lack."""
    module, _, attribute = name.partition(".")
    try:
        return attrgetter(attribute)(import_module(f"numba.core.{module}"))
    except (ImportError, AttributeError):
        MISSING.append(f"numba.core.{name}")
        return type(attribute, (), {})


register, trigger_event = _named("event.register"), _named("event.trigger_event")
Listener, RecordingListener = _named("event.Listener"), _named("event.RecordingListener")
install_listener = _named("event.install_listener")
FunctionIdentity = _named("bytecode.FunctionIdentity")
NullCache = _named("caching.NullCache")
JITCodeLibrary = _named("codegen.JITCodeLibrary")
Compiler, CompileResult = _named("compiler.Compiler"), _named("compiler.CompileResult")
compile_result = _named("compiler.compile_result")
global_compiler_lock = _named("compiler_lock.global_compiler_lock")
Dispatcher = _named("dispatcher.Dispatcher")
dumps = _named("serialize.dumps")
make_concrete_template = _named("typing.make_concrete_template")
Purpose, typeof = _named("typing.typeof.Purpose"), _named("typing.typeof.typeof")

# What compilation uses of these and other classes
ATTRIBUTES = {
    "cpu.CPUContext": "codegen insert_user_function refresh",
    "bytecode.FunctionIdentity": "_unique_ids",
    "codegen.JITCPUCodegen": "magic_tuple set_env",
    "codegen.JITCodeLibrary": "_ensure_finalized _finalize_dynamic_globals "
    "_finalize_final_module _get_module_for_linking _verify_declare_only_symbols "
    "has_dynamic_globals codegen",
    "compiler.CompileResult": "_find_referenced_environments _rebuild _reduce _replace entry_point "
    "fndesc library reload_init signature",
    "compiler.Flags": "forceinline noalias no_compile no_cpython_wrapper nrt",
    "compiler_lock.global_compiler_lock": "acquire release",
    "dispatcher.Dispatcher": "_compile_for_args add_overload get_call_template get_overload",
    "dispatcher._FunctionCompiler": "_customize_flags compile fold_argument_types",
    "options.DefaultOptions": "no_cfunc_wrapper",
    "typing.typeof.Purpose": "argument",
}
OF_KERNELS = "_cache _compiler _compiling_counter targetctx targetdescr targetoptions"


def _attributes() -> Iterator[str]:
    """Yields the names in `ATTRIBUTES`."""
    for owner, names in ATTRIBUTES.items():
        yield from (f"{owner}.{name}" for name in names.split())


for name in _attributes():
    _named(name)
if not numba.config.DISABLE_JIT:
    compiled = numba.njit(lambda: None)
    MISSING += [f"njit().{name}" for name in OF_KERNELS.split() if not hasattr(compiled, name)]
if MISSING:
    warnings.warn(
        f"Numba {numba.__version__} has no {MISSING[0]}, so every process compiles its games anew, "
        "which takes up to minutes; install a version of Numba that fudaba allows.",
        RuntimeWarning,
        stacklevel=2,
    )
