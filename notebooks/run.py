"""Run notebooks from a clean kernel, compare what they print with what is stored, and store it.

``python -m notebooks.run`` compares; ``--save`` writes the fresh outputs into the notebooks.
"""

from __future__ import annotations

import copy
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from io import BytesIO
from pathlib import Path
from typing import Annotated

import nbformat
import typer
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode
from PIL import Image

FOLDER = Path(__file__).resolve().parent
PARAMETERS = "parameters"
"""Tag of the cell whose line ``FILE = ...`` names the data."""

LINE = "FILE = "
CELL_SECONDS = 600
"""After so long a cell is taken to hang."""

COLOURS = 64
"""Of a stored picture: enough for smooth letters on a dozen shades."""

LANGUAGE = {"name": "python"}
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


class NotebookError(Exception):
    """A notebook cannot be run; the message says which one and where."""


@dataclass(frozen=True)
class Printed:
    """What a cell shows: its texts, and of pictures only the kind.

    Pictures are not compared: a new version of the fonts draws them a little differently.
    """

    cell: int
    texts: tuple[str, ...]
    pictures: tuple[str, ...]


def notebooks(names: Sequence[str] = ()) -> list[Path]:
    """Return the notebooks in order, or those whose file name begins with one of the names.

    Raises
    ------
    NotebookError
        If a name fits no notebook.
    """
    every = sorted(FOLDER.glob("*.ipynb"))
    for name in names:
        if not any(path.name.startswith(Path(name).name) for path in every):
            known = ", ".join(path.stem for path in every)
            raise NotebookError(f"There is no notebook {name}; there are {known}.")
    wanted = tuple(Path(name).name for name in names)
    return [path for path in every if not wanted or path.name.startswith(wanted)]


def read(path: Path) -> NotebookNode:
    """Read a notebook as it is stored."""
    notebook: NotebookNode = nbformat.read(path, as_version=4)
    return notebook


def with_file(notebook: NotebookNode, file: str) -> NotebookNode:
    """Return the notebook with another data file in the line ``FILE = ...``.

    Parameters
    ----------
    notebook
        It has one cell with the tag ``parameters``, and in it one line that begins ``FILE = ``.
    file
        Path of the data, absolute or from the folder of the notebooks.

    Raises
    ------
    NotebookError
        If there is not exactly one such line.
    """
    changed = copy.deepcopy(notebook)
    tagged = [cell for cell in changed.cells if PARAMETERS in cell.metadata.get("tags", [])]
    lines = [line for cell in tagged for line in cell.source.splitlines() if line.startswith(LINE)]
    if len(tagged) != 1 or len(lines) != 1:
        raise NotebookError(
            f"A notebook has one cell tagged {PARAMETERS} with one line {LINE}...; this one has "
            f"{len(tagged)} such cells and {len(lines)} such lines."
        )
    tagged[0].source = tagged[0].source.replace(lines[0], f"{LINE}{file!r}")
    return changed


def execute(notebook: NotebookNode) -> NotebookNode:
    """Run every cell in a kernel of its own, in the folder of the notebooks.

    Returns
    -------
    NotebookNode
        A copy with fresh outputs and without what differs from run to run (times, versions).

    Raises
    ------
    NotebookError
        If a cell fails; the message holds its source and the error.
    """
    fresh = copy.deepcopy(notebook)
    client = NotebookClient(
        fresh,
        timeout=CELL_SECONDS,
        kernel_name=KERNEL["name"],
        resources={"metadata": {"path": str(FOLDER)}},
        record_timing=False,
        coalesce_streams=True,
        extra_arguments=["--log-level=ERROR"],
    )
    try:
        client.execute()
    except CellExecutionError as error:
        raise NotebookError(str(error)) from error
    return _steady(fresh)


def _steady(notebook: NotebookNode) -> NotebookNode:
    """Keep only the metadata that are the same in every run."""
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNEL, "language_info": LANGUAGE})
    for cell in notebook.cells:
        tags = cell.metadata.get("tags")
        cell.metadata = nbformat.from_dict({"tags": tags} if tags else {})
    return notebook


def printed(notebook: NotebookNode) -> list[Printed]:
    """Return what each cell of code shows, in order; cells count from 1, texts included."""
    return [
        Printed(
            number,
            tuple(text for output in cell.outputs for text in _texts(output)),
            tuple(
                kind
                for output in cell.outputs
                for kind in output.get("data", {})
                if kind.startswith("image/")
            ),
        )
        for number, cell in enumerate(notebook.cells, 1)
        if cell.cell_type == "code"
    ]


def _texts(output: NotebookNode) -> Iterator[str]:
    if output.output_type == "stream":
        yield f"{output.name}: {output.text}"
    for kind, value in sorted(output.get("data", {}).items()):
        if not kind.startswith("image/"):
            yield f"{kind}: {value}"


def differences(stored: NotebookNode, fresh: NotebookNode) -> list[str]:
    """Return, for each cell that shows something else than what is stored, how they differ."""
    pairs = zip(printed(stored), printed(fresh), strict=True)
    return [
        f"cell {old.cell} shows something else:\n{_unlike(old, new)}"
        for old, new in pairs
        if old != new
    ]


def _unlike(old: Printed, new: Printed) -> str:
    return "\n".join(unified_diff(_lines(old), _lines(new), "stored", "fresh", lineterm="", n=0))


def _lines(shown: Printed) -> list[str]:
    return [*"\n".join(shown.texts).splitlines(), *shown.pictures]


def save(notebook: NotebookNode, path: Path) -> None:
    """Write a notebook, its pictures in few colours; the same notebook gives the same file."""
    for output in (output for cell in notebook.cells for output in cell.get("outputs", [])):
        if "image/png" in output.get("data", {}):
            output.data["image/png"] = _few_colours(output.data["image/png"])
    nbformat.validate(notebook)
    nbformat.write(notebook, path)


def _few_colours(png: str) -> str:
    """Return a picture, base64 as it stands in a notebook, at a third of its size."""
    picture = Image.open(BytesIO(b64decode(png))).convert("RGB")
    small = BytesIO()
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(small, "png", optimize=True)
    return b64encode(small.getvalue()).decode()


def main(
    names: Annotated[
        list[str] | None, typer.Argument(help="How their file names begin, as 1 or 3_what.")
    ] = None,
    keep: Annotated[
        bool, typer.Option("--save", help="Write the fresh outputs into the notebooks.")
    ] = False,
) -> None:
    """Run notebooks from a clean kernel, all or those named; show what differs from the stored."""
    try:
        unlike = [line for path in notebooks(names or ()) for line in _run(path, keep=keep)]
    except NotebookError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    for line in unlike:
        typer.echo(line)
    if unlike:
        raise typer.Exit(1)


def _run(path: Path, *, keep: bool) -> list[str]:
    stored = read(path)
    try:
        fresh = execute(stored)
    except NotebookError as error:
        raise NotebookError(f"{path.name}: {error}") from error
    if keep:
        save(fresh, path)
    typer.echo(f"{path.name}: run{' and stored' if keep else ''}")
    return [] if keep else [f"{path.name}: {line}" for line in differences(stored, fresh)]


if __name__ == "__main__":
    typer.run(main)
