"""The fullest positions of random games on a seat's page: no word is cut, and no card is tiny."""

import json
from functools import cache
from random import Random

import pytest
from playwright.sync_api import Browser

from fudaba.common.languages import in_language
from fudaba.envs import find_game, game_names
from fudaba.web.wire import SeatPosition

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .games import session_of_people
from .pages import Window, laid
from .test_page_layout import SIZES

pytestmark = needs_chromium
STEPS = 150  # of a random game
LEAST_CARD = 19  # pixels
LONG_NAME = "Maximiliane W."
# Takes positions from the test instead of the server.
FED = """window.EventSource = class {
  constructor() { window.fed = this; }
  addEventListener(kind, hear) { if (kind === "position") this.hear = (data) => hear({ data }); }
}"""
# What has no room for its words, the cards of the table that are hardly seen, grids with more
# below, rows of a result whose cards touch those of others, and buttons that read alike.
LOST = """(least) => {
  const parts = [...document.querySelectorAll("#question, #latest, .notes, #hand .seat, h2")];
  const cut = parts.filter(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
    scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1);
  const cards = [...document.querySelectorAll(".board .card:not(.drawn *, .legend *)")];
  const tiny = cards.filter((card) => card.getBoundingClientRect().width < least);
  const below = document.querySelectorAll(".board.more:has(.cells)");
  const touching = [...document.querySelectorAll(".moment li")].filter((row) =>
    [...row.querySelectorAll(".card")].some((card) => {
      const [one, all] = [card, row].map((part) => part.getBoundingClientRect());
      return one.top < all.top + 1 || one.bottom > all.bottom - 1;
    }));
  const alike = ["#moves button", "#choice button"].flatMap((buttons) =>
    [...document.querySelectorAll(buttons)].filter((one, at, all) =>
      all.findIndex((other) => other.innerText === one.innerText) < at));
  return [...cut, ...tiny, ...below, ...touching, ...alike].map((part) =>
    `${part.id || part.className}: ${part.innerText}`);
}"""


def lengths(position: SeatPosition) -> list[int]:
    """Returns how long the last line, the question and the notes are, how many cards lie on the
    table and how many moves read alike, and how long every seat's facts are.
    """
    scene = position.scene
    last = "".join(line.text + line.news for line in position.told[-1:])
    notes, *facts = (
        sum(len(fact.text) for fact in said)
        for said in (scene.notes, *(seat.facts for seat in scene.seats))
    )
    cards = sum(len(row) for shelf in scene.shelves for zone in shelf for row in zone.rows)
    alike = len(position.moves) - len({move.text for move in position.moves})
    return [len(last), len(position.turn), notes, cards, alike, *facts]


@cache
def fullest(name: str, language: str) -> list[str]:
    """Returns the positions of a random game in which one of these is longest."""
    session, chance = session_of_people(find_game(name), 1), Random(name)
    seen = []
    with in_language(language):
        for _ in range(STEPS):
            seen.append((lengths(session.position(0)), session.encoded_position(0).decode()))
            if session.is_over:
                break
            mover = session.position(session.seated.to_move)
            session.build(mover.seat, mover.at, [chance.choice(mover.moves).action])
    kinds = range(len(seen[0][0]))
    return [*dict.fromkeys(max(seen, key=lambda one: one[0][kind])[1] for kind in kinds)]


@pytest.mark.diagonal
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [*SIZES])
def test_nothing_that_is_said_is_cut(
    size: str, language: str, server: Serving, chromium: Browser
) -> None:
    viewport, wishes = SIZES[size]
    with Window(chromium, viewport["width"], locale=language, **wishes) as window:
        window.page.set_viewport_size(viewport)
        (path,) = laid(server.address, window, "sevens_v0", ["person", "greedy"])
        window.page.add_init_script(FED)
        window.page.goto(server.address + path)
        lost = []
        for name in game_names():
            for said in fullest(name, language):
                position = json.loads(said)
                position["names"][1:] = [LONG_NAME for _ in position["names"][1:]]
                position["round"] = said  # nothing of the former one stays
                window.page.evaluate("(data) => fed.hear(data)", json.dumps(position))
                lost += [(name, words) for words in window.page.evaluate(LOST, LEAST_CARD)]
        assert not lost, "\n".join(map(str, lost))
        assert window.errors == []
