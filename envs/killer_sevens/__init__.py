"""Killer Sevens (殺しの七並べ): cards link in all eight directions, and enclosed ones die."""

from ..core.game import Game, Kernels, Words
from . import rules, text
from .balance import BALANCE
from .options import KillerSevensOptions
from .redeal import redeal
from .scene import scene
from .state import ACTIONS, STATE
from .view import FIELDS, observe

GAME = Game(
    name="killer_sevens_v0",
    title="Killer Sevens",
    summary="Lay cards next to laid ones in all eight directions; an enclosed card dies in hand.",
    options=KillerSevensOptions,
    state_dtype=STATE,
    actions=ACTIONS,
    fields=FIELDS,
    kernels=Kernels(rules.deal, rules.legal, rules.apply, observe, redeal, rules.score),
    words=Words(text.describe, text.why_illegal, text.snapshot, scene),
    balance=BALANCE,
    information="imperfect; perfect with two players, who hold all cards (KIL-7.4)",
)
