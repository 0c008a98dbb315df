"""Everything on the table that a player can point at has one line in the game's own words."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from fudaba.envs import Game, UserError, find_game
from fudaba.envs.core.contract.meanings import meaning_of
from fudaba.envs.core.scene.about import About, Topic, topics_in
from fudaba.envs.core.scene.scene import COMMON_TOPICS, pieces
from fudaba.envs.core.words.answers import answer
from fudaba.envs.core.words.rulebook import rulebook
from fudaba.envs.kikisen import meanings as of_kikisen
from fudaba.testing.positions import positions

from .spread import every_game, few_mixes

NUM_POSITIONS = 80
MOST_OF_A_GAME = 25
LONGEST_LINE = 200  # letters
CLAUSE = re.compile(r"\b[A-Z]{3,4}-\d")
OF_CODE = re.compile(r"(?i)\b(ids?|flat|state|mask|executable|type id|deterministic)\b")


def some_positions(game: Game) -> Iterator[tuple[dict[str, object], np.void]]:
    """Yields positions of games under the usual and under other house rules."""
    rng, seed = random.Random(game.name), 0
    options: list[dict[str, object]] = [*few_mixes(game)]
    while True:
        rules = options[seed % len(options)]
        walked = positions(game, rules, rng.getrandbits(32))
        for state in islice(walked, rng.randrange(8), MOST_OF_A_GAME):
            yield rules, state
        seed += 1


def asked(game: Game, state: np.void) -> set[About]:
    """Returns what can be pointed at in a position, by the mover and by the first seat."""
    seats = {max(int(state["to_move"]), 0), 0}
    found = {one.about for seat in seats for one in pieces(game.scene(state, seat))}
    return found | {move.about for move in moves_of(game, state)}


def moves_of(game: Game, state: np.void) -> list[Any]:
    legal = game.legal_actions(state) if state["to_move"] >= 0 else []
    return [game.move(state, action) for action in legal]


@every_game
def test_everything_on_the_table_has_a_line(game: Game) -> None:
    for rules, state in islice(some_positions(game), NUM_POSITIONS):
        options = game.options.read(game.name, rules)
        for about in asked(game, state):
            line, _ = meaning_of(about, options, game.translate)
            assert 0 < len(line) <= LONGEST_LINE and line.endswith((".", "?", "!")), (about, line)
            assert not CLAUSE.search(line) and not OF_CODE.search(line) and "{" not in line, line


@every_game
def test_a_token_says_the_numbers_of_its_words(game: Game) -> None:
    for _, state in islice(some_positions(game), NUM_POSITIONS):
        scene = game.scene(state, max(int(state["to_move"]), 0))
        for label in (*scene.notes, *chain(*(seat.facts for seat in scene.seats))):
            numbers = re.findall(r"[\d.]+", label.token.number) if label.token else []
            assert {*numbers} <= {*re.findall(r"[\d.]+", label.text)}, label


@every_game
def test_a_legal_move_uses_what_its_player_can_point_at(game: Game) -> None:
    for _, state in islice(some_positions(game), NUM_POSITIONS):
        mover = int(state["to_move"])
        scene = game.scene(state, max(mover, 0))
        hand = Counter(card.about for card in scene.seats[max(mover, 0)].cards)
        shown = Counter(one.about for one in pieces(scene))
        for move in moves_of(game, state):
            assert Counter(move.cards) <= hand and Counter(move.targets) <= shown - hand, move
            assert {*move.zones} <= {*shown}
            assert {*move.seats} <= {*range(int(state["num_players"]))} - {mover}


@every_game
def test_a_move_that_is_not_legal_has_a_topic_too(game: Game) -> None:
    topics = (*game.words.topics, *COMMON_TOPICS)
    for _, state in islice(some_positions(game), 0, 20 * NUM_POSITIONS, 9):
        if state["to_move"] >= 0:
            for action in range(game.num_actions):
                assert game.move(state, action).about.topic in topics


@every_game
def test_topics_have_names_of_their_own_terms_without_values_and_clauses_that_exist(
    game: Game,
) -> None:
    topics, book = game.words.topics, rulebook(game.rules)
    assert len({topic.name for topic in (*topics, *COMMON_TOPICS)}) == len(topics + COMMON_TOPICS)
    for rules in few_mixes(game):
        options = game.options.read(game.name, rules)
        for topic in topics:
            if topic.terms:
                meaning_of(topic(), options, game.translate)
            for values in topic.signs.values():
                meaning_of(topic(**values), options, game.translate)
            meaning = topic.meaning
            while meaning:
                clauses = meaning.clauses or topic.clauses
                numbers = list(filter(None, clauses.split(", ")))
                assert len(book.cited(clauses).clauses) == len(numbers), topic
                meaning = meaning.otherwise


ROWS = yaml.safe_load(Path(__file__).with_name("meanings.yaml").read_text(encoding="utf-8"))


def topic_called(name: str, topics: tuple[Topic, ...]) -> Topic:
    return next(topic for topic in topics if topic.name == name)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['game']}-{row['topic']}")
def test_a_line_says_what_holds_at_this_table(row: dict[str, Any]) -> None:
    game = find_game(row["game"])
    topics = (*game.words.topics, *topics_in(of_kikisen))
    about = topic_called(row["topic"], topics)(**row.get("values", {}))
    options = game.options.read(game.name, row.get("rules", {}))
    assert meaning_of(about, options, game.translate)[0] == row["line"]


def test_an_answer_is_the_line_and_the_clauses_that_say_more() -> None:
    game = find_game("sevens_v0")
    options = game.options()
    state = next(positions(game, {}, 1))
    scene = game.scene(state, int(state["to_move"]))
    lines, found = answer(game, options, state, scene, "pass")
    assert len(lines) == 1 and found.clauses
    for number in ("SEV-4.4", "sev-4.4", "4.4"):
        lines, found = answer(game, options, state, scene, number)
        assert not lines and [clause.number for clause in found.clauses] == ["SEV-4.4"]
    with pytest.raises(UserError, match="the rules say nothing of 'xyzzy'"):
        answer(game, options, state, scene, "xyzzy")
