"""Exact values of two-player games whose trees fit into memory.

`tree` walks all deals by the rules of the game and merges the ends of games by what the two seats
have seen and done (the sequence form: Koller, Megiddo and von Stengel, 1996). `solver` has best
responses and CFR+ on it, `players` asks agents what they play and plays strategies in the arena,
`kept` keeps what both have computed so far, and `request` puts everything together for
`fudaba exploit --exact`.
"""

from .kept import Kept, Part
from .players import agent_of, strategies_of
from .request import ExactRequest, ExactResult, PlayerValue
from .solver import Equilibrium, best_response, exploitability, solve, value
from .tree import Tree, build_tree

__all__ = [
    "Equilibrium",
    "ExactRequest",
    "ExactResult",
    "Kept",
    "Part",
    "PlayerValue",
    "Tree",
    "agent_of",
    "best_response",
    "build_tree",
    "exploitability",
    "solve",
    "strategies_of",
    "value",
]
