"""The pictures of a search: the finalists goal by goal, and the front of two goals."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from fudaba.common.languages import translator

from ...statistics import Interval
from ...tune.objectives import Objective
from ...tune.result import TuneResult
from ..balance.pictures import SOFT, draw_changes, titled
from ..pictures import (
    BLUE,
    LINE,
    ORANGE,
    draw_svg,
    reach_of,
)
from .answers import objectives_of, wish_form
from .names import label_of, objective_named

_, _n = translator("evaluation")


def draw_goals(result: TuneResult) -> str:
    """Draws the finalists: a panel for each goal, a row for each finalist."""
    wishes, finalists = objectives_of(result), result.finalists
    names = [f"{n}. {label_of(each.variant.label)}" for n, each in enumerate(finalists, 1)]
    panels = [
        (
            objective_named(wish, with_weight=False),
            wish_form(result, wish),
            [finalist.numbers[place] for finalist in finalists],
        )
        for place, wish in enumerate(wishes)
    ]
    wanted = (wish.value if wish.direction == "near" else None for wish in wishes)
    return draw_changes(
        "goals",
        _("The goals of the finalists; the table has the numbers."),
        {"wide": names, "narrow": names},
        panels,
        [None if value is None else Interval(value, value, value) for value in wanted],
        [row for row, finalist in enumerate(finalists) if finalist.is_clearly_worse],
    )


def _scale(wish: Objective) -> float:
    return 100.0 if wish.goal.form == "share" else 1.0


def _axis_words(result: TuneResult, wish: Objective) -> str:
    """Returns the label of an axis: `turn gap (least), pp`; for `near` the distance from it."""
    named = titled(objective_named(wish, with_weight=False), wish_form(result, wish))
    return _("distance of {axis}", axis=named) if wish.direction == "near" else named


def draw_front(result: TuneResult) -> str:
    """Draws two goals: all raced variants in grey, the finalists with intervals and numbers."""
    wishes = objectives_of(result)

    def paint(axes: Axes) -> None:
        raced = [[loss.mean for loss in each.losses] for each in result.raced if each.losses]
        if raced:
            across, up = _numbers(np.array(raced), wishes)
            axes.scatter(across, up, s=14, color=SOFT)
        front = np.array(
            [[loss.mean for loss in each.losses] for each in result.finalists if each.is_on_front]
        )
        front = front[np.argsort(front[:, 0])]
        axes.plot(*_numbers(front, wishes), color=LINE, linewidth=2)
        for number, finalist in enumerate(result.finalists, 1):
            one, other = map(_shown, finalist.numbers, finalist.losses, wishes)
            axes.errorbar(
                one.mean,
                other.mean,
                xerr=reach_of(one)[:, None],
                yerr=reach_of(other)[:, None],
                fmt="o",
                color=SOFT if finalist.is_clearly_worse else BLUE,
                ecolor=ORANGE,
                elinewidth=2,
                markersize=7,
            )
            place = (one.mean, other.mean)
            axes.annotate(f"{number}", place, (6, 5), textcoords="offset points")
        axes.grid()
        axes.set_xlabel(_axis_words(result, wishes[0]))
        axes.set_ylabel(_axis_words(result, wishes[1]))

    description = _("The two goals of all variants; the tables have the numbers.")
    return draw_svg("front", description, 4.2, paint)


def _numbers(losses: np.ndarray, wishes: Sequence[Objective]) -> list[np.ndarray]:
    """Returns losses float64[V, 2] as numbers of the two goals."""
    return [
        np.array([_scale(wish) * wish.number(loss) for loss in column.tolist()])
        for column, wish in zip(losses.T, wishes, strict=True)
    ]


def _shown(number: Interval, loss: Interval, wish: Objective) -> Interval:
    """Returns the number that the front draws for a goal; for `near` the distance from it."""
    scale = _scale(wish)
    if wish.direction == "near":
        return Interval(scale * loss.mean, scale * max(0.0, loss.low), scale * loss.high)
    return Interval(scale * number.mean, scale * number.low, scale * number.high)
