"""Wishes from options and from the columns of the names file, gathered into one set of facts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from desk.problem_file import GROUPS, LIMITS, PLACES, Facts, Group, Player
from desk.wishes import club_groups, parse_group, parse_players, slots
from schedules.errors import SeatingError
from schedules.names import PlayersFile


@dataclass(frozen=True)
class WishOptions:
    """The wishes that stand on the command line, as they are written there.

    Attributes
    ----------
    apart, prefer_apart, together, team
        Groups of players, with commas.
    at_most, at_least
        ``"4,17:2"``: a group and a number.
    fewer
        Players with one game fewer.
    fixed_table, forbid_table, absent
        ``"5:1"``: players, and a table or rounds.
    not_in_a_row
        Whether two players better not meet in two rounds running.
    club_column, team_column
        Columns of the names file.
    clubs
        ``never`` or ``rarely``: how often clubmates are to meet.
    """

    apart: tuple[str, ...] = ()
    prefer_apart: tuple[str, ...] = ()
    together: tuple[str, ...] = ()
    team: tuple[str, ...] = ()
    at_most: tuple[str, ...] = ()
    at_least: tuple[str, ...] = ()
    fewer: tuple[str, ...] = ()
    fixed_table: tuple[str, ...] = ()
    forbid_table: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    not_in_a_row: bool = False
    club_column: str | None = None
    team_column: str | None = None
    clubs: str = "never"

    def facts(self) -> Facts:
        """Return the wishes that name players.

        Raises
        ------
        SeatingError
            If an option cannot be read; the message names it.
        """
        return Facts(
            apart=tuple(parse_group(text) for text in self.apart),
            prefer_apart=tuple(parse_group(text, "--prefer-apart") for text in self.prefer_apart),
            prefer_together=tuple(parse_group(text, "--together") for text in self.together),
            teams=tuple(parse_group(text, "--team") for text in self.team),
            at_most=tuple(_limit(text, "--at-most") for text in self.at_most),
            at_least=tuple(_limit(text, "--at-least") for text in self.at_least),
            fewer=tuple(player for text in self.fewer for player in parse_players(text)),
            fixed_tables=_places(self.fixed_table, "--fixed-table", "table"),
            forbidden_tables=_places(self.forbid_table, "--forbid-table", "table"),
            absent=_places(self.absent, "--absent", "round"),
            not_in_a_row=self.not_in_a_row,
        )


def _limit(text: str, option: str) -> tuple[Group, int]:
    group, colon, number = text.rpartition(":")
    if not colon or not number.strip().isdecimal():
        raise SeatingError(
            f'{option} "{text}" says no number of meetings; write it behind a colon, '
            f'as in {option} "4,17:1".'
        )
    return parse_group(group, option), int(number)


def _places(texts: Sequence[str], option: str, word: str) -> tuple[tuple[Player, int], ...]:
    """Return each player with each table or round of ``"5,6:1"`` or ``"5:2,3"``."""
    found: list[tuple[Player, int]] = []
    for text in texts:
        who, colon, numbers = text.rpartition(":")
        if not colon or not parse_players(who):
            raise SeatingError(
                f'{option} "{text}" does not say who and which {word}; write the player, a colon '
                f'and the {word}, as in {option} "5:1".'
            )
        found += [
            (player, number)
            for player in parse_players(who)
            for number in _numbers(numbers, f'{option} "{text}"', word)
        ]
    return tuple(found)


def _numbers(text: str, where: str, word: str) -> list[int]:
    """Return the numbers of ``"3"``, ``"3,4"`` or ``"3-5"``."""
    numbers: list[int] = []
    for part in re.split(r"[;,]", text):
        match = re.fullmatch(r"\s*(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?\s*", part)
        if match is None:
            raise SeatingError(
                f"{where}: {part.strip()!r} is no {word}; write numbers with commas, such as 3 "
                "or 3,4 or 3-5."
            )
        first, last = int(match[1]), int(match[2] or match[1])
        if last - first > 1000:
            raise SeatingError(f"{where}: {part.strip()!r} are too many {word}s.")
        numbers += range(first, last + 1)
    return numbers


def column_facts(players: PlayersFile) -> Facts:
    """Return the wishes that stand in columns of the names file.

    Raises
    ------
    SeatingError
        If a cell cannot be read; the message names its player.
    """
    apart: list[Group] = []
    for name, text in zip(players.names, players.not_with, strict=False):
        apart += [(name, other) for other in parse_players(text.replace(";", ","))]
    return Facts(
        apart=tuple(apart),
        absent=_cells(players, players.absent, "absent", "round"),
        fixed_tables=_cells(players, players.fixed_tables, "fixed table", "table"),
        forbidden_tables=_cells(players, players.forbidden_tables, "forbidden table", "table"),
    )


def _cells(
    players: PlayersFile, cells: Sequence[str], column: str, word: str
) -> tuple[tuple[Player, int], ...]:
    found: list[tuple[Player, int]] = []
    faults = []
    for name, text in zip(players.names, cells, strict=False):
        try:
            numbers = _numbers(text, f"{name}", word) if text else []
        except SeatingError as error:
            faults.append(str(error))
            continue
        found += [(name, number) for number in numbers]
    if faults:
        title = players.titles.get(column.replace(" ", "_"), column)
        raise SeatingError("\n- ".join([f"{players.source}, column {title}:", *faults]))
    return tuple(found)


def resolved(
    facts: Facts, options: WishOptions, players: PlayersFile | None, num_players: int
) -> dict[str, Any]:
    """Return all wishes as :func:`optimizer.problem.state_problem` takes them, from 0.

    Parameters
    ----------
    facts
        The wishes that name players, from file, options and columns.
    options
        For the clubs and teams that stand in a column.
    players
        The names file, if there is one.
    num_players
        Players of the stage.

    Raises
    ------
    SeatingError
        If a wish names nobody of the stage, or a column is missing.
    """
    from schedules.wishes import SoftWishes

    names = players.names if players else ()

    def group(members: Iterable[Player]) -> tuple[int, ...]:
        return slots(tuple(members), names, num_players)

    groups = {key: [group(members) for members in getattr(facts, key)] for key in GROUPS}
    if players and options.club_column is not None:
        key = "apart" if options.clubs == "never" else "prefer_apart"
        groups[key] += club_groups(players, options.club_column)
    if players and options.team_column is not None:
        groups["teams"] += club_groups(players, options.team_column, "--team-column")
    counted = {
        key: tuple(
            (group((who,))[0], number - (key != "other_games"))
            for who, number in getattr(facts, key)
        )
        for key in PLACES
    }
    return {
        "apart": tuple(groups["apart"]),
        "teams": tuple(groups["teams"]),
        **{
            key: tuple((group(members), number) for members, number in getattr(facts, key))
            for key in LIMITS
        },
        **counted,
        "fewer": [group((who,))[0] for who in facts.fewer],
        "soft": SoftWishes(
            prefer_apart=tuple(groups["prefer_apart"]),
            prefer_together=tuple(groups["prefer_together"]),
            not_in_a_row=facts.not_in_a_row,
        ),
    }
