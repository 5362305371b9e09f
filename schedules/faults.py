"""What the verifier reports: one fault for each breach of a rule, and the error that lists them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from schedules.errors import SeatingError
from schedules.numbering import Cell

LISTED = 20
"""Faults that the message of :class:`InvalidScheduleError` lists before "and N more"."""


@dataclass(frozen=True)
class Fault:
    """One breach of one rule.

    Attributes
    ----------
    code
        Name of the rule in :data:`schedules.verify.RULES`.
    sentence
        What is wrong and where, in words, counted from 1; also ``str(fault)``.
    round, table, seat, player
        The place from 0, as far as the fault has one.
    cells
        Every chair that the sentence speaks of, as (round, table, seat) from 0; the likeliest
        place first.
    """

    code: str
    sentence: str
    round: int | None = None
    table: int | None = None
    seat: int | None = None
    player: int | None = None
    cells: tuple[Cell, ...] = ()

    def __str__(self) -> str:
        return self.sentence

    def as_json(self) -> dict[str, Any]:
        """Return the fault for machines, every number from 1."""
        place = {
            key: value + 1
            for key in ("round", "table", "seat", "player")
            if (value := getattr(self, key)) is not None
        }
        cells = [[index + 1 for index in cell] for cell in self.cells]
        return {"code": self.code, "sentence": self.sentence, **place, "cells": cells}


class InvalidScheduleError(SeatingError):
    """A schedule that breaks rules; the message lists the faults, ``faults`` holds them all."""

    def __init__(self, faults: list[Fault], *, name: str = "") -> None:
        self.faults = faults
        number = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        lines = [f"The schedule{f' {name!r}' if name else ''} is not valid, {number}:"]
        lines += [f"- {fault}" for fault in faults[:LISTED]]
        if len(faults) > LISTED:
            lines.append(f"and {len(faults) - LISTED} more")
        super().__init__("\n".join(lines))
