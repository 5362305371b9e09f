"""Wishes about who meets whom, where and when: what each says, and whether it can be meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from schedules.errors import ProblemError

Group = tuple[int, ...]


@dataclass(frozen=True)
class SoftWishes:
    """Wishes that are kept as far as the criteria before them allow; players count from 0.

    Attributes
    ----------
    prefer_apart
        Groups, such as clubs, whose members meet as rarely and as evenly as can be.
    prefer_together
        Groups whose members meet as often as can be.
    not_in_a_row
        Whether two players better not meet in two rounds running.
    """

    prefer_apart: tuple[Group, ...] = ()
    prefer_together: tuple[Group, ...] = ()
    not_in_a_row: bool = False

    def __bool__(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self))


def listed(numbers: Iterable[int]) -> str:
    """Return players as a person counts them: "1, 4 and 17"."""
    words = [str(number + 1) for number in numbers]
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def check_group(group: Sequence[int], num_players: int) -> None:
    """Raise ProblemError unless a wish names two or more different players of the stage."""
    if len(set(group)) != len(group) or len(group) < 2:
        raise ProblemError(
            f"A wish names at least two different players: {', '.join(str(p + 1) for p in group)}."
        )
    for player in group:
        _check(player, num_players, "player")


def check_limit(group: Sequence[int], limit: int, word: str, num_rounds: int) -> None:
    """Raise ProblemError unless a number of meetings can be meant; ``word`` is most or least."""
    if limit < 0:
        raise ProblemError(
            f"At {word} {limit} meetings of {', '.join(str(p + 1) for p in group)}: "
            "the limit must be 0 or more."
        )
    if word == "least" and limit > num_rounds:
        raise ProblemError(
            f"{listed(group)} are to meet at least {limit} times in {num_rounds} rounds; "
            "two players meet at most once a round."
        )


def check_places(wishes: Iterable[tuple[int, int]], num_players: int, most: int, word: str) -> None:
    """Raise ProblemError unless pairs (player, table or round) name what there is.

    Parameters
    ----------
    wishes
        Pairs of a player and a table or a round, all from 0.
    num_players, most
        How many players, and how many tables or rounds there are.
    word
        "table" or "round".
    """
    for player, place in wishes:
        _check(player, num_players, "player")
        _check(place, most, word)


def _check(number: int, most: int, word: str) -> None:
    if not 0 <= number < most:
        raise ProblemError(f"A wish names {word} {number + 1}; the {word}s are 1 to {most}.")


def only_once(wishes: Iterable[tuple[int, int]], what: str) -> None:
    """Raise ProblemError if a player stands in two wishes of which he can have one."""
    seen: dict[int, Any] = {}
    for player, value in wishes:
        if seen.setdefault(player, value) != value:
            raise ProblemError(f"Player {player + 1} has two {what} in the wishes; keep one.")
