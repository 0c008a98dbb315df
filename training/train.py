"""A training run: from a configuration to a published policy."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import NoneType
from typing import Any

import torch
import yaml
from rich.progress import TextColumn
from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat

from fudaba.agents import make_agent
from fudaba.agents.files import locked, write_whole
from fudaba.envs import Game, UserError, find_game
from fudaba.envs.core.checking.checks import check_flag, check_kind
from fudaba.envs.core.checking.yaml_text import read_yaml_file
from fudaba.envs.core.contract.options import Options
from fudaba.evaluation.curves import (
    CONFIG_FILE,
    CURVES_FILE,
    EVALUATION,
    FINAL_FOLDER,
    HIGH,
    LOW,
    read_curves,
)
from fudaba.evaluation.match import reward_against
from fudaba.evaluation.progress import progress_bar
from fudaba.evaluation.statistics import Interval

from .checkpoints import RunProgress, load_checkpoint, take_checkpoint
from .config import DEFAULT_ALGORITHM, AnyTraining, TrainConfig
from .curves import CurveWriter
from .learner import make_learner

CHECKPOINT_FILE, TENSORBOARD_FOLDER = "checkpoint.safetensors", "tensorboard"
SECONDS = "time/seconds"
LATEST_SCORES = TextColumn("{task.fields[scores]}")  # beside the bar
EVALUATION_SEED = 1_000_003  # so that its deals are not those of training
MAY_CHANGE_ON_RESUME = {"total_steps", "output", "threads", "evaluation"}

Tell = Callable[[int, dict[str, Interval]], None]


def train(
    config: AnyTraining, resume: bool = False, tell: Tell | None = None
) -> dict[str, Interval]:
    """Trains a policy and publishes it in `<output>/final`.

    The folder of the run holds `config.yaml`, `curves.csv`, `tensorboard/` and
    `checkpoint.safetensors`. Ctrl-C writes a checkpoint too; its KeyboardInterrupt has a note with
    the file from which `resume` goes on.

    Args:
        config: The configuration.
        resume: Whether to go on from the folder's checkpoint.
        tell: Called after each evaluation with the decisions so far and the mean reward against
            each baseline, or None.

    Returns:
        The final policy's mean reward against each baseline, by the baseline's name.

    Raises:
        UserError: The folder holds a run or one of its files already (without `resume`),
            holds none (with `resume`), can't be written, or is that of a run which another process
            trains; the checkpoint is damaged; a baseline does not exist; the policy to begin with
            does not fit; the network has diverged.
    """
    check_kind("config", config, TrainConfig, "what read_config or check_config gives")
    resume = check_flag("resume", resume)
    check_kind("tell", tell, (Callable, NoneType), "a function")
    taken = f"{config.output} is trained by another process; wait for it, or give another --output."
    with locked(config.output, taken):
        run = Run(config, tell)
        run.start(resume)
        return run.finish()


class Run:
    """A training run and its folder; `start` and `finish` train.

    Attributes:
        learner: The learner; see `make_learner`.
        progress: How far the run is.
    """

    def __init__(self, config: AnyTraining, tell: Tell | None = None) -> None:
        """Makes the learner and the baselines; writes nothing and trains nothing.

        Args:
            config: The configuration.
            tell: See `train`.

        Raises:
            UserError: A baseline does not exist, or the policy to begin with does not fit.
        """
        self.config = config
        self.tell = tell
        self.folder = config.output
        self.game: Game = find_game(config.game)
        self.options: Options = config.house_rules()
        self.baselines = {
            word: make_agent(word, self.game, self.options) for word in config.evaluation.against
        }
        torch.set_num_threads(config.threads)
        self.learner = make_learner(config)
        self.progress = RunProgress(steps=0, next_deal=0, seconds=0.0)

    def start(self, resume: bool = False) -> None:
        """Claims the folder and brings the learner to the point where self-play begins.

        A new run trains on playouts if its configuration asks for that. A resumed run loads its
        checkpoint.

        Args:
            resume: See `train`.

        Raises:
            UserError: See `train`.
        """
        claim_folder(self.config, resume)
        self.started = time.monotonic()
        checkpoint = self.folder / CHECKPOINT_FILE
        if resume and checkpoint.exists():
            self.progress = load_checkpoint(checkpoint, self.learner)
        else:
            self._prepare(resume)
        self._reach()
        self.save_checkpoint()
        self._begin()
        self.curves = CurveWriter(self.folder / CURVES_FILE, self.progress.steps)
        with writing(self.folder):
            board = TensorBoardOutputFormat(str(self.folder / TENSORBOARD_FOLDER))
        self.logger = Logger(str(self.folder), [self.curves, board])
        self.learner.set_logger(self.logger)

    def _prepare(self, resume: bool) -> None:
        """Prepares the learner; if that fails, leaves no new run behind."""
        try:
            with noting(lambda: "nothing is learned yet that could be kept; --resume begins anew."):
                self.learner.prepare()
        except UserError:
            if not resume:
                (self.folder / CONFIG_FILE).unlink(missing_ok=True)
            raise

    def _begin(self) -> None:
        """Starts all tables and random streams from the seed and the progress alone.

        A run does so at each of its checkpoints, so that a resumed run plays on identically.
        """
        seed = self.config.seed
        self.learner.begin(seed, self.progress.next_deal)
        torch.manual_seed(seed + self.progress.steps)

    def finish(self) -> dict[str, Interval]:
        """Trains a run that was started to its end, evaluates it and publishes it; see `train`."""
        with noting(self._keep_what_is_reached):
            if self.progress.steps == 0 and not self.curves.rows:
                self._measure_the_start()
            self._train()
            self.save_checkpoint()
            results = self.evaluate(self.config.evaluation.final_deals)
            self.publish(results)
        return results

    def _keep_what_is_reached(self) -> str:
        """Writes a checkpoint of the last rollout; returns the note on it."""
        self.save_checkpoint()
        steps = self.reached.progress.steps
        return f"{self.folder / CHECKPOINT_FILE} is of {steps:,} decisions; --resume goes on there."

    def _measure_the_start(self) -> None:
        """Writes the curves' first row: the evaluation before self-play begins."""
        self._record(self.evaluate(self.config.evaluation.deals))
        self._dump(0)

    def _train(self) -> None:
        """Trains for `total_steps` decisions."""
        config = self.config
        with progress_bar("decisions", LATEST_SCORES) as bar:
            task = bar.add_task("training", total=config.total_steps, scores="")
            while (before := self.learner.steps) < config.total_steps:
                self._learn()
                steps = self.learner.steps
                bar.update(task, completed=steps)
                if steps // config.evaluation.every > before // config.evaluation.every:
                    results = self.evaluate(config.evaluation.deals)
                    self._record(results)
                    bar.update(task, scores=_in_words(results))
                    if self.tell is not None and steps < config.total_steps:
                        self.tell(steps, results)
                self._dump(steps)
                self._reach()
                if steps // config.checkpoint_every > before // config.checkpoint_every:
                    self.save_checkpoint()
                    self._begin()

    def _dump(self, steps: int) -> None:
        """Writes the next row of the curves and of TensorBoard."""
        with writing(self.folder):
            self.logger.dump(steps)

    def _learn(self) -> None:
        """Plays one rollout and learns from it."""
        self.learner.collect()
        self.learner.learn_from_rollout(min(1.0, self.learner.steps / self.config.total_steps))
        self.logger.record(SECONDS, self.update_progress().seconds)

    def _record(self, results: dict[str, Interval]) -> None:
        """Records an evaluation for the next row of the curves."""
        for word, interval in results.items():
            self.logger.record(f"{EVALUATION}{word}", interval.mean)
            self.logger.record(f"{EVALUATION}{word}{LOW}", interval.low)
            self.logger.record(f"{EVALUATION}{word}{HIGH}", interval.high)

    def evaluate(self, deals: int) -> dict[str, Interval]:
        """Returns the present policy's mean reward against each baseline, over replayed deals."""
        policy = self.learner.export()
        return {
            word: reward_against(self.game, self.options, policy, baseline, deals, EVALUATION_SEED)
            for word, baseline in self.baselines.items()
        }

    def _reach(self) -> None:
        """Takes a checkpoint in memory, for an interruption during the next rollout."""
        self.reached = take_checkpoint(self.learner, self.update_progress())

    def save_checkpoint(self) -> None:
        """Writes the checkpoint that was taken last."""
        self.reached.write(self.folder / CHECKPOINT_FILE)

    def update_progress(self) -> RunProgress:
        """Updates and returns the steps and the time so far."""
        now = time.monotonic()
        self.progress = RunProgress(
            self.learner.steps,
            self.learner.tables.next_deal,
            self.progress.seconds + now - self.started,
            self.learner.epochs,
        )
        self.started = now
        return self.progress

    def publish(self, results: dict[str, Interval]) -> None:
        """Publishes the policy, with a card of its training and evaluation."""
        self.update_progress()
        self.learner.export().save(
            self.folder / FINAL_FOLDER,
            self.game,
            self.options,
            training={
                "steps": self.progress.steps,
                "seconds": round(self.progress.seconds, 1),
                "config": self.config.model_dump(mode="json"),
            },
            evaluation={
                word: {
                    "mean_reward": interval.mean,
                    "low": interval.low,
                    "high": interval.high,
                    "deals": self.config.evaluation.final_deals,
                }
                for word, interval in results.items()
            },
        )


def _in_words(results: dict[str, Interval]) -> str:
    """Returns an evaluation as the progress bar shows it."""
    return "  ".join(f"{word} {interval.mean:+.2f}" for word, interval in results.items())


@contextmanager
def noting(news: Callable[[], str]) -> Iterator[None]:
    """Adds a note to the KeyboardInterrupt that ends a block."""
    try:
        yield
    except KeyboardInterrupt as stop:
        stop.add_note(news())
        raise


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Turns an OSError of a library that writes a run's files into a UserError.

    Raises:
        UserError: A file can't be written, for instance on a full disk.
    """
    try:
        yield
    except OSError as error:
        raise UserError(f"a file in {folder} can't be written: {error.strerror}.") from None


def claim_folder(config: AnyTraining, resume: bool) -> None:
    """Makes the folder of a new run, or checks that a resumed run is the same.

    Raises:
        UserError: See `train`.
    """
    path = config.output / CONFIG_FILE
    is_run = os.path.exists(path)
    if is_run and not resume:
        raise UserError(
            f"{config.output} holds a run already; go on with --resume, or give another --output."
        )
    if not resume:
        check_nothing_is_replaced(config.output)
    if resume and not is_run:
        raise UserError(f"{config.output} holds no run to resume; leave out --resume to start one.")
    if resume:
        check_same_run(config, path)
    content = yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False)
    write_whole(path, content.encode())


def check_nothing_is_replaced(folder: Path) -> None:
    """Checks that a folder without a run holds no file that a run would replace.

    Raises:
        UserError: The folder holds such a file.
    """
    for name in (CURVES_FILE, CHECKPOINT_FILE, TENSORBOARD_FOLDER, FINAL_FOLDER):
        if os.path.lexists(folder / name):
            raise UserError(f"{folder} holds {name} already, but no run; give another --output.")


def check_same_run(config: AnyTraining, path: Path) -> None:
    """Checks that a run is resumed with its own configuration and that its curves are readable.

    Raises:
        UserError: A file is damaged, or a key differs that can't change.
    """
    read_curves(path.parent / CURVES_FILE)
    try:
        earlier: Any = read_yaml_file(path)
    except UserError:
        earlier = None
    if not isinstance(earlier, dict):
        raise UserError(f"{path} is damaged; start a new run with another --output.")
    earlier = {"algorithm": DEFAULT_ALGORITHM} | earlier  # the default if the key is missing
    for key, value in config.model_dump(mode="json").items():
        if key not in MAY_CHANGE_ON_RESUME and earlier.get(key) != value:
            raise UserError(
                f"{key} can't change when a run is resumed: it was {earlier.get(key)}, "
                f"now it is {value}."
            )
