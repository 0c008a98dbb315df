"""Hints say what decides: over all games, in all languages."""

from random import Random

import numpy as np
import pytest

from fudaba.agents.greedy import GreedyAgent, weight_table
from fudaba.agents.naming import GREEDY
from fudaba.agents.reasons import PARTS, part_of, reason_of
from fudaba.agents.seated import SeatedGame, advised
from fudaba.common.languages import LANGUAGES, in_language
from fudaba.envs import Game, find_game, game_names

from .. import kuhn

LEAST = 0.1  # of the decisions that have a reason
every_game = pytest.mark.parametrize("game", [find_game(n) for n in game_names()], ids=game_names())


def decisions(game: Game, seed: int) -> list[np.void]:
    """Returns the positions of a game of greedy players in which there was a choice."""
    seats = [GREEDY] * game.options().num_players
    seated, found = SeatedGame(game, game.options(), seats, seed), list[np.void]()
    while seated.to_move >= 0 and len(found) < 24:
        if len(game.legal_actions(seated.state)) > 1:
            found.append(seated.state.copy())
        seated.take(seated.agent_action())
    return found


@every_game
def test_a_reason_is_a_weight_with_less_of_which_greedy_would_choose_otherwise(game: Game) -> None:
    states = [*decisions(game, 1), *decisions(game, 2)]
    said = {number: reason_of(game, state) for number, state in enumerate(states)}
    given = {number: reason for number, reason in said.items() if reason}
    assert len(given) >= LEAST * len(states)
    for number in Random(0).sample([*given], min(4, len(given))):
        assert chosen_with_less(game, states[number], given[number])


def chosen_with_less(game: Game, state: np.void, reason: str) -> bool:
    """Whether greedy chooses another move with less of a weight that means this."""
    reasons, greedy = game.part("meanings").REASONS, GreedyAgent(game)
    rows = [row for row in weight_table(game).rows if reasons.get(row.name) == reason]
    less = [
        GreedyAgent(game, {**greedy.weights, row.name: part_of(row, greedy, part)})
        for row in rows
        for part in PARTS
    ]
    unused = np.random.default_rng(0)
    choice = advised(greedy, game, state, unused)
    return any(advised(one, game, state, unused) != choice for one in less)


@every_game
def test_a_reason_reads_the_view_of_the_seat_alone(game: Game) -> None:
    state = decisions(game, 3)[-1]
    other = state.copy()
    other["rng"] = np.uint64(7)
    game.kernels.redeal(other, int(other["to_move"]))
    assert reason_of(game, other) == reason_of(game, state)


@every_game
def test_every_reason_is_a_short_sentence_about_a_weight_in_every_language(game: Game) -> None:
    reasons = game.part("meanings").REASONS
    assert {*reasons} <= {row.name for row in weight_table(game).rows}
    for language in LANGUAGES:
        with in_language(language):
            for reason in map(game.translate, reasons.values()):
                assert reason.endswith((".", "。")) and len(reason) <= 80


def test_a_game_without_words_for_its_weights_has_no_reasons() -> None:
    state = decisions(kuhn.GAME, 1)[0]
    assert reason_of(kuhn.GAME, state) == ""
