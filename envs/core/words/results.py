"""The result of a finished game in words, as all pages and the terminal show it."""

from dataclasses import dataclass

import numpy as np

from fudaba.common.languages import Ordinal, translator

from ..contract.game import Game
from .names import points_words

_, _n = translator("core")

NO_PLACE = "\N{EM DASH}"
Standing = tuple[bool, float, float]  # whether no fate excludes a place; the reward; the points


@dataclass(frozen=True)
class PlayerResult:
    """The result of a player.

    Attributes:
        seat: The seat.
        place: `2nd`, or `shared 2nd`; a dash for a player whom a fate excludes from the places.
        points: As the rulebook counts them, with that fate: `7 points`, `19 fame, purged`; where it
            has only places, what settled this one: `all cards laid`, or the cards left.
    """

    seat: int
    place: str
    points: str


def results(game: Game, state: np.void) -> list[PlayerResult]:
    """Returns the results of all players of a finished game, the best first.

    Equal rewards share a place only if the points are equal too.
    """
    seats, view = range(int(state["num_players"])), game.view(state, 0)
    rewards = np.zeros(game.max_players)
    game.kernels.score(state, rewards)
    points, won = game.words.points, game.points_won(state)
    fates = [points.fate(view, seat) if points else "" for seat in seats]
    counted = won or [0.0] * len(seats)
    standings = [(not fates[seat], float(rewards[seat]), counted[seat]) for seat in seats]
    said = points_words(game, won) or _settling(game, state)
    return [
        PlayerResult(
            seat,
            NO_PLACE if fates[seat] else _place(standings[seat], standings),
            _(", ").join(filter(None, [said[seat], fates[seat]])),
        )
        for seat in sorted(seats, key=lambda seat: standings[seat], reverse=True)
    ]


def _place(own: Standing, standings: list[Standing]) -> str:
    place = Ordinal(1 + sum(other > own for other in standings))
    is_shared = standings.count(own) > 1
    return _("shared {place}", place=place) if is_shared else _("{place}", place=place)


def _settling(game: Game, state: np.void) -> list[str]:
    """Returns each player's first fact at the end, or without one the cards left, if any."""
    return [
        player.facts[0].text
        if player.facts
        else _n("{count} card left", "{count} cards left", player.num_cards)
        if player.num_cards
        else ""
        for player in game.scene(state, 0).seats
    ]
