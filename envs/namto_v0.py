"""Namto as a PettingZoo environment: `namto_v0.env(num_players=4, bet_cap=10, ...)`."""

from .core.api.aec import constructors
from .namto import GAME

env, raw_env = constructors(GAME)
