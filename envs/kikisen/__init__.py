"""What the games of the kikisen family share: RULES.md, house rules, dealers and seasons."""
