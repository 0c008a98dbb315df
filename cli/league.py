"""`fudaba league [GAME ...]`: the standing league, every agent in every game."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

from rich.console import Console
from rich.text import Text

from fudaba.agents.naming import REPEATABLE
from fudaba.common.files import locked, read_bytes, write_whole
from fudaba.common.languages import N_, translator
from fudaba.envs import UserError, every_game
from fudaba.evaluation.asking import Option, read_game
from fudaba.evaluation.league import (
    AGENTS,
    League,
    LeagueTable,
    make_members,
    members,
    play_game,
)
from fudaba.evaluation.match import COMMAND_THREADS
from fudaba.evaluation.progress import DecisionsColumn, playing_task, progress_bar
from fudaba.evaluation.report.league import (
    headline,
    is_of_a_league,
    league_page,
    league_picture,
    points,
)

from .arguments import parse
from .executor import On, Threads, executor_on
from .outputs import Force, Outputs

_, _n = translator("cli")

DESCRIPTION = N_(
    "Plays the standing league: in every game all agents against each other, by the usual house "
    "rules, on the same deals from every seat. What was played before is not played again. The "
    "page of all games, all numbers as JSON beside it, and a picture of each game are written "
    "after each game."
)

Games = Annotated[
    tuple[str, ...],
    Option(
        "The games, such as sevens_v0 or sevens.", "[GAME ...]", "default: all", is_positional=True
    ),
]
Agents = Annotated[
    tuple[str, ...],
    Option(
        f"The players: {REPEATABLE}.",
        "AGENT ...",
        f"default: {', '.join(AGENTS)}, and the policies that exist",
    ),
]
Added = Annotated[
    tuple[str, ...],
    Option("Further players, such as a bot of your own.", "AGENT ...", "default: none"),
]
Output = Annotated[Path, Option("The page; its sections on other games are kept.", "PATH")]
PageOnly = Annotated[
    bool, Option("Play nothing; write the page and the pictures anew from the numbers.")
]
Results = Annotated[
    Path, Option("SQLite file of the games; stored games are not played again.", "PATH")
]


def main(words: list[str]) -> None:
    """Parses the arguments and plays; see `league`."""
    parse(league, words, "fudaba league", DESCRIPTION)


def league(
    games: Games = (),
    agents: Agents = (),
    add: Added = (),
    deals: Annotated[int, Option("Deals per line-up.")] = 64,
    output: Output = Path("runs/league/league.md"),
    results: Results = Path("runs/league/results.sqlite"),
    page_only: PageOnly = False,
    force: Force = False,
    threads: Threads = COMMAND_THREADS,
    on: On = "local",
) -> None:
    """Plays the league and writes its page, its numbers and its pictures.

    Raises:
        UserError: An argument, a value or a file can't be used.
    """
    chosen = list(map(read_game, games)) or list(every_game())
    data = output.parent / f"{output.stem}.json"
    pictures = {game.name: picture_path(output, game.name) for game in chosen}
    named = {_("the picture of {game}", game=name): path for name, path in pictures.items()}
    outputs = Outputs({"output": output, "the numbers": data, "results": results, **named})
    pages = dict.fromkeys(["output", *named], is_of_a_league)
    outputs.check(force, {"the numbers": is_league, **pages})
    if page_only:
        write_known_page(output, data, [*games, *agents, *add])
        return
    # All agents are made before the first game, because one of them may be refused.
    playing = {game: make_members(game, [*(agents or members(game)), *add]) for game in chosen}
    console, added = Console(), dict.fromkeys(add)
    with executor_on(on, threads) as executor, progress_bar(_("deals"), DecisionsColumn()) as bar:
        for game, players in playing.items():
            progress = playing_task(bar, game.translate(game.title))
            earlier = known_league(data).games.get(game.name)
            table = play_game(game, players, deals, earlier, results, executor, progress)
            with locked(data):  # another process may write too
                known = known_league(data).with_table(table)
                write_whole(data, known.to_json().encode())
                write_page(output, known, [table])
            for line in (headline(table), *(place_of(agent, table) for agent in added)):
                console.print(Text(line), soft_wrap=True)
    console.print(Text(_("Written: {files}", files=f"{results}, {data}, {output}")), soft_wrap=True)


def write_page(output: Path, known: League, changed: Iterable[LeagueTable]) -> None:
    """Writes the pictures of some games, and the page of all."""
    for table in changed:
        if table.seconds:
            write_whole(picture_path(output, table.game), league_picture(table).encode())
    folder = quote(picture_path(output, "").parent.name)
    write_whole(output, league_page(known, folder).encode())


def write_known_page(output: Path, data: Path, players: Sequence[str]) -> None:
    """Writes the page and all pictures from the numbers.

    Raises:
        UserError: Games or agents were named, or there are no numbers.
    """
    if players:
        raise UserError(
            _("--page-only plays nothing; leave out {players}.", players=", ".join(players))
        )
    known = known_league(data)
    if not known.games:
        raise UserError(
            _("{data} holds no league; play one first, without --page-only.", data=data)
        )
    write_page(output, known, known.games.values())


def picture_path(output: Path, game: str) -> Path:
    """Returns the path of a game's picture, in a folder beside the page."""
    return output.parent / f"{output.stem}_pictures" / f"{game}.svg"


def known_league(path: Path) -> League:
    """Returns the league that a file holds, or an empty league if it holds none.

    Raises:
        UserError: The file can't be read.
    """
    content = read_bytes(path) if path.exists() else b""
    return League.from_json(content) if is_league(content) else League()


def is_league(content: bytes) -> bool:
    """Returns whether a file holds the results of a league."""
    try:
        League.from_json(content)
    except UserError:
        return False
    return True


def place_of(agent: str, table: LeagueTable) -> str:
    """Returns an agent's place, its mean reward, and the lead of the first over it, as a line."""
    place = table.agents.index(agent)
    values = {
        "agent": agent,
        "place": place + 1,
        "count": len(table.agents),
        "earned": points(table.standings[place].reward),
    }
    if not place:
        return _("  {agent}: place {place} of {count}, {earned}.", **values)
    return _(
        "  {agent}: place {place} of {count}, {earned}, {lead} behind the first.",
        lead=points(table.behind[place]),
        **values,
    )
