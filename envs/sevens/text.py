"""Cards, actions and tables of Sevens as text."""

from typing import Any

import numpy as np

from ..core.game import ActionKind
from ..playing_cards import RANKS, SUITS, card_name, draw_hand, draw_layout, draw_legend
from .rules import (
    ACTIONS,
    EMPTY,
    HIGH,
    JOKER,
    JOKER_AT,
    NO_CELL,
    NUM_CARDS,
    NUM_RANKS,
    NUM_SUITS,
    PASS,
    PLAY,
    WILD,
    cell_beyond,
    has_pass_left,
    has_recovery,
    may_lay_joker,
    place,
)

DIRECTIONS = ("down", "up")
STATUS_WORDS = ("absent", "active", "finished", "eliminated")
LEGEND = {
    "[": "[ ] can be laid now",
    "(": "(9) laid, but not yet linked to a seven",
    "*": "* joker",
}


def decode(action: int) -> tuple[ActionKind, int]:
    """The kind of an action and its position in the kind's run."""
    kind = next(kind for kind in ACTIONS if action < kind.first + kind.count)
    return kind, int(action) - kind.first


def describe(state: np.void, action: int) -> str:
    """What a player says: `play H5`, `take joker at H5`, `joker at H5`, `fill H5 with H4`, `pass`.

    A slot without a frontier is named by its suit and direction: `joker at hearts down`.
    """
    kind, position = decode(action)
    if kind is PASS:
        return "pass"
    if kind is PLAY:
        recovers = state["layout"][position] == JOKER
        return ("take joker at " if recovers else "play ") + card_name(position)
    cell, direction = int(state["frontier"][position]), position % 2
    if cell == NO_CELL:
        return f"{kind.name} {SUITS[position // 2]} {DIRECTIONS[direction]}"
    if kind is JOKER_AT:
        return f"joker at {card_name(cell)}"
    beyond = cell_beyond(cell, direction, state["tunnel"])
    card = "nothing beyond" if beyond == NO_CELL else card_name(beyond)
    return f"fill {card_name(cell)} with {card}"


def why_illegal(state: np.void, action: int) -> str:
    """The clause that forbids an action to the seat to move."""
    kind, position = decode(action)
    seat = int(state["to_move"])
    if has_recovery(state, seat):
        return "a joker must be taken first (SEV-4.3d, SEV-5.3)."
    if kind is PASS:
        if not has_pass_left(state, seat):
            return f"all {state['pass_limit']} passes are used and a card can be laid (SEV-4.6)."
        return "a card can be laid, and only a player who can't lay any may pass (SEV-4.4)."
    if kind is PLAY:
        return _why_no_play(state, seat, position)
    return _why_no_joker(state, seat, kind, position)


def _why_no_play(state: np.void, seat: int, card: int) -> str:
    if state["layout"][card] != EMPTY:
        return f"{card_name(card)} is already occupied on the layout (SEV-4.3a)."
    if state["holder"][card] != seat:
        return f"{card_name(card)} is not in the hand (SEV-4.3a)."
    return f"{card_name(card)} is no frontier of a walk from a seven (SEV-4.1, SEV-4.3a)."


def _why_no_joker(state: np.void, seat: int, kind: ActionKind, slot: int) -> str:
    cell = int(state["frontier"][slot])
    if (kind is JOKER_AT) != (state["joker_use"] == WILD):
        return f"{kind.name} is not a move with this joker_use (SEV-4.3b, SEV-4.3c)."
    if state["hand_jokers"][seat] == 0:
        return "there is no joker in the hand (SEV-4.3b, SEV-4.3c)."
    if cell == NO_CELL:
        return "this walk has no frontier (SEV-4.1)."
    if state["holder"][cell] == seat:
        return f"{card_name(cell)} is in the own hand (SEV-9.8)."
    if kind is JOKER_AT and slot % 2 == HIGH and may_lay_joker(state, seat, slot - 1):
        return "both walks end at this cell; use the low slot (SEV-4.8)."
    return "the next card beyond is not in the own hand with its cell empty (SEV-4.3c)."


def snapshot(state: np.void) -> dict[str, Any]:
    """The open table as plain zones with card names: everything, hidden cards included.

    Returns:
        A dict of JSON-able values: the layout per suit from A to K (a card name, `joker`, or
        None), hands, passes used, status and place per player, whose turn it is (a player's name
        or None), and the public counters.
    """
    players = range(int(state["num_players"]))
    over = bool(state["to_move"] < 0)
    return {
        "layout": {
            SUITS[suit]: [_cell_name(state, suit * NUM_RANKS + rank) for rank in range(NUM_RANKS)]
            for suit in range(NUM_SUITS)
        },
        "frontiers": sorted({card_name(cell) for cell in state["frontier"] if cell != NO_CELL}),
        "hands": {f"player_{seat}": _hand(state, seat) for seat in players},
        "passes": {f"player_{seat}": int(state["passes"][seat]) for seat in players},
        "status": {f"player_{seat}": STATUS_WORDS[state["status"][seat]] for seat in players},
        "places": {f"player_{seat}": place(state, seat) for seat in players} if over else None,
        "to_move": None if over else f"player_{state['to_move']}",
        "first_player": f"player_{state['first_player']}",
        "idle": int(state["idle"]),
        "jokers_aside": int(state["jokers_aside"]),
    }


def _cell_name(state: np.void, cell: int) -> str | None:
    return (None, card_name(cell), "joker")[state["layout"][cell]]


def _hand(state: np.void, seat: int) -> list[str]:
    naturals = [card_name(card) for card in range(NUM_CARDS) if state["holder"][card] == seat]
    return naturals + ["joker"] * int(state["hand_jokers"][seat])


def draw(view: np.void, seat: int) -> str:
    """The table as a seat sees it, made from its view alone.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        Lines of text: the layout (a rank where its card lies, `·` where none does) with a legend
        of its other signs, the players, the own hand.
    """
    cells = [_draw_cell(view, cell) for cell in range(NUM_CARDS)]
    return "\n".join(
        [
            *draw_layout(range(NUM_SUITS), cells),
            *draw_legend(LEGEND, cells),
            "",
            *_draw_players(view, seat),
            f"hand of player_{seat}: {_draw_hand(view)}",
        ]
    )


def _draw_cell(view: np.void, cell: int) -> str:
    if view["joker"][cell]:
        return "*"
    if view["natural"][cell]:
        rank = RANKS[cell % NUM_RANKS]
        return rank if view["reachable"][cell] else f"({rank})"
    return "[ ]" if view["frontier"][cell] else "·"


def _draw_players(view: np.void, seat: int) -> list[str]:
    lines = []
    count = int(view["num_players"])
    for player in range(count):
        distance = (player - seat) % count
        marker = ">" if view["on_turn"][distance] else " "
        lines.append(f"{marker} player_{player}: {_status(view, distance)}")
    return lines


def _status(view: np.void, distance: int) -> str:
    if view["finished"][distance]:
        return f"finished, number {view['finished'][distance]} to go out"
    if view["eliminated"][distance]:
        return f"eliminated, number {view['eliminated'][distance]}"
    size, passes = int(view["hand_size"][distance]), int(view["passes"][distance])
    used = f"{passes} pass{'es' * (passes != 1)} used"
    if view["pass_limit"] >= 0:
        used = f"{passes} of {view['pass_limit']} passes used"
    text = f"{size} card{'s' * (size != 1)}, {used}"
    known = int(view["known_jokers"][distance])
    return text + (f", holds {known} joker{'s' * (known > 1)}" if known else "")


def _draw_hand(view: np.void) -> str:
    held = np.flatnonzero(view["hand"]).tolist()
    cards = [(card // NUM_RANKS, RANKS[card % NUM_RANKS]) for card in held]
    return draw_hand(cards, ["joker"] * int(view["hand_jokers"]))
