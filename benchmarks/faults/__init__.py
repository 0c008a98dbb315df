"""Fault injection: long commands are killed, run twice at once, or run out of disk space.

`python -m benchmarks.faults` prints how often each command was killed and what was compared,
`python -m benchmarks.faults.damage` what comes of reading damaged files.
"""
