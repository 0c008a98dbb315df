"""The table of Daifugo as a seat sees it, from its view alone."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from fudaba.common.languages import N_, Ordinal, translator

from ..cards.french import SUIT_SIGNS
from ..cards.french_faces import SUIT_COLOURS
from ..core.kit.seats import distances, player_name
from ..core.scene.scene import (
    HAND,
    KNOWN,
    PURPLE,
    Card,
    Label,
    OnlyPass,
    Scene,
    Seat,
    Zone,
    game_over,
)
from ..core.words.sentences import sentences
from . import meanings as about
from . import state as dfg
from .text.news import given
from .text.words import (
    SET_NAMES,
    Shape,
    bound_suits,
    card_word,
    face_name,
    has_winner,
    names_at,
    num_fives,
    signs,
    title_name,
    title_word,
)

_, _n = translator("daifugo")

SHORT_HAND = 3  # cards without jokers, with which one thinks of the last one
JOKER = Card(about.JOKER(), "★", colour=PURPLE, figure="french-joker")
NAMED_SETS = (
    "", "", N_("pair of {ranks}"), N_("triple of {ranks}"), N_("four {ranks}"), N_("five {ranks}"),
    N_("six {ranks}"),
)  # fmt: skip
# By whether a revolution and a J-back are in force: the words, and the cause.
REVERSALS = {
    (True, False): (N_("REVERSED by revolution: lower beats higher"), "revolution"),
    (False, True): (N_("REVERSED by J-back: lower beats higher"), "jback"),
    (True, True): (N_("REVERSED by revolution and J-back: lower beats higher"), "both"),
}
# By whether runs are played, and whether a leader may always pass.
LEADS = {
    (True, False): N_("Lead a card, a set or a run"),
    (True, True): N_("Lead a card, a set or a run, or pass"),
    (False, False): N_("Lead a card or a set"),
    (False, True): N_("Lead a card or a set, or pass"),
}
# By whether it is the first of these cards, and whether it is the only one.
AMOUNTS = {
    (True, True): N_("a card"),
    (False, True): N_("one more card"),
    (True, False): N_("up to {count} cards"),
    (False, False): N_("up to {count} more cards"),
}
# The strongest cards to give, by whether only one is left to give.
STRONGEST = {
    True: N_("Give one of the strongest cards to the {title}"),
    False: N_("Give the {count} strongest cards to the {title}; of equal ones you choose"),
}
# Cards to give back, by whether only one is left, and whether it is the second one.
GIVEN_BACK = {
    (True, False): N_("Give any card back to the {title}"),
    (False, False): N_("Give any {count} cards back to the {title}"),
    (True, True): N_("Give one more card of any kind back to the {title}"),
}

Row = tuple[Card, ...]


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The pile, the play on the field with its owner, and the cards below it; the discards; the
        restrictions on the next play; the players with their titles, places and known cards; the
        own hand from the weakest card to the strongest, as without a revolution.
    """
    return Scene(
        _("Daifugo"),
        seat,
        tuple(_seat(view, seat, *place) for place in distances(seat, int(view["num_players"]))),
        (_middle(view, seat), _spent(view)),
        _question(view),
        _notes(view, seat),
        is_by_sign=False,
        only_pass=_only_pass(view),
    )


# Notes and the question


def _notes(view: np.void, seat: int) -> tuple[Label, ...]:
    """Returns the notes: the round, who has won, a play-off, the direction, and the binding."""
    number = min(view["round"] + 1, view["num_rounds"])
    text = _("round {number} of {count}", number=number, count=view["num_rounds"])
    notes = [Label(text, about.ROUND())]
    if has_winner(view):
        winner = names_at(view, seat, view["place"] == 1)
        text = _("the match is decided: {name} {name:wins|win}", name=winner)
        notes.append(Label(text, about.DECIDED()))
    if view["phase"][[dfg.EX_UP, dfg.EX_DOWN]].any():
        notes.append(_exchange(view, seat))
    if view["is_playoff"]:
        names = names_at(view, seat, view["participant"])
        notes.append(Label(_("play-off of {names}", names=names), about.PLAY_OFF()))
    notes.append(_direction(view))
    if idle := int(view["idle"]):
        text = _n(
            "{count} player passed instead of leading",
            "{count} players passed instead of leading",
            idle,
        )
        notes.append(Label(text, about.IDLE()))
    if view["bound"].any():
        text = _("BOUND until the field is cleared: only {suits}", suits=signs(bound_suits(view)))
        notes.append(Label(text, about.BOUND(suits=bound_suits(view))))
    return tuple(notes)


def _exchange(view: np.void, seat: int) -> Label:
    """Returns `exchange of cards: player_2 gives the 2 best cards to player_0` (DFG-4.18).

    The viewer's own ones are named. Those that it got lie among the cards of the deal.
    """
    title, known = view["title"], view["memory"].sum(axis=0) == 1
    upward = view["gifts"] * (title[:, None] > title)
    own = np.flatnonzero(view["memory"][: dfg.MAX_PLAYERS][upward[0] > 0].any(axis=0) & known)
    gifts = given(view, seat, upward, own)
    text = _("exchange of cards: {gifts}", gifts=gifts) if gifts else _("exchange of cards")
    return Label(text, about.EXCHANGE())


def _direction(view: np.void) -> Label:
    """Returns `higher beats lower` or `REVERSED by revolution: lower beats higher`."""
    causes = bool(view["revolution"]), bool(view["j_back"])
    if view["reversed"]:
        text, cause = REVERSALS[causes]
        return Label(_(text), about.REVERSED(cause=cause))
    if any(causes):
        return Label(_("revolution and J-back: higher beats lower"), about.BOTH_REVERSED())
    return Label(_("higher beats lower"), about.ORDER())


def _question(view: np.void) -> Label:
    """Returns the question to the player on turn, with his choices that the viewer knows."""
    if not view["on_turn"].any():
        return game_over()
    phase = int(view["phase"].argmax())
    if phase == dfg.SHAPE:
        what = about.LEAD() if view["kind"][dfg.NONE] else about.FIELD()
        return Label(_with_warning(view, _question_of_turn(view)), what)
    if phase in (dfg.SUITS, dfg.JOKER_FACES):
        return Label(_question_of_play(view, phase), about.FIELD())
    if phase == dfg.GIVE_TO:
        text = _("Who gets {card}?", card=card_word(int(view["chosen_card"].argmax())))
        return Label(text, about.GIVE())
    effects = {dfg.CHANGE: about.CHANGE, dfg.GIVE_CARD: about.GIVE}
    return Label(_question_of_cards(view, phase), effects.get(phase, about.EXCHANGE)())


def _with_warning(view: np.void, question: str) -> str:
    """Returns a question that warns who could be left with nothing but a joker (DFG-4.7)."""
    num_naturals = view["hand"][: dfg.FIRST_JOKER].sum()
    if not _holds_joker(view) or num_naturals > SHORT_HAND:
        return question
    return _("{question}; a joker can't be your last card", question=question)


def _question_of_turn(view: np.void) -> str:
    """Returns the question of the first step: a lead, or the play to beat."""
    kind, mover = int(view["kind"].argmax()), view["on_turn"].argmax()
    if view["locked"][mover]:
        return _("Pass")
    if kind == dfg.NONE:
        return _question_of_lead(view)
    if kind == dfg.LONE_JOKER:
        return _question_of_joker(view)
    played = _play_name(Shape(kind, int(view["size"]), int(view["rank"]) - 1))
    if _is_strongest(view):
        with_joker = _only_joker_beats(view)
        return (
            _("Beat the {played} with a joker, or pass", played=played) if with_joker else _("Pass")
        )
    wanted = _with_joker(view, _wanted(view))
    if view["reversed"]:
        return _("Beat the {played} with a lower {wanted}, or pass", played=played, wanted=wanted)
    return _("Beat the {played} with a higher {wanted}, or pass", played=played, wanted=wanted)


def _only_pass(view: np.void) -> OnlyPass | None:
    """Returns what is said to a player who can only pass."""
    return OnlyPass(_missing(view)) if view["on_turn"].any() else None


def _missing(view: np.void) -> str:
    """Returns what is missing for a play."""
    kind = int(view["kind"].argmax())
    if view["locked"][view["on_turn"].argmax()]:
        return _("who has passed waits until the field is cleared")
    takes_lone_joker = kind == dfg.NONE or (kind == dfg.SINGLE and _fits_lone_joker(view))
    if takes_lone_joker and _has_only_joker(view):
        return _("a joker can't be your last card")
    if kind == dfg.LONE_JOKER:
        by_spade = view["effects"][dfg.SPADE3]
        return _("only ♠3 beats the joker") if by_spade else _("nothing beats the joker")
    played = _play_name(Shape(kind, int(view["size"]), int(view["rank"]) - 1))
    if not _is_strongest(view):
        wanted = _wanted(view)
        lacking = _("you have no {wanted} that beats the {played}", wanted=wanted, played=played)
        return _with_joker(view, lacking)
    if _only_joker_beats(view):
        return _("only a joker beats the {played}", played=played)
    if not view["bound"].any():
        return _("nothing beats the {played}", played=played)
    suits = signs(bound_suits(view))
    return _("nothing beats the {played} in {suits}", played=played, suits=suits)


def _wanted(view: np.void) -> str:
    """Returns the kind of play that can answer the field: `pair`, `card in ♠`."""
    is_single, size = bool(view["kind"][dfg.SINGLE]), int(view["size"])
    if view["kind"][dfg.RUN]:
        wanted = _("run of {count}", count=size)
    else:
        wanted = _("card") if is_single else _(SET_NAMES[size])
    if view["bound"].any():
        wanted = _("{wanted} in {suits}", wanted=wanted, suits=signs(bound_suits(view)))
    return wanted


def _with_joker(view: np.void, words: str) -> str:
    """Returns words with the reason why the viewer's joker is no single card that they mean."""
    if view["kind"][dfg.SINGLE] and _holds_joker(view) and not _fits_lone_joker(view):
        return _("{words} (a lone joker has no suit)", words=words)
    return words


def _is_strongest(view: np.void) -> bool:
    """Whether no rank is left for a stronger play of the same kind and size (DFG-4.5)."""
    lowest = int(view["rank"]) - 1
    span = int(view["size"]) if view["kind"][dfg.RUN] else 1
    step = span if view["run_compare"] == dfg.NO_OVERLAP else 1
    return lowest < step if view["reversed"] else lowest + step + span > dfg.NUM_RANKS


def _only_joker_beats(view: np.void) -> bool:
    """Whether a lone joker can be played on the strongest card (DFG-4.6)."""
    return bool(view["kind"][dfg.SINGLE] and view["num_jokers"] and _fits_lone_joker(view))


def _holds_joker(view: np.void) -> bool:
    """Whether the viewer, who is on turn, holds a joker."""
    return bool(view["on_turn"][0] and view["hand"][dfg.FIRST_JOKER :].any())


def _has_only_joker(view: np.void) -> bool:
    """Whether the viewer is on turn with nothing but a joker (DFG-4.7)."""
    return bool(_holds_joker(view) and view["hand_sizes"][0] == 1)


def _fits_lone_joker(view: np.void) -> bool:
    """Whether the binding of the field, if there is one, allows a lone joker (DFG-5.1)."""
    return bool(view["lone_joker_under_binding"] or not view["bound"].any())


def _question_of_joker(view: np.void) -> str:
    """Returns the question about a lone joker on the field, which only ♠3 beats (DFG-5.3)."""
    return _("Play ♠3 on the joker, or pass") if view["effects"][dfg.SPADE3] else _("Pass")


def _question_of_lead(view: np.void) -> str:
    """Returns the question to a leader."""
    has_runs, is_free = bool(view["effects"][dfg.RUNS]), bool(view["leader_pass"] == dfg.FREE)
    return _(LEADS[has_runs, is_free])


def _question_of_play(view: np.void, phase: int) -> str:
    """Returns the question for the suits or the jokers of the own play, with what is chosen."""
    kind, rank = int(view["chosen_kind"].argmax()), int(view["chosen_rank"]) - 1
    shape = Shape(kind, int(view["chosen_size"]), rank)
    name, suits = _play_name(shape), np.flatnonzero(view["chosen_suits"]).tolist()
    if phase == dfg.SUITS:
        return _question_of_suits(kind, name)
    if kind == dfg.RUN:
        suit = SUIT_SIGNS[suits[0]]
        return _("Which cards of the {run} in {suit} are jokers?", run=name, suit=suit)
    question = _question_of_jokers(shape, suits)
    binds = bool(view["effects"][dfg.BINDING])
    return sentences(question, _("Suits count for a binding")) if binds else question


def _question_of_suits(kind: int, name: str) -> str:
    """Returns the question for the suits of a play, given its name."""
    if kind == dfg.SINGLE:
        return _("Which {rank} do you play?", rank=name)
    if kind == dfg.RUN:
        return _("In which suit is the {run}?", run=name)
    return _("Which cards make the {set}?", set=name)


def _question_of_jokers(shape: Shape, suits: list[int]) -> str:
    """Returns the question for the jokers of a set beside natural cards of some suits."""
    rank = dfg.RANK_NAMES[shape.rank]
    if not suits:
        return _("Which {ranks} are the jokers?", ranks=_several(rank))
    cards = " ".join(face_name(shape.rank, suit) for suit in suits)
    return _n(
        "Which {rank} is the joker of the {set} beside {cards}?",
        "Which {rank}s are the jokers of the {set} beside {cards}?",
        shape.size - len(suits),
        rank=rank,
        set=_(SET_NAMES[shape.size]),
        cards=cards,
    )


def _question_of_cards(view: np.void, phase: int) -> str:
    """Returns the question for a card to give, to discard or to exchange, and how many more."""
    left = int(view["left_to_do"])
    if phase == dfg.CHANGE:
        done = int(view["num_changed"])
        cards = _(AMOUNTS[not done, left == 1], count=left)
        question = _("K: discard {cards} and draw as many, or discard none?", cards=cards)
        if not done:
            return question
        return _("{question} {count} discarded", question=question, count=done)
    if phase == dfg.GIVE_CARD:
        is_first = not view["recipient"].any()
        cards = _(AMOUNTS[is_first, left == 1], count=left)
        if is_first:
            return _("7: give {cards} to other players, or none?", cards=cards)
        return _("7: give {cards} to other players, or no more?", cards=cards)
    return _question_of_exchange(view, phase)


def _question_of_exchange(view: np.void, phase: int) -> str:
    """Returns the question for the cards to give by title."""
    giver, count = int(view["on_turn"].argmax()), int(view["num_players"])
    place, left = count + 1 - int(view["title"][giver]), int(view["left_to_do"])
    has_given = bool(view["gifts"][giver][view["title"] == place].sum())
    partner, is_last = title_word(place, count), left == 1
    if phase == dfg.EX_UP:
        return _(STRONGEST[is_last], title=partner, count=left)
    return _(GIVEN_BACK[is_last, has_given], title=partner, count=left)


def _play_name(shape: Shape) -> str:
    """Returns `9`, `pair of 9s`, `four 9s` or `run 5 to 7`."""
    name = dfg.RANK_NAMES[shape.rank]
    if shape.kind == dfg.SINGLE:
        return name
    if shape.kind == dfg.RUN:
        last = dfg.RANK_NAMES[shape.rank + shape.size - 1]
        return _("run {first} to {last}", first=name, last=last)
    return _(NAMED_SETS[shape.size], ranks=_several(name))


def _several(rank: str) -> str:
    """Returns `9s`, `aces`."""
    return _("aces") if rank == "A" else _("{rank}s", rank=rank)


# The middle of the table


def _middle(view: np.void, seat: int) -> tuple[Zone, Zone]:
    """Returns the play to beat with its owner, and the pile."""
    size = int(view["pile_size"])
    pile = (Card(about.PILE(), str(size), look="back"),) if size else ()
    owner = names_at(view, seat, view["owner"])
    title = _("field, by {name}", name=owner) if owner else _("field")
    return (
        Zone(title, about.FIELD(), (_play(view),), place="field"),
        Zone(_("pile"), about.PILE(), (pile,), place="pile"),
    )


def _below(view: np.void) -> Row:
    """Returns the cards below the play to beat, those of the play before first."""
    play = _play(view)
    below = [card for card in np.flatnonzero(view["field"]).tolist() if _face(card) not in play]
    num_jokers = sum(card.colour == PURPLE for card in play)
    return faces(
        _newest_first(view, below[: len(below) - num_jokers])
    )  # jokers are last, and alike


def _newest_first(view: np.void, cards: list[int]) -> list[int]:
    """Returns the cards below the play, those of the play before first.

    Each play beat the one before it in the present order, or in the other one before it turned.
    """
    sign, newest = -1 if view["reversed"] else 1, int(view["rank"]) - 1
    newest = sign * (newest if newest >= 0 else sign * dfg.NUM_RANKS)  # a lone joker

    def age(card: int) -> tuple[bool, int]:
        if card >= dfg.FIRST_JOKER:
            return False, 0
        steps = newest - sign * (card // dfg.NUM_SUITS)
        return steps < 0, abs(steps)

    return sorted(cards, key=age)


def _play(view: np.void) -> Row:
    """Returns the play on the field, jokers with their designations."""
    kind, rank = int(view["kind"].argmax()), int(view["rank"]) - 1
    if kind == dfg.LONE_JOKER:
        return (replace(JOKER, name=_("joker")),)
    if kind == dfg.RUN:
        suit, is_joker = int(view["suits"].argmax()), view["joker_positions"]
        cards = [dfg.NUM_SUITS * (rank + place) + suit for place in range(view["size"])]
        return tuple(
            _joker_as(card) if is_joker[place] else _face(card) for place, card in enumerate(cards)
        )
    suits = range(dfg.NUM_SUITS)
    naturals = np.repeat(suits, view["suits"] - view["joker_suits"])
    jokers = np.repeat(suits, view["joker_suits"])
    return tuple(_face(dfg.NUM_SUITS * rank + int(suit)) for suit in naturals) + tuple(
        _joker_as(dfg.NUM_SUITS * rank + int(suit)) for suit in jokers
    )


def _spent(view: np.void) -> tuple[Zone, Zone]:
    """Returns the plays below the one to beat, and the discards that lie face up."""
    discards = faces(np.flatnonzero(view["discards"]))
    return (
        Zone(_("below it"), about.BELOW(), (_below(view),), is_spent=True),
        Zone(_("discards"), about.DISCARDS(), (discards,), "discards", is_spent=True),
    )


# The players


def _seat(view: np.void, seat: int, player: int, distance: int) -> Seat:
    known = view["memory"][distance] * (view["memory"].sum(axis=0) == 1)
    chosen = view["chosen_card"] * (distance == 0)
    cards = np.flatnonzero(known if distance else view["hand"]).tolist()
    return Seat(
        player_name(player),
        int(view["hand_sizes"][distance]),
        KNOWN() if distance else HAND(),
        _facts(view, distance),
        tuple(
            replace(_face(card), mark="recent", note=_("to give")) if chosen[card] else _face(card)
            for card in cards
        ),
        is_on_turn=bool(view["on_turn"][distance]),
        is_out=not view["is_in"][distance],
    )


def _facts(view: np.void, distance: int) -> tuple[Label, ...]:
    """Returns a player's place or title, passes, and the cards drawn and given in this round."""
    facts, count = [], int(view["num_players"])
    place = int(view["place"][distance])
    if place and view["on_turn"].any():
        won = title_word(place, count)
        text = _("{place} in this round: {title}", place=Ordinal(place), title=won)
        facts.append(Label(text, about.PLACE(place=place)))
    elif title := int(view["title"][distance]):
        what = about.TITLE(title=title_name(title, count))
        facts.append(Label(title_word(title, count), what))
    if view["locked"][distance]:
        facts.append(Label(_("may only pass"), about.MAY_ONLY_PASS()))
    elif view["passed"][distance] and not view["kind"][dfg.NONE]:
        facts.append(Label(_("passed"), about.PASSED()))
    elif distance in _skipped(view):
        facts.append(Label(_("skipped"), about.SKIPPED()))
    if drawn := int(view["draws"][distance]):
        facts.append(Label(_("drew {count}", count=drawn), about.DREW()))
    if given := int(view["gifts"][distance].sum()):
        facts.append(Label(_("gave away {count}", count=given), about.GAVE_AWAY()))
    return tuple(facts)


def _skipped(view: np.void) -> list[int]:
    """Returns the seats that 5s of the play on the field skipped, but not the one on turn."""
    count, owner = int(view["num_players"]), int(view["owner"].argmax())
    if not view["owner"].any() or view["on_turn"][owner]:
        return []
    after = [(owner + step) % count for step in range(1, count + 1)]
    others = [seat for seat in after if view["is_in"][seat]]
    return [seat for seat in others[: num_fives(view)] if not view["on_turn"][seat]]


# Cards


def faces(cards: Iterable[int]) -> Row:
    """Returns cards as a scene shows them."""
    return tuple(_face(int(card)) for card in cards)


def _face(card: int) -> Card:
    action = dfg.FIRST_CARD + card
    if card >= dfg.FIRST_JOKER:
        return replace(JOKER, name=card_word(card), action=action)
    rank, suit = divmod(card, dfg.NUM_SUITS)
    what, name = about.CARD(card=card), card_word(card)
    sign, colour = SUIT_SIGNS[suit], SUIT_COLOURS[suit]
    return Card(what, dfg.RANK_NAMES[rank], sign, name, colour, action=action)


def _joker_as(card: int) -> Card:
    """Returns a joker that stands for a card."""
    name, what = card_word(card), about.JOKER_AS(card=card)
    text, note = _("joker as {card}", card=name), _("as {card}", card=name)
    return replace(JOKER, about=what, name=text, note=note)
