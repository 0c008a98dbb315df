"""Cards, actions and open tables of SEKI as text."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from fudaba.common.languages import N_, is_read_by_a_person, translator

from ...core.contract.cells import snapshot_of
from ...core.contract.fields import decode
from ...core.kit.seats import NOBODY, player_name, seat_after
from ...core.scene.points import Points
from .. import state as seki
from ..state import FOUR_POINTS
from ..view import SIXTIETHS

COPY_NAMES = ("a", "b", "c", "d")
CHOICES = {
    seki.DECLARE: (N_("{:declares|declare} the sum"), N_("{:declares|declare} the difference")),
    seki.GUESS: (
        N_("{:guesses|guess} 1 to 4"),
        N_("{:guesses|guess} 6 to 9"),
        N_("{:guesses|guess} 0 or 5"),
    ),
}
FREEZES = (
    N_("{:freezes|freeze} a face-down card"), N_("{:freezes|freeze} a face-down number"),
    N_("{:freezes|freeze} a face-down symbol"),
)  # fmt: skip
MARKS = (
    N_("{:marks|mark} a face-down card"), N_("{:marks|mark} a face-down number"),
    N_("{:marks|mark} a face-down symbol"),
)  # fmt: skip
TRADES = (seki.TRADE_CARD, seki.TRADE_AGAIN)
KINDS_OF_TOP = ("none", "natural", "declared", "ghost")
PANELS = (N_("face down"), N_("face up"), N_("activated"))

_, _n = translator("seki")


# Cards


def card_name(card: int) -> str:
    """Returns a card's face and the letter of its copy: `7b`, `TRADE c`, `DISCARD`."""
    copy = COPY_NAMES[card % seki.COPIES]
    if seki.is_number(card):
        return f"{seki.number_of(card)}{copy}"
    kind = seki.kind_of(card)
    return seki.KIND_NAMES[kind] + (f" {copy}" if kind != seki.DISCARD else "")


def card_word(card: int) -> str:
    """Returns a card's name in the current language, for people without the letter of its copy."""
    if seki.is_number(card):
        return str(seki.number_of(card)) if is_read_by_a_person() else card_name(card)
    symbol = _(seki.KIND_NAMES[seki.kind_of(card)])
    if seki.kind_of(card) == seki.DISCARD or is_read_by_a_person():
        return symbol
    return _("{symbol} {copy}", symbol=symbol, copy=COPY_NAMES[card % seki.COPIES])


def card_words(cards: Iterable[int]) -> str:
    """Returns cards in a row: `7b, TRADE c`."""
    return _(", ").join(card_word(int(card)) for card in cards)


# Sentences


def after_colon(sentence: str) -> str:
    """Returns a sentence as it follows a colon, without a capital."""
    return f"{sentence[0].lower()}{sentence[1:]}"


# Moves


def describe(state: np.void, action: int) -> str:
    """Returns an action's words: `trash 7b`, `use TRADE c`, `activate THIEF`, `pass`, ..."""
    kind, position = decode(seki.ACTIONS, action)
    phase = int(state["phase"])
    if kind is seki.CARD:
        return _chosen(phase, position)
    if kind is seki.STOP:
        return _("{:keeps|keep} the drawn card") if phase == seki.PASS_DRAWN else _("{:stops|stop}")
    if kind is seki.ACTIVATE:
        own = seki.ROLE_NAMES[state["role"][state["to_move"]]]
        return _("{:activates|activate} {role}", role=_(own))
    if kind is seki.COPY:
        return _("{:activates|activate} as {role}", role=_(seki.ROLE_NAMES[position]))
    if kind is seki.TARGET:
        return _("{:chooses|choose} {player}", player=_target(state, position))
    if kind is seki.BACK:
        return _((MARKS if phase == seki.POLICE_BACK else FREEZES)[position])
    if kind is seki.KIND:
        return _symbol(phase, position)
    if kind in CHOICES:
        return _(CHOICES[kind][position])
    return _("{:passes|pass}") if kind is seki.PASS else _("special")


def announce(state: np.void, action: int) -> str:
    """Returns the words that others hear; cards that only the mover sees are unnamed (SEKI-7.2).

    They are empty for the card of a trade, whose partner is named next, and for each card of
    HUNTER's offer, whose size is secret until `stop` (SEKI-9.27).
    """
    kind, position = decode(seki.ACTIONS, action)
    phase = int(state["phase"])
    if kind is seki.CARD and phase == seki.HUNTER_GIVE:
        return ""
    if kind is seki.CARD and seki.PHASES[phase].is_secret and not _is_shown(state, position):
        return "" if phase in TRADES else _(seki.PHASES[phase].move, card=_("a card"))
    if kind is seki.KIND and phase == seki.HUNTER_TAKE:
        return _("{:takes|take} a symbol")
    return _said(state, action)


def recount(state: np.void, action: int) -> str:
    """Returns an own move for the player's history; the partner of a trade is named with the card.

    The news name the card that comes back.
    """
    kind, position = decode(seki.ACTIONS, action)
    if kind is seki.CARD and state["phase"] in TRADES:
        return ""
    if kind is seki.TARGET and state["phase"] == seki.TRADE_TARGET:
        card, player = card_word(int(state["first_choice"])), _target(state, position)
        return _("{:trades|trade} {card} with {player}", card=card, player=player)
    return _said(state, action)


def _said(state: np.void, action: int) -> str:
    """Returns an action in a history, which lacks the question that `describe` answers."""
    kind, position = decode(seki.ACTIONS, action)
    phase = int(state["phase"])
    if kind is seki.CARD and phase == seki.PASS_DRAWN:
        return _("{:trashes|trash} {card}, just drawn", card=card_word(position))
    if kind is seki.TARGET and phase == seki.TRADE_TARGET:
        return _("{:trades|trade} with {player}", player=_target(state, position))
    if kind is seki.STOP and phase != seki.PASS_DRAWN:
        return _("{:finishes|finish} choosing")
    if kind is seki.COPY:
        return _("{:activates|activate} NEW GRAD as {role}", role=_(seki.ROLE_NAMES[position]))
    return _("{:uses|use} the special trash") if kind is seki.SPECIAL else describe(state, action)


def _chosen(phase: int, card: int) -> str:
    """Returns the text of a choice of a card: `put 7b on the pile`."""
    word = card_word(card)
    if move := seki.PHASES[phase].move:
        return _(move, card=word)
    if seki.is_number(card):
        return _("{:trashes|trash} {card}", card=word)
    return _("{:uses|use} {card}", card=word)


def _symbol(phase: int, symbol: int) -> str:
    """Returns the text of a choice of a kind of symbol."""
    word = _(seki.KIND_NAMES[symbol])
    if phase == seki.MAGICIAN_KIND:
        return _("{:acts|act} as {symbol}", symbol=word)
    return _("{:takes|take} {symbol}", symbol=word)


def _target(state: np.void, position: int) -> str:
    """Returns the name of the player who is chosen."""
    return player_name(seat_after(state, int(state["to_move"]), position + 1))


def _is_shown(state: np.void, card: int) -> bool:
    """Whether all players see a card that is chosen in secret (SEKI-5.8, SEKI-7.3)."""
    excludes = state["phase"] in (seki.ANGLER_CARD, seki.MILLIONAIRE_NUMBER)
    if excludes and state["exclusion_face_up"]:
        return True
    return bool((excludes or state["phase"] == seki.EMPEROR_PICK) and state["marked"][card])


# The open table


def snapshot(state: np.void) -> dict[str, Any]:
    """Returns the open table as plain zones with card names, hidden cards included.

    Returns:
        A dict of JSON-able values: per player the hand, its frozen and its marked cards, the role
        with its panel, the place and the points; decks, graveyards and excluded cards; the pile;
        the player on turn and the question.
    """
    seats = range(int(state["num_players"]))
    over = bool(state["to_move"] == NOBODY)
    is_frozen, is_marked = state["frozen_by"] != NOBODY, state["marked"] == 1
    return {
        "hands": {player_name(seat): _cards(state, seat) for seat in seats},
        "frozen": {player_name(seat): _cards(state, seat, is_frozen) for seat in seats},
        "marked": {player_name(seat): _cards(state, seat, is_marked) for seat in seats},
        "roles": {
            player_name(seat): f"{_role(state, seat)}, {PANELS[state['panel'][seat]]}"
            for seat in seats
        },
        "places": {player_name(seat): int(state["place"][seat]) or None for seat in seats},
        "points": {player_name(seat): float(state["match_points"][seat]) for seat in seats},
        "number_deck": _stack(state, "number_deck", seki.NUMBER_DECK),
        "symbol_deck": _stack(state, "symbol_deck", seki.SYMBOL_DECK),
        "number_graveyard": _stack(state, "number_graveyard", seki.NUMBER_GRAVEYARD),
        "symbol_graveyard": _stack(state, "symbol_graveyard", seki.SYMBOL_GRAVEYARD),
        "excluded": _cards(state, seki.EXCLUDED),
        "in_use": card_name(state["in_use"]) if state["in_use"] != seki.NO_CARD else None,
        "top": int(state["top"]) if state["top_kind"] != seki.NONE else None,
        "top_kind": KINDS_OF_TOP[state["top_kind"]],
        "reversed": bool(state["reversed"]),
        "question": None if over else seki.PHASES[state["phase"]].question,
        "games_finished": int(state["game_number"]),
        **snapshot_of(seki.CELLS, state),
    }


def _cards(state: np.void, zone: int, among: np.ndarray | None = None) -> list[str]:
    cards = np.flatnonzero((state["zone"] == zone) & (among is None or among))
    return [card_name(int(card)) for card in cards]


def _role(state: np.void, seat: int) -> str:
    return seki.ROLE_NAMES[state["role"][seat]]


def _stack(state: np.void, field: str, zone: int) -> list[str]:
    return [card_name(card) for card in state[field][: state["zone_size"][zone]]]


# Words from views, for the scene and the news


def exactly(view: np.void, zone: int) -> np.ndarray:
    """Returns the cards that the viewer knows to be in a zone."""
    memory = view["memory"]
    return np.flatnonzero((memory[zone] == 1) & (memory.sum(axis=0) == 1))


def seat_at(view: np.void, seat: int, distance: int) -> str:
    """Returns the name of the player `distance` seats after the viewer."""
    return player_name((seat + distance) % int(view["num_players"]))


def points_so_far(view: np.void, distance: int) -> float:
    """Returns a player's points in the finished games of the match (SEKI-6.2, SEKI-6.3).

    The view has them less the mean of the table, and every finished game brings the same sum.
    """
    num_over = int(view["num_games"]) - int(view["games_left"]) - bool(view["on_turn"].any())
    mean = num_over * int(view["points"].sum()) / int(view["num_players"])
    fours, rest = int(view["standing"][distance]), int(view["standing_rest"][distance])
    return round((FOUR_POINTS * fours + rest) / SIXTIETHS + mean, 2)


def points_gained(before: np.void, after: np.void, distance: int) -> float:
    """Returns the points that a player got between two views of the same seat."""
    return round(points_so_far(after, distance) - points_so_far(before, distance), 2)


def _points_said(count: int, number: str) -> str:
    return _n("{number} point", "{number} points", count, number=number)


POINTS = Points(_points_said, points_so_far)
