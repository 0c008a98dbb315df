"""One file of advice per game: `choose(view, mask) -> action`, a kernel over the view alone."""
