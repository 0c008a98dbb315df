"""The command line: one file per command of `fudaba`."""
