"""What a step of Mokkaik brought to a seat, beyond the words of the move: from its views alone."""

import numpy as np

from ...core.seats import distances, player_name
from ...kikisen.words import player_with
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
    words = [f"{player_with(after['winner'], after, seat)} wins the last round and the season"]
    gains = after["scores"].astype(int) - before["scores"]
    paid = [f"{player_name(player)} {gains[distance]:+d}"
            for player, distance in distances(seat, int(after["num_players"]))
            if gains[distance]]  # fmt: skip
    words.append(", ".join(paid) or "nobody pays")
    if after["on_turn"].any():
        dealer = player_with(after["dealer"], after, seat)
        words.append(f"{dealer} deals the next, with a bonus of {after['bonus']}")
    return words
