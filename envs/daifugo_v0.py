"""Daifugo as a PettingZoo environment: `daifugo_v0.env(num_players=4, num_jokers=1, ...)`."""

from .core.api.aec import constructors
from .daifugo import GAME

env, raw_env = constructors(GAME)
