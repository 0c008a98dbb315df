"""The kernels of Cyclic in lock step with the twin, over random matches and all house rules.

`FUDABA_TWIN_GAMES=2500 pytest tests/cyclic/test_twin_lockstep.py` plays a long row: four times as
many matches, of one to three seasons.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from fudaba.agents.heuristics.cyclic import choose
from fudaba.envs.cards.counts import spread_out
from fudaba.envs.cyclic import GAME
from fudaba.envs.cyclic.state import FILL, FORM_NAMES, NO_CARD, NOBODY, NONE, PASS, SHAPES

from ..kikisen.lockstep import (
    NUM_BLOCKS,
    ChanceOfTable,
    Lockstep,
    Policy,
    advised,
    uniformly,
)
from ..kikisen.twin_base import PACK, Action, name_of
from ..kikisen.twin_games import NUM_GAMES, random_options
from .positions import Table, position
from .test_twin_examples import SYMBOLS, VALUES, legal, made
from .twin import FILLS, Play, Shape, Twin

PASSING = ("pass",)


class Chance(ChanceOfTable):
    def deal(self, season: int, pack: Sequence[int]) -> list[int]:
        """The hands without what the dealer has drawn since, and the stock with it."""
        hands, size = hands_of(self.state), int(self.state["hand_size"])
        dealt = [card for hand in hands for card in hand[:size]]
        return [*dealt, *hands[self.state["dealer"]][size:], *stock_of(self.state)]


def hands_of(state: np.void) -> list[list[int]]:
    """The hands as sorted types."""
    return [spread_out(hand) for hand in state["hands"][: int(state["num_players"])]]


def stock_of(state: np.void) -> list[int]:
    """The stock in the order in which it is drawn."""
    return [int(card) for card in state["stock"][::-1] if card != NO_CARD]


def translated(action: int) -> Action:
    """A kernel action in the words of the twin."""
    kind, position = GAME.decode(action)
    if kind is PASS:
        return PASSING
    if kind is FILL:
        return ("fill", FILLS[position])
    form, foot, size = SHAPES[action]
    return ("play", Shape(FORM_NAMES[form], foot, size))


def shape_in(state: np.void, prefix: str = "") -> Shape | None:
    """The newest play's shape, or with the prefix `chosen_` that of the play being made."""
    form, foot, size = (int(state[f"{prefix}{part}"]) for part in ("form", "foot", "size"))
    return None if form == NONE else Shape(FORM_NAMES[form], foot, size)


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else int(seat)


def everything(state: np.void) -> dict[str, Any]:
    """The whole table in the words of the twin."""
    count = int(state["num_players"])
    fills = state["fills"].tolist()
    filled = int(state["num_filled"])
    assert not any(fills[filled:])
    places = {int(place): seat for seat, place in enumerate(state["place"][:count]) if place}
    return {
        "to_move": seat_or_none(state["to_move"]),
        "hands": hands_of(state),
        "hand_sizes": state["hand_sizes"][:count].tolist(),
        "table": spread_out(state["table"]),
        "cleared": spread_out(state["cleared"]),
        "stock": stock_of(state),
        "dealer": int(state["dealer"]),
        "leader": int(state["leader"]),
        "bonus": int(state["bonus"]),
        "seasons_finished": int(state["season"]),
        "finished": [places[place] for place in sorted(places)],
        "passes": int(state["passes"]),
        "newest": shape_in(state),
        "newest_cards": spread_out(state["newest"]),
        "colours": {colour for colour in range(2) if state["colours"] >> colour & 1},
        "owner": seat_or_none(state["owner"]),
        "chosen": shape_in(state, "chosen_"),
        "filled": tuple(FILLS[way] for way in fills[:filled]),
    }


def everything_of_twin(twin: Twin) -> dict[str, Any]:
    return {
        "to_move": twin.to_move,
        "hands": twin.hands,
        "hand_sizes": [len(hand) for hand in twin.hands],
        "table": sorted(card for _, play in twin.table for card in play.cards),
        "cleared": twin.cleared,
        "stock": twin.stock,
        "dealer": twin.dealer,
        "leader": twin.leader,
        "bonus": twin.bonus,
        "seasons_finished": len(twin.winners),
        "finished": twin.finished,
        "passes": twin.passes,
        "newest": twin.newest and twin.newest.shape,
        "newest_cards": sorted(twin.newest.cards) if twin.newest else [],
        "colours": twin.newest.colours if twin.newest else set(),
        "owner": twin.owner,
        "chosen": twin.chosen,
        "filled": twin.filled,
    }


def fill_what_is_forced(twin: Twin) -> None:
    """The twin asks for every card, the kernels only where there is a choice (CYC-9.10)."""
    while twin.phase == "fill" and len(twin.legal()) == 1:
        twin.apply(*twin.legal())


def by_form(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Every form as often, and passes seldom: singles don't crowd out runs."""
    forms = Counter(action[1].form for action in legal if action[0] == "play")
    if not forms:
        return uniformly(state, legal, rng)
    if PASSING in legal and rng.random() < 0.1:
        return PASSING
    form = rng.choice(sorted(forms))
    return rng.choice([a for a in legal if a[0] == "play" and a[1].form == form])


def longest_first(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """As many cards as possible."""
    return max(legal, key=lambda a: (a[1].number if a[0] == "play" else 0, rng.random()))


def lamely(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Mostly passes, and leads single cards: empties the stock and fills hands."""
    if PASSING in legal and rng.random() < 0.8:
        return PASSING
    return min(legal, key=lambda a: (a[1].number if a[0] == "play" else 0, rng.random()))


def by_advice(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """As greedy plays."""
    return translated(advised(GAME, choose, state))


POLICIES: tuple[Policy, ...] = (uniformly, by_form, longest_first, lamely, by_advice)


def match(rng: random.Random) -> tuple[dict[str, Any], Policy]:
    """Hands of twelve for two players half of the time."""
    options = random_options(rng, VALUES, most_players=4)
    hand_size = rng.choice([8, 12]) if options["num_players"] == 2 else 8
    return {**options, "hand_size": hand_size}, rng.choice(POLICIES)


LOCKSTEP = Lockstep(
    Table,
    Twin,
    Chance,
    translated,
    everything,
    everything_of_twin,
    match,
    settle=fill_what_is_forced,
)


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_kernels_and_twin_agree_after_every_decision(
    block: int, record_property: Callable[[str, object], None]
) -> None:
    seasons = LOCKSTEP.play_block(block, 4 * NUM_GAMES)
    record_property("seasons", seasons)
    assert seasons > NUM_GAMES


def name_of_play(play: Play) -> str:
    """A play of the twin as the kernels' words have it."""
    pairs = zip(play.cards, play.shape.kinds, strict=True)
    names = [f"{name_of(card)}({SYMBOLS[kind]})" if name_of(card)[1] == "0" else name_of(card)
             for card, kind in pairs]  # fmt: skip
    form = "" if play.shape.form == "single" else f"the {play.shape.form} "
    return f"{form}{' '.join(names)}"


def drawn_position(rng: random.Random) -> tuple[str, str]:
    """A hand of kinds that lie together, and a newest play of other cards; often a run."""
    cards = [name_of(card) for card in rng.sample(PACK, len(PACK))]
    foot, colour = rng.randrange(11), rng.choice("br")
    near = [SYMBOLS[(foot + step) % 11] for step in range(5)]
    hand = [name for name in cards if name[1] in [*near, "0"]][:8]
    run = f"the run {' '.join(colour + kind for kind in near[:3])}"
    others = [name for name in cards if name not in hand][:6]
    plays = sorted(position([" ".join(others), "b1"]).plays())
    return " ".join(hand), rng.choice(["", rng.choice(plays), run, run])


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_every_position_has_the_same_plays_step_by_step(block: int) -> None:
    """Runs are seldom answered in random matches; here they are."""
    rng, answers = random.Random(block), 0
    for _ in range(NUM_GAMES // 4):
        hand, newest = drawn_position(rng)
        form = newest.split()[1] if newest.startswith("the ") else "single"
        cards = newest.removeprefix(f"the {form} ").split()
        on = newest and made(form, cards[0][-2] if "(" in cards[0] else cards[0][1],
                             " ".join(card[:2] for card in cards))  # fmt: skip
        expected = {name_of_play(play) for play in legal(hand, on or None)}
        assert position([hand, "bS"], " ".join(cards)).plays() == expected, (hand, newest)
        answers += bool(newest and expected)
    assert answers
