"""News of Daifugo: the effects of a step that its words leave out, from a seat's views alone."""

from collections.abc import Iterable

import numpy as np

from fudaba.common.languages import N_, Ordinal, translator

from .. import state as dfg
from ..options import DaifugoOptions
from .words import (
    best_cards,
    bound_suits,
    cards_words,
    has_winner,
    names_at,
    num_fives,
    seat_at,
    signs,
)

_, _n = translator("daifugo")

BY_LOT = DaifugoOptions.codes("round_starter")[0]
STEPS_OF_PLAY = [dfg.SHAPE, dfg.SUITS, dfg.JOKER_FACES]
# By whether lower ranks are stronger, and whether that is so until the field is cleared.
DIRECTIONS = {
    (True, True): N_("{causes}: lower ranks are stronger until the field is cleared"),
    (False, True): N_("{causes}: higher ranks are stronger until the field is cleared"),
    (True, False): N_("{causes}: lower ranks are stronger now"),
    (False, False): N_("{causes}: higher ranks are stronger now"),
}
# By whether the starter is drawn by lot, and whether cards are exchanged before.
BEGINNINGS = {
    (False, False): N_("round {number}: {name} {name:begins|begin}"),
    (True, False): N_("round {number}: {name} {name:begins|begin} by lot"),
    (False, True): N_("round {number}: {name} {name:begins|begin}, after the exchange of cards"),
    (True, True): N_(
        "round {number}: {name} {name:begins|begin} by lot, after the exchange of cards"
    ),
}


def news(before: np.void, after: np.void, seat: int) -> str:
    """Returns one line with its parts separated by semicolons, or an empty text.

    Args:
        before: The view record of the seat before the step.
        after: Its view record after the step.
        seat: Its number, for the players' names.
    """
    parts = PARTS_OF_DEAL if after["round"] > before["round"] else PARTS
    return _("; ").join(filter(None, (part(before, after, seat) for part in parts)))


# Within a round


def _binding(before: np.void, after: np.void, seat: int) -> str:
    """Reports a new binding of the field (DFG-5.1)."""
    if not after["bound"].any() or before["bound"].any():
        return ""
    return _(
        "the field is bound to {suits}: nothing else may be played until it is cleared",
        suits=signs(bound_suits(after)),
    )


def _direction(before: np.void, after: np.void, seat: int) -> str:
    """Reports a revolution, a J-back, or both (DFG-5.2, DFG-5.7)."""
    turned = [_("revolution")] * bool(after["revolution"] != before["revolution"])
    is_only_j_back = not turned
    if after["j_back"] != before["j_back"] and not _is_cleared(before, after):
        turned.append(_("J-back"))
    if not turned:
        return ""
    ends = is_only_j_back and bool(after["j_back"])
    return _(DIRECTIONS[bool(after["reversed"]), ends], causes=_(" and ").join(turned))


def _own_cards(before: np.void, after: np.void, seat: int) -> str:
    """Reports the cards that the viewer drew or that the move of another player gave."""
    got = np.flatnonzero(after["hand"] > before["hand"])
    givers = np.flatnonzero(after["gifts"][:, 0] > before["gifts"][:, 0])
    own, mover = seat_at(after, seat, 0), before["on_turn"].argmax()
    if not len(got):
        return ""
    if not len(givers):
        return _("{name} {name:draws|draw} {cards}", name=own, cards=cards_words(got))
    # `_gifts` names those of an exchange that nobody has chosen.
    is_gift = givers[0] == mover
    return _("{name} {name:gets|get} {cards}", name=own, cards=cards_words(got)) if is_gift else ""


def _gifts(before: np.void, after: np.void, seat: int) -> str:
    """Reports cards of the exchange that were given without a decision (DFG-4.18)."""
    more = after["gifts"] - before["gifts"]
    more[before["on_turn"].argmax()] = 0  # the move has told of these
    moved = np.flatnonzero(before["hand"] != after["hand"])
    return given(after, seat, more, moved)


def given(view: np.void, seat: int, gifts: np.ndarray, own: Iterable[int]) -> str:
    """Returns `player_2 gives the 2 best cards to player_0`; names the viewer's own ones."""
    said = []
    for giver, receiver in np.argwhere(gifts > 0).tolist():
        cards = best_cards(int(gifts[giver, receiver]))
        if names := cards_words(own) if 0 in (giver, receiver) else "":
            cards = _("{best_cards} {names}", best_cards=cards, names=names)
        giving, getting = seat_at(view, seat, giver), seat_at(view, seat, receiver)
        said.append(
            _(
                "{giver} {giver:gives|give} {cards} to {name}",
                giver=giving,
                cards=cards,
                name=getting,
            )
        )
    return _(", ").join(said)


def _draws(before: np.void, after: np.void, seat: int) -> str:
    """Reports cards that another player drew for Ks; the move names those of a pass (DFG-5.8)."""
    mover = before["on_turn"].argmax()
    fell = before["pile_size"] - after["pile_size"] - (after["draws"] - before["draws"]).sum()
    if mover == 0 or fell <= 0:
        return ""
    name = seat_at(after, seat, mover)
    return _n(
        "{name} {name:draws|draw} {count} card",
        "{name} {name:draws|draw} {count} cards",
        int(fell),
        name=name,
    )


def _places(before: np.void, after: np.void, seat: int) -> str:
    """Reports places, won with an empty hand or by the size of the hand (DFG-4.8, DFG-4.15)."""
    said = []
    for player in np.flatnonzero(after["place"] > before["place"]).tolist():
        name, place = seat_at(after, seat, player), Ordinal(after["place"][player])
        if after["hand_sizes"][player]:
            came = _("{name} {name:comes|come} {place} in this round", name=name, place=place)
        else:
            came = _("{name} {name:is|are} out: {place} in this round", name=name, place=place)
        decides = place == 1 and has_winner(after)
        said.append(_("{event}, which decides the match", event=came) if decides else came)
    return _(", ").join(said)


def _playoff(before: np.void, after: np.void, seat: int) -> str:
    """Reports the begin of a play-off (DFG-4.15)."""
    if not begins_playoff(before, after):
        return ""
    names, leader = names_at(after, seat, after["participant"]), _leader(after, seat)
    begins = _("play-off of {names}, {leader} {leader:leads|lead}", names=names, leader=leader)
    if before["is_playoff"]:
        return begins
    why = _("the pile is used up") if after["pile_size"] == 0 else _("nobody leads")
    return _("; ").join((why, begins))


def _clearing(before: np.void, after: np.void, seat: int) -> str:
    """Reports that the field was cleared (DFG-4.9)."""
    if not _is_cleared(before, after) or begins_playoff(before, after):
        return ""
    leader, laid = _leader(after, seat), _laid(before, after, int(before["on_turn"].argmax()))
    said = _("the field is cleared, {name} {name:leads|lead}", name=leader)
    if before["j_back"]:
        said = _("the field is cleared and J-back is over, {name} {name:leads|lead}", name=leader)
    is_cut = dfg.EIGHT in laid and bool(after["effects"][dfg.CUT8])
    return _("8-cut: {event}", event=said) if is_cut else said


def _choice_of_cards(before: np.void, after: np.void, seat: int) -> str:
    """Reports an effect that lets the player of a play choose cards (DFG-5.6, DFG-5.8)."""
    if not before["phase"][STEPS_OF_PLAY].any():
        return ""
    name = seat_at(after, seat, int(before["on_turn"].argmax()))
    if after["phase"][dfg.GIVE_CARD]:
        return _("7-give: {name} may give cards away", name=name)
    return (
        _("13-change: {name} may discard cards and draw as many", name=name)
        if after["phase"][dfg.CHANGE]
        else ""
    )


def _skip(before: np.void, after: np.void, seat: int) -> str:
    """Reports the players that 5s skipped (DFG-5.4)."""
    player, mover = int(before["on_turn"].argmax()), int(after["on_turn"].argmax())
    count = int(after["num_players"])
    if after["owner"][player] and after["on_turn"].any():
        if num_fives(after) >= before["is_in"].sum():
            name = seat_at(after, seat, mover)
            return _("5-skip goes past everybody: {name} {name:is|are} next", name=name)
        end = (mover - player) % count
    elif _is_cleared(before, after) and _skips_all(_laid(before, after, player), after):
        end = count
    else:
        return ""
    between = [(player + step) % count for step in range(1, end)]
    skipped = [seat_at(after, seat, one) for one in between if after["is_in"][one]]
    return _("5-skip: {names}", names=_(", ").join(skipped)) if skipped else ""


def _laid(before: np.void, after: np.void, player: int) -> set[int]:
    """Returns the ranks of a play that was flushed; none for a run with a joker in one step."""
    if before["owner"][player]:  # only its effects were left
        lowest, span = (
            int(before["rank"]) - 1,
            int(before["size"] if before["kind"][dfg.RUN] else 1),
        )
        return {*range(lowest, lowest + span)}
    flushed = (after["discards"] > before["discards"]) & (before["field"] == 0)
    cards = np.flatnonzero(flushed)
    ranks = {int(card) // dfg.NUM_SUITS for card in cards if card < dfg.FIRST_JOKER}
    is_clear = len(ranks) == 1 or cards.max(initial=0) < dfg.FIRST_JOKER
    return ranks if is_clear else set()


def _skips_all(ranks: set[int], view: np.void) -> bool:
    """Whether a play that cleared the field did so with its 5s, as the turn came round."""
    cuts = dfg.EIGHT in ranks and view["effects"][dfg.CUT8]
    return dfg.FIVE in ranks and bool(view["effects"][dfg.SKIP5]) and not cuts


PARTS = (
    _own_cards, _gifts, _draws, _binding, _direction, _places, _playoff, _choice_of_cards, _skip,
    _clearing,
)  # fmt: skip


# Between rounds


def _titles(before: np.void, after: np.void, seat: int) -> str:
    """Reports the end of a round and its daifugo; the moment has all titles (DFG-4.17)."""
    first = seat_at(after, seat, int(np.flatnonzero(after["title"] == 1)[0]))
    return _(
        "round {number} is over, {name} {name:is|are} daifugo", number=after["round"], name=first
    )


def why_over(before: np.void, last: str) -> str:
    """Returns why a step ended a round, empty if the views leave a doubt (DFG-4.14).

    Args:
        before: The view record of a seat before the step.
        last: The player of the last place.
    """
    num_in = before["is_in"].sum()
    is_stall = before["kind"][dfg.NONE] and before["idle"] == num_in - 1
    if before["is_playoff"] or is_stall:
        return ""
    if num_in > 2:
        return _("The pile is used up")
    may_draw_last = before["pile_size"] == 1 or before["phase"][dfg.CHANGE]
    return "" if may_draw_last else _("Only {name} {name:has|have} cards left", name=last)


def _deal(before: np.void, after: np.void, seat: int) -> str:
    """Reports a new round, its starter, and the exchange before it (DFG-3.2, DFG-3.3)."""
    if not after["on_turn"].any():
        return ""
    starter = seat_at(after, seat, after["starter"].argmax())
    is_by_lot = bool(after["round_starter"] == BY_LOT)
    exchanges = bool(after["phase"][[dfg.EX_UP, dfg.EX_DOWN]].any())
    begins = BEGINNINGS[is_by_lot, exchanges]
    return _(begins, number=after["round"] + 1, name=starter)


def _first_gifts(before: np.void, after: np.void, seat: int) -> str:
    """Reports cards that were given before the first decision (DFG-4.18).

    The viewer knows the own ones that it gave. Those that it got lie among the cards of the deal.
    """
    known = after["memory"].sum(axis=0) == 1
    own = np.flatnonzero(after["memory"][1 : dfg.MAX_PLAYERS].any(axis=0) & known)
    return given(after, seat, after["gifts"], own) if after["on_turn"].any() else ""


PARTS_OF_DEAL = (_titles, _deal, _first_gifts)


# Helpers on views


def _leader(view: np.void, seat: int) -> str:
    return seat_at(view, seat, view["on_turn"].argmax())


def begins_playoff(before: np.void, after: np.void) -> bool:
    """Returns whether a step began a play-off."""
    is_new = (after["participant"] != before["participant"]).any()
    return bool(after["is_playoff"] and (is_new or not before["is_playoff"]))


def _is_cleared(before: np.void, after: np.void) -> bool:
    """Whether the field was cleared, perhaps together with the play of this step."""
    if not after["kind"][dfg.NONE]:
        return False
    flushed = (after["discards"] > before["discards"]).any()
    return bool(before["field"].any() or (before["phase"][STEPS_OF_PLAY].any() and flushed))
