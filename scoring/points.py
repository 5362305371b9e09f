"""Points: what every game is worth to every slot under a rule set, part by part and exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.adjustments import adjustments, check_adjustments
from scoring.compensation import compensations
from scoring.difficulty import Difficulty, difficulties
from scoring.errors import ProtocolError
from scoring.extras import check_extras as check_extras  # it is asked for here too
from scoring.parts import PARTS, GameScore, Part
from scoring.protocol import BLACK, Adjustment, Chair, Game, Protocols, Result, Role
from scoring.rounds import Round, games_until, in_order
from scoring.rules import Outcome, Rules

NOTHING = Fraction(0)
ONE = Fraction(1)
RANKS = {part: rank for rank, part in enumerate(PARTS)}
RESULTS: Mapping[Result, tuple[Outcome, Outcome]] = {
    "red": ("won", "lost"),
    "black": ("lost", "won"),
    "draw": ("draw", "draw"),
}
"""What a result is to the red and to the black team."""
JUDGED: tuple[Part, ...] = ("extras", "titles", "penalties")
"""Parts that a judge decides: they stand beside points that another system computed."""
DISCIPLINARY = "disciplinary"
"""Kind of the penalty by which some forms state what an exit costs."""
Parts = tuple[tuple[Part, Fraction], ...]


@dataclass(frozen=True)
class Scores:
    """What a tournament's games are worth so far: all that standings are made of.

    Attributes
    ----------
    protocols, rules
        What was scored, by which rules.
    until
        The last round counted, as (stage, round); None for all.
    played
        The games that count, in order of play, without the void ones.
    games
        One score for each seat of each of them, in order of play and of the seats. The slot is
        "" where a substitute played: those points are nobody's, and the game still counts for K.
    difficulty
        K of each series, by its key (see :meth:`scoring.rules.Rules.series_of`); empty without K.
    adjustments
        What happened outside the games, with its points; never weighted.
    """

    protocols: Protocols
    rules: Rules
    until: Round | None
    played: tuple[Game, ...]
    games: tuple[GameScore, ...]
    difficulty: Mapping[str, Difficulty]
    adjustments: tuple[tuple[Adjustment, Fraction], ...]


def score_games(
    protocols: Protocols, rules: Rules, *, until: Round | None = None, strict: bool = True
) -> Scores:
    """Return what every game is worth to every slot.

    K and Ci are those of the games counted: with ``until``, as of the end of that round, so that
    a standing of then can be shown again as it was.

    Parameters
    ----------
    protocols
        All games, in any order; see :func:`scoring.rounds.in_order`.
    rules
        The rule set.
    until
        The last round to count, as (stage, round); all games if None.
    strict
        Whether awards and penalties that the rules do not know are refused. Without it they are
        counted as they stand: for the question what other rules would have made of these games.

    Raises
    ------
    ProtocolError
        If a stage is not one of the rules, a slot has no team where teams count together, or
        (if strict) an award or penalty is not one of the rules. Every fault is listed.
    """
    protocols = in_order(protocols, rules)
    played = games_until(protocols, until)
    _check(protocols, rules, played, strict=strict)
    difficulty = difficulties(played, rules)
    paid = compensations(played, rules, protocols.teams)
    scorer = _Scorer(rules, difficulty)
    scores: list[GameScore] = []
    for index, game in enumerate(played):
        scores += scorer.game(game, paid.get(index, NOTHING))
    return Scores(
        protocols, rules, until, played, tuple(scores), difficulty,
        adjustments(protocols, rules, until),
    )  # fmt: skip


def _check(protocols: Protocols, rules: Rules, played: tuple[Game, ...], *, strict: bool) -> None:
    """Raise ProtocolError with every reason why these rules cannot score these games."""
    faults = [
        f"The stage {stage!r} is not one of {rules.name}, which knows "
        f"{', '.join(repr(name) for name in rules.stages)}; rename it, or add it to the rules."
        for stage in dict.fromkeys(game.stage for game in played)
        if not rules.knows_stage(stage)
    ]
    if rules.compensation and rules.compensation.counter == "team":
        faults += [
            f"{slot} has no team, and {rules.name} counts first-night deaths by team; add the team."
            for slot in protocols.slots
            if slot not in protocols.teams
        ]
    if strict:
        faults += [fault for game in played for fault in check_extras(game, rules)]
        faults += check_adjustments(protocols, rules)
    if faults:
        count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        raise ProtocolError(
            "\n".join([f"{rules.name} cannot score these protocols, {count}:", *faults]), faults
        )


class _Scorer:
    """Scores game after game: what is the same in many games is computed once."""

    def __init__(self, rules: Rules, difficulty: Mapping[str, Difficulty]) -> None:
        self.rules = rules
        self.heavy = {key: (its.heavy, its.coefficient) for key, its in difficulty.items()}
        self.applies = rules.difficulty.applies if rules.difficulty else ()
        self.stages: dict[str, tuple[Fraction, str]] = {}
        self.weights: dict[Fraction, dict[tuple[Part, ...], tuple[Fraction, ...]]] = {}
        self.results: dict[tuple[str, Role, Outcome, bool, bool], Parts] = {}
        self.cards: Counter[tuple[str, str]] = Counter()

    def game(self, game: Game, compensation: Fraction) -> list[GameScore]:
        """Return the scores of all seats of a game."""
        weight, series = self._stage(game)
        weights = self.weights.setdefault(weight, {})
        heavy, coefficient = self.heavy.get(series, (None, ONE))
        red, black = RESULTS[game.result]
        clean = bool(self.rules.clean_points) and _clean(game)
        scores = []
        for chair in game.chairs:
            outcome = black if chair.role in BLACK else red
            times = coefficient if outcome == "won" and game.result == heavy else ONE
            state = (series, chair.role, outcome, clean, chair.autobonus)
            parts = self.results.get(state)
            if parts is None:
                parts = self.results[state] = self._result(state, times)
            if chair.seat == game.first_killed or not self._plain(chair):
                parts = self._all(game, chair, times, parts, compensation)
            key = tuple([part for part, _ in parts])
            if key not in weights:
                weights[key] = tuple(weight if part in self.rules.weighted else ONE for part in key)
            slot = "" if chair.substitute else chair.slot or chair.player
            scores.append(GameScore(game, chair, slot, parts, weights[key], times))
        return scores

    def _stage(self, game: Game) -> tuple[Fraction, str]:
        """Return the weight of a game, and the series whose K it takes."""
        known = self.stages.get(game.stage)
        if known is None:
            rule = self.rules.difficulty
            series = self.rules.series_of(game.stage, rule.series) if rule else ""
            known = self.stages[game.stage] = (self.rules.stage(game.stage).weight, series)
        if game.factor == 1:
            return known
        return known[0] * game.factor, known[1]

    def _plain(self, chair: Chair) -> bool:
        """Whether nothing stands behind a seat but what the result is worth."""
        return not (
            chair.extras
            or chair.penalties
            or chair.best_player
            or chair.best_move_award
            or (chair.exit is not None and chair.exit.kind in self.rules.exit_points)
            or chair.given is not None
        )

    def _result(self, state: tuple[str, Role, Outcome, bool, bool], times: Fraction) -> Parts:
        """Return what the result alone is worth to a role."""
        rules = self.rules
        _, role, outcome, clean, autobonus = state
        found: dict[Part, Fraction] = {
            "win": rules.result_points.get((role, outcome), NOTHING),
            "beside": rules.beside_points.get((role, outcome), NOTHING)
            + (rules.clean_points.get(outcome, NOTHING) if clean else NOTHING),
            "autobonus": rules.autobonus if autobonus else NOTHING,
        }
        return self._multiplied(found, times)

    def _multiplied(self, found: Mapping[Part, Fraction], times: Fraction) -> Parts:
        """Return the parts that are something, times K where it applies."""
        return tuple(
            [
                (part, points * times if times is not ONE and part in self.applies else points)
                for part, points in found.items()
                if points
            ]
        )

    def _all(
        self, game: Game, chair: Chair, times: Fraction, result: Parts, compensation: Fraction
    ) -> Parts:
        """Return all parts of a seat behind which more stands than the result."""
        rules = self.rules
        found: dict[Part, Fraction] = {}
        if chair.seat == game.first_killed:
            found["best_move"] = best_move_points(game, chair, rules)
            if not chair.substitute:
                found["compensation"] = compensation
        if chair.extras:
            found["extras"] = _sum(chair.extras)
        if chair.best_player or chair.best_move_award:
            found["titles"] = _sum(
                [
                    rules.titles.get(title, NOTHING)
                    for title in ("best_player", "best_move_award")
                    if getattr(chair, title)
                ]
            )
        if chair.penalties or chair.exit:
            found["penalties"] = self._penalties(chair)
        if chair.given is not None and rules.given:
            found = {part: found[part] for part in JUDGED if part in found}
            found["given"] = chair.given
            result = ()
        more = self._multiplied(found, times)
        return tuple(sorted(result + more, key=_rank)) if more else result

    def _penalties(self, chair: Chair) -> Fraction:
        """Return what exit, cards and judge take off a seat.

        Cards of a slot add up. Where the form itself states what the exit costs, that counts and
        the price of the rules does not come on top.
        """
        rules = self.rules
        total = NOTHING
        stated = any(kind == DISCIPLINARY for kind, _ in chair.penalties)
        if chair.exit is not None and not stated:
            total += rules.exit_points.get(chair.exit.kind, NOTHING)
        for kind, points in chair.penalties:
            price = rules.penalty_points.get(kind)
            if price is None:
                total += points
                continue
            key = (kind, chair.owner)
            total += price.points + price.step * self.cards[key]
            if not chair.substitute:
                self.cards[key] += 1
        return total


def best_move_points(game: Game, chair: Chair, rules: Rules) -> Fraction:
    """Return what the best move of a first killed player is worth; nothing to a black one.

    It does not depend on who won unless a line of the table says so. Fewer names than may be
    given are counted for what they hit.
    """
    if not chair.red or not rules.best_move:
        return NOTHING
    hits = game.hits
    result = "draw" if game.result == "draw" else "won" if game.won(chair) else "lost"
    for line in rules.best_move:
        fits = chair.role in (line.roles or (chair.role,)) and line.result in ("", result)
        if line.hits == hits and fits:
            return line.points
    return NOTHING


def _rank(part: tuple[Part, Fraction]) -> int:
    return RANKS[part[0]]


def _sum(points: Sequence[Fraction]) -> Fraction:
    """Return a sum; most are of one number, which is then the sum itself."""
    return points[0] if len(points) == 1 else sum(points, NOTHING)


def _clean(game: Game) -> bool:
    """Whether all who were voted out were of the team that lost.

    Some records leave the votes out; one without any does not tell, and is not taken for clean.
    """
    out = [chair for chair in game.chairs if chair.exit and chair.exit.kind == "vote"]
    return bool(out) and not any(game.won(chair) for chair in out)
