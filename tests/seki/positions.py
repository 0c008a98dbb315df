"""Positions of SEKI by the faces of their cards, and a table to play on from them.

Faces are `0` to `9`, `REVERSE`, `TRADE`, `DIG_UP` and `DISCARD`. Where copies matter a card is
called by its id.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, get_args

import numpy as np

from fudaba.envs.seki import GAME
from fudaba.envs.seki.options import Role
from fudaba.envs.seki.rules.memory import remember_freeze, show
from fudaba.envs.seki.rules.turn import open_game
from fudaba.envs.seki.state import (
    ACTIVATED,
    COME_OUT,
    EXCLUDED,
    FACE_DOWN,
    MAX_PLAYERS,
    NATURAL,
    NO_ROLE,
    NOBODY,
    NUM_CARDS,
    NUM_NUMBERS,
    NUM_ZONES,
    NUMBER_DECK,
    NUMBER_GRAVEYARD,
    SYMBOL_DECK,
    SYMBOL_GRAVEYARD,
    number_of,
)
from fudaba.envs.seki.text.words import KINDS_OF_TOP, card_name

from .. import tables
from . import lockstep

ROLES = get_args(Role)
FACES = [re.sub(r"(?<=\d)[a-d]| [a-d]$", "", card_name(card)) for card in range(NUM_CARDS)]
FACES = [face.replace(" ", "_") for face in FACES]
COPY = re.compile(r"(?<=\b\d)[a-d]\b|(?<=[A-Z]) [a-d]\b")
ZONE_NAMES = [*(f"H{seat}" for seat in range(MAX_PLAYERS)), "ND", "SD", "NG", "SG", "EX", "ASIDE"]
ORDERED = {
    "number_deck": NUMBER_DECK,
    "symbol_deck": SYMBOL_DECK,
    "number_graveyard": NUMBER_GRAVEYARD,
    "symbol_graveyard": SYMBOL_GRAVEYARD,
}


def ids(faces: str, taken: set[int]) -> list[int]:
    """The first cards of these faces that are not taken, which they are then."""
    found = []
    for face in faces.split():
        found.append(next(c for c in range(NUM_CARDS) if FACES[c] == face and c not in taken))
        taken.add(found[-1])
    return found


def faces(cards: Sequence[int]) -> list[str]:
    """The faces of cards."""
    return [FACES[card] for card in cards]


class Table(tables.TwinnedTable):
    """A table of SEKI, followed by the twin where `position` has set it up."""

    game = GAME
    zone_names = ZONE_NAMES
    lockstep = lockstep

    @property
    def asked(self) -> tuple[int | None, int]:
        """The seat with a decision, and its phase."""
        return self.to_move, int(self.state["phase"])

    def options(self) -> dict[str, int]:
        """The legal actions by what a player says, of cards that look alike the lowest id."""
        actions: dict[str, int] = {}
        for action in GAME.legal_actions(self.state):
            actions.setdefault(COPY.sub("", GAME.words.describe(self.state, action)), action)
        return actions

    def legal(self) -> set[str]:
        """What the seat to move may say."""
        return set(self.options())

    def say(self, *texts: str) -> None:
        """Carries out decisions, one after the other."""
        for text in texts:
            assert text in self.legal(), f"{text} is not in {self.legal()}"
            self.act(self.options()[text])

    def tries(self, *texts: str, count: int = 60) -> Iterator["Table"]:
        """What these decisions may lead to: copies of the table with different random streams."""
        for seed in range(count):
            table = self.copy()
            table.state["rng"] = seed
            table.say(*texts)
            yield table

    def cards(self, zone: int) -> list[int]:
        """The ids in a zone: decks and graveyards with their top last, others in rising order."""
        for field, number in ORDERED.items():
            if number == zone:
                return list(map(int, self.state[field][: self.state["zone_size"][zone]]))
        return [int(card) for card in np.flatnonzero(self.state["zone"] == zone)]

    def faces(self, zone: int) -> list[str]:
        """The faces in a zone; zones 0 to 4 are the hands."""
        return faces(self.cards(zone))

    def sizes(self) -> list[int]:
        """The hand sizes."""
        return [int(self.state["zone_size"][seat]) for seat in self.seats]

    def pile(self) -> tuple[list[str], int | None, str, int | None]:
        """The number graveyard, its number, where that is from, and who holds the reset right."""
        top, right = int(self.state["top"]), int(self.state["right"])
        kind = KINDS_OF_TOP[self.state["top_kind"]]
        return (
            self.faces(NUMBER_GRAVEYARD),
            None if top < 0 else top,
            kind,
            None if right == NOBODY else right,
        )

    def frozen(self) -> dict[int, int]:
        """The freezer of every frozen card."""
        cards = np.flatnonzero(self.state["frozen_by"] != NOBODY)
        return {int(card): int(self.state["frozen_by"][card]) for card in cards}

    def marked(self) -> list[int]:
        """The cards that are face up for good."""
        return [int(card) for card in np.flatnonzero(self.state["marked"])]

    def view_of_cards(self, seat: int, field: str) -> list[int]:
        """The cards that a field of a seat's view holds."""
        return [int(card) for card in np.flatnonzero(self.view(seat)[field])]


def new_state(**options: Any) -> np.void:
    """A record with the options written in."""
    return tables.new_state(GAME, options)


opened = Table.opened


def position(
    hands: Sequence[str],
    roles: str = "",
    *,
    nd: str = "",
    sd: str = "",
    ng: str = "",
    sg: str = "",
    rest: str = "excluded",
    to_move: int = 0,
    frozen: dict[int, dict[str, int]] | None = None,
    marked: Sequence[int] = (),
    finished: Sequence[int] = (),
    right: int | None = None,
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> Table:
    """A position at the start of a turn, as if the hands had just been dealt.

    Args:
        hands: The faces of every hand.
        roles: The panel of every seat; a dot is some role that has been activated. A role with a
            trailing `!` has been activated.
        nd: The number deck from bottom to top, like the other zones.
        sd: The symbol deck.
        ng: The number graveyard; its last card is the natural top.
        sg: The symbol graveyard.
        rest: Where cards go that are named nowhere: `excluded`, or `deck` for the bottoms of the
            decks.
        to_move: The seat on turn.
        frozen: Frozen faces and their freezers, by the seat that holds them.
        marked: Ids of cards that are face up for good.
        finished: Seats that have finished, in order.
        right: Who holds the reset right, else the seat on turn if there is a pile.
        options: House rules by name.
        **fields: Any other fields of the record.
    """
    state = new_state(**{"num_players": len(hands), "roles": ROLES, **(options or {})})
    deal_out(state, hands, [nd, sd, ng, sg], rest)
    deal_panels(state, roles.split() or ["."] * len(hands))
    open_game(state, to_move)
    state["parent"] = 0
    for card in range(NUM_CARDS):
        if state["zone"][card] in (NUMBER_GRAVEYARD, SYMBOL_GRAVEYARD, EXCLUDED) or card in marked:
            show(state, card, int(state["zone"][card]))
    state["marked"][list(marked)] = 1
    if ng:
        state["top_kind"], state["right"] = NATURAL, to_move if right is None else right
        state["top"] = number_of(int(Table(state).cards(NUMBER_GRAVEYARD)[-1]))
    for place, seat in enumerate(finished, 1):
        state["place"][seat], state["num_finished"] = place, place
    freeze(state, frozen or {})
    for name, value in fields.items():
        state[name] = value
    table = Table(state)
    if state["num_games"] == 1 and not (fields or frozen or marked):
        table.follow(lockstep.at_turn)
    return table


def deal_out(state: np.void, hands: Sequence[str], stacks: Sequence[str], rest: str) -> None:
    """Puts every card into its zone."""
    taken: set[int] = set()
    zones: list[list[int]] = [[] for _ in range(NUM_ZONES)]
    for seat, hand in enumerate(hands):
        zones[seat] = ids(hand, taken)
    for zone, stacked in zip(ORDERED.values(), stacks, strict=True):
        zones[zone] = ids(stacked, taken)
    left = [card for card in range(NUM_CARDS) if card not in taken]
    if rest == "deck":
        zones[NUMBER_DECK] = [card for card in left if card < NUM_NUMBERS] + zones[NUMBER_DECK]
        zones[SYMBOL_DECK] = [card for card in left if card >= NUM_NUMBERS] + zones[SYMBOL_DECK]
    else:
        zones[EXCLUDED] = left
    for zone, cards in enumerate(zones):
        state["zone"][cards] = zone
        state["zone_size"][zone] = len(cards)
    for field, zone in ORDERED.items():
        state[field][: len(zones[zone])] = zones[zone]


def deal_panels(state: np.void, roles: Sequence[str]) -> None:
    """Gives every seat its panel."""
    named = [role.rstrip("!") for role in roles]
    others = iter([role for role in reversed(ROLES) if role not in named])
    state["role"] = NO_ROLE
    for seat, role in enumerate(roles):
        name = next(others) if role == "." else named[seat]
        state["role"][seat] = ROLES.index(name)
        comes_out = name in ("EMPEROR", "NEW_GRAD")
        state["panel"][seat] = COME_OUT if comes_out else FACE_DOWN
        if role == "." or role.endswith("!"):
            state["panel"][seat] = ACTIVATED


def freeze(state: np.void, frozen: dict[int, dict[str, int]]) -> None:
    """Freezes cards of hands (SEKI-5.7)."""
    for owner, cards in frozen.items():
        for face, freezer in cards.items():
            held = np.flatnonzero(state["zone"] == owner)
            card = next(c for c in held if FACES[c] == face and state["frozen_by"][c] == NOBODY)
            state["frozen_by"][card] = freezer
            state["frozen_count"][owner] += 1
            if state["marked"][card] == 0:
                remember_freeze(state, owner, freezer, 0, NUM_CARDS)
