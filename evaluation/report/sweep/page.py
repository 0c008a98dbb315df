"""The page of a sweep's outcome."""

from fudaba.common.languages import translator
from fudaba.envs import registered_game

from ...curves import FINAL_FOLDER
from ...sweep import SweepResult, spread_of
from .. import numbers
from ..arena.learning import learning_section
from ..frame import TEMPLATES, house_rules_of

_, _n = translator("evaluation")


def render_sweep_page(result: SweepResult) -> str:
    """Returns the page of a sweep as one self-contained HTML file.

    Raises:
        UserError: The curves of a run are damaged.
    """
    policies = [run.folder / FINAL_FOLDER for run in result.published]
    return TEMPLATES.get_template("sweep/page.html").render(
        result=result,
        game=registered_game(result.game),
        house_rules=house_rules_of(result.options),
        section=learning_section(policies),
        numbers=numbers,
        spread_of=spread_of,
        outcome=outcome(result),
    )


def outcome(result: SweepResult) -> str:
    """Returns in one sentence which run is the best, if one is."""
    if result.best:
        return _(
            "The best of {count} finished runs is {folder}.",
            count=len(result.published),
            folder=result.best.folder,
        )
    if result.leaders:
        return _(
            "None of {count} finished runs is the best: {equal} earn the same against {agent}.",
            count=len(result.published),
            equal=len(result.leaders),
            agent=result.baselines[-1],
        )
    return _("No run is finished.")
