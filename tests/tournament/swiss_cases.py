"""Small events for the tests of the checker: rounds given by hand, points as they are stated."""

from fractions import Fraction

from tournament.event_form import Basis, Event, Player, Round, Settings, Stage
from tournament.swiss_check import check_round


def an_event(tables, *, past=(), points=None, mode="blocks:2", last=(), players=None, **more):
    """Return an event whose last round is to be checked.

    ``past`` are rounds of a matrix; ``last`` is a drawn round before the checked one, as (mode,
    points, tables). Points by player from 1. What belongs to the settings goes there, the rest to
    the round.
    """
    known = {player for round_ in (*past, tables) for table in round_ for player in table}
    known |= set(more.get("sit_out", ())) | set(points or ())
    number = max(known - {None})
    fields = Settings.__dataclass_fields__
    settings = Settings(
        **{"seats": max(map(len, tables))} | {k: v for k, v in more.items() if k in fields}
    )
    of_round = {k: v for k, v in more.items() if k not in fields}
    rounds = [Round("past", n, "matrix", tuple(map(tuple, t))) for n, t in enumerate(past, 1)]
    if last:
        rounds.append(drawn_round("swiss", 1, *last, number=number))
    here = drawn_round("swiss", 1 + bool(last), mode, points, tables, number=number)
    rounds.append(here.__class__(**{**vars(here), **of_round}))
    stages = (
        Stage("past", rounds=20, modes=("matrix",)),
        Stage("swiss", rounds=20, modes=(mode,), settings=settings),
    )
    everybody = players or tuple(Player(n, f"P{n}") for n in range(1, number + 1))
    return Event("By hand", everybody, stages, tuple(rounds), seed="by hand")


def drawn_round(stage, number_, mode, points, tables, *, number):
    given = {p: Fraction(0) for p in range(1, number + 1)}
    given |= {p: Fraction(v) for p, v in (points or {}).items()}
    return Round(stage, number_, mode, tuple(map(tuple, tables)), basis=Basis(given))


def findings(event):
    found = check_round(event, len(event.rounds) - 1).findings
    assert all(finding.sentence(lang) for finding in found for lang in ("en", "ru"))
    return found


def codes(event):
    return {finding.code for finding in findings(event)}


def gain(event, code):
    """Return what a criterion has and could have, as the checker says."""
    found = next(finding for finding in findings(event) if finding.code == code)
    return found.values["value"], found.values["least"]


def number_of(event, code, detail=1):
    """Return a number of the vector of the first bracket."""
    vector = check_round(event, len(event.rounds) - 1).brackets[0].vector
    return next(value for one, which, value in vector if (one, which) == (code, detail))
