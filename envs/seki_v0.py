"""SEKI as a PettingZoo environment: `seki_v0.env(num_players=4, reset_flip=True, ...)`."""

from .core.api.aec import constructors
from .seki import GAME

env, raw_env = constructors(GAME)
