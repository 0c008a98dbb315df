"""Reads moves that a person types at a table of Cyclic."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from fudaba.common.errors import ForbiddenError
from fudaba.common.languages import N_, translator

from ...cards.counts import spread_out
from ...cards.kikisen import COLOUR_LETTERS, COLOUR_NAMES, NUM_KINDS
from ...cards.kikisen_words import card_word, kind_word
from ...core.contract.game import Chain
from ...core.words.reading import copied, in_grammar
from .. import state as cyc
from ..rules import plays
from .reasons import legal_actions, why_illegal, why_no_colour
from .words import Face, Shape, faces_laid, next_kind, symbol_of, take_step

_, _n = translator("cyclic")

TYPING = N_("""\
Cards can be typed as they are:
  b2               a card, black bow; 2 for any bow
  b2 r2 r2         friends
  bK rE bS, K-S    a run, also round the end of the circle
  b0, r0           a nothing; b0=2 says what it stands for
What the words leave open is asked. Where a number is also a card, #7 is the
move with this number.""")

KINDS = {name.casefold(): kind for names in (cyc.SYMBOLS, cyc.NAMES) for kind, name in
         enumerate(names)}  # fmt: skip
COLOURS = {name: colour for names in (COLOUR_LETTERS, COLOUR_NAMES) for colour, name in
           enumerate(names)}  # fmt: skip
CARD = re.compile(rf"(?P<colour>[{COLOUR_LETTERS}])?(?P<kind>{'|'.join(KINDS)})")
NOTHING = re.compile(rf"(?P<colour>[{COLOUR_LETTERS}])?(0|nothing)(=(?P<kind>{'|'.join(KINDS)}))?")
STANDS_FOR = re.compile(r"\b([br]?(?:0|nothing))\s*(?:=|\bas\b|\()\s*([^\s()]+)\)?")
COLOUR_WORD = re.compile(rf"\b({'|'.join(COLOUR_NAMES)})\s+")
JAPANESE = (  # words, and what the grammar above has for them, in this order
    *zip("船兵弓車虎馬筆巫将王皇無黒赤", "s12345678ke0br", strict=True),
    ("の(?=[0-8ske])", ""),
    (r"([br]?0)を?([s1-8ke])(?:として|の代わりに?)", r"\1=\2 "),
    ("[、・と]", " "),
    ("[〜~]", "-"),
    ("連番?", " run "),
    ("友", " friends "),
    ("一枚", " single "),
    ("を?出す", " "),
)
FILLERS = {"play", "lay", "with", "and", "the"}
FORMS = {cyc.FORM_NAMES[form] for form in (cyc.SINGLE, cyc.FRIENDS, cyc.RUN)}


class Wanted(NamedTuple):
    """A typed card; None in every part that was left open."""

    colour: int | None
    kind: int | None
    is_wild: bool = False

    def fits(self, face: Face) -> bool:
        """Returns whether a card of a play is one that was typed."""
        return (
            face.is_wild == self.is_wild
            and self.colour in (None, face.colour)
            and self.kind in (None, face.kind)
        )

    @property
    def openness(self) -> int:
        """Returns the number of parts of the card that were left open."""
        return (self.colour is None) + (self.kind is None)


Cards = tuple[Wanted, ...]


def read(state: np.void, text: str) -> list[Chain]:
    """Returns the moves that typed words can mean; see `Words.read`."""
    typed = in_grammar(text, JAPANESE)
    wanted = _wanted(typed)
    if not wanted:
        return []
    if state["chosen_form"] != cyc.NONE:
        return _read_rest(state, wanted)
    return _read_play(state, wanted, FORMS.intersection(typed.split()))


# From words to cards


def _wanted(typed: str) -> Cards:
    """Returns the typed cards; none for other words."""
    typed = COLOUR_WORD.sub(lambda found: found[1][0], typed)
    found: list[Wanted] = []
    for word in re.split(r"[\s,+]+", STANDS_FOR.sub(r"\1=\2", typed).strip()):
        if word in FILLERS or word in FORMS:
            continue
        cards = _run(*word.split("-")) if word.count("-") == 1 else [_card(word)]
        if not cards or None in cards:
            return ()
        found += filter(None, cards)
    return tuple(found)


def _card(word: str) -> Wanted | None:
    """Returns one card, `b2`, `2`, `king`, `b0`, `b0=2`; None for other words."""
    for pattern, is_wild in ((NOTHING, True), (CARD, False)):
        if found := pattern.fullmatch(word):
            colour = COLOURS[found["colour"]] if found["colour"] else None
            return Wanted(colour, KINDS[found["kind"]] if found["kind"] else None, is_wild)
    return None


def _run(first: str, last: str) -> list[Wanted | None]:
    """Returns the cards of `1-4`, `b1-b4` or `k-s`, which wraps round; none if it is no run."""
    ends = _card(first), _card(last)
    if any(card is None or card.is_wild for card in ends):
        return []
    low, high = (card for card in ends if card)
    if low.kind is None or high.kind is None or len({low.colour, high.colour} - {None}) > 1:
        return []
    colour = high.colour if low.colour is None else low.colour
    size = (high.kind - low.kind) % cyc.NUM_KINDS + 1
    return [Wanted(colour, kind) for kind in Shape(cyc.RUN, low.kind, size).kinds]


# Plays


def _read_play(state: np.void, wanted: Cards, said: set[str]) -> list[Chain]:
    """Returns the plays of these cards; none if another form was typed."""
    shaped = [action for action, shape in cyc.SHAPES.items()
              if _may_be(wanted, Shape(*shape)) and said <= {cyc.FORM_NAMES[shape[0]]}]  # fmt: skip
    if said and not shaped:
        return []
    offered = [action for action in shaped if action in legal_actions(state)]
    chains = [
        (action, *chain)
        for action in offered
        for chain in _completions(_after(state, action), wanted, 0)
    ]
    if not chains and all(card.colour is None and not card.is_wild for card in wanted):
        chains = [(action,) for action in offered]  # plays with nothings, which were not typed
    if not chains:
        raise ForbiddenError(_why_not(state, wanted, shaped, offered))
    return list(dict.fromkeys(chains))


def _may_be(wanted: Cards, shape: Shape) -> bool:
    """Returns whether typed cards have the number and the kinds of a shape."""
    kinds = [card.kind for card in wanted if card.kind is not None]
    if len(wanted) != shape.size or not set(kinds) <= set(shape.kinds):
        return False
    return shape.form != cyc.RUN or len(kinds) == len(set(kinds))


def _after(state: np.void, action: int) -> np.void:
    """Returns the table after a step of a play, before the play is laid."""
    table = copied(state)
    take_step(table, action)
    return table


def _completions(table: np.void, wanted: Cards, met: int) -> Iterator[Chain]:
    """Yields all ways to complete a play with just these cards.

    Args:
        table: The table, with what is forced already laid.
        wanted: The cards that are still to be met.
        met: How many of the places that are filled have been held against them.
    """
    faces = faces_laid(table)
    if met < len(faces):
        for rest in {_without(wanted, card) for card in wanted if card.fits(faces[met])}:
            yield from _completions(table, rest, met + 1)
    elif plays.is_complete(table):
        yield ()
    else:
        for action in legal_actions(table):
            face = Face(action - cyc.FIRST_FILL, next_kind(table))
            if any(card.fits(face) for card in wanted):
                for chain in _completions(_after(table, action), wanted, met):
                    yield (action, *chain)


def _without(wanted: Cards, card: Wanted) -> Cards:
    place = wanted.index(card)
    return wanted[:place] + wanted[place + 1 :]


def _read_rest(state: np.void, wanted: Cards) -> list[Chain]:
    """Returns all cards that are missing from the play, or the next one alone."""
    met = int(state["num_filled"])
    if met + len(wanted) == state["chosen_size"]:
        chains = list(dict.fromkeys(_completions(copied(state), wanted, met)))
        if chains:
            return chains
    if len(wanted) > 1:
        raise ForbiddenError(_("the play can't be completed with these cards (CYC-4.7)."))
    kind = next_kind(state)
    ways = [way for way in range(cyc.NUM_WAYS) if wanted[0].fits(Face(way, kind))]
    if not ways:
        symbol = symbol_of(kind)
        raise ForbiddenError(_("the next card must stand for {kind} (CYC-4.7).", kind=symbol))
    actions = [cyc.FIRST_FILL + way for way in ways]
    allowed = [action for action in actions if action in legal_actions(state)]
    if not allowed:
        raise ForbiddenError(why_illegal(state, actions[0]))
    return [(action,) for action in allowed]


def _why_not(state: np.void, wanted: Cards, shaped: Sequence[int], offered: Sequence[int]) -> str:
    """Returns why cards that were typed can't be played: the cards, the newest play, the hand."""
    if not shaped:
        return _("these cards are neither a single nor friends nor a run (CYC-4.2).")
    if (missing := _first_missing(state, wanted)) is not None:
        return _why_missing(state, missing)
    return why_no_colour(state) if offered else why_illegal(state, shaped[0])


def _first_missing(state: np.void, wanted: Cards) -> Wanted | None:
    """Returns the first typed card that the hand does not have; each of its cards serves once."""
    left = list(map(_face, spread_out(state["hands"][int(state["to_move"])])))
    # Cards with more open parts choose last, so that none takes the card that another needs.
    for card in sorted(wanted, key=lambda card: card.openness):
        plain = card._replace(kind=None) if card.is_wild else card
        face = next((face for face in left if plain.fits(face)), None)
        if face is None:
            return card
        left.remove(face)
    return None


def _face(type_: int) -> Face:
    """Returns a card of the hand as a `Face`; for a nothing the kind has no meaning."""
    way, kind = np.argwhere(cyc.TYPES_OF_WAYS == type_)[0].tolist()
    return Face(way, kind)


def _why_missing(state: np.void, card: Wanted) -> str:
    """Returns the reason `the hand has no b2`, or that it has too few."""
    is_none, name = _first_missing(state, (card,)) is not None, _word_of(card)
    if card.is_wild and is_none:
        return _("the hand has no {card} (CYC-4.2).", card=name)
    if card.is_wild:
        return _("the hand has not so many {card} (CYC-4.2).", card=name)
    if is_none:
        return _("the hand has no {card}; write b0 or r0 for a nothing (CYC-4.2).", card=name)
    return _("the hand has not so many {card}; write b0 or r0 for a nothing (CYC-4.2).", card=name)


def _word_of(card: Wanted) -> str:
    """Returns a typed card, without what a nothing stands for: `b2`, `2`, `b0`."""
    way = cyc.WILD_BLACK if card.kind is None or card.is_wild else 0
    type_ = int(cyc.TYPES_OF_WAYS[way + (card.colour or 0), card.kind or 0])
    return kind_word(type_ % NUM_KINDS) if card.colour is None else card_word(type_)
