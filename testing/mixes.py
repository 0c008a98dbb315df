"""Spreads of valid house rules for any game, made from its option schema alone."""

import random
from functools import cache
from typing import Any

from fudaba.envs import Game, UserError

MOST_INTEGERS = 16  # ranges up to this long are tried out value by value
SHUFFLES = 2  # how often each value comes up, at least
FEW_POINTS = 3  # and the most that are allowed
LONG_MATCH = 10  # seasons
MOST_GAMES = 3  # or rounds of a match, or seasons; more are the same again, and take long


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
    if schema.get("title") in ("Num Games", "Num Rounds", "Seasons"):
        high = MOST_GAMES
    if schema.get("title", "").startswith("Pt "):  # what something is worth
        return [*range(low, FEW_POINTS + 1), high]
    return list(range(low, high + 1, max(1, (high - low) // MOST_INTEGERS)))


def long_match(game: Game) -> dict[str, Any]:
    """House rules under which a game that may be over in a few decisions takes a good many."""
    return {"seasons": LONG_MATCH} if "seasons" in game.options.model_fields else {}


def lists(schema: dict[str, Any]) -> list[Any]:
    """Some lists: of words the first, the last and all; of integers falling rows of each length."""
    if "enum" in schema["items"]:
        words = schema["items"]["enum"]
        return [words[:count] for count in (5, 8, len(words))] + [
            words[-count:] for count in (5, 8)
        ]
    lengths = range(schema["minItems"], schema["maxItems"] + 1)
    return [list(range(count, 0, -1)) for count in lengths]


@cache
def columns(game: Game) -> dict[str, list[Any]]:
    """The values of each option that is not for research."""
    schema = game.options.model_json_schema()["properties"]
    return {
        name: values(part) for name, part in schema.items() if name not in game.options.for_research
    }


@cache
def research(game: Game) -> dict[str, list[Any]]:
    """The values of each option for research but for its default."""
    schema = game.options.model_json_schema()["properties"]
    return {
        name: [value for value in values(schema[name]) if value != schema[name]["default"]]
        for name in game.options.for_research
    }


def mix(game: Game, rng: random.Random, **fixed: Any) -> dict[str, Any]:
    """A random valid mix with some options fixed."""
    for _ in range(200):
        chosen = {name: rng.choice(column) for name, column in columns(game).items()}
        if is_valid(game, {**chosen, **fixed}):
            return {**chosen, **fixed}
    raise AssertionError(f"no mix of {game.name} has {fixed}")


def is_valid(game: Game, chosen: dict[str, Any]) -> bool:
    """Whether the game takes these options together."""
    try:
        game.options.read(game.name, chosen)
    except UserError:
        return False
    return True


def row(game: Game, rng: random.Random, owed: dict[str, list[Any]]) -> dict[str, Any]:
    """A valid mix of values that are still owed, as far as they go together; pays them."""
    longest = max(owed, key=lambda name: len(owed[name]))
    chosen = mix(game, rng, **{longest: owed[longest][0]})
    for name, column in owed.items():
        tried = ({**chosen, name: value} for value in column)
        chosen = next((other for other in tried if is_valid(game, other)), chosen)
    for name, value in chosen.items():
        if value in owed[name]:
            owed[name].remove(value)
    return chosen


@cache
def mixes(game: Game) -> list[dict[str, Any]]:
    """The defaults, then rows by columns: a few times over, every value of every option.

    An option for research has rows of its own, so that the others are of the usual game.
    """
    rng = random.Random(game.name)
    rows = [game.options.read(game.name, {}).plain()]
    for _ in range(SHUFFLES):
        owed = {name: rng.sample(column, len(column)) for name, column in columns(game).items()}
        while any(owed.values()):
            rows.append(row(game, rng, owed))
    for name, column in SHUFFLES * [*research(game).items()]:
        rows += [mix(game, rng, **{name: value}) for value in column]
    return rows
