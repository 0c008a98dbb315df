"""The kernels and the twin of SEKI, and the translations between them."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

from fudaba.envs.core.words.reading import copied
from fudaba.envs.seki import GAME
from fudaba.envs.seki.options import ROLES
from fudaba.envs.seki.state import (
    ACTIVATE_ACTION,
    ACTIVATED,
    ANY_BACK,
    DIFFERENCE_ACTION,
    FACE_DOWN,
    FIRST_COPY,
    FIRST_GUESS,
    FIRST_KIND,
    FIRST_TARGET,
    HUNTER_GIVE,
    NOBODY,
    NUM_CARDS,
    NUM_NUMBERS,
    NUMBER_BACK,
    NUMBER_DECK,
    NUMBER_GRAVEYARD,
    PASS_ACTION,
    SPECIAL_ACTION,
    STOP_ACTION,
    SUM_ACTION,
    SYMBOL_BACK,
    SYMBOL_DECK,
    SYMBOL_GRAVEYARD,
    TURN,
)

from ..tables import house_rules_of
from .twin import Action, Twin

KINDS = ["REVERSE", "TRADE", "DIG_UP", "DISCARD"]
KINDS_OF_TOP = ["none", "natural", "declared", "ghost"]
DECKS = ["ND", "SD", "NG", "SG", "EX", "ASIDE"]
PHASES = ["TURN", "PASS_DRAWN", "OWN_CARD", "TARGET", "OWN_CARD?", "OWN_CARD", "OWN_NUMBER"]
PHASES += ["ALCH_1", "ALCH_2", "ALCH_OP", "OWN_CARD", "GRAVE", "EMP_PICK", "GUESS"]
PHASES += ["GAMB_DISCARD", "HACK_PICK", "HUNT_GIVE", "HUNT_TAKE", "MAGIC_KIND", "OWN_NUMBER"]
PHASES += ["POL_TARGET", "POL_PICK", "FARM_1", "FARM_2", "FARM_3"]
PLAIN_ACTIONS = {
    "PASS": PASS_ACTION,
    "KEEP": STOP_ACTION,
    "DECLINE": STOP_ACTION,
    "STOP": STOP_ACTION,
    "SUM": SUM_ACTION,
    "DIFFERENCE": DIFFERENCE_ACTION,
    "SPECIAL": SPECIAL_ACTION,
    "HACK_FACE_DOWN": ANY_BACK,
    "HACK_FACE_DOWN_NUMBER": NUMBER_BACK,
    "HACK_FACE_DOWN_SYMBOL": SYMBOL_BACK,
    "POL_FACE_DOWN_NUMBER": NUMBER_BACK,
    "POL_FACE_DOWN_SYMBOL": SYMBOL_BACK,
}


class Seen:
    """The twin's chance: what the kernels have drawn, read off their table.

    Attributes:
        before: the table before the action.
        after: the table after it, with no next game dealt.
        dealt: the table after it, with the next game dealt if one has begun.
    """

    def __init__(self, state: np.void) -> None:
        self.before = self.after = self.dealt = state

    def look(self, before: np.void, dealt: np.void, action: int) -> None:
        """Notes what an action has made of a table."""
        self.before, self.after, self.dealt = before, copied(before), dealt
        self.after["num_games"] = before["game_number"] + 1
        GAME.kernels.apply(self.after, action)

    def deal(
        self, number_ids: Sequence[int], symbol_ids: Sequence[int], roles: Sequence[str]
    ) -> tuple[list[int], list[int], list[str]]:
        """SEKI-3.1."""
        hands = zones_of(self.dealt)[: self.dealt["num_players"]]
        numbers = [card for hand in hands for card in hand if card < NUM_NUMBERS]
        symbols = [card for hand in hands for card in hand if card >= NUM_NUMBERS]
        panels = [ROLES[role] for role in self.dealt["role"] if role >= 0]
        aside = [role for role in roles if role not in panels]
        numbers += stack(self.dealt, "number_deck", NUMBER_DECK)
        symbols += stack(self.dealt, "symbol_deck", SYMBOL_DECK)
        return numbers, symbols, panels + aside

    def parent(self, num_players: int) -> int:
        """SEKI-3.2."""
        return int(self.dealt["parent"])

    def pick(self, kind: str, candidates: Sequence[int], **context: Any) -> int:
        """SEKI-4.17: the one card that has changed its hand, has been frozen or marked."""
        field = {"trade": "zone", "hacker": "frozen_by", "police": "marked"}[kind]
        changed = self.before[field] != self.after[field]
        (card,) = [card for card in candidates if changed[card]]
        return card

    def shuffle(self, kind: str, cards: Sequence[int], **context: Any) -> list[int]:
        """SEKI-4.17."""
        if kind == "hunter":
            return stack(self.after, "symbol_deck", SYMBOL_DECK)
        return [
            card
            for seat, _ in context["shares"]
            for card in cards
            if self.after["zone"][card] == seat
        ]


def zones_of(state: np.void) -> list[list[int]]:
    """The cards of every zone in rising order."""
    return [np.flatnonzero(state["zone"] == zone).tolist() for zone in range(11)]


def stack(state: np.void, field: str, zone: int) -> list[int]:
    """The cards of a deck or graveyard, its top last."""
    return state[field][: state["zone_size"][zone]].tolist()


def table(state: np.void) -> dict[str, Any]:
    """The whole table out of the record, in the twin's words."""
    seats = range(int(state["num_players"]))
    zones = zones_of(state)
    assert state["zone_size"].tolist() == [len(cards) for cards in zones]
    frozen = np.flatnonzero(state["frozen_by"] != NOBODY).tolist()
    return {
        "hands": zones[: len(seats)],
        "nd": stack(state, "number_deck", NUMBER_DECK),
        "sd": stack(state, "symbol_deck", SYMBOL_DECK),
        "ng": stack(state, "number_graveyard", NUMBER_GRAVEYARD),
        "sg": stack(state, "symbol_graveyard", SYMBOL_GRAVEYARD),
        "ex": zones[9],
        "aside": zones[10],
        "top": maybe(state["top"]),
        "kind": KINDS_OF_TOP[state["top_kind"]],
        "right": maybe(state["right"]),
        "reversed": bool(state["reversed"]),
        "roles": [ROLES[state["role"][seat]] for seat in seats],
        "face_up": [state["panel"][seat] != FACE_DOWN for seat in seats],
        "activated": [state["panel"][seat] == ACTIVATED for seat in seats],
        "copied": ROLES[state["copied"]] if state["copied"] >= 0 else None,
        "frozen": {card: int(state["frozen_by"][card]) for card in frozen},
        "marked": set(np.flatnonzero(state["marked"]).tolist()),
        "parent": int(state["parent"]),
        "turns": int(state["turns"]),
        "no_progress": int(state["no_progress"]),
        "scores": pytest.approx(state["match_points"][: len(seats)].tolist()),
    }


def maybe(value: int) -> int | None:
    """None for what is written as -1."""
    return None if value < 0 else int(value)


def point_of(state: np.void) -> str | None:
    """The phase by its name in SEKI-4D."""
    if state["to_move"] == NOBODY:
        return None
    if state["phase"] == TURN and state["bonus"]:
        return "TURN_B"
    if state["phase"] == TURN and state["after_reset"]:
        return "TURN_R"
    return PHASES[state["phase"]]


def chosen_of(state: np.void) -> list[int]:
    """What the player on turn has chosen so far, unseen by others."""
    if state["phase"] == HUNTER_GIVE:
        return np.flatnonzero(state["offered"]).tolist()
    return sorted(
        int(state[name]) for name in ("first_choice", "second_choice") if state[name] >= 0
    )


def action_id(state: np.void, action: Action) -> int:
    """The id of one of the twin's actions."""
    verb, *rest = action
    seat, count = int(state["to_move"]), int(state["num_players"])
    if verb == "TRASH_DRAWN":
        return int(state["first_choice"])
    if verb == "ACTIVATE":
        return FIRST_COPY + ROLES.index(rest[0]) if rest else ACTIVATE_ACTION
    if verb in ("TARGET", "POL_TARGET"):
        return FIRST_TARGET + (rest[0] - seat) % count - 1
    if verb == "GUESS":
        return FIRST_GUESS + "ABC".index(rest[0])
    if verb in ("TAKE", "MAGIC"):
        return FIRST_KIND + KINDS.index(rest[0])
    return int(rest[0]) if rest else PLAIN_ACTIONS[verb]


def compare_table(state: np.void, twin: Twin) -> None:
    """The cards, the pile, the players and the counters."""
    ours = table(state)
    assert ours == {name: getattr(twin, name) for name in ours} | {"ex": sorted(twin.ex)}
    places = [int(place) for place in state["place"][: twin.num_players]]
    for place, seat in enumerate(twin.finished, 1):
        assert places[seat] == place
    assert twin.over or places.count(0) == twin.num_players - len(twin.finished)
    assert int(state["game_number"]) == len(twin.results)
    assert len(twin.results) == (twin.game if twin.over else twin.game - 1)


def compare_counts(state: np.void, twin: Twin) -> None:
    """What the record counts so as to have it at hand, and what was announced."""
    seats = range(twin.num_players)
    for seat in seats:
        held = {card: by for card, by in twin.frozen.items() if card in twin.hands[seat]}
        hidden = sum(1 << by for card, by in held.items() if card not in twin.marked)
        assert state["frozen_count"][seat] == len(held)
        assert state["hidden_frozen"][seat] == hidden
    trades = np.zeros((5, 5), np.int8)
    guess = 0
    for what, seat, value in twin.announced:
        if what == "TRADE":
            trades[seat, value] += 1
            trades[value, seat] += 1
        guess = 1 + "ABC".index(value) if what == "GUESS" else guess
    assert (state["trades"] == trades).all() and state["guess"] == guess


def compare_decision(state: np.void, twin: Twin) -> None:
    """Who decides what, with which choices."""
    assert (maybe(state["to_move"]), point_of(state)) == (twin.to_move, twin.phase)
    mask = np.zeros(GAME.num_actions, np.int8)
    legal = twin.legal()
    assert GAME.kernels.legal(state, mask) == mask.sum() == len(legal)
    assert {action_id(state, action) for action in legal} == set(np.flatnonzero(mask))
    if twin.over:
        return
    assert chosen_of(state) == sorted(twin.chosen)
    if twin.phase in ("HACK_PICK", "POL_PICK"):
        assert state["victim"] == twin.target


@cache
def zones_told(places: int) -> frozenset[str]:
    """The zones in which a card can be, in the twin's words, from one bit for each zone."""
    zones = [f"H{seat}" for seat in range(5)] + DECKS
    return frozenset(zone for number, zone in enumerate(zones) if places >> number & 1)


def compare_memory(state: np.void, twin: Twin) -> None:
    """What everybody remembers; a spectator knows no more than any player."""
    seats = range(twin.num_players)
    spectator = state["memory"][twin.num_players]
    for seat in seats:
        memory = state["memory"][seat]
        assert not (memory & ~spectator).any()
        told = [zones_told(bits) for bits in memory.tolist()]
        assert told == [twin.memory[seat][card] for card in range(NUM_CARDS)], seat
        others = [other for other in seats if other != seat and state["seen_role"][seat, other]]
        assert twin.seen_roles[seat] == {other: twin.roles[other] for other in others}
        assert bool(state["knows_order"][seat]) == (twin.known_sd[seat] is not None)
        assert twin.known_sd[seat] in (None, [KINDS[(card - 40) // 4] for card in twin.sd])
    assert state["knows_top"] == (twin.known_nd_top is not None)
    assert twin.known_nd_top in (None, *twin.nd[-1:])


def compare(state: np.void, twin: Twin) -> None:
    """Everything."""
    compare_decision(state, twin)
    compare_table(state, twin)
    compare_counts(state, twin)
    compare_memory(state, twin)


def compare_end(state: np.void, twin: Twin) -> None:
    """Places and points at the end of a match."""
    left = [seat for seat in range(twin.num_players) if seat not in twin.finished]
    for seat in left:
        better = [other for other in left if len(twin.hands[other]) < len(twin.hands[seat])]
        assert state["place"][seat] == len(twin.finished) + len(better) + 1
    assert bool(state["stalled"]) == (len(left) > 1)
    points = np.zeros(GAME.max_players)
    GAME.kernels.score(state, points)
    assert points[: twin.num_players].tolist() == pytest.approx(twin.rewards())


def translated(state: np.void, twin: Twin, wanted: int) -> Action:
    """Returns a kernel action in the words of the twin."""
    (action,) = (action for action in twin.legal() if action_id(state, action) == wanted)
    return action


def at_turn(state: np.void) -> Twin:
    """Returns a twin at the start of a turn of the last game, as if the hands were just dealt."""
    there = table(state)
    seats = range(len(there["hands"]))
    placed = [seat for seat in seats if state["place"][seat]]
    zones = ("nd", "sd", "ng", "sg", "top", "kind", "right", "reversed", "activated", "parent",
             "turns", "no_progress")  # fmt: skip
    rules = house_rules_of(GAME, state)
    return Twin.position(
        rules | {"points": state["points"][: len(seats)].tolist()},
        there["hands"],
        there["roles"],
        chance=Seen(state),
        to_move=int(state["to_move"]),
        finished=sorted(placed, key=lambda seat: int(state["place"][seat])),
        **{name: there[name] for name in zones},
    )


def set_up(state: np.void) -> None:
    """Returns None: only `at_turn` can set up a twin."""


def check_position(state: np.void, twin: Twin) -> None:
    """Compares the table, the decision, what is counted and what all seats remember."""
    compare(state, twin)
    if twin.over:
        compare_end(state, twin)


def carry_out(state: np.void, twin: Twin, action: int) -> None:
    """Carries out a kernel action on both sides, which must agree then."""
    wanted, before = translated(state, twin, action), copied(state)
    GAME.kernels.apply(state, action)
    twin.chance.look(before, state, action)
    twin.apply(wanted)
    check_position(state, twin)
