"""Self-contained HTML pages of results."""

from .arena.headline import headline, notes
from .arena.learning import learning_section
from .arena.page import Section, render_page, write_page
from .arena.strength import strength_section
from .balance.page import write_balance_page
from .pictures import INK, LINE, SERIES, draw_svg
from .sweep.page import write_sweep_page

__all__ = [
    "INK",
    "LINE",
    "SERIES",
    "Section",
    "draw_svg",
    "headline",
    "learning_section",
    "notes",
    "render_page",
    "strength_section",
    "write_balance_page",
    "write_page",
    "write_sweep_page",
]
