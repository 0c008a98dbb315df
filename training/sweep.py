"""Many training runs: a grid over keys of a configuration, each setting with several seeds.

Every run has a folder of its own below that of the sweep, such as `ppo.ent_coef-0.01/seed-3`, and
equals the run that `fudaba train` would make from its configuration.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from fudaba.agents.policy import CARD_FILE, read_card
from fudaba.common.languages import translator
from fudaba.envs import UserError
from fudaba.envs.core.contract.schema import word_of
from fudaba.evaluation.curves import CONFIG_FILE, FINAL_FOLDER
from fudaba.evaluation.run_key import UNFIT_FOR_NAMES
from fudaba.evaluation.sweep import SweepResult, sweep_result, trained

from .config import AnyTraining, check_config
from .train import Tell, check_same_run, train

_, _n = translator("training")

OF_A_RUN = {"output": "--output", "seed": "--seeds"}  # keys that no grid may vary
STOPPED_FILE = "stopped_early.txt"  # in the folder of a run that was stopped early


@dataclass(frozen=True)
class PlannedRun:
    """A run of a sweep.

    Attributes:
        setting: The keys that the grid varies and their values: `ppo.ent_coef=0.01`.
        config: Its configuration, with its own seed and folder.
    """

    setting: str
    config: AnyTraining

    @property
    def has_begun(self) -> bool:
        """Whether its folder holds a run already."""
        return (self.config.output / CONFIG_FILE).exists()

    @property
    def has_ended(self) -> bool:
        """Whether it was trained to its last step, or stopped early."""
        policy = self.config.output / FINAL_FOLDER
        if not (policy / CARD_FILE).exists():
            return (self.config.output / STOPPED_FILE).exists()
        return bool(read_card(policy).training.get("steps", 0) >= self.config.total_steps)

    @property
    def in_full(self) -> "PlannedRun":
        """The same run with an absolute folder, for processes in other working folders."""
        output = self.config.output.resolve()
        return replace(self, config=self.config.model_copy(update={"output": output}))

    def train(self, tell: Tell | None = None) -> None:
        """Trains the run, from its last checkpoint if it has begun; see `train`."""
        train(self.config, self.has_begun, tell)


def plan_runs(
    name: str,
    content: Mapping[str, Any],
    grid: Mapping[str, Sequence[Any]],
    seeds: Sequence[int],
    resume: bool,
) -> list[PlannedRun]:
    """Returns a run for every setting of a grid and every seed.

    Args:
        name: The configuration's name, for messages.
        content: The configuration; its `output` is the folder of the sweep.
        grid: Values by key: `{"ppo.ent_coef": [0.003, 0.01]}`.
        seeds: The seeds.
        resume: Whether folders may hold runs that have begun already.

    Raises:
        UserError: A key or a value is refused, two runs would share a folder, or a folder holds
            a run already, of another configuration if it is to be resumed.
    """
    for key in OF_A_RUN.keys() & grid.keys():
        raise UserError(_("a grid can't vary {key}; use {option}.", key=key, option=OF_A_RUN[key]))
    runs = [
        _planned(name, content, dict(zip(grid, values, strict=True)), seed)
        for values in product(*grid.values())
        for seed in seeds
    ]
    if len({run.config.output for run in runs}) < len(runs):
        raise UserError(_("a seed or a value is given twice; each is allowed once."))
    for run in runs:
        if run.has_begun and not resume:
            raise UserError(
                _(
                    "{folder} holds a run already; go on with --resume, or give another --output.",
                    folder=run.config.output,
                )
            )
        if run.has_begun:
            check_same_run(run.config, run.config.output / CONFIG_FILE)
    return runs


def _planned(
    name: str, content: Mapping[str, Any], values: Mapping[str, Any], seed: int
) -> PlannedRun:
    changed = deepcopy(dict(content))
    words = [f"{key}={word_of(value)}" for key, value in values.items()]
    for key, value in values.items():
        _set(changed, key, value)
    folders = (*(UNFIT_FOR_NAMES.sub("-", word).strip("-") for word in words), f"seed-{seed}")
    output = Path(content["output"]).joinpath(*folders)
    config = check_config(name, changed | {"seed": seed, "output": output})
    return PlannedRun(" ".join(words), config)


def _set(content: dict[str, Any], key: str, value: Any) -> None:
    """Sets a key of a configuration; one of a section is `section.key`."""
    *sections, last = key.split(".")
    for section in sections:
        content = content.setdefault(section, {})
        if not isinstance(content, dict):
            raise UserError(
                _("there is no key {key}: {section} has no keys.", key=key, section=section)
            )
    content[last] = value


def train_in_turn(runs: Sequence[PlannedRun]) -> Iterator[PlannedRun]:
    """Trains the runs that have not ended, one after the other, and yields each when it ends."""
    for run in runs:
        if not run.has_ended:
            run.train()
            yield run


def result_of(runs: Sequence[PlannedRun]) -> SweepResult:
    """Returns the results of the runs.

    Raises:
        UserError: The curves or the card of a run are damaged.
    """
    config = runs[0].config
    found = [trained(run.setting, run.config.seed, run.config.output) for run in runs]
    return sweep_result(config.the_game.name, config.house_rules, config.evaluation.against, found)
