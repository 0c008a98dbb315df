"""Positions of Sevens by the names of their cards, and a table to play on from them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fudaba.envs import NOBODY
from fudaba.envs.cards.french import NUM_CARDS, SUITS, card_name
from fudaba.envs.cards.laying import ACTIVE, ELIMINATED, FINISHED
from fudaba.envs.cards.laying_words import STATUS_WORDS
from fudaba.envs.core.kit.places import shared_place
from fudaba.envs.sevens import GAME
from fudaba.envs.sevens.rules import begin, clear_table, find_decision, standings, update_walks
from fudaba.envs.sevens.state import EMPTY, JOKER, JOKER_CARD, NATURAL, NO_CELL

from .. import tables
from . import lockstep

IDS = {"joker": JOKER_CARD} | {card_name(card): card for card in range(NUM_CARDS)}
SEVENS = "S7 H7 D7 C7"


def cards(names: str) -> list[int]:
    """The ids of `S6 H8-10 joker`: names of cards, and runs within a suit."""
    ids: list[int] = []
    for name in names.split():
        first, _, last = name.partition("-")
        ids += range(IDS[first], IDS[name[0] + last if last else first] + 1)
    return ids


def card(name: str) -> int:
    """The id of `S6`, `H10` or `joker`."""
    return IDS[name]


def name_of(cell: int) -> str | None:
    """A cell's name, None for no cell."""
    return None if cell == NO_CELL else card_name(cell)


class Table(tables.TwinnedTable):
    """A table of Sevens, followed by the twin."""

    game = GAME
    lockstep = lockstep

    def hand(self, seat: int) -> str:
        """The names of a hand's cards in rising order, jokers last."""
        return " ".join(GAME.words.snapshot(self.state)["hands"][f"player_{seat}"])

    def frontiers(self, suit: str) -> tuple[str | None, str | None]:
        """The cells where the low and the high walk of a suit end."""
        first = 2 * SUITS.index(suit)
        low, high = self.state["frontier"][first : first + 2]
        return name_of(low), name_of(high)

    def reached(self, names: str) -> list[bool]:
        """Whether walks run through these cells."""
        return [bool(self.state["reachable"][cell]) for cell in cards(names)]

    def lies(self, names: str) -> list[str]:
        """What lies on these cells: `empty`, `natural` or `joker`."""
        words = {EMPTY: "empty", NATURAL: "natural", JOKER: "joker"}
        return [words[int(self.state["layout"][cell])] for cell in cards(names)]

    def laid_by(self, names: str) -> list[int]:
        """Who laid what lies on these cells."""
        return [int(self.state["laid_by"][cell]) for cell in cards(names)]

    def status(self) -> list[str]:
        """`active`, `finished` or `eliminated` per player."""
        count = int(self.state["num_players"])
        return [STATUS_WORDS[code] for code in self.state["status"][:count]]

    def per_player(self, field: str) -> list[int]:
        """A field of the state record with one entry per seat."""
        return [int(value) for value in self.state[field][: int(self.state["num_players"])]]

    def places(self) -> list[float]:
        """The place per player."""
        assert self.to_move is None
        count = int(self.state["num_players"])
        return [shared_place(standings(self.state), count, seat) for seat in range(count)]


def new_state(options: Mapping[str, Any]) -> np.void:
    """An empty record with the options written in."""
    state = tables.new_state(GAME, options)
    state["to_move"] = NOBODY
    return state


def hand_out(state: np.void, hands: Sequence[Sequence[int]]) -> None:
    """Puts cards into the hands; what is in no hand is held by nobody."""
    state["holder"][:] = NOBODY
    for seat, hand in enumerate(hands):
        state["hand_size"][seat] = len(hand)
        state["hand_jokers"][seat] = list(hand).count(JOKER_CARD)
        for held in hand:
            if held != JOKER_CARD:
                state["holder"][held] = seat


def hands_by_name(hands: Sequence[str], out: str = "") -> list[list[int]]:
    """Hands by the names of their cards; the one hand that starts with `rest` has what is left."""
    held = [cards(hand.removeprefix("rest")) for hand in hands]
    gone = {*cards(out), *(card for hand in held for card in hand)}
    for hand, words in zip(held, hands, strict=True):
        if words.startswith("rest"):
            hand += [card for card in range(NUM_CARDS) if card not in gone]
    return held


def dealt(hands: Sequence[str], **options: Any) -> Table:
    """A game that starts from these dealt hands, sevens included (SEV-3.2)."""
    state = new_state({"num_players": len(hands), **options})
    hand_out(state, hands_by_name(hands))
    begin(state)
    return Table(state)


def position(
    out: str,
    hands: Sequence[str],
    *,
    to_move: int = 0,
    passes: Sequence[int] = (),
    finished: Sequence[int] = (),
    eliminated: Sequence[int] = (),
    jokers_on: str = "",
    idle: int = 0,
    **options: Any,
) -> Table:
    """A position in mid-game, moved on to the next decision.

    Args:
        out: The naturals on the layout besides the sevens, laid by seat 0.
        hands: The hands by the names of their cards; one may be `rest`, what is left, or
            `rest joker`.
        to_move: The seat on turn; eliminated at once if it can't act.
        passes: Passes used per seat; those left out have used none.
        finished: The seats that are finished, first to last.
        eliminated: The seats that are eliminated, first to last.
        jokers_on: The cells where jokers lie, laid by seat 0.
        idle: Passes since the last card was laid.
        **options: House rules by name.
    """
    state = new_state({"num_players": len(hands), **options})
    held = hands_by_name(hands, f"{SEVENS} {out}")
    clear_table(state)
    hand_out(state, held)
    for cell in range(NUM_CARDS):
        if state["holder"][cell] == NOBODY:
            state["layout"][cell], state["laid_by"][cell] = NATURAL, 0
            state["naturals_held"] -= 1
    for cell in cards(jokers_on):
        state["layout"][cell], state["laid_by"][cell] = JOKER, 0
    state["passes"][: len(passes)] = passes
    state["idle"] = idle
    for status, field, seats in [
        (FINISHED, "num_finished", finished),
        (ELIMINATED, "num_eliminated", eliminated),
    ]:
        for order, seat in enumerate(seats, start=1):
            assert state["status"][seat] == ACTIVE and not held[seat]
            state["status"][seat], state["order"][seat] = status, order
        state[field] = len(seats)
    state["num_active"] -= len(finished) + len(eliminated)
    used = sum(hand.count(JOKER_CARD) for hand in held) + len(cards(jokers_on))
    state["jokers_aside"] = state["jokers"] - used
    for suit in range(len(SUITS)):
        update_walks(state, suit)
    find_decision(state, to_move - 1)
    return Table(state)
