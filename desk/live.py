"""The progress of a search: one live line on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from desk.screen import console
from schedules.phrases import has_phrase, phrase

if TYPE_CHECKING:
    from rich.text import Text

    from optimizer.progress import Progress

PLAIN_EVERY = 10.0
"""Seconds between two lines where no line can be rewritten."""
MARK_FOR = 1.0
"""Seconds for which a new best stays marked on the live line."""
NEW_BEST = "*"


def describe(progress: Progress | None, seconds: float, lang: str, *, width: int = 200) -> str:
    """Return the progress in one line that fits; what matters least is left out first.

    Parameters
    ----------
    progress
        The latest news, or ``None`` before the first.
    seconds
        Since the search began, on our own clock: it goes on while there is no news.
    lang
        ``"en"`` or ``"ru"``.
    width
        The columns there are.
    """
    clock = phrase("desk.seconds", lang, seconds=int(seconds))
    if progress is None:
        return f"{clock} · {phrase('desk.preparing', lang)}"
    stage = f"desk.stage.{progress.stage}"
    parts = {
        "clock": clock,
        "stage": phrase(stage, lang) if has_phrase(stage) else progress.stage,
        "never": phrase("desk.never_met", lang, pairs=progress.never_met),
        "band": phrase("desk.outside", lang, excess=progress.band_excess),
        "spread": phrase(
            "desk.spread",
            lang,
            spread=progress.spread,
            bound=progress.spread_bound,
            gap=progress.spread - progress.spread_bound,
        ),
    }
    for spare in ("stage", "band", "never"):
        if len(" · ".join(parts.values())) <= width:
            break
        del parts[spare]
    return " · ".join(parts.values())


class ProgressLine:
    """Shows the news of a search on stderr until it is left as a context manager.

    :meth:`news` may be called from any thread; :meth:`tick` from the main thread.
    """

    def __init__(self, lang: str, *, quiet: bool = False) -> None:
        self._lang = lang
        self._quiet = quiet
        self._screen = console(stderr=True)
        self._start = time.monotonic()
        self._latest: Progress | None = None
        self._best_at = float("-inf")
        self._next_plain = PLAIN_EVERY
        self._live: Any = None

    def __enter__(self) -> ProgressLine:
        self._start = time.monotonic()
        self._context().__enter__()
        return self

    def __exit__(self, *details: object) -> None:
        try:
            self._context().__exit__(None, None, None)
        finally:  # a second Ctrl-C may come while the line is wiped
            if self._live is not None:
                self._screen.show_cursor(True)

    def news(self, progress: Progress) -> None:
        """Take what the search reports; cheap, since searches report from their own threads."""
        if progress.new_best:
            self._best_at = self._clock()
        self._latest = progress

    def tick(self) -> None:
        """Draw the line anew, or print one where ten seconds have passed."""
        if self._quiet:
            return
        if self._live is not None:
            self._live.update(self._line(), refresh=True)
        elif self._clock() >= self._next_plain:
            marked = self._best_at >= self._next_plain - PLAIN_EVERY
            text = describe(self._latest, self._clock(), self._lang)
            self._screen.print(text + (f" {NEW_BEST}" if marked else ""), soft_wrap=True)
            self._next_plain += PLAIN_EVERY

    def _clock(self) -> float:
        return time.monotonic() - self._start

    def _line(self) -> Text:
        from rich.text import Text

        width = self._screen.width - 3
        text = describe(self._latest, self._clock(), self._lang, width=width)
        line = Text(text, no_wrap=True, overflow="ellipsis")
        if self._clock() - self._best_at < MARK_FOR:
            line.append(f" {NEW_BEST}", style="bold green")
        return line

    def _context(self) -> AbstractContextManager[Any]:
        if self._quiet or not self._screen.is_terminal:
            return nullcontext()
        if self._live is None:
            from rich.live import Live

            self._live = Live(
                self._line(), console=self._screen, auto_refresh=False, transient=True
            )
        live: AbstractContextManager[Any] = self._live
        return live
