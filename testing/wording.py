"""A game in words: names of moves, reasons, tables, and what can be pointed at."""

import json
import random
import re
from collections.abc import Mapping
from itertools import chain
from typing import Any

import numpy as np

from fudaba.common.errors import UserError
from fudaba.common.languages import translator
from fudaba.envs import NOBODY, Game
from fudaba.envs.core.contract.game import folded
from fudaba.envs.core.contract.meanings import meaning_of
from fudaba.envs.core.scene.scene import pieces

from .declarations import check_clauses
from .playing import check_unchanged
from .positions import copied, fields_of, positions, redealt

_, _n = translator("testing")

Rules = Mapping[str, Any]

MOST_FORBIDDEN = 25  # moves of a position that are asked why; some games have thousands
CITATION = re.compile(r"\(([A-Z]+-\d+\.\d+[a-z]?(, )?)+\)")
LONGEST_LINE = 200  # letters


def check_tables(game: Game, options: Rules) -> None:
    """Checks that positions can be shown to each seat, and written as JSON."""
    for number, state in enumerate(positions(game, options, 0)):
        if number % 3 and state["to_move"] != NOBODY:
            continue
        before = fields_of(state)
        json.dumps(game.words.snapshot(state))
        for seat in {0, max(int(state["to_move"]), 0)}:
            if not game.text(state, seat):
                raise UserError(_("scene shows nothing."))
        check_unchanged(state, before, _("a table in words"))


def check_moves(game: Game, options: Rules) -> None:
    """Checks that moves have names of their own, and that refusals cite a clause."""
    rng = random.Random(11)
    for state in positions(game, options, 11):
        if state["to_move"] == NOBODY:
            break
        legal = game.legal_actions(state)
        names = [game.words.describe(state, action) for action in legal]
        for number, name in enumerate(map(folded, names)):
            first = [*map(folded, names)].index(name)
            if first != number:
                raise UserError(
                    _(
                        "the actions {one} and {other} are both called {name}; legal moves need "
                        "names of their own.",
                        one=legal[first],
                        other=legal[number],
                        name=repr(names[number]),
                    )
                )
        forbidden = sorted({*range(game.num_actions)} - {*legal})
        for action in rng.sample(forbidden, min(MOST_FORBIDDEN, len(forbidden))):
            game.words.describe(state, action)
            check_reason(game, game.words.why_illegal(state, action))


def check_reason(game: Game, reason: str) -> None:
    """Checks that the reason of a refusal is a sentence with a clause that exists."""
    if not CITATION.search(reason) or not reason.endswith("."):
        raise UserError(
            _(
                "a refusal says {reason}; write a sentence that names the clause in brackets, such "
                "as 'that suit is closed (SEV-4.2).'",
                reason=repr(reason),
            )
        )
    check_clauses(game, reason, _("a refusal"))


def check_meanings(game: Game, options: Rules) -> None:
    """Checks that everything on the table, and every move, has a line for players."""
    rules = game.options.read(game.name, options)
    for state in positions(game, options, 3):
        seat = max(int(state["to_move"]), 0)
        legal = game.legal_actions(state) if state["to_move"] != NOBODY else []
        moves = [game.move(state, action).about for action in legal]
        for about in {*moves, *(piece.about for piece in pieces(game.scene(state, seat)))}:
            line, _clauses = meaning_of(about, rules, game.translate)
            if not line or len(line) > LONGEST_LINE or "{" in line:
                raise UserError(
                    _(
                        "the topic {topic} says {line}; write one line of at most {most} letters "
                        "with means(...).",
                        topic=repr(about.topic.name),
                        line=repr(line),
                        most=LONGEST_LINE,
                    )
                )


def check_told(game: Game, options: Rules) -> None:
    """Checks that worlds which a listener can't tell apart after a move are told of it alike."""
    rng, compared = random.Random(9), 0
    games = (positions(game, options, seed) for seed in (9, 10, 11))  # one may be over too soon
    for state in chain.from_iterable(games):
        if state["to_move"] == NOBODY:
            if compared:
                break
            continue
        further = rng.randrange(1, options["num_players"])
        listener = (int(state["to_move"]) + further) % options["num_players"]
        world = redealt(game, state, listener, rng)
        if world["to_move"] != state["to_move"]:
            continue
        for action in {*game.legal_actions(state)} & {*game.legal_actions(world)}:
            if seen_after(game, state, action, listener) == seen_after(
                game, world, action, listener
            ):
                compared += 1
                check_alike(game, state, world, action, listener)


def check_alike(game: Game, state: np.void, world: np.void, action: int, listener: int) -> None:
    """Checks that a listener is told the same of an action at two tables."""
    one, other = (game.announced_to(table, action, listener) for table in (state, world))
    if one != other:
        raise UserError(
            _(
                "announce tells {one}, and {other} in a world that the listener can't tell from "
                "it; leave out what only the mover knows.",
                one=repr(one),
                other=repr(other),
            )
        )


def seen_after(game: Game, state: np.void, action: int, seat: int) -> bytes:
    """Returns what a seat sees after an action."""
    table = copied(state)
    game.kernels.apply(table, action)
    return game.view(table, seat).tobytes()
