"""What a step of Makhup brought to a seat, beyond the words of the move: from its views alone."""

import numpy as np

from ...kikisen.words import season_words, spread_out
from .words import words_of


def news(before: np.void, after: np.void, seat: int) -> str:
    """What was turned up, reshuffles, and how a season ended."""
    is_new = after["season"] > before["season"]
    parts = [season_words(before, after, seat)] if is_new else []
    if after["on_turn"].any() or not is_new:
        parts += _turned_words(before, after, is_new)
    return "; ".join(parts)


def _turned_words(before: np.void, after: np.void, is_new: bool) -> list[str]:
    """`the gone pile is the new stock`, `turned up: 2 special`."""
    words = []
    reshuffles = 0 if is_new else int(before["reshuffles"])
    if after["reshuffles"] > reshuffles:
        words.append("the gone pile is shuffled to be the stock")
    turned = _turned(before, after, is_new)
    return [*words, f"turned up: {words_of(turned)}"] if turned else words


def _turned(before: np.void, after: np.void, is_new: bool) -> list[int]:
    """The ranks that were turned up: all of a table that was cleared, or what a draw brought."""
    played = int(before["hand_sizes"].sum() - after["hand_sizes"].sum())
    has_gone = after["reshuffles"] > before["reshuffles"] or (after["gone"] != before["gone"]).any()
    if is_new or (played and has_gone):
        return spread_out(after["table"])
    return [] if played else spread_out(after["table"] - before["table"])
