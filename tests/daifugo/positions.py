"""Positions of Daifugo by the names of their cards, and a table to play on from them.

Cards are `S3` to `C2` and `joker`, and suits are letters in moves too; the first `joker` that is
named is card 52, the next 53.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from fudaba.envs.core.bits import bit_of
from fudaba.envs.daifugo import GAME
from fudaba.envs.daifugo import state as dfg
from fudaba.envs.daifugo.rules import cards, rounds
from fudaba.envs.daifugo.text import words

LETTERS = str.maketrans("♠♥♦♣", "SHDC")
ZONE_NAMES = [*(f"H{seat}" for seat in range(dfg.MAX_PLAYERS)), "PILE", "TABLE"]


def card_name(card: int) -> str:
    """A card's name as one types it."""
    return words.card_name(card).translate(LETTERS)


def card_names(cards: np.uint64) -> list[str]:
    """The names of a set of cards."""
    return [name.translate(LETTERS) for name in words.card_names(cards)]


def ids(names: str, taken: set[int]) -> list[int]:
    """The first cards of these names that are not taken, which they are then."""
    found = []
    for name in names.split():
        named = {card for card in range(dfg.NUM_CARDS) if card_name(card) == name}
        assert named - taken, f"{name} is no card, or named twice"
        found.append(min(named - taken))
        taken.add(found[-1])
    return found


class Table:
    """One table: its state record, read and moved by the words a player would use."""

    def __init__(self, state: np.void) -> None:
        self.state = state

    @property
    def to_move(self) -> int | None:
        """The seat with a decision, None once the match is over."""
        return None if self.state["to_move"] == dfg.NOBODY else int(self.state["to_move"])

    @property
    def point(self) -> int:
        """The decision point."""
        return int(self.state["point"])

    @property
    def seats(self) -> range:
        """All seats at the table."""
        return range(int(self.state["num_players"]))

    def legal(self) -> set[str]:
        """What the seat to move may say."""
        return set(self.moves())

    def moves(self) -> dict[str, int]:
        """The legal actions by what the seat to move may say, the suits as letters."""
        named = GAME.move_names(self.state)
        return {name.translate(LETTERS): action for name, action in named.items()}

    def say(self, *texts: str) -> None:
        """Carries out decisions, one after the other."""
        for text in texts:
            moves = self.moves()
            assert text in moves, f"{text} is not in {set(moves)}"
            GAME.kernels.apply(self.state, moves[text])

    def copy(self) -> "Table":
        """Another table in the same position."""
        copy: np.void = self.state.reshape(1).copy()[0]
        return Table(copy)

    def hand(self, seat: int) -> list[str]:
        """The cards of a hand."""
        return card_names(self.state["hands"][seat])

    def field(self) -> list[str]:
        """The cards on the field."""
        return card_names(self.state["field"])

    def discards(self) -> list[str]:
        """The discards."""
        return card_names(self.state["discards"])

    def pile(self) -> list[str]:
        """The pile, its top last."""
        return [card_name(int(card)) for card in self.state["deck"][: self.state["pile_size"]]]

    def places(self) -> list[int]:
        """The place per player, 0 for none yet."""
        return [int(self.state["place"][seat]) for seat in self.seats]

    def titles(self) -> list[int]:
        """The place per player in the previous round."""
        return [int(self.state["title"][seat]) for seat in self.seats]

    def points(self) -> list[float]:
        """The points per player."""
        points = np.zeros(GAME.max_players)
        GAME.kernels.score(self.state, points)
        return [float(points[seat]) for seat in self.seats]

    def known(self, card: int) -> list[set[str]]:
        """Where a card can be as far as each seat has been told (DFG-7.4)."""
        memory = self.state["memory"]
        return [
            {name for zone, name in enumerate(ZONE_NAMES) if memory[seat, zone, card]}
            for seat in self.seats
        ]

    def view(self, seat: int) -> np.void:
        """What a seat may know."""
        return GAME.view(self.state, seat)


def new_state(**options: Any) -> np.void:
    """A record with the options written in."""
    state: np.void = np.zeros(1, GAME.state_dtype)[0]
    GAME.options.read(GAME.name, options).write(state)
    return state


def opened(seed: int, **options: Any) -> Table:
    """A dealt match at its first decision."""
    state = new_state(**options)
    state["rng"] = seed
    GAME.kernels.deal(state)
    return Table(state)


def position(
    hands: Sequence[str],
    *,
    pile: str | None = None,
    to_move: int = 0,
    placed: Sequence[int] = (),
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> Table:
    """A position of a first round with an empty field, as if the hands had just been dealt.

    Args:
        hands: The cards of every hand; that of a placed player is empty.
        pile: The pile from bottom to top; all cards that are in no hand where it is not given.
            Cards that are named nowhere are discards.
        to_move: The seat that leads.
        placed: Seats that are out, in order.
        options: House rules by name.
        **fields: Any other fields of the record.
    """
    state = new_state(**{"num_players": len(hands), **(options or {})})
    taken: set[int] = set()
    held = [ids(hand, taken) for hand in hands]
    size = int(dfg.deck_size(state))
    others = [card for card in range(size) if card not in taken]
    drawn = others if pile is None else ids(pile, taken)
    state["deck"] = dfg.NO_CARD
    order = [*drawn, *(card for hand in held for card in hand)]
    state["deck"][: len(order)] = order
    state["pile_size"] = len(drawn)
    for seat, hand in enumerate(held):
        for card in hand:
            cards.put_into_hand(state, card, seat)
    rounds.clear_round(state)
    cards.remember_deal(state)
    for card in set(others) - set(drawn):
        state["discards"] |= bit_of(card)
        cards.show_on_table(state, card)
    for seat in placed:
        rounds.take_place(state, seat)
    for seat in range(len(hands)):
        cards.forget_if_empty(state, seat)
    state["starter"] = to_move
    dfg.ask_for_play(state, to_move)
    for name, value in fields.items():
        state[name] = value
    return Table(state)
