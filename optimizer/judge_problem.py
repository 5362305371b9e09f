"""What a rota of judges has to satisfy: the games of a schedule, and who may judge which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optimizer.errors import InfeasibleError
from schedules.errors import ProblemError
from schedules.judges import NOBODY, Pair, Rota, RotaMeasures, measure_rota
from schedules.names import name_key
from schedules.schedule import Schedule

Tables = NDArray[np.int32]
"""The judge of each table, shape (rounds, tables); -1 where no game is played."""
Key = tuple[int, int, int, int, int, int]


@dataclass(frozen=True)
class JudgeProblem:
    """The games of a stage and the judges for them.

    Attributes
    ----------
    schedule
        Who plays where.
    names
        The judges, numbered from 0 in this order.
    forbidden, absent
        Pairs (judge, player) and (judge, round), from 0.
    playing
        Where a game is played, shape (rounds, tables).
    allowed
        Who may judge which game, shape (rounds, tables, judges); nobody where no game is played.
    """

    schedule: Schedule
    names: tuple[str, ...]
    forbidden: frozenset[Pair]
    absent: frozenset[Pair]
    playing: NDArray[np.bool_]
    allowed: NDArray[np.bool_]

    @property
    def shape(self) -> tuple[int, int, int]:
        """Rounds, tables and judges."""
        rounds, tables, judges = self.allowed.shape
        return rounds, tables, judges

    def rota(self, tables: Tables) -> Rota:
        """Return the rota of some tables, with the wishes it keeps."""
        return Rota(self.names, tables, tuple(self.forbidden), tuple(self.absent))

    def measure(self, tables: Tables) -> RotaMeasures:
        """Count how even some tables are."""
        return measure_rota(self.schedule, self.rota(tables))

    def key(self, tables: Tables) -> Key:
        """Return the criteria in their order; the smaller is the better rota."""
        found = self.measure(tables)
        met = found.meetings[found.may_meet]
        return (
            int((found.games**2).sum()),
            int(np.ptp(found.visits, axis=1).max()),
            int((found.visits**2).sum()),
            int(np.ptp(met)),
            int((met**2).sum()),
            found.repeats,
        )


def state_judges(
    schedule: Schedule,
    judges: Sequence[str],
    *,
    not_with: Iterable[Pair] = (),
    absent: Iterable[Pair] = (),
    played: Tables | None = None,
) -> JudgeProblem:
    """Return the problem of the judges of a valid schedule.

    ``played`` holds the judges of the first rounds, shape (rounds played, tables): nobody else may
    judge these games, so every step of the search leaves them as they are.

    Raises
    ------
    InfeasibleError
        If a wish speaks against what was played.
    ProblemError
        If no judge is named, two have one name, or a wish speaks of a judge, a player or a round
        that there is not.
    """
    names = tuple(judges)
    if not names:
        raise ProblemError("No judges are named; name at least one for each table.")
    keys = [name_key(name) for name in names]
    for judge, key in enumerate(keys):
        if not key:
            raise ProblemError(f"The name of judge {judge + 1} is empty; write it.")
        if keys.index(key) != judge:
            raise ProblemError(f"Two judges are called {names[judge]!r}; tell them apart.")
    forbidden, missing = frozenset(not_with), frozenset(absent)
    num_players, num_rounds = schedule.problem.num_players, schedule.num_rounds
    _check(forbidden, len(names), num_players, "player", "players")
    _check(missing, len(names), num_rounds, "round", "rounds")
    playing: NDArray[np.bool_] = np.any(schedule.seating >= 0, axis=2)
    allowed = np.repeat(playing[:, :, None], len(names), axis=2)
    for judge, player in forbidden:
        allowed[(schedule.seating == player).any(axis=2), judge] = False
    for judge, round_ in missing:
        allowed[round_, :, judge] = False
    if played is not None:
        _keep(allowed, names, played)
    return JudgeProblem(schedule, names, forbidden, missing, playing, allowed)


def _keep(allowed: NDArray[np.bool_], names: tuple[str, ...], played: Tables) -> None:
    """Allow in rounds that are played nobody but who judged."""
    for (r, t), judge in np.ndenumerate(played):
        was = judge != NOBODY and bool(allowed[r, t, judge])
        if judge != NOBODY and not was:
            raise InfeasibleError(
                f"{names[judge]} has judged table {t + 1} in round {r + 1}, and a wish says that "
                "he must not; drop the wish, which holds for the rounds played too."
            )
        allowed[r, t] = False
        if was:
            allowed[r, t, judge] = True


def _check(pairs: Iterable[Pair], judges: int, last: int, word: str, words: str) -> None:
    for judge, other in sorted(pairs):
        if not 0 <= judge < judges:
            raise ProblemError(f"A wish names judge {judge + 1}; the judges are 1 to {judges}.")
        if not 0 <= other < last:
            raise ProblemError(
                f"A wish of a judge names {word} {other + 1}; the {words} are 1 to {last}."
            )


def empty_tables(problem: JudgeProblem) -> Tables:
    """Return tables without any judge yet."""
    return np.full(problem.playing.shape, NOBODY, dtype=np.int32)
