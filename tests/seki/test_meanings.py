"""What a player is told of a card, a role, a move or a fact under the house rules of a table."""

import re

import pytest

from fudaba.envs.core.contract.meanings import meaning_of
from fudaba.envs.core.scene.about import About
from fudaba.envs.seki import GAME
from fudaba.envs.seki.meanings.cards import beaten_by, beating
from fudaba.envs.seki.meanings.roles import ACTIVATE, AS_ROLE, ROLES
from fudaba.envs.seki.options import SekiOptions
from fudaba.envs.seki.state import ROLE_NAMES, beats
from fudaba.envs.seki.text.words import PANELS

from ..spread import few_mixes
from .positions import new_state


def line_of(about: About, rules: SekiOptions) -> str:
    return meaning_of(about, rules, GAME.translate)[0]


def test_a_plate_tells_of_its_player_and_a_move_tells_the_player() -> None:
    for mix in few_mixes(GAME):
        rules = GAME.options.read(GAME.name, mix)
        for role in ROLE_NAMES:
            number = ROLE_NAMES.index(role)
            plates = [ROLES[number](status=status) for status in PANELS]
            for about in (*plates, AS_ROLE[number]()):
                line = line_of(about, rules)
                assert not re.search(r"\b(you|yours?)\b", line, re.IGNORECASE), line
                assert len(line) <= 200
    line = line_of(ROLES[ROLE_NAMES.index("HACKER")](status="activated"), SekiOptions())
    assert line == (
        "Used already. Freeze a card of each other player until the player's next turn, a random "
        "one unless the player names one that lies face up. Then the player gets a bonus turn."
    )
    line = line_of(ACTIVATE[ROLE_NAMES.index("THIEF")](), SekiOptions())
    assert line == (
        "Once in a game: swap a card of your choice for a random card of a player of your choice, "
        "and do so once more if you like."
    )


@pytest.mark.parametrize("allow_equal", [False, True])
def test_the_numbers_of_a_line_are_those_that_beat(allow_equal: bool) -> None:
    rules = SekiOptions(allow_equal=allow_equal)
    state = new_state(allow_equal=allow_equal)
    for top in range(10):
        for is_reversed in (False, True):
            state["top"], state["reversed"] = top, is_reversed
            legal = {number for number in range(10) if beats(state, number)}
            assert beating(top, rules, is_reversed=is_reversed) == legal
            for number in range(10):
                fits = top in beaten_by(number, rules, is_reversed=is_reversed)
                assert fits == (number in legal)
