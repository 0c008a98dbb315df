"""The circle of strength: what is marked beats the newest play by the rules."""

import re
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from fudaba.envs.cards.kikisen import NOTHING
from fudaba.envs.cards.kikisen import NUM_KINDS as KINDS_OF_A_COLOUR
from fudaba.envs.core.contract.meanings import meaning_of
from fudaba.envs.core.scene.scene import Diagram
from fudaba.envs.cyclic import GAME
from fudaba.envs.cyclic.meanings import DEALER, PLAY_RUN
from fudaba.envs.cyclic.state import (
    NAMES,
    NONE,
    NUM_KINDS,
    REMOVED,
    RUN,
    SHAPES,
    SYMBOLS,
    is_stronger,
)
from fudaba.testing.positions import positions

from ..spread import few_mixes
from ..tables import zones_of
from .positions import counts, position, types

ALL_CARDS = " ".join(f"{colour}{kind}" for colour in "br" for kind, copies in
                     zip("S012345678KE", (1, 3, 4, *[2] * 7, 1, 1), strict=True)
                     for _ in range(copies))  # fmt: skip
some_mixes = pytest.mark.parametrize("options", few_mixes(GAME, 3))


def circle_of(state: np.void, seat: int) -> Diagram:
    """The circle of the scene of a seat."""
    (circle,) = GAME.scene(state, seat).pictures
    assert isinstance(circle, Diagram)
    return circle


def marked(circle: Diagram, mark: str) -> set[int]:
    """The kinds with a mark."""
    return {kind for kind in range(NUM_KINDS) if circle.nodes[kind].card.mark == mark}


def feet_that_beat(state: np.void) -> set[int]:
    """The feet of the legal plays of the newest form and size for a hand of all cards."""
    table = np.array([state])[0]
    table["chosen_form"] = NONE
    hand = np.array(counts(ALL_CARDS))
    if table["mu"] == REMOVED:
        hand[NOTHING::KINDS_OF_A_COLOUR] = 0
    table["hands"][table["to_move"]] = hand
    shapes = [SHAPES[action] for action in GAME.legal_actions(table) if action in SHAPES]
    return {foot for form, foot, size in shapes if (form, size) == (table["form"], table["size"])}


def test_all_cards_are_the_pack() -> None:
    assert len(types(ALL_CARDS)) == 48


@some_mixes
def test_CYC_4_4_what_beats_the_newest_play_is_marked(options: dict[str, Any]) -> None:
    forms = set()
    for state in positions(GAME, options, 12):
        if state["to_move"] < 0:
            break
        for seat in range(int(state["num_players"])):
            circle = circle_of(state, seat)
            if state["form"] == NONE:
                assert {node.card.mark for node in circle.nodes} == {"none"}
                assert circle.title == "circle: from S on, each beats all before it; S beats E"
                continue
            forms.add(int(state["form"]))
            assert marked(circle, "playable") == feet_that_beat(state)
            foot, size = int(state["foot"]), int(state["size"])
            steps = range(size if state["form"] == RUN else 1)
            laid = {(foot + step) % NUM_KINDS for step in steps}
            assert marked(circle, "recent") == laid - marked(circle, "playable")
            lines = [edge for edge in circle.edges if edge.mark == "recent"]
            assert len(lines) == (size - 1 if state["form"] == RUN else 0)
            assert all({edge.start, edge.end} <= laid for edge in lines)
    assert len(forms) > 1


def test_the_circle_is_a_ring_in_which_each_kind_is_beaten_by_the_next() -> None:
    circle = circle_of(position(["b1", "b2"]).state, 0)
    assert [node.card.name for node in circle.nodes] == [*NAMES, "nothing"]
    assert [(edge.start, edge.end) for edge in circle.edges] == [
        (kind, (kind + 1) % NUM_KINDS) for kind in range(NUM_KINDS)
    ]
    assert all(is_stronger(edge.end, edge.start) for edge in circle.edges)
    middles = [(node.x, node.y) for node in circle.nodes]
    assert all(0.5 <= x <= circle.width - 0.5 and 0.5 <= y <= circle.height - 0.5
               for x, y in middles)  # fmt: skip
    assert all(abs(one[0] - other[0]) > 0.9 or abs(one[1] - other[1]) > 0.9
               for one, other in combinations(middles, 2)), "cards cover each other"  # fmt: skip


@pytest.mark.parametrize(("newest", "words"), [
    ("bE", "S beats the newest, E"),
    ("rS", "1, 2, 3, 4, 5, 6, 7, 8 or K beats the newest, S"),
    ("b7 r7", "2 cards of 8, K or E beat the newest, 7 7"),
    ("rK bE bS", "a run of 3 from E beats the newest, K E S"),
    ("b6 r7 b8", "a run of 3 from 7, 8, K or E beats the newest, 6 7 8"),
])  # fmt: skip
def test_the_title_says_what_the_marks_mean(newest: str, words: str) -> None:
    circle = circle_of(position(["b1 b2", "b3"], newest).state, 0)
    assert circle.title == f"circle: {words}"
    assert circle.words == ("S 1 2 3 4 5 6 7 8 K E S; 0 is wild",)


def test_CYC_4_8_friends_need_enough_cards_in_the_pack() -> None:
    table = position(["b1 b2", "b3"], "b7 r7 b7", mu="removed")
    assert circle_of(table.state, 0).title == "circle: 3 cards of 8 beat the newest, 7 7 7"
    assert circle_of(table.state, 0).words == ("S 1 2 3 4 5 6 7 8 K E S",)
    assert len(circle_of(table.state, 0).nodes) == NUM_KINDS, "without the wild card"
    table = position(["b1 b2", "b3"], "b8 r8 b8 r8", mu="removed")
    assert circle_of(table.state, 0).title == "circle: nothing beats the newest, 8 8 8 8"


def test_a_run_is_drawn_along_the_circle() -> None:
    circle = circle_of(position(["b1", "b2"], "rK bE bS").state, 0)
    assert marked(circle, "recent") == {0, 9} and marked(circle, "playable") == {10}
    lines = [(edge.start, edge.end) for edge in circle.edges if edge.mark == "recent"]
    assert lines == [(9, 10), (10, 0)]


def test_at_the_end_nothing_is_marked() -> None:
    table = position(["b4", "b5 b1"], "b3")
    table.lay("b4")
    assert {node.card.mark for node in circle_of(table.state, 1).nodes} == {"none"}
    scene = GAME.scene(table.state, 1)
    assert scene.notes == () and DEALER() not in [fact.about for fact in scene.seats[0].facts]


@pytest.mark.parametrize("foot", range(NUM_KINDS))
def test_CYC_4_6_a_run_says_which_runs_it_beats(foot: int) -> None:
    line, _ = meaning_of(PLAY_RUN(foot=foot, size=3), GAME.options(), GAME.translate)
    found = re.search(r"runs of 3 that begin with (.+), and shorter", line)
    assert found
    words = re.sub(
        r"1 to (\d)", lambda one: " ".join(map(str, range(1, int(one[1]) + 1))), found[1]
    )
    weaker = {kind for kind in range(NUM_KINDS) if is_stronger(foot, kind)}
    assert {SYMBOLS.index(word) for word in re.findall(r"[S1-8KE]", words)} == weaker


def test_a_played_nothing_names_its_colour() -> None:
    (card,) = zones_of(GAME, position(["b1", "b2"], "r0(E)").state, 0)["newest, by player_1"]
    assert (card.text, card.note, card.name) == ("0", "as E", "r0(E)")
