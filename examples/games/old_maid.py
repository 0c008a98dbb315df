"""Old Maid: draw cards from a neighbour and lay pairs aside; whoever keeps the odd card loses.

## 1. Summary
- OLD-1.1 2 to 6 players. All cards are dealt. Each player lays pairs aside and draws unseen cards from a neighbour, until only the odd card is left.

## 2. Components
- OLD-2.1 Pack: A to K four times, and one joker. With `odd_card=queen` there are three queens and no joker. The *odd card* is the joker, or the queen that is left over. Suits do not matter.

## 3. Setup
- OLD-3.1 All cards are dealt one by one, from seat 0 on. Whoever holds a pair lays it aside at once. If fewer than two players have cards left, all is dealt again. Seat 0 begins, or the next player with cards.

## 4. Turns
- OLD-4.1 Draw: the player draws one card, unseen, from the next player with cards, or from the previous one (`draw_from`), and keeps it, or lays it aside with its pair. Then it is the turn of the next player with cards.
- OLD-4.2 Mix: with `mix`, hands are mixed before they are drawn from. Without it the cards stay in their order, and a drawn card is the last one.

## 6. End
- OLD-6.1 The game is over once only one player has cards, or after 120 draws. Whoever holds the odd card then loses.
- OLD-6.2 Reward: -1 for the loser, 1 / (n - 1) for each of the others; 0 for all if nobody knows who holds the odd card, as with queens after 120 draws.

## 7. Information
- OLD-7.1 A player knows the own hand, and cards that lie where the player has seen them. Public: the pairs, the sizes of hands, and which card is drawn.
"""  # noqa: E501

from typing import Literal

import numpy as np
from pydantic import Field

from fudaba.envs import small

LONGEST = 120  # draws (OLD-6.1)


class OldMaidOptions(small.Options):
    """The house rules."""

    num_players: int = Field(4, ge=2, le=6, description="Players at the table (OLD-1.1).")
    odd_card: Literal["joker", "queen"] = Field("joker", description="The odd card (OLD-2.1).")
    draw_from: Literal["next", "previous"] = Field("next", description="Whose hand (OLD-4.1).")
    mix: bool = Field(True, description="Whether hands are mixed before a draw (OLD-4.2).")

    def max_decisions(self) -> int:
        """Returns the most draws (OLD-6.1)."""
        return LONGEST


PACK = small.french_ranks(joker=1)
COPIES, QUEEN, JOKER = PACK.counts, 11, 13
FEWER_COPIES = COPIES - np.isin(np.arange(14), (QUEEN, JOKER))
WITH_JOKER, WITH_QUEENS = OldMaidOptions.codes("odd_card")
FROM_NEXT, FROM_PREVIOUS = OldMaidOptions.codes("draw_from")
PLACES = small.places(
    OldMaidOptions,
    small.Place("hands", "cards of a player, who lays pairs aside (OLD-4.1)", 14, by_seat=True,
                shown="slots", watched=True, news=small.GETS),
    small.Place("aside", "pairs that were laid aside (OLD-4.1)", 53, news="laid aside: {cards}"),
)  # fmt: skip
ASIDE = PLACES[1].row


@small.kernel
def deal(state: np.void) -> None:
    """Deals the cards one by one, until two players have cards left (OLD-3.1)."""
    small.put_pack(state, COPIES if state["odd_card"] == WITH_JOKER else FEWER_COPIES, ASIDE)
    count, players = np.int64(state["sizes"][ASIDE]), np.int64(state["num_players"])
    state["to_move"] = small.NOBODY
    while state["to_move"] == small.NOBODY:
        for seat in range(players):
            small.lay_all(state, seat, ASIDE)
        small.mix(state, ASIDE)
        for number in range(count):
            small.take(state, ASIDE, count - 1 - number, number % players)
            lay_pair(state, number % players)
        pass_turn(state, players - 1)


@small.kernel
def lay_pair(state: np.void, seat: int) -> None:
    """Lays the last card of a hand aside with its pair, if the hand has one (OLD-4.1)."""
    last = small.top_of(state, seat)
    other = small.find(state, seat, np.int64(state["cards"][seat, last]))
    if other < last:
        small.lay(state, seat, last, ASIDE)
        small.lay(state, seat, other, ASIDE)


@small.kernel
def pass_turn(state: np.void, seat: int) -> None:
    """Lets the next player with cards draw, or ends the game (OLD-4.1, 4.2, 6.1)."""
    mover = small.next_holder(state, seat, 1)
    step = 1 if state["draw_from"] == FROM_NEXT else np.int64(state["num_players"]) - 1
    source = small.next_holder(state, mover, step)
    is_over = source == mover or state["draws"] == LONGEST
    state["to_move"] = small.NOBODY if is_over else mover
    state["source"] = small.NOBODY if is_over else source
    if state["mix"] and not is_over:
        small.mix(state, source)


@small.kernel
def draw(state: np.void, slot: int) -> None:
    """Draws a card (OLD-4.1)."""
    seat = np.int64(state["to_move"])
    small.take(state, np.int64(state["source"]), slot, seat)
    lay_pair(state, seat)
    state["draws"] += 1
    pass_turn(state, seat)


@small.kernel
def score(state: np.void, points: np.ndarray) -> None:
    """Fills in the points of every seat (OLD-6.2)."""
    odd = JOKER if state["odd_card"] == WITH_JOKER else QUEEN
    holders, loser = 0, small.NOBODY
    for seat in range(state["num_players"]):
        if small.find(state, seat, odd) >= 0:
            holders, loser = holders + 1, seat
    is_over = state["to_move"] == small.NOBODY and holders == 1
    small.pay_one(state, points, loser if is_over else small.NOBODY, -1.0)


@small.kernel
def pairs_in_hands(state: np.void, viewer: int) -> int:
    """Returns the number of pairs in hands, where there can't be any (OLD-4.1)."""
    pairs = 0
    for seat in range(state["num_players"]):
        held = 0
        for slot in range(state["sizes"][seat]):
            bit = 1 << np.int64(state["cards"][seat, slot])
            pairs += held & bit != 0
            held |= bit
    return pairs


GAME = small.build_game(
    __name__, "old_maid_v0", "Old Maid",
    "Draw cards from a neighbour and lay pairs aside; whoever keeps the odd card loses.",
    OldMaidOptions, pack=PACK, places=PLACES, deal=deal, score=score, conflicts=pairs_in_hands,
    questions=("Draw a card (OLD-4.1)",),
    moves=(
        small.Move("draw", "{:draws|draw} card {number} of {player}",
                   "draw a card of the marked player (OLD-4.1)", draw, of="source"),
    ),
    cells=(
        small.player("source", "whose hand is drawn from (OLD-4.1)", called="gives"),
        small.number("draws", LONGEST, "draws so far (OLD-6.1)"),
    ),
)  # fmt: skip
