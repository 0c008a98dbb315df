"""A training run: self-play with MaskablePPO, from a configuration to a published policy."""

import time
from pathlib import Path
from typing import Any

import torch
import yaml
from rich.console import Console
from rich.progress import Progress, TextColumn
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat

from fudaba.agents import Agent, make_agent
from fudaba.agents.files import write_whole
from fudaba.agents.policy import PolicyAgent
from fudaba.envs import Game, UserError, find_game
from fudaba.envs.core.options import Options
from fudaba.evaluation.curves import CURVES_FILE, EVALUATION, HIGH, LOW
from fudaba.evaluation.match import reward_against
from fudaba.evaluation.progress import progress_bar
from fudaba.evaluation.statistics import Interval
from fudaba.single_agent import OpponentPool

from .checkpoints import RunProgress, load_checkpoint, save_checkpoint
from .config import TrainConfig
from .curves import CurveWriter
from .imitation import demonstrate, imitate
from .network import export_policy, make_model
from .selfplay import SelfPlayVecEnv

CONFIG_FILE, CHECKPOINT_FILE = "config.yaml", "checkpoint.safetensors"
TENSORBOARD_FOLDER, SNAPSHOTS_FOLDER, FINAL_FOLDER = "tensorboard", "snapshots", "final"
SECONDS = "time/seconds"
LATEST_SCORES = TextColumn("{task.fields[scores]}")  # beside the bar
EVALUATION_SEED = 1_000_003  # its deals are not those of training
MAY_CHANGE_ON_RESUME = {"total_steps", "output", "threads", "checkpoint_every", "evaluation"}


def train(config: TrainConfig, resume: bool = False) -> dict[str, Interval]:
    """Trains a policy and publishes it in `<output>/final`.

    The folder of the run holds `config.yaml`, `curves.csv`, `tensorboard/`, `snapshots/` (the
    frozen past selves) and `checkpoint.safetensors`.

    Args:
        config: The configuration.
        resume: Go on from the folder's checkpoint, where the run was stopped.

    Returns:
        The final policy's mean reward against each baseline, by the baseline's name.

    Raises:
        UserError: The folder holds a run already (without `resume`), holds none (with it), or
            can't be written; the checkpoint is damaged; a baseline does not exist.
    """
    return Run(config, resume).finish()


class Run:
    """One training run and its folder."""

    def __init__(self, config: TrainConfig, resume: bool) -> None:
        """Prepares everything; see `train`."""
        self.config = config
        self.folder = config.output
        self.game: Game = find_game(config.game)
        self.options: Options = config.house_rules()
        self.baselines: dict[str, Agent] = {
            word: make_agent(word, self.game, self.options) for word in config.evaluation.against
        }
        self.opponents = [
            make_agent(word, self.game, self.options) for word in config.opponents.agents
        ]
        self.teacher = make_agent(config.imitation.agent, self.game, self.options)
        torch.set_num_threads(config.threads)
        claim_folder(config, resume)
        self.started = time.monotonic()
        self.progress = RunProgress(steps=0, next_deal=0, seconds=0.0)
        self._begin(resume)

    def _begin(self, resume: bool) -> None:
        checkpoint = self.folder / CHECKPOINT_FILE
        goes_on = resume and checkpoint.exists()
        self.env = self._make_env(first_deal=0)
        self.model: MaskablePPO = make_model(self.config, self.env)
        if goes_on:
            self.progress = load_checkpoint(checkpoint, self.model)
            self.env = self._make_env(self.progress.next_deal)
            self.model.set_env(self.env)
            self.model.num_timesteps = self.progress.steps
            torch.manual_seed(self.config.seed + self.progress.steps)
        else:
            self._imitate()
        self.env.learners.pool = self.make_pool()
        self.curves = CurveWriter(self.folder / CURVES_FILE, self.progress.steps)
        board = TensorBoardOutputFormat(str(self.folder / TENSORBOARD_FOLDER))
        self.model.set_logger(Logger(str(self.folder), [self.curves, board]))

    def _imitate(self) -> None:
        """The warm start of a new run, if the configuration wants one."""
        wanted = self.config.imitation
        if not wanted.decisions:
            return
        with Console(stderr=True).status(f"warm start: imitating {wanted.agent}"):
            shown = demonstrate(
                self.game, self.options, self.teacher, wanted.decisions, self.config.seed
            )
            imitate(self.model, shown, wanted.epochs, wanted.batch_size, self.config.seed)

    def _make_env(self, first_deal: int) -> SelfPlayVecEnv:
        config = self.config
        return SelfPlayVecEnv(
            self.game,
            self.options,
            config.tables,
            self.make_pool(),
            config.seed,
            first_deal,
        )

    def make_pool(self) -> OpponentPool:
        """The opponents as they are now: the configured agents and the latest snapshots."""
        wanted = self.config.opponents
        agents = list(self.opponents)
        weights = list(wanted.agents.values())
        latest = self.snapshots()[-wanted.snapshots_kept :]
        for folder in latest:
            agents.append(PolicyAgent.load(folder, self.game, self.options, sample=True))
            weights.append(wanted.snapshots / len(latest))
        return OpponentPool(agents, weights)

    def snapshots(self) -> list[Path]:
        """The folders of the frozen past selves up to the present step, oldest first."""
        folders = sorted((self.folder / SNAPSHOTS_FOLDER).glob("[0-9]*"))
        return [folder for folder in folders if int(folder.name) <= self.progress.steps]

    def finish(self) -> dict[str, Interval]:
        """Trains to the end, evaluates and publishes; see `train`."""
        remaining = self.config.total_steps - self.model.num_timesteps
        if remaining > 0:
            with progress_bar("decisions", LATEST_SCORES) as bar:
                self.model.learn(remaining, RunCallback(self, bar), reset_num_timesteps=False)
            self.save_checkpoint()
        results = self.evaluate(self.config.evaluation.final_deals)
        self.publish(results)
        return results

    def evaluate(self, deals: int) -> dict[str, Interval]:
        """The present policy's mean reward against each baseline, over replayed deals."""
        policy = export_policy(self.model)
        return {
            word: reward_against(self.game, self.options, policy, baseline, deals, EVALUATION_SEED)
            for word, baseline in self.baselines.items()
        }

    def save_checkpoint(self) -> None:
        """Writes down where the run is."""
        self.update_progress()
        save_checkpoint(self.folder / CHECKPOINT_FILE, self.model, self.progress)

    def update_progress(self) -> RunProgress:
        """Notes the steps and the time so far."""
        now = time.monotonic()
        self.progress = RunProgress(
            self.model.num_timesteps,
            self.env.learners.next_deal,
            self.progress.seconds + now - self.started,
        )
        self.started = now
        return self.progress

    def save_snapshot(self) -> None:
        """Freezes the learner as it is and lets it play in the pool."""
        folder = self.folder / SNAPSHOTS_FOLDER / f"{self.model.num_timesteps:012d}"
        export_policy(self.model).save(
            folder, self.game, self.options, training={"steps": self.model.num_timesteps}
        )
        self.update_progress()
        self.env.learners.pool = self.make_pool()

    def publish(self, results: dict[str, Interval]) -> None:
        """Writes the policy for others to use, with a card that says how good it is."""
        self.update_progress()
        export_policy(self.model).save(
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


class RunCallback(BaseCallback):
    """Between two rollouts: log, snapshot, evaluate, checkpoint."""

    def __init__(self, run: Run, bar: Progress) -> None:
        """Schedules the next events after the present step."""
        super().__init__()
        self._run = run
        self._bar = bar
        self._task = bar.add_task("training", total=run.config.total_steps, scores="")
        config = run.config
        self._events = [
            (run.save_snapshot, config.opponents.snapshot_every),
            (self._evaluate, config.evaluation.every),
            (run.save_checkpoint, config.checkpoint_every),
        ]
        self._last_steps = run.progress.steps

    def _on_rollout_start(self) -> None:
        steps = self.num_timesteps
        for event, period in self._events:
            if steps // period > self._last_steps // period:
                event()
        self._last_steps = steps
        self._bar.update(self._task, completed=steps)

    def _evaluate(self) -> None:
        results = self._run.evaluate(self._run.config.evaluation.deals)
        for word, interval in results.items():
            self.logger.record(f"{EVALUATION}{word}", interval.mean)
            self.logger.record(f"{EVALUATION}{word}{LOW}", interval.low)
            self.logger.record(f"{EVALUATION}{word}{HIGH}", interval.high)
        self.logger.record(SECONDS, self._run.update_progress().seconds)
        self.logger.dump(self.num_timesteps)
        scores = "  ".join(f"{word} {interval.mean:+.2f}" for word, interval in results.items())
        self._bar.update(self._task, scores=scores)

    def _on_rollout_end(self) -> None:
        self.logger.record(SECONDS, self._run.update_progress().seconds)

    def _on_step(self) -> bool:
        return True


def claim_folder(config: TrainConfig, resume: bool) -> None:
    """Makes the folder of a new run, or checks that a resumed one is the same run.

    Raises:
        UserError: See `train`.
    """
    path = config.output / CONFIG_FILE
    if path.exists() and not resume:
        raise UserError(
            f"{config.output} holds a run already; go on with --resume, or give another --output."
        )
    if resume and not path.exists():
        raise UserError(f"{config.output} holds no run to resume; leave out --resume to start one.")
    if resume:
        check_same_run(config, path)
    content = yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False)
    write_whole(path, content.encode())


def check_same_run(config: TrainConfig, path: Path) -> None:
    """Checks that a run is resumed with its own configuration.

    Raises:
        UserError: The file is damaged, or a key differs that can't change.
    """
    try:
        earlier: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError):
        earlier = None
    if not isinstance(earlier, dict):
        raise UserError(f"{path} is damaged; start a new run with another --output.")
    for key, value in config.model_dump(mode="json").items():
        if key not in MAY_CHANGE_ON_RESUME and earlier.get(key) != value:
            raise UserError(
                f"{key} can't change when a run is resumed: it was {earlier.get(key)}, "
                f"now it is {value}."
            )
