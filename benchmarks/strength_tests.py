"""Says how often each test of strength would fail: `python -m benchmarks.strength_tests`.

It tests the claims of `tests/strength.py` under many seeds. For each claim it prints the mean of
the margins, their standard deviation, and the share of seeds that would fail if margins follow the
normal distribution. It ends with code 1 if that is more than one of 10,000 for a claim.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from statistics import NormalDist, mean, stdev
from typing import Annotated

import tyro

from tests.strength import CLAIMS

RAREST = 1e-4


def main(
    words: Annotated[tuple[str, ...], tyro.conf.Positional] = (),
    seeds: int = 200,
    processes: int = 1,
) -> None:
    """Prints a line for each claim.

    Args:
        words: Only claims whose names hold one of these.
        seeds: The number of seeds.
        processes: The number of processes.
    """
    often = 0
    with ProcessPoolExecutor(processes) as pool:
        for claim in CLAIMS:
            if words and not any(word in str(claim) for word in words):
                continue
            margins = list(pool.map(claim.margin, range(seeds)))
            chance = NormalDist(mean(margins), stdev(margins) or 1e-9).cdf(0)
            often += chance > RAREST
            failed = sum(margin <= 0 for margin in margins)
            print(f"{claim}, {claim.deals} deals: margin {mean(margins):+.3f}, standard deviation "
                  f"{stdev(margins):.3f}; {failed} of {seeds} failed, expected "
                  f"{chance:.0e}{' TOO OFTEN' if chance > RAREST else ''}", flush=True)  # fmt: skip
    sys.exit(1 if often else 0)


if __name__ == "__main__":
    tyro.cli(main)
