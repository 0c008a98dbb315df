"""Shared snapshots and scenes of Sevens and Killer Sevens."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..core.kit.places import shared_place
from ..core.kit.recency import in_last_round
from ..core.kit.seats import NOBODY, distances, player_name
from ..core.scene.scene import GAME_OVER, Card, Scene, Seat, Zone, plural
from .laying import UNLIMITED

STATUS_WORDS = ("absent", "active", "finished", "eliminated")


def open_players(state: np.void, standings: np.ndarray) -> dict[str, Any]:
    """Returns the players' part of a snapshot: passes, status, turn, and the final places."""
    count, is_over = int(state["num_players"]), bool(state["to_move"] == NOBODY)
    seats = {player_name(seat): seat for seat in range(count)}
    return {
        "passes": {name: int(state["passes"][seat]) for name, seat in seats.items()},
        "status": {name: STATUS_WORDS[state["status"][seat]] for name, seat in seats.items()},
        "places": {name: shared_place(standings, count, seat) for name, seat in seats.items()}
        if is_over
        else None,
        "to_move": None if is_over else player_name(state["to_move"]),
        "first_player": player_name(state["first_player"]),
        "idle": int(state["idle"]),
    }


def table_scene(
    title: str,
    view: np.void,
    seat: int,
    layout: Zone,
    hand_of: Callable[[int], tuple[Card, ...]],
    facts_of: Callable[[int], Sequence[str]],
    notes: Sequence[str],
    question: str,
    follows: str,
) -> Scene:
    """Returns the scene of a table with one layout.

    Args:
        title: The game.
        view: The seat's view record.
        seat: The seat's position at the table.
        layout: The cards that are laid out.
        hand_of: `hand_of(distance)`, the known cards of the player `distance` seats clockwise.
        facts_of: `facts_of(distance)`, short facts about that player.
        notes: Facts about the table; passes in a row are added.
        question: The question to the player on turn.
        follows: What a full round of passes brings, `the game ends`; empty for nothing.
    """
    idle, count = int(view["idle"]), int(view["active"].sum())
    is_said = follows and 1 < idle < count and view["on_turn"].any()
    in_a_row = [f"{idle} passes in a row: after {count} {follows}"] if is_said else []
    return Scene(
        title,
        seat,
        tuple(
            Seat(
                player_name(player),
                int(view["hand_size"][distance]),
                tuple(facts_of(distance)),
                hand_of(distance),
                is_on_turn=bool(view["on_turn"][distance]),
                is_out=not view["active"][distance],
            )
            for player, distance in distances(seat, int(view["num_players"]))
        ),
        ((layout,),),
        (*in_a_row, *notes),
        question if view["on_turn"].any() else GAME_OVER,
    )


def laid_name(view: np.void, seat: int, name: str, layer: int, is_apart: bool = False) -> str:
    """Returns the name of a laid card: `S9, laid by player_2`, `S9, apart, laid by player_2`.

    Args:
        view: The viewer's view record.
        seat: The viewer.
        name: The card.
        layer: The number of the player who laid it, as in the view's `laid_by`.
        is_apart: Whether it is not linked to its seven.
    """
    by = f" by {owner_name(view, seat, layer)}" * bool(layer)
    return f"{name}{', apart' * is_apart}, laid{by}"


def passes_left(view: np.void) -> int | None:
    """Returns how many passes the player on turn has left; None if they are not limited."""
    if view["pass_limit"] == UNLIMITED:
        return None
    return int(view["pass_limit"] - view["passes"][view["on_turn"].argmax()])


def lay_or_pass(is_free: bool, left: int | None, fits: bool | None, have_all_passed: bool) -> str:
    """Returns the question of a turn.

    Args:
        is_free: Whether a player who can lay a card may pass.
        left: How many passes are left; None to leave this out.
        fits: Whether the viewer, who is on turn, has a card that fits; None if that is not known.
        have_all_passed: Whether a full round of passes is over, so that nobody is free to pass.
    """
    words = "Lay a card or pass" if is_free else "Lay a card, or pass if none fits"
    if fits is False:
        words = "None of your cards fits: pass"
    elif have_all_passed:
        words = "All have passed one after another: lay a card"
        words += ", or pass if none fits" * (fits is None)
    elif fits and not is_free:
        words = "Lay a card: you may pass only if none fits"
    return words if left is None else f"{words}; {plural(left, 'pass', 'es')} left"


def pass_facts(view: np.void, distance: int) -> list[str]:
    """Returns facts such as `2 of 3 passes used` and `passed`."""
    used = int(view["passes"][distance])
    facts = [f"{plural(used, 'pass', 'es')} used"]
    if view["pass_limit"] != UNLIMITED:
        facts = [f"{used} of {view['pass_limit']} passes used"]
    return facts + ["passed"] * _is_recent(view, view["pass_recency"][distance])


def marked_if_recent(view: np.void, seat: int, card: Card, recency: int, layer: int) -> Card:
    """Returns a laid card, marked with its player's name if it was laid in the last round.

    Args:
        view: The viewer's view record.
        seat: The viewer.
        card: The card.
        recency: The card's value in the view's `recency`.
        layer: The number of the player who laid it, as in the view's `laid_by`.
    """
    if not _is_recent(view, recency):
        return card
    return replace(card, mark="recent", note=owner_name(view, seat, layer))


def owner_name(view: np.void, seat: int, number: int) -> str:
    """Returns the player's name for a number of `laid_by`: 1 the viewer, 2 the next seat, ..."""
    return player_name((seat + int(number) - 1) % int(view["num_players"]))


def _is_recent(view: np.void, recency: int) -> bool:
    return in_last_round(recency, int(view["active"].sum()))


def newly_laid(
    before: np.ndarray, after: np.ndarray, laid_by: np.ndarray, distance: int
) -> list[int]:
    """Returns the cells on which a player laid cards by a step, in rising order.

    Args:
        before: For each cell whether its card was laid before the step.
        after: The same after the step.
        laid_by: The view's `laid_by` after the step.
        distance: The player, in seats clockwise from the viewer.
    """
    is_new = (after != 0) & (before == 0) & (laid_by == distance + 1)
    return [int(cell) for cell in np.flatnonzero(is_new)]
