"""Writes the protocol as JSON Schema: `python -m fudaba.agents.program.schema`."""

import json
from pathlib import Path

import tyro

from fudaba.common.files import write_whole

from .messages import schema

SCHEMA = Path(__file__).with_name("protocol.schema.json")


def schema_text() -> str:
    """Returns the content of `protocol.schema.json`."""
    return f"{json.dumps(schema(), indent=1)}\n"


def main() -> None:
    """Writes `protocol.schema.json`."""
    write_whole(SCHEMA, schema_text().encode())


if __name__ == "__main__":
    tyro.cli(main)
