"""A position as text for a reader: the rules, what happened, the table, the numbered moves."""

from collections.abc import Sequence

import numpy as np

from ..checking.checks import check_kind
from ..contract.game import Game, check_game
from ..contract.options import Options
from ..contract.schema import word_of
from ..kit.seats import NOBODY, player_name
from .how_to_play import how_to_play
from .names import earned_words, place_words

MOST_LINES = 300  # of what happened; earlier ones are left out
HOW_TO_ANSWER = (
    "Answer with the number or the name of one move: alone, on the last line, or in [brackets]."
)


def rules_text(game: Game, options: Options) -> str:
    """Returns the rules in short: the page *how to play*, and the house rules that are not usual.

    Args:
        game: The game.
        options: The house rules in force.

    Raises:
        UserError: It is no game, or the house rules are of another one.
    """
    check_game(game)
    game.check_options(options)
    page = (how_to_play(game) or f"# {game.title}\n\n{game.summary}").strip()
    fields = type(options).model_fields
    changed = [
        f"- {name}={word}, usually {word_of(fields[name].default)}: {fields[name].description}"
        for name, word in options.changed().items()
    ]
    head = ["", "## House rules of this game", ""] if changed else []
    return "\n".join([page, *head, *changed])


def position_text(game: Game, state: np.void, seat: int, history: Sequence[str] = ()) -> str:
    """Returns a position as plain text for the reader in a seat.

    Everything comes from the seat's view, its legal moves and the history, so the text is the same
    in all worlds that the seat can't tell apart. The moves are numbered from 1 if the seat is to
    move; after the last move the results of all players are told instead.

    Args:
        game: The game.
        state: The table.
        seat: Who reads.
        history: What the seat has heard since its last decision, as `fudaba.agents.hearing.heard`
            tells it; of more than 300 lines only the last ones are shown.

    Raises:
        UserError: It is no game, no table of it or no seat, or the history is no list of texts.
    """
    check_game(game)
    check_kind("history", history, list | tuple, "a list of lines")
    for line in history:
        check_kind("a line of history", line, str, "text")
    table = game.text(state, seat)
    head = f"You are {player_name(seat)} of {int(state['num_players'])} players in {game.title}."
    parts = [head, *_happened(history), f"The table:\n{table}"]
    if state["to_move"] == NOBODY:
        parts.append(_results(game, state))
    elif state["to_move"] == seat:
        names = [f"{number}. {name}" for number, name in enumerate(game.move_names(state), 1)]
        parts.append("\n".join(["Your moves:", *names, HOW_TO_ANSWER]))
    return "\n\n".join(parts)


def _happened(history: Sequence[str]) -> list[str]:
    """Returns the part about what happened, or nothing."""
    if not history:
        return []
    left_out = max(len(history) - MOST_LINES, 0)
    earlier = [f"- ({left_out} earlier lines are left out)"] if left_out else []
    lines = [f"- {line}" for line in history[left_out:]]
    return ["\n".join(["What happened:", *earlier, *lines])]


def _results(game: Game, state: np.void) -> str:
    """Returns the places and the points of all players at the end, the best first."""
    points = np.zeros(game.max_players)
    game.kernels.score(state, points)
    rewards: list[float] = points[: int(state["num_players"])].tolist()
    places, earned = place_words(rewards), earned_words(game, state, rewards)
    lines = [
        f"{places[seat]}: {player_name(seat)}, {', '.join(filter(None, earned[seat]))}"
        for seat in sorted(range(len(rewards)), key=lambda seat: -rewards[seat])
    ]
    return "\n".join(["The game is over:", *lines])
