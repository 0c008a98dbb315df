"""A close of Taxot as text: the shape of the six cards, and each payment with its reasons."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from fudaba.common.languages import N_, translator

from ..cards.counts import spread_out
from ..cards.kikisen import KING, NUM_KINDS, SHORTEST_RUN
from ..core.kit.seats import NOBODY, distances, player_name
from ..kikisen.words import words_of
from . import state as tax
from .nearest import (
    GROUPS,
    SHAPES,
    as_bits,
    cards_of_groupings,
    groupings,
    meld_seen,
    melds_in_shapes,
)
from .payments import is_one_colour, multiplier, pay_close
from .shapes import brings_four, is_six_run

_, _n = translator("taxot")

# The end points and what they are for (TAX-6.2).
END_POINTS = {
    "pt_close": N_("{points} for closing"),
    "pt_same_colour": N_("{points} for one colour"),
    "pt_six_run": N_("{points} for six numbers in a row"),
    "pt_first_lap": N_("{points} in the first round"),
}
POINTS = (*END_POINTS, "pt_court", "pt_light", "pt_four")

IN_A_SENTENCE = {  # winning shapes by their names
    "three pairs": N_("three pairs"),
    "pair and four": N_("a pair and a four"),
    "two triples": N_("two triples"),
    "triple and run": N_("a triple and a run"),
    "two runs": N_("two runs"),
}


class WinningShape(NamedTuple):
    """Six cards in a winning shape.

    Attributes:
        name: `three pairs`, `triple and run`.
        groups: The types of each group, a ship of a run where it stands.
    """

    name: str
    groups: tuple[tuple[int, ...], ...]

    @property
    def words(self) -> str:
        """Returns `three pairs`, `a triple and a run`."""
        return _(IN_A_SENTENCE[self.name])

    @property
    def types(self) -> list[int]:
        """Returns the six types, group by group."""
        return [type_ for group in self.groups for type_ in group]

    @property
    def cards(self) -> str:
        """Returns the cards group by group: `b7 r7 r7, r3 r4 r5`."""
        return _(", ").join(map(words_of, self.groups))


class PaymentPart(NamedTuple):
    """A part of a payment, with its reason: `3 in the first round`."""

    points: int
    words: str


def closing_shape(before: np.void, after: np.void) -> WinningShape:
    """Returns the shape of a close, from the views before and after the step that made it."""
    melds = melds_in_shapes(before, int(after["closer"].argmax()))
    return shape_of(after["shown"], melds)


def shape_of(counts: np.ndarray, melds: tuple[int, ...]) -> WinningShape:
    """Returns the reading of six cards that is worth most (TAX-4.7).

    Args:
        counts: The cards by type, int8[24]; a winning hand.
        melds: Ids of the groups that the laid meld may count as; empty if there is no meld.
    """
    found = [(name, groups) for name in SHAPES for groups in _readings(name, counts, melds)]
    name, groups = max(found, key=lambda one: one[0] == "pair and four" or _is_six_run(*one))
    return WinningShape(name, tuple(GROUPS[group].types for group in groups))


def _readings(name: str, counts: np.ndarray, melds: tuple[int, ...]) -> list[list[int]]:
    """Returns every division of six cards into a shape's groups, one of them a meld if any."""
    (cards,) = as_bits(counts[None])
    found = groupings(name)[cards_of_groupings(name) == cards]
    if melds:
        found = found[np.isin(found, melds).any(axis=1)]
    groups: list[list[int]] = found.tolist()
    return groups


def _is_six_run(name: str, groups: list[int]) -> bool:
    feet = [GROUPS[group].strength for group in groups]
    return name == "two runs" and abs(feet[0] - feet[1]) == SHORTEST_RUN


# Payments (TAX-5.3, TAX-6)


def payment_words(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """Yields each payment for a close: `player_2 pays 2 for closing · ... = 4`.

    Args:
        before: The view record of a seat before the season ended.
        after: Its view record afterwards.
        seat: Its number, for the players' names.
    """
    table, closer = _table_of(before, after), int(after["closer"].argmax())
    names = {distance: player_name(player) for player, distance in
             distances(seat, int(after["num_players"])) if distance != closer}  # fmt: skip
    payers = [distance for distance in names if after["fed_by"][distance]] or [*names]
    by_factor: dict[int, list[str]] = {}
    for payer in payers:
        factor = int(multiplier(table, closer, payer))
        by_factor.setdefault(factor, []).append(names[payer])
    paid_for_four = int(after["pt_four"]) * _brings_four(table, closer)
    paid = int(before["scores"][payers[0]]) - int(after["scores"][payers[0]]) - paid_for_four
    end = [*_end_parts(table, closer)]
    bonus = [*_bonus_parts(after, paid - _total(end) * int(multiplier(table, closer, payers[0])))]
    for factor, some in sorted(by_factor.items(), key=lambda one: len(one[1])):
        yield _("{names} {names:pays|pay} {sum}", names=_all_of(some), sum=_sum(end, factor, bonus))
    if paid_for_four:
        yield _(
            "{names} {names:pays|pay} {points} for four equal cards",
            names=_all_of([*names.values()]),
            points=paid_for_four,
        )


def gain_of_close(view: np.void, table: np.void, type_: int) -> int:
    """Returns what a close brings the viewer, but for a light that is turned with it (TAX-6).

    Args:
        view: The view record of the player who can close.
        table: A table on which seat 0 has the viewer's cards, which is changed.
        type_: The type of the discard that is the sixth card; NO_TYPE in the own turn.
    """
    for name in ("num_players", "bonus", "dealer_multiplier", *POINTS):
        table[name] = view[name]
    table["dealer"], table["lap"] = view["dealer"].argmax(), 1 if view["is_first_lap"] else 2
    lights = [int(light.argmax()) if light.any() else tax.NO_TYPE for light in view["light_cards"]]
    table["light_cards"], table["light_match"] = lights, view["light_match"]
    table["shown"] = view["hand"] + view["melds"][0]
    if type_ != tax.NO_TYPE:
        table["hands"][0] += tax.UNITS[type_]
        table["shown"][type_] += 1
    pay_close(table, 0, NOBODY if type_ == tax.NO_TYPE else int(view["discarder"].argmax()))
    return int(table["scores"][0])


def _table_of(before: np.void, after: np.void) -> np.void:
    """Returns a table with what decides the payments for a close; the viewer has seat 0."""
    table: np.void = np.zeros(1, tax.STATE)[0]
    for name in ("bonus", "dealer_multiplier", "extend_public_set", *END_POINTS):
        table[name] = before[name]
    closer = int(after["closer"].argmax())
    table["dealer"] = before["dealer"].argmax()
    table["lap"] = 1 if _was_first_round(before, after) else 2
    table["shown"] = after["shown"]
    table["melds"][closer] = meld_seen(before, closer)
    concealed = after["shown"] - before["melds"][closer]
    table["hands"][closer] = tax.cards_of(tuple(spread_out(concealed)))
    return table


def _was_first_round(before: np.void, after: np.void) -> bool:
    """Returns whether a close was in the first round (TAX-4.8).

    A view that shows the dealer's next turn as begun does not say it (TAX-9.15). Then the turns
    since the deal do.
    """
    seems_to_begin = after["fed_by"].any() and (before["on_turn"] & before["dealer"]).any()
    if not seems_to_begin or before["reshuffled"].any():
        return bool(before["is_first_lap"])
    turns = before["turn_seats"][before["turn_seats"] > 0].astype(int) - 1
    places = (turns - before["dealer"].argmax()) % int(after["num_players"])
    return bool((np.diff(places) > 0).all())


def _brings_four(table: np.void, closer: int) -> bool:
    """Returns whether a close makes four equal cards public (TAX-5.3)."""
    hand, meld = table["hands"][closer], int(table["melds"][closer])
    return bool(brings_four(hand[0], hand[1], meld, table["extend_public_set"] == 1))


def _end_parts(table: np.void, closer: int) -> Iterator[PaymentPart]:
    """Yields the end points of a close (TAX-6.2)."""
    hand, meld = table["hands"][closer], int(table["melds"][closer])
    reached = {
        "pt_close": True,
        "pt_same_colour": is_one_colour(table["shown"]),
        "pt_six_run": is_six_run(hand[0], hand[1], meld),
        "pt_first_lap": table["lap"] == 1,
    }
    for name, message in END_POINTS.items():
        if reached[name] and (table[name] or name == "pt_close"):
            points = int(table[name])
            yield PaymentPart(points, _(message, points=points))


def _bonus_parts(after: np.void, points: int) -> Iterator[PaymentPart]:
    """Yields the bonus points of a close: for kings and emperors, the others for lights (TAX-6.4).

    The lights are not on the table any more once the next season is dealt.
    """
    courts = [type_ for type_ in spread_out(after["shown"]) if type_ % NUM_KINDS >= KING]
    for_courts = len(courts) * int(after["pt_court"])
    if for_courts:
        cards = words_of(courts)
        yield PaymentPart(for_courts, _("{points} for {cards}", points=for_courts, cards=cards))
    if points > for_courts and after["lights"]:
        for_lights = points - for_courts
        yield PaymentPart(for_lights, _("{points} for the lights", points=for_lights))


def _total(parts: list[PaymentPart]) -> int:
    return sum(part.points for part in parts)


def _sum(end: list[PaymentPart], factor: int, bonus: list[PaymentPart]) -> str:
    """Returns `(2 for closing + 3 in the first round) · 2 (dealer's bonus) + 1 for rE = 11`."""
    sum_, total = _(" + ").join(part.words for part in end), _total(end) * factor + _total(bonus)
    if factor > 1:
        sum_ = _("({sum})", sum=sum_) if len(end) > 1 else sum_
        sum_ = _("{sum} · {factor} (dealer's bonus)", sum=sum_, factor=factor)
    sum_ = _(" + ").join([sum_, *(part.words for part in bonus)])
    is_single = factor == len(end) + len(bonus) == 1
    return sum_ if is_single else _("{sum} = {total}", sum=sum_, total=total)


def _all_of(names: list[str]) -> str:
    return names[0] if len(names) == 1 else _("everybody else")
