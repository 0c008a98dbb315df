"""Formats numbers for the terminal and the pages."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from math import isfinite, isnan
from typing import NamedTuple

from fudaba.common.languages import N_, translator

from ..statistics import Interval

_, _n = translator("evaluation")

UNKNOWN = "\N{EN DASH}"
UNBOUNDED = N_("unbounded")
NEVER = N_("never enough")
LEAST_P = 0.001
SMALL = 5  # numbers below it have a decimal


def rating(value: float) -> str:
    """Returns a rating: `+47`."""
    return f"{_not_minus_zero(value, 0):+.0f}"


def _not_minus_zero(value: float, decimals: int) -> float:
    """Returns 0.0 for a value that rounds to zero, so that -0.0004 is shown as +0.000."""
    return round(value, decimals) + 0.0


def count(value: float) -> str:
    """Returns a count: `1,234`; `never enough` for infinity."""
    return f"{value:,.0f}" if isfinite(value) else _(NEVER)


def p_value(value: float) -> str:
    """Returns a p-value: `0.43` or `< 0.001`; a dash if unknown."""
    if isnan(value):
        return UNKNOWN
    return f"< {LEAST_P}" if value < LEAST_P else f"{value:.2g}"


class Form(NamedTuple):
    """The format of a kind of number: its sign, factor, decimals and unit."""

    sign: str
    factor: int
    decimals: int
    unit: str


FORMS = {
    "reward": Form("+", 1, 3, ""),
    "share": Form("", 100, 1, N_(" %")),
    "number": Form("", 1, 2, ""),
    "points": Form("", 100, 1, N_(" pp")),
}


def unit_of(form: str) -> str:
    """Returns the unit of a kind of number with the space before it; empty for none."""
    unit = FORMS[form].unit
    return unit and _(unit)


def _written(form: str, value: float) -> str:
    sign, factor, decimals, _unit = FORMS[form]
    return f"{_not_minus_zero(factor * value, decimals):{sign}.{decimals}f}{unit_of(form)}"


WRITERS = {form: partial(_written, form) for form in FORMS}
# `+0.441`; `57.6 %`; `41.26`; and the difference of two shares in percentage points, `4.2 pp`.
reward, percent, number, points = WRITERS.values()


def give_or_take(interval: Interval, form: str) -> str:
    """Returns `24.5 ± 0.6 %`: the estimate and its farther end; a dash if unknown.

    Args:
        interval: The number.
        form: A key of `FORMS`.
    """
    return _give_or_take(interval, FORMS[form]._replace(unit=unit_of(form)))


def change(interval: Interval, form: str, number: float | None = None) -> str:
    """Returns a difference: `+1.2 ± 0.4 pp`; shares differ by percentage points.

    Args:
        interval: The difference.
        form: A key of `FORMS`.
        number: That from which the other one was taken, to show the difference of both as shown.
    """
    shown = FORMS[form]._replace(sign="+", unit=unit_of(difference_form(form)))
    if number is None or isnan(interval.mean):
        return _give_or_take(interval, shown)
    one, other = (
        round(shown.factor * each, shown.decimals) for each in (number, number - interval.mean)
    )
    return _give_or_take(interval, shown, one - other)


def difference_form(form: str) -> str:
    """Returns the form of the difference of two numbers: shares differ by percentage points."""
    return "points" if form == "share" else form


def _give_or_take(interval: Interval, form: Form, written: float | None = None) -> str:
    if isnan(interval.mean):
        return UNKNOWN
    sign, factor, decimals, unit = form
    mean = _not_minus_zero(factor * interval.mean if written is None else written, decimals)
    return f"{mean:{sign}.{decimals}f} {_reach(interval, form)}{unit}"


def reach(interval: Interval, form: str) -> str:
    """Returns `± 0.110`: the farther end of an interval; a dash without an estimate.

    Args:
        interval: The number.
        form: A key of `FORMS`.
    """
    return UNKNOWN if isnan(interval.mean) else _reach(interval, FORMS[form])


def _reach(interval: Interval, form: Form) -> str:
    farther = max(interval.high - interval.mean, interval.mean - interval.low)
    end = f"{form.factor * farther:.{form.decimals}f}" if isfinite(farther) else _(UNBOUNDED)
    return f"± {end}"


def estimate(interval: Interval, form: Callable[[float], str]) -> str:
    """Returns the estimate without its interval; a dash if it is unknown."""
    return UNKNOWN if isnan(interval.mean) else form(interval.mean)


def share_or_unknown(value: float) -> str:
    """Returns a share, `57.6 %`, or a dash if it is unknown."""
    return UNKNOWN if isnan(value) else percent(value)


def ends(interval: Interval, form: Callable[[float], str]) -> str:
    """Returns the interval: `+0.436 to +0.447`; a dash without an estimate."""
    if isnan(interval.mean):
        return UNKNOWN
    low, high = (
        form(end) if isfinite(end) else _(UNBOUNDED) for end in (interval.low, interval.high)
    )
    return span(low, high)


def span(low: object, high: object) -> str:
    """Returns a range: `3 to 5`."""
    return _("{low} to {high}", low=low, high=high)


def spans(ranks: Sequence[int]) -> str:
    """Returns whole numbers in words: `1 to 3, 5`."""
    runs = groupby(enumerate(ranks), key=lambda pair: pair[1] - pair[0])
    ends = [[rank for _, rank in run] for _, run in runs]
    return _(", ").join(span(run[0], run[-1]) if len(run) > 1 else f"{run[0]}" for run in ends)


def in_words(interval: Interval, form: str) -> str:
    """Returns a number and its interval, with the unit named once: `33.4 % (32.7 to 34.0)`."""
    mean = estimate(interval, WRITERS[form])
    return _("{estimate} ({ends})", estimate=mean, ends=bare_ends(interval, form))


def about(interval: Interval) -> str:
    """Returns a number in short, `about 59`; as everywhere if its interval is wide."""
    if interval.high - interval.low <= interval.mean / 5:
        decimals = int(interval.mean < SMALL)
        return _("about {number}", number=f"{interval.mean:,.{decimals}f}")
    return in_words(interval, "number")


def bare_ends(interval: Interval, form: str) -> str:
    """Returns the interval without its unit: `32.7 to 34.0`."""
    write, unit = WRITERS[form], unit_of(form)
    return ends(interval, lambda end: write(end).removesuffix(unit))
