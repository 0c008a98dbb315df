"""`fudaba train CONFIG`: the configuration's keys as command-line options."""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from inspect import cleandoc
from pathlib import Path
from typing import Any, get_type_hints

from pydantic import BaseModel
from rich.console import Console
from rich.text import Text

from fudaba.agents.model_card import GUESTS, criterion_of, results_of, results_under, why_ended
from fudaba.agents.policy import read_card
from fudaba.common.extras import need
from fudaba.common.languages import translator as messages
from fudaba.envs import UserError
from fudaba.evaluation.asking import Option
from fudaba.evaluation.curves import FINAL_FOLDER
from fudaba.evaluation.statistics import Interval

from .arguments import arguments_of, read_house_rules, values_of
from .broken import Broken
from .executor import executor_on
from .helping import Argument, ArgumentReader
from .sweep import Several, sweep

_, _n = messages("cli")

DEFAULT_CONFIG = "sevens/ppo"
RULES = Argument(
    "options",
    tuple[str, ...],
    Option("House rules that replace those of the configuration.", "NAME=VALUE ...", ""),
    (),
)
RESUME = Argument(
    "resume",
    bool,
    Option("Go on where the run of this folder was stopped."),
    False,
    has_opposite=True,
)


def main(words: list[str]) -> None:
    """Reads the configuration and the options, and trains.

    Raises:
        UserError: Bad input, or the extra `train` is not installed.
    """
    need("train")
    from fudaba.training.config import TRAININGS, check_config, read_config

    name, rest = _split_config(words)
    config = read_config(name)
    _check_sections(config, rest)
    known = {key for training in TRAININGS.values() for key in training.model_fields}
    for key in _typed_keys(rest) & known - type(config).model_fields.keys():
        check_config(name, {**config.model_dump(), key: {}})  # tells of which learner the key is
    command = f"fudaba train {shlex.quote(name) if rest != words else 'CONFIG'}"
    arguments = [*_arguments(config), *arguments_of(Several), RESUME]
    typed = ArgumentReader(arguments, command, _description()).read(rest)
    content, resume = _content(config.model_dump(), typed), typed[RESUME.name]
    if "tables" not in config.model_fields_set | _typed_keys(rest):
        del content["tables"]  # it fits the length of the run
    asked = Several(**values_of(Several, typed))
    content["options"] = {**config.options, **read_house_rules(typed["options"])}
    config = check_config(name, content)
    if asked.is_sweep:
        sweep(name, content, asked, resume)
        return
    from fudaba.training.train import train

    with executor_on(asked.executor, config.threads) as executor:
        results = train(config, resume, executor=executor)
    _print_results(results, config.output / FINAL_FOLDER)


def _split_config(words: list[str]) -> tuple[str, list[str]]:
    """Returns the configuration's name, which comes first, and the options."""
    if words and not words[0].startswith("-"):
        return words[0], words[1:]
    if "-h" in words or "--help" in words:
        return DEFAULT_CONFIG, words
    raise UserError(
        _(
            "name a configuration first: a YAML file, or one like {name}.",
            name=DEFAULT_CONFIG,
        )
    )


def _typed_keys(words: Sequence[str]) -> set[str]:
    """Returns the first parts of the options: `ppo` of `--ppo.gamma`."""
    options = (word.removeprefix("--") for word in words if word.startswith("--"))
    return {re.split(r"[.=]", option)[0].replace("-", "_") for option in options}


def _check_sections(config: BaseModel, words: Sequence[str]) -> None:
    """Checks that no option names a section instead of one of its keys.

    Raises:
        UserError: An option does, such as `--ppo 1`.
    """
    for word in words:
        name = word.removeprefix("--").partition("=")[0]
        section = getattr(config, name, None) if word.startswith("--") else None
        if isinstance(section, BaseModel):
            keys = ", ".join(
                f"--{name}.{key.replace('_', '-')}" for key in type(section).model_fields
            )
            raise UserError(
                _("--{name} takes no value of its own; allowed: {keys}.", name=name, keys=keys)
            )


def _description() -> str:
    from fudaba.training.config import packaged_configs

    return _(
        "Trains a policy with MaskablePPO or deep Monte Carlo. The configuration, a YAML file or "
        "one of {names}, comes first; each of its keys can be overridden here.",
        names=", ".join(packaged_configs()),
    )


def _arguments(part: BaseModel, section: str = "", about: str = "") -> Iterator[Argument]:
    """Yields the arguments for the keys of a part, with the part's values as defaults.

    The configuration checks the values later, so that messages are the same as for files.
    """
    kinds, inside = get_type_hints(type(part)), f"{section}." if section else ""
    for key, field in type(part).model_fields.items():
        name, value, meaning = f"{inside}{key}", getattr(part, key), str(field.description)
        if name == RULES.name:
            yield RULES
        elif isinstance(value, BaseModel):
            meaning, *_rest = cleandoc(value.__doc__ or "").split("\n\n")
            yield from _arguments(value, name, meaning.replace("\n", " "))
        elif isinstance(value, dict):
            for one, each in value.items():
                yield Argument(f"{name}.{one}", float, Option(""), each, name, meaning)
        else:
            yield Argument(name, kinds[key], Option(meaning), value, section, about, True)


def _content(part: Mapping[str, Any], typed: Mapping[str, Any], name: str = "") -> Any:
    """Returns what was typed for a part of a configuration."""
    if name in typed:
        return typed[name]
    inside = f"{name}." if name else ""
    return {key: _content(each, typed, f"{inside}{key}") for key, each in part.items()}


def _print_results(results: dict[str, Interval], policy: Path) -> None:
    """Prints the mean rewards of a published policy, and what ended its training."""
    card = read_card(policy)
    lines = list[str]()
    for word, interval in results.items():
        earned = _earned(interval.mean, interval.low, interval.high)
        lines.append(_("mean reward against {agent}: {earned}", agent=word, earned=earned))
    for word, guest in results_under(GUESTS, card.evaluation).items():
        alone = results_of(card.evaluation)[word]
        earned = _earned(alone.mean_reward, alone.low, alone.high)
        lines.append(_("mean reward against {agent}: {earned}", agent=word, earned=earned))
        earned = _earned(guest.mean_reward, guest.low, guest.high)
        lines.append(_("{agent} alone against it: {earned}", agent=word, earned=earned))
    if (notes := criterion_of(card.training)) is not None:
        lines.append(_("the training ended because {why}", why=why_ended(notes.ended_by)))
    lines.append(_("published: {agent}", agent=f"policy:{policy}"))
    Console().print(*map(Broken, map(Text, lines)), sep="\n")


def _earned(mean: float, low: float | None, high: float | None) -> str:
    """Returns `+0.441 (+0.436 to +0.447)`."""
    lowest, highest = (_("unknown") if end is None else f"{end:+.3f}" for end in (low, high))
    return _("{mean:+.3f} ({low} to {high})", mean=mean, low=lowest, high=highest)
