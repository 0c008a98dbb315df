"""What Sevens and Killer Sevens share: players lay the French pack out, pass, and drop out.

The functions read fields that both games' states and views have: `status`, `passes`, `pass_limit`,
`pass_recency`, `first_player`, `idle`, `active`, `hand_size`, `on_turn`.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..core.fields import Field
from ..core.kernel import Kernel, kernel, specialise, unbound
from ..core.places import shared_place
from ..core.recency import RECENT, in_last_round
from ..core.scene import GAME_OVER, Card, Scene, Seat, Zone, plural
from ..core.seats import NOBODY, distances, next_seat, player_name

MAX_PLAYERS = 8
UNLIMITED = -1  # the code of `pass_limit=none`
LARGEST_COUNT = 127  # where the public counters stop

ABSENT, ACTIVE, FINISHED, ELIMINATED = range(4)
STATUS_WORDS = ("absent", "active", "finished", "eliminated")

PLAYER_STATE = (
    ("hand_size", np.int8, MAX_PLAYERS),
    ("status", np.int8, MAX_PLAYERS),  # ABSENT, ACTIVE, FINISHED or ELIMINATED
    ("passes", np.int16, MAX_PLAYERS),  # passes used
    ("pass_recency", np.int8, MAX_PLAYERS),  # RECENT when passing, one less each decision since
    ("to_move", np.int8),  # seat with a decision, NOBODY once the game is over
    ("first_player", np.int8),  # who laid the seven of diamonds
    ("idle", np.int16),  # passes since the last card was laid
)

PLAYER_FIELDS = (
    Field("active", (MAX_PLAYERS,), 0, 1, "players who still take part"),
    Field("on_turn", (MAX_PLAYERS,), 0, 1, "whose decision it is"),
    Field("first_player", (MAX_PLAYERS,), 0, 1, "who laid the seven of diamonds"),
    Field("hand_size", (MAX_PLAYERS,), 0, 27, "cards in hand, jokers included"),
    Field("passes", (MAX_PLAYERS,), 0, LARGEST_COUNT, "passes used"),
    Field("pass_recency", (MAX_PLAYERS,), 0, RECENT, "as recency, for the player's last pass"),
    Field("idle", (), 0, LARGEST_COUNT, "passes since the last card was laid"),
)


@kernel
def has_pass_left(state: np.void, seat: int) -> bool:
    """Whether the seat has used fewer passes than it has (SEV-4.4, KIL-4.3)."""
    return state["pass_limit"] == UNLIMITED or state["passes"][seat] < state["pass_limit"]


@kernel
def note_pass(state: np.void, seat: int) -> None:
    """A pass, publicly; whether it counts against a limit is up to the game."""
    state["pass_recency"][seat] = RECENT
    state["idle"] += 1


goes_on = can_act = eliminate = unbound


def _find_decision(state: np.void, seat: int) -> None:
    """Moves the turn on from a seat to the next player who can act, or ends the game.

    A player on turn who can't act is eliminated (SEV-4.5, KIL-5.5).
    """
    state["to_move"] = NOBODY
    while goes_on(state):
        seat = next_seat(state, seat)
        if state["status"][seat] != ACTIVE:
            continue
        if can_act(state, seat):
            state["to_move"] = seat
            return
        eliminate(state, seat)


def decision_finder(game: str, goes_on: Kernel, can_act: Kernel, eliminate: Kernel) -> Kernel:
    """The kernel `find_decision(state, seat)` of a game.

    Args:
        game: The game's id.
        goes_on: `goes_on(state) -> bool`, whether the game is not over.
        can_act: `can_act(state, seat) -> bool`, whether a player on turn has a decision.
        eliminate: `eliminate(state, seat)` takes a player out of the game.
    """
    return specialise(_find_decision, game, goes_on=goes_on, can_act=can_act, eliminate=eliminate)


def open_players(state: np.void, standings: np.ndarray) -> dict[str, Any]:
    """What a snapshot tells of the players: passes, status, and places once the game is over."""
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


@kernel
def observe_player(state: np.void, player: int, distance: int, view: np.void) -> None:
    """A player's row of `PLAYER_FIELDS`, so many seats from the viewer."""
    view["active"][distance] = state["status"][player] == ACTIVE
    view["on_turn"][distance] = state["to_move"] == player
    view["first_player"][distance] = state["first_player"] == player
    view["hand_size"][distance] = state["hand_size"][player]
    view["passes"][distance] = min(state["passes"][player], LARGEST_COUNT)
    view["pass_recency"][distance] = state["pass_recency"][player]


def table_scene(
    title: str,
    view: np.void,
    seat: int,
    layout: Zone,
    hand_of: Callable[[int], tuple[Card, ...]],
    facts_of: Callable[[int], Sequence[str]],
    notes: Sequence[str],
) -> Scene:
    """A table with one layout.

    Args:
        title: The game.
        view: The seat's view record.
        seat: The seat's position at the table.
        layout: The cards that are laid out.
        hand_of: The cards that the viewer knows in the hand so many seats further on.
        facts_of: What there is to say of the player so many seats further on.
        notes: What holds for the table, besides passes in a row.
    """
    in_a_row = [f"{view['idle']} passes in a row"] if view["idle"] > 1 else []
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
        "lay a card or pass" if view["on_turn"].any() else GAME_OVER,
    )


def pass_facts(view: np.void, distance: int) -> list[str]:
    """`2 of 3 passes used`, `passed`."""
    used = int(view["passes"][distance])
    facts = [f"{plural(used, 'pass', 'es')} used"]
    if view["pass_limit"] != UNLIMITED:
        facts = [f"{used} of {view['pass_limit']} passes used"]
    return facts + ["passed"] * _is_recent(view, view["pass_recency"][distance])


def marked_if_recent(view: np.void, seat: int, card: Card, recency: int, layer: int) -> Card:
    """A laid card, with who laid it if that was in the last round.

    Args:
        view: The viewer's view record.
        seat: The viewer.
        card: The card.
        recency: How recently it was laid.
        layer: Who laid it, as `laid_by` has it: 1 for the viewer.
    """
    if not _is_recent(view, recency):
        return card
    return replace(card, mark="recent", note=owner_name(view, seat, layer))


def owner_name(view: np.void, seat: int, number: int) -> str:
    """Who is meant by a number of `laid_by`: 1 for the viewer, 2 for the next seat, ..."""
    return player_name((seat + int(number) - 1) % int(view["num_players"]))


def _is_recent(view: np.void, recency: int) -> bool:
    return in_last_round(recency, int(view["active"].sum()))
