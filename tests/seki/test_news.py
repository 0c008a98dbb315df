"""What a step brought to a seat: to who moved, to his partner, and to a third player."""

import random
import re
from typing import Any

import numpy as np
import pytest

from fudaba.envs.seki import GAME
from fudaba.envs.seki.state import NUM_CARDS, NUMBER_DECK
from fudaba.envs.seki.text.words import card_words

from .positions import position
from .worlds import positions_of_a_match

OTHERS = ["1 1 TRADE", "2 2 TRADE"]
NAMES = {card_words([card]): card for card in range(NUM_CARDS)}
CARD_NAME = re.compile("|".join(sorted(NAMES, key=len, reverse=True)))


# Cards that come and go


def test_a_move_that_says_it_all_brings_no_news() -> None:
    table = position(["3 9 TRADE REVERSE", "4 5", *OTHERS], ng="2")
    assert table.news("use TRADE") == table.news("trade 9") == [""] * 4
    table = position(["3 9 TRADE REVERSE", "4 5", *OTHERS], ng="2")
    assert table.news("trash 3") == table.news("trash 4") == [""] * 4


def test_what_angler_takes_is_named_already() -> None:
    table = position(["3 9", *OTHERS], "ANGLER . .", ng="4")
    assert table.news("activate ANGLER", "exclude 9") == [""] * 3
    assert table.news("take 4") == [""] * 3


def test_a_second_pass_tells_the_others_that_a_card_was_drawn() -> None:
    table = position(["3 9", *OTHERS], ng="4", nd="1 8")
    table.say("pass")
    draws = "player_0 draws a card after the reset"
    assert table.news("pass") == ["player_0 got 8a", draws, draws]
    table = position(["3 9", *OTHERS], ng="4")
    table.say("pass")
    assert table.news("pass") == [""] * 3, "the deck is empty"


# GAMBLER (SEKI-5.10)


def test_a_hit_tells_everybody_the_next_number() -> None:
    table = position(["3 9", *OTHERS], "GAMBLER . .", nd="1 8")
    lines = table.news("activate GAMBLER", "guess 6 to 9")
    assert lines == ["a hit, the next number is 8"] * 3
    assert table.cards(NUMBER_DECK)[-1] == NAMES["8a"]
    table = position(["1 1 TRADE", "3 9", "2 2"], ". GAMBLER .", nd="1 5", to_move=1)
    lines = table.news("activate GAMBLER", "guess 0 or 5")
    assert lines == ["a hit, the next number is 5"] * 3


@pytest.mark.parametrize(
    ("house_rule", "words"),
    [("excluded", "a hit, excluded: 8a"), ("number_graveyard", "a hit; on the pile: 8a")],
)
def test_a_hit_that_leaves_the_deck(house_rule: str, words: str) -> None:
    options = {"gambler_hit_card": house_rule}
    table = position(["3 9", *OTHERS], "GAMBLER . .", nd="1 8", options=options)
    assert table.news("activate GAMBLER", "guess 6 to 9") == [words] * 3


# POLICE_OFFICER, HACKER, FORTUNE_TELLER


def test_who_is_frozen_is_told_the_card_and_when_it_is_free() -> None:
    table = position(["3 9", "4", "TRADE TRADE"], "HACKER . .", frozen={2: {"TRADE": 1}})
    assert table.news("activate HACKER") == [
        "",
        "frozen in the hand of player_1: 4a",
        "frozen in the hand of player_2: TRADE b, in all 2 of 2 cards",
    ]
    assert table.news("trash 3") == ["", "", "no longer frozen in the hand of player_2: TRADE a"]


def test_fortune_teller_is_sent_to_the_table() -> None:
    table = position(["3 9", *OTHERS], "FORTUNE_TELLER . .")
    seen = "player_0 sees all hands and roles, which the table lists"
    assert table.news("activate FORTUNE TELLER") == [seen, "", ""]
    table = position(["3 9", *OTHERS], "NEW_GRAD FORTUNE_TELLER! .")
    assert table.news("activate as FORTUNE TELLER") == [seen, "", ""]


# The end


def test_who_finishes_and_who_is_left() -> None:
    table = position(["8", *OTHERS], ng="5", rest="deck")
    news = "player_0 gets place 1; player_1 has the reset right"
    assert table.news("trash 8") == [news] * 3
    table = position(["8", "0", "2"], finished=[2], ng="5", rest="deck")
    assert table.news("trash 8") == ["player_0 gets place 2, player_1 gets place 3"] * 3


def test_what_a_finish_lets_one_conclude_is_news() -> None:
    """A card that could be in two hands is in the other one once the first is empty."""
    table = position(["8", "1", "TRADE"], ng="5")
    news = table.news("trash 8")
    assert news == [
        "player_0 gets place 1; player_1 has the reset right",
        "player_2 has TRADE a in hand; player_0 gets place 1; player_1 has the reset right",
        "player_1 has 1a in hand; player_0 gets place 1; player_1 has the reset right",
    ]


# Secrets


def places(view: np.void, card: int) -> int:
    """In how many zones a card can be as far as the viewer knows."""
    return int(view["memory"][:, card].sum())


def test_SEKI_7_2_news_name_only_cards_that_the_listener_can_place() -> None:
    rng, named, lines = random.Random(5), 0, set()
    for match in range(60):
        before: Any = None
        seat = 0
        for state in positions_of_a_match(7000 + match):
            if before is not None:
                after = GAME.view(state, seat)
                news = GAME.words.news(before, after, seat)
                for name in CARD_NAME.findall(news):
                    assert 1 in (places(before, NAMES[name]), places(after, NAMES[name])), news
                    named += 1
                lines.add(CARD_NAME.sub("", re.sub(r"\d", "", news)).split(" ")[0])
                assert "\n" not in news and not news.endswith((".", ";"))
            seat = rng.randrange(int(state["num_players"]))
            before = GAME.view(state, seat)
    assert named > 1000
    assert lines >= {"", "player_", "a", "on", "face", "frozen", "no", "the"}
