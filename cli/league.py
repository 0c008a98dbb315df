"""`fudaba league [GAME ...]`: the standing league, every agent in every game."""

from pathlib import Path
from typing import Annotated

from rich.console import Console
from rich.text import Text
from tyro.conf import Positional, arg

from fudaba.agents.files import check_outputs, locked, read_bytes, write_whole
from fudaba.agents.naming import ALLOWED
from fudaba.envs import UserError, find_game, game_names
from fudaba.evaluation.league import (
    AGENTS,
    League,
    LeagueTable,
    make_members,
    members,
    play_game,
)
from fudaba.evaluation.match import COMMAND_THREADS
from fudaba.evaluation.progress import DECISIONS, playing_task, progress_bar
from fudaba.evaluation.report import numbers
from fudaba.evaluation.report.league import is_league_page, league_page

from .arguments import WHOLE_NUMBER, explained, parse, read_game
from .executor import On, Threads, executor_on
from .outputs import Force, check_replaced

DESCRIPTION = (
    "Plays the standing league: in every game all agents against each other, by the usual house "
    "rules, on the same deals from every seat. What was played before is not played again. The "
    "page of all games, and all numbers as JSON beside it, are written after each game."
)

Games = Annotated[
    Positional[tuple[str, ...]],
    explained("[GAME ...]", "The games, as sevens_v0 or sevens.", "default: all"),
]
Agents = Annotated[
    tuple[str, ...],
    explained(
        "AGENT ...",
        f"The players: {ALLOWED}.",
        f"default: {', '.join(AGENTS)}, and the policies that exist",
    ),
]
Output = Annotated[
    Path, arg(metavar="PATH", help="The page; its sections on other games are kept.")
]
Results = Annotated[
    Path, arg(metavar="PATH", help="SQLite file of the games; stored games are not played again.")
]


def main(words: list[str]) -> None:
    """Reads the words and plays; see `league`."""
    parse(league, words, "fudaba league", DESCRIPTION)


def league(
    games: Games = (),
    agents: Agents = (),
    deals: Annotated[int, WHOLE_NUMBER, arg(help="Deals per line-up.")] = 64,
    output: Output = Path("docs/league.md"),
    results: Results = Path("runs/league/results.sqlite"),
    force: Force = False,
    threads: Threads = COMMAND_THREADS,
    on: On = "here",
) -> None:
    """Plays the league and writes its page.

    Raises:
        UserError: A word, a value or a file can't be used.
    """
    chosen = list(map(read_game, games)) or list(map(find_game, game_names()))
    data = output.parent / f"{output.stem}.json"
    check_outputs({"output": output, "the numbers": data, "results": results})
    if not force:
        check_replaced(output, is_league_page)
        check_replaced(data, is_league)
    # All agents are made before the first game, because one of them may be refused.
    playing = {game: make_members(game, agents or members(game)) for game in chosen}
    console = Console()
    with executor_on(on, threads) as executor, progress_bar("deals", DECISIONS) as bar:
        for game, players in playing.items():
            progress = playing_task(bar, game.title)
            earlier = known_league(data).games.get(game.name)
            table = play_game(game, players, deals, earlier, results, executor, progress)
            with locked(data):  # another process may write too
                known = known_league(data).with_table(table)
                write_whole(data, known.to_json().encode())
                write_whole(output, league_page(known).encode())
            console.print(Text(headline(table)), soft_wrap=True)
    console.print(Text(f"Written: {results}, {data}, {output}"), soft_wrap=True)


def known_league(path: Path) -> League:
    """Returns the league in a file; an empty one if there is no file, or a file of another kind.

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


def headline(table: LeagueTable) -> str:
    """Returns a sentence: `Cyclic: policy:best +0.441 (+0.436 to +0.447), after 64 deals.`."""
    best, reward = table.standings[0].agent, table.standings[0].reward
    earned = numbers.estimate(reward, numbers.reward), numbers.ends(reward, numbers.reward)
    return f"{table.title}: {best} {earned[0]} ({earned[1]}), after {table.deals:,} deals."
