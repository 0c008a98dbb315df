"""Everything on the table that a player can point at has one line in the game's own words."""

import random
import re
from collections.abc import Iterator
from itertools import chain, islice

import numpy as np
import pytest

from fudaba.envs import Game, UserError, find_game, game_names
from fudaba.envs.core.contract.meanings import Meaning, find_meaning
from fudaba.envs.core.scene.scene import Card, Diagram, Ranking, Scene
from fudaba.envs.core.words.answers import COMMON_MEANINGS, answer
from fudaba.envs.core.words.rulebook import rulebook
from fudaba.envs.sevens.options import SevensOptions

from .option_mixes import mixes
from .test_conformance import positions

NUM_POSITIONS = 200
MOST_OF_A_GAME = 25
LONGEST_LINE = 200  # letters
CLAUSE = re.compile(r"\b[A-Z]{3,4}-\d")
OF_CODE = re.compile(r"(?i)\b(ids?|flat|state|mask|executable|type id|deterministic)\b")
every_game = pytest.mark.parametrize("game", [*map(find_game, game_names())], ids=game_names())


def some_positions(game: Game) -> Iterator[tuple[dict[str, object], np.void]]:
    """Yields 200 positions of games under the usual and under other house rules."""
    rng, seed = random.Random(game.name), 0
    options: list[dict[str, object]] = [{}, *mixes(game)]
    while True:
        rules = options[seed % len(options)]
        walked = positions(game, rules, rng.getrandbits(32))
        for state in islice(walked, rng.randrange(8), MOST_OF_A_GAME):
            yield rules, state
        seed += 1


def named(card: Card) -> str:
    """Returns the words by which the page asks for a card; empty for one face down."""
    return "" if card.look == "back" else card.name or card.sign + card.text


def questions_of(scene: Scene) -> set[str]:
    """Returns all words of a scene that the page asks about when they are pointed at."""
    zones = [*chain(*scene.shelves)]
    cards = [card for zone in zones for row in zone.rows for card in row if card]
    cards += [card for seat in scene.seats for card in seat.cards]
    diagrams = [one for one in scene.pictures if isinstance(one, Diagram)]
    rankings = [one for one in scene.pictures if isinstance(one, Ranking)]
    ranks = [rank.name for one in rankings for rank in one.ranks]
    cards += [node.card for one in diagrams for node in one.nodes]
    hands = [
        f"{'hand' if number == scene.viewer else 'known'} of {seat.name}"
        for number, seat in enumerate(scene.seats)
        if seat.cards or number == scene.viewer
    ]
    facts = [fact for seat in scene.seats for fact in seat.facts]
    titles = [zone.title for zone in zones] + [one.title for one in scene.pictures]
    return {*map(named, cards), *hands, *facts, *titles, *ranks, *scene.notes} - {""}


def moves_of(game: Game, state: np.void) -> set[str]:
    """Returns the names of the legal moves."""
    if state["to_move"] < 0:
        return set()
    return {game.words.describe(state, action) for action in game.legal_actions(state)}


@every_game
def test_everything_on_the_table_has_a_line(game: Game) -> None:
    missing = dict[str, str]()
    for rules, state in islice(some_positions(game), NUM_POSITIONS):
        options = game.options.read(game.name, rules)
        meanings = (*game.words.meanings, *COMMON_MEANINGS)
        seats = {max(int(state["to_move"]), 0), 0}
        asked = {word for seat in seats for word in questions_of(game.scene(state, seat))}
        for question in asked | moves_of(game, state):
            line, _ = find_meaning(meanings, question, options, game.say)
            if not line:
                missing[question] = str(rules)
                continue
            assert len(line) <= LONGEST_LINE and line.endswith((".", "?", "!")), line
            assert not CLAUSE.search(line) and not OF_CODE.search(line) and "{" not in line, line
    assert not missing, f"{len(missing)} without a line: {sorted(missing)[:60]}"


@every_game
def test_clauses_of_meanings_exist(game: Game) -> None:
    book = rulebook(game.rules)
    for meaning in game.words.meanings:
        numbers = list(filter(None, meaning.clauses.split(", ")))
        assert len(book.cited(meaning.clauses).clauses) == len(numbers), meaning


def test_the_first_meaning_that_fits_counts_with_the_values_of_house_rules() -> None:
    meanings = (
        Meaning(
            "pass", "You may pass {pass_limit} times.", when=lambda rules: rules.pass_limit < 9
        ),
        Meaning("pass", "You may pass."),
        Meaning(r"(?P<suit>[SHDC])\d", "A card of {suit}."),
        Meaning(r"\d", lambda found, rules: f"{found[0]} of {rules.num_players}."),
    )
    rules = SevensOptions(pass_limit=2)
    assert find_meaning(meanings, "Pass", rules, str)[0] == "You may pass 2 times."
    assert find_meaning(meanings, "H7", rules, str)[0] == "A card of H."
    assert find_meaning(meanings, "3", rules, str)[0] == "3 of 4."
    assert find_meaning(meanings, "7H", rules, str) == ("", Meaning("", ""))


def test_an_answer_is_the_line_and_the_clauses_that_say_more() -> None:
    game = find_game("sevens_v0")
    options = game.options()
    state = next(positions(game, {}, 1))
    lines, found = answer(game, options, state, "pass")
    assert len(lines) == 1 and found.clauses
    for number in ("SEV-4.4", "sev-4.4", "4.4"):
        lines, found = answer(game, options, state, number)
        assert not lines and [clause.number for clause in found.clauses] == ["SEV-4.4"]
    with pytest.raises(UserError, match="the rules say nothing of 'xyzzy'"):
        answer(game, options, state, "xyzzy")
