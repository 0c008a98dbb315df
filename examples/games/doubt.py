"""Doubt: put cards face down as the rank that is due, and call doubt if you don't believe it.

## 1. Summary
- DOU-1.1 3 to 6 players. All cards are dealt. In turn each player puts cards face down and claims that they are of the rank that is due. A doubt decides who takes the pile. The first empty hand wins.

## 2. Components
- DOU-2.1 Pack: A to K four times; suits do not matter. With `short_pack` A to 7 alone.

## 3. Setup
- DOU-3.1 All cards are dealt one by one. Seat 0 begins, and A is due.

## 4. Turns
- DOU-4.1 Put: the player puts 1 to `most_cards` cards of the hand face down on the pile, one after the other. They are claimed to be of the rank that is due, true or not.
- DOU-4.2 Doubt: the other players are then asked clockwise, until one doubts.
- DOU-4.3 A doubt turns up the cards just put. If all are of the rank that is due, whoever doubted takes the pile, else the player who put them. Then the next rank is due, after the last one A again, and it is the next player's turn.

## 6. End
- DOU-6.1 Win: a player whose last cards were put and not taken back wins, and the game is over. After 120 turns it is over without a winner.
- DOU-6.2 Reward: 1 for the winner, -1 / (n - 1) for each of the others; 0 for all without a winner.

## 7. Information
- DOU-7.1 A player knows the own hand, the own cards in the pile, and such cards and those that were turned up in the hand of whoever took them, until that player puts cards.
"""  # noqa: E501

import numpy as np
from pydantic import Field

from fudaba.envs import small

LONGEST, MOST_PUT, REACT = 120, 4, 1  # turns (DOU-6.1), cards (DOU-4.1), the second phase


class DoubtOptions(small.Options):
    """The house rules."""

    num_players: int = Field(4, ge=3, le=6, description="Players at the table (DOU-1.1).")
    most_cards: int = Field(4, ge=1, le=MOST_PUT, description="Cards put in a turn (DOU-4.1).")
    short_pack: bool = Field(False, description="Whether A to 7 are the whole pack (DOU-2.1).")

    def max_decisions(self) -> int:
        """Returns the most decisions: cards, the end of a put, and answers (DOU-6.1)."""
        return LONGEST * (self.most_cards + self.num_players)


PACK, NUM_RANKS, NUM_SHORT = small.french_ranks(), 13, 7
COPIES, SHORT_COPIES = PACK.counts, PACK.counts * (np.arange(NUM_RANKS) < NUM_SHORT)
PLACES = small.places(
    DoubtOptions,
    small.Place("hands", "cards of a player (DOU-7.1)", 52, by_seat=True, news=small.GETS),
    small.Place("pile", "cards that were put face down (DOU-4.1)", 52),
)  # fmt: skip
PILE = PLACES[1].row


@small.kernel
def deal(state: np.void) -> None:
    """Deals all cards (DOU-3.1)."""
    small.put_pack(state, SHORT_COPIES if state["short_pack"] else COPIES, PILE)
    small.deal_out(state, PILE, np.int64(state["sizes"][PILE]))


@small.kernel
def may_put(state: np.void, rank: int) -> bool:
    """Returns whether one more card may be put (DOU-4.1)."""
    return state["put"] < state["most_cards"]


@small.kernel
def put(state: np.void, slot: int) -> None:
    """Puts a card face down; nobody sees which one of the hand it was (DOU-4.1, 7.1)."""
    small.slip(state, np.int64(state["to_move"]), slot, PILE)
    state["put"] += 1


@small.kernel
def may_end(state: np.void, position: int) -> bool:
    """Returns whether a card was put (DOU-4.1)."""
    return state["put"] > 0


@small.kernel
def end_put(state: np.void, position: int) -> None:
    """Asks the next player for a doubt (DOU-4.2)."""
    state["phase"], state["claims"] = REACT, state["to_move"]
    state["to_move"] = small.next_seat(state, np.int64(state["to_move"]))


@small.kernel
def let_pass(state: np.void, position: int) -> None:
    """Asks the next one, or goes on with the next turn (DOU-4.2)."""
    state["to_move"] = small.next_seat(state, np.int64(state["to_move"]))
    if state["to_move"] == state["claims"]:
        end_turn(state)


@small.kernel
def doubt(state: np.void, position: int) -> None:
    """Turns up the cards just put, and lets somebody take the pile (DOU-4.3)."""
    size, taker = np.int64(state["sizes"][PILE]), np.int64(state["to_move"])
    small.turn_up(state, PILE, np.int64(state["put"]))
    for slot in range(size - state["put"], size):
        if state["cards"][PILE, slot] != state["due"]:
            taker = np.int64(state["claims"])
    small.take_all(state, PILE, taker)
    end_turn(state)


@small.kernel
def end_turn(state: np.void) -> None:
    """Ends the game, or lets the next player put the next rank (DOU-4.3, 6.1)."""
    seat, has_won = np.int64(state["claims"]), state["sizes"][state["claims"]] == 0
    state["turns"] += 1
    state["phase"], state["put"], state["claims"] = 0, 0, small.NOBODY
    state["due"] = (state["due"] + 1) % (NUM_SHORT if state["short_pack"] else NUM_RANKS)
    state["won_by"] = seat if has_won else small.NOBODY
    goes_on = not has_won and state["turns"] < LONGEST
    state["to_move"] = small.next_seat(state, seat) if goes_on else small.NOBODY


@small.kernel
def score(state: np.void, points: np.ndarray) -> None:
    """Fills in the points of every seat (DOU-6.2)."""
    small.pay_one(state, points, np.int64(state["won_by"]), 1.0)


GAME = small.build_game(
    __name__, "doubt_v0", "Doubt",
    "Put cards face down as the rank that is due; who is caught lying takes the pile.",
    DoubtOptions, pack=PACK, places=PLACES, deal=deal, score=score,
    questions=("Put a card, or leave it at that (DOU-4.1)", "Do you believe it? (DOU-4.2)"),
    moves=(
        small.Move("put", "{:puts|put} {card}", "put a card face down on the pile (DOU-4.1)", put,
                   of="card", continued_by=("put", "done"),
                   may=may_put, why="there may be no more cards (DOU-4.1)."),
        small.Move("done", "{:has|have} put enough", "leave it at the cards just put (DOU-4.1)",
                   end_put, may=may_end, why="a card must be put first (DOU-4.1)."),
        small.Move("pass", "{:believes|believe} it", "believe it (DOU-4.2)", let_pass, phase=REACT),
        small.Move("doubt", "{:doubts|doubt} it", "turn up the cards just put (DOU-4.3)", doubt,
                   phase=REACT, touch="pile"),
    ),
    cells=(
        small.code("due", NUM_RANKS, "the rank that is due (DOU-4.3)"),
        small.number("put", MOST_PUT, "cards put in this turn (DOU-4.1)"),
        small.player("claims", "who has put cards (DOU-4.2)"),
        small.number("turns", LONGEST, "turns so far (DOU-6.1)"),
        small.player("won_by", "who has won (DOU-6.1)", called="won"),
    ),
    named={"due": PACK.names},
)  # fmt: skip
