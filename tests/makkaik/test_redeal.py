"""What `redeal` deals in Makkaik, by example (MKK-7.3, 9.13)."""

from collections import Counter

import pytest

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.makkaik import GAME

from ..tables import redealt
from .positions import Table, counts, position
from .worlds import hidden_in


@pytest.mark.parametrize(("kind", "incoming", "cards"), [
    ("swap", "b3", {"b3": 1 / 3, "r8": 2 / 3}),
    ("draw", "b4", None),
])  # fmt: skip
def test_MKK_9_13_the_card_coming_in_is_secret(
    kind: str, incoming: str, cards: dict[str, float] | None
) -> None:
    table = position(["b1 b2 r7", "r0 r1 r2"], "b3 r8 r8", stock="b4 r4")
    table.say(kind, f"take {incoming}")
    worlds = [redealt(GAME, table.state, 1, start) for start in range(600)]
    seen = Counter(int(world["incoming"]) for world in worlds)
    if cards:
        assert {Table.game.words.snapshot(world)["incoming"] for world in worlds} == cards.keys()
        assert seen[spread_out(counts("b3"))[0]] / 600 == pytest.approx(cards["b3"], abs=0.06)
    else:
        assert len(seen) > 15 and all(world["incoming"] in hidden_in(world)[-2] for world in worlds)
    own = [redealt(GAME, table.state, 0, start) for start in range(50)]
    assert {int(world["incoming"]) for world in own} == {int(table.state["incoming"])}
    assert {hidden_in(world)[-2] for world in own} == {hidden_in(table.state)[-2]}


def test_MKK_6_1_MKK_7_3_after_the_last_showdown_the_shown_hands_are_known() -> None:
    table = position(["b1 b2 r7", "r0 r1 r2", "b5 r5 r6"], "b3 r8 b8", bet_rounds=1)
    for outgoing in ("b1", "r0", "r6"):
        incoming = table.stock.split()[0]
        table.trade(outgoing, incoming, kind="draw")
    table.say("base 1", "join", "drop")
    assert table.to_move is None
    worlds = [redealt(GAME, table.state, 0, start) for start in range(30)]
    assert {Table(world).hand(1) for world in worlds} == {table.hand(1)}
    assert len({Table(world).hand(2) for world in worlds}) > 20
    assert len({Table(world).card("unused", 1) for world in worlds}) > 10
