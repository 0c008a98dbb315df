"""A bot that takes the first legal action. It needs Python's standard library alone."""

import json
import sys

HELLO = {"type": "hello", "protocol": 1, "name": "First (Python)", "wants": ["batch"]}


def choose(decision: dict) -> int:
    """Returns the action id for a decision: write your own play here."""
    return decision["legal"][0]


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = HELLO
    elif message["type"] == "decision":
        answer = {"action": choose(message)}
    elif message["type"] == "decisions":
        answer = {"actions": [choose(decision) for decision in message["decisions"]]}
    else:  # start, over, goodbye: nothing to answer
        continue
    print(json.dumps(answer), flush=True)
