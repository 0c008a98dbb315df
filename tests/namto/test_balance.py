"""What is measured at a table of Namto, recounted in plain Python."""

import random
from collections import Counter
from typing import Any

from fudaba.envs.core.words.reading import copied
from fudaba.envs.namto import GAME
from fudaba.envs.namto.hands import CATEGORIES
from fudaba.envs.namto.state import NOBODY

from ..recounting import Measures, Row, Seasons, balance, decisions, lead_values, tallies
from ..tables import points_of
from .positions import Table, dropped, opened, position, types

MIXES: list[dict[str, Any]] = [
    {},
    {"num_players": 2, "seasons": 3, "reveals": 1},
    {"num_players": 3, "betting": "until_equal", "next_dealer": "rotate", "seasons": 2},
    {"num_players": 6, "hand_pool": "community", "start_chips": 12, "seasons": 3},
    {"num_players": 6, "own_min": 2, "march_rank": "below_cavalry"},
]
FIGURE_CARDS = {"1", "2", "5", "6", "7", "8"}


def dealt(table: Table, seat: int) -> Row:
    """The factors of a seat."""
    one, other = table.hidden(seat).split()
    kinds = one[1] + other[1]
    strengths = ["S012345678KE".index(kind) for kind in kinds]
    same = kinds[0] == kinds[1] or {*kinds} <= {*"SKE"}
    numbers = not {*kinds} & {*"SKE"}
    close = one[0] == other[0] and abs(strengths[0] - strengths[1]) in (1, 2)
    return {
        "dealer": seat == table.to_move,
        "ships": kinds.count("S"),
        "court cards": kinds.count("K") + kinds.count("E"),
        "figure cards": sum(kind in FIGURE_CARDS for kind in kinds),
        "pair": same,
        "neighbours": numbers and close,
    }


def watch(table: Table, rng: random.Random) -> list[Row]:
    """Plays a match to its end and counts what happens to each seat."""
    state, seasons = table.state, Seasons(GAME, table.state)
    seen: list[Counter[str]] = [Counter() for _ in seasons.seats]
    best = dict.fromkeys(seasons.seats, 0)
    for before, action in decisions(GAME, state, rng):
        mover, (kind, _) = int(before["to_move"]), GAME.decode(action)
        seen[mover]["drops"] += kind.name == "drop"
        if kind.name == "reveal":
            note_choice(Table(before), mover, GAME.words.describe(before, action)[7:], seen[mover])
        was, now = points_of(GAME, before), points_of(GAME, state)
        out = [seat for seat in seasons.seats if not before["active"][seat]]
        left = [seat for seat in seasons.seats
                if seat not in out and not (kind.name == "drop" and seat == mover)]  # fmt: skip
        if kind.name == "drop" and before["dealer"] == mover:  # the next one deals
            order = [(mover + step) % len(seasons.seats) for step in seasons.seats]
            before["dealer"] = next(seat for seat in order if seat in left)
        winners = [seat for seat in seasons.seats if state["winners"][seat]]
        if not seasons.see(before, winners):
            continue
        assert sum(now) == sum(was) == 0 and {*winners} <= {*left}
        for seat in left:
            seen[seat]["unopposed"] += len(left) == 1
            seen[seat]["divided"] += seat in winners and len(winners) > 1
            seen[seat]["judged"] += len(left) > 1
        best = best_hands(before, left)
    return [
        {
            **seasons.tallies(seat),
            **{name: seen[seat][name] for name in (
                "drops", "unopposed", "divided", "judged", "choices", "weaker revealed")},
            "best hand": best[seat],
        }
        for seat in seasons.seats
    ]  # fmt: skip


def note_choice(table: Table, seat: int, revealed: str, seen: Counter[str]) -> None:
    """Which of two cards was revealed."""
    cards = table.hidden(seat).split()
    cards.remove(revealed)
    one, other = (9 if name[1] in "SKE" else int(name[1]) for name in (revealed, *cards))
    seen["choices"] += one != other
    seen["weaker revealed"] += one < other


def best_hands(before: Any, left: list[int]) -> dict[int, int]:
    """The category of the best hand of each player, by the record before the last bet."""
    state = copied(before)
    for seat in range(GAME.max_players):
        state["active"][seat] = seat in left
    found = dict.fromkeys(range(int(state["num_players"])), 0)
    for seat in left if len(left) > 1 else []:
        values = Table(state).values(seat)
        rank = values[0].rank if values else -1
        if state["march_rank"] == 1 and rank in (4, 5):
            rank = 9 - rank
        found[seat] = 1 + rank
    return found


MEASURES = Measures(Table, MIXES, dealt, watch, num_deals=40, num_matches=40, never={"dark army"})


def test_the_best_hand_is_named_by_its_category_whatever_its_rank() -> None:
    for march_rank in ("above_cavalry", "below_cavalry"):
        table = position("bS b3", "r5 r0", march_rank=march_rank)
        table.play("0 bet 1", "1 bet 1", "0 reveal b3", "1 reveal r0", "0 bet 1", "1 bet 1")
        best = [CATEGORIES[int(row["best hand"])] for row in tallies(GAME, table.state)]
        assert best == ["march", "march"]


def test_the_outlook_gives_the_pot_to_the_best_hand_so_far() -> None:
    table = position("bK b3", "b8 r8", "r0 r4")
    assert lead_values(GAME, table.state) == [-1, 2, -1]
    table.play("0 bet 1", "1 bet 1", "2 bet 2", "0 reveal bK", "1 reveal b8", "2 reveal r0")
    assert lead_values(GAME, table.state) == [-2, 5, -3]
    assert lead_values(GAME, dropped(table, 1).state) == [5, -2, -3]
    table.play("0 bet 1", "2 drop")
    assert table.state["to_move"] == NOBODY and lead_values(GAME, table.state) == table.points()


def test_the_deal_changes_seats_and_nothing_else_does() -> None:
    table = opened(4, num_players=3, first_dealer=0)
    other = table.copy()
    balance(GAME).swaps["dealer"](other.state, 0, 2)
    assert other.to_move == other.state["dealer"] == 2
    assert [other.hidden(seat) for seat in range(3)] == [table.hidden(seat) for seat in range(3)]
    other.play("2 bet 1", "0 bet 1", "1 bet 1")
    assert other.to_move == 2 and types(other.hidden(2))
