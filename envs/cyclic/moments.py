"""Moments of Cyclic: the end of a season."""

from ..kikisen.moments import prize_season_end as moments

__all__ = ["moments"]
