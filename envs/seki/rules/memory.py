"""The memory of each seat (SEKI-7.5): for every card, the zones where it can be.

`memory[viewer, card]` has the zones where the viewer can't exclude that the card is
(core/kit/memory.py). cards.py moves cards and calls these functions. For a viewer they read only
facts that are shown to it. The viewer after the last seat is a spectator, which sees public facts
alone.

`may_be_frozen[viewer, card]` goes with it: a bit is set if the card may have been in a hand, face
down, when a seat froze one there (`bit_of_freeze`).
"""

import numpy as np

from ...core.compiling.kernel import kernel
from ...core.kit.arrays import clear
from ...core.kit.memory import (
    NOWHERE,
    can_be,
    exclude,
    expect,
    forget_zone,
    only,
    show_zone,
    spread,
)
from ...core.kit.memory import know as see
from .. import state as seki


@kernel
def know(state: np.void, viewer: int, card: int, zone: int) -> None:
    """Records that a viewer sees a card in a zone (rule 2)."""
    see(state["memory"], viewer, card, zone)
    state["may_be_frozen"][viewer, card] = 0


@kernel
def show(state: np.void, card: int, zone: int) -> None:
    """Records that all viewers see a card in a zone (rule 2)."""
    for viewer in range(state["num_players"] + 1):
        know(state, viewer, card, zone)


@kernel
def remember_deal(state: np.void) -> None:
    """Starts all memories after the deal: each player knows the own hand (rule 1, SEKI-3.5)."""
    memory, count = state["memory"], np.int64(state["num_players"])
    state["may_be_frozen"][:] = 0
    for viewer in range(count + 1):
        expect(memory, viewer, count, seki.NUMBER_DECK, 0, seki.NUM_NUMBERS)
        expect(memory, viewer, count, seki.SYMBOL_DECK, seki.NUM_NUMBERS, seki.NUM_CARDS)
    for card in range(seki.NUM_CARDS):
        if state["zone"][card] < count:
            holder = np.int64(state["zone"][card])
            know(state, holder, card, holder)
    for zone in range(seki.NUM_ZONES):
        forget_if_empty(state, zone)


@kernel
def forget_if_empty(state: np.void, zone: int) -> None:
    """Removes an empty zone from all memories (rule 8)."""
    if state["zone_size"][zone] == 0:
        forget_zone(state["memory"], zone)


@kernel
def remember_draw(state: np.void, seat: int, card: int, deck: int) -> None:
    """Records an unseen draw from the top of a deck, which some viewers may know (rule 3)."""
    for viewer in range(state["num_players"] + 1):
        knows = state["knows_top"] if deck == seki.NUMBER_DECK else state["knows_order"][viewer]
        show_zone(state["memory"], viewer, deck, state["may_be_drawn"][viewer])
        if viewer == seat or knows == 1:
            clear(state["may_be_drawn"][viewer])
            state["may_be_drawn"][viewer, card] = 1
            know(state, viewer, card, seat)
        else:
            spread(state["memory"], viewer, deck, seat)


@kernel
def remember_trade(state: np.void, one: int, given: int, other: int, got: int) -> None:
    """Records a swap of two cards that only both players see (rule 4); called after the move."""
    for viewer in range(state["num_players"] + 1):
        if viewer != one and viewer != other:
            mix_hands(state, viewer, one, other)
        else:
            know(state, viewer, given, other)
            know(state, viewer, got, one)
    for card in (given, got):
        if state["marked"][card] == 1:
            show(state, card, np.int64(state["zone"][card]))


@kernel
def mix_hands(state: np.void, viewer: int, one: int, other: int) -> None:
    """Makes each unmarked card that can be in one of two hands possible in both (rule 4)."""
    memory, hands = state["memory"], only(one) | only(other)
    for card in range(seki.NUM_CARDS):
        if memory[viewer, card] & hands != NOWHERE and state["marked"][card] == 0:
            memory[viewer, card] |= hands


@kernel
def remember_hidden_exclusion(state: np.void, seat: int, card: int, numbers_only: bool) -> None:
    """Records that a player excludes a card face down (SEKI-7.3, SEKI-9.27)."""
    memory = state["memory"]
    for viewer in range(state["num_players"] + 1):
        if viewer == seat:
            know(state, viewer, card, seki.EXCLUDED)
            continue
        for other in range(seki.NUM_NUMBERS if numbers_only else seki.NUM_CARDS):
            if state["marked"][other] == 0 and can_be(memory, viewer, seat, other):
                memory[viewer, other] |= only(seki.EXCLUDED)


@kernel
def lose_unseen(state: np.void, viewer: int) -> None:
    """Removes cards from the hands of all others where the viewer did not see them.

    A hand with a face-down frozen card is left out, since that card may be any (rules 5 and 6).
    """
    for seat in range(state["num_players"]):
        if seat == viewer or not seki.in_game(state, seat) or state["hidden_frozen"][seat] != 0:
            continue
        for card in range(seki.NUM_CARDS):
            if state["zone"][card] != seat:
                exclude(state["memory"], viewer, seat, card)


@kernel
def remember_view_of_hands(state: np.void, viewer: int) -> None:
    """Records that FORTUNE_TELLER sees the free cards of all others (rule 6, SEKI-5.9)."""
    for seat in range(state["num_players"]):
        if seat == viewer:
            continue
        for card in range(seki.NUM_CARDS):
            if seki.is_free(state, card, seat):
                know(state, viewer, card, seat)
    lose_unseen(state, viewer)


@kernel
def remember_view_of_deck(state: np.void, viewer: int) -> None:
    """Records that HUNTER sees the symbol deck (rule 6, SEKI-5.12)."""
    for card in range(seki.NUM_NUMBERS, seki.NUM_CARDS):
        if state["zone"][card] == seki.SYMBOL_DECK:
            know(state, viewer, card, seki.SYMBOL_DECK)
        else:
            exclude(state["memory"], viewer, seki.SYMBOL_DECK, card)
    state["knows_order"][viewer] = 1


@kernel
def remember_take(state: np.void, hunter: int, card: int) -> None:
    """Records that HUNTER takes a card of the symbol deck, unseen by others (rule 7)."""
    for viewer in range(state["num_players"] + 1):
        if viewer == hunter:
            know(state, viewer, card, hunter)
        else:
            spread(state["memory"], viewer, seki.SYMBOL_DECK, hunter)
            state["knows_order"][viewer] = 0


@kernel
def knows_panel(state: np.void, viewer: int, seat: int) -> bool:
    """Whether the viewer knows a player's role (SEKI-7.1, SEKI-7.6)."""
    is_open = seat == viewer or state["panel"][seat] != seki.FACE_DOWN
    return is_open or state["seen_role"][viewer, seat] == 1


@kernel
def bit_of_freeze(state: np.void, owner: int, freezer: int) -> np.int16:
    """The bit of a hand in which a seat froze a card.

    Each hand has two bits, because only HACKER and NEW_GRAD can freeze (SEKI-5.7, SEKI-5.15).
    """
    return np.int16(1 << (2 * owner + (state["role"][freezer] == seki.NEW_GRAD)))


@kernel
def remember_freeze(state: np.void, owner: int, freezer: int, first: int, last: int) -> None:
    """Records that a random face-down card from `first` to `last` - 1 was frozen (SEKI-5.7)."""
    state["hidden_frozen"][owner] |= np.int8(1 << freezer)
    bit = bit_of_freeze(state, owner, freezer)
    for viewer in range(state["num_players"] + 1):
        for card in range(first, last):
            if can_be(state["memory"], viewer, owner, card) and state["marked"][card] == 0:
                state["may_be_frozen"][viewer, card] |= bit


@kernel
def forget_freezes(state: np.void, freezer: int) -> None:
    """Records that all cards frozen by a seat are free again (SEKI-5.7)."""
    bits = np.int16(0)
    for owner in range(seki.MAX_PLAYERS):
        if state["hidden_frozen"][owner] & (1 << freezer):
            bits |= bit_of_freeze(state, owner, freezer)
            state["hidden_frozen"][owner] &= ~np.int8(1 << freezer)
    for viewer in range(state["num_players"] + 1):
        for card in range(seki.NUM_CARDS):
            state["may_be_frozen"][viewer, card] &= ~bits


@kernel
def remember_redistribution(state: np.void, emperor: int, takes_part: np.ndarray) -> None:
    """Records that EMPEROR has redistributed the free cards (rule 5, SEKI-5.8).

    Args:
        state: The table afterwards; `pool` has the cards that were collected.
        emperor: The seat.
        takes_part: int8[P], 1 for each player that gave and got cards.
    """
    for viewer in range(state["num_players"] + 1):
        for card in range(seki.NUM_CARDS):
            if viewer == emperor and state["pool"][card] == 1:
                state["memory"][viewer, card] = NOWHERE
                state["may_be_frozen"][viewer, card] = 0
                put_among_others(state, viewer, takes_part, card)
            elif viewer != emperor and may_be_with(state, viewer, takes_part, card):
                put_among_others(state, viewer, takes_part, card)
        if viewer == emperor:
            lose_unpooled(state, viewer)
        for card in range(seki.NUM_CARDS):
            if viewer < state["num_players"] and state["zone"][card] == viewer:
                know(state, viewer, card, viewer)
    for card in range(seki.NUM_CARDS):
        if state["pool"][card] == 1 and state["marked"][card] == 1:
            show(state, card, np.int64(state["zone"][card]))


@kernel
def may_be_with(state: np.void, viewer: int, takes_part: np.ndarray, card: int) -> bool:
    """Whether a card is unmarked and can be in the hand of a player that takes part."""
    if state["marked"][card] == 1:
        return False
    for seat in range(state["num_players"]):
        if takes_part[seat] == 1 and can_be(state["memory"], viewer, seat, card):
            return True
    return False


@kernel
def put_among_others(state: np.void, viewer: int, takes_part: np.ndarray, card: int) -> None:
    """Makes a card possible in the hands of all players that take part, but for the viewer's."""
    for seat in range(state["num_players"]):
        if takes_part[seat] == 1 and seat == viewer:
            exclude(state["memory"], viewer, seat, card)
        elif takes_part[seat] == 1:
            state["memory"][viewer, card] |= only(seat)


@kernel
def lose_unpooled(state: np.void, emperor: int) -> None:
    """Removes cards that were not collected from hands without face-down frozen cards.

    See rule 5 and SEKI-9.27.
    """
    for seat in range(state["num_players"]):
        if seat == emperor or not seki.in_game(state, seat) or state["hidden_frozen"][seat] != 0:
            continue
        for card in range(seki.NUM_CARDS):
            is_shown = state["marked"][card] == 1 and state["zone"][card] == seat
            if state["pool"][card] == 0 and not is_shown:
                exclude(state["memory"], emperor, seat, card)
