"""What no rule set can mean, though each of its keys is well written."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.protocol import BLACK
from scoring.rules_fields import (
    AdjustmentsFields,
    CompensationFields,
    ExtrasFields,
    Loc,
    RulesFields,
    given,
)

Fault = tuple[Loc, str]
"""Where something does not make sense, and a sentence that says what would."""

_OWN_KEYS = {
    "share": {"share", "floor", "pays"},
    "linear": {"offset", "pays"},
    "triangle": {"only_with_hits"},
}
"""Keys of the compensation that belong to some formulas only."""


def nonsense(fields: RulesFields) -> list[Fault]:
    """Return everything that contradicts itself or could never happen."""
    return [
        *_table(fields),
        *_best_move(fields),
        *(_extras(fields.extras) if fields.extras else ()),
        *(_compensation(fields.compensation) if fields.compensation else ()),
        *_costs(fields),
        *_stages(fields),
        *_order(fields),
    ]


def _table(fields: RulesFields) -> Iterator[Fault]:
    seated = sum(given(fields.roles).values())
    if seated != fields.seats:
        yield (
            ("roles",) if "roles" in fields.model_fields_set else ("seats",),
            f"the roles seat {seated} players and seats = {fields.seats}; make them equal.",
        )


def _best_move(fields: RulesFields) -> Iterator[Fault]:
    blacks = sum(getattr(fields.roles, role) for role in BLACK)
    most = min(blacks, fields.best_move_names)
    red = [role for role in ("civilian", "sheriff") if getattr(fields.roles, role)]
    taken: set[tuple[int, str, str]] = set()
    for index, line in enumerate(fields.best_move):
        place: Loc = ("best_move", index)
        if line.hits > most:
            yield (
                (*place, "hits"),
                f'"hits" of [best_move] holds {line.hits}; {most} at most can be hit.',
            )
        for role in line.roles:
            if role in BLACK:
                yield (
                    (*place, "roles"),
                    f'"roles" of [best_move] holds "{role}"; a best move is for red roles only.',
                )
        results = [line.result] if line.result else ["won", "lost", "draw"]
        keys = {(line.hits, role, result) for role in line.roles or red for result in results}
        if keys & taken:
            yield (
                place,
                f"two lines of [best_move] are for {line.hits} hits of the same role and "
                "result; give each its roles, or leave one.",
            )
        taken |= keys


def _extras(extras: ExtrasFields) -> Iterator[Fault]:
    ranged = [key for key in ("least", "most") if getattr(extras, key) is not None]
    if extras.awards and ranged:
        yield (
            ("extras", ranged[0]),
            f'"{ranged[0]}" of [extras] stands beside awards; keep the list or the range.',
        )
    if extras.each_once and not extras.awards:
        yield (("extras", "each_once"), '"each_once" of [extras] needs awards; list them.')
    if extras.least is not None and extras.most is not None and extras.least > extras.most:
        yield (("extras", "least"), '"least" of [extras] is above "most"; exchange them.')


def _compensation(its: CompensationFields) -> Iterator[Fault]:
    own = _OWN_KEYS[its.formula]
    for key in sorted(set().union(*_OWN_KEYS.values()) - own):
        if key in its.model_fields_set and key != "only_with_hits":
            homes = " or ".join(f'"{name}"' for name, keys in _OWN_KEYS.items() if key in keys)
            yield (
                ("compensation", key),
                f'"{key}" of [compensation] belongs to the formula {homes}; take it out, or '
                "choose that formula.",
            )
    for key in ("unit", "share"):
        if getattr(its, key) <= 0:
            yield (("compensation", key), f'"{key}" of [compensation] must be above 0.')


def _costs(fields: RulesFields) -> Iterator[Fault]:
    """Find costs that would give points, and gifts that would take them."""
    for key, points in given(fields.exits).items():
        if points > 0:
            yield (("exits", key), f'"{key}" of [exits] is above 0; write points below 0.')
    for kind, penalty in fields.penalties.items():
        for key in ("points", "step"):
            if getattr(penalty, key) > 0:
                yield (
                    ("penalties", kind, key),
                    f'"{key}" of [penalties.{kind}] is above 0; write points below 0.',
                )
    yield from _outside(fields.adjustments)


def _outside(adjustments: AdjustmentsFields) -> Iterator[Fault]:
    for key, points in given(adjustments).items():
        if key == "bonus" and points < 0:
            yield (("adjustments", key), '"bonus" of [adjustments] is below 0; write it above.')
        if key != "bonus" and points > 0:
            yield (
                ("adjustments", key),
                f'"{key}" of [adjustments] is above 0; write points below 0.',
            )


def _stages(fields: RulesFields) -> Iterator[Fault]:
    taken: dict[str, str] = {}
    for stage, its in fields.stages.items():
        if its.weight <= 0:
            yield (
                ("stages", stage, "weight"),
                f'"weight" of [stages.{stage}] must be above 0.',
            )
        for name in dict.fromkeys(each.casefold() for each in (stage, *its.names)):
            if name in taken:
                yield (
                    ("stages", stage),
                    f'[stages.{stage}] and [stages.{taken[name]}] are both called "{name}"; '
                    "rename one.",
                )
            taken[name] = stage


def _order(fields: RulesFields) -> Iterator[Fault]:
    order = fields.tie_break
    if not order or order[0] != "points":
        yield (("tie_break",), '"tie_break" must begin with "points"; write it first.')
    for step in dict.fromkeys(order):
        if order.count(step) > 1:
            yield (("tie_break",), f'"tie_break" holds "{step}" twice; leave the first.')
    for step in ("lot", "name"):
        if step in order and order[-1] != step:
            yield (
                ("tie_break",),
                f'"{step}" always decides, so nothing may follow it in "tie_break"; put it last.',
            )
