"""What each player of Mokkaik pays for losing the last round, as a ranking."""

import numpy as np

from fudaba.common.languages import translator

from ..core.kit.seats import distances, player_name
from ..core.scene.scene import Rank, Ranking
from . import state as mok
from .meanings import OWES, PAY
from .rules import amount_of

_, _n = translator("mokkaik")


def owed(view: np.void, seat: int) -> Ranking:
    """Returns the players with what each pays if another one wins the last round (MOK-6.1).

    Args:
        view: The seat's view record.
        seat: The seat, for the players' names.
    """
    table, count = table_of(view), int(view["num_players"])
    players = [
        (amounts_of(table, distance, count), player, distance)
        for player, distance in distances(seat, count)
    ]
    ranks = (
        Rank(player_name(player), OWES(), _note(view, distance, amounts[1]), distance == 0)
        for amounts, player, distance in sorted(players)
    )
    return Ranking(_("what each pays without winning the last round"), PAY(), tuple(ranks))


def table_of(view: np.void) -> np.void:
    """Returns a table with the payments that a view shows; the viewer has seat 0."""
    table: np.void = np.zeros(1, mok.STATE)[0]
    for name in ("bonus", "dealer_multiplier", "par", "won"):
        table[name] = view[name]
    table["dealer"] = view["dealer"].argmax()
    return table


def amounts_of(table: np.void, loser: int, count: int) -> tuple[int, int]:
    """Returns the payments of a player to a winner other than the dealer, and to the dealer.

    A dealer, and a player who can only lose to the dealer, pays the same twice.
    """
    dealer = int(table["dealer"])
    others = [winner for winner in range(count) if winner not in (loser, dealer)] or [dealer]
    to_dealer = others[0] if loser == dealer else dealer
    return int(amount_of(table, loser, others[0])), int(amount_of(table, loser, to_dealer))


def _note(view: np.void, distance: int, to_dealer: int) -> str:
    """Returns `6 - 4 won = 2`, `6 - 7 won: gets 1, as dealer 2`, `6, to the dealer 12`."""
    num_won, par = int(view["won"][distance].sum()), int(view["par"])
    points, left = str(par), par - num_won
    if left < 0:
        points = _("{par} - {count} won: gets {gain}", par=par, count=num_won, gain=-left)
    elif num_won:
        points = _("{par} - {count} won = {left}", par=par, count=num_won, left=left)
    if to_dealer == left:
        return points
    if view["dealer"][distance]:
        return _("{points}, as dealer {more}", points=points, more=abs(to_dealer))
    return _("{points}, to the dealer {more}", points=points, more=abs(to_dealer))
