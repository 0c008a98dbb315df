"""The kernels of Daifugo in lock step with the twin, over random matches and all house rules.

`FUDABA_TWIN_GAMES=5000 pytest tests/daifugo/test_twin_lockstep.py` plays a long row.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np
import pytest

from fudaba.envs.daifugo import GAME
from fudaba.envs.daifugo import state as dfg
from fudaba.envs.daifugo.options import DaifugoOptions

from ..option_mixes import columns
from .house_rules import VALUES, random_mix, random_options
from .positions import CARDS, card_name, new_state, position
from .twin import (
    EFFECTS,
    FIVE,
    JOKERS,
    LONE_JOKER,
    RANKS,
    SEVEN,
    SUITS,
    THREE_OF_SPADES,
    Action,
    Play,
    Steps,
    Twin,
    Zone,
    card_of,
    pack,
)

NUM_MATCHES = int(os.environ.get("FUDABA_TWIN_GAMES", "70"))
MOST_PLAYERS = 5
ENDINGS = 5  # played for each match
LONG_ROW = 1000

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
    codes = np.packbits(state["memory"], axis=1, bitorder="little")[:, 0]
    for seat in twin.seats:
        told = [SETS_OF_ZONES[code] for code in codes[seat, : len(twin.pack)]]
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


# Luck, and a twin that counts what it meets


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


class Witness(Twin):
    """A twin that counts the situations that it meets."""

    chance: Drawn
    playoff_round = 0

    def count(self, situations: dict[str, bool]) -> None:
        """Counts those that are the case."""
        self.chance.met.update(name for name, is_met in situations.items() if is_met)

    def _ask(self, seat: int, phase: str, choices: Any, remaining: int = 0) -> Steps:
        choices = set(choices)
        self.chance.met[phase] += 1
        self.count(
            {
                "a stuck leader": phase == "lead" and self.hands[seat] <= {*JOKERS},
                "a locked player": seat in self.locked,
                "nothing may be given": phase == "give card" and choices == {("stop",)},
                "a turn in a play-off": self.participants is not None and phase == "follow",
            }
        )
        return super()._ask(seat, phase, choices, remaining)

    def _lay(self, seat: int, play: Play) -> None:
        on, bound = self.field_play, self.binding is not None
        super()._lay(seat, play)
        jokers_alone = play.num_jokers == play.n > 1
        doubled = play.kind == "set" and len(set(play.faces)) < play.n
        self.count(
            {
                "lone joker": play == LONE_JOKER,
                "lone joker on a bound field": play == LONE_JOKER and bound,
                "three of spades on a joker": on == LONE_JOKER,
                "three of spades on a bound joker": on == LONE_JOKER and bound,
                "jokers alone": jokers_alone,
                "a suit doubled": doubled,
                "a large set": play.kind == "set" and play.n > 4,
                "a long run": play.kind == "run" and play.n > 4,
                "a run on a run": play.kind == "run" and on is not None,
                "a joker kept out": play.kind == "run"
                and any(face in self.hands[seat] for face in play.jokers),
                "binding": self.binding is not None and not bound,
                "a bound set": bound and play.kind == "set",
            }
        )

    def _turn_directions(self, play: Play) -> None:
        revolution, j_back = self.revolution, self.j_back
        super()._turn_directions(play)
        self.count(
            {
                "a revolution": self.revolution and not revolution,
                "a counter revolution": revolution and not self.revolution,
                "a J back": self.j_back and not j_back,
                "a J back undone": j_back and not self.j_back,
                "both reversals": self.revolution and self.j_back,
            }
        )

    def _hand_over(self, card: int, giver: int, receiver: int) -> None:
        to_the_same = self.phase == "give card"  # DFG-9.26
        super()._hand_over(card, giver, receiver)
        self.count(
            {
                "a gift empties the hand": not self.hands[giver],
                "several to one recipient": to_the_same,
                "a joker given": card in JOKERS and self.phase.startswith("give"),
            }
        )

    def _discard(self, seat: int, card: int) -> None:
        super()._discard(seat, card)
        self.count(
            {
                "an unseen discard": not self.options["k_discard_face_up"],
                "a hand discarded whole": not self.hands[seat],
            }
        )

    def _skip_fives(self, play: Play, before: list[int]) -> None:
        super()._skip_fives(play, before)
        fives = self._count(play, FIVE) if "skip5" in self.effects else 0
        self.count(
            {
                "a skip": fives > 0,
                "a skip to oneself": (1 + fives) % len(before) == 0,
                "a skip past oneself": fives >= len(before),
                "a skip that clears": self.field_play is None and fives >= len(before),
            }
        )

    def _leads(self, seat: int) -> None:
        self.count({"a lead instead of who is out": seat not in self._in()})
        super()._leads(seat)

    def _end(self, why: str, seat: int) -> None:
        super()._end(why, seat)
        what = "a round" if self.participants is None else "a play-off"
        last = " by a change" if self.phase == "change" else ""
        self.chance.met[f"{what} ends: {why}{last}"] += 1

    def _playoff(self, group: list[int]) -> Steps:
        self.count(
            {
                "a play-off": True,
                "another play-off": self.playoff_round == self.round,
                "a revolution kept": self.revolution and self.options["playoff_keeps_revolution"],
            }
        )
        self.playoff_round = self.round
        return super()._playoff(group)


OFTEN = {
    *("lead", "follow", "suits", "jokers", "give card", "give to", "change"),
    *("lone joker", "three of spades on a joker", "a suit doubled", "a long run", "binding"),
    *("a revolution", "a J back", "both reversals", "a gift empties the hand"),
    *("an unseen discard", "a hand discarded whole", "a locked player"),
    *("a skip", "a skip to oneself", "a skip past oneself", "a skip that clears"),
    *("a lead instead of who is out", "a round ends: one left"),
    *("a round ends: pile", "a round ends: pile by a change"),
    *("a play-off", "a turn in a play-off", "a play-off ends: one left"),
    *("a play-off's leader by lot",),
}
IN_MATCHES = OFTEN | {
    *("exchange up", "exchange down", "another play-off"),
    *("a play-off ends: stall", "places by lot"),
}
IN_ENDINGS = OFTEN | {
    *("a stuck leader", "jokers alone", "a counter revolution", "a revolution kept"),
    *("lone joker on a bound field", "a run on a run", "a round ends: stall"),
    *("a joker given", "nothing may be given", "several to one recipient"),
}
SELDOM = {
    *("a bound set", "a large set", "a joker kept out", "a J back undone"),
    "three of spades on a bound joker",
}
"""What only a long row of endings meets for certain."""


# Players: what each manner of play would rather do, the highest first


def plain(twin: Twin, action: Action) -> float:
    """No wishes."""
    return 0


def stubborn(twin: Twin, action: Action) -> float:
    """Plays whenever it can, many cards at a time, and keeps the jokers to the end."""
    match action:
        case ("pass",) | ("pass and draw",):
            return -2
        case ("lone joker",):
            return -1
        case ("set" | "run", n, _):
            return n
        case ("suits", suits):
            return len(suits)
        case ("joker positions", places):
            return -len(places)
        case ("card", card):
            return -1 if card in JOKERS else 1
    return 0


def drawing(twin: Twin, action: Action) -> float:
    """Passes and draws, and changes cards for kings, so that the pile is used up."""
    return {"pass and draw": 2, "pass": 1, "card": 1}.get(action[0], 0)


def idle(twin: Twin, action: Action) -> float:
    """Passes without drawing, as a leader too where it may."""
    return {"pass": 1, "pass and draw": -1}.get(action[0], 0)


def generous(twin: Twin, action: Action) -> float:
    """Plays sevens and kings late, the jokers with sevens, and gives all that it may."""
    match action:
        case ("single" | "set" | "run", *_, rank):
            return 2 if rank == SEVEN and len(twin.hands[twin.to_move]) < 5 else rank != SEVEN
        case ("card", card):
            return 2 if card in JOKERS else 1
        case ("pass",) | ("pass and draw",):
            return -1
    return 0


def gathering(twin: Twin, action: Action) -> float:
    """Draws until the hand is large, then plays as many cards as it can."""
    if twin.field_play is not None and len(twin.hands[twin.to_move]) < 16:
        return drawing(twin, action)
    return stubborn(twin, action)


MANNERS: dict[Callable[[Twin, Action], float], int] = {
    plain: 4,
    stubborn: 4,
    generous: 3,
    gathering: 2,
    drawing: 1,
    idle: 1,
}
"""How often a player has each."""


def decide(rng: random.Random, twin: Twin, manner: Callable[[Twin, Action], float]) -> Action:
    """What a player does, now and then at random."""
    actions = sorted(twin.legal(), key=str)
    if rng.random() < 0.1:
        return rng.choice(actions)
    wishes = {action: manner(twin, action) for action in actions}
    return rng.choice([action for action in actions if wishes[action] == max(wishes.values())])


# The matches


def play_in_lockstep(state: np.void, twin: Witness, rng: random.Random) -> None:
    """Plays a match to its end; each seat has its manner, or all have the same."""
    manners = rng.choices([*MANNERS], MANNERS.values(), k=rng.choice([1, MOST_PLAYERS]))
    legal = compare(state, twin)
    decisions = 0
    while twin.to_move is not None:
        action = decide(rng, twin, manners[twin.to_move % len(manners)])
        GAME.kernels.apply(state, legal[action])
        twin.apply(action)
        legal = compare(state, twin)
        decisions += 1
    assert decisions <= DaifugoOptions(**twin.options).max_decisions()
    twin.chance.met["rounds"] += len(twin.places)


def play_match(rng: random.Random, met: Counter[str]) -> None:
    """A match from the first deal on."""
    options = random_options(rng)
    state = new_state(**options)
    state["rng"] = rng.getrandbits(64)
    GAME.kernels.deal(state)
    play_in_lockstep(state, Witness(options, Drawn(state, met)), rng)


def few_kinds(rng: random.Random, num_jokers: int) -> list[int]:
    """The cards of a few ranks or suits, the three of spades, and the jokers."""
    lowest = rng.randrange(len(RANKS) - 4)
    ranks, suits = rng.choice(
        [
            (rng.sample(RANKS, 4), SUITS),
            (range(lowest, lowest + 5), rng.sample(SUITS, 2)),
            (RANKS, rng.sample(SUITS, 1)),
        ]
    )
    cards = {card_of(rank, suit) for rank in ranks for suit in suits}
    return [*cards | {THREE_OF_SPADES}, *JOKERS[:num_jokers]]


def dealt_ending(
    rng: random.Random, count: int, num_jokers: int
) -> tuple[list[list[int]], list[int]]:
    """Hands of a few kinds of cards, and a small pile."""
    few = few_kinds(rng, num_jokers)
    others = [card for card in pack(0) if card not in few]
    cards = [*rng.sample(few, len(few)), *rng.sample(others, len(others))]
    hands = [[cards.pop(0) for _ in range(rng.randint(1, 36 // count))] for _ in range(count)]
    return hands, cards[: rng.randint(1, 8)]


HAND_MADE: list[tuple[list[str], dict[str, Any]]] = [
    (["D10 DJ DQ S3", "C9 C10 CJ H4"], {"jback_repeat": "toggles"}),
    (["SJ SQ SK S3", "H10 HJ HQ H4", "D9 D10 DJ D4"], {"jback_repeat": "toggles"}),
    (["S4 S3", "S5 S7 joker", "S6 joker D3"], {"lone_joker_under_binding": True}),
    (["S7 joker H9", "D7 joker H4"], {"joker_finish_scope": "turn"}),
    (["S7 H7 joker D3 D4", "C7 joker H4", "D9 H9 C9"], {"seven_single_recipient": True}),
    (["S9 H9 D9 C9 joker S4", "S10 H10 D10 C10 joker H4"], {}),
    (["S9 S10 SJ SQ joker", "H10 HJ HQ HK joker", "D3 D4 D5 D6"], {}),
    (["S4 H4 S9 H9 D3", "S6 H6 SJ HJ D4"], {}),
    (["joker C3", "joker C4", "C5"], {"leader_pass": "only_if_stuck"}),
]
"""Hands for what hands by lot seldom bring, and the house rules that it takes."""


def play_ending(rng: random.Random, met: Counter[str]) -> None:
    """The end of a round, one of three or more players out in every other one."""
    options = {**random_mix(rng), "num_rounds": 1}
    hands, pile = dealt_ending(rng, options["num_players"], options["num_jokers"])
    if rng.random() < 0.4:
        names, rules = rng.choice(HAND_MADE)
        hands = [[CARDS[name] for name in hand.split()] for hand in names]
        pile = rng.sample(sorted({*pack(0)}.difference(*hands)), 6)
        options |= {"num_players": len(hands), "num_jokers": 2, "effects": EFFECTS, **rules}
    count = len(hands)
    to_move = rng.randrange(count)
    placed = [(to_move + 1) % count] if count > 2 and rng.random() < 0.5 else []
    for seat in placed:
        hands[seat] = []
    flags = {"revolution": rng.random() < 0.3, "starter": to_move}
    names = [" ".join(map(card_name, cards)) for cards in (*hands, pile)]
    table = position(
        names[:-1], pile=names[-1], to_move=to_move, placed=placed, options=options, **flags
    )
    twin = Witness.position(
        options,
        [members(hand) for hand in table.state["hands"][:count]],
        chance=Drawn(table.state, met),
        to_move=to_move,
        pile=drawn_pile(table.state, len(pile)),
        order=placed,
        **flags,
    )
    play_in_lockstep(table.state, twin, rng)


def check_many(
    play: Callable[[random.Random, Counter[str]], None], count: int, situations: set[str]
) -> None:
    """Plays with so many seeds; every one of the situations must be met."""
    met: Counter[str] = Counter()
    for seed in range(count):
        try:
            play(random.Random(seed), met)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error
    assert met.keys() >= situations, situations - met.keys()


def test_kernels_and_twin_agree_in_matches() -> None:
    check_many(play_match, NUM_MATCHES, IN_MATCHES)


def test_kernels_and_twin_agree_in_endings() -> None:
    situations = IN_ENDINGS | SELDOM if NUM_MATCHES >= LONG_ROW else IN_ENDINGS
    check_many(play_ending, ENDINGS * NUM_MATCHES, situations)


def test_DFG_8_the_mixes_have_every_value_of_every_option() -> None:
    assert {*VALUES, "effects"} == {*GAME.options.model_fields}
    for name, column in columns(GAME).items():
        if name not in ("effects", "num_rounds"):
            assert {*VALUES[name]} == {*column}
    assert {*EFFECTS} == {*DaifugoOptions().effects}
