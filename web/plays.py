"""The plays of a position: moves with all their steps, and the pieces that a person touches."""

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from fudaba.common.languages import translator
from fudaba.envs import NOBODY, ActionKind, Game
from fudaba.envs.core.scene.about import About
from fudaba.envs.core.scene.scene import Move
from fudaba.envs.core.words.reading import copied
from fudaba.evaluation.balance.rounds import counts_of_match

_, _n = translator("web")

QUIET = frozenset(
    {
        "pass",
        "pass and draw",
        "fold",
        "drop",
        "draw",
        "no chips",
        "nothing",
        "done",
        "stop",
    }
)  # kinds of actions by which a player does without something
MOST_PLAYS = 500  # of a position; further steps are asked one after the other


@dataclass(frozen=True)
class Play:
    """A move, or the beginning of one that its player may leave at that.

    Attributes:
        actions: The ids of its steps.
        text: Its words, as its player reads them in the history.
        cards: The cards of the own hand that it uses.
        targets: The other pieces of the table that it uses.
        zones: Where the targets lie; empty if that can be anywhere on the table.
        seats: The other players whom it concerns.
        is_quiet: Whether it does without something, as a pass does; such plays come last.
        first: The cards with which it begins: those of the steps with the topic of the first one
            that has any.
        opening: That topic.
    """

    actions: tuple[int, ...]
    text: str
    cards: tuple[About, ...] = ()
    targets: tuple[About, ...] = ()
    zones: tuple[About, ...] = ()
    seats: tuple[int, ...] = ()
    is_quiet: bool = False
    first: tuple[About, ...] = ()
    opening: str = ""


# Words before or behind which a move has its verb: `throw 3`, `3を捨てる`.
ONE_VERB = re.compile(r"(?P<first>(?:[a-z]+ )?)(?P<what>[^\u3041-\u3093]+)(?P<last>.*)")
NOTHING = Play((), "")


def plays_of(game: Game, state: np.void) -> list[Play]:
    """Returns the plays of the seat to move, those of one step first, and quiet ones last.

    A step is followed by further ones as long as no step is final (`is_final`), and as the words of
    a later step contain its own, or another step of its kind may follow; if only such a step can
    follow, the play is none without it. Later steps are those that the game offers (`Move`). Orders
    of steps with the same words count once; hidden cards have no part in that.
    """
    found, seen = list[Play](), set[tuple[object, ...]]()
    waiting = deque[tuple[Play, tuple[str, ...], np.void]]([(NOTHING, (), state)])
    while waiting:
        play, said, before = waiting.popleft()
        for action in game.legal_actions(before):
            move = game.move(before, action)
            if play.actions and not move.is_offered:
                continue
            after, words = applied(game, before, action), _words(game, before, action)
            longer = _with_step(move, play, action, (*said, *words))
            one = (*sorted(longer.actions), *sorted((*said, *words)))
            if one in seen:
                continue
            seen.add(one)
            is_room = len(found) + len(waiting) < MOST_PLAYS
            goes_on = is_room and _goes_on(game, before, action, after)
            if goes_on:
                waiting.append((longer, (*said, *words), after))
            if not goes_on or (words and not _must_repeat(game, after, action)):
                found.append(longer if words else _begun(game, before, longer))
    return sorted((_marked(game, play) for play in found), key=lambda play: play.is_quiet)


def is_quiet(game: Game, action: int) -> bool:
    """Returns whether an action does without something, as a pass does."""
    return game.decode(action)[0].name in QUIET


def play_by(game: Game, state: np.void, choose: Callable[[np.void], int]) -> Play:
    """Returns the play of a player who chooses each of its steps by `choose(state) -> action`."""
    play, said, goes_on = NOTHING, tuple[str, ...](), True
    while goes_on:
        before, action = state, choose(state)
        state = applied(game, before, action)
        said = (*said, *_words(game, before, action))
        play = _with_step(game.move(before, action), play, action, said)
        goes_on = _goes_on(game, before, action, state)
    return _marked(game, play if said else _begun(game, before, play))


def _marked(game: Game, play: Play) -> Play:
    """Returns a play that says whether it is quiet."""
    return replace(play, is_quiet=is_quiet(game, play.actions[0]))


def _goes_on(game: Game, before: np.void, action: int, after: np.void) -> bool:
    """Returns whether a play has further steps after one: as `plays_of` says."""
    if is_final(game, before, action, after):
        return False
    return not _words(game, before, action) or _repeats(game, after, action)


def _words(game: Game, before: np.void, action: int) -> tuple[str, ...]:
    """Returns the words of a player's own step; none if a later step repeats them."""
    told = game.announced_to(before, action, int(before["to_move"]))
    return (told,) if told else ()


def _with_step(move: Move, play: Play, action: int, said: tuple[str, ...]) -> Play:
    """Returns a play with one more step."""
    topic = move.about.topic.name
    opening = play.opening or topic * bool(move.cards)
    return Play(
        (*play.actions, action),
        together(said),
        (*play.cards, *move.cards),
        (*play.targets, *move.targets),
        (*play.zones, *(move.zones if move.targets else ())),
        (*play.seats, *move.seats),
        first=(*play.first, *(move.cards if topic == opening else ())),
        opening=opening,
    )


def together(said: Sequence[str]) -> str:
    """Returns the words of steps, with a verb that all of them have only once: `throw 3, 5`.

    The verb is the first word, or in Japanese all from the first kana on.
    """
    found = [match for text in said if (match := ONE_VERB.fullmatch(text))]
    verbs = {(match["first"], match["last"]) for match in found}
    if len(said) < 2 or len(found) < len(said) or len(verbs) > 1:
        return _(", ").join(said)
    return f"{found[0]['first']}{_(', ').join(match['what'] for match in found)}{found[0]['last']}"


def _begun(game: Game, before: np.void, play: Play) -> Play:
    """Returns a play whose words are told with a later step, with the name of its last step."""
    return replace(play, text=game.words.describe(before, play.actions[-1]))


def _repeats(game: Game, after: np.void, action: int) -> bool:
    """Returns whether a further step of an action's kind can follow it."""
    return game.decode(action)[0] in _kinds(game, after)


def _must_repeat(game: Game, after: np.void, action: int) -> bool:
    """Returns whether only steps of an action's kind can follow it."""
    return {*_kinds(game, after)} == {game.decode(action)[0]}


def _kinds(game: Game, state: np.void) -> Iterator[ActionKind]:
    return (game.decode(action)[0] for action in game.legal_actions(state))


def is_final(game: Game, before: np.void, action: int, after: np.void) -> bool:
    """Returns whether a step can't be taken back, by the rules and never by hidden cards."""
    if after["to_move"] != before["to_move"] or after["rng"] != before["rng"]:
        return True
    return not {kind.name for kind in _kinds(game, after)} <= {*game.decode(action)[0].continued_by}


def ended_with(game: Game, state: np.void, action: int) -> np.void | None:
    """Returns the end of a match whose last round an action ends; None if the round goes on."""
    length, finished = counts_of_match(game)
    if not length:
        return None
    last = copied(state)
    last[length] = state[finished] + 1
    over = applied(game, last, action)
    for count in (length, finished):  # words say which of how many rounds it was
        over[count] = state[count]
    return over if over["to_move"] == NOBODY else None


def applied(game: Game, state: np.void, action: int) -> np.void:
    """Returns a copy of a state after an action."""
    after = copied(state)
    game.kernels.apply(after, action)
    return after
