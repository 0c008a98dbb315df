"""The report of a fit: a page of Markdown, and sentences for the terminal too."""

from pathlib import Path

from fudaba.agents.heuristics.weights import WeightTable
from fudaba.agents.model_card import markdown_templates
from fudaba.evaluation.report import numbers

from .result import RULE, AdviceResult


def verdict(result: AdviceResult) -> list[str]:
    """Returns in sentences which weights stay, why, and at what price."""
    gain = f"{numbers.give_or_take(result.gain, 'reward')} of the spread among today's greedy"
    if result.is_kept:
        sentences = [f"The new weights are kept: they gain {gain}."]
    else:
        sentences = [f"Today's weights stay, because the new ones do not clearly gain: {gain}."]
    if result.is_trade:
        loss = numbers.give_or_take(result.gain_among_random, "reward")
        sentences.append(f"Among random players they lose: {loss} of the spread.")
    if worse := [str(size) for size in result.worse_with]:
        sentences.append(f"They clearly lose with {', '.join(worse)} players.")
    if result.set_back:
        sentences.append(f"Set back, because it did not matter: {', '.join(result.set_back)}.")
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
        verdict=" ".join(verdict(result)),
        rule=RULE,
    )


def mark_of(question: str) -> str:
    """Returns the line in a page that names its question."""
    return f"<!-- fudaba-question {question} -->"


TEMPLATES = markdown_templates(Path(__file__).parent)
TEMPLATES.filters.update(
    reward=lambda interval: numbers.give_or_take(interval, "reward"), count=numbers.count
)
