"""The page of a sweep's outcome."""

from pathlib import Path

from fudaba.agents.files import write_whole
from fudaba.envs import find_game
from fudaba.languages import ENGLISH, in_language

from ...curves import FINAL_FOLDER
from ...sweep import SweepResult, spread_of
from .. import numbers
from ..arena.learning import learning_section
from ..frame import TEMPLATES, house_rules_of


@in_language(ENGLISH)
def write_sweep_page(path: Path, result: SweepResult) -> None:
    """Writes the page of a sweep as one self-contained HTML file.

    Args:
        path: The file; an older one is replaced.
        result: The runs.

    Raises:
        UserError: The file can't be written, or the curves of a run are damaged.
    """
    policies = [run.folder / FINAL_FOLDER for run in result.published]
    page = TEMPLATES.get_template("sweep/page.html").render(
        result=result,
        game=find_game(result.game),
        house_rules=house_rules_of(result.options),
        section=learning_section(policies),
        numbers=numbers,
        spread_of=spread_of,
    )
    write_whole(path, page.encode())
