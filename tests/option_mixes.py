"""Spreads of valid house rules for any game, made from its option schema alone."""

import random
from functools import cache
from typing import Any

from fudaba.envs import Game, UserError
from fudaba.envs.core.options import Options

MOST_INTEGERS = 16  # ranges up to this long are tried out value by value
MOST_GAMES = 3  # of a match; more are the same again, and take long


def values(schema: dict[str, Any]) -> list[Any]:
    """All values of one option; of a long range of integers the ends and some between."""
    if "anyOf" in schema:
        return [value for part in schema["anyOf"] for value in values(part)]
    if "const" in schema:
        return [schema["const"]]
    if "enum" in schema:
        return list(schema["enum"])
    if schema["type"] == "boolean":
        return [False, True]
    if schema["type"] == "array":
        return lists(schema)
    assert schema["type"] == "integer", schema
    low, high = schema["minimum"], schema["maximum"]
    if schema.get("title") == "Num Games":
        high = MOST_GAMES
    return list(range(low, high + 1, max(1, (high - low) // MOST_INTEGERS)))


def lists(schema: dict[str, Any]) -> list[Any]:
    """Some lists: of words the first, the last and all; of integers falling rows of each length."""
    if "enum" in schema["items"]:
        words = schema["items"]["enum"]
        return [words[:count] for count in (5, 8, len(words))] + [
            words[-count:] for count in (5, 8)
        ]
    lengths = range(schema["minItems"], schema["maxItems"] + 1)
    return [list(range(count, 0, -1)) for count in lengths]


def mix(game: Game, rng: random.Random, **fixed: Any) -> Options | None:
    """A random valid mix with some options fixed; None if none was found."""
    schema = game.options.model_json_schema()["properties"]
    for _ in range(200):
        chosen = {name: rng.choice(values(part)) for name, part in schema.items()}
        try:
            return game.options.read(game.name, {**chosen, **fixed})
        except UserError:
            continue
    return None


@cache
def mixes(game: Game) -> list[dict[str, Any]]:
    """The defaults, then for every value of every option a random mix that has it."""
    rng = random.Random(game.name)
    found = [game.options.read(game.name, {})]
    for name, part in game.options.model_json_schema()["properties"].items():
        for value in values(part):
            options = mix(game, rng, **{name: value})
            assert options is not None, f"no mix of {game.name} has {name}={value!r}"
            found.append(options)
    return [options.plain() for options in found]
