"""What the balance tests of all games of kikisen share: measures by name, and seasons recounted."""

import random
from collections.abc import Iterator, Sequence

import numpy as np

from fudaba.envs import Game
from fudaba.envs.core.contract.game import Balance
from fudaba.envs.core.words.reading import copied


def balance(game: Game) -> Balance:
    """What the game measures."""
    assert game.balance
    return game.balance


def factors(game: Game, state: np.void) -> list[dict[str, float]]:
    """The factors of each seat by name; the seats without a player hold 0."""
    names = [measure.name for measure in balance(game).factors]
    values = np.full((len(names), game.max_players), 7.0)
    balance(game).measure_deal(state, values)
    return _by_seat(names, values, int(state["num_players"]))


def tallies(game: Game, state: np.void) -> list[dict[str, float]]:
    """The same of the tallies."""
    names = [measure.name for measure in balance(game).tallies]
    values = np.full((len(names), game.max_players), 7.0)
    balance(game).measure_game(state, values)
    return _by_seat(names, values, int(state["num_players"]))


def _by_seat(names: Sequence[str], values: np.ndarray, seats: int) -> list[dict[str, float]]:
    assert (values[:, seats:] == 0).all()
    return [dict(zip(names, values[:, seat].tolist(), strict=True)) for seat in range(seats)]


def points_of(game: Game, state: np.void) -> list[float]:
    """The points of each player."""
    points = np.zeros(game.max_players)
    game.kernels.score(state, points)
    return [float(value) for value in points[: int(state["num_players"])]]


def decisions(game: Game, state: np.void, rng: random.Random) -> Iterator[tuple[np.void, int]]:
    """Plays a match at random: the record before each decision, and the action; then it is done."""
    while state["to_move"] >= 0:
        before = copied(state)
        action = rng.choice(game.legal_actions(state))
        game.kernels.apply(state, action)
        yield before, action


class Seasons:
    """Counts the seasons of a match while it is watched."""

    def __init__(self, game: Game, state: np.void) -> None:
        self.game, self.state = game, state
        self.seats = range(int(state["num_players"]))
        self.dealers: list[int] = []
        self.winners: list[list[int]] = []

    def see(self, before: np.void, winners: list[int] | None = None) -> bool:
        """Looks at the table after a decision; whether a season is over.

        Args:
            before: The record before it.
            winners: Who won if it is; None for whoever lost less than a point (KIKI-6.5).
        """
        if before["season"] == self.state["season"]:
            return False
        if winners is None:
            was, now = points_of(self.game, before), points_of(self.game, self.state)
            winners = [seat for seat in self.seats if now[seat] > was[seat] - 1]
        self.dealers.append(int(before["dealer"]))
        self.winners.append(winners)
        return True

    def tallies(self, seat: int) -> dict[str, float]:
        """What is to be found for a seat."""
        rows = list(zip(self.dealers, self.winners, strict=True))
        points = points_of(self.game, self.state)
        best_other = max(points[other] for other in self.seats if other != seat)
        return {
            "seasons dealt": self.dealers.count(seat),
            "seasons won": sum(seat in winners for _, winners in rows),
            "won as dealer": sum(seat in winners for dealer, winners in rows if dealer == seat),
            "lead": max(points[seat] - best_other, 0),
        }
