"""The list of everything that is checked of a game."""

from collections.abc import Callable
from dataclasses import dataclass

from fudaba.common.languages import N_

from . import declarations, forms, hearing, knowledge, playing, secrecy, wording


@dataclass(frozen=True)
class Check:
    """Something that every game keeps.

    Attributes:
        title: What it is, as a sentence.
        run: `run(game)`, of those that are `PLAYED` `run(game, options)` with house rules by name.
            Raises a `UserError` that says what is wrong, and what to write instead.
        is_advice: Whether a game may fail it.
        most: Under how many mixes of house rules it is worth its time.
        is_first: Whether nothing else is checked while it fails, because nothing may compile.
    """

    title: str
    run: Callable[..., None]
    is_advice: bool = False
    most: int = 1000
    is_first: bool = False


DECLARED = (
    Check(N_("Its rules can be read"), declarations.advise_rules, is_advice=True),
    Check(N_("Its sources use what there is"), declarations.check_sources, is_first=True),
    Check(N_("Its house rules stand in the state record"), declarations.check_options),
    Check(N_("Its actions have names and ids"), declarations.check_actions),
    Check(N_("Its observation has names, ranges and meanings"), declarations.check_fields),
    Check(N_("Its topics have names and clauses"), declarations.check_topics),
    Check(N_("Its measures have names and ranges"), declarations.check_measures),
)
PLAYED = (
    Check(N_("A deal leaves a decision and nothing of the game before"), playing.check_deals),
    Check(N_("Every decision has its mask, and games end"), playing.check_decisions),
    Check(N_("The same seed plays the same game"), playing.check_repeats),
    # By some house rules a game is over before all have decided.
    Check(N_("Every player comes to decide"), playing.check_turns, most=1),
    Check(N_("Views stay in their ranges"), playing.check_views),
    Check(N_("Points are what was declared"), playing.check_points),
    Check(N_("Measures stay in their ranges"), playing.check_measured),
    Check(N_("Tables can be shown"), wording.check_tables),
    Check(N_("Moves have names, and refusals their clause"), wording.check_moves),
    Check(N_("Everything on the table has a line"), wording.check_meanings),
    Check(N_("Others are told of a move what they see"), wording.check_told),
    Check(N_("What was chosen in secret stays secret"), hearing.check_heard, most=3),
    Check(
        N_("Who knows a card is public, or set anew in each world"), knowledge.check_known, most=2
    ),
    Check(N_("Redealing leaves what a seat sees"), secrecy.check_redeal),
    Check(N_("Redealing makes many worlds"), secrecy.check_arrangements),
    Check(N_("Compiled code does what plain Python does"), forms.check_forms, most=4),
)
HIDDEN = (
    Check(N_("Views show of hidden cells what they declare"), secrecy.check_fields_of_cells),
    Check(N_("Redealing changes every hidden cell"), secrecy.check_hidden_cells),
    Check(N_("What all know is the same for all"), secrecy.advise_private_fields, is_advice=True),
)
CHECKS = DECLARED + PLAYED + HIDDEN
