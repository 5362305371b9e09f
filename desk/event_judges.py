"""``seating event judges``: who judges, and who is at which table."""

from __future__ import annotations

from pathlib import Path

from desk.event import round_head, say_all
from desk.event_changes import by_whom
from desk.judges_file import Field, Judges, read_judges
from schedules.errors import SeatingError
from tournament.flow.bench import Bench, bench_of, judges_at
from tournament.flow.judging import known_names, name_judges
from tournament.phrases import phrase
from tournament.store import State, open_store
from tournament.store.state import Seated


def seat_judges(
    event: str, *, judges_file: Path | None, none: bool, again: bool, who: str, why: str, lang: str
) -> int:
    """Name the judges and give them tables, or show who is where."""
    if sum((judges_file is not None, none, again)) > 1:
        raise SeatingError("--judges FILE, --again and --none exclude each other; keep one.")
    with open_store(event) as store:
        state = store.read()
        bench = bench_of(state)
        if judges_file is None and not none and not again:
            return say_all(rota_lines(state, list(state.rounds), lang))
        if judges_file is not None:
            bench = _bench(state, judges_file)
        elif none:
            bench = Bench()
        elif not bench.names:
            raise SeatingError("No judges are named yet; name them with --judges FILE.")
        done = name_judges(store, bench, who=by_whom(who), why=why)
        state = store.read()
    lines = [phrase("event.judges_named", lang, count=len(bench.names))]
    return say_all([*lines, *rota_lines(state, list(done), lang)])


def _bench(state: State, file: Path) -> Bench:
    """Return the judges of a file; rounds in it count through all stages."""
    players, moments = known_names(state), state.format.moments
    found: Judges = read_judges(file, Field(players, len(players), len(moments)))
    return Bench(
        found.names,
        tuple((found.names[j], players[p]) for j, p in found.not_with),
        tuple((found.names[j], moments[r]) for j, r in found.absent),
    )


def rota_lines(state: State, rounds: list[Seated], lang: str) -> list[str]:
    """Return the judges of rounds, a line for each round; that there are none, if so."""
    lines = []
    for one in sorted(rounds, key=lambda one: state.order(*one.moment)):
        if not any(judges_at(one)):
            continue
        said = ", ".join(
            phrase("event.judge_at", lang, table=number, name=name)
            for number, name in enumerate(judges_at(one), 1)
            if name
        )
        head = round_head(state, one, lang)
        lines.append(f"{head}: {said}")
    bench = bench_of(state)
    if bench.names and state.unseated is not None:
        names = ", ".join(bench.names)
        lines.append(phrase("event.judges_later", lang, names=names))
    return lines or [phrase("event.no_judges", lang)]
