"""Random play under invariants: python -m benchmarks.fuzz seki --decisions 100000000.

Plays one game after another, each under another mix of house rules. Each seat follows one of three
policies: random actions, the action taken least so far, or greedy with random deviations. After
every decision it checks the mask, the mover, the views of all seats, the points and the number of
decisions. In one position of many, and at the end of every game, it redeals a world for every seat
and checks that the seat's view is the same and that the world can be played on. It also checks that
the same actions lead to the same state, and for short games that a record and a saved game do.

If a check fails it ends with code 1 and prints the shortest game that shows the failure.
"""

import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillPlaying
from dataclasses import dataclass
from random import Random
from types import FrameType
from typing import Annotated, Any

import numpy as np
import tyro
from rich.console import Console
from rich.table import Table

from fudaba.agents.greedy import advice
from fudaba.common.checks import UINT64_RANGE, check_whole
from fudaba.envs import (
    CardGameEnv,
    Field,
    Game,
    GameRecord,
    Options,
    UserError,
    find_game,
    game_names,
)
from fudaba.envs.core.api.record import SavedGame
from fudaba.evaluation.asking import read_game
from fudaba.testing.mixes import mix, mixes
from fudaba.testing.positions import fields_of

from .fuzz_kernels import (
    FAULTS,
    NO_SCRIPT,
    NO_SEAT,
    NUM_ROWS,
    PROGRESS,
    REDEAL_VIEW,
    SOUND,
    TABLE,
    VIEW_ON_TURN,
    VIEW_RANGE,
    Desk,
    fuzzing,
)

EVERY = 64  # one position in EVERY is examined
NUM_MIXES = 256
NUM_LONG = 4  # mixes with the largest number of games, rounds or seasons
STEP = 100_000  # decisions per compiled call
PATIENCE = 600.0  # seconds without a decision after which a kernel counts as hanging
LONGEST_RECORD = 500  # decisions of a game that is replayed in Python
MOST_DECISIONS = 10**15
TRIES = 20  # attempts, with other worlds, to find a shorter game
FOUND, INTERRUPTED, USAGE_ERROR = 1, 130, 2


@dataclass(frozen=True)
class Violation:
    """A failed check, and the game that shows it.

    Attributes:
        what: The failure, in words.
        record: The house rules, the start of the random stream and the actions.
        options: The house rules as the command line takes them.
        world: The redealt world in which the check failed; empty for the table itself.
    """

    what: str
    record: GameRecord
    options: str
    world: str = ""

    def __str__(self) -> str:
        """The report."""
        lines = [
            f"{self.record.game}: {self.what}.",
            f"options: {self.options or '(defaults)'}",
            f"stream start: {self.record.rng}",
            f"actions ({len(self.record.actions)}): {' '.join(map(str, self.record.actions))}",
        ]
        return "\n".join([*lines, *filter(None, [self.world]), f"record: {self.record.to_json()}"])


class HangingError(Exception):
    """A kernel does not return."""


class Fuzzer:
    """Plays one game under many house rules.

    Attributes:
        game: The game.
        rules: The house rules, used in turn for one game each.
        desk: The working memory of the kernels.
    """

    def __init__(self, game: Game, rules: list[Options], seed: int, every: int = EVERY) -> None:
        """Prepares the fuzzer; `play` plays.

        Args:
            game: The game.
            rules: House rules, at least one.
            seed: 0..2**64-1, the seed of all random choices.
            every: One position in `every` is examined.
        """
        self.game, self.rules = game, rules
        self.desk = new_desk(game, rules)
        self.progress = self.desk.progress[0]
        self.progress["rng"] = self.progress["seed"] = seed
        self.progress["every"], self.progress["script"] = every, NO_SCRIPT
        self._pool = ThreadPoolExecutor(1)

    def warm_up(self) -> None:
        """Compiles all kernels."""
        self.progress["target"] = 0
        fuzzing(self.game)(self.desk)

    def play(self, decisions: int) -> Violation | None:
        """Plays until a total number of decisions is reached and the last game is over.

        Returns:
            The first violation, or None.
        """
        while self.progress["decisions"] < decisions:
            target = min(int(self.progress["decisions"]) + STEP, decisions)
            if violation := self._play_to(target) or self._check_in_python():
                return violation
        return None

    def _play_to(self, target: int) -> Violation | None:
        """Plays on in compiled code; a kernel that hangs or raises is a violation."""
        self.progress["target"] = target
        playing, last_count = self._pool.submit(fuzzing(self.game), self.desk), -1
        while True:
            try:
                playing.result(PATIENCE)
            except StillPlaying:
                count = int(self.progress["decisions"] + self.progress["world_decisions"])
                if count == last_count:
                    raise HangingError(str(self._violation("a kernel does not return"))) from None
                last_count = count
                continue
            except KeyboardInterrupt:
                self.progress["target"] = 0
                raise
            except Exception as error:  # an index beyond an array, a division by zero
                return self._violation(f"a kernel raises {type(error).__name__}: {error}")
            fault = int(self.progress["fault"])
            return None if fault == SOUND else self._violation(self._words_of(fault))

    def _words_of(self, fault: int) -> str:
        """Returns the text of a fault, with the seat and the field if it concerns a view."""
        if fault not in (VIEW_RANGE, VIEW_ON_TURN, REDEAL_VIEW):
            return FAULTS[fault]
        words = f"{FAULTS[fault]}: seat {self.progress['seat']}"
        if fault == VIEW_ON_TURN:
            return words
        element, value = int(self.progress["element"]), int(self.progress["value"])
        field, place = list(elements(self.game))[element]
        return f"{words}, {field.name}{list(place) or ''} is {value}, {field.low} to {field.high}"

    def _violation(self, what: str) -> Violation:
        """Returns a violation with the present game."""
        desk, progress = self.desk, self.progress
        rules, world = self.rules[progress["mix"]], ""
        actions = desk.actions[: progress["length"]].tolist()
        if progress["world_seat"] != NO_SEAT:
            moves = desk.world_actions[: progress["world_length"]].tolist()
            world = (
                f"in a world redealt for seat {progress['world_seat']} from stream "
                f"{progress['world_start']}, then actions ({len(moves)}): {moves}"
            )
        record = GameRecord(
            game=self.game.name,
            options=rules.plain(),
            rng=int(progress["start"]),
            actions=actions,
            points=desk.scores[TABLE, : rules.num_players].tolist(),
        )
        options = " ".join(f"{name}={word}" for name, word in rules.changed().items())
        return Violation(what, record, options, world)

    def _check_in_python(self) -> Violation | None:
        """Replays the last game from its record and as a saved game, if it is short."""
        if self.progress["length"] > LONGEST_RECORD:
            return None
        found = self._violation("")
        try:
            wrong = wrong_in_python(self.game, self.desk.states[TABLE], found.record)
        except Exception as error:
            wrong = f"the Python replay raises {type(error).__name__}: {error}"
        return self._violation(wrong) if wrong else None

    def again(self, record: GameRecord, seed: int) -> Violation | None:
        """Plays a game again and examines each of its positions.

        Args:
            record: The game.
            seed: The seed of the worlds.

        Returns:
            The first violation, or None.
        """
        other = Fuzzer(self.game, [self.game.options(**record.options)], seed, every=1)
        other.desk.actions[: len(record.actions)] = record.actions
        other.progress["script"], other.progress["start"] = len(record.actions), record.rng
        other.progress["world_decisions"] = -other.desk.most_decisions.max()
        return other._play_to(1)

    def shortened(self, violation: Violation) -> Violation:
        """Returns the shortest game found that shows a violation, by examining every position."""
        shortest = violation
        for seed in range(TRIES):
            found = self.again(shortest.record, seed)
            is_alike = found and bool(found.world) == bool(violation.world)
            if is_alike and len(found.record.actions) < len(shortest.record.actions):
                shortest = found
        return shortest


def new_desk(game: Game, rules: list[Options]) -> Desk:
    """Returns the working memory for a game, with all counters at zero."""
    states, mixes = np.zeros(NUM_ROWS, game.state_dtype), np.zeros(len(rules), game.state_dtype)
    for number, options in enumerate(rules):
        options.write(mixes[number])
    low, high = game.observation_bounds
    views = np.zeros(NUM_ROWS, game.view_dtype)
    most = np.array([options.max_decisions() for options in rules], np.int64)
    limits = np.iinfo(game.observation_dtype)
    points = np.zeros((3, NUM_ROWS, game.max_players))
    return Desk(
        states=states,
        bytes=bytes_of(states),
        is_field=bytes_of_fields(game, game.state_dtype.names or ()),
        is_rule=bytes_of_fields(game, game.options.model_fields),
        mixes=mixes,
        mix_bytes=bytes_of(mixes),
        most_decisions=most,
        lowest_points=np.array([options.lowest_points() for options in rules]),
        views=views,
        numbers=game.flat(views),
        low=low.copy(),
        high=high.copy(),
        least=np.full_like(low, limits.max),
        greatest=np.full_like(low, limits.min),
        masks=np.zeros((NUM_ROWS, game.num_actions), np.int8),
        scores=points[0],
        rewards=points[1],
        totals=points[2],
        points=np.zeros(game.max_players),
        taken=np.zeros(game.num_actions, np.int64),
        policies=np.zeros(game.max_players, np.int64),
        actions=np.zeros(most.max() + 1, np.int64),
        world_actions=np.zeros(most.max() + 1, np.int64),
        progress=np.zeros(1, PROGRESS),
        weights=advice(game).weights,
    )


def bytes_of(records: np.ndarray) -> np.ndarray:
    """Returns the memory of records: uint8[N, S]."""
    return records.view(np.uint8).reshape(len(records), records.dtype.itemsize)


def bytes_of_fields(game: Game, names: Iterable[str]) -> np.ndarray:
    """Returns uint8[S]: 1 for the bytes of the state record that belong to these fields."""
    flags = np.zeros(game.state_dtype.itemsize, np.uint8)
    for name in names:
        dtype, start = (game.state_dtype.fields or {})[name][:2]
        flags[start : start + dtype.itemsize] = 1
    return flags


def elements(game: Game) -> Iterator[tuple[Field, tuple[int, ...]]]:
    """Yields the field of every number of a view, and its index in the field."""
    for field in game.fields:
        for place in np.ndindex(field.shape):
            yield field, place


def wrong_in_python(game: Game, state: np.void, record: GameRecord) -> str:
    """Returns a sentence if a finished game's record or saved game is wrong, or an empty text."""
    saved = SavedGame(record=GameRecord.from_json(record.to_json()), dead_steps=0)
    env = CardGameEnv(game, record.options)
    env.load(saved.model_dump_json().encode())  # it checks the actions and the points
    if fields_of(env._state) != fields_of(state):
        return "the saved game leads to another state"
    return "" if env.record() == record else "the record of a saved game is another one"


def rules_of(game: Game, seed: int) -> list[Options]:
    """Returns house rules: every value of every option, random mixes, and the longest matches."""
    rng = Random(seed)
    lengths = game.options.model_fields.keys() & {"num_games", "num_rounds", "seasons"}
    longest = {name: game.options.coding(name).high for name in lengths}
    rows = [mix(game, rng, **longest) for _ in range(NUM_LONG)] if longest else []
    rows = [*mixes(game), *rows]
    rows += [mix(game, rng) for _ in range(NUM_MIXES - len(rows))]
    return [game.options(**row) for row in rows]


@dataclass
class FuzzRun:
    """The statistics of one game.

    Attributes:
        fuzzer: Its fuzzer.
        seconds: The time of play, without compiling.
    """

    fuzzer: Fuzzer
    seconds: float = 0.0

    def row(self) -> list[str]:
        """Returns the game's row of the table."""
        desk, progress = self.fuzzer.desk, self.fuzzer.progress
        done = int(progress["decisions"])
        rate = done / self.seconds if self.seconds else 0.0
        numbers = [done, progress["games"], rate, len(desk.mixes), progress["worlds"],
                   progress["world_decisions"], progress["replayed"]]  # fmt: skip
        taken = f"{np.count_nonzero(desk.taken):,} of {len(desk.taken):,}"
        return [self.fuzzer.game.name, *(f"{number:,.0f}" for number in numbers), taken]

    def unreached(self) -> list[str]:
        """Returns the actions that were never taken, and the fields whose range was not reached."""
        game, desk = self.fuzzer.game, self.fuzzer.desk
        lines = []
        for kind in game.actions:
            taken = np.count_nonzero(desk.taken[kind.first : kind.first + kind.count])
            if taken < kind.count:
                lines.append(f"{kind.name}: {kind.count - taken} of {kind.count} ids not taken")
        least, greatest = np.zeros((2, 1), game.view_dtype)
        game.flat(least)[0], game.flat(greatest)[0] = desk.least, desk.greatest
        for field in game.fields:
            low, high = int(least[field.name].min()), int(greatest[field.name].max())
            if (low, high) != (field.low, field.high):
                lines.append(f"{field.name}: {low} to {high} of {field.low} to {field.high}")
        return lines


def print_runs(runs: list[FuzzRun]) -> None:
    """Prints the statistics, and the actions and values that never came up."""
    table = Table(title="random play under invariants")
    for heading in ("game", "decisions", "games", "a second", "mixes of house rules", "worlds",
                    "decisions in worlds", "decisions replayed", "actions taken"):  # fmt: skip
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for run in runs:
        table.add_row(*run.row())
    console = Console(width=130)
    console.print(table)
    for run in runs:
        if lines := run.unreached():
            console.print(f"{run.fuzzer.game.name} never reached: {'; '.join(lines)}.")


def played(run: FuzzRun, decisions: int) -> bool:
    """Plays a game; prints a violation, and returns whether there was none."""
    run.fuzzer.warm_up()
    start = time.perf_counter()
    try:
        violation = run.fuzzer.play(decisions)
    finally:
        run.seconds = time.perf_counter() - start
    if violation:
        print(run.fuzzer.shortened(violation), flush=True)
    return violation is None


def fuzz(games: list[Game], decisions: int, seed: int) -> int:
    """Plays all games and prints the statistics.

    Returns:
        The exit code: 0, FOUND after a violation, INTERRUPTED after Ctrl-C.
    """
    runs: list[FuzzRun] = []
    code = 0
    try:
        for game in games:
            runs.append(FuzzRun(Fuzzer(game, rules_of(game, seed), seed)))
            code = code if played(runs[-1], decisions) else FOUND
    except KeyboardInterrupt:
        code = code or INTERRUPTED
    print_runs(runs)
    return code


def hear(handler: Any) -> None:
    """Sets the handler of Ctrl-C and SIGTERM."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, handler)


def interrupt(number: int, frame: FrameType | None) -> None:
    """Ends the play; later signals are ignored, so that the statistics are printed."""
    hear(lambda number, frame: None)  # SIG_IGN would cause a warning if both signals are pending
    raise KeyboardInterrupt


def main(
    game: Annotated[str, tyro.conf.Positional] = "",
    decisions: int = 1_000_000,
    seed: int = 0,
) -> int:
    """Plays, prints the statistics, and returns the exit code.

    Args:
        game: The game's id; all games without it.
        decisions: The number of decisions of each game, at least 1.
        seed: 0 to 2**64 - 1; the same seed plays the same games.
    """
    try:
        games = [read_game(game)] if game else [find_game(name) for name in game_names()]
        check_whole("decisions", decisions, 1, MOST_DECISIONS)
        check_whole("seed", seed, 0, UINT64_RANGE - 1)
    except UserError as error:
        print(f"benchmarks.fuzz: {error}", file=sys.stderr)
        return USAGE_ERROR
    hear(interrupt)
    try:
        return fuzz(games, decisions, seed)
    except HangingError as error:
        print(error, flush=True)
        os._exit(FOUND)  # the thread of the kernel can't be ended
    finally:
        hear(signal.SIG_DFL)


if __name__ == "__main__":
    sys.exit(tyro.cli(main))
