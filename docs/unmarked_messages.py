"""Messages that the source does not mark: meanings of actions, fields and weights, help of options.

A change in the files of a game compiles its kernels again, so that the meanings of its actions are
no marked messages, nor those of the weights of its heuristic. The help of an option can be put
together, as from the names of all agents.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NoReturn
from unittest.mock import patch

from fudaba.agents.greedy import weight_table
from fudaba.agents.naming import ALLOWED, REPEATABLE
from fudaba.cli.helping import Argument, ArgumentReader
from fudaba.cli.main import COMMANDS, find_command
from fudaba.envs import Game, find_game, game_names

# What follows a command where its help depends on that. All sections of a configuration are in the
# help of one of these two.
FORMS = {
    "train": ("sevens/ppo", "sevens/dmc"),
    "exploit": ("", "--exact"),
    "balance": ("", "--records", "--cards", "--restrict"),
}


def declared(domain: str) -> list[str]:
    """Returns the unmarked messages of a domain.

    Raises:
        UserError: The domain is `cli`, and the extra `train` is not installed, without which
            there is no help for it.
    """
    if domain == "cli":
        return list(dict.fromkeys(helps()))
    if domain == "training":
        return list(dict.fromkeys(meanings_of_weights()))
    return [ALLOWED, REPEATABLE] if domain == "agents" else meanings().get(domain, [])


@cache
def meanings() -> dict[str, list[str]]:
    """Returns the meanings of each game by its domain; `core` has those of several games."""
    games = [find_game(name) for name in game_names()]
    games = [game for game in games if game.package.startswith("fudaba.")]
    own = {game.domain: list(dict.fromkeys(meanings_of(game))) for game in games}
    counts = Counter(meaning for each in own.values() for meaning in each)
    found = {domain: [one for one in each if counts[one] == 1] for domain, each in own.items()}
    return {**found, "core": [meaning for meaning, count in counts.items() if count > 1]}


def meanings_of(game: Game) -> Iterator[str]:
    """Yields the meanings of a game's actions and of its observation but for house rules."""
    yield from (kind.meaning for kind in game.actions)
    rules = game.options.names_in_views()
    yield from (field.meaning for field in game.fields if field.name not in rules)


def meanings_of_weights() -> Iterator[str]:
    """Yields the meanings of the weights of all heuristics."""
    for name in game_names():
        yield from (weight.meaning for weight in weight_table(find_game(name)).rows)


def helps() -> Iterator[str]:
    """Yields the help of all options of all commands."""
    for command in COMMANDS:
        for form in FORMS.get(command, ("",)):
            yield from helps_of(arguments_of([command, *form.split()]))


class _ReadError(Exception):
    """A command has got as far as reading its words."""


def arguments_of(words: list[str]) -> Sequence[Argument]:
    """Returns the arguments of a command."""

    def stop(reader: ArgumentReader, words: Sequence[str]) -> NoReturn:
        raise _ReadError(reader.arguments)

    with patch.object(ArgumentReader, "read", stop):
        try:
            find_command(words[0])(words[1:])
        except _ReadError as error:
            return error.args[0]
    raise AssertionError(words)


def helps_of(arguments: Sequence[Argument]) -> Iterator[str]:
    """Yields the meanings and the hints of arguments, and what a section is about."""
    for one in arguments:
        yield from filter(None, [one.about, one.note.text, one.note.hint])
