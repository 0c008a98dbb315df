"""JSON files with a checksum: pydantic models that detect whether their file was changed."""

import hashlib
from typing import ClassVar, Self

from pydantic import BaseModel, model_validator

DAMAGED = (
    "its sha256 is not that of its values: the file is damaged, or was changed; without sha256 it "
    "is read as it is"
)


class Sealed(BaseModel):
    """A model whose JSON is refused if it was damaged after it was written.

    Attributes:
        sha256: The checksum of the other fields; empty in what people wrote.
        by_hand: The fields that people may change in the file.
    """

    by_hand: ClassVar[frozenset[str]] = frozenset()

    sha256: str = ""

    def sealed(self) -> Self:
        """Returns the model with its checksum, to be written."""
        return self.model_copy(update={"sha256": self._checksum()})

    @model_validator(mode="after")
    def _check_seal(self) -> Self:
        # An older file lacks the fields that came since, so they are not in its checksum.
        if self.sha256 and self.sha256 != self._checksum(exclude_unset=True):
            raise ValueError(DAMAGED)
        return self

    def _checksum(self, exclude_unset: bool = False) -> str:
        left_out = {"sha256", *self.by_hand}
        values = self.model_dump_json(exclude=left_out, exclude_unset=exclude_unset)
        return hashlib.sha256(values.encode()).hexdigest()
