"""What rules import: arrays, bits, seats, random numbers, memory, redealing."""
