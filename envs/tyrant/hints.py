"""What a move of Tyrant does for the player who makes it: what greedy weighs, in words."""

from collections.abc import Iterator, Sequence

import numpy as np

from fudaba.common.languages import translator

from ..cards.french import SUIT_SIGNS
from ..core.compiling.kernel import kernel
from ..core.contract.fields import decode
from ..core.words.sentences import sentences
from . import state as tyr
from .heuristic import (
    NO_PLACE,
    NOW,
    chance_of,
    likely_ends,
    own_cards,
    own_fame,
    power_of,
    powers_now,
    prospects_of_row,
)
from .options import MOST_CHIPS
from .text.words import chips_words, lead_name, suit_words

_, _n = translator("tyrant")


def effect(view: np.void, weights: np.void, actions: Sequence[int]) -> str:
    """Returns the power and the chance of a play, what chips cost, or what a hand is for."""
    kind, position = decode(tyr.ACTIONS, actions[0])
    if kind in tyr.KEEP:
        return _("The next prizes bring you {prizes}.", prizes=_(", ").join(_prizes(view)))
    if kind is tyr.PASS:
        return sentences(_("It costs a chip and no card."), _prize(view, weights))
    if kind is tyr.SETTLE_SUIT:
        count = int(view["hand"][position] + view["stock"][position])
        cards = suit_words(count, position)
        return _("You still own {cards}, which it makes stronger.", cards=cards)
    if kind is tyr.NO_CHIPS:
        chips = chips_words(int(view["chips"][0]))
        return _("You keep {chips}, each worth 1 fame at the end.", chips=chips)
    if kind is tyr.CHIPS:
        suit, number = divmod(position, MOST_CHIPS)
        return _(
            "It lowers your fame by {fame}, and the power of each {suit} by {power}.",
            fame=number + 1,
            suit=SUIT_SIGNS[suit],
            power=(number + 1) * int(view["chip_penalty"]),
        )
    counts = tyr.PLAY_COUNTS[actions[0] - tyr.FIRST_PLAY]
    return sentences(_chance(view, weights, counts), _prize(view, weights))


def _chance(view: np.void, weights: np.void, counts: np.ndarray) -> str:
    """Returns the power of cards, and how often they win the trick."""
    powers = powers_now(view)
    power = int(power_of(view, powers, counts))
    if power < 0:
        led = SUIT_SIGNS[int(view["lead_suits"][0].argmax())]
        return _("Without a {led} it cannot win.", led=led)
    percent = round(100 * float(chance_of(view, weights, powers, counts)))
    return _(
        "By this estimate its power of {power} wins in {percent} of 100 cases.",
        power=power,
        percent=percent,
    )


def _gain(view: np.void, place: int) -> int:
    """Returns the fame that the lead card at a place of the row brings the viewer."""
    suits, ranks = own_cards(view)
    won, without = (own_fame(view, suits, ranks, at) for at in (place, NO_PLACE))
    return int(won - without)


def _prizes(view: np.void) -> Iterator[str]:
    """Yields the lead cards of the row with the fame that they bring: `♥Q 2 fame`."""
    first = int(view["trick"])
    for place, lead in enumerate(view["leads"][first : first + tyr.ROW].tolist()):
        if lead:
            card = lead_name(lead - 1, SUIT_SIGNS)
            yield _("{card} {number} fame", card=card, number=_gain(view, place))


@kernel
def is_unwanted(view: np.void, weights: np.void) -> bool:
    """Returns whether winning this trick lessens the chance to win the game."""
    prospects = prospects_of_row(view, weights, likely_ends(view, weights))
    return prospects[NOW] < prospects[NO_PLACE]


def _prize(view: np.void, weights: np.void) -> str:
    """Returns what this trick's lead card brings, and whether it lessens the chance to win."""
    lead, gain = lead_name(int(view["leads"][view["trick"]]) - 1, SUIT_SIGNS), _gain(view, 0)
    if is_unwanted(view, weights):
        return _(
            "{lead} would bring {number} fame, but a purge, or no bonus for few tricks, is "
            "near then.",
            lead=lead,
            number=gain,
        )
    return _("{lead} would bring you {number} fame.", lead=lead, number=gain)
