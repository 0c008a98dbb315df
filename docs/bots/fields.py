"""A bot for Sevens that uses the fields of the view and the history of its games.

It lays a card of the suit of which it holds most, so that it opens the way for its own cards, and
passes only when it must. Among equal suits it holds back the one that others seem to wait for.
"""

import json
import re
import sys

HELLO = {
    "type": "hello",
    "protocol": 1,
    "name": "Long suit",
    "version": "1",
    "games": ["sevens_v0"],
    "wants": ["batch", "fields", "history"],
}
SUITS = "SHDC"  # card ids count suit by suit: 0 to 12 are the spades, ace to king
RANKS, CARDS, PASS = 13, 52, 52  # actions 0 to 51 lay the card of that id, 52 passes
LAID = re.compile(r"\blays? ([SHDC])(?:[A0-9JQK])")  # as in "player_2 lays S8"
PASSED = re.compile(r"\bpass(es)?$")

# How many passes a seat has heard since a card of each suit was laid, by game and seat.
waiting: dict[tuple[int, int], dict[str, int]] = {}


def listen(decision: dict) -> dict[str, int]:
    """Returns how many passes the seat has heard since each suit was continued."""
    place = decision["table"], decision["seat"]
    passes = waiting.setdefault(place, dict.fromkeys(SUITS, 0))
    for line in decision.get("history") or []:
        if PASSED.search(line):
            for suit in SUITS:
                passes[suit] += 1
        elif laid := LAID.search(line):
            passes[laid[1]] = 0
    return passes


def choose(decision: dict) -> int:
    """Returns the id of the action to take."""
    hand, passes = decision["fields"]["hand"], listen(decision)

    def worth(action: int) -> tuple[int, int]:
        if action == PASS:
            return -1, 0
        if action > PASS:  # a joker: keep it as long as a card can be laid
            return 0, 0
        suit = action // RANKS
        length = sum(hand[suit * RANKS : (suit + 1) * RANKS])
        return length, -passes[SUITS[suit]]

    return max(decision["legal"], key=worth)


def forget(games: list[dict]) -> None:
    """Forgets games that are over."""
    over = {game["table"] for game in games}
    for place in [place for place in waiting if place[0] in over]:
        del waiting[place]


def answer(message: dict) -> dict | None:
    """Returns the answer to a message, or None if it needs none."""
    if message["type"] == "hello":
        return HELLO
    if message["type"] == "decision":
        return {"action": choose(message)}
    if message["type"] == "decisions":
        return {"actions": [choose(decision) for decision in message["decisions"]]}
    if message["type"] == "over":
        forget(message["games"])
    return None


for line in sys.stdin:
    reply = answer(json.loads(line))
    if reply is not None:
        print(json.dumps(reply), flush=True)
