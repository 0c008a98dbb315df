"""Self-play training: MaskablePPO from sb3-contrib, and deep Monte Carlo."""

import os

# Threads that spin while they wait are slow on a busy machine: a run with two
# threads fell from 20,000 to 1,000 decisions per second when another process used the cores.
# OpenMP reads this once, when torch is imported.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
