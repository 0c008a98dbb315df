"""One line for a player about everything that can be pointed at in SEKI."""

from .cards import CARDS
from .moves import MOVES
from .roles import ROLES
from .table import TABLE
from .words import WORDS

MEANINGS = (*CARDS, *MOVES, *ROLES, *TABLE, *WORDS)

__all__ = ["MEANINGS"]
