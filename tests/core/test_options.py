"""House rules: what is taken, what is refused and in which words, and the codes in the state."""

from typing import Annotated, Any, ClassVar, Literal, Self

import numpy as np
import pytest
import yaml
from pydantic import Field, ValidationError, model_validator

from fudaba.common.errors import UnknownSettingError
from fudaba.envs import UserError
from fudaba.envs.core.contract.fields import Field as ViewField
from fudaba.envs.core.contract.options import Coding, Options, option_observer
from fudaba.envs.core.contract.schema import (
    allowed_words,
    describe_allowed,
    limits,
    listed_words,
    takes_integers,
    takes_lists,
)


class ToyOptions(Options):
    num_players: Annotated[int, Field(strict=True, ge=2, le=5)] = 3
    limit: Annotated[int, Field(strict=True, ge=0, le=9)] | Literal["none"] = 4
    tunnel: Literal["off", "ring", "on"] = "ring"
    last: Literal["first", "last"] = "first"
    wild: bool = False
    deck: Annotated[int, Field(strict=True, ge=1, le=200)] = 1

    @model_validator(mode="after")
    def _ring_needs_three(self) -> Self:
        if self.tunnel == "ring" and self.num_players == 2:
            raise ValueError("option tunnel can't be 'ring' with 2 players; allowed: off, on")
        return self


def read(**values: Any) -> ToyOptions:
    return ToyOptions.read("toy_v0", values)


def refusal(**values: Any) -> str:
    with pytest.raises(UserError) as caught:
        read(**values)
    return str(caught.value)


def test_what_is_missing_takes_its_default() -> None:
    assert read().model_dump() == {
        "num_players": 3,
        "limit": 4,
        "tunnel": "ring",
        "last": "first",
        "wild": False,
        "deck": 1,
    }


@pytest.mark.parametrize("values", [{"limit": 99}, {"num_players": 2}])
def test_options_refuse_in_the_same_words_as_read(values: dict[str, Any]) -> None:
    with pytest.raises(UserError) as caught:
        ToyOptions(**values)
    assert refusal(**values) == f"toy_v0: {caught.value}"


def test_an_unknown_option_is_refused_with_those_that_exist() -> None:
    said = "there is no option 'colour'; allowed: num_players, limit, tunnel, last, wild, deck."
    assert refusal(colour="red") == f"toy_v0: {said}"
    with pytest.raises(UnknownSettingError) as caught:
        ToyOptions(colour="red")
    assert str(caught.value) == f"got an unexpected keyword argument 'colour': {said}"


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("num_players", 1, "whole numbers 2 to 5"),
        ("num_players", 6, "whole numbers 2 to 5"),
        ("num_players", 3.0, "whole numbers 2 to 5"),
        ("num_players", "3", "whole numbers 2 to 5"),
        ("num_players", True, "whole numbers 2 to 5"),
        ("num_players", None, "whole numbers 2 to 5"),
        ("limit", -1, "whole numbers 0 to 9 or none"),
        ("limit", 10, "whole numbers 0 to 9 or none"),
        ("limit", "all", "whole numbers 0 to 9 or none"),
        ("limit", False, "whole numbers 0 to 9 or none"),
        ("tunnel", "ringe", "off, ring, on"),
        ("tunnel", None, "off, ring, on"),
        ("last", True, "first, last"),
        ("last", 0, "first, last"),
        ("wild", "maybe", "on, off"),
        ("wild", 2, "on, off"),
        ("wild", None, "on, off"),
        ("deck", 0, "whole numbers 1 to 200"),
        ("deck", [1], "whole numbers 1 to 200"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_allowed(name: str, value: Any, allowed: str) -> None:
    assert (
        refusal(**{name: value}) == f"toy_v0: option {name} can't be {value!r}; allowed: {allowed}."
    )


def test_an_impossible_combination_is_refused_in_its_own_words() -> None:
    assert refusal(num_players=2) == (
        "toy_v0: option tunnel can't be 'ring' with 2 players; allowed: off, on."
    )
    assert read(num_players=2, tunnel="off").num_players == 2


@pytest.mark.parametrize(
    ("text", "tunnel", "limit", "wild"),
    [
        ("{tunnel: off, limit: null, wild: on}", "off", "none", True),
        ("{tunnel: on, limit: none, wild: off}", "on", "none", False),
        ("{tunnel: no, limit: 0, wild: yes}", "off", 0, True),
        ("{tunnel: 'off', limit: 'none', wild: 'on'}", "off", "none", True),
    ],
)
def test_words_that_yaml_reads_as_constants(text: str, tunnel: str, limit: Any, wild: bool) -> None:
    options = read(**yaml.safe_load(text))
    assert (options.tunnel, options.limit, options.wild) == (tunnel, limit, wild)


def test_values_of_numpy_are_taken_as_those_of_python() -> None:
    options = read(num_players=np.int64(4), limit=np.int8(0), wild=np.bool_(True))
    assert options == read(num_players=4, limit=0, wild=True)
    assert refusal(limit=np.int64(10)) == refusal(limit=10)


def test_what_differs_from_the_defaults_is_told_in_words() -> None:
    assert ToyOptions().changed() == {}
    options = ToyOptions.read("toy", {"limit": "none", "wild": True, "deck": 1})
    assert options.changed() == {"limit": "none", "wild": "on"}


def test_options_do_not_change() -> None:
    options = read()
    with pytest.raises(ValidationError):
        options.limit = 5
    assert options == read() and hash(options) == hash(read())


def test_codes() -> None:
    options = read(limit="none", tunnel="on", wild=True, num_players=5)
    codes = {name: options.code(name) for name in ToyOptions.model_fields}
    assert codes == {
        "num_players": 5,
        "limit": -1,
        "tunnel": 2,
        "last": 0,
        "wild": 1,
        "deck": 1,
    }
    assert read(limit=7).code("limit") == 7


def test_write_fills_the_fields_of_the_same_names() -> None:
    state = np.zeros(1, [("rng", np.uint64), *ToyOptions.state_fields()])[0]
    read(limit="none", last="last").write(state)
    assert state.tolist() == (0, 3, -1, 1, 1, 0, 1)


def test_what_a_field_takes() -> None:
    fields = ToyOptions.model_fields
    assert [name for name in fields if takes_integers(fields[name])] == [
        "num_players",
        "limit",
        "deck",
    ]
    assert allowed_words(fields["tunnel"]) == ["off", "ring", "on"]
    assert allowed_words(fields["wild"]) == []
    assert describe_allowed(fields["limit"]) == "whole numbers 0 to 9 or none"


def test_an_option_for_research_leaves_what_was_stored_before_as_it_was() -> None:
    class SmallOptions(ToyOptions):
        for_research: ClassVar = ("ranks",)
        ranks: Annotated[int, Field(strict=True, ge=1, le=13)] = 13

    assert SmallOptions().plain() == ToyOptions().plain()
    assert SmallOptions.view_fields() == ToyOptions.view_fields()
    small = SmallOptions(ranks=3)
    assert small.plain() == {**ToyOptions().plain(), "ranks": 3}
    assert SmallOptions.read("toy", small.plain()) == small


class LongOptions(Options):
    """Every kind of option."""

    seats: ClassVar = ("start",)
    not_in_views: ClassVar = ("start", "turns")

    num_players: Annotated[int, Field(strict=True, ge=2, le=4)] = 3
    start: Annotated[int, Field(strict=True, ge=0, le=3)] | Literal["random"] = "random"
    limit: Annotated[int, Field(strict=True, ge=1, le=9)] | Literal["none", "all"] = "none"
    tunnel: Literal["off", "ring", "on"] = "ring"
    sides: Literal[4, 2] = 4
    wild: bool = False
    turns: Annotated[int, Field(strict=True, ge=1, le=100_000)] = 5
    roles: tuple[Literal["THIEF", "HUNTER", "FARMER"], ...] = ("HUNTER",)
    points: (
        Annotated[
            tuple[Annotated[int, Field(strict=True, ge=0, le=300)], ...],
            Field(min_length=2, max_length=4),
        ]
        | Literal["usual"]
    ) = (3, 1)


def test_a_house_rule_has_its_coding_by_its_schema() -> None:
    assert {name: LongOptions.coding(name) for name in LongOptions.model_fields} == {
        "num_players": Coding(2, 4),
        "start": Coding(-1, 3, words=(("random", -1),)),
        "limit": Coding(-1, 9, words=(("none", -1), ("all", -1))),
        "tunnel": Coding(0, 2, words=(("off", 0), ("ring", 1), ("on", 2))),
        "sides": Coding(2, 4),
        "wild": Coding(0, 1),
        "turns": Coding(1, 100_000),
        "roles": Coding(0, 1, 3, (("THIEF", 1), ("HUNTER", 1), ("FARMER", 1))),
        "points": Coding(0, 300, 4),
    }
    assert LongOptions.codes("tunnel") == (0, 1, 2)
    assert LongOptions.max_players() == 4


def test_the_state_s_fields_hold_every_code() -> None:
    assert np.dtype(LongOptions.state_fields()) == np.dtype(
        [
            ("num_players", np.int8),
            ("start", np.int8),
            ("limit", np.int8),
            ("tunnel", np.int8),
            ("sides", np.int8),
            ("wild", np.int8),
            ("turns", np.int32),
            ("roles", np.int8, 3),
            ("points", np.int16, 4),
        ]
    )


def test_the_view_s_fields_say_what_the_codes_mean() -> None:
    assert LongOptions.view_fields() == (
        ViewField("num_players", (), 2, 4, "house rule"),
        ViewField("limit", (), -1, 9, "house rule: -1 none, -1 all"),
        ViewField("tunnel", (), 0, 2, "house rule: 0 off, 1 ring, 2 on"),
        ViewField("sides", (), 2, 4, "house rule"),
        ViewField("wild", (), 0, 1, "house rule"),
        ViewField("roles", (3,), 0, 1, "house rule: 1 for each of THIEF, HUNTER, FARMER"),
        ViewField("points", (4,), 0, 300, "house rule"),
    )


@pytest.mark.parametrize("options", [ToyOptions, LongOptions])
def test_the_observer_copies_what_views_tell(options: type[Options]) -> None:
    state = np.zeros(1, options.state_fields())
    view = (
        np.full(1, 99, np.int16)
        .repeat(40)
        .view(
            [(field.name, np.int16, field.shape) for field in options.view_fields()]
            + [("rest", np.int16, 40 - sum(int(np.prod(f.shape)) for f in options.view_fields()))]
        )
    )
    options().write(state[0])
    option_observer(options)(state[0], view[0])
    for field in options.view_fields():
        assert view[0][field.name].tolist() == state[0][field.name].tolist()
    assert (view[0]["rest"] == 99).all()


def test_a_seat_must_be_at_the_table() -> None:
    assert LongOptions.read("long_v0", {"start": 2}).start == 2
    with pytest.raises(UserError) as caught:
        LongOptions.read("long_v0", {"start": 3})
    assert str(caught.value) == (
        "long_v0: option start can't be 3 with 3 players; allowed: random or 0 to 2."
    )


def test_what_a_list_takes() -> None:
    fields = LongOptions.model_fields
    assert [name for name in fields if takes_lists(fields[name])] == ["roles", "points"]
    assert listed_words(fields["roles"]) == ["THIEF", "HUNTER", "FARMER"]
    assert limits(fields["points"]) == {"ge": 0, "le": 300, "max_length": 4}
    assert describe_allowed(fields["points"]) == (
        "usual or a list in [ ] of whole numbers 0 to 300"
    )
