"""What the games of kikisen share: RULES.md, house rules, dealers and seasons, betting."""
