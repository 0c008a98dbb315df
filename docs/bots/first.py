"""A bot that takes the first legal action. It needs Python's standard library alone."""

import json
import sys

HELLO = {
    "type": "hello",
    "protocol": 1,
    "name": "First (Python)",
    "version": "1",
    "wants": ["batch"],
}


def choose(decision: dict) -> int:
    """Returns the action id for a decision: write your own play here."""
    return decision["legal"][0]


def answer(message: dict) -> dict | None:
    """Returns the answer to a message, or None if it needs none."""
    if message["type"] == "hello":
        return HELLO
    if message["type"] == "decision":
        return {"action": choose(message)}
    if message["type"] == "decisions":
        return {"actions": [choose(decision) for decision in message["decisions"]]}
    return None  # start, over, goodbye, and messages of later versions


for line in sys.stdin:
    reply = answer(json.loads(line))
    if reply is not None:
        print(json.dumps(reply), flush=True)  # without flush the line would wait in a buffer
