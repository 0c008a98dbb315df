"""Compiling kernels with Numba, and caching what was compiled."""
