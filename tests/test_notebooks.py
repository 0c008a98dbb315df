"""The notebooks of the tutorial: they are their sources, they were executed whole, and they run."""

from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from docs.notebooks import execute, notebook_of, sources

SOURCES = sources()
Parts = list[tuple[str, str, str]]


def parts(notebook: NotebookNode) -> Parts:
    """The id, the kind and the text of every cell."""
    return [(cell.id, cell.cell_type, cell.source) for cell in notebook.cells]


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_a_notebook_is_its_source_executed_from_top_to_bottom(source: Path) -> None:
    written = nbformat.read(source.with_suffix(".ipynb"), as_version=4)
    nbformat.validate(written)
    made = notebook_of(source)
    assert parts(written) == parts(made), f"run python -m docs.notebooks {source.stem}"
    assert written.metadata == made.metadata
    cells = code_cells(written)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert all(output.output_type != "error" for cell in cells for output in cell.outputs)
    assert "google.colab" in cells[0].source


@pytest.mark.slow
@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_a_notebook_runs(source: Path) -> None:
    notebook = notebook_of(source)
    execute(notebook)
    assert any(cell.outputs for cell in code_cells(notebook)[1:])


def test_every_notebook_has_a_source() -> None:
    notebooks = {
        path.stem for folder in {s.parent for s in SOURCES} for path in folder.glob("*.ipynb")
    }
    assert notebooks == {source.stem for source in SOURCES}
