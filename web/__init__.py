"""The table in a browser: people and agents play, watch, and look at what was played."""
