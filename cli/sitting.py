"""A game at one table with a person at the terminal and agents in the other seats."""

from collections.abc import Sequence

import numpy as np

from fudaba.agents.bot_settings import BotSettings
from fudaba.agents.seated import SeatedGame
from fudaba.common.languages import translator
from fudaba.envs import Game, Options, Scene
from fudaba.envs.core.contract.game import Chain
from fudaba.envs.core.words.forced import OwnMoves
from fudaba.envs.core.words.sentences import with_names

_, _n = translator("cli")


class Sitting(SeatedGame):
    """One game of a person, with the plays that the person's last typed line can mean.

    Attributes:
        seat: Where the person sits.
        names: The players' names, seat by seat; the person's is `You` in the current language.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        others: Sequence[str],
        seat: int,
        seed: int,
        settings: BotSettings | None = None,
    ) -> None:
        """Deals the game.

        Args:
            game: The game.
            options: The house rules.
            others: The specs of the agents in the other seats, in the order of the seats.
            seat: Where the person sits.
            seed: 0..2**64-1, of the deal and of the agents.
            settings: Settings of programs and models; None for the defaults.

        Raises:
            UserError: There is no such agent, or the seed is out of its range.
        """
        players = [*others[:seat], None, *others[seat:]]
        super().__init__(game, options, players, seed, settings=settings)
        self.seat = seat
        self.people_names[seat] = _("You")
        self.names = self.seat_names()
        self._meant: list[Chain] = []
        self._own_moves = OwnMoves(game, seat)

    def named(self, text: str) -> str:
        """Returns a text with the players' names; the person is `you` in it."""
        return with_names(text, self.names, self.seat)

    def view(self) -> np.void:
        """Returns the person's view of the table."""
        return self.game.view(self.state, self.seat)

    def scene(self) -> Scene:
        """Returns the scene of the person's view."""
        return self.game.scene(self.state, self.seat)

    def take(self, action: int) -> None:
        """Carries out an action of the seat to move."""
        is_own = self.to_move == self.seat
        self._own_moves.hear(self.state, action)
        self._meant = [chain[1:] for chain in self._meant if is_own and chain[:1] == (action,)]
        super().take(action)

    def mean(self, chains: list[Chain]) -> None:
        """Stores the plays that a typed line can mean.

        If the line chooses among the plays of an earlier line, the chosen ones are kept instead.
        """
        chosen = [chain for chain in self._meant if chain[:1] in chains]
        self._meant = chosen or chains

    def choices(self) -> list[int]:
        """Returns the legal actions, or only those that begin a play of the last typed line."""
        legal = self.game.legal_actions(self.state)
        begun = {chain[0] for chain in self._meant if chain}
        return [action for action in legal if action in begun] or legal

    @property
    def is_forced(self) -> bool:
        """Whether the person is to move without a choice, and has not typed the move already."""
        is_own = self.to_move == self.seat
        return is_own and not any(self._meant) and self._own_moves.is_forced(self.state)
