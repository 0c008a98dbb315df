"""A table as one seat sees it, as plain data: a game describes it once, from a view alone.

`scene_text` writes a scene for a terminal, `render` draws it as a picture. Whatever can be pointed
at has `about`: its topic and values, beside its words.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from fudaba.common.languages import N_, translator

from ..kit.seats import NOBODY
from .about import About, Topic

_, _n = translator("core")

# Dark enough for a card's face, and told apart by colour-blind readers.
BLACK, RED, BLUE, GREEN, PURPLE = "#1d2126", "#c01f2e", "#1a5fb4", "#1b7a43", "#7b3fa0"
GAME_OVER = N_("The game is over")
SUM = "#"  # in `Scene.sum_words`

ON_TURN = Topic("on turn", signs={">": {}}).means("Marks the player whose decision it is.")
KNOWN = Topic("known", terms=("known",), signs={N_("known"): {}}).means(
    "Cards in the hand of another player that you know."
)
HAND = Topic("cards in hand").means("The cards that are left in the hand.")
OVER = Topic("game over").means("Nobody decides any more; the places and points are final.")


def _meaning_of_kind(rules: object, meaning: str) -> str:
    return meaning


MOVE = Topic("move").means(_meaning_of_kind)  # of a game without topics

HIDDEN = Topic("hidden").means(
    "Cards that some player does not know. At the open table they are shown."
)
COMMON_TOPICS = (ON_TURN, KNOWN, HAND, OVER, HIDDEN)

Look = Literal["face", "back", "place"]
Mark = Literal["none", "playable", "recent"]
Sort = Literal["coins", "chips", "score", "fame", "cards", "passes", "dealer", "marker", "right"]


@dataclass(frozen=True)
class Card:
    """A card, or a place where one may lie.

    Attributes:
        about: Its topic; for a card face down or an empty place, the topic of its zone.
        text: A rank, a number or a word; on the back of a pile its size. Three letters or less
            are large.
        sign: A suit's sign, or any other sign of DejaVu Sans. Cards of a row with the same sign
            are written behind it, as in `♥ 3 K`.
        name: What the card is called where it has no sign; its text where that says it all.
        colour: Of a face's text and sign.
        look: `face`, `back` or `place`, which is free.
        mark: `playable` now (a place: open now), or moved in a `recent` decision.
        is_dim: Out of play: a faded card, a place that no card can take any more.
        note: A word or two at the foot.
        action: The id of the action that this card or place stands for, if it does; the mask says
            whether it is legal.
        figure: The name of the picture on its face, `kikisen-red-7`, the same in all languages;
            empty where sign and text say which it is.
        worth: What it adds to the sum of chosen cards (`Scene.sum_words`); None if it never counts.
    """

    about: About
    text: str = ""
    sign: str = ""
    name: str = ""
    colour: str = BLACK
    look: Look = "face"
    mark: Mark = "none"
    is_dim: bool = False
    note: str = ""
    action: int | None = None
    figure: str = ""
    worth: int | None = None

    @property
    def label(self) -> str:
        """The words by which a person asks about it; empty for one face down."""
        return "" if self.look == "back" else self.name or self.sign + self.text


@dataclass(frozen=True)
class Token:
    """What lies on a table for a fact.

    Attributes:
        sort: `coins` that were paid or bet, `chips` that are left, points as a `score`, the disc of
            the `dealer`, ...
        number: The number on it, as it is written; of `passes` left and allowed, `2/3`; empty for a
            disc without one.
    """

    sort: Sort
    number: str = ""


@dataclass(frozen=True)
class Label:
    """A few words that can be pointed at.

    Attributes:
        text: The words.
        about: Their topic.
        token: What lies on a table for them; pages draw it at its player, or in the middle.
    """

    text: str
    about: About
    token: Token | None = None


@dataclass(frozen=True)
class Seat:
    """A player.

    Attributes:
        name: `player_2`.
        num_cards: The size of the hand.
        hand: The topic of the known cards of the hand.
        facts: Further facts, each in a few words.
        cards: The cards of the hand that the viewer knows, all of them in the own one.
        is_on_turn: Whether the viewer knows that the decision is this player's.
        is_out: Whether the player takes no further part.
    """

    name: str
    num_cards: int
    hand: About
    facts: tuple[Label, ...] = ()
    cards: tuple[Card, ...] = ()
    is_on_turn: bool = False
    is_out: bool = False


@dataclass(frozen=True)
class Zone:
    """Cards that lie together.

    Attributes:
        title: Its heading; may be empty.
        about: Its topic.
        rows: Rows of cards from left to right, None for a gap. Where the room is too narrow the
            cards of a row overlap.
        place: Its key in the open table (`Words.snapshot`), if that has all its cards.
        heads: Of a grid: the heads of the columns, and those of the rows.
        legend: The meanings of the kinds of cards in a grid: an example of each, and a few words.
        is_spent: Whether its cards only count, such as a pile of cards out of play. Pages draw it
            small, as the number of each kind, at the same place all game long; the other zones have
            the rest of the table. While a move can take one of its cards, it lies among these. A
            game has the same such zones in all scenes, also without cards.
    """

    title: str
    about: About
    rows: tuple[tuple[Card | None, ...], ...]
    place: str = ""
    heads: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    legend: tuple[tuple[Card, str], ...] = ()
    is_spent: bool = False


@dataclass(frozen=True)
class Node:
    """A card of a diagram.

    Attributes:
        card: The card.
        x: The middle of the card, in widths of a card from the left.
        y: The same from the top, in heights of a card.
    """

    card: Card
    x: float
    y: float


@dataclass(frozen=True)
class Edge:
    """A line between two cards of a diagram.

    Attributes:
        start: The index of a node.
        end: The index of another node.
        label: A few letters on the line; may be empty.
        mark: As of a card.
    """

    start: int
    end: int
    label: str = ""
    mark: Mark = "none"


@dataclass(frozen=True)
class Diagram:
    """Cards that are joined by lines. No card covers another one.

    Attributes:
        title: Its heading.
        about: Its topic.
        width: In widths of a card.
        height: In heights of a card.
        nodes: The cards.
        edges: The lines between them.
        words: The same as lines of text, for a terminal and for a screen reader.
    """

    title: str
    about: About
    width: float
    height: float
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    words: tuple[str, ...]


@dataclass(frozen=True)
class Rank:
    """A row of a ranking.

    Attributes:
        name: What is ranked.
        about: The topic of that.
        note: A few words about it; may be empty.
        is_own: Whether it is the viewer's.
        drawn: The note as words and cards, where it names cards that a page can draw.
    """

    name: str
    about: About
    note: str = ""
    is_own: bool = False
    drawn: tuple[str | Card, ...] = ()


@dataclass(frozen=True)
class Ranking:
    """A list in an order, such as the kinds of hands of a game.

    Attributes:
        title: Its heading, which names the order.
        about: The topic of the list.
        ranks: The rows from top to bottom.
        note: The topic of a note of the scene that says where the viewer stands in it; pages draw
            that note at the list.
    """

    title: str
    about: About
    ranks: tuple[Rank, ...]
    note: About | None = None


@dataclass(frozen=True)
class OnlyPass:
    """What a player reads who can only give up the turn.

    Attributes:
        missing: What is missing for any other move: `nothing in your hand beats the pair 8 8`.
        move: What is left to do, if that is not to pass: `Draw a new end`.
    """

    missing: str
    move: str = ""


@dataclass(frozen=True)
class Scene:
    """A table as one seat sees it.

    Attributes:
        title: The game.
        viewer: The seat that sees it; -1 for the open table.
        seats: The players in the order of the seats.
        shelves: The zones on the table from top to bottom; those of one shelf lie side by side.
        question: The present question, as far as the viewer may know.
        notes: Facts about the whole table, each in a few words.
        is_by_sign: Whether rows of cards are in the order of their signs: text then writes a sign
            once, `♥ 3 K   ♣ A`, and else with every card, `♥3 ♣A ♥K`.
        pictures: Diagrams and rankings beside the zones.
        only_pass: What takes the place of the question where all legal moves give up the turn.
            `Game.scene` looks at the moves, and leaves it out for everybody else.
        sum_words: Where it matters what chosen cards are worth together: words with `#`, in
            place of which a page puts the sum, such as `power #`.
    """

    title: str
    viewer: int
    seats: tuple[Seat, ...]
    shelves: tuple[tuple[Zone, ...], ...]
    question: Label
    notes: tuple[Label, ...] = ()
    is_by_sign: bool = True
    pictures: tuple[Diagram | Ranking, ...] = ()
    only_pass: OnlyPass | None = None
    sum_words: str = ""


@dataclass(frozen=True)
class Move:
    """The topic of a move, and the pieces of the scene that it uses.

    Attributes:
        about: Its topic.
        cards: The cards of the own hand that it plays or names, each as often as it is used; those
            of a play in several steps belong to its last step.
        zones: The zones that it takes from or adds to.
        seats: The players whom it concerns, without the mover.
        targets: The cards and places outside the own hand that it uses, as often as it uses them.
        is_offered: Whether touched cards offer it as a later step of a move; False if it differs
            from another one only in what seldom matters. The list of all moves has it anyway.
    """

    about: About
    cards: tuple[About, ...] = ()
    zones: tuple[About, ...] = ()
    seats: tuple[int, ...] = ()
    targets: tuple[About, ...] = ()
    is_offered: bool = True


def game_over() -> Label:
    """Returns the question of a scene once nobody decides any more."""
    return Label(_(GAME_OVER), OVER())


def whose_turn(scene: Scene) -> str:
    """Returns the question; the names of the players on turn precede it for all other viewers."""
    is_own = scene.viewer >= 0 and scene.seats[scene.viewer].is_on_turn
    names = [] if is_own else [seat.name for seat in scene.seats if seat.is_on_turn]
    question = scene.question.text
    if not names:
        return question
    return _("{names}: {question}", names=_(" and ").join(names), question=question)


def pieces(scene: Scene) -> Iterator[Label]:
    """Yields every piece of a scene that a person can point at: its words and its topic."""
    zones = [*chain(*scene.shelves)]
    for number, seat in enumerate(scene.seats):
        yield from seat.facts
        if seat.cards or number == scene.viewer:
            yield hand_label(scene, number)
    cards = [card for zone in zones for row in zone.rows for card in row if card]
    cards += [card for seat in scene.seats for card in seat.cards]
    for picture in scene.pictures:
        if isinstance(picture, Diagram):
            cards += [node.card for node in picture.nodes]
        else:
            yield from (Label(rank.name, rank.about) for rank in picture.ranks)
            drawn = chain(*(rank.drawn for rank in picture.ranks))
            cards += [part for part in drawn if isinstance(part, Card)]
    yield from (Label(card.label, card.about) for card in cards)
    yield from (Label(each.title, each.about) for each in (*zones, *scene.pictures))
    yield from (*scene.notes, scene.question)


def hand_label(scene: Scene, seat: int) -> Label:
    """Returns the heading of a player's hand, or of the cards in it that the viewer knows."""
    player = scene.seats[seat]
    if scene.viewer in (seat, NOBODY):
        return Label(_("{player:hand of {player}|Your hand}", player=player.name), player.hand)
    return Label(_("known of {player}", player=player.name), player.hand)


def plural(count: int, noun: str, ending: str = "s") -> str:
    """Returns a number with its noun.

    >>> plural(1, "card"), plural(2, "pass", "es")
    ('1 card', '2 passes')
    """
    return f"{count} {noun}{ending * (count != 1)}"


def ordinal(number: int) -> str:
    """Returns an ordinal number.

    >>> ordinal(1), ordinal(4), ordinal(12), ordinal(22)
    ('1st', '4th', '12th', '22nd')
    """
    endings = {} if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{endings.get(int(number) % 10, 'th')}"
