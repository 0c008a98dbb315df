"""News of Mokkaik: the effects of a step that a seat saw, from its views alone."""

import numpy as np

from ...kikisen.words import next_bonus_words, paid_words, player_with
from .words import cards_word


def news(before: np.void, after: np.void, seat: int) -> str:
    """Returns the winner of a round and the end of a season."""
    if after["season"] > before["season"]:
        return "; ".join(_season_words(before, after, seat))
    if after["won"].sum() > before["won"].sum():
        winner = player_with(after["winner"], after, seat)
        size = int(after["won"].sum() - before["won"].sum())
        return f"{winner} wins the round and {cards_word(size)}, and leads the next"
    return ""


def _season_words(before: np.void, after: np.void, seat: int) -> list[str]:
    """Returns the winner, payments as in `player_0 +2, player_2 -2`, and the next dealer."""
    winner = player_with(after["winner"], after, seat)
    paid = paid_words(before, after, seat) or "nobody pays"
    return [f"{winner} wins the last round and the season", paid, *next_bonus_words(after, seat)]
