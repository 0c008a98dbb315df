"""Texts of Daifugo: moves, reasons, news, and typed moves."""

from .news import news
from .reading import TYPING, read
from .reasons import why_illegal
from .words import announce, describe, snapshot

__all__ = ["TYPING", "announce", "describe", "news", "read", "snapshot", "why_illegal"]
