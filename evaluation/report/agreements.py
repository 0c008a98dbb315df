"""Sentences on how the order of some variants changes with the players."""

from collections.abc import Iterator
from dataclasses import dataclass

from fudaba.common.languages import N_, translator

from ..agreement import Agreement
from ..statistics import Interval
from . import numbers

_, _n = translator("evaluation")


SURVIVALS = (  # if the order changes, can't be told, survives in part, or as a whole
    N_("The order changes."),
    N_("These games can't tell the order."),
    N_("A part of the order survives."),
    N_("The order survives."),
)


@dataclass(frozen=True)
class Compared:
    """The words for what an `Agreement` compares.

    Attributes:
        who: The other players: `Among policy:any`.
        before: Where the variants were compared first: `in the finals`.
        reference: The variant over which the best one gains: `the usual rules`.
        goal: The criterion: `turn gap (least)`.
        form: The form of its numbers, for `numbers.change`.
        variants: The number of variants.
    """

    who: str
    before: str
    reference: str
    goal: str
    form: str
    variants: int


def on_agreement(found: Agreement, words: Compared) -> Iterator[str]:
    """Yields how the best variant does among other players, then how far they keep the order.

    The first sentence says whether the answer depends on the players.

    Args:
        found: The agreement in a criterion.
        words: The words for what is compared.
    """
    yield _on_best(found, words)
    clear = found.same + found.opposite + found.only_before
    if not clear + found.only_after:
        yield _("No two of them differ clearly, neither here nor {before}.", before=words.before)
        return
    yield _(_survival(found))
    yield _(
        "Pairs with a clear order {before}: {clear}; kept {same}, reversed {opposite}, not clear "
        "here {count}.",
        before=words.before,
        clear=clear,
        same=found.same,
        opposite=found.opposite,
        count=found.only_before,
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
    yield from _gain(found, words)


def _on_best(found: Agreement, words: Compared) -> str:
    """Returns where the best variant stands among the other players."""
    known = {
        "who": words.who,
        "goal": words.goal,
        "variant": _(found.best),
        "before": words.before,
        "place": found.place_after,
        "count": words.variants,
        "best": _(found.best_after),
    }
    if found.place_after == 1:
        return _(
            "{who}: by {goal} {variant}, the best {before}, is the best estimate here too.", **known
        )
    if found.is_best_beaten:
        return _(
            "{who}: by {goal} {variant}, the best {before}, is only number {place} of {count} here "
            "and clearly beaten, so the answer depends on the players; best here: {best}.",
            **known,
        )
    return _(
        "{who}: by {goal} {variant}, the best {before}, is only number {place} of {count} here, so "
        "the answer may depend on the players; best estimate here: {best}.",
        **known,
    )


def _gain(found: Agreement, words: Compared) -> Iterator[str]:
    """Yields the gain of the best variant over the reference with both kinds of players."""
    if found.gain_after is None or found.gain_before is None:
        return
    yield _(
        "Gain of {variant} over {reference}: {gain} {before}, {after} here: {holds}.",
        variant=_(found.best),
        reference=words.reference,
        gain=numbers.change(found.gain_before, words.form),
        before=words.before,
        after=numbers.change(found.gain_after, words.form),
        holds=_gain_word(found.gain_after),
    )


def _survival(found: Agreement) -> str:
    """Returns whether the order is the same among other players."""
    changes, unknown, in_part, whole = SURVIVALS
    if found.opposite:
        return changes
    if not found.same:
        return unknown
    return in_part if found.only_before or found.only_after else whole


def _gain_word(gain: Interval) -> str:
    """Returns a word on whether a gain is confirmed among other players."""
    if gain.low > 0:
        return _("it holds")
    return _("it turns into a loss") if gain.high < 0 else _("not clear")
