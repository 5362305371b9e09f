"""Repair on the day: the rounds played stay, the rest is seated again with the least change."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from optimizer.certificate import certify
from optimizer.criteria import PREFERENCES, Prefer
from optimizer.errors import InfeasibleError, NothingFoundError
from optimizer.repair.asks import Asks, Pair, players_listed
from optimizer.repair.changes import Change, Move, changes_between, moves_between
from optimizer.repair.conflicts import check_tables_left
from optimizer.repair.goals import Quality
from optimizer.repair.plan import Plan, choose_full, expected, gone, make_plan
from optimizer.repair.seats import SWEEPS, improve_free_seats, seat_newcomers
from optimizer.repair.solve import Answer, Stop, seat_again
from optimizer.repair.stage import (
    band_of,
    finished,
    played_part,
    stage_left,
    stated,
    with_games,
)
from optimizer.repair.wishes import lost_at_least, met_before, played_meetings, wishes_left
from schedules.measures import Measures, games_played, measure, table_visits
from schedules.schedule import Schedule
from schedules.verify import check_valid, verify


@dataclass(frozen=True)
class Outlook:
    """What the other way to deal with too few players would give.

    Attributes
    ----------
    full
        Whether it has full tables with players sitting out; otherwise games that lack players.
    possible
        Whether it can be done at all; if not, ``reason`` says why not.
    games
        How many players play how many games in the whole stage, of those who play to the end.
    changed_games
        Player-rounds whose game is another one.
    smallest
        Players of the smallest game.
    """

    full: bool
    possible: bool
    reason: str = ""
    games: dict[int, int] | None = None
    changed_games: int = 0
    smallest: int = 0


@dataclass(frozen=True, eq=False)
class Repair:
    """A schedule after a repair, and what is different.

    Attributes
    ----------
    schedule
        The new schedule: verified, certified, with the repair recorded in ``made``.
    before
        The schedule as it was.
    asks
        What was asked.
    full
        Whether games are full with players sitting out (True), or may lack players (False).
    outlook
        What the other of the two would give; None where there was nothing to choose.
    changes
        The chairs that differ.
    shared
        Whether games are taken from those who are there, or given to them, and so shared out.
    even_proved, change_proved, quality_proved
        Whether the games are as even, the change as small, and the quality (given these) as good
        as can be.
    met_before
        Pairs of new wishes that met too often in played rounds: pair, limit, meetings.
    lost
        Pairs that can no longer meet as often as was wished: pair, wish, what is left of it.
    faults
        What the solver did wrong on the way, in sentences; empty as a rule.
    """

    schedule: Schedule
    before: Schedule
    asks: Asks
    full: bool
    outlook: Outlook | None
    changes: tuple[Change, ...]
    shared: bool
    even_proved: bool
    change_proved: bool
    change_bound: int
    quality_proved: bool
    met_before: tuple[tuple[Pair, int, int], ...] = ()
    lost: tuple[tuple[Pair, int, int], ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def moves(self) -> tuple[Move, ...]:
        """What each player has to be told, without those who withdraw."""
        found = moves_between(self.before.seating, self.schedule.seating)
        return tuple(move for move in found if not self._gone(move.player, move.round))

    @property
    def changed_games(self) -> int:
        """Player-rounds whose game is another one, of those who are there."""
        return sum(move.another_game for move in self.moves)

    @property
    def renamed(self) -> tuple[tuple[int, str, str], ...]:
        """Slots with another name: slot, name before, name now."""
        names = zip(self.before.players, self.schedule.players, strict=True)
        return tuple((n, old, new) for n, (old, new) in enumerate(names) if old != new)

    @property
    def games(self) -> dict[int, int]:
        """How many of those who play to the end play how many games: {games: players}."""
        return _games(self.schedule, self.asks)

    @property
    def smallest(self) -> int:
        """Players of the smallest game in the rounds left."""
        sizes = (self.schedule.seating[self.asks.after :] >= 0).sum(axis=2)
        return int(sizes[sizes > 0].min())

    @property
    def quality(self) -> tuple[Measures, Measures]:
        """The measures before and after."""
        return measure(self.before), measure(self.schedule)

    def _gone(self, player: int, round_: int) -> bool:
        late = dict(self.asks.late).get(player, 0)
        return player in self.asks.withdraw or round_ < late


def repair(
    schedule: Schedule,
    *,
    after: int,
    withdraw: Iterable[int] = (),
    replace: Iterable[tuple[int, str]] = (),
    late: Iterable[Pair] = (),
    swap: Pair | None = None,
    close_tables: Iterable[int] = (),
    apart: Iterable[Sequence[int]] = (),
    at_most: Iterable[tuple[Sequence[int], int]] = (),
    forbidden_tables: Iterable[Pair] = (),
    full_tables: bool | None = None,
    outlook: bool = True,
    seed: int = 1,
    workers: int = 1,
    time_limit: float = 10.0,
    stop: Stop | None = None,
) -> Repair:
    """Seat the rounds left of a stage again, with the least change that keeps what is asked.

    Players, tables and rounds count from 0.

    Parameters
    ----------
    schedule
        A valid schedule, of which the first ``after`` rounds are played.
    after
        Rounds played; they stay exactly as they are.
    withdraw, replace, late, swap, close_tables, apart, at_most, forbidden_tables, full_tables
        What went wrong, see :class:`Asks`.
    outlook
        Whether to find out as well what the other choice of ``full_tables`` would give.
    seed, workers
        Choices and threads of CP-SAT. One thread proves these small models sooner than two.
    time_limit
        Seconds for all of it.
    stop
        Asked whether to stop with the best found so far.

    Raises
    ------
    ProblemError
        If the asks name what there is not, or contradict each other.
    InvalidScheduleError
        If the schedule is not valid.
    InfeasibleError
        If what is asked cannot be; the message says which wish, and in which round.
    NothingFoundError
        If the time was too short.

    Notes
    -----
    In this order: games as even as can be (where games are taken from players or given to them),
    fewest player-rounds whose game is another one, fewest seats that change, then the order of
    criteria over all rounds, those played with them.
    """
    asks = Asks(
        after=after,
        withdraw=tuple(withdraw),
        replace=tuple(replace),
        late=tuple(late),
        swap=swap,
        close_tables=tuple(dict.fromkeys(close_tables)),
        apart=tuple(tuple(group) for group in apart),
        at_most=tuple((tuple(group), most) for group, most in at_most),
        forbidden_tables=tuple(dict.fromkeys(forbidden_tables)),
        full_tables=full_tables,
    )
    return repair_asked(
        schedule,
        asks,
        outlook=outlook,
        seed=seed,
        workers=workers,
        time_limit=time_limit,
        stop=stop,
    )


def repair_asked(
    schedule: Schedule,
    asks: Asks,
    *,
    outlook: bool = True,
    seed: int = 1,
    workers: int = 1,
    time_limit: float = 10.0,
    stop: Stop | None = None,
) -> Repair:
    """Do :func:`repair` for asks that stand together; parameters and errors are the same."""
    began = time.monotonic()
    check_valid(schedule)
    asks.check(schedule)
    _check_swap(schedule, asks)
    chosen, matters = choose_full(schedule, asks)
    full = chosen if asks.full_tables is None else asks.full_tables
    plan = make_plan(schedule, asks, full=full)
    wishes, met = wishes_left(schedule, asks), played_meetings(schedule, asks.after)
    check_tables_left(plan, wishes)
    prefer = _order_of(schedule)
    quality = Quality(
        stage_left(schedule, asks),
        table_visits(played_part(schedule, asks.after)),
        band_of(plan, met, schedule, asks),
    )
    share = 0.6 if matters and outlook else 0.85

    def answer(plan: Plan, quality: Quality | None, seconds: float) -> Answer:
        return seat_again(
            plan,
            wishes,
            met,
            quality,
            prefer=prefer,
            seed=seed,
            workers=workers,
            time_limit=seconds,
            stop=stop,
        )

    found = answer(plan, quality, share * time_limit)
    seating, free = seat_newcomers(plan, found.tables)
    done = improve_free_seats(stated(schedule, asks, seating), free, sweeps=SWEEPS)
    _check_played(schedule, done, asks.after)
    check_valid(done)
    other = None
    if matters and outlook:
        left = max(0.5, min(0.3 * time_limit, 0.9 * time_limit - (time.monotonic() - began)))
        other = _other_way(schedule, asks, not full, lambda plan: answer(plan, None, left))
    done = finished(
        done,
        certify(done, prefer=prefer),
        asks,
        before=schedule,
        seed=seed,
        seconds=time.monotonic() - began,
    )
    return Repair(
        schedule=done,
        before=schedule,
        asks=asks,
        full=full,
        outlook=other,
        changes=changes_between(schedule.seating, done.seating),
        shared=plan.shares_games,
        even_proved=found.even_proved,
        change_proved=found.change_proved,
        change_bound=max(found.change_bound, plan.least_changes),
        quality_proved=found.quality_proved,
        met_before=tuple(met_before(schedule, asks)),
        lost=tuple(lost_at_least(schedule, asks)),
        faults=found.faults,
    )


def _order_of(schedule: Schedule) -> Prefer:
    """Return the order of criteria that the schedule was made by."""
    stated = (schedule.certificate or {}).get("order")
    return next((order for order in PREFERENCES if order == stated), PREFERENCES[0])


def _check_swap(schedule: Schedule, asks: Asks) -> None:
    """Refuse a swap that puts one of the two where a wish does not let him be."""
    if asks.swap is None:
        return
    seating = expected(schedule, replace(asks, replace=()))
    stage = with_games(schedule.problem, seating)
    faults = verify(replace(schedule, problem=stage, seating=seating))
    if faults:
        who = players_listed(asks.swap)
        raise InfeasibleError(
            f"{who.capitalize()} cannot exchange their places: {faults[0]} "
            "Choose another to swap with.",
            asks.swap,
        )


def _other_way(
    schedule: Schedule, asks: Asks, full: bool, answer: Callable[[Plan], Answer]
) -> Outlook:
    """Find out how many games each and how many changes the other choice would give."""
    try:
        plan = make_plan(schedule, asks, full=full)
        found = answer(plan)
    except (InfeasibleError, NothingFoundError) as error:
        return Outlook(full, possible=False, reason=str(error))
    seating, _ = seat_newcomers(plan, found.tables)
    other = stated(schedule, asks, seating)
    sizes = (other.seating[asks.after :] >= 0).sum(axis=2)
    changed = (found.tables != plan.base) & plan.there
    return Outlook(
        full,
        possible=True,
        games=_games(other, asks),
        changed_games=int(changed.sum()),
        smallest=int(sizes[sizes > 0].min()),
    )


def _games(schedule: Schedule, asks: Asks) -> dict[int, int]:
    away = gone(schedule.problem, asks.after)
    counts = Counter(n for p, n in enumerate(games_played(schedule).tolist()) if p not in away)
    return dict(sorted(counts.items(), reverse=True))


def _check_played(before: Schedule, after: Schedule, played: int) -> None:
    """Hold that the rounds played are the same, byte for byte."""
    if before.seating[:played].tobytes() != after.seating[:played].tobytes():
        raise AssertionError("a repair changed a round that is played")
