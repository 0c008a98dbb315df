"""Positions of Cyclic by the names of their cards, and a table to play on from them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from fudaba.envs import NOBODY
from fudaba.envs.cards.kikisen import NOTHING, NUM_KINDS, NUM_TYPES, TYPES, type_name
from fudaba.envs.core.contract.game import Chain
from fudaba.envs.cyclic import GAME
from fudaba.envs.cyclic.state import FORM_NAMES, NO_CARD, SYMBOLS
from fudaba.envs.cyclic.text.words import card_words

from .. import tables
from .lockstep import LOCKSTEP

TYPES_BY_NAME = {type_name(type_): type_ for type_ in range(NUM_TYPES)}


def types(names: str) -> list[int]:
    """The types of `b1 r0(2) bK`."""
    return [TYPES_BY_NAME[name[:2]] for name in names.split()]


def counts(names: str) -> list[int]:
    """The same as counts by type."""
    held = Counter(types(names))
    return [held[type_] for type_ in range(NUM_TYPES)]


def kind_named(name: str) -> int:
    """What a card stands for: the kind of `b2` or `r0(2)`."""
    return SYMBOLS.index(name[-2] if name.endswith(")") else name[1])


class Table(tables.TwinnedTable):
    """A table of Cyclic, followed by the twin."""

    game = GAME
    lockstep = LOCKSTEP

    def chains(self) -> Iterator[tuple[str, Chain]]:
        """Every play that the seat to move can make, as others hear it, with its actions."""
        for action in GAME.legal_actions(self.state):
            heard = GAME.words.announce(self.state, action)
            if heard.startswith("play "):
                yield heard.removeprefix("play "), (action,)
            elif not heard:
                following = self.copy()
                GAME.kernels.apply(following.state, action)
                yield from ((name, (action, *chain)) for name, chain in following.chains())

    def plays(self) -> set[str]:
        """The same without the actions; each play can be made in one way only."""
        names = [name for name, _ in self.chains()]
        assert len(set(names)) == len(names)
        return set(names)

    def lay(self, *names: str) -> None:
        """Makes plays, one after the other; or passes."""
        for name in names:
            if name == "pass":
                self.say(name)
                continue
            for action in dict(self.chains())[name]:
                GAME.kernels.apply(self.state, action)

    def hand(self, seat: int) -> str:
        """The cards of a hand, sorted."""
        return card_words(self.state["hands"][seat])

    def zone(self, name: str) -> str:
        """The cards of `table`, `cleared` or `newest`, sorted."""
        return card_words(self.state[name])

    @property
    def stock(self) -> str:
        """The cards of the stock, the top first."""
        cards = self.state["stock"][: int(self.state["stock_size"])]
        assert (self.state["stock"][len(cards) :] == NO_CARD).all()
        return " ".join(type_name(int(card)) for card in cards[::-1])


opened = Table.opened


def form_of(names: Sequence[str]) -> int:
    """The form of a play by the kinds of its cards."""
    kinds = {kind_named(name) for name in names}
    if len(names) == 1:
        return FORM_NAMES.index("single")
    return FORM_NAMES.index("friends" if len(kinds) == 1 else "run")


def position(
    hands: Sequence[str],
    newest: str = "",
    *,
    owner: int | None = None,
    below: str = "",
    cleared: str = "",
    stock: str | None = None,
    to_move: int = 0,
    **options: Any,
) -> Table:
    """A position in the middle of the first season.

    Args:
        hands: The hands by the names of their cards.
        newest: The newest play; a nothing says what it stands for, as in `b0(2)`.
        owner: Who made it, the last seat if that is left out.
        below: The other cards on the table.
        cleared: The cleared pile.
        stock: The stock, its top first; None for all cards that are named nowhere.
        to_move: The seat on turn.
        **options: House rules by name.
    """
    state = tables.new_state(GAME, {"num_players": len(hands), "first_dealer": 0, **options})
    state["bonus"], state["to_move"], state["leader"] = 2, to_move, to_move
    named = Counter(types(" ".join([*hands, newest, below, cleared])))
    pack = [t for t in TYPES if state["mu"] == 0 or t % NUM_KINDS != NOTHING]
    cards = [*(Counter(pack) - named).elements()] if stock is None else types(stock)[::-1]
    for seat, hand in enumerate(hands):
        state["hands"][seat] = counts(hand)
        state["hand_sizes"][seat] = len(hand.split())
    state["table"], state["cleared"] = counts(f"{newest} {below}"), counts(cleared)
    state["stock"] = NO_CARD
    state["stock"][: len(cards)] = cards
    state["stock_size"] = len(cards)
    state["owner"] = NOBODY
    if newest:
        names = newest.split()
        state["form"], state["foot"], state["size"] = (
            form_of(names),
            kind_named(names[0]),
            len(names),
        )
        state["colours"] = sum(1 << "br".index(colour) for colour in {name[0] for name in names})
        state["owner"] = len(hands) - 1 if owner is None else owner
        state["newest"] = counts(newest)
    return Table(state)
