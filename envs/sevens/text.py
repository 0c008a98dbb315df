"""Cards, actions and open tables of Sevens as text."""

from typing import Any

import numpy as np

from fudaba.common.languages import translator

from ..cards.french import (
    NUM_CARDS,
    NUM_RANKS,
    NUM_SUITS,
    SUITS,
    card_name,
    card_word,
    card_words,
    suit_word,
)
from ..cards.laying import has_pass_left
from ..cards.laying_moments import is_out
from ..cards.laying_words import newly_laid, open_players
from ..core.contract.cells import snapshot_of
from ..core.contract.fields import ActionKind, decode
from ..core.kit.seats import distances, player_name
from .places import place_in_words
from .rules import cell_beyond, has_recovery, may_lay_joker, standings
from .state import (
    ACTIONS,
    CELLS,
    EMPTY,
    HIGH,
    IMMEDIATE,
    JOKER,
    JOKER_AT,
    NO_CELL,
    PASS,
    PLAY,
    WILD,
)

_, _n = translator("sevens")


def describe(state: np.void, action: int) -> str:
    """Returns an action's words: `lay H5`, `take joker at H5`, `fill H5 with H4`, `pass`, ...

    A slot without a frontier is named by its suit and direction: `joker at hearts down`.
    """
    kind, position = decode(ACTIONS, action)
    if kind is PASS:
        return _("{:passes|pass}")
    if kind is PLAY:
        card = card_word(position)
        if state["layout"][position] == JOKER:
            return _("{:takes|take} joker at {card}", card=card)
        return _("{:lays|lay} {card}", card=card)
    cell, direction = int(state["frontier"][position]), position % 2
    if cell == NO_CELL:
        return _joker_on_side(kind, suit_word(position // 2), direction)
    card = card_word(cell)
    if kind is JOKER_AT:
        return _("joker at {card}", card=card)
    beyond = cell_beyond(cell, direction, state["tunnel"])
    if beyond == NO_CELL:
        return _("{:fills|fill} {card} with nothing beyond", card=card)
    return _("{:fills|fill} {card} with {own}", card=card, own=card_word(beyond))


def _joker_on_side(kind: ActionKind, suit: str, direction: int) -> str:
    """Returns the words of a joker on a side of a row that is complete."""
    if kind is JOKER_AT:
        if direction == HIGH:
            return _("joker at {suit} up", suit=suit)
        return _("joker at {suit} down", suit=suit)
    if direction == HIGH:
        return _("{:fills|fill} {suit} up", suit=suit)
    return _("{:fills|fill} {suit} down", suit=suit)


def announce(state: np.void, action: int) -> str:
    """Returns the words of a history: as of `describe`, but `lay joker at H5`."""
    move = describe(state, action)
    is_joker = decode(ACTIONS, action)[0] is JOKER_AT
    return _("{:lays|lay} {move}", move=move) if is_joker else move


recount = announce


def why_illegal(state: np.void, action: int) -> str:
    """Returns the reason why the seat to move may not take an action, with its clause."""
    kind, position = decode(ACTIONS, action)
    seat = int(state["to_move"])
    if has_recovery(state, seat):
        return _("a joker must be taken first (SEV-4.3d, SEV-5.3).")
    if kind is PASS:
        if not has_pass_left(state, seat):
            return _(
                "all {limit} passes are used and a card can be laid (SEV-4.6).",
                limit=state["pass_limit"],
            )
        return _("a card can be laid, and only a player who can't lay any may pass (SEV-4.4).")
    if kind is PLAY:
        return _why_no_play(state, seat, position)
    return _why_no_joker(state, seat, kind, position)


def _why_no_play(state: np.void, seat: int, card: int) -> str:
    name = card_word(card)
    if state["layout"][card] != EMPTY:
        return _("{card} is already occupied on the layout (SEV-4.3a).", card=name)
    if state["holder"][card] != seat:
        return _("{card} is not in the hand (SEV-4.3a).", card=name)
    return _("{card} does not continue a row from its seven (SEV-4.1, SEV-4.3a).", card=name)


def _why_no_joker(state: np.void, seat: int, kind: ActionKind, slot: int) -> str:
    cell = int(state["frontier"][slot])
    if (kind is JOKER_AT) != (state["joker_use"] == WILD):
        if kind is JOKER_AT:
            return _("joker at is not a move with this joker_use (SEV-4.3b, SEV-4.3c).")
        return _("fill is not a move with this joker_use (SEV-4.3b, SEV-4.3c).")
    if state["hand_jokers"][seat] == 0:
        return _("there is no joker in the hand (SEV-4.3b, SEV-4.3c).")
    if cell == NO_CELL:
        return _("this side of the row is complete (SEV-4.1).")
    if state["holder"][cell] == seat:
        return _("{card} is in the own hand (SEV-9.8).", card=card_word(cell))
    if kind is JOKER_AT and slot % 2 == HIGH and may_lay_joker(state, seat, slot - 1):
        return _("both walks end at this cell; use the low slot (SEV-4.8).")
    return _("the next card beyond is not in the own hand with its cell empty (SEV-4.3c).")


def news(before: np.void, after: np.void, seat: int) -> str:
    """Returns news: jokers taken at once, players without cards, eliminations (SEV-4.5, 5.3)."""
    said = []
    for player, distance in distances(seat, int(after["num_players"])):
        name = player_name(player)
        cards = newly_laid(before["natural"], after["natural"], after["laid_by"], distance)
        is_given = after["known_jokers"][distance] > before["known_jokers"][distance]
        if is_given and after["joker_recovery"] == IMMEDIATE:
            said.append(
                _(
                    "{name} {name:gets|get} the joker for {cards}",
                    name=name,
                    cards=card_words(cards),
                )
            )
        if is_out(after, distance) and not is_out(before, distance):
            place = place_in_words(after, distance)
            if after["finished"][distance]:
                said.append(
                    _("{name} {name:has|have} laid all cards: {place}", name=name, place=place)
                )
            else:
                jokers = int(before["hand_size"][distance]) - len(cards)
                said += _eliminated(name, place, cards, jokers)
    return _("; ").join(said)


def _eliminated(name: str, place: str, cards: list[int], jokers: int) -> list[str]:
    """Returns a sentence: a player is out, and where the cards of the hand go (SEV-4.5, 5.2)."""
    said = [
        _(
            "then {name} {name:is|are} out: {place} (no card fits and no pass is left)",
            name=name,
            place=place,
        )
    ]
    if cards:
        said.append(_("the hand {cards} is laid", cards=card_words(cards)))
    if jokers > 0:
        said.append(_n("{count} joker out of the game", "{count} jokers out of the game", jokers))
    return said


def snapshot(state: np.void) -> dict[str, Any]:
    """Returns the open table as plain zones with card names, hidden cards included.

    Returns:
        A dict of JSON-able values: the layout per suit from A to K (a card name, `joker`, or
        None), hands, passes used, status and place per player, whose turn it is (a player's name
        or None), and the public counters.
    """
    players = range(int(state["num_players"]))
    return {
        "layout": {
            SUITS[suit]: [_cell_name(state, suit * NUM_RANKS + rank) for rank in range(NUM_RANKS)]
            for suit in range(NUM_SUITS)
        },
        "frontiers": sorted({card_name(cell) for cell in state["frontier"] if cell != NO_CELL}),
        "hands": {player_name(seat): _hand(state, seat) for seat in players},
        **open_players(state, standings(state)),
        **snapshot_of(CELLS, state),
    }


def _cell_name(state: np.void, cell: int) -> str | None:
    return (None, card_name(cell), "joker")[state["layout"][cell]]


def _hand(state: np.void, seat: int) -> list[str]:
    naturals = [card_name(card) for card in range(NUM_CARDS) if state["holder"][card] == seat]
    return naturals + ["joker"] * int(state["hand_jokers"][seat])
