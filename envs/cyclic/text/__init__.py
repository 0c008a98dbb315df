"""Cyclic in words: names, moves, reasons, news, and typed moves."""

from ...cards.kikisen_faces import CARD_SIGN
from ...core.scene.scene import Sign
from .news import news
from .reading import TYPING, read
from .reasons import why_illegal
from .words import announce, describe, snapshot

SIGNS = (
    CARD_SIGN,
    Sign("b0(3)", "a nothing that stands for a 3 of its colour (CYC-5.1)", r"[br]0\(.\)"),
)
__all__ = ["SIGNS", "TYPING", "announce", "describe", "news", "read", "snapshot", "why_illegal"]
