"""The gallery: each game has its animated picture, made from a record that can be played again."""

import re
from html import escape
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from docs import gallery
from fudaba.envs import GameRecord, find_game, game_names
from fudaba.envs.core.scene.render import draw_scene
from tests.test_docs import generated

FEWEST_MOVES = 4
UNLIKE = 1.0  # mean difference of two pictures, of 255: more than that of the palette
ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def stretches() -> dict[str, gallery.LastMoves]:
    """What the gallery shows; reading it plays every record again."""
    return gallery.stretches()


def frames(name: str) -> list[np.ndarray]:
    """The frames of the animated picture of a game."""
    with Image.open(gallery.PICTURES / f"{name}.webp") as picture:
        shown = []
        for number in range(getattr(picture, "n_frames", 1)):
            picture.seek(number)
            shown.append(np.array(picture.convert("RGB"), float))
        return shown


def test_every_game_is_in_the_gallery_once(stretches: dict[str, gallery.LastMoves]) -> None:
    records = gallery.RECORDS.read_text(encoding="utf-8").splitlines()
    assert sorted(stretches) == sorted(game_names())
    assert len(records) == len(stretches)
    titles = [stretch.game.title.lower() for stretch in stretches.values()]
    assert titles == sorted(titles)
    files = {f"{name}.{ending}" for name in stretches for ending in ("webp", "png")}
    assert {path.name for path in gallery.PICTURES.iterdir()} == files


@pytest.mark.parametrize("name", game_names())
def test_a_picture_shows_the_end_of_its_record(
    name: str, stretches: dict[str, gallery.LastMoves]
) -> None:
    stretch, shown = stretches[name], frames(name)
    assert (gallery.PICTURES / f"{name}.webp").stat().st_size < gallery.LARGEST
    assert len(shown) == len(stretch.positions) == len(stretch.captions) + 1 > FEWEST_MOVES
    last = np.array(gallery.captioned(picture_of(stretch), stretch.captions[-1]), float)
    assert np.abs(shown[-1] - last).mean() < UNLIKE
    assert np.abs(shown[0] - last).mean() > np.abs(shown[-1] - last).mean()
    with Image.open(gallery.PICTURES / f"{name}.png") as still:
        assert still.size == gallery.SIZE
        assert np.abs(np.array(still.convert("RGB"), float) - last).mean() < UNLIKE


def picture_of(stretch: gallery.LastMoves) -> Image.Image:
    """The table at the end, as the seat sees it."""
    return Image.fromarray(draw_scene(stretch.game.scene(stretch.last, gallery.SEAT)))


@pytest.mark.parametrize("name", game_names())
def test_a_picture_is_said_in_words_and_has_a_still(
    name: str, stretches: dict[str, gallery.LastMoves]
) -> None:
    stretch = stretches[name]
    assert all(caption and caption in stretch.words for caption in stretch.captions)
    for page, folder in ((name, "../_static/gallery"), ("gallery", "_static/gallery")):
        [shown] = re.findall(
            rf"<picture>\n<source (.+)>\n<img src=\"{folder}/{name}.webp\" (.+)>", generated()[page]
        )
        assert shown[0] == f'media="(prefers-reduced-motion: reduce)" srcset="{folder}/{name}.png"'
        assert f'alt="{escape(stretch.words)}"' in shown[1]


def test_the_front_page_of_the_docs_shows_the_gallery() -> None:
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    assert "```{include} games/gallery.md\n```" in text


@pytest.mark.parametrize("name", game_names())
def test_a_record_ends_where_the_seat_has_to_choose(
    name: str, stretches: dict[str, gallery.LastMoves]
) -> None:
    stretch = stretches[name]
    lines = gallery.RECORDS.read_text(encoding="utf-8").splitlines()
    [record] = [one for one in map(GameRecord.from_json, lines) if one.game == name]
    assert stretch.last["to_move"] == gallery.SEAT
    assert len(find_game(name).legal_actions(stretch.last)) > 1
    *_, (moves, _, cut) = gallery.cuts(record)
    assert cut == record
    assert moves == len(stretch.captions)


def test_changes_count_cards_that_come_and_go(stretches: dict[str, gallery.LastMoves]) -> None:
    scenes = stretches["killer_sevens_v0"].scenes()
    before, after = (gallery.cards_of(scene) for scene in scenes[3:5])
    assert (after - before).total() == 1, "another player laid a card"
    assert not before - after
    before, after = (gallery.cards_of(scene) for scene in scenes[:2])
    assert (after - before).total() == (before - after).total() == 1, "from the hand to the table"


def test_a_picture_that_is_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="allowed: less than"):
        gallery.save(tmp_path / "large.webp", bytes(gallery.LARGEST))
    assert not list(tmp_path.iterdir())
