"""Cards, actions and open tables of Tyrant as text."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...cards.counts import spread_out
from ...cards.french import SUIT_SIGNS
from ...core.contract.cells import snapshot_of
from ...core.contract.fields import ActionKind, decode
from ...core.kit.seats import NOBODY, player_name
from ...core.scene.scene import plural
from ...core.words.reading import copied
from .. import state as tyr
from ..options import MOST_CHIPS
from ..rules import hands
from ..state import Play


def lead_name(lead: int, names: Sequence[str] = tyr.SUITS) -> str:
    """Returns a lead card's name, suit before rank.

    >>> lead_name(0), lead_name(5), lead_name(5, SUIT_SIGNS)
    ('SJ', 'HK', '♥K')
    """
    return names[lead // tyr.NUM_RANKS] + tyr.RANKS[lead % tyr.NUM_RANKS]


def suits_words(suits: Sequence[int], names: Sequence[str] = tyr.SUITS) -> str:
    """Returns suits as `S H H`, or with other names `♠ ♥ ♥`."""
    return " ".join(names[suit] for suit in suits)


def play_words(play: Play) -> str:
    """Returns a play as `S H` or `S H H, H up`."""
    cards = suits_words(play.suits)
    return cards if play.face_up == tyr.NO_SUIT else f"{cards}, {tyr.SUITS[play.face_up]} up"


def chips_words(number: int, suit: int, names: Sequence[str] = tyr.SUITS) -> str:
    """Returns chips on a suit as `2 chips on H`, or with other names `2 chips on ♥`."""
    return f"{plural(number, 'chip')} on {names[suit]}"


def describe(state: np.void, action: int) -> str:
    """Returns an action's words: `keep 3 S`, `play S H H, H up`, `2 chips on H`, `settle S`.

    Suits are letters, which a person can type; what others hear has their signs.
    """
    kind, position = decode(tyr.ACTIONS, action)
    if kind in tyr.KEEP:
        return f"keep {position} {tyr.SUITS[tyr.KEEP.index(kind)]}"
    if kind in (tyr.SINGLE, tyr.PAIR, tyr.TRIPLE):
        return f"play {play_words(tyr.PLAYS[action - tyr.FIRST_PLAY])}"
    return _open_words(kind, position, tyr.SUITS)


def announce(state: np.void, action: int) -> str:
    """Returns the words that other players hear: new hands, and cards face up (TYR-7.2)."""
    kind, position = decode(tyr.ACTIONS, action)
    if kind in tyr.KEEP:
        return _hand_words(state, action)
    if kind not in (tyr.SINGLE, tyr.PAIR, tyr.TRIPLE):
        return _open_words(kind, position, SUIT_SIGNS)
    suits, face_up = tyr.PLAYS[action - tyr.FIRST_PLAY]
    words = f"play {plural(len(suits), 'card')}"
    return words if face_up == tyr.NO_SUIT else f"{words}, {SUIT_SIGNS[face_up]} face up"


def _open_words(kind: ActionKind, position: int, names: Sequence[str]) -> str:
    """Returns the words of a move without secrets: `2 chips on ♥`, `settle ♠`."""
    if kind is tyr.CHIPS:
        suit, number = divmod(position, MOST_CHIPS)
        return chips_words(number + 1, suit, names)
    if kind is tyr.SETTLE_SUIT:
        return f"settle {names[position]}"
    return kind.name


def _hand_words(state: np.void, action: int) -> str:
    """Returns `take up 6 cards` for the step that completes a hand; empty for the others."""
    table, seat = copied(state), int(state["to_move"])
    if not hands.keep(table, action):
        return ""
    return f"take up {plural(int(table['hands'][seat].sum()), 'card')}"


def _letters(counts: np.ndarray) -> list[str]:
    """Returns counts by suit as letters: `["S", "H", "H"]`."""
    return [tyr.SUITS[suit] for suit in spread_out(counts)]


def snapshot(state: np.void) -> dict[str, Any]:
    """Returns the open table as plain zones, hidden cards included.

    Returns:
        A dict of JSON-able values: hands, stocks, plays of the trick and aces by player, as suits;
        the cards on the plaza and those removed unseen, and the chips on suits, as numbers by suit;
        the lead cards to come in their order, those won by player; chips in front, the marker, the
        trick from 1 on, the player on turn and the phase; at the end totals and purged players.
    """
    players = {player_name(seat): seat for seat in range(int(state["num_players"]))}
    is_over, trick = state["to_move"] == NOBODY, int(state["trick"])
    return {
        **{zone: {name: _letters(state[zone][seat]) for name, seat in players.items()}
           for zone in ("hands", "stocks")},
        "plays": {} if is_over else {
            name: _letters(state["plays"][seat, trick])
            for name, seat in players.items()
            if state["sizes"][seat, trick]
        },
        "aces": {name: tyr.SUITS[state["aces"][seat]] for name, seat in players.items()},
        **{zone: dict(zip(tyr.SUITS, state[zone].tolist(), strict=True))
           for zone in ("plaza", "aside", "chips_on")},
        "leads": [lead_name(lead) for lead in state["leads"][trick : len(state["winners"])]],
        "won": {name: [lead_name(state["leads"][number])
                       for number in np.flatnonzero(state["winners"] == seat)]
                for name, seat in players.items()},
        "trick": trick + 1,
        "phase": None if is_over else tyr.PHASES[state["phase"]].name.lower(),
        **snapshot_of(tyr.CELLS, state),
        "purged": [name for name, seat in players.items() if state["purged"][seat]],
    }  # fmt: skip
