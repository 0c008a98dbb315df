"""What the lobby says of a game: its picture, its opponents, its minutes and its rules."""

import json
import re
from math import ceil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fudaba.agents.expert import USUAL_SEARCH
from fudaba.agents.naming import with_budget
from fudaba.agents.titles import EASY, MEDIUM, STRONG, levels
from fudaba.common.languages import LANGUAGES, in_language
from fudaba.envs import Game, every_game, find_game, game_names
from fudaba.web.levels import SETTING_UP, learning, minutes, rules_at_table
from fudaba.web.poster import draw_poster, poster
from fudaba.web.wire import game_info

from ..kuhn.joining import join_games

DOCS = Path(__file__).parents[2] / "docs"


def measured(name: str, agent: str) -> dict[str, float]:
    """Returns the reward of an agent in the league, with its interval."""
    league = json.loads((DOCS / "league.json").read_text(encoding="utf-8"))["games"][name]
    known = {row["agent"]: row["reward"] for row in league["standings"]}
    # A game whose searches take long has a smaller one in the league.
    smaller = agent.replace("=64", "=16")
    found: dict[str, float] = known.get(agent) or known[smaller]
    return found


@pytest.mark.parametrize("name", game_names())
def test_each_level_is_stronger_than_the_one_before_as_far_as_was_measured(name: str) -> None:
    game = find_game(name)
    easy, medium = (measured(name, levels(game)[level]) for level in (EASY, MEDIUM))
    assert levels(game)[STRONG] == "expert"
    strong = measured(name, with_budget(USUAL_SEARCH, 64))  # under any house rules
    assert easy["high"] < medium["low"] and medium["low"] < strong["high"]


def test_the_minutes_are_those_that_were_measured() -> None:
    figures = json.loads((DOCS / "figures" / "courses.json").read_text(encoding="utf-8"))
    known = {row[0]: float(row[1].split()[0]) for row in figures["rows"]}
    for game in map(find_game, game_names()):
        said, seasons = minutes(game), rules_at_table(game).get("seasons", 1)
        assert said and 0 < said <= ceil((known[game.title] - SETTING_UP) * seasons)


def test_the_games_differ_in_what_must_be_learned() -> None:
    assert {learning(game) for game in every_game()} == {1, 2, 3}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pictures_are_those_that_are_drawn_now(language: str) -> None:
    with in_language(language):
        for game in map(find_game, game_names()):
            assert poster(game) == draw_poster(game), "run python -m docs.posters"


def test_a_game_of_others_is_offered_as_the_others_are(monkeypatch: pytest.MonkeyPatch) -> None:
    join_games(monkeypatch)
    game = find_game("kuhn_v0")
    info = game_info(game)
    assert info.minutes is None and {*info.levels} == {EASY, MEDIUM, STRONG}
    assert cards(game)


def cards(game: Game) -> list[ElementTree.Element]:
    """Returns the cards in the picture of a game."""
    return ElementTree.fromstring(poster(game)).findall(".//{*}rect")[1:]


@pytest.mark.parametrize("language", LANGUAGES)
def test_house_rules_have_words_and_no_parameters(language: str) -> None:
    with in_language(language):
        for game in map(find_game, game_names()):
            for rule in game_info(game).options:
                shown = " ".join([rule.meaning, *rule.labels])
                assert "_" not in shown and not re.search(r"[A-Z]-\d", rule.meaning)
                assert len(rule.labels) == len(rule.choices)
