"""Sentences on how the order of some variants changes with the players."""

from collections.abc import Iterator
from dataclasses import dataclass

from fudaba.common.languages import N_, translator

from ..agreement import Agreement
from ..statistics import Interval
from . import numbers
from .enough import games_in_words, times_that_tell

_, _n = translator("evaluation")

BESTS = {  # by whether the best is the same, or else clearly beaten
    (True, False): N_("{who} {variant} looks best by {goal} too, in {games:,} games a variant."),
    (False, True): N_(
        "{who} the answer is another: by {goal} {best} looks best there, and {variant}, the best "
        "{before}, is clearly worse than another."
    ),
    (False, False): N_(
        "{who} {best} looks best by {goal}, in {games:,} games a variant; {variant}, the best "
        "{before}, is number {place} of {count}, which may be luck."
    ),
}
GAINS = {  # by whether it is known that the best is better
    True: N_("There {variant} is clearly better than {reference}, by {gain}."),
    False: N_("There {variant} is clearly worse than {reference}, by {loss}."),
    None: N_("Whether {variant} is better than {reference} there is open: the gain is {gain}."),
}
GAMES_WOULD_TELL = N_("About {games:,} games of these players would tell.")
ORDER = N_(
    "Of {clear} pairs with a clear order {before}, {same} have it there too, {opposite} the other "
    "way round; of {count} it can't be told."
)


UNCONFIRMED = N_(
    "Of {clear} pairs with a clear order {before}, none has a clear one there: {games:,} games of "
    "these players can neither confirm nor reverse it."
)


@dataclass(frozen=True)
class Compared:
    """The words for what an `Agreement` compares.

    Attributes:
        who: The other players: `Among policy:any`.
        before: Where the variants were compared first: `in the finals`.
        reference: The variant over which the best one gains: `the usual rules`.
        goal: The criterion: `turn gap (least)`.
        form: The form of its numbers, for `numbers.change`.
        variants: The number of variants.
        games: The games of each variant among the other players.
        fine: The difference that hardly matters.
    """

    who: str
    before: str
    reference: str
    goal: str
    form: str
    variants: int
    games: int
    fine: float


def on_agreement(found: Agreement, words: Compared) -> Iterator[str]:
    """Yields how the best variant does among other players, then how far they keep the order.

    The first sentence says whether the answer depends on the players.

    Args:
        found: The agreement in a criterion.
        words: The words for what is compared.
    """
    is_same = found.place_after == 1
    yield _(
        BESTS[is_same, found.is_best_beaten and not is_same],
        who=words.who,
        goal=words.goal,
        variant=_(found.best),
        before=words.before,
        place=found.place_after,
        count=words.variants,
        best=_(found.best_after),
        games=words.games,
    )
    yield from _gain(found, words)
    if found.clear:
        yield _(
            ORDER if found.same or found.opposite else UNCONFIRMED,
            before=words.before,
            clear=found.clear,
            games=words.games,
            same=found.same,
            opposite=found.opposite,
            count=found.only_before,
        )


def _gain(found: Agreement, words: Compared) -> Iterator[str]:
    """Yields whether the best variant is better than the reference among the other players."""
    gain, form = found.gain_after, numbers.difference_form(words.form)
    if gain is None:
        return
    is_better = gain.mean > 0 if gain.leaves_out_zero else None
    yield _(
        GAINS[is_better],
        variant=_(found.best),
        reference=words.reference,
        gain=numbers.in_words(gain, form),
        loss=numbers.in_words(Interval(-gain.mean, -gain.high, -gain.low), form),
    )
    if is_better is None:
        times = times_that_tell(gain, words.games, fine=words.fine)
        yield games_in_words(words.games * times, GAMES_WOULD_TELL)
