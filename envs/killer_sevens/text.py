"""Cards, actions and open tables of Killer Sevens as text."""

from typing import Any

import numpy as np

from fudaba.common.languages import translator

from ..cards.french import SUITS, card_name, card_word, card_words
from ..cards.laying_moments import is_out
from ..cards.laying_words import open_players
from ..core.kit.bits import NOTHING, bit_of
from ..core.kit.seats import NOBODY, distances, player_name
from .board import NUM_COLUMNS, cells_on
from .rules import NO_CHOICE, USED_UP, cell_of, held, standings, why_forced
from .scene import card_at, eliminated_place, laid_by_step
from .state import PASS_ACTION

_, _n = translator("killer_sevens")


def describe(state: np.void, action: int) -> str:
    """Returns an action's words: `lay H5` or `pass`."""
    if action == PASS_ACTION:
        return _("{:passes|pass}")
    return _("{:lays|lay} {card}", card=card_word(action))


def why_illegal(state: np.void, action: int) -> str:
    """Returns the reason why the seat to move may not take an action, with its clause."""
    seat = int(state["to_move"])
    if action == PASS_ACTION:
        return _why_no_pass(state, seat)
    card, bit = card_word(action), bit_of(cell_of(state, action))
    if state["laid"] & bit:
        return _("{card} is already laid (KIL-4.1).", card=card)
    if state["hands"][seat] & bit == NOTHING:
        return _("{card} is not in the hand (KIL-4.2).", card=card)
    if state["dead"] & bit:
        return _("{card} is dead (KIL-5.1).", card=card)
    return _("{card} touches no laid card that is linked to a seven (KIL-4.1).", card=card)


def _why_no_pass(state: np.void, seat: int) -> str:
    why = why_forced(state, seat)
    if why == NO_CHOICE:
        return _("a card can be laid, and only a player who can't lay any may pass (KIL-4.3).")
    if why == USED_UP:
        return _(
            "all {limit} passes are used and a card can be laid (KIL-4.3).",
            limit=state["pass_limit"],
        )
    return _("everybody has passed, and whoever can lay a card must now (KIL-6.2).")


def news(before: np.void, after: np.void, seat: int) -> str:
    """Returns the cards that died, and who is out of cards or eliminated (KIL-4.4, 5.1, 5.5)."""
    said = []
    for player, distance in distances(seat, int(after["num_players"])):
        if not is_out(after, distance) or is_out(before, distance):
            continue
        if after["finished"][distance]:
            said.append(_("{name} {name:has|have} no card left", name=player_name(player)))
        else:
            cards = laid_by_step(before, after, distance)
            said.append(_eliminated(player, eliminated_place(after, distance), cards))
    if dead := _newly_dead(before, after, seat):
        said.append(_("now dead: {cards}", cards=_(", ").join(dead)))
    return _("; ").join(said)


def _eliminated(player: int, place: str, cards: list[int]) -> str:
    """Returns that a player is out; the place is empty if it depends on held cards (KIL-5.5)."""
    name, hand = player_name(player), card_words(cards)
    if place:
        return _(
            "{name} {name:is|are} out: {place} (no card can be laid, no pass is left); "
            "the hand is laid: {cards}",
            name=name, place=place, cards=hand,
        )  # fmt: skip
    return _(
        "{name} {name:is|are} out (no card can be laid, no pass is left); "
        "the hand is laid: {cards}",
        name=name, cards=hand,
    )  # fmt: skip


def _newly_dead(before: np.void, after: np.void, seat: int) -> list[str]:
    """Returns the cards that died by a step, and whether they are in the viewer's hand."""
    dead = []
    for row, column in np.argwhere((after["dead"] != 0) & (before["dead"] == 0)).tolist():
        card = card_word(card_at(after, row, column))
        if before["hand"][row, column]:
            dead.append(
                _(
                    "{card} (in {name:the hand of {name}|your hand})",
                    card=card,
                    name=player_name(seat),
                )
            )
        else:
            dead.append(_("{card} (in another hand)", card=card))
    return dead


def snapshot(state: np.void) -> dict[str, Any]:
    """Returns the open table as plain zones with card names, hidden cards included.

    Returns:
        A dict of JSON-able values: the grid row by row (a card name or None), dead and playable
        cards, hands, passes, status, cards held and places per player, and whose turn it is.
    """
    seats = {player_name(seat): seat for seat in range(int(state["num_players"]))}
    is_over = bool(state["to_move"] == NOBODY)
    laid = cells_on(state["laid"])
    return {
        "grid": {
            SUITS[suit]: [
                card_name(NUM_COLUMNS * suit + column) if laid[row, column] else None
                for column in range(NUM_COLUMNS)
            ]
            for row, suit in enumerate(state["suits"].tolist())
        },
        "dead": _cards(state, state["dead"]),
        "playable": _cards(state, state["playable"]),
        "hands": {name: _cards(state, state["hands"][seat]) for name, seat in seats.items()},
        "held": {name: held(state, seat) for name, seat in seats.items()} if is_over else None,
        **open_players(state, standings(state)),
    }


def _cards(state: np.void, board: np.uint64) -> list[str]:
    cells = np.argwhere(cells_on(board)).tolist()
    return [card_name(card_at(state, row, column)) for row, column in cells]
