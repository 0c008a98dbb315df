"""What it costs a player to leave a kind of moves out: restricted play.

One restricted player sits among unrestricted copies of the same agent, once in every seat of every
deal. The idea is that of Jaffe et al., "Evaluating Competitive Game Balance with Restricted Play"
(AIIDE 2012). The agent was not made to play without these moves: a better one may lose less.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, NamedTuple, cast

import numpy as np

from fudaba.agents import Agent, ReactiveAgent, SearchAgent, make_agent
from fudaba.common.checks import check_whole
from fudaba.common.errors import did_you_mean, shown
from fudaba.common.languages import translator
from fudaba.envs import Game, Tables, UserError
from fudaba.envs.core.stepping.measuring import balance_of, marker_of_uses

from ..asking import USUAL, Option, Seed, TheGame, TheRules, documented, resolve
from ..match import MAX_DEALS, play_match
from ..places import first_and_last_shares
from ..statistics import Interval, clustered_mean

_, _n = translator("evaluation")

ALL = "all"
NEVER, ALWAYS, FIRST = "never", "always", "first"

# Of the states of B tables and the legal actions, int8[B, A], those that are left.
Keep = Callable[[np.ndarray, np.ndarray], np.ndarray]


@dataclass
class Restricted:
    """An agent that sees only the legal actions that a restriction leaves; all if it leaves none.

    Attributes:
        agent: The agent.
        keep: Returns the legal actions that the restriction leaves. The states say what kind of use
            an action is, which its player knows.
        decisions: The number of decisions so far.
        bound: Of these, those at which the restriction took an action away.
    """

    agent: ReactiveAgent
    keep: Keep
    decisions: int = 0
    bound: int = 0

    def choose_at(self, tables: Tables, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Chooses an action at some tables."""
        masks = tables.action_masks[rows]
        kept = self.keep(tables.states[rows], masks)
        kept = np.where(kept.any(axis=1, keepdims=True), kept, masks)
        self.decisions += len(rows)
        self.bound += int((kept != masks).any(axis=1).sum())
        return self.agent.act(tables.observations[rows], kept, rng)


class Cost(NamedTuple):
    """The result of a restricted player.

    Attributes:
        restriction: The restriction as typed.
        reward: Its mean reward.
        wins: Its share of first places less the equal share.
        bound: The share of its decisions at which the restriction took an action away.
    """

    restriction: str
    reward: Interval
    wins: Interval
    bound: float


@documented
@dataclass(frozen=True)
class RestrictRequest:
    """A measurement of what restrictions cost a player."""

    game: TheGame
    restrict: Annotated[
        tuple[str, ...],
        Option(
            "Kinds of moves to leave out, such as 'never pass', to choose wherever they are "
            "legal, 'always pass', or of which to choose the first alone, 'first play'; 'never "
            "use THIEF' where a game declares uses; all tries every one.",
            "WORDS ...",
        ),
    ]
    agent: Annotated[str, Option("The player, restricted in one seat alone.", "AGENT")] = "greedy"
    deals: Annotated[int, Option("Deals per restriction, each played once from every seat.")] = 1000
    options: TheRules = USUAL
    seed: Seed = 0

    def __post_init__(self) -> None:
        """Checks all values.

        Raises:
            UserError: A number is out of its range, or a restriction is none of the game's.
        """
        resolve(self)
        check_whole("deals", self.deals, 2, MAX_DEALS)
        self.wanted()

    def wanted(self) -> dict[str, Keep]:
        """Returns what each restriction leaves."""
        known = restrictions_of(self.game)
        words = known if ALL in self.restrict else self.restrict
        for word in words or [""]:
            if word not in known:
                raise UserError(
                    _(
                        "a restriction can't be {word}; allowed: {known}, all.{hint}",
                        word=shown(word),
                        known=", ".join(known),
                        hint=did_you_mean(word, known),
                    )
                )
        return {word: known[word] for word in words}

    def play(self) -> list[Cost]:
        """Plays and returns the costs, the dearest restriction first.

        Raises:
            UserError: There is no such agent, or it searches.
        """
        agent = make_agent(self.agent, self.game, self.options)
        if isinstance(agent, SearchAgent):
            raise UserError(
                _("{agent} searches, and can't be restricted; allowed: greedy, random, policy:…",
                  agent=self.agent)
            )  # fmt: skip
        costs = [
            self._cost(agent, word, Restricted(agent, keep)) for word, keep in self.wanted().items()
        ]
        return sorted(costs, key=lambda cost: (cost.wins.mean, cost.reward.mean))

    def _cost(self, agent: ReactiveAgent, word: str, restricted: Restricted) -> Cost:
        seats = self.options.num_players
        line_up = (1, *[0] * (seats - 1))
        players = [agent, cast(Agent, restricted)]  # it only chooses at tables
        result = play_match(self.game, self.options, players, [line_up], self.deals, self.seed)
        own = result.seating == 1
        wins = first_and_last_shares(result.points)[0][own].astype(np.float64)
        reward = clustered_mean(result.points[own], result.deals, float(np.ptp(result.points)))
        won = clustered_mean(wins - 1 / seats, result.deals, 1.0)
        return Cost(word, reward, won, restricted.bound / restricted.decisions)


def restrictions_of(game: Game) -> dict[str, Keep]:
    """Returns all restrictions of a game, by their words: kinds of moves, then its `uses`."""
    found = dict[str, Keep]()
    for kind in game.actions:
        of_kind = np.zeros(game.num_actions, bool)
        of_kind[kind.first : kind.first + kind.count] = True
        if len(game.actions) > 1:
            found[f"{NEVER} {kind.name}"] = partial(_among, ~of_kind)
            found[f"{ALWAYS} {kind.name}"] = partial(_among, of_kind)
        if kind.count > 1:
            found[f"{FIRST} {kind.name}"] = partial(_first_of, of_kind)
    for number, use in enumerate(balance_of(game).uses):
        found[f"{NEVER} use {use}"] = partial(_without_use, game, number)
        found[f"{ALWAYS} use {use}"] = partial(_use, game, number)
    return found


def _among(left: np.ndarray, _states: np.ndarray, masks: np.ndarray) -> np.ndarray:
    return np.where(left, masks, 0)


def _use(game: Game, number: int, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Returns the legal actions that are a use."""
    marks = np.zeros_like(masks)
    marker_of_uses(game)(states, masks, number, marks)
    return marks


def _without_use(game: Game, number: int, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
    return np.asarray(masks - _use(game, number, states, masks))


def _first_of(of_kind: np.ndarray, _states: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Returns the legal actions without those of a kind that come after its first legal one."""
    number = np.cumsum(masks * of_kind, axis=1, dtype=np.int64)
    return np.where(of_kind & (number > 1), 0, masks)
