"""The policy simulator: what a mode of the Swiss rounds does to a field, over many made-up events.

A game is made up from the strengths of its players; points are those of the White Nights Cup 2016
(two for a win, times the difficulty coefficient K of the series so far for a win of the side that
wins less often; half or a quarter for the best move; one and a half for two of the best players).
Everything is seeded; the same event of two modes starts from the same players and luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from optimizer.swiss.engine import next_round
from optimizer.swiss.modes import Mode
from optimizer.swiss.problem import SwissProblem, table_sizes

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Model:
    """How games are made up.

    Attributes
    ----------
    strength
        Deviation of the players' strengths, in units of the logit of a win: a side stronger by 1
        on average turns an even game into 73 to 27.
    red
        How often red wins between equal sides.
    best_move
        Part of the first killed who name two blacks or more of three; half of them all three.
    extras
        Part of the games in which the judge gives the extra points.
    """

    strength: float = 0.5
    red: float = 0.55
    best_move: float = 0.25
    extras: float = 0.9


@dataclass(frozen=True)
class Format:
    """The event: the White Nights Cup unless said otherwise.

    Attributes
    ----------
    num_players, num_seats
        The field and the table.
    random_rounds, rounds
        Rounds in ``opening``, then rounds in the mode that is tried.
    opening
        Mode of the random rounds.
    draws
        How many different draws of the random rounds there are, where repeats are kept few: they
        take seconds each, and events take turns in them, with players and luck of their own.
    often
        Pairs that met so often are counted.
    """

    num_players: int = 40
    num_seats: int = 10
    random_rounds: int = 3
    rounds: int = 6
    opening: Mode = field(default=Mode("random"))
    draws: int = 20
    often: int = 5


@dataclass(frozen=True)
class Mean:
    """A mean over events with its standard error."""

    value: float
    error: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        """Return mean and standard error; no error of a single event is known, so it is 0."""
        data = np.asarray(values, dtype=np.float64)
        error = float(data.std(ddof=1)) / sqrt(len(data)) if len(data) > 1 else 0.0
        return cls(float(data.mean()), error)


@dataclass(frozen=True)
class Outcome:
    """What a mode did, over all events.

    Attributes
    ----------
    mode
        Of the rounds after the random ones.
    often, more_often
        Pairs that met at least ``often`` times, and once more than that.
    stay
        Of the players at table 1 of a round in this mode, how many sit there in the next one.
    gap
        Mean difference of points of two players at a table, over the rounds in this mode.
    proved
        Part of these rounds that is proved best.
    """

    mode: Mode
    often: Mean
    more_often: Mean
    stay: Mean
    gap: Mean
    proved: float


def simulate(
    modes: Sequence[Mode], *, events: int, seed: int, form: Format | None = None,
    model: Model | None = None, effort: float = 0.5, progress: Progress | None = None,
) -> tuple[Outcome, ...]:  # fmt: skip
    """Return what each mode does to a field.

    Parameters
    ----------
    modes
        Of the rounds after the random ones.
    events, seed
        How many made-up events, and the seed of all of them.
    form, model
        The event and the games.
    effort
        What CP-SAT may spend on each number, where a mode needs it.
    progress
        Told how many events are done, over all modes.
    """
    form, model = form or Format(), model or Model()
    outcomes = []
    openings: dict[int, NDArray[np.int32]] = {}
    for place, mode in enumerate(modes):
        plays = []
        for number in range(events):
            draw = number % form.draws if form.opening.least_repeats else number
            if draw not in openings:
                openings[draw] = _opening(form, f"{seed}/{draw}", effort)
            plays.append(_Event(form, model, seed, number).play(openings[draw], mode, effort))
            if progress is not None:
                progress(place * events + number + 1)
        columns = list(zip(*plays, strict=True))
        often, more_often, stay, gap, proved = (Mean.of(values) for values in columns)
        outcomes.append(Outcome(mode, often, more_often, stay, gap, proved.value))
    return tuple(outcomes)


def _opening(form: Format, seed: str, effort: float) -> NDArray[np.int32]:
    """Return the random rounds of an event; nobody's points count in them."""
    sizes = table_sizes(form.num_players, form.num_seats)
    history = np.zeros((0, len(sizes), form.num_seats), dtype=np.int32)
    for _ in range(form.random_rounds):
        problem = _problem((Fraction(0),) * form.num_players, sizes, history, ())
        round_ = next_round(problem, mode=form.opening, seed=seed, effort=effort)
        history = np.concatenate([history, round_.seating[None]])
    return history


def _problem(
    points: tuple[Fraction, ...], sizes: tuple[int, ...], history: NDArray[np.int32],
    floats: tuple[int, ...],
) -> SwissProblem:  # fmt: skip
    return SwissProblem(
        points=points,
        draw_numbers=tuple(range(1, len(points) + 1)),
        table_sizes=sizes,
        history=history,
        last_floats=floats,
    )


class _Event:
    """One made-up event."""

    def __init__(self, form: Format, model: Model, seed: int, number: int) -> None:
        self.form, self.model = form, model
        self.seed = f"{seed}/{number}"
        self.rng = np.random.default_rng([seed, number])
        count = form.num_players
        self.strength = self.rng.normal(0.0, model.strength, count)
        self.wins = np.zeros((2, count), dtype=np.int64)  # games won as black, as red
        self.quarters = np.zeros(count, dtype=np.int64)
        self.won = [0, 0]  # games that black, that red has won

    def play(
        self, history: NDArray[np.int32], mode: Mode, effort: float
    ) -> tuple[float, float, float, float, float]:
        """Play the event after its random rounds; return the numbers of :class:`Outcome`."""
        form = self.form
        sizes = table_sizes(form.num_players, form.num_seats)
        for game in _games(history):
            self.game(game)
        floats: tuple[int, ...] = ()
        gaps, stays, proved = [], [], []
        first: set[int] = set()
        for number in range(form.rounds):
            problem = _problem(self.points(), sizes, history, floats)
            round_ = next_round(problem, mode=mode, seed=self.seed, effort=effort)
            history = np.concatenate([history, round_.seating[None]])
            floats = round_.floats()
            gaps.append(self.gap(round_.seating))
            proved.append(round_.proved)
            here = set(round_.seating[0].tolist())
            stays += [len(here & first)] if number else []
            first = here
            for game in round_.seating:
                self.game(game[game >= 0])
        met = _meetings(history, form.num_players)
        return (
            float((met >= form.often).sum()),
            float((met > form.often).sum()),
            float(np.mean(stays)) if stays else 0.0,
            float(np.mean(gaps)),
            float(np.mean(proved)),
        )

    def points(self) -> tuple[Fraction, ...]:
        """Return the points so far, K of the whole series so far."""
        games = sum(self.won)
        rare = 0 if self.won[0] < self.won[1] else 1
        half = Fraction(games, 2)
        factor = [Fraction(1), Fraction(1)]
        if games:
            factor[rare] = 1 + (half - self.won[rare]) / half
        return tuple(
            2 * (factor[0] * int(black) + factor[1] * int(red)) + Fraction(int(quarters), 4)
            for black, red, quarters in zip(*self.wins, self.quarters, strict=True)
        )

    def gap(self, seating: NDArray[np.int32]) -> float:
        """Return the mean difference of points of two players at a table."""
        points = np.array([float(p) for p in self.points()])
        gaps = []
        for game in seating:
            here = points[game[game >= 0]]
            apart = np.abs(here[:, None] - here[None, :])
            gaps.append(apart.sum() / (len(here) * (len(here) - 1)))
        return float(np.mean(gaps))

    def game(self, players: NDArray[np.int32]) -> None:
        """Make up one game: three in ten are black."""
        rng, model = self.rng, self.model
        players = rng.permutation(players)
        blacks = max(1, round(0.3 * len(players)))
        black, red = players[:blacks], players[blacks:]
        ahead = float(self.strength[red].mean() - self.strength[black].mean()) if len(red) else 0.0
        logit = np.log(model.red / (1 - model.red)) + ahead
        side = int(rng.random() < 1 / (1 + np.exp(-logit)))
        self.won[side] += 1
        winners, losers = (red, black) if side else (black, red)
        self.wins[side, winners] += 1
        lucky = rng.random(4)
        if lucky[0] < model.best_move and len(red):
            self.quarters[red[0]] += 2 if lucky[1] < 0.5 else 1
        if lucky[2] < model.extras:
            shown = self.strength[winners] + rng.normal(0, 1, len(winners))
            self.quarters[winners[int(np.argmax(shown))]] += 4
            others = losers if lucky[3] < 0.5 else np.delete(winners, int(np.argmax(shown)))
            if len(others):
                shown = self.strength[others] + rng.normal(0, 1, len(others))
                self.quarters[others[int(np.argmax(shown))]] += 2


def _meetings(history: NDArray[np.int32], num_players: int) -> NDArray[np.int64]:
    """Return how often each pair met, one number for each of them."""
    met = np.zeros((num_players, num_players), dtype=np.int64)
    for game in _games(history):
        met[np.ix_(game, game)] += 1
    above: NDArray[np.int64] = met[np.triu_indices(num_players, 1)]
    return above


def _games(history: NDArray[np.int32]) -> Iterator[NDArray[np.int32]]:
    for round_ in history:
        for game in round_:
            yield game[game >= 0]
