"""`greedy`: follows a game's hand-written heuristic, in compiled code."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

import numpy as np

from fudaba.common.languages import translator
from fudaba.envs import Game, Tables, UserError
from fudaba.envs.core.api.places import file_of
from fudaba.envs.core.compiling.kernel import Kernel, no_refcount, specialise, unbound
from fudaba.envs.core.compiling.kernel_cache import tell_once
from fudaba.envs.core.contract.game import check_game
from fudaba.envs.core.contract.weights import NO_WEIGHTS, WeightTable
from fudaba.envs.core.stepping.playing import CompiledPolicy, first_legal, see_nothing

from .agent import Agent, ReactiveAgent, check_masks, check_observations, read_views
from .tuned_advice import packaged_weights
from .uniform import UniformAgent

_, _n = translator("agents")

ADVISED = 2  # in masks: legal, and greedy's choice


class GreedyAgent:
    """Follows the heuristic of a game: `heuristic.py` in its package.

    Attributes:
        game: The game.
        weights: The value of every weight of the heuristic, by name.
        record: The same as a record for kernels.
    """

    def __init__(self, game: Game, weights: Mapping[str, float] | None = None) -> None:
        """Finds the game's heuristic.

        Args:
            game: The game.
            weights: Values of its weights by name; the others take the defaults that were chosen
                by hand. None for the tuned values that come with the package.

        Raises:
            UserError: The game has no heuristic, there is no such weight, or a value is out of
                its range.
        """
        check_game(game)
        compiled_heuristic(game)  # cached per process: compiled code can't be pickled
        self.game = game
        table = weight_table(game)
        self.weights = table.complete(packaged_weights(game) if weights is None else weights)
        self.record = table.record(self.weights)

    @property
    def identity(self) -> str:
        """`greedy`, with the weights if they are not those of the package; see `identity_of`."""
        if follows_advice(self):
            return "greedy"
        values = ",".join(f"{name}={value:.17g}" for name, value in self.weights.items())
        return f"greedy:{values}"

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """Chooses an action at each table; see `Agent.act`.

        Raises:
            UserError: The observations or the masks are of another game, or a row has no legal
                action.
        """
        game = self.game
        views = read_views("greedy", observations, game)
        masks = check_masks(masks, len(views), game.num_actions)
        rows, actions = np.arange(len(masks)), np.empty(len(masks), np.int64)
        compiled_heuristic(game)(views, self.record, masks, rows, actions, 0, len(rows))
        return actions

    def act_at(self, tables: Tables, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Chooses an action at some tables; see `AgentInPlace`.

        Raises:
            UserError: The tables are of another game.
        """
        if tables.game is not self.game:
            raise UserError(
                f"greedy of {self.game.name} can't play {tables.game.name}; it was made for "
                "another game."
            )
        choose_all, actions = compiled_heuristic(self.game), np.empty(len(rows), np.int64)
        arrays = (tables.views, self.record, tables.action_masks, rows, actions)
        tables.share(len(rows), partial(choose_all, *arrays))
        return actions

    def mark(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Returns the masks with greedy's choices marked.

        Args:
            observations: int8 or int16 [B, D].
            masks: int8[B, A], 1 for a legal action.

        Returns:
            int8[B, A], a new array: ADVISED at greedy's choice in every row with a legal action.

        Raises:
            UserError: The observations or the masks are of another game.
        """
        check_observations("greedy", observations, self.game.observation_size)
        marked = check_masks(masks, len(observations), self.game.num_actions, may_rest=True)
        masks = marked.copy()
        rows = np.flatnonzero(masks.any(axis=1))
        unused = np.random.default_rng(0)  # greedy draws nothing
        marked[rows, self.act(observations[rows], masks[rows], unused)] = ADVISED
        return marked


choose = unbound


@no_refcount
def _choose_all(
    views: np.ndarray,
    weights: np.void,
    masks: np.ndarray,
    rows: np.ndarray,
    actions: np.ndarray,
    first: int,
    last: int,
) -> None:
    """Fills actions[first..last-1] with the heuristic's choice for the view and mask of each row.

    `rows` is int64[B], and so is `actions`.
    """
    for place in range(first, last):
        actions[place] = choose(views[rows[place]], weights, masks[rows[place]])


def has_heuristic(game: Game) -> bool:
    """Returns whether a game has a heuristic: `choose` in `heuristic.py`, or in its only file."""
    return hasattr(game.part("heuristic"), "choose")


def greedy_or_random(game: Game) -> ReactiveAgent:
    """Returns greedy; in a game without a heuristic the random agent, and says so once."""
    if has_heuristic(game):
        return GreedyAgent(game)
    tell_once(
        _(
            "fudaba: {game} has no heuristic, so random moves stand in for greedy; choose in "
            "{file} would give it one.",
            game=game.name,
            file=file_of(game, "heuristic"),
        )
    )
    return UniformAgent()


def _heuristic(game: Game) -> Any:
    """Returns the module of a game's heuristic.

    Raises:
        UserError: The game has none.
    """
    if not has_heuristic(game):
        raise UserError(
            _(
                "there is no heuristic for {game}, which would be choose in {file}.",
                game=game.name,
                file=file_of(game, "heuristic"),
            )
        )
    return game.part("heuristic")


def heuristic(game: Game) -> Kernel:
    """Returns the game's heuristic: a kernel `choose(view, weights, mask) -> action`.

    Raises:
        UserError: The game has none.
    """
    return _heuristic(game).choose


def observe_partial(game: Game) -> Kernel:
    """Returns the kernel `observe_partial(state, seat, view)` of a game's heuristic.

    It fills the fields of a view that the heuristic reads and that change in a game, for loops in
    which nobody else reads the view. A game without such a kernel fills all, and one without a
    heuristic none.
    """
    if not has_heuristic(game):
        return see_nothing
    seen: Kernel = getattr(_heuristic(game), "observe_partial", game.kernels.observe)
    return seen


def weight_table(game: Game) -> WeightTable:
    """Returns the table of the heuristic's weights; an empty one if the game has none."""
    table: WeightTable = getattr(game.part("heuristic"), "WEIGHTS", NO_WEIGHTS)
    return table


def advice(game: Game) -> CompiledPolicy:
    """Returns what `greedy` plays; the first legal action in a game without a heuristic."""
    if not has_heuristic(game):
        return no_advice(game)
    record = weight_table(game).record(packaged_weights(game))
    return CompiledPolicy(game, observe_partial(game), heuristic(game), record)


def no_advice(game: Game) -> CompiledPolicy:
    """Returns the first legal action as advice, which compiles faster where nobody follows it."""
    return CompiledPolicy(game, see_nothing, first_legal, NO_WEIGHTS.record({}))


def follows_advice(agent: Agent) -> bool:
    """Returns whether an agent plays exactly the advice that `advice` returns for its game."""
    if type(agent) is not GreedyAgent:
        return False
    usual = weight_table(agent.game).complete(packaged_weights(agent.game))
    return agent.weights == usual


@cache
def compiled_heuristic(game: Game) -> Kernel:
    """Returns the game's heuristic, compiled for a batch of views.

    Raises:
        UserError: The game has none.
    """
    return specialise(_choose_all, game.name, choose=heuristic(game))
