"""A SQLite file has one server, by whatever name it is opened."""

import os
import socket
import sys
from pathlib import Path

import pytest

from fairdeal.errors import StoreError
from fairdeal.floor.log.connection import connect
from fairdeal.floor.log.schema import migrate
from fairdeal.floor.log.sqlite import is_served


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "floor.db"
    database = connect(str(path))
    migrate(database)
    database.close()
    return path


def test_a_symbolic_link_is_the_same_file(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(file)
    served = connect(str(file), server=True)
    assert is_served(str(link))
    with pytest.raises(StoreError, match="in use by another server"):
        connect(str(link), server=True)
    served.close()
    served = connect(str(link), server=True)
    with pytest.raises(StoreError, match="in use by another server"):
        connect(str(file), server=True)
    served.close()


def test_a_link_in_the_path_to_the_folder(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.symlink_to(tmp_path)
    served = connect(str(folder / "floor.db"), server=True)
    with pytest.raises(StoreError, match="in use by another server"):
        connect(str(file), server=True)
    served.close()


def test_a_hard_link_is_refused(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    served = connect(str(file), server=True)
    os.link(file, other)
    for server in (True, False):
        with pytest.raises(StoreError, match="a second name"):
            connect(str(other), server=server)
    served.close()
    other.unlink()
    connect(str(file), server=True).close()


@pytest.mark.skipif(sys.platform != "linux", reason="the mark of the file itself is Linux's")
def test_who_clears_the_lock_away_or_renames_the_file_starts_no_second_server(
    file: Path, tmp_path: Path
) -> None:
    """A lock file that looks left over is soon removed; the file itself is marked too."""
    served = connect(str(file), server=True)
    Path(f"{file}.lock").unlink()
    assert is_served(str(file))
    with pytest.raises(StoreError, match="in use by another server"):
        connect(str(file), server=True)
    renamed = tmp_path / "renamed.db"
    file.rename(renamed)
    with pytest.raises(StoreError, match="in use by another server"):
        connect(str(renamed), server=True)
    served.close()
    assert not is_served(str(renamed))
    connect(str(renamed), server=True).close()


@pytest.mark.skipif(sys.platform != "linux", reason="the mark of the file itself is Linux's")
def test_whoever_has_taken_the_mark_of_a_file_can_be_found(file: Path) -> None:
    """Any user of the machine can: no file says so, but the kernel lists the sockets."""
    of = file.stat()
    name = f"fairdeal-floor-{of.st_dev}-{of.st_ino}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as squatter:
        squatter.bind(f"\0{name}")
        with pytest.raises(
            StoreError, match=f"`ss -xap | grep {name}` as root".replace("|", r"\|")
        ):
            connect(str(file), server=True)
        assert f"@{name}" in Path("/proc/net/unix").read_text(encoding="utf-8")
    connect(str(file), server=True).close()
