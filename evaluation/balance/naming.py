"""Measures by the names that users type: `FILE.py:NAME`, `decisiveness`, `kingmaking`."""

from collections.abc import Sequence

from fudaba.common.checks import check_kind
from fudaba.common.errors import did_you_mean, shown
from fudaba.common.languages import translator
from fudaba.envs import Game, UserError
from fudaba.envs.core.stepping.measuring import balance_of

from .deep import BUILT_IN
from .measures import FORM, Measure, load_measure

_, _n = translator("evaluation")

ALLOWED = f"{FORM}, {', '.join(BUILT_IN)}"


def make_measure(word: str) -> Measure:
    """Returns the measure of a typed name.

    Args:
        word: `FILE.py:NAME`, or one of `BUILT_IN`.

    Raises:
        UserError: There is no such measure, file or name.
        MeasureError: The file raises an exception.
    """
    check_kind("a measure", word, str, ALLOWED)
    if word in BUILT_IN:
        return BUILT_IN[word]
    if ":" not in word:
        hint = did_you_mean(word, BUILT_IN)
        raise UserError(
            _(
                "there is no measure {word}; allowed: {allowed}.{hint}",
                word=shown(word),
                allowed=ALLOWED,
                hint=hint,
            )
        )
    return load_measure(word)


def read_measures(measures: Sequence[str | Measure], game: Game) -> tuple[Measure, ...]:
    """Returns measures, given as typed names or as `Measure` objects.

    Args:
        measures: Typed names, or measures.
        game: The game in which they are measured.

    Raises:
        UserError: There is no such measure, or it has the name of another statistic.
        MeasureError: A file raises an exception.
    """
    if isinstance(measures, str):
        raise UserError(
            _(
                "measures can't be {measures}; allowed: a list of measures.",
                measures=shown(measures),
            )
        )
    check_kind("measures", measures, Sequence, "a list of measures")
    read = tuple(one if isinstance(one, Measure) else make_measure(one) for one in measures)
    balance = balance_of(game)
    taken = {("factor", each.name) for each in balance.factors}
    taken |= {("tally", each.name) for each in balance.tallies}
    for measure in read:
        name = measure.kind, measure.statistic.name
        if name in taken:
            raise UserError(
                _(
                    "measure {word} can't be called {name}; that {kind} is there already, "
                    "so give it another name.",
                    word=measure.word,
                    name=repr(name[1]),
                    kind=name[0],
                )
            )
        taken.add(name)
    return read
