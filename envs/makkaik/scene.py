"""The scene of Makkaik: the table as a seat sees it, built from its view alone."""

from collections.abc import Iterator

import numpy as np

from ..cards.kikisen import type_name
from ..core.kit.seats import distances, player_name
from ..core.scene.scene import GAME_OVER, Rank, Ranking, Scene, Zone
from ..kikisen.scene import SCORE_POINTS, faces_of, seats_of
from ..kikisen.words import account_facts, deals, season_note
from . import state as mkk
from .text import best_hand

KINDS_OF_HANDS = ("", "two equal", "3 in a row, one colour", "three equal")

POINTS = SCORE_POINTS


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The common cards, what the viewer has drawn or set aside, and the hands of the last
        showdown; the own hand; the ranking of hands; and the players with their exchanges and
        payments.
    """
    sizes = np.full_like(view["active"], mkk.HAND_SIZE)
    return Scene(
        "Makkaik",
        seat,
        seats_of(view, seat, sizes, _facts, faces_of(view["hand"]), view["active"] == 0),
        tuple(filter(None, (tuple(_cards(view)), tuple(_shown(view, seat))))),
        tuple(_notes(view, seat)),
        _question(view),
        pictures=(_ranking(view),),
    )


def _cards(view: np.void) -> Iterator[Zone]:
    """Returns the common cards, drawn cards, and the card that the viewer put aside."""
    yield Zone("common cards", (faces_of(view["common"]),))
    if view["drawn"].any():
        yield Zone("drawn", (faces_of(view["drawn"]),))
    if view["incoming"].any():
        yield Zone("to be taken", (faces_of(view["incoming"]),))
    if view["unused"][0].any() and view["unused_draw"] != mkk.PUBLIC:
        yield Zone("set aside", (faces_of(view["unused"][0]),))


def _ranking(view: np.void) -> Ranking:
    """Returns the kinds of hands from the strongest on; the viewer's with its value (MKK-5.1)."""
    own = _own_best(view) if view["on_turn"].any() else ""
    ranks = [
        Rank(own if own.startswith(name) else name, note, own.startswith(name))
        for name, note in reversed([*zip(mkk.CATEGORY_NAMES, KINDS_OF_HANDS, strict=True)])
    ]
    return Ranking("hands, strongest first", tuple(ranks))


def _own_best(view: np.void) -> str:
    """Returns the viewer's best hand, with a card that has been taken.

    Any card may be put out for it: as a common card it can still be used, and where one own card
    is needed, another one can be put out.
    """
    taken = view["incoming"]
    common = view["common"] - taken if view["swapped"][0] else view["common"]  # it lies there yet
    return best_hand(view["hand"] + taken, common, view)


def _shown(view: np.void, seat: int) -> Iterator[Zone]:
    """Yields the hands of the last showdown, which at the end is that of this season."""
    title = "last shown by" if view["on_turn"].any() else "shown by"
    for player, distance in distances(seat, int(view["num_players"])):
        if view["shown"][distance].any():
            yield Zone(f"{title} {player_name(player)}", (faces_of(view["shown"][distance]),))


def _facts(view: np.void, distance: int) -> Iterator[str]:
    """Yields `dealer`, `+3 points`, `17 chips`, `took b3 for r7`, `paid 4`, `in`, `dropped`."""
    if deals(view, distance):
        yield "dealer"
    yield from account_facts(view, distance)
    yield from _exchange(view, distance)
    if view["paid"][distance]:
        yield f"paid {view['paid'][distance]}"
    if view["joined"][distance] and view["on_turn"].any():
        yield "in"
    if not view["active"][distance]:
        yield "dropped"


def _exchange(view: np.void, distance: int) -> Iterator[str]:
    """Returns the public part of a player's exchange, finished or not."""
    if not view["put_out"][distance].any():
        if view["swapped"][distance] or view["drew"][distance]:
            yield "swaps" if view["swapped"][distance] else "draws"
        return
    put_out = type_name(int(view["put_out"][distance].argmax()))
    if view["swapped"][distance]:
        yield f"took {type_name(int(view['taken'][distance].argmax()))} for {put_out}"
    else:
        yield f"drew for {put_out}"


def _notes(view: np.void, seat: int) -> Iterator[str]:
    """Yields the season, the round, its base, the pot, and the value of the own hand."""
    yield from season_note(view)
    if not view["on_turn"].any():
        return
    if view["phase"][mkk.BASE] or view["phase"][mkk.JOIN]:
        yield f"round {view['round'] + 1} of {view['bet_rounds']}"
        if view["base"]:
            yield f"base {view['base']}"
        yield f"pot {view['pot']}"
    yield f"hand of {player_name(seat)}: {_own_best(view)}"


def _question(view: np.void) -> str:
    """Returns the question to the player on turn, with what has been chosen so far."""
    if not view["on_turn"].any():
        return GAME_OVER
    phase = int(view["phase"].argmax())
    if phase == mkk.KIND:
        return "Swap with a common card, or draw two cards"
    if phase == mkk.INCOMING:
        is_swap = view["swapped"][view["on_turn"].argmax()]
        return f"Take which of the {'common' if is_swap else 'drawn'} cards?"
    if phase == mkk.OUTGOING:
        # Only its player knows which card comes in.
        taken = f" for {_incoming_name(view)}" if view["incoming"].any() else ""
        return f"Put out which card{taken}?"
    if phase == mkk.BASE:
        highest = _highest_base(view)
        return f"Set a base of {f'1 to {highest}' if highest > 1 else 1}, or drop"
    return f"Join for {view['base']}, or drop"


def _incoming_name(view: np.void) -> str:
    return type_name(int(view["incoming"].argmax()))


def _highest_base(view: np.void) -> int:
    """Returns the highest base, which all who are in can pay to the end (MKK-4.3, 8)."""
    highest = int(view["max_base"])
    if view["start_chips"] <= 0:
        return highest
    chips = int(view["start_chips"]) + view["scores"].astype(int) - view["paid"]
    rounds_after = int(view["bet_rounds"]) - int(view["round"]) - 1
    return min(highest, int(chips[view["active"] == 1].min()) - rounds_after)
