"""`python -m fudaba`: the command `fudaba` of the environment whose Python runs it."""

from fudaba.cli.main import process

process()
