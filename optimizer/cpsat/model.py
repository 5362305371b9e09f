"""The whole model put together: variables, every hard rule, and the criteria on demand."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from optimizer.cpsat import rules
from optimizer.cpsat.canonical import canonical
from optimizer.cpsat.criteria import CRITERIA, Criterion
from optimizer.cpsat.facts import Facts
from optimizer.cpsat.freedom import Freedom, everything
from optimizer.cpsat.solve import Outcome, Params, run
from optimizer.cpsat.variables import Linear, Variables
from schedules.problem import Problem
from schedules.schedule import EMPTY, Schedule


@dataclass(frozen=True)
class Canonical:
    """Which numbers a model fixes to break symmetry, beside those of the players.

    Attributes
    ----------
    tables, rounds
        Whether the tables of each round are in canonical order, and whether the rounds are.
    """

    tables: bool
    rounds: bool


@dataclass
class SeatingModel:
    """A seating as a CP-SAT model: what may be decided, and what any answer has to keep.

    Attributes
    ----------
    variables
        The variables with their meaning, and the ``CpModel`` that they belong to.
    seats
        Whether seats are part of the model; without them a schedule of it seats the players of
        each game in the order of their numbers.
    canonical
        The canonical form that the model asks for; None where no symmetry is broken.
    """

    variables: Variables
    seats: bool
    canonical: Canonical | None = None
    stated: dict[str, Linear] = field(default_factory=dict, repr=False)

    @property
    def problem(self) -> Problem:
        """The stage that the model states."""
        return self.variables.problem

    def can_state(self, criterion: Criterion) -> bool:
        """Whether the model has the variables that the criterion looks at."""
        if criterion.name in self.stated:
            return True
        if criterion.scope == "meetings":
            return self.variables.meetings
        return self.seats or criterion.scope != "seats"

    def criterion(self, name: str) -> Linear:
        """Return the criterion as an expression; what it needs is stated the first time.

        Raises
        ------
        KeyError
            If there is no such criterion.
        ValueError
            If it looks at variables that the model was built without.
        """
        criterion = CRITERIA[name]
        if not self.can_state(criterion):
            raise ValueError(f"{name} looks at {criterion.scope}, which this model leaves out")
        if name not in self.stated:
            self.stated[name] = criterion.state(self.variables)
        return self.stated[name]

    def values(self, schedule: Schedule) -> dict[int, int]:
        """Return the value of every variable under a schedule, by the index of the variable.

        A model in canonical form takes the schedule in canonical form.
        """
        facts = Facts(schedule)
        one = self.variables.one
        values = {one.index: 1}
        for family, members in self.variables.families.items():
            for key, variable in members.items():
                if variable is not one:
                    values[variable.index] = facts.value(family, key)
        return values

    def hint(self, schedule: Schedule) -> None:
        """Hand the schedule to the solver as a starting point, every variable of it.

        Hint last: a criterion that is stated afterwards brings variables without a hint, and
        CP-SAT loses a hint with gaps.

        Raises
        ------
        ValueError
            If the schedule is one of another problem.
        """
        if schedule.problem != self.problem:
            raise ValueError("the schedule belongs to another problem than the model")
        model = self.variables.model
        model.clear_hints()
        for index, value in self.values(self.renamed(schedule)).items():
            model.add_hint(model.get_int_var_from_proto_index(index), value)

    def renamed(self, schedule: Schedule) -> Schedule:
        """Return the schedule as the model numbers players, tables and rounds."""
        if self.canonical is None:
            return schedule
        return canonical(schedule, tables=self.canonical.tables, rounds=self.canonical.rounds)

    def accepts(self, schedule: Schedule) -> bool:
        """Whether the schedule keeps every rule of the model: a check independent of the search.

        The solver gets every variable fixed to what the schedule says and has only to agree.
        """
        self.hint(schedule)
        params = Params(time_limit=60.0, workers=1, fix_to_hint=True, presolve=False)
        return run(self.variables.model, params).found

    def schedule(self, outcome: Outcome) -> Schedule:
        """Return the schedule that an outcome with a solution stands for.

        Raises
        ------
        ValueError
            If the outcome has no solution.
        """
        problem = self.problem
        seating = np.full(
            (problem.num_rounds, problem.num_tables, problem.num_seats), EMPTY, dtype=np.int32
        )
        if self.seats:
            for (p, r, t, s), literal in self.variables.family("chair").items():
                if outcome.value(literal.index):
                    seating[r, t, s] = p
            return Schedule(problem, seating)
        taken = np.zeros((problem.num_rounds, problem.num_tables), dtype=int)
        for (p, r, t), literal in sorted(self.variables.family("table").items()):
            if outcome.value(literal.index):
                seating[r, t, taken[r, t]] = p
                taken[r, t] += 1
        return Schedule(problem, seating)


def build(
    problem: Problem,
    *,
    seats: bool = True,
    meetings: bool = True,
    overlaps: bool = False,
    freedom: Freedom | None = None,
    canonical: Canonical | None = None,
) -> SeatingModel:
    """State a stage with every hard rule and no criterion yet.

    Parameters
    ----------
    problem
        The stage; its wishes become rules.
    seats
        Whether the seats are decided too, or the tables alone.
    meetings
        Whether who meets whom is stated; without it only the meetings that a wish limits are, and
        the model has no criterion of meetings but the spread by overlaps.
    overlaps
        State the spread by the overlaps of games, which brings the overlap bound into the
        relaxation. Only where nobody sits out.
    freedom
        What may be decided; everything, if not given.
    canonical
        Break symmetry by canonical numbers, see :func:`optimizer.cpsat.rules.canonical_form`.
        Only for a whole stage without wishes, where it loses nothing.

    Raises
    ------
    ValueError
        If a part is asked for where it does not hold.
    """
    if canonical is not None and (freedom is not None or not problem.nameless):
        raise ValueError("a canonical form would rename players whom wishes tell apart")
    if overlaps and not problem.full:
        raise ValueError("the overlaps say what the spread is only where nobody sits out")
    if seats and not meetings:
        raise ValueError("seats need the meetings: neighbours are players who meet")
    v = Variables(
        problem, freedom if freedom is not None else everything(problem), meetings=meetings
    )
    rules.one_table_in_a_round(v)
    rules.every_game_is_full(v)
    rules.the_last_tables_stay_empty(v)
    rules.everyone_plays_his_games(v)
    rules.players_at_one_table_meet(v)
    rules.wishes_about_meetings(v)
    rules.wishes_about_places(v)
    if seats:
        v.add_seats()
        rules.one_seat_at_the_table(v)
        rules.players_on_adjacent_seats_are_neighbours(v)
    if canonical is not None:
        rules.canonical_form(v, tables=canonical.tables, rounds=canonical.rounds)
    model = SeatingModel(v, seats, canonical)
    if overlaps:
        model.stated["spread"] = rules.overlaps_of_games(v)
    return model
