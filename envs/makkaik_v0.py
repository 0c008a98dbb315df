"""Makkaik as a PettingZoo environment: `makkaik_v0.env(num_players=4, seasons=3, ...)`."""

from .core.api.aec import constructors
from .makkaik import GAME

env, raw_env = constructors(GAME)
