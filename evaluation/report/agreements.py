"""Sentences on how the order of some variants changes with the players."""

from collections.abc import Iterator
from dataclasses import dataclass

from fudaba.common.languages import translator

from ..agreement import Agreement
from ..statistics import Interval
from . import numbers

_, _n = translator("evaluation")


@dataclass(frozen=True)
class Compared:
    """The words for what an `Agreement` compares.

    Attributes:
        who: The other players: `Among policy:any`.
        before: Where the variants were compared first: `in the finals`.
        reference: The variant over which the best one gains: `the usual rules`.
        is_only: Whether there is a single criterion, whose missing order is worth a sentence.
    """

    who: str
    before: str
    reference: str
    is_only: bool = True


def on_agreement(found: Agreement, form: str, words: Compared) -> Iterator[str]:
    """Yields whether the order of the variants is the same among other players.

    Args:
        found: The agreement in a criterion.
        form: The form of the criterion's numbers, for `numbers.change`.
        words: The words for what is compared.
    """
    goal = _(found.criterion.partition(":")[0])
    clear = found.same + found.opposite + found.only_before
    if not clear + found.only_after:
        if words.is_only:
            yield _(
                "{who}: {goal} has no clear order, neither here nor {before}.",
                who=words.who,
                goal=goal,
                before=words.before,
            )
        return
    yield _("{who}: {survival} in {goal}.", who=words.who, survival=_survival(found), goal=goal)
    yield _n(
        "Of {clear} pairs with a clear order {before} {same} keep it, {opposite} reverse it, and "
        "{count} has no clear order here.",
        "Of {clear} pairs with a clear order {before} {same} keep it, {opposite} reverse it, and "
        "{count} have no clear order here.",
        found.only_before,
        clear=clear,
        before=words.before,
        same=found.same,
        opposite=found.opposite,
    )
    if found.only_after:
        yield _("Pairs with a clear order only here: {count}.", count=found.only_after)
    if tau := found.rank_agreement:
        yield _(
            "Agreement of the whole order: {tau:.2f} ({ends}); 1 is the same order, 0 is chance, "
            "-1 is the opposite one.",
            tau=tau.mean,
            ends=numbers.ends(tau, numbers.number),
        )
    if found.is_best_beaten:
        yield _(
            "The best {before} is clearly beaten here; best: {variant}.",
            before=words.before,
            variant=_(found.best_after),
        )
    yield from _gain(found, form, words)


def _gain(found: Agreement, form: str, words: Compared) -> Iterator[str]:
    """Yields the gain of the best variant over the reference with both kinds of players."""
    if found.gain_after is None or found.gain_before is None:
        return
    yield _(
        "Gain of {variant} over {reference}: {gain} {before}, {after} here: {holds}.",
        variant=_(found.best),
        reference=words.reference,
        gain=numbers.change(found.gain_before, form),
        before=words.before,
        after=numbers.change(found.gain_after, form),
        holds=_gain_word(found.gain_after),
    )


def _survival(found: Agreement) -> str:
    """Returns a few words on whether the order is the same among other players."""
    if found.opposite:
        return _("the order changes")
    if not found.same:
        return _("these games can't tell the order")
    if found.only_before or found.only_after:
        return _("a part of the order survives")
    return _("the order survives")


def _gain_word(gain: Interval) -> str:
    """Returns a word on whether a gain is confirmed among other players."""
    if gain.low > 0:
        return _("it holds")
    return _("it turns into a loss") if gain.high < 0 else _("not clear")
