"""What is read from JSON."""

from __future__ import annotations

import json
from typing import Any

from .games.base import Rejected, require


class Digits(str):
    """An integer of a JSON text as it is written."""


def read_json(data: bytes, what: str) -> Any:
    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        require(len(dict(pairs)) == len(pairs), f"{what} has a member twice")
        return dict(pairs)
    try:
        content = json.loads(data.decode("utf-8"), object_pairs_hook=members, parse_int=Digits, parse_float=float)
        json.dumps(content, ensure_ascii=False).encode("utf-8")  # no half of a surrogate pair
        return content
    except (ValueError, RecursionError) as error:
        raise Rejected(f"{what} is not JSON: {error}") from None


def is_text(value: object) -> bool:
    return isinstance(value, str) and not isinstance(value, Digits)
