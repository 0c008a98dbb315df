"""The two forms of a kernel: machine code, and the plain Python that runs until it is there."""

import dataclasses
import random
from collections.abc import Mapping
from typing import Any

import numba
import numpy as np

from fudaba.common.errors import UserError
from fudaba.common.languages import translator
from fudaba.envs import NOBODY, Game
from fudaba.envs.core.compiling.kernel import Kernel, wait_for_compile
from fudaba.envs.core.compiling.plain import plain_call

from .positions import copied, dealt, differing, some_action

_, _n = translator("testing")

Rules = Mapping[str, Any]


def plain(kernel: Kernel) -> Kernel:
    """Returns a kernel as plain Python, which raises an IndexError beyond an array.

    It is the kernel itself where nothing is compiled, or where it has no plain form.
    """
    return kernel if numba.config.DISABLE_JIT else plain_call(kernel) or kernel


class Both:
    """The kernels of a game, each called in both forms, which must do the same."""

    def __init__(self, game: Game) -> None:
        """Prepares the plain forms; kernels without one are left out."""
        self.kernels = {
            each.name: getattr(game.kernels, each.name) for each in dataclasses.fields(game.kernels)
        }
        self.forms = {name: plain_call(kernel) for name, kernel in self.kernels.items()}

    def __call__(self, name: str, *arguments: Any) -> Any:
        """Calls a kernel; plain Python gets copies of the arrays and records.

        Raises:
            UserError: The forms do not do the same.
        """
        form = self.forms[name]
        copies = [each.copy() if isinstance(each, np.ndarray) else copied(each)
                  if isinstance(each, np.void) else each for each in arguments]  # fmt: skip
        told = form(*copies) if form else None  # first: it raises IndexError beyond an array
        result = wait_for_compile(self.kernels[name])(*arguments)
        if form and repr(told) != repr(result):
            raise UserError(
                _(
                    "{kernel} returns {told} in plain Python and {result} compiled.",
                    kernel=name,
                    told=told,
                    result=result,
                )
            )
        for one, other in zip(arguments, copies, strict=True) if form else ():
            check_same(name, one, other)
        return result


def check_same(kernel: str, compiled: Any, plain: Any) -> None:
    """Checks that both forms have filled a record or an array alike."""
    if isinstance(compiled, np.void):
        names = differing(compiled, plain)
        values = [(name, plain[name], compiled[name]) for name in names]
    else:
        is_same = not isinstance(compiled, np.ndarray) or compiled.tobytes() == plain.tobytes()
        values = [] if is_same else [("array", plain, compiled)]
    for name, one, other in values:
        raise UserError(
            _(
                "{kernel} leaves {field} as {plain} in plain Python and {compiled} compiled.",
                kernel=kernel,
                field=name,
                plain=one.tolist(),
                compiled=other.tolist(),
            )
        )


def check_forms(game: Game, options: Rules) -> None:
    """Checks that compiled kernels do what plain Python does, and that no index is beyond an array.

    Compiled code would read and write there without notice.
    """
    if numba.config.DISABLE_JIT:
        return
    do, rng = Both(game), random.Random(17)
    state = dealt(game, options, 17)
    do("deal", copied(state))
    views, mask = np.zeros(1, game.view_dtype), np.zeros(game.num_actions, np.int8)
    points = np.zeros(game.max_players)
    while True:
        do("legal", state, mask)
        for seat in range(options["num_players"]):
            do("observe", state, seat, views[0])
            do("settled_points", state, seat)
        do("score", state, points)
        if rng.random() < 0.2:
            do("redeal", copied(state), rng.randrange(options["num_players"]))
        if state["to_move"] == NOBODY:
            return
        do("apply", state, some_action(game, state, rng))
