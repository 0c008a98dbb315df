"""What `fudaba new-game` writes: the package of a game, in which it replaces three names."""
