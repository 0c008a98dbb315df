"""Errors of pydantic in plain words."""

from typing import Any, NamedTuple, Self, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from .errors import UserError
from .utf8 import read_text

Model = TypeVar("Model", bound=BaseModel)


class StoredModel(BaseModel):
    """Base of results that are stored as JSON: refuses unknown keys, keeps infinite numbers."""

    model_config = ConfigDict(extra="forbid", frozen=True, ser_json_inf_nan="strings")


class Fault(NamedTuple):
    """A fault that a pydantic model found.

    Attributes:
        location: The keys that lead to it; empty for the whole value.
        kind: Pydantic's name for this kind of error.
        value: What was given.
        message: What is wrong with it, without a full stop.
    """

    location: tuple[int | str, ...]
    kind: str
    value: Any
    message: str

    @classmethod
    def first_of(cls, error: ValidationError) -> Self:
        """Returns the first fault of an error."""
        first = error.errors(include_url=False)[0]
        message = first["msg"].removeprefix("Value error, ").rstrip(".")
        return cls(first["loc"], first["type"], first["input"], message)

    @property
    def key(self) -> str:
        """The place of the fault, `ppo.hidden.0`; empty for the whole value."""
        return ".".join(map(str, self.location))


def read_json(model: type[Model], text: str | bytes, complaint: str) -> Model:
    """Reads a model from JSON.

    Args:
        model: What the text should be.
        text: The text.
        complaint: The beginning of the error message.

    Raises:
        UserError: The text is no such model; the message says where the first fault is.
    """
    text = read_text(f"{complaint}: it", text) if isinstance(text, bytes) else text
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        fault = Fault.first_of(error)
        raise UserError(f"{complaint}: {fault.key or 'the text'}: {fault.message}.") from None
