"""Killer Sevens (殺しの七並べ): cards link in all eight directions, and enclosed ones die."""

from pathlib import Path

from ..core.game import Game
from . import measures, picture, rules, text, view
from .options import KillerSevensOptions


def max_decisions(options: KillerSevensOptions) -> int:
    """The bound of KIL-9.7 on the decisions of one game."""
    return 48 * 2 * options.num_players


GAME = Game(
    name="killer_sevens_v0",
    title="Killer Sevens",
    summary="Lay cards next to laid ones in all eight directions; an enclosed card dies in hand.",
    rules=Path(__file__).with_name("RULES.md"),
    options=KillerSevensOptions,
    max_players=rules.MAX_PLAYERS,
    state_dtype=rules.STATE,
    fields=view.FIELDS,
    actions=rules.ACTIONS,
    deal=rules.deal,
    legal=rules.legal,
    apply=rules.apply,
    observe=view.observe,
    redeal=view.redeal,
    score=rules.score,
    describe=text.describe,
    announce=text.describe,
    why_illegal=text.why_illegal,
    snapshot=text.snapshot,
    draw=text.draw,
    picture=picture.picture,
    max_decisions=max_decisions,
    factors=measures.FACTORS,
    measure_deal=measures.measure_deal,
    tallies=measures.TALLIES,
    measure_game=measures.measure_game,
    outlook=measures.outlook,
)
