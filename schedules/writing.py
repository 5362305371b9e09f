"""Files are written whole or not at all: beside the target first, then put in its place."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from pathlib import Path

from schedules.errors import SeatingError


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file in UTF-8, whole or not at all.

    Parameters
    ----------
    path
        The file to write; an existing one is replaced only when the new one is complete.
    text
        Its contents; line ends are written as they are.

    Raises
    ------
    SeatingError
        If the folder cannot be written to, the disk is full, the path is a folder, or the text
        holds half a character that UTF-8 cannot hold. What stood there before stands there still.
    """
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise SeatingError(
            f"{path} cannot be written: line {line} holds half a character "
            f"({text[error.start]!a}) that no text file can hold; correct that name."
        ) from error
    write_bytes(path, data)


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file, whole or not at all.

    Parameters and errors as of :func:`write_text`.
    """
    try:
        _put(Path(path), data)
    except OSError as error:
        raise SeatingError(_sentence(Path(path), error)) from error


def _put(path: Path, data: bytes) -> None:
    mode = _mode(path)
    if mode is not None and not stat.S_ISREG(mode):
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        # A pipe or a device has no folder of ours to stand beside, and must not be replaced.
        path.write_bytes(data)
        return
    if mode is not None and not os.access(path, os.W_OK):
        # The folder would allow replacing it; whoever made the file read-only meant it.
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    target = path.resolve()  # through a link, so that the link stays a link
    beside = target.parent / f".{secrets.token_hex(8)}.part"
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            beside.chmod(stat.S_IMODE(mode))
        beside.replace(target)
    except BaseException:  # Ctrl-C too must leave nothing behind
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _sentence(path: Path, error: OSError) -> str:
    folder = path.parent
    if error.errno == errno.EISDIR:
        return f"{path} is a folder; name a file in it, such as {path / 'schedule.json'}."
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"{path} cannot be written: the disk is full. Free some space, or name another disk."
    if error.errno == errno.EROFS:
        return f"{path} cannot be written: the disk is read-only. Name another folder."
    if error.errno in (errno.EACCES, errno.EPERM):
        what = path if path.exists() else folder
        return f"{path} cannot be written: there is no leave to write to {what}. Name another."
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return f"{path} cannot be written: there is no folder {folder}. Create it, or name another."
    if error.errno == errno.ENAMETOOLONG:
        return f"{path} cannot be written: the name is too long. Choose a shorter one."
    return f"{path} cannot be written: {error.strerror or error}. Try another folder."
