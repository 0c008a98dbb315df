"""Moments of Tyrant: the reveal of a trick, and the fame, the purge and the winner."""

from collections.abc import Iterator, Sequence

import numpy as np

from fudaba.common.languages import N_, translator

from ..cards.counts import spread_out
from ..cards.french import SUIT_SIGNS
from ..core.kit.seats import distances, player_name
from ..core.scene.moment import Moment, Row
from ..core.scene.scene import Card
from . import state as tyr
from .meanings import FACE_DOWN
from .options import NUM_TRICKS
from .public import fame_parts, in_order, parts_words
from .scene import number_face, won_cards
from .text.words import chips_words, lead_name

_, _n = translator("tyrant")


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the reveal of the trick that the step decided, and the end of the game."""
    shown = []
    trick = int(before["trick"])
    if trick < NUM_TRICKS and not before["phase"][tyr.SETTLE] and _is_judged(after, trick):
        shown.append(_reveal(before, after, seat, trick))
    if before["on_turn"].any() and not after["on_turn"].any():
        shown.append(_fame(after, seat))
    return shown


def _is_judged(after: np.void, trick: int) -> bool:
    """Whether cards of a trick lie on the table and its outcome is known (TYR-4.8)."""
    is_settling = after["trick"] == trick and after["phase"][tyr.SETTLE]
    return bool(after["sizes"][:, trick].any() and (after["trick"] > trick or is_settling))


def _reveal(before: np.void, after: np.void, seat: int, trick: int) -> Moment:
    """Returns the plays of a trick with the power of each card and their sums (TYR-4.9)."""
    powers, winner = powers_in_trick(before, after, trick), int(after["winners"][trick]) - 1
    rows = tuple(
        _play(before, after, (player_name(player), distance), trick, powers, distance == winner)
        for player, distance in in_order(before, seat)
        if after["sizes"][distance, trick]
    )
    verdict = _verdict(before, after, seat, trick, powers)
    title = _("Trick {number}: the cards are turned up", number=trick + 1)
    return Moment(title, rows, verdict, is_result=True)


def _verdict(before: np.void, after: np.void, seat: int, trick: int, powers: list[int]) -> str:
    """Returns the winner of a trick: of equals, the last one to play (TYR-4.9)."""
    lead, winner = int(after["leads"][trick]) - 1, int(after["winners"][trick]) - 1
    led = lead // tyr.NUM_RANKS
    suit, card = SUIT_SIGNS[led], lead_name(lead, SUIT_SIGNS)
    if winner < 0:
        return _("Nobody has followed {suit}, and nobody wins {card}", suit=suit, card=card)
    sums = {
        player_name(player): _power(before, after, distance, trick, powers)
        for player, distance in in_order(before, seat)
        if after["plays"][distance, trick, led]
    }
    *tied, by = [name for name, power in sums.items() if power == max(sums.values())]
    if len(sums) == 1:
        return _(
            "{name} {name:wins|win} {card}: nobody else followed {suit}",
            name=by, card=card, suit=suit,
        )  # fmt: skip
    won = _(
        "{name} {name:wins|win} {card} with the most power among those who followed {suit}",
        name=by, card=card, suit=suit,
    )  # fmt: skip
    return _("; ").join([won, *_tie_of_a_trick(tied)])


def _tie_of_a_trick(tied: Sequence[str]) -> Iterator[str]:
    """Yields the words for players whose power equals the winner's, if there are any."""
    if tied:
        yield _n(
            "{names} {names:has|have} as much, but played earlier",
            "{names} have as much, but played earlier",
            len(tied),
            names=_(" and ").join(tied),
        )


def powers_in_trick(before: np.void, after: np.void, trick: int) -> list[int]:
    """Returns the power of a card of each suit when a trick is judged, chips counted (TYR-4.9).

    Args:
        before: A view of the trick while it is played.
        after: A later view of the same seat, which has all chips of the trick.
        trick: The number of the trick, from 0.
    """
    targets, laid = after["targets"][:, trick], after["laid"][:, trick]
    chips = [int(laid[targets == suit + 1].sum()) for suit in range(tyr.NUM_SUITS)]
    penalty = int(before["chip_penalty"])
    return [
        max(0, int(before["powers"][suit]) - penalty * chips[suit]) for suit in range(tyr.NUM_SUITS)
    ]


def _power(before: np.void, after: np.void, distance: int, trick: int, powers: list[int]) -> int:
    """Returns the power of a play of which all cards are known (TYR-4.9)."""
    sum_ = sum(powers[suit] for suit in spread_out(after["plays"][distance, trick]))
    return max(0, sum_ - _penalty(before, distance))


def _penalty(before: np.void, distance: int) -> int:
    """Returns the power that the marker takes from a player."""
    return int(before["marker_penalty"]) if before["marker"][distance] else 0


def _play(
    before: np.void,
    after: np.void,
    player: tuple[str, int],
    trick: int,
    powers: list[int],
    is_best: bool,
) -> Row:
    """Returns a player's line: the cards with their powers, chips, and the sum if all are known."""
    name, distance = player
    suits = spread_out(after["plays"][distance, trick])
    hidden = int(after["sizes"][distance, trick]) - len(suits)
    cards = tuple(number_face(suit, note=str(powers[suit])) for suit in suits)
    facts = [name]
    if not hidden:
        facts.append(_power_words(before, after, distance, trick, powers))
    if laid := int(after["laid"][distance, trick]):
        suit = int(after["targets"][distance, trick]) - 1
        chips = chips_words(laid)
        facts.append(_("laid {chips} on {suit}", chips=chips, suit=SUIT_SIGNS[suit]))
    back = Card(FACE_DOWN(), "?", look="back", name="?")
    return Row(_(", ").join(facts), (*cards, *[back] * hidden), is_best)


def _power_words(
    before: np.void, after: np.void, distance: int, trick: int, powers: list[int]
) -> str:
    """Returns `power 11`, or `power 10 (11 less 1 for the marker)`."""
    power, penalty = _power(before, after, distance, trick, powers), _penalty(before, distance)
    if not penalty:
        return _("power {power}", power=power)
    sum_ = sum(powers[suit] for suit in spread_out(after["plays"][distance, trick]))
    return _(
        "power {power} ({sum} less {penalty} for the marker)",
        power=power, sum=sum_, penalty=penalty,
    )  # fmt: skip


# The end


def _fame(after: np.void, seat: int) -> Moment:
    """Returns the fame of all players with its parts, the purge and the winner (TYR-6)."""
    players = distances(seat, int(after["num_players"]))
    winner = _winner(after)
    rows = tuple(
        Row(
            _result(after, player_name(player), distance),
            tuple(won_cards(after, distance)),
            is_best=distance == winner,
        )
        for player, distance in players
    )
    name = player_name((seat + winner) % int(after["num_players"]))
    verdict = _("; ").join([_purged(after, seat), _(_winning(after), name=name)])
    return Moment(_("The end: fame and purge"), rows, verdict)


def _purged(after: np.void, seat: int) -> str:
    """Returns a sentence on the purged players."""
    players = distances(seat, int(after["num_players"]))
    names = [player_name(player) for player, distance in players if after["purged"][distance]]
    if not names:
        return _("Nobody is purged")
    return _(
        "Purged, with {gap} or more above the lowest: {names}",
        gap=after["purge_gap"], names=_(", ").join(names),
    )  # fmt: skip


def _result(after: np.void, name: str, distance: int) -> str:
    """Returns `player_1: fame 19 (4 for chips, 15 for cards), purged`."""
    fame = _fame_words(after, distance)
    if after["purged"][distance]:
        return _("{name}: {fame}, purged", name=name, fame=fame)
    return _("{name}: {fame}", name=name, fame=fame)


def _fame_words(after: np.void, distance: int) -> str:
    """Returns `fame 9 (4 for chips, 3 for cards, 2 for suits)`."""
    parts, fame = parts_words(fame_parts(after, distance)), after["totals"][distance]
    if not parts:
        return _("fame {fame}", fame=fame)
    return _("fame {fame} ({parts})", fame=fame, parts=parts)


def _standings(after: np.void) -> dict[int, tuple[int, int, int]]:
    """Returns fame, tricks and nearness to the marker of each player who is not purged."""
    count, marker = int(after["num_players"]), int(after["marker"].argmax())
    return {
        distance: (
            int(after["totals"][distance]),
            int(after["won"][distance].sum()),
            -((distance - marker) % count),
        )
        for distance in range(count)
        if not after["purged"][distance]
    }


def _winner(after: np.void) -> int:
    """Returns the distance of the winner of the game (TYR-6.7)."""
    standings = _standings(after)
    return max(standings, key=standings.__getitem__)


def _winning(after: np.void) -> str:
    """Returns the message that names the winner, with the reason of a tie-break (TYR-6.7)."""
    best, *others = sorted(_standings(after).values(), reverse=True)
    if not others or others[0][0] < best[0]:
        return N_("{name} {name:wins|win} the game")
    if others[0][1] < best[1]:
        return N_("{name} {name:wins|win} the game, with the most tricks among equals")
    return N_("{name} {name:wins|win} the game, as the nearest to the marker among equals")
