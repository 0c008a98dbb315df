"""Moments of the kikisen games: the end of a season, with the points of everybody."""

from collections.abc import Callable, Iterator

import numpy as np

from fudaba.common.languages import translator

from ..core.kit.seats import distances, player_name
from ..core.scene.moment import Moment, Row
from ..core.scene.scene import GAME_OVER, Card
from ..core.words.sentences import PLAYER
from .scene import PRIZE_POINTS

_, _n = translator("kikisen")

Shown = tuple[str, tuple[Card, ...]]


def nothing_shown(distance: int) -> Shown:
    """Returns no words and no cards, for games whose seasons end without a showdown."""
    return "", ()


def season_end(
    before: np.void,
    after: np.void,
    seat: int,
    verdict: Callable[[np.void, np.void, int], str],
    shown: Callable[[int], Shown] = nothing_shown,
    parts: int = 1,
) -> list[Moment]:
    """Returns the end of a season as a moment, if the step ended one.

    Args:
        before: The view record of a seat before the step.
        after: Its view record after the step.
        seat: Its number, for the players' names.
        verdict: `verdict(before, after, seat)`, who won and why; the lines say what was paid.
        shown: `shown(distance)`, what a player's cards are called, and the cards.
        parts: The parts of a point in which the view counts.
    """
    if after["season"] <= before["season"]:
        return []
    gains = after["scores"].astype(int) - before["scores"]
    rows = []
    for player, distance in distances(seat, int(after["num_players"])):
        name, cards = shown(distance)
        facts = [*_points_said(before, after, distance, parts), *([name] if name else [])]
        is_best = gains[distance] > 0 and gains[distance] == gains.max()
        words = _("{name}: {facts}", name=player_name(player), facts=_(", ").join(facts))
        rows.append(Row(words, cards, bool(is_best)))
    outcome = verdict(before, after, seat)
    if not PLAYER.match(outcome):
        outcome = f"{outcome[0].upper()}{outcome[1:]}"
    return [Moment(_title(after), tuple(rows), outcome, is_result=True)]


def _points_said(before: np.void, after: np.void, distance: int, parts: int) -> Iterator[str]:
    """Yields what a player won, unless that is nothing, and has in all: `+3`, `+5 in all`."""
    earlier, now = (int(view["scores"][distance]) for view in (before, after))
    gain, total = (PRIZE_POINTS.number(points / parts) for points in (now - earlier, now))
    has_total = after["seasons"] > 1 or before["scores"].any()
    if now != earlier or not has_total:
        yield gain
    if after["seasons"] > 1:
        yield _("{total} in all", total=total)
    elif has_total:
        yield _("{total} in the whole game", total=total)


def _title(after: np.void) -> str:
    """Returns that a season of several is over, or the game."""
    if after["seasons"] == 1:
        return _(GAME_OVER)
    number, seasons = after["season"], after["seasons"]
    return _("Season {number} of {seasons} is over", number=number, seasons=seasons)


def first_without_cards(outcome: str) -> str:
    """Returns an outcome with its reason, in games that are won by getting rid of the cards."""
    return _("{outcome}: the first without cards", outcome=outcome)
