"""Lines that fit."""

from fudaba.envs.core.scene.lines import wrapped


def test_a_line_that_fits_stays_as_it_is() -> None:
    for line in ("", "  a   b  ", "x" * 20):
        assert wrapped(line, 20) == line


def test_a_long_line_goes_on_indented_and_brackets_stay_whole() -> None:
    assert wrapped("  player_1: 3 cards [reset right]", 30) == (
        "  player_1: 3 cards\n      [reset right]"
    )
    assert wrapped("one two-three", 8) == "one\n      two-three"
    assert max(map(len, wrapped("ab " * 100).splitlines())) == 80
