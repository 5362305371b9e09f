"""What is asked of a repair on the day, checked before anything is seated again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from schedules.errors import ProblemError
from schedules.names import name_key
from schedules.problem import Problem
from schedules.schedule import Schedule
from schedules.wishes import Group, check_group, check_limit, check_places, listed

Pair = tuple[int, int]


@dataclass(frozen=True)
class Asks:
    """What went wrong on the day; players, tables and rounds count from 0.

    Attributes
    ----------
    after
        Rounds that are played: the first ``after`` rounds stay as they are.
    withdraw
        Slots whose players play no more, and nobody comes in for them.
    replace
        Pairs (slot, name): somebody else takes the slot; an empty name leaves the name as it is.
    late
        Pairs (slot, round): the player is there from that round on and absent before it.
    swap
        Two slots whose players exchange their places in every round left.
    close_tables
        Tables at which nobody plays any more.
    apart, at_most
        Wishes about meetings, from now on; meetings in played rounds are history.
    forbidden_tables
        Pairs (slot, table), from now on.
    full_tables
        Whether every game is full and players sit out in turn (True), or everybody who is there
        plays and a game may lack players (False); None takes what fits.
    """

    after: int
    withdraw: tuple[int, ...] = ()
    replace: tuple[tuple[int, str], ...] = ()
    late: tuple[Pair, ...] = ()
    swap: Pair | None = None
    close_tables: tuple[int, ...] = ()
    apart: tuple[Group, ...] = ()
    at_most: tuple[tuple[Group, int], ...] = ()
    forbidden_tables: tuple[Pair, ...] = ()
    full_tables: bool | None = None

    @property
    def any(self) -> bool:
        """Whether anything is asked at all."""
        wishes = (self.apart, self.at_most, self.forbidden_tables)
        return any((self.leaves_gaps, self.replace, self.swap, *wishes))

    @property
    def leaves_gaps(self) -> bool:
        """Whether players or tables are missing that the schedule counted on."""
        return bool(self.withdraw or self.late or self.close_tables)

    def check(self, schedule: Schedule) -> None:
        """Refuse asks that name what there is not, or that contradict each other.

        Raises
        ------
        ProblemError
            With a sentence that says which ask, and how to mend it.
        """
        problem, rounds = schedule.problem, schedule.num_rounds
        if not 0 <= self.after < rounds:
            raise ProblemError(
                f"{self.after} rounds are said to be played; the schedule has {rounds}, and a "
                f"repair needs at least one left: a number from 0 to {rounds - 1} fits."
            )
        if not self.any:
            raise ProblemError("Nothing is asked for: say who leaves, comes late, swaps, ...")
        self._check_players(problem)
        check_places([(0, t) for t in self.close_tables], 1, problem.num_tables, "table")
        check_places(self.forbidden_tables, problem.num_players, problem.num_tables, "table")
        for group in (*self.apart, *(group for group, _ in self.at_most)):
            check_group(group, problem.num_players)
        for group, limit in self.at_most:
            check_limit(group, limit, "most", problem.num_rounds)
        self._check_late(problem)
        self._check_presence(problem)
        self._check_names(schedule)

    def _check_late(self, problem: Problem) -> None:
        """Refuse a round that is played or that there is not, and what the schedule says already.

        Who is absent in that round comes after all, and may do so for the very next one.
        """
        absent, rounds = set(problem.absent), problem.num_rounds
        for player, first in self.late:
            back = (player, first) in absent
            least = self.after if back else self.after + 1
            if not least <= first < rounds:
                raise ProblemError(
                    f"Player {player + 1} is said to come for round {first + 1}; {self.after} "
                    f"rounds are played, so a round from {least + 1} to {rounds} fits."
                )
            if not back and all((player, r) in absent for r in range(self.after, first)):
                raise ProblemError(
                    f"Player {player + 1} comes for round {first + 1} in the schedule already; "
                    "leave him out. If somebody else comes in his place, say --replace."
                )

    def _check_players(self, problem: Problem) -> None:
        """Refuse players whom there is not, and players of whom two things are asked."""
        swapped = self.swap or ()
        replaced, late = [slot for slot, _ in self.replace], [slot for slot, _ in self.late]
        everyone = [*self.withdraw, *replaced, *late, *swapped]
        check_places([(player, 0) for player in everyone], problem.num_players, 1, "round")
        if len(set(swapped)) != len(swapped):
            raise ProblemError("A swap needs two different players.")
        for first, second, words in (
            (self.withdraw, replaced, "withdraw and be replaced; keep one of the two"),
            (self.withdraw, late, "withdraw and come late; keep one of the two"),
            (self.withdraw, swapped, "withdraw and swap; leave him out of the swap"),
            (replaced, late, "be replaced and come late; repair one after the other"),
        ):
            if both := set(first) & set(second):
                raise ProblemError(f"Player {min(both) + 1} is to {words}.")
        for players in (self.withdraw, replaced, late):
            if twice := [p for p in players if list(players).count(p) > 1]:
                raise ProblemError(f"Player {twice[0] + 1} is named twice; name him once.")

    def _check_presence(self, problem: Problem) -> None:
        """Refuse a withdrawal of somebody who plays no more anyway."""
        absent = set(problem.absent)
        for player in self.withdraw:
            if all((player, r) in absent for r in range(self.after, problem.num_rounds)):
                raise ProblemError(
                    f"Player {player + 1} is absent from all rounds after {self.after} already; "
                    "leave him out."
                )

    def _check_names(self, schedule: Schedule) -> None:
        """Refuse a newcomer who is called as somebody else of the schedule is."""
        names = list(schedule.players)
        for slot, name in self.replace:
            if names and name:
                names[slot] = name
        last = schedule.num_rounds
        for slot, name in self.replace:
            if names and name and name_key(schedule.players[slot]) == name_key(name):
                absent = {r for p, r in schedule.problem.absent if p == slot}
                if not absent.issuperset(range(self.after, last)):
                    raise ProblemError(
                        f"{name} has slot {slot + 1} already, so nobody is replaced; leave that "
                        "out. If he was to be absent and comes after all, say --late with him "
                        f'and the round, as in --late "{slot + 1}:{last}".'
                    )
            same = [p for p, other in enumerate(names) if name_key(other) == name_key(name)]
            if names and name and len(same) > 1:
                other = next(p for p in same if p != slot)
                raise ProblemError(
                    f"{name} is to take slot {slot + 1}, and slot {other + 1} has a player of that "
                    "name; write the newcomer's name so that the two can be told apart."
                )

    def record(self) -> dict[str, Any]:
        """Return the asks as they stand in ``made`` of a schedule file, counted from 1."""
        data: dict[str, Any] = {"after": self.after}
        data["withdraw"] = [player + 1 for player in self.withdraw]
        data["replace"] = [[slot + 1, name] for slot, name in self.replace]
        data["late"] = [[player + 1, round_ + 1] for player, round_ in self.late]
        data["swap"] = [player + 1 for player in self.swap or ()]
        data["close_tables"] = [table + 1 for table in self.close_tables]
        data["apart"] = [[p + 1 for p in group] for group in self.apart]
        data["at_most"] = [[[p + 1 for p in group], most] for group, most in self.at_most]
        data["forbidden_tables"] = [[p + 1, t + 1] for p, t in self.forbidden_tables]
        return {key: value for key, value in data.items() if value or key == "after"}


def standing_bans(schedule: Schedule) -> tuple[Pair, ...]:
    """Return the tables forbidden by earlier repairs: they hold for every repair after them.

    A wish "from round r on" has no place in the problem, whose wishes hold in all rounds, so the
    record of the repair keeps it. Closed tables need no record: they stand idle in the seating.
    """
    found: list[Pair] = []
    records: Any = (schedule.made or {}).get("repairs")
    for entry in records if isinstance(records, list) else []:
        places = entry.get("forbidden_tables") if isinstance(entry, Mapping) else None
        for place in places if isinstance(places, list) else []:
            if _is_place(place, schedule.problem):
                found.append((place[0] - 1, place[1] - 1))
    return tuple(dict.fromkeys(found))


def _is_place(place: Any, problem: Problem) -> bool:
    """Whether an entry of a file is a player and a table of the stage, from 1."""
    if not isinstance(place, list) or len(place) != 2:
        return False
    ends = (problem.num_players, problem.num_tables)
    return all(type(n) is int and 1 <= n <= end for n, end in zip(place, ends, strict=True))


def players_listed(players: Iterable[int]) -> str:
    """Return "player 4", or "players 4 and 17"."""
    numbers: Sequence[int] = sorted(players)
    return f"player{'s' if len(numbers) > 1 else ''} {listed(numbers)}"
