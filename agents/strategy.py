"""`strategy:FILE`: a strategy of a solved game, with probabilities in every information set."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self
from weakref import WeakKeyDictionary

import numpy as np

from fudaba.common.files import read_bytes, read_path, write_whole
from fudaba.common.languages import translator
from fudaba.common.sealed_arrays import digest_of, packed, unpacked
from fudaba.envs import Game, Options, Tables, UserError
from fudaba.envs.core.stepping.information import FollowedKeys, view_hashes

from .agent import check_observations
from .errors import AgentError
from .policy import interface_hash

_, _n = translator("agents")

FORMAT = "fudaba-strategy-1"
ARRAYS = ("keys", "views", "counts", "actions", "chances")


class StrategyAgent:
    """Plays a strategy of a solved game wherever agents play: an equilibrium, a best response.

    It follows its games from the deal on, because an information set is all that a seat has seen
    and done. In a game that it did not follow it plays as in an information set in which it sees
    the same now, the first one if there are several.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        keys: np.ndarray,
        views: np.ndarray,
        counts: np.ndarray,
        actions: np.ndarray,
        chances: np.ndarray,
    ) -> None:
        """Makes the agent.

        Args:
            game: The game.
            options: Its house rules.
            keys: uint64[I, 2], the keys of the information sets of all seats; see
                `fudaba.envs.core.stepping.information`.
            views: uint64[I], the hashes of the views in them.
            counts: int32[I], the number of legal actions in each.
            actions: int16[S], the legal actions of the first set, then those of the second, ...
            chances: float64[S], their probabilities.
        """
        self.game, self.options = game, options
        self._arrays = dict(zip(ARRAYS, (keys, views, counts, actions, chances), strict=True))
        self._ends = counts.astype(np.int64).cumsum()
        self._by_key = {key.tobytes(): number for number, key in enumerate(keys)}
        self._by_view = {view: number for number, view in [*enumerate(views.tolist())][::-1]}
        self._followed: WeakKeyDictionary[Tables, FollowedKeys] = WeakKeyDictionary()

    @property
    def identity(self) -> str:
        """A hash of the strategy; see `identity_of`."""
        return digest_of(self._arrays).hex()

    def chances(self, key: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
        """Returns the legal actions of an information set, int16[K], and their probabilities.

        Args:
            key: uint64[2].

        Returns:
            Both, or None if the strategy does not know the set.
        """
        number = self._by_key.get(key.tobytes())
        return None if number is None else self._of(number)

    def _of(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        end = self._ends[number]
        place = slice(end - self._arrays["counts"][number], end)
        return self._arrays["actions"][place], self._arrays["chances"][place]

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """Chooses an action at each table by the views alone; see `Agent.act`.

        Raises:
            AgentError: A view never comes under the house rules of the strategy.
        """
        return self._drawn(self._numbers(observations), rng)

    def _numbers(self, observations: np.ndarray) -> list[int]:
        """Returns the first information set with each of the views.

        Raises:
            AgentError: A view never comes under the house rules of the strategy.
        """
        check_observations("a strategy", observations, self.game.observation_size)
        views = view_hashes(observations.astype(self.game.observation_dtype)).tolist()
        if not set(views) <= self._by_view.keys():
            raise AgentError("a strategy was asked in a game with other house rules than its own.")
        return [self._by_view[view] for view in views]

    def _drawn(self, numbers: Sequence[int], rng: np.random.Generator) -> np.ndarray:
        """Returns an action in each of some information sets, int64[B]."""
        chosen = np.empty(len(numbers), np.int64)
        for row, draw in enumerate(rng.random(len(numbers))):
            actions, chances = self._of(numbers[row])
            sums = chances.cumsum()
            chosen[row] = actions[np.searchsorted(sums, draw * sums[-1], side="right")]
        return chosen

    def follow(self, tables: Tables, is_own: np.ndarray) -> None:
        """Begins to follow the games at some tables; see `FollowingAgent`."""
        if tables not in self._followed:
            self._followed[tables] = keys = FollowedKeys(tables)
            tables.add_listener(keys)

    def choose_at(self, tables: Tables, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Chooses an action at some tables; see `FollowingAgent`.

        Raises:
            AgentError: A game has other house rules.
        """
        numbers, views = self._numbers(tables.observations[rows]), self._arrays["views"]
        keys = self._followed[tables].keys[rows, tables.to_move[rows]]
        for place, key in enumerate(keys):
            followed = self._by_key.get(key.tobytes())
            # Of a game that went on without `Tables.step` the key is that of an earlier position.
            if followed is not None and views[followed] == views[numbers[place]]:
                numbers[place] = followed
        return self._drawn(numbers, rng)

    def save(self, path: Path | str) -> None:
        """Writes the strategy to a file, in the format safetensors.

        Raises:
            UserError: The file can't be written.
        """
        content = packed(_about(self.game, self.options), self._arrays)
        write_whole(read_path("path", path), content)

    @classmethod
    def load(cls, path: Path | str, game: Game, options: Options) -> Self:
        """Reads a strategy.

        Raises:
            UserError: The file is missing or damaged, or of another game or other house rules.
        """
        path = read_path("path", path)
        about, arrays = _read(path)
        if about["game"] != game.name or about["interface"] != interface_hash(game):
            raise UserError(
                _(
                    "strategy {path} plays {other}, not {game}, or another version of it.",
                    path=path,
                    other=about["game"],
                    game=game.name,
                )
            )
        wanted = options.plain()
        for rule, known in about["options"].items():
            if wanted.get(rule) != known:
                raise UserError(
                    _(
                        "strategy {path} is for {rule}={known}; here {rule} is {value}.",
                        path=path,
                        rule=rule,
                        known=known,
                        value=wanted.get(rule),
                    )
                )
        return cls(game, options, **arrays)


def _about(game: Game, options: Options) -> dict[str, Any]:
    """Returns what the file of a strategy says about it."""
    return {
        "format": FORMAT,
        "game": game.name,
        "interface": interface_hash(game),
        "options": options.plain(),
    }


def is_strategy(content: bytes, game: Game, options: Options) -> bool:
    """Returns whether the content of a file is a strategy for a game under some house rules."""
    found = unpacked(content)
    return found is not None and found[0] == _about(game, options)


def _read(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Returns what a file says about its strategy, and the arrays.

    Raises:
        UserError: The file can't be read, is damaged or something else.
    """
    found = unpacked(read_bytes(path))
    if found is None or found[0].get("format") != FORMAT or set(found[1]) != {*ARRAYS}:
        raise UserError(_("{path} is damaged or no file of a strategy.", path=path))
    return found
