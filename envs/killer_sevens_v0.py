"""Killer Sevens as a PettingZoo environment: `killer_sevens_v0.env(num_players=4, ...)`."""

from .core.api.aec import constructors
from .killer_sevens import GAME

env, raw_env = constructors(GAME)
