"""SEKI in Japanese: whole sentences with the words of its glossary."""

from collections.abc import Iterator

import pytest

from fudaba.common.languages import in_language
from fudaba.envs.core.contract.meanings import meaning_of
from fudaba.envs.seki import GAME
from fudaba.envs.seki.meanings.cards import about_card
from fudaba.envs.seki.options import SekiOptions

from ..tables import texts_of
from .positions import Table, position

OTHERS = ["1 1 TRADE", "2 2 TRADE"]


@pytest.fixture(autouse=True)
def _japanese() -> Iterator[None]:
    with in_language("ja"):
        yield


def move(table: Table, name: str) -> None:
    table.act(GAME.parse(table.state, name))


def test_moves_and_their_question() -> None:
    table = position(["3 9 TRADE", *OTHERS], "THIEF . .", ng="7", right=0)
    assert [*GAME.move_names(table.state)] == [
        "9aをトラッシュする",
        "トレードaをユーズする",
        "パス",
        "盗賊をアクティベートする",
    ]
    scene = GAME.scene(table.state, 0)
    assert scene.notes[0].text == "数字墓地の数字は7" and "リセット権" in texts_of(
        scene.seats[0].facts
    )
    assert scene.question.text == (
        "7より大きい数字か0をトラッシュ、記号カードをユーズ、役職をアクティベート、またはパスでリセット"
    )


def test_a_trade_and_its_news() -> None:
    table = position(["3 9 TRADE", "4", "5"])
    move(table, "トレードaをユーズする")
    move(table, "3aをトレードに出す")
    assert GAME.scene(table.state, 0).question.text.startswith("3aをだれと交換しますか")
    before = table.view(0)
    move(table, "player_1を指定する")
    news = GAME.words.news(before, table.view(0), 0)
    assert news == "player_0が3aを渡し、4aを受け取る"


def test_a_revealed_role_is_told_without_a_full_stop_at_the_end() -> None:
    table = position(["3 9", "4 5", "6 7"], "NEW_GRAD HACKER! .")
    before = table.view(1)
    move(table, "ハッカーとしてアクティベートする")
    (moment,) = GAME.words.moments(before, table.view(1), 1)
    assert moment.title == "役職の公開" and moment.rows[0].words.endswith("新卒")
    assert moment.verdict.startswith("player_0は新卒") and "ハッカーとして使用" in moment.verdict
    assert moment.verdict.endswith("指定しなければランダムです。その後、追加のターンがあります")


def test_a_line_is_made_of_whole_sentences() -> None:
    line, _ = meaning_of(about_card(36), SekiOptions(), GAME.translate)
    assert line.endswith(
        "逆行なら0の上にトラッシュできます。空の数字墓地にもトラッシュできます。"
        "文字は、4枚の9を見分けるためのものです。"
    )
