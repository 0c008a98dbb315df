"""The untitled last game of kikisen: shed hands whose strength runs in a circle."""

from ..core.game import assembled
from .options import CyclicOptions

GAME = assembled(
    __name__,
    "cyclic_v0",
    "Cyclic",
    "Beat hands of a shared colour in a circle of strength, and shed all cards first.",
    CyclicOptions,
)
