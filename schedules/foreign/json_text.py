"""JSON of other programs: read with errors that name the place, written one entry a line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from schedules.errors import ForeignFileError

Model = TypeVar("Model", bound=BaseModel)

_BELONGS = {
    "int_type": "a whole number",
    "string_type": "a text",
    "list_type": "a list",
    "missing": "something",
}


def checked(model: type[Model], data: Any) -> Model:
    """Return the fields of a file; raise ForeignFileError at the first of a wrong type."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ", ".join(
            f"entry {step + 1}" if isinstance(step, int) else f'"{step}"' for step in first["loc"]
        )
        belongs = _BELONGS.get(first["type"], "an object")
        holds = "is missing" if first["type"] == "missing" else f"holds {shown(first['input'])}"
        where = place or "the file"
        raise ForeignFileError(f"{where} {holds}; {belongs} belongs there.") from None


def shown(value: Any) -> str:
    """Return a value as JSON, cut short."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "..."


def dump_lists(parts: Mapping[str, Any]) -> str:
    """Return an object whose lists stand one entry a line."""
    lines = []
    for key, value in parts.items():
        if isinstance(value, list):
            entries = ",\n    ".join(json.dumps(entry, ensure_ascii=False) for entry in value)
            text = f"[\n    {entries}\n  ]" if value else "[]"
        else:
            text = json.dumps(value, ensure_ascii=False)
        lines.append(f"{json.dumps(key)}: {text}")
    return "{\n  " + ",\n  ".join(lines) + "\n}\n"
