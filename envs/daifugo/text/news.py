"""News of Daifugo: the effects of a step that its words leave out, from a seat's views alone."""

from collections.abc import Iterable

import numpy as np

from ...core.scene.scene import ordinal, plural
from .. import state as dfg
from .words import bound_suits, card_name, seat_at, title_name

STEPS_OF_PLAY = [dfg.SHAPE, dfg.SUITS, dfg.JOKER_FACES]


def news(before: np.void, after: np.void, seat: int) -> str:
    """Returns one line with its parts separated by semicolons, or an empty text.

    Args:
        before: The view record of the seat before the step.
        after: Its view record after the step.
        seat: Its number, for the players' names.
    """
    parts = PARTS_OF_DEAL if after["round"] > before["round"] else PARTS
    return "; ".join(filter(None, (part(before, after, seat) for part in parts)))


# Within a round


def _binding(before: np.void, after: np.void, seat: int) -> str:
    """Reports a new binding of the field (DFG-5.1)."""
    if not after["bound"].any() or before["bound"].any():
        return ""
    return f"the field is bound to {bound_suits(after)}"


def _direction(before: np.void, after: np.void, seat: int) -> str:
    """Reports a revolution, a J-back, or both (DFG-5.2, DFG-5.7)."""
    turned = ["revolution"] * bool(after["revolution"] != before["revolution"])
    if after["j_back"] != before["j_back"] and not _is_cleared(before, after):
        turned.append("J-back")
    order = "lower" if after["reversed"] else "higher"
    return f"{' and '.join(turned)}: {order} ranks are stronger now" if turned else ""


def _own_cards(before: np.void, after: np.void, seat: int) -> str:
    """Reports the cards that the viewer drew or got from another player."""
    got = np.flatnonzero(after["hand"] > before["hand"])
    givers = np.flatnonzero(after["gifts"][:, 0] > before["gifts"][:, 0])
    if not len(got):
        return ""
    names, own = _names(got), seat_at(after, seat, 0)
    return f"{own} got {names} from {seat_at(after, seat, givers[0])}" if len(givers) else (
        f"{own} drew {names}"
    )  # fmt: skip


def _gifts(before: np.void, after: np.void, seat: int) -> str:
    """Reports cards of the exchange that were given without a decision (DFG-4.18)."""
    more = after["gifts"] - before["gifts"]
    mover = before["on_turn"].argmax()
    more[mover] -= more[mover] > 0  # the one that the move has named
    gone = np.flatnonzero(before["hand"] > after["hand"])
    more[:, 0] = 0  # `_own_cards` names these
    return _given(after, seat, more, gone)


def _given(view: np.void, seat: int, gifts: np.ndarray, own: Iterable[int]) -> str:
    """Returns `player_2 gave 2 cards to player_0`; names the viewer's own cards."""
    words = []
    for giver, receiver in np.argwhere(gifts > 0).tolist():
        what = _names(own) if giver == 0 else plural(int(gifts[giver, receiver]), "card")
        words.append(f"{seat_at(view, seat, giver)} gave {what} to {seat_at(view, seat, receiver)}")
    return ", ".join(words)


def _draws(before: np.void, after: np.void, seat: int) -> str:
    """Reports cards that another player drew for Ks; the move names those of a pass (DFG-5.8)."""
    mover = before["on_turn"].argmax()
    fell = before["pile_size"] - after["pile_size"] - (after["draws"] - before["draws"]).sum()
    if mover == 0 or fell <= 0:
        return ""
    return f"{seat_at(after, seat, mover)} drew {plural(int(fell), 'card')}"


def _places(before: np.void, after: np.void, seat: int) -> str:
    """Reports places, won with an empty hand or by the size of the hand (DFG-4.8, DFG-4.15)."""
    words = []
    for player in np.flatnonzero(after["place"] > before["place"]).tolist():
        verb = "comes" if after["hand_sizes"][player] else "is out and"
        words.append(f"{seat_at(after, seat, player)} {verb} {ordinal(after['place'][player])}")
    return ", ".join(words)


def _playoff(before: np.void, after: np.void, seat: int) -> str:
    """Reports the begin of a play-off (DFG-4.15)."""
    if not _begins_playoff(before, after):
        return ""
    names = " and ".join(
        seat_at(after, seat, one) for one in np.flatnonzero(after["participant"]).tolist()
    )
    why = "the pile is used up" if after["pile_size"] == 0 else "nobody leads"
    begins = f"play-off of {names}, {_leader(after, seat)} leads"
    return begins if before["is_playoff"] else f"{why}; {begins}"


def _clearing(before: np.void, after: np.void, seat: int) -> str:
    """Reports that the field was cleared (DFG-4.9)."""
    if not _is_cleared(before, after) or _begins_playoff(before, after):
        return ""
    ends = " and J-back is over" if before["j_back"] else ""
    return f"the field is cleared{ends}, {_leader(after, seat)} leads"


def _skip(before: np.void, after: np.void, seat: int) -> str:
    """Reports the players that a 5 skipped (DFG-5.4)."""
    owner, mover = before["on_turn"].argmax(), after["on_turn"].argmax()
    if not after["owner"][owner] or not after["on_turn"].any():
        return ""
    count = int(after["num_players"])
    between = [(owner + step) % count for step in range(1, (mover - owner) % count)]
    skipped = [seat_at(after, seat, player) for player in between if after["is_in"][player]]
    return f"skipped: {', '.join(skipped)}" if skipped else ""


PARTS = (
    _own_cards, _gifts, _draws, _binding, _direction, _places, _playoff, _skip, _clearing
)  # fmt: skip


# Between rounds


def _titles(before: np.void, after: np.void, seat: int) -> str:
    """Reports the end of a round and its titles (DFG-4.17)."""
    count = int(after["num_players"])
    order = np.argsort(after["title"][:count])
    titles = [
        f"{seat_at(after, seat, one)} {title_name(after['title'][one], count)}" for one in order
    ]
    return f"round {after['round']} is over: {', '.join(titles)}"


def _deal(before: np.void, after: np.void, seat: int) -> str:
    """Reports a new round and its starter (DFG-3.3)."""
    if not after["on_turn"].any():
        return ""
    starter = seat_at(after, seat, after["starter"].argmax())
    return f"round {after['round'] + 1} is dealt, {starter} will begin"


def _first_gifts(before: np.void, after: np.void, seat: int) -> str:
    """Reports cards that were given before the first decision (DFG-4.18)."""
    known = after["memory"].sum(axis=0) == 1
    own = np.flatnonzero(after["memory"][1 : dfg.MAX_PLAYERS].any(axis=0) & known)
    return _given(after, seat, after["gifts"], own) if after["on_turn"].any() else ""


PARTS_OF_DEAL = (_titles, _deal, _first_gifts)


# Helpers on views


def _names(cards: Iterable[int]) -> str:
    return " ".join(card_name(int(card)) for card in cards)


def _leader(view: np.void, seat: int) -> str:
    return seat_at(view, seat, view["on_turn"].argmax())


def _begins_playoff(before: np.void, after: np.void) -> bool:
    is_new = (after["participant"] != before["participant"]).any()
    return bool(after["is_playoff"] and (is_new or not before["is_playoff"]))


def _is_cleared(before: np.void, after: np.void) -> bool:
    """Whether the field was cleared, perhaps together with the play of this step."""
    if not after["kind"][dfg.NONE]:
        return False
    flushed = (after["discards"] > before["discards"]).any()
    return bool(before["field"].any() or (before["phase"][STEPS_OF_PLAY].any() and flushed))
