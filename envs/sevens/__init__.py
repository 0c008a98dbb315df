"""Sevens (七並べ, Shichinarabe): lay out the suits from the sevens, hold others back, shed all."""

from pathlib import Path

from ..core.game import Game
from . import measures, picture, rules, text, view
from .options import SevensOptions


def max_decisions(options: SevensOptions) -> int:
    """The bound of SEV-9.6 on the decisions of one game."""
    lays = 48 * (2 if options.jokers and options.joker_recovery == "own_turn" else 1)
    lays += 2 * options.jokers if options.joker_recovery == "own_turn" else 0
    if options.pass_limit == "none":
        return lays * 2 * options.num_players
    return lays + options.num_players * (options.pass_limit + 1)


GAME = Game(
    name="sevens_v0",
    title="Sevens",
    summary="Lay out the suits from the sevens, hold blocking cards back, shed all cards first.",
    rules=Path(__file__).with_name("RULES.md"),
    options=SevensOptions,
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
