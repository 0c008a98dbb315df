"""The random house rules for the twin of Daifugo are those of DFG-8."""

from fudaba.envs.daifugo import GAME
from fudaba.envs.daifugo.options import DaifugoOptions
from fudaba.testing.mixes import columns

from .house_rules import VALUES
from .twin import EFFECTS


def test_DFG_8_the_mixes_have_every_value_of_every_option() -> None:
    assert {*VALUES, "effects"} == {*GAME.options.model_fields}
    for name, column in columns(GAME).items():
        if name not in ("effects", "num_rounds"):
            assert {*VALUES[name]} == {*column}
    assert {*EFFECTS} == {*DaifugoOptions().effects}
