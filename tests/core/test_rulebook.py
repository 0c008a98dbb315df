"""Finding clauses: by number, by the words they define, by the words they mention."""

from pathlib import Path

import pytest

from fudaba.envs import UserError, find_game, game_names
from fudaba.envs.core.words.rulebook import RuleBook, clauses_of, phrase, rulebook

TEXT = """\
# A game

Clauses `GAM-x.y`.

## 1. Summary
- GAM-1.1 A game of stones (GAM-4.2).

## 4. Turn
### 4A. Moves
A table stands here.

- GAM-4.1 In a turn the player does one of:
  a. *Throw* a stone;
  b. PASS.

| stone | worth |
|---|---|
| red | 3 |
### 4B. Rest
GAM-4.2 Skipping (飛ばし): the next player is `skipped`. Stones stay.

## 9. Rulings
- GAM-9.1 Skipping was never meant.
"""


@pytest.fixture
def book(tmp_path: Path) -> RuleBook:
    (tmp_path / "game").mkdir()
    (tmp_path / "game/RULES.md").write_text(TEXT, encoding="utf-8")
    return RuleBook(tmp_path / "game/RULES.md")


def numbers(words: str, game: str) -> list[str]:
    """The clauses that tell what some words mean in a game."""
    book = rulebook(find_game(game).rules)
    found = book.defined(words) or book.mentioned(words)
    return [clause.number for clause in found.clauses]


def test_a_file_is_read_as_clauses_and_headings_with_all_that_stands_below() -> None:
    found = list(clauses_of(TEXT))
    assert [clause.number for clause in found] == [
        "GAM-1", "GAM-1.1", "GAM-4", "GAM-4A", "GAM-4.1", "GAM-4B", "GAM-4.2", "GAM-9", "GAM-9.1"
    ]  # fmt: skip
    assert [clause.title for clause in found if clause.is_heading] == [
        "Summary", "Turn", "Moves", "Rest", "Rulings"
    ]  # fmt: skip
    assert found[3].text == "Moves\nA table stands here."
    assert found[4].text.startswith("In a turn") and found[4].text.endswith("| red | 3 |")
    assert [(clause.section, clause.part) for clause in found[4:8]] == [
        (4, "4A"), (4, "4B"), (4, "4B"), (9, "")
    ]  # fmt: skip


def test_a_number_finds_a_clause_a_part_or_a_section(book: RuleBook) -> None:
    for text, wanted in [
        ("4.2", ["GAM-4.2"]),
        ("gam-4.1b", ["GAM-4.1"]),
        ("4b", ["GAM-4B", "GAM-4.2"]),
        ("4", ["GAM-4", "GAM-4A", "GAM-4.1", "GAM-4B", "GAM-4.2"]),
        ("GAM-9", ["GAM-9", "GAM-9.1"]),
    ]:
        assert [clause.number for clause in book.numbered(text).clauses] == wanted


@pytest.mark.parametrize("text", ["4.3", "3", "4c", "ABC-4.1", "four", "", "9" * 5000])
def test_a_number_that_is_not_there_is_refused(book: RuleBook, text: str) -> None:
    with pytest.raises(UserError, match=r"^the rules have no clause '.*; allowed: .* 1 to 9\.$"):
        book.numbered(text)


def test_words_find_what_defines_them_then_what_mentions_them(book: RuleBook) -> None:
    for text, wanted, others in [
        ("throw", ["GAM-4.1"], []),
        ("SKIP", ["GAM-4.2"], ["GAM-9.1"]),
        ("skipped the thrown", ["GAM-4.2"], []),
        ("red", [], []),
    ]:
        found = book.defined(text)
        assert [clause.number for clause in found.clauses] == wanted
        assert list(found.others) == others
    found = book.mentioned("red stones")
    assert found.clauses[0].number == "GAM-4.1" and found.others == ("GAM-4.2", "GAM-1.1")
    assert book.mentioned("stay").clauses[0].number == "GAM-4.2"
    assert book.mentioned("mean").clauses[0].number == "GAM-9.1"  # the beginning of "meant"
    assert not book.mentioned("goat") and not book.mentioned("") and not book.defined("")


def test_endings_and_markup_do_not_count() -> None:
    assert phrase("*Passed*, passes; `pass_limit`") == ("pas", "pas", "pas", "limit")
    assert phrase("♠3 8-cuts") == ("♠", "3", "8", "cut")


def test_numbers_in_a_text_are_found_without_their_letters_too(book: RuleBook) -> None:
    cited = book.cited("a stone (GAM-4.1, 4.2), which none has (GAM-7.7)")
    assert [clause.number for clause in cited.clauses] == ["GAM-4.1", "GAM-4.2"]


def test_a_game_without_rules_says_so(tmp_path: Path) -> None:
    (tmp_path / "RULES.md").write_text("nothing numbered", encoding="utf-8")
    for name in ("RULES.md", "none.md"):
        with pytest.raises(UserError, match=r"^there are no rules to read; they would be in "):
            RuleBook(tmp_path / name).numbered("1")


@pytest.mark.parametrize(
    ("game", "words", "wanted"),
    [
        ("seki_v0", "ALCHEMIST", "SEKI-5.5"),
        ("seki_v0", "dig up", "SEKI-5.3"),
        ("seki_v0", "POLICE_OFFICER", "SEKI-5.11"),
        ("seki_v0", "trash", "SEKI-4.5"),
        ("seki_v0", "pass", "SEKI-4.8 SEKI-4.9"),
        ("seki_v0", "reset", "SEKI-4.9"),
        ("seki_v0", "REVERSE", "SEKI-5.1 SEKI-2.4"),
        ("seki_v0", "use DIG UP a", "SEKI-4.6 SEKI-5.3"),
        ("seki_v0", "activate HUNTER", "SEKI-4.7 SEKI-5.12"),
        ("seki_v0", "freeze", "SEKI-5.7"),
        ("seki_v0", "keep the drawn card", "SEKI-4.8"),
        ("seki_v0", "2 frozen by player_1", "SEKI-5.7"),
        ("seki_v0", "number graveyard", "SEKI-2.5"),
        ("daifugo_v0", "J-back", "DFG-5.7"),
        ("daifugo_v0", "8", "DFG-5.5"),
        ("daifugo_v0", "skipped", "DFG-5.4"),
        ("daifugo_v0", "bound", "DFG-5.1"),
        ("daifugo_v0", "♠3", "DFG-5.3"),
        ("sevens_v0", "pass", "SEV-4.4"),
        ("sevens_v0", "isolated", "SEV-4.2"),
        ("killer_sevens_v0", "pass", "KIL-4.3"),
        ("mokkaik_v0", "fold", "MOK-4.2"),
        ("mokkaik_v0", "bonus", "KIKI-6.1"),
        ("makkaik_v0", "swap", "MKK-4.1"),
        ("makkaik_v0", "set aside", "MKK-2.1"),
        ("makkaik_v0", "ship", "MKK-5.3"),
        ("niekhi_v0", "general", "NIE-5.1"),
        ("cyclic_v0", "friends", "CYC-4.2"),
        ("namto_v0", "reveal", "NAM-4.5"),
        ("makhup_v0", "special", "MHP-2.1"),
        ("taxot_v0", "lap", "TAX-4.8"),
    ],
)
def test_a_word_finds_its_clause(game: str, words: str, wanted: str) -> None:
    assert numbers(words, game)[: len(wanted.split())] == wanted.split()


def test_shared_terms_and_clauses_of_other_games_are_found() -> None:
    book = rulebook(find_game("cyclic_v0").rules)
    assert {clause.number.split("-")[0] for clause in book.own} == {"CYC"}
    assert {clause.number.split("-")[0] for clause in book.shared} == {"KIKI"}
    assert numbers("king", "mokkaik_v0") and book.numbered("kiki-2.1")
    killer = rulebook(find_game("killer_sevens_v0").rules)
    assert not killer.shared  # its words are its own
    assert killer.numbered("sev-4.4").clauses[0].number == "SEV-4.4"


@pytest.mark.parametrize("name", game_names())
def test_every_clause_of_a_game_is_found_by_its_number(name: str) -> None:
    book = rulebook(find_game(name).rules)
    assert book.headings()[0].title == "Summary"
    for clause in book.own:
        number = clause.number.partition("-")[2]
        if not clause.is_heading or number[0].isdigit():
            assert clause in book.numbered(number).clauses
