"""Hints say what decides: over all games, in all languages."""

import re
from random import Random

import numpy as np

from fudaba.agents.greedy import GreedyAgent, weight_table
from fudaba.agents.naming import GREEDY
from fudaba.agents.reasons import MORE, PARTS, part_of, reason_of, why
from fudaba.agents.seated import SeatedGame, advised
from fudaba.common.languages import LANGUAGES, in_language
from fudaba.envs import Game, player_name
from fudaba.envs.core.contract.weights import Weight
from fudaba.web.plays import play_by

from .. import kuhn
from ..spread import every_game

LEAST = 0.1  # of the decisions that have a reason
MOST_UNSAID = 0.6  # of those with words for what a play does; further steps of one have none
LONGEST = 400  # letters of a hint
UNSAID = re.compile(r"[{}]")  # a name or a number is missing


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
def test_a_reason_is_a_weight_that_speaks_for_the_move(game: Game) -> None:
    states = [*decisions(game, 1), *decisions(game, 2)]
    said = {number: reason_of(game, state) for number, state in enumerate(states)}
    given = {number: reason for number, reason in said.items() if reason}
    assert len(given) >= LEAST * len(states)
    for number in Random(0).sample([*given], min(4, len(given))):
        assert any(
            row.default * value >= 0 and is_for_the_move(game, states[number], row)
            for row, value in weights_of(game, states[number], given[number])
        )


@every_game
def test_the_second_choice_is_another_move(game: Game) -> None:
    for state in decisions(game, 1):
        for action in game.legal_actions(state)[::-4][:2]:
            same = f"Second choice: {game.words.describe(state, action)}."
            assert same not in why(game, [state], [action])


def weights_of(game: Game, state: np.void, reason: str) -> list[tuple[Weight, float]]:
    """Returns the weights that mean this to who makes greedy's move, with their values."""
    reasons, greedy = game.part("meanings").REASONS, GreedyAgent(game)
    choice = advised(greedy, game, state, np.random.default_rng(0))
    kind = game.decode(choice)[0].name
    return [
        (row, greedy.weights[row.name])
        for row in weight_table(game).rows
        if reasons.get(f"{row.name} {kind}", reasons.get(row.name)) == reason
    ]


def is_for_the_move(game: Game, state: np.void, row: Weight) -> bool:
    """Whether greedy chooses another move with less of a weight, and the same one with more."""
    greedy, unused = GreedyAgent(game), np.random.default_rng(0)
    choice = advised(greedy, game, state, unused)

    def choice_with(part: float) -> int:
        other = GreedyAgent(game, {**greedy.weights, row.name: part_of(row, greedy, part)})
        return advised(other, game, state, unused)

    return any(choice_with(part) != choice for part in PARTS) and choice_with(MORE) == choice


@every_game
def test_a_reason_reads_the_view_of_the_seat_alone(game: Game) -> None:
    state = decisions(game, 3)[-1]
    other = state.copy()
    other["rng"] = np.uint64(7)
    game.kernels.redeal(other, int(other["to_move"]))
    choice = advised(GreedyAgent(game), game, state, np.random.default_rng(0))
    assert why(game, [other], [choice]) == why(game, [state], [choice])


@every_game
def test_every_reason_is_a_short_sentence_about_a_weight_in_every_language(game: Game) -> None:
    reasons = game.part("meanings").REASONS
    kinds = {game.decode(action)[0].name for action in range(game.num_actions)}
    for words in reasons:
        name, _, kind = words.partition(" ")
        assert name in {row.name for row in weight_table(game).rows} and kind in {"", *kinds}
    for language in LANGUAGES:
        with in_language(language):
            for reason in map(game.translate, reasons.values()):
                assert reason.endswith((".", "。")) and len(reason) <= 80


@every_game
def test_a_hint_says_what_the_play_does_in_every_language(game: Game) -> None:
    states, unsaid, greedy = decisions(game, 1), 0, GreedyAgent(game)
    for state in states if game.part("hints") else []:
        befores = list[np.void]()

        def chosen(before: np.void, befores: list[np.void] = befores) -> int:
            befores.append(before)
            return advised(greedy, game, before, np.random.default_rng(0))

        play, reason = play_by(game, state, chosen), reason_of(game, state)
        for language in LANGUAGES:
            with in_language(language, reader=player_name(int(state["to_move"]))):
                said = why(game, befores, play.actions)
                assert len(said) <= LONGEST and not UNSAID.search(said)
        unsaid += why(game, [state], play.actions) == reason
    assert unsaid <= MOST_UNSAID * len(states)


def test_a_game_without_words_for_its_weights_has_no_reasons() -> None:
    state = decisions(kuhn.GAME, 1)[0]
    assert reason_of(kuhn.GAME, state) == ""
