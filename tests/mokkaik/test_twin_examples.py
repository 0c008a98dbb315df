"""The worked examples of the rules of mokkaik, and random games, on the twin alone."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from ..kikisen.twin_base import PACK, Action, Play, RandomChance, plays, types
from ..kikisen.twin_games import NUM_GAMES, Dealt, play_game, random_options
from .twin import Twin

FOLD = ("fold",)

VALUES: dict[str, list[Any]] = {
    "beat_rule": ["current_best", "lead"],
    "dealer_multiplier": ["payer", "either", "none"],
    "par": [6, 0, -2, 10],
}


def made(names: str, foot: int | None = None) -> Play:
    """The play of all these cards, with this foot if there are two runs."""
    cards = tuple(sorted(types(names)))
    (play,) = (
        play for play in plays(cards) if play.types == cards and foot in (None, play.strength)
    )
    return play


def position(hands: Sequence[str], **rest: Any) -> Twin:
    """The start of a round."""
    return Twin.position(rest.pop("options", {}), [types(hand) for hand in hands], **rest)


def lay(twin: Twin, names: str, foot: int | None = None) -> None:
    twin.apply(("play", made(names, foot)))


def fold(twin: Twin, names: str) -> None:
    """Fold and throw these cards."""
    twin.apply(FOLD)
    for card in types(names):
        assert twin.phase == "throw"
        twin.apply(("throw", card))


def following(led: str, hand: str, **options: Any) -> set[Action]:
    """What is legal for the second player."""
    led_size, size = len(types(led)), len(types(hand))
    filled = led + " b0" * (size - led_size)
    twin = position([filled, hand], options=options)
    lay(twin, led)
    assert (twin.to_move, twin.phase) == (1, "follow")
    return twin.legal()


def replies(*names: str) -> set[Action]:
    return {("play", made(name)) for name in names} | {FOLD}


# The worked examples of MOK-10


def test_twin_MOK_10_1_singles() -> None:
    assert following("b3", "b4 r5 bS bE b3") == replies("b4", "bS", "bE")


def test_twin_MOK_10_2_colours_of_a_set() -> None:
    assert following("b0 r0 r0", "b5 b5 r5 rS") == replies("b5 r5 rS")


def test_twin_MOK_10_3_runs() -> None:
    legal = following("b2 b3 b4", "b3 b4 b5 bS b8 r5 r6 r7")
    ship, (three, four, five) = types("bS")[0], types("b3 b4 b5")
    wanted = [
        Play("run", 3, (three, four, five)),
        Play("run", 3, (ship, four, five), 0),
        Play("run", 3, (ship, three, five), 1),
        Play("run", 3, (ship, three, four), 2),
        Play("run", 4, (ship, four, five), 2),
    ]
    assert legal == {("play", play) for play in wanted} | {FOLD}


def test_twin_MOK_10_4_a_single_ship_is_court() -> None:
    legal = following("bS", "bK b8")
    assert legal == {FOLD}
    assert following("bK", "bS bE") == {FOLD}


def test_twin_MOK_10_5_nothing_beats_court() -> None:
    assert following("bK rE", "bE rK bS rS") == {FOLD}


def test_twin_MOK_10_6_the_best_so_far() -> None:
    twin = position(["b1 r1 b0 b0", "r3 b3 b0 r0", "b2 r2 bK rS"])
    lay(twin, "b1 r1")
    lay(twin, "r3 b3")
    assert twin.legal() == replies("bK rS")
    twin = position(["b1 r1 b0 b0", "r3 b3 b0 r0", "b2 r2 bK rS"], options={"beat_rule": "lead"})
    lay(twin, "b1 r1")
    lay(twin, "r3 b3")
    assert twin.legal() == replies("b2 r2", "b2 rS", "bK rS")


def test_twin_MOK_8_the_earliest_of_equals_wins() -> None:
    twin = position(["b1 b0", "b4 b0", "b4 b0", "b3 b0"], options={"beat_rule": "lead"})
    for names in ("b1", "b4", "b4", "b3"):
        lay(twin, names)
    assert twin.to_move == twin.leader == 1 and twin.won[1] == types("b4")
    assert twin.discards == types("b1 b3 b4")


def test_twin_MOK_10_7_a_round() -> None:
    hands = [
        "b0 b1 b2 r0 r0 r0 r1 r1 r1 r1",
        "b6 b7 b8 r2 r2 r3 r3 r4 r4 rK",
        "b1 b1 b1 b0 b0 r5 r5 r6 r6 rE",
        "b3 b3 b4 b4 b5 b5 r7 r7 r8 r8",
    ]
    twin = position(hands)
    lay(twin, "b0 b1 b2")
    lay(twin, "b6 b7 b8")
    assert twin.legal() == {FOLD}
    twin.apply(FOLD)
    assert (twin.to_move, twin.phase, twin.to_throw) == (2, "throw", 3)
    assert twin.legal() == {("throw", card) for card in types("b0 b1 r5 r6 rE")}
    for card in types("rE b1 b0"):
        twin.apply(("throw", card))
    assert twin.to_move == 3 and twin.legal() == {FOLD}  # 3-4-5 is not stronger
    fold(twin, "b3 b3 r8")
    assert twin.to_move == twin.leader == 1 and twin.phase == "lead"
    assert [len(hand) for hand in twin.hands] == [7] * 4
    assert [len(pile) for pile in twin.won] == [0, 3, 0, 0]
    assert twin.won[1] == types("b6 b7 b8") and twin.discards == types("b0 b1 b2")
    assert twin.thrown == [[], [], types("b0 b1 rE"), types("b3 b3 r8")]
    assert twin.rounds == 1 and twin.table == [] and twin.to_throw == 0


def last_round(piles: Sequence[int], winner: int, dealer: int, **options: Any) -> Twin:
    """A season after its last round, with these numbers of cards in the won piles."""
    before = [[0] * (pile - (seat == winner)) for seat, pile in enumerate(piles)]
    hands = ["b8" if seat == winner else "r0" for seat in range(len(piles))]
    options = {"first_dealer": dealer, **options}
    twin = position(hands, to_move=winner, won=before, options=options)
    lay(twin, "b8")
    for _ in hands[1:]:
        fold(twin, "r0")
    assert twin.over and twin.winners == [[winner]]
    assert [len(pile) for pile in twin.won] == list(piles)
    return twin


def test_twin_MOK_10_8_the_scores_of_the_source() -> None:
    twin = last_round([7, 2, 1], winner=1, dealer=0)
    assert twin.scores() == [2, 3, -5]
    assert (twin.dealer, twin.bonus) == (0, 2), "of the last season (KIKI-9.10)"
    assert last_round([7, 2, 1], 1, 0, dealer_multiplier="none").scores() == [1, 4, -5]
    assert last_round([7, 2, 1], 1, 0, dealer_multiplier="either").scores() == [2, 3, -5]


def test_twin_MOK_10_9_the_dealer_wins() -> None:
    twin = last_round([4, 5, 1], winner=0, dealer=0)
    assert twin.scores() == [6, -1, -5]
    assert (twin.dealer, twin.bonus) == (0, 2), "of the last season (KIKI-9.10)"
    assert last_round([4, 5, 1], 0, 0, dealer_multiplier="either").scores() == [12, -2, -10]
    assert last_round([4, 5, 1], 0, 0, dealer_multiplier="none").scores() == [6, -1, -5]


def test_twin_MOK_10_10_the_winner_pays() -> None:
    assert last_round([1, 9], winner=0, dealer=0).scores() == [-3, 3]
    assert last_round([1, 9], winner=0, dealer=1).scores() == [-6, 6]
    assert last_round([1, 9], winner=0, dealer=1, dealer_bonus_start=5).scores() == [-15, 15]


def test_twin_MOK_8_par() -> None:
    assert last_round([7, 2, 1], winner=1, dealer=0, par=8).scores() == [-2, 9, -7]


def test_twin_MOK_3_1_the_deal() -> None:
    for players, size in {2: 10, 3: 10, 4: 10, 5: 8, 6: 8}.items():
        twin = Twin({"num_players": players}, Dealt())
        assert [len(hand) for hand in twin.hands] == [size] * players
        assert len(twin.stock) == 48 - players * size
    twin = Twin({"num_players": 2, "hand_size": 24, "first_dealer": 1}, Dealt())
    assert twin.stock == [] and twin.to_move == twin.leader == 1 and twin.phase == "lead"
    with pytest.raises(ValueError, match="hands of 17 cards"):
        Twin({"num_players": 3, "hand_size": 17}, Dealt())


def test_twin_MOK_4_1_the_leader_may_not_pass() -> None:
    twin = position(["b4 b5 bS r4", "b0 b0 b0 b1"])
    assert twin.legal() == {("play", play) for play in plays(types("b4 b5 bS r4"))}
    assert FOLD not in twin.legal()


def test_twin_MOK_4_5_every_lead_is_a_canonical_play() -> None:
    twin = Twin.position({}, [PACK, []])
    assert len(twin.legal()) == 779


def test_twin_KIKI_8_a_declared_ship() -> None:
    legal = following("b3", "bS b2", ship_alone="declared")
    ship = tuple(types("bS"))
    assert legal == {("play", Play("single", number, ship)) for number in range(4, 10)} | {FOLD}
    pair = tuple(types("bS rS"))
    legal = following("b7 r7", "bS rS", ship_alone="declared")
    assert legal == {("play", Play("set", number, pair)) for number in (8, 9)} | {FOLD}


def test_twin_MOK_5_1_a_ship_counts_by_its_colour() -> None:
    assert following("b0 b0", "rS b5 r5") == {FOLD}
    assert following("b0 r0", "bS b5 r5") == replies("bS r5", "b5 r5")


def test_twin_MOK_7_thrown_cards_are_secret() -> None:
    twin = position(["b3 b4 b0", "r3 r4 r5", "r0 r1 r2"])
    lay(twin, "b3")
    twin.apply(FOLD)
    assert [twin.view(seat)["to_throw"] for seat in twin.seats] == [0, 1, 0]
    twin.apply(("throw", types("r4")[0]))
    assert [twin.view(seat)["thrown"] for seat in twin.seats] == [[], types("r4"), []]
    for seat in twin.seats:
        assert twin.view(seat)["thrown_sizes"] == [0, 1, 0]
        assert twin.view(seat)["events"] == [("play", 0, made("b3")), ("fold", 1, 1)]


def test_twin_MOK_6_3_the_winner_leads_the_next_season() -> None:
    twin = position(["b0", "b1"], options={"seasons": 2})
    lay(twin, "b0")
    lay(twin, "b1")
    assert (twin.season, twin.dealer, twin.to_move, twin.phase) == (1, 1, 1, "lead")
    assert twin.scores() == [-12, 12] and twin.won == [[], []] and twin.rounds == 0


# Random games


def check_table(twin: Twin) -> None:
    """MOK-2.2."""
    places = [*twin.hands, *twin.won, *twin.thrown, twin.discards, twin.stock]
    places += [list(play.types) for _, play in twin.table]
    assert sorted(card for place in places for card in place) == sorted(PACK)
    size = twin.hand_size()
    assert twin.over or twin.on_turn == twin.to_move
    if twin.phase == "lead":
        (left,) = {len(hand) for hand in twin.hands}
        assert sum(map(len, twin.won)) == size - left
    for seat in twin.seats:
        on_table = [card for who, play in twin.table if who == seat for card in play.types]
        kept = [*on_table, *twin.hands[seat], *twin.thrown[seat]]
        assert len(kept) <= size and twin.view(seat)["thrown"] == twin.thrown[seat]
        assert len(twin.played[seat]) + len(twin.thrown[seat]) + len(twin.hands[seat]) == size
    assert sum(twin.scores()) == 0


@pytest.mark.parametrize("block", range(4))
def test_twin_MOK_2_2_random_games_keep_the_invariants(block: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(block, NUM_GAMES, 4):
        rng = random.Random(seed)
        options = random_options(rng, VALUES)
        sizes = ["auto", "auto", 3, 48 // options["num_players"]]
        options["hand_size"] = rng.choice(sizes)
        twin = Twin(options, RandomChance(rng))
        play_game(twin, rng, check_table, FOLD)
        met.update(event[0] for event in twin.events)
        met.update(event[2].shape for event in twin.events if event[0] == "play")
    assert {"play", "fold", "round", "single", "set", "run"} <= {*met}
