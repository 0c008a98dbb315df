"""What can be pointed at in SEKI, and the line that explains it to a player."""

from itertools import chain

from ...core.scene.about import topics_in
from . import cards, moves, roles, table
from . import words as terms
from .moves import move

SHARED_TOPICS = tuple(chain(*map(topics_in, (cards, moves, roles, table, terms))))

__all__ = ["SHARED_TOPICS", "move"]
