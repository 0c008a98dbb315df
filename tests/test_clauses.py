"""Every clause of every rules file is the subject of a test, which carries its number.

`def test_SEV_4_3b_...` cites clause SEV-4.3 and its letter b; one name may carry several clauses.
"""

import re
from pathlib import Path
from string import ascii_lowercase

import pytest

ROOT = Path(__file__).parents[1]
RULES = sorted((ROOT / "envs").glob("*/RULES.md"))
SECTIONS = {2, 3, 4, 5, 6, 7, 10}  # components to information, and the worked examples

EXEMPT: dict[str, str] = {
    "KIKI-4.9": "names of places",
    "KIKI-6.2": "names of points, which games with points give",
    "KIKI-7.2": "held by the games that have private memory",
    "KIKI-7.3": "held by the games that have optional reactions",
}
"""Clauses that no test can fail for, each with the reason."""

CLAUSE = re.compile(r"([A-Z]+)-(\d+)\.(\d+)\b")
LETTER = re.compile(r" +([a-z])\. ")
IN_A_NAME = re.compile(r"([A-Z]+)_(\d+)_(\d+)([a-z]?)(?=_|\()")


def clauses(text: str) -> set[str]:
    """The numbers at the starts of the lines of a rules file; lettered parts one by one."""
    found, last = set(), ""
    for line in text.splitlines():
        clause, letter = CLAUSE.match(line.removeprefix("- ")), LETTER.match(line)
        if clause:
            last = clause.group() if int(clause.group(2)) in SECTIONS else ""
            found.add(last)
        elif letter and last:
            found.add(last + letter.group(1))
    return found - {""}


def cited(folder: Path) -> set[str]:
    """The clauses that the names of a game's tests carry."""
    names = [
        name
        for path in folder.glob("test_*.py")
        for name in re.findall(r"^def test_(\w+\()", path.read_text(encoding="utf-8"), re.M)
        if not name.startswith("twin_")  # tests of the reference, not of the game
    ]
    parts = [part for name in names for part in IN_A_NAME.findall(name)]
    lettered = {f"{game}-{section}.{number}{letter}" for game, section, number, letter in parts}
    return lettered | {without_letter(clause) for clause in lettered}


def without_letter(clause: str) -> str:
    """SEV-4.3 for SEV-4.3b."""
    return clause.rstrip(ascii_lowercase)


@pytest.mark.parametrize("rules", RULES, ids=[path.parent.name for path in RULES])
def test_every_clause_is_cited_by_a_test(rules: Path) -> None:
    text = rules.read_text(encoding="utf-8")
    wanted = clauses(text)
    assert len(wanted) > 20, "the clauses were not found"
    missing = wanted - cited(ROOT / "tests" / rules.parent.name) - EXEMPT.keys()
    assert not missing, f"no test is named after {', '.join(sorted(missing))}"


@pytest.mark.parametrize("rules", RULES, ids=[path.parent.name for path in RULES])
def test_tests_cite_only_clauses_that_exist(rules: Path) -> None:
    known = {match.group() for match in CLAUSE.finditer(rules.read_text(encoding="utf-8"))}
    numbers = {without_letter(clause) for clause in cited(ROOT / "tests" / rules.parent.name)}
    assert numbers <= known


def test_exemptions_are_clauses_and_have_reasons() -> None:
    known = set().union(*(clauses(path.read_text(encoding="utf-8")) for path in RULES))
    assert EXEMPT.keys() <= known
    assert all(EXEMPT.values())
