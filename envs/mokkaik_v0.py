"""Mokkaik as a PettingZoo environment: `mokkaik_v0.env(num_players=4, seasons=3, ...)`."""

from .core.api.aec import constructors
from .mokkaik import GAME

env, raw_env = constructors(GAME)
