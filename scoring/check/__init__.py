"""Protocols are checked before they are counted: every fault, with its game, seat and mend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from scoring.check.fault import Fault
from scoring.check.games import (
    check_best_move,
    check_chair,
    check_nights,
    check_place,
    check_seats,
)
from scoring.check.whole import check_adjustments, check_occupants, check_rounds
from scoring.errors import ProtocolError
from scoring.protocol import Protocols, Role

__all__ = ["ROLE_COUNTS", "Fault", "check_protocols", "check_valid", "refusal"]

ROLE_COUNTS: Mapping[Role, int] = MappingProxyType(
    {"civilian": 6, "sheriff": 1, "mafia": 2, "don": 1}
)
"""The game of ten: who plays what."""


def check_protocols(
    protocols: Protocols,
    *,
    seats: int = 10,
    roles: Mapping[Role, int] = ROLE_COUNTS,
    best_move_names: int = 3,
    stages: Sequence[str] = (),
) -> list[Fault]:
    """Return everything that is wrong with the protocols, in their order; nothing if they are fine.

    Parameters
    ----------
    protocols
        What is to be counted.
    seats, roles
        The game as the rules state it: seats at a table, and how many have each role.
    best_move_names
        How many seats the first killed may name.
    stages
        Stages that there are besides those of the games, such as a final that is still to come:
        adjustments and occupants may name them.
    """
    faults: list[Fault] = []
    for game in protocols.games:
        faults += check_place(game)
        faults += check_seats(game, seats, roles)
        for chair in game.chairs:
            faults += check_chair(game, chair)
        faults += check_nights(game)
        faults += check_best_move(game, best_move_names)
    faults += check_rounds(protocols.games)
    known = (*protocols.stages, *stages)
    faults += check_adjustments(protocols, known)
    faults += check_occupants(protocols, known)
    return faults


def check_valid(
    protocols: Protocols,
    *,
    seats: int = 10,
    roles: Mapping[Role, int] = ROLE_COUNTS,
    best_move_names: int = 3,
    stages: Sequence[str] = (),
) -> None:
    """Refuse protocols that cannot be counted.

    Raises
    ------
    ProtocolError
        Listing every fault that :func:`check_protocols` finds.
    """
    faults = check_protocols(
        protocols, seats=seats, roles=roles, best_move_names=best_move_names, stages=stages
    )
    if faults:
        raise refusal("The protocols cannot be counted", [str(fault) for fault in faults])


def refusal(head: str, faults: Sequence[str], *, most: int | None = None) -> ProtocolError:
    """Return the error that lists every fault under a head.

    Parameters
    ----------
    head
        What cannot be done.
    faults
        Every fault; the error holds them all.
    most
        How many the message names at most; all if None.
    """
    number = f"{len(faults)} fault{'' if len(faults) == 1 else 's'}"
    more = len(faults) - most if most is not None else 0
    tail = [f"… and {more} more."] if more > 0 else []
    return ProtocolError("\n".join([f"{head}, {number}:", *faults[:most], *tail]), faults)
