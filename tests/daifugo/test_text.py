"""What Daifugo says: moves, what others are told, what a step brought, why not; what it reads."""

import random
import re

import pytest

from fudaba.common.languages import LANGUAGES, in_language
from fudaba.envs import UserError
from fudaba.envs.daifugo import GAME
from fudaba.envs.daifugo import state as dfg

from ..announced import announced
from .positions import LETTERS, Table, at_exchange, opened, position

THREES = "S3 H3 D3 C3 S4 S5 S6 S7 H7 joker joker"
OTHERS = ["H8 H9 D9 S9 D10 C10", "S8 C5 C6 C4 CK C2"]


def lead(hand: str = THREES, **more: object) -> Table:
    """Three players; the first leads."""
    return position([hand, *OTHERS], **more)


def told(table: Table, listener: int) -> dict[str, str]:
    """What a listener is told of each legal action, by what its player says."""
    return {
        text: announced(GAME, table.state, action, listener).translate(LETTERS)
        for text, action in table.moves().items()
    }


# What others are told


def test_DFG_7_2_nothing_is_told_of_a_play_until_it_is_laid() -> None:
    table = lead()
    for text, public in [
        ("pair 7 7", ""),
        ("with S7 and a joker", ""),
        ("joker as D7", "play the pair S7, joker as D7"),
        ("give S4", ""),
        ("give S4 to player_2", "give a card to player_2"),
        ("give H7", ""),
        ("give H7 to player_1", "give a card to player_1"),
    ]:
        assert {told(table, listener)[text] for listener in (1, 2)} == {public}
        assert told(table, 0)[text] == (text if public.startswith("give") else public)
        table.say(text)


def test_DFG_5_8_cards_changed_for_kings_are_told_only_face_up() -> None:
    for face_up, public in [(True, "discard S4"), (False, "discard a card")]:
        table = lead("SK S4 S5", options={"k_discard_face_up": face_up})
        table.say("single K", "with SK")
        assert told(table, 1)["discard S4"] == public


def test_DFG_4_13_the_last_card_of_the_pile_is_told() -> None:
    table = position(["S9 S4", "D4 D5", "C4 C5"], pile="H3 H6")
    table.say("single 9", "with S9")
    assert told(table, 0)["pass and draw a card"] == "pass and draw a card"
    table.say("pass and draw a card")
    assert {told(table, seat)["pass and draw a card"] for seat in table.seats} == {
        "pass and draw the last card"
    }


def test_DFG_4_18_gifts_of_the_exchange_are_told_once_with_how_many_they_are() -> None:
    table = at_exchange(["S2 H2 D2 C4", "S3 H3 D3", "S5 H5"], titles=[3, 1, 2])
    assert {told(table, seat)["give S2 to player_1"] for seat in (1, 2)} == {
        "give the best card to player_1"
    }
    assert told(table, 0)["give S2 to player_1"] == "give S2 to player_1"
    assert table.news("give S2 to player_1") == ["", "player_1 gets ♠2", ""]
    assert told(table, 2)["give H2 to player_1"] == "give the second best card to player_1"
    table.say("give H2 to player_1")
    assert told(table, 0)["give S2 back to player_0"] == "give card 1 of 2 back to player_0"
    assert told(table, 1)["give S2 back to player_0"] == "give S2 back to player_0"
    table.say("give S2 back to player_0")
    assert told(table, 2)["give S3 back to player_0"] == "give card 2 of 2 back to player_0"


def test_DFG_4_18_a_gift_without_a_choice_is_told_with_the_chosen_one() -> None:
    table = at_exchange(["S2 H2 D4 C4", "S3 H3 D3"], titles=[2, 1])
    assert told(table, 1)["give H2 to player_1"] == "give the 2 best cards to player_1"
    assert told(table, 0)["give H2 to player_1"] == "give S2 H2 to player_1"
    assert table.news("give H2 to player_1") == ["", "player_1 gets ♠2 ♥2"]


def test_DFG_4_19_the_single_card_of_hinmin_and_fugo_is_told_so() -> None:
    hands = ["S2 H4 D4 C3", "S3 H3 D3", "SA H5 D5", "C6 C7 C8"]
    table = at_exchange(hands, titles=[4, 1, 3, 2])
    table.say("give H4 to player_1", "give S3 back to player_0")
    brought = table.news("give H3 back to player_0")
    assert brought[3] == "player_2 gives the best card ♠A to player_3"
    assert brought[2] == "player_2 gives the best card ♠A to player_3"
    assert brought[1] == "player_2 gives the best card to player_3"
    assert told(table, 0)["give C6 back to player_2"] == "give a card back to player_2"
    assert table.news("give C6 back to player_2")[2] == "player_2 gets ♣6"


# What a step brought


FIVES = "S5 H5 D5 C5 S9"
RUN = "S4 S5 S6 S7 S9"


@pytest.mark.parametrize(
    ("hand", "num_players", "plays", "brought"),
    [
        (FIVES, 4, ["pair 5 5", "with S5 H5"], "5-skip: player_1, player_2"),
        (FIVES, 4, ["triple 5 5 5", "with S5 H5 D5"],
         "5-skip: player_1, player_2, player_3; the field is cleared, player_0 leads"),
        (FIVES, 2, ["single 5", "with S5"],
         "5-skip: player_1; the field is cleared, player_0 leads"),
        (FIVES, 2, ["pair 5 5", "with S5 H5"], "5-skip goes past everybody: player_1 is next"),
        (RUN, 2, ["run 4 5 6", "in S"], "5-skip: player_1; the field is cleared, player_0 leads"),
        (RUN, 2, ["run 5 6 7", "in S", "stop"],
         "5-skip: player_1; the field is cleared, player_0 leads"),
        ("S5 S6 S7 S8 S9", 2, ["run 5 6 7 8", "in S", "stop"],
         "8-cut: the field is cleared, player_0 leads"),
        ("S6 S7 S8 S9", 2, ["run 6 7 8", "in S", "stop"],
         "8-cut: the field is cleared, player_0 leads"),
    ],
)  # fmt: skip
def test_DFG_5_4_news_name_whom_fives_skip(
    hand: str, num_players: int, plays: list[str], brought: str
) -> None:
    others = ["D9 D10 DJ", "C9 C10 CJ", "H9 H10 HJ"]
    table = position([hand, *others[: num_players - 1]])
    table.say(*plays[:-1])
    assert set(table.news(plays[-1])) == {brought}


def test_DFG_5_4_nothing_is_said_of_fives_without_their_rule() -> None:
    table = position(["S5 H5 S9", "D9 D10"], options={"effects": ["runs"]})
    table.say("single 5")
    assert set(table.news("with S5")) == {""}
    assert set(table.news("pass")) == {"the field is cleared, player_0 leads"}


def test_DFG_5_8_a_king_s_draws_are_named_to_their_player_alone() -> None:
    table = position(["SK S4 S5", "D4 D5", "C4 C5"], pile="H3 HQ")
    table.say("single K", "with SK")
    assert table.news("discard S4") == ["player_0 draws ♥Q", *["player_0 draws 1 card"] * 2]


def test_DFG_4_15_a_play_off_is_announced() -> None:
    table = position(["S9 S4", "D4 D5", "C4 C5 C6"], pile="H3")
    table.say("single 9", "with S9")
    brought = table.news("pass and draw a card")
    begins = "the pile is used up; play-off of player_1 and player_2, player_2 leads"
    place = "player_0 comes 1st in this round"
    assert (
        brought[0] == f"{place}; {begins}" and brought[1] == f"player_1 draws ♥3; {place}; {begins}"
    )


def test_DFG_4_17_the_end_of_a_round_gives_titles_and_the_next_deal() -> None:
    table = position(["S9", "D4 D5", "C4 C5 C6"], pile="H3 H4", options={"num_rounds": 2})
    table.say("single 9", "with S9")
    table.say("pass", "pass", "single 4", "with D4", "pass", "single 5")
    (over,) = {brought.partition("; round 2: ")[0] for brought in table.news("with D5")}
    assert over == "round 1 is over, player_0 is daifugo"
    assert GAME.words.snapshot(table.state)["titles"]["player_2"] == "daihinmin"


@pytest.mark.parametrize(
    ("round_starter", "begins"),
    [("random", " begins by lot, after"), ("daihinmin", "player_2 begins, after")],
)
def test_DFG_3_3_a_new_round_tells_who_begins_and_why(round_starter: str, begins: str) -> None:
    table = position(["S9 S4", "D4 D5", "C4 C5 C6"], pile="H3",
                     options={"num_rounds": 2, "round_starter": round_starter})  # fmt: skip
    table.say("single 9", "with S9", "pass")
    for brought in table.news("pass and draw a card"):
        assert brought.startswith("round 1 is over, player_0 is daifugo; round 2: player_")
        assert f"{begins} the exchange of cards" in brought


@pytest.mark.parametrize("reward_mode", ["winner", "final_places"])
def test_DFG_6_2_the_first_place_of_the_last_round_decides_a_match_for_its_winner(
    reward_mode: str,
) -> None:
    options = {"num_rounds": 1, "reward_mode": reward_mode}
    table = position(["S9", "D4 D5", "C4 C5 C6"], options=options)
    decides, note = ", which decides the match", "; the match is decided: player_0 wins; "
    table.say("single 9")
    brought = table.news("with S9")
    assert all("player_0 is out: 1st in this round" in words for words in brought)
    is_decided = reward_mode == "winner"
    assert {decides in words for words in brought} == {is_decided}
    assert (note in GAME.text(table.state, 2)) == is_decided


def test_DFG_4_18_gifts_without_a_choice_are_news_and_name_only_own_cards() -> None:
    seen = 0
    for seed in range(12):
        table = opened(seed, num_players=2, num_rounds=2, hand_size=5)
        rng = random.Random(seed)
        while table.to_move is not None and not table.state["round"]:
            action = rng.choice(sorted(table.moves()))
            brought = table.news(action)
        if table.to_move is None or table.phase != dfg.EX_DOWN:
            continue
        giver = 1 - table.to_move
        names = " ".join(
            name for name in GAME.words.snapshot(table.state)["hands"][f"player_{1 - giver}"]
        )
        told_to_giver = brought[giver].rpartition("; ")[2]
        assert told_to_giver.endswith(f" to player_{1 - giver}")
        gives = f"player_{giver} gives the 2 best cards"
        given = told_to_giver.removeprefix(gives).partition(" to ")[0]
        assert set(given.split()) <= set(names.split()) and len(given.split()) == 2
        assert brought[1 - giver].endswith(f"{gives} to player_{1 - giver}")
        seen += 1
    assert seen


# Why not


def reason(table: Table, text: str) -> str:
    """Why the seat to move may not do what is called so."""
    describe = GAME.words.describe
    named = {describe(table.state, action).translate(LETTERS): action
             for action in reversed(range(GAME.num_actions))}  # fmt: skip
    assert text not in table.legal()
    return GAME.words.why_illegal(table.state, named[text])


def on_field(
    hand: str, *texts: str, field: str = "S9 H9 D9 C9 joker S4", **options: object
) -> Table:
    """The second player faces what the first has laid."""
    table = position([field, hand, "S5 S6 S7"], options=options)
    table.say(*texts)
    return table


# What is read


def read(table: Table, text: str) -> list[list[str]]:
    """What words can mean, each step by its name, with letters for suits."""
    found = []
    for chain in GAME.words.read(table.state, text):
        at, names = table.copy(), []
        for action in chain:
            names.append({number: name for name, number in at.moves().items()}[action])
            at.say(names[-1])
        found.append(names)
    return found


@pytest.mark.parametrize(
    ("text", "chain"),
    [
        ("joker", ["lone joker"]),
        ("s7", ["single 7", "with S7"]),
        ("7S", ["single 7", "with S7"]),
        ("♠7", ["single 7", "with S7"]),
        ("s7 h7", ["pair 7 7", "with S7 H7"]),
        ("play 7, 7", ["pair 7 7", "with S7 H7"]),
        ("3 3 3 3", ["four of a kind 3 3 3 3", "with S3 H3 D3 C3"]),
        ("s7 joker=d7", ["pair 7 7", "with S7 and a joker", "joker as D7"]),
        ("joker as ♦7 ♠7", ["pair 7 7", "with S7 and a joker", "joker as D7"]),
        ("♠3-♠5", ["run 3 4 5", "in S", "without a joker"]),
        ("s3-5", ["run 3 4 5", "in S", "without a joker"]),
        ("3-5", ["run 3 4 5", "in S", "without a joker"]),
        ("s5 6 7", ["run 5 6 7", "in S", "without a joker"]),
        ("3-4-5", ["run 3 4 5", "in S", "without a joker"]),
        ("s5 joker s7", ["run 5 6 7", "in S", "joker as S6"]),
        ("s7 joker joker=s9", ["run 7 8 9", "in S"]),
    ],
)
def test_cards_are_read_as_the_play_they_make(text: str, chain: list[str]) -> None:
    assert read(lead(), text) == [chain]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("japanese", "english"),
    [
        ("ジョーカーを単体で出す", "joker"),
        ("ハートの7", "h7"),
        ("7のペア", "7 7"),
        ("3を4枚出す", "3 3 3 3"),
        ("♠7と♦7の代わりのジョーカー", "s7 joker=d7"),
        ("♠3から♠5", "s3-5"),
        ("3〜5の階段", "3-5"),
    ],
)
def test_cards_are_read_in_japanese_too(language: str, japanese: str, english: str) -> None:
    table = lead()
    expected = GAME.words.read(table.state, english)
    assert expected
    with in_language(language):
        assert GAME.words.read(table.state, japanese) == expected


def test_other_moves_are_read_in_japanese_too() -> None:
    table = lead("S7 S4 H4 joker joker")
    table.say("single 7", "with S7")
    assert read(table, "player_2に♠4を渡す") == [["give S4", "give S4 to player_2"]]
    assert read(table, "やめる") == [["stop"]]
    with in_language("ja"):
        assert GAME.words.read(table.state, "stop") == [(dfg.STOP_ACTION,)]
    table.say("give S4")
    assert read(table, "player_2に渡す") == [["give S4 to player_2"]]
    table.say("give S4 to player_2")
    assert read(table, "パス") == [["pass"]]
    assert read(table, "パスして引く") == [["pass and draw a card"]]
    drawn = position(["S9 S4", "D4 D5"], options={"pass_draw": "mandatory"})
    drawn.say("single 9", "with S9")
    assert read(drawn, "パス") == [["pass and draw a card"]]


def test_what_the_words_leave_open_are_several_chains() -> None:
    assert [chain[:2] for chain in read(lead(), "3 3 3")] == [
        ["triple 3 3 3", f"with {cards}"]
        for cards in ("S3 H3 D3", "S3 H3 C3", "S3 D3 C3", "H3 D3 C3")
    ]
    assert {chain[0] for chain in read(lead(), "5 6 joker")} == {"run 4 5 6", "run 5 6 7"}
    assert len(read(lead(), "s7 joker")) == 4, "the joker's suit is open"
    assert read(lead(), "s3 3 3")[-1][1] == "with S3 D3 C3"


def test_within_a_play_its_cards_its_suits_or_its_jokers_will_do() -> None:
    table = lead()
    table.say("pair 7 7")
    assert read(table, "s h") == read(table, "s7 7")[:1] == [["with S7 H7"]]
    table.say("with S7 and a joker")
    assert read(table, "joker=d7") == read(table, "s7 joker=d") == [["joker as D7"]]


@pytest.mark.parametrize("text", ["pass", "castle", "s", "7 to 2", "5-3", "s3-h5", "-", "=", "11"])
def test_other_words_are_not_understood(text: str) -> None:
    assert read(lead(), text) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("J", "the hand has no J (DFG-4.1)."),
        ("s8", "♠8 is not in the hand (DFG-4.1)."),
        ("7 7 7", "the hand has only two 7s; write joker for a joker (DFG-4.1)."),
        ("3 joker joker joker", "there are not so many jokers in the hand (DFG-4.2)."),
        ("s3 h4", "these cards are neither a single nor a set nor a run (DFG-4.1)."),
    ],
)
def test_what_is_read_but_forbidden_gets_one_sentence(text: str, why: str) -> None:
    with pytest.raises(UserError) as refused:
        read(lead(), text)
    assert str(refused.value) == f"{text!r} is not allowed: {why}"


def test_the_field_s_demand_comes_first_and_a_binding_is_named() -> None:
    table = on_field("S10 H10 S3 joker", "single 9", "with S9")
    with pytest.raises(UserError, match="the field asks for a single"):
        read(table, "q q")
    with pytest.raises(UserError, match="single 3 does not beat the field"):
        read(table, "3")
    table.state["bound"] = 1
    with pytest.raises(UserError, match="the field is bound to ♠ "):
        read(table, "h10")
    assert read(table, "10") == [["single 10", "with S10"]]


def test_gifts_and_discards_are_read() -> None:
    table = lead("S7 S4 H4 joker joker")
    table.say("single 7", "with S7")
    assert read(table, "s4 to 2") == [["give S4", "give S4 to player_2"]]
    assert read(table, "give 4") == [["give S4"], ["give H4"]]
    assert read(table, "joker") == [["give joker"]]
    for text, why in [
        ("s4 to 0", "only another player who is in"),
        ("s4 h4", "1 card at most can be named now"),
        ("s9", "♠9 is not in the hand"),
    ]:
        with pytest.raises(UserError, match=why):
            read(table, text)
    table.say("give S4")
    assert read(table, "2") == read(table, "to player_2") == [["give S4 to player_2"]]
    kings = lead("SK HK S4 H4")
    kings.say("pair K K", "with SK HK")
    assert read(kings, "h4 s4") == [["discard H4", "discard S4"]]
    with pytest.raises(UserError, match="2 cards at most"):
        read(kings, "h4 s4 d4")


def test_whatever_the_chains_of_any_hand_are_they_can_be_taken() -> None:
    """Each play that can be chosen step by step is read from its cards, and as nothing else."""
    rng, played = random.Random(5), 0
    for seed in range(6):
        table = opened(seed)
        while table.to_move is not None and played < 40 * (seed + 1):
            if table.phase != dfg.SHAPE:
                table.say(rng.choice(sorted(table.legal())))
                continue
            names, at, public = [], table.copy(), ""
            while not public:
                names.append(rng.choice(sorted(at.legal())))
                public = told(at, (at.to_move or 0) + 1 - 2 * ((at.to_move or 0) > 0))[names[-1]]
                at.say(names[-1])
            if public.startswith("play ") and "lone" not in public:
                cards = re.search(r"(joker as )?[SHDC](10|[2-9JQKA]).*", public)
                assert cards and read(table, cards[0]) == [names]
                played += 1
            table.say(*names)
    assert played > 100


def test_why_not_within_a_play() -> None:
    table = lead("S7 H7 S5 S6 joker D3")
    table.say("pair 7 7")
    assert reason(table, "with S7 D7") == "♦7 is not in the hand (DFG-4.1)."
    assert reason(table, "with 2 jokers") == "there are not so many jokers in the hand (DFG-4.2)."
    table.say("with S7 and a joker")
    assert reason(table, "jokers as S7 S7") == "the play has another number of jokers (DFG-4.2)."
    assert reason(table, "stop").startswith("the choice is another one now: choose what the jokers")
