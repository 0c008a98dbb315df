"""News and moments of cards that were face down, from views that are written by hand."""

from typing import Any

import numpy as np
from pydantic import Field

from fudaba.envs import small


class AuctionOptions(small.Options):
    num_players: int = Field(3, ge=3, le=3, description="Players (AUC-1.1).")


@small.kernel
def nothing(state: np.void, *_: Any) -> None:
    """Stands for the rules, which are not played."""


PACK = small.join(small.pack_of(b1=3, b2=3, b3=3), small.pack_of(p1=1, p2=1))
PLACES = small.places(
    AuctionOptions,
    small.Place("hands", "bids of a player (AUC-1.1)", 3, by_seat=True),
    small.Place("bids", "the bid of a player (AUC-1.2)", 1, by_seat=True),
    small.Place("spent", "spent bids (AUC-1.2)", 3, by_seat=True, news="{player} spent {cards}"),
    small.Place("prize", "the prize (AUC-1.2)", 2),
    small.Place("pile", "mixed bids (AUC-1.2)", 9, news="pile: {cards}"),
)
GAME = small.build_game(
    __name__, "auction_v0", "Auction", "Bid.", AuctionOptions, pack=PACK, places=PLACES,
    deal=nothing, score=nothing, questions=("Bid (AUC-1.2)",),
    moves=(small.Move("bid", "{:bids|bid} {card}", "bid (AUC-1.2)", nothing, of="card"),),
)  # fmt: skip
B1, B2, B3, P1, P2 = range(5)


def view(on_turn: int, **places: Any) -> np.void:
    """What seat 0 sees: the known cards of each player or of a place, or how many lie face down."""
    table: np.void = np.zeros(1, GAME.view_dtype)[0]
    table["num_players"], table["on_turn"][on_turn] = 3, 1
    for name, rows in places.items():
        by_seat = isinstance(rows, tuple)
        sizes = [row if isinstance(row, int) else len(row) for row in (rows if by_seat else [rows])]
        table[f"{name}_size"] = sizes if by_seat else sizes[0]
        for distance, row in enumerate(rows if by_seat else [rows]):
            for kind in [] if isinstance(row, int) else row:
                (table[name][distance] if by_seat else table[name])[kind] += 1
    return table


def rows_of(before: np.void, after: np.void) -> list[str]:
    """The cards of each player in the moment of the bids."""
    [moment] = GAME.words.moments(before, after, 0)
    assert moment.title == "Bids"
    return [" ".join(card.name for card in row.cards) for row in moment.rows]


def test_bids_that_leave_as_they_are_shown_are_their_players() -> None:
    before = view(2, hands=([B1], 2, 2), bids=([B2], 1, 0), prize=[P1])
    after = view(0, spent=([B2], [B1], [B3]), prize=[P1, P2])
    assert rows_of(before, after) == ["b2", "b1", "b3"]
    told = "player_0 spent b2; player_1 spent b1; player_2 spent b3"
    assert GAME.words.news(before, after, 0) == told


def test_bids_of_nobody_knows_whom_are_nobody_s() -> None:
    before = view(2, hands=([B1], 2, 2), bids=([B2], 1, 0))
    assert rows_of(before, view(0, pile=[B1, B2, B3])) == ["b2", "", ""]


def test_the_last_bid_alone_is_the_mover_s() -> None:
    before = view(2, hands=([B1], 2, 2), bids=([B2], [B1], 0))
    assert rows_of(before, view(0, pile=[B1, B2, B3])) == ["b2", "b1", "b3"]


def test_a_pile_that_is_turned_up_is_told_with_the_own_card() -> None:
    hidden = view(2, hands=([B1], 2, 2), pile=[B2])
    hidden["pile_size"] = 2
    shown = view(0, hands=([B1], 2, 1), pile=[B1, B2, B3])
    assert GAME.words.news(hidden, shown, 0) == "pile: b1 b2 b3"


def test_the_own_card_put_face_down_is_no_news() -> None:
    before, after = view(0, hands=([B1, B2], 2, 2)), view(1, hands=([B1], 2, 2), pile=[B2])
    assert GAME.words.news(before, after, 0) == ""
