"""Texts of SEKI: moves, reasons, and news."""

from .news import news
from .reasons import why_illegal
from .words import announce, describe, snapshot

__all__ = ["announce", "describe", "news", "snapshot", "why_illegal"]
