"""What others hear in Niekhi, how rare seasons end, why not, and what a person may type."""

import numpy as np
import pytest

from fudaba.envs import UserError
from fudaba.envs.niekhi import GAME
from fudaba.envs.niekhi import state as nie

from ..announced import announced
from .positions import Table, number_of, position


def full_table() -> Table:
    """A table with something everywhere."""
    table = position(["6 7 8 8 S 0 1 1 K", "1 1 5", "2 2"], on="0 1 2", below="7", discards="3 5",
                     removed="4 4", seasons=3, owner=1, max_turns=60)  # fmt: skip
    table.state["turns"], table.state["passed"][2], table.state["idle"] = 20, 1, 1
    table.state["known"][1] = number_of("5")
    return table


def test_cards_that_some_play_takes_are_marked() -> None:
    def marked(table: Table) -> str:
        cards = GAME.scene(table.state, 0).seats[0].cards
        return " ".join(card.name for card in cards if card.mark == "playable")

    assert marked(full_table()) == "1 1 6 7 8 8 ship"
    assert marked(position(["5 3 3 3 2", "0"], on="4")) == "3 3 3 5"
    assert marked(position(["5 2 2 1", "0"], on="4")) == "5"
    assert marked(position(["5 2 2 1 S", "0"], on="3 3")) == "2 2 5 ship"
    assert marked(position(["5 2 2", "0"])) == "2 2 5"
    assert marked(position(["5 2", "0"], to_move=1)) == ""


def test_others_hear_of_a_play_once_it_is_laid() -> None:
    table = full_table()
    run = GAME.parse(table.state, "run 6 7 8")
    assert [announced(GAME, table.state, run, seat) for seat in (0, 1)] == ["", ""]
    table.say("run 6 7 8")
    ship = GAME.parse(table.state, "ship as 6")
    said = [announced(GAME, table.state, ship, seat) for seat in (0, 1)]
    assert said == ["play ship(6) 7 8"] * 2
    table = position(["1 1 1 S 4", "0"])
    single = GAME.parse(table.state, "single K")
    assert announced(GAME, table.state, single, 1) == "play ship(K)"
    four = GAME.parse(table.state, "set 1 1 1 1")
    assert announced(GAME, table.state, four, 1) == "play 1 1 1 ship(1)"


def ended(table: Table, text: str) -> tuple[str, str]:
    """The news and the verdict of the step that ends a season."""
    before = np.array([table.view(2)])[0]
    table.say(text)
    (moment,) = GAME.words.moments(before, table.view(2), 2)
    return GAME.words.news(before, table.view(2), 2), moment.verdict


@pytest.mark.parametrize(
    ("hands", "winner", "verdict"),
    [
        (["8 3", "1", "1 1"], "player_1 wins the game", "player_1 wins the game"),
        (["8 3", "1 1", "1 1"], "all share the game", "All share the game"),
    ],
)
def test_NIE_6_4_the_end_by_the_last_turn_says_so(
    hands: list[str], winner: str, verdict: str
) -> None:
    table = position(hands, on="2", max_turns=48)
    table.state["turns"] = 47
    last = "that was the last turn, the fewest cards win"
    assert ended(table, "pass") == (f"{last}; {winner}", f"{verdict}: {last}")


def test_NIE_6_2_the_end_by_a_removal_tells_what_was_removed_and_who_wins() -> None:
    hands, last = ["8 1 0", "4 4", "5 5 4"], "player_0's removal took player_1's last cards"
    table = position(hands)
    table.say("single 8")
    assert ended(table, "remove 4") == (
        "that takes 4 4 4 out of the game; player_1 gives up 4 4; player_2 gives up 4; "
        "player_1 has no cards left; player_1 wins the game",
        f"player_1 wins the game: {last}",
    )
    table = position(hands, seasons=2)
    table.say("single 8")
    assert ended(table, "remove 4") == (
        "player_1 has no cards left; player_1 wins the season; player_1 deals the next",
        f"player_1 wins the season: {last}",
    )
    table = position(["8 1 0", "4 4", "4"], emptied_by_removal="loses")
    table.say("single 8")
    assert ended(table, "remove 4") == (
        "that takes 4 4 4 out of the game; player_1 gives up 4 4; player_2 gives up 4; "
        "player_1 is out, player_2 is out; player_0 wins the game",
        "player_0 wins the game",
    )


def meant(table: Table, text: str) -> list[str]:
    """What typed words can mean: the decisions of each chain."""
    found = []
    for chain in GAME.words.read(table.state, text):
        state, names = np.array([table.state])[0], []
        for action in chain:
            names.append(GAME.words.describe(state, action))
            GAME.kernels.apply(state, action)
        found.append(", ".join(names))
    return found


@pytest.mark.parametrize(
    ("text", "chains"),
    [
        ("6 7 8", ["run 6 7 8, no ship"]),
        ("play 6-8", ["run 6 7 8, no ship"]),
        ("6 7 ship", ["run 6 7 8, ship as 8"]),
        ("6-s-8", ["run 6 7 8, ship as 7"]),
        ("ship 7 8", ["run 6 7 8, ship as 6"]),
        ("6 7 ship=8", ["run 6 7 8, ship as 8"]),
        ("8 8 ship", ["set 8 8 8"]),
        ("8 7 ship", ["run 6 7 8, ship as 6"]),
        ("run 6-8", ["run 6 7 8, no ship"]),
        ("large set 8 8 ship", ["set 8 8 8"]),
        ("連番6 7 8", ["run 6 7 8, no ship"]),
        ("6 7 船（8）", ["run 6 7 8, ship as 8"]),
        ("将と将と船を出す", ["set 8 8 8"]),
        ("set of 8", []),
        ("run of sets 6 7 8", []),
        ("castle", []),
    ],
)
def test_what_may_be_typed_upon_a_run(text: str, chains: list[str]) -> None:
    assert meant(full_table(), text) == chains


@pytest.mark.parametrize(
    ("text", "chains"),
    [
        ("s", ["single K, ship as K"]),
        ("k", ["single K, no ship"]),
        ("king ship", ["pair K K"]),
        ("王、船", ["pair K K"]),
        ("8 8", ["pair 8 8, no ship"]),
        ("8 s", ["pair 8 8, ship as 8"]),
        ("0 1 ship", ["run 0 1 2"]),
        ("6 7 ship as 5", ["run 5 6 7"]),
        ("ship 7 6", ["run 5 6 7", "run 6 7 8, ship as 8"]),
    ],
)
def test_what_may_be_typed_for_a_lead(text: str, chains: list[str]) -> None:
    assert meant(position(["6 7 8 8 S 0 1 1 K", "1 1 5", "2 2"]), text) == chains


def test_what_may_be_typed_within_a_play() -> None:
    table = full_table()
    table.say("run 6 7 8")
    assert meant(table, "ship=7") == meant(table, "6 s 8") == ["ship as 7"]
    assert meant(table, "s") == ["ship as 6", "ship as 7", "ship as 8"]
    assert meant(table, "6 7 8") == ["no ship"]


def test_what_may_be_typed_for_generals() -> None:
    table = position(["8 8 1 0", "1 4 4 6", "4 5"], discards="3 5 6")
    table.say("pair 8 8")
    assert meant(table, "remove 1 k") == ["remove strengths, remove 1, remove K"]
    assert meant(table, "1と皇・王を除外") == meant(table, "remove 1 k")
    assert meant(table, "take 3 6") == ["take cards, take 3, take 6"]
    assert meant(table, "捨て札から3と6を加える") == meant(table, "take 3 6")
    assert meant(table, "1") == []
    table.say("remove strengths")
    assert meant(table, "1 4") == ["remove 1, remove 4"]
    table = position(["8 8 1 0", "1 4 4 6", "4 5"], discards="3 5")
    table.say("pair 8 8")
    assert meant(table, "take 5 3") == ["take cards"], "the cards are no choice"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("8 8 8", "the hand has 8 only 2 times (NIE-4.1)."),
        ("3", "the hand has no 3 (NIE-4.1)."),
        ("k", "the trick asks for a run of 3 cards, or a set of 3 or more (NIE-4.4)."),
        ("1 1 6", "these cards are neither a single nor a set nor a run (NIE-4.1)."),
        ("6 7", "a run has at least 3 numbers (NIE-4.1)."),
    ],
)
def test_why_words_are_not_allowed(text: str, why: str) -> None:
    with pytest.raises(UserError) as error:
        GAME.words.read(full_table().state, text)
    assert str(error.value) == f"{text!r} is not allowed: {why}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "remove 1 2 3",
            "at most 2 cards can be removed or taken now, "
            "one for each general of the play (NIE-5.1).",
        ),
        ("remove ship", "ships have no strength of their own (NIE-5.1)."),
        ("remove 1 1", "1 was named already (NIE-5.1)."),
        ("take 7", "there is no 7 to take (NIE-5.1, NIE-5.2)."),
    ],
)
def test_why_words_for_generals_are_not_allowed(text: str, why: str) -> None:
    table = position(["8 8 1 0", "1 4 4 6", "4 5"], discards="3 5 6")
    table.say("pair 8 8")
    with pytest.raises(UserError) as error:
        GAME.words.read(table.state, text)
    assert str(error.value) == f"{text!r} is not allowed: {why}"


def test_why_moves_are_illegal() -> None:
    def why(table: Table, action: int) -> str:
        return GAME.words.why_illegal(table.state, action)

    def shape(*parts: int) -> int:
        return next(action for action, found in nie.SHAPES.items() if found == parts)

    table = position(["5 6 6 8 S", "0"], on="6", bomb_over_bomb="stronger")
    assert (
        why(table, shape(5, 1, 1)) == "single 5 is not stronger than the play that lies (NIE-4.2)."
    )
    assert why(table, shape(7, 1, 1)) == "a ship alone is court, not 7 (NIE-4.8)."
    assert why(table, shape(6, 1, 4)) == "the hand has no set 6 6 6 6 (NIE-4.1)."
    asked = "the trick asks for a single, or a set of 3 or more (NIE-4.4)."
    assert why(table, shape(6, 1, 2)) == asked
    table = position(["5 6 6", "0"], on="1 1 1", bomb_over_bomb="stronger")
    asked = "the trick asks for a large set of 3 cards, or a set of 4 or more (NIE-4.4)."
    assert why(table, shape(5, 1, 1)) == asked
    table = position(["5 6 6", "0"], on="1 1 1")
    asked = "the trick asks for a set of 3 or more (NIE-4.4)."
    assert why(table, shape(5, 1, 1)) == asked
    assert why(table, nie.FIRST_SHIP) == "the choice is another one now: play or pass (NIE-4.4)."
    assert why(position(["5", "0"]), nie.PASS_ACTION) == "who leads must play (NIE-4.3)."
    table = position(["4 6 S S 0", "0"])
    table.say("run 4 5 6")
    assert why(table, nie.DONE_ACTION) == "a ship must stand for 5 (NIE-4.8)."
    assert why(table, nie.FIRST_SHIP + 2) == "a ship is needed for 5 (NIE-4.8)."
    assert why(table, nie.FIRST_SHIP + 3) == "the play has 3 positions (NIE-4.7)."
    table.say("ship as 5")
    assert why(table, nie.FIRST_SHIP) == "ships are put down from the foot upward (NIE-4.7)."
    taken = "there is no room for another ship on this position (NIE-4.8)."
    assert why(table, nie.FIRST_SHIP + 1) == taken
    table = position(["8 8 0", "4 4"], discards="3 5 6")
    table.say("pair 8 8")
    forced = "the effect of a general is a must, unless it is general_optional (NIE-5.1)."
    assert why(table, nie.NOTHING_ACTION) == forced
    table.say("take cards")
    assert why(table, nie.FIRST_CARD + 4) == "there is no 4 to take (NIE-5.1, NIE-5.2)."
