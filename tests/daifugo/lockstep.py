"""The kernels and the twin of Daifugo, and the translations between them."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np
import pytest

from fudaba.envs.daifugo import GAME
from fudaba.envs.daifugo import state as dfg

from ..tables import house_rules_of
from .twin import (
    RANKS,
    SUITS,
    Action,
    Twin,
    Zone,
)

MOST_PLAYERS = 5
PHASES = {
    dfg.SUITS: "suits",
    dfg.JOKER_FACES: "jokers",
    dfg.GIVE_CARD: "give card",
    dfg.GIVE_TO: "give to",
    dfg.CHANGE: "change",
    dfg.EX_UP: "exchange up",
    dfg.EX_DOWN: "exchange down",
}
KINDS = [None, "single", "lone joker", "set", "run"]
ZONES: list[Zone] = [*range(MOST_PLAYERS), "pile", "aside"]
SETS_OF_ZONES = [
    {zone for position, zone in enumerate(ZONES) if bits >> position & 1}
    for bits in range(1 << len(ZONES))
]
WORDS: list[Action] = [
    *(("single", rank) for rank in RANKS),
    ("lone joker",),
    *(("set", n, rank) for n in range(2, 7) for rank in RANKS),
    *(("run", n, lowest) for n in range(3, 14) for lowest in range(14 - n)),
    ("pass",),
    ("pass and draw",),
    *(("suit", suit) for suit in SUITS),
    *(("suits", frozenset(s for s in SUITS if bits >> s & 1)) for bits in range(16)),
    *(("joker suits", suits) for n in (1, 2) for suits in combinations_with_replacement(SUITS, n)),
    *(("joker positions", places) for n in (0, 1, 2) for places in combinations(range(13), n)),
    *(("card", card) for card in range(54)),
    ("stop",),
]
"""What the kernel's actions are in the words of the twin, up to those that choose a player."""


# The record of the kernels in the words of the twin


def in_words(state: np.void, action: int) -> Action:
    """One of the kernel's actions."""
    if action < len(WORDS):
        return WORDS[action]
    seat = int(state["to_move"]) + action - len(WORDS) + 1
    return ("player", seat % int(state["num_players"]))


def legal_actions(state: np.void) -> dict[Action, int]:
    """The kernel's legal actions, each with its id."""
    mask = np.zeros(GAME.num_actions, np.int8)
    count = GAME.kernels.legal(state, mask)
    actions = {in_words(state, action): action for action in np.flatnonzero(mask).tolist()}
    assert count == mask.sum() == len(actions), "one id per action, and the right count"
    return actions


def maybe(value: int) -> int | None:
    """None for what is written as -1."""
    return None if value < 0 else int(value)


def members(bits: int) -> set[int]:
    """The places of a number's bits."""
    return {place for place, bit in enumerate(reversed(f"{int(bits):b}")) if bit == "1"}


def flagged(flags: np.ndarray) -> set[int]:
    """The seats with a flag."""
    return set(np.flatnonzero(flags).tolist())


def multiset(suits: int) -> tuple[int, ...]:
    """The suits of a multiset in rising order."""
    return tuple(suit for suit in SUITS for _ in range(int(suits) >> 4 * suit & 15))


def play_suits(state: np.void, field: str) -> tuple[int, ...]:
    """A multiset of suits as DFG-4.3 has it: of a run its one suit."""
    suits = multiset(state[field])
    return suits[:1] if state["kind"] == dfg.RUN else suits


def descriptor(state: np.void) -> tuple[Any, ...] | None:
    """The play on the field (DFG-4.3)."""
    if state["kind"] == dfg.NONE:
        assert state["size"] == state["suits"] == 0 and state["rank"] == dfg.NO_RANK
        return None
    positions = tuple(sorted(members(state["joker_positions"])))
    jokers = positions if state["kind"] == dfg.RUN else multiset(state["joker_suits"])
    kind, rank = KINDS[state["kind"]], maybe(state["rank"])
    return kind, int(state["size"]), rank, play_suits(state, "suits"), jokers


def phase(state: np.void) -> str:
    """What is to be decided."""
    if state["to_move"] == dfg.NOBODY:
        return "over"
    if state["phase"] == dfg.SHAPE:
        return "lead" if state["kind"] == dfg.NONE else "follow"
    return PHASES[int(state["phase"])]


def chosen(state: np.void) -> list[Action]:
    """The choices made so far within a play or a gift."""
    if state["phase"] == dfg.GIVE_TO:
        return [("card", int(state["chosen_card"]))]
    if state["phase"] not in (dfg.SUITS, dfg.JOKER_FACES):
        return []
    kind, size, rank = (int(state[f"chosen_{name}"]) for name in ("kind", "size", "rank"))
    shape = ("single", rank) if kind == dfg.SINGLE else (KINDS[kind], size, rank)
    if state["phase"] == dfg.SUITS:
        return [shape]
    suits = members(state["chosen_suits"])
    return [shape, ("suits", frozenset(suits)) if kind == dfg.SET else ("suit", *suits)]


def order(places: np.ndarray) -> list[int]:
    """The seats with a place, first to last."""
    seats = {int(place): seat for seat, place in enumerate(places) if place > 0}
    assert sorted(seats) == list(range(1, len(seats) + 1)) and len(seats) == sum(places > 0)
    return [seats[place] for place in sorted(seats)]


def drawn_pile(state: np.void, size: int) -> list[int]:
    """The lowest cards of the deck in the order in which they are drawn."""
    return state["deck"][:size][::-1].tolist()


def table_of_kernel(state: np.void) -> dict[str, Any]:
    """Everything on the table."""
    count = int(state["num_players"])
    in_playoff = state["is_playoff"] == 1
    return {
        "to_move": maybe(state["to_move"]),
        "phase": phase(state),
        "chosen": chosen(state),
        "remaining": int(state["left_to_do"]),
        "hands": [members(hand) for hand in state["hands"][:count]],
        "sizes": state["hand_sizes"][:count].tolist(),
        "pile": drawn_pile(state, int(state["pile_size"])),
        "field": members(state["field"]),
        "discards": members(state["discards"]),
        "field play": descriptor(state),
        "owner": maybe(state["owner"]),
        "binding": play_suits(state, "bound") or None,
        "revolution": bool(state["revolution"]),
        "J-back": bool(state["j_back"]),
        "reversed": bool(dfg.is_reversed(state)),
        "passed": flagged(state["passed"]),
        "locked": flagged(state["locked"]),
        "stall": int(state["idle"]),
        "order": order(state["place"][:count]),
        "in": flagged(state["is_in"]),
        "participants": flagged(state["participant"]) if in_playoff else None,
        "ended by": maybe(state["ender"]),
        "starter": int(state["starter"]),
        "rounds": int(state["round"]),
        "last places": order(state["title"][:count]),
    }


def table_of_twin(twin: Twin) -> dict[str, Any]:
    """The same on the twin's side."""
    return {
        "to_move": twin.to_move,
        "phase": twin.phase,
        "chosen": twin.chosen,
        "remaining": twin.remaining,
        "hands": twin.hands,
        "sizes": [len(hand) for hand in twin.hands],
        "pile": twin.pile,
        "field": {*twin.field},
        "discards": {*twin.discards},
        "field play": twin.field_play and twin.field_play.descriptor,
        "owner": twin.owner,
        "binding": twin.binding,
        "revolution": twin.revolution,
        "J-back": twin.j_back,
        "reversed": twin.reversed,
        "passed": twin.passed,
        "locked": twin.locked,
        "stall": twin.stall,
        "order": twin.order,
        "in": {*twin._in()},
        "participants": None if twin.participants is None else {*twin.participants},
        "ended by": twin.ended_by,
        "starter": twin.starter,
        "rounds": len(twin.places),
        "last places": twin.places[-1] if twin.places else [],
    }


# The comparison


def compare_table(state: np.void, twin: Twin) -> None:
    """The cards, the players, the flags and the decision."""
    ours, theirs = table_of_kernel(state), table_of_twin(twin)
    if twin.over:  # the last round is done; what is left on the table means nothing
        ours, theirs = (
            {k: t[k] for k in ("phase", "rounds", "last places")} for t in (ours, theirs)
        )
    assert ours == theirs


def compare_counts(state: np.void, twin: Twin) -> None:
    """What everybody saw being done in the round (DFG-7.1)."""
    seen = Counter(event[:2] for event in twin.events)
    draws = [seen["pass and draw", seat] for seat in twin.seats]
    assert state["draws"][: twin.num_players].tolist() == draws
    passes = [seen["pass", seat] + draws[seat] for seat in twin.seats]
    assert state["passes"][: twin.num_players].tolist() == passes
    changes = [seen["change", seat] for seat in twin.seats]
    assert state["changes"][: twin.num_players].tolist() == changes
    gifts = np.zeros((MOST_PLAYERS, MOST_PLAYERS), int)
    for event in twin.events:
        if event[0] in ("give", "exchange"):
            gifts[event[1:]] += 1
    assert (state["gifts"] == gifts).all()


def compare_memory(state: np.void, twin: Twin) -> None:
    """What every seat remembers of every card (DFG-7.4)."""
    for seat in twin.seats:
        told = [SETS_OF_ZONES[code] for code in state["memory"][seat, : len(twin.pack)]]
        assert told == [twin.memory[seat][card] for card in twin.pack], seat


def compare(state: np.void, twin: Twin) -> dict[Action, int]:
    """Everything; returns the legal actions, each with its id."""
    compare_table(state, twin)
    legal = legal_actions(state)
    assert set(legal) == twin.legal()
    points = np.ones(GAME.max_players)
    GAME.kernels.score(state, points)
    nobody = [0.0] * (MOST_PLAYERS - twin.num_players)
    assert points.tolist() == pytest.approx(twin.scores() + nobody)
    if not twin.over:
        compare_counts(state, twin)
        compare_memory(state, twin)
    return legal


class Drawn:
    """The twin's luck: what the kernels have drawn, read off their table.

    Attributes:
        state: the kernels' table after the action, or after the first deal.
        met: how often each kind of luck was asked for.
    """

    def __init__(self, state: np.void, met: Counter[str]) -> None:
        self.state, self.met = state, met

    def deal(self, round_number: int) -> list[int]:
        """DFG-3.1: the hands come from the top of the deck, a card at a time."""
        assert self.state["round"] == round_number - 1
        count, size = int(self.state["num_players"]), int(self.state["hand_size"])
        cards = drawn_pile(self.state, 52 + int(self.state["num_jokers"]))
        hands = [cards[seat : count * size : count] for seat in range(count)]
        return [*(card for hand in hands for card in hand), *cards[count * size :]]

    def starter(self, round_number: int) -> int:
        """DFG-3.3."""
        return int(self.state["starter"])

    def playoff_starter(self, participants: Sequence[int]) -> int:
        """DFG-4.16."""
        self.met["a play-off's leader by lot"] += 1
        assert self.state["to_move"] in participants
        return int(self.state["to_move"])

    def lot(self, seats: Sequence[int]) -> list[int]:
        """DFG-4.16: if the round is over the places have become titles."""
        self.met["places by lot"] += 1
        places = self.state["place" if self.state["place"].any() else "title"]
        return sorted(seats, key=lambda seat: int(places[seat]))


def at_turn(state: np.void) -> Twin:
    """Returns a twin at the start of a turn on an empty field, as if the hands were just dealt."""
    table = table_of_kernel(state)
    rules = house_rules_of(GAME, state)
    return Twin.position(
        rules,
        table["hands"],
        chance=Drawn(state, Counter()),
        to_move=table["to_move"],
        pile=table["pile"],
        order=table["order"],
        starter=table["starter"],
        revolution=table["revolution"],
        j_back=table["J-back"],
    )


def set_up(state: np.void) -> None:
    """Returns None: only `at_turn` can set up a twin."""


def check_position(state: np.void, twin: Twin) -> None:
    """Compares the table, the legal actions, the points and what all seats remember."""
    compare(state, twin)


def carry_out(state: np.void, twin: Twin, action: int) -> None:
    """Carries out a kernel action on both sides, which must agree then."""
    wanted = in_words(state, action)
    GAME.kernels.apply(state, action)
    twin.chance = Drawn(state, Counter())
    twin.apply(wanted)
    check_position(state, twin)
