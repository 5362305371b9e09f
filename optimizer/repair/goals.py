"""What a repair makes small, one after another: unevenness, change, then the order of criteria."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from optimizer.cpsat.repair_model import RestModel, Tables
from optimizer.cpsat.variables import Levels, Linear, total
from optimizer.criteria import Prefer
from optimizer.repair.wishes import IntArray
from schedules.problem import Problem

UNEVEN, CHANGE, SEATS, QUALITY = "uneven", "change", "seats", "quality"


@dataclass(frozen=True)
class Goal:
    """One step of the order.

    Attributes
    ----------
    kind
        ``UNEVEN``, ``CHANGE``, ``SEATS`` or ``QUALITY``.
    state
        The quantity to make small, as an expression of the model.
    """

    kind: str
    state: Callable[[RestModel], Linear]


def uneven_games(model: RestModel) -> Linear:
    """Σ over the players of the square of the games that the repair takes from them or adds.

    The square is convex in the games played, so a player who lost much is given back first, and
    it is linear in the levels "plays at least 1, 2, ... games".
    """
    there, terms = model.plan.there, []
    for p, due in enumerate(model.plan.due.tolist()):
        rounds = int(there[:, p].sum())
        if not rounds:
            continue  # who has left loses his games in any case
        choices = [x for r in np.flatnonzero(there[:, p]).tolist() for x in model.plays(p, r)]
        count = model.levels(0, choices, _games(p), cap=rounds)
        steps = [(due - n) ** 2 - (due - n + 1) ** 2 for n in range(1, count.high + 1)]
        terms += [due**2, *(w * step for w, step in zip(steps, count.steps, strict=True))]
    return total(terms)


@dataclass(frozen=True, eq=False)
class _Counts:
    """Levels of the meetings and visits, made once for all goals."""

    met: dict[tuple[int, int], Levels]
    may_meet: list[tuple[int, int]]
    visits: list[Levels]
    free_visits: list[Levels]


class Quality:
    """The criteria 2 to 5 over all rounds, those played with them.

    Parameters
    ----------
    stage
        The stage as it will be stated after the repair, but for the games of each player.
    played
        Visits to tables in the rounds played, shape (players, tables).
    band
        The band of criterion 3.
    """

    def __init__(self, stage: Problem, played: IntArray, band: tuple[int, int]) -> None:
        self.stage = stage
        self.played = played
        self.band = band
        self.counts: _Counts | None = None

    def goals(self, prefer: Prefer) -> list[Goal]:
        """Return the goals of quality in the order of the criteria."""
        met, spread = Goal(QUALITY, self.met), Goal(QUALITY, self.spread)
        tables = [Goal(QUALITY, self.table_range), Goal(QUALITY, self.table_squares)]
        soft = [Goal(QUALITY, self.soft)] if self.stage.soft else []
        if prefer == "spread":
            return [spread, met, *soft, *tables]
        if prefer == "tables":
            return [met, *tables, spread, *soft]
        return [met, spread, *soft, *tables]

    def _of(self, model: RestModel) -> _Counts:
        if self.counts is None:
            self.counts = self._count(model)
        return self.counts

    def _count(self, model: RestModel) -> _Counts:
        limits, players = self.stage.limits(), range(self.stage.num_players)
        met = {
            (i, j): model.levels(
                int(model.met[i, j]), model.meet_in(i, j), _meetings(int(model.met[i, j]), i, j)
            )
            for i, j in combinations(players, 2)
        }
        visits, free = [], []
        bound = self.stage.bound_to_tables
        for p in players:
            for t in range(self.stage.num_tables):
                had = int(self.played[p, t])
                rounds = range(model.plan.num_rounds)
                terms = [x for r in rounds if (x := model.table.get((p, r, t))) is not None]
                count = model.levels(had, terms, _visits(had, p, t))
                visits.append(count)
                if p not in bound and model.plan.there[:, p].all():
                    free.append(count)
        may_meet = [pair for pair in met if limits[pair] > 0]
        return _Counts(met, may_meet, visits, free)

    def met(self, model: RestModel) -> Linear:
        """Pairs that never meet first; then how far outside the band, as much lighter as needed."""
        counts, (low, high) = self._of(model), self.band
        pairs = [counts.met[pair] for pair in counts.may_meet]
        never = total(count.below(1) for count in pairs)
        excess = total(count.below(low) + count.above(high) for count in pairs)
        heaviest = sum(max(low, count.high - high, 0) for count in pairs) + 1
        return heaviest * never + excess

    def spread(self, model: RestModel) -> Linear:
        """Σ λ² over the pairs."""
        return total(count.square() for count in self._of(model).met.values())

    def soft(self, model: RestModel) -> Linear:
        """Meetings of those who better do not meet, less those of players who like to."""
        soft, met = self.stage.soft, self._of(model).met
        terms: list[Linear] = []
        for sign, groups in ((1, soft.prefer_apart), (-1, soft.prefer_together)):
            for group in groups:
                pairs = combinations(sorted(group), 2)
                terms += [sign * total(met[pair].steps) for pair in pairs]
        return total(terms)

    def table_range(self, model: RestModel) -> Linear:
        """Most visits of a player to a table less the fewest, of those who are there throughout."""
        free = self._of(model).free_visits
        if not free:
            return total([])
        top = max(count.high for count in free)
        bound = self.stage.bound_to_tables
        who = [
            p
            for p in range(self.stage.num_players)
            if p not in bound and model.plan.there[:, p].all()
        ]

        def visits(x: Tables) -> IntArray:
            now = np.stack([(x == t).sum(axis=0) for t in range(self.stage.num_tables)], axis=1)
            return np.asarray((self.played + now)[who], dtype=np.int64)

        most = model.number(top, lambda x: int(visits(x).max()))
        fewest = model.number(top, lambda x: int(visits(x).min()))
        for count in free:
            value = count.low + total(count.steps)
            model.model.add(fewest <= value)
            model.model.add(most >= value)
        return most - fewest

    def table_squares(self, model: RestModel) -> Linear:
        """Σ of squares of each player's visits to each table."""
        return total(count.square() for count in self._of(model).visits)


def _meetings(had: int, i: int, j: int) -> Callable[[Tables], int]:
    return lambda x: had + int(((x[:, i] == x[:, j]) & (x[:, i] >= 0)).sum())


def _games(p: int) -> Callable[[Tables], int]:
    return lambda x: int((x[:, p] >= 0).sum())


def _visits(had: int, p: int, t: int) -> Callable[[Tables], int]:
    return lambda x: had + int((x[:, p] == t).sum())
