"""Words of terminal and browser: names of moves, answers, clauses, open tables."""
