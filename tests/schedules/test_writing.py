import errno
import os
import stat
from pathlib import Path

import pytest

from schedules import SeatingError
from schedules.writing import write_bytes, write_text


def files(folder):
    return sorted(path.name for path in folder.iterdir())


def test_writes_utf_8_with_the_line_ends_given(tmp_path):
    write_text(tmp_path / "a.txt", "Кубок\r\n1\n")
    assert (tmp_path / "a.txt").read_bytes() == "Кубок\r\n1\n".encode()
    write_bytes(tmp_path / "a.txt", b"new")
    assert (tmp_path / "a.txt").read_bytes() == b"new"
    assert files(tmp_path) == ["a.txt"]


def test_keeps_the_rights_of_the_file_and_the_link(tmp_path):
    target = tmp_path / "real.txt"
    target.write_text("old")
    target.chmod(0o640)
    (tmp_path / "link.txt").symlink_to(target)
    write_text(tmp_path / "link.txt", "new")
    assert (tmp_path / "link.txt").is_symlink()
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_new_file_has_the_usual_rights(tmp_path):
    write_text(tmp_path / "a", "x")
    (tmp_path / "b").write_text("x")
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in the file system here")
def test_a_device_is_written_to_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_text(pipe, "x")
        assert os.read(reader, 10) == b"x"
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert files(tmp_path) == ["pipe"]


FAILURES = [
    (errno.ENOSPC, "the disk is full. Free some space"),
    (errno.EDQUOT, "the disk is full"),
    (errno.EROFS, "the disk is read-only. Name another folder"),
    (errno.EACCES, "there is no leave to write"),
    (errno.EIO, "Try another folder"),
]


@pytest.mark.parametrize("step", ["open", "fsync", "replace"])
@pytest.mark.parametrize(("code", "words"), FAILURES)
def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, step, code, words):
    path = tmp_path / "a.txt"
    path.write_text("old")

    def fail(*_args, **_kwargs):
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        patch.setattr(os if step == "fsync" else Path, step, fail)
        with pytest.raises(SeatingError) as caught:
            write_text(path, "new")
    assert words in str(caught.value)
    assert str(path) in str(caught.value)
    assert path.read_text() == "old"
    assert files(tmp_path) == ["a.txt"]


def test_ctrl_c_leaves_nothing_behind(tmp_path, monkeypatch):
    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_text(tmp_path / "a.txt", "new")
    assert files(tmp_path) == []


def test_a_place_that_cannot_be(tmp_path):
    (tmp_path / "file").write_text("x")
    for path, words in (
        (tmp_path, "is a folder; name a file in it"),
        (tmp_path / "no" / "a.txt", "there is no folder"),
        (tmp_path / "file" / "a.txt", "there is no folder"),
        (tmp_path / ("n" * 300), "the name is too long"),
    ):
        with pytest.raises(SeatingError, match=words):
            write_text(path, "new")
    assert files(tmp_path) == ["file"]


def test_a_read_only_file_is_not_replaced(tmp_path, monkeypatch):
    path = tmp_path / "a.txt"
    path.write_text("old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(SeatingError, match=r"no leave to write to .*a\.txt\. Name another"):
        write_text(path, "new")
    assert path.read_text() == "old"


def test_half_a_character_is_refused_with_its_line(tmp_path):
    with pytest.raises(SeatingError, match="line 2 holds half a character"):
        write_text(tmp_path / "a.txt", "one\ntwo \ud800")
    assert files(tmp_path) == []
