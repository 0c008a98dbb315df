"""Tests of sessions of people: positions contain no secrets, and moves are built in steps."""

import copy
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from fudaba.envs import NOBODY, Game, IllegalActionError, Options, Tables, UserError, find_game
from fudaba.envs.core.contract.game import folded
from fudaba.envs.core.scene.about import About
from fudaba.envs.core.scene.scene import pieces
from fudaba.envs.core.words.reading import copied
from fudaba.envs.core.words.sentences import read_by
from fudaba.evaluation.balance.rounds import counts_of_match
from fudaba.testing.mixes import mixes
from fudaba.web import session as web_session
from fudaba.web.plays import ended_with
from fudaba.web.session import Event, Session, StaleError, applied
from fudaba.web.wire import LONGEST_NAME, Question, encoded

from ..seki.positions import position as seki_position
from ..spread import GAMES, every_game
from ..tables import only_move, redealt, without_rng
from .games import in_another_world, put, say, session_of_people

BUILT = [game for game in GAMES if any(kind.continued_by for kind in game.actions)]
SEKI, TAXOT, TYRANT = (find_game(name) for name in ("seki_v0", "taxot_v0", "tyrant_v0"))
MOST_STEPS, LONG_GAME = 20, 120
CLAUSE = re.compile(r"[A-Z]-\d")
ENOUGH = 4  # worlds compared for each game
NUM_REFUSALS = 12  # at most, for each session


def played(game: Game, seed: int, most_steps: int = MOST_STEPS) -> Iterator[Session]:
    """Yields a session with random house rules before each random move, and after the last."""
    chance = random.Random(seed)
    session = session_of_people(game, seed, **chance.choice(mixes(game)))
    for _ in range(most_steps):
        yield session
        if session.is_over:
            return
        session.take(chance.choice(game.legal_actions(session.seated.state)))
    yield session


def own_hand(game: Game, state: np.void, seat: int) -> set[About]:
    """Returns the cards that a player holds."""
    with read_by(seat):
        return {card.about for card in game.scene(state, seat).seats[seat].cards}


def check_result(session: Session, before: np.void, viewer: int) -> None:
    """Checks that a seat sees the table that ended: the last cards laid, and no hand opened.

    A card of another hand that is seen was seen before, or is there in every possible world.
    """
    action, mover = session.seated.actions[-1], int(before["to_move"])
    position, end = session.position(viewer), ended_with(session.game, before, action)
    with read_by(viewer):
        then, now = session.game.scene(before, viewer), position.scene
    seen = {card.about for seat in then.seats for card in seat.cards}
    ended = before if end is None else end
    world = redealt(session.game, ended, viewer, len(session.seated.actions))
    for number, (was, seat) in enumerate(zip(then.seats, now.seats, strict=True)):
        assert seat.num_cards <= was.num_cards + 1, "a card was drawn, but nothing is dealt yet"
        known = seen | own_hand(session.game, world, number)
        assert number == viewer or {card.about for card in seat.cards} <= known
    rounds = [[note.text for note in one.notes if " of 2" in note.text] for one in (then, now)]
    assert rounds[0][:1] == rounds[1][:1], "it is still the round that ended"
    hand = own_hand(session.game, before, mover)
    used = session.game.move(before, action).cards
    left = then.seats[mover].num_cards - sum(card in hand for card in used)
    assert now.seats[mover].num_cards <= left + 1
    assert not position.moves and not position.plays
    assert not any(seat.is_on_turn for seat in now.seats)
    with pytest.raises(UserError):
        session.build(viewer, position.at, [0])


@every_game
def test_a_result_is_seen_on_the_table_that_it_ended_and_nobody_moves(game: Game) -> None:
    length, _finished = counts_of_match(game)
    for seed in range(2):
        session = session_of_people(game, seed, **({length: 2} if length else {}))
        session.set_pace(1.0)
        chance, results = random.Random(seed), 0
        while not session.is_over and (not results or len(session.seated.actions) < LONG_GAME):
            before = copied(session.seated.state)
            session.take(chance.choice(game.legal_actions(before)))
            for viewer in session.held:
                check_result(session, before, viewer)
                results += 1
            session.go_on(session.held)
            assert session.is_over or session.position(session.seated.to_move).moves
        assert results or not length


@pytest.mark.parametrize("name", ["cyclic_v0", "mokkaik_v0"])
def test_all_cards_of_a_colour_that_is_named_once_are_laid(name: str) -> None:
    game, chance, once = find_game(name), random.Random(2), 0
    tables = Tables(game, game.options(), 1, 2)
    for _ in range(40):
        state, mover = copied(tables.states[0]), int(tables.to_move[0])
        listener = (mover + 1) % 4
        for action in game.legal_actions(state):
            with read_by(listener):
                laid = web_session._named(
                    game, Event(state, action, state, False, False, {}), listener
                )
                once += not all(
                    card.label in game.announced_to(state, action, listener) for card in laid
                )
            assert not laid or len(laid) == len(game.move(state, action).cards)
        tables.step(np.array([chance.choice(game.legal_actions(state))]))
    assert once


def sent(session: Session, viewer: int) -> bytes:
    """Returns all bytes that a seat's page can request, except advice of random searches."""
    parts = [session.encoded_position(viewer), *answers(session, viewer)]
    if session.seated.to_move == viewer:
        parts += [encoded(session.adviser(viewer, "greedy")()), *refusals(session, viewer)]
    return b"\n".join(parts)


def answers(session: Session, viewer: int) -> Iterator[bytes]:
    """Yields explanations of all pieces, of kinds of moves, and of moves in several ways."""
    kinds = [kind.name.replace("_", " ") for kind in session.game.actions[:4]]
    position = session.position(viewer)
    texts = [choice.text for choice in position.moves[:2]]
    words = [Question(question=text) for text in (*kinds, *["#1"] * bool(texts), *texts)]
    keys = [choice.move.about.key for choice in position.moves[:2]]
    keys += [piece.about.key for piece in pieces(position.scene)]
    held = {card.about.key for card in position.scene.seats[viewer].cards}
    pointed = [Question(about=key) for key in dict.fromkeys(keys)]
    pointed += [Question(about=key, is_held=True) for key in sorted(held)[::3]]
    for question in (*words, *pointed):
        try:
            yield encoded(session.explainer(viewer, question)())
        except UserError as error:
            yield str(error).encode()


def refusals(session: Session, mover: int) -> Iterator[bytes]:
    """Yields the reasons why some actions, spread over the action table, are illegal."""
    position = session.position(mover)
    legal = {choice.action for choice in position.moves}
    forbidden = [action for action in range(session.game.num_actions) if action not in legal]
    for action in forbidden[:: 1 + len(forbidden) // NUM_REFUSALS]:
        with pytest.raises(IllegalActionError) as error:
            session.build(mover, position.at, [action])
        yield str(error.value).encode()


@every_game
def test_a_card_says_why_it_can_t_be_played_unless_it_can(game: Game) -> None:
    said = set[bool]()
    for session in played(game, 12):
        mover = session.seated.to_move
        if mover == NOBODY:
            break
        position = session.position(mover)
        playable = {card for play in position.plays for card in play.cards}
        hand = sorted(position.scene.seats[mover].cards, key=lambda card: not card.is_dim)
        playable |= {card.about for card in hand if card.is_dim}  # these say what they are
        for about in [*dict.fromkeys(card.about for card in hand)][:3]:
            question = Question(about=about.key, is_held=True)
            lines = session.explainer(mover, question)().lines
            assert lines[0].startswith("Not now: ") == (about not in playable)
            assert not CLAUSE.search(lines[0])  # it is folded below
            said.add(about in playable)
    assert False in said


# Secrets


def looked_at(game: Game, chance: random.Random) -> Iterator[tuple[Session, int]]:
    """Yields sessions at random points of unfinished games, each with a seat."""
    for seed in range(20):
        for session in played(game, seed):
            if not session.is_over and chance.random() < 0.25:
                yield session, chance.randrange(session.options.num_players)


@every_game
def test_what_a_seat_is_sent_is_the_same_in_all_worlds_that_it_can_t_exclude(game: Game) -> None:
    chance, num_worlds = random.Random(1), 0
    for session, viewer in looked_at(game, chance):
        world = in_another_world(session, viewer, chance.getrandbits(60))
        assert sent(world, viewer) == sent(session, viewer)
        real, other = (game.words.snapshot(one.seated.state) for one in (session, world))
        num_worlds += real != other
        if num_worlds == ENOUGH:
            return
    raise AssertionError(f"only {num_worlds} worlds were other ones")


@every_game
def test_what_a_seat_is_sent_after_a_move_of_others_tells_no_more_than_its_view(game: Game) -> None:
    """If a seat's views in two worlds are equal before and after a move, so are its positions."""
    chance, compared = random.Random(2), 0
    for session, viewer in looked_at(game, chance):
        real, world = (
            copy.deepcopy(session),
            in_another_world(session, viewer, chance.getrandbits(60)),
        )
        movers = {one.seated.to_move for one in (real, world)}
        legal = [{*game.legal_actions(one.seated.state)} for one in (real, world)]
        if len(movers) == 2 or viewer in movers or not legal[0] & legal[1]:
            continue
        action = chance.choice(sorted(legal[0] & legal[1]))
        real.take(action)
        world.take(action)
        views = {game.view(one.seated.state, viewer).tobytes() for one in (real, world)}
        if len(views) == 1 and not real.is_over:
            assert world.encoded_position(viewer) == real.encoded_position(viewer)
            compared += 1
        if compared == ENOUGH:
            return
    raise AssertionError(f"only {compared} moves were compared")


@every_game
def test_nobody_else_is_sent_anything_of_a_move_that_is_being_built(game: Game) -> None:
    chance = random.Random(3)
    session = session_of_people(game, 5)
    for _ in range(MOST_STEPS):
        if session.is_over:
            break
        mover = session.seated.to_move
        others = [viewer for viewer in session.viewers if viewer != mover]
        before = [session.encoded_position(viewer) for viewer in others]
        position = session.position(mover)
        session.build(mover, position.at, [chance.choice(position.moves).action])
        if not session.is_over and session.position(mover).built:
            assert [session.encoded_position(viewer) for viewer in others] == before


@every_game
def test_only_who_moved_reads_that_nothing_else_was_possible(game: Game) -> None:
    session, chance = session_of_people(game, 6), random.Random(6)
    before, expected = None, list[bool]()  # the last action and its seat; what its seat reads
    for _ in range(LONG_GAME):
        if session.is_over:
            break
        mover, state = session.seated.to_move, session.seated.state
        legal = game.legal_actions(state)
        action = chance.choice(legal)
        kind, _ = game.decode(action)
        goes_on = before is not None and before[0] == mover and kind.name in before[1].continued_by
        expected.append(len(legal) == 1 and (not goes_on or expected[-1]))
        before = mover, kind
        num_told = {viewer: len(session.position(viewer).told) for viewer in session.viewers}
        with read_by(mover):
            only = only_move(game, state)
        session.take(action)
        for viewer in session.viewers:
            lines = session.position(viewer).told[num_told[viewer] :]
            is_said = any(only in line.text for line in lines)
            is_told = any(line.by == mover for line in lines)
            assert is_said == (expected[-1] and is_told and viewer == mover)


@pytest.mark.parametrize("name", ["cyclic_v0", "killer_sevens_v0", "niekhi_v0", "sevens_v0"])
def test_nobody_else_is_sent_that_a_move_was_the_only_one(name: str) -> None:
    """What the others are sent is the same where the player had a choice."""
    game, chance, compared = find_game(name), random.Random(5), 0
    for real, viewer in at_forced_moves(game, chance):
        (action,) = game.legal_actions(real.seated.state)
        mover = real.seated.to_move
        world = in_another_world(real, viewer, chance.getrandbits(60))
        others = game.legal_actions(world.seated.state)
        if world.seated.to_move != mover or action not in others or len(others) == 1:
            continue
        with read_by(mover):
            only = only_move(game, real.seated.state)
        for one in (real, world):
            one.take(action)
        views = {game.view(one.seated.state, viewer).tobytes() for one in (real, world)}
        if len(views) == 1 and not real.is_over:
            assert world.encoded_position(viewer) == real.encoded_position(viewer)
            assert only.encode() not in real.encoded_position(NOBODY)
            assert real.position(mover).told[-1].text.endswith(only)
            assert not world.position(mover).told[-1].text.endswith(only)
            compared += 1
        if compared == ENOUGH:
            return
    raise AssertionError(f"only {compared} moves were compared")


def at_forced_moves(game: Game, chance: random.Random) -> Iterator[tuple[Session, int]]:
    """Yields sessions whose player has a single action, each with another seat."""
    for seed in range(40):
        for session in played(game, seed, LONG_GAME):
            state, mover = session.seated.state, session.seated.to_move
            if not session.is_over and len(game.legal_actions(state)) == 1:
                seats = {*range(session.options.num_players)} - {mover}
                yield copy.deepcopy(session), chance.choice(sorted(seats))


def test_a_secret_refusal_sends_nothing_to_who_sees_nothing_of_it() -> None:
    """Taxot: a declined discard is secret, and so is the question (TAX-7.3)."""
    game, unseen = find_game("taxot_v0"), 0
    for seed in range(3):
        for session in played(game, seed):
            legal = game.legal_actions(session.seated.state) if not session.is_over else []
            for action in [action for action in legal if not session.is_heard(action)][:1]:
                twin = copy.deepcopy(session)
                twin.take(action)
                for seat in range(session.options.num_players):
                    views = {game.view(one.seated.state, seat).tobytes() for one in (session, twin)}
                    if len(views) == 1 and not twin.is_over:
                        assert twin.encoded_position(seat) == session.encoded_position(seat)
                        unseen += 1
    assert unseen > 3


def test_who_is_not_to_move_is_answered_as_in_another_world(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Names of moves and legal moves may reveal what only the seat to move knows."""
    session, looked = session_of_people(find_game("sevens_v0"), 3), list[bytes]()
    answers_as_ever = web_session.answer

    def answer(game: Game, options: Options, state: np.void, *rest: Any, **more: Any) -> Any:
        looked.append(without_rng(state))
        return answers_as_ever(game, options, state, *rest, **more)

    monkeypatch.setattr(web_session, "answer", answer)
    for viewer in range(4):
        session.explainer(viewer, Question(question="pass"))()
    real, mover = without_rng(session.seated.state), session.seated.to_move
    assert [state == real for state in looked] == [viewer == mover for viewer in range(4)]


@every_game
def test_a_name_changes_the_names_alone_and_reveals_nothing(game: Game) -> None:
    session = next(played(game, 2))
    before = [session.position(viewer) for viewer in session.viewers]
    session.name_seat(0, " Ann ")
    for viewer, earlier in zip(session.viewers, before, strict=True):
        named = session.position(viewer)
        assert named.names[0] == "Ann"
        assert replace(named, names=[]) == replace(earlier, names=[])
        if viewer >= 0:
            world = in_another_world(session, viewer, 5)
            assert sent(world, viewer) == sent(session, viewer)
    session.name_seat(0, "")
    assert [session.position(viewer) for viewer in session.viewers] == before


@pytest.mark.parametrize("name", ["x" * (LONGEST_NAME + 1), "a\nb", "a\u202eb", "\x00"])
def test_a_name_that_is_too_long_or_invisible_is_refused(name: str) -> None:
    session = session_of_people(TYRANT, 1)
    with pytest.raises(UserError, match="allowed: up to 24 letters, digits, signs and spaces"):
        session.name_seat(0, name)
    session.name_seat(0, "x" * LONGEST_NAME)
    for nobody in (NOBODY, session.options.num_players):
        with pytest.raises(UserError, match="only a person in a seat has a name"):
            session.name_seat(nobody, "Ann")


def test_trouble_of_an_agent_is_told_with_its_next_heard_move() -> None:
    session = session_of_people(find_game("sevens_v0"), 3)
    mover = session.seated.to_move
    before = [session.encoded_position(viewer) for viewer in session.viewers]
    session.report(mover, lambda: "it failed.")
    assert [session.encoded_position(viewer) for viewer in session.viewers] == before
    session.take(session.game.legal_actions(session.seated.state)[0])
    for viewer in session.viewers:
        trouble, move = session.position(viewer).told
        assert (trouble.by, trouble.text) == (None, "it failed.") and move.by == mover


# Moves of several steps


def trading() -> Session:
    """SEKI: the mover may trade, dig up and use other symbols."""
    session = session_of_people(SEKI, 1)
    put(session, seki_position(["3 9 TRADE", "1", "2", "4"]).state)
    return session


def test_a_trade_in_seki_is_built_and_taken_back_step_by_step() -> None:
    session = trading()
    mover = session.seated.to_move
    start = session.encoded_position(mover)
    say(session, "use TRADE")
    once = session.encoded_position(mover)
    assert session.position(mover).built == ["use TRADE"]
    assert session.position(mover).can_take_back
    say(session, "trade 3")
    assert session.position(mover).built == ["use TRADE", "trade 3"]
    session.take_back(mover, session.position(mover).at)
    assert session.encoded_position(mover) == once
    session.take_back(mover, session.position(mover).at)
    assert session.encoded_position(mover) == start
    assert session.seated.actions == []
    with pytest.raises(UserError, match="no step to take back"):
        session.take_back(mover, session.position(mover).at)


def test_a_trade_in_seki_is_carried_out_once_it_is_whole() -> None:
    session = trading()
    mover = session.seated.to_move
    say(session, "use TRADE", "trade 3")
    assert not session.position(mover + 1).told
    say(session, "choose player_2")
    assert len(session.seated.actions) == 3 and session.position(mover).built == []
    heard = [told.text for told in session.position(mover + 1).told]
    assert heard == ["uses TRADE", "trades with player_2"]
    said = [told.text for told in session.position(mover).told]
    assert said == ["use TRADE", "trade 3 with player_2"]
    with pytest.raises(UserError):
        session.take_back(mover, session.position(mover).at)


def test_a_hand_in_tyrant_is_kept_card_by_card_and_secret_until_it_is_whole() -> None:
    session, chance, longest = session_of_people(TYRANT, 4), random.Random(4), 0
    while longest < 2:
        mover = session.seated.to_move
        position = session.position(mover)
        session.build(mover, position.at, [chance.choice(position.moves).action])
        longest = max(longest, len(session.position(mover).built))
    mover = session.seated.to_move
    num_done = len(session.seated.actions)
    for left in range(longest - 1, -1, -1):
        session.take_back(mover, session.position(mover).at)
        assert len(session.position(mover).built) == left
    assert longest == 2 and len(session.seated.actions) == num_done


@every_game
def test_a_game_of_built_moves_is_the_game_of_its_actions(game: Game) -> None:
    """Steps are taken back on the way; the lines of every history are numbered in order."""
    session, chance = session_of_people(game, 7), random.Random(7)
    for _ in range(MOST_STEPS):
        if session.is_over:
            break
        mover = session.seated.to_move
        position = session.position(mover)
        session.build(mover, position.at, [chance.choice(position.moves).action])
        if not session.is_over and session.position(mover).can_take_back and chance.random() < 0.3:
            session.take_back(mover, session.position(mover).at)
    twin = session_of_people(game, 7)
    for action in session.seated.actions:
        twin.take(action)
    assert twin.seated.state.tobytes() == session.seated.state.tobytes()
    for viewer in session.viewers:
        told = session.position(viewer).told
        assert told == twin.position(viewer).told
        assert [one.number for one in told] == [*range(len(told))]


@pytest.mark.parametrize("game", BUILT, ids=lambda game: game.name)
def test_who_builds_a_move_is_sent_the_same_in_all_worlds_that_he_can_t_exclude(game: Game) -> None:
    """A step that is tried and taken back reveals nothing, nor does advice or a refusal."""
    chance, num_built = random.Random(4), 0
    for session, action in beginnings(game, chance):
        mover, at = session.seated.to_move, session.position(session.seated.to_move).at
        world = in_another_world(session, mover, chance.getrandbits(60))
        for one in (session, world):
            one.build(mover, at, [action])
        if session.position(mover).built:
            assert sent(world, mover) == sent(session, mover)
            num_built += 1
        if num_built == ENOUGH:
            return
    raise AssertionError(f"only {num_built} moves were built")


def beginnings(game: Game, chance: random.Random) -> Iterator[tuple[Session, int]]:
    """Yields sessions of unfinished games, each with an action that can be continued."""
    for seed in range(200):
        for session in played(game, seed):
            legal = [] if session.is_over else game.legal_actions(session.seated.state)
            steps = [action for action in legal if game.decode(action)[0].continued_by]
            if steps:
                yield copy.deepcopy(session), chance.choice(steps)


def test_a_call_in_taxot_is_not_taken_back() -> None:
    """The call reveals whether the other players, asked in secret, want the discard (TAX-4.4)."""
    session = session_of_people(TAXOT, 2337446730, num_players=4)
    for action in (388, 325, 384, 387, 375):
        session.take(action)
    mover = session.seated.to_move
    session.build(mover, session.position(mover).at, [318])
    assert session.seated.to_move == mover and session.seated.actions[-1] == 318
    assert session.position(mover).built == [] and not session.position(mover).can_take_back
    with pytest.raises(UserError, match="there is no step to take back"):
        session.take_back(mover, session.position(mover).at)


def test_a_step_that_shows_its_player_something_is_not_taken_back() -> None:
    """SEKI: a player who passes may be asked again, but has seen the drawn card (SEKI-4.5)."""
    seen = 0
    for session in played(SEKI, 2):
        mover, before = session.seated.to_move, session.seated.state
        for action in SEKI.legal_actions(before) if not session.is_over else []:
            after = applied(SEKI, before, action)
            views = [SEKI.view(state, mover) for state in (before, after)]
            if after["to_move"] == mover and SEKI.words.news(*views, mover):
                twin = copy.deepcopy(session)
                twin.build(mover, twin.position(mover).at, [action])
                assert twin.position(mover).built == []
                assert len(twin.seated.actions) > len(session.seated.actions)
                seen += after["rng"] == before["rng"]
    assert seen > 0


# Refused moves


def test_a_move_that_was_chosen_in_another_position_is_refused() -> None:
    session = trading()
    mover, at = session.seated.to_move, session.position(session.seated.to_move).at
    action = session.position(mover).moves[0].action
    session.set_pace(2.5)
    assert session.position(mover).at == at, "the pace changes no position"
    say(session, "use TRADE")
    for act in (lambda: session.build(mover, at, [action]), lambda: session.take_back(mover, at)):
        with pytest.raises(StaleError, match="has changed since you looked"):
            act()


def test_only_the_seat_to_move_moves_and_only_as_the_rules_allow() -> None:
    session = session_of_people(find_game("sevens_v0"), 3)
    mover = session.seated.to_move
    other = (mover + 1) % 4
    legal = [choice.action for choice in session.position(mover).moves]
    with pytest.raises(UserError, match="it is not your turn"):
        session.build(other, session.position(other).at, [legal[0]])
    with pytest.raises(UserError, match="it is not your turn"):
        session.adviser(other, "greedy")()
    forbidden = next(action for action in range(session.game.num_actions) if action not in legal)
    with pytest.raises(IllegalActionError, match=r"is not allowed: .*SEV-"):
        session.build(mover, session.position(mover).at, [forbidden])
    with pytest.raises(UserError, match="has no action 9999"):
        session.build(mover, session.position(mover).at, [9999])
    with pytest.raises(UserError, match="gives no advice; allowed: greedy"):
        session.adviser(mover, "policy:elsewhere")()


def test_advice_of_a_search_uses_all_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of_people(find_game("sevens_v0"), 3)
    monkeypatch.setattr("fudaba.web.session.num_cores", lambda: 0)
    with pytest.raises(UserError, match=r"^num_threads can't be 0"):
        session.adviser(session.seated.to_move, "montecarlo:budget=64")()


@every_game
def test_cards_that_stand_for_a_move_name_one_that_there_is(game: Game) -> None:
    """Actions of cards and places on the page are legal moves of the list."""
    for session in played(game, 8):
        if not session.is_over:
            position = session.position(session.seated.to_move)
            meant = {(folded(choice.text), choice.move.about) for choice in position.moves}
            assert meant and len(meant) == len({name for name, _ in meant})


@every_game
def test_the_end_tells_everybody_how_everybody_came_out(game: Game) -> None:
    session, chance = session_of_people(game, 2), random.Random(2)
    while not session.is_over:
        assert session.position(0).result == []
        session.take(chance.choice(game.legal_actions(session.seated.state)))
    results = [session.position(viewer).result for viewer in session.viewers]
    assert all(first == second for first, second in pairwise(results))
    assert sorted(result.seat for result in results[0]) == [*range(session.options.num_players)]
    assert results[0][0].place in ("1st", "shared 1st")
