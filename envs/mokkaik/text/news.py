"""What a step of Mokkaik brought to a seat, beyond the words of the move: from its views alone."""

import numpy as np

from ...kikisen.words import next_bonus_words, paid_words, player_with
from .words import cards_word


def news(before: np.void, after: np.void, seat: int) -> str:
    """Who wins a round, and how a season ends."""
    if after["season"] > before["season"]:
        return "; ".join(_season_words(before, after, seat))
    if after["won"].sum() > before["won"].sum():
        winner = player_with(after["winner"], after, seat)
        size = int(after["won"].sum() - before["won"].sum())
        return f"{winner} wins the round and {cards_word(size)}, and leads the next"
    return ""


def _season_words(before: np.void, after: np.void, seat: int) -> list[str]:
    """Who won, who paid as in `player_0 +2, player_1 +3, player_2 -5`, and who deals the next."""
    winner = player_with(after["winner"], after, seat)
    paid = paid_words(before, after, seat) or "nobody pays"
    return [f"{winner} wins the last round and the season", paid, *next_bonus_words(after, seat)]
