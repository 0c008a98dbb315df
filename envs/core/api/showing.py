"""Rendering, as all environments share it."""

import sys

import numpy as np

from fudaba.common.errors import UserError, shown
from fudaba.common.languages.letters import fitting

from ..contract.game import Game
from ..scene.scene_text import draw_text

RENDER_MODES = ("ansi", "human", "rgb_array")


def check_render_mode(render_mode: str | None) -> str | None:
    """Returns a render mode.

    Raises:
        UserError: There is no such mode.
    """
    if not isinstance(render_mode, str | None) or render_mode not in (None, *RENDER_MODES):
        allowed = ", ".join(["None", *RENDER_MODES])
        raise UserError(f"render_mode can't be {shown(render_mode)}; allowed: {allowed}.")
    return render_mode


def show(game: Game, state: np.void, seat: int, render_mode: str | None) -> str | np.ndarray | None:
    """Shows the table as a seat sees it.

    Returns:
        The text with `ansi`; with `rgb_array` uint8[600, 900, 3], red, green and blue; None
        with `human`, which prints the text, and without a mode.
    """
    if render_mode is None:
        return None
    scene = game.scene(state, seat)
    if render_mode == "rgb_array":
        from ..scene.render import draw_scene  # importing Pillow takes time

        return draw_scene(scene)
    text = draw_text(scene)
    if render_mode == "ansi":
        return text
    print(fitting(text, sys.stdout))
    return None
