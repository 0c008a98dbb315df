"""`fudaba compile [GAME ...]`: compiles all kernels of games ahead."""

import hashlib
import pickle
import sys
from pathlib import Path
from typing import Annotated, Any

import numba
import numpy as np
from rich.console import Console
from rich.text import Text

from fudaba.adapters.single_agent import OpponentPool, SeatEnv, SeatVectorEnv
from fudaba.adapters.single_agent.opponents import Opponents
from fudaba.adapters.text import TextSeatEnv
from fudaba.agents import make_agent
from fudaba.agents.expert import strongest
from fudaba.agents.naming import with_budget
from fudaba.agents.packaged import has_policy
from fudaba.common.languages import N_, translator
from fudaba.envs import CardGameEnv, Game, UserError, every_game
from fudaba.envs.core.compiling.ahead import WORKERS, compile_parts, number_compiled
from fudaba.envs.core.compiling.kernel import prepare_cache_folder
from fudaba.envs.core.compiling.kernel_cache import KernelCache, seal, unsealed, write_whole
from fudaba.envs.core.compiling.numba_names import MISSING
from fudaba.envs.core.compiling.sources import SOURCES
from fudaba.envs.core.compiling.workers import Job
from fudaba.envs.core.stepping.loops import loops
from fudaba.evaluation.arena import compare
from fudaba.evaluation.asking import Option, read_game
from fudaba.evaluation.balance import measure_balance
from fudaba.evaluation.database import deciding_sources
from fudaba.training.learner_tables import LearningTables

from .arguments import parse

_, _n = translator("cli")

DESCRIPTION = N_(
    "Compiles the rules of games, their agents and their measures ahead, for instance in an image "
    "or before a class. Without it every game compiles when it is first played. The compiled code "
    "lies in your cache directory, or below the folder in NUMBA_CACHE_DIR."
)
AGENTS = "random", "greedy", "montecarlo:budget=2", "ismcts:budget=2"
OPPONENTS: tuple[Opponents, ...] = (*AGENTS, {"greedy": 1.0, "random": 1.0})


def main(words: list[str]) -> None:
    """Parses the arguments and compiles; see `compile_ahead`."""
    parse(compile_ahead, words, "fudaba compile", DESCRIPTION)


def compile_ahead(
    games: Annotated[
        tuple[str, ...],
        Option(
            "Ids of games, sevens_v0, or just sevens.",
            "[GAME ...]",
            "default: all games",
            is_positional=True,
        ),
    ] = (),
) -> None:
    """Prints a line for each game when its kernels are compiled.

    Raises:
        UserError: There is no such game, or compiled code can't be kept.
    """
    named = [read_game(word) for word in games] or list(every_game())
    chosen = list(dict.fromkeys(named))
    missing = [game for game in chosen if not is_compiled(game)]
    jobs = [give(game) for game in missing]
    console = Console(highlight=False)
    for game, (parts, whole) in zip(missing, jobs, strict=True):
        with console.status(Text(_("compiling {game}", game=game.translate(game.title)))):
            whole.wait()
        number, files = compile_game(game) if whole.failure else whole.answer
        number += sum(part.answer or 0 for part in parts)
        write_whole(list_of_files(game), seal("\n".join(files).encode()))
        said = _n(
            "{game}: {count} kernel compiled",
            "{game}: {count} kernels compiled",
            number,
            game=game.name,
        )
        console.print(Text(said))
    if not missing:
        console.print(_("Everything was compiled before."))


def give(game: Game) -> tuple[list[Job], Job]:
    """Queues a game for the worker processes: first the slowest kernels, then all of them.

    Returns:
        The jobs of the slowest kernels, and the job of the whole game.
    """
    parts = compile_parts(loops(game).deal_tables)
    whole = Job(pickle.dumps((compile_game, (game,))), parts)
    WORKERS.give(whole)
    return parts, whole


def compile_game(game: Game) -> tuple[int, list[str]]:
    """Compiles all kernels of a game.

    Returns:
        How many were missing, and the files of all.
    """
    KernelCache.used.clear()
    number = number_compiled(lambda: use_everything(game))
    return number, sorted(map(str, KernelCache.used))


def list_of_files(game: Game) -> Path:
    """Returns the file that lists the files of a game's kernels, once all are compiled.

    Its path depends on all sources that matter, on Numba and on the processor.

    Raises:
        UserError: Compiled code can't be kept, or not be made ahead.
    """
    if numba.config.DISABLE_JIT:
        raise UserError(_("NUMBA_DISABLE_JIT is set, so nothing can be compiled; unset it."))
    if MISSING:
        raise UserError(
            _(
                "Numba {version} has no {name}, so nothing can be compiled ahead; install a "
                "version of Numba that fudaba allows.",
                version=numba.__version__,
                name=MISSING[0],
            )
        )
    folder = prepare_cache_folder(SOURCES.key(deciding_sources(game) | SOURCES.reachable(__file__)))
    if folder is None:
        raise UserError(
            _("the cache directory can't be written; set NUMBA_CACHE_DIR to a folder that can.")
        )
    loop: Any = loops(game).deal_tables
    codegen = loop.targetctx.codegen()
    compiler = repr((numba.__version__, sys.implementation.cache_tag, codegen.magic_tuple()))
    return folder / f"{game.name}-{hashlib.sha256(compiler.encode()).hexdigest()}.txt"


def is_compiled(game: Game) -> bool:
    """Whether all kernels of a game are in the cache."""
    path = list_of_files(game)
    try:
        files = bytes(unsealed(path.read_bytes())).decode().splitlines()
    except (OSError, ValueError):  # it is missing or damaged
        return False
    return all(Path(file).exists() for file in files)


def use_everything(game: Game) -> None:
    """Plays a little through each interface and with each agent, and takes all measures."""
    play_alone(game)
    for opponents in OPPONENTS:
        for door in (SeatEnv, SeatVectorEnv, TextSeatEnv):
            door(game.name, opponents=opponents).reset(seed=1)
        pool = OpponentPool.read(opponents, game, game.options())
        LearningTables(game, game.options(), 2, pool, alone=1).start(np.arange(2))
    searches = ["montecarlo:budget=2,policy=best"] * has_policy(game)
    asked = [*AGENTS, *searches, with_budget(strongest(game, game.options()), 2)]
    agents = {word: make_agent(word, game, game.options()) for word in asked}
    compare(game.name, agents, deals=2)
    for factor in (None, *game.balance.swaps) if game.balance else ():
        measure_balance(game.name, AGENTS, 12, seed=1, rotate=factor)


def play_alone(game: Game) -> None:
    """Plays one game at one table and calls every method of its environment."""
    env = CardGameEnv(game, {})
    env.reset(seed=1)
    while not all(env.terminations.values()):
        env.state()
        env.snapshot()
        seen = {agent: env.observe(agent) for agent in env.agents}
        action = int(seen[env.agent_selection]["action_mask"].argmax())
        env.describe(action)
        env.worlds().sample(0, np.zeros(1, np.uint64))
        env.step(action)
    CardGameEnv(game, {}).load(env.save())
