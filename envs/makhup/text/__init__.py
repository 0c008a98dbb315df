"""Makhup in words: names and moves, why not, what a step brought, and what a person may type."""

from ...cards.kikisen_faces import NUMBER_SIGN
from ...core.scene.scene import Sign
from .news import news
from .reading import TYPING, read
from .reasons import why_illegal
from .words import describe, snapshot

SIGNS = (
    NUMBER_SIGN,
    Sign("closed", "cards of the table that nothing can be laid on any more (MHP-4.1)"),
)
__all__ = ["SIGNS", "TYPING", "describe", "news", "read", "snapshot", "why_illegal"]
