"""Drawing scenes: everything that is said is seen, and stays where it belongs."""

import io
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageColor

from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.scene.render import (
    FELT,
    MARGIN,
    PICTURES_WIDTH,
    SHAPE,
    _card,
    draw_scene,
    png_bytes,
)
from fudaba.envs.core.scene.scene import (
    HAND,
    PURPLE,
    Card,
    Diagram,
    Edge,
    Label,
    Mark,
    Node,
    Rank,
    Ranking,
    Scene,
    Seat,
    Zone,
    ordinal,
    plural,
    whose_turn,
)
from fudaba.envs.core.scene.scene_text import draw_text

ANY = HAND()


def card_of(*texts: str, **looks: Any) -> Card:
    return Card(ANY, *texts, **looks)


def zone(title: str, rows: tuple[tuple[Card | None, ...], ...]) -> Zone:
    return Zone(title, ANY, rows)


CARD = card_of("7", "♥")
FACTS = (Label("1 of 3 passes used", ANY), Label("passed", ANY))
SEAT = Seat("player_0", 5, ANY, FACTS, (CARD, CARD))
TABLE = ((zone("table", ((CARD, CARD),)),),)
SCENE = Scene("Game", 0, (SEAT,), TABLE, Label("what now", ANY), (Label("a note", ANY),))


def with_card(card: Card) -> Scene:
    """The scene with another first card."""
    return replace(SCENE, shelves=((zone("table", ((card, CARD),)),),))


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
        replace(SCENE, question=Label("what else", ANY)),
        replace(SCENE, notes=(Label("another note", ANY),)),
        replace(SCENE, notes=()),
        replace(SCENE, shelves=((zone("pile", ((CARD, CARD),)),),)),
        replace(SCENE, shelves=((zone("table", ((CARD, None, CARD),)),),)),
        replace(SCENE, shelves=((zone("table", ((CARD,), (CARD,))),),)),
        replace(SCENE, seats=(SEAT, Seat("player_1", 5, ANY, SEAT.facts, (CARD,)))),
        replace(SCENE, shelves=(*SCENE.shelves, (zone("", ((CARD,),)),))),
        *[
            replace(SCENE, seats=(replace(SEAT, **change),))
            for change in [
                {"name": "player_1"}, {"num_cards": 6}, {"facts": FACTS[:1]},
                {"is_on_turn": True}, {"is_out": True}, {"cards": (CARD,)}, {"cards": ()},
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
        card_of("10", "♥", note="player_7"),
        card_of("10", "♠", is_dim=True, note="eliminated"),
        card_of("10", "♦", look="place"),
        card_of("10", "♦", look="place", is_dim=True),
        card_of("120", look="back", note="number cards"),
        card_of("WW", "⇄", note="a much longer note"),
    ],
    ids=str,
)
def test_what_is_written_on_a_card_stays_within_its_frame(card: Card, mark: Mark) -> None:
    written = pixels(replace(card, mark=mark))
    blank = pixels(card_of(look=card.look, mark=mark, is_dim=card.is_dim))
    written[3:-3, 3:-3] = blank[3:-3, 3:-3] = 0
    assert (written == blank).all()


@pytest.mark.parametrize("count", [1, 8, 14, 27, 36])
def test_every_card_of_a_hand_can_be_read(count: int) -> None:
    """However much they overlap: another card changes the picture in its own strip."""
    hand = [card_of("10", "♥")] * count

    def drawn(cards: list[Card]) -> np.ndarray:
        layout = zone("", ((CARD,) * 13,) * 4)
        seat = replace(SEAT, cards=tuple(cards))
        return draw_scene(replace(SCENE, seats=(seat,), shelves=((layout,),)))

    before, strips = drawn(hand), []
    assert_within(before)
    for number in range(count):
        changed = drawn([*hand[:number], card_of("Q", "♠"), *hand[number + 1 :]])
        columns = np.flatnonzero((changed != before).any(axis=(0, 2)))
        assert len(columns) >= 8
        strips.append((columns[0], columns[-1]))
    assert all(one[1] < other[0] for one, other in pairwise(strips))


@pytest.mark.parametrize("count", range(1, 9))
def test_panels_keep_their_text_at_every_size_of_a_table(count: int) -> None:
    """The last columns of a panel are empty, whatever it says."""
    texts = ("10 of 10 passes used, and more to say", "passed", "holds 2 jokers")
    facts = tuple(Label(text, ANY) for text in texts)
    long, short = (
        draw_scene(replace(SCENE, seats=tuple([Seat("player_7", 27, ANY, said)] * count)))
        for said in [facts, (Label("", ANY),) * 3]
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
    pile = zone("number deck", ((card_of("22", look="back"),),))
    wide = zone("a rather long title of a zone", ((CARD, None, CARD) * 8,) * 2)
    empty = zone("nothing", ((),))
    shelves = ((pile, wide, pile), (empty, *[pile] * 7), (wide,), (zone("", ((CARD,) * 60,) * 3),))
    picture = draw_scene(
        replace(
            SCENE,
            question=Label("a long story " * 20, ANY),
            notes=(Label("and so on " * 9, ANY),) * 5,
            shelves=shelves,
        )
    )
    assert_within(picture)


NODES = tuple(Node(CARD, 0.5 + x, 0.5 + y) for x in range(3) for y in range(2))
DIAGRAM = Diagram("tree", ANY, 3, 2, NODES, (Edge(0, 5, "1+2"), Edge(1, 2)), ("words",))
RANKING = Ranking(
    "hands", ANY, (Rank("run", ANY, "in a row"), Rank("pair", ANY), Rank("single", ANY, "one"))
)
PICTURED = replace(SCENE, pictures=(DIAGRAM, RANKING))


@pytest.mark.parametrize(
    "pictures",
    [
        (),
        (RANKING, DIAGRAM),
        (replace(DIAGRAM, title="another tree"), RANKING),
        (replace(DIAGRAM, nodes=(*NODES[:-1], Node(card_of("Q"), 2.5, 1.5))), RANKING),
        (replace(DIAGRAM, edges=DIAGRAM.edges[:1]), RANKING),
        (replace(DIAGRAM, edges=(Edge(0, 5, "1+1"), DIAGRAM.edges[1])), RANKING),
        (replace(DIAGRAM, edges=(DIAGRAM.edges[0], Edge(1, 2, mark="recent"))), RANKING),
        (DIAGRAM, replace(RANKING, title="orders")),
        (DIAGRAM, replace(RANKING, ranks=RANKING.ranks[1:])),
        (DIAGRAM, replace(RANKING, ranks=(*RANKING.ranks[:2], Rank("single", ANY, "1")))),
        (DIAGRAM, replace(RANKING, ranks=(*RANKING.ranks[:2], Rank("single", ANY, "one", True)))),
    ],
)
def test_all_that_pictures_say_is_seen(pictures: tuple[Diagram | Ranking, ...]) -> None:
    picture = draw_scene(replace(SCENE, pictures=pictures))
    assert_within(picture)
    assert (picture != draw_scene(PICTURED)).any()


@pytest.mark.parametrize("size", [(1, 1), (13, 2), (4, 25), (18, 20)])
def test_diagrams_and_zones_keep_to_their_sides(size: tuple[int, int]) -> None:
    """However large a diagram is, it changes nothing left of its column."""
    width, height = size
    nodes = tuple(Node(CARD, x + 0.5, y + 0.5) for x in range(width) for y in range(height))
    diagram = Diagram("a long title " * 9, ANY, width, height, nodes, (), ("words",))
    none = replace(diagram, title="", nodes=())
    crowd = replace(SCENE, shelves=((zone("a rather long title", ((CARD,) * 40,)),) * 2,))
    one, other = (draw_scene(replace(crowd, pictures=(some,))) for some in (diagram, none))
    assert_within(one)
    columns = np.flatnonzero((one != other).any(axis=(0, 2)))
    assert columns[0] >= SHAPE[1] - MARGIN - PICTURES_WIDTH - 1
    zones = np.flatnonzero((other != draw_scene(SCENE)).any(axis=(0, 2)))
    assert zones[-1] < SHAPE[1] - MARGIN - PICTURES_WIDTH


def test_words() -> None:
    numbers = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 101, 111]
    assert [ordinal(number) for number in numbers] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "101st",
        "111th",
    ]  # fmt: skip
    assert whose_turn(SCENE) == "what now"
    on_turn = replace(SCENE, seats=(replace(SEAT, is_on_turn=True),))
    assert whose_turn(on_turn) == "what now"
    assert whose_turn(replace(on_turn, viewer=NOBODY)) == "player_0: what now"
    assert [plural(1, "pass", "es"), plural(0, "card")] == ["1 pass", "0 cards"]


def test_a_png_file_is_small_and_looks_the_same() -> None:
    cards = tuple(card_of(text, "♣", mark="recent") for text in "A23456789JQK")
    picture = draw_scene(replace(SCENE, shelves=((zone("table", (cards,) * 4),),)))
    content = png_bytes(picture)
    assert png_bytes(picture) == content
    assert len(content) < 20_000
    image = Image.open(io.BytesIO(content))
    assert (image.format, image.mode, image.size) == ("PNG", "P", (900, 600))
    away = np.abs(np.array(image.convert("RGB")).astype(int) - picture).max(axis=2)
    assert (away <= 4).mean() > 0.97
    assert (away > 40).mean() < 0.01


@pytest.mark.parametrize(
    "shelves",
    [
        ((zone("pile", ()),),),
        ((), (zone("pile", ((),)),)),
        (tuple(zone(f"meld {number}", ((CARD,) * 5,)) for number in range(12)),),
        tuple((zone(f"shelf {number}", ((CARD,),)),) for number in range(16)),
    ],
    ids=["no rows", "an empty shelf", "many zones", "many shelves"],
)
def test_whatever_a_game_lays_out_is_drawn(shelves: tuple[tuple[Zone, ...], ...]) -> None:
    assert draw_scene(replace(SCENE, shelves=shelves)).shape == SHAPE
    assert draw_text(replace(SCENE, shelves=shelves))
