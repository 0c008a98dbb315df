"""Shared words of the kikisen games: cards, players, and the end of seasons."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from fudaba.common.languages import translator

from ..cards.kikisen import NOTHING, NUM_KINDS, SHIP, type_name
from ..cards.kikisen_words import card_words
from ..cards.melds import BITS_OF_A_COUNT, count_of
from ..core.kit.seats import NOBODY, distances, player_name
from ..core.scene.about import Topic
from ..core.scene.points import Points
from ..core.scene.scene import Label, Token
from .meanings import CHIPS, PENDING_POINTS, SEASON
from .prizes import PARTS
from .scene import PRIZE_POINTS, SCORE_POINTS

_, _n = translator("kikisen")

# Cards


def ranks_in(cards: int) -> list[int]:
    """Returns a multiset of ranks (cards/melds.py) as a list in rising order.

    >>> ranks_in(0x201)
    [0, 2, 2]
    """
    num_ranks = int(cards).bit_length() // BITS_OF_A_COUNT + 1
    return [rank for rank in range(num_ranks) for copy in range(count_of(cards, rank))]


def type_names(types: Iterable[int]) -> list[str]:
    """Returns the names of types of cards in the notation of the rules.

    >>> type_names([2, 2, 12])
    ['b1', 'b1', 'rS']
    """
    return [type_name(int(type_)) for type_ in types]


def words_of(types: Iterable[int]) -> str:
    """Returns types of cards as a player says them, for people `black ship ship red ship`.

    >>> words_of([0, 0, 12])
    'bS bS rS'
    """
    return card_words(map(int, types))


def run_in_order(types: Sequence[int], foot: int) -> list[int]:
    """Returns the cards of a run from its foot on, each ship in its place.

    >>> run_in_order([0, 5, 6], 3), run_in_order([0, 5, 6], 4)
    ([0, 5, 6], [5, 6, 0])
    """
    colour = types[0] - types[0] % NUM_KINDS
    first = colour + NOTHING + foot
    return [
        type_ if type_ in types else colour + SHIP for type_ in range(first, first + len(types))
    ]


def all_of(names: Sequence[str]) -> str:
    """Returns a list in words.

    >>> all_of(["b7", "r2", "rE"]), all_of(["b7"])
    ('b7, r2 and rE', 'b7')
    """
    return _(" and ").join(filter(None, [_(", ").join(names[:-1]), *names[-1:]]))


# Players


def player_with(flags: np.ndarray, view: np.void, seat: int) -> str:
    """Returns the name of the player whose row has the flag.

    Args:
        flags: A field of a view with one row per player.
        view: The view record of a seat.
        seat: Its number.
    """
    return player_name((seat + int(flags.argmax())) % int(view["num_players"]))


def seat_name(seat: int) -> str | None:
    """Returns a player's name, or None for nobody."""
    return None if seat == NOBODY else player_name(seat)


def deals(view: np.void, distance: int) -> bool:
    """Returns whether the player at a distance deals a season that is not over."""
    return bool(view["dealer"][distance] and view["on_turn"].any())


def points_fact(view: np.void, distance: int, topic: Topic) -> Iterator[Label]:
    """Yields `+3 points`, in a game that has no points but prizes (KIKI-6.5)."""
    yield from _points(PRIZE_POINTS, view, distance, topic)


def score_fact(view: np.void, distance: int, topic: Topic) -> Iterator[Label]:
    """Yields `+3 points`, in a game that has points."""
    yield from _points(SCORE_POINTS, view, distance, topic)


def _points(counted: Points, view: np.void, distance: int, topic: Topic) -> Iterator[Label]:
    if view["scores"].any():
        points = counted.won(view, distance)
        token = Token("score", counted.number(points))
        yield Label(counted.words(points), topic(points=points), token)


def account_facts(view: np.void, distance: int) -> Iterator[Label]:
    """Yields `+3 points` and, at table stakes, the chips that a player has left: `17 chips`."""
    yield from score_fact(view, distance, PENDING_POINTS)
    if view["start_chips"] > 0:
        left = int(view["start_chips"]) + int(view["scores"][distance])
        left -= int(view["paid"][distance])
        text = _n("{count} chip", "{count} chips", left)
        yield Label(text, CHIPS(), Token("chips", str(left)))


# Seasons


def season_note(view: np.void) -> Iterator[Label]:
    """Yields `season 2 of 3`, in a match of several."""
    if view["seasons"] > 1:
        number = min(view["season"] + 1, view["seasons"])
        text = _("season {number} of {seasons}", number=number, seasons=view["seasons"])
        yield Label(text, SEASON())


def season_name(view: np.void) -> str:
    """Returns `season`, or `game` if the game has a single season."""
    return _("season") if view["seasons"] > 1 else _("game")


def season_words(before: np.void, after: np.void, seat: int) -> str:
    """Returns a sentence on the winners and the next dealer: `player_2 wins the season; ...`.

    Args:
        before: The view record of a seat before the season ended.
        after: Its view record afterwards.
        seat: Its number, for the players' names.
    """
    return _("; ").join([season_winners(before, after, seat), *_next_dealer_words(after, seat)])


def season_winners(before: np.void, after: np.void, seat: int) -> str:
    """Returns the winners: `player_2 wins the season`; arguments as of `season_words`."""
    gains = after["scores"] - before["scores"]
    players = distances(seat, int(after["num_players"]))
    winners = [player_name(player) for player, distance in players if gains[distance] > -PARTS]
    if len(winners) == len(players):
        return _("all share the {season}", season=season_name(after))
    if len(winners) == 1:
        return _("{name} {name:wins|win} the {season}", name=winners[0], season=season_name(after))
    return _("{names} share the {season}", names=all_of(winners), season=season_name(after))


def pot_words(before: np.void, after: np.void, seat: int) -> str:
    """Returns the end of a betting season: `player_1 wins the pot; player_0 -4, ...`.

    Args:
        before: The view record of a seat before the season ended.
        after: Its view record afterwards.
        seat: Its number, for the players' names.
    """
    paid = paid_words(before, after, seat) or _("nobody loses anything")
    return _("; ").join([pot_winners(after, seat), paid, *_next_dealer_words(after, seat)])


def pot_winners(after: np.void, seat: int) -> str:
    """Returns the winners of a pot: `player_1 wins the pot`.

    Args:
        after: The view record of a seat after the season ended.
        seat: Its number, for the players' names.
    """
    players = distances(seat, int(after["num_players"]))
    winners = [player_name(player) for player, distance in players if after["winners"][distance]]
    if len(winners) == 1:
        return _("{name} {name:wins|win} the pot", name=winners[0])
    return _("{names} share the pot", names=all_of(winners))


def ante_words(view: np.void) -> list[str]:
    """Returns `everybody pays the ante of 1`, where the house rules have one (MKK-4.2, NAM-3.1)."""
    return [_("everybody pays the ante of {ante}", ante=view["ante"])] if view["ante"] else []


def paid_words(before: np.void, after: np.void, seat: int) -> str:
    """Returns the changes of points: `player_1 -4, player_2 +4`; empty if nobody paid."""
    gains = after["scores"].astype(int) - before["scores"]
    return _(", ").join(
        f"{player_name(player)} {gains[distance]:+d}"
        for player, distance in distances(seat, int(after["num_players"]))
        if gains[distance]
    )


def next_bonus_words(after: np.void, seat: int) -> list[str]:
    """Returns the next dealer, if any: `player_2 deals the next, with a bonus of 3`."""
    if not after["on_turn"].any():
        return []
    name = player_with(after["dealer"], after, seat)
    return [
        _(
            "{name} {name:deals|deal} the next, with a bonus of {bonus}",
            name=name,
            bonus=after["bonus"],
        )
    ]


def _next_dealer_words(after: np.void, seat: int) -> list[str]:
    """Returns the text on the next dealer as a list; empty after the last season."""
    if not after["on_turn"].any():
        return []
    return [_("{name} {name:deals|deal} the next", name=player_with(after["dealer"], after, seat))]
