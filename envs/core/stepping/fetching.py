"""Rows that a loop over tables asks for before it needs them, so that it waits less for memory.

The rows of thousands of tables fit into no cache, and a step reads and writes all of them.
"""

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.extending import intrinsic

from ..compiling.kernel import kernel, no_refcount, python_fallback

LINE = 64  # bytes that memory hands over at once
TO_WRITE, KEEP, DATA = 1, 3, 1  # arguments of LLVM's prefetch instruction
IS_COMPILED = not numba.config.DISABLE_JIT


@intrinsic
def _prefetch(_typing: Any, rows: Any, offset: Any) -> Any:
    """Asks for the line at a byte of an array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", (byte,), kind)
        place = builder.gep(builder.bitcast(array.data, byte), [arguments[1]])
        builder.call(prefetch, [place, number(TO_WRITE), number(KEEP), number(DATA)])
        return context.get_dummy_value()

    return numba.void(rows, numba.int64), generate


@kernel
@no_refcount
def fetch_row(rows: np.ndarray, number: int) -> None:
    """Asks for the row `number` of an array, if there is one, and goes on without it."""
    if IS_COMPILED and number < len(rows):
        for byte in range(0, rows.strides[0], LINE):
            _prefetch(rows, number * rows.strides[0] + byte)


@python_fallback(fetch_row)
def _fetch_nothing(rows: np.ndarray, number: int) -> None:
    pass
