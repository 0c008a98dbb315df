"""Writes the pictures of docs/table.md and of a result in README.md: `python -m docs.screenshots`.

They are taken from games at a real table, and from the page of a comparison in the arena.
"""

import io
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import tyro
from PIL import Image
from playwright.sync_api import Browser, FloatRect, ViewportSize, sync_playwright

from fudaba.agents.seated import SeatedGame
from fudaba.cli.main import main as fudaba
from fudaba.envs import GameRecord, find_game
from fudaba.evaluation.records import add_games
from tests.evaluation.browser import CHROMIUM
from tests.web.conftest import Serving
from tests.web.pages import Window, laid

PICTURES = Path(__file__).parent / "_static"
# Of the page, in pixels. Two pictures of a narrow page fit side by side into the documentation.
WIDE, NARROW, HEIGHT = 1100, 340, 1600
PHONE = ViewportSize(width=400, height=860)
SCREEN = 760  # pixels, the height of a screen, which a table fills
COLOURS = (128, 64, 32, 24)  # of a palette, the first with which a picture is small enough
LARGEST = 64_000  # bytes
MARGIN = 6
SOON = 120_000  # milliseconds
RECORD, STEP, SEARCH = "friday.jsonl", 20, "montecarlo:budget=2048"
ARENA = (
    "arena niekhi random greedy policy:best montecarlo:budget=16 montecarlo:budget=64 "
    "ismcts:budget=64 --deals 100"
)
RESULT = 860  # pixels, the width of the page of a comparison


class PicturedTable(NamedTuple):
    """A part of the table at some point of a game of the agent greedy.

    Attributes:
        picture: The name of the file.
        game: The name of the game.
        seed: The seed of the deal.
        part: The selector of the part. The game goes on until it is visible.
        least: The decisions of the person before, at least.
    """

    picture: str
    game: str
    seed: int
    part: str
    least: int = 0


def stop(title: str) -> str:
    """Returns the selector of the panel with a moment of this title."""
    return f'#stop:has(h2:text("{title}"))'


SCENES = (
    PicturedTable("table_moment", "tyrant_v0", 3, stop("cards are turned up")),
    PicturedTable("moment_seki", "seki_v0", 3, stop("A role is revealed")),
    PicturedTable("moment_namto", "namto_v0", 6, stop("is over")),
    PicturedTable("moment_mokkaik", "mokkaik_v0", 2, stop("round is over")),
    PicturedTable("moment_taxot", "taxot_v0", 1, stop("is over")),
    PicturedTable("moment_daifugo", "daifugo_v0", 2, stop("is over")),
    PicturedTable("picture_makhup", "makhup_v0", 3, ".pictures", 1),
    PicturedTable("picture_cyclic", "cyclic_v0", 4, ".pictures"),
)


def main() -> None:
    """Writes all pictures."""
    with serving() as (server, folder, chromium):
        write_lobby(server, chromium)
        write_table(server, chromium)
        for scene in SCENES:
            write_scene(server, chromium, scene)
        write_clause(server, chromium)
        write_phone(server, chromium)
        write_replay(server, chromium, folder)
        write_result(chromium, folder)


@contextmanager
def serving() -> Iterator[tuple[Serving, Path, Browser]]:
    """Yields a server of an empty folder, the folder, and a browser."""
    with ExitStack() as ending:
        folder = Path(ending.enter_context(TemporaryDirectory()))
        server = Serving(folder)
        ending.callback(server.stop)
        playwright = ending.enter_context(sync_playwright())
        yield server, folder, playwright.chromium.launch(executable_path=CHROMIUM)


def write_lobby(server: Serving, chromium: Browser) -> None:
    """Writes the lobby with Sevens chosen."""
    with Window(chromium, WIDE) as window:
        window.page.goto(server.address)
        window.page.locator('input[value="sevens_v0"]').check()
        window.page.wait_for_load_state("networkidle")
        write("table_lobby", window, "#chosen", ".game:nth-child(4)")


def write_table(server: Serving, chromium: Browser) -> None:
    """Writes a table of Sevens, with the moves and the history beside it."""
    with Window(chromium, WIDE) as window:
        sit(server, window, "sevens_v0", seed=2, height=SCREEN)
        for _ in range(4):
            follow_greedy(window)
        write("table_sevens", window, ".felt", ".aside")


def write_scene(server: Serving, chromium: Browser, scene: PicturedTable) -> None:
    """Writes the part of the table that a scene shows."""
    with Window(chromium, NARROW) as window:
        sit(server, window, scene.game, scene.seed)
        for _ in range(scene.least):
            follow_greedy(window)
        while not window.page.locator(scene.part).is_visible():
            follow_greedy(window)
        write(scene.picture, window, scene.part)


def write_clause(server: Serving, chromium: Browser) -> None:
    """Writes the explanation of a 5 of Daifugo under the mouse, and the own hand."""
    with Window(chromium, WIDE) as window:
        sit(server, window, "daifugo_v0", seed=3, height=SCREEN)
        window.page.locator('.zone.own [data-words="♥5"]').hover()
        window.page.locator("#explanation").wait_for()
        write("table_clause", window, ".zone.own", "#explanation")


def write_phone(server: Serving, chromium: Browser) -> None:
    """Writes Daifugo on a phone, in the dark theme."""
    wishes = {"color_scheme": "dark", "has_touch": True, "is_mobile": True}
    with Window(chromium, PHONE["width"], **wishes) as window:
        sit(server, window, "daifugo_v0", seed=3, height=PHONE["height"])
        for _ in range(3):
            follow_greedy(window)
        window.page.evaluate("scrollTo(0, 0)")
        save("table_phone", window.page.screenshot())


def write_replay(server: Serving, chromium: Browser, folder: Path) -> None:
    """Writes the replay of a game of Sevens, with a search's evaluation and the analysis."""
    add_games(folder / RECORD, [played()])
    with Window(chromium, WIDE) as window:
        page = window.page
        page.goto(f"{server.address}/replay?record={RECORD}&at={STEP}")
        page.set_viewport_size(ViewportSize(width=WIDE, height=HEIGHT))
        for field in ("#agent", "#search"):
            page.locator(field).select_option(SEARCH)
        page.locator("#analyse").click()
        page.locator("#regrets button").first.wait_for(timeout=SOON)
        page.locator('#analyse:text-is("Analyse")').wait_for(timeout=SOON)
        page.locator(".evaluations").wait_for(timeout=SOON)
        write("replay", window, "#replay .felt", ".regrets", "#evaluations")


def write_result(chromium: Browser, folder: Path) -> None:
    """Plays a comparison, for some minutes, and writes its picture of the mean rewards."""
    page = folder / "arena.html"
    fudaba([*ARENA.split(), "--results", str(folder / "results.sqlite"), "--page", str(page)])
    with Window(chromium, RESULT, device_scale_factor=2) as window:
        window.page.goto(page.as_uri())
        write("result", window, "figure")


def played() -> GameRecord:
    """Returns the record of a game of Sevens of a random player against three greedy ones."""
    game = find_game("sevens_v0")
    seated = SeatedGame(game, game.options(), ["random", "greedy", "greedy", "greedy"], 1)
    while seated.to_move >= 0:
        seated.take(seated.agent_action())
    return seated.record()


def sit(server: Serving, window: Window, game: str, seed: int, height: int = HEIGHT) -> None:
    """Opens the seat of a person among three greedy agents, in a window of this height."""
    seats = ["person", "greedy", "greedy", "greedy"]
    window.sit(server.address, *laid(server.address, window, game, seats, seed))
    width = window.page.evaluate("innerWidth")
    window.page.set_viewport_size(ViewportSize(width=width, height=height))


def follow_greedy(window: Window) -> None:
    """Makes the move that the button *Hint* shows."""
    window.go_on()
    window.page.locator("#hint").click()
    window.page.locator("#advice").wait_for()
    window.click(window.page.locator("button:focus"))


def write(picture: str, window: Window, *parts: str) -> None:
    """Writes the smallest rectangle of a page that contains its parts of these selectors."""
    window.page.evaluate("scrollTo(0, 0)")
    boxes = [window.page.locator(part).first.bounding_box() for part in parts]
    left, top = (max(0, min(box[side] for box in boxes) - MARGIN) for side in ("x", "y"))
    right = max(box["x"] + box["width"] for box in boxes) + MARGIN
    bottom = max(box["y"] + box["height"] for box in boxes) + MARGIN
    clip = FloatRect(x=left, y=top, width=right - left, height=bottom - top)
    save(picture, window.page.screenshot(clip=clip, full_page=True))


def save(picture: str, png: bytes) -> None:
    """Writes a picture with a palette that contains rare colours too."""
    with Image.open(io.BytesIO(png)) as shot:
        for colours in COLOURS:
            written = io.BytesIO()
            few = shot.convert("RGB").quantize(
                colours, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE
            )
            few.save(written, "PNG", optimize=True)
            if written.tell() < LARGEST:
                break
        else:
            raise ValueError(f"{picture} has {written.tell()} bytes")
    (PICTURES / f"{picture}.png").write_bytes(written.getvalue())


if __name__ == "__main__":
    tyro.cli(main)
