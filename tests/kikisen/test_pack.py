"""The cards of kikisen and all that can be played with them, clause by clause (KIKI-2, 4)."""

import random
from collections import Counter

import numpy as np
import pytest

from fudaba.envs import UserError, find_game, game_names
from fudaba.envs.cards.kikisen import (
    COPIES,
    DECLARED_PLAYS,
    NUM_CARDS,
    NUM_TYPES,
    PLAYS,
    TYPES,
    Play,
    strength_of,
    type_name,
)
from fudaba.envs.cards.kikisen_faces import card_face, number_face
from fudaba.envs.kikisen.options import KikisenOptions
from fudaba.envs.kikisen.pack import shuffle_pack
from fudaba.envs.makhup.meanings import CARD, about_rank

from ..tables import dealt_state, new_state
from . import twin_base as twin

KIKISEN = [name for name in game_names() if issubclass(find_game(name).options, KikisenOptions)]
NAMES = {type_name(type_): type_ for type_ in range(NUM_TYPES)}


def of(names: str) -> list[Play]:
    """The plays of all these cards together."""
    wanted = sorted(NAMES[name] for name in names.split())
    return [play for play in PLAYS if sorted(play.types) == wanted]


def test_KIKI_2_1_KIKI_2_2_KIKI_10_1_kinds_and_copies() -> None:
    assert NUM_CARDS == 48 and sum(COPIES) == 24
    assert COPIES == (1, 3, 4, 2, 2, 2, 2, 2, 2, 2, 1, 1)


@pytest.mark.parametrize("name", KIKISEN)
def test_KIKI_2_5_only_the_kinds_of_the_pack_are_in_play(name: str) -> None:
    """What is dealt of them, and in which order, is in the lock step with the twins."""
    game, rng = find_game(name), random.Random(name)
    for _ in range(20):
        kinds = rng.sample(twin.KIND_WORDS, rng.randint(6, 12))
        fewer = {"hand_size": 3} if name == "mokkaik_v0" else {}
        state, cards = new_state(game, {"num_players": 2, "pack": kinds, **fewer}), np.empty(48)
        count = shuffle_pack(state, cards)
        wanted = [card for card in twin.PACK if twin.KIND_WORDS[twin.kind_of(card)] in kinds]
        assert sorted(cards[:count]) == wanted


@pytest.mark.parametrize("name", KIKISEN)
def test_KIKI_2_5_a_pack_has_the_cards_that_are_dealt(name: str) -> None:
    game, sizes = find_game(name), Counter[int]()
    rules = {"hand_size": 5} if name == "niekhi_v0" else {}
    for count in range(2, game.max_players + 1):
        needed = game.options.read(name, {**rules, "num_players": count}).num_needed
        for number in range(1, 12):
            kinds = list(twin.KIND_WORDS[:number])
            num_cards = sum(twin.KIND_WORDS[twin.kind_of(card)] in kinds for card in twin.PACK)
            table = {**rules, "num_players": count, "pack": kinds}
            if num_cards >= needed:
                dealt_state(game, table, seed=number)
            else:
                with pytest.raises(UserError, match=f"have at least {needed} cards, here they ha"):
                    game.options.read(name, table)
            sizes[num_cards - needed >= 0] += 1
    assert sizes[False] and sizes[True]
    with pytest.raises(UserError, match="different kinds"):
        game.options.read(name, {"num_players": 2, "pack": [*twin.KIND_WORDS, "bow"]})


def test_KIKI_2_3_KIKI_10_8_types_card_ids_and_names() -> None:
    names = [type_name(type_) for type_ in TYPES]
    assert (names[0], names[14], names[15], names[24], names[46]) == ("bS", "b5", "b5", "rS", "rK")
    assert list(TYPES) == sorted(TYPES) == twin.PACK


def test_KIKI_4_1_strength() -> None:
    assert [strength_of(kind) for kind in range(12)] == [9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9]


def test_KIKI_4_2_KIKI_4_3_ships() -> None:
    assert [play.strength for play in of("bS")] == [play.strength for play in of("bS rS")] == [9]
    assert [play.strength for play in of("bS b1 b1 b1 b1")] == [1], "it may be a fifth soldier"
    assert not of("b4 b6 rS"), "it is of its own colour"


def test_KIKI_4_4_KIKI_10_2_KIKI_10_3_KIKI_10_4_shapes() -> None:
    assert [play.shape for play in of("bK rE")] == ["set"]
    assert not of("b4 r5 b6") and not of("b8 bK bE") and not of("b4 b5")
    assert [play.strength for play in of("b7 b8 bS")] == [6]
    assert [play.strength for play in of("b4 b6 bS")] == [4]
    assert [play.strength for play in of("bK rE bS")] == [9]


def test_KIKI_4_5_KIKI_4_6_KIKI_10_5_strength_of_sets_and_runs() -> None:
    (ones,), (zeros,), (pair,) = of("r1 b1 b1"), of("r0 b0 b0"), of("r1 b1")
    assert ones.strength > zeros.strength and len(pair.types) != len(zeros.types)
    assert [play.strength for play in of("b2 b3 b4")] == [2], "a run's strength is its foot"


def test_KIKI_4_7_KIKI_10_6_one_set_of_cards_may_be_two_runs() -> None:
    low, high = of("b4 b5 bS")
    assert [type_name(type_) for type_ in low.types] == ["bS", "b4", "b5"] and low.strength == 3
    assert [type_name(type_) for type_ in high.types] == ["b4", "b5", "bS"] and high.strength == 4
    assert len(of("bS b4 r4")) == 1


def test_KIKI_4_8_779_plays() -> None:
    assert len(PLAYS) == len(set(PLAYS)) == 779
    assert Counter(play.shape for play in PLAYS) == {"single": 24, "set": 419, "run": 336}
    sets, runs = ([play for play in PLAYS if play.shape == shape] for shape in ("set", "run"))
    assert Counter(len(play.types) for play in sets) == {
        2: 78, 3: 114, 4: 101, 5: 64, 6: 32, 7: 16, 8: 9, 9: 4, 10: 1
    }  # fmt: skip
    assert Counter(play.strength for play in sets) == {0: 58, 1: 94, 9: 57} | dict.fromkeys(
        range(2, 9), 30
    )
    assert Counter(len(play.types) for play in runs) == {
        length: 2 * (10 - length) * (length + 1) for length in range(3, 10)
    }


def test_KIKI_4_8_the_plays_are_those_of_the_twin() -> None:
    assert set(map(as_of_twin, PLAYS)) == twin.plays(twin.PACK)


def test_KIKI_4_3_ships_alone_that_are_declared() -> None:
    assert len(DECLARED_PLAYS) == 18 + 9
    declared = twin.plays(twin.PACK, "declared") - twin.plays(twin.PACK)
    assert set(map(as_of_twin, DECLARED_PLAYS)) == declared


def as_of_twin(play: Play) -> twin.Play:
    """A play in the words of the twin."""
    ships = [place for place, type_ in enumerate(play.types) if type_ in (0, 12)]
    ship = ships[0] if ships and play.shape == "run" else None
    return twin.Play(play.shape, play.strength, tuple(sorted(play.types)), ship)


def test_faces_say_colour_kind_and_number() -> None:
    red, black = card_face(NAMES["r7"], CARD), card_face(NAMES["b7"], CARD)
    assert (red.text, red.name, red.note) == ("7", "r7", "shaman") and red.colour != black.colour
    five, special = number_face(5, about_rank(5)), number_face(9, about_rank(9))
    assert (five.text, five.note, special.name) == ("5", "horse", "special")
