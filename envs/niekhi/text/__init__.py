"""Niekhi in words: names, moves, reasons, news, and typed moves."""

from ...cards.kikisen_faces import NUMBER_SIGN
from ...core.scene.scene import Sign
from .news import news
from .reading import TYPING, read
from .reasons import why_illegal
from .words import announce, describe, snapshot

SIGNS = (
    NUMBER_SIGN,
    Sign("8", "a general, which has an effect (NIE-5.1)"),
    Sign("court", "a king or an emperor, which are equals (KIKI-4.1)"),
    Sign("ship(4)", "a ship that stands for a 4 (KIKI-4.2)", r"ship\(.+\)"),
)
__all__ = ["SIGNS", "TYPING", "announce", "describe", "news", "read", "snapshot", "why_illegal"]
