"""Public facts computed from a view of Tyrant: the order of play, and the parts of fame."""

import numpy as np

from fudaba.common.languages import N_, translator

from ..core.kit.seats import distances
from . import state as tyr
from .rules.ending import SAME_RANK, SAME_SUIT

_, _n = translator("tyrant")


def in_order(view: np.void, seat: int) -> list[tuple[int, int]]:
    """Returns the players in the order in which they play in this trick (TYR-4.1).

    Args:
        view: The seat's view record.
        seat: The seat's position at the table.

    Returns:
        Each player with the distance from the viewer, the holder of the marker first.
    """
    count, first = int(view["num_players"]), int(view["marker"].argmax())
    return sorted(distances(seat, count), key=lambda player: (player[1] - first) % count)


def power_now(view: np.void, suit: int) -> int:
    """Returns the power of a card of a suit in this trick, after chips (TYR-4.9)."""
    return max(
        0, int(view["powers"][suit]) - int(view["chip_penalty"]) * int(view["chips_on"][suit])
    )


def num_piles(view: np.void) -> int:
    """Returns the number of piles on the plaza (TYR-2.6)."""
    return int((view["plaza"] // view["pile_size"]).sum())


def open_fame(view: np.void, distance: int) -> int:
    """Returns a player's fame from chips and lead cards, without a hidden ace (TYR-6.1 to 6.3)."""
    return sum(open_parts(view, distance).values())


def parts_words(parts: dict[str, int]) -> str:
    """Returns parts of fame: `4 for chips, 3 for cards`; empty if all are 0."""
    said = [_("{points} for {part}", points=n, part=_(part)) for part, n in parts.items() if n]
    return _(", ").join(said)


def fame_parts(view: np.void, distance: int) -> dict[str, int]:
    """Returns the parts of a player's final fame (TYR-6.1 to 6.4).

    Args:
        view: A view of the end of the game.
        distance: The player's distance from the viewer.

    Returns:
        The points for chips, for single cards, for cards of a suit, for cards of a rank, and for
        the fewest tricks, with their names.
    """
    return {
        **open_parts(view, distance),
        N_("fewest tricks"): _for_fewest_tricks(view, distance),
    }


def open_parts(view: np.void, distance: int) -> dict[str, int]:
    """Returns the parts of fame that come from chips, lead cards and aces that are shown."""
    won = view["won"][distance].reshape(tyr.NUM_SUITS, tyr.NUM_RANKS).astype(int)
    ranks = np.arange(1, tyr.NUM_RANKS + 1)
    return {
        N_("chips"): int(view["chips"][distance]),
        N_("cards"): int((won * ranks).sum()),
        N_("suits"): int(SAME_SUIT[won.sum(axis=1) + view["aces"][distance]].sum()),
        N_("ranks"): int(SAME_RANK[won.sum(axis=0)].sum()),
    }


def _for_fewest_tricks(view: np.void, distance: int) -> int:
    """Returns a player's share in the piles on the plaza (TYR-6.4)."""
    won = view["won"][: int(view["num_players"])].sum(axis=1)
    if won[distance] > won.min():
        return 0
    return int(view["least_trick_bonus"]) * num_piles(view) // int((won == won.min()).sum())
