"""Positions of Mokkaik in the notation of the rules, and a table to play on from them."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from fudaba.envs import NOBODY
from fudaba.envs.cards.counts import spread_out
from fudaba.envs.cards.kikisen import NUM_TYPES, TYPES, type_name
from fudaba.envs.mokkaik import GAME
from fudaba.envs.mokkaik.rules import begin_round
from fudaba.envs.mokkaik.state import counts_of
from fudaba.envs.mokkaik.text import words_of

from .. import tables
from .lockstep import LOCKSTEP

TYPE_OF = {type_name(type_): type_ for type_ in range(NUM_TYPES)}


def types(names: str) -> tuple[int, ...]:
    """The types of `b3 rS`, in rising order."""
    return tuple(sorted(TYPE_OF[name] for name in names.split()))


class Table(tables.TwinnedTable):
    """A table of Mokkaik, followed by the twin."""

    game = GAME
    lockstep = LOCKSTEP

    def legal(self) -> set[str]:
        """What the seat to move may say, `play` left out."""
        return {name.removeprefix("play ") for name in GAME.move_names(self.state)}

    def say(self, *texts: str) -> None:
        """Carries out decisions, one after the other; cards alone are a play."""
        for text in texts:
            is_play = text.split()[0] in TYPE_OF
            super().say(f"play {text}" if is_play else text)

    def fold(self, names: str) -> None:
        """Folds and throws these cards."""
        self.say("fold", *(f"throw {name}" for name in names.split()))

    def zone(self, name: str, seat: int | None = None) -> str:
        """The cards of a place, of one seat where each has its own."""
        return words_of(spread_out(self.state[name] if seat is None else self.state[name][seat]))


opened = Table.opened


def position(
    hands: Sequence[str], *, won: Sequence[str] = (), to_move: int = 0, **options: Any
) -> Table:
    """The start of a round of the first season; cards that are named nowhere are not dealt.

    Args:
        hands: The hands.
        won: The won piles.
        to_move: Who leads.
        **options: House rules by name.
    """
    state = tables.new_state(GAME, {"num_players": len(hands), "first_dealer": 0, **options})
    state["bonus"], state["dealer"] = state["dealer_bonus_start"], state["first_dealer"]
    state["winner"] = NOBODY
    rest = Counter(TYPES) - Counter(types(" ".join([*hands, *won])))
    for seat, hand in enumerate(hands):
        state["hands"][seat] = counts_of(types(hand))
        state["hand_sizes"][seat] = len(hand.split())
    for seat, pile in enumerate(won):
        state["won"][seat] = state["played"][seat] = counts_of(types(pile))
    state["undealt"] = counts_of(tuple(rest.elements()))
    begin_round(state, to_move)
    return Table(state)
