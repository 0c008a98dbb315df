"""How many games would tell what those that were played could not."""

from math import ceil, floor, inf, log10

from fudaba.common.languages import N_, translator

from ..statistics import Interval

_, _n = translator("evaluation")

FAIR = 0.05  # a gap up to it, 5 games in 100, is called fair
FINE = FAIR / 2  # a difference of shares, or the part of a number, below which it hardly matters
MOST_GAMES = 1_000_000  # that are advised
SPARE = 1.5  # times the games that are needed on average
TOO_NEAR = N_("That is so near that more games may not tell.")


def times_that_tell(number: Interval, games: int, limit: float = 0.0, fine: float = FINE) -> float:
    """Returns how many times as many games tell on which side of a limit a number lies.

    The interval must end before the limit. It becomes narrower with the root of the games; a wide
    one does not say where the number lies, so it only has to become as narrow as `fine`.

    Args:
        number: The number.
        games: The games that it was measured in; infinity stands for more than a million.
        limit: The limit.
        fine: The distance from it that is narrow enough.
    """
    reach = max(number.high - number.mean, number.mean - number.low)
    distance = max(abs(number.mean - limit), fine if reach > fine else 0.0)
    times = SPARE * (reach / distance) ** 2 if distance else inf
    return times if 0 < times * games <= MOST_GAMES else inf


def games_in_words(games: float, message: str, **named: str) -> str:
    """Returns how many games would tell, rounded up to one digit; that none may for infinity."""
    if games == inf:
        return _(TOO_NEAR)
    digit = 10 ** floor(log10(games))
    return _(message, games=digit * ceil(games / digit), **named)


def fine_of(form: str, value: float) -> float:
    """Returns the difference that hardly matters: of shares, or the part of another number."""
    return FINE if form in ("share", "points") else FINE * abs(value)
