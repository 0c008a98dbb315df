"""Cards, actions and tables of SEKI as text."""

from typing import Any

import numpy as np

from ..core.game import NOBODY, ActionKind
from .state import (
    ACTIONS,
    ACTIVATE,
    ACTIVATED,
    ALCHEMIST_DECLARE,
    ALCHEMIST_FIRST,
    ALCHEMIST_SECOND,
    ANGLER_CARD,
    ANGLER_GRAVE,
    BACK,
    CARD,
    COPY,
    DECLARE,
    DIG_UP_NUMBER,
    DISCARD_CARD,
    EMPEROR_PICK,
    EXCLUDED,
    FARMER_FIRST,
    FARMER_SECOND,
    FARMER_THIRD,
    GAMBLER_DISCARD,
    GAMBLER_GUESS,
    GUESS,
    HACKER_PICK,
    HUNTER_GIVE,
    HUNTER_TAKE,
    KIND,
    KIND_NAMES,
    MAGICIAN_KIND,
    MILLIONAIRE_NUMBER,
    NEW_GRAD,
    NONE,
    NUM_CARDS,
    NUM_NUMBERS,
    NUMBER_DECK,
    PASS,
    PASS_DRAWN,
    POLICE_BACK,
    POLICE_TARGET,
    STOP,
    SYMBOL_DECK,
    SYMBOL_GRAVEYARD,
    TARGET,
    TRADE_AGAIN,
    TRADE_CARD,
    TRADE_TARGET,
    TURN,
    beats,
    is_free,
    number_of,
    seat_after,
)

ROLE_NAMES = (
    "ALCHEMIST",
    "ANGLER",
    "EMPEROR",
    "FORTUNE TELLER",
    "GAMBLER",
    "HACKER",
    "HUNTER",
    "MAGICIAN",
    "MILLIONAIRE",
    "NEW GRAD",
    "POLICE OFFICER",
    "THIEF",
    "FARMER",
)
COPY_NAMES = ("a", "b", "c", "d")
DECLARATIONS = ("sum", "difference")
GUESSES = ("1 to 4", "6 to 9", "0 or 5")
BACKS = ("a face-down card", "a face-down number", "a face-down symbol")
KINDS_OF_TOP = ("none", "natural", "declared", "ghost")
PANELS = ("face down", "come out", "activated")
DEEDS = ("nothing yet", "trashed", "used a symbol", "activated", "passed", "reset")
TURN_WORDS = {
    TRADE_CARD: "choose the card to trade",
    TRADE_TARGET: "choose whom to trade with",
    TRADE_AGAIN: "choose a card to trade, or stop",
    DISCARD_CARD: "choose the card to discard",
    DIG_UP_NUMBER: "choose the number to put on the pile",
    ALCHEMIST_FIRST: "choose the number that goes below, or stop",
    ALCHEMIST_SECOND: "choose the number that goes on top",
    ALCHEMIST_DECLARE: "declare the sum or the difference",
    ANGLER_CARD: "choose the card to exclude",
    ANGLER_GRAVE: "choose the card to take",
    EMPEROR_PICK: "choose the card to keep",
    GAMBLER_GUESS: "guess the top of the number deck",
    GAMBLER_DISCARD: "choose the card to discard",
    HACKER_PICK: "choose what to freeze",
    HUNTER_GIVE: "choose symbols to give, then stop",
    HUNTER_TAKE: "choose a kind to take",
    MAGICIAN_KIND: "choose the symbol to act as",
    MILLIONAIRE_NUMBER: "choose the number to exclude",
    POLICE_TARGET: "choose whose card to mark",
    POLICE_BACK: "choose the back of the card to mark",
    FARMER_FIRST: "trash, pass, or the special trash",
    FARMER_SECOND: "choose the first of two cards, or stop",
    FARMER_THIRD: "choose the second card, or stop",
    PASS_DRAWN: "trash the drawn card or keep it",
}
# Points whose chosen card the others do not see, or not yet.
SECRET_CHOICES = (
    TRADE_CARD,
    TRADE_AGAIN,
    ALCHEMIST_FIRST,
    ALCHEMIST_SECOND,
    ANGLER_CARD,
    EMPEROR_PICK,
    HUNTER_GIVE,
    MILLIONAIRE_NUMBER,
)
CHOOSING = {
    TRADE_CARD: "trade",
    TRADE_AGAIN: "trade",
    DISCARD_CARD: "discard",
    DIG_UP_NUMBER: "dig up with",
    ALCHEMIST_FIRST: "put below",
    ALCHEMIST_SECOND: "put on top",
    ANGLER_CARD: "exclude",
    ANGLER_GRAVE: "take",
    EMPEROR_PICK: "keep",
    GAMBLER_DISCARD: "discard",
    HACKER_PICK: "freeze",
    HUNTER_GIVE: "give",
    MILLIONAIRE_NUMBER: "exclude",
}


def card_name(card: int) -> str:
    """The face of a card and which copy it is: `7b`, `TRADE c`, `DISCARD`."""
    if card < NUM_NUMBERS:
        return f"{number_of(card)}{COPY_NAMES[card % 4]}"
    kind = (card - NUM_NUMBERS) // 4
    return KIND_NAMES[kind] + (f" {COPY_NAMES[card % 4]}" if card < NUM_CARDS - 1 else "")


def decode(action: int) -> tuple[ActionKind, int]:
    """The kind of an action and its position in the kind's run."""
    kind = next(kind for kind in ACTIONS if action < kind.first + kind.count)
    return kind, int(action) - kind.first


def describe(state: np.void, action: int) -> str:
    """What a player says: `trash 7b`, `use TRADE c`, `activate THIEF`, `pass`, `stop`, ..."""
    kind, position = decode(action)
    point = int(state["point"])
    if kind is CARD:
        return f"{_verb(point, position)} {card_name(position)}"
    if kind is STOP:
        return "keep the drawn card" if point == PASS_DRAWN else "stop"
    if kind is ACTIVATE:
        return f"activate {ROLE_NAMES[state['role'][state['to_move']]]}"
    if kind is COPY:
        return f"activate as {ROLE_NAMES[position]}"
    if kind is TARGET:
        return f"choose player_{seat_after(state, int(state['to_move']), position + 1)}"
    words = {DECLARE: DECLARATIONS, GUESS: GUESSES, BACK: BACKS, KIND: KIND_NAMES}
    if kind in words:
        return f"{_choice_verb(kind, point)} {words[kind][position]}"
    return kind.name


def announce(state: np.void, action: int) -> str:
    """What the others see of an action: cards that only the mover sees go unnamed (SEKI-7.2)."""
    kind, position = decode(action)
    point = int(state["point"])
    if kind is CARD and point in SECRET_CHOICES:
        excludes = point in (ANGLER_CARD, MILLIONAIRE_NUMBER)
        if not excludes or not (state["exclusion_face_up"] or state["marked"][position]):
            return f"{CHOOSING[point]} a card"
    if kind is KIND and point == HUNTER_TAKE:
        return "take a symbol"
    return describe(state, action)


def _verb(point: int, card: int) -> str:
    if point in CHOOSING:
        return CHOOSING[point]
    return "trash" if card < NUM_NUMBERS else "use"


def _choice_verb(kind: ActionKind, point: int) -> str:
    if kind is BACK:
        return "mark" if point == POLICE_BACK else "freeze"
    if kind is KIND:
        return "act as" if point == MAGICIAN_KIND else "take"
    return kind.name


def why_illegal(state: np.void, action: int) -> str:
    """The clause that forbids an action to the seat to move."""
    kind, position = decode(action)
    point = int(state["point"])
    if point != TURN:
        return f"the choice is another one now: {TURN_WORDS[point]} (SEKI-4.4)."
    if kind is CARD:
        return _why_no_card(state, int(state["to_move"]), position)
    if kind is PASS:
        return "after a reset a pass is allowed only if nothing else is (SEKI-4.9)."
    if kind is ACTIVATE or kind is COPY:
        return _why_no_activation(state, int(state["to_move"]), kind)
    return "a turn is TRASH, USE, ACTIVATE or PASS (SEKI-4.4)."


def _why_no_card(state: np.void, seat: int, card: int) -> str:
    name = card_name(card)
    if state["zone"][card] != seat:
        return f"{name} is not in the hand (SEKI-4.5)."
    if not is_free(state, card, seat):
        return f"{name} is frozen (SEKI-5.7)."
    if card < NUM_NUMBERS:
        if not beats(state, number_of(card)):
            return f"{name} does not beat the pile (SEKI-4.1)."
        return "a 0 can't be trashed as the last card (SEKI-4.5)."
    if state["after_reset"] == 1 and state["reset_flip"] == 1:
        return "after a reset that turns up a card only TRASH and PASS are allowed (SEKI-4.9)."
    if state["zone_size"][seat] < 2:
        return "a symbol can't be used as the last card (SEKI-4.6)."
    return f"{name} would have no effect (SEKI-4.6)."


def _why_no_activation(state: np.void, seat: int, kind: ActionKind) -> str:
    if state["panel"][seat] == ACTIVATED:
        return "the panel is activated already (SEKI-4.7)."
    if state["bonus"] == 1:
        return "a role's bonus turn has no activation (SEKI-4.4)."
    if state["after_reset"] == 1 and state["reset_flip"] == 1:
        return "after a reset that turns up a card only TRASH and PASS are allowed (SEKI-4.9)."
    if (kind is COPY) != (state["role"][seat] == NEW_GRAD):
        return "NEW GRAD copies a role, and everybody else activates the own one (SEKI-5.15)."
    return "the condition of the role does not hold (SEKI-4.7)."


def snapshot(state: np.void) -> dict[str, Any]:
    """The open table as plain zones."""
    count = int(state["num_players"])
    right, mover = int(state["right"]), int(state["to_move"])
    return {
        "players": [_player(state, seat) for seat in range(count)],
        "number_deck": _stack(state, "number_deck", NUMBER_DECK),
        "symbol_deck": _stack(state, "symbol_deck", SYMBOL_DECK),
        "number_graveyard": _stack(state, "number_graveyard", NUMBER_DECK + 2),
        "symbol_graveyard": _stack(state, "symbol_graveyard", SYMBOL_GRAVEYARD),
        "excluded": _cards(state, EXCLUDED),
        "in_use": card_name(state["in_use"]) if state["in_use"] >= 0 else None,
        "top": int(state["top"]) if state["top_kind"] != NONE else None,
        "top_kind": KINDS_OF_TOP[state["top_kind"]],
        "right": None if right == NOBODY else right,
        "reversed": bool(state["reversed"]),
        "to_move": None if mover == NOBODY else mover,
        "no_progress": int(state["no_progress"]),
        "turns": int(state["turns"]),
        "games_finished": int(state["game_number"]),
    }


def _player(state: np.void, seat: int) -> dict[str, Any]:
    frozen = [
        card_name(card)
        for card in range(NUM_CARDS)
        if state["zone"][card] == seat and state["frozen_by"][card] != NOBODY
    ]
    marked = [
        card_name(card)
        for card in range(NUM_CARDS)
        if state["zone"][card] == seat and state["marked"][card]
    ]
    return {
        "hand": _cards(state, seat),
        "frozen": frozen,
        "marked": marked,
        "role": ROLE_NAMES[state["role"][seat]],
        "panel": PANELS[state["panel"][seat]],
        "place": int(state["place"][seat]) or None,
        "points": float(state["match_points"][seat]),
    }


def _cards(state: np.void, zone: int) -> list[str]:
    return [card_name(card) for card in range(NUM_CARDS) if state["zone"][card] == zone]


def _stack(state: np.void, field: str, zone: int) -> list[str]:
    return [card_name(card) for card in state[field][: state["zone_size"][zone]]]


def draw(view: np.void, seat: int) -> str:
    """The table as a seat sees it.

    Args:
        view: The view record of the seat.
        seat: Its number, for the players' names.
    """
    direction = "REVERSED: lower beats" if view["reversed"] else "NORMAL: higher beats"
    top = f"{view['top'] - 1} ({KINDS_OF_TOP[view['top_kind']]})" if view["top"] else "empty"
    depth = view["depth"]
    pile = sorted(np.flatnonzero(depth), key=lambda card: -int(depth[card]))
    lines = [
        f"pile {top}, {direction}; graveyard: {_names(pile)}",
        f"number deck {view['deck_size'][0]}, symbol deck {view['deck_size'][1]}; "
        f"symbol graveyard: {_names(np.flatnonzero(view['memory'][SYMBOL_GRAVEYARD]))}; "
        f"excluded: {_names(exactly(view, EXCLUDED))}",
    ]
    lines += [_deck_line(view)] if view["deck_order"].any() or view["deck_top"] else []
    lines += [_player_line(view, seat, distance) for distance in range(view["num_players"])]
    lines.append(_question(view))
    return "\n".join(lines)


def _deck_line(view: np.void) -> str:
    parts = []
    if view["deck_top"]:
        parts.append(f"the next number is {view['deck_top'] - 1}")
    if view["deck_order"].any():
        kinds = [KIND_NAMES[kind - 1] for kind in view["deck_order"] if kind]
        parts.append(f"the symbol deck from its top: {', '.join(kinds)}")
    return "you know: " + "; ".join(parts)


def _names(cards: Any) -> str:
    return " ".join(card_name(int(card)).replace(" ", "-") for card in cards) or "none"


def exactly(view: np.void, zone: int) -> np.ndarray:
    """Cards that the viewer knows to be in a zone."""
    memory = view["memory"]
    return np.flatnonzero((memory[zone] == 1) & (memory.sum(axis=0) == 1))


def _player_line(view: np.void, seat: int, distance: int) -> str:
    count = int(view["num_players"])
    words = [f"player_{(seat + distance) % count}{' (you)' if distance == 0 else ''}:"]
    role = np.flatnonzero(view["role"][distance])
    name = ROLE_NAMES[role[0]] if len(role) else "?"
    words.append(f"{name} ({PANELS[view['panel'][distance]]}),")
    words.append(f"{view['hand_size'][distance]} cards,")
    if view["frozen_count"][distance]:
        words.append(f"{view['frozen_count'][distance]} frozen,")
    words.append(f"{DEEDS[view['last_did'][distance]]}")
    if view["right"][distance]:
        words.append("[reset right]")
    if view["place"][distance]:
        words.append(f"[place {view['place'][distance]}]")
    if view["on_turn"][distance]:
        words.append("<- to move")
    known = exactly(view, distance)
    hand = f"\n    {_hand(view, known)}" if len(known) else ""
    return " ".join(words) + hand


def _hand(view: np.void, cards: np.ndarray) -> str:
    names = []
    for card in cards:
        name = card_name(int(card)).replace(" ", "-")
        name += "*" if view["marked"][card] else ""
        names.append(f"({name})" if view["frozen"][card] else name)
    return " ".join(names)


def _question(view: np.void) -> str:
    if not view["on_turn"].any():
        return "the game is over"
    point = int(view["point"].argmax())
    words = TURN_WORDS.get(point, "trash, use, activate or pass")
    if point == TURN and view["bonus"]:
        words = "bonus turn: trash, use or pass"
    elif point == TURN and view["after_reset"]:
        words = "after the reset: " + words
    if view["pool"].any():
        words += f"; the pool: {_names(np.flatnonzero(view['pool']))}"
    if view["chosen"].any():
        words += f"; chosen: {_names(np.flatnonzero(view['chosen']))}"
    return words
