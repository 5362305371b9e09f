"""JSON read from text, every way in which it can be broken said in a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from schedules.errors import ScheduleFileError

Pairs = list[tuple[str, Any]]


def load_json(
    text: str,
    *,
    error: type[ScheduleFileError] = ScheduleFileError,
    pairs: Callable[[Pairs], Any] | None = None,
    constant: Callable[[str], Any] | None = None,
) -> Any:
    """Return what a JSON text holds.

    Parameters
    ----------
    text
        JSON, with or without a byte order mark.
    error
        What is raised where it cannot be read.
    pairs, constant
        Hooks of :func:`json.loads` for objects and for NaN and the like.

    Raises
    ------
    ScheduleFileError
        Naming the line and what is wrong there.
    """
    try:
        data = json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=pairs, parse_constant=constant
        )
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except json.JSONDecodeError as caught:
        raise error(
            f"line {caught.lineno}, column {caught.colno} is not JSON ({caught.msg}); "
            "look for a missing comma, bracket or quote there."
        ) from caught
    except RecursionError as caught:
        raise error("the lists are nested too deeply for a schedule.") from caught
    except UnicodeEncodeError as caught:
        raise error(
            "a text holds half a character (a lone \\ud800 to \\udfff); correct it."
        ) from caught
    except ScheduleFileError:
        raise
    except ValueError as caught:  # json itself, on a number of thousands of digits
        raise error(f"a number is too long to be read ({caught}).") from caught
    return data
