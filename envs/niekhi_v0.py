"""Niekhi as a PettingZoo environment: `niekhi_v0.env(num_players=4, pass_locks=True, ...)`."""

from .core.api.aec import constructors
from .niekhi import GAME

env, raw_env = constructors(GAME)
