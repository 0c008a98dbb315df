"""News of SEKI: the effects of a step that its words leave out, from a seat's views alone."""

import numpy as np

from fudaba.common.languages import N_, translator

from .. import state as seki
from .words import card_word, card_words, exactly, points_gained, seat_at

KNOWN = {  # how cards come to be known in a hand, by the decision; in other phases they are there
    seki.DIG_UP_NUMBER: N_("{player} {player:takes|take} {cards} from the pile"),
    seki.GAMBLER_GUESS: N_("{player} {player:takes|take} {cards}"),
    seki.HUNTER_GIVE: N_("{player} {player:gives|give} {cards} away"),
}

_, _n = translator("seki")


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
    return _("; ").join(filter(None, parts))


def _last_game(before: np.void, after: np.void, seat: int) -> str:
    """Reports the points of a game of the match; all else is dealt anew (SEKI-6.3)."""
    gains = [
        _(
            "{player} {points:g}",
            player=seat_at(after, seat, d),
            points=points_gained(before, after, d),
        )
        for d in range(after["num_players"])
    ]
    return _(
        "the game is over and brings {gains} points; the next one is dealt",
        gains=_(", ").join(gains),
    )


def _second_pass(before: np.void, after: np.void, seat: int) -> str:
    """Reports a card that another player drew by a pass after a reset (SEKI-4.9)."""
    mover = int(before["on_turn"].argmax())
    has_passed = before["phase"][seki.TURN] and after["last_did"][mover] == seki.DID_PASS
    draws = after["hand_size"][mover] > before["hand_size"][mover]
    if not (before["after_reset"] and has_passed and draws and mover):
        return ""
    return _(
        "{player} {player:draws|draw} a card after the reset", player=seat_at(after, seat, mover)
    )


def _guess(before: np.void, after: np.void, seat: int) -> str:
    """Reports a hit or a miss of GAMBLER; a miss takes the turned card (SEKI-5.10)."""
    if not before["phase"][seki.GAMBLER_GUESS]:
        return ""
    gambler = before["on_turn"].argmax()
    if after["hand_size"][gambler] > before["hand_size"][gambler]:
        return _("a miss")
    if after["deck_top"]:
        return _("a hit, the next number is {number}", number=after["deck_top"] - 1)
    excluded = _come_to(before, after, seki.EXCLUDED)
    if len(excluded):
        return _("a hit, excluded: {cards}", cards=card_words(excluded))
    return _("a hit")


def _reset(before: np.void, after: np.void, seat: int) -> str:
    """Reports a reset, FARMER's included, and the excluded pile (SEKI-4.9, SEKI-5.16)."""
    pile = exactly(before, seki.NUMBER_GRAVEYARD)
    cards = np.intersect1d(pile, exactly(after, seki.EXCLUDED))
    if len(cards):
        return _("the pile is reset, excluded: {cards}", cards=card_words(cards))
    return _("the pile is reset") if after["after_reset"] > before["after_reset"] else ""


def _pile(before: np.void, after: np.void, seat: int) -> str:
    """Reports new cards on the pile that the move did not name: flipped or declared ones."""
    fell = after["deck_size"][0] < before["deck_size"][0]
    declared = before["phase"][seki.ALCHEMIST_DECLARE] and not before["on_turn"][0]
    cards = _come_to(before, after, seki.NUMBER_GRAVEYARD)
    is_new = len(cards) and (fell or declared)
    return _("on the pile: {cards}", cards=card_words(cards)) if is_new else ""


def _number_to_beat(before: np.void, after: np.void, seat: int) -> str:
    """Reports the number that ALCHEMIST's sum or difference is (SEKI-5.5)."""
    is_declared = before["phase"][seki.ALCHEMIST_DECLARE] and after["top_kind"] == seki.DECLARED
    return _("the number to beat is {number}", number=after["top"] - 1) if is_declared else ""


def _direction(before: np.void, after: np.void, seat: int) -> str:
    """Reports a turned direction (SEKI-5.1)."""
    if after["reversed"] == before["reversed"]:
        return ""
    return _("lower numbers beat now") if after["reversed"] else _("higher numbers beat now")


def _own_cards(before: np.void, after: np.void, seat: int) -> str:
    """Reports the cards that the viewer got and gave; his moves name those that he lays down."""
    if before["phase"][seki.ANGLER_GRAVE]:
        return ""
    player = seat_at(after, seat, 0)
    got = card_words(np.flatnonzero(after["hand"] > before["hand"]))
    gave = card_words(_given(before, after))
    if gave and got:
        return _("{player} gave {gave} and got {got}", player=player, gave=gave, got=got)
    if gave:
        return _("{player} gave {gave}", player=player, gave=gave)
    return _("{player} got {got}", player=player, got=got) if got else ""


def _others_cards(before: np.void, after: np.void, seat: int) -> str:
    """Reports cards that the viewer newly knows in the hands of others."""
    if before["phase"][seki.ANGLER_GRAVE]:
        return ""
    if _has_told_fortunes(before, after):
        viewer = seat_at(after, seat, 0)
        return _(
            "{player} {player:sees|see} all hands and roles, which the table lists", player=viewer
        )
    known = KNOWN.get(
        int(before["phase"].argmax()), N_("{player} {player:has|have} {cards} in hand")
    )
    said = [*_given(before, after), *_newly(before, after, "marked")]
    hands = []
    for distance in range(1, after["num_players"]):
        cards = np.setdiff1d(_come_to(before, after, distance), said)
        if len(cards):
            player = seat_at(after, seat, distance)
            hands.append(_(known, player=player, cards=card_words(cards)))
    return _("; ").join(hands)


def _symbol_deck(before: np.void, after: np.void, seat: int) -> str:
    """Reports that the viewer, as HUNTER, sees the symbol deck (SEKI-5.12)."""
    seen = after["deck_order"].any() and not before["deck_order"].any()
    if not seen:
        return ""
    viewer = seat_at(after, seat, 0)
    return _("{player} {player:sees|see} the symbol deck, which the table lists", player=viewer)


def _marked(before: np.void, after: np.void, seat: int) -> str:
    """Reports cards that POLICE_OFFICER marked, and their holders (SEKI-5.11)."""
    cards = _newly(before, after, "marked")
    holders = after["memory"][:, cards].argmax(axis=0)
    marked = [
        _("{card} of {player}", card=card_word(card), player=seat_at(after, seat, holder))
        for card, holder in zip(cards.tolist(), holders.tolist(), strict=True)
    ]
    return _("face up for good: {cards}", cards=_(", ").join(marked)) if marked else ""


def _frozen(before: np.void, after: np.void, seat: int) -> str:
    """Reports own cards that were frozen (SEKI-5.7)."""
    cards = np.flatnonzero(after["hand"] & (after["frozen"] > before["frozen"]))
    if not len(cards):
        return ""
    count = int(after["frozen_count"][0])
    player, frozen = seat_at(after, seat, 0), card_words(cards)
    if count <= len(cards):
        return _(
            "frozen in {player:the hand of {player}|your hand}: {cards}",
            player=player,
            cards=frozen,
        )
    return _(
        "frozen in {player:the hand of {player}|your hand}: {cards}, in all {count} of {size} "
        "cards",
        player=player,
        cards=frozen,
        count=count,
        size=after["hand_size"][0],
    )


def _released(before: np.void, after: np.void, seat: int) -> str:
    """Reports own cards that are free again (SEKI-5.7)."""
    cards = np.flatnonzero(after["hand"] & (after["frozen"] < before["frozen"]))
    if not len(cards):
        return ""
    player = seat_at(after, seat, 0)
    return _(
        "no longer frozen in {player:the hand of {player}|your hand}: {cards}",
        player=player,
        cards=card_words(cards),
    )


def _places(before: np.void, after: np.void, seat: int) -> str:
    """Reports new places, by finishing or the end, the best first (SEKI-6.1, SEKI-6.4)."""
    finished = sorted(_newly(before, after, "place").tolist(), key=after["place"].__getitem__)
    places = [
        _(
            "{player} {player:gets|get} place {place}",
            player=seat_at(after, seat, distance),
            place=after["place"][distance],
        )
        for distance in finished
    ]
    return _(", ").join(places)


def _right(before: np.void, after: np.void, seat: int) -> str:
    """Reports the new holder of the reset right after a player has finished (SEKI-4.10)."""
    is_over = not after["on_turn"].any()
    if is_over or not after["right"].any() or not len(_newly(before, after, "place")):
        return ""
    holder = seat_at(after, seat, int(after["right"].argmax()))
    return _("{player} {player:has|have} the reset right", player=holder)


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
