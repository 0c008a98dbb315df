"""News of Tyrant: the effects of a step that its words leave out, from a seat's views alone."""

from collections.abc import Iterator

import numpy as np

from fudaba.common.languages import N_, translator

from ...cards.counts import spread_out
from ...cards.french import SUIT_SIGNS
from ...core.kit.seats import distances, player_name
from .. import state as tyr
from ..options import NUM_TRICKS
from ..public import in_order
from .words import cards_words, lead_name, suits_words

_, _n = translator("tyrant")

SKIPPED = {
    tyr.HARD_PASSED: N_(
        "{name} {name:is|are} skipped until the end: no card to play, and no chip for a pass"
    ),
    tyr.BARRED: N_("{name} {name:is|are} skipped: no card to play, and no second pass in a row"),
}


def news(before: np.void, after: np.void, seat: int) -> str:
    """Returns revealed and settled cards, the winner of a trick, new hands, and the final fame."""
    parts = list[str]()
    for trick in range(int(before["trick"]), min(int(after["trick"]) + 1, NUM_TRICKS)):
        if told := _("; ").join(_trick(before, after, seat, trick)):
            parts.append(_("Trick {number}: {told}", number=trick + 1, told=told))
    parts += _hands(before, after, seat)
    if not after["on_turn"].any():
        parts += _end(after, seat)
    return _("; ").join(parts)


def _players(view: np.void, seat: int) -> list[tuple[str, int]]:
    """Returns the players' names, each with the distance from the viewer."""
    return [(player_name(one), far) for one, far in distances(seat, int(view["num_players"]))]


def _hands(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """Yields `player_1 takes up 6 cards` for hands formed without a decision (TYR-4.3)."""
    new = (after["refills"] - before["refills"]) * (1 - after["selected"])
    for name, distance in _players(after, seat):
        for size in new[distance]:
            if size:
                yield _(
                    "{name} {name:takes|take} up {cards}", name=name, cards=cards_words(int(size))
                )


def _trick(before: np.void, after: np.void, seat: int, trick: int) -> Iterator[str]:
    """Yields the revealed, skipped and settled plays of a trick, and its winner."""
    for player, distance in in_order(before, seat):
        name, deed = player_name(player), int(after["deeds"][distance, trick])
        is_new = deed != before["deeds"][distance, trick]
        was_out = (after["deeds"][distance, :trick] == tyr.HARD_PASSED).any()
        if is_new and deed in SKIPPED and not was_out:
            yield _(SKIPPED[deed], name=name)
        yield from _revealed(before, after, name, distance, trick)
        settled = int(after["settled"][distance, trick])
        was_asked = bool(before["on_turn"][distance] and before["phase"][tyr.SETTLE])
        if settled != before["settled"][distance, trick] and not was_asked:
            yield _(
                "{name} {name:puts|put} {suit} on the plaza",
                name=name,
                suit=SUIT_SIGNS[settled - 1],
            )
    if after["trick"] > trick:
        yield _won(after, seat, trick)


def _won(after: np.void, seat: int, trick: int) -> str:
    """Returns `player_1 wins ♥K`, or `nobody wins ♥K`."""
    lead = lead_name(int(after["leads"][trick]) - 1, SUIT_SIGNS)
    winner = int(after["winners"][trick])
    if not winner:
        return _("nobody wins {card}", card=lead)
    name = player_name((seat + winner - 1) % int(after["num_players"]))
    return _("{name} {name:wins|win} {card}", name=name, card=lead)


def _revealed(
    before: np.void, after: np.void, name: str, distance: int, trick: int
) -> Iterator[str]:
    """Yields `player_1 played ♠ ♥` for another player's play that is turned up."""
    play = after["plays"][distance, trick]
    is_new = play.sum() > before["plays"][distance, trick].sum()
    if distance and is_new and play.sum() == after["sizes"][distance, trick]:
        yield _("{name} played {cards}", name=name, cards=suits_words(spread_out(play)))


def _end(after: np.void, seat: int) -> Iterator[str]:
    """Yields the totals and the purged players (TYR-6)."""
    totals = [
        _("{name} {fame}", name=name, fame=after["totals"][distance])
        for name, distance in _players(after, seat)
    ]
    yield _("fame: {totals}", totals=_(", ").join(totals))
    purged = [name for name, distance in _players(after, seat) if after["purged"][distance]]
    if purged:
        yield _("purged: {names}", names=_(", ").join(purged))
