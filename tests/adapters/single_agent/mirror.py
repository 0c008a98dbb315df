"""What a single-agent env has to show."""

from typing import Any

import numpy as np

from fudaba.envs import Game, Tables


class Mirror:
    """A game as a learner's seat sees it among FirstLegal players, by the plain tables."""

    def __init__(
        self, game: Game, options: dict[str, Any], seed: int, deal: int, seat: int
    ) -> None:
        house_rules = game.options.read(game.name, options)
        self.tables = Tables(game, house_rules, 1, seed, redeal_finished=False)
        self.tables.deal(np.array([0]), np.array([deal]))
        self.seat = seat
        self._let_others_play()
        self.earned = 0.0  # the first reward includes what came before the first decision

    @property
    def points(self) -> float:
        return float(self.tables.scores[0, self.seat])

    @property
    def is_over(self) -> bool:
        return bool(self.tables.to_move[0] < 0)

    @property
    def view(self) -> np.ndarray:
        return self.tables.observe(np.array([0]), np.array([self.seat]))[0]

    def step(self, action: int) -> float:
        """The learner's action and those of the others; returns what the learner earned."""
        self.tables.step(np.array([action]))
        self._let_others_play()
        earned, self.earned = self.points - self.earned, self.points
        return earned

    def _let_others_play(self) -> None:
        while self.tables.to_move[0] not in (-1, self.seat):
            self.tables.step(np.array([int(self.tables.action_masks[0].argmax())]))
