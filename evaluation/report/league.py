"""The standing league as a page of Markdown with pictures, for the documentation."""

import re
from collections.abc import Callable, Iterable
from html import escape
from itertools import cycle
from pathlib import Path

from matplotlib.figure import Figure

from fudaba.agents.model_card import markdown_templates
from fudaba.common.languages import translator
from fudaba.envs import game_names, registered_game

from ..arena import Meeting
from ..league import League, LeagueTable
from ..statistics import Interval
from ..timing import POSITIONS
from . import numbers
from .arena.headline import on_map
from .pictures import GREY, LINE, SERIES, draw_file, draw_legend, reach_of

_, _n = translator("evaluation")

MARK = "<!-- Written by fudaba league; what is changed here is lost. -->"
YARDSTICK = "greedy"
MILLISECOND = 1e-3
UNFIT_FOR_LINKS = re.compile(r"[^\w\- ]")
NO_BREAK = "\N{NO-BREAK SPACE}"
HEIGHT = 4.0  # of a picture, in inches
MOST_TICKS = 8
COLOURS = (*SERIES, "#d55e00", "#56b4e9", GREY)  # with more of Okabe and Ito's palette
MARKERS = "osD^vPX<>"


def league_page(league: League, pictures: str = "league_pictures") -> str:
    """Returns the page: all games in one table, and a section for each.

    Args:
        league: The results.
        pictures: The folder of the pictures, relative to the page; each has the name of its game.
    """
    return TEMPLATES.get_template("league.md.jinja").render(
        mark=MARK,
        tables=league.games.values(),
        notes=_notes(league),
        pictures=pictures,
        positions=POSITIONS,
    )


def league_picture(table: LeagueTable) -> str:
    """Returns the picture of a game, an SVG file: mean reward against the time of a decision.

    The times have a logarithmic axis. Agents without a time are left out.
    """
    timed = [standing for standing in table.standings if standing.agent in table.seconds]

    def paint(figure: Figure) -> None:
        axes = figure.subplots()
        axes.set_xscale("log")
        for standing, colour, marker in zip(timed, cycle(COLOURS), cycle(MARKERS)):
            axes.errorbar(
                table.seconds[standing.agent],
                standing.reward.mean,
                yerr=reach_of(standing.reward)[:, None],
                fmt=marker,
                color=colour,
                elinewidth=2,
                capsize=4,
                label=standing.agent,
            )
        axes.axhline(0, color=LINE, linewidth=1.5)
        axes.locator_params(axis="y", nbins=MOST_TICKS)  # else the layout is for other ticks
        axes.minorticks_off()
        axes.grid()
        axes.xaxis.set_major_formatter(lambda seconds, _place: duration(seconds))
        axes.set_xlabel(_("processor time of a decision"))
        axes.set_ylabel(_("mean reward per game"))
        draw_legend(axes)

    return f"{MARK}\n{draw_file(table.game, _description(table), HEIGHT, paint)}"


def headline(table: LeagueTable) -> str:
    """Returns which agent is the best of a game, and which can't be told from it."""
    best = table.standings[0]
    known = {"game": title_of(table), "agent": best.agent, "reward": points(best.reward)}
    if table.level:
        return _(
            "{game}: {agent} earns most, {reward} per game in {deals:,} deals, which can't tell it "
            "from {others}.",
            **known,
            deals=table.deals,
            others=_(", ").join(table.level),
        )
    return _(
        "{game}: {agent} is clearly best with {reward} per game in {deals:,} deals.",
        **known,
        deals=table.deals,
    )


def points(number: Interval) -> str:
    """Returns `+0.441 (+0.436 to +0.447)`."""
    form = numbers.reward
    return _(
        "{estimate} ({ends})",
        estimate=numbers.estimate(number, form),
        ends=numbers.ends(number, form),
    )


def is_of_a_league(content: bytes) -> bool:
    """Returns whether a file is a league's page or one of its pictures."""
    return content.startswith(MARK.encode())


def title_of(table: LeagueTable) -> str:
    """Returns the name of a game in the current language, or as the results have it."""
    is_known = table.game in game_names()
    return registered_game(table.game).translate(table.title) if is_known else table.title


def _description(table: LeagueTable) -> str:
    """Returns the alternative text of a game's picture."""
    return _(
        "{game}: mean reward of each agent against the processor time of a decision, with 95 % "
        "intervals. The table has the numbers.",
        game=title_of(table),
    )


def _notes(league: League) -> dict[str, str]:
    """Returns the notes on games, and the titles of the games that have them."""
    titles: dict[str, list[str]] = {}
    for table in league.games.values():
        if table.note:
            titles.setdefault(table.note, []).append(title_of(table))
    return {note: _(", ").join(games) for note, games in titles.items()}


def _estimate(form: Callable[[float], str]) -> Callable[[Interval], str]:
    """Returns `+0.441 (+0.436 to +0.447)`, which can be broken only before the bracket."""

    def text(number: Interval) -> str:
        estimate, ends = numbers.estimate(number, form), numbers.ends(number, form)
        return _("{estimate} ({ends})", estimate=_whole(estimate), ends=_whole(ends))

    return text


def _whole(text: str) -> str:
    """Returns a text that stays on one line."""
    return text.replace(" ", NO_BREAK)


def _words(agents: Iterable[str]) -> str:
    """Returns agents as the text of a cell."""
    return _(", ").join(f"`{agent}`" for agent in agents) or numbers.UNKNOWN


def _among(table: LeagueTable) -> str:
    """Returns the heads of the columns of a table of pairs."""
    return " | ".join(_("among {agent}", agent=f"`{agent}`") for agent in table.agents)


def _strategies(table: LeagueTable) -> str:
    """Returns whether results run in a circle, and which agents remain under selection."""
    return _(" ").join(on_map([f"`{agent}`" for agent in table.agents], table.pairwise))


def _lead(table: LeagueTable) -> str:
    """Returns the lead of the best agent over greedy."""
    lead = table.lead_over(YARDSTICK)
    is_other = lead and table.agents[0] != YARDSTICK
    return _estimate(numbers.reward)(lead) if lead and is_other else numbers.UNKNOWN


def _ahead(meeting: Meeting) -> str:
    """Returns `57.6 % (57.1 % to 58.1 %), 56.9 %`: the measured and the predicted share."""
    seen = _estimate(numbers.percent)(meeting.ahead)
    predicted = _whole(numbers.share_or_unknown(meeting.predicted))
    return _("{measured}, {predicted}", measured=seen, predicted=predicted)


def _anchor(title: str) -> str:
    """Returns the anchor of a heading, for links."""
    return UNFIT_FOR_LINKS.sub("", title.lower()).replace(" ", "-")


def duration(seconds: float | None) -> str:
    """Returns `0.8 µs`, `12 µs`, `1.3 ms` or `250 ms`; a dash if unknown."""
    if seconds is None:
        return numbers.UNKNOWN
    unit, name = (MILLISECOND, "ms") if seconds >= MILLISECOND else (MILLISECOND**2, "µs")
    value = seconds / unit
    return _whole(f"{value:.{0 if value >= 10 else 1}f} {name}")


TEMPLATES = markdown_templates(Path(__file__).parent)
TEMPLATES.globals.update(
    _=_,
    title_of=title_of,
    words=_words,
    among=_among,
    anchor=_anchor,
    description=_description,
    lead=_lead,
    strategies=_strategies,
    ahead=_ahead,
    duration=duration,
    headline=headline,
    escape=escape,
    reward=_estimate(numbers.reward),
    share=_estimate(numbers.percent),
    rating=_estimate(numbers.rating),
    unknown=numbers.UNKNOWN,
)
