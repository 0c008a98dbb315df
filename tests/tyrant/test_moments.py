"""Moments of Tyrant: the reveal of a trick and the end."""

import random
from typing import Any

import pytest

from fudaba.envs.core.scene.moment import Moment
from fudaba.envs.core.words.results import results
from fudaba.envs.tyrant import GAME
from fudaba.envs.tyrant.public import fame_parts
from fudaba.envs.tyrant.rules import ending

from ..spread import few_mixes
from .positions import A, B, C, Table, opened, play_name, position


def shown(table: Table, text: str, seat: int = A) -> list[Moment]:
    """The moments that a seat is shown after a decision."""
    before = table.view(seat)
    table.say(text)
    return GAME.words.moments(before, table.view(seat), seat)


# The reveal of a trick


def last_trick(*hands: str, **more: Any) -> Moment:
    """The reveal of a trick that all three players play with their whole hands, without chips."""
    table = position([*hands], "SK HQ", chips=[0, 0, 0], **more)
    for hand in hands[:-1]:
        table.play(hand)
    return shown(table, play_name(hands[-1]))[0]


def test_TYR_4_9_the_verdict_names_the_winner_and_says_where_others_were_equal() -> None:
    won = "player_1 wins ♠K with the most power among those who followed ♠"
    assert last_trick("S", "SS", "S").verdict == won
    alone = "player_1 wins ♠K: nobody else followed ♠"
    assert last_trick("HH", "S", "HH", plaza=(0, 9, 0, 0)).verdict == alone
    tie = last_trick("S", "S", "S")
    assert tie.verdict == (
        "player_2 wins ♠K with the most power among those who followed ♠; player_1 has as much, "
        "but played earlier"
    )
    later = last_trick("S", "S", "S", marker=C).rows
    assert [row.words.split(",")[0] for row in later] == ["player_2", "player_0", "player_1"]
    assert [row.is_best for row in tie.rows] == [False, False, True]
    assert [row.words for row in tie.rows] == [
        "player_0, power 9 (10 less 1 for the marker)", "player_1, power 10",
        "player_2, power 10",
    ]  # fmt: skip


# The end


def ended(won: dict[int, str], **more: Any) -> Moment:
    """The moment at the end of a game, whose last trick player_0 wins."""
    table = position(["SH", "HD", "C"], "SK", won=won, **{"chips": [2, 0, 0], **more})
    table.play("SH")
    table.play("HD")
    *_, moment = shown(table, "play ♣")
    return moment


def test_TYR_6_7_the_verdict_says_why_one_of_equals_wins() -> None:
    moment = ended({C: "CQ"}, chips=[0, 1, 0])
    assert moment.verdict == "Nobody is purged; player_0 wins the game"
    more_tricks = ended({B: "DJ CQ"}, chips=[0, 2, 0])
    assert [row.words.split(" (")[0] for row in more_tricks.rows] == [
        "player_0: fame 5", "player_1: fame 5", "player_2: fame 0",
    ]  # fmt: skip
    assert more_tricks.verdict == (
        "Nobody is purged; player_1 wins the game, with the most tricks among equals"
    )
    assert ended({B: "CQ"}, chips=[0, 3, 0]).verdict == (
        "Nobody is purged; player_0 wins the game, as the nearest to the marker among equals"
    )


@pytest.mark.parametrize("options", few_mixes(GAME))
def test_the_parts_add_up_to_the_fame_and_the_winner_is_the_first(options: dict[str, Any]) -> None:
    rng = random.Random(str(options))
    for seed in range(20):
        table = opened(seed, **options)
        while table.to_move is not None:
            GAME.kernels.apply(table.state, rng.choice(GAME.legal_actions(table.state)))
        state, seat = table.state, rng.choice(table.seats)
        view, count = table.view(seat), len(table.seats)
        for player in table.seats:
            parts = fame_parts(view, (player - seat) % count)
            assert sum(parts.values()) == state["totals"][player]
            assert parts["fewest tricks"] == ending.least_tricks(state, player)
        rows = GAME.words.moments(_on_turn(view), view, seat)[-1].rows
        first = min(table.seats, key=lambda player: ending.standing(state, player))
        for one in results(GAME, state):
            fate = ", purged" if state["purged"][one.seat] else ""
            assert one.points == f"{state['totals'][one.seat]} fame{fate}"
        best = [row.words.split(":")[0] for row in rows if row.is_best]
        assert best == [f"player_{first}"]


def _on_turn(view: Any) -> Any:
    """The same view with a player on turn, as before the end."""
    before = view.copy()
    before["on_turn"][0] = 1
    return before


def test_TYR_6_5_fame_is_shown_with_its_parts() -> None:
    moment = ended({C: "CJ CQ CK DQ"}, plaza=(4, 4, 4, 4))
    assert [row.words for row in moment.rows] == [
        "player_0: fame 7 (2 for chips, 3 for cards, 2 for suits)",
        "player_1: fame 6 (6 for fewest tricks)",
        "player_2: fame 19 (8 for cards, 6 for suits, 5 for ranks), purged",
    ]
    assert [row.is_best for row in moment.rows] == [True, False, False]
    assert moment.verdict == (
        "Purged, with 10 or more above the lowest: player_2; player_0 wins the game"
    )
