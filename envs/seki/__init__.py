"""SEKI (関): shed cards with the help of symbols and one secret role."""

from pathlib import Path

from ..core.game import Game
from . import measures, news, picture, reasons, redeal, rules, state, text, view
from .options import SekiOptions

LONGEST_TURN = 24  # decisions: HUNTER may give and take up to six symbols, then a bonus or reset


def max_decisions(options: SekiOptions) -> int:
    """A bound on the decisions of one match, from the safety cap and the stall rule (SEKI-6.4)."""
    idle = options.stall_rounds * options.num_players
    progress = 42 + 15 + 2 * options.num_players + 40  # SEKI-9.24, FARMER and resets with a draw
    turns = min(options.max_turns, progress * (idle + 1))
    return options.num_games * turns * LONGEST_TURN


GAME = Game(
    name="seki_v0",
    title="SEKI",
    summary="Shed your cards with numbers, symbols and a secret role; remember what you saw.",
    rules=Path(__file__).with_name("RULES.md"),
    options=SekiOptions,
    max_players=state.MAX_PLAYERS,
    state_dtype=state.STATE,
    fields=view.FIELDS,
    actions=state.ACTIONS,
    deal=rules.deal,
    legal=rules.legal,
    apply=rules.apply,
    observe=view.observe,
    redeal=redeal.redeal,
    score=rules.score,
    describe=text.describe,
    announce=text.announce,
    why_illegal=reasons.why_illegal,
    snapshot=text.snapshot,
    draw=text.draw,
    picture=picture.picture,
    max_decisions=max_decisions,
    factors=measures.FACTORS,
    measure_deal=measures.measure_deal,
    tallies=measures.TALLIES,
    measure_game=measures.measure_game,
    outlook=measures.outlook,
    swaps=measures.SWAPS,
    news=news.news,
)
