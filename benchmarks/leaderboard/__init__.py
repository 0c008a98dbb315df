"""The leaderboard of the benchmark: its entries, and the command that checks them."""
