"""Cards of winners: every game has some, and they are the cards of the hands."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from matplotlib.colors import to_hex

from fudaba.cli.main import main
from fudaba.common.languages import in_language
from fudaba.envs import find_game, game_names
from fudaba.evaluation.balance.cards import (
    DEALT,
    DRAWN,
    KEPT,
    PLAYED,
    CardsRequest,
    CardsResult,
    Worth,
)
from fudaba.evaluation.report.balance.cards import cards_grid, on_cards, render_cards_page
from fudaba.evaluation.report.pictures import reward_colour, reward_scale
from fudaba.evaluation.statistics import Interval

from .japanese import english_in
from .test_people import OF_ITS_OWN

LARGEST_PACK = 80  # cards and roles


@pytest.mark.parametrize("name", [*game_names(), OF_ITS_OWN])
def test_every_game_has_cards_whose_wins_are_shares(name: str) -> None:
    with in_language("ja"):
        result = CardsRequest(find_game(name), "random", games=4).play()
        names = [row for row, _cells in cards_grid(result).rows]
    assert english_in(" ".join(names), result.request.game, "joker") == []
    assert 2 < len(result.worths) <= LARGEST_PACK
    for ways in result.worths.values():
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
    joker = CardsRequest(OF_ITS_OWN, "random", games=40).play().worths["joker"][KEPT]
    assert joker.wins.mean == 0 and joker.games == 40 and joker.difference.high < 0


def test_few_games_tell_little() -> None:
    worths = CardsRequest("sevens_v0", "random", games=2).play().worths.values()
    widths = [one.difference.high - one.difference.low for ways in worths for one in ways.values()]
    assert np.min(widths) > 0.5


def test_a_difference_of_a_few_games_has_no_number() -> None:
    few, many = (
        Worth(Interval(0, 0, 0.4), Interval(-0.25, -0.25 - reach, -0.25 + reach), 1)
        for reach in (1.0, 0.1)
    )
    grid = cards_grid(CardsResult(CardsRequest(OF_ITS_OWN), "", 9, {"a": {DEALT: few}}))
    assert grid.rows[0][1][0].change == "too few games"
    assert on_cards(grid).startswith("No dealt card makes a clear difference")
    grid = cards_grid(CardsResult(CardsRequest(OF_ITS_OWN), "", 9, {"a": {DEALT: many}}))
    assert on_cards(grid).endswith("of the cards dealt: a (-25.0 ± 10.0 pp).")


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
    grid = cards_grid(CardsResult(CardsRequest(OF_ITS_OWN), "", 9, worths))
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
    words = ["balance", OF_ITS_OWN, "--cards", "--games", "20", "--agent", "random"]
    assert main(words) == 0
    shown = capsys.readouterr().out
    for said in ("Old Maid: 20 games of random", "joker", "dealt", PLAYED, "before all play"):
        assert said in shown
    (page,) = Path("runs/balance").rglob("cards.html")
    written = page.read_text(encoding="utf-8")
    assert f"fudaba {' '.join(words)}" in written and "cards, from both ends" in written
    assert main(["balance", "sevens", "--cards", "--games", "2", "--page", str(page)]) == 2
    assert main(["balance", "sevens", "--cards", "--games", "1"]) == 2
    assert "games can't be 1" in capsys.readouterr().err
