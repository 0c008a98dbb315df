"""Names of variants, goals and objectives in the current language; results hold them in English."""

from fudaba.common.languages import translator

from ...balance.goals import GOALS
from ...tune.objectives import Objective
from ...tune.own import ONE_MORE
from ...tune.result import FinalistsCheck
from ...tune.run import TRAINED
from ..balance.verdict import name_of, wish_in_words

_, _n = translator("evaluation")


def label_of(label: str) -> str:
    """Returns the label of a variant in the current language: `pass_limit=3`, `the usual rules`."""
    return _(label)


def players_named(check: FinalistsCheck) -> str:
    """Returns the players of a check: the spec of an agent, or `trained`."""
    return _("trained") if check.players == TRAINED else check.players


def goal_named(criterion: str) -> str:
    """Returns the goal of a criterion: `turn gap` for `turn-fairness:least`, or `score`."""
    name = criterion.partition(":")[0]
    return name_of(GOALS[name]) if name in GOALS else _(name)


def objective_named(wish: Objective, *, with_weight: bool = True) -> str:
    """Returns the name of an objective in the current language: `length (near 40), weight 2`."""
    named = wish_in_words(wish.goal, wish.direction, wish.value)
    if wish.weight is None or not with_weight:
        return named
    return _("{wish}, weight {weight:g}", wish=named, weight=wish.weight)


def meaning_of(wish: Objective) -> str:
    """Returns the meaning of an objective's goal in one line; own measures are not translated."""
    meaning = wish.goal.meaning
    if meaning.startswith(ONE_MORE):
        return _("reward with one more: {meaning}", meaning=meaning.removeprefix(ONE_MORE))
    return _(meaning)


def criterion_named(wishes: tuple[Objective, ...], criterion: str) -> str:
    """Returns the name of a criterion: its objective, with the weight if it counts, or `score`."""
    for wish in wishes:
        if criterion in (wish.word, wish.full_word):
            return objective_named(wish, with_weight=criterion == wish.full_word)
    return goal_named(criterion)
