"""Drawing scenes: everything that is said is seen, and stays where it belongs."""

import io
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageColor

from fudaba.envs.core.render import FELT, MARGIN, SHAPE, _card, draw_scene, png_bytes
from fudaba.envs.core.scene import PURPLE, Card, Mark, Scene, Seat, Zone, ordinal, whose_turn

CARD = Card("7", "♥")
SEAT = Seat("player_0", 5, ("passes: 1 of 3", "passed"))
SCENE = Scene("Game", "player_0 to move", (SEAT,), ((Zone("hand", ((CARD, CARD),)),),))


def with_card(card: Card) -> Scene:
    """The scene with another first card."""
    return replace(SCENE, shelves=((Zone("hand", ((card, CARD),)),),))


def pixels(card: Card) -> np.ndarray:
    """One card as large as in a layout of 4 x 13."""
    return np.array(_card(card, 61, 82))


def margins(picture: np.ndarray) -> np.ndarray:
    """The pixels at the four edges."""
    inner = np.zeros(picture.shape[:2], bool)
    inner[8 : 8 - MARGIN, MARGIN:-MARGIN] = True
    return picture[~inner]


def assert_within(picture: np.ndarray) -> None:
    """Nothing is drawn at the edges."""
    assert picture.shape == SHAPE == (600, 900, 3)
    assert picture.dtype == np.uint8
    assert (margins(picture) == ImageColor.getrgb(FELT)).all()


def test_the_same_scene_makes_the_same_picture_in_new_memory() -> None:
    one, other = draw_scene(SCENE), draw_scene(SCENE)
    assert_within(one)
    assert (one == other).all()
    other[:] = 0
    assert (draw_scene(SCENE) == one).all()


@pytest.mark.parametrize(
    "change",
    [
        {"text": "8"}, {"sign": "♠"}, {"colour": PURPLE}, {"mark": "playable"}, {"mark": "recent"},
        {"look": "back"}, {"look": "place"}, {"is_dim": True}, {"note": "player_2"},
        {"look": "back", "text": "22"}, {"look": "place", "is_dim": True},
        {"look": "place", "mark": "playable"}, {"look": "back", "note": "player_2"},
    ],
    ids=str,
)  # fmt: skip
def test_all_that_a_card_says_is_seen(change: dict[str, Any]) -> None:
    looks = [pixels(CARD), pixels(replace(CARD, **change))]
    if len(change) > 1:
        looks.append(pixels(replace(CARD, look=change["look"])))
    assert len({look.tobytes() for look in looks}) == len(looks)
    assert (draw_scene(with_card(replace(CARD, **change))) != draw_scene(SCENE)).any()


@pytest.mark.parametrize(
    "changed",
    [
        replace(SCENE, title="Other game"),
        replace(SCENE, caption="player_1 to move"),
        replace(SCENE, shelves=((Zone("other hand", ((CARD, CARD),)),),)),
        replace(SCENE, shelves=((Zone("hand", ((CARD, None, CARD),)),),)),
        replace(SCENE, shelves=((Zone("hand", ((CARD,), (CARD,))),),)),
        replace(SCENE, shelves=(*SCENE.shelves, (Zone("", ((CARD,),)),))),
        *[
            replace(SCENE, seats=(replace(SEAT, **change),))
            for change in [
                {"name": "player_1"}, {"num_cards": 6}, {"lines": ("passes: 1 of 3",)},
                {"is_on_turn": True}, {"is_out": True},
            ]
        ],
    ],
)  # fmt: skip
def test_all_that_a_scene_says_is_seen(changed: Scene) -> None:
    picture = draw_scene(changed)
    assert_within(picture)
    assert (picture != draw_scene(SCENE)).any()


@pytest.mark.parametrize("mark", ["none", "playable", "recent"])
@pytest.mark.parametrize(
    "card",
    [
        Card("10", "♥", note="player_7"),
        Card("10", "♠", is_dim=True, note="eliminated"),
        Card("10", "♦", look="place"),
        Card("10", "♦", look="place", is_dim=True),
        Card("120", look="back", note="number cards"),
        Card("WW", "⇄", note="a much longer note"),
    ],
    ids=str,
)
def test_what_is_written_on_a_card_stays_within_its_frame(card: Card, mark: Mark) -> None:
    written = pixels(replace(card, mark=mark))
    blank = pixels(Card(look=card.look, mark=mark, is_dim=card.is_dim))
    written[3:-3, 3:-3] = blank[3:-3, 3:-3] = 0
    assert (written == blank).all()


@pytest.mark.parametrize("count", [1, 8, 14, 27, 36])
def test_every_card_of_a_hand_can_be_read(count: int) -> None:
    """However much they overlap: another card changes the picture in its own strip."""
    hand = [Card("10", "♥")] * count

    def drawn(cards: list[Card]) -> np.ndarray:
        layout = Zone("", ((CARD,) * 13,) * 4)
        return draw_scene(replace(SCENE, shelves=((layout,), (Zone("hand", (tuple(cards),)),))))

    before, strips = drawn(hand), []
    assert_within(before)
    for number in range(count):
        changed = drawn([*hand[:number], Card("Q", "♠"), *hand[number + 1 :]])
        columns = np.flatnonzero((changed != before).any(axis=(0, 2)))
        assert len(columns) >= 8
        strips.append((columns[0], columns[-1]))
    assert all(one[1] < other[0] for one, other in pairwise(strips))


@pytest.mark.parametrize("count", range(1, 9))
def test_panels_keep_their_text_at_every_size_of_a_table(count: int) -> None:
    """The last columns of a panel are empty, whatever it says."""
    lines = ("passes: 10 of 10, and more to say", "passed, holds ★★")
    long, short = (
        draw_scene(replace(SCENE, seats=tuple([Seat("player_7", 27, lines)] * count)))
        for lines in [lines, ()]
    )
    assert_within(long)
    different = (long != short).any(axis=(0, 2))
    panel = (868 + 6) // count if count > 4 else 196
    left = (900 - count * panel + 6) // 2
    for number in range(count):
        start, end = left + number * panel, left + (number + 1) * panel - 6
        assert different[start:end].any()
        assert not different[end - 5 : end + 6].any()


def test_a_crowded_table_shrinks_its_cards() -> None:
    """Zones side by side, gaps, many rows: nothing leaves the picture."""
    pile = Zone("number deck", ((Card("22", look="back"),),))
    wide = Zone("a rather long title of a zone", ((CARD, None, CARD) * 8,) * 2)
    empty = Zone("nothing", ((),))
    shelves = ((pile, wide, pile), (empty, *[pile] * 7), (wide,), (Zone("", ((CARD,) * 60,) * 3),))
    picture = draw_scene(replace(SCENE, caption="a long story " * 20, shelves=shelves))
    assert_within(picture)


def test_words() -> None:
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 111)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "111th"
    ]  # fmt: skip
    assert whose_turn((SEAT,)) == "The game is over"
    assert whose_turn((SEAT, replace(SEAT, is_on_turn=True))) == "player_0 to move"


def test_a_png_file_is_small_and_looks_the_same() -> None:
    cards = tuple(Card(text, "♣", mark="recent") for text in "A23456789JQK")
    picture = draw_scene(replace(SCENE, shelves=((Zone("hand", (cards,) * 4),),)))
    content = png_bytes(picture)
    assert png_bytes(picture) == content
    assert len(content) < 20_000
    image = Image.open(io.BytesIO(content))
    assert (image.format, image.mode, image.size) == ("PNG", "P", (900, 600))
    away = np.abs(np.array(image.convert("RGB")).astype(int) - picture).max(axis=2)
    assert (away <= 4).mean() > 0.97
    assert (away > 40).mean() < 0.01
