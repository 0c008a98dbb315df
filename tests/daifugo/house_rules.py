"""Random house rules of Daifugo: the values of DFG-8, written from the rules alone."""

import random
from typing import Any

from .twin import EFFECTS

VALUES: dict[str, list[Any]] = {
    "num_players": [4, 2, 3, 5],
    "num_jokers": [2, 2, 1, 0],
    "hand_size": [10, *range(5, 14)],
    "num_rounds": [5, 1, 2, 3],
    "round_starter": ["random", "daihinmin", "daifugo", "rotate"],
    "joker_effects": [True, False],
    "joker_duplicates": [True, False],
    "joker_finish_scope": ["turn", "play_only", "any_give"],
    "lone_joker_under_binding": [False, True],
    "run_compare": ["rank", "no_overlap"],
    "pass_draw": ["optional", "mandatory"],
    "pass_locks": [False, True],
    "leader_pass": ["only_if_stuck", "free"],
    "skip_past_self": ["field_stays", "field_cleared"],
    "seven_single_recipient": [False, True],
    "jback_mode": ["xor", "set"],
    "jback_repeat": ["stays", "toggles"],
    "k_discard_face_up": [True, False],
    "exchange_2p": [2, 1, 0],
    "exchange_3p": [2, 1, 0],
    "exchange_tie": ["giver_chooses", "fixed"],
    "exchange_blind": [False, True],
    "playoff_starter": ["next_in_turn", "random"],
    "playoff_keeps_revolution": [False, True],
    "reward_mode": ["winner", "final_places", "all_rounds"],
}
"""What each option may be; `effects` may be any subset."""


def random_options(rng: random.Random) -> dict[str, Any]:
    """The defaults with 2 to 5 players in one match of four, otherwise any mix."""
    if rng.random() < 0.25:
        return {"num_players": rng.choice(VALUES["num_players"])}
    return random_mix(rng)


def random_mix(rng: random.Random) -> dict[str, Any]:
    """Any mix of the options; every other one has all effects."""
    options = {name: rng.choice(values) for name, values in VALUES.items()}
    largest = (52 + options["num_jokers"] - 1) // options["num_players"]  # DFG-3.1
    options["hand_size"] = min(options["hand_size"], largest)
    missing = rng.choice([0, 0, 0, 1, 2, rng.randint(0, len(EFFECTS))])
    return {**options, "effects": rng.sample(EFFECTS, len(EFFECTS) - missing)}
