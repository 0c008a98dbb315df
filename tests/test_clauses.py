"""Every clause of every rules file is the subject of a test, which carries its number.

`def test_SEV_4_3b_...` cites clause SEV-4.3 and its letter b; one name may carry several clauses.
The tests of `test_redeal.py` cite what each game's `worlds.py` declares.
The clauses of sections 3 to 6 are also named in the source that carries them out.
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

CARRIED_OUT = {3, 4, 5, 6}  # setup to end and scoring
RULE_FILES = ("options.py", "state.py", "rules.py", "rules/*.py", "view.py")
OWN_RULE_FILES = {
    "kikisen": ("*.py", "../cards/*.py", "../*/rules.py", "../*/rules/*.py", "../*/view.py"),
    "killer_sevens": ("board.py",),
    "makkaik": ("../kikisen/betting.py",),
    "namto": ("hands.py", "../kikisen/betting.py"),
    "taxot": ("holding.py", "payments.py", "shapes.py"),
}
"""Further files that hold rules of a game; the shared clauses of kikisen stand in many."""

NOT_IN_SOURCE: dict[str, str] = {
    "KIKI-4.9": "names of places",
    "KIKI-6.2": "names of points, which games with points give",
}
"""Clauses that no source names, each with the reason."""

CLAUSE = re.compile(r"([A-Z]+)-(\d+)\.(\d+)\b")
LETTER = re.compile(r" +([a-z])\. ")
IN_SOURCE = re.compile(r"\b([A-Z]+)-(\d+\.\d+)((?:[a-z]?, (?:and )?\d+\.\d+)*)")
DECLARED = re.compile(r'^    "((?:[A-Z]+-\d+\.\d+(?:, )?)+)",$', re.M)
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
    """The clauses that the names of a game's tests carry, and those that its worlds declare.

    What is declared is in the ids of the tests of `test_redeal.py`.
    """
    names = [
        name
        for path in folder.glob("test_*.py")
        for name in re.findall(r"^def test_(\w+\()", path.read_text(encoding="utf-8"), re.M)
    ]
    parts = [part for name in names for part in IN_A_NAME.findall(name)]
    lettered = {f"{game}-{section}.{number}{letter}" for game, section, number, letter in parts}
    worlds = folder / "worlds.py"
    declared = DECLARED.findall(worlds.read_text(encoding="utf-8")) if worlds.exists() else []
    lettered |= {clause for clauses in declared for clause in clauses.split(", ")}
    return lettered | {without_letter(clause) for clause in lettered}


def named_in(text: str) -> set[str]:
    """Returns the clauses that a source text names; `SEV-4.3, 4.5` names SEV-4.5 too."""
    return {
        f"{game}-{number}"
        for game, first, others in IN_SOURCE.findall(text)
        for number in [first, *re.findall(r"\d+\.\d+", others)]
    }


def named_in_source(game: str) -> set[str]:
    """Returns the clauses that a game's files of rules name."""
    patterns = [*RULE_FILES, *OWN_RULE_FILES.get(game, ())]
    files = [path for pattern in patterns for path in (ROOT / "envs" / game).glob(pattern)]
    return set().union(*(named_in(path.read_text(encoding="utf-8")) for path in files))


def carried_out(rules: Path) -> set[str]:
    """Returns the clauses of sections 3 to 6 of a rules file, without letters."""
    numbers = {without_letter(clause) for clause in clauses(rules.read_text(encoding="utf-8"))}
    return {number for number in numbers if int(number.split("-")[1].split(".")[0]) in CARRIED_OUT}


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


@pytest.mark.parametrize("rules", RULES, ids=[path.parent.name for path in RULES])
def test_every_clause_is_named_in_the_source(rules: Path) -> None:
    wanted = carried_out(rules)
    assert len(wanted) > 10, "the clauses were not found"
    missing = wanted - named_in_source(rules.parent.name) - NOT_IN_SOURCE.keys()
    assert not missing, f"no source names {', '.join(sorted(missing))}"


def test_a_list_of_clauses_names_each_of_them() -> None:
    assert named_in("(SEV-4.2, 4.4b, and 6.1; KIKI-6.3)") == {
        "SEV-4.2", "SEV-4.4", "SEV-6.1", "KIKI-6.3"
    }  # fmt: skip
    assert named_in("(SEV-4, and SEV-10.12)") == {"SEV-10.12"}


def test_exemptions_are_clauses_and_have_reasons() -> None:
    known = set().union(*(clauses(path.read_text(encoding="utf-8")) for path in RULES))
    assert EXEMPT.keys() <= known
    assert all(EXEMPT.values())


def test_clauses_that_no_source_names_are_clauses_and_have_reasons() -> None:
    unnamed = {
        clause
        for rules in RULES
        for clause in carried_out(rules) - named_in_source(rules.parent.name)
    }
    assert NOT_IN_SOURCE.keys() <= unnamed
    assert all(NOT_IN_SOURCE.values())
