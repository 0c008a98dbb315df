"""Compiles what agents need, at a table that goes on meanwhile, or ahead for the lobby."""

import hashlib
import pickle
import sys
from collections.abc import Iterable
from pathlib import Path

import numba

from fudaba.agents.naming import GREEDY, policy_name, smallest_search
from fudaba.agents.seated import SeatedGame
from fudaba.agents.titles import levels
from fudaba.common.files import write_whole
from fudaba.envs import NOBODY, Game, Options
from fudaba.envs.core.compiling.ahead import WORKERS
from fudaba.envs.core.compiling.kernel import prepare_cache_folder
from fudaba.envs.core.compiling.sources import SOURCES
from fudaba.envs.core.compiling.workers import Job
from fudaba.evaluation.database import deciding_sources

from .session import Session

FOLLOWING = ",belief="  # such a search follows its game from the first move on


def rehearsal(word: str) -> str | None:
    """Returns the agent that compiles what another one needs; None if nobody can stand in for it.

    Code of the user's own is never rehearsed, because it might hang.

    >>> rehearsal("montecarlo:budget=64"), rehearsal("best"), rehearsal("greedy")
    ('montecarlo:budget=1', 'best', None)
    """
    if FOLLOWING in word:
        return None
    return smallest_search(word) or (word if policy_name(word) is not None else None)


def warm_up(session: Session) -> None:
    """Calls each operation of a session once, so that no move waits for compilation later.

    Agents for which others can stand in are rehearsed while the table goes on; see `rehearse`.
    """
    while session.is_forced:
        session.take(session.game.legal_actions(session.seated.state)[0])
    if session.is_over:
        return
    following = [word for word in session.seated.players if FOLLOWING in word]
    for word in {GREEDY, *filter(None, map(smallest_search, following))}:
        session.seated.advice(word)
    for viewer in session.viewers:
        session.encoded_position(viewer)
    mover = session.seated.to_move
    first = session.position(mover)
    session.build(mover, first.at, [first.moves[0].action])


def rehearse(game: Game, options: Options, word: str) -> None:
    """Has an agent decide once in a deal of its own, so that nothing is left to compile.

    How long that takes says nothing about the cards of a table.
    """
    seated = SeatedGame(game, options, [None] * options.num_players, seed=0)
    while seated.to_move != NOBODY:
        legal = game.legal_actions(seated.state)
        if len(legal) > 1:
            seated.advice(word)
            return
        seated.take(legal[0])


def compile_apart(game: Game, options: Options, word: str) -> None:
    """Has another process compile for an agent, and waits; does nothing if one did so before.

    In this process the compiler would hold up the tables, which load machine code meanwhile.
    """
    mark = _mark(game, word)
    if mark is not None and not mark.exists():
        job = Job(pickle.dumps((_rehearse_and_mark, (game, options, word, mark))))
        WORKERS.give(job)
        job.wait()


def _rehearse_and_mark(game: Game, options: Options, word: str, mark: Path) -> None:
    rehearse(game, options, word)
    write_whole(mark, b"")


def _mark(game: Game, word: str) -> Path | None:
    """Returns the file that says that nothing is left to compile for an agent; None for no cache.

    Its path depends on the sources, on Numba and on Python.
    """
    folder = prepare_cache_folder(sources_hash(game))
    compiler = repr((word, numba.__version__, sys.implementation.cache_tag))
    name = f"{game.name}-{hashlib.sha256(compiler.encode()).hexdigest()}.rehearsed"
    return None if folder is None else folder / name


def sources_hash(game: Game) -> str:
    """Returns a hash of the sources of a game's rules and agents."""
    return SOURCES.key(deciding_sources(game))


def compile_ahead(games: Iterable[Game]) -> None:
    """Has another process compile what the lobby offers, one game after the other."""
    earlier: tuple[Job, ...] = ()
    for game in games:
        job = Job(pickle.dumps((compile_levels, (game,))), earlier)
        WORKERS.give(job)
        earlier = (job,)


def compile_levels(game: Game) -> None:
    """Compiles a game, and the agents of the lobby's levels for its usual rules."""
    options = game.options()
    warm_up(Session(SeatedGame(game, options, [None] * options.num_players, seed=0), pace=0))
    for word in levels(game).values():
        rehearse(game, options, smallest_search(word) or word)
