"""Tyrant in words: names and moves, why not, what a step brought, and what a person may type."""

from .news import news
from .reading import TYPING, read
from .reasons import why_illegal
from .words import SIGNS, announce, describe, snapshot

__all__ = ["SIGNS", "TYPING", "announce", "describe", "news", "read", "snapshot", "why_illegal"]
