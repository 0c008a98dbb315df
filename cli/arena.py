"""`fudaba arena GAME AGENT ...`: which agent is better, and how certain is it?"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, cast

from rich.console import Console
from rich.text import Text

from fudaba.agents import Agent, make_agent
from fudaba.agents.bot_settings import BotSettings
from fudaba.agents.naming import ALLOWED, names_code, policy_folder, spelled_out
from fudaba.common.files import write_whole
from fudaba.common.languages import N_, translator
from fudaba.envs import Game, Options, UserError
from fudaba.evaluation.arena import ArenaRequest, ArenaResult, end_of
from fudaba.evaluation.asking import Option
from fudaba.evaluation.match import COMMAND_THREADS
from fudaba.evaluation.progress import playing_bar
from fudaba.evaluation.report import numbers
from fudaba.evaluation.report.arena.headline import findings, headline
from fudaba.evaluation.report.sentences import joined
from fudaba.evaluation.stand_in import StandInAgent
from fudaba.evaluation.statistics import Interval

from .arguments import Asked, ChatUrl, Seconds, parse
from .broken import Broken
from .executor import On, Threads, executor_on
from .outputs import Force, Outputs
from .wide import WideRow, print_wide

_, _n = translator("cli")
_agents = translator("agents")[0]

DESCRIPTION = N_(
    "Compares agents. Every agent sits alone at tables of each other agent; all play the same "
    "deals from every seat, and the intervals are clustered on the deal."
)

Results = Annotated[
    Path | None,
    Option(
        "SQLite file of the games; stored games are not played again.",
        "PATH",
        "default: runs/arena/GAME/results.sqlite",
    ),
]
Records = Annotated[
    Path | None, Option("Add all games to this file; fudaba replay shows them.", "PATH", "")
]
Page = Annotated[
    Path | None,
    Option(
        "HTML page.", "PATH", "default: arena.html, beside the results in the question's folder"
    ),
]
Budget = Annotated[
    float | None,
    Option(
        "End after this time with the deals that all agents have played by then.",
        "MINUTES",
        "default: play all deals",
    ),
]
Concurrent = Annotated[
    int,
    Option(
        "Decisions that a program or a model is asked for at the same time: its processes, or "
        "requests.",
        "INT",
        "default: 1",
    ),
]
OnFailure = Annotated[
    Literal["end", "stand-in"],
    Option(
        "What follows where an agent of your own code fails or chooses a forbidden move: the end "
        "of the command, or a game that greedy plays on in its seat, marked in the results.",
        "{end,stand-in}",
        "default: end",
    ),
]


def main(words: list[str]) -> None:
    """Parses the arguments and compares; see `arena`."""
    parse(arena, words, "fudaba arena", DESCRIPTION, ArenaRequest)


def arena(
    asked: Asked,
    results: Results = None,
    records: Records = None,
    page: Page = None,
    force: Force = False,
    threads: Threads = COMMAND_THREADS,
    on: On = "local",
    budget_minutes: Budget = None,
    time_per_decision: Seconds = None,
    concurrent: Concurrent = 1,
    chat_url: ChatUrl = None,
    on_failure: OnFailure = "end",
) -> None:
    """Compares agents, prints the outcome and writes the page.

    Raises:
        UserError: An argument, a value or a file can't be used.
    """
    game, words = asked.values["game"], spelled_out(asked.values["agents"])
    options = game.options.read(game.name, asked.values["options"])
    until = end_of(budget_minutes)
    settings = BotSettings(time_per_decision, concurrent=concurrent, chat_url=chat_url)
    agents = _make_agents(words, game, options, settings, on_failure == "stand-in")
    request = ArenaRequest(**{**asked.values, "options": options, "agents": agents})
    results = results or Path("runs/arena") / game.name / "results.sqlite"
    page = page or results.parent / request.run_key.folder / "arena.html"
    outputs = Outputs({"results": results, "records": records, "page": page})
    outputs.check(force, {"page": request.run_key.is_answered_by})
    # A model plays one deal at a time, so concurrent requests need as many threads.
    most = max(threads, concurrent) if threads >= 1 else threads
    with executor_on(on, most) as executor, playing_bar(_("deals")) as progress:
        result = request.play(
            executor, results, records, force=force, progress=progress, until=until
        )
    _print_result(Console(), result)
    write_whole(page, _page(words, result).encode())
    outputs.tell()


def _page(words: Sequence[str], result: ArenaResult) -> str:
    """Returns the page, with sections on learning, budgets and strategies if they have data."""
    from fudaba.evaluation.report.arena.learning import learning_section
    from fudaba.evaluation.report.arena.page import render_page
    from fudaba.evaluation.report.arena.strategies import strategies_section
    from fudaba.evaluation.report.arena.strength import strength_section

    folders = [folder for folder in dict.fromkeys(map(policy_folder, words)) if folder]
    sections = [
        learning_section(folders, result),
        strength_section(result),
        strategies_section(result),
    ]
    return render_page(result, [section for section in sections if section is not None])


def _make_agents(
    words: Sequence[str], game: Game, options: Options, settings: BotSettings, has_stand_ins: bool
) -> dict[str, Agent]:
    """Returns the agents by their specs; those of users' own code may have stand-ins.

    Raises:
        UserError: There is no word, a word comes twice, or a word names no agent of the game.
    """
    if not words:
        raise UserError(_("name at least one agent: {allowed}.", allowed=_agents(ALLOWED)))
    twice = next((word for word in words if words.count(word) > 1), None)
    if twice is not None:
        raise UserError(
            _("agent {twice} is named twice; each agent is allowed once.", twice=repr(twice))
        )
    made: dict[str, Agent] = {}
    for word in words:
        make = partial(make_agent, word, game, options, settings)
        with_stand_in = has_stand_ins and names_code(word)
        made[word] = cast(Agent, StandInAgent(word, make, game)) if with_stand_in else make()
    return made


def _print_result(console: Console, result: ArenaResult) -> None:
    for sentence in (joined(headline(result)), *findings(result)):
        console.print(Broken(Text(sentence)))
    _print_ranking(console, result)
    if len(result.standings) > 2:
        _print_pairs(console, result)


def _print_ranking(console: Console, result: ArenaResult) -> None:
    game = result.game
    rows = [
        WideRow(
            standing.agent,
            (
                Text(f"{standing.games:,}"),
                _cell(standing.reward, numbers.reward),
                _cell(standing.first_places, numbers.percent),
                _cell(standing.rating, numbers.rating),
            ),
        )
        for standing in result.standings
    ]
    print_wide(
        console,
        _(
            "{game}: {deals}, {games:,} games",
            game=game.translate(game.title),
            deals=_n("{count} deal", "{count} deals", result.deals),
            games=result.num_games,
        ),
        _("with 95 % intervals, clustered on the deal"),
        (_("games"), _("mean reward"), _("first places"), _("rating")),
        rows,
    )


def _print_pairs(console: Console, result: ArenaResult) -> None:
    agents = [standing.agent for standing in result.standings]
    rows = [
        WideRow(agent, [_cell(met.reward, numbers.reward) if met else Text("") for met in meetings])
        for agent, meetings in zip(agents, result.pairwise, strict=True)
    ]
    title = _("mean reward of the row alone among agents of the column")
    print_wide(console, title, "", agents, rows)


def _cell(interval: Interval, form: Callable[[float], str]) -> Text:
    return Text(f"{numbers.estimate(interval, form)}\n{numbers.ends(interval, form)}")
