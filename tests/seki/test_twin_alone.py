"""The twin of SEKI alone: random games over all options, with its invariants and its memory.

`FUDABA_TWIN_GAMES=20000 pytest tests/seki/test_twin_alone.py` plays a long row.
"""

import os
import random
from collections import Counter
from typing import Any

import pytest

from .twin import LIVE_ROLES, NUMBERS, SYMBOLS, Action, RandomChance, Twin

NUM_GAMES = int(os.environ.get("FUDABA_TWIN_GAMES", "200"))
NUM_BLOCKS = 4

VALUES: dict[str, list[Any]] = {
    "initial_numbers": [6, 4],
    "initial_symbols": [2, 0, 1, 3],
    "first_parent": ["random", 0, 1, 2],
    "allow_equal": [False, True],
    "pass_trash_drawn": [True, False],
    "pass_after_reset": ["allowed", "no_trash", "forbidden"],
    "reset_pass_draw": [False, True],
    "reset_flip": [False, True],
    "forbidden_finish_scope": ["literal", "strict"],
    "dig_up_top": ["declared_only", "always_keeps"],
    "dig_up_takes_right": [True, False],
    "alchemist_must_beat": [False, True],
    "alchemist_zero_finish": ["any_zero", "both_zero", "declared_zero"],
    "angler_last_card": ["number_stays", "pile_empty"],
    "hacker_finish_release": ["seat_passes", "immediately"],
    "gambler_hit_card": ["stays_on_top", "excluded", "number_graveyard"],
    "police_scope": ["each", "one"],
    "hunter_shuffles_deck": [False, True],
    "new_grad_bonus_turn": [True, False],
    "exclusion_face_up": [True, False],
    "distinct_backs": [False, True],
    "num_games": [1, 1, 1, 2, 3],
    "stall_rounds": [2, 1, 5, 10],
    "max_turns": [1000, 1000, 1000, 1, 30],
}


def random_options(rng: random.Random) -> dict[str, Any]:
    """The defaults in one game of four, otherwise any mix."""
    players = rng.choice([3, 4, 5])
    if rng.random() < 0.25:
        return {"num_players": players}
    options = {name: rng.choice(values) for name, values in VALUES.items()}
    if players == 5:  # SEKI-9.28: the symbol cards do not go round three times
        options["initial_symbols"] = min(options["initial_symbols"], 2)
    roles = rng.sample([*LIVE_ROLES, "FARMER"], rng.randint(players, len(LIVE_ROLES) + 1))
    return {**options, "num_players": players, "roles": roles}


class Watcher:
    """What each player has seen in a game, kept apart from the twin's memory.

    The memory of cards that a player never saw must be one and the same for all numbers, and for
    all symbols: it would differ if it depended on what is hidden from him (SEKI-7.5).
    """

    def __init__(self, twin: Twin) -> None:
        self.game = twin.game
        self.seen: list[set[int]] = [set(hand) for hand in twin.hands]
        self.hidden: set[int] = set()  # in EX, face down
        self.role = ""

    def before(self, twin: Twin, action: Action) -> None:
        """What is seen through this action only while it is carried out."""
        if action[0] == "GUESS":
            self._all_see([twin.nd[-1]])
        if (twin.phase, action) == ("HUNT_GIVE", ("STOP",)):
            self._all_see(twin.chosen)
        if action[0] == "ACTIVATE" and twin.to_move is not None:
            self.role = action[1] if len(action) > 1 else twin.roles[twin.to_move]
        self.excluded = set(twin.ex)
        self.excludes = (twin.phase, self.role) in [
            ("OWN_CARD", "ANGLER"),
            ("OWN_NUMBER", "MILLIONAIRE"),
        ]

    def after(self, twin: Twin) -> None:
        """What is seen in the open, in the own hand and by a private view."""
        if self.excludes and not twin.options["exclusion_face_up"]:
            self.hidden |= set(twin.ex) - self.excluded - twin.marked
        self._all_see([*twin.ng, *twin.sg, *twin.aside, *twin.marked])
        self._all_see(set(twin.ex) - self.hidden)
        for seat, hand in enumerate(twin.hands):
            self.seen[seat] |= set(hand)
        self._private_views(twin)

    def _private_views(self, twin: Twin) -> None:
        seat = twin.to_move
        if seat is None:
            return
        if twin.phase == "HUNT_GIVE":
            self.seen[seat] |= set(twin.sd)
        if twin.phase == "EMP_PICK":
            self.seen[seat] |= {card for _, card in twin.legal()}
        if twin.last_action and twin.last_action[0] == "FORTUNE_TELLER":
            teller = twin.last_action[1]
            for hand in twin.hands:
                self.seen[teller] |= set(hand) - twin.frozen.keys()

    def _all_see(self, cards: Any) -> None:
        for seen in self.seen:
            seen |= set(cards)

    def check(self, twin: Twin) -> None:
        """What is open is exact; what was never seen is alike; what is empty holds nothing."""
        zones = {name: set(cards) for name, cards in twin.zones().items() if cards}
        in_the_open = {"NG", "SG", "ASIDE", "EX"}
        for seat, memory in enumerate(twin.memory):
            for kind in (NUMBERS, SYMBOLS):
                places = [memory[card] for card in kind if card not in self.seen[seat]]
                assert all(where == places[0] for where in places), "it rests on hidden things"
            assert set().union(*memory.values()) <= zones.keys(), "rule 8: empty zones"
            for zone, cards in zones.items():
                open_to_all = cards - self.hidden if zone in in_the_open else cards & twin.marked
                for card in cards if zone == f"H{seat}" else open_to_all:
                    assert memory[card] == {zone}, "rule 2: what is seen is exact"


def play(seed: int, met: Counter[str]) -> int:
    """One random match; counts the points and roles it met and returns its decisions."""
    rng = random.Random(seed)
    keen = rng.random()  # so that roles are played early, too
    twin = Twin(random_options(rng), RandomChance(rng))
    watcher = Watcher(twin)
    length = 0
    while not twin.over:
        twin.check()
        if watcher.game != twin.game:
            watcher = Watcher(twin)
        watcher.check(twin)
        met[str(twin.phase)] += 1
        actions = sorted(twin.legal(), key=str)
        activations = [action for action in actions if action[0] == "ACTIVATE"]
        if activations and rng.random() < keen:
            actions = activations
        action = rng.choice(actions)
        if action[0] == "ACTIVATE" and twin.to_move is not None:
            met[twin.roles[twin.to_move]] += 1
        watcher.before(twin, action)
        twin.apply(action)
        watcher.after(twin)
        length += 1
    twin.check()
    assert twin.legal() == set() and len(twin.results) == twin.options["num_games"]
    assert sum(twin.points()) == pytest.approx(len(twin.results) * sum(twin.point_table))
    assert sum(twin.rewards()) == pytest.approx(0)
    return length


def test_twin_SEKI_2_7_7_5_random_games_keep_the_invariants() -> None:
    met: Counter[str] = Counter()
    lengths = [play(seed, met) for seed in range(NUM_GAMES)]
    assert max(lengths) > 100
    points = "TURN TURN_R TURN_B PASS_DRAWN OWN_CARD OWN_CARD? OWN_NUMBER TARGET ALCH_1 ALCH_2"
    points += " ALCH_OP GRAVE EMP_PICK GUESS GAMB_DISCARD HACK_PICK HUNT_GIVE HUNT_TAKE"
    points += " MAGIC_KIND POL_TARGET POL_PICK FARM_1 FARM_2 FARM_3"
    assert {*points.split(), *LIVE_ROLES, "FARMER"} == met.keys()


def test_twin_SEKI_4_an_illegal_action_is_refused() -> None:
    twin = Twin({}, RandomChance(random.Random(0)))
    with pytest.raises(ValueError, match="not legal"):
        twin.apply(("TRASH_DRAWN",))


@pytest.mark.parametrize(
    "options",
    [
        {"roles": ["THIEF", "HUNTER", "ANGLER"]},
        {"roles": [*LIVE_ROLES, "MERCHANT"]},
        {"num_players": 6},
        {"num_players": 3, "first_parent": 3},
        {"num_players": 5, "initial_symbols": 3},
        {"points": [3, 1, 0]},
        {"trash": True},
    ],
)
def test_twin_SEKI_8_9_28_options_that_do_not_fit_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        Twin(options, RandomChance(random.Random(0)))
