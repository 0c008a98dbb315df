"""The command line: `fudaba train`, `fudaba arena`, `fudaba balance`."""
