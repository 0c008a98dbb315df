"""Sevens as a PettingZoo environment: `sevens_v0.env(num_players=4, pass_limit=3, ...)`."""

from .core.api.aec import constructors
from .sevens import GAME

env, raw_env = constructors(GAME)
