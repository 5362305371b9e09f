"""Rules files: a rule set as TOML, shipped with the program or written by an organiser."""

from __future__ import annotations

import difflib
import os
import tomllib
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from scoring.errors import RulesError
from scoring.parts import PARTS
from scoring.protocol import ROLES, Role
from scoring.rules import (
    BestMoveLine,
    CompensationRule,
    DifficultyRule,
    ExtrasRule,
    Outcome,
    PenaltyRule,
    Rules,
    StageRule,
)
from scoring.rules_fields import (
    CleanFields,
    Loc,
    RolePointsFields,
    RulesFields,
    given,
    keys_at,
    meaning,
)
from scoring.rules_sense import nonsense
from scoring.toml_lines import TomlLines

FOLDER = Path(__file__).with_name("rules")
OUTCOMES: tuple[Outcome, ...] = ("won", "lost", "draw")


class Shipped(NamedTuple):
    """A rule set that comes with the program."""

    name: str
    title: str
    year: int
    reconstruction: bool


def shipped() -> list[Shipped]:
    """Return the rule sets that come with the program, oldest first."""
    found = [load_rules(name) for name in names()]
    found.sort(key=lambda rules: (rules.year, rules.name))
    return [Shipped(its.name, its.title, its.year, its.reconstruction) for its in found]


@cache
def names() -> tuple[str, ...]:
    """Return the names of the rule sets that come with the program."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def load_rules(name_or_path: str | os.PathLike[str]) -> Rules:
    """Return a rule set.

    Parameters
    ----------
    name_or_path
        The name of one that is shipped (see :func:`names`), or the path of a TOML file, whose
        name without ending is then the name of the rules. Its layout is described in
        ``docs/rules-file.md``.

    Raises
    ------
    RulesError
        If there is no such rule set, or the file is wrong. Every fault is listed with its line,
        the key, and what belongs there.
    """
    path = Path(name_or_path)
    if str(path) in names():
        path = FOLDER / f"{path}.toml"
    return read_rules(_text(path), name=path.stem, where=str(path))


def read_rules(text: str, *, name: str, where: str = "") -> Rules:
    """Return the rule set that a TOML text holds; ``where`` is what messages call the text."""
    where = where or name
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{where} is not TOML: {error}. Mend that line.") from error
    except (RecursionError, ValueError) as error:
        raise RulesError(f"{where} cannot be read ({error}); mend what is far too long.") from error
    lines = TomlLines(text)
    try:
        fields = RulesFields.model_validate(data)
    except ValidationError as error:
        faults = [
            (item["loc"], _sentence(item["type"], item["loc"], item["input"]))
            for item in error.errors(include_url=False)
        ]
        raise _refused(where, lines, faults) from None
    found = nonsense(fields)
    if found:
        raise _refused(where, lines, found)
    return _rules(name, fields)


def _text(path: Path) -> str:
    """Return the text of a rules file."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        near = difflib.get_close_matches(str(path), names(), n=1)
        mend = f'did you mean "{near[0]}"?' if near else f"the sets are {', '.join(names())}."
        raise RulesError(
            f'There is no rule set "{path}" and no file of that name; {mend}'
        ) from None
    except OSError as error:
        raise RulesError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError:
        raise RulesError(f"{path} is not UTF-8; save the file in UTF-8.") from None


def _refused(where: str, lines: TomlLines, faults: list[tuple[Loc, str]]) -> RulesError:
    """Return the error that lists every fault with its line, in order of the lines."""
    placed = sorted((lines.line(loc), sentence) for loc, sentence in faults)
    if len(placed) == 1:
        return RulesError(f"{where}, line {placed[0][0]}: {placed[0][1]}")
    listed = [f"  line {line}: {sentence}" for line, sentence in placed]
    return RulesError("\n".join([f"{where} has {len(placed)} faults:", *listed]))


def _sentence(kind: str, loc: Loc, value: Any) -> str:
    """Return what is wrong at a place, and what would mend it."""
    steps = [step for step in loc if isinstance(step, str)]
    key, table = steps[-1], ".".join(steps[:-1])
    where = f"[{table}]" if table else "the file"
    if kind == "extra_forbidden":
        known = keys_at(loc[:-1])
        near = difflib.get_close_matches(key, known, n=1)
        mend = f'did you mean "{near[0]}"?' if near else f"the keys are {', '.join(known)}."
        return f'"{key}" is not a key of {where}; {mend}'
    if kind == "missing":
        return f'"{key}" is missing from {where}; add it: {meaning(loc)}.'
    mend = meaning(loc)
    if kind == "literal_error" and isinstance(value, str):
        near = difflib.get_close_matches(value, _choices(loc), n=1)
        mend = f'"{near[0]}"' if near else mend
    return f'"{key}" of {where} holds {_shown(value)}; write {mend}.'


def _choices(loc: Loc) -> list[str]:
    """Return the words that may stand at a place, as the schema of the fields has them."""
    schema: Any = RulesFields.model_json_schema()
    node = schema
    for step in loc:
        node = _resolved(schema, node)
        if isinstance(step, int):
            node = node.get("items", {})
        else:
            node = node.get("properties", {}).get(step) or node.get("additionalProperties", {})
    return list(_resolved(schema, node).get("enum", []))


def _resolved(schema: Any, node: Any) -> Any:
    """Return what a node of a JSON Schema stands for."""
    for choice in node.get("anyOf", []):
        if choice.get("type") != "null":
            return _resolved(schema, choice)
    if "$ref" in node:
        return schema["$defs"][node["$ref"].rpartition("/")[2]]
    return node


def _shown(value: Any) -> str:
    text = str(value) if isinstance(value, Decimal) else repr(value)
    text = text.lower() if isinstance(value, bool) else text
    return text if len(text) <= 40 else text[:37] + "..."


def _rules(name: str, fields: RulesFields) -> Rules:
    """Return the rule set of fields that are in order."""
    stages: dict[str, StageRule] = {}
    for stage, its in fields.stages.items():
        rule = StageRule(its.weight, its.group, its.final)
        stages |= dict.fromkeys((each.casefold() for each in (stage, *its.names)), rule)
    hard = fields.difficulty
    return Rules(
        name=name,
        title=fields.title,
        source=fields.source,
        year=fields.year,
        reconstruction=fields.reconstruction,
        seats=fields.seats,
        roles={role: getattr(fields.roles, role) for role in ROLES},
        result_points=_by_role(fields.points),
        beside_points=_by_role(fields.beside),
        clean_points=_by_outcome(fields.clean),
        best_move=tuple(
            BestMoveLine(line.hits, line.points, tuple(line.roles), line.result)
            for line in fields.best_move
        ),
        best_move_names=fields.best_move_names,
        extras=_extras(fields),
        titles=given(fields.titles),
        autobonus=fields.autobonus,
        exit_points=given(fields.exits),
        judge_penalties=fields.judge_penalties,
        penalty_points={
            kind: PenaltyRule(its.points, its.step) for kind, its in fields.penalties.items()
        },
        given=fields.given,
        difficulty=DifficultyRule(hard.series, tuple(hard.applies)) if hard and hard.on else None,
        compensation=_compensation(fields),
        stages=stages,
        weighted=PARTS if fields.weighted is None else tuple(fields.weighted),
        adjustment_points=given(fields.adjustments),
        normalisation=fields.normalisation,
        tie_break=tuple(fields.tie_break),
        no_award=given(fields.no_award),
        inherit_penalties=fields.inherit_penalties,
        places=fields.places,
        readings=tuple((one.en, one.ru or one.en) for one in fields.readings),
    )


def _by_role(fields: RolePointsFields) -> dict[tuple[Role, Outcome], Fraction]:
    """Return points by (role, outcome): those of the role, else those of all."""
    general = _by_outcome(fields)
    found: dict[tuple[Role, Outcome], Fraction] = {}
    for role in ROLES:
        own = getattr(fields, role)
        merged = general | (_by_outcome(own) if own else {})
        found |= {(role, outcome): points for outcome, points in merged.items()}
    return found


def _by_outcome(fields: CleanFields) -> dict[Outcome, Fraction]:
    found = given(fields)
    return {outcome: found[outcome] for outcome in OUTCOMES if outcome in found}


def _extras(fields: RulesFields) -> ExtrasRule | None:
    its = fields.extras
    if its is None:
        return None
    return ExtrasRule(
        awards=tuple((award.result, award.points) for award in its.awards),
        least=its.least,
        most=its.most,
        most_recipients=its.most_recipients,
        each_once=its.each_once,
        most_each=its.most_each,
    )


def _compensation(fields: RulesFields) -> CompensationRule | None:
    its = fields.compensation
    if its is None:
        return None
    pays = its.pays
    return CompensationRule(
        formula=its.formula,
        unit=its.unit,
        share=its.share,
        floor=its.floor,
        cap=its.cap,
        offset=its.offset,
        factors={
            (True, False): pays.hit_lost,
            (True, True): pays.hit_won,
            (False, False): pays.no_hit_lost,
            (False, True): pays.no_hit_won,
        },
        counter=its.counter,
        group=its.group,
        places=its.places,
        only_with_hits=its.only_with_hits,
    )
