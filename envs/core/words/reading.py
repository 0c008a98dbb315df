"""Shared parts of reading typed plays (`Words.read`)."""

import re
from collections.abc import Iterable
from unicodedata import normalize

import numpy as np

from ..compiling.kernel import Kernel


def copied(state: np.void) -> np.void:
    """Returns a copy of a table for trial moves."""
    table: np.void = np.array([state])[0]
    return table


def list_legal(legal: Kernel, num_actions: int, state: np.void) -> list[int]:
    """Returns the ids of the seat to move's legal actions in rising order.

    Args:
        legal: The kernel `legal` of the game.
        num_actions: How many action ids the game has.
        state: The table.
    """
    mask = np.zeros(num_actions, np.int8)
    legal(state, mask)
    actions: list[int] = np.flatnonzero(mask).tolist()
    return actions


def in_grammar(text: str, forms: Iterable[tuple[str, str]]) -> str:
    """Returns typed words in lower case, with a game's grammar instead of other languages' words.

    Args:
        text: The words, in letters of any width.
        forms: Regular expressions, and what replaces them; applied one after the other.

    >>> in_grammar("黒３、黒５を出す", [("黒", "b"), ("を出す|、", " ")])
    'b3 b5'
    """
    words = normalize("NFKC", text.casefold()).strip()
    for form, english in forms:
        words = re.sub(form, english, words)
    return " ".join(words.split())
