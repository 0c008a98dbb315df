"""Moments of Niekhi: the end of a season."""

import numpy as np

from fudaba.common.languages import translator

from ..core.scene.moment import Moment
from ..kikisen.moments import first_without_cards, season_end
from ..kikisen.prizes import PARTS
from ..kikisen.words import player_with, season_winners
from . import state as nie
from .text.news import ends_at_cap, ends_by_removal

_, _n = translator("niekhi")


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the end of a season, with its reason (NIE-6)."""
    return season_end(before, after, seat, _verdict, parts=PARTS)


def _verdict(before: np.void, after: np.void, seat: int) -> str:
    winners = season_winners(before, after, seat)
    if ends_by_removal(before):
        general = player_with(before["on_turn"], before, seat)
        gains = after["scores"] - before["scores"]
        winner = player_with(gains == gains.max(), after, seat)
        return _(
            "{outcome}: {general:{general}'s|your} removal took {winner:{winner}'s|your} last "
            "cards",
            outcome=winners,
            general=general,
            winner=winner,
        )
    if not after["on_turn"].any() and ends_at_cap(after):
        return _("{outcome}: that was the last turn, the fewest cards win", outcome=winners)
    if before["emptied_by_removal"] == nie.LOSES:  # others may be out, and the winner hold cards
        return winners
    return first_without_cards(winners)
