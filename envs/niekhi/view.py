"""What one seat may know of a table of Niekhi (NIE-7)."""

import numpy as np

from ..cards.kikisen import NUM_CARDS, NUM_NUMBERS, NUM_STRENGTHS
from ..cards.melds import show_counts, total_of
from ..core.compiling.kernel import kernel
from ..core.contract.fields import Field
from ..core.contract.options import option_observer
from ..core.kit.seats import seat_seen_at
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.prizes import PRIZE_FIELDS, observe_score
from ..kikisen.seasons import SEASON_FIELDS, observe_season
from . import state as nie
from .options import LARGEST_HAND, MOST_TURNS, SMALLEST_HAND, NiekhiOptions

PER_RANK, PER_STRENGTH, PER_SEAT = (nie.NUM_RANKS,), (NUM_STRENGTHS,), (MAX_PLAYERS,)
PER_POSITION, MANY = (NUM_NUMBERS,), int(nie.COPIES.max())
MOST_ASIDE = NUM_CARDS - 2 * SMALLEST_HAND
MOST_GENERALS = int(nie.COPIES[nie.GENERAL]) + nie.NUM_SHIPS

FIELDS = (
    Field("hand", PER_RANK, 0, MANY, "own cards by rank: 0 to 8, court, ship", private=True),
    Field("table", PER_RANK, 0, MANY, "cards of all plays of the trick by rank"),
    Field("laid", PER_RANK, 0, MANY, "those of them that belong to the standing play"),
    Field("discards", PER_RANK, 0, MANY, "the discards by rank"),
    Field("removed", PER_RANK, 0, MANY, "the removed cards by rank"),
    Field("aside", (), 0, MOST_ASIDE, "cards that were not dealt"),
    Field("kind", (nie.NUM_KINDS_OF_PLAYS,), 0, 1, "the standing play: none, single, set, run, run "
          "of sets"),
    Field("rank", (), 0, NUM_STRENGTHS, "its strength or foot: 1 for 0, 2 for 1, ..., 10 for "
          "court; 0 for none"),
    Field("length", (), 0, NUM_NUMBERS, "its numbers, L; 1 for a single or a set"),
    Field("copies", (), 0, nie.MOST_COPIES, "its cards of each number, m"),
    Field("ships_at", PER_POSITION, 0, nie.NUM_SHIPS, "its ships by position, the foot's first"),
    Field("idle", (), 0, MAX_PLAYERS, "passes in a row"),
    Field("turns", (), 0, MOST_TURNS, "plays and passes of this season"),
    Field("phase", (nie.NUM_PHASES,), 0, 1, "the decision that is asked: shape, ships, mode, "
          "remove, take; of another player's play always the shape"),
    Field("effects_left", (), 0, MOST_GENERALS, "strengths that will be named, or cards taken"),
    Field("named", PER_STRENGTH, 0, 1, "strengths named in this effect"),
    Field("chosen_rank", (), 0, NUM_STRENGTHS, "the own play whose ships are asked, as `rank`",
          private=True),
    Field("chosen_length", (), 0, NUM_NUMBERS, "the same, as `length`", private=True),
    Field("chosen_copies", (), 0, nie.MOST_COPIES, "the same, as `copies`", private=True),
    Field("chosen_ships", PER_POSITION, 0, nie.NUM_SHIPS, "the same, as `ships_at`", private=True),
    Field("hand_sizes", PER_SEAT, 0, LARGEST_HAND, "cards in hand"),
    Field("owner", PER_SEAT, 0, 1, "who made the standing play"),
    Field("passed", PER_SEAT, 0, 1, "players who have passed since the last play; with pass_locks, "
          "in this trick"),
    Field("is_in", PER_SEAT, 0, 1, "players who take part: not emptied by a removal"),
    Field("known", (MAX_PLAYERS, nie.NUM_RANKS), 0, MANY, "cards of a hand that its player took "
          "openly, as far as they must still be there"),
    Field("settled", (MAX_PLAYERS, nie.NUM_RANKS), 0, 1, "ranks of which a hand has only these"),
    Field("given_up", (MAX_PLAYERS, NUM_STRENGTHS), 0, MANY, "cards removed from a hand in this "
          "season, by strength"),
    *SEASON_FIELDS,
    *PRIZE_FIELDS,
    *NiekhiOptions.view_fields(),
)  # fmt: skip

observe_options = option_observer(NiekhiOptions)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (NIE-7.4)."""
    show_counts(state["hands"][seat], view["hand"])
    show_counts(state["table"], view["table"])
    show_counts(state["laid"], view["laid"])
    show_counts(state["discards"], view["discards"])
    show_counts(state["removed"], view["removed"])
    view["aside"] = total_of(state["aside"])
    observe_standing(state, view)
    observe_decision(state, seat, view)
    observe_players(state, seat, view)
    observe_options(state, view)


@kernel
def show_one(row: np.ndarray, position: int) -> None:
    """A row of flags of which one is set, or none where there is no such position."""
    for other in range(len(row)):
        row[other] = other == position


@kernel
def observe_standing(state: np.void, view: np.void) -> None:
    """The play to beat, and counters of the trick and the season."""
    length, copies = np.int64(state["length"]), np.int64(state["copies"])
    show_one(view["kind"], nie.kind_of(length, copies))
    view["rank"] = (state["rank"] + 1) * (copies > 0)
    view["length"] = length
    view["copies"] = copies
    show_counts(state["ships_at"], view["ships_at"])
    view["idle"] = state["idle"]
    view["turns"] = state["turns"]


@kernel
def observe_decision(state: np.void, seat: int, view: np.void) -> None:
    """The decision that is asked; the steps of a play only to who takes them (NIE-9.11)."""
    phase = int(state["phase"])
    if state["to_move"] == nie.NOBODY:
        phase = nie.NOBODY
    elif state["to_move"] != seat:
        phase = nie.public_point(phase)
    show_one(view["phase"], phase)
    view["effects_left"] = state["effects_left"]
    for rank in range(NUM_STRENGTHS):
        view["named"][rank] = state["named"] >> rank & 1
    is_within = phase == nie.SHIPS
    view["chosen_rank"] = (state["chosen_rank"] + 1) * is_within
    view["chosen_length"] = state["chosen_length"] * is_within
    view["chosen_copies"] = state["chosen_copies"] * is_within
    show_counts(state["chosen_ships"] * is_within, view["chosen_ships"])


@kernel
def observe_players(state: np.void, seat: int, view: np.void) -> None:
    """The fields with one row per player, the viewer first. Absent seats hold zeros."""
    for distance in range(MAX_PLAYERS):
        player = seat_seen_at(state, seat, distance)
        observe_season(state, player, distance, view)
        observe_score(state, player, distance, view)
        view["hand_sizes"][distance] = state["hand_sizes"][player]
        view["owner"][distance] = state["owner"] == player
        view["passed"][distance] = state["passed"][player]
        view["is_in"][distance] = state["is_in"][player]
        show_counts(state["known"][player], view["known"][distance])
        show_counts(state["given_up"][player], view["given_up"][distance])
        for rank in range(nie.NUM_RANKS):
            view["settled"][distance, rank] = state["settled"][player] >> rank & 1
