"""Fits the named weights of a heuristic.

`playing` plays a heuristic alone among a field, `objective` says what weights gain, `search`
proposes weights, `confirm` measures them on fresh deals, `run` combines all of it, and `result`
and `report` are the outcome.
"""

from .result import AdviceResult
from .run import AdviceRequest

__all__ = ["AdviceRequest", "AdviceResult"]
