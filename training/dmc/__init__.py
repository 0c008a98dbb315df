"""Deep Monte Carlo, as DouZero (Zha et al., 2021) does it."""
