"""Searches for the house rules that come closest to a designer's goals.

`space` and `over` name the house rules, `wishes` the goals; `search` proposes variants, `racing`
stops those that are clearly worse, `tables` plays, `check` compares with other players, `run`
combines all of it, and `result` is the outcome.
"""

from .result import TuneResult
from .run import TuneRequest, tune

__all__ = ["TuneRequest", "TuneResult", "tune"]
