"""One line for a player about everything that can be pointed at in Daifugo."""

import re

from ..cards.french_words import CARD, SUIT_NAMES, card_in_words, suit_of
from ..core.contract.meanings import Meaning
from ..core.scene.scene import ordinal
from . import state as dfg
from .options import DaifugoOptions
from .text.effects import effect_of_rank, effects_of_play, strength_of_rank
from .text.words import SET_NAMES, SETS_IN_WORDS, TITLES

RANK = "10|[2-9JQKA]"
RANKS = f"(?:{RANK})(?: (?:{RANK}))+"
SETS = "|".join(filter(None, SET_NAMES))
SUIT_SIGN = "[♠♥♦♣]"

# The special rules, as players may call them.
BINDING = "binding|bind|bound"
SPADE3 = "spade ?3"
SKIP = "5-skip|skip ?5|skip(ped)?"
GIVE = "7-give|give ?7|give"
CUT = "8-cut|8 cut|cut ?8"
J_BACK = "J-?back"
CHANGE = "K-change|13-change|change ?13|change"


def _rank(name: str) -> int:
    return dfg.RANK_NAMES.index(name.upper())


# Cards


def _card_line(found: re.Match[str], rules: DaifugoOptions) -> str:
    """Returns the effect and the strength of a card."""
    rank = _rank(found["rank"])
    effect = effect_of_rank(rank, rules)
    if rank == dfg.THREE and suit_of(found["suit"]) == dfg.SPADES:
        effect = _spade_three(rules)
    return f"{effect} {strength_of_rank(rank, rules)}".strip()


def _rank_line(found: re.Match[str], rules: DaifugoOptions) -> str:
    rank = _rank(found["rank"])
    return f"{effect_of_rank(rank, rules)} {strength_of_rank(rank, rules)}".strip()


def _spade_three(rules: DaifugoOptions) -> str:
    """Returns what the three of spades does (DFG-5.3); empty for nothing."""
    if "spade3" not in rules.effects or not rules.num_jokers:
        return ""
    return "The only card that beats a lone joker: then the field is cleared and you lead."


def _joker_line(_: re.Match[str], rules: DaifugoOptions) -> str:
    """Returns what a joker is good for (DFG-4.2, 4.6, 4.7)."""
    if not rules.num_jokers:
        return "This table plays without jokers."
    plays = "a set or a run" if "runs" in rules.effects else "a set"
    return (
        f"Stands for any card of {plays}. Alone it beats every single card{_not_bound(rules)}, and "
        f"{_beats_joker(rules)} beats it. A play with a joker can't be your last one."
    )


def _not_bound(rules: DaifugoOptions) -> str:
    """Returns that a lone joker is not played on a bound field; empty if it may (DFG-5.1)."""
    may = "binding" not in rules.effects or rules.lone_joker_under_binding
    return "" if may else " unless the field is bound"


def _beats_joker(rules: DaifugoOptions) -> str:
    return "only ♠3" if "spade3" in rules.effects else "nothing"


def _lone_joker_line(_: re.Match[str], rules: DaifugoOptions) -> str:
    """Returns what a joker alone does (DFG-4.6, 5.1, 5.3)."""
    bound = ""
    if "binding" in rules.effects:
        can = "can" if rules.lone_joker_under_binding else "can't"
        bound = f" It {can} be played on a bound field."
    return (
        f"You play a joker alone. It beats every single card, and {_beats_joker(rules)} beats it."
        f"{bound}"
    )


def _joker_as_line(found: re.Match[str], rules: DaifugoOptions) -> str:
    """Returns what a joker counts as (DFG-4.2)."""
    rank, card = _rank(found["rank"]), card_in_words(found)
    counts = "counts as that card in every way"
    if not rules.joker_effects and effect_of_rank(rank, rules):
        counts = "has its rank and suit, but not its effect"
    binding = ", for a binding too" * ("binding" in rules.effects)
    place = "in the same play or in a hand" if rules.joker_duplicates else "in a hand"
    return f"A joker that stands for {card} and {counts}{binding}. The real card may be {place}."


# Plays


def _single_line(found: re.Match[str], rules: DaifugoOptions) -> str:
    rank = _rank(found["rank"])
    line = f"You play one {dfg.RANK_NAMES[rank]}."
    if effects := effects_of_play([rank], rules):
        return f"{line} {_sentence(effects)}"
    if rank == dfg.THREE and _spade_three(rules):
        return f"{line} ♠3 beats a lone joker and clears the field; else 3 is the weakest rank."
    return f"{line} {strength_of_rank(rank, rules)}"


def _set_line(found: re.Match[str], rules: DaifugoOptions) -> str:
    """Returns what `pair 7 7` does."""
    ranks = [_rank(name) for name in found["ranks"].split()]
    words = SETS_IN_WORDS[len(ranks)]
    line = f"You play {'a ' * (' of' in words)}{words} {dfg.RANK_NAMES[ranks[0]]}s."
    return f"{line} {_of_play(ranks, found['name'].casefold(), rules)}"


def _run_line(found: re.Match[str], rules: DaifugoOptions) -> str:
    """Returns what `run 5 6 7` does."""
    ranks = [_rank(name) for name in found["ranks"].split()]
    first, last = (dfg.RANK_NAMES[rank] for rank in (ranks[0], ranks[-1]))
    return (
        f"You play a run from {first} to {last}. {_of_play(ranks, f'run of {len(ranks)}', rules)}"
    )


def _of_play(ranks: list[int], name: str, rules: DaifugoOptions) -> str:
    """Returns the effects of a play with several cards, or what beats it if it has none."""
    effects = effects_of_play(ranks, rules)
    if not effects:
        return f"Only a stronger {name} beats it."
    has_number = any(effect_of_rank(rank, rules) for rank in ranks)
    jokers = " Jokers bring no number effects." * (
        has_number and rules.num_jokers > 0 and not rules.joker_effects
    )
    return f"{_sentence(effects)}{jokers}"


def _sentence(effects: list[str]) -> str:
    said = "; ".join(effects)
    return f"{said[0].upper()}{said[1:]}."


def _with_line(found: re.Match[str], rules: DaifugoOptions) -> str:
    """Returns what the suits of a play do (DFG-5.1)."""
    is_single = bool(re.fullmatch(CARD, found["cards"], re.IGNORECASE))
    this, before, same = "this card", "the card that it beats has", "suit"
    if not is_single:
        this, before, same = "these cards", "the cards that they beat have", "suits"
    if "binding" not in rules.effects:
        return f"You play {this}. Suits do not matter at this table."
    return (
        f"You play {this}. If {before} the same {same}, "
        f"all further plays must have the same {same} until the field is cleared."
    )


def _in_suit_line(found: re.Match[str], rules: DaifugoOptions) -> str:
    suit = SUIT_NAMES[suit_of(found["suit"])]
    if "binding" not in rules.effects:
        return f"The run is in {suit}. Suits do not matter at this table."
    return (
        f"The run is in {suit}. If it beats a run in {suit}, "
        f"all further runs must be in {suit} until the field is cleared."
    )


def _choose_joker_line(_: re.Match[str], rules: DaifugoOptions) -> str:
    """Returns what the choice of a joker's card does (DFG-4.2)."""
    effect = ", and has its effect" if rules.joker_effects else ", but has no effect of its number"
    return (
        f"A joker has the rank and suit of the card that it stands for{effect}. "
        "If you hold that card yourself, you keep it."
    )


# Passing, giving and discarding


def _pass_line(_: re.Match[str], rules: DaifugoOptions) -> str:
    """Returns what a pass does (DFG-4.10, 4.12)."""
    again = "You may play later on the same field."
    if rules.pass_locks:
        again = "After that you can only pass until the field is cleared."
    return (
        f"You play nothing and draw nothing. {again} "
        "If all others pass, the player of the last play leads."
    )


def _pass_and_draw_line(_: re.Match[str], rules: DaifugoOptions) -> str:
    """Returns what a pass with a draw does (DFG-4.10, 4.13)."""
    again = "may play later on the same field"
    if rules.pass_locks:
        again = "can only pass until the field is cleared"
    return (
        f"You play nothing, draw a card, and {again}. "
        "The last card of the pile ends the round: then fewer cards in hand are better."
    )


def _discard_line(_: re.Match[str], rules: DaifugoOptions) -> str:
    face = "face up" if rules.k_discard_face_up else "face down"
    return (
        f"This card goes to the discards, {face}, for your K. "
        "You draw a new card for each one when you have chosen all."
    )


# Titles and the exchange


def _exchanged(rules: DaifugoOptions) -> int:
    """Returns how many cards daihinmin and daifugo exchange (DFG-4.18, 4.19)."""
    return {2: rules.exchange_2p, 3: rules.exchange_3p}.get(rules.num_players, 2)


def _title_line(found: re.Match[str], rules: DaifugoOptions) -> str:
    """Returns the place of a title and the cards that it gives and gets (DFG-4.17, 4.18)."""
    title, titles = found["title"].casefold(), TITLES[rules.num_players]
    if title not in titles:
        return f"Nobody has this title with {rules.num_players} players."
    place, last = titles.index(title) + 1, len(titles)
    rank = {1: "First", last: "Last"}.get(place, f"{ordinal(place).capitalize()}")
    number = _exchanged(rules) if place in (1, last) else 1
    deed = _exchange(place, number, titles[last - place], rules)
    if title == "heimin" or number == 0:
        deed = "This title gives and gets no cards"
    wins = " The daifugo of the last round wins." * (place == 1 and rules.reward_mode == "winner")
    return f"{rank} in the round before. {deed}.{wins}"


def _exchange(place: int, number: int, partner: str, rules: DaifugoOptions) -> str:
    """Returns what the player of a place gives and gets (DFG-4.18)."""
    best = "best card" if number == 1 else f"{number} best cards"
    any_card = "any card" if number == 1 else f"any {number} cards"
    if place > rules.num_players / 2:
        return f"Gives the {best} to {partner} after the deal, and gets {any_card} back"
    but_those = ", but not those" * rules.exchange_blind
    return f"Gets the {best} of {partner} after the deal, and gives {any_card} back{but_those}"


def _exchange_line(_: re.Match[str], rules: DaifugoOptions) -> str:
    """Returns who exchanges cards (DFG-4.18, 4.19)."""
    number = _exchanged(rules)
    if number == 0:
        return "No cards are exchanged between the rounds."
    best = "best card" if number == 1 else f"{number} best cards"
    others = "; hinmin and fugo exchange one card" * (rules.num_players >= 4)
    return (
        f"After the deal of each later round daihinmin gives the {best} to daifugo "
        f"and gets as many back, of any strength{others}."
    )


# Facts and notes


def _place_line(found: re.Match[str], rules: DaifugoOptions) -> str:
    title = TITLES[rules.num_players][int(found["place"]) - 1]
    return f"This player has this place in the round for certain, and will be {title}."


def _reversed_line(found: re.Match[str], rules: DaifugoOptions) -> str:
    """Returns the order of ranks now, and how long it lasts (DFG-5.2, 5.7)."""
    ends = {
        "revolution": "to the end of the round or the next revolution",
        "j-back": "until the field is cleared",
    }.get(found["cause"].casefold(), "until both the revolution and the J-back are over")
    joker = f" A lone joker still beats every single card{_not_bound(rules)}."
    joker *= rules.num_jokers > 0
    return f"3 is the strongest rank and 2 the weakest, {ends}.{joker}"


def _bound_line(found: re.Match[str], rules: DaifugoOptions) -> str:
    """Returns which plays a binding allows (DFG-5.1)."""
    suits = found["suits"]
    joker = " or be a lone joker" * rules.lone_joker_under_binding
    has_none = " A lone joker has no suit." * (rules.num_jokers > 0 and not joker)
    return (
        "Two plays in a row had the same suits. Until the field is cleared every play must have "
        f"exactly these suits{joker}: {suits}.{has_none}"
    )


def _round_line(_: re.Match[str], rules: DaifugoOptions) -> str:
    """Returns what the rounds count for (DFG-6.1, 6.2)."""
    if rules.reward_mode == "all_rounds":
        return "All rounds count alike. Their places also decide who gives good cards to whom."
    return (
        "Only the last round decides the match. "
        "The places of the others decide who gives good cards to whom."
    )


def _pile_line(_: re.Match[str], rules: DaifugoOptions) -> str:
    """Returns what is drawn from the pile, and what happens when it is used up (DFG-4.10, 4.15)."""
    kings = " and for Ks" * ("change13" in rules.effects)
    return (
        f"Cards are drawn from it by passing{kings}. With its last card the round ends: "
        "then fewer cards in hand are better. A play-off has no pile."
    )


def _discards_line(_: re.Match[str], rules: DaifugoOptions) -> str:
    kings = ""
    if "change13" in rules.effects:
        face = "" if rules.k_discard_face_up else ", which lie face down"
        kings = f" and those exchanged for a K{face}"
    return f"Cards of fields that were cleared{kings}. They do not come back in this round."


def _points_line(_: re.Match[str], rules: DaifugoOptions) -> str:
    """Returns what a match pays (DFG-6.2)."""
    places = "The first gets +1 and the last -1; the others lie evenly between."
    if rules.reward_mode == "all_rounds":
        return f"All rounds are paid alike, and their average counts. {places}"
    if rules.reward_mode == "final_places":
        return f"Only the places of the last round are paid. {places}"
    return "The daifugo of the last round gets +1; the others share the loss of 1."


def _effect(form: str, rank: int, clauses: str) -> Meaning:
    """Returns the meaning of the names of a rank's effect; no meaning where it is not in force."""
    return Meaning(form, lambda _, rules: effect_of_rank(rank, rules), clauses)


MEANINGS = (
    # Cards; those that lie below the newest play are in brackets.
    Meaning(CARD, _card_line, "DFG-2.1, 4.5, 5.0"),
    Meaning(
        f"joker as {CARD}",
        _joker_as_line,
        "DFG-4.2, 5.1",
        sign="joker as ♦4",
        when=lambda rules: rules.num_jokers,
    ),
    Meaning("jokers?", _joker_line, "DFG-4.2, 4.6, 4.7", sign="joker"),
    Meaning(
        r"\(.+\)|below it",
        "Cards of earlier plays. They go to the discards when the field is cleared.",
        "DFG-2.3, 4.9",
        sign="(♥4)",
    ),
    Meaning(f"(?P<rank>{RANK})s?", _rank_line, "DFG-2.1, 4.5, 5.0"),
    # Plays.
    Meaning(f"single (?P<rank>{RANK})", _single_line, "DFG-4.1, 4.4, 5.0"),
    Meaning(f"(?P<name>{SETS}) (?P<ranks>{RANKS})", _set_line, "DFG-4.1, 4.2, 5.0"),
    Meaning(f"run (?P<ranks>{RANKS})", _run_line, "DFG-4.1, 4.2, 5.0"),
    Meaning("lone joker", _lone_joker_line, "DFG-4.6, 5.3"),
    Meaning(r"with (?P<cards>.+)", _with_line, "DFG-4.2, 5.1"),
    Meaning(f"in (?P<suit>{SUIT_SIGN})", _in_suit_line, "DFG-4.1, 5.1"),
    Meaning("jokers? as .+", _choose_joker_line, "DFG-4.2"),
    Meaning("without a joker", "No card of the run is a joker; you keep your jokers.", "DFG-4.2"),
    # Passing, giving and discarding.
    Meaning("pass(ing)?", _pass_line, "DFG-4.10, 4.12"),
    Meaning("pass and draw|draw", _pass_and_draw_line, "DFG-4.10, 4.13"),
    Meaning(
        r"give .+ back to player_\d",
        "You give back a card of your choice for the best cards of this player, who can use it at "
        "once. The others don't see which one it is.",
        "DFG-4.18",
    ),
    Meaning(
        r"give .+ to player_\d",
        "This player gets the card at once and can use it. The others don't see which one it is.",
        "DFG-4.18, 5.6",
    ),
    Meaning(
        "give .+",
        "You give this card away for your 7, and choose next who gets it. "
        "If it is your last card, you are out and get the next best place.",
        "DFG-5.6",
    ),
    Meaning("discard .+", _discard_line, "DFG-5.8"),
    Meaning("stop", "You give or discard no more cards, and the game goes on.", "DFG-5.6, 5.8"),
    # Titles and facts about players.
    Meaning(f"(?P<title>{'|'.join(TITLES[5])})", _title_line, "DFG-4.17, 4.18"),
    Meaning(r"(?P<place>\d)(st|nd|rd|th) in this round", _place_line, "DFG-4.8, 4.15, 4.17"),
    Meaning(
        "passed",
        "This player has passed since the last play, and may still play when the turn comes again.",
        "DFG-4.10, 4.12",
    ),
    Meaning(
        "may only pass",
        "This player has passed on this field, and can't play until it is cleared.",
        "DFG-4.10",
    ),
    Meaning(
        r"drew \d+",
        "This player has drawn so many cards in this round by passing.",
        "DFG-4.10",
    ),
    Meaning(
        r"gave away \d+",
        "This player has given so many cards to others in this round, for 7s or in the exchange.",
        "DFG-4.18, 5.6",
    ),
    # Notes about the table.
    Meaning(r"rounds?|round \d+ of \d+", _round_line, "DFG-6.1, 6.2"),
    Meaning(
        r"the match is decided: player_\d wins",
        "The first place of the last round is taken, and only that one wins. "
        "The others play on for their titles.",
        "DFG-6.1, 6.2",
    ),
    Meaning(
        "higher beats lower|order",
        "The usual order: 3 is the weakest rank, then 4 and so on to 10, J, Q, K, A, and 2.",
        "DFG-2.1, 4.5",
    ),
    Meaning(
        "revolution and J-back: higher beats lower",
        "A J-back during a revolution makes the usual order: 2 is the strongest rank, until the "
        "field is cleared.",
        "DFG-5.7",
    ),
    Meaning(
        "REVERSED by (?P<cause>revolution|J-back|revolution and J-back): lower beats higher",
        _reversed_line,
        "DFG-5.2, 5.7",
    ),
    Meaning(f"BOUND: only (?P<suits>{SUIT_SIGN}( {SUIT_SIGN})*)", _bound_line, "DFG-5.1"),
    Meaning(
        r"play-off( of .+)?",
        "Players with equally many cards play on for their places, with the hands as they are. "
        "Nobody can draw.",
        "DFG-4.15, 4.16",
    ),
    Meaning(
        r"\d+ players? passed instead of leading",
        "If all players pass on the empty field and nobody draws, the round ends: "
        "then fewer cards in hand are better.",
        "DFG-4.11, 4.14",
    ),
    # Zones.
    Meaning("pile", _pile_line, "DFG-2.3, 4.10, 4.14"),
    Meaning(
        r"field(, by player_\d)?",
        "Here lies the play to beat, with the same kind and number of cards. "
        "If all others pass, its player leads.",
        "DFG-2.3, 4.4, 4.12",
    ),
    Meaning("discards?", _discards_line, "DFG-2.3, 5.8"),
    # Special rules, in the words of the rulebook and of the house rule `effects`.
    Meaning(
        "revolution",
        "Exactly four cards reverse the order of ranks: weak cards are strong until the round ends "
        "or the next revolution.",
        "DFG-5.2",
        when=lambda rules: "revolution" in rules.effects,
    ),
    Meaning(
        BINDING,
        "A play with the same suits as the play before binds the field: until it is cleared every "
        "play must have these suits.",
        "DFG-5.1",
        when=lambda rules: "binding" in rules.effects,
    ),
    Meaning(
        "runs?",
        "Three or more cards of one suit with ranks in a row, such as 5 6 7. "
        "Only a run of as many cards beats it.",
        "DFG-4.1, 4.5",
        when=lambda rules: "runs" in rules.effects,
    ),
    Meaning(
        SPADE3,
        "♠3 can be put on a lone joker: then the field is cleared and its player leads.",
        "DFG-5.3",
        when=lambda rules: "spade3" in rules.effects,
    ),
    _effect(SKIP, dfg.FIVE, "DFG-5.4"),
    _effect(GIVE, dfg.SEVEN, "DFG-5.6"),
    _effect(CUT, dfg.EIGHT, "DFG-5.5"),
    _effect(J_BACK, dfg.JACK, "DFG-5.7"),
    _effect(CHANGE, dfg.KING, "DFG-5.8"),
    Meaning(
        f"revolution|{BINDING}|runs?|{SPADE3}|{SKIP}|{GIVE}|{CUT}|{J_BACK}|{CHANGE}",
        "This rule is not in force at this table.",
        "DFG-5.0",
    ),
    # Further words of the rules.
    Meaning(
        f"set|{SETS}",
        "Cards of one rank; jokers can stand for some. Only a stronger set of as many cards "
        "beats it.",
        "DFG-4.1, 4.2, 4.4",
    ),
    Meaning("single", "One card. Only a stronger single card or a lone joker beats it.", "DFG-4.1"),
    Meaning(
        "lead|leader",
        "The player who plays on the empty field may choose any kind and number of cards.",
        "DFG-4.4, 4.11",
    ),
    Meaning(
        "clear(ed)?|flush",
        "All cards of the field go to the discards; bindings and J-backs end, and somebody leads.",
        "DFG-4.9, 4.12",
    ),
    Meaning("exchange", _exchange_line, "DFG-4.18, 4.19"),
    Meaning(
        "titles?|places?",
        "The places of a round are titles, from daifugo, the first, to daihinmin, the last.",
        "DFG-4.17",
    ),
    Meaning(
        "out",
        "A player without cards is out of the round and has the next best place.",
        "DFG-1.4, 4.8",
    ),
    Meaning("points?|rewards?", _points_line, "DFG-6.2"),
)
