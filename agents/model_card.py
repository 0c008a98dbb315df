"""The card of a published policy: `card.json` for programs, `README.md` for people."""

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fudaba.common.languages import N_, translator
from fudaba.common.sealed import Sealed
from fudaba.envs import Game, Options
from fudaba.envs.core.api.registry import word_of_game
from fudaba.envs.core.contract.schema import word_of

if TYPE_CHECKING:
    import jinja2

_, _n = translator("agents")

TASK = "reinforcement-learning"
UNKNOWN = "unknown"
LOGITS: Final = "logits"
VALUES: Final = "values"
Output = Literal["logits", "values"]
# What ended a training: its decisions, a match for a search, or a bound of the further rounds
Ending = Literal["total_steps", "criterion", "rounds", "minutes"]
CRITERION: Final = "criterion"  # in a card's `training`: `CriterionNotes`
# In a card's `evaluation`: by agent, a `BaselineResult`
GUESTS: Final = "alone_among_copies"
OTHERWISE: Final = "played_otherwise"
EXPLOITABILITY: Final = "exploitability"  # in a card's `evaluation`: by way, argmax or sample
ENDINGS: Final[dict[Ending, str]] = {
    "total_steps": N_("its decisions were used up"),
    "criterion": N_("the criterion was met"),
    "rounds": N_("its rounds were used up"),
    "minutes": N_("its time was over"),
}


class PolicyCard(Sealed):
    """The metadata of a published policy, see `Sealed`.

    Attributes:
        format: The version of this layout.
        game: The id of the game it plays.
        options: The house rules it was trained under.
        vary: The values of the house rules that varied in its training, by name.
        interface: A hash of the game's observation fields and action table.
        residual: Whether the network's logits are added to greedy's advice.
        advice: The weights of that advice by name; the others have their defaults.
        output: The meaning of the outputs: `logits` of the actions, or `values`, the points that
            the seat will still win with each.
        sample: Whether it draws its actions from its probabilities unless its spec says otherwise;
            if not, it takes the most likely one.
        weights_sha256: The hash of the weights file.
        training: How it was trained; free form. An entry `criterion` with the keys of
            `CriterionNotes` is the training's curve against a search.
        evaluation: Measurements; free form. An entry with the keys of `BaselineResult` is a match,
            and its name is the opponent's. `alone_among_copies` has such entries of agents that
            sat alone among copies of the policy, `played_otherwise` those of the matches that it
            played the other way: drawing its actions, or not. `exploitability` has what a best
            response wins in points a game, by way, `argmax` or `sample`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    format: str
    game: str
    options: dict[str, Any]
    vary: dict[str, list[Any]] = Field({})
    interface: str
    residual: bool = False
    advice: dict[str, float] = Field({})
    output: Output = LOGITS
    sample: bool = False
    weights_sha256: str
    training: dict[str, Any] = Field({})
    evaluation: dict[str, Any] = Field({})

    def allowed(self, rule: str, usual: Any = None) -> list[Any]:
        """The values of a house rule with which the policy plays; `usual` if the card lacks it."""
        return self.vary.get(rule, [self.options.get(rule, usual)])


class BaselineResult(BaseModel):
    """The result of a match: the policy in one seat, agents of one kind in the others.

    Attributes:
        mean_reward: Its mean reward per game.
        low: The lower end of the 95 % interval; None if unknown.
        high: The upper end.
        deals: The number of deals, each played from every seat; None if unknown.
    """

    model_config = ConfigDict(strict=True, allow_inf_nan=False)

    mean_reward: float
    low: float | None = None
    high: float | None = None
    deals: int | None = None

    @property
    def interval(self) -> str:
        """The interval as text: `+1.200 to +1.400`."""
        ends = (self.low, self.high)
        return " to ".join(UNKNOWN if end is None else f"{end:+.3f}" for end in ends)


class ComparisonNotes(BaseModel):
    """A comparison of a policy under training with a search.

    Attributes:
        steps: The decisions of the training so far.
        policy: The policy alone among copies of the search.
        search: The search alone among copies of the policy.
    """

    model_config = ConfigDict(strict=True)

    steps: int
    policy: BaselineResult
    search: BaselineResult


class CriterionNotes(BaseModel):
    """A training until the policy was a match for a search, or until a bound.

    Attributes:
        opponent: The search.
        spread: The standard deviation of a seat's points, in which the criterion is measured.
        ended_by: What ended the training.
        curve: The comparisons, by decisions.
    """

    model_config = ConfigDict(strict=True, allow_inf_nan=False)

    opponent: str
    spread: float
    ended_by: Ending
    curve: tuple[ComparisonNotes, ...] = Field(strict=False)


def model_card(card: PolicyCard, game: Game) -> str:
    """Returns a policy's card as a Markdown page with YAML front matter, as model hubs read it.

    Args:
        card: The card.
        game: Its game.

    Raises:
        UserError: The card's house rules are not valid for the game.
    """
    options = game.options.read(card.game, card.options)
    results = results_of(card.evaluation)
    guests, otherwise = (results_under(name, card.evaluation) for name in (GUESTS, OTHERWISE))
    told = {*results, *([GUESTS] if guests else []), *([OTHERWISE] if otherwise else [])}
    criterion = criterion_of(card.training)
    templates = markdown_templates(Path(__file__).parent)
    templates.filters.update(cell=_cell, yaml=_yaml)
    return templates.get_template("model_card.md.jinja").render(
        card=card,
        game=game,
        word=shlex.quote(word_of_game(game.name)),
        front_matter=_yaml(front_matter(card, results)),
        house_rules=_house_rules(options),
        varied={name: ", ".join(map(word_of, values)) for name, values in card.vary.items()},
        notes={
            name: value
            for name, value in card.training.items()
            if criterion is None or name != CRITERION
        },
        criterion=criterion,
        endings=ENDINGS,
        results=results,
        guests=guests,
        otherwise=otherwise,
        others={name: value for name, value in card.evaluation.items() if name not in told},
        words=shlex.join(f"{name}={word}" for name, word in options.changed().items()),
        arguments=", ".join(f"{name}={card.options[name]!r}" for name in options.changed()),
    )


def why_ended(ending: Ending) -> str:
    """Returns why a training ended, in the current language."""
    return _(ENDINGS[ending])


def results_of(evaluation: Mapping[str, Any]) -> dict[str, BaselineResult]:
    """Returns the entries of an evaluation that are matches, by opponent."""
    results = {}
    for opponent, entry in evaluation.items():
        try:
            results[opponent] = BaselineResult.model_validate(entry)
        except ValidationError:  # free form: a measurement of another kind
            continue
    return results


def results_under(name: str, evaluation: Mapping[str, Any]) -> dict[str, BaselineResult]:
    """Returns the results in an entry of an evaluation, GUESTS or OTHERWISE, by agent."""
    entries = evaluation.get(name)
    return results_of(entries) if isinstance(entries, Mapping) else {}


def criterion_of(training: Mapping[str, Any]) -> CriterionNotes | None:
    """Returns the notes on a training to a criterion, or None if the policy had no criterion."""
    try:
        return CriterionNotes.model_validate(training.get(CRITERION))
    except ValidationError:  # free form: no such notes, or notes of another kind
        return None


def front_matter(card: PolicyCard, results: Mapping[str, BaselineResult]) -> dict[str, Any]:
    """Returns the front matter: metadata by which model hubs sort and search."""
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
    """Returns name, value and default of each house rule that differs from its default."""
    fields = type(options).model_fields
    return [(name, word, word_of(fields[name].default)) for name, word in options.changed().items()]


def _yaml(value: Any) -> str:
    text: str = yaml.safe_dump(value, sort_keys=False, allow_unicode=True)
    return text


def _cell(value: Any) -> str:
    """Returns a value as the text of a table cell."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    text = f"{value:,}" if is_number else str(value)
    return " ".join(text.split()).replace("|", "\\|")


def markdown_templates(folder: Path) -> "jinja2.Environment":
    """Returns the Jinja environment for the Markdown templates of a folder."""
    import jinja2

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        autoescape=False,  # Markdown
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
