"""Writes what authors of games use into the reference: `python -m docs.reference`.

Pages of docs/api name it between two comments: a module and names in it, as in `<!-- reference:
fudaba.envs.small take lay -->`, and `<!-- end of reference -->`. Between them comes each name with
its signature and its docstring, for those who read the Markdown. A test compares it with the code.
"""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import docstring_parser
import tyro

FOLDER = Path(__file__).parent / "api"
BLOCK = re.compile(r"(<!-- reference: ([^>]+) -->\n).*?(<!-- end of reference -->)", re.DOTALL)
OWN = re.compile(r"^(self|cls)\b(, /)?(, )?")
GOOGLE = docstring_parser.DocstringStyle.GOOGLE


def names_in(text: str) -> Iterator[str]:
    """Yields what the comments of a page name: `fudaba.envs.small:take`."""
    for block in BLOCK.finditer(text):
        module, *names = block[2].split()
        yield from (f"{module}:{name}" for name in names)


def filled(text: str) -> str:
    """Returns a page with the entries of its comments."""
    return BLOCK.sub(lambda block: f"{block[1]}{_entries(block[0])}{block[3]}", text)


def _entries(block: str) -> str:
    return "\n".join(["", *(line for name in names_in(block) for line in _entry(name)), "", ""])


def _entry(name: str) -> Iterator[str]:
    """Yields an item with the signature and the text, and one below it for each detail."""
    [source] = ast.parse(inspect.getsource(inspect.unwrap(resolve_name(name)))).body
    inside = source.body if isinstance(source, ast.ClassDef) else []
    methods = {each.name: each for each in inside if isinstance(each, ast.FunctionDef)}
    maker = methods.get("__init__", source)
    yield f"* `{_signature(source, maker)}`: {_line(_said(source).description)}"
    for argument in _said(maker).params:
        yield f"  * `{argument.arg_name}`: {_line(argument.description)}"
    for error in _said(maker).raises:
        yield f"  * raises `{error.type_name}`: {_line(error.description)}"
    for method in methods.values():
        if not method.name.startswith("_"):
            yield f"  * `.{_signature(method, method)}`: {_line(_said(method).description)}"


def _said(source: Any) -> docstring_parser.Docstring:
    return docstring_parser.parse(ast.get_docstring(source) or "", GOOGLE)


def _line(text: str | None) -> str:
    """Returns a text in one line, without its examples."""
    return " ".join((text or "").partition(">>>")[0].split())


def _signature(source: Any, maker: Any) -> str:
    """Returns a signature as the source writes it, for a class its fields or `__init__`."""
    if isinstance(maker, ast.ClassDef):
        fields = [each for each in maker.body if isinstance(each, ast.AnnAssign)]
        return f"{source.name}({', '.join(map(ast.unparse, fields))})"
    is_property = "property" in "".join(map(ast.unparse, maker.decorator_list))
    taken = "" if is_property else f"({OWN.sub('', ast.unparse(maker.args))})"
    gives = f" -> {ast.unparse(source.returns)}" if getattr(source, "returns", None) else ""
    return f"{source.name}{taken}{gives}"


def fill_pages() -> None:
    """Writes the entries into the pages."""
    for page in sorted(FOLDER.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        if (new := filled(text)) != text:
            page.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    tyro.cli(fill_pages)
