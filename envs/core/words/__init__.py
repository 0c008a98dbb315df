"""What terminal and browser say: names of moves, answers, clauses, open tables."""
