"""Cards of winners: every game has some, and they are the cards of the hands."""

from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from matplotlib.colors import to_hex

from fudaba.cli.main import main
from fudaba.common.languages import in_language
from fudaba.envs import find_game, game_names
from fudaba.envs.core.stepping.measuring import balance_of
from fudaba.evaluation.balance.cards import (
    DEALT,
    DRAWN,
    KEPT,
    CardsRequest,
    CardsResult,
    Numbers,
    Worth,
    Worths,
)
from fudaba.evaluation.balance.restricted import RestrictRequest
from fudaba.evaluation.report.balance.cards import (
    cards_grids,
    on_cards,
    on_telling,
    render_cards_page,
)
from fudaba.evaluation.report.pictures import reward_colour, reward_scale
from fudaba.evaluation.statistics import Interval

from .japanese import english_in
from .test_people import OF_ITS_OWN

LARGEST_PACK = 80  # cards


def of(worths: Worths, telling: dict[str, Numbers] | None = None) -> CardsResult:
    return CardsResult(CardsRequest(OF_ITS_OWN), "", 9, worths, {}, telling or {})


@pytest.mark.parametrize("name", [*game_names(), OF_ITS_OWN])
def test_every_game_has_cards_whose_wins_are_shares(name: str) -> None:
    with in_language("ja"):
        result = CardsRequest(find_game(name), "random", games=4).play()
        names = [row for grid in cards_grids(result) for row, _cells in grid.rows]
    assert english_in(" ".join(names), result.request.game, "joker") == []
    assert 2 < len(result.worths) <= LARGEST_PACK
    assert [*result.factors] == [f.name for f in balance_of(result.request.game).factors if f.words]
    for ways in (*result.worths.values(), *chain(*map(dict.values, result.factors.values()))):
        for worth in ways.values():
            assert 0 <= worth.wins.low <= worth.wins.mean <= worth.wins.high <= 1
            assert worth.difference.low < worth.difference.high
            assert 0 < worth.games <= result.games == 4


def test_in_sevens_each_card_is_dealt_once_and_none_is_drawn() -> None:
    result = CardsRequest("sevens_v0", "random", games=30).play()
    assert len(result.worths) == 48  # the sevens are laid at once
    dealt = [ways[DEALT] for ways in result.worths.values()]
    assert {worth.games for worth in dealt} == {30}
    assert not any(DRAWN in ways for ways in result.worths.values())
    # Who has a card wins w of the games, the three others together the rest.
    for worth in dealt:
        assert worth.difference.mean == pytest.approx((4 * worth.wins.mean - 1) / 3)


def test_who_holds_the_joker_of_old_maid_at_the_end_has_lost() -> None:
    result = CardsRequest(OF_ITS_OWN, "random", games=40).play()
    joker = result.worths["joker"][KEPT]
    assert joker.wins.mean == 0 and joker.games == 40 and joker.difference.high < 0
    assert result.telling[KEPT].winners == 0 < result.telling[KEPT].others


def test_a_way_whose_number_of_cards_tells_who_won_is_grey_or_left_out() -> None:
    worth = Worth(Interval(0.3, 0.2, 0.4), Interval(0.1, 0, 0.2), 9)
    result = of({"a": {DEALT: worth, KEPT: worth}}, {KEPT: Numbers(0.5, 3)})
    (whole,), (told,) = cards_grids(result), cards_grids(result, with_telling=False)
    assert whole.columns == (DEALT, KEPT) and whole.soft == {1}
    assert told.columns == (DEALT,) and not told.soft
    assert f"{KEPT} (winners 0.5, others 3.0)" in on_telling(result)
    assert render_cards_page(result, "").count('class="number soft"') == 1


def test_cards_that_are_not_dealt_have_no_worth() -> None:
    worth = Worth(Interval(0.3, 0.2, 0.4), Interval(0.1, 0, 0.2), 9)
    assert on_cards(cards_grids(of({"a": {DRAWN: worth}}))).startswith("No card is dealt before")


def test_few_games_tell_little() -> None:
    worths = CardsRequest("sevens_v0", "random", games=2).play().worths.values()
    widths = [one.difference.high - one.difference.low for ways in worths for one in ways.values()]
    assert np.min(widths) > 0.5


def test_a_difference_of_a_few_games_has_no_number() -> None:
    few, many = (
        Worth(Interval(0, 0, 0.4), Interval(-0.25, -0.25 - reach, -0.25 + reach), 1)
        for reach in (1.0, 0.1)
    )
    grids = cards_grids(of({"a": {DEALT: few}}))
    assert grids[0].rows[0][1][0].change == "too few games"
    assert on_cards(grids).startswith("No dealt card makes a clear difference")
    assert on_cards(cards_grids(of({"a": {DEALT: many}}))).endswith(
        "of the cards dealt: a (-25.0 ± 10.0 pp)."
    )


def test_the_scale_of_colours_is_in_the_unit_of_the_differences() -> None:
    assert [word for word, _place in reward_scale("points")["ticks"]] == [
        "-100 pp", "-10 pp", "0", "+10 pp", "+100 pp",
    ]  # fmt: skip
    colours = reward_scale("points")["colours"]
    assert colours[-1] == to_hex(reward_colour(1)) and colours[0] == to_hex(reward_colour(-1))


def test_only_clear_differences_of_what_was_dealt_have_a_colour() -> None:
    unclear, clear = (
        Worth(Interval(0.3, 0.2, 0.4), Interval(mean, mean - 0.1, mean + 0.1), 9)
        for mean in (0.05, 0.4)
    )
    worths = {"b": {DEALT: unclear, KEPT: clear}, "a": {DEALT: clear, KEPT: clear}}
    (grid,) = cards_grids(of(worths))
    assert grid.columns == (DEALT, KEPT), "nothing was drawn or played"
    assert [name for name, cells in grid.rows if cells[0].style] == ["a"]
    assert not any(cells[1].style for _, cells in grid.rows)
    assert grid.clear == {(0, 0)}, "the other columns don't say what a card is worth"
    assert replace(grid, rows=grid.rows[:1]).clear == {(0, 0)}, "a part is as bold as the whole"


def test_the_page_is_in_japanese() -> None:
    result = CardsRequest("sevens_v0", "random", games=4).play()
    with in_language("ja"):
        page = render_cards_page(result, "")
    assert english_in(page, result.request.game) == []


def test_the_table_is_printed_with_its_warning(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["balance", OF_ITS_OWN, "--cards", "--games", "40", "--agent", "random"]
    assert main(words) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for said in ("Old Maid: 40 games of random", "joker", "dealt", "before all play", KEPT):
        assert said in shown
    assert shown.count(KEPT) == 1, "who holds cards at the end has lost: a sentence, no column"
    (page,) = Path("runs/balance").rglob("cards.html")
    written = page.read_text(encoding="utf-8")
    assert f"fudaba {' '.join(words)}" in written and "cards, from both ends" in written
    assert main(["balance", "sevens", "--cards", "--games", "2", "--page", str(page)]) == 2
    assert main(["balance", "sevens", "--cards", "--games", "1"]) == 2
    assert "games can't be 1" in capsys.readouterr().err
    assert main(["balance", "sevens", "--cards", "--results", "a.json"]) == 2
    assert "--results does not go with fudaba balance --cards, " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("request_", "words"), [(CardsRequest, ["--cards"]), (RestrictRequest, ["--restrict", "all"])]
)
def test_an_interrupted_report_that_keeps_nothing_says_so(
    request_: type,
    words: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(request_, "play", stop)
    assert main(["balance", "sevens", *words]) == 130
    said = "interrupted; nothing was kept yet; the same command begins anew.\n"
    assert capsys.readouterr().err == f"fudaba: {said}" and not any(tmp_path.iterdir())
