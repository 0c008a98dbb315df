"""Sphinx configuration of the documentation; `make docs` builds it."""

import os
import sys
from importlib.metadata import version as installed_version
from importlib.util import find_spec
from pathlib import Path

# The pages of the games play a few moves, for which compiling the rules would not pay.
os.environ["NUMBA_DISABLE_JIT"] = "1"
DOCS = Path(__file__).parent
sys.path[:0] = [str(DOCS / "extensions"), str(DOCS.parent)]

project = "fudaba"
version = release = installed_version("fudaba")
extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "game_pages",
    "docstrings",
    "forge",
    "links",
]
exclude_patterns = [
    "extensions",
    "games/gallery.md",  # a part of the front page
    "tutorials/*.md",  # the notebooks are made from those
]

myst_heading_anchors = 3
nb_execution_mode = "off"  # a page of the tutorial shows the outputs in its notebook

default_role = "code"  # docstrings mark code as Markdown does
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "exclude-members": "model_config"}
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
EXTRAS = ("ray", "sb3_contrib", "stable_baselines3", "torch")  # the extra docs is enough to build
autodoc_mock_imports = [name for name in EXTRAS if find_spec(name) is None]
napoleon_numpy_docstring = False
napoleon_use_ivar = True

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["tables.css", "league.css", "gallery.css"]
html_js_files = [("league.js", {"defer": "defer"})]
html_title = "fudaba"
html_show_copyright = False
