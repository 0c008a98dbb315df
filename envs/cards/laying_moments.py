"""Shared moments of Sevens and Killer Sevens: players who leave the game, and its end."""

from collections.abc import Callable, Sequence

import numpy as np

from ..core.kit.seats import distances, player_name
from ..core.scene.moment import Moment, Row
from ..core.scene.scene import Card, plural


def laying_moments(
    before: np.void,
    after: np.void,
    seat: int,
    facts: Callable[[np.void, int], Sequence[str]],
    held: Callable[[np.void, int], tuple[Card, ...]],
) -> list[Moment]:
    """Returns the players who left the game by a step, or at its end the hands that are left.

    Args:
        before: The view record of a seat before the step.
        after: Its view record after the step.
        seat: Its number, for the players' names.
        facts: `facts(view, distance)`, facts about a player in a few words each, such as the place.
        held: `held(view, distance)`, the cards left in a player's hand that are shown at the end.
    """
    is_end = bool(before["on_turn"].any() and not after["on_turn"].any())
    rows, leavers = [], []
    for player, distance in distances(seat, int(after["num_players"])):
        name = player_name(player)
        said = ", ".join(facts(after, distance))
        if is_end:
            left = plural(int(after["hand_size"][distance]), "card")
            rows.append(Row(f"{name}: {said}; {left} left", held(after, distance)))
        elif _is_out(after, distance) and not _is_out(before, distance):
            rows.append(Row(f"{name}: {said}"))
            leavers.append(name)
    if is_end:
        return [Moment("The end", tuple(rows), "The game is over")]
    verdict = f"{' and '.join(leavers)} will not be asked any more"
    return [Moment("A player leaves the game", tuple(rows), verdict)] if rows else []


def _is_out(view: np.void, distance: int) -> bool:
    """Whether a player has run out of cards or is eliminated."""
    return bool(view["finished"][distance] or view["eliminated"][distance])
