"""What a change on the day does to rounds that are seated ahead: shown first, then accepted."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from desk.repair_names import named
from desk.screen import console
from tournament.flow.asking import stage_word
from tournament.flow.reseating import CannotReseatError, NotAcceptedError, Reseating
from tournament.phrases import phrase
from tournament.store import State


@contextlib.contextmanager
def accepting(lang: str) -> Iterator[None]:
    """Show what a change would do before it is said that nobody has accepted it yet.

    Raises
    ------
    NotAcceptedError
        As it came; what would change has been printed.
    CannotReseatError
        As it came, with the players' names.
    """
    try:
        yield
    except NotAcceptedError as error:
        from desk.repair_report import print_repair

        if error.reseating.repair is not None:
            print_repair(console(), error.reseating.repair, lang)
        raise
    except CannotReseatError as error:
        told = named(str(error), error.names)
        raise CannotReseatError(told, error.players, error.names) from None


def reseated_lines(done: Reseating | None, lang: str, state: State) -> list[str]:
    """Return that the rounds left are seated again; nothing where they stay."""
    if done is None:
        return []
    stage = stage_word(state, done.stage, lang)
    return [phrase("event.reseated", lang, stage=stage, round=done.first, code=done.code)]
