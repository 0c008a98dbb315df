"""The table of Tyrant as a seat sees it, from its view alone."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice, repeat
from typing import Any

import numpy as np

from fudaba.common.languages import N_, Ordinal, translator

from ..cards.counts import spread_out
from ..cards.french import NUM_RANKS, RANKS, SUIT_SIGNS, suit_word
from ..cards.french_faces import SUIT_COLOURS, card_face
from ..core.kit.seats import distances, player_name
from ..core.scene.points import Points
from ..core.scene.scene import (
    KNOWN,
    SUM,
    Card,
    Label,
    Look,
    OnlyPass,
    Scene,
    Seat,
    Token,
    Zone,
    game_over,
)
from . import meanings as about
from . import state as tyr
from .options import NUM_TRICKS
from .public import in_order, num_piles, open_fame, open_parts, parts_words, power_now
from .text.words import card_word, chips_on_suit, chips_words, suit_name

_, _n = translator("tyrant")

Row = tuple[Card | None, ...]

FIRST_RANK = RANKS.index(tyr.RANKS[0])


def _fame_said(count: int, number: str) -> str:
    return _("{number} fame", number=number)


def _fame(view: np.void, distance: int) -> float:
    return float(view["totals"][distance])


def _fate(view: np.void, distance: int) -> str:
    return _("purged") if view["purged"][distance] else ""


POINTS = Points(_fame_said, _fame, fate=_fate)


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The lead row, the plaza, the cards on the table and the lead cards won; the own hand, stock
        and ace; and the players. Cards that the viewer has chosen for a new hand are in the hand
        already (TYR-4.3).
    """
    players = distances(seat, int(view["num_players"]))
    return Scene(
        _("Tyrant"),
        seat,
        tuple(
            Seat(
                player_name(player),
                int(view["hand_sizes"][distance]) + _num_kept(view, distance),
                KNOWN() if distance else about.HAND(),
                tuple(_facts(view, distance)),
                () if distance else tuple(_own_cards(view, view["hand"] + view["kept"])),
                is_on_turn=bool(view["on_turn"][distance]),
                is_out=_is_out(view, distance),
            )
            for player, distance in players
        ),
        (
            (
                Zone(_("lead cards (prizes)"), about.LEAD_CARDS(), (_row(view),)),
                _plaza(view),
            ),
            tuple(_plays(view, seat)),
            (
                Zone(_("own ace (secret)"), about.OWN_ACE(), ((_ace(int(view["ace"].argmax())),),)),
                Zone(_("own stock"), about.STOCK(), (_stock(view),)),
            ),
            tuple(_won(view, seat)),
        ),
        _question(view),
        tuple(_notes(view)),
        is_by_sign=False,
        only_pass=OnlyPass(_("your hand is empty")),
        sum_words=_sum_words(view),
    )


def _sum_words(view: np.void) -> str:
    """Returns the words for the power of chosen cards; none for those of a hand (TYR-4.9)."""
    if view["phase"][tyr.SELECT]:
        return ""
    penalty = int(view["marker_penalty"]) * int(view["marker"][0])
    if not penalty:
        return _("power {sum}", sum=SUM)
    return _("power {sum} less {penalty} for the marker", sum=SUM, penalty=penalty)


def _num_kept(view: np.void, distance: int) -> int:
    """Returns how many cards the viewer has chosen for a new hand; 0 for the other players."""
    return 0 if distance else int(view["kept"].sum())


def lead_face(lead: int, **looks: Any) -> Card:
    """Returns the picture of a lead card."""
    suit, rank = divmod(lead, tyr.NUM_RANKS)
    return card_face(NUM_RANKS * suit + FIRST_RANK + rank, about.LEAD_CARD(lead=lead), **looks)


def _ace(suit: int) -> Card:
    """Returns the picture of an ace."""
    return card_face(NUM_RANKS * suit, about.ACE(suit=suit))


def number_face(suit: int, **looks: Any) -> Card:
    """Returns the picture of a number card, which is its suit."""
    what, sign = about.NUMBER_CARD(suit=suit), SUIT_SIGNS[suit]
    return Card(what, "", sign, suit_word(suit), SUIT_COLOURS[suit], **looks)


def _cards(counts: np.ndarray) -> Iterator[Card]:
    """Returns the cards of a zone, by suit."""
    return map(number_face, spread_out(counts))


def _own_cards(view: np.void, counts: np.ndarray) -> Iterator[Card]:
    """Returns own cards, by suit, with the power that they have now."""
    return (number_face(suit, worth=power_now(view, suit)) for suit in spread_out(counts))


def _stock(view: np.void) -> Row:
    """Returns the own stock: all cards while a hand is formed, else one of a suit counts them."""
    if view["phase"][tyr.SELECT]:
        return tuple(_own_cards(view, view["stock"] - view["kept"]))
    cards = (
        replace(number_face(suit), text=str(count)) if count else None
        for suit, count in enumerate(view["stock"].tolist())
    )
    return _in_places(cards, len(SUIT_SIGNS))


def _row(view: np.void) -> Row:
    """Returns the lead row, this trick's card first."""
    first = int(view["trick"])
    leads = [lead - 1 for lead in view["leads"][first : first + tyr.ROW].tolist() if lead]
    cards = (lead_face(lead, note="" if place else _("now")) for place, lead in enumerate(leads))
    return _in_places(cards, tyr.ROW)


def _in_places(cards: Iterable[Card | None], size: int) -> Row:
    """Returns a row with gaps at its end, so that zones beside it keep their places."""
    return tuple(islice(chain(cards, repeat(None)), size))


def _plaza(view: np.void) -> Zone:
    """Returns the columns, with the number of piles in all of them."""
    title = _n(
        "plaza (P: power now), {count} pile",
        "plaza (P: power now), {count} piles",
        num_piles(view),
    )
    return Zone(title, about.PLAZA(), (tuple(_columns(view)),))


def _columns(view: np.void) -> Iterator[Card]:
    """Yields the columns, each with the power that a card of its suit has now."""
    for suit, count in enumerate(view["plaza"].tolist()):
        power = _("P {power}", power=power_now(view, suit))
        note = power if count or view["powers"][suit] else ""
        look: Look = "face" if count else "place"
        what, sign = about.COLUMN(suit=suit, count=count), SUIT_SIGNS[suit]
        yield Card(what, str(count), sign, "", SUIT_COLOURS[suit], look, note=note)


def _plays(view: np.void, seat: int) -> Iterator[Zone]:
    """Yields the plays of this trick in their order, and places for those that are still to come.

    Cards that are not known lie face down.
    """
    trick = int(view["trick"])
    if trick == NUM_TRICKS or view["phase"][tyr.SELECT]:
        return
    in_play = [
        (player, distance)
        for player, distance in in_order(view, seat)
        if view["deeds"][distance, trick] in (tyr.NOTHING_YET, tyr.PLAYED)
    ]
    for number, (player, distance) in enumerate(in_play, 1):
        play = view["plays"][distance, trick]
        num_hidden = int(view["sizes"][distance, trick]) - int(play.sum())
        hidden = Card(about.FACE_DOWN(), "?", look="back", name="?")
        cards = _in_places(chain(_cards(play), [hidden] * num_hidden), tyr.MOST_PLAYED)
        name, place = player_name(player), Ordinal(number)
        yield Zone(_("{place}: {name}", place=place, name=name), about.PLAYED(), (cards,))


def _won(view: np.void, seat: int) -> Iterator[Zone]:
    """Yields the lead cards that each player has won."""
    for player, distance in distances(seat, int(view["num_players"])):
        title, cards = _("won by {name}", name=player_name(player)), won_cards(view, distance)
        yield Zone(title, about.WON(), (tuple(cards),), is_spent=True)


def won_cards(view: np.void, distance: int) -> Iterator[Card]:
    """Yields the lead cards that a player has won, at the end also the ace."""
    for suit in np.flatnonzero(view["aces"][distance]).tolist():
        yield _ace(suit)
    yield from map(lead_face, np.flatnonzero(view["won"][distance]).tolist())


def _is_out(view: np.void, distance: int) -> bool:
    """Whether a player was purged or has hard-passed."""
    return bool(view["purged"][distance]) or _is_skipped(view, distance)


def _is_skipped(view: np.void, distance: int) -> bool:
    """Whether a player has hard-passed and is skipped until the end (TYR-4.4a)."""
    return bool((view["deeds"][distance] == tyr.HARD_PASSED).any())


def _facts(view: np.void, distance: int) -> Iterator[Label]:
    """Yields a player's facts: `marker`, `4 chips`, `stock 9`, `fame 6 so far`, `passed`, ..."""
    trick = int(view["trick"])
    if view["marker"][distance]:
        yield Label(_("marker"), about.MARKER(), Token("marker"))
    chips = int(view["chips"][distance])
    yield Label(chips_words(chips), about.CHIPS(), Token("chips", str(chips)))
    stock = view["stock_sizes"][distance] - _num_kept(view, distance)
    text = _("stock {number}", number=stock)
    yield Label(text, about.STOCK_SIZE(), Token("cards", str(stock)))
    if trick == NUM_TRICKS:
        fame = view["totals"][distance]
        yield Label(_("fame {fame}", fame=fame), about.FAME(), Token("fame", str(fame)))
        if view["purged"][distance]:
            yield Label(_("purged"), about.PURGED())
        return
    fame, parts = open_fame(view, distance), parts_words(open_parts(view, distance))
    text = _("fame {fame} so far", fame=fame)
    if parts:
        text = _("fame {fame} so far: {parts}", fame=fame, parts=parts)
    yield Label(text, about.FAME_SO_FAR(), Token("fame", str(fame)))
    if view["purge"] and fame >= _purge_line(view):
        yield Label(_("in danger of the purge"), about.PURGED())
    yield from _facts_of_trick(view, distance, trick)


def _purge_line(view: np.void) -> int:
    """Returns the fame from which players would be purged now (TYR-6.6)."""
    return _least_fame(view) + int(view["purge_gap"])


def _least_fame(view: np.void) -> int:
    return min(open_fame(view, distance) for distance in range(int(view["num_players"])))


def _facts_of_trick(view: np.void, distance: int, trick: int) -> Iterator[Label]:
    """Yields a player's facts in a trick: deeds and limits, `passed`, `2 chips on ♥`, ..."""
    deed = int(view["deeds"][distance, trick])
    if deed == tyr.PASSED:
        yield Label(_("passed"), about.PASSED())
    elif view["must_play"][distance] and deed == tyr.NOTHING_YET:
        yield Label(_("must play after a pass"), about.MAY_NOT_PASS())
    if view["laid"][distance, trick]:
        suit = int(view["targets"][distance, trick]) - 1
        yield _chips_on(int(view["laid"][distance, trick]), suit)
    if _is_skipped(view, distance):
        yield Label(_("skipped until the end"), about.SKIPPED())


def _chips_on(count: int, suit: int) -> Label:
    return Label(chips_on_suit(count, suit), about.CHIPS_ON(suit=suit, count=count))


def _led(view: np.void) -> int:
    """Returns the suit that is led in this trick."""
    return int(view["lead_suits"][0].argmax())


def _notes(view: np.void) -> Iterator[Label]:
    """Yields `trick 3 of 8, hearts are led`, the purge, and the chips on each suit."""
    trick = int(view["trick"])
    if trick < NUM_TRICKS:
        text = _(
            "trick {number} of {count}, {suit} are led",
            number=trick + 1, count=NUM_TRICKS, suit=suit_name(_led(view)),
        )  # fmt: skip
        yield Label(text, about.LED_NOW(suit=_led(view)))
        if view["purge"]:
            text = _(
                "whoever ends with fame {fame} or more cannot win (last player {least} + {gap})",
                fame=_purge_line(view), least=_least_fame(view), gap=view["purge_gap"],
            )  # fmt: skip
            yield Label(text, about.PURGED())
    for suit, number in enumerate(view["chips_on"].tolist()):
        if number:
            yield _chips_on(number, suit)


# The question

# By the most cards that can be played, whether one must follow, and whether a pass is allowed.
QUESTIONS = {
    (1, False, False): N_("Play the last card"),
    (1, False, True): N_("Play the last card, or pass"),
    (2, False, False): N_("Play one or two cards"),
    (2, False, True): N_("Play one or two cards, or pass"),
    (2, True, False): N_("Play one or two cards with at least one {card}"),
    (2, True, True): N_("Play one or two cards with at least one {card}, or pass"),
    (3, False, False): N_("Play one to three cards"),
    (3, False, True): N_("Play one to three cards, or pass"),
    (3, True, False): N_("Play one to three cards with at least one {card}"),
    (3, True, True): N_("Play one to three cards with at least one {card}, or pass"),
}


def _question(view: np.void) -> Label:
    """Returns the question to the player on turn, without what the viewer may not know."""
    if not view["on_turn"].any():
        return game_over()
    phase, distance = int(view["phase"].argmax()), int(view["on_turn"].argmax())
    if phase == tyr.SELECT:
        return Label(_question_of_hand(view), about.STOCK())
    if phase == tyr.PLAY:
        return Label(_question_of_play(view, distance), about.TRICK())
    if phase == tyr.SETTLE:
        text = _("Nobody followed: put one of the played cards on the plaza")
        return Label(text, about.SETTLE())
    return Label(_question_of_chips(view, distance), about.TYRANT_ACTION())


def _question_of_chips(view: np.void, distance: int) -> str:
    return _n(
        "Lay a chip on one suit, or none; a chip takes {penalty} power from each of its cards",
        "Lay up to {count} chips on one suit, or none; a chip takes {penalty} power from each of "
        "its cards",
        int(view["chips"][distance]),
        penalty=int(view["chip_penalty"]),
    )


def _question_of_hand(view: np.void) -> str:
    """Returns the question for a new hand, with how far the viewer has come."""
    if not view["step"].any():
        return _("Form a new hand")
    size, total = view["refill_hand"] if view["trick"] else view["first_hand"], view["stock"].sum()
    question = _(
        "Choose {size} of your {total} cards as your hand",
        size=min(int(size), int(total)),
        total=total,
    )
    if not (kept := int(view["kept"].sum())):
        return question
    return _("{question}: {number} chosen", question=question, number=kept)


def _question_of_play(view: np.void, distance: int) -> str:
    """Returns the question for cards or a pass, without the suits that other players hold."""
    size, led = int(view["hand_sizes"][distance]), _led(view)
    if not size:
        return _("Pass")
    may_pass = bool(view["chips"][distance] and not view["must_play"][distance])
    follows = not distance and bool(view["hand"][led])
    card, most = card_word(led), min(size, tyr.MOST_PLAYED)
    question = _(QUESTIONS[most, follows and size > 1, may_pass], card=card)
    if distance or follows:
        return question
    return _("{question}; cards without a {card} cannot win", question=question, card=card)
