"""Building blocks of rules: arrays, bits, seats, random numbers, memory, redealing."""
