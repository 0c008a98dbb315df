"""The report of a fit: a page of Markdown, and sentences for the terminal too."""

from pathlib import Path

from fudaba.agents.model_card import markdown_templates
from fudaba.common.languages import N_, translator
from fudaba.envs.core.contract.weights import WeightTable
from fudaba.evaluation.report import numbers
from fudaba.evaluation.report.sentences import joined

from .result import RULE, AdviceResult

_, _n = translator("training")

KEPT = N_("The new weights are kept: they gain {gain} of the spread among today's greedy.")
NOT_KEPT = N_(
    "Today's weights stay, because the new ones do not clearly gain: {gain} of the spread among "
    "today's greedy."
)


def verdict(result: AdviceResult) -> list[str]:
    """Returns the verdict as sentences: whether the new weights stay, why, and their cost."""
    gain = numbers.give_or_take(result.gain, "reward")
    sentences = [_(KEPT if result.is_kept else NOT_KEPT, gain=gain)]
    if result.is_trade:
        loss = numbers.give_or_take(result.gain_among_random, "reward")
        sentences.append(_("Among random players they lose: {loss} of the spread.", loss=loss))
    if worse := _(", ").join(map(str, result.worse_with)):
        sentences.append(_("They clearly lose with {counts} players.", counts=worse))
    if names := _(", ").join(result.set_back):
        sentences.append(_("Set back, because it did not matter: {names}.", names=names))
    return sentences


def render_report(result: AdviceResult, table: WeightTable, title: str, command: str) -> str:
    """Returns the page of Markdown.

    Args:
        result: The result.
        table: The weights of the heuristic.
        title: The game's title.
        command: The command that repeats the search.
    """
    return TEMPLATES.get_template("report.md.jinja").render(
        mark=mark_of(result.question),
        result=result,
        rows=table.rows,
        title=title,
        command=command,
        verdict=joined(verdict(result)),
        rule=RULE,
    )


def mark_of(question: str) -> str:
    """Returns the line in a page that identifies its run."""
    return f"<!-- fudaba-question {question} -->"


TEMPLATES = markdown_templates(Path(__file__).parent)
TEMPLATES.globals["_"] = _
TEMPLATES.filters.update(
    reward=lambda interval: numbers.give_or_take(interval, "reward"), count=numbers.count
)
