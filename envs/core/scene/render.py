"""Draws the scene that a game describes as pixels. Knows no game.

Envs and pages import this file only when they draw, because importing Pillow takes time.
"""

from fudaba.common.extras import need

need("render")

import io
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from fudaba.common.languages import translator
from fudaba.common.languages.messages import FONT

from .lines import wrapped
from .scene import (
    BLACK,
    HAND,
    Card,
    Diagram,
    Ranking,
    Scene,
    Seat,
    Zone,
    hand_label,
    whose_turn,
)

_, _n = translator("core")

FONTS = Path(__file__).with_name("fonts")
WIDTH, HEIGHT = 900, 600
SHAPE = (HEIGHT, WIDTH, 3)
MARGIN, GAP, ZONE_GAP = 16, 6, 28
HEADER, PANEL, LINE, TITLE = 30, 49, 15, 22  # heights; a panel has lines below its name
WIDEST_PANEL, NARROWEST_ZONE = 190, 110
CHIP = (24, 26)
LARGEST_CARD, SMALLEST_CARD, CARD_SHAPE = 100, 24, 0.74  # height, and width for each unit of it
SMOOTHING = 4  # shapes are drawn this much larger
SMALLEST_TEXT = 7
PICTURES_WIDTH, LARGEST_NODE, NODE = 290, 46, 0.84  # NODE: a card's part of its cell in a diagram
NOTE_COLUMNS = 40  # of letters in a line of a ranking's note
LABEL_AT = 0.6  # part of an edge before its label
NOTHING_THERE = Card(HAND(), look="place")
PNG_COLOURS, PNG_EFFORT = 32, 6  # effort 8 saves an eighth and takes twice the time

FELT, CHALK, GOLD, SKY = "#25493f", "#dfeae4", "#f5c242", "#62bdf0"
PANEL_FILL, OUT_FILL, OUT_INK = "#335c50", "#294e43", "#9bb5aa"
MARKS = {"playable": GOLD, "recent": SKY}
# Fill, edge and ink by look and whether it is dim. A face that is not dim has its card's colour.
CARD_COLOURS = {
    ("face", False): ("#fdfbf5", "#a9a596", ""),
    ("face", True): ("#a4b0a7", "#7e8c83", "#55625a"),
    ("back", False): ("#41638f", "#d5deea", "#e6ecf4"),
    ("back", True): (OUT_FILL, OUT_INK, OUT_INK),
    ("place", False): ("#1f3f36", "#2f574b", "#7fa597"),
    ("place", True): (FELT, "#2f574b", "#7fa597"),
}


def draw_scene(scene: Scene) -> np.ndarray:
    """Draws a table.

    Returns:
        uint8[600, 900, 3], the rows from top to bottom, red, green and blue; new memory.
    """
    image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    top = _draw_header(image, scene)
    top = _draw_seats(image, scene.seats, top)
    right = WIDTH - MARGIN
    if scene.pictures:
        right -= PICTURES_WIDTH + ZONE_GAP
        _draw_pictures(image, scene.pictures, (right + ZONE_GAP, top + 2 * GAP))
    _draw_shelves(image, _all_shelves(scene), top, right)
    return np.array(image)


def _draw_header(image: Image.Image, scene: Scene) -> int:
    """Draws title, question and notes; returns the top of the remaining area."""
    middle, half = MARGIN + HEADER // 2 - GAP, WIDTH // 2 - MARGIN
    _write(image, (MARGIN, middle), scene.title, 19, CHALK, half, bold=True, anchor="lm")
    _write(image, (WIDTH - MARGIN, middle), whose_turn(scene), 15, CHALK, 1.4 * half, anchor="rm")
    if not scene.notes:
        return MARGIN + HEADER
    below, notes = middle + TITLE, "  ·  ".join(note.text for note in scene.notes)
    _write(image, (MARGIN, below), notes, 13, CHALK, WIDTH - 2 * MARGIN, anchor="lm")
    return MARGIN + HEADER + TITLE


def _all_shelves(scene: Scene) -> tuple[tuple[Zone, ...], ...]:
    """Returns the zones on the table, the known cards of others, and the own hand."""
    hands = [(hand_label(scene, number), seat.cards) for number, seat in enumerate(scene.seats)]
    zones = [Zone(label.text, label.about, (cards,)) for label, cards in hands]
    hand = zones.pop(scene.viewer)
    known = tuple(zone for zone in zones if zone.rows[0])
    shelves = [shelf for shelf in scene.shelves if shelf]
    return (*shelves, *((known,) if known else ()), (hand,))


def png_bytes(picture: np.ndarray) -> bytes:
    """Returns a picture as a small PNG file with only its most frequent colours.

    Args:
        picture: uint8[H, W, 3], red, green and blue.
    """
    sample = picture[::3, ::3]
    counted: list[Any] = Image.fromarray(sample).getcolors(sample.size) or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, colour in sorted(counted)[-PNG_COLOURS:] for part in colour])
    image = Image.fromarray(picture).quantize(palette=palette, dither=Image.Dither.NONE)
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=PNG_EFFORT)
    return file.getvalue()


def _draw_seats(image: Image.Image, seats: tuple[Seat, ...], top: int) -> int:
    """Draws the players' panels in one row; returns the top of the remaining area."""
    height = PANEL + LINE * max(1, *(len(seat.facts) - 1 for seat in seats))
    width = min(WIDEST_PANEL, (WIDTH - 2 * MARGIN + GAP) // len(seats) - GAP)
    left = (WIDTH - len(seats) * (width + GAP) + GAP) // 2
    for seat in seats:
        _draw_seat(image, seat, (left, top), (width, height))
        left += width + GAP
    return top + height


def _draw_seat(
    image: Image.Image, seat: Seat, corner: tuple[int, int], size: tuple[int, int]
) -> None:
    """Draws a player's name, number of cards and facts, in gold for the player on turn."""
    (left, top), (width, height) = corner, size
    fill = GOLD if seat.is_on_turn else OUT_FILL if seat.is_out else PANEL_FILL
    ink = BLACK if seat.is_on_turn else OUT_INK if seat.is_out else CHALK
    plate = _plate(width, height, fill, fill, 1)
    image.paste(plate, (left, top), plate)
    chip = _card(Card(seat.hand, str(seat.num_cards), look="back", is_dim=seat.is_out), *CHIP)
    image.paste(chip, (left + width - chip.width - GAP, top + GAP), chip)
    start, room = left + 9, width - 2 * 9
    _write(image, (start, top + 18), seat.name, 14, ink, room - chip.width, bold=True, anchor="lm")
    for number, fact in enumerate(seat.facts):
        _write(image, (start, top + 39 + LINE * number), fact.text, 12, ink, room, anchor="lm")


def _draw_shelves(
    image: Image.Image, shelves: tuple[tuple[Zone, ...], ...], top: int, right: int
) -> None:
    """Draws all zones with cards of one size, the largest with room for every row."""
    room = HEIGHT - MARGIN - top
    rows = sum(max(max(1, len(zone.rows)) for zone in shelf) for shelf in shelves)
    taken = sum(2 * GAP + _shelf_height(shelf, 0) for shelf in shelves)
    height = max(SMALLEST_CARD, min(LARGEST_CARD, (room - taken) // rows))
    spare = max(0, room - taken - height * rows) // len(shelves)
    for shelf in shelves:
        top += 2 * GAP + spare
        _draw_shelf(image, shelf, top, right, height)
        top += _shelf_height(shelf, height)


def _shelf_height(shelf: tuple[Zone, ...], card_height: int) -> int:
    rows = max(max(1, len(zone.rows)) for zone in shelf)
    return TITLE * any(zone.title for zone in shelf) + rows * (card_height + GAP) - GAP


def _draw_shelf(
    image: Image.Image, shelf: tuple[Zone, ...], top: int, right: int, height: int
) -> None:
    """Draws the zones of a shelf side by side; cards overlap if the room is too narrow."""
    width = round(height * CARD_SHAPE)
    steps = [max(1, 1, *map(len, zone.rows)) - 1 for zone in shelf]
    room = right - MARGIN - (len(shelf) - 1) * ZONE_GAP
    narrowest = max(width, min(NARROWEST_ZONE, room // len(shelf)))
    bases = [width if count else narrowest for count in steps]
    room = max(room - sum(bases), sum(steps))  # at least a pixel of every card
    step = min(width + GAP, room / max(1, sum(steps)))
    left = MARGIN + (room - step * sum(steps)) / 2
    first_row = top + TITLE * any(zone.title for zone in shelf)
    for zone, base, count in zip(shelf, bases, steps, strict=True):
        zone_width = base + count * step
        middle = left + zone_width / 2, top + TITLE * 0.4
        _write(image, middle, zone.title, 13, CHALK, zone_width)
        for number, row in enumerate(zone.rows or ((),)):
            at = left + (base - width) / 2, first_row + number * (height + GAP)
            _draw_row(image, row, at, step, (width, height))
        left += zone_width + ZONE_GAP


def _draw_row(
    image: Image.Image,
    row: tuple[Card | None, ...],
    at: tuple[float, int],
    step: float,
    size: tuple[int, int],
) -> None:
    for column, card in enumerate(row or (NOTHING_THERE,)):
        if card is not None:
            sprite = _card(card, *size)
            image.paste(sprite, (round(at[0] + column * step), at[1]), sprite)


def _draw_pictures(
    image: Image.Image, pictures: tuple[Diagram | Ranking, ...], corner: tuple[int, int]
) -> None:
    """Draws diagrams and rankings below each other, each with the same height."""
    left, top = corner
    height = (HEIGHT - MARGIN - top) // len(pictures)
    for picture in pictures:
        middle = left + PICTURES_WIDTH / 2, top + TITLE * 0.4
        _write(image, middle, picture.title, 13, CHALK, PICTURES_WIDTH)
        below = left, top + TITLE
        if isinstance(picture, Diagram):
            _draw_diagram(image, picture, below, height - TITLE - GAP)
        else:
            _draw_ranking(image, picture, below, height - TITLE - GAP)
        top += height


def _draw_diagram(image: Image.Image, diagram: Diagram, corner: tuple[int, int], room: int) -> None:
    """Draws the lines of a diagram and the cards on them, as large as the room allows."""
    unit = min(PICTURES_WIDTH / diagram.width, room * CARD_SHAPE / diagram.height, LARGEST_NODE)
    left = corner[0] + (PICTURES_WIDTH - unit * diagram.width) / 2
    places = [
        (left + unit * node.x, corner[1] + unit / CARD_SHAPE * node.y) for node in diagram.nodes
    ]
    pen = ImageDraw.Draw(image)
    for edge in diagram.edges:
        ends = [places[edge.start], places[edge.end]]
        pen.line(ends, fill=MARKS.get(edge.mark, OUT_INK), width=1 + (edge.mark != "none"))
    for node, (x, y) in zip(diagram.nodes, places, strict=True):
        card = replace(node.card, note="")
        sprite = _card(card, round(unit * NODE), round(unit / CARD_SHAPE * NODE))
        image.paste(sprite, (round(x - sprite.width / 2), round(y - sprite.height / 2)), sprite)
    for edge in diagram.edges:
        (x, y), (end_x, end_y) = places[edge.start], places[edge.end]
        at = x + LABEL_AT * (end_x - x), y + LABEL_AT * (end_y - y)
        _write_label(image, at, edge.label, 2 * unit)


def _write_label(image: Image.Image, at: tuple[float, float], text: str, room: float) -> None:
    """Writes a few letters on a line, which they interrupt."""
    if not text:
        return
    half = min(room, _plain_font(12).getlength(text)) / 2 + 2
    box = (at[0] - half, at[1] - 7, at[0] + half, at[1] + 7)
    ImageDraw.Draw(image).rectangle(box, fill=FELT)
    _write(image, at, text, 12, CHALK, room)


def _draw_ranking(image: Image.Image, ranking: Ranking, corner: tuple[int, int], room: int) -> None:
    """Writes the rows of a ranking; the viewer's is on gold. A long note has lines of its own."""
    left, top = corner
    start, end = left + GAP, left + PICTURES_WIDTH - GAP
    half = PICTURES_WIDTH // 2 - GAP
    height = min(TITLE, room // len(ranking.ranks))
    for rank in ranking.ranks:
        if rank.is_own:
            plate = _plate(PICTURES_WIDTH, height - 1, GOLD, GOLD, 1)
            image.paste(plate, (left, top), plate)
        ink, middle = BLACK if rank.is_own else CHALK, top + height // 2 - 1
        lines = wrapped(rank.note, NOTE_COLUMNS, "").split("\n")
        _write(image, (start, middle), rank.name, 13, ink, half, bold=True, anchor="lm")
        if len(lines) == 1:
            _write(image, (end, middle), rank.note, 12, ink, half, anchor="rm")
            lines = []
        for number, line in enumerate(lines):
            at = start, top + height + number * LINE + LINE // 2
            _write(image, at, line, 12, CHALK, end - start, anchor="lm")
        top += height + len(lines) * LINE


@lru_cache(maxsize=1024)
def _card(card: Card, width: int, height: int) -> Image.Image:
    """Returns the image of a card. The image is cached and must not be changed."""
    fill, edge, ink = CARD_COLOURS[card.look, card.is_dim]
    thickness = 1
    if card.mark != "none":
        edge, thickness = MARKS[card.mark], 3
    image = _plate(width, height, fill, edge, thickness).copy()
    if card.look == "face":
        _write_face(image, card, ink or card.colour)
    elif card.look == "back":
        _write(image, (width / 2, height / 2), card.text, height * 0.48, ink, width * 0.8)
    else:
        _write_place(image, card, edge if card.mark != "none" else ink)
    _write(image, (width / 2, height * 0.86), card.note, height * 0.14, ink or BLACK, width * 0.84)
    return image


def _write_face(image: Image.Image, card: Card, ink: str) -> None:
    """Writes text and sign small in the corner, and large below the sign, or else the text.

    The corner stays visible in overlapping hands.
    """
    width, height = image.size
    corner = width * 0.27
    _write(image, (corner, height * 0.2), card.text, height * 0.23, ink, width * 0.4, bold=True)
    _write(image, (corner, height * 0.42), card.sign, height * 0.2, ink, width * 0.4)
    low, size = (0.52, 0.36) if card.note else (0.64, 0.46)
    at = width * 0.65, height * low
    _write(image, at, card.sign or card.text, height * size, ink, width * 0.6)


def _write_place(image: Image.Image, card: Card, ink: str) -> None:
    """Writes the card that belongs to a place, with a cross on a dead one."""
    width, height = image.size
    low, size = (0.24, 0.18) if card.is_dim else (0.5, 0.24)
    _write(image, (width / 2, height * low), card.text + card.sign, height * size, ink, width * 0.8)
    if card.is_dim:
        _write(image, (width / 2, height * 0.56), "✕", height * 0.4, ink, width)


@lru_cache(maxsize=256)
def _plate(width: int, height: int, fill: str, edge: str, thickness: int) -> Image.Image:
    """Returns a rectangle with round, smooth corners, cached and not to be changed."""
    large = Image.new("RGBA", (width * SMOOTHING, height * SMOOTHING))
    ImageDraw.Draw(large).rounded_rectangle(
        (0, 0, large.width - 1, large.height - 1),
        radius=SMOOTHING * min(8, width // 7),
        fill=fill,
        outline=edge,
        width=thickness * SMOOTHING,
    )
    return large.reduce(SMOOTHING)


def _write(
    image: Image.Image,
    at: tuple[float, float],
    text: str,
    size: float,
    colour: str,
    room: float,
    *,
    bold: bool = False,
    anchor: str = "mm",
) -> None:
    """Writes a line of text, made smaller to fit its room and cut off if that is not enough.

    Args:
        image: The picture to write on.
        at: The point that `anchor` names, in pixels.
        text: The words.
        size: The font's size in pixels.
        colour: `#rrggbb`.
        room: The width in pixels.
        bold: Whether the letters are bold.
        anchor: Pillow's word for the part of the text that lies at the point.
    """
    make = _japanese_font if any(map(is_wide, text)) else _bold_font if bold else _plain_font
    font = make(round(size))
    while font.getlength(text) > room and font.size > SMALLEST_TEXT:
        font = make(round(font.size) - 1)
    while text and font.getlength(text) > room:
        text = text[:-1]
    ImageDraw.Draw(image).text(at, text, fill=colour, font=font, anchor=anchor)


def is_wide(character: str) -> bool:
    """Whether a character is one of a Japanese text, which DejaVu Sans lacks."""
    return east_asian_width(character) in "WF"


def _plain_font(size: int) -> ImageFont.FreeTypeFont:
    """DejaVu Sans, which has the suits' signs and comes with the package."""
    return _font(FONTS / "DejaVuSans.ttf", size)


def _bold_font(size: int) -> ImageFont.FreeTypeFont:
    return _font(FONTS / "DejaVuSans-Bold.ttf", size)


def _japanese_font(size: int) -> ImageFont.FreeTypeFont:
    """Noto Sans CJK, of which the package has the characters of its Japanese texts."""
    return _font(FONT, size)


@lru_cache(maxsize=128)
def _font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)
