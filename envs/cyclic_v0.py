"""Cyclic as a PettingZoo environment: `cyclic_v0.env(num_players=4, seasons=3, ...)`."""

from .core.api.aec import constructors
from .cyclic import GAME

env, raw_env = constructors(GAME)
