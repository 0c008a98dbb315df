"""The recipe: a residual policy, moves played out, then MaskablePPO from sb3-contrib."""
