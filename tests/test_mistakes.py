"""Every typical mistake of the author of a game is told in a sentence (`tests/mistakes.py`)."""

import ast
import json
from pathlib import Path

import pytest

from examples.games.old_maid import GAME as OLD_MAID
from fudaba.testing.declarations import fault_of_comparison

from .mistakes import MISTAKES, TOLD_ONCE
from .processes import python

ROOT = Path(__file__).parents[1]


def test_each_mistake_is_told_in_a_sentence_and_nothing_without_one(tmp_path: Path) -> None:
    words = ("-W", "ignore", "-m", "tests.mistakes", tmp_path)
    said = json.loads(python(*words, cwd=ROOT, NUMBA_DISABLE_JIT="1").stdout)
    for name, mistake in MISTAKES.items():
        told = [sentence for sentence in said[name] if mistake.said in sentence]
        assert told if mistake.said else not said[name], (name, said[name])
        assert all("\n" not in sentence for sentence in said[name]), said[name]
    assert all(len(said[name]) == 1 for name in TOLD_ONCE)


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
