"""One heuristic per game: `choose(view, mask) -> action`, a kernel that reads the view alone."""
