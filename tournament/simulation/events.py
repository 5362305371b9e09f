"""Whole tournaments, many at once: rounds are seated and played for all events together.

Every event has dice of its own, from the seed and its number: the same event comes whatever is
simulated beside it, and the same players with the same luck in every format of one field.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimizer.swiss.engine import next_round
from optimizer.swiss.problem import SwissProblem, table_sizes
from tournament.simulation.draws import DRAWS, EFFORT, sequence
from tournament.simulation.games import Games, Ints, Luck, play
from tournament.simulation.ledger import NEAR, Ledger
from tournament.simulation.model import SEATS, Floats, GameModel, true_strength
from tournament.simulation.plan import Ending, Plan, Round

OFTEN = 5
"""Pairs that met so often are counted."""
MEASURES = (
    "best_in_final", "ten_in_final", "best_wins", "champion_rank", "final_decides", "final_winner",
    "tau", "met_often", "met_most", "never_met",
)  # fmt: skip
"""What is counted of each event.

best_in_final: the truly best player is in the final; ten_in_final: share of the final's seats that
go to as many truly best players; best_wins: the truly best player is the champion; champion_rank:
the champion's place among all by true strength, 1 for the best; final_decides: the champion was not
the leader before the final; final_winner: the champion has the most points of the final alone; tau:
Kendall's tau of all places with the true strength, 1 for the same order; met_often: pairs that met
five times or more before the final; met_most: how often the pair met that met most; never_met:
pairs that never met before the final.
"""


@dataclass(frozen=True, eq=False)
class Played:
    """Some events as they were played.

    Attributes
    ----------
    skills
        Shape (2, events, players).
    lots
        The lot of each player, shape (events, players).
    ledger
        What everybody gathered.
    leaders
        The players before the final from the best on, shape (events, players).
    meetings
        Before the final, shape (events, players, players).
    rounds
        Each round's seating, shape (events, tables, seats), and its games.
    """

    skills: Floats
    lots: Floats
    ledger: Ledger
    leaders: Ints
    meetings: NDArray[np.int16]
    rounds: tuple[tuple[Ints, Games], ...]


@dataclass(frozen=True, eq=False)
class _Dice:
    """Everything that is drawn for some events before they are played."""

    skills: Floats
    lots: Floats
    judges: Floats
    free: Floats
    luck: Luck

    @classmethod
    def draw(cls, plan: Plan, model: GameModel, seed: int, events: range) -> _Dice:
        # one generator a purpose, so that a longer event has the dice of a shorter one
        parts: list[list[Any]] = [[], [], [], [], []]
        for event in events:
            people, lot, judge, free, luck = (
                np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(event, n)))
                for n in range(5)
            )
            parts[0].append(model.skills(people, plan.players))
            parts[1].append(lot.random(plan.players))
            tables = max(round_.tables for round_ in plan.rounds)
            parts[2].append(judge.normal(0, _place_spread(model), tables))
            parts[3].append(free.random((len(plan.rounds), plan.players)))
            parts[4].append(Luck.draw(luck, plan.games))
        names = Luck.__dataclass_fields__
        luck_all = {name: np.stack([getattr(one, name) for one in parts[4]]) for name in names}
        return cls(
            np.stack(parts[0], axis=1), np.stack(parts[1]), np.stack(parts[2]),
            np.stack(parts[3]), Luck(**luck_all),
        )  # fmt: skip

    def of_games(self, first: int, count: int) -> Luck:
        """Return the luck of the games first, first + 1, ... of all events."""
        names = Luck.__dataclass_fields__
        parts = {name: getattr(self.luck, name)[:, first : first + count] for name in names}
        return Luck(**{n: part.reshape(-1, *part.shape[2:]) for n, part in parts.items()})


def _place_spread(model: GameModel) -> float:
    """Return the spread of a table with its judge, who stays there for the whole event."""
    return float(np.hypot(model.judge_spread, model.table_spread))


def play_events(plan: Plan, model: GameModel, *, seed: int, events: range) -> Played:
    """Play events of one plan, all at once.

    Parameters
    ----------
    plan
        What is played.
    model
        How games are made up.
    seed, events
        Together they settle everything: the numbers of the events.
    """
    dice = _Dice.draw(plan, model, seed, events)
    count, players = dice.lots.shape
    ledger = Ledger(plan.scheme, count, players, len(plan.entrants))
    meetings = np.zeros((count, players, players), dtype=np.int16)
    seater = _Seater(plan, dice, ledger, seed, events)
    rounds: list[tuple[Ints, Games]] = []
    leaders = np.argsort(dice.lots, axis=1)
    each = np.arange(count)[:, None, None]
    first_game = 0
    for number, round_ in enumerate(plan.rounds):
        if number and round_.stage != plan.rounds[number - 1].stage:
            leaders = _standing(plan, ledger, round_.stage, dice.lots)
        seating = seater.seat(number, round_, leaders)
        skills = dice.skills[:, each, seating].reshape(2, -1, SEATS)
        effect = dice.judges[:, : round_.tables].reshape(-1)
        games = play(model, dice.of_games(first_game, round_.tables), skills, effect)
        ledger.add(games, seating, round_.stage)
        if round_.stage != plan.final:
            meetings[each[..., None], seating[..., :, None], seating[..., None, :]] += 1
        rounds.append((seating, games))
        first_game += round_.tables
    return Played(dice.skills, dice.lots, ledger, leaders, meetings, tuple(rounds))


def _standing(plan: Plan, ledger: Ledger, stage: int, lots: Floats) -> Ints:
    """Return the players by their points before a stage."""
    return ledger.order(plan.weights[:stage], range(stage), lots)


class _Seater:
    """Seats the rounds of all events."""

    def __init__(
        self, plan: Plan, dice: _Dice, ledger: Ledger, seed: int, events: range
    ) -> None:  # fmt: skip
        self.plan, self.dice, self.ledger, self.events = plan, dice, ledger, events
        self.seeds = [f"{seed}/{event}" for event in events]
        self.past: list[Ints] = []
        self.floats: list[tuple[int, ...]] = [()] * len(events)

    def seat(self, number: int, round_: Round, leaders: Ints) -> Ints:
        """Return who sits where, shape (events, tables, seats)."""
        entrants = leaders[:, : self.plan.entrants[round_.stage]]
        shape = (len(entrants), round_.tables, SEATS)
        lots = np.take_along_axis(self.dice.lots, entrants, axis=1)
        drawn = np.take_along_axis(entrants, np.argsort(lots, axis=1), axis=1)
        if round_.slots is not None:
            seating = drawn[:, round_.slots]
        elif round_.kind == "drawn":
            seating = np.take_along_axis(drawn, self._draw(number, shape), axis=1).reshape(shape)
        elif round_.kind == "free":
            free = np.take_along_axis(self.dice.free[:, number], entrants, axis=1)
            order = np.argsort(free, axis=1)
            seating = np.take_along_axis(entrants, order, axis=1).reshape(shape)
        elif round_.kind == "strict":
            order = self._by_points(round_, drawn)
            seating = np.take_along_axis(drawn, order, axis=1).reshape(shape)
        else:
            seating = self._by_engine(round_)
        self.past.append(seating)
        return seating

    def _draw(self, number: int, shape: tuple[int, int, int]) -> Ints:
        """Return a round of the draws in which the events take turns, shape (events, players)."""
        rounds = sum(round_.kind == "drawn" for round_ in self.plan.rounds)
        draws = [sequence(self.plan.players, rounds, n % DRAWS)[number] for n in self.events]
        slots: Ints = np.stack(draws).reshape(shape[0], -1).astype(np.int64)
        return slots

    def _points(self, round_: Round) -> Floats:
        stages = range(round_.stage + 1)
        return np.round(self.ledger.points(self.plan.weights[: round_.stage + 1], stages), NEAR)

    def _by_points(self, round_: Round, drawn: Ints) -> Ints:
        """Return places in the draw from the most points on; equals in the order of the draw."""
        points = np.take_along_axis(self._points(round_), drawn, axis=1)
        order: Ints = np.argsort(-points, axis=1, kind="stable")
        return order

    def _by_engine(self, round_: Round) -> Ints:
        """Seat a round of each event by the rule of docs/swiss.md."""
        points = self._points(round_)
        sizes = table_sizes(self.plan.players, SEATS)
        seated = []
        for event, seed in enumerate(self.seeds):
            # the rule asks who has more and who has as much, never how much
            ranks = np.unique(points[event], return_inverse=True)[1]
            problem = SwissProblem(
                points=tuple(Fraction(int(rank)) for rank in ranks),
                draw_numbers=tuple((np.argsort(np.argsort(self.dice.lots[event])) + 1).tolist()),
                table_sizes=sizes,
                history=np.array([one[event] for one in self.past], dtype=np.int32),
                last_floats=self.floats[event],
            )
            found = next_round(problem, mode=round_.mode, seed=seed, effort=EFFORT)
            self.floats[event] = found.floats()
            seated.append(found.seating)
        return np.array(seated, dtype=np.int64)


def places(plan: Plan, played: Played, ending: Ending) -> Ints:
    """Return the final places: the players of each event from the champion on.

    Finalists stand before the others. After a reset they are ordered by the points of the final,
    with a K of its own; the others by all their points.
    """
    final = plan.final
    weights = [*plan.weights]
    if ending.weight is not None:
        weights[final] = ending.weight
    in_final = np.zeros(played.lots.shape, dtype=bool)
    np.put_along_axis(in_final, played.leaders[:, : plan.entrants[final]], True, axis=1)
    stages = range(final + 1)
    whole = played.ledger.order(weights, stages, played.lots, first=in_final)
    if not ending.reset:
        return whole
    alone = played.ledger.order([1.0], [final], played.lots, first=in_final)
    size = plan.entrants[final]
    return np.concatenate([alone[:, :size], whole[:, size:]], axis=1)


def measure(plan: Plan, played: Played, ending: Ending) -> Floats:
    """Return what is counted of each event, shape (events, measures), as in :data:`MEASURES`."""
    from scipy.stats import kendalltau

    order = places(plan, played, ending)
    truth = true_strength(played.skills)
    best_first = np.argsort(-truth, axis=1)
    best, champion = best_first[:, 0], order[:, 0]
    size = plan.entrants[plan.final]
    finalists = played.leaders[:, :size]
    ten = best_first[:, :size]
    alone = places(plan, played, Ending(reset=True))[:, 0]
    by_place = np.take_along_axis(truth, order, axis=1)
    tau = [kendalltau(-np.arange(row.size), row).statistic for row in by_place]
    above = np.triu_indices(plan.players, 1)
    met = played.meetings[:, above[0], above[1]]
    columns = {
        "best_wins": champion == best,
        "champion_rank": (best_first == champion[:, None]).argmax(axis=1) + 1,
        "best_in_final": (finalists == best[:, None]).any(axis=1),
        "ten_in_final": (finalists[:, :, None] == ten[:, None]).any(axis=2).mean(axis=1),
        "final_decides": champion != played.leaders[:, 0],
        "final_winner": champion == alone,
        "tau": np.array(tau),
        "met_often": (met >= OFTEN).sum(axis=1),
        "met_most": met.max(axis=1),
        "never_met": (met == 0).sum(axis=1),
    }
    return np.column_stack([columns[name] for name in MEASURES]).astype(np.float64)
