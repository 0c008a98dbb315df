"""A position as text for a reader: the rules, what happened, the table, the numbered moves."""

from collections.abc import Sequence

import numpy as np

from fudaba.common.checks import check_kind
from fudaba.common.languages import N_, translator

from ..contract.game import Game, check_game
from ..contract.options import Options
from ..contract.schema import word_of
from ..kit.seats import NOBODY, player_name
from .how_to_play import how_to_play
from .results import results

_, _n = translator("core")

MOST_LINES = 300  # of what happened; earlier ones are left out
HOW_TO_ANSWER = N_(
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
    page = (
        how_to_play(game) or f"# {game.translate(game.title)}\n\n{game.translate(game.summary)}"
    ).strip()
    fields = type(options).model_fields
    changed = [
        _(
            "- {name}={value}, usually {usual}: {meaning}",
            name=name,
            value=word,
            usual=word_of(fields[name].default),
            meaning=game.translate(fields[name].description or ""),
        )
        for name, word in options.changed().items()
    ]
    head = ["", f"## {_('House rules of this game')}", ""] if changed else []
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
        history: The lines for the seat since its last decision, as
            `fudaba.agents.seat_histories.history_lines` tells it; of more than 300 lines only the
            last ones are shown.

    Raises:
        UserError: It is no game, no table of it or no seat, or the history is no list.
    """
    check_game(game)
    check_kind("history", history, list | tuple, "a list of lines")
    table = game.text(state, seat)
    head = _(
        "You are {player} of {count} players in {game}.",
        player=player_name(seat),
        count=int(state["num_players"]),
        game=game.translate(game.title),
    )
    parts = [head, *_happened(history), "\n".join([_("The table:"), table])]
    if state["to_move"] == NOBODY:
        parts.append(_results(game, state))
    elif state["to_move"] == seat:
        names = [f"{number}. {name}" for number, name in enumerate(game.move_names(state), 1)]
        parts.append("\n".join([_("Your moves:"), *names, _(HOW_TO_ANSWER)]))
    return "\n\n".join(parts)


def _happened(history: Sequence[str]) -> list[str]:
    """Returns the part on the events since the reader's last decision; empty without any."""
    if not history:
        return []
    left_out = max(len(history) - MOST_LINES, 0)
    earlier = []
    if left_out:
        earlier = [_("- ({count} earlier lines are left out)", count=left_out)]
    lines = [f"- {line}" for line in history[left_out:]]
    return ["\n".join([_("What happened:"), *earlier, *lines])]


def _results(game: Game, state: np.void) -> str:
    """Returns the places and the points of all players at the end, the best first."""
    lines = [
        _(": ").join([one.place, _(", ").join(filter(None, [player_name(one.seat), one.points]))])
        for one in results(game, state)
    ]
    return "\n".join([_("The game is over:"), *lines])
