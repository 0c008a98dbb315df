"""News of Cyclic: the effects of a step that a seat saw, from its views alone."""

import numpy as np

from fudaba.common.languages import Ordinal, translator

from ...core.kit.seats import distances, player_name
from ...kikisen.words import player_with, season_name
from .. import state as cyc
from ..rules.plays import mark_answers
from .words import card_words, newest_shape

_, _n = translator("cyclic")


def news(before: np.void, after: np.void, seat: int) -> str:
    """Returns why the seat had to pass, cleared tables, draws, places, and a season's end.

    Args:
        before: The view record of the seat before the step.
        after: Its view record after the step.
        seat: Its number, for the players' names.
    """
    if after["season"] > before["season"]:
        return _("; ").join(_end_of_season(before, after, seat))
    why = _("{name} can't beat it", name=player_name(seat)) if must_pass(before) else ""
    parts = (why, _out(before, after, seat), _new_round(before, after, seat))
    return _("; ").join(filter(None, parts))


def must_pass(view: np.void) -> bool:
    """Returns whether the viewer is on turn and no play of the hand beats the newest one."""
    newest = newest_shape(view)
    if newest is None or not view["on_turn"][0] or view["chosen_form"].any():
        return False
    table: np.void = np.zeros(1, cyc.STATE)[0]
    table["form"], table["foot"], table["size"] = newest
    table["colours"] = view["colours"] @ (1, 2)
    table["min_run"] = view["min_run"]
    table["hands"][0] = view["hand"]
    return not mark_answers(table, np.zeros(cyc.NUM_ACTIONS, np.int8))


def _out(before: np.void, after: np.void, seat: int) -> str:
    """Returns `player_2 is out, 1st`."""
    is_new = after["place"] > before["place"]
    if not is_new.any():
        return ""
    place = Ordinal(after["place"][is_new].min())
    return _(
        "{name} {name:is|are} out, {place}", name=player_with(is_new, after, seat), place=place
    )


def _new_round(before: np.void, after: np.void, seat: int) -> str:
    """Returns `the table is cleared; player_2 leads and draws 2 cards`."""
    if after["form"].any() or not before["form"].any():
        return ""
    drawn = after["hand_sizes"] - before["hand_sizes"]
    name = player_with(after["leader"], after, seat)
    if drawn[0] > 0:
        cards = card_words(after["hand"] - before["hand"])
        return _(
            "the table is cleared; {name} {name:leads|lead}; you draw {cards}",
            name=name,
            cards=cards,
        )
    if not drawn.any():
        return _("the table is cleared; {name} {name:leads|lead}", name=name)
    return _n(
        "the table is cleared; {name} {name:leads and draws|lead and draw} {count} card",
        "the table is cleared; {name} {name:leads and draws|lead and draw} {count} cards",
        int(drawn.max()),
        name=name,
    )


def _end_of_season(before: np.void, after: np.void, seat: int) -> list[str]:
    """Returns `player_2 wins the season`, the other places, and the next dealer."""
    count = int(after["num_players"])
    places, last = before["place"].copy(), int(before["on_turn"].argmax())
    places[last] = places.max() + 1
    if after["continue_after_win"]:
        places[places == 0] = count  # the one who has cards left (CYC-9.12)
    names = {int(places[distance]): player_name(player) for player, distance in
             distances(seat, count) if places[distance]}  # fmt: skip
    facts = [_("{name} {name:wins|win} the {season}", name=names.pop(1), season=season_name(after))]
    facts += [
        _("{name} {name:is|are} {place}", name=name, place=Ordinal(place))
        for place, name in sorted(names.items())
    ]
    if after["on_turn"].any():
        facts.append(
            _("{name} {name:deals|deal} the next", name=player_with(after["dealer"], after, seat))
        )
    return facts
