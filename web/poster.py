"""The picture of a game in the lobby, as SVG: what lies on its table, and a hand of cards.

It is drawn from the scene of a position, so every game has one. To draw one takes kernels of its
game; the pictures of this package are drawn already, by `python -m docs.posters`.
"""

from collections.abc import Iterable
from html import escape
from itertools import islice
from pathlib import Path

from fudaba.common.languages import language
from fudaba.envs import NOBODY, Card, Game, Scene, Zone
from fudaba.envs.core.scene.render import CARD_COLOURS, FELT, MARKS, OUT_INK
from fudaba.envs.core.scene.scene import Diagram
from fudaba.envs.core.words.how_to_play import Example, Shown, page_parts, position

DRAWN = Path(__file__).parent / "static" / "posters"
WIDTH, HEIGHT, MIDDLE = 320, 180, 160
SHAPE, ROUND = 0.74, 0.08  # a card's width and the radius of its corners, for its height
TABLE = (12, 104)  # top and height of what lies on the table
HAND_TOP, HAND_CARD, TABLE_CARD = 128, 76, 60  # the hand reaches beyond the lower edge
MOST_IN_HAND, MOST_IN_ZONE, MOST_ON_TABLE, MOST_COUNTED = 7, 4, 8, 20
TILT, FAN = 5, 26  # degrees and pixels from a card of the hand to the next


def poster(game: Game) -> str:
    """Returns the picture of a game, with letters of the current language on its cards."""
    path = drawn_already(game)
    return path.read_text(encoding="utf-8") if path.exists() else draw_poster(game)


def drawn_already(game: Game) -> Path:
    """Returns the path of a game's picture in the current language, which may be missing."""
    return DRAWN / f"{game.name}.{language()}.svg"


def draw_poster(game: Game) -> str:
    """Draws the picture of a game."""
    scene = liveliest(game)
    diagrams = [picture for picture in scene.pictures if isinstance(picture, Diagram)]
    grids = [zone for zone in _zones(scene) if zone.heads]
    drawn = _diagram(diagrams[0]) if diagrams else _grid(grids[0]) if grids else _row(_lying(scene))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="DejaVu Sans, Segoe UI Symbol, Noto Sans CJK JP, sans-serif" '
        f'text-anchor="middle"><rect width="{WIDTH}" height="{HEIGHT}" fill="{FELT}"/>'
        f"{drawn}{_hand(scene.seats[scene.viewer].cards)}</svg>"
    )


def liveliest(game: Game) -> Scene:
    """Returns the example of the game's page that shows most cards; without a page the deal."""
    shown = [part for part in page_parts(game) if isinstance(part, Shown)]
    scenes = [one.scene for one in shown if one.state["to_move"] != NOBODY]
    if not scenes:
        state = position(game, Example(seed=1))
        return game.scene(state, int(state["to_move"]))
    return max(scenes, key=_num_shown)


def _num_shown(scene: Scene) -> int:
    cards = [card for zone in _zones(scene) for row in zone.rows for card in row]
    num_faces = sum(card is not None and card.look == "face" for card in cards)
    num_held = len(scene.seats[scene.viewer].cards)
    return min(num_faces, MOST_COUNTED) + min(num_held, MOST_IN_HAND)


def _zones(scene: Scene) -> list[Zone]:
    return [zone for shelf in scene.shelves for zone in shelf]


def _lying(scene: Scene) -> list[Card]:
    """Returns some cards of every zone of the table, those face up first."""
    cards = [card for zone in _zones(scene) for row in zone.rows for card in row[:MOST_IN_ZONE]]
    real = [card for card in cards if card is not None and card.look != "place"]
    return sorted(real, key=lambda card: card.look != "face")[:MOST_ON_TABLE]


def _row(cards: list[Card]) -> str:
    """Draws cards side by side."""
    step = min(TABLE_CARD * SHAPE + 8, (WIDTH - 60) / max(1, len(cards) - 1))
    left, middle = MIDDLE - step * (len(cards) - 1) / 2, TABLE[0] + TABLE[1] / 2
    return "".join(
        _card(card, left + step * number, middle, TABLE_CARD) for number, card in enumerate(cards)
    )


def _grid(zone: Zone) -> str:
    """Draws a grid with all its places."""
    rows, columns = len(zone.rows), max(map(len, zone.rows))
    across, down = (WIDTH - 24) / columns, TABLE[1] / rows
    height = min(down - 2, (across - 2) / SHAPE)
    return "".join(
        _card(card, 12 + across * (column + 0.5), TABLE[0] + down * (row + 0.5), height)
        for row, cards in enumerate(zone.rows)
        for column, card in enumerate(cards)
        if card is not None
    )


def _diagram(diagram: Diagram) -> str:
    """Draws the lines of a diagram and the cards on them."""
    height = min(TABLE[1] / diagram.height, (WIDTH - 24) / diagram.width / SHAPE)
    width, left = height * SHAPE, MIDDLE - height * SHAPE * diagram.width / 2
    places = [(left + width * node.x, TABLE[0] + height * node.y) for node in diagram.nodes]
    lines = [
        f"<line {_ends(*places[edge.start], *places[edge.end])} "
        f'stroke="{MARKS.get(edge.mark, OUT_INK)}"/>'
        for edge in diagram.edges
    ]
    nodes = zip(diagram.nodes, places, strict=True)
    return "".join([*lines, *(_card(node.card, *place, height * 0.86) for node, place in nodes)])


def _ends(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'


def _hand(cards: Iterable[Card | None]) -> str:
    """Draws a fan of cards at the lower edge."""
    held = [*islice(filter(None, cards), MOST_IN_HAND)]
    fan = []
    for number, card in enumerate(held):
        turn = number - (len(held) - 1) / 2
        at = MIDDLE + FAN * turn, HAND_TOP + HAND_CARD / 2 + turn * turn
        about = f"rotate({TILT * turn:.1f} {at[0]:.1f} {at[1]:.1f})"
        fan.append(f'<g transform="{about}">{_card(card, *at, HAND_CARD)}</g>')
    return "".join(fan)


def _card(card: Card, x: float, y: float, height: float) -> str:
    """Draws a card around a point."""
    fill, edge, ink = CARD_COLOURS[card.look, card.is_dim]
    width, ink = height * SHAPE, ink or card.colour
    box = (
        f'<rect x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}" rx="{height * ROUND:.1f}" fill="{fill}" stroke="{edge}"/>'
    )
    if card.look == "place":
        return box
    if card.look == "back":
        return box + _text(card.text, x, y + height * 0.17, height * 0.46, ink, width)
    return (
        box
        + _text(
            card.sign or card.text, x + width * 0.1, y + height * 0.34, height * 0.44, ink, width
        )
        + _text(
            card.text or card.sign,
            x - width * 0.25,
            y - height * 0.2,
            height * 0.27,
            ink,
            width * 0.5,
        )
    )


def _text(words: str, x: float, y: float, size: float, ink: str, room: float) -> str:
    """Writes a word, smaller if it is long."""
    if not words:
        return ""
    size = min(size, 1.5 * room / len(words))
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" fill="{ink}">{escape(words)}</text>'
    )
