"""The kernels of a game in lock step with its twin: what `tests/test_twin_lockstep.py` plays."""

import os
import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from fudaba.agents.greedy import advice
from fudaba.envs import Game
from fudaba.testing.mixes import is_valid, mix, research

from .kikisen.twin_base import SeasonTwin
from .tables import dealt_state, house_rules_of, new_state, points_of, seat_to_move
from .twins import Action

LONG_ROW = 10  # times the usual number of matches
LAME: set[Action] = {("draw",), ("pass",), ("fold",)}

Policy = Callable[[np.void, list[Action], random.Random], Action]
"""Chooses one of the legal actions at a table."""

Match = Callable[[random.Random], tuple[dict[str, Any], Policy]]
"""Returns a mix of house rules and a policy."""


@dataclass(frozen=True)
class Matches:
    """Random matches of a game, played by the kernels and the twin.

    Attributes:
        name: What they are called in a test.
        play: `play(rng)`, one match under house rules by lot; returns what was met in it.
        usual: How many are played.
        least: What must be met more often than so in all of them, that they show anything.
        seldom: What only a long row meets for certain.
    """

    name: str
    play: Callable[[random.Random], Mapping[str, int]]
    usual: int
    least: Mapping[str, int] = field(default_factory=dict)
    seldom: Collection[str] = ()

    @property
    def count(self) -> int:
        """How many are played; `FUDABA_TWIN_GAMES` has another number of them played."""
        return int(os.environ.get("FUDABA_TWIN_GAMES", self.usual))

    def check(self) -> None:
        """Plays all matches; both sides must agree after every decision."""
        met: Counter[str] = Counter()
        for number in range(self.count):
            try:
                met.update(self.play(random.Random(number)))
            except AssertionError as error:
                raise AssertionError(f"match {number}: {error}") from error
        assert all(met[name] > least for name, least in self.least.items()), met
        is_long = self.count >= LONG_ROW * self.usual
        assert not is_long or met.keys() >= {*self.seldom}, met


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


def dealing(state: np.void) -> dict[str, int]:
    """The dealer, and the dealer's bonus where there is one."""
    return {name: int(state[name]) for name in ("dealer", "bonus") if name in state.dtype.names}


def nothing_else(twin: Any) -> dict[str, Any]:
    """All is an attribute of the twin."""
    return {}


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
        everything: Returns the table in the twin's words, but for the mover, the dealer, the bonus,
            the sizes of hands and the number of seasons.
        position: Returns the attributes of a twin at a table, `hands`, `points`, `dealer` and
            `bonus` only where they are not those of `everything` and of the kernels; None where a
            twin cannot be set up, as within a decision of several steps.
        everything_of_twin: Returns what of `everything` is no attribute of the twin.
        settle: Takes the steps of the twin that the kernels don't ask for.
        check_more: Compares what else there is, after some decisions.
    """

    game: Game
    twin: type[SeasonTwin]
    chance: type[ChanceOfTable]
    translated: Callable[[int], Action]
    everything: Callable[[np.void], dict[str, Any]]
    position: Callable[[np.void], dict[str, Any] | None]
    everything_of_twin: Callable[[Any], dict[str, Any]] = nothing_else
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
            **dealing(state),
            "season": int(state["season"]),
            "winners": [[]] * int(state["season"]),
        }
        return self.twin.position(
            house_rules_of(self.game, state),
            chance=self.chance(state),
            to_move=int(state["to_move"]),
            **{**usual, **attributes},
        )

    def carry_out(self, state: np.void, twin: Any, action: int) -> dict[Action, int]:
        """Carries out an action on both sides, which must agree; returns what is legal then."""
        wanted = self.translated(action)
        self.game.kernels.apply(state, action)
        twin.chance = self.chance(state)
        twin.apply(wanted)
        self.settle(twin)
        return self.check_position(state, twin)

    def legal_actions(self, state: np.void) -> dict[Action, int]:
        """The legal actions of the kernel in the words of the twin, each with its id."""
        mask = np.zeros(self.game.num_actions, np.int8)
        count = self.game.kernels.legal(state, mask)
        actions = {self.translated(action): action for action in np.flatnonzero(mask).tolist()}
        assert count == mask.sum() == len(actions), "one id per action, and the right count"
        return actions

    def whole(self, state: np.void) -> dict[str, Any]:
        """The whole table in the twin's words."""
        table = {
            "to_move": seat_to_move(state),
            "seasons": int(state["season"]),
            **dealing(state),
            **self.everything(state),
        }
        if "hand_sizes" in state.dtype.names:
            table["hand_sizes"] = state["hand_sizes"][: int(state["num_players"])].tolist()
        return table

    def whole_of_twin(self, twin: Any, names: Collection[str]) -> dict[str, Any]:
        """The same of the twin."""
        found = {
            "seasons": len(twin.winners),
            "hand_sizes": [len(hand) for hand in twin.hands],
            **self.everything_of_twin(twin),
        }
        return {name: found[name] if name in found else getattr(twin, name)
                for name in names}  # fmt: skip

    def check_position(self, state: np.void, twin: SeasonTwin) -> dict[Action, int]:
        """The whole position, the legal actions, which it returns, and the points so far."""
        ours = self.whole(state)
        theirs = self.whole_of_twin(twin, ours)
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
            legal = self.carry_out(state, twin, legal[wanted])
            self.check_more(state, twin, rng)
        return len(twin.winners)

    def matches(self, match: Match, usual: int) -> tuple[Matches, ...]:
        """Random matches of one to three seasons, by the house rules and policies of `match`."""

        def play(rng: random.Random) -> dict[str, int]:
            options, policy = match(rng)
            return {"seasons": self.play(options, policy, rng)}

        return (Matches(self.game.name, play, usual, {"seasons": usual}),)


def house_rules(game: Game, rng: random.Random) -> dict[str, Any]:
    """House rules by lot as the twin has them: any mix, in which half of the rules are usual.

    Options for research are usual in three of four mixes.
    """
    unusual = {name: rng.choice(column) for name, column in research(game).items()
               if rng.random() < 0.25}  # fmt: skip
    chosen, usual = mix(game, rng, **unusual), game.options.read(game.name, {}).plain()
    for name in sorted(usual.keys() - {"num_players"}):
        other = {**chosen, name: usual[name]}
        if rng.random() < 0.5 and is_valid(game, other):
            chosen = other
    return house_rules_of(game, new_state(game, chosen))


# Ways to play


def uniformly(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Anything."""
    return rng.choice(legal)


def stubbornly(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Never drops a hand, so that hands are judged."""
    return rng.choice([action for action in legal if action != ("drop",)])


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
