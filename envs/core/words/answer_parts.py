r"""The grammar of answers: which parts of a text may be the move. docs/text.md explains it.

Nothing here knows a game. The text is made plain first: thoughts, markup and typographic signs go,
and every form that marks an answer, such as a key of JSON or `\boxed{3}`, becomes [brackets].
"""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any
from unicodedata import decimal, decomposition, normalize

from fudaba.common.errors import UserError
from fudaba.common.languages import translator

_, _n = translator("core")

MOST_PARTS = 20  # different ones
LONGEST_DRESSED = 1000  # characters; no move with all that stands around it has more
MOST_OBJECTS = 100  # places where JSON may begin
# To its 200th bracket, so that no answer is nested deeper than Python's stack allows.
OBJECT = re.compile(r"(?=(\{[^{\[]*(?:[{\[][^{\[]*){,200}))\{")

# Thoughts

_TAGS = "(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflection|analysis|scratchpad|seed:think)"
OPENING = rf"<{_TAGS}>|\[THINK\]|◁think▷|<\|(?:begin_of_thought|start_thinking)\|>"
CLOSING = rf"</{_TAGS}>|\[/THINK\]|◁/think▷|<\|(?:end_of_thought|end_thinking)\|>"
OPENING += r"|<\|channel\|>analysis<\|message\|>"
CLOSING += r"|<\|channel\|>final<\|message\|>"
THOUGHT = re.compile(rf"({OPENING}|{CLOSING})", re.IGNORECASE)
IS_CLOSING = re.compile(CLOSING, re.IGNORECASE)
_ENDS = "im_end|end|return|eot_id|eom_id|endoftext|end_of_text|end▁of▁sentence|end_of_turn_token"
END_OF_TURN = re.compile(rf"<[|｜](?:{_ENDS})[|｜]>|</s>|<eos>|<end_of_turn>", re.IGNORECASE)
TOKEN = re.compile(r"<[|｜][^|｜<>\n]{1,40}[|｜]>")

# Words that announce an answer, in five languages

_ENGLISH = (
    r"(?:(?:the|my|final|best|chosen|selected|next) ){0,3}"
    r"(?:answer|move|action|choice|decision|selection|option|number)"
)
_GERMAN = (
    r"(?:(?:die|der|meine?|endgültiger?|finaler?|bester?|gewählter?) ){0,3}"
    r"(?:antwort|zug|spielzug|wahl|entscheidung|aktion|nummer)"
)
_FRENCH = (
    r"(?:(?:la|le|ma|mon|meilleure?) ){0,2}(?:réponse|coup|choix|action|décision|numéro)"
    r"(?: (?:finale?|définitive?|choisie?))?"
)
_JAPANESE = (
    r"(?:私の|最終|最終的な|最善の){0,2}(?:答え|解答|回答|手|選択|着手|行動|アクション|決定|番号)"
)
_CHINESE = (
    r"(?:我的|最终|最終|最后|最佳|正确){0,2}"
    r"(?:答案|回答|选择|選擇|行动|行動|走法|动作|决定|选项|编号)"
)
NOUN = rf"(?:{_ENGLISH}|{_GERMAN}|{_FRENCH}|{_JAPANESE}|{_CHINESE})"
IS_NOUN = re.compile(NOUN, re.IGNORECASE)
LABEL = re.compile(rf"{NOUN} ?(?:[:=→]|->|=>|[–—-] |(?:is|ist|est)\b ?:?|は|是|为)", re.IGNORECASE)
POLITE = re.compile(r"(?:です|である|になります|となります)$")
CALLS = ("arguments", "parameters", "input")  # keys around the answer in calls of tools

# Signs

UNSEEN = "\xad\u200b\u200c\u200d\u2060\u20e3\ufe0e\ufe0f\ufeff"
PLAIN = str.maketrans("【】〔〕〖〗\xa0\u202f", "[][][]  ", UNSEEN)
STOPS = "..。｡।۔։።។။…!"  # full stops of many scripts
QUOTES = "\"'`´“”„‟‘’‚‛«»‹›「」『』｢｣〝〞〟《》〈〉"
AROUND = f" \t{STOPS}{QUOTES},;:、*_~$\\✅✔👉"
RULE = f"{AROUND}-=[](){{}}>"  # a line of such signs alone says nothing
BULLET = re.compile(r"(?:[-+*•·>→➜➡]|->|=>|#{1,6})\s+")
ITEM = re.compile(r"([-+*•·]|[0-9]+(?=[.:)]\s))")
FENCE = re.compile(r"\s*(?:`{3,}|~{3,})[\w+-]*\s*")
MARKUP = re.compile(r"\*\*|__|`|</?(?:b|strong|i|em|u|p|code|span|div|br)\s*/?>", re.IGNORECASE)
LATEX = re.compile(r"\\(?:text|textbf|mathrm|mathbf|mathit|operatorname)\s*\{([^{}]{0,1000})\}")
BOXED = re.compile(r"\\(?:boxed|fbox)\s*\{([^{}]{0,1000})\}")
TAGGED = re.compile(r"<([\w ]{1,30})>([^<>]{0,1000})</\1>")
TAG = re.compile(r"</?([\w ]{1,30})>")
BRACKETED = re.compile(r"\[([^\[\]]*)\]")


class _Object(list[tuple[str, Any]]):
    """A JSON object as its list of keys and values, so that a repeated key is kept."""


def split_thoughts(text: str) -> tuple[str, str]:
    """Splits a model's text into its thoughts and its answer.

    Thoughts stand in a block such as `<think>`. Where only its end is there, all before it is
    thought; where its end is missing, all after its beginning.
    """
    thoughts, said, is_thinking = list[str](), list[str](), False
    for number, piece in enumerate(THOUGHT.split(text)):
        if number % 2 == 0:
            (thoughts if is_thinking else said).append(piece)
            continue
        is_end = IS_CLOSING.fullmatch(piece) is not None
        if is_end and not is_thinking:
            thoughts, said = thoughts + said, []
        is_thinking = not is_end
    return "".join(thoughts), "".join(said)


def parts_of(text: str) -> list[str]:
    """Returns the parts of an answer that may be the move, each once; see docs/text.md.

    They are the text behind a label on the last line, such as `Answer: 3`, or else the texts
    behind labels on other lines, all in [brackets], and the last line unless it ends a list.

    Raises:
        UserError: There are too many, or there is only a list.
    """
    lines = [line for line in _plain(text) if line.strip(RULE)]
    said = [*map(_without_bullet, lines)]
    if said and (label := LABEL.match(said[-1])):
        return _different(_marked(said[-1][label.end() :]))
    marked = _different(BRACKETED.findall("\n".join(said)))
    if len(marked) > MOST_PARTS:
        raise UserError(
            _(
                "the answer has {count} different texts in [brackets]; allowed: {most}.",
                count=len(marked),
                most=MOST_PARTS,
            )
        )
    parts = [part for line in said if LABEL.match(line) for part in _marked(_unlabelled(line))]
    last = "" if _ends_list(lines) or not said else said[-1]
    bare = _without_brackets(last)  # `3 lay D8` of `[3] lay D8`
    parts = _different([*parts, bare, *marked] if bare != last else [*parts, *marked, last])
    if lines and not parts:
        raise UserError(_("the answer ends with a list; allowed: one move on the last line."))
    return parts


def _ends_list(lines: list[str]) -> bool:
    """Returns whether a text ends in a list, as when a model repeats all moves."""
    before, last = (ITEM.match(line.strip()) for line in lines[-2:]) if lines[1:] else (None, None)
    if not (before and last):
        return False
    is_next = before[1].isdigit() and last[1].isdigit() and int(last[1]) == int(before[1]) + 1
    return is_next or before[1] == last[1]


def stripped(part: str) -> str:
    """Returns a part without the signs, markup and label that may surround a move."""
    before = None
    while part != before and len(part) <= LONGEST_DRESSED:
        before, part = part, _without_bullet(part.strip(AROUND))
        part = POLITE.sub("", _unlabelled(part)).strip(AROUND)
        if part.startswith("(") and part.endswith(")"):
            part = part[1:-1]
        elif "(" not in part:
            part = part.rstrip(")")
    return part


def narrow(text: str) -> str:
    """Returns a text with digits and signs of ASCII for wide and circled ones."""
    return "".join(letter if letter.isascii() else _narrow(letter) for letter in text)


def _narrow(letter: str) -> str:
    if letter.isdecimal():
        return str(decimal(letter))
    form, *codes = decomposition(letter).split() or [""]
    return chr(int(codes[0], 16)) if form == "<wide>" or _is_circled(form, letter) else letter


def _is_circled(form: str, letter: str) -> bool:
    return form == "<circle>" and letter.isdigit() and letter <= "⑨"


def _plain(text: str) -> list[str]:
    """Returns the lines of an answer without thoughts and markup, with [brackets] for marks."""
    _thoughts, said = split_thoughts(text)
    said = narrow(normalize("NFC", END_OF_TURN.split(said.lstrip())[0])).translate(PLAIN)
    said = BOXED.sub(r"[\1]", LATEX.sub(r"\1", TOKEN.sub("\n", _without_json(said))))
    said = TAG.sub(_line_for_tag, TAGGED.sub(_bracketed_tag, said))
    return MARKUP.sub("", "\n".join(_without_fences(said.splitlines()))).splitlines()


def _without_json(text: str) -> str:
    """Returns a text with [brackets] for objects of JSON that name an answer."""
    decoder = json.JSONDecoder(object_pairs_hook=_Object)
    pieces, begin = list[str](), 0
    for found in islice(OBJECT.finditer(text), MOST_OBJECTS):
        if found.start() < begin:
            continue
        try:
            content, length = decoder.raw_decode(found[1])
        except ValueError:
            continue
        if answers := [*_answers_of(content)]:
            pieces += [text[begin : found.start()], *(f" [{answer}] " for answer in answers)]
            begin = found.start() + length
    return "".join([*pieces, text[begin:]])


def _answers_of(content: Any) -> Iterator[str]:
    """Yields the values of the keys that name an answer in an object of JSON."""
    for key, value in content if isinstance(content, _Object) else ():
        if key in CALLS or (isinstance(value, _Object) and _is_noun(key)):
            yield from _answers_of(value)
        elif _is_noun(key):
            yield " ".join(f"{value}".split())


def _is_noun(word: str) -> bool:
    return IS_NOUN.fullmatch(word.replace("_", " ").strip()) is not None


def _bracketed_tag(tag: re.Match[str]) -> str:
    return f"[{tag[2]}]" if _is_noun(tag[1]) else tag[0]


def _line_for_tag(tag: re.Match[str]) -> str:
    """Returns a line end for a tag whose other half is missing, because it ended the answer."""
    return "\n" if _is_noun(tag[1]) else tag[0]


def _without_fences(lines: Iterable[str]) -> Iterator[str]:
    """Yields lines without the fences around code; a block of one line in [brackets]."""
    block: list[str] | None = None
    for line in lines:
        if not FENCE.fullmatch(line):
            if block is None:
                yield line
            else:
                block.append(line)
        elif block is None:
            block = []
        else:
            yield from _unfenced(block)
            block = None
    yield from block or ()


def _unfenced(block: list[str]) -> list[str]:
    said = [line for line in block if line.strip()]
    is_marked = len(said) == 1 and not LABEL.match(said[0])
    return [f"[{said[0]}]"] if is_marked else said


def _without_bullet(line: str) -> str:
    line = line.strip()
    return line[bullet.end() :] if (bullet := BULLET.match(line)) else line


def _unlabelled(line: str) -> str:
    return line[label.end() :] if (label := LABEL.match(line)) else line


def _marked(line: str) -> list[str]:
    """Returns the texts in [brackets] of a line, and the line without the brackets."""
    return [_without_brackets(line), *BRACKETED.findall(line)]


def _without_brackets(line: str) -> str:
    return BRACKETED.sub(r"\1", line)


def _different(parts: Iterable[str]) -> list[str]:
    lines = ([line for line in part.splitlines() if line.strip(RULE)] for part in parts)
    stripped_parts = (stripped(said[-1]) for said in lines if said)
    return [part for part in dict.fromkeys(stripped_parts) if part]
