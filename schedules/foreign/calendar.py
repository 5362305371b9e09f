"""iCalendar (RFC 5545): an event a round, for the calendars of phones."""

from __future__ import annotations

from datetime import datetime, timedelta

from schedules.errors import ForeignFileError
from schedules.phrases import check_lang, phrase
from schedules.schedule import Schedule
from schedules.sheets.views import Game, round_views, shown

FOLD = 75
"""Bytes of a line at most, without its end (RFC 5545, 3.1)."""
LONGEST = 24 * 60
"""Minutes that a game lasts at most."""


def calendar_text(
    schedule: Schedule, *, start: datetime, stamp: datetime, minutes: int = 50, lang: str = "en"
) -> str:
    r"""Return a schedule as a calendar: one event a round, with who sits where, and who judges.

    The rounds follow each other without a pause. The times are of no zone ("floating"): they are
    those of the clock on the wall wherever the calendar is read. An event is known by the digest
    of the schedule and its round, so that a calendar written anew replaces the old one.

    Parameters
    ----------
    schedule
        A valid schedule, with or without names.
    start
        When round 1 begins, without a zone.
    stamp
        When the calendar is made, in UTC.
    minutes
        How long a round lasts.
    lang
        ``"en"`` or ``"ru"``.

    Returns
    -------
    str
        Lines of at most 75 bytes that end in ``\r\n``, to be written as UTF-8.

    Raises
    ------
    ForeignFileError
        If a round lasts less than a minute or more than a day, or the last ends after the year
        9999.
    """
    check_lang(lang)
    if not 1 <= minutes <= LONGEST:
        raise ForeignFileError(f"A game of {minutes} minutes cannot be; write 1 to {LONGEST}.")
    length, digest = timedelta(minutes=minutes), schedule.digest()
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//seating//seating//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
    ]
    if schedule.name:
        lines.append(f"X-WR-CALNAME:{_escaped(schedule.name)}")
    for view in round_views(schedule):
        try:
            begins = start + length * (view.number - 1)
            ends = begins + length
        except OverflowError:
            raise ForeignFileError(
                f"Round {view.number} would be after the year 9999; choose an earlier start."
            ) from None
        title = phrase("place.round", lang, round=view.number)
        text = [_game_line(schedule, game, lang) for game in view.games]
        if view.out:
            out = ", ".join(shown(schedule, lang, one) for one in view.out)
            text.append(f"{phrase('place.sitting_out', lang)}: {out}")
        lines += [
            "BEGIN:VEVENT",
            f"UID:{digest}-{view.number}@seating",
            f"DTSTAMP:{stamp:%Y%m%dT%H%M%S}Z",
            f"DTSTART:{_floating(begins)}",
            f"DTEND:{_floating(ends)}",
            f"SUMMARY:{_escaped(f'{schedule.name}: {title}' if schedule.name else title)}",
            f"DESCRIPTION:{_escaped(chr(10).join(text))}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _game_line(schedule: Schedule, game: Game, lang: str) -> str:
    chairs = ", ".join(
        f"{seat}. {shown(schedule, lang, one)}"
        for seat, one in enumerate(game.seats, start=1)
        if one is not None
    )
    line = f"{phrase('place.table', lang, table=game.table)}: {chairs}"
    return f"{line}. {phrase('judges.at', lang, name=game.judge)}" if game.judge else line


def _floating(time: datetime) -> str:
    # strftime writes years before 1000 without their noughts on some systems
    return f"{time.year:04}{time:%m%dT%H%M%S}"


def _escaped(text: str) -> str:
    """Escape a text value (RFC 5545, 3.3.11); control characters have no place in one."""
    kept = "".join(c for c in text if (c >= " " and c != "\x7f") or c == "\n")
    for plain, escaped in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        kept = kept.replace(plain, escaped)
    return kept


def _folded(line: str) -> str:
    """Fold a line so that no part has more than 75 bytes, and no character is cut in two."""
    parts, part, size = [], "", 0
    for letter in line:
        width = len(letter.encode("utf-8", "replace"))
        if size + width > FOLD:
            parts.append(part)
            part, size = " ", 1
        part, size = part + letter, size + width
    return "\r\n".join([*parts, part])
