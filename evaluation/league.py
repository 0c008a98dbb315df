"""The standing league: in every game all agents play each other, by the usual house rules.

The results of all games are one JSON file. The league's games are games of the arena: they are kept
in an SQLite file of the arena, and only missing ones are played.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from fudaba.agents import Agent, repeatable_agent
from fudaba.agents.naming import policy_folder
from fudaba.agents.packaged import has_policy, place_of_specialist
from fudaba.common.checks import check_whole
from fudaba.common.languages import translator
from fudaba.common.sealed import Sealed
from fudaba.common.validation import read_json
from fudaba.envs import Game, UserError

from .arena import ArenaRequest, ArenaResult, Meeting, Standing
from .counting import Progress
from .match import MAX_DEALS, Executor
from .statistics import Interval
from .timing import decision_times

_, _n = translator("evaluation")

# The agents of every game.
AGENTS = (
    "random",
    "greedy",
    "montecarlo:budget=16",
    "montecarlo:budget=64",
    "ismcts:budget=64",
)
# Agents of the games that have such a policy.
PACKAGED = "policy:best"
DEEP_MONTE_CARLO = "policy:runs/{}/dmc/final"

FEWEST_DEALS = 2  # one deal doesn't show how deals differ


class LeagueTable(Sealed):
    """The result of one game, see `Sealed`.

    Attributes:
        game: The game's id.
        title: Its name for people.
        num_players: The number of seats at a table.
        deals: The number of deals of each line-up.
        num_games: The number of all games.
        version: The version of fudaba that played.
        standings: The agents, highest mean reward first.
        behind: The lead of the first over each of them per game; see `ArenaResult`.
        pairwise: The results of each alone among copies of each other; see `ArenaResult`.
        seconds: Processor time of a decision by agent; see `decision_times`.
        note: A sentence on these games that the page shows, written into the file by hand; it goes
            when a number of the table changes.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, ser_json_inf_nan="strings")

    by_hand: ClassVar[frozenset[str]] = frozenset({"note"})

    game: str
    title: str
    num_players: int
    deals: int
    num_games: int
    version: str
    standings: tuple[Standing, ...]
    behind: tuple[Interval, ...]
    pairwise: tuple[tuple[Meeting | None, ...], ...]
    seconds: dict[str, float] = Field({})
    note: str = ""

    @classmethod
    def of(cls, result: ArenaResult) -> Self:
        """Makes a table from the result of a comparison, without the times of decisions."""
        return cls(
            game=result.game.name,
            title=result.game.title,
            num_players=result.options.num_players,
            deals=result.deals,
            num_games=result.num_games,
            version=result.version,
            standings=result.standings,
            behind=result.behind,
            pairwise=result.pairwise,
        )

    @property
    def agents(self) -> list[str]:
        """The agents, highest mean reward first."""
        return [standing.agent for standing in self.standings]

    @property
    def level(self) -> list[str]:
        """The agents that the games can't tell from the best one, without the first one."""
        return [
            agent
            for agent, lead in zip(self.agents[1:], self.behind[1:], strict=True)
            if not lead.leaves_out_zero
        ]

    def lead_over(self, agent: str) -> Interval | None:
        """Returns the lead of the first over an agent per game; None if that did not play."""
        return dict(zip(self.agents, self.behind, strict=True)).get(agent)

    def says_the_same_as(self, other: "LeagueTable") -> bool:
        """Returns whether another table has the same numbers, apart from times."""
        aside = {"seconds", "note", "sha256"}
        one, two = (table.model_dump_json(exclude=aside) for table in (self, other))
        return one == two


class League(BaseModel):
    """The results of all games, by id."""

    model_config = ConfigDict(extra="forbid", frozen=True, ser_json_inf_nan="strings")

    format: Literal["fudaba-league-1"] = "fudaba-league-1"
    games: dict[str, LeagueTable] = {}

    @model_validator(mode="after")
    def _check_names(self) -> Self:
        for name, table in self.games.items():
            if name != table.game:
                raise ValueError(f"the table of {name} is of {table.game}")
        return self

    def with_table(self, table: LeagueTable) -> "League":
        """Returns the league with a game's table replaced."""
        games = {**self.games, table.game: table}
        return League(games={name: games[name] for name in sorted(games)})

    def to_json(self) -> str:
        """Returns the league as a JSON object, with a checksum of each table."""
        games = {name: table.sealed() for name, table in self.games.items()}
        return League(games=games).model_dump_json(indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Reads a league.

        Raises:
            UserError: The text is no league.
        """
        return read_json(cls, text, "this is no league")


def members(game: Game) -> list[str]:
    """Returns the specs of a game's agents."""
    words = [*AGENTS, *[PACKAGED] * has_policy(game)]
    trained = DEEP_MONTE_CARLO.format(place_of_specialist(game).name)
    folder = policy_folder(trained)
    return [*words, trained] if folder and folder.is_dir() else words


def make_members(game: Game, words: Iterable[str]) -> dict[str, Agent]:
    """Returns the agents of a game, made for the default house rules.

    Raises:
        UserError: There are fewer than two agents, or one can't play; see `repeatable_agent`.
    """
    agents = {word: repeatable_agent(word, game, game.options()) for word in words}
    if len(agents) < 2:
        named = _(", ").join(agents) or _("nobody")
        raise UserError(_("{agents} can't be a league; name two agents.", agents=named))
    return agents


def play_game(
    game: Game,
    agents: Mapping[str, Agent],
    deals: int,
    earlier: LeagueTable | None,
    results: Path,
    executor: Executor,
    progress: Progress | None = None,
) -> LeagueTable:
    """Plays the missing chunks of one game and returns its table.

    Args:
        game: The game.
        agents: The agents by name, at least two.
        deals: The number of deals of each line-up, at least 2.
        earlier: The earlier table, or None; it is returned if no number changes, with its times
            and its note.
        results: The arena's SQLite file.
        executor: Plays the chunks.
        progress: See `compare`.

    Raises:
        UserError: See `compare`.
    """
    check_whole("deals", deals, FEWEST_DEALS, MAX_DEALS)
    request = ArenaRequest(game, agents, game.options(), deals)
    table = LeagueTable.of(request.play(executor, results, progress=progress))
    if earlier and table.says_the_same_as(earlier):
        return earlier
    seconds = decision_times(game, game.options(), agents)
    return table.model_copy(update={"seconds": seconds})
