"""A rule set: what a game is worth and how places are decided, as data.

Rule sets stand as TOML in ``scoring/rules/``; :mod:`scoring.rules_file` reads them. Every part
can be left out: then it is worth nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from scoring.parts import PARTS, Part
from scoring.protocol import AdjustmentKind, ExitKind, Role

NOTHING = Fraction(0)

Outcome = Literal["won", "lost", "draw"]
Series = Literal["whole", "stage", "group"]
Normalisation = Literal["sum", "per_game", "per_root"]
TieBreak = Literal[
    "points", "extras", "additional", "additional_net", "best_moves", "wins", "wins_don",
    "wins_sheriff", "wins_mafia", "wins_special", "best_player", "first_killed", "games",
    "penalties", "qualification_place", "name", "lot",
]  # fmt: skip


@dataclass(frozen=True)
class BestMoveLine:
    """One line of the best-move table: what so many hits are worth to whom.

    Attributes
    ----------
    hits
        Blacks named.
    points
        What it is worth.
    roles
        Roles that the line is for; empty for every red one.
    result
        "won" or "lost" where it depends on that; empty where it does not.
    """

    hits: int
    points: Fraction
    roles: tuple[Role, ...] = ()
    result: Literal["", "won", "lost"] = ""


@dataclass(frozen=True)
class ExtrasRule:
    """What the judge may award in a game.

    Attributes
    ----------
    awards
        The awards that there are, each a result and points, such as ("won", 1); empty where any
        number in the range may be given.
    least, most
        Range of one player's award where there is no list.
    most_recipients
        Players who may be awarded in one game; 0 for any number.
    each_once
        Whether an award of the list is given at most once a game.
    most_each
        Awards that one player may get in one game; 0 for any number.
    """

    awards: tuple[tuple[Outcome, Fraction], ...] = ()
    least: Fraction | None = None
    most: Fraction | None = None
    most_recipients: int = 0
    each_once: bool = False
    most_each: int = 0


@dataclass(frozen=True)
class PenaltyRule:
    """What a penalty of some kind costs, such as a card.

    Attributes
    ----------
    points
        Of the first one, negative.
    step
        What each further one of the same slot costs more than the one before, in order of play:
        -1 and -1 make 1, 2, 3 points, m(m+1)/2 in all.
    """

    points: Fraction
    step: Fraction = NOTHING


@dataclass(frozen=True)
class DifficultyRule:
    """The coefficient of difficulty, K = 2 - 2n/N, for wins against the trend.

    Attributes
    ----------
    series
        Over which games N and n are counted: all, those of the stage, or of the stage's group.
    applies
        Parts that are multiplied.
    """

    series: Series = "whole"
    applies: tuple[Part, ...] = ("win",)


@dataclass(frozen=True)
class CompensationRule:
    """Ci, for those who are killed in the first night.

    Attributes
    ----------
    formula
        "share": min(cap, unit · i / B) with B = max(floor, round(share · N)), i first-night
        deaths as red and N games, both in the group; "linear": min(max(unit · i/N + offset, 0),
        cap); "triangle": k(k+1)/√n with k = max(0, x - n/10), paid once over all games.
    unit, share, floor, cap, offset
        The numbers of the formula.
    factors
        What is paid of it in a game in which he was killed first, by (at least one hit, won).
    counter
        Whether i and N are the player's own or his team's.
    group
        "whole", "stage" or "group" of stages in which i and N are counted.
    places
        Decimals to which one payment is rounded half up; None for exact.
    only_with_hits
        Whether i counts only deaths with at least one hit.
    """

    formula: Literal["share", "linear", "triangle"]
    unit: Fraction
    share: Fraction = Fraction(2, 5)
    floor: int = 0
    cap: Fraction | None = None
    offset: Fraction = NOTHING
    factors: Mapping[tuple[bool, bool], Fraction] = field(
        default_factory=lambda: {
            (True, False): Fraction(1), (False, False): Fraction(1),
            (True, True): NOTHING, (False, True): NOTHING,
        }
    )  # fmt: skip
    counter: Literal["player", "team"] = "player"
    group: Series = "group"
    places: int | None = None
    only_with_hits: bool = False


@dataclass(frozen=True)
class StageRule:
    """What a stage is worth.

    Attributes
    ----------
    weight
        The games' coefficient.
    group
        Stages of one group share the counters of K and Ci.
    final
        Whether those who play in it take the first places, whatever the points.
    """

    weight: Fraction = Fraction(1)
    group: str = ""
    final: bool = False


@dataclass(frozen=True)
class Rules:
    """A whole rule set.

    Attributes
    ----------
    name, title, source, year
        What it is called, and where it comes from.
    reconstruction
        Whether it is put together from other sources because its own text is lost; every screen
        that shows it says so.
    seats, roles
        The game: seats at a table, and how many have each role.
    result_points
        Points by (role, outcome); what is not there is 0.
    beside_points, clean_points
        Points beside those of the result, which K leaves alone: by (role, outcome), and for a
        clean game by outcome: one in which all who were voted out were of the losing team.
    best_move, best_move_names
        The best-move table, and how many seats may be named.
    extras
        What the judge may award; None where he awards nothing.
    titles
        Points of a best player ("best_player") and a best move by title ("best_move_award").
    autobonus
        Given to everybody unless the judge takes it away.
    exit_points
        What an exit costs (negative), by its kind.
    judge_penalties
        Whether the judge may take off points of his own choice.
    penalty_points
        What penalties of other kinds cost, such as cards, by their kind.
    given
        Whether points that another system computed for a seat take the place of all that these
        rules would give it, but for what the judge awards and takes off.
    difficulty, compensation
        K and Ci, where there are any.
    stages, weighted
        What each stage is worth by each of its names in small letters, ``"*"`` for all others;
        and the parts that the weight multiplies.
    adjustment_points
        What happens outside the games, by its kind; never multiplied.
    normalisation
        The sum, or the sum over the games, or over the root of the games.
    tie_break
        What decides equal places, in order; "points" stands first.
    no_award
        Kinds of adjustment with the number from which a slot gets no award.
    inherit_penalties
        Whether a substitute takes over what his predecessor lost outside the games.
    places
        Decimals that are shown.
    readings
        How doubtful places of the text are read: sentences in English and in Russian.
    """

    name: str
    title: str
    source: str
    year: int
    reconstruction: bool = False
    seats: int = 10
    roles: Mapping[Role, int] = field(
        default_factory=lambda: {"civilian": 6, "sheriff": 1, "mafia": 2, "don": 1}
    )
    result_points: Mapping[tuple[Role, Outcome], Fraction] = field(default_factory=dict)
    beside_points: Mapping[tuple[Role, Outcome], Fraction] = field(default_factory=dict)
    clean_points: Mapping[Outcome, Fraction] = field(default_factory=dict)
    best_move: tuple[BestMoveLine, ...] = ()
    best_move_names: int = 3
    extras: ExtrasRule | None = None
    titles: Mapping[str, Fraction] = field(default_factory=dict)
    autobonus: Fraction = NOTHING
    exit_points: Mapping[ExitKind, Fraction] = field(default_factory=dict)
    judge_penalties: bool = False
    penalty_points: Mapping[str, PenaltyRule] = field(default_factory=dict)
    given: bool = False
    difficulty: DifficultyRule | None = None
    compensation: CompensationRule | None = None
    stages: Mapping[str, StageRule] = field(default_factory=dict)
    weighted: tuple[Part, ...] = PARTS
    adjustment_points: Mapping[AdjustmentKind, Fraction] = field(default_factory=dict)
    normalisation: Normalisation = "sum"
    tie_break: tuple[TieBreak, ...] = ("points",)
    no_award: Mapping[AdjustmentKind, int] = field(default_factory=dict)
    inherit_penalties: bool = False
    places: int = 2
    readings: tuple[tuple[str, str], ...] = ()

    def stage(self, name: str) -> StageRule:
        """Return what a stage is worth; a stage that the rules do not name has weight 1."""
        return self.stages.get(name.casefold()) or self.stages.get("*") or StageRule()

    def knows_stage(self, name: str) -> bool:
        """Whether the rules say what a stage is worth; games without a stage are one of weight 1.

        Rules that name no stage take any.
        """
        return not (name and self.stages) or bool({name.casefold(), "*"} & set(self.stages))

    def find_stage(self, name: str, stages: Iterable[str]) -> str | None:
        """Return which of the stages played a name means: its own, or another of the rules for it.

        None if it is none of them, or could be several.
        """
        stages = tuple(stages)
        if name in stages:
            return name
        folded = name.casefold()
        found = [stage for stage in stages if stage.casefold() == folded]
        rule = self.stages.get(folded)
        if not found and rule is not None:
            found = [stage for stage in stages if self.stages.get(stage.casefold()) is rule]
        return found[0] if len(found) == 1 else None

    def series_of(self, stage: str, series: Series) -> str:
        """Return the series that the games of a stage are counted in: its key in all tables."""
        if series == "whole":
            return ""
        return stage if series == "stage" else self.stage(stage).group
