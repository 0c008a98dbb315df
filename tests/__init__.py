"""The tests, which try compiled rules from the first call on."""

from fudaba.envs.core.compiling.ahead import WORKERS

WORKERS.stop()  # without them no kernel runs as plain Python first
