"""What is written once for all games. Knows no game."""
