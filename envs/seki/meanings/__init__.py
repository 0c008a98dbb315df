"""The topics of SEKI: all that a player can ask about, each with an explanatory line."""

from itertools import chain

from ...core.scene.about import topics_in
from . import cards, moves, roles, table
from . import words as terms
from .moves import REASONS, move

SHARED_TOPICS = tuple(chain(*map(topics_in, (cards, moves, roles, table, terms))))

__all__ = ["REASONS", "SHARED_TOPICS", "move"]
