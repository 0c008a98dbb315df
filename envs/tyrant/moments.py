"""Moments of Tyrant: the reveal of a trick, and the fame and the purge at the end."""

import numpy as np

from ..cards.counts import spread_out
from ..core.kit.seats import distances, player_name
from ..core.scene.moment import Moment, Row
from ..core.scene.scene import Card, plural
from . import state as tyr
from .options import NUM_TRICKS
from .scene import number_face, won_cards
from .text.words import lead_name


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
    lead = int(after["leads"][trick]) - 1
    led, winner = lead // tyr.NUM_RANKS, int(after["winners"][trick]) - 1
    powers = powers_in_trick(before, after, trick)
    rows = tuple(
        _play(before, after, (player_name(player), distance), trick, powers, distance == winner)
        for player, distance in distances(seat, int(after["num_players"]))
        if after["sizes"][distance, trick]
    )
    name = tyr.SUITS[led]
    if winner < 0:
        verdict = f"nobody has followed {name}, and nobody wins {lead_name(lead)}"
    else:
        by = player_name((seat + winner) % int(after["num_players"]))
        verdict = f"{by} wins {lead_name(lead)} with the most power among those who followed {name}"
    return Moment(f"Trick {trick + 1}: the cards are turned up", rows, verdict)


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
    words = [name]
    if not hidden:
        penalty = int(before["marker_penalty"]) if before["marker"][distance] else 0
        sum_ = sum(powers[suit] for suit in suits)
        words.append(f"power {max(0, sum_ - penalty)}")
        words += [f"{penalty} less for the marker"] * bool(penalty)
    if laid := int(after["laid"][distance, trick]):
        suit = int(after["targets"][distance, trick]) - 1
        words.append(f"laid {plural(laid, 'chip')} on {tyr.SUITS[suit]}")
    back = Card("?", look="back", name="?")
    return Row(", ".join(words), (*cards, *[back] * hidden), is_best)


def _fame(after: np.void, seat: int) -> Moment:
    """Returns the total fame of all players, and who is purged (TYR-6.5, TYR-6.6)."""
    players = distances(seat, int(after["num_players"]))
    left = [int(after["totals"][far]) for _, far in players if not after["purged"][far]]
    rows = tuple(
        Row(
            f"{player_name(player)}: fame {after['totals'][distance]}"
            + ", purged" * bool(after["purged"][distance]),
            tuple(won_cards(after, distance)),
            is_best=not after["purged"][distance] and int(after["totals"][distance]) == max(left),
        )
        for player, distance in players
    )
    purged = [player_name(player) for player, distance in players if after["purged"][distance]]
    gap = f"with {after['purge_gap']} or more above the lowest"
    verdict = f"purged, {gap}: {', '.join(purged)}" if purged else "nobody is purged"
    return Moment("The end: fame and purge", rows, verdict)
