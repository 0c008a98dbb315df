"""Objectives of a search: goals with a direction, and the distance of a variant from them.

    turn-fairness               the goal's usual direction
    turn-fairness:least         as little of it as possible; or `most`
    length:near=40              as close to 40 as possible; shares too are numbers, such as 0.25
    length:near=40,weight=2     counts twice

Each objective has a *loss*, of which less is better: the number itself, its negative, or its
distance from the wanted value. With weights the losses are added up to one score: percentage
points of shares and units of other numbers, each times its weight, 1 unless given. Several
objectives without any weight are kept apart, and the search looks for the variants that no other
one beats in all of them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from fudaba.common.checks import check_kind
from fudaba.common.errors import did_you_mean, shown
from fudaba.common.languages import translator
from fudaba.envs import Game, UserError

from ..balance.goals import Goal, goal_called
from ..statistics import Estimate, sum_of
from .racing import Losses

_, _n = translator("evaluation")

Direction = Literal["least", "most", "near"]
LEAST, MOST, NEAR = "least", "most", "near"
WORDS = f"{LEAST}, {MOST}, {NEAR}=VALUE"
FORM = "NAME:WISH or NAME:WISH,weight=NUMBER"
NUMBER = re.compile(r"[+-]?\d+(\.\d*)?")
POINTS = 100.0  # of a share, for the score
WORST = 1e9  # loss of a variant that does not have the number


@dataclass(frozen=True)
class Objective:
    """A goal with a wished direction or value.

    Attributes:
        goal: The goal.
        direction: Whether little, much, or some value of it is wished.
        value: The wanted value, for `near`.
        weight: Its weight in the score, above 0; None if none was given.
    """

    goal: Goal
    direction: Direction
    value: float = 0.0
    weight: float | None = None

    @property
    def word(self) -> str:
        """The objective as typed, without its weight: `length:near=40`."""
        value = f"={self.value:g}" if self.direction == NEAR else ""
        return f"{self.goal.name}:{self.direction}{value}"

    @property
    def full_word(self) -> str:
        """The objective as typed: `length:near=40,weight=2`."""
        return self.word + ("" if self.weight is None else f",weight={self.weight:g}")

    def loss(self, estimate: Estimate) -> Estimate:
        """Returns the loss of a variant in this goal.

        An estimate outside the range of the goal, such as a gap below zero, counts as its end.
        """
        within = replace(estimate, value=self.goal.interval(estimate).mean)
        if self.direction == LEAST:
            return within.scaled(1.0)
        if self.direction == MOST:
            return within.scaled(-1.0)
        return within.scaled(-1.0 if within.value < self.value else 1.0, self.value)

    def number(self, loss: float) -> float:
        """Returns the goal's number from a loss; for `near` the distance from the wanted value."""
        return -loss if self.direction == MOST else loss


def is_weighted(wishes: Sequence[Objective]) -> bool:
    """Returns whether the objectives make one score: a single one, or one with a weight."""
    return len(wishes) == 1 or any(wish.weight is not None for wish in wishes)


def losses_of(wishes: Sequence[Objective], estimates: Sequence[Estimate]) -> Losses:
    """Returns the losses of a variant: one for each objective, or only their score.

    A number that the variant does not have, such as a gap between roles with a single role, is the
    worst possible.

    Args:
        wishes: The objectives.
        estimates: The estimate of each goal, on the same deals.
    """
    losses = tuple(
        _known(wish.loss(estimate)) for wish, estimate in zip(wishes, estimates, strict=True)
    )
    return (score_of(wishes, losses),) if is_weighted(wishes) else losses


def _known(loss: Estimate) -> Estimate:
    if np.isnan(loss.value):
        return Estimate(WORST, np.zeros(len(loss.influence)), loss.num_deals)
    return loss


def score_of(wishes: Sequence[Objective], losses: Losses) -> Estimate:
    """Returns the score: the weighted sum of the losses; that of a single objective is its loss."""
    if len(wishes) == 1:
        return losses[0]
    return sum_of([loss.scaled(_factor(wish)) for wish, loss in zip(wishes, losses, strict=True)])


def _factor(wish: Objective) -> float:
    weight = 1.0 if wish.weight is None else wish.weight
    return weight * (POINTS if wish.goal.form == "share" else 1.0)


def read_objectives(
    words: Sequence[str], game: Game, own: Sequence[Goal] = ()
) -> tuple[Objective, ...]:
    """Reads objectives as they are typed; see the top of this file.

    Args:
        words: The objectives as typed.
        game: The game.
        own: Goals beside those of the game.

    Raises:
        UserError: No objective, one of another form, a goal that the game does not have, or a
            goal twice.
    """
    check_kind("goals", words, (list, tuple), "a list of words like turn-fairness:least")
    if not words:
        raise UserError(
            _("name at least one goal: {form}, such as turn-fairness:least.", form=FORM)
        )
    wishes = tuple(_read_objective(word, game, own) for word in words)
    names = [wish.goal.name for wish in wishes]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UserError(_("goal {twice} is named twice; each goal is allowed once.", twice=twice))
    return wishes


def _read_objective(word: str, game: Game, own: Sequence[Goal]) -> Objective:
    check_kind("a goal", word, str, FORM)
    name, _sign, rest = word.partition(":")
    name, weight = _split_weight(name, word) if not rest else (name, None)
    goal = next((goal for goal in own if goal.name == name), None) or goal_called(name, game)
    if not rest and ":" in word:
        raise UserError(
            _(
                "goal {word} has nothing after the colon; allowed: {words}.",
                word=shown(word),
                words=WORDS,
            )
        )
    if not rest:
        return Objective(goal, goal.wish, weight=weight)
    wish, weight = _split_weight(rest, word)
    direction, sign, value = wish.partition("=")
    if direction == NEAR:
        return Objective(goal, "near", _read_number(f"the value of {shown(word)}", value), weight)
    if direction not in (LEAST, MOST) or sign:
        raise UserError(
            _(
                "goal {word} can't have {wish} after the colon; allowed: {words}.{hint}",
                word=shown(word),
                wish=shown(wish),
                words=WORDS,
                hint=did_you_mean(direction, (LEAST, MOST, NEAR)),
            )
        )
    return Objective(goal, "least" if direction == LEAST else "most", weight=weight)


def _split_weight(text: str, word: str) -> tuple[str, float | None]:
    """Returns the text before a weight, and the weight or None."""
    wish, comma, last = text.partition(",")
    if not comma:
        return wish, None
    key, _sign, value = last.partition("=")
    if key != "weight":
        raise UserError(
            _(
                "{last} of {word} can't be read; allowed: weight=NUMBER.",
                last=shown(last),
                word=shown(word),
            )
        )
    weight = _read_number(f"the weight of {shown(word)}", value)
    if weight <= 0:
        raise UserError(
            _(
                "the weight of {word} can't be {value}; allowed: above 0.",
                word=shown(word),
                value=value,
            )
        )
    return wish, weight


def _read_number(what: str, text: str) -> float:
    if not NUMBER.fullmatch(text):
        raise UserError(
            _(
                "{what} can't be {text}; allowed: a number, such as 40 or 0.25.",
                what=what,
                text=shown(text),
            )
        )
    return float(text)
