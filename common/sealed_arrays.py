"""Arrays and what they are about, in one safetensors file with a checksum."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from pydantic_core import from_json

from .extras import need

ABOUT, SEAL = "about", "sha256"


def packed(about: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> bytes:
    """Returns the content of a file.

    Args:
        about: What the arrays are about, as JSON data.
        arrays: The arrays by name; none is called `about` or `sha256`.
    """
    need("agents")
    from safetensors.numpy import save

    told = {name: np.asarray(array, order="C") for name, array in arrays.items()}
    told[ABOUT] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    told[SEAL] = np.frombuffer(digest_of(told), np.uint8)
    content: bytes = save(told)
    return content


def unpacked(content: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]] | None:
    """Returns what the arrays of a file are about, and the arrays.

    Args:
        content: The content of the file.

    Returns:
        Both, or None if the file is damaged or something else.
    """
    need("agents")
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        arrays = load(content)
        if arrays.pop(SEAL).tobytes() != digest_of(arrays):
            return None
        return dict(from_json(arrays.pop(ABOUT).tobytes())), arrays
    except (SafetensorError, KeyError, TypeError, ValueError):  # or no JSON
        return None


def digest_of(arrays: Mapping[str, np.ndarray]) -> bytes:
    """Returns a hash of arrays and their names, 32 bytes."""
    digest = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        digest.update(f"{name} {array.dtype} {array.shape}".encode())
        digest.update(np.ascontiguousarray(array).data)
    return digest.digest()
