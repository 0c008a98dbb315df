"""Positions of Killer Sevens by the names of their cards, and a table to play on from them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from fudaba.envs import NOBODY
from fudaba.envs.cards.french import NUM_CARDS, card_name
from fudaba.envs.cards.laying import FINISHED
from fudaba.envs.killer_sevens import GAME
from fudaba.envs.killer_sevens.board import GRID, board_of
from fudaba.envs.killer_sevens.rules import (
    begin,
    cell_of,
    clear_table,
    deal,
    find_decision,
    order_rows,
    update_grid,
)

from .. import tables
from . import lockstep

NAMES = [card_name(card) for card in range(NUM_CARDS)]
IDS = {name: card for card, name in enumerate(NAMES)}
SEVENS = "S7 H7 D7 C7"
LEFT_HALF = "SA-6 HA-6 DA-6 CA-6"
RIGHT_HALF = "S8-K H8-K D8-K C8-K"


def cards(names: str) -> set[str]:
    """The names in `S6 H8-10`: names of cards, and runs within a suit."""
    found: set[str] = set()
    for name in names.split():
        first, _, last = name.partition("-")
        found |= set(NAMES[IDS[first] : IDS[name[0] + last if last else first] + 1])
    return found


def all_but(names: str, free: str) -> str:
    """These cards without some of them."""
    return " ".join(sorted(cards(names) - cards(free)))


class Table(tables.TwinnedTable):
    """A table of Killer Sevens, followed by the twin."""

    game = GAME
    lockstep = lockstep

    def say(self, *texts: str) -> None:
        """Carries out decisions, one after the other."""
        for text in texts:
            assert text in self.legal()
            super().say(text)

    def laid(self) -> set[str]:
        """The cards on the grid."""
        return {name for row in self._snapshot()["grid"].values() for name in row if name}

    def dead(self) -> set[str]:
        """The cards that can never be laid."""
        return set(self._snapshot()["dead"])

    def playable(self) -> set[str]:
        """The cards that may be laid now."""
        return set(self._snapshot()["playable"])

    def hand(self, seat: int) -> set[str]:
        """The cards of a hand, dead ones too."""
        return set(self._snapshot()["hands"][f"player_{seat}"])

    def status(self) -> list[str]:
        """`active`, `finished` or `eliminated` per player."""
        return list(self._snapshot()["status"].values())

    def held(self) -> list[int]:
        """The cards held at the end, per player."""
        return list(self._snapshot()["held"].values())

    def places(self) -> list[float]:
        """The place per player, at the end."""
        return list(self._snapshot()["places"].values())

    def per_player(self, field: str) -> list[int]:
        """A field of the state record with one entry per seat."""
        return [int(self.state[field][seat]) for seat in self.seats]

    def laid_by(self, name: str) -> int:
        """Who laid a card."""
        return int(self.state["laid_by"][cell_of(self.state, IDS[name])])

    def _snapshot(self) -> dict[str, Any]:
        return GAME.words.snapshot(self.state)


def new_state(**options: Any) -> np.void:
    """An empty record with the options written in and the rows in order."""
    state = tables.new_state(GAME, options)
    state["to_move"] = NOBODY
    order_rows(state)
    return state


def opened(seed: int, **options: Any) -> Table:
    """A dealt game at its first decision."""
    state = new_state(**options)
    state["rng"] = seed
    deal(state)
    return Table(state)


def hand_out(state: np.void, hands: Sequence[str], out: str) -> None:
    """Fills the hands; the one hand that starts with `rest` has what is in no other and not out."""
    held = [cards(hand.removeprefix("rest")) for hand in hands]
    left = set(NAMES) - cards(out) - set().union(*held)
    for seat, words in enumerate(hands):
        names = held[seat] | (left if words.startswith("rest") else set())
        state["hands"][seat] = board_of([cell_of(state, IDS[name]) for name in names])
        state["hand_size"][seat] = len(names)


def dealt(hands: Sequence[str], **options: Any) -> Table:
    """A game that starts from these dealt hands, sevens included (KIL-3.1)."""
    state = new_state(num_players=len(hands), **options)
    hand_out(state, hands, "")
    begin(state)
    return Table(state)


def position(
    out: str,
    hands: Sequence[str],
    *,
    to_move: int = 0,
    passes: Sequence[int] = (),
    idle: int = 0,
    **options: Any,
) -> Table:
    """A position in mid-game without eliminations so far, moved on to the next decision.

    Args:
        out: The laid cards besides the sevens, laid by seat 0. What is in no hand is laid too.
        hands: The hands by the names of their cards; one may be `rest`, what is left. Players
            without cards are finished.
        to_move: The seat on turn; eliminated at once if it has to be.
        passes: Passes used per seat; those left out have used none.
        idle: Passes since the last card was laid.
        **options: House rules by name.
    """
    state = new_state(num_players=len(hands), **options)
    clear_table(state)
    hand_out(state, hands, f"{SEVENS} {out}")
    state["laid"] = GRID
    for seat in range(len(hands)):
        state["laid"] &= ~state["hands"][seat]
        if state["hand_size"][seat] == 0:
            state["status"][seat] = FINISHED
    for cell in range(NUM_CARDS):
        if state["laid"] & board_of([cell]):
            state["laid_by"][cell], state["left_at"][cell] = 0, 0
    state["passes"][: len(passes)] = passes
    state["idle"] = idle
    update_grid(state)
    find_decision(state, to_move - 1)
    return Table(state)


def grid(out: str, **options: Any) -> Table:
    """A position with the sevens and these cards laid; who holds the free ones is all the same."""
    return position(out, ["rest", ""], **options)
