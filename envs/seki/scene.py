"""The table of SEKI as a seat sees it, from its view alone."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import numpy as np

from fudaba.common.languages import N_, translator

from ..core.kit.seats import distances, player_name
from ..core.scene.about import About, Topic
from ..core.scene.scene import (
    BLACK,
    BLUE,
    GREEN,
    HAND,
    KNOWN,
    PURPLE,
    RED,
    Card,
    Label,
    Mark,
    OnlyPass,
    Rank,
    Ranking,
    Scene,
    Seat,
    Token,
    Zone,
    game_over,
)
from . import state as seki
from .meanings import cards as of_cards
from .meanings import roles as of_roles
from .meanings import table as about
from .meanings.words import NEXT_NUMBER
from .text.words import (
    PANELS,
    POINTS,
    after_colon,
    card_word,
    card_words,
    exactly,
    points_so_far,
    seat_at,
)

__all__ = ["POINTS", "scene"]

SYMBOL_SIGNS = ("↺", "⇄", "⇑", "✕")
SYMBOL_FIGURES = ("reverse", "trade", "dig-up", "discard")
SYMBOL_COLOURS = (BLUE, GREEN, PURPLE, RED)
DEEDS = (  # by what a player did in the last turn
    None, (N_("last: trashed"), about.TRASHED), (N_("last: used a symbol"), about.USED_SYMBOL),
    (N_("last: used the role"), about.USED_ROLE), (N_("last: passed"), about.PASSED),
    (N_("last: reset the pile"), about.RESET_PILE),
)  # fmt: skip
PILES = (  # the note of the pile, by what its number comes from
    (N_("pile empty"), about.PILE_EMPTY), (N_("pile {number}"), about.PILE_NUMBER),
    (N_("pile {number} (declared)"), about.PILE_DECLARED),
    (N_("pile {number} (card gone)"), about.PILE_GONE),
)  # fmt: skip
PILE_TOPS = (N_("pile ↑ higher beats"), N_("pile ↓ LOWER beats"))  # by the direction
WHOSE_NUMBER = {seki.DECLARED: N_("declared"), seki.GHOST: N_("card gone")}
NEEDED = {  # by allow_equal and reversed
    (0, 0): N_("Trash a number higher than {number}, or a 0"),
    (0, 1): N_("Trash a number LOWER than {number} (0 is the lowest)"),
    (1, 0): N_("Trash {number} or a higher number, or a 0"),
    (1, 1): N_("Trash {number} or a LOWER number (0 is the lowest)"),
}
STRONGEST = (9, 1)  # by reversed, but for 0
NEEDED_LAST = (  # on it, by allow_equal
    N_("Trash a 0 (only a 0 beats the {number})"),
    N_("Trash a {number} or a 0"),
)

Row = tuple[Card, ...]
_, _n = translator("seki")


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The decks and the pile; the symbols out of play and the excluded cards; the cards of the
        present effect, such as EMPEROR's pool; the players with their panels and known cards; the
        own hand.
    """
    top, below = _pile(view)
    shelves = ((top, *_decks(view)), _of_the_effect(view), (below, *_out_of_play(view)))
    return Scene(
        _("SEKI"),
        seat,
        tuple(_seat(view, seat, *place) for place in distances(seat, int(view["num_players"]))),
        tuple(shelf for shelf in shelves if shelf),
        _question(view, seat),
        _notes(view, seat),
        pictures=_own_role(view),
        only_pass=_only_pass(view),
    )


# The table


def _own_role(view: np.void) -> tuple[Ranking, ...]:
    """Returns what the viewer's role does, as a list of one row (SEKI-5.5 to 5.17)."""
    if not (view["on_turn"].any() and view["role"][0].any()):
        return ()
    role = int(view["role"][0].argmax())
    name, what = seki.ROLE_NAMES[role], of_roles.ROLES[role]()
    told = of_roles.effect(name, of_roles.house_rules_of(view))
    return (Ranking(_("effect of the role"), what, (Rank(_(name), what, told),)),)


def _notes(view: np.void, seat: int) -> tuple[Label, ...]:
    """Returns the notes: the number to beat, the direction, the reset right, a stall, the games."""
    (note, topic), number = PILES[view["top_kind"]], view["top"] - 1
    notes = [Label(_(note, number=number), topic(number=number) if view["top"] else topic())]
    direction = _("REVERSED: lower beats") if view["reversed"] else _("NORMAL: higher beats")
    notes.append(Label(direction, about.DIRECTION(is_reversed=view["reversed"])))
    if view["right"].any() and view["on_turn"].any():
        holder = seat_at(view, seat, int(view["right"].argmax()))
        text = _("reset right: {name} {name:clears|clear} the pile by passing", name=holder)
        notes.append(Label(text, about.RESET_RIGHT()))
    if view["no_progress"] and view["on_turn"].any():
        in_game = np.count_nonzero(view["place"][: view["num_players"]] == 0)
        end = int(view["stall_rounds"]) * in_game
        text = _(
            "turns without progress: {count}, {end} end the game",
            count=view["no_progress"],
            end=end,
        )
        notes.append(Label(text, about.STALLED(end=end)))
    if view["num_games"] > 1:
        text = _("games left: {count}", count=view["games_left"])
        notes.append(Label(text, about.GAMES_LEFT()))
    return tuple(notes)


def _decks(view: np.void) -> tuple[Zone, ...]:
    """Returns both decks, with the part of their order that the viewer knows."""
    numbers, symbols = view["deck_size"]
    top = str(view["deck_top"] - 1)
    name, what = _("{number} next", number=top), NEXT_NUMBER(number=view["deck_top"] - 1)
    on_top = Card(what, top, name=name, look="place", note=_("next"))
    order = tuple(_kind(int(kind) - 1) for kind in view["deck_order"] if kind)
    title = _("symbol deck, from its top") if order else _("symbol deck")
    what = about.SYMBOL_ORDER() if order else about.SYMBOL_DECK()
    known = (on_top,) if view["deck_top"] else ()
    return (
        _deck(_("number deck"), about.NUMBER_DECK(), numbers, known, "number_deck"),
        _deck(title, what, symbols, order, "symbol_deck"),
    )


def _deck(title: str, what: About, size: int, known: Row, place: str) -> Zone:
    """Returns a deck's back with its size and the known cards; without cards if it is empty."""
    row = (Card(what, str(size), look="back"), *known) if size else ()
    return Zone(title, what, (row,), place=place)


def _pile(view: np.void) -> tuple[Zone, Zone]:
    """Returns the top of the pile with the direction, and the cards below it, the lowest first."""
    depth = view["depth"]
    cards = sorted(np.flatnonzero(depth).tolist(), key=lambda card: -int(depth[card]))
    row = [_card(view, card) for card in cards]
    if view["top"] and view["top_kind"] != seki.NATURAL:
        row.append(_number_to_beat(view))
    title = _(PILE_TOPS[int(view["reversed"])])
    if view["top"] == 1 and view["reversed"]:
        title = _("{pile}, but any number beats a 0", pile=title)
    below = Zone(_("below it"), about.PILE(), (tuple(row[:-1]),), is_spent=True)
    return Zone(title, about.PILE(), (tuple(row[-1:]),)), below


def _number_to_beat(view: np.void) -> Card:
    """Returns the number that is to be beaten where it is not that of the top card."""
    number = str(view["top"] - 1)
    whose = WHOSE_NUMBER[int(view["top_kind"])]
    what = of_cards.NUMBER(number=view["top"] - 1)
    return Card(what, number, look="place", note=_(whose))


def _out_of_play(view: np.void) -> tuple[Zone, ...]:
    """Returns the symbol graveyard and the cards that the viewer knows to be excluded."""
    graveyard = np.flatnonzero(view["memory"][seki.SYMBOL_GRAVEYARD])
    excluded = exactly(view, seki.EXCLUDED)
    piles = (
        (_("symbol graveyard"), about.SYMBOL_GRAVEYARD(), graveyard, "symbol_graveyard"),
        (_("excluded"), about.EXCLUDED(), excluded, "excluded"),
    )
    return tuple(
        Zone(title, what, (_cards(view, cards),), place, is_spent=True)
        for title, what, cards, place in piles
    )


def _of_the_effect(view: np.void) -> tuple[Zone, ...]:
    """Returns the symbol in use, EMPEROR's pool and the symbols that HUNTER gives."""
    return (
        *_zone(view, _("in use"), about.IN_USE, np.flatnonzero(view["in_use"])),
        *_zone(view, _("pool"), about.POOL, np.flatnonzero(view["pool"])),
        *_zone(view, _("offered"), about.OFFERED, np.flatnonzero(view["offered"])),
    )


def _zone(view: np.void, title: str, topic: Topic, cards: np.ndarray) -> Iterator[Zone]:
    """Yields a zone if it has cards."""
    if row := _cards(view, cards):
        yield Zone(title, topic(), (row,))


# The players


def _seat(view: np.void, seat: int, number: int, distance: int) -> Seat:
    cards = exactly(view, distance) if distance else np.flatnonzero(view["hand"])
    return Seat(
        player_name(number),
        int(view["hand_size"][distance]),
        KNOWN() if distance else HAND(),
        _facts(view, seat, distance),
        _cards(view, cards),
        is_on_turn=bool(view["on_turn"][distance]),
        is_out=bool(view["place"][distance]),
    )


def _facts(view: np.void, seat: int, distance: int) -> tuple[Label, ...]:
    """Returns a player's panel, place, right, last action, symbols, frozen cards and points."""
    facts = _panel(view, distance)
    if place := view["place"][distance]:
        facts.append(Label(_("place {place}", place=place), about.PLACE(place=place)))
    if view["right"][distance]:
        facts.append(Label(_("reset right"), about.RESET_RIGHT(), Token("right")))
    if deed := DEEDS[view["last_did"][distance]]:
        facts.append(Label(_(deed[0]), deed[1]()))
    if view["distinct_backs"]:
        text = _n("{count} symbol", "{count} symbols", int(view["symbol_count"][distance]))
        facts.append(Label(text, about.NUM_SYMBOLS()))
    facts += _frozen(view, seat, distance)
    if view["num_games"] > 1:
        points = points_so_far(view, distance)
        token = Token("score", POINTS.number(points))
        facts.append(Label(POINTS.words(points), about.POINTS_SO_FAR(), token))
    return tuple(facts)


def _panel(view: np.void, distance: int) -> list[Label]:
    """Returns a player's role and panel: `? (face down)`; for NEW_GRAD also the copied role."""
    roles, panel = np.flatnonzero(view["role"][distance]), PANELS[view["panel"][distance]]
    role = _(seki.ROLE_NAMES[roles[0]]) if len(roles) else "?"
    what = of_roles.ROLES[roles[0]](status=panel) if len(roles) else about.UNKNOWN_ROLE()
    facts = [Label(_("{role} ({panel})", role=role, panel=_(panel)), what)]
    if seki.NEW_GRAD in roles and view["copied"].any():
        copied = int(view["copied"].argmax())
        text = _("as {role}", role=_(seki.ROLE_NAMES[copied]))
        facts.append(Label(text, of_roles.AS_ROLE[copied]()))
    return facts


def _frozen(view: np.void, seat: int, distance: int) -> list[Label]:
    """Returns `2 frozen by player_0 and player_3`, or with backs `number frozen by player_0`."""
    freezers = view["frozen_from"][distance]
    names = {
        int(freezer): seat_at(view, seat, int(freezer)) for freezer in np.flatnonzero(freezers)
    }
    if view["distinct_backs"]:
        backs = N_("number frozen by {player}"), N_("symbol frozen by {player}")
        return [
            Label(
                _(backs[freezers[one] - 1], player=name),
                about.BACK_FROZEN(is_symbol=freezers[one] - 1),
            )
            for one, name in names.items()
        ]
    count, players = view["frozen_count"][distance], _(" and ").join(names.values())
    text = _("{count} frozen by {players}", count=count, players=players)
    return [Label(text, about.NUM_FROZEN())] if count else []


# The question


def _question(view: np.void, seat: int) -> Label:
    """Returns the question to the player on turn."""
    if not view["on_turn"].any():
        return game_over()
    return Label(_asked(view, seat), about.PILE())


def _asked(view: np.void, seat: int) -> str:
    """Returns the question in words, with the choices that the viewer knows."""
    phase = int(view["phase"].argmax())
    if phase in OF_THE_VICTIM:
        victim = seat_at(view, seat, int(view["victim"].argmax()))
        return _(OF_THE_VICTIM[phase], player=victim)
    asked = QUESTIONS[phase](view) if phase in QUESTIONS else ""
    return asked or _(seki.PHASES[phase].question)


def _on_a_turn(view: np.void) -> str:
    """Returns the moves of a turn: fewer in a bonus turn, fewest after a flipped reset."""
    flipped = view["after_reset"] and view["reset_flip"]
    is_used = (view["panel"][view["on_turn"].argmax()] == seki.ACTIVATED) or view["bonus"]
    moves = [_trash(view)] * _may_hold(view, partial(_beats, view))
    if not flipped:
        moves += [_("use a symbol")] * _may_hold(view, lambda card: not seki.is_number(card))
        moves += [_("activate the role")] * (not is_used and _may_activate(view))
    choice = _("{moves}, or {last}", moves=_(", ").join(moves), last=_pass(view))
    choice = choice if moves else _pass(view)
    choice = f"{choice[0].upper()}{choice[1:]}"
    if view["after_reset"]:
        return _("After the reset: {moves}", moves=after_colon(choice))
    return _("Bonus turn: {moves}", moves=after_colon(choice)) if view["bonus"] else choice


def _may_activate(view: np.void) -> bool:
    """Returns whether the role of the player on turn may work, as far as the viewer knows it.

    NEW_GRAD needs an activated role of another player, and not EMPEROR (SEKI-5.15).
    """
    own = int(view["on_turn"].argmax())
    if not view["role"][own, seki.NEW_GRAD]:
        return True
    others = np.arange(len(view["panel"])) != own
    activated = others & (view["panel"] == seki.ACTIVATED)
    return bool((activated & (view["role"][:, seki.EMPEROR] == 0)).any())


def _may_hold(view: np.void, is_wanted: Callable[[int], bool]) -> bool:
    """Returns whether the player on turn may hold a card of a sort that can be played."""
    if not view["on_turn"][0]:
        return True
    hand = np.flatnonzero(view["hand"] * (view["frozen"] == 0)).tolist()
    return any(is_wanted(card) for card in hand)


def _beats(view: np.void, card: int) -> bool:
    """Returns whether a card is a number that beats the pile (SEKI-4.1)."""
    number, top = seki.number_of(card), view["top"] - 1
    if not seki.is_number(card) or min(number, top) <= 0:
        return bool(seki.is_number(card))
    is_further = number < top if view["reversed"] else number > top
    return bool(is_further or (number == top and view["allow_equal"]))


def _only_pass(view: np.void) -> OnlyPass | None:
    """Returns what is said to a player who can neither trash nor use anything."""
    if not view["on_turn"].any() or not view["phase"][seki.TURN]:
        return None
    move = _("Pass to reset the pile") if _may_reset(view) else ""
    if view["top"] > 1:
        number = view["top"] - 1
        return OnlyPass(_("you can neither beat the {number} nor use a card", number=number), move)
    return OnlyPass(_("you have no card to use"), move)


def _trash(view: np.void) -> str:
    """Returns `Trash a number lower than 7`, or `Trash any number` on an empty pile and on a 0."""
    number = view["top"] - 1
    if number <= 0:
        return _("Trash any number")
    if number == STRONGEST[int(view["reversed"])]:
        return _(NEEDED_LAST[int(view["allow_equal"])], number=number)
    return _(NEEDED[int(view["allow_equal"]), int(view["reversed"])], number=number)


def _pass(view: np.void) -> str:
    if view["after_reset"] and view["pass_after_reset"] == seki.FORBIDDEN:
        return _("pass if nothing else is possible")
    return _plain_pass(view)


def _plain_pass(view: np.void) -> str:
    return _("pass to reset the pile") if _may_reset(view) else _("pass")


def _may_reset(view: np.void) -> bool:
    """Returns whether the player on turn resets the pile by a pass."""
    return bool((view["right"] & view["on_turn"]).any() and not view["after_reset"])


def _with_the_drawn_card(view: np.void) -> str:
    card = _chosen(view)
    return _("Trash {card}, which you drew, or keep it", card=card) if card else ""


def _whom_to_trade_with(view: np.void) -> str:
    card = _chosen(view)
    return _("Trade {card} with whom?", card=card) if card else ""


def _first_trade(view: np.void) -> str:
    return _("Choose the card for the first of two trades") if view["left_to_do"] else ""


def _another_trade(view: np.void) -> str:
    role = int(view["role"][view["on_turn"].argmax()].argmax())
    role = int(view["copied"].argmax()) if role == seki.NEW_GRAD else role
    return _("Choose a card for a second trade, or stop") if role == seki.THIEF else ""


def _number_for_the_pile(view: np.void) -> str:
    dug_up = card_words(np.flatnonzero(view["depth"] == 1))
    return _("Choose the number that takes the place of {card} on the pile", card=dug_up)


def _number_on_top(view: np.void) -> str:
    below = _chosen(view)
    return _("Choose the number that goes on top of {card}", card=below) if below else ""


def _number_to_declare(view: np.void) -> str:
    """Returns `Declare 5 (sum of 7a and 8a) or 1 (difference)` to ALCHEMIST alone."""
    cards = np.flatnonzero(view["chosen"]).tolist()
    if not cards:
        return ""
    low, high = map(seki.number_of, cards)
    return _(
        "Declare {sum} (sum of {cards}) or {difference} (difference)",
        sum=(low + high) % 10,
        cards=_chosen(view),
        difference=high - low,
    )


def _card_of_angler(view: np.void) -> str:
    return _("Choose the card to take from the pile or the symbol graveyard")


def _card_of_gambler(view: np.void) -> str:
    if view["guess"] != seki.NUM_GUESSES:  # only the last guess discards two cards (SEKI-5.10)
        return ""
    if view["left_to_do"] > 1:
        return _("Choose the first card to discard")
    return _("Choose the second card to discard")


def _symbols_to_give(view: np.void) -> str:
    offered = card_words(np.flatnonzero(view["offered"]))
    return _("Give more symbols away, or stop? {cards} chosen", cards=offered) if offered else ""


def _symbol_to_take(view: np.void) -> str:
    given, left = int(view["offered"].sum()), int(view["left_to_do"])
    return _("Take which kind of symbol? {taken} of {given} taken", taken=given - left, given=given)


def _of_farmer(view: np.void) -> str:
    return _("{trash}, pass, or draw and trash up to two numbers", trash=_trash(view))


def _first_of_farmer(view: np.void) -> str:
    return _("First of two cards: {trash}, or stop", trash=after_colon(_trash(view)))


def _second_of_farmer(view: np.void) -> str:
    """Returns the numbers that fit on the first card: its own and the next stronger one."""
    top = int(view["top"]) - 1
    stronger = top - 1 if view["reversed"] else top + 1
    if top and 1 <= stronger <= 9:
        return _(
            "Second of two cards: trash another {number} or a {stronger}, or stop",
            number=top,
            stronger=stronger,
        )
    return _("Second of two cards: trash another {number}, or stop", number=top)


def _chosen(view: np.void) -> str:
    """Returns the viewer's cards chosen so far in this effect, or his drawn card."""
    return _(" and ").join(map(card_word, np.flatnonzero(view["chosen"]).tolist()))


OF_THE_VICTIM = {
    seki.HACKER_PICK: N_("Freeze a card of {player}"),
    seki.POLICE_BACK: N_("Mark a number or a symbol of {player}"),
}
# A question that these leave empty is that of its phase.
QUESTIONS: dict[int, Callable[[np.void], str]] = {
    seki.TURN: _on_a_turn,
    seki.PASS_DRAWN: _with_the_drawn_card,
    seki.TRADE_CARD: _first_trade,
    seki.TRADE_TARGET: _whom_to_trade_with,
    seki.TRADE_AGAIN: _another_trade,
    seki.DIG_UP_NUMBER: _number_for_the_pile,
    seki.ALCHEMIST_SECOND: _number_on_top,
    seki.ALCHEMIST_DECLARE: _number_to_declare,
    seki.ANGLER_GRAVE: _card_of_angler,
    seki.GAMBLER_DISCARD: _card_of_gambler,
    seki.HUNTER_GIVE: _symbols_to_give,
    seki.HUNTER_TAKE: _symbol_to_take,
    seki.FARMER_FIRST: _of_farmer,
    seki.FARMER_SECOND: _first_of_farmer,
    seki.FARMER_THIRD: _second_of_farmer,
}


# Cards


def _cards(view: np.void, cards: Iterable[int]) -> Row:
    return tuple(_card(view, int(card)) for card in cards)


def _card(view: np.void, card: int) -> Card:
    """Returns a card with its note: frozen, chosen in this effect, or face up for good."""
    frozen, marked = bool(view["frozen"][card]), bool(view["marked"][card])
    chosen = bool(view["chosen"][card] or view["offered"][card])
    is_drawn = bool(view["phase"][seki.PASS_DRAWN])
    mark: Mark = "recent" if chosen and not is_drawn else "none"
    text, colour, note = str(seki.number_of(card)), BLACK, ""
    figure = f"seki-{text}"
    if not seki.is_number(card):
        face = _kind(seki.kind_of(card))
        text, colour, note, figure = face.text, face.colour, face.note, face.figure
    if frozen:
        note = _("frozen")
    elif chosen:
        note = _("drawn") if is_drawn else _("chosen")
    elif marked:
        note = _("face up")
    name = card_word(card) + "*" * marked
    name = _("{card} frozen", card=name) if frozen else name
    what = of_cards.FROZEN(card=card) if frozen else of_cards.about_card(card, is_marked=marked)
    return Card(what, text, "", name, colour, mark=mark, is_dim=frozen, note=note,
                action=seki.CARD.first + card, figure=figure)  # fmt: skip


def _kind(kind: int) -> Card:
    """Returns a symbol of which only the kind is known."""
    name, figure = _(seki.KIND_NAMES[kind]), f"seki-{SYMBOL_FIGURES[kind]}"
    sign, colour = SYMBOL_SIGNS[kind], SYMBOL_COLOURS[kind]
    return Card(of_cards.SYMBOLS[kind](), sign, "", name, colour, note=name, figure=figure)
