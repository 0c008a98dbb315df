"""The page's section on how policies learned."""

import json
from collections.abc import Mapping, Sequence
from itertools import takewhile
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from fudaba.agents.naming import policy_folder
from fudaba.agents.policy import read_card
from fudaba.common.languages import N_, translator

from ...arena import ArenaResult
from ...curves import CONFIG_FILE, Learned, learned_by
from ...statistics import Interval
from .. import numbers
from ..pictures import LINE, Form, colours_for, draw_figure, draw_legend
from ..sentences import joined
from .page import PageSection

_, _n = translator("evaluation")

HEIGHT, LEGEND_LINE = 2.6, 0.25  # inches
COLUMNS: dict[Form, int] = {"wide": 2, "narrow": 1}  # panels side by side
MOST_TICKS = 4
MEANING = N_(
    "Mean reward per game alone among copies of each baseline, with 95 % intervals clustered on "
    "the deal, from 0 decisions to the final evaluation. Zero is the baseline's own strength. Runs "
    "that differ in their seeds alone have one colour."
)
WITH_ADVICE = N_(
    "Without playouts a curve begins at about greedy's play, which the network corrects."
)
UNTRAINED = N_(
    "Without playouts and advice a curve begins at an untrained network. Its outputs are random, "
    "but the same in the same position, so it can be worse than a player of random moves."
)
SETTINGS = N_("The configuration of a run is {file} in its folder.")
DASHED = N_(
    "Dashed lines are the other agents of this page, alone among copies of the baseline as well."
)
NEVER_PASSED = N_(
    "{policy} did not clearly pass {baseline}: it ended at {reward} ({ends}) alone among copies of "
    "it."
)
PASSED = N_(
    "{policy} passed {baseline} after about {decisions:,.0f} decisions and ended at {reward} "
    "({ends})."
)
ALWAYS_AHEAD = N_("{policy} was ahead of {baseline} from the start and ended at {reward} ({ends}).")
OF_ONE_RUN = ("seed", "output", "threads")  # keys in which the runs of a group may differ


Levels = Mapping[str, Mapping[str, float]]  # by agent and baseline


def learning_section(
    policies: Sequence[Path], arena: ArenaResult | None = None
) -> PageSection | None:
    """Returns the section with the learning curves of policies whose runs still exist.

    Every baseline has a panel, every run a line in it, from 0 decisions to the final evaluation.
    Runs that differ only in their seeds have one colour.

    Args:
        policies: The folders of published policies, `<run>/final`.
        arena: A comparison of these policies with other agents, whose levels become dashed lines.

    Returns:
        None if there are no curves.

    Raises:
        UserError: Curves or a card are damaged.
    """
    runs = {policy: learned for policy in policies if (learned := learned_by(policy))}
    if not runs:
        return None
    baselines = list(dict.fromkeys(word for learned in runs.values() for word in learned))
    alike = _alike_but_for_seeds(list(runs))
    levels = _levels(arena, list(runs)) if arena else {}
    colours = colours_for(len(alike) + len(levels))

    def lines(form: Form) -> int:
        return ceil(len(baselines) / COLUMNS[form])

    def paint(figure: Figure, form: Form) -> None:
        grid = np.asarray(figure.subplots(lines(form), COLUMNS[form], squeeze=False, sharex=True))
        for axes, word in zip(grid.flat, baselines, strict=False):
            for group, colour in zip(alike, colours, strict=False):
                _draw_runs(axes, [runs[policy].get(word, []) for policy in group], colour)
                axes.plot([], [], "o-", color=colour, label=_named(group))
            for (agent, level), colour in zip(levels.items(), colours[len(alike) :], strict=True):
                if word in level:
                    axes.axhline(level[word], color=colour, linestyle="--")
                axes.plot([], [], "--", color=colour, label=agent)
            _dress(axes, word)
        for axes in grid.flat[len(baselines) :]:
            axes.set_visible(False)
        for axes in grid[:, 0]:
            axes.set_ylabel(_("mean reward"))
        draw_legend(grid[0, 0])

    return PageSection(
        title=(
            _("How the policies learned")
            if len(runs) > 1
            else _("How {policy} learned", policy=policies[0])
        ),
        svg=draw_figure(
            "learning",
            _("Mean reward against each baseline during training."),
            lambda form: HEIGHT * lines(form) + LEGEND_LINE * len(colours),
            paint,
        ),
        caption=_caption(runs, has_levels=bool(levels)),
    )


def _caption(runs: Mapping[Path, Learned], *, has_levels: bool) -> str:
    """Returns the caption of the curves; for a single run it begins with the outcome."""
    outcomes = [_outcome(policy, learned) for policy, learned in runs.items()]
    starts = dict.fromkeys(map(_start, runs))
    told = outcomes if len(runs) == 1 else []
    dashed = [_(DASHED)] if has_levels else []
    return joined([*told, _(MEANING), *starts, _(SETTINGS, file=CONFIG_FILE), *dashed])


def _outcome(policy: Path, learned: Learned) -> str:
    """Returns a sentence: when a policy passed the strongest baseline, and its final reward."""
    word, points = min(learned.items(), key=lambda one: one[1][-1][1].mean)
    final = points[-1][1]
    ahead = list(takewhile(lambda point: point[1].low > 0, reversed(points)))
    outcome = NEVER_PASSED if not ahead else PASSED if len(ahead) < len(points) else ALWAYS_AHEAD
    return _(
        outcome,
        policy=policy,
        baseline=word,
        decisions=ahead[-1][0] if ahead else 0,
        reward=numbers.estimate(final, numbers.reward),
        ends=numbers.ends(final, numbers.reward),
    )


def _start(policy: Path) -> str:
    """Returns a sentence that explains a curve's first point, before any decision of training."""
    config = read_card(policy).training.get("config") or {}
    if config.get("init_from"):
        return _("With init_from a curve begins at the policy that it names.")
    if config.get("warm_start", {}).get("decisions"):
        return _("With training on playouts a curve begins at the result of that.")
    return _(WITH_ADVICE if config.get("residual") else UNTRAINED)


def _levels(arena: ArenaResult, policies: Sequence[Path]) -> Levels:
    """Returns the mean reward of each other agent of an arena, alone among each baseline.

    Levels of other house rules than those of the curves would mislead, so there are none.
    """
    rules = arena.options.plain()
    if any(read_card(policy).options != rules for policy in policies):
        return {}
    agents = [standing.agent for standing in arena.standings]
    return {
        agent: {
            word: meeting.reward.mean if meeting else 0.0
            for word, meeting in zip(agents, meetings, strict=True)
        }
        for agent, meetings in zip(agents, arena.pairwise, strict=True)
        if policy_folder(agent) not in policies
    }


def _alike_but_for_seeds(policies: Sequence[Path]) -> list[list[Path]]:
    """Returns the policies grouped by their runs' configurations; the seed may differ."""
    groups: dict[str, list[Path]] = {}
    for policy in policies:
        config = read_card(policy).training.get("config")
        kept = {key: value for key, value in (config or {}).items() if key not in OF_ONE_RUN}
        key = json.dumps(kept, sort_keys=True) if config else str(policy)
        groups.setdefault(key, []).append(policy)
    return list(groups.values())


def _named(group: Sequence[Path]) -> str:
    """Returns the name of a group: `runs/a/final`, or `runs/a/final (3 seeds)`."""
    if len(group) == 1:
        return str(group[0])
    return _("{policy} ({count} seeds)", policy=group[0], count=len(group))


def _draw_runs(axes: Axes, runs: Sequence[list[tuple[float, Interval]]], colour: Any) -> None:
    """Draws one line per run, with its intervals around it."""
    for points in runs:
        steps = [step for step, _ in points]
        means = [interval.mean for _, interval in points]
        lows = [interval.low for _, interval in points]
        highs = [interval.high for _, interval in points]
        axes.fill_between(steps, lows, highs, color=colour, alpha=0.2, linewidth=0)
        axes.plot(steps, means, "o-", color=colour, markersize=4)


def _dress(axes: Axes, word: str) -> None:
    axes.axhline(0, color=LINE, linewidth=1.5, zorder=1)  # below a dashed line
    axes.grid()
    axes.set_title(_("against {agent}", agent=word), loc="left")
    axes.set_xlabel(_("learner decisions"))
    axes.locator_params(axis="x", nbins=MOST_TICKS)
    axes.xaxis.set_major_formatter(lambda steps, _: f"{steps:,.0f}")
