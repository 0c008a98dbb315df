"""Makhup as a PettingZoo environment: `makhup_v0.env(num_players=4, seasons=3, ...)`."""

from .core.api.aec import constructors
from .makhup import GAME

env, raw_env = constructors(GAME)
