"""How the games of kikisen list all their deals: the cards, and who deals (KIKI-3.2, 6.3)."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ..cards.dealing import Piles
from ..core.compiling.kernel import Kernel
from ..core.contract.deals import Deals, dealt
from .options import KikisenOptions


def list_deals(
    options: KikisenOptions,
    deal: Kernel,
    dtype: np.dtype[Any],
    counts: Sequence[int],
    sizes_of: Callable[[np.void], Sequence[int]],
    lay: Callable[[np.ndarray, list[np.ndarray]], None],
) -> Deals:
    """Returns all deals of a game under some house rules.

    Args:
        options: The house rules.
        deal: The kernel that deals.
        dtype: The dtype of a table.
        counts: The cards of each kind in the pack; kinds are types, or ranks without colours.
        sizes_of: `sizes_of(table)`, the sizes of all piles of a table that has been dealt, those of
            cards whose order counts being 1.
        lay: `lay(tables, piles)`, which writes other piles into copies of that table; each pile is
            int8[N, size], the kinds in rising order.
    """
    is_drawn = options.first_dealer == "random"
    dealers = range(options.num_players) if is_drawn else [options.first_dealer]
    parts: list[tuple[np.ndarray, Piles]] = []
    for dealer in dealers:
        begun = dealt(deal, dtype, options.model_copy(update={"first_dealer": dealer}))
        options.write(begun[0])
        parts.append((begun, Piles(tuple(counts), tuple(map(int, sizes_of(begun[0]))))))

    def chunks() -> Iterator[tuple[np.ndarray, np.ndarray]]:
        for begun, piles in parts:
            ends = np.cumsum(piles.sizes)[:-1]
            for cards, chances in piles.chunks():
                tables = np.repeat(begun, len(cards))
                lay(tables, np.split(cards, ends, axis=1))
                yield tables, chances / len(parts)

    return Deals(sum(piles.number for _, piles in parts), chunks)


def hand_sizes(table: np.void) -> list[int]:
    """Returns the sizes of all hands, seat by seat."""
    sizes: list[int] = table["hand_sizes"][: table["num_players"]].tolist()
    return sizes


def hands_of(tables: np.ndarray, piles: list[np.ndarray]) -> list[np.ndarray]:
    """Takes the piles of all hands off the front, seat by seat, and returns them."""
    num_players = int(tables["num_players"][0])
    hands, piles[:] = piles[:num_players], piles[num_players:]
    return hands


def lay_stock(tables: np.ndarray, drawn: list[np.ndarray]) -> None:
    """Writes the stock of all tables, given card by card from the top, int8[N, 1] each."""
    if drawn:
        tables["stock"][:, : len(drawn)] = np.hstack(drawn[::-1])
