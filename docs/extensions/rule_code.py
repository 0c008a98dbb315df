"""Which functions carry out each clause of the rules, and which tests hold it.

Sources and tests name clauses: `SEV-4.3b` in a docstring, `test_SEV_4_3b_...` as a test. The rules
pages link each clause to its functions, which stand on a page of their own, and list its tests.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import ascii_lowercase
from typing import TypeVar

ROOT = Path(__file__).parents[2]
Item = TypeVar("Item")
NO_RULES = {"text", "text.py", "scene.py", "balance.py", "redeal.py"}

# `SEV-4.3b`, and what follows it without the prefix: `SEV-4.1, 4.2`.
CITATION = re.compile(r"\b([A-Z]+)-(\d+\.\d+[a-z]?(?:, \d+\.\d+[a-z]?)*)")
TEST = re.compile(r"^def (test_\w+)\(", re.M)
IN_A_NAME = re.compile(r"([A-Z]+)_(\d+)_(\d+)([a-z]?)(?=_|$)")


@dataclass(frozen=True)
class Function:
    """A function of a game's rules.

    Attributes:
        path: Its file, below the root of the checkout.
        name: Its name.
    """

    path: Path
    name: str

    @property
    def target(self) -> str:
        """Its name in links: `code-tyrant-rules-plays-mark-plays`."""
        parts = [*self.path.with_suffix("").parts[1:], self.name]
        return "-".join(["code", *parts]).replace("_", "-")


def functions_by_clause(folder: Path) -> dict[str, list[Function]]:
    """Returns the functions of a game's folder whose docstrings name a clause, by clause."""
    found: defaultdict[str, list[Function]] = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        if not NO_RULES & {*path.relative_to(folder).parts}:
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef):
                    for clause in cited_in(ast.get_docstring(node) or ""):
                        found[clause].append(Function(path.relative_to(ROOT), node.name))
    return found


def tests_by_clause(folder: Path) -> dict[str, list[str]]:
    """Returns the tests of a game whose names carry a clause, as `test_rules.py:45`, by clause."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.glob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for test in TEST.finditer(text):
            line = text.count("\n", 0, test.start()) + 1
            for prefix, section, number, letter in IN_A_NAME.findall(test[1]):
                found[f"{prefix}-{section}.{number}{letter}"].append(f"{path.name}:{line}")
    return found


def of_clause(found: dict[str, list[Item]], clause: str) -> list[Item]:
    """Returns what names a clause or one of its letters: `SEV-4.3`, `SEV-4.3b`."""
    names = [clause, *(clause + letter for letter in ascii_lowercase)]
    return list(dict.fromkeys(item for name in names for item in found.get(name, ())))


def cited_in(text: str) -> Iterator[str]:
    """Yields the clauses that a text names."""
    for prefix, numbers in CITATION.findall(text):
        yield from (f"{prefix}-{number}" for number in numbers.split(", "))
