"""Sevens (七並べ, Shichinarabe): lay out the suits from the sevens, hold others back, shed all."""

from ..core.game import Game, Kernels, Words
from . import rules, text
from .balance import BALANCE
from .options import SevensOptions
from .redeal import redeal
from .scene import scene
from .state import ACTIONS, STATE
from .view import FIELDS, observe

GAME = Game(
    name="sevens_v0",
    title="Sevens",
    summary="Lay out the suits from the sevens, hold blocking cards back, shed all cards first.",
    options=SevensOptions,
    state_dtype=STATE,
    actions=ACTIONS,
    fields=FIELDS,
    kernels=Kernels(rules.deal, rules.legal, rules.apply, observe, redeal, rules.score),
    words=Words(text.describe, text.why_illegal, text.snapshot, scene),
    balance=BALANCE,
    information="imperfect; perfect with two players, who hold all cards (SEV-7.5)",
)
