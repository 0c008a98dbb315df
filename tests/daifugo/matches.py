"""Random matches and endings of Daifugo for its twin, with all house rules and ways to play."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from fudaba.envs.daifugo import GAME
from fudaba.envs.daifugo.options import DaifugoOptions

from ..lockstep import Matches
from .house_rules import random_mix, random_options
from .lockstep import (
    MOST_PLAYERS,
    Drawn,
    compare,
    drawn_pile,
    members,
)
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
    card_of,
    pack,
)


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


def play_match(rng: random.Random) -> Counter[str]:
    """A match from the first deal on; returns the situations that it met."""
    met: Counter[str] = Counter()
    options = random_options(rng)
    state = new_state(**options)
    state["rng"] = rng.getrandbits(64)
    GAME.kernels.deal(state)
    play_in_lockstep(state, Witness(options, Drawn(state, met)), rng)
    return met


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


def play_ending(rng: random.Random) -> Counter[str]:
    """The end of a round, one of three or more players out in every other one."""
    met: Counter[str] = Counter()
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
    return met


MATCHES = (
    Matches(f"{GAME.name}, matches", play_match, 70, dict.fromkeys(IN_MATCHES, 0)),
    Matches(f"{GAME.name}, endings", play_ending, 350, dict.fromkeys(IN_ENDINGS, 0), SELDOM),
)
