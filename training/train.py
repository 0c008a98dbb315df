"""A training run: from a configuration to a published policy."""

from fudaba.common.extras import need

need("train")

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
import yaml
from rich.progress import TextColumn
from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat

from fudaba.agents import Agent, repeatable_agent
from fudaba.agents.model_card import EXPLOITABILITY, LOGITS, OTHERWISE, Ending
from fudaba.agents.policy import PolicyAgent
from fudaba.common.checks import check_flag
from fudaba.common.files import locked, write_whole
from fudaba.common.languages import translator
from fudaba.common.yaml_text import read_yaml_file
from fudaba.envs import Game, Options, UserError
from fudaba.evaluation.curves import (
    CONFIG_FILE,
    CURVES_FILE,
    EVALUATION,
    FINAL_FOLDER,
    HIGH,
    LOW,
    read_curves,
)
from fudaba.evaluation.exact import build_tree, exploitability, strategies_of
from fudaba.evaluation.exact.tree import check_two_players
from fudaba.evaluation.match import Executor, executor_or_threads, reward_against
from fudaba.evaluation.progress import progress_bar
from fudaba.evaluation.statistics import Interval

from .checkpoints import RunProgress, Weights, load_checkpoint, take_checkpoint
from .config import DEFAULT_ALGORITHM, AnyTraining, PPOTraining
from .criterion import Criterion, SearchComparison, Stretch, result_entry
from .curves import CurveWriter
from .learner import make_learner

_, _n = translator("training")

CHECKPOINT_FILE, TENSORBOARD_FOLDER = "checkpoint.safetensors", "tensorboard"
SECONDS = "time/seconds"
LATEST_SCORES = TextColumn("{task.fields[scores]}", markup=False)  # beside the bar
EVALUATION_SEED = 1_000_003  # so that its deals are not those of training
SOLVED = 10_000_000  # histories of games in which a published policy is measured exactly
MAY_CHANGE_ON_RESUME = {"total_steps", "output", "threads", "device", "evaluation", "criterion"}

Tell = Callable[[int, dict[str, Interval]], None]


def train(
    config: AnyTraining,
    resume: bool = False,
    tell: Tell | None = None,
    executor: Executor | None = None,
) -> dict[str, Interval]:
    """Trains a policy and publishes it in `<output>/final`.

    The folder of the run holds `config.yaml`, `curves.csv`, `tensorboard/` and
    `checkpoint.safetensors`. Ctrl-C writes a checkpoint too; its KeyboardInterrupt has a note with
    the file from which `resume` goes on.

    With `criterion.rounds` the run is compared with a search, and goes on in rounds after
    `total_steps` until the criterion is met, the rounds are used up or the time is over. Then the
    best of its networks after `total_steps` is published.

    Args:
        config: The configuration.
        resume: Whether to go on from the folder's checkpoint.
        tell: Called after each evaluation with the decisions so far and the mean reward against
            each baseline, or None.
        executor: Plays out the moves of positions, and the matches of evaluations, for instance
            one from `cluster.connect`; None for `config.threads` threads here. The numbers don't
            depend on it.

    Returns:
        The published policy's mean reward against each baseline, by the baseline's name.

    Raises:
        UserError: The folder holds a run or one of its files already (without `resume`),
            holds none (with `resume`), can't be written, or is that of a run which another process
            trains; the checkpoint is damaged; a baseline does not exist; the policy to begin with
            does not fit; the network has diverged.
    """
    resume = check_flag("resume", resume)
    taken = _(
        "{folder} is trained by another process; wait for it, or give another --output.",
        folder=config.output,
    )
    with locked(config.output, taken):
        run = Run(config, tell, executor)
        run.start(resume)
        return run.finish()


class Run:
    """A training run and its folder; `start` and `finish` train.

    Attributes:
        learner: The learner; see `make_learner`.
        progress: How far the run is.
        best: The weights of the network that is published, or None for those at the end.
        ended_by: What ended the run; only once it has.
    """

    def __init__(
        self, config: AnyTraining, tell: Tell | None = None, executor: Executor | None = None
    ) -> None:
        """Creates the learner and the baselines, without training or writing files.

        Args:
            config: The configuration.
            tell: See `train`.
            executor: See `train`.

        Raises:
            UserError: A baseline does not exist, or the policy to begin with does not fit.
        """
        self.config = config
        self.tell = tell
        self.folder = config.output
        self.game: Game = config.the_game
        self.options: Options = config.house_rules
        self.baselines = {
            word: repeatable_agent(word, self.game, self.options)
            for word in config.evaluation.against
        }
        self.executor = executor_or_threads(executor, config.threads)
        self.criterion = Criterion(config, self.game, self.options, self.executor)
        torch.set_num_threads(config.threads)
        self.learner = make_learner(config)
        self.best: Weights | None = None
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
            self.progress, self.best = load_checkpoint(checkpoint, self.learner)
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
            with noting(
                lambda: _("nothing is learned yet that could be kept; --resume begins anew.")
            ):
                self.learner.prepare(self.executor)
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
                self._measure(is_compared=self.criterion.is_on)
                self._dump(0)
            self._train()
            self.save_checkpoint()
            self._take_the_best()
            results = self.publish(self.evaluate(self.config.evaluation.final_deals))
        return results

    def _keep_what_is_reached(self) -> str:
        """Writes a checkpoint of the last rollout; returns the note on it."""
        self.save_checkpoint()
        return _(
            "{file} was taken after {steps:,} decisions; --resume continues from there.",
            file=self.folder / CHECKPOINT_FILE,
            steps=self.reached.progress.steps,
        )

    def _train(self) -> None:
        """Trains for `total_steps` decisions, and further until the criterion or a bound is met."""
        config = self.config
        with progress_bar(_("decisions"), LATEST_SCORES) as bar:
            task = bar.add_task(_("training"), total=config.total_steps, scores="")
            while (ending := self._ending()) is None:
                before, last = self.learner.steps, self._stretch().last
                self._learn()
                steps = self.learner.steps
                bar.update(task, completed=steps, total=last)
                ends_stretch = self.criterion.is_on and steps >= last
                if ends_stretch or self._is_measured(before, steps):
                    results = self._measure(is_compared=ends_stretch)
                    bar.update(task, scores=_in_words(results))
                    if self.tell is not None and steps < config.total_steps:
                        self.tell(steps, results)
                self._dump(steps)
                if ends_stretch:
                    self._note_the_best()
                self._reach()
                every = config.checkpoint_every
                if ends_stretch or steps // every > before // every:
                    self.save_checkpoint()
                    self._begin()
        self.ended_by = ending

    def _stretch(self) -> Stretch:
        """Returns the part of the run to which the next rollout belongs."""
        return Stretch.at(self.config, self.learner.steps)

    def _ending(self) -> Ending | None:
        """Returns the reason why the run ends now; None if it goes on."""
        curve, seconds = self._curve(), self.progress.seconds
        return self.criterion.ending(curve, self.learner.steps, seconds, self._spread())

    def _curve(self) -> list[SearchComparison]:
        """Returns the comparisons with the search so far."""
        return self.criterion.curve(self.curves.rows)

    def _spread(self) -> float:
        """Returns the standard deviation of a seat's points, the unit of the criterion."""
        return 1.0 / self.learner.reward_scale

    def _is_measured(self, before: int, steps: int) -> bool:
        """Returns whether a rollout before `total_steps` ends with an evaluation."""
        every = self.config.evaluation.every
        return before < self.config.total_steps and steps // every > before // every

    def _note_the_best(self) -> None:
        """Keeps the network's weights if its comparison with the search is the best so far."""
        best = self.criterion.best(self._curve(), self._spread())
        if best is not None and best.steps == self.learner.steps:
            weights = self.learner.network.state_dict()
            self.best = {name: value.detach().clone() for name, value in weights.items()}

    def _dump(self, steps: int) -> None:
        """Writes the next row of the curves and of TensorBoard."""
        with writing(self.folder):
            self.logger.dump(steps)

    def _learn(self) -> None:
        """Plays one rollout and learns from it.

        Raises:
            UserError: The first rollout is the whole run already, or the network has diverged.
        """
        stretch, before = self._stretch(), self.learner.steps
        self.learner.collect()
        if before == 0:
            check_length(self.config.total_steps, self.learner.steps)
        self.learner.learn_from_rollout(stretch.progress(self.learner.steps))
        self.logger.record(SECONDS, self.update_progress().seconds)

    def _measure(self, is_compared: bool) -> dict[str, Interval]:
        """Measures the policy for the next row of the curves.

        Args:
            is_compared: Whether against the search of the criterion too.

        Returns:
            The mean reward against each baseline.
        """
        results = self.evaluate(self.config.evaluation.deals)
        columns = {f"{EVALUATION}{word}": interval for word, interval in results.items()}
        if is_compared:
            found = self.criterion.compare(self.learner.export(), self.learner.steps)
            columns |= zip(self.criterion.columns, (found.policy, found.search), strict=True)
        for column, interval in columns.items():
            self.logger.record(column, interval.mean)
            self.logger.record(f"{column}{LOW}", interval.low)
            self.logger.record(f"{column}{HIGH}", interval.high)
        return results

    def evaluate(self, deals: int, policy: PolicyAgent | None = None) -> dict[str, Interval]:
        """Returns a policy's mean reward against each baseline, over replayed deals.

        Args:
            deals: The number of deals.
            policy: The policy; None for the present one.
        """
        policy = policy or self.learner.export()

        def alone(baseline: Agent) -> Interval:
            match = self.game, self.options, policy, baseline, deals, EVALUATION_SEED
            return reward_against(*match, self.executor)

        return {word: alone(baseline) for word, baseline in self.baselines.items()}

    def _reach(self) -> None:
        """Takes a checkpoint in memory, to be written if the next rollout is interrupted."""
        self.reached = take_checkpoint(self.learner, self.update_progress(), self.best)

    def save_checkpoint(self) -> None:
        """Writes the checkpoint that was taken last."""
        self.reached.write(self.folder / CHECKPOINT_FILE)

    def update_progress(self) -> RunProgress:
        """Updates and returns the steps and the time so far."""
        now = time.monotonic()
        self.progress = RunProgress(
            self.learner.steps,
            self.learner.next_deal,
            self.progress.seconds + now - self.started,
            self.learner.epochs,
        )
        self.started = now
        return self.progress

    def _take_the_best(self) -> None:
        """Loads the best network into the learner, but leaves its optimiser unchanged."""
        best = self.criterion.best(self._curve(), self._spread())
        if self.criterion.is_on and self.best is not None and best is not None:
            self.learner.network.load_state_dict(self.best)
            self.learner.steps = best.steps

    def publish(self, results: dict[str, Interval]) -> dict[str, Interval]:
        """Publishes the policy, with a card of its training and evaluation.

        Args:
            results: The mean rewards of the present policy against the baselines.

        Returns:
            Those of the published one, which may play in the other way.
        """
        steps, policy = self.learner.steps, self.learner.export()
        training: dict[str, Any] = {"steps": steps}
        evaluation = dict[str, Any]()
        if policy.output == LOGITS:
            policy, results, evaluation = self.better_way(policy, results)
        evaluation |= self.entries(results)
        if self.criterion.is_on:
            training["criterion"] = self.criterion.notes(
                self._curve(), self.ended_by, self._spread()
            )
            evaluation |= self.criterion.entries(
                self.criterion.compare(policy, steps, is_final=True)
            )
        training["seconds"] = round(self.update_progress().seconds, 1)
        training["config"] = self.config.model_dump(mode="json")
        mixes = self.config.mixes
        policy.save(
            self.folder / FINAL_FOLDER,
            self.game,
            self.options,
            training,
            evaluation,
            mixes.values if mixes else None,
        )
        return results

    def better_way(
        self, policy: PolicyAgent, results: dict[str, Interval]
    ) -> tuple[PolicyAgent, dict[str, Interval], dict[str, Any]]:
        """Returns the policy in the way that its card says, its rewards, and notes on both ways.

        Where the configuration does not name the way, it is the less exploitable one, if that can
        be computed.
        """
        other = PolicyAgent(policy.layers, not policy.sample, policy.advice)
        earned = {policy: results, other: self.evaluate(self.config.evaluation.final_deals, other)}
        lost = exploitabilities(self.game, self.options, (policy, other))
        is_named = isinstance(self.config, PPOTraining) and self.config.sample is not None
        if not is_named and lost and lost[other] < lost[policy]:
            policy, other = other, policy
        notes: dict[str, Any] = {OTHERWISE: self.entries(earned[other])}
        if lost:
            notes[EXPLOITABILITY] = {_way(each): lost[each] for each in (policy, other)}
        return policy, earned[policy], notes

    def entries(self, results: Mapping[str, Interval]) -> dict[str, Any]:
        """Returns the mean rewards against baselines for a card."""
        deals = self.config.evaluation.final_deals
        return {word: result_entry(interval, deals) for word, interval in results.items()}


def exploitabilities(
    game: Game, options: Options, policies: Sequence[PolicyAgent]
) -> dict[PolicyAgent, float]:
    """Returns what a best response wins against each policy; empty where that takes minutes."""
    try:
        check_two_players(game, options)  # before the deals of many players are counted
        tree = build_tree(game, options, most=SOLVED)
    except UserError:
        return {}
    return {policy: exploitability(tree, strategies_of(tree, policy)) for policy in policies}


def _way(policy: PolicyAgent) -> str:
    """Returns the end of a policy's spec that says whether it draws its actions."""
    return "sample" if policy.sample else "argmax"


def check_length(total_steps: int, first_rollout: int) -> None:
    """Checks that a run is longer than its first rollout, whose size may depend on the games.

    Raises:
        UserError: It is not, so that the step size of its only update would be 0.
    """
    if first_rollout >= total_steps:
        raise UserError(
            _(
                "total_steps can't be {steps}: the games of the first rollout have {rollout} "
                "decisions already, so that the step size of the only update would be 0; allowed: "
                "from {fewest}, or fewer tables.",
                steps=total_steps,
                rollout=first_rollout,
                fewest=2 * first_rollout,
            )
        )


def _in_words(results: dict[str, Interval]) -> str:
    """Returns an evaluation as text for the progress bar."""
    return "  ".join(f"{word} {interval.mean:+.2f}" for word, interval in results.items())


@contextmanager
def noting(news: Callable[[], str]) -> Iterator[None]:
    """Adds a note to a KeyboardInterrupt that is raised inside the block."""
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
        raise UserError(
            _("a file in {folder} can't be written: {why}.", folder=folder, why=error.strerror)
        ) from None


def claim_folder(config: AnyTraining, resume: bool) -> None:
    """Makes the folder of a new run, or checks that a resumed run is the same.

    Raises:
        UserError: See `train`.
    """
    path = config.output / CONFIG_FILE
    is_run = os.path.exists(path)
    if is_run and not resume:
        raise UserError(
            _(
                "{folder} holds a run already; go on with --resume, or give another --output.",
                folder=config.output,
            )
        )
    if not resume:
        check_nothing_is_replaced(config.output)
    if resume and not is_run:
        raise UserError(
            _(
                "{folder} holds no run to resume; leave out --resume to start one.",
                folder=config.output,
            )
        )
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
            raise UserError(
                _(
                    "{folder} holds {name} already, but no run; give another --output.",
                    folder=folder,
                    name=name,
                )
            )


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
        raise UserError(_("{path} is damaged; start a new run with another --output.", path=path))
    earlier = {"algorithm": DEFAULT_ALGORITHM} | earlier  # the default if the key is missing
    for key, value in config.model_dump(mode="json").items():
        if key not in MAY_CHANGE_ON_RESUME and earlier.get(key) != value:
            raise UserError(
                _(
                    "{key} can't change when a run is resumed: it was {before}, now it is {now}; "
                    "{path} is the configuration of the run.",
                    key=key,
                    before=earlier.get(key),
                    now=value,
                    path=path,
                )
            )
