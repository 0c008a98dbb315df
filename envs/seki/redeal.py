"""Redealing of SEKI: random worlds that agree with all that a seat knows.

A world is excluded if a card lies where it can't by the viewer's memory (SEKI-7.5), if a hand has
no card that a freezer can have frozen there, or if the player on turn could not have reached his
present choice. The other seats' memories are private too: in the world each of them has the memory
of a spectator and knows his own hand.
"""

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.kit.memory import can_be, list_hidden
from ..core.kit.redeal import world_dealer
from ..core.kit.rng import draw_below, shuffle
from ..core.kit.seats import NOBODY
from . import state as seki
from .rules.cards import random_free
from .rules.memory import bit_of_freeze, know, knows_panel, remember_view_of_deck
from .rules.roles.alchemist import may_pair
from .rules.roles.emperor import collect, is_collected
from .rules.symbols import can_shed

# A hidden place is a zone, the back of its card if backs differ, and a bit for cards in the pool of
# EMPEROR, which the viewer knows while picking.
ANY, NUMBER, SYMBOL, POOL = 0, 16, 32, 64
BACK = NUMBER | SYMBOL
ZONE = 15  # the bits of the zone
NUM_PLACES = ZONE + BACK + POOL + 1


@kernel
def collect_hidden(state: np.void, viewer: int, cards: np.ndarray, places: np.ndarray) -> int:
    """Lists the hidden cards by id and the hidden places by zone and kind; returns how many.

    So the order does not depend on the places of the cards.
    """
    count, num_places = list_hidden(state["memory"], viewer, cards), 0
    num_lying = np.zeros(NUM_PLACES, np.int8)
    for position in range(count):
        num_lying[place_of(state, viewer, np.int64(cards[position]))] += 1
    for zone in range(seki.NUM_ZONES):
        for pooled in (0, POOL):
            for back in (NUMBER, SYMBOL, ANY):
                place = zone | back | pooled
                for _ in range(num_lying[place]):
                    places[num_places] = place
                    num_places += 1
    return count


@kernel
def place_of(state: np.void, viewer: int, card: int) -> int:
    """Returns a card's place as the viewer knows it; backs may all look alike (SEKI-3.5)."""
    place = int(state["zone"][card])
    if place in (seki.NUMBER_DECK, seki.SYMBOL_DECK) or state["distinct_backs"] == 1:
        place |= NUMBER if seki.is_number(card) else SYMBOL
    if state["to_move"] == viewer and state["pool"][card] == 1:
        place |= POOL
    return place


@kernel
def arrange(state: np.void, cards: np.ndarray, places: np.ndarray, count: int) -> None:
    """Deals numbers and symbols to places with their backs, the rest anywhere, the pool apart."""
    packs, sizes = np.empty((4, seki.NUM_CARDS), np.int8), np.zeros(4, np.int64)
    knows_pool = bool((places[:count] & POOL).any())
    for position in range(count):
        card = np.int64(cards[position])
        pack = 2 * (knows_pool and state["pool"][card] == 1) + (not seki.is_number(card))
        packs[pack, sizes[pack]] = card
        sizes[pack] += 1
    for pack, kind in enumerate((NUMBER, SYMBOL, POOL | NUMBER, POOL | SYMBOL)):
        shuffle(state, packs[pack], sizes[pack])
        sizes[pack] = deal_out(kind, packs[pack], sizes[pack], cards, places, count)
    for pack, kind in ((0, ANY), (2, POOL)):
        size = sizes[pack] + sizes[pack + 1]
        packs[pack, sizes[pack] : size] = packs[pack + 1, : sizes[pack + 1]]
        shuffle(state, packs[pack], size)
        deal_out(kind, packs[pack], size, cards, places, count)


@kernel
def deal_out(
    kind: int, pack: np.ndarray, size: int, cards: np.ndarray, places: np.ndarray, count: int
) -> int:
    """Deals the last cards of a pack to the places of a kind; returns how many are left."""
    for position in range(count):
        if places[position] & (BACK | POOL) == kind:
            size -= 1
            cards[position] = pack[size]
    return size


@kernel
def count_conflicts(
    state: np.void, viewer: int, cards: np.ndarray, places: np.ndarray, count: int
) -> int:
    """Deals the hidden cards out, and counts the known facts that this world contradicts."""
    conflicts = 0
    for position in range(count):
        card, zone = np.int64(cards[position]), np.int64(places[position]) & ZONE
        state["zone"][card] = zone
        conflicts += not can_be(state["memory"], viewer, zone, card)
        back = NUMBER if seki.is_number(card) else SYMBOL
        wanted = np.int64(places[position]) & BACK
        conflicts += wanted != ANY and wanted != back
    conflicts += freeze_anew(state, viewer)
    if state["to_move"] == viewer:
        conflicts += count_unpooled(state)
    elif state["to_move"] != NOBODY:
        conflicts += choose_anew(state, viewer)
    return conflicts


@kernel
def count_unpooled(state: np.void) -> int:
    """Counts cards that are either free or in the pool but not both, while EMPEROR picks."""
    wrong = 0
    if state["phase"] == seki.EMPEROR_PICK:
        for card in range(seki.NUM_CARDS):
            wrong += is_collected(state, card) != (state["pool"][card] == 1)
    return wrong


# Frozen cards: the viewer knows their number and their freezers, but not the cards (SEKI-5.7).


@kernel
def freeze_anew(state: np.void, viewer: int) -> int:
    """Freezes a random possible card for each face-down frozen one; counts those without one."""
    for card in range(seki.NUM_CARDS):
        if state["marked"][card] == 0 and state["zone"][card] != viewer:
            state["frozen_by"][card] = NOBODY
    missing = 0
    for owner in range(state["num_players"]):
        if owner == viewer or state["hidden_frozen"][owner] == 0:
            continue
        for freezer in range(state["num_players"]):
            if state["hidden_frozen"][owner] & (1 << freezer):
                missing += not freeze_one(state, viewer, owner, freezer)
    return missing


@kernel
def freeze_one(state: np.void, viewer: int, owner: int, freezer: int) -> bool:
    """Freezes a random card that the viewer can't exclude; returns False if all are excluded.

    Cards that the viewer has collected as EMPEROR were not frozen.
    """
    bit = bit_of_freeze(state, owner, freezer)
    possible = np.empty(seki.NUM_CARDS, np.int8)
    count = 0
    for card in range(seki.NUM_CARDS):
        in_pool = state["to_move"] == viewer and state["pool"][card] == 1
        is_possible = seki.is_free(state, card, owner) and not in_pool
        if is_possible and state["may_be_frozen"][viewer, card] & bit:
            possible[count] = card
            count += 1
    if count == 0:
        return False
    state["frozen_by"][possible[draw_below(state, count)]] = freezer
    return True


# Secret choices of the player on turn so far (SEKI-7.2).


@kernel
def choose_anew(state: np.void, viewer: int) -> bool:
    """Makes the mover's secret choices at random; returns whether his phase is impossible."""
    seat, phase = np.int64(state["to_move"]), np.int64(state["phase"])
    if phase == seki.TRADE_TARGET:
        state["first_choice"] = random_free(state, seat, 0, seki.NUM_CARDS, 1)
    elif phase == seki.PASS_DRAWN:
        return not draw_anew(state, viewer, seat)
    elif phase in (seki.DIG_UP_NUMBER, seki.MILLIONAIRE_NUMBER):
        return seki.free_numbers(state, seat) == 0
    elif phase == seki.ALCHEMIST_FIRST:
        return seki.free_numbers(state, seat) < 2
    elif phase in (seki.ALCHEMIST_SECOND, seki.ALCHEMIST_DECLARE):
        return not pair_anew(state)
    elif phase == seki.HUNTER_GIVE:
        offer_anew(state, seat)
    elif phase == seki.EMPEROR_PICK:
        collect(state)
    elif phase in (seki.DISCARD_CARD, seki.GAMBLER_DISCARD):
        return not can_shed(state, seat)
    return False


@kernel
def draw_anew(state: np.void, viewer: int, seat: int) -> bool:
    """Picks a possible drawn card that beats the pile; returns False if none is left.

    See SEKI-4.8.
    """
    possible = np.empty(seki.NUM_CARDS, np.int8)
    count = 0
    for card in range(seki.NUM_NUMBERS):
        if (
            seki.is_free(state, card, seat)
            and state["may_be_drawn"][viewer, card] == 1
            and seki.beats(state, seki.number_of(card))
        ):
            possible[count] = card
            count += 1
    if count == 0:
        return False
    state["first_choice"] = possible[draw_below(state, count)]
    return True


@kernel
def pair_anew(state: np.void) -> bool:
    """Picks one or two numbers that ALCHEMIST can have chosen; returns False if none are left."""
    pairs = np.empty((seki.NUM_NUMBERS * seki.NUM_NUMBERS, 2), np.int8)
    count = 0
    for one in range(seki.NUM_NUMBERS):
        for other in range(seki.NUM_NUMBERS):
            if may_pair(state, one, other):
                pairs[count, 0], pairs[count, 1] = one, other
                count += 1
    if count == 0:
        return False
    chosen = draw_below(state, count)
    state["first_choice"] = pairs[chosen, 0]
    if state["phase"] == seki.ALCHEMIST_DECLARE:
        state["second_choice"] = pairs[chosen, 1]
    return True


@kernel
def offer_anew(state: np.void, seat: int) -> None:
    """Picks symbols that HUNTER can have chosen to give (SEKI-5.12)."""
    state["left_to_do"] = 0
    for card in range(seki.NUM_NUMBERS, seki.NUM_CARDS):
        has_room = state["left_to_do"] < state["zone_size"][seki.SYMBOL_DECK]
        may_give = has_room and seki.is_free(state, card, seat)
        state["offered"][card] = may_give and draw_below(state, 2) == 1
        state["left_to_do"] += state["offered"][card]


# Decks, panels and the others' memory.


deal_world = world_dealer("seki_v0", count_conflicts, arrange)


@kernel
def stack_decks(state: np.void, viewer: int) -> None:
    """Orders the decks at random, but for the order that the viewer knows (SEKI-7.6)."""
    size = np.int64(state["zone_size"][seki.NUMBER_DECK])
    known = np.int64(state["number_deck"][size - 1] if state["knows_top"] == 1 else seki.NO_CARD)
    count = 0
    for card in range(seki.NUM_NUMBERS):
        if state["zone"][card] == seki.NUMBER_DECK and card != known:
            state["number_deck"][count] = card
            count += 1
    shuffle(state, state["number_deck"], count)
    if known != seki.NO_CARD:
        state["number_deck"][count] = known
    if state["knows_order"][viewer] == 0:
        count = 0
        for card in range(seki.NUM_NUMBERS, seki.NUM_CARDS):
            if state["zone"][card] == seki.SYMBOL_DECK:
                state["symbol_deck"][count] = card
                count += 1
        shuffle(state, state["symbol_deck"], count)
    # Above their tops the decks still have the drawn cards.
    state["number_deck"][size:] = seki.NO_CARD
    state["symbol_deck"][state["zone_size"][seki.SYMBOL_DECK] :] = seki.NO_CARD


@kernel
def deal_panels_anew(state: np.void, viewer: int) -> None:
    """Deals the roles that the viewer does not know, without EMPEROR and NEW_GRAD (SEKI-3.3)."""
    left = np.empty(seki.NUM_ROLES, np.int8)
    count = 0
    for role in range(seki.NUM_ROLES):
        is_face_down = state["roles"][role] == 1 and role != seki.EMPEROR and role != seki.NEW_GRAD
        if is_face_down and not is_role_known(state, viewer, role):
            left[count] = role
            count += 1
    shuffle(state, left, count)
    for seat in range(state["num_players"]):
        if not knows_panel(state, viewer, seat):
            count -= 1
            state["role"][seat] = left[count]


@kernel
def is_role_known(state: np.void, viewer: int, role: int) -> bool:
    """Whether the viewer knows the holder of a role."""
    for seat in range(state["num_players"]):
        if state["role"][seat] == role and knows_panel(state, viewer, seat):
            return True
    return False


@kernel
def remember_anew(state: np.void, viewer: int) -> None:
    """Gives every other player a spectator's memory, the own hand, and a symbol deck he saw."""
    spectator = np.int64(state["num_players"])
    for seat in range(state["num_players"]):
        if seat == viewer:
            continue
        for card in range(seki.NUM_CARDS):
            state["memory"][seat, card] = state["memory"][spectator, card]
            state["may_be_frozen"][seat, card] = state["may_be_frozen"][spectator, card]
            state["may_be_drawn"][seat, card] = state["may_be_drawn"][spectator, card]
            if state["zone"][card] == seat:
                know(state, seat, card, seat)
        if state["knows_order"][seat] == 1:
            remember_view_of_deck(state, seat)


@kernel
def redeal(state: np.void, seat: int) -> None:
    """Replaces all that a seat does not know by a random world that it can't exclude.

    Equally likely where even dealing finds one; see `deal_world`. The result depends on what the
    seat knows and on `rng` alone.
    """
    cards = np.empty(seki.NUM_CARDS, np.int8)
    places = np.empty(seki.NUM_CARDS, np.int8)
    count = collect_hidden(state, seat, cards, places)
    deal_world(state, seat, cards, places, count)
    stack_decks(state, seat)
    deal_panels_anew(state, seat)
    remember_anew(state, seat)
