"""The picture of a game on the league's page."""

import re
from pathlib import Path

from fudaba.common.languages import in_language
from fudaba.evaluation.league import League
from fudaba.evaluation.report.league import MARK, duration, league_picture

from ..cli.test_japanese import ENGLISH_SENTENCE

ROOT = Path(__file__).parents[2]


def test_the_picture_shows_every_agent_with_a_time() -> None:
    known = League.from_json((ROOT / "docs" / "league.json").read_bytes())
    table = known.games["sevens_v0"]
    assert set(table.agents) == set(table.seconds)
    text = league_picture(table)
    named = re.findall(r"<text[^>]*>([^<]*)</text>", text)
    assert sorted(word for word in named if word in table.agents) == sorted(table.agents)
    assert "processor time of a decision" in named and "mean reward per game" in named
    assert f"{table.title}: mean reward" in text
    within = [
        ten
        for ten in (1e-6, 1e-5, 1e-4, 1e-3)
        if min(table.seconds.values()) < ten < max(table.seconds.values())
    ]
    assert len(within) > 1
    assert {duration(ten) for ten in within} <= set(named), "the axis of times"
    without = table.model_copy(update={"seconds": {"random": 1e-6, "greedy": 1e-5}})
    named = re.findall(r"<text[^>]*>([^<]*)</text>", league_picture(without))
    assert [word for word in named if word in table.agents] == ["greedy", "random"]
    with in_language("ja"):
        drawn = league_picture(table)
    assert not ENGLISH_SENTENCE.search(re.sub(r"<[^>]*>", " ", drawn.removeprefix(MARK)))
