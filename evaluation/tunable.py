"""The house rules that `--over all` tries: those that change play, not the question.

They are named here and not in the games: their files of options belong to the sources of the
compiled rules, and a mark there would compile every game anew.
"""

from collections.abc import Mapping
from typing import Any

from fudaba.envs import Game, Options
from fudaba.envs.core.contract.schema import allowed_words, limits, takes_integers, takes_lists

# The table, the length of a match, caps that end a game, the meaning of the reward, and names.
NOT_TUNABLE = frozenset(
    {
        "num_players",
        "seasons",
        "num_games",
        "num_rounds",
        "max_turns",
        "stall_rounds",
        "reward_mode",
        "row_order",
    }
)


def tunable_options(game: Game) -> list[str]:
    """Returns the options that a search over all of a game's house rules tries, in their order.

    Options of a seat are left out, because the seats are equal without them, and so are lists,
    whose values must be named, and options for research.
    """
    fields = game.options.model_fields
    left_out = NOT_TUNABLE | {*game.options.seats, *game.options.for_research}
    return [name for name in fields if name not in left_out and not takes_lists(fields[name])]


def domain_of(options: type[Options], name: str) -> Mapping[str, Any]:
    """Returns all values of an option as typed, numbers first; empty for options of lists."""
    field = options.model_fields[name]
    if field.annotation is bool:
        return {"off": False, "on": True}
    if takes_lists(field):
        return {}
    bounds = limits(field)
    numbers = range(bounds["ge"], bounds["le"] + 1) if takes_integers(field) else range(0)
    return {str(value): value for value in (*numbers, *allowed_words(field))}
