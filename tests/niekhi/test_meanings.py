"""Lines of Niekhi that depend on house rules."""

import pytest

from fudaba.envs.core.scene.about import About
from fudaba.envs.core.words.answers import about_called
from fudaba.envs.niekhi import GAME
from fudaba.envs.niekhi.meanings import (
    NO_PLAY,
    PASSED,
)

from .positions import position


@pytest.mark.parametrize(("word", "about"), [("passed", PASSED()), ("Passes", NO_PLAY())])
def test_a_term_to_the_letter_goes_before_one_with_another_ending(word: str, about: About) -> None:
    state = position(["3", "4"]).state
    assert about_called(GAME, state, GAME.scene(state, 0), word, (), ()) == about
