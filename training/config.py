"""The configuration of a training run: YAML files and command-line overrides, checked."""

import os
from collections.abc import Mapping
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    field_validator,
    model_validator,
)

from fudaba.agents.naming import REPEATABLE
from fudaba.common.errors import did_you_mean, shown
from fudaba.common.files import read_path
from fudaba.common.languages import N_, translator
from fudaba.common.validation import Fault
from fudaba.common.yaml_text import read_yaml, read_yaml_file
from fudaba.envs import Game, Options, UserError, every_game, find_game
from fudaba.evaluation.match import COMMAND_THREADS

from .option_sampler import OptionSampler

_, _n = translator("training")

# Strict: no text for a number, and no 1 for True; floats may be written as whole numbers.
Count = Annotated[int, Field(strict=True, ge=1)]
WholeNumber = Annotated[int, Field(strict=True, ge=0)]
Flag = Annotated[bool, Field(strict=True)]
Share = Annotated[float, Field(strict=True, ge=0.0)]
Positive = Annotated[float, Field(strict=True, gt=0.0)]
Probability = Annotated[float, Field(strict=True, ge=0.0, le=1.0)]
FEWEST_ROLLOUTS = 2  # the step size falls to 0, so that a single rollout would have step size 0
ROLLOUTS, FEWEST_TABLES = 20, 32  # of a short run
Precision = Literal["auto", "float32", "bfloat16"]
Device = Literal["cpu", "cuda", "auto"]
ALGORITHM = "The algorithm, ppo or dmc; it decides which other keys there are."
DEFAULT_ALGORITHM = "ppo"
PLAY_ALL_RULES = ("random", "greedy", "greedy:untuned")  # one agent for tables with any rules
# By pydantic's name of a fault.
REASONS = {
    "int_type": N_("input should be a valid integer"),
    "float_type": N_("input should be a valid number"),
    "finite_number": N_("input should be a finite number"),
    "bool_type": N_("input should be a valid boolean"),
    "string_type": N_("input should be a valid string"),
    "tuple_type": N_("input should be a valid tuple"),
    "dict_type": N_("input should be a valid dictionary"),
    "model_type": N_("input should be a valid dictionary or instance of {section}"),
    "path_type": N_("input is not a valid path for {kind}"),
    "greater_than_equal": N_("input should be greater than or equal to {limit}"),
    "greater_than": N_("input should be greater than {limit}"),
    "less_than_equal": N_("input should be less than or equal to {limit}"),
    "literal_error": N_("input should be {others} or {last}"),
}


class ConfigSection(BaseModel):
    """Base of all parts of a configuration: unknown keys are refused."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, validate_default=True, allow_inf_nan=False
    )


class PPOConfig(ConfigSection):
    """MaskablePPO; the names and meanings are those of sb3-contrib."""

    learning_rate: Positive = Field(
        3e-3, description="Step size of the optimiser at the start; it falls linearly to zero."
    )
    n_steps: Count = Field(16, description="Learner decisions per table and rollout.")
    batch_size: Annotated[int, Field(strict=True, ge=2)] = Field(
        1024, description="Learner decisions per gradient step."
    )
    n_epochs: Count = Field(1, description="Passes over each rollout.")
    gamma: Probability = Field(1.0, description="Discount from one decision of a seat to its next.")
    gae_lambda: Probability = Field(
        0.95, description="Trade-off of the advantage estimate: 0 low variance, 1 low bias."
    )
    clip_range: Positive = Field(0.2, description="How far one update may move the policy.")
    proximal: Share = Field(
        0.0,
        description="Weight of the divergence from the policy before each update; above 0, with a "
        "large clip_range, this is magnetic mirror descent.",
    )
    ent_coef: Share = Field(0.3, description="Weight of the entropy bonus at the start.")
    ent_coef_end: Share = Field(
        0.01, description="Weight of the entropy bonus at the end; it changes linearly."
    )
    vf_coef: Share = Field(0.5, description="Weight of the value loss.")
    max_grad_norm: Positive = Field(
        0.5, description="Largest norm of the gradient; longer gradients are clipped."
    )
    hidden: tuple[Count, ...] = Field(
        (128, 128),
        description="Widths of the hidden layers, the same for policy and value, which share the "
        "first.",
    )
    average: Probability = Field(
        0.2,
        description="The published policy has the mean weights of the last rollouts, about this "
        "share of all so far; 0 for the last weights alone.",
    )


class WarmStartConfig(ConfigSection):
    """Policy improvement before PPO: the network learns which moves win most in playouts."""

    decisions: WholeNumber = Field(
        0,
        description="Decisions whose moves are all played out, each learned from once; 0 for none.",
    )
    batch_size: Count = Field(1024, description="Decisions per gradient step.")
    learning_rate: Positive = Field(
        3e-3, description="Step size of the optimiser at the start; it falls linearly to zero."
    )
    ent_coef: Share = Field(0.02, description="Weight of the entropy bonus.")


class DMCConfig(ConfigSection):
    """Deep Monte Carlo: the network predicts the return of every action."""

    learning_rate: Positive = Field(
        3e-3, description="Step size of the optimiser at the start; it falls linearly to zero."
    )
    n_steps: Count = Field(
        32,
        description="Decisions of ended games per table that are learned from together, each once.",
    )
    batch_size: Count = Field(2048, description="Decisions per gradient step.")
    epsilon: Probability = Field(
        0.01, description="Share of decisions in which a random legal action is taken."
    )
    hidden: tuple[Count, ...] = Field((256, 256), description="Widths of the hidden layers.")


class OpponentConfig(ConfigSection):
    """The opponents in the other seats."""

    single_seat_fraction: Probability = Field(
        0.0,
        description="Share of tables at which the learner has one seat, which changes from game to "
        "game, and the agents have the others; at the other tables it plays all seats.",
    )
    agents: dict[str, Share] = Field(
        {"greedy": 1.0},
        description=f"The opponents, with their relative shares of seats: {REPEATABLE}.",
    )

    @field_validator("agents")
    @classmethod
    def _somebody_plays(cls, agents: dict[str, float]) -> dict[str, float]:
        if sum(agents.values()) <= 0.0:
            raise ValueError(_("the learner needs opponents in the other seats"))
        return agents


class EvaluationConfig(ConfigSection):
    """Matches against fixed baselines, during the run and at its end."""

    every: Count = Field(1_000_000, description="Learner decisions between two evaluations.")
    deals: Count = Field(250, description="Deals per evaluation; each is played from every seat.")
    final_deals: Count = Field(2000, description="Deals of the evaluation at the end.")
    against: tuple[str, ...] = Field(
        ("random", "greedy"), description="Agents that fill the other seats, one match for each."
    )


class CriterionConfig(ConfigSection):
    """Rounds of training after `total_steps`, until the policy is a match for a search."""

    rounds: WholeNumber = Field(
        0, description="Rounds at most; 0 for a run that ends after total_steps."
    )
    minutes: Positive = Field(
        30.0, description="Minutes of the whole run after which no round begins."
    )
    round_steps: Count = Field(1_000_000, description="Learner decisions of a round.")
    step_size: Annotated[float, Field(strict=True, gt=0.0, le=1.0)] = Field(
        0.3,
        description="Step size at the start of a round, as a share of learning_rate; it falls "
        "linearly to zero.",
    )
    opponent: str = Field("montecarlo:budget=64", description="The search.")
    search_gain: Share = Field(
        0.05,
        description="The most that the search may earn alone among copies of the policy, in "
        "standard deviations of a seat's points.",
    )
    policy_loss: Share = Field(
        0.05,
        description="The most that the policy may lose alone among copies of the search, in the "
        "same unit.",
    )
    deals: Count = Field(
        250, description="Deals per comparison with the search; each is played from every seat."
    )
    final_deals: Count = Field(1000, description="Deals of the comparison at the end.")


class TrainConfig(ConfigSection):
    """The keys that all training runs share, whatever the algorithm."""

    algorithm: str
    game: str = Field(
        "sevens_v0", description="The game's id; or your own: its file, or its module."
    )
    options: dict[str, Any] = Field(
        {}, description="House rules by name; missing ones take their defaults."
    )
    vary: tuple[str, ...] = Field(
        (),
        description=(
            "House rules that differ from table to table, each with its values, such as "
            "pass_limit=0..5,none, or all."
        ),
    )
    held_out: Flag = Field(
        False,
        description="Whether training leaves out the half of all mixes of house rules on which the "
        "benchmark tests.",
    )
    output: Path = Field(Path("runs/train"), description="Folder of the run.")
    seed: Annotated[int, Field(strict=True, ge=0, le=2**63 - 1)] = Field(
        0, description="Seed of the deals, the opponents and the network."
    )
    total_steps: Count = Field(
        5_000_000, description="Learner decisions to train for; only those with a choice count."
    )
    tables: Count = Field(
        2048,
        description="Tables that are stepped together. A run that is too short for the usual "
        "number has fewer, if this key is missing.",
    )
    threads: Count = Field(
        COMMAND_THREADS,
        description="Threads for games, playouts and the network; from two on, games go on while "
        "the network learns. Another number trains another policy from the same seed.",
    )
    device: Device = Field(
        "cpu",
        description="Where the networks compute: cpu; cuda, a graphics card, which pays for wide "
        "networks; or auto, which is cuda where PyTorch finds one. Each trains another policy from "
        "the same seed.",
    )
    precision: Precision = Field(
        "auto",
        description="Precision of the hidden layers: float32, bfloat16, or auto, which is bfloat16 "
        "on hardware with instructions for it. Each trains another policy from the same seed.",
    )
    checkpoint_every: Count = Field(
        1_000_000,
        description="Learner decisions between two checkpoints. --resume goes on from the last "
        "one, or from that of Ctrl-C, and starts games under way anew.",
    )
    evaluation: EvaluationConfig = EvaluationConfig()
    criterion: CriterionConfig = CriterionConfig()

    @field_validator("game")
    @classmethod
    def _is_found_from_any_folder(cls, game: str) -> str:
        is_file = game.endswith(".py") or os.sep in game
        return os.path.abspath(game) if is_file else game

    @field_validator("output")
    @classmethod
    def _is_a_folder_of_its_own(cls, output: Path) -> Path:
        if output == Path() or "\0" in str(output):  # an empty path means the working folder too
            raise ValueError(_("name a folder of its own"))
        return output

    @property
    def rollout(self) -> int:
        """The number of decisions per rollout."""
        raise NotImplementedError

    @model_validator(mode="after")
    def _learns_something(self) -> Self:
        is_short = self.total_steps < FEWEST_ROLLOUTS * self.rollout
        if is_short and "tables" not in self.model_fields_set:
            tables = fitting_tables(self.total_steps, self.rollout // self.tables)
            object.__setattr__(self, "tables", tables)  # of a new instance, frozen for all others
        if self.total_steps < (fewest := FEWEST_ROLLOUTS * self.rollout):
            raise ValueError(
                _(
                    "total_steps can't be {steps}: the step size falls to 0 at the end, and a "
                    "rollout is {rollout} decisions, tables times n_steps; allowed: from {fewest}, "
                    "or fewer tables",
                    steps=self.total_steps,
                    rollout=self.rollout,
                    fewest=fewest,
                )
            )
        if self.criterion.rounds and self.criterion.round_steps < fewest:
            raise ValueError(
                _(
                    "criterion.round_steps can't be {steps}: the step size falls to 0 in each "
                    "round, and a rollout is {rollout} decisions; allowed: from {fewest}, or fewer "
                    "tables",
                    steps=self.criterion.round_steps,
                    rollout=self.rollout,
                    fewest=fewest,
                )
            )
        return self

    @cached_property
    def the_game(self) -> Game:
        """The game of the configuration, looked up once."""
        return find_game(self.game)

    @cached_property
    def house_rules(self) -> Options:
        """The checked options of the game, read once."""
        return self.the_game.options.read(self.the_game.name, dict(self.options))

    @cached_property
    def mixes(self) -> OptionSampler | None:
        """The sampler of the house rules that vary, checked; None if none does."""
        return OptionSampler.read(self.the_game, self.vary, dict(self.options), self.held_out)


def fitting_tables(total_steps: int, n_steps: int) -> int:
    """Returns the tables with which a run has some rollouts of `n_steps` decisions per table."""
    return max(FEWEST_TABLES, total_steps // (ROLLOUTS * n_steps))


class PPOTraining(TrainConfig):
    """Trains a policy by self-play with MaskablePPO, on request after playing moves out."""

    algorithm: Literal["ppo"] = Field("ppo", description=ALGORITHM)
    residual: Flag = Field(
        False,
        description="Whether the network corrects greedy's advice (a residual policy), or chooses "
        "without it.",
    )
    init_from: Path | None = Field(
        None,
        description="Folder of a published policy whose weights the network begins with, instead "
        "of training on playouts; its `residual` and `ppo.hidden` must be the same.",
    )
    sample: Flag | None = Field(
        None,
        description="Whether the published policy draws its actions from its probabilities, or "
        "takes the most likely one; its card measures both. Without this key, whichever is less "
        "exploitable if the game can be solved within a minute, and the most likely one if not.",
    )
    warm_start: WarmStartConfig = WarmStartConfig()
    ppo: PPOConfig = PPOConfig()
    opponents: OpponentConfig = OpponentConfig()

    @model_validator(mode="after")
    def _opponents_play_all_mixes(self) -> Self:
        for word in self.opponents.agents:
            if self.vary and word not in PLAY_ALL_RULES:
                raise ValueError(
                    _(
                        "opponents.agents can't name {word} where house rules vary; allowed: "
                        "{allowed}",
                        word=word,
                        allowed=_(", ").join(PLAY_ALL_RULES),
                    )
                )
        return self

    @property
    def rollout(self) -> int:
        """The number of decisions per rollout."""
        return self.tables * self.ppo.n_steps


class DMCTraining(TrainConfig):
    """Trains a policy by self-play of all seats with deep Monte Carlo."""

    algorithm: Literal["dmc"] = Field("dmc", description=ALGORITHM)
    dmc: DMCConfig = DMCConfig()

    @property
    def rollout(self) -> int:
        """The number of decisions after which a rollout ends, once their games have ended."""
        return self.tables * self.dmc.n_steps


TRAININGS: dict[str, type[TrainConfig]] = {"ppo": PPOTraining, "dmc": DMCTraining}
AnyTraining = Annotated[PPOTraining | DMCTraining, Field(discriminator="algorithm")]
READER: TypeAdapter[AnyTraining] = TypeAdapter(AnyTraining)


def read_config(name: str) -> AnyTraining:
    """Returns a configuration that was read from a file.

    Args:
        name: A YAML file, or the name of a packaged configuration: `sevens/ppo`.

    Raises:
        UserError: The file is missing, no YAML, or has an unknown key or a wrong value.
    """
    return check_config(name, _read(name))


def check_config(name: str, content: Any) -> AnyTraining:
    """Returns the configuration with some content, checked.

    Raises:
        UserError: An unknown key or a wrong value; the message starts with `name`.
    """
    if not isinstance(content, dict):
        raise UserError(
            _("{name}: a configuration must be a mapping of keys to values.", name=name)
        )
    plain = {str(key): value for key, value in content.items()}
    try:
        config = READER.validate_python({"algorithm": DEFAULT_ALGORITHM} | plain)
        for resolved in ("house_rules", "mixes"):
            getattr(config, resolved)  # which reads it, so that mistakes are told here
    except ValidationError as error:
        raise UserError(_("{name}: {error}", name=name, error=_explain(error))) from None
    except UserError as error:
        raise UserError(_("{name}: {error}", name=name, error=error)) from None
    return config


def packaged_configs() -> list[str]:
    """Returns the names of the configurations of this package and of other games' packages."""
    return sorted(_files_of_configs())


def _files_of_configs() -> dict[str, Traversable]:
    """Returns the files by their names, `GAME/FILE`; another game's lie in `configs` beside it."""
    folders: dict[str, Traversable] = {
        game.name.rsplit("_", 1)[0]: game.folder / "configs"
        for game in every_game(of_others=True)
        if (game.folder / "configs").is_dir()
    }
    ours = (folder for folder in resources.files("fudaba.configs").iterdir() if folder.is_dir())
    return {
        f"{name}/{file.name.removesuffix('.yaml')}": file
        for name, folder in (folders | {folder.name: folder for folder in ours}).items()
        for file in folder.iterdir()
        if file.name.endswith(".yaml")
    }


def _read(name: str) -> Any:
    """Returns the content of a file, or of a configuration of the package."""
    path = read_path("a configuration", name) if name != "" else Path()
    if path.is_file():
        return read_yaml_file(path, name)
    if found := _files_of_configs().get(name):
        return read_yaml(name, found.read_text(encoding="utf-8"))
    raise UserError(
        _(
            "there is no configuration {name}; allowed: a YAML file, or {allowed}.{hint}",
            name=repr(name),
            allowed=_(", ").join(packaged_configs()),
            hint=did_you_mean(name, packaged_configs()),
        )
    )


def _explain(error: ValidationError) -> str:
    fault = Fault.first_of(error)
    if fault.kind == "union_tag_invalid":
        word, allowed = shown(fault.value["algorithm"]), _(", ").join(TRAININGS)
        return _("algorithm can't be {word}; allowed: {allowed}.", word=word, allowed=allowed)
    algorithm, *keys = fault.location
    fault = fault._replace(location=tuple(keys))
    if fault.kind == "extra_forbidden":
        return _explain_unknown(str(algorithm), fault)
    if not fault.key:
        return _("{why}.", why=fault.message)
    return _(
        "{key} can't be {value}: {why}.",
        key=fault.key,
        value=shown(fault.value),
        why=_reason(fault, error.errors()[0].get("ctx", {})),
    )


def _reason(fault: Fault, context: Mapping[str, Any]) -> str:
    """Returns the reason why a value of a configuration is invalid.

    Args:
        fault: The fault.
        context: The details that pydantic gives, such as the limit that was passed.
    """
    others, _or, last = context.get("expected", "").rpartition(" or ")
    limit = next((context[name] for name in ("ge", "gt", "le") if name in context), None)
    return _(
        REASONS.get(fault.kind, f"{fault.message[0].lower()}{fault.message[1:]}"),
        section=context.get("class_name"),
        kind=Path,
        limit=f"{limit:g}" if isinstance(limit, float) else limit,
        others=others,
        last=last,
    )


def _explain_unknown(algorithm: str, fault: Fault) -> str:
    siblings = _(", ").join(_keys_beside(TRAININGS[algorithm], fault.location))
    others = [name for name, training in TRAININGS.items() if fault.key in training.model_fields]
    if not others:
        return _("there is no key {key}; allowed: {allowed}.", key=fault.key, allowed=siblings)
    return _(
        "there is no key {key} with algorithm {algorithm}, only with {others}; allowed: {allowed}.",
        key=fault.key,
        algorithm=algorithm,
        others=_(", ").join(others),
        allowed=siblings,
    )


def _keys_beside(model: type[BaseModel], location: tuple[int | str, ...]) -> list[str]:
    for part in location[:-1]:
        annotation = model.model_fields[str(part)].annotation
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            model = annotation
    return list(model.model_fields)
