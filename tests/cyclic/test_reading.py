"""What a person may type at a table of Cyclic."""

import pytest

from fudaba.envs import UserError
from fudaba.envs.cyclic import GAME

from .positions import Table, position

HAND = "b1 r1 b2 r2 b0 b0 r0 bK rE bS b3"


def meant(table: Table, text: str) -> set[str]:
    """The plays that a text can mean, as others hear them."""
    found = set()
    for chain in GAME.words.read(table.state, text):
        copy, heard = table.copy(), ""
        for action in chain:
            assert action in GAME.legal_actions(copy.state)
            heard = GAME.words.announce(copy.state, action)
            GAME.kernels.apply(copy.state, action)
        found.add(heard.removeprefix("play "))
    return found


@pytest.mark.parametrize(
    ("text", "plays"),
    [
        ("b2", {"b2"}),
        ("2", {"b2", "r2"}),
        ("black bow", {"b2"}),
        ("b0", {f"b0({kind})" for kind in "S12345678KE"}),
        ("b0=5", {"b0(5)"}),
        ("b0(5)", {"b0(5)"}),
        ("r0 as king", {"r0(K)"}),
        ("r1 b1", {"the friends b1 r1"}),
        ("friends 1 1", {"the friends b1 r1"}),
        ("run K-S", {"the run bK rE bS"}),
        ("黒2", {"b2"}),
        ("赤の0を王として", {"r0(K)"}),
        ("黒0（5）", {"b0(5)"}),
        ("赤1と黒1を出す", {"the friends b1 r1"}),
        ("連番 王〜船", {"the run bK rE bS"}),
        ("b1 b0", {"the friends b1 b0(1)"}),
        ("0 b1", {"the friends b1 b0(1)", "the friends b1 r0(1)"}),
        ("1-3", {f"the run {one} {two} b3" for one in ("b1", "r1") for two in ("b2", "r2")}),
        ("play b1-b3", {"the run b1 b2 b3"}),
        ("K-S", {"the run bK rE bS"}),
        ("bk re bs", {"the run bK rE bS"}),
        ("r1 b0 b3", {"the run r1 b0(2) b3"}),
        ("b0=1 r0=2 b3", {"the run b0(1) r0(2) b3"}),
        ("b0 r0 b3", {f"the {play}" for play in (
            "friends b3 b0(3) r0(3)", "run b0(1) r0(2) b3", "run r0(1) b0(2) b3",
            "run b0(2) b3 r0(4)", "run r0(2) b3 b0(4)", "run b3 b0(4) r0(5)",
            "run b3 r0(4) b0(5)")}),
    ],
)  # fmt: skip
def test_cards_are_read_as_plays(text: str, plays: set[str]) -> None:
    assert meant(position([HAND, "r8"]), text) == plays


@pytest.mark.parametrize(("text", "name"), [("5", "single 5"), ("1 1 1", "friends 1 1 1")])
def test_kinds_that_only_nothings_can_fill_are_the_shape(text: str, name: str) -> None:
    table = position([HAND, "r8"])
    assert GAME.words.read(table.state, text) == [(GAME.parse(table.state, name),)]


@pytest.mark.parametrize(
    "text",
    ["castle", "b9", "1-", "b1-r3", "b1 castle", "", "friends b1", "single b1 r1", "run b1 r1"],
)
def test_other_words_are_not_read(text: str) -> None:
    assert GAME.words.read(position([HAND, "r8"]).state, text) == []


@pytest.mark.parametrize(
    ("text", "newest", "why"),
    [
        ("r3", "", "the hand has no r3; write b0 or r0 for a nothing (CYC-4.2)."),
        ("b1 b1", "", "the hand has not so many b1; write b0 or r0 for a nothing (CYC-4.2)."),
        ("r0 r0", "", "the hand has not so many r0 (CYC-4.2)."),
        ("b1 rE", "", "these cards are neither a single nor friends nor a run (CYC-4.2)."),
        ("b1 b2", "", "a run has 3 cards or more, with this min_run (CYC-4.2)."),
        ("b1", "b3", "1 does not beat 3 (CYC-4.6)."),
        ("rE", "b3", "the play must have a black card, as the newest play has (CYC-4.4)."),
        ("r0=5", "b3", "the play must have a black card, as the newest play has (CYC-4.4)."),
    ],
)
def test_what_is_not_allowed_is_refused_with_the_reason(text: str, newest: str, why: str) -> None:
    with pytest.raises(UserError) as caught:
        GAME.words.read(position([HAND, "r8"], newest).state, text)
    assert str(caught.value) == f"{text!r} is not allowed: {why}"


def test_within_a_play_the_next_card_or_all_that_are_missing() -> None:
    table = position([HAND, "r8"])
    table.say("run 1 2 3")
    assert meant(table, "r1 b2 b3") == {"the run r1 b2 b3"}
    assert len(GAME.words.read(table.state, "1")) == 2
    table.say("with r1")
    assert meant(table, "b2 b3") == {"the run r1 b2 b3"}
    for text in ("k", "b1 b1", "r3"):
        with pytest.raises(UserError, match=r"is not allowed: .* \(CYC-4\.7\)\."):
            GAME.words.read(table.state, text)
