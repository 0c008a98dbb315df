"""Every typical mistake of the author of a game is told in a sentence (`tests/mistakes.py`)."""

import ast
import json
from pathlib import Path

import pytest

from examples.games.old_maid import GAME as OLD_MAID
from fudaba.testing.declarations import fault_of_comparison

from .mistakes import MISTAKES
from .processes import python

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What is said of each mistake."""
    folder = str(tmp_path_factory.mktemp("mistakes"))
    words = ("-W", "ignore", "-m", "tests.mistakes", folder)
    found: dict[str, list[str]] = json.loads(python(*words, cwd=ROOT, NUMBA_DISABLE_JIT="1").stdout)
    return found


@pytest.mark.parametrize("name", [name for name, mistake in MISTAKES.items() if mistake.said])
def test_a_mistake_is_told_in_a_sentence(said: dict[str, list[str]], name: str) -> None:
    assert any(MISTAKES[name].said in each for each in said[name]), said[name]
    assert all("\n" not in each for each in said[name])


def test_each_cause_is_told_once(said: dict[str, list[str]]) -> None:
    for name in ("too_few_decisions", "nobody_may", "kernel_that_is_not", "list"):
        assert len(said[name]) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('state["odd_card"] == WITH_JOKER', ""),
        ('state["mix"] == 1', ""),
        ('state["odd_card"] == "joker"', "JOKER, QUEEN = OldMaidOptions.codes('odd_card')"),
        ('np.int64(state["odd_card"]) != 0', "JOKER, QUEEN = OldMaidOptions.codes('odd_card')"),
        ('state["mix"] == "on"', "state['mix'] is a number, never 'on'."),
    ],
)
def test_a_word_is_compared_by_its_code(text: str, said: str) -> None:
    compared = ast.parse(text, mode="eval").body
    assert isinstance(compared, ast.Compare)
    found = fault_of_comparison(OLD_MAID, [compared.left, *compared.comparators])
    assert said in found and bool(said) == bool(found)


def test_nothing_is_said_of_a_game_without_mistakes(said: dict[str, list[str]]) -> None:
    assert {*MISTAKES} - {name for name in said if said[name]} == {
        *("nothing", "small_nothing", "choice_without_told")
    }
