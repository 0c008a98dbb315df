"""What the games of kikisen have in common in words: cards, players, and how seasons end."""

from collections.abc import Iterable, Iterator

import numpy as np

from ..cards.kikisen import type_name
from ..cards.melds import BITS_OF_A_COUNT, count_of
from ..core.seats import distances, player_name
from .prizes import PARTS

# Cards


def spread_out(counts: np.ndarray) -> list[int]:
    """Counts by type or rank, as states and views have them, as a list in rising order.

    >>> spread_out(np.array([2, 0, 1]))
    [0, 0, 2]
    """
    listed: list[int] = np.repeat(np.arange(len(counts)), counts).tolist()
    return listed


def ranks_in(cards: int) -> list[int]:
    """A multiset of ranks (cards/melds.py) as a list in rising order.

    >>> ranks_in(0x201)
    [0, 2, 2]
    """
    num_ranks = int(cards).bit_length() // BITS_OF_A_COUNT + 1
    return [rank for rank in range(num_ranks) for _ in range(count_of(cards, rank))]


def type_names(types: Iterable[int]) -> list[str]:
    """The names of types of cards.

    >>> type_names([2, 2, 12])
    ['b1', 'b1', 'rS']
    """
    return [type_name(int(type_)) for type_ in types]


def words_of(types: Iterable[int]) -> str:
    """Types of cards as one says them.

    >>> words_of([0, 0, 12])
    'bS bS rS'
    """
    return " ".join(type_names(types))


# Players


def player_with(flags: np.ndarray, view: np.void, seat: int) -> str:
    """The name of the player whose row has the flag.

    Args:
        flags: A field of a view with one row per player.
        view: The view record of a seat.
        seat: Its number.
    """
    return player_name((seat + int(flags.argmax())) % int(view["num_players"]))


def deals(view: np.void, distance: int) -> bool:
    """Whether a player, so many seats from the viewer, deals this season; nobody after the last.

    Then the view has who would deal a further one (KIKI-6.3).
    """
    return bool(view["dealer"][distance] and view["on_turn"].any())


def points_fact(view: np.void, distance: int) -> Iterator[str]:
    """`+3 points`, in a game that has no points but prizes (KIKI-6.5)."""
    if view["scores"].any():
        yield f"{view['scores'][distance] / PARTS:+.4g} points"


# Seasons


def season_note(view: np.void) -> Iterator[str]:
    """`season 2 of 3`, in a match of several."""
    if view["seasons"] > 1:
        yield f"season {min(view['season'] + 1, view['seasons'])} of {view['seasons']}"


def season_words(before: np.void, after: np.void, seat: int) -> str:
    """Who has won a season for a prize and who deals the next: `player_2 wins the season; ...`.

    Args:
        before: The view record of a seat before the season ended.
        after: Its view record afterwards.
        seat: Its number, for the players' names.
    """
    gains = after["scores"] - before["scores"]
    players = distances(seat, int(after["num_players"]))
    winners = [player_name(player) for player, distance in players if gains[distance] > -PARTS]
    if len(winners) == len(players):
        words = "all share the season"
    elif len(winners) > 1:
        words = f"{', '.join(winners)} share the season"
    else:
        words = f"{winners[0]} wins the season"
    return "; ".join([words, *_next_dealer_words(after, seat)])


def pot_words(before: np.void, after: np.void, seat: int) -> str:
    """How a season of betting ends: `player_1 wins the pot; player_0 -4, player_1 +4; ...`.

    Args:
        before: The view record of a seat before the season ended.
        after: Its view record afterwards.
        seat: Its number, for the players' names.
    """
    gains = after["scores"].astype(int) - before["scores"]
    players = distances(seat, int(after["num_players"]))
    winners = [player_name(player) for player, distance in players if after["winners"][distance]]
    verb = "wins" if len(winners) == 1 else "share"
    paid = [f"{player_name(player)} {gains[distance]:+d}" for player, distance in players
            if gains[distance]]  # fmt: skip
    words = [f"{', '.join(winners)} {verb} the pot", ", ".join(paid) or "nobody loses anything"]
    return "; ".join([*words, *_next_dealer_words(after, seat)])


def _next_dealer_words(after: np.void, seat: int) -> list[str]:
    """Who deals the next season, if there is one."""
    if not after["on_turn"].any():
        return []
    return [f"{player_with(after['dealer'], after, seat)} deals the next"]
