"""News of Makkaik: the effects of a step that a seat saw, from its views alone."""

from collections.abc import Iterator

import numpy as np

from ...cards.counts import spread_out
from ...core.kit.seats import distances, player_name
from ...kikisen.words import ante_words, player_with, pot_words, words_of
from .. import state as mkk
from .words import best_hand


def news(before: np.void, after: np.void, seat: int) -> str:
    """Returns cards drawn or moved, the ante, a new dealer, the pot, and a season's end."""
    if after["season"] > before["season"]:
        return "; ".join([*_shown(before, after, seat), pot_words(before, after, seat)])
    return "; ".join([*_exchanged(before, after, seat), *_staked(before, after, seat)])


def _shown(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """Yields `player_0 shows b1 b2 b3, run up to 3`."""
    for player, distance in distances(seat, int(after["num_players"])):
        hand = after["shown"][distance]
        if hand.any():
            value = best_hand(hand, before["common"], before)
            yield f"{player_name(player)} shows {words_of(spread_out(hand))}, {value}"


def _exchanged(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """Returns the visible effects of the steps of an exchange."""
    if after["drawn"].any() and not before["drawn"].any():
        yield f"drawn: {words_of(spread_out(after['drawn']))}"
    if before["phase"][mkk.KIND] and after["phase"][mkk.OUTGOING]:
        yield f"all common cards are {words_of(spread_out(after['common'] > 0))}"
    unused = "joins the common cards" if after["unused_draw"] == mkk.PUBLIC else "is set aside"
    for player, distance in distances(seat, int(after["num_players"])):
        if card := _new_card(before["taken"][distance], after["taken"][distance]):
            yield f"{player_name(player)} takes {card} from the common cards"
        if card := _new_card(before["unused"][distance], after["unused"][distance]):
            yield f"{card} {unused}"


def _new_card(before: np.ndarray, after: np.ndarray) -> str:
    """Returns the card that a row of a view has got; empty for none."""
    return words_of(spread_out(after)) if after.any() and not before.any() else ""


def _staked(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """Returns the ante, the dealer after a drop, and the pot of a new round."""
    if before["phase"][mkk.OUTGOING] and after["phase"][mkk.BASE]:
        yield from ante_words(after)
    if (after["dealer"] != before["dealer"]).any():
        yield f"{player_with(after['dealer'], after, seat)} is the dealer now"
    if after["round"] > before["round"]:
        yield f"round {after['round'] + 1} begins with a pot of {after['pot']}"
