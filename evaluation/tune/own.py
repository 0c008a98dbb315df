"""Goals of the designer's own measures: `comebacks:most` after `--measure FILE.py:comebacks`.

The name of the goal is that of the measure with dashes for blanks. A tally is a mean per game, the
sum over the seats, as the report has it; a factor counts with the worth of one more of it.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from fudaba.common.languages import translator
from fudaba.envs import Game, UserError

from ..balance.goals import GOALS, Goal
from ..balance.hands import DEAL, WORTH, deal_numbers
from ..balance.measures import Measure
from ..balance.outcomes import GAME, Number, numbers_of
from ..balance.play import Sample
from ..balance.result import Form
from ..statistics import Estimate, ratio_of_sums

_, _n = translator("evaluation")

ONE_MORE = "reward with one more: "  # before the meaning of a factor


def own_goals(measures: Sequence[Measure]) -> tuple[Goal, ...]:
    """Returns a goal for each measure.

    Raises:
        UserError: A measure has words instead of numbers, or the name of a goal.
    """
    goals = tuple(map(_own_goal, measures))
    for measure, goal in zip(measures, goals, strict=True):
        if goal.name in GOALS:
            raise UserError(
                _(
                    "measure {word} can't be called {name}; that is a goal already.",
                    word=measure.word,
                    name=repr(goal.name),
                )
            )
    return goals


def _own_goal(measure: Measure) -> Goal:
    statistic, is_tally = measure.statistic, measure.kind == "tally"
    if statistic.words:
        raise UserError(_("measure {word} has words; a goal needs numbers.", word=measure.word))

    def measured(game: Game, agents: Sequence[str], sample: Sample) -> Estimate:
        key = (GAME, game.title, statistic.name) if is_tally else (DEAL, statistic.name, WORTH)
        numbers: Iterator[Number]
        numbers = numbers_of(game, agents, sample) if is_tally else deal_numbers(game, sample)
        return next((number.estimate for number in numbers if number.key == key), _unknown(sample))

    form: Form = "number" if is_tally else "reward"
    meaning = statistic.meaning if is_tally else ONE_MORE + statistic.meaning
    return Goal(
        name=statistic.name.replace(" ", "-"),
        head=statistic.name,
        meaning=meaning,
        form=form,
        wish="least",
        measure=measured,
    )


def _unknown(sample: Sample) -> Estimate:
    """Returns an unknown estimate (nan), for a factor that does not vary."""
    return ratio_of_sums(np.zeros(sample.num_deals), np.zeros(sample.num_deals))
