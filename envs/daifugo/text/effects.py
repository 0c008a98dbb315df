"""The effects of ranks and plays of Daifugo under the house rules, as text for players."""

from collections.abc import Sequence

from fudaba.common.languages import N_, translator

from .. import state as dfg
from ..options import DaifugoOptions

_, _n = translator("daifugo")

# What a J does, by the house rules `jback_mode` and `jback_repeat`.
J_BACKS = {
    ("xor", "stays"): N_("The order of ranks is reversed until the field is cleared."),
    ("xor", "toggles"): N_(
        "The order of ranks is reversed until the field is cleared; a further J ends this."
    ),
    ("set", "stays"): N_("Lower ranks are stronger until the field is cleared."),
    ("set", "toggles"): N_(
        "Lower ranks are stronger until the field is cleared; a further J ends this."
    ),
}
J_BACK_DEEDS = {
    "xor": N_("a J-back reverses the order until the field is cleared"),
    "set": N_("a J-back makes lower ranks stronger until the field is cleared"),
}


def effect_of_rank(rank: int, rules: DaifugoOptions) -> str:
    """Returns the effect of a rank as a sentence (DFG-5.4 to 5.8); empty for none."""
    if rank == dfg.FIVE and "skip5" in rules.effects:
        return _(
            "For each 5 skips one player, even you; if the turn comes to you, the field is cleared "
            "and you lead."
        )
    if rank == dfg.SEVEN and "give7" in rules.effects:
        if rules.seven_single_recipient:
            return _("For each 7 in the play you may give a card away, all to one player.")
        return _("For each 7 in the play you may give a card away, to any players.")
    if rank == dfg.EIGHT and "cut8" in rules.effects:
        return _("The field is cleared and you lead, whatever the play.")
    if rank == dfg.JACK and "jback" in rules.effects:
        return _(J_BACKS[rules.jback_mode, rules.jback_repeat])
    if rank == dfg.KING and "change13" in rules.effects:
        return _("For each K in the play you may discard a card and draw another.")
    return ""


def can_be_reversed(rules: DaifugoOptions) -> bool:
    """Whether the order of ranks ever changes."""
    return "revolution" in rules.effects or "jback" in rules.effects


def strength_of_rank(rank: int, rules: DaifugoOptions) -> str:
    """Returns a sentence on the ranks that a rank beats (DFG-2.1, 4.5)."""
    last, reverses = dfg.NUM_RANKS - 1, can_be_reversed(rules)
    if rank == 0:
        if reverses:
            return _("The weakest rank, strongest while the order is reversed.")
        return _("The weakest rank.")
    if rank == last:
        if reverses:
            return _("The strongest rank, weakest while the order is reversed.")
        return _("The strongest rank.")
    weaker, stronger = range_of_ranks(0, rank - 1), range_of_ranks(rank + 1, last)
    if not reverses:
        return _(
            "Stronger than {weaker}, weaker than {stronger}.", weaker=weaker, stronger=stronger
        )
    return _(
        "Stronger than {weaker}, weaker than {stronger}; "
        "the other way round while the order is reversed.",
        weaker=weaker,
        stronger=stronger,
    )


def range_of_ranks(first: int, last: int) -> str:
    """Returns ranks in words.

    >>> range_of_ranks(0, 0), range_of_ranks(11, 12), range_of_ranks(0, 5)
    ('3', 'A and 2', '3 to 8')
    """
    lowest, highest = dfg.RANK_NAMES[first], dfg.RANK_NAMES[last]
    if first == last:
        return lowest
    if last - first == 1:
        return _("{first} and {last}", first=lowest, last=highest)
    return _("{first} to {last}", first=lowest, last=highest)


def effects_of_play(ranks: Sequence[int], rules: DaifugoOptions) -> list[str]:
    """Returns sentences on the effects of a play, in the order of their execution (DFG-4.8).

    Args:
        ranks: The rank of each card, those of jokers included.
        rules: The house rules.
    """
    # A play with an 8 clears the field at once, which ends a J-back and makes a skip void.
    clears = dfg.EIGHT in ranks and "cut8" in rules.effects
    has_j_back = dfg.JACK in ranks and "jback" in rules.effects and not clears
    found = []
    if len(ranks) == dfg.REVOLUTION_SIZE and "revolution" in rules.effects:
        both = _("a revolution reverses the order")
        found.append(both if has_j_back else _("a revolution reverses the order for this round"))
    if has_j_back:
        found.append(_(J_BACK_DEEDS[rules.jback_mode]))
    if (sevens := ranks.count(dfg.SEVEN)) and "give7" in rules.effects:
        found.append(
            _n("you may give away {count} card", "you may give away {count} cards", sevens)
        )
    if (kings := ranks.count(dfg.KING)) and "change13" in rules.effects:
        found.append(
            _n(
                "you may discard {count} card and draw another",
                "you may discard {count} cards and draw as many",
                kings,
            )
        )
    if clears:
        found.append(_("the field is cleared and you lead"))
    if (fives := ranks.count(dfg.FIVE)) and "skip5" in rules.effects and not clears:
        found.append(_n("{count} player is skipped", "{count} players are skipped", fives))
    return found
