"""One server for one embedded database; several for PostgreSQL."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from doorlist.core.config import Settings
from doorlist.core.locks import AlreadyServing, hold_server_lock

DOORLIST = Path(sys.executable).with_name("doorlist")


class TestTheLock:
    def test_only_one_process_has_it(self, tmp_path: Path) -> None:
        settings = Settings(data_dir=tmp_path)
        with hold_server_lock(settings):
            with pytest.raises(AlreadyServing, match=str(tmp_path)), hold_server_lock(settings):
                pass
            with hold_server_lock(Settings(data_dir=tmp_path, database_url="postgresql://localhost/doorlist")):
                pass
        with hold_server_lock(settings):
            pass

    def test_is_given_back_after_an_error(self, tmp_path: Path) -> None:
        settings = Settings(data_dir=tmp_path)

        def fail() -> None:
            with hold_server_lock(settings):
                raise RuntimeError

        with pytest.raises(RuntimeError):
            fail()
        with hold_server_lock(settings):
            pass


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def serve(data_dir: Path, port: int) -> subprocess.Popen[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DOORLIST_")}
    return subprocess.Popen(
        [DOORLIST, "serve", "--port", str(port)],
        env={**environment, "DOORLIST_DATA_DIR": str(data_dir)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_until_it_listens(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    pytest.fail("the server did not start")


@pytest.mark.server
@pytest.mark.rest
def test_a_second_server_is_refused_in_one_clear_line(tmp_path: Path) -> None:
    port = free_port()
    first = serve(tmp_path, port)
    try:
        wait_until_it_listens(port)
        second = serve(tmp_path, free_port())
        printed, refusal = second.communicate(timeout=60)
        assert second.returncode == 1
        assert printed == ""
        assert refusal == (
            f"doorlist: Another server is already using {tmp_path}."
            " Stop it first, or name another directory in DOORLIST_DATA_DIR.\n"
        )
        third = serve(tmp_path / "other", port)
        printed, refusal = third.communicate(timeout=60)
        assert third.returncode == 1
        assert printed == ""
        assert refusal.startswith(f"doorlist: Cannot listen on 127.0.0.1 port {port} (")
        assert refusal.endswith("). Choose another with --port.\n")
        assert refusal.count("\n") == 1
    finally:
        first.terminate()
        first.communicate(timeout=60)
