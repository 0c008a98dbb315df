"""How the seasons of a game of kikisen that has no points end, in words."""

import numpy as np

from ..core.seats import distances, player_name
from .prizes import PARTS


def season_words(before: np.void, after: np.void, seat: int) -> str:
    """Who has won a season and who deals the next: `player_2 wins the season; ...`.

    Args:
        before: The view record of a seat before the season ended.
        after: Its view record afterwards.
        seat: Its number, for the players' names.
    """
    gains = after["scores"] - before["scores"]
    players = distances(seat, int(after["num_players"]))
    winners = [player_name(player) for player, distance in players if gains[distance] > -PARTS]
    if len(winners) == len(players):
        words = "nobody wins the season"
    elif len(winners) > 1:
        words = f"{', '.join(winners)} share the season"
    else:
        words = f"{winners[0]} wins the season"
    if not after["on_turn"].any():
        return words
    dealer = next(player for player, distance in players if after["dealer"][distance])
    return f"{words}; {player_name(dealer)} deals the next"
