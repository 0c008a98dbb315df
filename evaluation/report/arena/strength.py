"""The page's section on the strength of searches by their budget."""

from itertools import cycle

import numpy as np
from matplotlib.axes import Axes

from fudaba.common.languages import translator

from ...arena import ArenaResult, Standing
from ..pictures import SERIES, draw_svg, reach_of
from .headline import by_search
from .page import PageSection

_, _n = translator("evaluation")

HEIGHT = 3.2


def strength_section(result: ArenaResult) -> PageSection | None:
    """Returns the section of ratings by budget; None if no search has two budgets or more.

    Args:
        result: What `compare` returned.
    """
    searches = by_search(result.standings)
    if not searches:
        return None
    shown = {standing.agent for curve in searches.values() for standing in curve.values()}
    others = [standing for standing in result.standings if standing.agent not in shown]
    budgets = sorted({budget for curve in searches.values() for budget in curve})

    def paint(axes: Axes) -> None:
        for (search, curve), colour in zip(searches.items(), cycle(SERIES)):
            _draw_ratings(axes, search, curve, colour)
        for standing, colour in zip(others, cycle(SERIES[::-1])):
            axes.axhline(standing.rating.mean, color=colour, linestyle="--", label=standing.agent)
        axes.set_xscale("log")
        axes.set_xticks(budgets, [f"{budget:,}" for budget in budgets])
        axes.minorticks_off()
        axes.grid(axis="y")
        axes.set_xlabel(_("games played for a decision"))
        axes.set_ylabel(_("rating"))
        axes.legend(frameon=False)

    names = _(" and ").join(searches)
    description = _("Rating of {names} at each budget.", names=names)
    return PageSection(
        title=_("Strength over budget"),
        svg=draw_svg("strength", description, HEIGHT, paint),
        caption=_(
            "Ratings of {names} by the number of games played for a decision, with 95 % intervals "
            "over redrawn deals. Dashed lines are the other agents.",
            names=names,
        ),
    )


def _draw_ratings(axes: Axes, search: str, curve: dict[int, Standing], colour: str) -> None:
    ratings = [standing.rating for standing in curve.values()]
    axes.errorbar(
        list(curve),
        [rating.mean for rating in ratings],
        yerr=np.array([reach_of(rating) for rating in ratings]).T,
        fmt="o-",
        color=colour,
        elinewidth=3,
        capsize=5,
        label=search,
    )
    axes.margins(x=0.08)
