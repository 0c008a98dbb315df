"""Taxot as a PettingZoo environment: `taxot_v0.env(num_players=4, lights=True, ...)`."""

from .core.api.aec import constructors
from .taxot import GAME

env, raw_env = constructors(GAME)
