"""Writes the animated pictures of the games: `python -m docs.gallery`.

A picture shows the last moves of a recorded game, as the seat of a trained policy saw them, and
ends where that seat has to choose. The records are in docs/gallery.jsonl. A game that has none is
played first: of the longest stretches in the first deals, that in which most cards come or go.
"""

import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from textwrap import wrap

import numpy as np
import tyro
from PIL import Image, ImageDraw, ImageFont

from fudaba.agents.seated import SeatedGame
from fudaba.common.files import write_whole
from fudaba.envs import Game, GameRecord, Scene, find_game, game_names, player_name
from fudaba.envs.core.scene.render import CHALK, FELT, FONTS, HEIGHT, WIDTH, draw_scene, png_bytes
from fudaba.evaluation.recorded import RecordedGame, played_again
from fudaba.evaluation.records import add_games

DOCS = Path(__file__).parent
RECORDS = DOCS / "gallery.jsonl"
PICTURES = DOCS / "_static" / "gallery"
SEAT, POLICY, OTHERS = 0, "policy:best", "greedy"
DEALS, MOVES = 20, 8
LARGEST = 150_000  # bytes
COLOURS = 64
LETTERS, LINES, LETTER, LINE, MARGIN = 62, 2, 24, 32, 14  # of a caption; sizes in pixels
SIZE = WIDTH, HEIGHT + LINES * LINE + MARGIN
SHOWN, SHOWN_LAST = 2000, 5000  # milliseconds
LOOPS = 3


@dataclass(frozen=True)
class LastMoves:
    """The last moves of a recorded game, as one seat saw them.

    Attributes:
        played: The game up to the end of the stretch.
        positions: The positions that are shown, each by the number of actions before it.
    """

    played: RecordedGame
    positions: list[int]

    @property
    def game(self) -> Game:
        """The game."""
        return self.played.game

    @property
    def last(self) -> np.void:
        """The state at the end."""
        return self.played.states[self.positions[-1]]

    def scenes(self) -> list[Scene]:
        """Returns the table at each position."""
        return [self.game.scene(self.played.states[number], SEAT) for number in self.positions]

    @cached_property
    def captions(self) -> list[str]:
        """What the seat hears of each move: `player_1 lays H6`."""
        return [self._caption(*ends) for ends in pairwise(self.positions)]

    def _caption(self, before: int, after: int) -> str:
        heard = self.played.heard(before, after, SEAT)
        return "; ".join(filter(None, [f"{player_name(heard.by)} {heard.text}", heard.news]))

    @property
    def words(self) -> str:
        """What the picture shows, for people who don't see it."""
        seat, asked = player_name(SEAT), self.scenes()[-1].question.text
        moves = ". ".join(self.captions)
        return f"{self.game.title}, as {seat} sees it. {moves}. Now {seat} is asked: {asked}."


def main() -> None:
    """Plays the games that have no record, and writes the pictures of all games."""
    known = stretches()
    add_games(RECORDS, [play(find_game(name)) for name in game_names() if name not in known])
    for name, stretch in stretches().items():
        frames = draw(stretch)
        save(PICTURES / f"{name}.webp", animation(frames))
        save(PICTURES / f"{name}.png", png_bytes(np.array(frames[-1])))


def stretches() -> dict[str, LastMoves]:
    """Returns what the gallery shows, by the name of the game.

    Raises:
        UserError: A record is damaged, or of another version of its game.
    """
    lines = RECORDS.read_text(encoding="utf-8").splitlines() if RECORDS.exists() else []
    found = (stretch_of(GameRecord.from_json(line)) for line in lines)
    ordered = sorted(found, key=lambda stretch: stretch.game.title.lower())
    return {stretch.game.name: stretch for stretch in ordered}


def stretch_of(record: GameRecord) -> LastMoves:
    """Returns the last moves of a record.

    Raises:
        UserError: The record is damaged, or of another version of its game.
    """
    played = played_again(record.game, record)
    return LastMoves(played, told_positions(played)[-MOVES - 1 :])


def told_positions(played: RecordedGame) -> list[int]:
    """Returns the positions after the moves that the seat is told, and the first one."""
    game, steps = played.game, zip(played.states, played.actions, strict=False)
    told = [number for number, step in enumerate(steps, 1) if game.announced_to(*step, SEAT)]
    return [0, *told]


def play(game: Game) -> GameRecord:
    """Returns a game up to the end of the liveliest of the longest stretches in the first deals."""
    stretches = [found for deal in range(DEALS) for found in cuts(play_deal(game, deal))]
    return max(stretches, key=lambda found: found[:2])[-1]


def play_deal(game: Game, deal: int) -> GameRecord:
    """Returns a whole game of the policy against greedy players."""
    options = game.options()
    players = [POLICY, *[OTHERS] * (options.num_players - 1)]
    seated = SeatedGame(game, options, players, deal)
    while seated.to_move >= 0:
        seated.take(seated.agent_action())
    return seated.record()


def cuts(record: GameRecord) -> Iterator[tuple[int, int, GameRecord]]:
    """Yields moves and changes in the stretch before each choice of the seat, and the cut game."""
    played = played_again(record.game, record)
    game, positions = played.game, told_positions(played)
    seen = [cards_of(game.scene(played.states[number], SEAT)) for number in positions]
    changes = [((new - old) + (old - new)).total() for old, new in pairwise(seen)]
    for end in range(1, len(positions)):
        state = played.states[positions[end]]
        if state["to_move"] == SEAT and len(game.legal_actions(state)) > 1:
            cut = {"actions": record.actions[: positions[end]], "points": points_of(game, state)}
            moves = changes[max(0, end - MOVES) : end]
            yield len(moves), sum(moves), record.model_copy(update=cut)


def cards_of(scene: Scene) -> Counter[tuple[str, str, str]]:
    """Counts the cards face up on a table and in the known hands, by their places."""
    zones = [(zone.title, row) for shelf in scene.shelves for zone in shelf for row in zone.rows]
    hands = [(seat.name, seat.cards) for seat in scene.seats]
    return Counter(
        (place, card.text, card.sign)
        for place, row in (*zones, *hands)
        for card in row
        if card is not None and card.look == "face"
    )


def points_of(game: Game, state: np.void) -> list[float]:
    """Returns the points per seat so far."""
    points = np.zeros(game.max_players)
    game.kernels.score(state, points)
    return points[: int(state["num_players"])].tolist()


def draw(stretch: LastMoves) -> list[Image.Image]:
    """Returns the frames: the table after each move, and the move in words below it."""
    pictures = [Image.fromarray(draw_scene(scene)) for scene in stretch.scenes()]
    words = [f"The table as {player_name(SEAT)} sees it", *stretch.captions]
    return [captioned(*pair) for pair in zip(pictures, words, strict=True)]


def captioned(picture: Image.Image, words: str) -> Image.Image:
    """Returns a picture with words below it."""
    frame = Image.new("RGB", SIZE, FELT)
    frame.paste(picture)
    pen = ImageDraw.Draw(frame)
    pen.line([(MARGIN, HEIGHT), (WIDTH - MARGIN, HEIGHT)], fill=CHALK)
    path = str(FONTS / "DejaVuSans.ttf")
    font = ImageFont.truetype(path, LETTER, layout_engine=ImageFont.Layout.BASIC)
    for number, line in enumerate(wrap(words, LETTERS, max_lines=LINES, placeholder=" …")):
        at = MARGIN, HEIGHT + LINE * (number + 0.7)
        pen.text(at, line, fill=CHALK, font=font, anchor="lm")
    return frame


def animation(frames: list[Image.Image]) -> bytes:
    """Returns the frames as an animated WebP file without loss, in the colours of all of them."""
    sheet = Image.fromarray(np.concatenate([np.array(frame) for frame in frames]))
    palette = sheet.quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=2)
    first, *others = [
        frame.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB") for frame in frames
    ]
    file = io.BytesIO()
    first.save(
        file, "WEBP", save_all=True, append_images=others, loop=LOOPS, lossless=True,
        duration=[*[SHOWN] * len(others), SHOWN_LAST], quality=75, method=4,
    )  # fmt: skip
    return file.getvalue()


def save(path: Path, content: bytes) -> None:
    """Writes a picture, if it is small enough for a page.

    Raises:
        ValueError: It is too large.
    """
    if len(content) >= LARGEST:
        raise ValueError(f"{path.name} has {len(content)} bytes; allowed: less than {LARGEST}.")
    write_whole(path, content)


if __name__ == "__main__":
    tyro.cli(main)
