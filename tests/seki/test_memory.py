"""What a seat remembers follows from what it was shown, and from nothing else (SEKI-7.5).

Two tables that look alike to a seat take the same action. If it sees the same of what comes of it,
it must remember the same: the tables differ in all that is hidden from it.
"""

import random
from collections import Counter
from typing import Any

import numpy as np

from fudaba.envs.seki import GAME
from fudaba.envs.seki.rules.memory import know
from fudaba.envs.seki.state import (
    ASIDE,
    EXCLUDED,
    GAMBLER_GUESS,
    HUNTER_GIVE,
    MAX_PLAYERS,
    NOBODY,
    NUM_PHASES,
    NUMBER_DECK,
    NUMBER_GRAVEYARD,
    STOP_ACTION,
    SYMBOL_DECK,
    SYMBOL_GRAVEYARD,
)

from .positions import Table, position
from .worlds import redealt, samples

IN_THE_OPEN = (NUMBER_GRAVEYARD, SYMBOL_GRAVEYARD, ASIDE)
REMEMBERED = ("memory", "may_be_frozen", "may_be_drawn", "seen_role", "knows_order")


def stepped(state: np.void, action: int) -> np.void:
    """Another table with the same game after an action; the next game of a match is not dealt."""
    after = Table(state).copy().state
    after["num_games"] = after["game_number"] + 1
    GAME.kernels.apply(after, action)
    return after


def sight(before: np.void, action: int, after: np.void, viewer: int) -> list[Any]:
    """What a seat sees of an action and of what comes of it, its memory left out."""
    view = GAME.view(after, viewer)
    fields = [view[name].tobytes() for name in view.dtype.names if name != "memory"]
    excluded = np.flatnonzero(after["zone"] == EXCLUDED) * (after["exclusion_face_up"] == 1)
    public = [np.flatnonzero(after["zone"] == zone).tolist() for zone in IN_THE_OPEN]
    deck = Table(after).cards(SYMBOL_DECK) if after["knows_order"][viewer] else []
    turned = int(before["number_deck"][before["zone_size"][NUMBER_DECK] - 1])
    shown = [turned] if before["phase"] == GAMBLER_GUESS else []
    if before["phase"] == HUNTER_GIVE and action == STOP_ACTION:
        shown = np.flatnonzero(before["offered"]).tolist()
    owners = np.where(after["marked"] == 1, after["zone"], NOBODY).tolist()
    told = [GAME.announced_to(before, action, viewer), others_hands(before, after, viewer)]
    return [fields, excluded.tolist(), public, deck, shown, owners, told]


def others_hands(before: np.void, after: np.void, viewer: int) -> list[int]:
    """The free cards of all, if the viewer has just seen them as FORTUNE_TELLER (SEKI-5.9)."""
    if (before["seen_role"][viewer] == after["seen_role"][viewer]).all():
        return []
    free = (after["zone"] < MAX_PLAYERS) & (after["frozen_by"] == NOBODY)
    return np.where(free, after["zone"], NOBODY).tolist()


def remembered(state: np.void, viewer: int) -> list[bytes]:
    """All that the record keeps of what a seat was told."""
    return [state[name][viewer].tobytes() for name in REMEMBERED]


def test_SEKI_7_5_memory_follows_from_what_was_shown() -> None:
    rng, compared, moved = random.Random(8), Counter[int](), 0
    for state, viewer, start in samples(150, 8):
        if state["to_move"] == NOBODY:
            continue
        world = redealt(state, viewer, start)
        world["rng"] = state["rng"]  # so that more often the same comes of it
        both = sorted(set(GAME.legal_actions(state)) & set(GAME.legal_actions(world)))
        for action in rng.sample(both, min(3, len(both))):
            one, other = stepped(state, action), stepped(world, action)
            if sight(state, action, one, viewer) == sight(world, action, other, viewer):
                assert remembered(one, viewer) == remembered(other, viewer)
                compared[int(state["phase"])] += 1
                moved += (one["zone"] != other["zone"]).any()
    assert len(compared) == NUM_PHASES and moved > 2000


def test_SEKI_7_5_rule_5_a_card_of_who_takes_no_part_stays_where_it_is_known() -> None:
    """B's only card is frozen; D has traded it to him, so he knows it there."""
    table = position(["0 1", "5", "6 6", "8 8"], "EMPEROR . . .", rest="deck", frozen={1: {"5": 2}})
    know(table.state, 3, 20, 1)
    table.say("activate EMPEROR", "keep 6")
    assert table.known(20)[3] == {"H1"}
    assert table.known(20)[2] == {"ND", "H0", "H1", "H3"}, "C takes part, and does not know"


def test_SEKI_7_5_rule_5_emperor_still_sees_a_frozen_card_that_is_face_up() -> None:
    frozen = {1: {"5": 2}}
    table = position(["0 1", "5 5", "6 6"], "EMPEROR . .", rest="deck", frozen=frozen, marked=[20])
    table.say("activate EMPEROR", "keep 6")
    assert table.known(20) == [{"H1"}] * 3
    assert table.known(16)[0] == {"ND"}, "what he did not collect is in no hand"
