"""How large the lists of a printed page can be, so that they fill it and are read from afar.

A page holds several lists (tables of a round, rounds of a table) of equally many lines. Browsers
do not shrink text to a page, so the size is worked out here, in millimetres of paper.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

MM_PER_POINT = 0.3528
LETTER = 0.58
"""Mean width of a letter in ems, in the wider of the system fonts."""
MARGIN = 2.1
"""Ems of a line that go to the seat's number and the air around the name."""
GAP = 5.0
"""Millimetres between two lists."""
HEADING = 1.5
"""Lines that the heading of a list takes."""
LEAST_POINTS = 8.5
"""Smaller text is not printed: the lists go on to another page instead."""
LEAST_NAME = 6.5
"""Points of the longest name; layouts that set it smaller are taken only where all do."""
SIZES = (1.0, 0.87, 0.75, 0.66, 0.58, 0.48, 0.44, 0.38, 0.33, 0.28, 0.24, 0.2)
"""Sizes of a name against a usual one; the classes ``s87``, ``s75``, ... of ``sheet.css``."""
TWO_LINES = 0.75
"""The largest of the sizes at which a name stands on two lines."""
LEADING = 1.05
"""Height of a line of text in ems, as in ``sheet.css``."""
RULE = 0.2
"""Millimetres of the rule under a line."""
WIDE = frozenset("ЖМФШЩЫЮжмфшщыюMWmw@№")
"""Letters much wider than the mean; other capitals are a little wider."""


@dataclass(frozen=True)
class Sheet:
    """Room for lists on a page, in millimetres, and the largest text in points."""

    width: float
    height: float
    largest: float


LANDSCAPE = Sheet(width=255, height=154, largest=30)
"""A4 or US letter, less margins, page heading and footer."""
PORTRAIT = Sheet(width=188, height=218, largest=15)
CARDS = 256.0
"""Millimetres of a portrait page that rows of players' cards can fill."""
CARD_FRAME = 20.5
"""Millimetres of a card that are not rounds: name, footer, air."""
CARD_LETTERS = 16
"""Letters of full size on a line of a card's heading."""
CARD_HEADING = 2.13
"""Height of a card's heading in ems of its text: two lines of full size."""


@dataclass(frozen=True)
class Fit:
    """How the lists stand on a page.

    Attributes
    ----------
    columns
        Lists side by side.
    line
        Height of a line, millimetres.
    points
        Size of the text.
    letters
        Letters of this size that a line holds.
    """

    columns: int
    line: float
    points: float
    letters: int

    def size_class(self, name: str) -> str:
        """Return the class of ``sheet.css`` that keeps a name whole on its line, ``""`` for none.

        Smaller names stand on several lines of text, and break between words where they can.
        """
        return _class(self.size(name))

    def size(self, name: str) -> float:
        """Return the size of a name against that of a usual one, out of :data:`SIZES`."""
        return _size(name, self.letters, (self.line - RULE) / (self.points * MM_PER_POINT))


def fit(
    num_lists: int,
    num_lines: int,
    letters: int,
    sheet: Sheet,
    *,
    taken: float = 0.0,
    names: Sequence[str] = (),
) -> Fit:
    """Return the layout of lists of names on one page: large text, and few holes.

    Parameters
    ----------
    num_lists, num_lines
        The lists on the page and the lines of each.
    letters
        Letters of a usual name; see :func:`usual_letters`.
    sheet
        The room on the page.
    taken
        Millimetres of its height that something else needs.
    names
        The names themselves: no layout is taken for the usual ones that leaves a long one
        smaller than :data:`LEAST_NAME` while another layout does not.
    """
    layouts = [
        _columns(columns, num_lists, num_lines, letters, sheet, taken)
        for columns in range(1, num_lists + 1)
    ]
    clear = [
        layout
        for layout in layouts
        if layout.points >= LEAST_POINTS
        and all(layout.size(name) * layout.points >= LEAST_NAME for name in names)
    ]
    layouts = clear or layouts
    # a little of the size is given for an even page: nine lists stand better 3 x 3 than 4 x 3
    enough = 0.93 * max(layout.points for layout in layouts)
    return min(
        (layout for layout in layouts if layout.points >= enough),
        key=lambda layout: (-num_lists % layout.columns, layout.columns),
    )


def _columns(
    columns: int, num_lists: int, num_lines: int, letters: int, sheet: Sheet, taken: float
) -> Fit:
    rows = -(-num_lists // columns)
    line = (sheet.height - taken - (rows - 1) * GAP) / (rows * (num_lines + HEADING))
    line = min(max(line, 1.0), sheet.largest * MM_PER_POINT / 0.6)
    width = (sheet.width - (columns - 1) * GAP) / columns
    em = min(0.6 * line, width / (LETTER * letters + MARGIN))
    return Fit(
        columns=columns,
        line=round(line, 2),
        points=round(em / MM_PER_POINT, 1),
        letters=max(1, int((width / em - MARGIN) / LETTER + 1e-6)),
    )


def width(text: str) -> float:
    """Return the room of a text in letters of mean width; rather too much than too little."""
    return sum(map(_letter, text))


def _letter(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.75
    if letter in WIDE:
        return 1.45
    return 1.2 if letter.isupper() else 1.0


def _words(name: str) -> list[str]:
    """Split a name where a browser may end a line: after spaces and hyphens, not before digits."""
    return re.split(r"(?<=[^\S\xa0])|(?<=-)(?=\D)", name)


def num_lines(name: str, letters: float) -> int:
    """Return the lines of text that a name takes where a line holds so many letters."""
    lines, used = 1, 0.0
    for word in _words(name):
        if used and used + width(word.rstrip()) > letters:
            lines, used = lines + 1, 0.0
        for letter in word:  # a word longer than a line is broken anywhere
            if used and used + _letter(letter) > letters and not letter.isspace():
                lines, used = lines + 1, 0.0
            used += _letter(letter)
    return lines


def _size(name: str, letters: float, ems: float) -> float:
    """Return the largest of the sizes at which a name stands whole in so many ems of height."""
    for size in SIZES:
        if num_lines(name, letters / size) <= max(1, int(ems / (size * LEADING) + 1e-6)):
            return size
    return SIZES[-1]


def _class(size: float) -> str:
    return "" if size == SIZES[0] else f"s{100 * size:.0f}"


def two_lines(name: str) -> float:
    """Return the letters that a line must hold for a name to stand on two lines."""
    words = _words(name)
    return min(
        max(width("".join(words[:cut]).rstrip()), width("".join(words[cut:])))
        for cut in range(len(words))
    )


def usual_letters(names: Sequence[str]) -> int:
    """Return the letters a line should hold, 5 to 24.

    Three names in four stand on one line, unless that makes all text small, and nine in ten
    stand at least a little smaller on two.
    """
    whole = sorted(math.ceil(width(name)) for name in names)
    wrapped = sorted(math.ceil(TWO_LINES * two_lines(name)) for name in names)
    usual = max(min(whole[3 * len(whole) // 4], 16), wrapped[9 * len(wrapped) // 10])
    return min(max(usual, 5), 24)


def lists_per_page(num_lists: int, num_lines: int, letters: int, sheet: Sheet) -> int:
    """Return how many lists a page holds with text that can still be read; at least one.

    The lists are shared out evenly over the pages, so that the last page is not nearly empty.
    """
    on_page = num_lists
    while on_page > 1 and fit(on_page, num_lines, letters, sheet).points < LEAST_POINTS:
        on_page -= 1
    pages = -(-num_lists // on_page)
    return -(-num_lists // pages)


def card_line(num_rounds: int) -> float:
    """Return the height of a round's line on a player's card, millimetres.

    As many rows of cards as a page holds with lines of 4.8 mm, then stretched to fill it.
    """
    rows = max(1, int(CARDS // (CARD_FRAME + 4.8 * num_rounds)))
    return round(min(6.5, max(4.0, (CARDS / rows - CARD_FRAME) / num_rounds)), 2)


def card_class(name: str) -> str:
    """Return the class of ``sheet.css`` with which a name stands whole in a card's heading."""
    return _class(_size(name, CARD_LETTERS, CARD_HEADING))
