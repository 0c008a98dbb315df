"""Random house rules for the twins of the kikisen games."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

SHARED_VALUES: dict[str, list[Any]] = {
    "seasons": [1, 2, 3],
    "first_dealer": ["random", 1],
    "next_dealer": ["winner", "rotate", "stay"],
    "dealer_bonus_start": [2, 1],
    "dealer_bonus_step": [1, 0, 3],
    "ship_alone": ["court", "declared"],
}
"""KIKI-8, but for the players."""


def random_options(
    rng: random.Random, values: Mapping[str, Sequence[Any]], most_players: int = 6
) -> dict[str, Any]:
    """A random mix of house rules; the defaults, which come first, have a half."""
    options = {
        name: rng.choice([choices[0], rng.choice(choices)])
        for name, choices in {**SHARED_VALUES, **values}.items()
    }
    return {"num_players": rng.randrange(2, most_players + 1), **options}
