"""SEKI (関): shed cards with the help of symbols and one secret role."""

from ..core.game import Game, Kernels, Words
from . import rules, text
from .balance import BALANCE
from .options import SekiOptions
from .redeal import redeal
from .scene import scene
from .state import ACTIONS, STATE
from .text import news, reasons
from .view import FIELDS, observe

GAME = Game(
    name="seki_v0",
    title="SEKI",
    summary="Shed your cards with numbers, symbols and a secret role; remember what you saw.",
    options=SekiOptions,
    state_dtype=STATE,
    actions=ACTIONS,
    fields=FIELDS,
    kernels=Kernels(rules.deal, rules.legal, rules.apply, observe, redeal, rules.score),
    words=Words(text.describe, reasons.why_illegal, text.snapshot, scene, text.announce, news.news),
    balance=BALANCE,
)
