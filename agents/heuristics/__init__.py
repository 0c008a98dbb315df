"""One heuristic per game: a kernel `choose(view, weights, mask) -> action` that reads no state."""
