"""Generic loops over many tables: step, play on, measure, redeal worlds."""
