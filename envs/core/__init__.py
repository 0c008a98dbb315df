"""Code that all games share. It imports no game."""
