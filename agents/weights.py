"""Checks the header of a weights file before any weights are read.

A safetensors file begins with the length of its header. The header is JSON with the type, the
shape and the offsets of each tensor, so a file that is no network for a game is refused at once,
however large it is.
"""

from math import prod
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import from_json

from fudaba.envs import UserError
from fudaba.envs.core.checking.errors import shown
from fudaba.envs.core.checking.validation import Fault
from fudaba.languages import words

from .files import read_bytes

_, _n = words("agents")

LENGTH_BYTES = 8  # little-endian
LARGEST_HEADER = 2**16
LARGEST_FILE = 2**28  # 67 million weights; a packaged policy has less than 200,000
FLOAT32_BYTES = 4
METADATA = "__metadata__"  # free text beside the tensors

Size = Annotated[int, Field(ge=0, le=LARGEST_FILE)]


class Tensor(BaseModel):
    """The entry of a tensor in a header."""

    model_config = ConfigDict(extra="forbid", strict=True)

    dtype: Literal["F32"]
    shape: list[Size]
    data_offsets: tuple[Size, Size] = Field(strict=False)

    @property
    def num_bytes(self) -> int:
        """The size of the tensor in bytes."""
        return FLOAT32_BYTES * prod(self.shape)


class Shapes(NamedTuple):
    """The shapes of one affine layer."""

    weight: tuple[int, ...]
    bias: tuple[int, ...]


TENSORS = TypeAdapter(dict[str, Tensor])


def read_shapes(path: Path) -> list[Shapes]:
    """Returns the shapes of the layers in a weights file, read from its header alone.

    Args:
        path: A safetensors file with `0.weight`, `0.bias`, `1.weight` and so on, all float32.

    Raises:
        UserError: The file can't be read or is larger than 256 MiB, or its header is damaged, too
            long, or does not match the file.
    """
    start = read_bytes(path, LENGTH_BYTES)
    length, size = int.from_bytes(start, "little"), path.stat().st_size
    if len(start) < LENGTH_BYTES or length > min(LARGEST_HEADER, size - LENGTH_BYTES):
        raise _no_network(path, "it begins with no header")
    if size > LARGEST_FILE:
        raise _no_network(path, f"it has {size} bytes, allowed are {LARGEST_FILE}")
    tensors = _tensors(path, read_bytes(path, LENGTH_BYTES + length)[LENGTH_BYTES:])
    ends = LENGTH_BYTES + length + sum(tensor.num_bytes for tensor in tensors.values())
    if ends != size:
        raise _no_network(path, f"its header describes {ends} bytes, it has {size}")
    layers = range(len(tensors) // 2)
    names = [(f"{number}.weight", f"{number}.bias") for number in layers]
    if tensors.keys() != {name for pair in names for name in pair}:
        raise _no_network(path, f"its tensors are {shown(sorted(tensors))}")
    return [
        Shapes(tuple(tensors[weight].shape), tuple(tensors[bias].shape)) for weight, bias in names
    ]


def _tensors(path: Path, header: bytes) -> dict[str, Tensor]:
    """Returns the tensors of a header, by name."""
    try:
        entries = from_json(header)
        if isinstance(entries, dict):
            entries.pop(METADATA, None)
        return TENSORS.validate_python(entries)
    except ValidationError as error:
        fault = Fault.first_of(error)
        wrong = f"{fault.key or 'its header'} can't be {shown(fault.value)}: {fault.message}"
        raise _no_network(path, wrong) from None
    except ValueError:
        raise _no_network(path, "its header is no JSON") from None


def _no_network(path: Path, why: str) -> UserError:
    return UserError(
        _("file {path} is damaged or holds no such network: {why}.", path=path, why=why)
    )
