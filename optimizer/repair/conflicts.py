"""Why the rounds left cannot be seated as asked: the fewest wishes that conflict, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from optimizer.cpsat.repair_model import RestModel
from optimizer.cpsat.solve import INFEASIBLE, Params, run
from optimizer.errors import InfeasibleError, NothingFoundError
from optimizer.repair.plan import Plan
from optimizer.repair.wishes import IntArray, Wish
from schedules.errors import SeatingError

SECONDS = 5.0
"""For each question whether some of the wishes can be kept; they take milliseconds as a rule."""


def check_tables_left(plan: Plan, wishes: Sequence[Wish]) -> None:
    """Refuse wishes that leave somebody no table in a round: he would sit out without a word.

    Raises
    ------
    InfeasibleError
        Naming the player, his wishes and the first such round.
    """
    about = [wish for wish in wishes if wish.kind in ("table", "not_table")]
    for player in sorted({wish.players[0] for wish in about}):
        mine = [wish for wish in about if wish.players[0] == player]
        for r in np.flatnonzero(plan.there[:, player]).tolist():
            tables = plan.tables[r]
            if any(all(wish.allows(t) for wish in mine) for t in tables):
                continue
            blamed = [w for w in mine if w.kind == "table" or w.number in tables]
            numbers = ", ".join(str(t + 1) for t in tables)
            raise InfeasibleError(
                f"Player {player + 1} has no table left in round {r + plan.after + 1}, whose "
                f"games are at {'tables' if len(tables) > 1 else 'table'} {numbers}: "
                f"{_joined([str(wish) for wish in blamed])}. Drop a wish, or withdraw him.",
                [player],
            )


def explain(plan: Plan, wishes: Sequence[Wish], met: IntArray, *, seed: int) -> SeatingError:
    """Return the error that says which wishes conflict, and in which round if one is enough.

    Wish after wish is left out; one without which the others still conflict is not to blame.
    What remains is asked once more without presolve: a wrong INFEASIBLE of CP-SAT is on record,
    and a person who is told "impossible" acts on it.
    """
    blamed = list(wishes)
    for wish in wishes:
        rest = [other for other in blamed if other is not wish]
        if _impossible(plan, rest, met, seed=seed):
            blamed = rest
    if not _impossible(plan, blamed, met, seed=seed, presolve=False):
        return NothingFoundError(
            "The solver could not make up its mind whether the rounds left can be seated as "
            "asked. Try another --seed, or drop a wish."
        )
    where = _round_to_blame(plan, blamed, met, seed=seed)
    when = f"In round {where + plan.after + 1}" if where is not None else "In the rounds left"
    players = sorted({p for wish in blamed for p in wish.players})
    asked = [wish for wish in blamed if wish.asked]
    mend = f"Drop {'the wish' if len(blamed) == 1 else 'one of these wishes'}"
    if not asked and blamed:
        mend = "Mend these wishes in the file"
    return InfeasibleError(
        f"{when} it cannot be that {_joined([str(wish) for wish in blamed])}: "
        f"{_room(plan, where)}. {mend}, or ask for less.",
        players,
    )


def _joined(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, ["; ".join(parts[:-1]), parts[-1]])) if parts else "all play"


def _room(plan: Plan, where: int | None) -> str:
    """Say what the round, or the first of the rounds left, offers."""
    r = 0 if where is None else where
    games, chairs, there = int(plan.games[r]), int(plan.chairs[r]), int(plan.there[r].sum())
    who = "all of them play" if there == chairs else f"{chairs} of them play"
    tables = f"table{'s' if len(plan.tables[r]) > 1 else ''}"
    numbers = ", ".join(str(t + 1) for t in plan.tables[r])
    return (
        f"there are {there} players, {who}, in {games} game{'s' if games > 1 else ''} "
        f"at {tables} {numbers}"
    )


def _impossible(
    plan: Plan, wishes: Sequence[Wish], met: IntArray, *, seed: int, presolve: bool = True
) -> bool:
    model = RestModel(plan, met, wishes, meetings=False)
    params = Params(SECONDS, workers=1, seed=seed, presolve=presolve)
    return run(model.model, params).status == INFEASIBLE


def _round_to_blame(plan: Plan, wishes: Sequence[Wish], met: IntArray, *, seed: int) -> int | None:
    """Return a round that cannot keep the wishes even by itself, or None."""
    for r in range(plan.num_rounds):
        only = replace(
            plan,
            after=plan.after + r,
            there=plan.there[r : r + 1],
            seating=np.array(plan.seating[: plan.after + r + 1]),
            tables=plan.tables[r : r + 1],
            games=plan.games[r : r + 1],
            chairs=plan.chairs[r : r + 1],
            smallest=plan.smallest[r : r + 1],
        )
        alone = [
            wish
            for wish in wishes
            if wish.kind != "at_least" and wish.round in (None, plan.after + r)
        ]
        if _impossible(only, alone, met, seed=seed):
            return r
    return None
