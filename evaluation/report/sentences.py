"""Joins sentences."""

from collections.abc import Iterable
from functools import reduce

from fudaba.common.languages import translator

_, _n = translator("evaluation")


def joined(sentences: Iterable[str]) -> str:
    """Returns sentences as one text: with a space between them, which Japanese does not have."""
    return reduce(lambda one, other: _("{one} {other}", one=one, other=other), sentences)
