"""Rummy: draw a card, lay sets and runs on the table, discard one; the first empty hand wins.

## 1. Summary
- RUM-1.1 2 to 5 players with `hand_size` cards each. In a turn a player draws a card, may lay melds, and discards a card.

## 2. Pack and deal
- RUM-2.1 Pack: 52 cards. Ace is low, K is high.
- RUM-3.1 Deal: all hands; one card is turned up as the discard pile, the others are the stock. Seat 0 begins.

## 4. Turns
- RUM-4.1 Draw: the player draws the top card of the stock, unseen by others, or with `may_take` takes the top card of the discard pile.
- RUM-4.2 Meld: any number of times. A *set* is all cards of a rank in the hand, 3 or 4; a *run* is 3 cards of a suit in a row.
- RUM-4.3 Discard: a card of the hand, face up; then it is the next player's turn.

## 6. End
- RUM-6.1 A player whose hand is empty wins. If a turn ends with an empty stock, or after 100 turns, the game is over without a winner.
- RUM-6.2 Reward: 1 for the winner, -1 / (n - 1) for each of the others; 0 for all without a winner.

## 7. Information
- RUM-7.1 A player knows the own hand, all cards on the table, and cards that others took from the discard pile and still hold.
"""  # noqa: E501

import numpy as np
from pydantic import Field

from fudaba.envs import small
from fudaba.envs.cards.french import NUM_RANKS, NUM_SUITS, RANKS

LONGEST, LEAST, LAY = 100, 3, 1  # turns (RUM-6.1), cards of a meld (RUM-4.2), the second phase


class RummyOptions(small.Options):
    """The house rules."""

    num_players: int = Field(3, ge=2, le=5, description="Players at the table (RUM-1.1).")
    hand_size: int = Field(7, ge=5, le=9, description="Cards dealt to each (RUM-1.1).")
    may_take: bool = Field(True, description="Whether discards may be taken (RUM-4.1).")

    def max_decisions(self) -> int:
        """Returns the most decisions: two in a turn, and one for each meld (RUM-6.1)."""
        return 2 * LONGEST + 52 // LEAST


PACK, COPIES = small.french_pack(), small.french_pack().counts
SETS = [[NUM_RANKS * suit + rank for suit in range(NUM_SUITS)] for rank in range(NUM_RANKS)]
RUNS = [[NUM_RANKS * suit + low + step for step in range(LEAST)]
        for suit in range(NUM_SUITS) for low in range(NUM_RANKS - LEAST + 1)]  # fmt: skip
MELDS = np.array([sum(1 << card for card in meld) for meld in SETS + RUNS], np.uint64)
NAMES = (*(f"the set of {rank}" for rank in RANKS),
         *(f"the run of {suit} from {rank}" for suit in ("spades", "hearts", "diamonds", "clubs")
           for rank in RANKS[: 1 - LEAST]))  # fmt: skip
PLACES = small.places(
    RummyOptions,
    small.Place("hands", "cards of a player (RUM-7.1)", 10, by_seat=True, news=small.GETS),
    small.Place("stock", "cards to draw, face down (RUM-4.1)", 52, shown="size"),
    small.Place("discards", "discarded cards, the last one on top (RUM-4.3)", 52, shown="slots"),
    small.Place("melds", "cards of sets and runs (RUM-4.2)", 52, news="laid: {cards}"),
)  # fmt: skip
HANDS, STOCK, DISCARDS, LAID = (place.row for place in PLACES)


@small.kernel
def deal(state: np.void) -> None:
    """Deals the hands and turns up a card (RUM-3.1)."""
    small.put_pack(state, COPIES, STOCK)
    small.deal_out(state, STOCK, np.int64(state["num_players"]) * np.int64(state["hand_size"]))
    small.lay(state, STOCK, small.top_of(state, STOCK), DISCARDS)


@small.kernel
def draw(state: np.void, position: int) -> None:
    """Draws a card from the stock (RUM-4.1)."""
    small.take(state, STOCK, small.top_of(state, STOCK), np.int64(state["to_move"]))
    state["phase"] = LAY


@small.kernel
def may_take(state: np.void, position: int) -> bool:
    """Returns whether the top discard may be taken (RUM-4.1)."""
    return bool(state["may_take"]) and state["sizes"][DISCARDS] > 0


@small.kernel
def take(state: np.void, position: int) -> None:
    """Takes the top card of the discard pile (RUM-4.1)."""
    small.take(state, DISCARDS, small.top_of(state, DISCARDS), np.int64(state["to_move"]))
    state["phase"] = LAY


@small.kernel
def hand(state: np.void) -> np.uint64:
    """Returns the hand of the player to move as a set."""
    return small.holding(state, np.int64(state["to_move"]))


@small.kernel
def may_lay(state: np.void, meld: int, held: np.uint64) -> bool:
    """Returns whether the hand has a meld (RUM-4.2)."""
    return small.count_bits(held & MELDS[meld]) >= LEAST


@small.kernel
def lay(state: np.void, meld: int) -> None:
    """Lays a meld (RUM-4.2, 6.1)."""
    seat, laid = np.int64(state["to_move"]), hand(state) & MELDS[meld]
    for card in range(len(COPIES)):
        if small.holds(laid, card):
            small.lay(state, seat, small.find(state, seat, card), LAID)
    if state["sizes"][seat] == 0:
        state["won_by"], state["to_move"] = seat, small.NOBODY


@small.kernel
def discard(state: np.void, slot: int) -> None:
    """Discards a card, and ends the game or the turn (RUM-4.3, 6.1)."""
    seat = np.int64(state["to_move"])
    small.lay(state, seat, slot, DISCARDS)
    state["turns"] += 1
    state["phase"], has_won = 0, state["sizes"][seat] == 0
    state["won_by"] = seat if has_won else small.NOBODY
    goes_on = not has_won and state["sizes"][STOCK] > 0 and state["turns"] < LONGEST
    state["to_move"] = small.next_seat(state, seat) if goes_on else small.NOBODY


@small.kernel
def score(state: np.void, points: np.ndarray) -> None:
    """Fills in the points of every seat (RUM-6.2)."""
    small.pay_one(state, points, np.int64(state["won_by"]), 1.0)


GAME = small.build_game(
    __name__, "rummy_v0", "Rummy", "Draw, lay sets and runs, discard; the first empty hand wins.",
    RummyOptions, pack=PACK, places=PLACES, deal=deal, score=score,
    questions=("Draw a card (RUM-4.1)", "Lay a meld, or discard a card (RUM-4.2, RUM-4.3)"),
    moves=(
        small.Move("draw", "{:draws|draw}", "draw from the stock (RUM-4.1)", draw, touch="stock"),
        small.Move("take", "{:takes|take} the discard", "take the top discard (RUM-4.1)", take,
                   may=may_take, why="there is no discard to take (RUM-4.1).", touch="discards",
                   continued_by=("meld", "discard")),
        small.Move("discard", "{:discards|discard} {card}", "discard a card (RUM-4.3)", discard,
                   of="card", phase=LAY),
        small.Move("meld", "{:lays|lay} {name}", "lay a set or a run (RUM-4.2)", lay, names=NAMES,
                   may=may_lay, study=hand, why="the hand does not have these cards (RUM-4.2).",
                   phase=LAY, continued_by=("meld", "discard")),
    ),
    cells=(
        small.number("turns", LONGEST, "turns so far (RUM-6.1)"),
        small.player("won_by", "who has won (RUM-6.1)", called="won"),
    ),
)  # fmt: skip
