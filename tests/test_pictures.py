"""The pictures of every game: readable, another one for each seat and turn.

A scene is made from a view and a mask alone, so no picture shows what its viewer does not know.
"""

import subprocess
import sys

import numpy as np
from fontTools.ttLib import TTFont
from PIL import ImageColor

from fudaba.common.languages.font import characters
from fudaba.common.languages.messages import FONT
from fudaba.envs import Game
from fudaba.envs.core.scene.render import FELT, MARGIN, SHAPE, draw_scene
from fudaba.testing.positions import dealt, positions

from .spread import every_game, few_mixes

WITHOUT_PICTURES = """
import sys
from fudaba.envs import game_names, make, tables
for name in game_names():
    env = make(name, render_mode="ansi")
    env.reset(seed=1)
    env.render()
    tables(name, 2)
print(sorted({module.partition(".")[0] for module in sys.modules} & {"PIL", "matplotlib"}))
"""


def viewer(state: np.void) -> int:
    """The seat to move, the first seat at the end."""
    return max(0, int(state["to_move"]))


def drawn(game: Game, state: np.void, seat: int) -> np.ndarray:
    """What `render("rgb_array")` gives for a seat."""
    return draw_scene(game.scene(state, seat))


@every_game
def test_pictures_of_random_games(game: Game) -> None:
    """Of the stated shape, with empty margins, at the start, somewhere and at the end."""
    for options in few_mixes(game, 4):
        visited = [np.array([state])[0] for state in positions(game, options, 3)]
        for state in (visited[0], visited[len(visited) * 2 // 3], visited[-1]):
            picture = drawn(game, state, viewer(state))
            assert picture.dtype == np.uint8 and picture.shape == SHAPE
            edges = np.concatenate([picture[:, : MARGIN - 1], picture[:, 1 - MARGIN :]], axis=1)
            assert (edges == ImageColor.getrgb(FELT)).all(), options
            assert (picture[1 - MARGIN :] == ImageColor.getrgb(FELT)).all(), options


@every_game
def test_every_player_has_a_panel(game: Game) -> None:
    for options in few_mixes(game):
        state = dealt(game, options, 5)
        for seat in range(options["num_players"]):
            scene = game.scene(state, seat)
            names = [f"player_{other}" for other in range(options["num_players"])]
            assert [panel.name for panel in scene.seats] == names
            assert [panel.is_on_turn for panel in scene.seats].index(True) == state["to_move"]
            assert sum(panel.is_on_turn for panel in scene.seats) == 1


@every_game
def test_whose_turn_it_is_changes_the_picture(game: Game) -> None:
    state = dealt(game, {"num_players": 3}, 5)
    view = game.view(state, 0)
    pictures = []
    for distance in range(3):
        view["on_turn"] = 0
        view["on_turn"][distance] = 1
        pictures.append(draw_scene(game.words.scene(view, 0)).tobytes())
    assert len(set(pictures)) == 3


@every_game
def test_every_seat_sees_another_picture(game: Game) -> None:
    state = dealt(game, {}, 5)
    pictures = {drawn(game, state, seat).tobytes() for seat in range(int(state["num_players"]))}
    assert len(pictures) == state["num_players"]


def test_nothing_but_a_picture_waits_for_the_drawing_library() -> None:
    command = [sys.executable, "-c", WITHOUT_PICTURES]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_the_font_of_japanese_pictures_has_all_characters_of_the_texts() -> None:
    known = TTFont(FONT).getBestCmap()
    missing = {chr(code) for code in characters() if code not in known}
    assert missing == set(), "run: python -m fudaba.common.languages.font NotoSansCJK-Regular.ttc"
