"""The kernels and the twin of Tyrant, and the translations between them."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from fudaba.envs import NOBODY
from fudaba.envs.core.contract.fields import LARGEST_COUNT
from fudaba.envs.tyrant import GAME
from fudaba.envs.tyrant import state as tyr
from fudaba.envs.tyrant.options import MOST_CHIPS, NUM_TRICKS

from ..tables import house_rules_of, points_of
from .twin import NONE, Action, Card, Counts, Twin

KINDS = ("", "pass", "hard pass", "skip", "cards")
PHASES = ("SELECT", "PLAY", "TYRANT", "SETTLE")


class ChanceOfTable:
    """The luck that the kernels had at the deal."""

    def __init__(self, state: np.void) -> None:
        self.state = state.copy()

    def leads(self, cards: Sequence[Card]) -> list[Card]:
        """TYR-3.1: those that are removed stand at the end of the record."""
        leads = [lead_card(lead) for lead in self.state["leads"].tolist()]
        return leads[NUM_TRICKS:] + leads[:NUM_TRICKS]

    def aces(self, suits: Sequence[int]) -> list[int]:
        """TYR-3.2."""
        aces: list[int] = self.state["aces"].tolist()
        return aces

    def numbers(self, suits: Sequence[int]) -> list[int]:
        """TYR-3.3, 3.4."""
        seats = range(int(self.state["num_players"]))
        dealt = [self.state["hands"][seat] + self.state["stocks"][seat] for seat in seats]
        piles = [self.state["plaza"], self.state["aside"], *dealt]
        return [suit for pile in piles for suit in np.repeat(np.arange(4), pile).tolist()]

    def start_player(self, num_players: int) -> int:
        """TYR-3.5."""
        return int(self.state["marker"])


def lead_card(lead: int) -> Card:
    """A lead card in the words of the twin."""
    suit, rank = divmod(int(lead), tyr.NUM_RANKS)
    return suit, rank + 1


def counts(row: np.ndarray) -> Counts:
    """Suit counts in the words of the twin."""
    return tuple(row.tolist())


def translated(action: int) -> Action:
    """A kernel action in the words of the twin."""
    kind, position = GAME.decode(action)
    if kind in tyr.KEEP:
        return ("SELECT", position)
    if kind is tyr.CHIPS:
        suit, number = divmod(position, MOST_CHIPS)
        return ("TYRANT", suit, number + 1)
    if kind is tyr.SETTLE_SUIT:
        return ("SETTLE", position)
    if kind in (tyr.PASS, tyr.NO_CHIPS):
        return ("PASS",) if kind is tyr.PASS else ("NOTHING",)
    suits, face_up = tyr.PLAYS[action - tyr.FIRST_PLAY]
    shown = None if face_up == tyr.NO_SUIT else face_up
    return ("PLAY", tuple(suits.count(suit) for suit in range(4)), shown)


class Known:
    """What a seat's view says, in the words of the twin."""

    def __init__(self, view: np.void, seat: int) -> None:
        self.view = view
        self.count = int(view["num_players"])
        self.seat = seat
        self.trick = int(view["trick"])
        self.phase = PHASES[view["phase"].argmax()] if view["on_turn"].any() else None
        self.settles = self.phase == "SETTLE"

    def row(self, seat: int) -> int:
        """The row of a seat."""
        return (seat - self.seat) % self.count

    def by_seat(self, field: str) -> list[Any]:
        """A field with one number for each player, seat 0 first."""
        return [int(self.view[field][self.row(seat)]) for seat in range(self.count)]

    def flagged(self, field: str) -> list[int]:
        """The seats with a flag."""
        return [seat for seat, flag in enumerate(self.by_seat(field)) if flag]

    @property
    def is_set_up(self) -> bool:
        """Whether first hands are formed."""
        return self.trick == 0 and self.phase == "SELECT"

    def winner(self, trick: int) -> int | None:
        """Who won a trick."""
        number = int(self.view["winners"][trick])
        return (self.seat + number - 1) % self.count if number else None

    def has_cards(self, trick: int) -> bool:
        """Whether anybody played cards in a trick."""
        return bool(self.view["sizes"][:, trick].any())

    def case(self, trick: int) -> str | None:
        """TYR-4.10 to 4.12."""
        if trick == self.trick:
            return "nobody followed" if self.settles else None
        if self.winner(trick) is not None:
            return "won"
        return "nobody followed" if self.has_cards(trick) else "nobody played"

    def is_revealed(self, trick: int) -> bool:
        """TYR-4.8, 4.12."""
        case, shows_all = self.case(trick), self.view["no_follow_reveal"] == tyr.ALL_CARDS
        return case == "won" or (case == "nobody followed" and bool(shows_all))

    def act(self, seat: int, trick: int) -> dict[str, Any] | None:
        """What a player did."""
        view, place = self.view, (self.row(seat), trick)
        deed = int(view["deeds"][place])
        if deed == tyr.NOTHING_YET:
            return None
        laid = int(view["laid"][place])
        return {
            "kind": KINDS[deed],
            "number": int(view["sizes"][place]),
            "face_up": suit_or_none(view["faces_up"][place]),
            "chips": (int(view["targets"][place]) - 1, laid) if laid else None,
            "cards": counts(view["plays"][place]) if self.is_revealed(trick) else None,
            "settled": suit_or_none(view["settled"][place]),
        }

    def told(self, trick: int) -> dict[str, Any]:
        """TYR-7.5: a trick as everybody remembers it."""
        acts = {seat: self.act(seat, trick) for seat in range(self.count)}
        refills = {seat: int(self.view["refills"][self.row(seat), trick])
                   for seat in range(self.count)}  # fmt: skip
        return {
            "lead": lead_card(self.view["leads"][trick] - 1),
            "refills": {seat: size for seat, size in refills.items() if size and trick},
            "acts": {seat: act for seat, act in acts.items() if act is not None},
            "case": self.case(trick),
            "winner": self.winner(trick) if trick < self.trick else None,
        }

    def fame(self, seat: int) -> list[tuple[Card, Counts]]:
        """TYR-4.10: lead card and number cards of each trick won."""
        piles = []
        for trick in range(self.trick):
            if self.winner(trick) == seat:
                plays = self.view["plays"][: self.count, trick]
                losers = np.delete(plays, self.row(seat), axis=0)
                cards = plays.sum(axis=0) - (losers > 0).sum(axis=0)
                piles.append((lead_card(self.view["leads"][trick] - 1), counts(cards)))
        return piles

    def public(self) -> dict[str, Any]:
        """TYR-7.1, 7.2."""
        view, is_over = self.view, self.phase is None
        gone = self.trick + self.settles
        leads = [lead_card(lead - 1) for lead in view["leads"] if lead]
        chips = sum(self.by_seat("chips")) + int(view["chips_on"].sum())
        return {
            "to_move": None if is_over else self.flagged("on_turn")[0],
            "phase": self.phase,
            "marker": self.flagged("marker")[0],
            "trick": 0 if self.is_set_up else min(self.trick + 1, NUM_TRICKS),
            "lead_row": leads[gone:],
            "leads_in_pile": NUM_TRICKS - len(leads),
            "removed_leads": [lead for trick, lead in enumerate(leads[:gone])
                              if self.winner(trick) is None],
            "plaza": counts(view["plaza"]),
            "chips": self.by_seat("chips"),
            "chips_on_suits": counts(view["chips_on"]),
            "discard": self.count * int(view["chips_per_player"]) - chips,
            "fame": [self.fame(seat) for seat in range(self.count)],
            "hand_sizes": self.by_seat("hand_sizes"),
            "stock_sizes": self.by_seat("stock_sizes"),
            "passed": self.flagged("must_play"),
            "hard_passed": [seat for seat in range(self.count)
                            if (view["deeds"][self.row(seat)] == tyr.HARD_PASSED).any()],
            "current": None if is_over or self.is_set_up else self.told(self.trick),
            "history": [self.told(trick) for trick in range(self.trick)],
            "all_aces": [int(view["aces"][self.row(seat)].argmax()) for seat in range(self.count)]
            if is_over else None,
        }  # fmt: skip

    def own(self) -> dict[str, Any]:
        """TYR-7.3."""
        view = self.view
        is_laid = self.trick < NUM_TRICKS and not view["settled"][0, self.trick]
        dealt = view["hand"] + view["stock"] + view["plays"][0].sum(axis=0, dtype=np.int8)
        step = int(view["step"].argmax()) if view["step"].any() else 0
        return {
            "ace": int(view["ace"].argmax()),
            "dealt": counts(dealt),
            "hand": counts(view["hand"]),
            "stock": counts(view["stock"]),
            "table": counts(view["plays"][0, self.trick]) if is_laid else NONE,
            "chosen": view["kept"].tolist()[:step],
            "seen": counts(tyr.COPIES[self.count] - view["unseen"]),
            "unseen": counts(view["unseen"]),
        }


def suit_or_none(code: int) -> int | None:
    """A suit of a view, 0 for none."""
    return int(code) - 1 if code else None


def with_cards_taken_up(view: dict[str, Any]) -> dict[str, Any]:
    """What the twin says that a seat knows, without hands formed of an empty stock.

    The twin notes a refill of no cards. The record of the kernels has none, and nobody learns less:
    who has passed and what the stocks hold is public. It takes a first hand of all 16 cards.
    """
    told = [*view["history"], *([view["current"]] if view["current"] else [])]
    for trick in told:
        trick["refills"] = {seat: size for seat, size in trick["refills"].items() if size}
    return view


def check_agreement(state: np.void, twin: Twin) -> dict[Action, int]:
    """All that each seat knows, the legal actions, which it returns, and the points."""
    for seat in twin.seats:
        known = Known(GAME.view(state, seat), seat)
        assert {**known.public(), **known.own()} == with_cards_taken_up(twin.view(seat))
    mask = np.zeros(GAME.num_actions, np.int8)
    count = GAME.kernels.legal(state, mask)
    legal = {translated(action): action for action in np.flatnonzero(mask).tolist()}
    assert count == mask.sum() == len(legal), "one id per action, and the right count"
    assert legal.keys() == twin.legal()
    points = np.zeros(GAME.max_players)
    GAME.kernels.score(state, points)
    assert points[: len(twin.seats)].tolist() == pytest.approx(twin.scores())
    return legal


def check_end(state: np.void, twin: Twin) -> None:
    """The totals and the purge (TYR-6.5, 6.6)."""
    known = Known(GAME.view(state, 0), 0)
    assert known.by_seat("totals") == [min(total, LARGEST_COUNT) for total in twin.totals]
    assert set(known.flagged("purged")) == twin.purged


# What a position that was set up by hand leaves out: the tricks before it.
OF_THE_PAST = ("history", "removed_leads", "discard", "dealt", "seen", "unseen")


def check_position(state: np.void, twin: Twin) -> None:
    """Compares the table, the own cards of each seat, the legal actions and the points.

    The tricks before a position are not there on either side.
    """
    for seat in twin.seats:
        known = Known(GAME.view(state, seat), seat)
        ours, theirs = {**known.public(), **known.own()}, with_cards_taken_up(twin.view(seat))
        differing = {name: (ours[name], theirs[name]) for name in ours.keys() - {*OF_THE_PAST}
                     if ours[name] != theirs[name]}  # fmt: skip
        assert not differing, f"kernels, twin: {differing}"
    assert {translated(action) for action in GAME.legal_actions(state)} == twin.legal()
    assert points_of(GAME, state) == pytest.approx(twin.scores())
    if twin.over:
        check_end(state, twin)


def at_trick(state: np.void) -> Twin:
    """Returns a twin at the start of a trick, before anything is done in it."""
    seats, trick = range(int(state["num_players"])), int(state["trick"])
    fame: list[list[tuple[Card, Counts]]] = [[] for _ in seats]
    for before in range(trick):
        if state["winners"][before] != NOBODY:
            fame[state["winners"][before]].append((lead_card(state["leads"][before]), NONE))
    return Twin.position(
        house_rules_of(GAME, state),
        [counts(hand) for hand in state["hands"][: len(seats)]],
        stocks=[counts(stock) for stock in state["stocks"][: len(seats)]],
        leads=[lead_card(lead) for lead in state["leads"][trick:NUM_TRICKS]],
        chips=state["chips"][: len(seats)].tolist(),
        plaza=counts(state["plaza"]),
        marker=int(state["marker"]),
        passed={seat for seat in seats if trick and state["deeds"][seat, trick - 1] == tyr.PASSED},
        aces=state["aces"][: len(seats)].tolist(),
        fame=fame,
    )


def set_up(state: np.void) -> None:
    """Returns None: only `at_trick` can set up a twin."""


def carry_out(state: np.void, twin: Twin, action: int) -> None:
    """Carries out a kernel action on both sides, which must agree then."""
    GAME.kernels.apply(state, action)
    twin.apply(translated(action))
    check_position(state, twin)
