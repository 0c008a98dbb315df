"""The page's section on the strength of searches by their budget."""

from collections.abc import Sequence
from itertools import cycle, pairwise

import numpy as np
from matplotlib.axes import Axes

from fudaba.agents.naming import SEARCH
from fudaba.common.languages import N_, translator

from ...arena import ArenaResult, Standing
from ..numbers import give_or_take
from ..pictures import SERIES, draw_svg, reach_of
from .page import PageSection

_, _n = translator("evaluation")

HEIGHT = 3.2
STEPS = (  # unclear and clear ones
    N_("{budget:,} among {before:,} {reward}, not clear"),
    N_("{budget:,} among {before:,} {reward}"),
)


def strength_section(result: ArenaResult) -> PageSection | None:
    """Returns the section of ratings by budget; None if no search has two budgets or more.

    Args:
        result: What `compare` returned.
    """
    searches = _by_search(result.standings)
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
            "over redrawn deals. Dashed lines are the other agents. {steps}",
            names=names,
            steps=_(" ").join(on_steps(result)),
        ),
    )


def on_steps(result: ArenaResult) -> list[str]:
    """Returns a sentence per search: what each of its budgets earns among the one before."""
    place = {standing.agent: number for number, standing in enumerate(result.standings)}
    return [
        _("Each budget of {search} alone among copies with the budget before earns per game: "
          "{steps}. Mean rewards and ratings are of all opponents, and may differ.",
          search=search,
          steps=_(", ").join(
              _(STEPS[met.reward.leaves_out_zero], budget=budget, before=less,
                reward=give_or_take(met.reward, "reward"))
              for (less, before), (budget, after) in pairwise(curve.items())
              if (met := result.pairwise[place[after.agent]][place[before.agent]])
          ))
        for search, curve in _by_search(result.standings).items()
    ]  # fmt: skip


def _by_search(standings: Sequence[Standing]) -> dict[str, dict[int, Standing]]:
    """Returns the standings by search and rising budget, of searches with two or more."""
    searches: dict[str, dict[int, Standing]] = {}
    for standing in standings:
        if found := SEARCH.fullmatch(standing.agent):
            search = found["kind"] + (f",policy={found['policy']}" if found["policy"] else "")
            searches.setdefault(search, {})[int(found["budget"])] = standing
    return {
        search: dict(sorted(curve.items())) for search, curve in searches.items() if len(curve) > 1
    }


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
