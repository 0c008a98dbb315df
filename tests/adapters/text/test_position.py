"""The text of a position: what is in it, and that it tells no more than its reader may know."""

from itertools import islice

import numpy as np

from fudaba.adapters.text import position_text, read_answer, rules_text
from fudaba.adapters.text.env import CHARACTERS, LONGEST_TEXT
from fudaba.envs import NOBODY, Game, UserError, find_game
from fudaba.envs.core.words.position_text import MOST_LINES

from ...spread import every_game, few_mixes
from ...tables import dealt_state, redealt
from .worlds import heard_positions

SEVENS = find_game("sevens_v0")
MOST_POSITIONS = 60  # of a game


@every_game
def test_the_text_is_the_same_in_every_world_that_the_reader_can_not_tell_apart(game: Game) -> None:
    differed = 0
    for number, options in enumerate(few_mixes(game)[:5]):
        found = [*islice(heard_positions(game, options, number), 400)]
        for place, (state, histories) in enumerate([*found[::7][:MOST_POSITIONS], found[-1]]):
            for seat, history in enumerate(histories):
                text = position_text(game, state, seat, history)
                world = redealt(game, state, seat, 1000 + place)
                assert position_text(game, world, seat, history) == text
                differed += world.tobytes() != state.tobytes()
    assert differed > 20


@every_game
def test_reasons_are_the_same_in_every_world_too(game: Game) -> None:
    rng = np.random.default_rng(5)
    for number, options in enumerate(few_mixes(game)[:3]):
        for place, (state, _) in enumerate([*heard_positions(game, options, number)][:-1][:80:8]):
            world = redealt(game, state, int(state["to_move"]), place)
            for action in rng.choice(game.num_actions, 6).tolist():
                name = game.words.describe(state, action)
                assert reading(game, state, name) == reading(game, world, name)


def reading(game: Game, state: np.void, text: str) -> int | str:
    """What a text means, or why it means nothing."""
    try:
        return read_answer(game, state, text)
    except UserError as error:
        return str(error)


@every_game
def test_every_text_fits_the_spaces_and_names_the_moves_in_order(game: Game) -> None:
    longest = 0
    for number, options in enumerate(few_mixes(game)[:5]):
        rules = rules_text(game, game.options.read(game.name, options))
        assert set(rules) <= set(CHARACTERS)
        for state, histories in islice(heard_positions(game, options, number), 0, 300, 3):
            for seat, history in enumerate(histories):
                text = position_text(game, state, seat, history)
                assert set(text) <= set(CHARACTERS)
                longest = max(longest, len(rules) + len(text))
                listed = [f"{n}. {name}" for n, name in enumerate(game.move_names(state), 1)]
                moves = "\n".join(["Your moves:", *listed])
                assert (moves in text) == ("Your moves:" in text) == (state["to_move"] == seat)
    assert longest < LONGEST_TEXT / 10  # far from it, for longer histories


@every_game
def test_the_longest_text_fits_even_with_every_action_and_line(game: Game) -> None:
    options = game.options.read(game.name, {})
    found = [*islice(heard_positions(game, options.plain(), 1), 300)]
    names = [game.words.describe(state, action) for state, _ in found[:3]
             for action in range(game.num_actions)]  # fmt: skip
    moves = game.num_actions * (max(map(len, names)) + len("1000. \n"))
    lines = [line for _, histories in found for history in histories for line in history]
    history = MOST_LINES * (max(map(len, lines), default=0) + len("- \n"))
    tables = max(len(game.text(state, 0)) for state, _ in found)
    assert len(rules_text(game, options)) + moves + history + tables < LONGEST_TEXT


@every_game
def test_the_end_names_the_places_and_has_no_moves(game: Game) -> None:
    *_, (state, histories) = heard_positions(game, few_mixes(game)[0], 3)
    assert state["to_move"] == NOBODY
    for seat, history in enumerate(histories):
        text = position_text(game, state, seat, history)
        assert "\nThe game is over:\n" in text and "1st: player_" in text.replace("shared ", "")
        assert "Your moves:" not in text


def test_rules_have_the_page_and_the_house_rules_that_are_not_usual() -> None:
    usual, other = SEVENS.options(), SEVENS.options(pass_limit=2)
    assert rules_text(SEVENS, usual).startswith("# How to play Sevens\n")
    assert "House rules of this game" not in rules_text(SEVENS, usual)
    assert "- pass_limit=2, usually 3: Passes that each player has" in rules_text(SEVENS, other)


def test_a_long_history_loses_its_beginning() -> None:
    state = dealt_state(SEVENS, {}, 1)
    text = position_text(SEVENS, state, 0, [f"line {n}" for n in range(MOST_LINES + 2)])
    assert "- (2 earlier lines are left out)\n- line 2\n" in text and "line 1\n" not in text
    assert "left out" not in position_text(SEVENS, state, 0, ["line"] * MOST_LINES)
