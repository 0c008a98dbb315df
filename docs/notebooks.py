"""Makes the notebooks of the tutorial from their sources: `python -m docs.notebooks [NAME ...]`.

A source, `docs/tutorials/NAME.md`, is MyST Markdown with cells of code. The notebook beside it,
`NAME.ipynb`, has the same cells and their outputs. The documentation shows the notebook and never
executes it; a test compares the two and executes the source.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import jupytext
import nbformat
import tyro
from nbclient import NotebookClient
from nbformat import NotebookNode

from fudaba.common.files import write_whole

FOLDER = Path(__file__).parent / "tutorials"
LONGEST_CELL = 600  # seconds, on a busy machine
LANGUAGE = NotebookNode(name="python")
HIDDEN = {"tags": ["remove-cell"]}  # in the documentation, which is no Colab
INSTALL = """\
# Installs fudaba in Colab; elsewhere it is here already.
import subprocess
import sys

if "google.colab" in sys.modules:
    pip = [sys.executable, "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "fudaba[train]"], check=True)"""


def sources() -> list[Path]:
    """Returns the sources of all notebooks."""
    return sorted(FOLDER.glob("*.md"))


def notebook_of(source: Path) -> NotebookNode:
    """Returns the notebook of a source, not executed.

    Its first cell of code installs the package in Colab. Cells are numbered, so that a notebook
    that is made again differs only where its source or its outputs do.
    """
    notebook = jupytext.read(source)
    kernel = notebook.metadata.kernelspec
    notebook.metadata = NotebookNode(kernelspec=kernel, language_info=LANGUAGE)
    notebook.cells.insert(1, nbformat.v4.new_code_cell(INSTALL, metadata=HIDDEN))
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
    return notebook


def execute(notebook: NotebookNode) -> None:
    """Executes a notebook in an empty folder and fills in its outputs.

    Warnings and progress bars are left out.

    Raises:
        CellExecutionError: A cell fails.
    """
    with TemporaryDirectory() as folder:
        place = {"metadata": {"path": folder}}
        NotebookClient(
            notebook, timeout=LONGEST_CELL, resources=place, coalesce_streams=True
        ).execute()
    notebook.metadata.language_info = LANGUAGE  # without the kernel's version of Python
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # its times
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if not is_incidental(output)]


def is_incidental(output: NotebookNode) -> bool:
    """Returns whether an output is a warning, or a line of a progress bar, which Rich displays."""
    shown = str(output.get("data", {}).get("text/plain", ""))
    return output.get("name") == "stderr" or shown.startswith("fudaba: ")


def main(names: Annotated[tuple[str, ...], tyro.conf.Positional] = ()) -> int:
    """Writes notebooks; returns the exit code.

    Args:
        names: Their names; without them all.
    """
    found = {source.stem: source for source in sources()}
    for name in names or found:
        if name not in found:
            print(f"there is no notebook {name!r}; allowed: {', '.join(found)}.", file=sys.stderr)
            return 2
        notebook, path = notebook_of(found[name]), found[name].with_suffix(".ipynb")
        execute(notebook)
        write_whole(path, (nbformat.writes(notebook) + "\n").encode())
        print(f"written: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(tyro.cli(main))
