"""Writes scenes and moments as lines of text for a terminal. Knows no game."""

from collections.abc import Callable, Container, Iterator, Sequence
from itertools import groupby

from fudaba.common.languages import N_, translator

from ..kit.seats import NOBODY
from .lines import INDENT, TIED, padded, width_of, wrapped
from .moment import Moment, Row
from .scene import Card, Diagram, Ranking, Scene, Seat, Zone, hand_label

_, _n = translator("core")

CELL = 4  # letters in a cell of a grid
EMPTY = N_("(empty)")


def draw_text(scene: Scene) -> str:
    """Returns a table as text of at most 80 columns: zones, players, hand and question."""
    row_of = _cards if scene.is_by_sign else _single_cards
    zones = [zone for shelf in scene.shelves for zone in shelf]
    grids, rows = [zone for zone in zones if zone.heads], [zone for zone in zones if not zone.heads]
    lines = [line for grid in grids for line in _grid_lines(grid)]
    lines += [_("; ").join(note.text for note in scene.notes)] if scene.notes else []
    names = {seat.name for seat in scene.seats}
    lines += [titled(zone.title, _zone_words(zone, names, row_of)) for zone in rows]
    lines += [line for picture in scene.pictures for line in _picture_lines(picture)]
    lines += [""]
    is_open = scene.viewer == NOBODY
    for number, seat in enumerate(scene.seats):
        lines.append(_seat_line(seat))
        if seat.cards and number != scene.viewer:
            lines.append(INDENT + titled(_("hand") if is_open else _("known"), row_of(seat.cards)))
    if not is_open:
        own = scene.seats[scene.viewer]
        lines.append(titled(hand_label(scene, scene.viewer).text, row_of(own.cards)))
    lines.append(scene.question.text)
    return "\n".join(map(wrapped, lines))


def _zone_words(
    zone: Zone, names: Container[str], row_of: Callable[[Sequence[Card | None]], str]
) -> str:
    """Returns the cards of a zone, behind the name of each player at whose cards it stands."""
    cards = [card for row in zone.rows for card in row]
    owned = groupby(cards, key=lambda card: card.note if card and card.note in names else "")
    parts = [titled(name, row_of([*group])) if name else row_of([*group]) for name, group in owned]
    return _("; ").join(parts) or row_of([])


def titled(title: str, words: str) -> str:
    """Returns `hand: 3 5 7`."""
    return _("{title}: {words}", title=title, words=words)


def draw_moment(moment: Moment) -> str:
    """Returns a moment as text of at most 80 columns: heading, lines and verdict."""
    lines = [f"== {moment.title} ==", *map(_row_line, moment.rows)]
    lines.append(_("{sentence}.", sentence=moment.verdict))
    return "\n".join(map(wrapped, lines))


def _row_line(row: Row) -> str:
    """Returns a line of a moment, the best one marked: `* player_1: 17: S 10, H 7`."""
    cards = _(", ").join(
        f"{card.sign}{card.text}{f' {card.note}' if card.note else ''}" for card in row.cards
    )
    return f"{'*' if row.is_best else ' '} {titled(row.words, cards) if cards else row.words}"


def _seat_line(seat: Seat) -> str:
    """Returns a player's line: `> player_1: 5 cards, 1 of 3 passes left`."""
    facts = [fact.text for fact in seat.facts]
    if seat.num_cards or not seat.is_out:
        facts.insert(0, _cards_said(seat.num_cards))
    return f"{'>' if seat.is_on_turn else ' '} {titled(seat.name, _(', ').join(facts))}"


def _cards_said(count: int) -> str:
    return _n("{count} card", "{count} cards", count)


def _grid_lines(zone: Zone) -> Iterator[str]:
    """Returns the lines of a grid with its heads and a legend of the signs in it."""
    columns, heads = zone.heads or ((), ())
    rows = [[_cell(card) if card else "" for card in row] for row in zone.rows]
    width = max(map(width_of, heads), default=0) + 2
    for head, row in [("", columns), *zip(heads, rows, strict=True)]:
        cells = "".join(f"{cell:^{CELL}}" for cell in row)
        yield f"{padded(head and ' ' + head, width)}{cells}".rstrip()
    first_signs = {cell[:1] for row in rows for cell in row}
    said = [f"{_cell(card)} {meaning}" for card, meaning in zone.legend
            if _cell(card)[:1] in first_signs]  # fmt: skip
    if said:
        yield f"{'':{width}}{'   '.join(said)}"


def _picture_lines(picture: Diagram | Ranking) -> Iterator[str]:
    """Yields the words of a diagram, or a ranking as a sentence: `hands: pair, [single]`."""
    if isinstance(picture, Diagram):
        first, *more = picture.words
        yield titled(picture.title, first)
        yield from (INDENT + line for line in more)
        return
    rows = [f"{rank.name} ({rank.note})" if rank.note else rank.name for rank in picture.ranks]
    marked = [f"[{row}]" if rank.is_own else row
              for row, rank in zip(rows, picture.ranks, strict=True)]  # fmt: skip
    yield titled(picture.title, _(", ").join(marked))


def _cell(card: Card) -> str:
    """Returns a cell of a grid: a rank, (9) for a faded card, or [ ], x and · for a place."""
    if card.look == "place":
        return "[ ]" if card.mark == "playable" else "x" if card.is_dim else "·"
    return f"({card.text})" if card.is_dim else card.text


def _cards(cards: Sequence[Card | None]) -> str:
    """Returns cards in a row, those with the same sign together: `♥ 3 K   ♣ A   joker`."""
    groups = []
    for sign, group in groupby((card for card in cards if card), key=lambda card: card.sign):
        groups.append(" ".join([sign] * bool(sign) + [_listed([*group])]))
    return "   ".join(groups) or _(EMPTY)


def _single_cards(cards: Sequence[Card | None]) -> str:
    """Returns cards in a row, each with its sign: `♥3 ♣A joker`."""
    return _listed([card for card in cards if card], with_signs=True) or _(EMPTY)


def _listed(cards: Sequence[Card], with_signs: bool = False) -> str:
    """Returns cards in a row, with commas if a name has two words: `7b, DIG UP c`."""
    comma = "," * any(" " in card.name for card in cards if card.look == "face" and not card.sign)
    words = [_word(card, card.sign * with_signs) for card in cards]
    return f"{comma} ".join(word.replace(" ", TIED) for word in words)


def _word(card: Card, sign: str = "") -> str:
    """Returns a card's text: 7b, (7b) for a faded one, 12 cards for a pile face down."""
    if card.look == "back":
        return _cards_said(int(card.text)) if card.text.isdecimal() else card.text
    word = sign + card.text if card.sign else card.name or card.text
    if card.look == "place":
        says_note = not card.note or word.endswith(card.note)
        return f"[{word}]" if says_note else f"[{word} {card.note}]"
    return f"({word})" if card.is_dim else word
