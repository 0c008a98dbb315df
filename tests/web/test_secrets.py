"""Attacks that search for the deal of a table from the view of one seat."""

import secrets
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fudaba.envs import find_game
from fudaba.envs.core.kit.rng import stream_start
from fudaba.envs.core.stepping.batch import Batch
from fudaba.testing.positions import fields_of
from fudaba.web import manager
from fudaba.web.session import Session
from fudaba.web.store import TableStore
from fudaba.web.wire import NewTable

SEVENS = find_game("sevens_v0")
WORD = 2**64
FEW_BITS = 16
SEAT = 2


def opened() -> tuple[int, Session]:
    """Opens a table without a seed; returns the seed that it got and its session."""
    saved, session = manager.new_session(NewTable(game="sevens_v0", seats=["random", "person"] * 2))
    return saved.seed, session


def search(session: Session, seeds: list[int]) -> list[int]:
    """Runs the attack: returns the seeds whose deals look to `SEAT` like the session's."""
    batch = Batch(SEVENS, session.options, len(seeds))
    batch.states["rng_key"] = [divmod(seed // WORD, WORD) for seed in seeds]
    starts = [stream_start(np.uint64(seed % WORD), np.uint64(0)) for seed in seeds]
    numbers = np.arange(len(seeds))
    batch.deal(numbers, np.array(starts, np.uint64))
    views = batch.observe(numbers, np.full(len(seeds), SEAT))
    seen = SEVENS.flat(np.array([SEVENS.view(session.seated.state, SEAT)]))
    return [seeds[number] for number in np.flatnonzero((views == seen).all(axis=1))]


def test_a_short_seed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manager, "SEED_BITS", FEW_BITS)
    seed, session = opened()
    assert search(session, [*range(2**FEW_BITS)]) == [seed]


@pytest.mark.parametrize("unknown", [0, 64, 192 - FEW_BITS], ids=["start", "key", "end of the key"])
def test_a_real_seed_is_found_by_who_knows_all_of_it_but_a_few_bits(unknown: int) -> None:
    """The attack can find deals with a key; it fails only because too many bits are unknown."""
    seed, session = opened()
    known = seed & ~((2**FEW_BITS - 1) << unknown)
    assert search(session, [known | bits << unknown for bits in range(2**FEW_BITS)]) == [seed]


def test_a_real_seed_is_not_found() -> None:
    """Even with a known start of the stream: without the key, or with guessed keys."""
    seed, session = opened()
    start, keys = seed % WORD, [0, *range(1, 2**10), *(secrets.randbits(128) for _ in range(2**10))]
    assert search(session, [*range(2**FEW_BITS)]) == []
    assert search(session, [key * WORD + start for key in keys]) == []


def test_every_table_has_a_key_of_its_own() -> None:
    seeds = [opened()[0] for _ in range(20)]
    keys = {seed // WORD for seed in seeds}
    assert len(keys) == len({seed % WORD for seed in seeds}) == 20
    ones = np.array([[key >> bit & 1 for bit in range(128)] for key in keys])
    assert ones.any(axis=0).sum() > 120 and not ones.all(axis=0).sum() > 8


def test_agents_of_a_table_with_a_key_do_not_draw_from_the_deal() -> None:
    """Their moves are visible. With a given seed the moves follow from it."""
    seed, _ = opened()
    moves = []
    for start in (seed, seed, seed % WORD, seed % WORD):
        saved, _ = manager.new_session(NewTable(game="sevens_v0", seats=["random"] * 4, seed=0))
        again = manager._dealt(SEVENS, replace(saved, seed=start))
        while not again.is_over:
            again.take(again.seated.agent_action())
        moves.append(again.seated.actions)
    assert moves[0] != moves[1] and moves[2] == moves[3]


def test_a_table_goes_on_with_its_key_and_is_replayed_with_it(tmp_path: Path) -> None:
    saved, session = manager.new_session(NewTable(game="sevens_v0", seats=["random"] * 3))
    with TableStore(tmp_path / "tables.sqlite") as store:
        number = store.add(saved)
    with TableStore(tmp_path / "tables.sqlite") as store:
        again = manager.restored_session(store.load(number))
    assert again.seated.state.tobytes() == session.seated.state.tobytes()
    while not again.is_over:
        again.take(again.seated.agent_action())
    record = again.seated.record()
    assert record.rng_key == divmod(saved.seed // WORD, WORD)
    *_, (end, _) = type(record).from_json(record.to_json()).positions(SEVENS)
    assert end["rng"] == again.seated.state["rng"]


def test_worlds_tell_nothing_of_the_key() -> None:
    """Answers to a seat that is not to move come from a world without a key."""
    _, session = opened()
    state = session.seated.state
    without = np.array([state])[0]
    without["rng_key"] = 0
    assert state["rng_key"].any()
    for world, twin in ((np.array([one])[0] for one in (state, without)),):
        for one in (world, twin):
            SEVENS.kernels.redeal(one, SEAT)
        assert fields_of(world) == fields_of(twin) and not world["rng_key"].any()
