"""The options of ``seating event serve``. What it does: ``desk.event_serve``."""

from __future__ import annotations

from typing import Annotated

import typer

from desk import options as o
from desk.event_commands import EventFile, Job

PINS = "PINs"
PORT = 8000


def serve(
    file: EventFile,
    host: Annotated[
        str,
        typer.Option(
            "--host", metavar="ADDRESS",
            help="0.0.0.0 for the venue's network; as it stands only this machine can see it.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            "--port", metavar="N", parser=o.whole, show_default=False,
            help="8000 unless told otherwise; 0 takes a free one.",
        ),
    ] = None,
    judge: Annotated[
        list[str] | None,
        typer.Option(
            "--judge", metavar="NAME", show_default=False, rich_help_panel=PINS,
            help="A judge who gets a PIN, if he has none; the chief judge always has one.",
        ),
    ] = None,
    new_pin: Annotated[
        list[str] | None,
        typer.Option(
            "--new-pin", metavar="NAME", show_default=False, rich_help_panel=PINS,
            help="Who gets another PIN, chief for the chief judge; the old one is void at once.",
        ),
    ] = None,
    pages: Annotated[
        bool,
        typer.Option(
            "--pages/--no-pages", show_default=False, rich_help_panel=PINS,
            help="--no-pages only makes and prints PINs, such as while the pages run already.",
        ),
    ] = True,
    lang: o.LangOption = o.Lang.en,
) -> Job:  # fmt: skip
    """Serve the judges' pages: protocols, standings, the screen on the wall (docs/judges-pages.md).

    Example: seating event serve cup.seating --host 0.0.0.0 --judge Anna --judge Boris --lang ru
    """

    def job() -> int:
        from desk import event_serve as command

        if not pages:
            return command.give_pins(
                file, judges=judge or [], new_pins=new_pin or [], lang=lang.value
            )
        return command.serve(
            file, host=host, port=PORT if port is None else port, judges=judge or [],
            new_pins=new_pin or [], lang=lang.value,
        )  # fmt: skip

    return job
