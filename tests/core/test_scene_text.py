"""Writing scenes as text: everything that is said is there, in at most 80 columns."""

from dataclasses import replace

from fudaba.envs.core.scene.scene import (
    Card,
    Diagram,
    Edge,
    Node,
    Rank,
    Ranking,
    Scene,
    Seat,
    Zone,
)
from fudaba.envs.core.scene.scene_text import draw_text

HEART, CLUB, JOKER = Card("3", "♥"), Card("A", "♣"), Card("★", name="joker")
OPEN, SHUT = Card(look="place", mark="playable"), Card("Q", look="place", is_dim=True)
GRID = Zone(
    "",
    ((HEART, None, OPEN), (Card("9", is_dim=True), SHUT, Card(look="place"))),
    (("A", "2", "3"), ("♥ H", "♣ C")),
    ((OPEN, "can be laid now"), (Card("9", is_dim=True), "faded"), (JOKER, "joker")),
)
SEATS = (
    Seat("player_0", 2, ("passed", "", "holds 1 joker"), (HEART, JOKER)),
    Seat("player_1", 1, (), (CLUB,), is_on_turn=True),
    Seat("player_2", 0, ("finished 1st",), is_out=True),
)
SCENE = Scene("Game", 0, SEATS, ((GRID,),), ("one note", "another"), "lay a card")


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
        Zone("pile", ((Card("7", name="7b"), Card("8", name="8c", is_dim=True)),)),
        Zone("deck", ((Card("12", look="back"),),)),
        Zone("seen", ((HEART, Card("4", "♥", is_dim=True), None, CLUB), (CLUB,))),
        Zone("top", ((Card("5", look="place", note="ghost"), Card("6", look="place")),)),
        Zone("graveyard", ((),)),
    )
    lines = draw_text(replace(SCENE, shelves=(zones,), notes=())).splitlines()
    assert lines[:6] == [
        "pile: 7b (8c)",
        "deck: 12 cards",
        "seen: ♥ 3 (4)   ♣ A A",
        "top: [5 ghost] [6]",
        "graveyard: (empty)",
        "",
    ]


def test_long_lines_are_wrapped_and_lose_nothing() -> None:
    cards = tuple(Card(str(number), name=f"card-{number}") for number in range(40))
    scene = replace(SCENE, seats=(replace(SEATS[0], cards=cards),), shelves=())
    text = draw_text(scene)
    assert max(map(len, text.splitlines())) <= 80
    assert [word for word in text.split() if word.startswith("card-")] == [
        card.name for card in cards
    ]


def test_diagrams_are_their_words_and_rankings_sentences() -> None:
    nodes = (Node(HEART, 0.5, 0.5), Node(CLUB, 2.5, 0.5))
    diagram = Diagram("tree", 3, 1, nodes, (Edge(0, 1, "3+A"),), ("3 A", "on 3: A"))
    rank = (Rank("run", "numbers in a row"), Rank("pair", "two of a kind", is_own=True), Rank("3"))
    scene = replace(SCENE, shelves=(), notes=(), pictures=(diagram, Ranking("hands", rank)))
    assert draw_text(scene).splitlines()[:4] == [
        "tree: 3 A",
        "      on 3: A",
        "hands: run (numbers in a row), [pair (two of a kind)], 3",
        "",
    ]
