"""News of SEKI: the effects of a step that its words leave out, from a seat's views alone."""

import numpy as np

from .. import state as seki
from .words import card_names, exactly, points_gained, seat_at

VERBS = {  # how cards come to be known in a hand, by the decision; in other phases they are there
    seki.DIG_UP_NUMBER: "takes {} from the pile",
    seki.GAMBLER_GUESS: "takes {}",
    seki.HUNTER_GIVE: "gives {} away",
}


def news(before: np.void, after: np.void, seat: int) -> str:
    """Returns one line with its parts separated by semicolons, or an empty text.

    Args:
        before: The view record of the seat before the step.
        after: Its view record after the step.
        seat: Its number, for the players' names.
    """
    if after["games_left"] < before["games_left"]:
        return _last_game(before, after, seat)
    parts = (part(before, after, seat) for part in PARTS)
    return "; ".join(filter(None, parts))


def _last_game(before: np.void, after: np.void, seat: int) -> str:
    """Reports the points of a game of the match; all else is dealt anew (SEKI-6.3)."""
    words = [
        f"{seat_at(after, seat, d)} {points_gained(before, after, d):g}"
        for d in range(after["num_players"])
    ]
    return f"the game is over and brings {', '.join(words)} points; the next one is dealt"


def _second_pass(before: np.void, after: np.void, seat: int) -> str:
    """Reports a card that another player drew by a pass after a reset (SEKI-4.9)."""
    mover = int(before["on_turn"].argmax())
    has_passed = before["phase"][seki.TURN] and after["last_did"][mover] == seki.DID_PASS
    draws = after["hand_size"][mover] > before["hand_size"][mover]
    is_told = before["after_reset"] and has_passed and draws and mover
    return f"{seat_at(after, seat, mover)} draws a card after the reset" * bool(is_told)


def _guess(before: np.void, after: np.void, seat: int) -> str:
    """Reports a hit or a miss of GAMBLER; a miss takes the turned card (SEKI-5.10)."""
    if not before["phase"][seki.GAMBLER_GUESS]:
        return ""
    gambler = before["on_turn"].argmax()
    if after["hand_size"][gambler] > before["hand_size"][gambler]:
        return "a miss"
    if after["deck_top"]:
        return f"a hit, the next number is {after['deck_top'] - 1}"
    excluded = _come_to(before, after, seki.EXCLUDED)
    return f"a hit, excluded: {card_names(excluded)}" if len(excluded) else "a hit"


def _reset(before: np.void, after: np.void, seat: int) -> str:
    """Reports a reset, FARMER's included, and the excluded pile (SEKI-4.9, SEKI-5.16)."""
    pile = exactly(before, seki.NUMBER_GRAVEYARD)
    cards = np.intersect1d(pile, exactly(after, seki.EXCLUDED))
    if not len(cards) and after["after_reset"] <= before["after_reset"]:
        return ""
    return "the pile is reset" + f", excluded: {card_names(cards)}" * bool(len(cards))


def _pile(before: np.void, after: np.void, seat: int) -> str:
    """Reports new cards on the pile that the move did not name: flipped or declared ones."""
    fell = after["deck_size"][0] < before["deck_size"][0]
    declared = before["phase"][seki.ALCHEMIST_DECLARE] and not before["on_turn"][0]
    cards = _come_to(before, after, seki.NUMBER_GRAVEYARD)
    return f"on the pile: {card_names(cards)}" if len(cards) and (fell or declared) else ""


def _number_to_beat(before: np.void, after: np.void, seat: int) -> str:
    """Reports the number that ALCHEMIST's sum or difference is (SEKI-5.5)."""
    is_declared = before["phase"][seki.ALCHEMIST_DECLARE] and after["top_kind"] == seki.DECLARED
    return f"the number to beat is {after['top'] - 1}" if is_declared else ""


def _direction(before: np.void, after: np.void, seat: int) -> str:
    """Reports a turned direction (SEKI-5.1)."""
    if after["reversed"] == before["reversed"]:
        return ""
    return f"{'lower' if after['reversed'] else 'higher'} numbers beat now"


def _own_cards(before: np.void, after: np.void, seat: int) -> str:
    """Reports the cards that the viewer got and gave; his moves name those that he lays down."""
    if before["phase"][seki.ANGLER_GRAVE]:
        return ""
    got = card_names(np.flatnonzero(after["hand"] > before["hand"]))
    gave = card_names(_given(before, after))
    words = [f"gave {gave}"] * bool(gave) + [f"got {got}"] * bool(got)
    return f"{seat_at(after, seat, 0)} {' and '.join(words)}" if words else ""


def _others_cards(before: np.void, after: np.void, seat: int) -> str:
    """Reports cards that the viewer newly knows in the hands of others."""
    if before["phase"][seki.ANGLER_GRAVE]:
        return ""
    if _has_told_fortunes(before, after):
        return f"{seat_at(after, seat, 0)} sees all hands and roles, which the table lists"
    words = VERBS.get(int(before["phase"].argmax()), "has {}")
    said = [*_given(before, after), *_newly(before, after, "marked")]
    hands = []
    for distance in range(1, after["num_players"]):
        cards = np.setdiff1d(_come_to(before, after, distance), said)
        if len(cards):
            hands.append(f"{seat_at(after, seat, distance)} {words.format(card_names(cards))}")
    return "; ".join(hands)


def _symbol_deck(before: np.void, after: np.void, seat: int) -> str:
    """Reports that the viewer, as HUNTER, sees the symbol deck (SEKI-5.12)."""
    seen = after["deck_order"].any() and not before["deck_order"].any()
    return f"{seat_at(after, seat, 0)} sees the symbol deck, which the table lists" * bool(seen)


def _marked(before: np.void, after: np.void, seat: int) -> str:
    """Reports cards that POLICE_OFFICER marked, and their holders (SEKI-5.11)."""
    cards = _newly(before, after, "marked")
    holders = after["memory"][:, cards].argmax(axis=0)
    words = [
        f"{card_names([card])} of {seat_at(after, seat, holder)}"
        for card, holder in zip(cards, holders.tolist(), strict=True)
    ]
    return f"face up for good: {', '.join(words)}" if words else ""


def _frozen(before: np.void, after: np.void, seat: int) -> str:
    """Reports own cards that were frozen (SEKI-5.7)."""
    cards = np.flatnonzero(after["hand"] & (after["frozen"] > before["frozen"]))
    count = int(after["frozen_count"][0])
    share = f", in all {count} of {after['hand_size'][0]} cards" * (count > len(cards))
    where = f"frozen in the hand of {seat_at(after, seat, 0)}"
    return f"{where}: {card_names(cards)}{share}" if len(cards) else ""


def _released(before: np.void, after: np.void, seat: int) -> str:
    """Reports own cards that are free again (SEKI-5.7)."""
    cards = np.flatnonzero(after["hand"] & (after["frozen"] < before["frozen"]))
    where = f"no longer frozen in the hand of {seat_at(after, seat, 0)}"
    return f"{where}: {card_names(cards)}" if len(cards) else ""


def _places(before: np.void, after: np.void, seat: int) -> str:
    """Reports new places, by finishing or the end, the best first (SEKI-6.1, SEKI-6.4)."""
    finished = sorted(_newly(before, after, "place").tolist(), key=after["place"].__getitem__)
    places = [
        f"{seat_at(after, seat, distance)} gets place {after['place'][distance]}"
        for distance in finished
    ]
    return ", ".join(places)


def _right(before: np.void, after: np.void, seat: int) -> str:
    """Reports who has the reset right after its holder, or another, has finished (SEKI-4.10)."""
    is_over = not after["on_turn"].any()
    if is_over or not after["right"].any() or not len(_newly(before, after, "place")):
        return ""
    return f"{seat_at(after, seat, int(after['right'].argmax()))} has the reset right"


PARTS = (
    _second_pass, _guess, _reset, _pile, _number_to_beat, _direction, _own_cards, _others_cards,
    _symbol_deck, _marked, _frozen, _released, _places, _right,
)  # fmt: skip


def _newly(before: np.void, after: np.void, field: str) -> np.ndarray:
    """Returns the positions of a field that were 0 and are positive now."""
    return np.flatnonzero((after[field] > 0) & (before[field] == 0))


def _come_to(before: np.void, after: np.void, zone: int) -> np.ndarray:
    """Returns the cards that the viewer newly knows to be in a zone."""
    return np.setdiff1d(exactly(after, zone), exactly(before, zone))


def _given(before: np.void, after: np.void) -> np.ndarray:
    """Returns the viewer's cards that others hold now."""
    elsewhere = after["memory"][1 : seki.MAX_PLAYERS].any(axis=0)
    return np.flatnonzero((after["hand"] < before["hand"]) & elsewhere)


def _has_told_fortunes(before: np.void, after: np.void) -> bool:
    """Whether the viewer has just seen all hands and panels (SEKI-5.9)."""
    role = after["role"][0].argmax()
    role = after["copied"].argmax() if role == seki.NEW_GRAD else role
    activated = after["panel"][0] == seki.ACTIVATED and before["panel"][0] != seki.ACTIVATED
    return bool(activated and role == seki.FORTUNE_TELLER)
