"""A Swiss round as people read it, on the screen and on the page: what stands there, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desk.screen import plain, print_lines
from desk.swiss_hand import Hand
from desk.swiss_words import (
    People,
    certificate_lines,
    checklist_head,
    checklist_rows,
    edit_lines,
    lock_text,
    signed,
)
from optimizer.swiss.engine import RULES, SwissRound
from schedules.phrases import number, phrase

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

SEATS_HAD = 11
"""Columns of the screen for the seats that a player had; more of them stand on a second line."""
LEAST_NAME = 12


@dataclass(frozen=True, eq=False)
class Sheet:
    """Everything that is shown of a round.

    Attributes
    ----------
    given
        The round as the rule gives it.
    people
        Names and language.
    hand
        The round as it is changed by hand, which is then the one that is played.
    notes
        What somebody should know before the round is announced, in sentences.
    answers
        Answers to "why", in sentences.
    """

    given: SwissRound
    people: People
    hand: Hand | None = None
    notes: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()

    @property
    def played(self) -> SwissRound:
        """The round as it is played."""
        return self.given if self.hand is None else self.hand.of(self.given)

    def title(self) -> str:
        """Return the head."""
        values = {
            "round": self.given.setting.problem.round_number, "mode": str(self.given.setting.mode),
        }  # fmt: skip
        key = "swiss.title" if self.hand is None else "swiss.title_edited"
        return phrase(key, self.people.lang, **values)

    def facts(self) -> str:
        """Return seed, digest of the input and rule: what a second person needs to redo it."""
        lang, given = self.people.lang, self.given
        return phrase(
            "swiss.facts", lang, seed=given.seed, digest=given.digest[:16], rules=RULES,
            effort=number(given.effort, lang),
        )  # fmt: skip

    def edits(self) -> list[str]:
        """Return that the round is changed by hand, who signs it, and every difference."""
        lang, hand = self.people.lang, self.hand
        if hand is None:
            return []
        lines = edit_lines(hand.edit, self.people)
        if len(lines) == 1:
            lines.append(phrase("swiss.edit.same", lang))
        return [phrase("swiss.edit.head", lang, signed=signed(hand.who, hand.when, hand.why)),
                *lines]  # fmt: skip

    def tables(self) -> list[tuple[str, list[str]]]:
        """Return each table with who sits there, seat 1 first; the last empty chairs left out."""
        lang = self.people.lang
        found = []
        for table, chairs in enumerate(self.played.seating.tolist(), 1):
            last = max((seat for seat, p in enumerate(chairs, 1) if p >= 0), default=0)
            names = [self.people.label(p) if p >= 0 else phrase("word.none", lang)
                     for p in chairs[:last]]  # fmt: skip
            found.append((phrase("place.table", lang, table=table), names))
        return found

    def out(self) -> list[str]:
        """Return a line with who sits out, if anybody does."""
        setting, seated = self.given.setting, set(self.played.seating.ravel().tolist())
        out = [p for p in (*setting.sits_out, *setting.playing) if p not in seated]
        return (
            [phrase("swiss.out", self.people.lang, players=self.people.listed(out))] if out else []
        )

    def locks(self) -> list[str]:
        """Return a line for each lock, with its place, who, when and why."""
        return [lock_text(lock, self.people) for lock in self.given.setting.problem.locks]

    def proof_title(self) -> str:
        """Return over what is proved, and of which round: never of one that is changed by hand."""
        key = "swiss.certificate_title" if self.hand is None else "swiss.certificate_given"
        return phrase(key, self.people.lang)

    def why_title(self) -> str:
        """Return over the answers: they are about the round as the rule gives it."""
        return phrase("swiss.why_title" if self.hand is None else "swiss.why_given",
                      self.people.lang)  # fmt: skip


def show(screen: Console, sheet: Sheet) -> None:
    """Print who sits where, the checklist, and what is proved."""
    lang = sheet.people.lang
    print_lines(screen, [sheet.title(), sheet.facts(), *sheet.edits(), ""])
    for name, players in sheet.tables():
        chairs = ", ".join(f"{seat} {player}" for seat, player in enumerate(players, 1))
        print_lines(screen, [f"{name}: {chairs}"])
    print_lines(screen, [*sheet.out(), "", *sheet.locks()])
    rows = checklist_rows(sheet.played, sheet.people, brief=True)
    screen.print(_grid(checklist_head(lang), rows, screen.width))
    print_lines(screen, ["", f"{sheet.proof_title()}:", *certificate_lines(sheet.given, lang)])


def _grid(head: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Table:
    """Return the checklist; on a narrow screen the heads and the seats wrap before the names do."""
    from rich import box
    from rich.cells import cell_len
    from rich.table import Table

    player, seats = 1, 8
    widths = [
        max(*(cell_len(row[n]) for row in rows), *map(cell_len, title.split()))
        for n, title in enumerate(head)
    ]
    widths[seats] = min(widths[seats], SEATS_HAD)
    gap = 1 if sum(widths) + 2 * (len(head) - 1) <= width else 0
    rest = width - sum(widths[:player] + widths[player + 1 :]) - (1 + gap) * (len(head) - 1)
    widths[player] = min(widths[player], max(LEAST_NAME, rest))
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, gap, 0, 0))
    for n, title in enumerate(head):
        justify = "left" if n in (player, seats) else "right"
        grid.add_column(title, justify=justify, width=widths[n], overflow="fold")  # type: ignore[arg-type]
    for row in rows:
        grid.add_row(*map(plain, row))
    return grid
