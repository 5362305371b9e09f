"""A tournament before K: what each game is worth to each slot, as arrays of whole numbers.

From it the standings follow for any other reading of the coefficient, and for thousands of
resampled tournaments at once. Points are whole numbers of a common unit, and so is what K adds:
places are as exact as those of :mod:`scoring.standings`, with which they are tested.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from scoring.errors import ScoringError
from scoring.parts import GameScore, Part
from scoring.points import Scores, score_games
from scoring.protocol import Protocols
from scoring.rules import Rules, TieBreak
from scoring.tally import Tally, tallies
from scoring.tie_break import LESS, RUNGS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]

Series = Literal["none", "whole", "stage"]
"""Where K is counted: nowhere (no coefficient), over the whole tournament, over each stage."""


class Reading(NamedTuple):
    """How K is read: in which series it is counted, and how much of K - 1 is paid.

    A strength of 1 is K as the rules have it, 1/2 pays half the bonus, 0 none.
    """

    series: Series
    strength: Fraction = Fraction(1)


LOT = 0x107
"""Which stream of a seed lots are drawn from."""
WINNER = {"red": 1, "black": -1}


@dataclass(frozen=True)
class GamePoints:
    """What each game is worth to each slot before K, G games and P slots.

    Attributes
    ----------
    slots, stages
        Names of the slots and of the stages.
    stage, round
        Stage of each game, and its round, counted on through all stages; shape (G,), from 0.
    winner
        1 red, -1 black, 0 nobody; (G,).
    heavy
        Points that K multiplies if the game is heavy: those of the winners; (G, P), in units.
    fixed
        All other points; (G, P), in units.
    outside
        Points from outside the games; (P,), in units.
    unit
        Units of a point.
    chain
        The rungs that decide equal points, more being better; (R, G, P).
    finalist
        Whether a slot plays in a final, whose players take the first places; (P,).
    """

    slots: tuple[str, ...]
    stages: tuple[str, ...]
    stage: Ints
    round: Ints
    winner: Ints
    heavy: Ints
    fixed: Ints
    outside: Ints
    unit: int
    chain: Ints
    finalist: npt.NDArray[np.bool_]

    def only(self, stages: Collection[str]) -> GamePoints:
        """Return the tournament as it stood when only these stages were played: nobody's final.

        What happened outside the games is kept.

        Raises
        ------
        ScoringError
            If no game is of these stages.
        """
        import numpy as np

        wanted = [number for number, name in enumerate(self.stages) if name in stages]
        keep = np.isin(self.stage, wanted)
        if not keep.any():
            known = ", ".join(map(repr, self.stages))
            raise ScoringError(f"No game is of the stages {tuple(stages)!r}; there are {known}.")
        return replace(
            self,
            stage=self.stage[keep], round=self.round[keep], winner=self.winner[keep],
            heavy=self.heavy[keep], fixed=self.fixed[keep], chain=self.chain[:, keep],
            finalist=np.zeros_like(self.finalist),
        )  # fmt: skip


def game_points(protocols: Protocols, rules: Rules) -> GamePoints:
    """Return what the games of a tournament are worth under a rule set, whatever it says of K.

    Compensations are taken as they are paid in this tournament. Rungs that are not sums over
    games (penalties with what happened outside, the place before the final, a name, the lot) are
    left out: whom nothing else parts is equal.

    Raises
    ------
    ScoringError
        If the rules divide the points by the games: places are then not decided by a sum.
    """
    if rules.normalisation != "sum":
        raise ScoringError(
            f"{rules.name} divides points by the number of games; take rules that add them up."
        )
    applies: tuple[Part, ...] = rules.difficulty.applies if rules.difficulty else ("win",)
    scores = score_games(protocols, replace(rules, difficulty=None), strict=False)
    rungs = [rung for rung in rules.tie_break if rung in RUNGS and rung != "penalties"]
    return _arrays(scores, applies, rungs)


def _arrays(scores: Scores, applies: tuple[Part, ...], rungs: Sequence[TieBreak]) -> GamePoints:
    import numpy as np

    slots, stages = tuple(scores.protocols.slots), tuple(scores.protocols.stages)
    column = {slot: number for number, slot in enumerate(slots)}
    games: dict[int, int] = {id(game): number for number, game in enumerate(scores.played)}
    by_game: list[list[GameScore]] = [[] for _ in scores.played]
    for score in scores.games:
        if score.slot:
            by_game[games[id(score.game)]].append(score)
    values: dict[tuple[int, int, int], Fraction | int] = {}
    finalist = np.zeros(len(slots), dtype=bool)
    for number, its in enumerate(by_game):
        found = tallies(its, (), owners={score.slot: score.slot for score in its})
        for slot, tally in found.items():
            for kind, value in enumerate(_values(tally, applies, rungs)):
                if value:
                    values[kind, number, column[slot]] = value
            if scores.rules.stage(scores.played[number].stage).final:
                finalist[column[slot]] = True
    outside = [Fraction(0)] * len(slots)
    for adjustment, points in scores.adjustments:
        outside[column[adjustment.slot]] += points
    unit = lcm(*(value.denominator for value in (*values.values(), *outside)))
    table = np.zeros((2 + len(rungs), len(by_game), len(slots)), dtype=np.int64)
    for place, value in values.items():
        table[place] = int(value * unit)
    rounds = {key: number for number, key in enumerate(_round_keys(scores))}
    return GamePoints(
        slots=slots,
        stages=stages,
        stage=np.array([stages.index(game.stage) for game in scores.played], dtype=np.int64),
        round=np.array([rounds[game.stage, game.round] for game in scores.played], dtype=np.int64),
        winner=np.array([WINNER.get(game.result, 0) for game in scores.played], dtype=np.int64),
        heavy=table[0],
        fixed=table[1],
        outside=np.array([int(points * unit) for points in outside], dtype=np.int64),
        unit=unit,
        chain=table[2:],
        finalist=finalist,
    )


def _round_keys(scores: Scores) -> Mapping[tuple[str, int], None]:
    return dict.fromkeys((game.stage, game.round) for game in scores.played)


def _values(
    tally: Tally, applies: tuple[Part, ...], rungs: Sequence[TieBreak]
) -> list[Fraction | int]:
    """Return of one seat of a game: what K may multiply, the other points, and the rungs."""
    times: Fraction | int = 0
    if tally.wins:
        times = sum(tally.parts[part] for part in applies if part in tally.parts)
    worth = [RUNGS[rung](tally) for rung in rungs]
    signed = [-value if rung in LESS else value for rung, value in zip(rungs, worth, strict=True)]
    return [times, tally.points - times, *signed]


def totals(
    book: GamePoints, *, reading: Reading | Series = "whole", times: npt.ArrayLike | None = None
) -> tuple[Ints, Ints]:
    """Return the points of every slot with K counted anew.

    With N and n of a series, K - 1 = (N - 2n) / N is added to its heavy wins. Points stand as
    whole numbers over one denominator, so no place hangs on a rounding.

    Parameters
    ----------
    book
        The games.
    reading
        Where K is counted, and how much of it is paid.
    times
        How often each game counts, shape (B, G), for B resampled tournaments at once; once each
        if None, and B is 1.

    Returns
    -------
    tuple of arrays
        Numerators, (B, P), and denominators, (B,).
    """
    import numpy as np

    count = _times(book, times)
    series, strength = reading if isinstance(reading, Reading) else Reading(reading)
    keys = np.zeros_like(book.stage) if series == "whole" else book.stage
    found = []
    for key in () if series == "none" else np.unique(keys):
        red, black = (keys == key) & (book.winner > 0), (keys == key) & (book.winner < 0)
        won, lost = count[:, red].sum(1), count[:, black].sum(1)
        # both are 0 times their points where the teams won as many games
        rare = np.where((won < lost)[:, None], count[:, red] @ book.heavy[red],
                        count[:, black] @ book.heavy[black])  # fmt: skip
        found.append((np.abs(won - lost), np.maximum(won + lost, 1), rare))
    over = np.full(len(count), strength.denominator, dtype=np.int64)
    for _, games, _ in found:
        over = np.lcm(over, games * strength.denominator)
    points = over[:, None] * (count @ (book.heavy + book.fixed) + book.outside)
    for lead, games, rare in found:
        paid = lead * strength.numerator * (over // (games * strength.denominator))
        points = points + paid[:, None] * rare
    return points, over * book.unit


def places(
    book: GamePoints,
    *,
    reading: Reading | Series = "whole",
    times: npt.ArrayLike | None = None,
    finals_first: bool = True,
    lot: int | None = None,
) -> Ints:
    """Return the place of every slot with K counted anew, shape (B, P), from 1.

    Parameters
    ----------
    book, reading, times
        See :func:`totals`.
    finals_first
        Whether those who play in the final take the first places.
    lot
        Seed of a lot between equals, the same in all B; without it they share the best of their
        places.
    """
    import numpy as np

    count = _times(book, times)
    points, _ = totals(book, reading=reading, times=count)
    final = np.broadcast_to(book.finalist.astype(np.int64) * finals_first, points.shape)
    keys = [final, points, *(count @ rung for rung in book.chain)]
    if lot is not None:
        # a stream of its own, whatever else is drawn from this seed
        drawn = np.random.default_rng([lot, LOT]).permutation(len(book.slots))
        keys.append(np.broadcast_to(drawn, points.shape))
    stacked = -np.stack(keys)
    order = np.lexsort(stacked[::-1], axis=-1)
    in_order = np.take_along_axis(stacked, order[None], axis=-1)
    differs = (in_order[:, :, 1:] != in_order[:, :, :-1]).any(0)
    place = np.ones_like(order)
    place[:, 1:] = np.maximum.accumulate(
        np.where(differs, np.arange(2, order.shape[1] + 1), 1), axis=1
    )
    found = np.empty_like(place)
    np.put_along_axis(found, order, place, axis=1)
    return found


def _times(book: GamePoints, times: npt.ArrayLike | None) -> Any:
    import numpy as np

    if times is None:
        return np.ones((1, len(book.stage)), dtype=np.int64)
    return np.asarray(times, dtype=np.int64)
