"""`roles=4of[A,B,C,...]`: all lists of one size out of a longer list."""

from itertools import combinations

import pytest

from fudaba.envs import UserError, find_game
from fudaba.evaluation.over import read_over
from fudaba.evaluation.tune.space import space_of

SEKI = find_game("seki_v0")
SEVENS = find_game("sevens_v0")
FIVE = ["THIEF", "HUNTER", "ANGLER", "HACKER", "GAMBLER"]
WORD = f"roles=4of[{','.join(FIVE)}]"


def test_it_stands_for_all_lists_of_that_size_in_order() -> None:
    over = read_over([WORD], SEKI, {})
    assert over == {"roles": [list(chosen) for chosen in combinations(FIVE, 4)]}
    space = space_of(SEKI, over)
    assert space.size == 5
    options = [space.options(point) for point in space.points()]
    assert [list(one.roles) for one in options] == over["roles"]
    assert space.label(options[0]) == "roles=[THIEF,HUNTER,ANGLER,HACKER]"


def test_it_is_written_as_it_was_typed() -> None:
    (axis,) = space_of(SEKI, read_over([WORD], SEKI, {})).axes
    assert axis.word == WORD
    (some,) = space_of(SEKI, {"roles": [FIVE[:4], FIVE[1:]]}).axes
    assert some.word == "roles=[THIEF,HUNTER,ANGLER,HACKER],[HUNTER,ANGLER,HACKER,GAMBLER]"


def test_lists_that_the_rules_forbid_are_left_to_the_rules() -> None:
    space = space_of(SEKI, read_over([WORD], SEKI, {}), {"num_players": 5})
    for point in space.points():
        with pytest.raises(UserError, match="at least 5 different roles"):
            space.options(point)


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("roles=0of[THIEF,HUNTER]", "0of a list of 2 can't be searched; allowed: 1of to 1of."),
        ("roles=2of[THIEF,HUNTER]", "2of a list of 2 can't be searched; allowed: 1of to 1of."),
        ("roles=9of[THIEF,HUNTER]", "9of a list of 2 can't be searched; allowed: 1of to 1of."),
        ("roles=1of[THIEF,THIEF]", "has an entry twice; each is allowed once."),
        (f"roles=20of[{','.join(map(str, range(40)))}]", "stands for 137,846,528,820 lists; "),
    ],
)
def test_a_choice_that_is_none_is_refused(word: str, sentence: str) -> None:
    with pytest.raises(UserError) as caught:
        read_over([word], SEKI, {})
    assert sentence in str(caught.value)


@pytest.mark.parametrize("word", ["roles=4of[THIEF", "roles=4ofTHIEF", "roles=-1of[A,B]"])
def test_words_that_are_no_choice_are_no_values_either(word: str) -> None:
    with pytest.raises(UserError):
        space_of(SEKI, read_over([word], SEKI, {}))


def test_an_option_that_takes_no_list_refuses_it() -> None:
    with pytest.raises(UserError, match="option pass_limit can't be"):
        space_of(SEVENS, read_over(["pass_limit=1of[1,2]"], SEVENS, {}))
