"""Random events to try a seating program on: ties, penalties, absences, late entries, conflicts.

The program that seats is handed in as a function, so that nothing here knows it. Everything comes
from the seed by SHA-256, so that an event that shows a fault can be made again anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from scoring.protocol import (
    Adjustment,
    AdjustmentKind,
    Chair,
    Game,
    Occupant,
    Result,
    Role,
)
from scoring.rules import Rules
from tournament.event_form import (
    Basis,
    Coefficient,
    Correction,
    Edit,
    Event,
    Lock,
    Player,
    Round,
    Settings,
    Stage,
    Tables,
    When,
)
from tournament.swiss.dice import Dice
from tournament.swiss.rescore import recount
from tournament.swiss.state import trimmed

RULES = "white-nights-2016"
STAGES = ("prelim", "semi-final")
CLUBS = ("Alfa", "Beta", "Gamma")
JUDGES = ("Judge A", "Judge B", "Judge C", "Judge D", "Judge E")
FORMATS = ((2, 1), (2, 2), (3, 2), (4, 1), (4, 2), (5, 2), (4, 3), (6, 2), (5, 3), (10, 1))
"""Seats and tables of small fields."""
LARGE = ((10, 2), (10, 3), (10, 4))
"""Seats and tables of fields as large as those of real events."""


class CannotSeat(Exception):
    """Raised by a seating function when the locks and wishes of a round contradict each other."""


NextRound = Callable[[Event, Round], Round]
"""Seats a round: gets the event so far and the round with its mode, locks, judges, seed and basis
but without tables; returns it with tables and whoever sits out. Raises :class:`CannotSeat`."""


def random_event(
    seed: str,
    next_round: NextRound,
    *,
    rounds: int | None = None,
    formats: Sequence[tuple[int, int]] = FORMATS,
) -> Event:
    """Play a random event to its end, or until a round cannot be seated.

    Parameters
    ----------
    seed
        Any text; the same seed and the same seating function give the same event.
    next_round
        Seats each round.
    rounds
        Rounds of all stages; from 2 to 7 if None.
    formats
        Seats and tables of the fields that it may be.
    """
    dice = Dice(seed)
    event = _field(dice, rounds or 2 + dice.below(6), *dice.pick(formats))
    event = replace(event, seed=seed)
    load = _loader()
    for stage in event.stages:
        for number in range(1, stage.rounds + 1):
            event = _late_and_lost(dice, event, stage, number)
            empty = _empty_round(dice, event, stage, number, load)
            drawn = _seated(event, empty, next_round)
            if drawn is None:
                return event
            event = replace(event, rounds=(*event.rounds, _by_hand(dice, drawn)))
            event = _played(dice, event)
    return event


def _loader() -> Callable[[str], Rules]:
    from scoring.rules_file import load_rules

    return load_rules


def _field(dice: Dice, rounds: int, seats: int, tables: int) -> Event:
    """Return an event without rounds: players, stages, and what their draws have to keep."""
    count = seats * tables + (dice.below(seats) if dice.one_in(2) else 0)
    uneven = count % seats != 0 and dice.one_in(2)
    players = tuple(
        Player(number, f"Player {number}", club=dice.pick(("", *CLUBS)))
        for number in range(1, count + 1)
    )
    first = 1 + dice.below(rounds)
    lengths = [first, rounds - first] if rounds > first else [rounds]
    stages = tuple(
        Stage(
            name,
            rounds=length,
            modes=tuple(_mode(dice, tables) for _ in range(length)),
            settings=_settings(dice, count, seats=seats, tables=tables, uneven=uneven),
        )
        for name, length in zip(STAGES, lengths, strict=False)
    )
    return Event("Random event", players, stages, (), rules=RULES)


def _mode(dice: Dice, tables: int) -> str:
    word = dice.pick(("random", "blocks", "blocks", "window", "strict", "strict"))
    if word == "blocks":
        return f"blocks:{1 + dice.below(min(tables, 2))}"
    return f"window:{1 + dice.below(4)}" if word == "window" else word


def _settings(dice: Dice, count: int, *, seats: int, tables: int, uneven: bool) -> Settings:
    everybody = range(1, count + 1)
    settings = Settings(seats=seats, uneven=uneven, least_repeats=not dice.one_in(4))
    if tables > 1 and dice.one_in(4):
        settings = replace(settings, apart=(tuple(sorted(dice.some(everybody, 2))),))
    if tables > 1 and dice.one_in(6):
        settings = replace(settings, most_of_club=seats - 1)
    if dice.one_in(6):
        who = dice.pick(everybody)
        settings = replace(settings, forbidden_seats=((who, 1 + dice.below(seats)),))
    if tables > 1 and dice.one_in(6):
        fixed = ((dice.pick(everybody), 1 + dice.below(tables)),)
        settings = replace(settings, fixed_tables=fixed)
    if tables > 1 and dice.one_in(8):
        settings = replace(settings, judge_conflicts=((JUDGES[0], dice.pick(everybody)),))
    if tables > 1 and dice.one_in(8):
        settings = replace(settings, most_in_a_row=2)
    if tables > 1 and dice.one_in(8):
        settings = replace(settings, most_meetings=4)
    return settings


def _late_and_lost(dice: Dice, event: Event, stage: Stage, number: int) -> Event:
    """Let somebody enter late, leave for good, or be replaced by a substitute before a round."""
    now = When(stage.name, number)
    if event.rounds and dice.one_in(8):
        new = len(event.players) + 1
        late = Player(new, f"Player {new}", entered=now)
        event = replace(event, players=(*event.players, late))
    if event.rounds and dice.one_in(10):
        who = dice.pick(event.players)
        staying = [player for player in event.players if player.left is None]
        if who.left is None and len(staying) > stage.settings.seats:
            players = tuple(replace(one, left=now) if one is who else one for one in event.players)
            event = replace(event, players=players)
    if event.rounds and dice.one_in(10):
        who = dice.pick(event.players)
        new_one = Occupant(who.name, f"Substitute of {who.number}", stage.name, number)
        protocols = event.protocols
        occupants = (*protocols.occupants, new_one)
        event = replace(event, protocols=replace(protocols, occupants=occupants))
    return event


def _empty_round(
    dice: Dice, event: Event, stage: Stage, number: int, load: Callable[[str], Rules]
) -> Round:
    """Return a round with all that its draw is made from."""
    round_ = Round(stage.name, number, stage.modes[number - 1], ())
    active = event.active(round_)
    if dice.one_in(5) and len(active) > stage.settings.seats:
        round_ = replace(round_, absent=(dice.pick(active),))
    active = event.active(round_)
    seats = stage.settings.seats
    tables = -(-len(active) // seats) if stage.settings.uneven else len(active) // seats
    if dice.one_in(3) or any(one.judges for one in event.rounds):
        round_ = replace(round_, judges=tuple(dice.some(JUDGES, tables)))
    if len(round_.judges) < tables:
        round_ = replace(round_, judges=())
    locks = []
    if dice.one_in(4):
        who = dice.pick(active)
        # the last table may be a small one, so that only its first seats are sure to be there
        places = (
            Lock(who, table=1 + dice.below(tables), who="Chief judge", when="10:00", why="stream"),
            Lock(who, seat=1 + dice.below(2), who="Chief judge", when="10:00", why="a bad leg"),
            Lock(who, sits=not dice.one_in(2), who="Chief judge", when="10:00", why="asked"),
        )
        locks = [dice.pick(places)]
    draft = replace(event, rounds=(*event.rounds, round_))
    counted = recount(draft, len(event.rounds), load)
    basis = None
    if counted is not None:
        difficulty = tuple(
            Coefficient(series, k.red, k.black, k.coefficient)
            for series, k in sorted(counted.difficulty.items())
        )
        basis = Basis(counted.points, difficulty)
    return replace(round_, locks=tuple(locks), basis=basis)


def _seated(event: Event, empty: Round, next_round: NextRound) -> Round | None:
    """Seat a round; where the locks contradict the rest, without them."""
    for locks in dict.fromkeys((empty.locks, ())):
        try:
            return next_round(event, replace(empty, locks=locks))
        except CannotSeat:
            continue
    return None


def _by_hand(dice: Dice, drawn: Round) -> Round:
    """Let the chief judge change the seats of two players now and then."""
    players = [player for table in drawn.tables for player in table if player is not None]
    if not dice.one_in(6) or len(players) < 2:
        return drawn
    one, other = dice.some(players, 2)
    edit = Edit("Chief judge", "11:00", "a request", (one, other))
    return replace(
        drawn, tables=exchanged(drawn.tables, one, other), drawn=drawn.tables, edits=(edit,)
    )


def exchanged(tables: Tables, one: int, other: int) -> Tables:
    """Return the tables with two players in each other's place."""
    places = {one: other, other: one}
    return tuple(
        tuple(player if player is None else places.get(player, player) for player in table)
        for table in tables
    )


def _played(dice: Dice, event: Event) -> Event:
    """Record the protocols of the last round, and what happened around it."""
    round_ = event.rounds[-1]
    occupants = {one.slot: one.player for one in event.protocols.occupants}
    names = {player.number: player.name for player in event.players}
    new = []
    for number, table in enumerate(round_.tables, 1):
        seated = [who for who in trimmed(table) if who is not None]
        new.append(_game(dice, round_, number, [names[who] for who in seated], occupants))
    protocols = event.protocols
    event = replace(event, protocols=replace(protocols, games=(*protocols.games, *new)))
    event = _outside(dice, event)
    return _corrected(dice, event)


def _game(
    dice: Dice, round_: Round, table: int, owners: list[str], occupants: dict[str, str]
) -> Game:
    result: Result = dice.pick(("red", "black", "black", "draw", "void", "red", "black", "red"))
    roles: list[Role] = ["don", "mafia", "mafia", "sheriff"]
    dealt = dice.some((roles + ["civilian"] * len(owners))[: max(len(owners), 2)], len(owners))
    chairs = [
        Chair(seat, occupants.get(owner, owner), role, slot=owner)
        for seat, (owner, role) in enumerate(zip(owners, dealt, strict=True), 1)
    ]
    game = Game(round_.stage, round_.number, table, result, tuple(chairs))
    if dice.one_in(3):
        winners = [chair for chair in chairs if game.won(chair)]
        if winners:
            best = dice.pick(winners)
            extra = Fraction(1, 1 + dice.below(2))
            chairs[best.seat - 1] = replace(best, extras=(extra,))
    if dice.one_in(12):
        seat = dice.below(len(chairs))
        away = chairs[seat]
        chairs[seat] = replace(away, player="Stand-in", slot=away.owner, substitute=True, extras=())
    killed = None
    named: tuple[int, ...] = ()
    if dice.one_in(2):
        killed = 1 + dice.below(len(chairs))
        others = [chair.seat for chair in chairs if chair.seat != killed]
        named = tuple(dice.some(others, 3))
    return replace(game, chairs=tuple(chairs), first_killed=killed, best_move=named)


def _outside(dice: Dice, event: Event) -> Event:
    """Add a penalty or a bonus now and then; some are only known after the next draw."""
    if not dice.one_in(4):
        return event
    round_ = event.rounds[-1]
    kind: AdjustmentKind = dice.pick(("missed_round", "penalty", "bonus"))
    points = {"missed_round": None, "penalty": Fraction(-1, 2), "bonus": Fraction(1, 3)}[kind]
    who = dice.pick(event.players)
    one = Adjustment(who.name, kind, points, round_.stage, round_.number, "as it happened")
    adjustments = (*event.protocols.adjustments, one)
    event = replace(event, protocols=replace(event.protocols, adjustments=adjustments))
    since = _after_next(event)
    if since is None or not dice.one_in(2):
        return event
    late = Correction(since, adjustment=len(adjustments), who="Chief judge", why="found late")
    return replace(event, corrections=(*event.corrections, late))


def _corrected(dice: Dice, event: Event) -> Event:
    """Let a protocol be wrong until after the next draw now and then."""
    since = _after_next(event)
    if since is None or not dice.one_in(6):
        return event
    game = dice.pick([one for one in event.protocols.games if _is_last(event, one)])
    turned: Result = "black" if game.result == "red" else "red"
    plain = tuple(replace(chair, extras=()) for chair in game.chairs)
    before = None if dice.one_in(4) else replace(game, result=turned, chairs=plain)
    place = (game.stage, game.round, game.table)
    late = Correction(since, game=place, before=before, who="Chief judge", why="a wrong protocol")
    return replace(event, corrections=(*event.corrections, late))


def _is_last(event: Event, game: Game) -> bool:
    last = event.rounds[-1]
    return (game.stage, game.round) == (last.stage, last.number)


def _after_next(event: Event) -> When | None:
    """Return the round after the next one; None where the event ends before."""
    ahead = [
        When(stage.name, number) for stage in event.stages for number in range(1, stage.rounds + 1)
    ]
    last = event.rounds[-1]
    place = ahead.index(When(last.stage, last.number)) + 2
    return ahead[place] if place < len(ahead) else None
