"""The games and their states as OpenSpiel's classes."""

from collections.abc import Callable, Mapping
from math import prod
from typing import Any

import numpy as np

from fudaba.envs import Game, GameRecord, UserError, find_game
from fudaba.envs.core.stepping.batch import Batch

from .chance import BYTES_OF_START, SEED, VALUES_OF_BYTE, Outcomes, chance_of
from .parameters import Parameter, house_rules, parameters_of
from .position import Position, is_over, memory_shape
from .spiel import pyspiel

CHANCE = "chance"
MOST_ELEMENTS = 2**14  # of an information state tensor
ROUNDING = 1e-6  # which `fudaba check-game` allows; OpenSpiel compares returns with its bounds


def register(name: str) -> str:
    """Registers a game with OpenSpiel, with all its house rules as parameters.

    Args:
        name: The id of a game that is registered with `fudaba.envs.register`.

    Returns:
        The name for `pyspiel.load_game`: `fudaba_sevens` for `sevens_v0`.

    Raises:
        UserError: There is no such game, it is not zero-sum, or a house rule is called `chance`.
    """
    game = find_game(name)
    kind = game_type(game, has_memory_tensor=False)
    # A class, because OpenSpiel lets it go after the end of the interpreter: what is not referred
    # to elsewhere would be freed there, which ends the process with an error.
    pyspiel.register_game(kind, type(game.title, (CardGame,), {"game": game}))
    return str(kind.short_name)


def spiel_name(name: str) -> str:
    """Returns a game's name in OpenSpiel: `fudaba_sevens` for `sevens_v0`."""
    return f"fudaba_{name.rsplit('_', 1)[0]}"


def game_type(game: Game, has_memory_tensor: bool) -> pyspiel.GameType:
    """Returns the description of a game.

    Args:
        game: The game.
        has_memory_tensor: Whether its games are short enough for an information state tensor.

    Raises:
        UserError: It is not zero-sum, or has a house rule called `chance`.
    """
    defaults = parameters_of(game.options())
    if not game.zero_sum:
        raise UserError(
            f"{game.name} can't be a game of OpenSpiel, which needs the most that a player can "
            "win; allowed: games in which the points of all players add up to 0."
        )
    if CHANCE in defaults:
        raise UserError(f"{game.name} can't have a house rule called {CHANCE!r} in OpenSpiel.")
    return pyspiel.GameType(
        short_name=spiel_name(game.name),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.REWARDS,
        max_num_players=game.max_players,
        min_num_players=game.options.coding("num_players").low,
        provides_information_state_string=True,
        provides_information_state_tensor=has_memory_tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        default_loadable=True,
        provides_factored_observation_string=False,
        parameter_specification={**defaults, CHANCE: SEED},
    )


class CardGame(pyspiel.Game):  # type: ignore[misc] # pyspiel has no types
    """A game with its house rules.

    Chance moves first. By default it draws the start of the random stream that deals the cards and
    decides everything else that happens by chance: its 8 bytes, one after the other. With
    `chance=deals` it draws one of all deals instead, cards as kinds, with its probability.

    Every game has its own subclass, which `register` makes.

    Attributes:
        game: The game.
        options: The house rules in force.
        empty: A table with the house rules, which positions are copied from.
        chance: What chance draws.
        has_memory_tensor: Whether games are short enough for an information state tensor.
    """

    game: Game

    def __init__(self, parameters: Mapping[str, Parameter]) -> None:
        """Checks the parameters; `pyspiel.load_game` calls it.

        Raises:
            UserError: A wrong value, or values that don't go together.
        """
        rules = {name: value for name, value in parameters.items() if name != CHANCE}
        game = self.game
        self.options = game.options.read(game.name, house_rules(game.options, rules))
        self.empty = Batch(game, self.options, 1, memory=True)
        self.chance = chance_of(parameters[CHANCE], game, self.options)
        self.has_memory_tensor = prod(memory_shape(game, self.options)) <= MOST_ELEMENTS
        lowest, players = self.options.lowest_points(), self.options.num_players
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=self.chance.most_outcomes,
            num_players=players,
            min_utility=lowest - ROUNDING,
            max_utility=-lowest * (players - 1) + ROUNDING,
            utility_sum=0.0,
            max_game_length=self.options.max_decisions(),
        )
        super().__init__(game_type(game, self.has_memory_tensor), info, dict(parameters))

    def __reduce__(self) -> tuple[Callable[[str], "CardGame"], tuple[str]]:
        """Pickles the game's name and parameters, as OpenSpiel's own games do."""
        return _loaded, (str(self),)

    def new_initial_state(self) -> "CardState":
        """Returns the state before the deal."""
        return CardState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Returns the number of chance nodes, which all come before the first decision."""
        return self.chance.num_nodes

    def make_py_observer(
        self, wanted: pyspiel.IIGObservationType | None = None, parameters: Any = None
    ) -> "SeatObserver | None":
        """Returns an observer of one player's view, or of its memory with perfect recall.

        Returns:
            None if other information is wanted, such as that of all players.

        Raises:
            UserError: Observers have no parameters.
        """
        if parameters:
            raise UserError(f"an observer of {self.game.name} can't have parameters {parameters}.")
        alone = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if wanted is not None and not (wanted.public_info and wanted.private_info == alone):
            return None
        return SeatObserver(self, wanted is not None and wanted.perfect_recall)


def _loaded(text: str) -> CardGame:
    """Unpickles a game from its name and parameters; importing this module registers all games."""
    return pyspiel.load_game(text)


class CardState(pyspiel.State):  # type: ignore[misc] # pyspiel has no types
    """A state of a game.

    Attributes:
        drawn: What chance has drawn so far.
        position: The table; None before the deal.
    """

    def __init__(self, spiel: CardGame) -> None:
        """Makes the state before the deal."""
        super().__init__(spiel)
        self.drawn: list[int] = []
        self.position: Position | None = None

    def current_player(self) -> int:
        """Returns the seat to move, or OpenSpiel's number of chance or of the end.

        In some games it is secret who is asked. An algorithm gets to know it from here all the
        same, but no observation and no information state tells it.
        """
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        if is_over(self.position):
            return int(pyspiel.PlayerId.TERMINAL)
        return self.position.to_move

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return self.position is not None and is_over(self.position)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the outcomes of the chance node with their probabilities."""
        outcomes: Outcomes = self.get_game().chance.outcomes(self.drawn)
        return outcomes

    def _legal_actions(self, player: int) -> list[int]:
        return self.dealt().legal_actions()

    def _apply_action(self, action: int) -> None:
        if self.position is not None:
            self.position.step(action)
            return
        spiel = self.get_game()
        self.drawn.append(action)
        if len(self.drawn) == spiel.chance.num_nodes:
            self.position = spiel.chance.begin(spiel.empty, spiel.options, self.drawn)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self.get_game().chance.describe(self.drawn, action))
        position = self.dealt()
        if player == position.to_move and action in position.legal_actions():
            return position.game.words.describe(position.state, action)
        kind, number = position.game.decode(action)
        return f"{kind.name} {number}"

    def returns(self) -> list[float]:
        """Returns the points won so far, by player."""
        return self.position.points if self.position else [0.0] * self.num_players()

    def rewards(self) -> list[float]:
        """Returns the points won by the last action, by player."""
        return self.position.rewards if self.position else [0.0] * self.num_players()

    def resample_from_infostate(self, player: int, sampler: Any) -> "CardState":
        """Returns a random state that a player can't tell from this one.

        It has no history: what chance and the others did in truth is not what they did there. The
        other players remember only their view of it.

        Args:
            player: The player.
            sampler: Called for random numbers from 0 up to 1.

        Raises:
            UserError: Nothing was dealt yet.
        """
        start = 0
        for _ in range(BYTES_OF_START):
            start = start * VALUES_OF_BYTE + int(sampler() * VALUES_OF_BYTE)
        other = self.get_game().new_initial_state()
        other.position = self.dealt().redealt(player, start)
        return other

    def record(self) -> GameRecord:
        """Returns the record of the game so far.

        Raises:
            UserError: Nothing was dealt yet, the state was resampled, or chance draws deals.
        """
        return self.dealt().record()

    def dealt(self) -> Position:
        """Returns the table.

        Raises:
            UserError: Nothing was dealt yet.
        """
        if self.position is None:
            raise UserError("nothing was dealt yet; allowed: a state after the chance nodes.")
        return self.position

    def __str__(self) -> str:
        """Returns the table with all cards open, for debugging."""
        if self.position is None:
            return f"before the deal, drawn: {self.drawn}"
        return f"{self.position.game.words.snapshot(self.position.state)}"


class SeatObserver:
    """OpenSpiel's observer of one player: it writes the player's view, or returns its memory.

    Attributes:
        tensor: float32[D], the view, or float32[R * (A + D)], what a player remembers; None where
            that is too long.
        dict: The same by name; what a player remembers as [R, A + D].
    """

    def __init__(self, spiel: CardGame, recalls: bool) -> None:
        """Makes an observer of what a player remembers, or else of what it sees."""
        self._recalls = recalls
        self.tensor, self.dict = None, dict[str, np.ndarray]()
        if not recalls:
            self.tensor = np.zeros(spiel.game.observation_size, np.float32)
            self.dict["observation"] = self.tensor
        elif spiel.has_memory_tensor:
            shape = memory_shape(spiel.game, spiel.options)
            self.tensor = np.zeros(prod(shape), np.float32)
            self.dict["information_state"] = self.tensor.reshape(shape)

    def set_from(self, state: CardState, player: int) -> None:
        """Writes what a player sees or remembers into the tensor; zeros before the deal."""
        if self.tensor is None:
            return
        if state.position is None:
            self.tensor[:] = 0
        elif self._recalls:
            self.tensor[:] = state.position.memory_rows(player).ravel()
        else:
            self.tensor[:] = state.position.observation(player)

    def string_from(self, state: CardState, player: int) -> str:
        """Returns the player's memory or its view of the table as text; empty before the deal."""
        position = state.position
        if position is None:
            return ""
        if self._recalls:
            return position.memory_text(player)
        return position.game.text(position.state, player)
