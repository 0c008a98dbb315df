"""The kernels of a game of kikisen in lock step with its twin: what all such tests share."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from fudaba.agents.greedy import advice
from fudaba.envs import Game

from ..tables import dealt_state, house_rules_of, points_of
from .twin_base import Action, SeasonTwin

NUM_BLOCKS = 4
LAME: set[Action] = {("draw",), ("pass",), ("fold",)}

Policy = Callable[[np.void, list[Action], random.Random], Action]
"""Chooses one of the legal actions at a table."""

Match = Callable[[random.Random], tuple[dict[str, Any], Policy]]
"""Returns a mix of house rules and a policy."""


class ChanceOfTable(ABC):
    """The luck that the kernels had: read off the table after a step, before the twin takes it."""

    def __init__(self, state: np.void) -> None:
        self.state = state

    def first_dealer(self, num_players: int) -> int:
        """KIKI-6.3."""
        return int(self.state["dealer"])

    @abstractmethod
    def deal(self, season: int, pack: Sequence[int]) -> list[int]:
        """The hands, and what was not dealt. A game says where they lie."""

    def reshuffle(self, cards: Sequence[int]) -> list[int]:
        """MHP-4.3."""
        raise AssertionError("nothing is shuffled within a season")


def nothing_more(twin: Any) -> None:
    """The kernels ask for all that the twin asks for."""


def no_further_check(state: np.void, twin: Any, rng: random.Random) -> None:
    """The whole position, the legal actions and the points are all that is compared."""


@dataclass(frozen=True)
class Lockstep:
    """The kernels and the twin of one game, and the translations between them.

    Attributes:
        game: The game.
        twin: Its twin.
        chance: Reads the luck off the table.
        translated: Returns a kernel action in the twin's words.
        everything: Returns the whole table in the twin's words.
        everything_of_twin: Returns the same of the twin.
        position: Returns the attributes of a twin at a table, `hands` and `points` only where they
            are not those of `everything` and of the kernels; None where a twin cannot be set up, as
            within a decision of several steps.
        settle: Takes the steps of the twin that the kernels don't ask for.
        check_more: Compares what else there is, after some decisions.
    """

    game: Game
    twin: type[SeasonTwin]
    chance: type[ChanceOfTable]
    translated: Callable[[int], Action]
    everything: Callable[[np.void], dict[str, Any]]
    everything_of_twin: Callable[[Any], dict[str, Any]]
    position: Callable[[np.void], dict[str, Any] | None]
    settle: Callable[[Any], None] = nothing_more
    check_more: Callable[[np.void, Any, random.Random], None] = no_further_check

    def set_up(self, state: np.void) -> Any:
        """Returns a twin at this table, or None where it cannot be set up."""
        attributes = self.position(state) if state["to_move"] >= 0 else None
        if attributes is None:
            return None
        usual = {
            "hands": self.everything(state)["hands"],
            "points": points_of(self.game, state),
            "season": int(state["season"]),
            "winners": [[]] * int(state["season"]),
        }
        return self.twin.position(
            house_rules_of(self.game, state),
            chance=self.chance(state),
            to_move=int(state["to_move"]),
            **{**usual, **attributes},
        )

    def carry_out(self, state: np.void, twin: Any, action: int) -> None:
        """Carries out a kernel action on both sides, which must agree then."""
        wanted = self.translated(action)
        self.game.kernels.apply(state, action)
        twin.chance = self.chance(state)
        twin.apply(wanted)
        self.settle(twin)
        self.check_position(state, twin)

    def legal_actions(self, state: np.void) -> dict[Action, int]:
        """The legal actions of the kernel in the words of the twin, each with its id."""
        mask = np.zeros(self.game.num_actions, np.int8)
        count = self.game.kernels.legal(state, mask)
        actions = {self.translated(action): action for action in np.flatnonzero(mask).tolist()}
        assert count == mask.sum() == len(actions), "one id per action, and the right count"
        return actions

    def check_position(self, state: np.void, twin: SeasonTwin) -> dict[Action, int]:
        """The whole position, the legal actions, which it returns, and the points so far."""
        ours, theirs = self.everything(state), self.everything_of_twin(twin)
        differing = {
            name: (ours[name], theirs[name]) for name in ours if ours[name] != theirs[name]
        }
        assert ours.keys() == theirs.keys() and not differing, f"kernels, twin: {differing}"
        legal = self.legal_actions(state)
        differing = legal.keys() ^ twin.legal()
        assert not differing, f"legal for {twin.to_move} in {twin.phase} on one side: {differing}"
        assert points_of(self.game, state) == pytest.approx(twin.scores())
        return legal

    def play(self, options: dict[str, Any], policy: Policy, rng: random.Random) -> int:
        """One match. Returns the number of seasons."""
        state = dealt_state(self.game, options, rng.getrandbits(64))
        twin = self.twin(options, self.chance(state))
        legal = self.check_position(state, twin)
        while twin.to_move is not None:
            wanted = policy(state, sorted(legal, key=str), rng)
            self.carry_out(state, twin, legal[wanted])
            legal = self.legal_actions(state)
            self.check_more(state, twin, rng)
        return len(twin.winners)

    def play_block(self, match: Match, block: int, num_matches: int) -> int:
        """Plays one block of `num_matches` matches in all and returns its number of seasons."""
        seasons = 0
        for number in range(block, num_matches, NUM_BLOCKS):
            rng = random.Random(number)
            options, policy = match(rng)
            try:
                seasons += self.play(options, policy, rng)
            except AssertionError as error:
                name = policy.__name__
                raise AssertionError(f"game {number}, {name}, {options}: {error}") from error
        return seasons


# Ways to play


def uniformly(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Anything."""
    return rng.choice(legal)


def eagerly(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Plays wherever it can."""
    return rng.choice([action for action in legal if action not in LAME] or legal)


def lamely(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Mostly draws or passes."""
    lame = [action for action in legal if action in LAME]
    return lame[0] if lame and rng.random() < 0.8 else rng.choice(legal)


def advised(game: Game, state: np.void) -> int:
    """The action that the game's advice is for."""
    mask = np.zeros(game.num_actions, np.int8)
    game.kernels.legal(state, mask)
    greedy = advice(game)
    return int(greedy.choose(game.view(state, int(state["to_move"])), greedy.weights, mask))
