"""Positions of Daifugo by the names of their cards, and a table to play on from them.

Cards are `S3` to `C2` and `joker`, and suits are letters in moves too; the first `joker` that is
named is card 52, the next 53.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from fudaba.envs.core.kit.bits import bit_of
from fudaba.envs.daifugo import GAME
from fudaba.envs.daifugo import state as dfg
from fudaba.envs.daifugo.rules import cards, exchange, rounds
from fudaba.envs.daifugo.text import words

from .. import tables
from . import lockstep

LETTERS = str.maketrans("♠♥♦♣", "SHDC")
ZONE_NAMES = [*(f"H{seat}" for seat in range(dfg.MAX_PLAYERS)), "PILE", "TABLE"]


def card_name(card: int) -> str:
    """A card's name as one types it."""
    return words.card_name(card).translate(LETTERS)


def card_names(cards: np.uint64) -> list[str]:
    """The names of a set of cards."""
    return [name.translate(LETTERS) for name in words.card_names(cards)]


CARDS = {card_name(card): card for card in reversed(range(dfg.NUM_CARDS))}
"""The cards by name; of two jokers the first."""


def steps_of(names: str) -> tuple[int, ...]:
    """The actions that lay a play: `S9`, `S10 *H10` with a joker as H10, `joker` alone."""
    if names == "joker":
        return (dfg.LONE_ACTION,)
    naturals = [CARDS[name] for name in names.split() if name[0] != "*"]
    jokers = [CARDS[name[1:]] for name in names.split() if name[0] == "*"]
    faces = sorted(naturals + jokers)
    size, (rank, suit) = len(faces), divmod(faces[0], dfg.NUM_SUITS)
    if size == 1:
        return dfg.FIRST_SINGLE + rank, dfg.FIRST_SUIT + suit
    if dfg.rank_of(faces[-1]) > rank:
        places = sum(1 << dfg.rank_of(card) - rank for card in jokers)
        shape = int(dfg.RUN_OFFSETS[size]) + rank
        return shape, dfg.FIRST_SUIT + suit, joker_action(0, places)
    shape = dfg.FIRST_SET + dfg.NUM_RANKS * (size - dfg.SMALLEST_SET) + rank
    suits = sum(1 << card % dfg.NUM_SUITS for card in naturals)
    joker_suits = sum(1 << 4 * (card % dfg.NUM_SUITS) for card in jokers)
    last = [joker_action(joker_suits, 0)] if jokers else []
    return (shape, dfg.FIRST_SUIT_SET + suits, *last)


def joker_action(suits: int, positions: int) -> int:
    """The action of the third step that has jokers stand for these."""
    if suits:
        return dfg.FIRST_JOKER_SUITS + dfg.SUITS_OF_JOKERS.tolist().index(suits)
    return dfg.FIRST_JOKER_POSITIONS + dfg.POSITIONS_OF_JOKERS.tolist().index(positions)


def ids(names: str, taken: set[int]) -> list[int]:
    """The first cards of these names that are not taken, which they are then."""
    found = []
    for name in names.split():
        named = {card for card in range(dfg.NUM_CARDS) if card_name(card) == name}
        assert named - taken, f"{name} is no card, or named twice"
        found.append(min(named - taken))
        taken.add(found[-1])
    return found


class Table(tables.TwinnedTable):
    """A table of Daifugo, followed by the twin where `position` has set it up."""

    game = GAME
    zone_names = ZONE_NAMES
    lockstep = lockstep

    @property
    def phase(self) -> int:
        """The phase."""
        return int(self.state["phase"])

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
            self.act(moves[text])

    def actions(self) -> set[int]:
        """The legal actions."""
        mask = np.zeros(GAME.num_actions, np.int8)
        count = GAME.kernels.legal(self.state, mask)
        assert count == mask.sum()
        return set(np.flatnonzero(mask).tolist())

    def take(self, *actions: int) -> None:
        """Carries out actions, one after the other."""
        for action in actions:
            assert action in self.actions(), f"{action} is not in {self.actions()}"
            self.act(action)

    def lay(self, *plays: str) -> None:
        """Lays plays, one after the other."""
        for names in plays:
            assert self._walk(steps_of(names)), f"{names} is not legal"

    def can(self, names: str) -> bool:
        """Whether the play is legal."""
        return self.copy()._walk(steps_of(names))

    def _walk(self, steps: tuple[int, ...]) -> bool:
        """Lays a play as far as its steps are legal; the third may be skipped (DFG-4.20)."""
        for step in steps[:2]:
            if step not in self.actions():
                return False
            self.take(step)
        if len(steps) < 3 or self.phase == dfg.JOKER_FACES:
            return steps[2:] == () or self._walk(steps[2:])
        joker_suits, places = int(self.state["joker_suits"]), int(self.state["joker_positions"])
        cleared = self.state["kind"] == dfg.NONE
        return bool(cleared) or steps[2] == joker_action(joker_suits, places)

    def ways(self) -> list[tuple[int, ...]]:
        """The steps of all legal plays."""
        found: list[tuple[int, ...]] = []
        for action in sorted(self.actions() - {dfg.PASS_ACTION, dfg.PASS_DRAW_ACTION}):
            after = self.copy()
            after.take(action)
            goes_on = after.phase in (dfg.SUITS, dfg.JOKER_FACES)
            found += [(action, *rest) for rest in after.ways()] if goes_on else [(action,)]
        return found

    def only(self, *plays: str) -> bool:
        """Whether these are all legal plays."""
        return all(map(self.can, plays)) and len(self.ways()) == len(plays)

    def give(self, name: str, seat: int) -> None:
        """Gives a card for a 7."""
        self.take(dfg.FIRST_CARD + CARDS[name])
        self.take(dfg.FIRST_PLAYER + (seat - int(self.state["to_move"])) % len(self.seats) - 1)

    def cards_to_choose(self) -> set[str]:
        """The cards that may be given or discarded."""
        first = dfg.FIRST_CARD
        return {name for name, card in CARDS.items() if first + card in self.actions()}

    def choose(self, *names: str) -> None:
        """Gives or discards cards where no receiver is asked."""
        for name in names:
            held = [c for c in range(dfg.NUM_CARDS) if card_name(c) == name]
            self.take(
                next(dfg.FIRST_CARD + c for c in held if dfg.FIRST_CARD + c in self.actions())
            )

    def asks(self) -> tuple[int | None, int]:
        """Who is to decide, and what."""
        return self.to_move, self.phase

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

    def titles(self) -> list[int]:
        """The place per player in the previous round."""
        return [int(self.state["title"][seat]) for seat in self.seats]


def new_state(**options: Any) -> np.void:
    """A record with the options written in."""
    return tables.new_state(GAME, options)


opened = Table.opened


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
    table = Table(state)
    if fields.keys() <= {"revolution", "j_back", "starter"}:
        table.follow(lockstep.at_turn)
    return table


def at_exchange(hands: Sequence[str], titles: Sequence[int], **options: Any) -> Table:
    """The start of a second round with these hands, after these places in the first (DFG-4F)."""
    table = position(hands, options={"num_rounds": 2, **options}, round=1)
    table.state["title"][: len(titles)] = titles
    exchange.begin(table.state)
    exchange.go_on(table.state)
    return table
