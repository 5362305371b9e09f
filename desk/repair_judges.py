"""The judges after a repair that closes tables: shared out again over the games that are left."""

from __future__ import annotations

from dataclasses import replace

from optimizer.repair import Repair
from schedules.judges import NOBODY
from schedules.phrases import phrase

SECONDS = 3.0
"""Seconds at most for the rota of the rounds left."""


def with_judges_again(done: Repair, *, seed: int) -> Repair:
    """Return a repair whose judges are shared out anew over the rounds left, if tables are closed.

    Else the judge of a closed table would have nothing to do to the end and the others every
    game. Rounds played keep their judges.
    """
    rota = done.before.judges
    if rota is None or not done.asks.close_tables:
        return done
    from optimizer.judges import find_rota

    found = find_rota(
        done.schedule,
        rota.names,
        not_with=rota.forbidden,
        absent=rota.absent,
        played=rota.tables[: done.asks.after],
        seed=seed,
        time_limit=SECONDS,
    )
    return replace(done, schedule=replace(done.schedule, judges=found.rota))


def judge_lines(done: Repair, lang: str) -> list[str]:
    """Return which judges are free in which of the rounds left, where they are shared out anew."""
    rota = done.schedule.judges
    if rota is None or not done.asks.close_tables:
        return []
    absent = set(rota.absent)
    free = []
    for r in range(done.asks.after, done.schedule.num_rounds):
        busy = set(rota.tables[r].tolist()) - {NOBODY}
        names = [
            name for j, name in enumerate(rota.names) if j not in busy and (j, r) not in absent
        ]
        if names:
            free.append(phrase("judges.free_in", lang, round=r + 1, names=", ".join(names)))
    none = phrase("word.none", lang)
    return [phrase("judges.again", lang, free="; ".join(free) or none), ""]
