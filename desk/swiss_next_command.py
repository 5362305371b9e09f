"""The command ``seating swiss next``: what its options are called."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from desk import options as o

Job = Callable[[], int]

ROUND, WISHES = "The round", "Wishes and locks, for this round alone"


def wish(name: str, text: str, metavar: str) -> Any:
    """Return an option that holds a wish and may stand several times."""
    return typer.Option(
        name, help=text, metavar=metavar, rich_help_panel=WISHES, show_default=False
    )


def text(name: str, words: str, metavar: str, panel: str = ROUND) -> Any:
    """Return an option that holds a text."""
    return typer.Option(
        name, help=words, metavar=metavar, rich_help_panel=panel, show_default=False
    )


StandingsFile = Annotated[
    Path,
    typer.Argument(
        metavar="STANDINGS",
        help="CSV or XLSX: slot or name, points (before round 1 none are needed); if wanted draw "
        "number, club, not with, active. What seating score -o FILE.csv or .xlsx writes will do.",
        show_default=False,
    ),
]
History = Annotated[
    Path | None,
    o.file_option(
        ("--history",), "The schedule of the rounds so far; left out before round 1.", ROUND
    ),
]
ModeText = Annotated[
    str | None,
    text("--mode", "blocks:2, window:5, strict, random or random:free.", "MODE"),
]
SeedText = Annotated[
    str | None,
    text("--seed", "Any text that is published before the round: 1 if left out.", "TEXT"),
]
Seats = Annotated[int | None, o.number("--seats", "Seats at a table, where no round tells.", ROUND)]
Sizes = Annotated[
    str | None, text("--sizes", "Players at each table, table 1 first: 10,10,9,9.", "SIZES")
]
Uneven = Annotated[
    bool,
    typer.Option(
        "--uneven", help="Nobody sits out: a table may lack a player.", rich_help_panel=ROUND
    ),
]
Withdraw = Annotated[
    list[str] | None,
    text("--withdraw", "Who has left, for this round and after: 17,3.", "PLAYERS"),
]
LockText = Annotated[
    list[str] | None,
    wish(
        "--lock",
        "The chief judge's word: 17:2 (table 2), 17:2:5 (and seat 5), 17::5, 17:out, 17:in (also "
        "for who was withdrawn).",
        "PLAYER:PLACE",
    ),
]
By = Annotated[
    str | None, text("--by", "Who set the locks or changed the round, for the log.", "NAME", WISHES)
]
Because = Annotated[str | None, text("--because", "Why, for the log.", "TEXT", WISHES)]
Apart = Annotated[list[str] | None, wish("--apart", "Players who do not meet: 4,17.", "PLAYERS")]
FixedTable = Annotated[
    list[str] | None, wish("--fixed-table", "A player's own table: 5:1.", "PLAYER:TABLE")
]
ForbidTable = Annotated[
    list[str] | None, wish("--forbid-table", "A table not for a player: 5:2.", "PLAYER:TABLE")
]
ForbidSeat = Annotated[
    list[str] | None, wish("--forbid-seat", "A seat not for a player: 5:1.", "PLAYER:SEAT")
]
ClubLimit = Annotated[
    int | None,
    o.number(
        "--club-limit",
        "Players of a club at a table at most; needs a column club.",
        WISHES,
    ),
]
MostMeetings = Annotated[
    int | None, o.number("--at-most", "Meetings of two players at most.", WISHES)
]
InARow = Annotated[
    int | None, o.number("--in-a-row", "Rounds running in which two may meet, at most.", WISHES)
]
Why = Annotated[
    list[str] | None,
    text("--why", "Why here, and what each other table would cost: 17; one table: 17:1.", "PLAYER",
         o.RESULT),
]  # fmt: skip
Edited = Annotated[
    Path | None,
    o.file_option(
        ("--edited",),
        "A schedule with this round changed by hand: show it, and what it costs.",
        o.RESULT,
    ),
]
Effort = Annotated[
    float | None,
    o.effort(
        "What the solver may spend on a number, about seconds: 2. More proves more where a gap is "
        "left; publish it with the seed.",
        o.SEARCH,
    ),
]
Page = Annotated[
    Path | None,
    o.file_option(("--page",), "Write the checklist as a page.", o.RESULT, "FILE.html"),
]
Out = Annotated[
    Path | None,
    o.file_option(
        ("-o", "--out"), "The schedule with this round; - is stdout.", o.RESULT, "FILE.json"
    ),
]


def next_(
    standings: StandingsFile,
    history: History = None,
    mode: ModeText = None,
    seed: SeedText = None,
    seats: Seats = None,
    sizes: Sizes = None,
    uneven: Uneven = False,
    withdraw: Withdraw = None,
    lock: LockText = None,
    by: By = None,
    because: Because = None,
    apart: Apart = None,
    fixed_table: FixedTable = None,
    forbid_table: ForbidTable = None,
    forbid_seat: ForbidSeat = None,
    club_limit: ClubLimit = None,
    at_most: MostMeetings = None,
    in_a_row: InARow = None,
    why: Why = None,
    edited: Edited = None,
    time_limit: o.TimeLimit = None,
    effort: Effort = None,
    page: Page = None,
    out: Out = None,
    quiet: o.Quiet = False,
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Seat the next round by the standings, prove it, and say why.

    Example: seating swiss next standings.csv --history cup.json --mode blocks:2 -o cup4.json
    """

    def job() -> int:
        from desk import swiss_next as command
        from desk.swiss_wishes import WishTexts

        wishes = WishTexts(
            withdraw=tuple(withdraw or ()),
            lock=tuple(lock or ()),
            by=by or "",
            because=because or "",
            apart=tuple(apart or ()),
            fixed_table=tuple(fixed_table or ()),
            forbid_table=tuple(forbid_table or ()),
            forbid_seat=tuple(forbid_seat or ()),
            club_limit=club_limit,
            at_most=at_most,
            in_a_row=in_a_row,
        )
        request = command.Request(
            standings,
            history=history,
            mode=mode,
            seed="1" if seed is None else seed,
            seats=seats,
            sizes=sizes,
            uneven=uneven,
            wishes=wishes,
            why=tuple(why or ()),
            edited=edited,
            time_limit=time_limit,
            effort=2.0 if effort is None else effort,
            page=page,
            out=out,
            quiet=quiet,
            lang=lang.value,
        )
        return command.run(request)

    return job
