"""A server that answers as a language model would, by simple rules: for trying `chat:MODEL`."""

import argparse
import json
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

NUMBERED = re.compile(r"^([0-9]+)\. (.+)$", re.MULTILINE)


def first(moves: list[tuple[str, str]], num_answers: int) -> str:
    """Takes the first move."""
    return f"I take the first of {len(moves)} moves.\n{moves[0][0]}"


def last(moves: list[tuple[str, str]], num_answers: int) -> str:
    """Takes the last move."""
    return f"I take the last of {len(moves)} moves.\n{moves[-1][0]}"


def rambler(moves: list[tuple[str, str]], num_answers: int) -> str:
    """Gives no move at first if there are many, and then the one in the middle."""
    if len(moves) > 3 and num_answers == 0:
        return f"There are {len(moves)} moves. It depends on what the others hold."
    number, name = moves[len(moves) // 2]
    return f"The middle is seldom wrong, so I choose {name}.\n[{number}]"


MODELS = {"first": first, "last": last, "rambler": rambler}


def completion(request: dict[str, Any]) -> dict[str, Any]:
    """Returns the answer to a request, in the form of OpenAI's chat completions."""
    messages = request["messages"]
    question = messages[0]["content"].rpartition("Your moves:")[2]
    num_answers = sum(message["role"] == "assistant" for message in messages)
    text = MODELS[request["model"]](NUMBERED.findall(question), num_answers)
    read = sum(len(message["content"].split()) for message in messages)
    written = len(text.split())
    usage = {
        "prompt_tokens": read,
        "completion_tokens": written,
        "total_tokens": read + written,
    }
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {"object": "chat.completion", "choices": [choice], "usage": usage}


class Handler(BaseHTTPRequestHandler):
    """Answers requests; keeps connections open between them."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # it would hold back the body for 40 ms

    def do_POST(self) -> None:
        """Answers a request of a completion."""
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        is_known = request.get("model") in MODELS
        error = {"error": {"message": f"The models are {', '.join(MODELS)}."}}
        body = json.dumps(completion(request) if is_known else error).encode()
        self.send_response(200 if is_known else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Writes no line for each request."""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int, nargs="?", default=8089)
    address = ("127.0.0.1", parser.parse_args().port)
    with ThreadingHTTPServer(address, Handler) as server:
        print(f"models {', '.join(MODELS)} at http://127.0.0.1:{server.server_port}/v1", flush=True)
        server.serve_forever()
