"""News of Cyclic: the effects of a step that a seat saw, from its views alone."""

import numpy as np

from ...core.kit.seats import distances, player_name
from ...core.scene.scene import ordinal, plural
from ...kikisen.words import player_with
from .words import card_names, newest_faces


def news(before: np.void, after: np.void, seat: int) -> str:
    """Returns the cards of the own play, cleared tables, draws, places, and a season's end.

    Args:
        before: The view record of the seat before the step.
        after: Its view record after the step.
        seat: Its number, for the players' names.
    """
    if after["season"] > before["season"]:
        return "; ".join(_end_of_season(before, after, seat))
    parts = (_own_play(before, after), _out(before, after, seat), _new_round(before, after, seat))
    return "; ".join(filter(None, parts))


def _own_play(before: np.void, after: np.void) -> str:
    """Returns `you lay b2 r0(2)`: some of it may have been laid unasked (CYC-9.10)."""
    is_laid = after["hand_sizes"][0] < before["hand_sizes"][0] and after["owner"][0]
    names = " ".join(face.name for face in newest_faces(after))
    return f"you lay {names}" if is_laid else ""


def _out(before: np.void, after: np.void, seat: int) -> str:
    """Returns `player_2 is out, 1st`."""
    is_new = after["place"] > before["place"]
    if not is_new.any():
        return ""
    place = int(after["place"][is_new].min())
    return f"{player_with(is_new, after, seat)} is out, {ordinal(place)}"


def _new_round(before: np.void, after: np.void, seat: int) -> str:
    """Returns `the table is cleared; player_2 leads and draws 2 cards`."""
    if after["form"].any() or not before["form"].any():
        return ""
    drawn = after["hand_sizes"] - before["hand_sizes"]
    words = f"the table is cleared; {player_with(after['leader'], after, seat)} leads"
    if drawn[0] > 0:
        return f"{words}; you draw {card_names(after['hand'] - before['hand'])}"
    return f"{words} and draws {plural(int(drawn.max()), 'card')}" if drawn.any() else words


def _end_of_season(before: np.void, after: np.void, seat: int) -> list[str]:
    """Returns `player_2 wins the season`, the other places, and the next dealer."""
    count = int(after["num_players"])
    places, last = before["place"].copy(), int(before["on_turn"].argmax())
    places[last] = places.max() + 1
    if after["continue_after_win"]:
        places[places == 0] = count  # the one who has cards left (CYC-9.12)
    names = {int(places[distance]): player_name(player) for player, distance in
             distances(seat, count) if places[distance]}  # fmt: skip
    words = [f"{names.pop(1)} wins the season"]
    words += [f"{name} is {ordinal(place)}" for place, name in sorted(names.items())]
    if after["on_turn"].any():
        words.append(f"{player_with(after['dealer'], after, seat)} deals the next")
    return words
