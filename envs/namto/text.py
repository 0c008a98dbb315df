"""Cards, actions, news and open tables of Namto as text."""

from typing import Any

import numpy as np

from fudaba.common.languages import N_, translator

from ..cards.counts import spread_out
from ..cards.kikisen import NUM_KINDS, NUM_TYPES, type_name
from ..cards.kikisen_words import card_word, kind_word
from ..core.contract.cells import snapshot_of
from ..core.contract.fields import ActionKind, decode
from ..core.kit.seats import NOBODY, distances, player_name
from ..kikisen.betting import pot_of
from ..kikisen.pack import copies_in_pack
from ..kikisen.words import ante_words, player_with, pot_words, type_names, words_of
from . import state as nam
from .hands import CATEGORIES, FIGURES
from .rules import highest_bet, lowest_bet

_, _n = translator("namto")

NUMBER_WORDS = {3: N_("three"), 5: N_("five"), 6: N_("six")}  # of the soldiers of a dark army


def describe(state: np.void, action: int) -> str:
    """Returns the move as a player says it: `drop`, `bet 3`, `reveal b7`."""
    kind, position = decode(nam.ACTIONS, action)
    if kind is nam.DROP:
        return _("{:drops|drop}")
    if kind is nam.BET:
        return _("{:bets|bet} {points}", points=1 + position)
    return _("{:reveals|reveal} {card}", card=card_word(position))


def announce(state: np.void, action: int) -> str:
    """Returns the public part of a move: all but the chosen card (NAM-7.2)."""
    is_secret = decode(nam.ACTIONS, action)[0] is nam.REVEAL_CARD
    return _("{:chooses|choose} a card") if is_secret else describe(state, action)


def why_illegal(state: np.void, action: int) -> str:
    """Returns the reason, with its clause, why an action is illegal for the seat to move."""
    kind, position = decode(nam.ACTIONS, action)
    if state["phase"] == nam.REVEAL:
        if kind is not nam.REVEAL_CARD:
            return _("a card is to be revealed now (NAM-4.5).")
        card = card_word(position)
        return _("there is no {card} among the hidden cards (NAM-4.5).", card=card)
    return _why_no_bet(state, kind)


def _why_no_bet(state: np.void, kind: ActionKind) -> str:
    if kind is nam.REVEAL_CARD:
        return _("cards are revealed between the bettings (NAM-4.1).")
    seat = int(state["to_move"])
    least, most = lowest_bet(state, seat), highest_bet(state, seat)
    if state["makes_up"]:
        return _("the difference is to be paid, {points} (NAM-4.2).", points=least)
    if least < most:
        return _("{least} to {most} may be bet now (NAM-4.2).", least=least, most=most)
    return _("{points} may be bet now (NAM-4.2).", points=least)


def news(before: np.void, after: np.void, seat: int) -> str:
    """Returns cards turned up, a new dealer after a drop, and the end of a season."""
    players = distances(seat, int(after["num_players"]))
    if after["season"] > before["season"]:
        shown = _cards_words(players, after["shown"], after)
        parts = [_("shown: {cards}", cards=shown)] if shown else []
        parts += [pot_words(before, after, seat)]
        parts += ante_words(after) if after["on_turn"].any() else []
        return _("; ").join(parts)
    if turned := _cards_words(players, after["revealed"] - before["revealed"]):
        return _("turned up: {cards}", cards=turned)
    if (after["dealer"] != before["dealer"]).any():
        return _(
            "{name} {name:is|are} the dealer now", name=player_with(after["dealer"], after, seat)
        )
    return ""


def _cards_words(
    players: list[tuple[int, int]], cards: np.ndarray, judged: np.void | None = None
) -> str:
    """Returns the players who have such cards, with them: `player_0 b7, player_2 rE rK`.

    Args:
        players: The seats, each with its row.
        cards: Their cards by type.
        judged: The view whose `best_hands` these are, as in `player_2 rE rK (set)`.
    """
    shown = []
    for player, distance in players:
        if not cards[distance].any():
            continue
        name, listed = player_name(player), words_of(spread_out(cards[distance]))
        if judged is None:
            shown.append(_("{name} {cards}", name=name, cards=listed))
        else:
            category = int(judged["best_hands"][distance])
            hand = _(CATEGORIES[category])
            shown.append(_("{name} {cards} ({hand})", name=name, cards=listed, hand=hand))
    return _(", ").join(shown)


def figure_words(rank: int) -> str:
    """Returns the kinds of cards of a hand: `6 7 8`."""
    kinds = [kind for kind in range(NUM_KINDS) if FIGURES[rank] >> kind & 1]
    return " ".join(map(kind_word, kinds))


def snapshot(state: np.void) -> dict[str, Any]:
    """Returns the open table as plain zones with card names, hidden cards included.

    Returns:
        A dict of JSON-able values: hidden cards, those that lie face up, cards chosen but not yet
        turned up, and cards shown at the end of the season before, per player; community and
        undealt cards; what is on, the least and most bet, paid in this betting and this season
        per player, the pot, who has not dropped; the dealer, the season, and scores.
    """
    players = {player_name(seat): seat for seat in range(int(state["num_players"]))}
    is_over = state["to_move"] == NOBODY
    num_revealed = state["num_revealed"]
    return {
        **{
            zone: {name: type_names(cards[seat]) for name, seat in players.items()}
            for zone, cards in {
                "hidden": [state["cards"][seat, num_revealed[seat] :] for seat in players.values()],
                "revealed": [state["cards"][seat, : num_revealed[seat]]
                             for seat in players.values()],
                "shown": [row[row != nam.NO_CARD] for row in state["shown"]],
            }.items()
        },
        "chosen": {name: type_name(int(state["cards"][seat, 0])) for name, seat in players.items()
                   if state["chosen"][seat] and not num_revealed[seat]},
        "community": type_names(spread_out(state["community"])),
        N_("undealt"): type_names(spread_out(_undealt(state))),
        "phase": None if is_over else nam.PHASES[int(state["phase"])],
        "pot": pot_of(state),
        "active": [name for name, seat in players.items() if state["active"][seat]],
        **snapshot_of(nam.CELLS, state),
    }  # fmt: skip


def _undealt(state: np.void) -> np.ndarray:
    """Returns the cards that lie nowhere on the table, by type."""
    dealt = state["cards"][: int(state["num_players"])].ravel()
    copies = np.array([copies_in_pack(state, type_) for type_ in range(NUM_TYPES)])
    undealt: np.ndarray = copies - state["community"] - np.bincount(dealt, minlength=NUM_TYPES)
    return undealt
