"""What a published policy says of itself: `card.json` for programs, `README.md` for people."""

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal

import jinja2
import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from fudaba.envs import Game
from fudaba.envs.core.contract.options import Options
from fudaba.envs.core.contract.schema import word_of

TASK = "reinforcement-learning"
UNKNOWN = "unknown"
LOGITS: Final = "logits"
VALUES: Final = "values"
Output = Literal["logits", "values"]


class PolicyCard(BaseModel):
    """What a published policy is.

    Attributes:
        format: The version of this layout.
        game: The id of the game it plays.
        options: The house rules it was trained under.
        interface: A hash of the game's observation fields and action table.
        residual: Whether the network says what to change of greedy's advice, or says all.
        output: What its numbers are: `logits` of the actions, or `values`, the points that the
            seat will still win with each.
        weights_sha256: The hash of the weights file.
        training: How it was made; free form.
        evaluation: What was measured; free form. An entry with the keys of `Result` is a match,
            and its name is the opponent's.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    format: str
    game: str
    options: dict[str, Any]
    interface: str
    residual: bool = False
    output: Output = LOGITS
    weights_sha256: str
    training: dict[str, Any] = {}
    evaluation: dict[str, Any] = {}


class Result(BaseModel):
    """A match of the policy, alone among others of one kind.

    Attributes:
        mean_reward: Its mean reward per game.
        low: The lower end of the 95 % interval; None where nobody knows.
        high: The upper end.
        deals: How many deals were played, each from every seat.
    """

    model_config = ConfigDict(strict=True, allow_inf_nan=False)

    mean_reward: float
    low: float | None = None
    high: float | None = None
    deals: int | None = None

    @property
    def interval(self) -> str:
        """`+1.20 to +1.40`."""
        ends = (self.low, self.high)
        return " to ".join(UNKNOWN if end is None else f"{end:+.3f}" for end in ends)


def model_card(card: PolicyCard, game: Game) -> str:
    """A policy's card as a page of Markdown with YAML in front, as model hubs read it.

    Args:
        card: The card.
        game: Its game.

    Raises:
        UserError: The card's house rules are none of the game's.
    """
    options = game.options.read(card.game, card.options)
    results = results_of(card.evaluation)
    others = {name: value for name, value in card.evaluation.items() if name not in results}
    return TEMPLATES.get_template("model_card.md.jinja").render(
        card=card,
        game=game,
        front_matter=_yaml(front_matter(card, results)),
        house_rules=_house_rules(options),
        results=results,
        others=others,
        words=shlex.join(f"{name}={word}" for name, word in options.changed().items()),
        arguments=", ".join(f"{name}={card.options[name]!r}" for name in options.changed()),
    )


def results_of(evaluation: Mapping[str, Any]) -> dict[str, Result]:
    """The matches among what was measured, by opponent."""
    results = {}
    for opponent, entry in evaluation.items():
        try:
            results[opponent] = Result.model_validate(entry)
        except ValidationError:  # free form: something else was measured
            continue
    return results


def front_matter(card: PolicyCard, results: Mapping[str, Result]) -> dict[str, Any]:
    """What model hubs sort and search by."""
    front: dict[str, Any] = {
        "library_name": "fudaba",
        "pipeline_tag": TASK,
        "tags": [TASK, "card-game", "pettingzoo", card.game],
    }
    if results:
        metrics = [
            {
                "type": "mean_reward",
                "name": f"mean reward against {opponent}",
                "value": result.mean_reward,
            }
            for opponent, result in results.items()
        ]
        match = {
            "task": {"type": TASK, "name": TASK},
            "dataset": {"type": card.game, "name": card.game},
            "metrics": metrics,
        }
        front["model-index"] = [{"name": f"{card.game} policy", "results": [match]}]
    return front


def _house_rules(options: Options) -> list[tuple[str, str, str]]:
    """Name, value and default of each house rule that is not the default."""
    fields = type(options).model_fields
    return [(name, word, word_of(fields[name].default)) for name, word in options.changed().items()]


def _yaml(value: Any) -> str:
    text: str = yaml.safe_dump(value, sort_keys=False, allow_unicode=True)
    return text


def _cell(value: Any) -> str:
    """A value in a cell of a table."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    text = f"{value:,}" if is_number else str(value)
    return " ".join(text.split()).replace("|", "\\|")


def markdown_templates(folder: Path) -> jinja2.Environment:
    """The templates of a folder for pages of Markdown."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        autoescape=False,  # Markdown
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


TEMPLATES = markdown_templates(Path(__file__).parent)
TEMPLATES.filters.update(cell=_cell, yaml=_yaml)
