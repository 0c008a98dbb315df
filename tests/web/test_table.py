"""A table of people: what a seat is sent holds nothing that it may not know; moves are built."""

import copy
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from fudaba.envs import Game, IllegalActionError, UserError, find_game, game_names
from fudaba.envs.core.contract.game import folded
from fudaba.envs.core.contract.options import Options
from fudaba.web import table as web_table
from fudaba.web.table import StaleError, Table, applied
from fudaba.web.wire import encoded

from ..option_mixes import mixes
from ..seki.positions import position as seki_position
from ..tables import without_rng
from .games import in_another_world, put, say, table_of_people

GAMES = [find_game(name) for name in game_names()]
BUILT = [game for game in GAMES if any(kind.continued_by for kind in game.actions)]
every_game = pytest.mark.parametrize("game", GAMES, ids=game_names())
SEKI, TAXOT, TYRANT = (find_game(name) for name in ("seki_v0", "taxot_v0", "tyrant_v0"))
MOST_STEPS = 20
ENOUGH = 4  # worlds in which a table of each game is looked at
NUM_REFUSALS = 12  # at most, of each table


def played(game: Game, seed: int) -> Iterator[Table]:
    """A table of random house rules before each of some random moves, and after the last one."""
    chance = random.Random(seed)
    table = table_of_people(game, seed, **chance.choice(mixes(game)))
    for _ in range(MOST_STEPS):
        yield table
        if table.is_over:
            return
        table.take(chance.choice(game.legal_actions(table.seated.state)))
    yield table


def sent(table: Table, viewer: int) -> bytes:
    """All the bytes that the page of a seat can ask for, but for the luck of a searching agent."""
    parts = [table.encoded_position(viewer), *answers(table, viewer)]
    if table.seated.to_move == viewer:
        parts += [encoded(table.advice(viewer, "greedy")), *refusals(table, viewer)]
    return b"\n".join(parts)


def answers(table: Table, viewer: int) -> Iterator[bytes]:
    """What is explained: kinds of moves, and the moves by their numbers and names."""
    kinds = [kind.name.replace("_", " ") for kind in table.game.actions[:4]]
    texts = [choice.text for choice in table.position(viewer).moves[:2]]
    for question in (*kinds, *["#1"] * bool(texts), *texts):
        try:
            yield encoded(table.explain(viewer, question))
        except UserError as error:
            yield str(error).encode()


def refusals(table: Table, mover: int) -> Iterator[bytes]:
    """Why some actions that are spread over the table of actions are not allowed."""
    position = table.position(mover)
    legal = {choice.action for choice in position.moves}
    forbidden = [action for action in range(table.game.num_actions) if action not in legal]
    for action in forbidden[:: 1 + len(forbidden) // NUM_REFUSALS]:
        with pytest.raises(IllegalActionError) as error:
            table.build(mover, position.at, action)
        yield str(error.value).encode()


# Secrets


def looked_at(game: Game, chance: random.Random) -> Iterator[tuple[Table, int]]:
    """Tables that are not over, here and there in some games, and a seat of each."""
    for seed in range(20):
        for table in played(game, seed):
            if not table.is_over and chance.random() < 0.25:
                yield table, chance.randrange(table.options.num_players)


@every_game
def test_what_a_seat_is_sent_is_the_same_in_all_worlds_that_it_can_t_exclude(game: Game) -> None:
    chance, num_worlds = random.Random(1), 0
    for table, viewer in looked_at(game, chance):
        world = in_another_world(table, viewer, chance.getrandbits(60))
        assert sent(world, viewer) == sent(table, viewer)
        real, other = (game.words.snapshot(one.seated.state) for one in (table, world))
        num_worlds += real != other
        if num_worlds == ENOUGH:
            return
    raise AssertionError(f"only {num_worlds} worlds were other ones")


@every_game
def test_what_a_seat_is_sent_after_a_move_of_others_tells_no_more_than_its_view(game: Game) -> None:
    """Where two worlds look alike to a seat before and after a move, it is sent the same."""
    chance, compared = random.Random(2), 0
    for table, viewer in looked_at(game, chance):
        real, world = copy.deepcopy(table), in_another_world(table, viewer, chance.getrandbits(60))
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
    table = table_of_people(game, 5)
    for _ in range(MOST_STEPS):
        if table.is_over:
            break
        mover = table.seated.to_move
        others = [viewer for viewer in table.viewers if viewer != mover]
        before = [table.encoded_position(viewer) for viewer in others]
        position = table.position(mover)
        table.build(mover, position.at, chance.choice(position.moves).action)
        if not table.is_over and table.position(mover).built:
            assert [table.encoded_position(viewer) for viewer in others] == before


def test_a_secret_refusal_sends_nothing_to_who_sees_nothing_of_it() -> None:
    """Taxot: who declines a discard, and that anybody was asked, is secret (TAX-7.3)."""
    game, unseen = find_game("taxot_v0"), 0
    for seed in range(3):
        for table in played(game, seed):
            legal = game.legal_actions(table.seated.state) if not table.is_over else []
            for action in [action for action in legal if not table.is_heard(action)][:1]:
                twin = copy.deepcopy(table)
                twin.take(action)
                for seat in range(table.options.num_players):
                    views = {game.view(one.seated.state, seat).tobytes() for one in (table, twin)}
                    if len(views) == 1 and not twin.is_over:
                        assert twin.encoded_position(seat) == table.encoded_position(seat)
                        unseen += 1
    assert unseen > 3


def test_who_is_not_to_move_is_answered_as_in_another_world(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a move is called, and which are legal, may tell what only the seat to move knows."""
    table, looked = table_of_people(find_game("sevens_v0"), 3), list[bytes]()
    answers_as_ever = web_table.answer

    def answer(game: Game, options: Options, state: np.void, *rest: Any) -> Any:
        looked.append(without_rng(state))
        return answers_as_ever(game, options, state, *rest)

    monkeypatch.setattr(web_table, "answer", answer)
    for viewer in range(4):
        table.explain(viewer, "pass")
    real, mover = without_rng(table.seated.state), table.seated.to_move
    assert [state == real for state in looked] == [viewer == mover for viewer in range(4)]


def test_others_learn_of_an_agent_s_trouble_with_the_move_that_they_are_told() -> None:
    table = table_of_people(find_game("sevens_v0"), 3)
    mover = table.seated.to_move
    before = [table.encoded_position(viewer) for viewer in table.viewers]
    table.report(mover, "it failed.")
    assert [table.encoded_position(viewer) for viewer in table.viewers] == before
    table.take(table.game.legal_actions(table.seated.state)[0])
    for viewer in table.viewers:
        trouble, move = table.position(viewer).told
        assert (trouble.by, trouble.text) == (None, "it failed.") and move.by == mover


# Moves of several steps


def trading() -> Table:
    """SEKI: the mover may trade, dig up and use other symbols."""
    table = table_of_people(SEKI, 1)
    put(table, seki_position(["3 9 TRADE", "1", "2", "4"]).state)
    return table


def test_a_trade_in_seki_is_built_and_taken_back_step_by_step() -> None:
    table = trading()
    mover = table.seated.to_move
    start = table.encoded_position(mover)
    say(table, "use TRADE a")
    once = table.encoded_position(mover)
    assert table.position(mover).built == ["use TRADE a"]
    assert table.position(mover).can_take_back
    say(table, "trade 3a")
    assert table.position(mover).built == ["use TRADE a", "trade 3a"]
    table.take_back(mover, table.position(mover).at)
    assert table.encoded_position(mover) == once
    table.take_back(mover, table.position(mover).at)
    assert table.encoded_position(mover) == start
    assert table.seated.actions == []
    with pytest.raises(UserError, match="no step to take back"):
        table.take_back(mover, table.position(mover).at)


def test_a_trade_in_seki_is_carried_out_once_it_is_whole() -> None:
    table = trading()
    mover = table.seated.to_move
    say(table, "use TRADE a", "trade 3a")
    assert not table.position(mover + 1).told
    say(table, "choose player_2")
    assert len(table.seated.actions) == 3 and table.position(mover).built == []
    heard = [told.text for told in table.position(mover + 1).told]
    assert heard == ["use TRADE a", "trade a card", "choose player_2"]
    with pytest.raises(UserError):
        table.take_back(mover, table.position(mover).at)


def test_a_hand_in_tyrant_is_kept_card_by_card_and_secret_until_it_is_whole() -> None:
    table, chance, longest = table_of_people(TYRANT, 4), random.Random(4), 0
    while longest < 2:
        mover = table.seated.to_move
        position = table.position(mover)
        table.build(mover, position.at, chance.choice(position.moves).action)
        longest = max(longest, len(table.position(mover).built))
    mover = table.seated.to_move
    num_done = len(table.seated.actions)
    for left in range(longest - 1, -1, -1):
        table.take_back(mover, table.position(mover).at)
        assert len(table.position(mover).built) == left
    assert longest == 2 and len(table.seated.actions) == num_done


@every_game
def test_a_game_of_built_moves_is_the_game_of_its_actions(game: Game) -> None:
    """With steps taken back on the way; what everybody was told is numbered in its order."""
    table, chance = table_of_people(game, 7), random.Random(7)
    for _ in range(MOST_STEPS):
        if table.is_over:
            break
        mover = table.seated.to_move
        position = table.position(mover)
        table.build(mover, position.at, chance.choice(position.moves).action)
        if not table.is_over and table.position(mover).can_take_back and chance.random() < 0.3:
            table.take_back(mover, table.position(mover).at)
    twin = table_of_people(game, 7)
    for action in table.seated.actions:
        twin.take(action)
    assert twin.seated.state.tobytes() == table.seated.state.tobytes()
    for viewer in table.viewers:
        told = table.position(viewer).told
        assert told == twin.position(viewer).told
        assert [one.number for one in told] == [*range(len(told))]


@pytest.mark.parametrize("game", BUILT, ids=lambda game: game.name)
def test_who_builds_a_move_is_sent_the_same_in_all_worlds_that_he_can_t_exclude(game: Game) -> None:
    """So trying a step and taking it back teaches nothing, not by an advice or a refusal either."""
    chance, num_built = random.Random(4), 0
    for table, action in beginnings(game, chance):
        mover, at = table.seated.to_move, table.position(table.seated.to_move).at
        world = in_another_world(table, mover, chance.getrandbits(60))
        for one in (table, world):
            one.build(mover, at, action)
        if table.position(mover).built:
            assert sent(world, mover) == sent(table, mover)
            num_built += 1
        if num_built == ENOUGH:
            return
    raise AssertionError(f"only {num_built} moves were built")


def beginnings(game: Game, chance: random.Random) -> Iterator[tuple[Table, int]]:
    """Tables that are not over, and an action of each that a move may go on after."""
    for seed in range(200):
        for table in played(game, seed):
            legal = [] if table.is_over else game.legal_actions(table.seated.state)
            steps = [action for action in legal if game.decode(action)[0].continued_by]
            if steps:
                yield copy.deepcopy(table), chance.choice(steps)


def test_a_call_in_taxot_is_not_taken_back() -> None:
    """Whether others, who answered in secret, leave the discard to who calls it (TAX-4.4)."""
    table = table_of_people(TAXOT, 2337446730, num_players=4)
    for action in (388, 325, 384, 387, 375):
        table.take(action)
    mover = table.seated.to_move
    table.build(mover, table.position(mover).at, 318)
    assert table.seated.to_move == mover and table.seated.actions[-1] == 318
    assert table.position(mover).built == [] and not table.position(mover).can_take_back
    with pytest.raises(UserError, match="there is no step to take back"):
        table.take_back(mover, table.position(mover).at)


def test_a_step_that_shows_its_player_something_is_not_taken_back() -> None:
    """SEKI: who passes may be asked again, but has seen the card that he drew (SEKI-4.5)."""
    seen = 0
    for table in played(SEKI, 2):
        mover, before = table.seated.to_move, table.seated.state
        for action in SEKI.legal_actions(before) if not table.is_over else []:
            after = applied(SEKI, before, action)
            views = [SEKI.view(state, mover) for state in (before, after)]
            if after["to_move"] == mover and SEKI.words.news(*views, mover):
                twin = copy.deepcopy(table)
                twin.build(mover, twin.position(mover).at, action)
                assert twin.position(mover).built == []
                assert len(twin.seated.actions) > len(table.seated.actions)
                seen += after["rng"] == before["rng"]
    assert seen > 0


# What is refused


def test_a_move_that_was_chosen_in_another_position_is_refused() -> None:
    table = trading()
    mover, at = table.seated.to_move, table.position(table.seated.to_move).at
    action = table.position(mover).moves[0].action
    say(table, "use TRADE a")
    for act in (lambda: table.build(mover, at, action), lambda: table.take_back(mover, at)):
        with pytest.raises(StaleError, match="has changed since you looked"):
            act()


def test_only_the_seat_to_move_moves_and_only_as_the_rules_allow() -> None:
    table = table_of_people(find_game("sevens_v0"), 3)
    mover = table.seated.to_move
    other = (mover + 1) % 4
    legal = [choice.action for choice in table.position(mover).moves]
    with pytest.raises(UserError, match="it is not your turn"):
        table.build(other, table.position(other).at, legal[0])
    with pytest.raises(UserError, match="it is not your turn"):
        table.advice(other, "greedy")
    forbidden = next(action for action in range(table.game.num_actions) if action not in legal)
    with pytest.raises(IllegalActionError, match=r"is not allowed: .*SEV-"):
        table.build(mover, table.position(mover).at, forbidden)
    with pytest.raises(UserError, match="has no action 9999"):
        table.build(mover, table.position(mover).at, 9999)
    with pytest.raises(UserError, match="gives no advice; allowed: greedy"):
        table.advice(mover, "policy:elsewhere")


@every_game
def test_cards_that_stand_for_a_move_name_one_that_there_is(game: Game) -> None:
    """What the page marks: every move is in the list, some are cards or places too."""
    for table in played(game, 8):
        if not table.is_over:
            position = table.position(table.seated.to_move)
            names = [folded(choice.text) for choice in position.moves]
            assert names and len(names) == len(set(names))


@every_game
def test_the_end_tells_everybody_how_everybody_came_out(game: Game) -> None:
    table, chance = table_of_people(game, 2), random.Random(2)
    while not table.is_over:
        assert table.position(0).result == []
        table.take(chance.choice(game.legal_actions(table.seated.state)))
    results = [table.position(viewer).result for viewer in table.viewers]
    assert all(first == second for first, second in pairwise(results))
    assert sorted(result.seat for result in results[0]) == [*range(table.options.num_players)]
    assert results[0][0].place in ("1st", "shared 1st")
