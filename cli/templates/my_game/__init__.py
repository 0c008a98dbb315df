"""My Game: play a card that fits, and call whether the next one must be higher or lower.

This file is the whole game, and RULES.md beside it says the same for people. Change one thing at a
time, here and there, and let `fudaba check-game ./my_game` find your mistakes.
"""

from typing import Literal

import numpy as np
from pydantic import Field

from fudaba.envs import small

LONGEST = 60  # turns (MYG-6.2)
PLAY, CALL = 0, 1  # the phases of a turn, by the questions at the end of this file


# House rules. A number has its range, a word is one of a few, a flag is True or False. Every one
# has a default and names the clause that explains it.
class Options(small.Options):
    """The house rules."""

    num_players: int = Field(3, ge=2, le=6, description="Players at the table (MYG-1.1).")
    hand_size: int = Field(5, ge=2, le=7, description="Cards dealt to a player (MYG-3.1).")
    instead: Literal["draw", "pass"] = Field("draw", description="Without a play (MYG-4.3).")
    equal_fits: bool = Field(False, description="Whether an equal rank fits too (MYG-4.1).")

    def max_decisions(self) -> int:
        """Returns the most decisions of a game: two in a turn (MYG-6.2)."""
        return 2 * LONGEST


# Words are whole numbers in the rules below. Here they get names.
DRAW, PASS = Options.codes("instead")
HIGHER, LOWER = 0, 1

# The cards: kinds, and how many there are of each. `small.pack_of(wolf=1, villager=4)` makes kinds
# of your own, `small.french_pack()` has suits too.
PACK = small.french_ranks()  # A to K are 0 to 12
COPIES = PACK.counts

# Where cards lie: first the hands, then what you like, for the table or `by_seat`. Who sees a card
# follows from how it is moved, so hands and stock are secret without further words.
PLACES = small.places(
    Options,
    small.Place("hands", "cards of a player (MYG-7.1)", 52, by_seat=True, news=small.GETS),
    small.Place("stock", "cards to draw (MYG-3.1)", 52, shown="size"),
    small.Place("pile", "cards that were played (MYG-4.1)", 52),
)
STOCK, PILE = (place.row for place in PLACES[1:])


# The rules: one small kernel for each. Kernels are compiled, so they hold plain Python about
# `state` alone: no lists, no texts, no `raise`. `state["hand_size"]` is the house rule,
# `state["turns"]` a fact that is declared at the end of this file.
@small.kernel
def deal(state: np.void) -> None:
    """Deals the hands and turns up a card; seat 0 begins (MYG-3.1)."""
    small.put_pack(state, COPIES, STOCK)
    small.deal_out(state, STOCK, np.int64(state["num_players"]) * np.int64(state["hand_size"]))
    lay_on_pile(state, STOCK, small.top_of(state, STOCK))


@small.kernel
def lay_on_pile(state: np.void, row: int, slot: int) -> None:
    """Lays a card face up on the pile: all players see it (MYG-4.1)."""
    state["rank"] = state["cards"][row, slot]
    small.lay(state, row, slot, PILE)


@small.kernel
def may_play(state: np.void, rank: int) -> bool:
    """Returns whether a card of a rank fits (MYG-4.1)."""
    if rank == state["rank"]:
        return bool(state["equal_fits"])
    return (rank > state["rank"]) == (state["called"] == HIGHER)


# A move of two steps: `play` leaves the same player to move, and asks the next question.
@small.kernel
def play(state: np.void, slot: int) -> None:
    """Plays a card of the hand; the last one wins (MYG-4.1, 6.1)."""
    seat = np.int64(state["to_move"])
    lay_on_pile(state, seat, slot)
    state["phase"] = CALL
    if state["sizes"][seat] == 0:
        state["won_by"], state["to_move"] = seat, small.NOBODY


@small.kernel
def call(state: np.void, position: int) -> None:
    """Calls what must be played next (MYG-4.2)."""
    state["called"] = position
    end_turn(state)


# A player may skip with cards that fit, so this says nothing about the hand. If your rules force a
# player to play what fits, a skip excludes hands: then `small.build_game` needs `conflicts`.
@small.kernel
def skip(state: np.void, position: int) -> None:
    """Plays no card, and draws one if the house rule says so (MYG-4.3)."""
    if state["instead"] == DRAW and state["sizes"][STOCK] > 0:
        small.take(state, STOCK, small.top_of(state, STOCK), np.int64(state["to_move"]))
    end_turn(state)


@small.kernel
def end_turn(state: np.void) -> None:
    """Lets the next player play, or ends the game: nobody is to move (MYG-4.1, 6.2)."""
    state["phase"], state["turns"] = PLAY, state["turns"] + 1
    is_over = state["turns"] == LONGEST
    seat = small.next_seat(state, np.int64(state["to_move"]))
    state["to_move"] = small.NOBODY if is_over else seat


@small.kernel
def score(state: np.void, points: np.ndarray) -> None:
    """Fills in the points of all players so far (MYG-6.3)."""
    small.pay_one(state, points, np.int64(state["won_by"]), 1.0)


# What players read, and what the table has beside cards. Views, masks, redealing, the table to
# click on and the first balance report follow from this.
GAME = small.build_game(
    __name__,
    "my_game_v0",  # the id; raise the version when the rules change, here and in pyproject.toml
    "My Game",
    "Play cards that fit, call higher or lower, and get rid of your hand first.",
    Options,
    pack=PACK,
    places=PLACES,
    deal=deal,
    score=score,
    questions=("Play a card that fits (MYG-4.1)", "Call what comes next (MYG-4.2)"),
    moves=(
        small.Move("play", "{:plays|play} {card}", "play a card of the hand (MYG-4.1)", play,
                   of="card", may=may_play, why="that card does not fit (MYG-4.1).",
                   continued_by=("call",)),
        small.Move("skip", "{:plays|play} no card", "play no card (MYG-4.3)", skip,
                   touch="stock"),
        small.Move("call", "{:calls|call} {name}", "call what comes next (MYG-4.2)", call,
                   names=("higher", "lower"), phase=CALL),
    ),
    cells=(
        small.code("rank", len(COPIES), "the rank on top of the pile (MYG-4.1)"),
        small.code("called", 2, "what the next card must be (MYG-4.2)"),
        small.number("turns", LONGEST, "turns so far (MYG-6.2)"),
        small.player("won_by", "who has won (MYG-6.1)", called="won"),
    ),
    named={"rank": PACK.names, "called": ("higher", "lower")},
)  # fmt: skip
