"""The kernels of Niekhi in lock step with the twin, over random matches and all house rules.

The twin asks also where there is one answer, or where all answers come to the same; there it is
answered for, as the kernels do not ask (KIKI-9.9).

`FUDABA_TWIN_GAMES=5000 pytest tests/niekhi/test_twin_lockstep.py` plays a long row: four times as
many matches, of one to three seasons.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from fudaba.agents.heuristics.niekhi import choose
from fudaba.envs.kikisen.words import ranks_in
from fudaba.envs.niekhi import GAME
from fudaba.envs.niekhi import state as nie

from ..kikisen.lockstep import (
    NUM_BLOCKS,
    ChanceOfTable,
    Lockstep,
    Policy,
    advised,
    eagerly,
    lamely,
    uniformly,
)
from ..kikisen.twin_base import Action
from ..kikisen.twin_games import NUM_GAMES, random_options
from .positions import Table
from .test_twin_examples import VALUES
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
        "to_move": Table(state).to_move,
        "hands": hands_of(state),
        "hand_sizes": state["hand_sizes"][: len(seats)].tolist(),
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
        "dealer": int(state["dealer"]),
        "bonus": int(state["bonus"]),
        "finished": int(state["season"]),
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
        "to_move": twin.to_move,
        "hands": twin.hands,
        "hand_sizes": [len(hand) for hand in twin.hands],
        "table": sorted(card for _, cards in twin.table for card in cards),
        "discards": sorted(twin.discards),
        "removed": twin.removed,
        "aside": sorted(twin.stock),
        "last play": sorted(twin.table[-1][1]) if twin.table else [],
        "given": twin.given,
        "known": twin.known,
        "standing": twin.standing,
        "owner": twin.owner,
        "passes": twin.passes,
        "passed": sorted(twin.locked) if twin.options["pass_locks"] else twin.passes,
        "out": sorted(twin.out),
        "turns": twin.turns,
        "left": twin.left,
        "named": sorted(twin.named),
        "chosen": twin.chosen and (twin.chosen.shape, twin.chosen.ships),
        "dealer": twin.dealer,
        "bonus": twin.bonus,
        "finished": len(twin.winners),
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


def with_generals(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Plays generals, takes, and takes generals: seasons that only the cap ends."""
    wanted = [action for action in legal if action == ("card", 8) or action[0] == "take"]
    for action in legal:
        if action[0] == "play" and 8 in action[1].ranks and action[1].length == 1:
            wanted.append(action)
    return rng.choice(wanted or legal)


def removing(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Plays runs and sets with generals, and removes: empties hands."""
    wanted = [action for action in legal if action[0] == "remove"]
    for action in legal:
        if action[0] == "play" and 8 in action[1].ranks:
            wanted.append(action)
    return rng.choice(wanted or legal)


def greedily(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Follows the advice."""
    return translated(advised(GAME, choose, state))


ENDLESS: tuple[Policy, ...] = (with_generals, lamely)  # but for the cap, which is tight for them
POLICIES = (uniformly, eagerly, removing, greedily, *ENDLESS)


def match(rng: random.Random) -> tuple[dict[str, Any], Policy]:
    options, policy = random_options(rng, VALUES), rng.choice(POLICIES)
    return {**options, "max_turns": 48} if policy in ENDLESS else options, policy


LOCKSTEP = Lockstep(
    Table, Twin, Chance, translated, everything, everything_of_twin, match, settle=answer_for
)


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_kernels_and_twin_agree_after_every_decision(
    block: int, record_property: Callable[[str, object], None]
) -> None:
    seasons = LOCKSTEP.play_block(block, 4 * NUM_GAMES)
    record_property("seasons", seasons)
    assert seasons >= NUM_GAMES
