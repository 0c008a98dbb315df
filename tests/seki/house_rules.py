"""Random house rules of SEKI, its lists of roles and points among them."""

import random

from fudaba.envs.seki import GAME
from fudaba.envs.seki.options import MOST_POINTS, SekiOptions
from fudaba.envs.seki.state import NUM_NUMBERS, NUM_SYMBOLS
from fudaba.testing.mixes import values

from .positions import ROLES


def random_options(rng: random.Random) -> SekiOptions:
    """The defaults in one match of four, otherwise any mix.

    The matches are short, and the lists are of all lengths.
    """
    players = rng.choice([3, 4, 5])
    if rng.random() < 0.25:
        return SekiOptions(num_players=players)
    schema = SekiOptions.model_json_schema()["properties"]
    lists = {"roles", "points"}
    mix = {name: rng.choice(values(part)) for name, part in schema.items() if name not in lists}
    numbers, symbols = NUM_NUMBERS // players, NUM_SYMBOLS // players
    parents = ["random", *range(players)]
    points = sorted(rng.choices(range(MOST_POINTS + 1), k=players), reverse=True)
    mix |= {
        "num_players": players,
        "roles": rng.sample(ROLES, rng.randint(players, len(ROLES))),
        "initial_numbers": min(mix["initial_numbers"], numbers),
        "initial_symbols": min(mix["initial_symbols"], symbols),
        "first_parent": rng.choice(parents),
        "points": rng.choice(["by_players", points]),
        "num_games": rng.choice([1, 1, 2, 3]),
        "max_turns": rng.choice([1000, 1000, 1000, 1, 30]),
    }
    return SekiOptions.read(GAME.name, mix)
