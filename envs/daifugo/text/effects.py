"""What ranks and plays of Daifugo do under the house rules, in words for a player."""

from collections.abc import Sequence

from ...core.scene.scene import plural
from .. import state as dfg
from ..options import DaifugoOptions

REVERSAL = "the other way round while the order is reversed"


def effect_of_rank(rank: int, rules: DaifugoOptions) -> str:
    """Returns the effect of a rank as a sentence (DFG-5.4 to 5.8); empty for none."""
    if rank == dfg.FIVE and "skip5" in rules.effects:
        return (
            "Skips one player for each 5 in the play; "
            "if the turn comes round to you, the field is cleared and you lead."
        )
    if rank == dfg.SEVEN and "give7" in rules.effects:
        receivers = "all to one player" if rules.seven_single_recipient else "to any players"
        return f"For each 7 in the play you may give a card away, {receivers}."
    if rank == dfg.EIGHT and "cut8" in rules.effects:
        return "The field is cleared and you lead, whatever the play."
    if rank == dfg.JACK and "jback" in rules.effects:
        again = "; a further J ends this" * (rules.jback_repeat == "toggles")
        order = "The order of ranks is reversed"
        if rules.jback_mode == "set":
            order = "Lower ranks are stronger"
        return f"{order} until the field is cleared{again}."
    if rank == dfg.KING and "change13" in rules.effects:
        return "For each K in the play you may discard a card and draw another."
    return ""


def can_be_reversed(rules: DaifugoOptions) -> bool:
    """Whether the order of ranks ever changes."""
    return "revolution" in rules.effects or "jback" in rules.effects


def strength_of_rank(rank: int, rules: DaifugoOptions) -> str:
    """Returns what a rank beats as a sentence (DFG-2.1, 4.5)."""
    last, reverses = dfg.NUM_RANKS - 1, can_be_reversed(rules)
    if rank in (0, last):
        this, other = ("weakest", "strongest") if rank == 0 else ("strongest", "weakest")
        return f"The {this} rank{f', {other} while the order is reversed' * reverses}."
    weaker = range_of_ranks(0, rank - 1)
    stronger = range_of_ranks(rank + 1, last)
    return f"Stronger than {weaker}, weaker than {stronger}{f'; {REVERSAL}' * reverses}."


def range_of_ranks(first: int, last: int) -> str:
    """Returns ranks in words.

    >>> range_of_ranks(0, 0), range_of_ranks(11, 12), range_of_ranks(0, 5)
    ('3', 'A and 2', '3 to 8')
    """
    names = dfg.RANK_NAMES[first], dfg.RANK_NAMES[last]
    return names[0] if first == last else f"{' and ' if last - first == 1 else ' to '}".join(names)


def effects_of_play(ranks: Sequence[int], rules: DaifugoOptions) -> list[str]:
    """Returns what a play does, in the order in which it happens (DFG-4.8).

    Args:
        ranks: The rank of each card, those of jokers included.
        rules: The house rules.
    """
    # A play with an 8 clears the field at once, which ends a J-back and makes a skip void.
    clears = dfg.EIGHT in ranks and "cut8" in rules.effects
    has_j_back = dfg.JACK in ranks and "jback" in rules.effects and not clears
    found = []
    if len(ranks) == dfg.REVOLUTION_SIZE and "revolution" in rules.effects:
        found.append(f"a revolution reverses the order{' for this round' * (not has_j_back)}")
    if has_j_back:
        deed = "reverses the order" if rules.jback_mode == "xor" else "makes lower ranks stronger"
        found.append(f"a J-back {deed} until the field is cleared")
    if (sevens := ranks.count(dfg.SEVEN)) and "give7" in rules.effects:
        found.append(f"you may give away {plural(sevens, 'card')}")
    if (kings := ranks.count(dfg.KING)) and "change13" in rules.effects:
        found.append(f"you may exchange {plural(kings, 'card')} with the pile")
    if clears:
        found.append("the field is cleared and you lead")
    if (fives := ranks.count(dfg.FIVE)) and "skip5" in rules.effects and not clears:
        verb = "is" if fives == 1 else "are"
        found.append(f"{plural(fives, 'player')} {verb} skipped")
    return found
