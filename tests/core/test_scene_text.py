"""Writing scenes as text: everything that is said is there, in at most 80 columns."""

from dataclasses import replace
from typing import Any

from fudaba.envs.core.scene.scene import (
    HAND,
    Card,
    Diagram,
    Edge,
    Label,
    Node,
    Rank,
    Ranking,
    Scene,
    Seat,
    Zone,
)
from fudaba.envs.core.scene.scene_text import draw_text

ANY = HAND()


def card_of(*texts: str, **looks: Any) -> Card:
    return Card(ANY, *texts, **looks)


def label(text: str) -> Label:
    return Label(text, ANY)


HEART, CLUB, JOKER = card_of("3", "♥"), card_of("A", "♣"), card_of("★", name="joker")
OPEN, SHUT = card_of(look="place", mark="playable"), card_of("Q", look="place", is_dim=True)
GRID = Zone(
    "",
    ANY,
    ((HEART, None, OPEN), (card_of("9", is_dim=True), SHUT, card_of(look="place"))),
    heads=(("A", "2", "3"), ("♥ H", "♣ C")),
    legend=((OPEN, "can be laid now"), (card_of("9", is_dim=True), "faded"), (JOKER, "joker")),
)
SEATS = (
    Seat("player_0", 2, ANY, (label("passed"), label("holds 1 joker")), (HEART, JOKER)),
    Seat("player_1", 1, ANY, (), (CLUB,), is_on_turn=True),
    Seat("player_2", 0, ANY, (label("finished 1st"),), is_out=True),
)
NOTES = (label("one note"), label("another"))
SCENE = Scene("Game", 0, SEATS, ((GRID,),), label("lay a card"), NOTES)


def test_a_grid_the_notes_the_players_the_hand_and_the_question() -> None:
    expected = """
      A   2   3
 ♥ H  3      [ ]
 ♣ C (9)  x   ·
     [ ] can be laid now   (9) faded
one note; another

  player_0: 2 cards, passed, holds 1 joker
> player_1: 1 card
      known: ♣ A
  player_2: finished 1st
hand of player_0: ♥ 3   joker
lay a card"""
    assert draw_text(SCENE) == expected.removeprefix("\n")


def test_zones_are_rows_of_cards_by_sign_or_name() -> None:
    zones = (
        Zone("pile", ANY, ((card_of("7", name="7b"), card_of("8", name="8c", is_dim=True)),)),
        Zone("deck", ANY, ((card_of("12", look="back"),),)),
        Zone("seen", ANY, ((HEART, card_of("4", "♥", is_dim=True), None, CLUB), (CLUB,))),
        Zone("top", ANY, ((card_of("5", look="place", note="ghost"), card_of("6", look="place")),)),
        Zone("trick", ANY, ((replace(HEART, note="player_0"), replace(CLUB, note="player_2")),)),
        Zone("graveyard", ANY, ((),)),
    )
    lines = draw_text(replace(SCENE, shelves=(zones,), notes=())).splitlines()
    assert lines[:7] == [
        "pile: 7b (8c)",
        "deck: 12 cards",
        "seen: ♥ 3 (4)   ♣ A A",
        "top: [5 ghost] [6]",
        "trick: player_0: ♥ 3; player_2: ♣ A",
        "graveyard: (empty)",
        "",
    ]


def test_long_lines_are_wrapped_and_lose_nothing() -> None:
    cards = tuple(card_of(str(number), name=f"card-{number}") for number in range(40))
    scene = replace(SCENE, seats=(replace(SEATS[0], cards=cards),), shelves=())
    text = draw_text(scene)
    assert max(map(len, text.splitlines())) <= 80
    assert [word for word in text.split() if word.startswith("card-")] == [
        card.name for card in cards
    ]


def test_diagrams_are_their_words_and_rankings_sentences() -> None:
    nodes = (Node(HEART, 0.5, 0.5), Node(CLUB, 2.5, 0.5))
    diagram = Diagram("tree", ANY, 3, 1, nodes, (Edge(0, 1, "3+A"),), ("3 A", "on 3: A"))
    rank = (
        Rank("run", ANY, "numbers in a row"),
        Rank("pair", ANY, "two of a kind", is_own=True),
        Rank("3", ANY),
    )
    scene = replace(SCENE, shelves=(), notes=(), pictures=(diagram, Ranking("hands", ANY, rank)))
    assert draw_text(scene).splitlines()[:4] == [
        "tree: 3 A",
        "      on 3: A",
        "hands: run (numbers in a row), [pair (two of a kind)], 3",
        "",
    ]
