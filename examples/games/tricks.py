"""Tricks: follow suit or trump, and win more tricks than the others.

## 1. Summary
- TRI-1.1 3 to 5 players, each alone, with `hand_size` cards. Players follow the suit that is led; the highest trump, or the highest card of that suit, wins the trick.

## 2. Pack and deal
- TRI-2.1 Pack: 52 cards. Ace is high, then K, Q, J, 10 to 2.
- TRI-3.1 Deal: all hands, then one card is turned up. Its suit is *trump*; with `trump=off` no suit is. The other cards stay face down. Seat 0 leads.

## 4. Turns
- TRI-4.1 Play: whoever leads plays any card. The others play one card each, clockwise, of the suit led if they can. Whoever can't follow may play any card; with `must_trump` a trump, if there is one in the hand.
- TRI-4.3 Trick: the highest trump wins, or the highest card of the suit led if there is none. The winner leads to the next trick.

## 6. End
- TRI-6.1 The game is over when all hands are empty. Reward: the share of the tricks that the player has won, less 1 / n.

## 7. Information
- TRI-7.1 A player knows the own hand, all cards played, and the card turned up. Whoever has not followed a suit has no more of it, and no trump if it was a duty to trump.
"""  # noqa: E501

import numpy as np
from pydantic import Field

from fudaba.envs import small
from fudaba.envs.cards.french import NUM_RANKS, NUM_SUITS, SUIT_SIGNS

MOST, NO_SUIT = 10, -1  # cards of a hand; as a suit


class TricksOptions(small.Options):
    """The house rules."""

    num_players: int = Field(4, ge=3, le=5, description="Players at the table (TRI-1.1).")
    hand_size: int = Field(8, ge=3, le=MOST, description="Cards dealt to each (TRI-1.1).")
    trump: bool = Field(True, description="Whether a suit is trump (TRI-3.1).")
    must_trump: bool = Field(False, description="Whether to trump is a duty (TRI-4.1).")

    def max_decisions(self) -> int:
        """Returns the number of cards in hands (TRI-6.1)."""
        return self.num_players * self.hand_size


PACK, COPIES = small.french_pack(), small.french_pack().counts
PLACES = small.places(
    TricksOptions,
    small.Place("hands", "cards of a player (TRI-7.1)", MOST, by_seat=True),
    small.Place("trick", "the card that a player has played (TRI-4.3)", 1, by_seat=True),
    small.Place("played", "cards of the tricks so far (TRI-7.1)", 52, news="the trick: {cards}"),
    small.Place("turned_up", "the card turned up (TRI-3.1)", 1),
    small.Place("stock", "cards that were not dealt (TRI-3.1)", 52, shown="size"),
)  # fmt: skip
HANDS, TRICK, PLAYED, TURNED_UP, STOCK = (place.row for place in PLACES)


@small.kernel
def deal(state: np.void) -> None:
    """Deals the hands and turns up a card (TRI-3.1)."""
    small.put_pack(state, COPIES, STOCK)
    small.deal_out(state, STOCK, np.int64(state["num_players"]) * np.int64(state["hand_size"]))
    small.lay(state, STOCK, small.top_of(state, STOCK), TURNED_UP)
    state["trumps"] = state["cards"][TURNED_UP, 0] // NUM_RANKS if state["trump"] else NO_SUIT


@small.kernel
def may_play(state: np.void, card: int) -> bool:
    """Returns whether the player to move may play a card of the hand (TRI-4.1)."""
    seat, suit, led = np.int64(state["to_move"]), card // NUM_RANKS, np.int64(state["led"])
    if led == NO_SUIT or suit == led:
        return True
    trumps = np.int64(state["trumps"])
    if small.count_suit(state, seat, led) or suit == trumps or not state["must_trump"]:
        return small.count_suit(state, seat, led) == 0
    return small.count_suit(state, seat, trumps) == 0


@small.kernel
def play(state: np.void, slot: int) -> None:
    """Plays a card; the last one of a trick ends it (TRI-4.1 to 4.3)."""
    seat, led = np.int64(state["to_move"]), np.int64(state["led"])
    suit, trumps = np.int64(state["cards"][seat, slot]) // NUM_RANKS, np.int64(state["trumps"])
    small.lay(state, seat, slot, TRICK + seat)
    if led == NO_SUIT:
        state["led"] = suit
    elif suit != led:
        state["lacks"][seat] |= 1 << led
        if state["must_trump"] and suit != trumps != NO_SUIT:
            state["lacks"][seat] |= 1 << trumps
    state["to_move"] = small.next_seat(state, seat)
    if state["sizes"][TRICK + np.int64(state["to_move"])] == 1:
        end_trick(state)


@small.kernel
def end_trick(state: np.void) -> None:
    """Lets the winner of the trick lead, or ends the game (TRI-4.3, 6.1)."""
    winner, best = 0, -1
    for seat in range(state["num_players"]):
        worth = worth_of(state, np.int64(state["cards"][TRICK + seat, 0]))
        if worth > best:
            winner, best = seat, worth
        small.lay(state, TRICK + seat, 0, PLAYED)
    state["tricks"][winner] += 1
    state["led"] = NO_SUIT
    state["to_move"] = small.NOBODY if state["sizes"][winner] == 0 else winner


@small.kernel
def worth_of(state: np.void, card: int) -> int:
    """Returns the rank of a card in its trick, higher for trumps; -1 if it can't win (TRI-2.1)."""
    suit, height = card // NUM_RANKS, (card % NUM_RANKS - 1) % NUM_RANKS
    is_trump = suit == state["trumps"]
    return height + NUM_RANKS * is_trump if is_trump or suit == state["led"] else -1


@small.kernel
def score(state: np.void, points: np.ndarray) -> None:
    """Fills in the points of every seat (TRI-6.1)."""
    small.clear(points)
    if state["to_move"] == small.NOBODY:
        for seat in range(state["num_players"]):
            points[seat] = state["tricks"][seat] / state["hand_size"] - 1 / state["num_players"]


@small.kernel
def wrong_suits(state: np.void, viewer: int) -> int:
    """Returns the number of cards in hands that have no more of their suit (TRI-7.1)."""
    wrong = 0
    for seat in range(state["num_players"]):
        for suit in range(NUM_SUITS):
            wrong += (state["lacks"][seat] >> suit & 1) * small.count_suit(state, seat, suit)
    return wrong


GAME = small.build_game(
    __name__, "tricks_v0", "Tricks", "Follow suit or trump, and win more tricks than the others.",
    TricksOptions, pack=PACK, places=PLACES, deal=deal, score=score, conflicts=wrong_suits,
    lead="tricks", questions=("Play a card (TRI-4.1)",),
    moves=(
        small.Move("play", "{:plays|play} {card}", "play a card (TRI-4.1)", play, of="card",
                   may=may_play, why="you must follow suit, or trump (TRI-4.1)."),
    ),
    cells=(
        small.code("trumps", NUM_SUITS, "the trump suit (TRI-3.1)", start=NO_SUIT),
        small.code("led", NUM_SUITS, "the suit that is led (TRI-4.1)", start=NO_SUIT),
        small.number_each(TricksOptions, "tricks", MOST, "tricks won (TRI-4.3)"),
        small.flags_each(TricksOptions, "lacks", NUM_SUITS, "suits that are used up (TRI-7.1)"),
    ),
    named=dict.fromkeys(("trumps", "led", "lacks"), tuple(SUIT_SIGNS)),
)  # fmt: skip
