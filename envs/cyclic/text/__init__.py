"""Cyclic in words: names, moves, reasons, news, and typed moves."""

from .news import news
from .reading import TYPING, read
from .reasons import why_illegal
from .words import announce, describe, recount, snapshot

__all__ = [
    "TYPING", "announce", "describe", "news", "read", "recount", "snapshot", "why_illegal",
]  # fmt: skip
