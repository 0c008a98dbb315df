"""RULES.md as clauses, and the search for the clauses that explain a word.

A rules file has sections (`## 4. Turn structure`), parts of them (`### 4B. Turn`) and clauses
(`- SEKI-4.5 TRASH c: ...`, with or without the bullet). The text below one of these belongs to it.
A file may build upon another one: `Shared terms: `kikisen.md` (KIKI).`
"""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from fudaba.common.errors import UserError, shown

SECTION = re.compile(r"## (\d+)\. (.+)")
PART = re.compile(r"### (?:(\d+[A-Z])\. )?(.+)")
CLAUSE = re.compile(r"(?:- )?([A-Z]+-\d+\.\d+) (.+)")
LETTER = re.compile(r" +([a-z])\. (.+)")
ITEM = re.compile(r" +(?:[-*]|\d+\.) ")
CITED = re.compile(r"\b([A-Z]+)-(\d+(?:\.\d+|[A-Z])?)|(?<=\d, )(\d+\.\d+)")
SHARED = re.compile(r"Shared terms: .*\(([A-Z]+)\)")
NUMBER = re.compile(r"(?:([a-z]+)-)?(\d+(?:\.\d+|[a-z])?)([a-z]?)\.?", re.IGNORECASE)

WORD = re.compile(r"[♠♥♦♣]|[^\W_]+")
ENDING = re.compile(r"(?<=..)(?:ing|ed|es|e|(?<!s)s)$")
DOUBLED = re.compile(r"(\D)\1$")
# Words that a clause defines: its first words, *emphasis*, and words with a Japanese name.
LEAD = re.compile(r"[^.:;=(|,\u2014\u2013]+")
EMPHASIS = re.compile(r"\*\*?([^*]+)\*\*?")
TRANSLATED = re.compile(r"([\w '-]+)\*{0,2} \([^()a-z]*[\u3040-\u9fff]")
QUOTED = re.compile(r"`([^`]+)`|\"([^\"]+)\"")
LONGEST_LEAD = 7  # words; a longer one is a sentence
BEGINNING = 4  # letters that may stand for a longer word
RULES = range(2, 8)  # sections: components to information
TERMS = range(2, 4)  # sections that introduce terms
MENTIONS, QUOTES, DEFINES, NAMES = 1, 2, 3, 4

# Words without a meaning of their own.
SMALL = "a an and at by card for from in is it of on or player the to with"

Phrase = tuple[str, ...]


@dataclass(frozen=True)
class Clause:
    """A clause of a rules file, or the heading of a section or a part with the text below it.

    Attributes:
        number: `SEKI-5.3`; of a heading `SEKI-5` or `SEKI-4B`.
        section: The number of the section.
        part: The number or the name of the part, empty before the first one.
        text: Its Markdown text; for a heading its words, then the text directly below it.
        is_heading: Whether it is a heading.
    """

    number: str
    section: int
    part: str
    text: str
    is_heading: bool = False

    @cached_property
    def words(self) -> Phrase:
        """All words of the clause, in the form that `phrase` returns."""
        return phrase(self.text)

    @cached_property
    def lead(self) -> Phrase:
        """The clause's first words, for instance `TRASH c`."""
        found = LEAD.match(self.text)
        return phrase(found[0]) if found else ()

    @cached_property
    def defined(self) -> tuple[Phrase, ...]:
        """The phrases that the clause defines, by its typography."""
        begins = [self.lead[:end] for end in range(1, len(self.lead) + 1)]
        translated = (phrase(found[1]) for found in TRANSLATED.finditer(self.text))
        ends = [words[start:] for words in translated for start in range(len(words))]
        emphasised = [phrase(found[1]) for found in EMPHASIS.finditer(self.text)]
        return (*(begins if len(self.lead) <= LONGEST_LEAD else []), *ends, *emphasised)

    @cached_property
    def quoted(self) -> tuple[Phrase, ...]:
        """The phrases that the clause quotes, for instance values of options."""
        return tuple(phrase(found[1] or found[2]) for found in QUOTED.finditer(self.text))

    def says(self, wanted: Phrase) -> int:
        """Returns how it uses a phrase: 0 (not at all), MENTIONS, QUOTES, DEFINES or NAMES."""
        if self.section in RULES and not self.is_heading:
            if wanted == self.lead:
                return NAMES
            if wanted in self.defined:
                return DEFINES
            if wanted in self.quoted and self.section in TERMS:
                return QUOTES
        starts = range(len(self.words) - len(wanted) + 1)
        return MENTIONS * any(self.words[at : at + len(wanted)] == wanted for at in starts)

    @property
    def title(self) -> str:
        """The words of a heading."""
        return self.text.partition("\n")[0]


@dataclass(frozen=True)
class Found:
    """The clauses that a search found.

    Attributes:
        clauses: The clauses to read, the most relevant first.
        others: The numbers of further clauses that mention it.
    """

    clauses: tuple[Clause, ...]
    others: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether a clause was found."""
        return bool(self.clauses)


def markdown_lines(clause: Clause) -> list[str]:
    """Returns a clause as lines of Markdown; each lettered part is a paragraph of its own."""
    lines = list[str]()
    for line in clause.text.splitlines():
        letter = LETTER.fullmatch(line)
        goes_on = line.startswith(" ") and not ITEM.match(line)  # after a list
        lines += ["", f"{letter[1]}. {letter[2]}"] if letter else ["", line.strip()] * goes_on
        lines += [line] * (not letter and not goes_on)
    first, *rest = lines
    head = f"**{clause.part or clause.section} {first}**" if clause.is_heading else ""
    return [head or f"**{clause.number}** {first}", *rest]


class RuleBook:
    """The clauses of a rules file, and of the file that it builds upon.

    Attributes:
        path: The file.
        own: Its clauses and headings, in the order of the file.
        shared: The clauses and headings of the file that it builds upon.
    """

    MOST = 3  # clauses to read at once

    def __init__(self, path: Path) -> None:
        """Reads the file, and the one it builds upon, which lies in a folder beside its own.

        Of a file of code it reads the docstring. A file that is missing, or has no clauses, makes a
        book without clauses.
        """
        try:
            text = path.read_text(encoding="utf-8")
            text = ast.get_docstring(ast.parse(text)) or "" if path.suffix == ".py" else text
        except (OSError, UnicodeDecodeError):
            text = ""
        self.path, self.own = path, tuple(clauses_of(text))
        builds_on = SHARED.search(text)
        self.shared = self._beside(builds_on[1]) if builds_on else ()

    def check(self) -> None:
        """Checks that there is something to read.

        Raises:
            UserError: There is not.
        """
        if not self.own:
            raise UserError(f"there are no rules to read; they would be in {self.path}.")

    @property
    def prefix(self) -> str:
        """The prefix of the own clauses' numbers, `SEKI`; empty without clauses."""
        return self.own[0].number.partition("-")[0] if self.own else ""

    def headings(self) -> list[Clause]:
        """Returns the headings of the sections."""
        return [one for one in self.own if one.is_heading and not one.part]

    def numbered(self, text: str) -> Found:
        """Finds a clause by its number (`5.3`, `SEKI-5.3`), or a part (`4B`) or a section (`4`).

        Raises:
            UserError: There is no such number, or nothing to read.
        """
        self.check()
        match = NUMBER.fullmatch(text)
        prefix = (match[1] or self.prefix).upper() if match else self.prefix
        clauses = self.own if prefix == self.prefix else self.shared or ()
        if prefix not in (self.prefix, *(one.number.partition("-")[0] for one in clauses)):
            clauses = self._beside(prefix)
        wanted = f"{prefix}-{match[2].upper()}" if match else ""
        for one in clauses:
            if one.number == wanted:
                return Found(tuple(below(clauses, one)))
        sections = [one.number.partition("-")[2] for one in self.headings()]
        raise UserError(
            f"the rules have no clause {shown(text)}; allowed: the numbers of their clauses, as "
            f"{self.own[-1].number}, and of their sections, {sections[0]} to {sections[-1]}."
        )

    @cached_property
    def vocabulary(self) -> list[str]:
        """All words of the rules."""
        texts = (one.text.casefold() for one in (*self.own, *self.shared))
        return sorted({word for text in texts for word in WORD.findall(text)})

    def defined(self, text: str) -> Found:
        """Finds the clauses that define or quote a phrase.

        If none does, finds the clauses that mention the phrase, for two or more words without a
        small one, or else the clauses that define its longest pieces.
        """
        wanted = phrase(text)
        is_term = len(wanted) > 1 and not any(map(is_small, wanted)) and self._in_a_row(wanted)
        return self._of_whole(wanted) or (
            self.mentioned(text) if is_term else self._of_pieces(wanted)
        )

    def mentioned(self, text: str) -> Found:
        """Finds the clauses that mention some words most often, preferably as a phrase.

        Rare words count more. A word that is nowhere in the rules matches words that begin with it.
        """
        wanted = phrase(text)
        clauses = self._in_a_row(wanted) or [
            one for one in (*self.own, *self.shared) if not one.is_heading
        ]  # fmt: skip
        weights = dict.fromkeys(clauses, 0.0)
        for word in {word for word in wanted if not is_small(word)} or set(wanted):
            counts = {one: one.words.count(word) for one in clauses}
            if not any(counts.values()) and len(word) >= BEGINNING:
                counts = {one: sum(said.startswith(word) for said in one.words) for one in clauses}
            for one, count in counts.items():
                weights[one] += count / max(sum(counts.values()), 1)
        ranked = sorted(clauses, key=lambda one: (one.section not in RULES, -weights[one]))
        found = [one for one in ranked if weights[one] > 0]
        return Found(tuple(found[:1]), tuple(one.number for one in found[1:]))

    def cited(self, text: str) -> Found:
        """Finds the clauses that a text cites, for instance `(SEKI-4.8, 4.9)`."""
        known = {one.number: one for one in (*self.own, *self.shared)}
        prefix, numbers = self.prefix, list[str]()
        for found in CITED.finditer(text):
            prefix = found[1] or prefix
            numbers.append(f"{prefix}-{found[2] or found[3]}")
        return Found(tuple(known[number] for number in dict.fromkeys(numbers) if number in known))

    def _of_whole(self, wanted: Phrase, least: int = QUOTES) -> Found:
        """Finds the clauses that define a phrase, or else those that use it best.

        At most `MOST` are to be read; the numbers of all others that mention the phrase come with
        them.

        Args:
            wanted: The phrase.
            least: The level (`Clause.says`) that one clause must reach; otherwise none is found.
        """
        said = [(one.says(wanted), one) for one in (*self.own, *self.shared)]
        most = max((level for level, _ in said), default=0)
        if not wanted or most < least:
            return Found(())
        said.sort(key=lambda one: -one[0])
        best = [one for level, one in said if level >= min(most, DEFINES)][: self.MOST]
        return Found(tuple(best), tuple(one.number for level, one in said
                                        if level and one not in best))  # fmt: skip

    def _in_a_row(self, wanted: Phrase) -> list[Clause]:
        """Returns the clauses of sections 2 to 7 that contain a phrase."""
        clauses = (*self.own, *self.shared)
        return [one for one in clauses if one.section in RULES and not one.is_heading
                and wanted and one.says(wanted)]  # fmt: skip

    def _of_pieces(self, wanted: Phrase) -> Found:
        """Finds the clauses that define the longest pieces of a phrase."""
        found: list[Clause] = []
        at = 0
        while at < len(wanted):
            ends = range(len(wanted), at, -1)
            pieces = (
                (end, self._of_whole(wanted[at:end], DEFINES))
                for end in ends
                if end > at + 1 or wanted[at] not in phrase(SMALL)
            )
            at, piece = next((one for one in pieces if one[1]), (at + 1, Found(())))
            found += piece.clauses[:1]
        return Found(tuple(dict.fromkeys(found)))

    def _beside(self, prefix: str) -> tuple[Clause, ...]:
        """Returns the clauses of the neighbouring rules file with this prefix."""
        for path in sorted(self.path.parent.parent.glob("*/RULES.md")):
            clauses = tuple(clauses_of(path.read_text(encoding="utf-8")))
            if clauses and clauses[0].number.startswith(f"{prefix}-"):
                return clauses
        return ()


@cache
def rulebook(path: Path) -> RuleBook:
    """Returns the rulebook of a file, which is read once."""
    return RuleBook(path)


def phrase(text: str) -> Phrase:
    """Returns words in the form for comparisons: lower case, without markup and endings.

    >>> phrase("Skipped a `reset_flip`, DIG-UPs")
    ('skip', 'a', 'reset', 'flip', 'dig', 'up')
    """
    words = WORD.findall(text.casefold())
    return tuple(DOUBLED.sub(r"\1", ENDING.sub("", word)) for word in words)


def is_small(word: str) -> bool:
    """Whether a word has no meaning of its own, such as a number."""
    return word.isdecimal() or word in phrase(SMALL)


def clauses_of(text: str) -> Iterator[Clause]:
    """Yields the clauses and headings of a rules file, in its order."""
    first = CITED.search(text)
    prefix = first[1] if first else ""
    section, part, head, lines = 0, "", Clause("", 0, "", ""), list[str]()
    for line in [*text.splitlines(), "## 0. end"]:
        heading, sub, clause = (form.fullmatch(line) for form in (SECTION, PART, CLAUSE))
        if not (heading or sub or clause):
            lines.append(line)
            continue
        if head.number:
            yield Clause(head.number, head.section, head.part, "\n".join(lines).strip("\n"),
                         head.is_heading)  # fmt: skip
        if heading:
            section, part = int(heading[1]), ""
            head, lines = Clause(f"{prefix}-{section}", section, part, "", True), [heading[2]]
        elif sub:
            part = sub[1] or sub[2]
            head, lines = Clause(f"{prefix}-{part}", section, part, "", True), [sub[2]]
        elif clause:
            head, lines = Clause(clause[1], section, part, ""), [clause[2]]


def below(clauses: Sequence[Clause], head: Clause) -> Iterable[Clause]:
    """Returns a clause, or for a heading all clauses below it too."""
    if not head.is_heading:
        return [head]
    return [one for one in clauses if one.section == head.section
            and (not head.part or one.part == head.part)]  # fmt: skip
