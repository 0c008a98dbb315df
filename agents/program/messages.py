"""The messages of the protocol of bots, version 1; `docs/protocol.md` explains them."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, TypeAdapter, WithJsonSchema

from fudaba.common.languages import translator

_, _n = translator("agents")

PROTOCOL = 1
Wish = Literal["batch", "vector", "fields", "names", "text", "history"]


def _id_or_name(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError(_("an action is its id, a whole number, or its name, a text"))
    return value


Action = Annotated[
    int | str,
    PlainValidator(_id_or_name),
    WithJsonSchema({"anyOf": [{"type": "integer"}, {"type": "string"}]}),
]


class Message(BaseModel):
    """A line of the protocol: a JSON object without further keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class FieldInfo(Message):
    """A field of the view."""

    name: str
    shape: list[int] = Field(description="Its shape; [] for a single number.")
    low: int = Field(description="The smallest value.")
    high: int = Field(description="The largest value.")
    first: int = Field(description="Where it begins in the vector.")
    meaning: str


class HostHello(Message):
    """The first line to a bot: the game and its house rules."""

    type: Literal["hello"]
    protocol: Literal[1]
    game: str = Field(description="The game's id.")
    title: str
    players: int
    options: dict[str, Any] = Field(description="The house rules.")
    actions: int = Field(description="The number of action ids, which count from 0.")
    observation: Literal["int8", "int16"] = Field(description="The numbers of `vector`.")
    fields: list[FieldInfo]


class BotHello(Message):
    """The first line of a bot: its name, and the parts of a question that it wants."""

    type: Literal["hello"]
    protocol: Literal[1]
    name: Annotated[str, Field(min_length=1, max_length=60)]
    version: Annotated[str, Field(max_length=60)] = Field(
        "", description="Changes whenever the bot plays differently; results are kept under it."
    )
    games: list[str] | None = Field(None, description="The games that it plays; null for all.")
    wants: list[Wish] = []


class GameStart(Message):
    """A game that begins."""

    table: int = Field(description="The number of the game; no other one has it.")
    seats: list[int] = Field(description="The seats of the bot.")


class Start(Message):
    """Games begin. No answer."""

    type: Literal["start"]
    games: list[GameStart]


class Decision(Message):
    """A decision of a seat of the bot."""

    table: int | None = Field(description="The number of the game; null for a single position.")
    seat: int
    legal: list[int] = Field(description="The legal action ids.")
    seed: int = Field(description="A random number below 2**53.")
    vector: str | None = Field(
        None, description="If wanted: the observation, little-endian numbers in base64."
    )
    fields: dict[str, Any] | None = Field(
        None, description="If wanted: the observation, by the names of the fields."
    )
    names: list[str] | None = Field(
        None, description="If wanted: the names of the legal actions, in their order."
    )
    text: str | None = Field(None, description="If wanted: the table as the seat sees it.")
    history: list[str] | None = Field(
        None, description="If wanted: what the seat has heard since its last decision."
    )


class SingleDecision(Decision):
    """Asks for one decision. The answer is an `Answer`."""

    type: Literal["decision"]


class Decisions(Message):
    """Asks for many decisions. The answer is `Answers`."""

    type: Literal["decisions"]
    decisions: list[Decision]


class Answer(Message):
    """The action that a bot takes, by its id or name."""

    action: Action
    comment: Annotated[str, Field(max_length=10_000)] = ""
    evaluation: Annotated[float, Field(allow_inf_nan=False)] | None = None


class Answers(Message):
    """The actions that a bot takes, in the order of the decisions."""

    actions: list[Action]


class GameOver(Message):
    """A game that has ended."""

    table: int
    points: list[float] = Field(description="The points of all seats.")


class Over(Message):
    """Games are over. No answer."""

    type: Literal["over"]
    games: list[GameOver]


class Goodbye(Message):
    """The last line to a bot. No answer; standard input closes."""

    type: Literal["goodbye"]


FROM_HOST: TypeAdapter[Any] = TypeAdapter(
    HostHello | Start | SingleDecision | Decisions | Over | Goodbye
)
FROM_BOT: TypeAdapter[Any] = TypeAdapter(BotHello | Answer | Answers)


def schema() -> dict[str, Any]:
    """Returns the protocol as JSON Schema, with definitions for every message."""
    definitions = {
        name: kinds.json_schema(ref_template="#/$defs/{model}")
        for name, kinds in (("FromHost", FROM_HOST), ("FromBot", FROM_BOT))
    }
    shared: dict[str, Any] = {}
    for definition in definitions.values():
        shared |= definition.pop("$defs", {})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"fudaba bot protocol {PROTOCOL}",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in definitions],
        "$defs": {**shared, **definitions},
    }
