"""Texts of SEKI: moves, reasons, and news."""

from .news import news
from .reasons import why_illegal
from .words import announce, describe, recount, snapshot

__all__ = ["announce", "describe", "news", "recount", "snapshot", "why_illegal"]
