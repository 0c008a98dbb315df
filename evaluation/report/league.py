"""The standing league as a page of Markdown, for the documentation."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from fudaba.agents.model_card import markdown_templates

from ..arena import Meeting
from ..league import League, LeagueTable
from ..statistics import Interval
from ..timing import POSITIONS
from . import numbers

MARK = "<!-- Written by fudaba league; what is changed here is lost. -->"
YARDSTICK = "greedy"
MILLISECOND = 1e-3
UNFIT_FOR_LINKS = re.compile(r"[^\w\- ]")


def league_page(league: League) -> str:
    """Returns the page: all games in one table, and a section for each.

    Args:
        league: The results.
    """
    return TEMPLATES.get_template("league.md.jinja").render(
        mark=MARK, tables=league.games.values(), positions=POSITIONS
    )


def is_league_page(content: bytes) -> bool:
    """Returns whether a file is a page of a league."""
    return content.startswith(MARK.encode())


def _estimate(form: Callable[[float], str]) -> Callable[[Interval], str]:
    """Returns `+0.441 (+0.436 to +0.447)`."""
    return lambda number: f"{numbers.estimate(number, form)} ({numbers.ends(number, form)})"


def _words(agents: Iterable[str]) -> str:
    """Returns agents as the text of a cell."""
    return ", ".join(f"`{agent}`" for agent in agents) or numbers.UNKNOWN


def _among(table: LeagueTable) -> str:
    """Returns the heads of the columns of a table of pairs."""
    return " | ".join(f"among `{agent}`" for agent in table.agents)


def _lead(table: LeagueTable) -> str:
    """Returns the lead of the best agent over greedy."""
    lead = table.lead_over(YARDSTICK)
    is_other = lead and table.agents[0] != YARDSTICK
    return _estimate(numbers.reward)(lead) if lead and is_other else numbers.UNKNOWN


def _ahead(meeting: Meeting) -> str:
    """Returns `57.6 % (57.1 % to 58.1 %), 56.9 %`: the measured and the predicted share."""
    seen = _estimate(numbers.percent)(meeting.ahead)
    return f"{seen}, {numbers.share_or_unknown(meeting.predicted)}"


def _anchor(title: str) -> str:
    """Returns the anchor of a heading, for links."""
    return UNFIT_FOR_LINKS.sub("", title.lower()).replace(" ", "-")


def duration(seconds: float | None) -> str:
    """Returns `0.8 µs`, `12 µs`, `1.3 ms` or `250 ms`; a dash if unknown."""
    if seconds is None:
        return numbers.UNKNOWN
    unit, name = (MILLISECOND, "ms") if seconds >= MILLISECOND else (MILLISECOND**2, "µs")
    value = seconds / unit
    return f"{value:.{0 if value >= 10 else 1}f} {name}"


TEMPLATES = markdown_templates(Path(__file__).parent)
TEMPLATES.globals.update(
    words=_words,
    among=_among,
    anchor=_anchor,
    lead=_lead,
    ahead=_ahead,
    duration=duration,
    reward=_estimate(numbers.reward),
    share=_estimate(numbers.percent),
    rating=_estimate(numbers.rating),
    unknown=numbers.UNKNOWN,
)
