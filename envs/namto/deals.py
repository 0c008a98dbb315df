"""All deals of Namto: two cards each, the cards turned up for all, and the dealer (NAM-3.1)."""

from collections.abc import Iterator

import numpy as np

from ..cards.dealing import Piles
from ..core.contract.deals import Deals, dealt
from . import state as nam
from .options import NamtoOptions
from .rules import deal


def deals(options: NamtoOptions) -> Deals:
    """Returns all deals under some house rules, see `Deals`."""
    is_drawn = options.first_dealer == "random"
    dealers = range(options.num_players) if is_drawn else [options.first_dealer]
    sizes = [nam.HAND_SIZE] * options.num_players
    if options.hand_pool == "community":
        sizes.append(options.community_cards)
    piles = Piles(tuple(nam.COPIES.tolist()), tuple(sizes))

    def chunks() -> Iterator[tuple[np.ndarray, np.ndarray]]:
        for dealer in dealers:
            begun = dealt(deal, nam.STATE, options.model_copy(update={"first_dealer": dealer}))
            options.write(begun[0])
            for cards, chances in piles.chunks():
                yield with_cards(begun, options.num_players, cards), chances / len(dealers)

    return Deals(len(dealers) * piles.number, chunks)


def with_cards(begun: np.ndarray, num_players: int, cards: np.ndarray) -> np.ndarray:
    """Returns copies of a game that has begun, with other cards.

    Args:
        begun: One state record.
        num_players: The number of hands.
        cards: int8[N, C], the types of all hands, and then of the cards turned up for all.
    """
    states = np.repeat(begun, len(cards))
    in_hands = num_players * nam.HAND_SIZE
    hands = cards[:, :in_hands].reshape(-1, num_players, nam.HAND_SIZE)
    states["cards"][:, :num_players] = hands
    turned_up = cards[:, in_hands:, np.newaxis] == np.arange(len(nam.COPIES))
    states["community"] = turned_up.sum(axis=1)
    return states
