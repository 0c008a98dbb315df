"""Sentences in a text, and players in them, who become names or `you`."""

import re
from collections.abc import Sequence

from fudaba.common.languages import ENGLISH, language, translator

from ..kit.seats import NOBODY, player_name

_, _n = translator("core")

# A player with the words that depend on whether he is the reader.
PLAYER = re.compile(
    r"((?:\bthe )?\b(?P<owned>hand|discards?|meld) of )?"
    r"\bplayer_(?P<seat>\d+)\b(?P<owner>'s\b)?(?P<verb> [a-z]+s\b)?"
)
ANY_PLAYER = re.compile(r"player_(\d+)")
NO_VERBS = {" as", " cards", " chips", " its", " minus", " plus", " points", " this"}
IRREGULAR = {" is": " are", " has": " have", " was": " were", " does": " do"}
HISSING = ("ss", "sh", "ch", "x", "zz", "o")
VERBS = {
    "act", "activate", "bet", "call", "choose", "claim", "close", "declare", "decline", "dig",
    "discard", "draw", "drop", "exclude", "fill", "fold", "freeze", "give", "guess", "join",
    "keep", "lay", "mark", "pass", "play", "put", "remove", "reveal", "say", "settle", "stop",
    "swap", "take", "throw", "trade", "trash", "use",
}  # fmt: skip
UNSAID = (  # moves that are named without a verb, with their verb
    (re.compile(r"\d+ chips? on|no chips"), "lay"),
    (re.compile(r"base \d"), "set"),
    (re.compile(r"joker at "), "lay"),
)
LETTER = re.compile(r"[^\W_]")


def sentences(*lines: str) -> str:
    """Returns sentences as one text; empty ones are left out.

    >>> sentences("You draw.", "", "You play.")
    'You draw. You play.'
    """
    text = ""
    for line in filter(None, lines):
        text = _("{text} {line}", text=text, line=line) if text else line
    return text


def with_names(text: str, names: Sequence[str], own: int = NOBODY) -> str:
    """Returns a text with names instead of `player_0`, `player_1`, ...

    English verbs agree with `you`; other languages have one form of a verb.

    Args:
        text: The text.
        names: The names of the players, seat by seat.
        own: The seat of the reader, who is called `you`; `NOBODY` for none.

    >>> with_names("player_0 wins; player_1 deals the next", ["Ann", "Greedy"], own=0)
    'You win; Greedy deals the next'
    >>> with_names("won by player_0; on the discard of player_0", ["Ann", "Greedy"], own=0)
    'won by you; on your discard'
    """
    if language() != ENGLISH:
        return ANY_PLAYER.sub(lambda found: _name_of(int(found[1]), names, own), text)

    def named(found: re.Match[str]) -> str:
        seat, verb = int(found["seat"]), found["verb"] or ""
        if seat >= len(names):
            return found[0]
        if seat != own:
            return f"{found[1] or ''}{names[seat]}{found['owner'] or ''}{verb}"
        owned = found["owned"]
        word = f"your {owned}" if owned else "your" if found["owner"] else "you"
        return f"{capitalised(word, text[: found.start()])}{verb and of_you(verb)}"

    return PLAYER.sub(named, text)


def _name_of(seat: int, names: Sequence[str], own: int) -> str:
    if seat == own:
        return _("you")
    return names[seat] if seat < len(names) else player_name(seat)


def capitalised(word: str, before: str) -> str:
    """Returns a word with a capital if it begins its line, in English."""
    if language() != ENGLISH:
        return word
    is_first = not LETTER.search(before.rpartition("\n")[2])
    return word[0].upper() + word[1:] if is_first else word


def of_you(verb: str) -> str:
    """Returns the form of ` wins` that follows `you`; other words stay."""
    if verb in NO_VERBS or verb.endswith("ss"):
        return verb
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    return verb[:-2] if verb.endswith("es") and verb[:-2].endswith(HISSING) else verb[:-1]


def of_others(move: str) -> str:
    """Returns an announced move as it follows another player's name.

    >>> of_others("pass and draw"), of_others("2 chips on H"), of_others("run K E S")
    ('passes and draws', 'lays 2 chips on H', 'chooses run K E S')
    """
    if language() != ENGLISH:
        return move
    first, *others = of_reader(move).split(" and ")
    verb, _, rest = first.partition(" ")
    head = f"{third_person(verb)}{rest and f' {rest}'}"
    return " and ".join([head, *(of_others(one) if one.split(" ")[0] in VERBS else one
                                 for one in others)])  # fmt: skip


def of_reader(move: str) -> str:
    """Returns an announced move as it follows `You`: `play H5`, `choose run K E S`."""
    if language() != ENGLISH or move.split(" ")[0] in VERBS:
        return move
    verb = next((verb for pattern, verb in UNSAID if pattern.match(move)), "choose")
    return f"{verb} {move}"


def third_person(verb: str) -> str:
    """Returns `passes` for `pass`, `plays` for `play`."""
    return f"{verb}es" if verb.endswith(HISSING) else f"{verb}s"
