"""The kernels of a game of kikisen in lock step with its twin: what all such tests share."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from fudaba.envs import Game

from ..tables import Table, dealt_state
from .twin_base import Action, SeasonTwin

NUM_BLOCKS = 4
LAME: set[Action] = {("draw",), ("pass",), ("fold",)}

Policy = Callable[[np.void, list[Action], random.Random], Action]
"""A way to play: given the table and the legal actions, it says one of them."""


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
    """The two sides of one game.

    Attributes:
        table: The game's table.
        twin: Its twin.
        chance: What reads off the luck.
        translated: A kernel action in the words of the twin.
        everything: The whole table in the words of the twin.
        everything_of_twin: The same of the twin.
        match: `match(rng)`, a mix of house rules and a way to play.
        settle: Takes the steps of the twin that the kernels don't ask for.
        check_more: Compares what else there is, after some decisions.
    """

    table: type[Table]
    twin: type[SeasonTwin]
    chance: type[ChanceOfTable]
    translated: Callable[[int], Action]
    everything: Callable[[np.void], dict[str, Any]]
    everything_of_twin: Callable[[Any], dict[str, Any]]
    match: Callable[[random.Random], tuple[dict[str, Any], Policy]]
    settle: Callable[[Any], None] = nothing_more
    check_more: Callable[[np.void, Any, random.Random], None] = no_further_check

    @property
    def game(self) -> Game:
        """The game."""
        return self.table.game

    def legal_actions(self, state: np.void) -> dict[Action, int]:
        """The legal actions of the kernel in the words of the twin, each with its id."""
        mask = np.zeros(self.game.num_actions, np.int8)
        count = self.game.kernels.legal(state, mask)
        actions = {self.translated(action): action for action in np.flatnonzero(mask).tolist()}
        assert count == mask.sum() == len(actions), "one id per action, and the right count"
        return actions

    def check_agreement(self, state: np.void, twin: SeasonTwin) -> dict[Action, int]:
        """The whole position, the legal actions, which it returns, and the points so far."""
        assert self.everything(state) == self.everything_of_twin(twin)
        legal = self.legal_actions(state)
        assert legal.keys() == twin.legal()
        assert self.table(state).points() == pytest.approx(twin.scores())
        return legal

    def play(self, options: dict[str, Any], policy: Policy, rng: random.Random) -> int:
        """One match. Returns the number of seasons."""
        state = dealt_state(self.game, options, rng.getrandbits(64))
        twin = self.twin(options, self.chance(state))
        legal = self.check_agreement(state, twin)
        while twin.to_move is not None:
            wanted = policy(state, sorted(legal, key=str), rng)
            self.game.kernels.apply(state, legal[wanted])
            twin.apply(wanted)
            self.settle(twin)
            legal = self.check_agreement(state, twin)
            self.check_more(state, twin, rng)
        return len(twin.winners)

    def play_block(self, block: int, num_matches: int) -> int:
        """One block of so many matches in all. Returns the number of seasons."""
        seasons = 0
        for number in range(block, num_matches, NUM_BLOCKS):
            rng = random.Random(number)
            options, policy = self.match(rng)
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


def advised(game: Game, choose: Callable[[np.void, np.ndarray], int], state: np.void) -> int:
    """The action that the game's advice is for."""
    mask = np.zeros(game.num_actions, np.int8)
    game.kernels.legal(state, mask)
    return int(choose(game.view(state, int(state["to_move"])), mask))
