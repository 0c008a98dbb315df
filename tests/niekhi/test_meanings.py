"""Lines of Niekhi that depend on house rules."""

from typing import Any

import pytest

from fudaba.envs.core.contract.meanings import meaning_of
from fudaba.envs.core.scene.about import About
from fudaba.envs.niekhi import GAME
from fudaba.envs.niekhi.meanings import (
    NO_PLAY,
    PLAY,
    REMOVE,
    RUN,
    SHIP_IN_PLAY,
    SHIPS,
    TO_BEAT,
    about_rank,
)


@pytest.mark.parametrize(
    ("about", "options", "line"),
    [
        (about_rank(5), {}, "5, a horse, one of 4. Alone it beats 0 to 4. Equal cards make pairs "
         "and large sets, numbers in a row make runs."),
        (about_rank(8), {}, "8, a general, one of 4. Only court cards are stronger. A play with 8s "
         "then removes strengths from play or takes cards from the discards, one for each 8."),
        (about_rank(8), {"general_optional": True}, "8, a general, one of 4. Only court cards are "
         "stronger. A play with 8s may then remove strengths from play or take cards from the "
         "discards, one for each 8."),
        (SHIPS(), {"ship_alone": "declared"}, "One of two ships. It stands for any card of a set "
         "or a run; alone it is any card that you name."),
        (SHIP_IN_PLAY(rank=8), {"ship_as_general": True}, "A ship that was played as 8. It stays "
         "here if 8s are removed. It counts as a general."),
        (NO_PLAY(), {"pass_locks": True}, "You play nothing, and not in this trick again. Once all "
         "others have passed, the player of the last play leads."),
        (PLAY(rank=3, length=1, copies=3), {}, "A large set, which may be played on anything. Only "
         "another can follow. Where you lack a card, a ship stands for it, and is spent."),
        (PLAY(rank=3, length=1, copies=1), {}, "Others follow with a stronger single or any large "
         "set, or they pass."),
        (TO_BEAT(), {}, "Play the same kind with as many cards, but stronger, or a set of three or "
         "more, or pass. If nothing lies here, you lead with any play."),
        (PLAY(rank=3, length=1, copies=3), {"bomb_over_bomb": "stronger"}, "A large set: it beats "
         "all other kinds of plays, smaller sets, and weaker sets of its size. Where you lack a "
         "card, a ship stands for it, and is spent."),
        (REMOVE(rank=7), {"emptied_by_removal": "loses"}, "All 7s leave all hands, your own too, "
         "the table and the discards. Ships stay. Players left without cards are out."),
        (RUN(), {"min_run": 5}, "5 or more numbers in a row, within 0 to 8, without court cards. "
         "Only a run of as many cards with a higher lowest number, or a large set, can follow it."),
    ],
)  # fmt: skip
def test_lines_of_the_house_rules(about: About, options: dict[str, Any], line: str) -> None:
    rules = GAME.options.read(GAME.name, options)
    assert meaning_of(about, rules, GAME.say)[0] == line
