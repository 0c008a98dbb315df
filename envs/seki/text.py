"""Cards, actions and tables of SEKI as text."""

from typing import Any, get_args

import numpy as np

from ..core.game import NOBODY, ActionKind
from ..core.lines import wrapped
from .options import Role
from .state import (
    ACTIONS,
    ACTIVATE,
    ALCHEMIST_DECLARE,
    ALCHEMIST_FIRST,
    ALCHEMIST_SECOND,
    ANGLER_CARD,
    ANGLER_GRAVE,
    BACK,
    CARD,
    COPIES,
    COPY,
    DECLARE,
    DIG_UP_NUMBER,
    DISCARD,
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
    NO_CARD,
    NONE,
    NUMBER_DECK,
    NUMBER_GRAVEYARD,
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
    is_number,
    kind_of,
    number_of,
    seat_after,
)

ROLE_NAMES = tuple(role.replace("_", " ") for role in get_args(Role))
COPY_NAMES = ("a", "b", "c", "d")
DECLARATIONS = ("sum", "difference")
GUESSES = ("1 to 4", "6 to 9", "0 or 5")
BACKS = ("a face-down card", "a face-down number", "a face-down symbol")
KINDS_OF_TOP = ("none", "natural", "declared", "ghost")
PANELS = ("face down", "come out", "activated")
DEEDS = ("nothing yet", "trashed", "used a symbol", "activated", "passed", "reset")
QUESTIONS = {
    TURN: "trash, use, activate or pass",
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
    HACKER_PICK: "freeze a card",
    HUNTER_GIVE: "choose symbols to give, then stop",
    HUNTER_TAKE: "choose a kind to take",
    MAGICIAN_KIND: "choose the symbol to act as",
    MILLIONAIRE_NUMBER: "choose the number to exclude",
    POLICE_TARGET: "choose whose card to mark",
    POLICE_BACK: "mark a number or a symbol",
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
EXCLUDING = (ANGLER_CARD, MILLIONAIRE_NUMBER)
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
    copy = COPY_NAMES[card % COPIES]
    if is_number(card):
        return f"{number_of(card)}{copy}"
    return KIND_NAMES[kind_of(card)] + (f" {copy}" if kind_of(card) != DISCARD else "")


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
    if kind is CARD and point in SECRET_CHOICES and not _is_shown(state, point, position):
        return f"{CHOOSING[point]} a card"
    if kind is KIND and point == HUNTER_TAKE:
        return "take a symbol"
    return describe(state, action)


def _is_shown(state: np.void, point: int, card: int) -> bool:
    """Whether all see the card that is chosen move (SEKI-5.8, 7.3)."""
    if point in EXCLUDING and state["exclusion_face_up"]:
        return True
    return point in (*EXCLUDING, EMPEROR_PICK) and bool(state["marked"][card])


def _verb(point: int, card: int) -> str:
    if point in CHOOSING:
        return CHOOSING[point]
    return "trash" if is_number(card) else "use"


def _choice_verb(kind: ActionKind, point: int) -> str:
    if kind is BACK:
        return "mark" if point == POLICE_BACK else "freeze"
    if kind is KIND:
        return "act as" if point == MAGICIAN_KIND else "take"
    return kind.name


def snapshot(state: np.void) -> dict[str, Any]:
    """The open table as plain zones with card names: everything, hidden cards included.

    Returns:
        A dict of JSON-able values: per player the hand, its frozen and its marked cards, the role
        with its panel, the place and the points; decks, graveyards and what is excluded; the pile,
        and whose decision it is about what.
    """
    seats = range(int(state["num_players"]))
    over = bool(state["to_move"] == NOBODY)
    right = int(state["right"])
    is_frozen, is_marked = state["frozen_by"] != NOBODY, state["marked"] == 1
    return {
        "hands": {f"player_{seat}": _cards(state, seat) for seat in seats},
        "frozen": {f"player_{seat}": _cards(state, seat, is_frozen) for seat in seats},
        "marked": {f"player_{seat}": _cards(state, seat, is_marked) for seat in seats},
        "roles": {
            f"player_{seat}": f"{ROLE_NAMES[state['role'][seat]]}, {PANELS[state['panel'][seat]]}"
            for seat in seats
        },
        "places": {f"player_{seat}": int(state["place"][seat]) or None for seat in seats},
        "points": {f"player_{seat}": float(state["match_points"][seat]) for seat in seats},
        "number_deck": _stack(state, "number_deck", NUMBER_DECK),
        "symbol_deck": _stack(state, "symbol_deck", SYMBOL_DECK),
        "number_graveyard": _stack(state, "number_graveyard", NUMBER_GRAVEYARD),
        "symbol_graveyard": _stack(state, "symbol_graveyard", SYMBOL_GRAVEYARD),
        "excluded": _cards(state, EXCLUDED),
        "in_use": card_name(state["in_use"]) if state["in_use"] != NO_CARD else None,
        "top": int(state["top"]) if state["top_kind"] != NONE else None,
        "top_kind": KINDS_OF_TOP[state["top_kind"]],
        "right": None if right == NOBODY else f"player_{right}",
        "reversed": bool(state["reversed"]),
        "to_move": None if over else f"player_{state['to_move']}",
        "question": None if over else QUESTIONS[int(state["point"])],
        "no_progress": int(state["no_progress"]),
        "turns": int(state["turns"]),
        "games_finished": int(state["game_number"]),
    }


def _cards(state: np.void, zone: int, among: np.ndarray | None = None) -> list[str]:
    cards = np.flatnonzero((state["zone"] == zone) & (among is None or among))
    return [card_name(int(card)) for card in cards]


def _stack(state: np.void, field: str, zone: int) -> list[str]:
    return [card_name(card) for card in state[field][: state["zone_size"][zone]]]


def draw(view: np.void, seat: int) -> str:
    """The table as a seat sees it.

    Args:
        view: The view record of the seat.
        seat: Its number, for the players' names.
    """
    lines = _table_lines(view)
    for distance in range(view["num_players"]):
        lines.append(_player_line(view, seat, distance))
        known = exactly(view, distance)
        lines += [f"      known: {_hand(view, known)}"] if distance and len(known) else []
    lines += _match_lines(view, seat)
    lines.append(f"hand of player_{seat}: {_hand(view, np.flatnonzero(view['hand']))}")
    lines.append(question(view, seat))
    return "\n".join(map(wrapped, lines))


def _table_lines(view: np.void) -> list[str]:
    """The pile, the decks, and what lies in the open."""
    direction = "REVERSED: lower beats" if view["reversed"] else "NORMAL: higher beats"
    top = f"{view['top'] - 1} ({KINDS_OF_TOP[view['top_kind']]})" if view["top"] else "empty"
    numbers, symbols = view["deck_size"]
    zones = {
        "number graveyard": pile(view),
        "symbol graveyard": np.flatnonzero(view["memory"][SYMBOL_GRAVEYARD]).tolist(),
        "excluded": exactly(view, EXCLUDED).tolist(),
    }
    lines = [f"pile {top}, {direction}; number deck {numbers}, symbol deck {symbols}"]
    lines += [f"{name}: {card_names(cards)}" for name, cards in zones.items() if cards]
    return lines + ([_deck_line(view)] if view["deck_order"].any() or view["deck_top"] else [])


def pile(view: np.void) -> list[int]:
    """The number graveyard from its bottom to its top."""
    depth = view["depth"]
    return sorted(np.flatnonzero(depth).tolist(), key=lambda card: -int(depth[card]))


def exactly(view: np.void, zone: int) -> np.ndarray:
    """Cards that the viewer knows to be in a zone."""
    memory = view["memory"]
    return np.flatnonzero((memory[zone] == 1) & (memory.sum(axis=0) == 1))


def known_order(view: np.void) -> list[int]:
    """The kinds of the symbol deck from its top, empty if the viewer does not know them."""
    return [int(kind) - 1 for kind in view["deck_order"] if kind]


def question(view: np.void, seat: int) -> str:
    """What is asked of the player on turn, and what he has chosen as far as the viewer knows."""
    if not view["on_turn"].any():
        return "the game is over"
    point = int(view["point"].argmax())
    words = _question_of_turn(view) if point == TURN else QUESTIONS[point]
    if point in (HACKER_PICK, POLICE_BACK):
        words += f" of {player_name(view, seat, int(view['victim'].argmax()))}"
    for name in ("in_use", "pool", "offered", "chosen"):
        if view[name].any():
            cards = "drawn" if point == PASS_DRAWN else name.replace("_", " ")
            words += f"; {cards}: {card_names(np.flatnonzero(view[name]))}"
    return words


def _question_of_turn(view: np.void) -> str:
    """What may be done: less in a bonus turn, and less still on a pile just turned up."""
    deeds = "trash, use or pass" if view["bonus"] else QUESTIONS[TURN]
    if view["after_reset"]:
        return "after the reset: " + ("trash or pass" if view["reset_flip"] else deeds)
    return f"bonus turn: {deeds}" if view["bonus"] else deeds


def _deck_line(view: np.void) -> str:
    parts = []
    if view["deck_top"]:
        parts.append(f"the next number is {view['deck_top'] - 1}")
    if view["deck_order"].any():
        kinds = ", ".join(KIND_NAMES[kind] for kind in known_order(view))
        parts.append(f"the symbol deck from its top: {kinds}")
    return "known: " + "; ".join(parts)


def card_names(cards: Any) -> str:
    """Cards in a row: `7b TRADE-c`."""
    return " ".join(card_name(int(card)).replace(" ", "-") for card in cards)


def player_name(view: np.void, seat: int, distance: int) -> str:
    """The name of the player so many seats after the viewer."""
    return f"player_{(seat + distance) % int(view['num_players'])}"


def panel_words(view: np.void, distance: int) -> tuple[str, str]:
    """A player's role and his panel: `?`, `face down`; `NEW GRAD`, `activated as THIEF`."""
    role, panel = np.flatnonzero(view["role"][distance]), PANELS[view["panel"][distance]]
    name = ROLE_NAMES[role[0]] if len(role) else "?"
    if name == ROLE_NAMES[NEW_GRAD] and view["copied"].any():
        panel += f" as {ROLE_NAMES[view['copied'].argmax()]}"
    return name, panel


def _player_line(view: np.void, seat: int, distance: int) -> str:
    name, panel = panel_words(view, distance)
    size, deed = int(view["hand_size"][distance]), view["last_did"][distance]
    words = [f"{name} ({panel})", f"{size} card{'s' * (size != 1)}"]
    if view["distinct_backs"]:
        words.append(f"symbols among them: {view['symbol_count'][distance]}")
    if view["frozen_count"][distance]:
        words.append(_frozen_words(view, seat, distance))
    words += [DEEDS[deed]] if deed else []
    line = "> " if view["on_turn"][distance] else "  "
    line += f"{player_name(view, seat, distance)}: {', '.join(words)}"
    line += " [reset right]" * int(view["right"][distance])
    return line + (f" [place {view['place'][distance]}]" if view["place"][distance] else "")


def _frozen_words(view: np.void, seat: int, distance: int) -> str:
    """`2 frozen by player_0 and player_3`; `1 frozen by player_0 (symbol)` with distinct backs."""
    names = []
    for freezer in np.flatnonzero(view["frozen_from"][distance]):
        back = "symbol" if view["frozen_from"][distance, freezer] == 2 else "number"
        name = player_name(view, seat, int(freezer))
        names.append(f"{name} ({back})" if view["distinct_backs"] else name)
    return f"{view['frozen_count'][distance]} frozen by {' and '.join(names)}"


def _hand(view: np.void, cards: np.ndarray) -> str:
    """Cards of a hand: (frozen) and face up*."""
    names = []
    for card in cards:
        name = card_names([card]) + "*" * int(view["marked"][card])
        names.append(f"({name})" if view["frozen"][card] else name)
    return " ".join(names) or "none"


def _match_lines(view: np.void, seat: int) -> list[str]:
    """How near the game is to its end without progress, and the match so far (SEKI-6.3, 6.4)."""
    lines = []
    if view["no_progress"] and view["on_turn"].any():
        in_game = np.count_nonzero(view["place"][: view["num_players"]] == 0)
        end = int(view["stall_rounds"]) * in_game
        lines.append(f"turns without progress: {view['no_progress']}, {end} end the game")
    if view["num_games"] > 1:
        points = points_words(view, seat, view["standing"])
        lines.append(f"games left: {view['games_left']}; points: {points}")
    return lines


def points_words(view: np.void, seat: int, standing: np.ndarray) -> str:
    """Everybody's points, given as hundreds, ones and sixtieths: `player_0 3, player_1 1.33`."""
    points = standing[: view["num_players"]] @ (100, 1, 1 / 60)
    return ", ".join(f"{player_name(view, seat, d)} {round(p, 2):g}" for d, p in enumerate(points))
