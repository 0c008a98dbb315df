"""Numbers as people read them, on the terminal and on the page."""

from collections.abc import Callable
from math import isfinite, isnan

from ..statistics import Interval

UNKNOWN = "\N{EN DASH}"
UNBOUNDED = "unbounded"


def reward(value: float) -> str:
    """`+0.441`."""
    return f"{value:+.3f}"


def percent(value: float) -> str:
    """`57.6 %`."""
    return f"{100 * value:.1f} %"


def rating(value: float) -> str:
    """`+47`."""
    return f"{value:+.0f}"


def estimate(interval: Interval, form: Callable[[float], str]) -> str:
    """The estimate alone; a dash where there is none."""
    return UNKNOWN if isnan(interval.mean) else form(interval.mean)


def ends(interval: Interval, form: Callable[[float], str]) -> str:
    """`+0.436 to +0.447`; a dash without an estimate."""
    if isnan(interval.mean):
        return UNKNOWN
    low, high = (form(end) if isfinite(end) else UNBOUNDED for end in (interval.low, interval.high))
    return f"{low} to {high}"
