"""The shared parts of the kikisen games: RULES.md, house rules, dealers, seasons, betting."""
