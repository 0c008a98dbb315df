"""Texts of Daifugo: moves, reasons, news, and typed moves."""

from ...core.scene.scene import Sign
from .news import news
from .reading import TYPING, read
from .reasons import why_illegal
from .words import announce, describe, snapshot

SIGNS = (
    Sign(
        "(♥4)", "a card of the field that lies below the newest play (DFG-2.3)", r"\(.+\)|below it"
    ),
    Sign("joker", "stands for any card; alone it beats every single (DFG-4.2, 4.6, 4.7)"),
    Sign("joker(♦4)", "a joker that stands for ♦4 (DFG-4.2)", r"joker\(.+\)"),
)
__all__ = ["SIGNS", "TYPING", "announce", "describe", "news", "read", "snapshot", "why_illegal"]
