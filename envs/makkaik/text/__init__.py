"""Makkaik in words: names, moves, reasons, news, and typed moves."""

from ...cards.kikisen_faces import CARD_SIGN
from .news import news
from .reading import TYPING, read
from .reasons import why_illegal
from .words import announce, describe, snapshot

SIGNS = (CARD_SIGN,)
__all__ = ["SIGNS", "TYPING", "announce", "describe", "news", "read", "snapshot", "why_illegal"]
