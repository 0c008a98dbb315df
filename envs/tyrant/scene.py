"""The table of Tyrant as a seat sees it, from its view alone."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...languages import words
from ..cards.counts import spread_out
from ..cards.french import NUM_RANKS, RANKS, SUIT_SIGNS
from ..cards.french_faces import SUIT_COLOURS, card_face
from ..cards.french_words import SUIT_NAMES
from ..core.kit.seats import distances, player_name
from ..core.scene.points import Points
from ..core.scene.scene import GAME_OVER, Card, Look, Scene, Seat, Zone, ordinal, plural
from . import state as tyr
from .options import NUM_TRICKS
from .public import in_order, num_piles, open_fame, power_now
from .text.words import card_word, chips_words, suit_words

FIRST_RANK = RANKS.index(tyr.RANKS[0])


_, _n = words("tyrant")


def _fame_said(count: int, number: str) -> str:
    return _("{number} fame", number=number)


def _fame(view: np.void, distance: int) -> float:
    return float(view["totals"][distance])


POINTS = Points(_fame_said, _fame)


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
        "Tyrant",
        seat,
        tuple(
            Seat(
                player_name(player),
                int(view["hand_sizes"][distance]) + _num_kept(view, distance),
                tuple(_facts(view, distance)),
                () if distance else tuple(_cards(view["hand"] + view["kept"])),
                is_on_turn=bool(view["on_turn"][distance]),
                is_out=_is_out(view, distance),
            )
            for player, distance in players
        ),
        (
            (Zone("lead cards", (tuple(_row(view)),)), _plaza(view)),
            tuple(_plays(view, seat)) or (Zone("this trick", ()),),
            (
                Zone("own stock", (tuple(_cards(view["stock"] - view["kept"])),)),
                Zone("own ace", ((card_face(NUM_RANKS * int(view["ace"].argmax())),),)),
            ),
            tuple(
                Zone(f"won by {player_name(player)}", (tuple(won_cards(view, distance)),))
                for player, distance in players
            ),
        ),
        tuple(_notes(view, seat)),
        _question(view),
        is_by_sign=False,
    )


def _num_kept(view: np.void, distance: int) -> int:
    """Returns how many cards the viewer has chosen for a new hand; 0 for the other players."""
    return 0 if distance else int(view["kept"].sum())


def lead_face(lead: int, **looks: Any) -> Card:
    """Returns the picture of a lead card."""
    suit, rank = divmod(lead, tyr.NUM_RANKS)
    return card_face(NUM_RANKS * suit + FIRST_RANK + rank, **looks)


def number_face(suit: int, **looks: Any) -> Card:
    """Returns the picture of a number card, which is its suit."""
    return Card("", SUIT_SIGNS[suit], tyr.SUITS[suit], SUIT_COLOURS[suit], **looks)


def _cards(counts: np.ndarray) -> Iterator[Card]:
    """Returns the cards of a zone, by suit."""
    return map(number_face, spread_out(counts))


def _row(view: np.void) -> Iterator[Card]:
    """Yields the lead row, this trick's card first."""
    first = int(view["trick"])
    for place, lead in enumerate(view["leads"][first : first + tyr.ROW].tolist()):
        if lead:
            yield lead_face(lead - 1, note="" if place else "now")


def _plaza(view: np.void) -> Zone:
    """Returns the columns, with the number of piles in all of them."""
    return Zone(f"plaza, {plural(num_piles(view), 'pile')}", (tuple(_columns(view)),))


def _columns(view: np.void) -> Iterator[Card]:
    """Yields the columns, each with the power that a card of its suit has now."""
    for suit, count in enumerate(view["plaza"].tolist()):
        note = f"power {power_now(view, suit)}" if count or view["powers"][suit] else ""
        look: Look = "face" if count else "place"
        yield Card(str(count), SUIT_SIGNS[suit], "", SUIT_COLOURS[suit], look, note=note)


def _plays(view: np.void, seat: int) -> Iterator[Zone]:
    """Yields the plays of this trick in their order; cards that are not known lie face down."""
    trick = int(view["trick"])
    if trick == NUM_TRICKS:
        return
    have_played = [
        (player, distance)
        for player, distance in in_order(view, seat)
        if view["sizes"][distance, trick]
    ]
    for number, (player, distance) in enumerate(have_played, 1):
        play = view["plays"][distance, trick]
        num_hidden = int(view["sizes"][distance, trick]) - int(play.sum())
        cards = (*_cards(play), *[Card("?", look="back", name="?")] * num_hidden)
        yield Zone(f"{player_name(player)} plays {ordinal(number)}", (cards,))


def won_cards(view: np.void, distance: int) -> Iterator[Card]:
    """Yields the lead cards that a player has won, at the end also the ace."""
    for suit in np.flatnonzero(view["aces"][distance]).tolist():
        yield card_face(NUM_RANKS * suit)
    yield from map(lead_face, np.flatnonzero(view["won"][distance]).tolist())


def _is_out(view: np.void, distance: int) -> bool:
    """Whether a player was purged or has hard-passed."""
    return bool(view["purged"][distance]) or _is_skipped(view, distance)


def _is_skipped(view: np.void, distance: int) -> bool:
    """Whether a player has hard-passed and is skipped until the end (TYR-4.4a)."""
    return bool((view["deeds"][distance] == tyr.HARD_PASSED).any())


def _facts(view: np.void, distance: int) -> Iterator[str]:
    """Yields a player's facts: `marker`, `4 chips`, `stock 9`, `fame 6 so far`, `passed`, ..."""
    trick = int(view["trick"])
    if view["marker"][distance]:
        yield "marker"
    yield plural(int(view["chips"][distance]), "chip")
    yield f"stock {view['stock_sizes'][distance] - _num_kept(view, distance)}"
    if trick == NUM_TRICKS:
        yield f"fame {view['totals'][distance]}"
        if view["purged"][distance]:
            yield "purged"
        return
    yield f"fame {open_fame(view, distance)} so far"
    deed = int(view["deeds"][distance, trick])
    if deed == tyr.PASSED:
        yield "passed"
    elif view["must_play"][distance] and deed == tyr.NOTHING_YET:
        yield "may not pass"
    if view["laid"][distance, trick]:
        suit = int(view["targets"][distance, trick]) - 1
        yield chips_words(int(view["laid"][distance, trick]), suit)
    if _is_skipped(view, distance):
        yield "skipped until the end"


def _led(view: np.void) -> int:
    """Returns the suit that is led in this trick."""
    return int(view["lead_suits"][0].argmax())


def _notes(view: np.void, seat: int) -> Iterator[str]:
    """Yields `trick 3 of 8, hearts are led`, the order of play, and the chips on each suit."""
    trick = int(view["trick"])
    if trick < NUM_TRICKS:
        yield f"trick {trick + 1} of {NUM_TRICKS}, {SUIT_NAMES[_led(view)]} are led"
        order = [
            player_name(player)
            for player, distance in in_order(view, seat)
            if not _is_skipped(view, distance)
        ]
        yield f"order of play: {', '.join(order)}"
    for suit, number in enumerate(view["chips_on"].tolist()):
        if number:
            yield chips_words(number, suit)


# The question


def _question(view: np.void) -> str:
    """Returns the question to the player on turn, as far as the viewer may know it."""
    if not view["on_turn"].any():
        return GAME_OVER
    phase, distance = int(view["phase"].argmax()), int(view["on_turn"].argmax())
    if phase == tyr.SELECT:
        return _question_of_hand(view)
    if phase == tyr.PLAY:
        return _question_of_play(view, distance)
    if phase == tyr.SETTLE:
        return "Nobody followed: put one of the played cards on the plaza"
    chips = int(view["chips"][distance])
    number = "a chip" if chips == 1 else f"up to {chips} chips"
    penalty = int(view["chip_penalty"])
    return f"Lay {number} on one suit, or none; a chip takes {penalty} power from each of its cards"


def _question_of_hand(view: np.void) -> str:
    """Returns the question for a new hand: the viewer is asked for the number of a suit."""
    if not view["step"].any():
        return "Form a new hand"
    step = int(view["step"].argmax())
    size = view["refill_hand"] if view["trick"] else view["first_hand"]
    size = min(int(size), int(view["stock"].sum()))
    counts = view["stock"].tolist()
    others = [
        suit_words(counts[suit], suit) for suit in range(step + 1, tyr.NUM_SUITS) if counts[suit]
    ]
    left = f"the rest come from {others[0]}"
    if len(others) > 1:
        left = f"then come {', '.join(others[:-1])} and {others[-1]}"
    held = f"how many of your {suit_words(counts[step], step)}"
    if counts[step] == 1:
        held = f"your only {card_word(step)}"
    return f"Keep {held}? {view['kept'].sum()} of {size} chosen; {left}"


def _question_of_play(view: np.void, distance: int) -> str:
    """Returns the question for cards or a pass, without the suits that other players hold."""
    size, suit = int(view["hand_sizes"][distance]), SUIT_NAMES[_led(view)].removesuffix("s")
    if not size:
        return "Pass, as the hand is empty"
    cards = {1: "the last card", 2: "one or two cards"}.get(size, "one to three cards")
    may_pass = view["chips"][distance] and not view["must_play"][distance]
    follows = not distance and bool(view["hand"][_led(view)])
    with_suit = f" with at least one {suit}" * (follows and size > 1)
    question = f"Play {cards}{with_suit}{', or pass' * bool(may_pass)}"
    return question if distance or follows else f"{question}; cards without a {suit} cannot win"
