"""A whole game of every game, played in the browser by clicks against greedy."""

from random import Random

import pytest
from playwright.sync_api import Browser

from fudaba.envs import find_game, game_names

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import Window, laid

pytestmark = needs_chromium
SHORT = {"daifugo_v0": {"num_rounds": "1"}}  # all other games are short by default
MOST_CLICKS = 200
# Games in which a card or a place on the table is itself a move.
BY_CARDS = {"daifugo_v0", "killer_sevens_v0", "makhup_v0", "namto_v0", "seki_v0", "sevens_v0"}


@pytest.mark.parametrize("name", game_names())
def test_a_whole_game_by_clicks(name: str, chromium: Browser, server: Serving) -> None:
    num_players = find_game(name).options().num_players
    seats = ["person"] + ["greedy"] * (num_players - 1)
    chance, by_cards, clicks = Random(5), 0, 0
    with Window(chromium) as window:
        window.sit(
            server.address, *laid(server.address, window, name, seats, **SHORT.get(name, {}))
        )
        while not window.is_over:
            by_cards += window.choose(chance)
            clicks += 1
            assert clicks < MOST_CLICKS
        assert window.errors == []
        assert window.page.locator("#result li").count() == num_players
        assert any(line.startswith("You ") for line in window.told())
    assert (by_cards > 0) == (name in BY_CARDS)
