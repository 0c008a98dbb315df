"""Finds the house rules of a space that change no game, so that a search leaves them out.

A rule may mean nothing in a game, such as a bonus that it does not pay, or nothing under the other
rules, such as one for jokers without jokers. Therefore each rule is varied alone, under the usual
rules and under random combinations of the others. It is idle if all its values always lead to the
same games, move by move, of random and of greedy players, and of the search's own.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from fudaba.agents import repeatable_agent
from fudaba.agents.naming import adviser_of
from fudaba.envs import Options, UserError

from ..counting import Count
from ..match import Executor, seed_of
from .space import Axis, Point, Space
from .tables import AgentMaker, Candidate, Evaluator, Roster, fingerprint

SETTINGS = 20  # of the other rules
FEWEST_COMPARED = 5  # settings that allow two values or more
DEALS, FEW_DEALS = 64, 8  # of players that cost little, of others
MOST_VALUES = 4  # of a rule under each setting


def idle_rules(
    space: Space, agents: Sequence[str], make: AgentMaker, executor: Executor, seed: int
) -> list[str]:
    """Returns the names of the searched house rules that change no game.

    A rule is never called idle if it can't be varied alone, or if its usual value is not among
    those searched, because it can't be left at its usual value then.

    Args:
        space: The space.
        agents: The players of the search, who look at the rules that changed no other games.
        make: Makes the agent of a spec of theirs.
        executor: Plays the chunks.
        seed: The seed of the search.
    """
    rng = np.random.default_rng(seed_of(seed, "idle"))
    cheap = list(dict.fromkeys(("random", adviser_of(space.game))))
    left = [axis for axis in space.axes if _usual_value(space, axis) in axis.values]
    compared = dict.fromkeys((axis.name for axis in left), 0)
    settings = list(_settings(space, rng))
    maker: AgentMaker = repeatable_agent
    tests = [(setting, cheap, maker, DEALS) for setting in settings]
    own = [word for word in agents if make is not repeatable_agent or word not in cheap]
    tests.append((settings[0], own, make, FEW_DEALS))
    for number, (setting, words, maker, deals) in enumerate(tests):
        stage = Evaluator(space.game, (), seed, maker, executor, None, Count(None))
        for axis in list(left):
            options = list(_varied(space, setting, axis, rng))
            compared[axis.name] += len(options) > 1
            played = (_played(stage, options, word, f"idle {number}", deals) for word in words)
            if any(len(games) > 1 for games in played):
                left.remove(axis)
    return [axis.name for axis in left if compared[axis.name] >= FEWEST_COMPARED]


def _usual_value(space: Space, axis: Axis) -> object:
    return space.game.options.model_fields[axis.name].default


def _settings(space: Space, rng: np.random.Generator) -> Iterator[Point]:
    """Yields combinations of all rules: the usual one, then random ones; forbidden ones too."""
    usual = [_usual_value(space, axis) for axis in space.axes]
    yield tuple(
        axis.values.index(value) if value in axis.values else 0
        for axis, value in zip(space.axes, usual, strict=True)
    )
    for _ in range(1, SETTINGS):
        yield tuple(int(rng.integers(len(axis.values))) for axis in space.axes)


def _varied(
    space: Space, setting: Point, axis: Axis, rng: np.random.Generator
) -> Iterator[Options]:
    """Yields the allowed rules of a setting with some values of one axis."""
    place, values = space.axes.index(axis), np.arange(len(axis.values))
    for value in rng.permutation(values)[:MOST_VALUES].tolist():
        try:
            yield space.options((*setting[:place], value, *setting[place + 1 :]))
        except UserError:
            continue


def _played(
    stage: Evaluator, options: Sequence[Options], word: str, part: str, deals: int
) -> set[bytes]:
    """Returns the different games of an agent under some rules, as hashes."""
    entries = [Candidate(each, Roster((word,))) for each in options]
    return set(map(fingerprint, stage.play(entries, part, deals) if entries else []))
