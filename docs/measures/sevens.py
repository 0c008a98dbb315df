"""Own measures for balance reports of Sevens: two factors of the deal and four tallies."""

import numpy as np

from fudaba.envs.core.compiling.kernel import kernel
from fudaba.evaluation.balance import PlayedGame, factor, tally

NUM_SUITS, NUM_RANKS = 4, 13


@factor("cards of the suit that the hand has most of")
def longest_suit(state: np.void) -> list[int]:
    """Is a hand of one suit good? One number for each seat, right after the deal."""
    suits = state["holder"].reshape(NUM_SUITS, NUM_RANKS)
    return [int((suits == seat).sum(axis=1).max()) for seat in range(state["num_players"])]


@factor("what the hand has more of", words=("low cards", "high cards", "as many"))
def leaning(state: np.void) -> list[str]:
    """Categories are words; the report compares them in the deals that have both."""
    words = []
    for seat in range(state["num_players"]):
        ranks = np.flatnonzero(state["holder"] == seat) % NUM_RANKS
        low, high = int((ranks < 6).sum()), int((ranks > 6).sum())
        words.append("low cards" if low > high else "high cards" if high > low else "as many")
    return words


@tally("passes before the first card is laid, of players who lay one", partial=True)
def waited(game: PlayedGame) -> list[int | None]:
    """None where it does not apply: it is left out of the mean."""
    passes, waited = [0] * game.num_players, [None] * game.num_players
    for seat, action in zip(game.movers, game.actions, strict=True):
        if game.kind_of(action) == "pass":
            passes[seat] += 1
        elif waited[seat] is None:
            waited[seat] = passes[seat]
    return waited


@tally("decisions of the game", name="decisions counted", per_game=True)
def decisions(game: PlayedGame) -> int:
    """One number for the game instead of one for each seat."""
    return len(game.actions)


@tally("passed at a decision with a choice", flag=True)
def held_back(game: PlayedGame) -> list[bool]:
    """A flag is yes or no."""
    held = [False] * game.num_players
    for number, (seat, action) in enumerate(zip(game.movers, game.actions, strict=True)):
        held[seat] |= game.had_choice[number] and game.kind_of(action) == "pass"
    return held


@tally("cards in hand at the end")
@kernel
def cards_left(state: np.void, values: np.ndarray) -> None:
    """A kernel fills in the values of the last state; it is compiled, so it is fast."""
    for seat in range(state["num_players"]):
        values[seat] = state["hand_size"][seat]
