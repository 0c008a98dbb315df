"""The kernels and the twin of Niekhi, and the translations between them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from fudaba.envs.kikisen.words import ranks_in
from fudaba.envs.niekhi import GAME
from fudaba.envs.niekhi import state as nie

from ..kikisen.twin_base import without
from ..lockstep import (
    ChanceOfTable,
    Lockstep,
)
from ..twins import Action
from .twin import Shape, Twin

STEPS = ("ships", "mode", "remove", "take")


SHAPE_NAMES = ("none", "single", "set", "run", "run of sets")


class Chance(ChanceOfTable):
    def deal(self, season: int, pack: Sequence[int]) -> list[int]:
        """The hands, and the undealt remainder."""
        dealt = [rank for hand in hands_of(self.state) for rank in hand]
        return [*dealt, *ranks_in(self.state["aside"])]


def hands_of(state: np.void, name: str = "hands") -> list[list[int]]:
    """The hands as sorted ranks, or another multiset of each player."""
    return [ranks_in(hand) for hand in state[name][: int(state["num_players"])]]


def shape(rank: int, length: int, copies: int) -> Shape:
    """A shape in the words of the twin."""
    return Shape(SHAPE_NAMES[nie.kind_of(length, copies)], rank, length, copies)


def translated(action: int) -> Action:
    """A kernel action in the words of the twin."""
    kind, position = GAME.decode(action)
    if action in nie.SHAPES:
        return ("play", shape(*nie.SHAPES[action]))
    names = {nie.SHIP_AT: "ship", nie.STRENGTH: "name", nie.CARD: "card"}
    return (names[kind], position) if kind in names else (kind.name,)


def everything(state: np.void) -> dict[str, Any]:
    """The whole table in the words of the twin."""
    seats = range(int(state["num_players"]))
    standing = shape(*(int(state[part]) for part in nie.Shape._fields))
    has_passed = [seat for seat in seats if state["passed"][seat]]
    return {
        "hands": hands_of(state),
        **{zone: ranks_in(state[zone]) for zone in ("table", "discards", "removed", "aside")},
        "last play": ranks_in(state["laid"]),
        "given": hands_of(state, "given_up"),
        "known": hands_of(state, "known"),
        "standing": standing if standing.size else None,
        "owner": None if state["owner"] == nie.NOBODY else int(state["owner"]),
        "passes": int(state["idle"]),
        "passed": has_passed if state["pass_locks"] else len(has_passed),
        "out": [seat for seat in seats if not state["is_in"][seat]],
        "turns": int(state["turns"]),
        "left": int(state["effects_left"]),
        "named": [rank for rank in range(nie.NUM_RANKS) if state["named"] >> rank & 1],
        "chosen": chosen_of(state),
    }


def chosen_of(state: np.void) -> Any:
    """The play on its way, with its ships so far."""
    if state["to_move"] == nie.NOBODY or state["phase"] != nie.SHIPS:
        assert not state["chosen_ships"] and not state["chosen_copies"]
        return None
    chosen = shape(*(int(state[f"chosen_{part}"]) for part in nie.Shape._fields))
    return chosen, tuple(ranks_in(state["chosen_ships"]))


def everything_of_twin(twin: Twin) -> dict[str, Any]:
    return {
        "table": sorted(card for _, cards in twin.table for card in cards),
        "discards": sorted(twin.discards),
        "aside": sorted(twin.stock),
        "last play": sorted(twin.table[-1][1]) if twin.table else [],
        "passed": sorted(twin.locked) if twin.options["pass_locks"] else twin.passes,
        "out": sorted(twin.out),
        "named": sorted(twin.named),
        "chosen": twin.chosen and (twin.chosen.shape, twin.chosen.ships),
    }


def answer_for(twin: Twin) -> None:
    """Takes the steps of the twin that leave no choice."""
    while twin.phase in STEPS:
        actions = sorted(twin.legal())
        places = [twin.discards]
        if twin.options["take_from_table"]:
            places += [cards for _, cards in twin.table[:-1]]
        takes_all = twin.phase == "take" and sum(map(len, places)) <= twin.left
        if len(actions) > 1 and not takes_all:
            return
        twin.apply(actions[0])


def position(state: np.void) -> dict[str, Any] | None:
    """Returns the attributes of a twin at the start of a turn."""
    if state["phase"] != nie.SHAPE:
        return None
    table = everything(state)
    zones = ("discards", "removed", "given", "known", "standing", "owner", "passes", "turns")
    last = table["last play"]
    before = without(table["table"], last)
    plays = [(0, before), (table["owner"], last)] if before or table["standing"] else []
    return {
        **{name: table[name] for name in zones},
        "table": [play for play in plays if play[1] or play is plays[-1]],
        "locked": set(table["passed"]) if state["pass_locks"] else set(),
        "out": set(table["out"]),
        "stock": table["aside"],
    }


LOCKSTEP = Lockstep(
    GAME, Twin, Chance, translated, everything, position, everything_of_twin, settle=answer_for
)
