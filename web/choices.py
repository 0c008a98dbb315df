"""House rules in words: what the lobby shows instead of the words of the option table."""

from fudaba.common.languages import N_, translator
from fudaba.envs import Game

_, _n = translator("web")

SUITS = dict(zip("SHDC", "♠♥♦♣", strict=True))  # of Killer Sevens' rows
WORDS = {
    "random": N_("drawn by lot"),
    "rotate": N_("the next player"),
    "stay": N_("the same player"),
    "wild": N_("wild"),
    "removed": N_("taken out"),
    "daihinmin": N_("the last of the round before"),
    "daifugo": N_("the first of the round before"),
    "binding": N_("binding of suits"),
    "revolution": N_("revolution"),
    "runs": N_("runs"),
    "spade3": N_("♠3 beats a lone joker"),
    "skip5": N_("5 skips players"),
    "give7": N_("7 gives cards away"),
    "cut8": N_("8 clears the field"),
    "jback": N_("jack turns the order"),
    "change13": N_("king changes cards"),
    "turn": N_("anything in the turn"),
    "play_only": N_("the play alone"),
    "any_give": N_("a play or any gift"),
    "no_overlap": N_("it begins above the other's end"),
    "optional": N_("if the player wants"),
    "mandatory": N_("always"),
    "only_if_stuck": N_("only if no card can be led"),
    "free": N_("whenever the player wants"),
    "field_stays": N_("the field stays"),
    "field_cleared": N_("the field is cleared"),
    "xor": N_("the two cancel out"),
    "set": N_("low cards are strong"),
    "stays": N_("nothing more"),
    "toggles": N_("turns the order back"),
    "giver_chooses": N_("the giver's choice"),
    "fixed": N_("a fixed order"),
    "next_in_turn": N_("the next in turn"),
    "final_places": N_("the places of the last round"),
    "all_rounds": N_("the places of every round"),
    "must_play": N_("a card must be played"),
    "eliminate": N_("the player is out"),
    "end": N_("it ends the game"),
    "off": N_("no"),
    "rectangle": N_("rectangles"),
    "any_shape": N_("any shape"),
    "shared": N_("nobody: the place is shared"),
    "first_out": N_("who ran out of cards first"),
    "cards": N_("held cards"),
    "reshuffle": N_("they are shuffled"),
    "all_open": N_("all of them"),
    "highest_open": N_("the highest"),
    "hidden": N_("out of play, unseen"),
    "public": N_("to the common cards"),
    "split": N_("nothing: they share"),
    "ladder": N_("the next best cards"),
    "current_best": N_("the best so far"),
    "lead": N_("the first"),
    "payer": N_("what the dealer pays"),
    "either": N_("what the dealer pays and gets"),
    "always": N_("all"),
    "closer": N_("what the dealer gets for closing"),
    "single_pass": N_("they stay"),
    "until_equal": N_("they are made up"),
    "community": N_("common cards"),
    "own": N_("none"),
    "above_cavalry": N_("march is higher"),
    "below_cavalry": N_("cavalry is higher"),
    "one_each": N_("one of each"),
    "any_two_court": N_("any two"),
    "any": N_("any"),
    "stronger": N_("stronger ones"),
    "wins": N_("wins"),
    "loses": N_("loses"),
    "all": N_("all"),
    "auto": N_("as usual"),
    "usual": N_("as usual"),
    "allowed": N_("all that another pass may do"),
    "no_trash": N_("no card may be trashed"),
    "forbidden": N_("it is not allowed"),
    "literal": N_("yes"),
    "strict": N_("no"),
    "declared_only": N_("the named ones"),
    "always_keeps": N_("the top one too"),
    "any_zero": N_("either"),
    "both_zero": N_("only both together"),
    "declared_zero": N_("the named one"),
    "number_stays": N_("its number stays"),
    "pile_empty": N_("an empty pile"),
    "seat_passes": N_("when the seat passes"),
    "immediately": N_("at once"),
    "stays_on_top": N_("on top of the pile"),
    "excluded": N_("out of the game"),
    "number_graveyard": N_("to the number graveyard"),
    "each": N_("of every other player"),
    "one": N_("of one player"),
    "ring": N_("yes, in both directions"),
    "one_way": N_("yes, in one direction"),
    "fill": N_("with the next card"),
    "immediate": N_("at once"),
    "own_turn": N_("in the own turn"),
    "last_place": N_("yes"),
    "kind": N_("the kind"),
    "type": N_("kind and colour"),
    "draw": N_("nobody wins"),
    "tied": N_("all equal"),
    "score_desc": N_("by fame, the most first"),
    "score_asc": N_("by fame, the least first"),
    "chosen_only": N_("the chosen cards"),
    "winner": N_("the winner"),
    "points": N_("points"),
    "none": N_("no limit"),
    "by_players": N_("as usual"),
}
MEANT = {  # words that mean something else as a value of one house rule
    ("next_dealer", "winner"): N_("the winner"),
    ("reward_mode", "winner"): N_("the winner alone"),
    ("ship_alone", "court"): N_("the highest card"),
    ("ship_alone", "declared"): N_("what their player names"),
    ("run_compare", "rank"): N_("its cards rank higher"),
    ("reward_mode", "rank"): N_("places"),
    ("stock_empty", "pass"): N_("players pass"),
    ("dealer_multiplier", "none"): N_("none"),
    ("hand_pool", "shared"): N_("the revealed cards of all"),
    ("tunnel", "none"): N_("no"),
    ("no_follow_reveal", "all"): N_("all cards"),
}


def label(game: Game, option: str, word: str, *, is_seat: bool = False) -> str:
    """Returns an allowed value of a house rule in words.

    Args:
        game: The game.
        option: The house rule.
        word: The value, written as on the command line.
        is_seat: Whether a number is a seat; people count seats from 1.
    """
    if is_seat and word.isdecimal():
        return _("Seat {number}", number=int(word) + 1)
    if sorted(word) == sorted(SUITS):
        return " ".join(SUITS[letter] for letter in word)
    known = MEANT.get((option, word)) or WORDS.get(word)
    if known is not None:
        return _(known)
    return game.translate(word.replace("_", " "))
