"""News of Niekhi: the effects of a step that a seat saw, from its views alone."""

from collections.abc import Callable

import numpy as np

from fudaba.common.languages import translator

from ...cards.counts import spread_out
from ...core.kit.seats import distances, player_name
from ...kikisen.words import player_with, season_name, season_words
from .. import state as nie
from .words import words_of

_, _n = translator("niekhi")


def news(before: np.void, after: np.void, seat: int) -> str:
    """Returns removed cards, players out, the end of a trick or of a season."""
    if after["season"] == before["season"]:
        parts = PARTS
    else:
        parts = PARTS_OF_NEXT_DEAL if after["on_turn"].any() else PARTS_OF_LAST_SEASON
    return _("; ").join(filter(None, (part(before, after, seat) for part in parts)))


def _players(view: np.void, seat: int) -> list[tuple[str, int]]:
    """Returns the players' names, each with the distance from the viewer."""
    return [(player_name(one), far) for one, far in distances(seat, int(view["num_players"]))]


def _removed(before: np.void, after: np.void, seat: int) -> str:
    """Returns `that takes 0 0 1 out of the game; player_1 gives up 0 1` (NIE-7.1)."""
    if not before["phase"][[nie.MODE, nie.REMOVE]].any() or after["phase"][nie.REMOVE]:
        return ""
    removed = after["removed"] - before["removed"]
    given_up = after["given_up"] - before["given_up"]
    if not removed.any():
        return _("there was none") if before["phase"][nie.REMOVE] else ""
    cards, season = words_of(spread_out(removed)), season_name(after)
    facts = [_("that takes {cards} out of the {season}", cards=cards, season=season)]
    for name, distance in _players(after, seat):
        if given_up[distance].any():
            cards = words_of(spread_out(given_up[distance]))
            facts.append(_("{name} {name:gives|give} up {cards}", name=name, cards=cards))
    return _("; ").join(facts)


def _out(before: np.void, after: np.void, seat: int) -> str:
    """Returns the players that a removal put out of the season (NIE-6.2)."""
    out = [
        _("{name} {name:is|are} out", name=name)
        for name, distance in _players(after, seat)
        if before["is_in"][distance] > after["is_in"][distance]
    ]
    return _(", ").join(out)


def _trick(before: np.void, after: np.void, seat: int) -> str:
    """Returns the end of the trick (NIE-4.6)."""
    was_on = not before["kind"][nie.NO_PLAY]
    if not after["kind"][nie.NO_PLAY] or not was_on:
        return ""
    leader = player_with(after["on_turn"], after, seat)
    return _("the trick is over, {name} {name:leads|lead}", name=leader)


# The end of a season


def ends_by_removal(before: np.void) -> bool:
    """Returns whether a season's last step certainly emptied a hand by removal (NIE-6.2)."""
    is_at_cap = before["turns"] >= before["max_turns"]
    loses = before["emptied_by_removal"] == nie.LOSES
    is_effect = before["phase"][[nie.MODE, nie.REMOVE]].any()
    return bool(is_effect and not is_at_cap and not loses)


def ends_at_cap(after: np.void) -> bool:
    """Returns whether a match ended with cards in the hands of several players (NIE-6.4)."""
    return bool(after["hand_sizes"][after["is_in"] == 1].all() and after["is_in"].sum() > 1)


def _emptied(before: np.void, after: np.void, seat: int) -> str:
    """Returns the winner whose last cards a removal took (NIE-6.2)."""
    if not ends_by_removal(before):
        return ""
    gains = after["scores"] - before["scores"]
    winner = player_with(gains == gains.max(), after, seat)
    return _("{name} {name:has|have} no cards left", name=winner)


def _last_turn(before: np.void, after: np.void, seat: int) -> str:
    """Returns the reason why players win who still hold cards (NIE-6.4)."""
    return _("that was the last turn, the fewest cards win") if ends_at_cap(after) else ""


Parts = tuple[Callable[[np.void, np.void, int], str], ...]

PARTS: Parts = (_removed, _out, _trick)
# The views after a season tell of the next one, if there is one.
PARTS_OF_NEXT_DEAL: Parts = (_emptied, season_words)
PARTS_OF_LAST_SEASON: Parts = (_removed, _out, _emptied, _last_turn, season_words)
