"""Tyrant as a PettingZoo environment: `tyrant_v0.env(num_players=3, chips_per_player=4, ...)`."""

from .core.api.aec import constructors
from .tyrant import GAME

env, raw_env = constructors(GAME)
