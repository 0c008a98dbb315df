"""Positions of Tyrant by the suits of cards, and a table to play on from them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fudaba.envs import NOBODY
from fudaba.envs.cards.counts import spread_out
from fudaba.envs.cards.french import SUIT_SIGNS
from fudaba.envs.core.words.reading import copied
from fudaba.envs.tyrant import GAME, rules
from fudaba.envs.tyrant import state as tyr
from fudaba.envs.tyrant.options import NUM_TRICKS
from fudaba.envs.tyrant.text.words import lead_name

from .. import tables
from . import lockstep

A, B, C, D = range(4)
LEAD_NAMES = [lead_name(lead) for lead in range(tyr.NUM_LEADS)]


def counts(names: str) -> list[int]:
    """The suit counts of `SSH`."""
    return [names.count(suit) for suit in tyr.SUITS]


def play_name(cards: str) -> str:
    """The name of a play: `play ♠ ♠ ♥, ♠ face up` for `HSS*`."""
    up = cards.find("*") - 1
    signs = " ".join(SUIT_SIGNS[suit] for suit in spread_out(counts(cards)))
    face_up = f", {SUIT_SIGNS[tyr.SUITS.index(cards[up])]} face up" if up >= 0 else ""
    return f"play {signs}{face_up}"


class Table(tables.TwinnedTable):
    """A table of Tyrant, followed by the twin where `position` has set it up."""

    game = GAME
    lockstep = lockstep

    def cards(self, field: str, seat: int) -> str:
        """The suits of a hand or a stock: `SSH`."""
        return "".join(tyr.SUITS[suit] for suit in spread_out(self.state[field][seat]))

    def plaza(self) -> tuple[int, ...]:
        """The columns."""
        return tuple(self.state["plaza"].tolist())

    def chips(self) -> list[int]:
        """The chips in front of the players."""
        return self.state["chips"][: len(self.seats)].tolist()

    @property
    def phase(self) -> str:
        """What is asked."""
        return tyr.PHASES[self.state["phase"]].name

    @property
    def marker(self) -> int:
        """Who holds the marker."""
        return int(self.state["marker"])

    @property
    def trick(self) -> int:
        """How many tricks are over."""
        return int(self.state["trick"])

    def winner(self, trick: int) -> int | None:
        """Who won a trick."""
        winner = int(self.state["winners"][trick])
        return None if winner == NOBODY else winner

    def play(self, cards: str, chips: str = "no chips") -> None:
        """Plays the cards `HSS*`, the one before the star face up, and lays chips where it can."""
        seat = self.to_move
        self.say(play_name(cards))
        if self.to_move == seat and self.phase == "TYRANT":
            self.say(chips)


opened = Table.opened


def position(
    hands: Sequence[str],
    leads: str,
    *,
    stocks: Sequence[str] = (),
    plaza: Sequence[int] = (0, 0, 0, 0),
    chips: Sequence[int] | None = None,
    aces: str = "SHDC",
    marker: int = 0,
    passed: Sequence[int] = (),
    won: Mapping[int, str] | None = None,
    **options: Any,
) -> Table:
    """The start of a trick, before its hands are formed.

    Args:
        hands: The hands by the suits of their cards, as `SSH`.
        leads: The lead cards that are left, `HK DQ`, this trick's first.
        stocks: The stocks, likewise; by default empty.
        plaza: The columns.
        chips: The chips in front of the players, by default all.
        aces: The aces of the seats 0, 1, ... by suit.
        marker: Who holds the marker.
        passed: Who passed in the previous trick.
        won: Lead cards won by seat, `{0: "SJ SQ"}`; the others before are won by nobody.
        **options: House rules by name.
    """
    state = tables.new_state(GAME, {"num_players": len(hands), **options})
    tyr.start_game(state)
    left = leads.split()
    state["trick"], state["marker"], state["started"] = NUM_TRICKS - len(left), marker, marker
    owners = {lead: seat for seat, names in (won or {}).items() for lead in names.split()}
    unused = [lead for lead in LEAD_NAMES if lead not in owners and lead not in left]
    order = ([*owners, *unused][: state["trick"]]) + left
    order += [lead for lead in LEAD_NAMES if lead not in order]
    state["leads"] = [LEAD_NAMES.index(lead) for lead in order]
    for trick in range(int(state["trick"])):
        state["winners"][trick] = owners.get(order[trick], NOBODY)
    for seat, hand in enumerate(hands):
        state["hands"][seat] = counts(hand)
        state["stocks"][seat] = counts(stocks[seat]) if stocks else 0
        state["chips"][seat] = chips[seat] if chips else state["chips_per_player"]
        state["refills"][seat, 0] = len(hand)
    for seat in passed:
        state["deeds"][seat, state["trick"] - 1] = tyr.PASSED
    state["aces"] = [tyr.SUITS.index(suit) for suit in aces]
    state["plaza"] = plaza
    held = state["hands"].sum(axis=0) + state["stocks"].sum(axis=0)
    state["seen"] = np.maximum(tyr.COPIES[len(hands)] - held, 0)
    state["phase"] = tyr.SELECT if state["trick"] else tyr.PLAY
    table, before = Table(state), copied(state)
    rules.move_on(state, 0)
    table.follow(lambda _: lockstep.at_trick(before))
    return table
