"""The catalogues are whole, and nothing English is left in a game that is played in Japanese."""

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from itertools import islice
from pathlib import Path
from string import Formatter
from typing import Any

import numpy as np
import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from docs.catalogues import extracted, folder_of, main, paths
from fudaba.common.languages import LANGUAGES, in_language, language_of_system, translator
from fudaba.common.languages.messages import FOLDER
from fudaba.envs import Game, Scene, find_game, game_names
from fudaba.envs.core.contract.meanings import meaning_of
from fudaba.envs.core.scene.about import About
from fudaba.envs.core.scene.scene import pieces
from fudaba.envs.core.words.answers import about_called
from fudaba.testing.positions import positions

from .test_glossaries import BUILDS_ON, KIKISEN, LATIN, all_words, foreign_words
from .test_meanings import asked, some_positions

NOT_SHOWN = ("colour", "figure", "look", "mark", "place", "token")  # attributes of a scene
CATALOGUES = [*paths([])]
NUM_POSITIONS = 60
NUM_REFUSED = 5  # forbidden actions of a position that are asked about
CLAUSE = re.compile(r"\b[A-Z]{3,4}-\d+(\.\d+)?[a-z]?(, \d+(\.\d+)?[a-z]?)*")
# Messages that are terms too, but mean something else where they are shown.
OTHER_WORDS = {
    "cards": {"king"},  # of the kikisen deck, not of playing cards
    "kikisen": {"lead", "shared"},
    "sevens": {"eliminated"},
    "killer_sevens": {"eliminated"},
    "daifugo": {"starter", "lone joker"},
    "tyrant": {"fewest tricks"},
    "seki": {"number", "drawn"},
    "cyclic": {"one colour", "table"},
    "makkaik": {"one colour", "run"},
    "namto": {"nothing", "bets"},
    "taxot": {"lights", "first round"},
}
DOMAINS = [path.stem for path in CATALOGUES]
# A card is カード where a deck is European or SEKI's, and 札 in a kikisen deck. Compounds are free.
OF_A_DECK = re.compile(r"カード|(?<![手山場])(?<!捨て)(?<!配)(?<!リード)(?<!判明)札")
OF_ALL_GAMES = ("static/", "scene/")  # sources whose words stand at every table
TRANSLATED = [find_game(name) for name in game_names() if name.removesuffix("_v0") in DOMAINS]

catalogues = pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.stem}")
games = pytest.mark.parametrize("game", TRANSLATED, ids=lambda game: game.domain)


def messages(path: Path) -> Iterator[Message]:
    with path.open("rb") as file:
        yield from (message for message in read_po(file, locale="ja") if message.id)


def texts(string: str | Iterable[str]) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@catalogues
def test_a_catalogue_has_the_messages_of_its_source_and_no_others(path: Path) -> None:
    source = {message.id for message in extracted(path.stem) if message.id}
    assert {message.id for message in messages(path)} == source, (
        f"run: python -m docs.catalogues {path.stem}"
    )


def test_no_message_names_a_file_that_a_game_of_one_file_has_not_got() -> None:
    """Such a file or function is a value, because it differs with the form of a game."""
    parts = "state|rules|view|redeal|text|scene|meanings|moments|balance|deals|heuristic|options"
    of_large_games = re.compile(rf"\b({parts})\.py|RULES\.md|(in|of) legal\b|\bwhy_illegal\b")
    said = [message.id for path in CATALOGUES for message in messages(path)]
    assert [one for one in said if of_large_games.search("".join(texts(one)))] == []


def test_no_script_has_a_message_within_a_template_string() -> None:
    """Some releases of Babel do not find it there."""
    for script in (FOLDER.parents[1] / "web" / "static").glob("*.js"):
        assert not re.search(r"\$\{[^{}]*\b_n?\(", script.read_text("utf-8")), script.name


@catalogues
def test_a_compiled_catalogue_has_the_words_of_its_source(path: Path) -> None:
    """Whoever edits or pulls a catalogue compiles it; `make test` does so before the tests."""
    with path.with_suffix(".mo").open("rb") as file:
        compiled = {texts(message.id): texts(message.string) for message in read_mo(file)}
    compiled.pop(("",))  # notes on the catalogue
    source = {texts(message.id): texts(message.string) for message in messages(path)}
    assert compiled == source, "run: python -m fudaba.common.languages.compile"


@catalogues
def test_every_message_is_translated_with_the_same_placeholders(path: Path) -> None:
    for message in messages(path):
        assert all(texts(message.string)) and not message.fuzzy, f"no translation: {message.id}"
        expected = placeholders(texts(message.id)[-1])
        for translation in texts(message.string):
            assert placeholders(translation) == expected, f"other placeholders: {message.id}"


@pytest.mark.parametrize("domain", BUILDS_ON)
def test_terms_are_translated_as_the_glossary_has_them(domain: str) -> None:
    terms = {entry.term: entry.japanese for entry in all_words(domain)}
    (path,) = paths([domain])
    shown = {message.id: message.string for message in messages(path)}
    others = {term for term in {*terms} & {*shown} if shown[term] != terms[term]}
    assert others == OTHER_WORDS.get(domain, set())


def texts_of(content: Any) -> Iterator[str]:
    """Yields all texts of a scene or a moment; what a piece is has none."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, tuple | list):
        for part in content:
            yield from texts_of(part)
    elif is_dataclass(content) and not isinstance(content, About):
        for each in fields(content):
            if each.name not in NOT_SHOWN:
                yield from texts_of(getattr(content, each.name))


def said_of_table(game: Game, state: np.void, rng: random.Random) -> Iterator[str]:
    """Yields what is said of a position: the table, the moves, and why some are forbidden."""
    seats = {max(int(state["to_move"]), 0), rng.randrange(int(state["num_players"]))}
    yield from (text for seat in seats for text in texts_of(game.scene(state, seat)))
    if state["to_move"] < 0:
        return
    legal = game.legal_actions(state)
    for action in legal:
        yield game.words.describe(state, action)
        yield from (game.announced_to(state, action, seat) for seat in seats)
    forbidden = [action for action in range(game.num_actions) if action not in legal]
    for action in rng.sample(forbidden, min(NUM_REFUSED, len(forbidden))):
        yield game.words.describe(state, action)
        yield game.words.why_illegal(state, action)


def said_of_step(game: Game, before: np.void, after: np.void) -> Iterator[str]:
    """Yields the news and the moments of a step, for all seats."""
    for seat in range(int(before["num_players"])):
        views = game.view(before, seat), game.view(after, seat)
        yield game.words.news(*views, seat)
        yield from texts_of(game.words.moments(*views, seat))


def said(game: Game) -> Iterator[str]:
    """Yields all that is said in some random games, with other house rules than the usual ones."""
    rng = random.Random(game.name)
    for rules, state in islice(some_positions(game), NUM_POSITIONS):
        options, after = game.options.read(game.name, rules), state.copy()
        yield from said_of_table(game, state, rng)
        yield from (meaning_of(one, options, game.translate)[0] for one in asked(game, state))
        if state["to_move"] >= 0:
            game.kernels.apply(after, rng.choice(game.legal_actions(state)))
            yield from said_of_step(game, state, after)
    *_, end = positions(game, {}, rng.getrandbits(32))
    yield from said_of_table(game, end, rng)


def declared(game: Game) -> Iterator[str]:
    """Yields the words that a game declares: its name, house rules, and statistics."""
    yield from map(game.translate, (game.title, game.summary))
    yield from (
        game.translate(field.description or "") for field in game.options.model_fields.values()
    )
    if game.balance:
        for statistic in (*game.balance.factors, *game.balance.tallies):
            yield from map(game.translate, (statistic.name, statistic.meaning, *statistic.words))
        yield from map(game.translate, game.balance.moves.values())


@games
def test_a_game_has_one_word_for_cards(game: Game) -> None:
    other = "カード" if KIKISEN == BUILDS_ON[game.domain] else "札"
    (path,) = paths([game.domain])
    for message in messages(path):
        for said in texts(message.string):
            assert other not in OF_A_DECK.findall(said), message.id


@catalogues
def test_words_at_every_table_name_no_card(path: Path) -> None:
    for message in messages(path):
        if any(source.startswith(OF_ALL_GAMES) for source, _line in message.locations):
            for said in texts(message.string):
                assert not OF_A_DECK.search(said), message.id


@games
def test_nothing_english_is_left_in_japanese(game: Game) -> None:
    known = " ".join(entry.japanese for entry in all_words(game.domain))
    allowed = {*game.options.model_fields, *LATIN.findall(known), "A", "J", "Q", "K", "on", "off"}
    allowed |= {"none"}
    left = dict[str, str]()
    with in_language("ja"):
        for text in (*said(game), *declared(game)):
            for word in foreign_words(CLAUSE.sub("", text), allowed):
                left.setdefault(word, text)
    assert not left, "\n".join(f"{word}: {text}" for word, text in [*left.items()][:60])


@games
def test_moves_have_different_names_in_japanese(game: Game) -> None:
    with in_language("ja"):
        for _, state in islice(some_positions(game), NUM_POSITIONS):
            if state["to_move"] >= 0:
                assert len(game.move_names(state)) == len(game.legal_actions(state))


def test_a_question_about_a_move_is_not_about_what_the_table_shows() -> None:
    game = find_game("namto_v0")  # 無行 is to drop, and who has dropped
    with in_language("ja"):
        state, action, other = next(
            (state, action, other)
            for _, state in some_positions(game)
            if state["to_move"] >= 0
            for action in game.legal_actions(state)
            for other in (about_in(game.scene(state, state["to_move"]), "無行"),)
            if other and game.words.describe(state, action) == "無行"
        )
        scene = game.scene(state, int(state["to_move"]))
        about = about_called(game, state, scene, "無行", (), ())
    assert about == game.move(state, action).about != other


def about_in(scene: Scene, text: str) -> About | None:
    return next((one.about for one in pieces(scene) if one.text == text), None)


def test_a_message_without_a_translation_is_said_in_english() -> None:
    _, _n = translator("core")
    with in_language("ja"):
        assert _("{name} hums", name="player_1") == "player_1 hums"
        assert _n("{count} hum", "{count} hums", 2) == "2 hums"
        assert _("") == ""


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LANGUAGE": "fr:ja"}, "ja"),
    ],
)
def test_the_environment_names_the_language(variables: dict[str, str], expected: str) -> None:
    assert language_of_system(variables) == expected


def test_an_unknown_language_is_an_error() -> None:
    assert "eo" not in LANGUAGES
    with pytest.raises(ValueError, match="allowed: en, ja"), in_language("eo"):
        pass


def test_all_catalogues_have_a_source() -> None:
    assert all(folder_of(path.stem).is_dir() for path in FOLDER.glob("*/LC_MESSAGES/*.po"))


def test_a_domain_without_a_source_gets_no_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="domain can't be 'nosuch'; allowed: "):
        main(["sevens", "nosuch"])
    assert not list(FOLDER.glob("*/LC_MESSAGES/nosuch.po")) and capsys.readouterr().out == ""
