"""The description of a recording: game, house rules, agents, seed, number of games."""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from typing import Annotated, Any

from fudaba.agents import repeatable_agent
from fudaba.agents.agent import identity_of
from fudaba.agents.naming import REPEATABLE
from fudaba.common.checks import check_whole
from fudaba.common.errors import shown
from fudaba.common.languages import translator
from fudaba.envs import UserError
from fudaba.envs.core.compiling.sources import SOURCES

from ..asking import USUAL, Option, TheGame, TheRules, documented, resolve, settle
from ..database import deciding_sources
from ..match import MAX_DEALS, MatchRunner

_, _n = translator("evaluation")

LONGEST_NAME = 60
NAME = re.compile(r"[\w-]+", re.ASCII)  # what Minari allows in an id
UNFIT_FOR_NAMES = re.compile(r"[^\w-]+", re.ASCII)


@documented
@dataclass(frozen=True)
class Recording:
    """Games to record; game g is deal g of the seed."""

    game: TheGame
    agents: Annotated[
        Sequence[str],
        Option(
            f"One for each seat, in the order of the seats, or one for all seats: {REPEATABLE}.",
            "AGENT ...",
            "required",
            is_positional=True,
        ),
    ]
    options: TheRules = USUAL
    games: Annotated[int, Option("Games to record.")] = 1000
    seed: Annotated[int, Option("Seed of the deals and of the agents.")] = 0
    name: Annotated[
        str,
        Option(
            "The datasets are called fudaba/GAME/NAME/player_0-v0, player_1-v0, ...",
            "NAME",
            "default: the agents' specs",
        ),
    ] = USUAL

    def __post_init__(self) -> None:
        """Checks all values, and completes the name and the agents, one for each seat.

        Raises:
            UserError: A number is out of its range, there are too few or too many words, or the
                name is too long or has other characters than letters, digits, `_` and `-`.
        """
        resolve(self)
        words, name, seats = self.agents, self.name, self.options.num_players
        check_whole("games", self.games, 1, MAX_DEALS)
        if len(words) not in (1, seats):
            raise UserError(
                _(
                    "{agents} agents can't take {seats} seats; allowed: one for all seats, or one "
                    "for each.",
                    agents=len(words),
                    seats=seats,
                )
            )
        usual = UNFIT_FOR_NAMES.sub("-", "-".join(words)).strip("-")[:LONGEST_NAME]
        name = usual if name is None else name
        if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
            raise UserError(
                _(
                    "the name can't be {name}; allowed: 1 to {longest} letters, digits, _ and -.",
                    name=shown(name),
                    longest=LONGEST_NAME,
                )
            )
        settle(self, agents=tuple(words) * (seats // len(words)), name=name)

    @property
    def command(self) -> str:
        """The command that records these games under this name."""
        rules = [f"{name}={value}" for name, value in self.options.changed().items()]
        words = self.agents[:1] if len(set(self.agents)) == 1 else self.agents
        numbers = ["--games", str(self.games), "--seed", str(self.seed), "--name", self.name]
        told = ["--options", *rules] if rules else []
        return shlex.join(["fudaba", "dataset", self.game.name, *words, *numbers, *told])

    @cached_property
    def players(self) -> MatchRunner:
        """The agents, made at first use.

        Raises:
            UserError: A spec names no agent of the game.
        """
        names = list(dict.fromkeys(self.agents))
        made = [repeatable_agent(name, self.game, self.options) for name in names]
        return MatchRunner(self.game, self.options, names, made, self.seed)

    @cached_property
    def source(self) -> dict[str, Any]:
        """All that the games depend on except their number, as JSON has it."""
        identities = map(identity_of, self.players.names, self.players.agents)
        return {
            "game": self.game.name,
            "options": self.options.plain(),
            "agents": list(self.agents),
            "identities": dict(zip(self.players.names, identities, strict=True)),
            "seed": self.seed,
            "version": version("fudaba"),
            "sources": SOURCES.key(deciding_sources(self.game)),
        }
