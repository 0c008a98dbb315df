"""The question how exploitable players are where that can be computed, and its answer."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from fudaba.agents.agent import Agent, identity_of
from fudaba.agents.naming import REPEATABLE, repeatable_agent
from fudaba.agents.policy import interface_hash
from fudaba.agents.strategy import StrategyAgent
from fudaba.common.languages import N_, translator
from fudaba.envs import Game, Options, UserError

from ..asking import USUAL, Option, TheGame, TheRules, documented, resolve, settle
from ..run_key import RunKey
from .kept import Kept
from .players import agent_of, check_can_be_asked, strategies_of
from .solver import best_response, solve, value
from .tree import Share, build_tree

_, _n = translator("evaluation")

COMMAND = "exact"
USUAL_PLAYERS = ("random", "greedy")
LEAST, MOST = 1e-9, 1000.0  # of `within`


@dataclass(frozen=True)
class PlayerValue:
    """What can be won against a player, in points a game.

    Attributes:
        name: Its spec.
        exploitability: The mean of what best responses win in seat 0 and in seat 1 against it.
        gains: What a best response wins in each seat beyond the value of the game for that seat:
            what the player in the other seat gives away. Their mean is the exploitability.
        value: What it wins in seat 0 against itself.
    """

    name: str
    exploitability: float
    gains: tuple[float, float]
    value: float


@dataclass(frozen=True)
class ExactResult:
    """The result of an `ExactRequest`.

    Attributes:
        game: The game.
        options: Its house rules.
        run_key: The question that it answers.
        deals: The number of deals, cards as kinds.
        histories: The number of histories of all deals, the ends of games among them.
        sets: The number of information sets of both seats.
        longest: The most decisions of a game.
        value: What seat 0 wins a game if both play an equilibrium; it lies between these two.
        exploitability: That of the equilibrium that was found.
        iterations: The iterations of CFR+ that it took.
        players: The players, in the order of the question.
        equilibrium: The equilibrium that was found, as an agent.
    """

    game: Game
    options: Options
    run_key: RunKey
    deals: int
    histories: int
    sets: int
    longest: int
    value: tuple[float, float]
    exploitability: float
    iterations: int
    players: tuple[PlayerValue, ...]
    equilibrium: StrategyAgent

    def plain(self) -> dict[str, Any]:
        """Returns the result as JSON data."""
        numbers = ("deals", "histories", "sets", "longest", "value", "exploitability", "iterations")
        return {
            "question": self.run_key.key,
            "game": self.game.name,
            "options": self.options.plain(),
            **{name: getattr(self, name) for name in numbers},
            "players": [asdict(player) for player in self.players],
        }


@documented
@dataclass(frozen=True)
class ExactRequest:
    """Players and a game that is small enough; measures the players exactly."""

    game: TheGame
    players: Annotated[
        Sequence[str],
        Option(
            f"{REPEATABLE}; programs and models, which follow whole games, can't be asked.",
            "PLAYER ...",
            "default: random greedy",
            is_positional=True,
        ),
    ] = ()
    options: TheRules = USUAL
    within: Annotated[
        float,
        Option(
            "Largest exploitability of the equilibrium, in points a game; a smaller one takes "
            "longer."
        ),
    ] = 0.001

    def __post_init__(self) -> None:
        """Checks all values.

        Raises:
            UserError: A value is out of its range, or a word names no agent.
        """
        resolve(self)
        settle(self, players=tuple(self.players) or USUAL_PLAYERS)
        if not (math.isfinite(self.within) and LEAST <= self.within <= MOST):
            raise UserError(
                _(
                    "within can't be {value}; allowed: {least:g} to {most:g}.",
                    value=self.within,
                    least=LEAST,
                    most=MOST,
                )
            )
        for word in self.players:
            check_can_be_asked(repeatable_agent(word, self.game, self.options))

    @property
    def run_key(self) -> RunKey:
        """The question that the result answers."""
        rules = (self.options.plain(),)
        return RunKey(COMMAND, self.game.name, rules, tuple(self.players), seed=0)

    def _determinants(self, agents: Mapping[str, Agent]) -> dict[str, Any]:
        """Returns what determines the result, but for `within`, which says when to end."""
        return {
            "question": self.run_key.key,
            "interface": interface_hash(self.game),
            "players": {word: identity_of(word, agent) for word, agent in agents.items()},
        }

    def measure(
        self,
        progress: Callable[[str], Share] | None = None,
        path: Path | None = None,
    ) -> ExactResult:
        """Builds the tree, asks the players in every information set, and solves the game.

        Args:
            progress: Called with the name of each part; what it returns hears of its progress.
            path: A file for what has been computed so far. The same call goes on from it, with the
                same result as without an interruption; remove it once you have the result.

        Raises:
            UserError: The game can't be solved, see `build_tree`; a player can't be asked, see
                `strategies_of`; or the file can't be used, see `Kept`.
        """
        begin = progress or (lambda name: lambda share: None)
        agents = {word: repeatable_agent(word, self.game, self.options) for word in self.players}
        kept = Kept(path, self._determinants(agents))
        tree = build_tree(self.game, self.options, progress=begin(_(WALKING)))
        kept.check_tree(tree)
        asked = {
            word: strategies_of(tree, agent, begin(_(ASKING, player=word)), kept.part(word))
            for word, agent in agents.items()
        }
        solving = begin(_(SOLVING))
        found = solve(tree, self.within, progress=solving, part=kept.part(EQUILIBRIUM))
        middle = sum(found.value) / 2
        players = list[PlayerValue]()
        for word, strategies in asked.items():
            won = [best_response(tree, seat, strategies[1 - seat])[0] for seat in range(2)]
            gains = won[0] - middle, won[1] + middle
            lost = max(sum(won) / 2, 0.0)
            players.append(PlayerValue(word, lost, gains, value(tree, strategies)))
        return ExactResult(
            self.game,
            self.options,
            self.run_key,
            tree.deals.number,
            tree.histories,
            tree.num_sets,
            tree.longest,
            found.value,
            found.exploitability,
            found.iterations,
            tuple(players),
            agent_of(tree, found.strategies),
        )


EQUILIBRIUM = "equilibrium"  # the name of a part; the others are called as their players
WALKING, ASKING, SOLVING = N_("walking the deals"), N_("asking {player}"), N_("solving")
