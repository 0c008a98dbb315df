"""Compilation of kernels with Numba, and the cache of compiled code."""
