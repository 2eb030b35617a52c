import errno
import io
import json
import logging
import os
import sys
from collections.abc import Iterator
from contextvars import copy_context

import pytest
import structlog

from doorlist.core.logs import REQUEST_ID, configure_logs, log_request


class FullDisk(io.RawIOBase):
    def writable(self) -> bool:
        return True

    def write(self, _: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture(autouse=True)
def _logs_of_the_tests() -> Iterator[None]:
    """Configure the logs as a server does, and restore the configuration of the other tests afterwards."""
    of_the_tests = structlog.get_config()
    yield
    structlog.configure(**of_the_tests)


def test_a_full_disk_costs_lines_and_raises_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BufferedWriter(FullDisk()))
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", stream)
        configure_logs()
        log = structlog.get_logger()
        for _ in range(500):
            log.info("backup_proven", filename="doorlist.sqlite3")
            log_request(method="GET", route="/api/events", status=200, seconds=0.01)
    # The text left in its buffer cannot be written.
    with pytest.raises(OSError, match="No space left"):
        stream.detach().close()


def test_lines_of_a_request_are_of_one_form_and_name_it(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    def serve() -> None:
        REQUEST_ID.set("00c0ffee")
        structlog.get_logger().info("user_created", user=7)
        log_request(method="GET", route="/api/events/{event_id}", status=200, seconds=0.01234)

    configure_logs()
    copy_context().run(serve)
    structlog.get_logger().info("backup_proven")
    created, request, proven = map(json.loads, capfdbinary.readouterr().err.splitlines())
    assert request.keys() == {*created.keys() - {"user"}, "method", "route", "status", "ms"}
    assert (created["request_id"], request["request_id"]) == ("00c0ffee", "00c0ffee")
    assert "request_id" not in proven
    assert [type(line["timestamp"]) for line in (created, request)] == [str, str]
    assert [line["timestamp"][-1] for line in (created, request)] == ["Z", "Z"]
    assert (request["event"], request["level"], request["ms"]) == ("request", "info", 12.3)
    assert (request["method"], request["route"], request["status"]) == ("GET", "/api/events/{event_id}", 200)


def test_what_libraries_say_is_a_line_of_the_same_form(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(logging.root, "handlers", [])
    pool = logging.getLogger("sqlalchemy.pool.impl.QueuePool")
    configure_logs()
    logging.getLogger("uvicorn.error").info("Started server process")
    lost = ConnectionError("socket closed")
    pool.error("Exception during reset or similar", exc_info=lost)
    pool.error("The garbage collector has found %s", "a connection", exc_info=lost)
    [line] = map(json.loads, capfdbinary.readouterr().err.splitlines())
    assert (line["event"], line["level"]) == ("The garbage collector has found a connection", "error")
    assert line["logger"] == "sqlalchemy.pool.impl.QueuePool"
    assert line["exception"] == "ConnectionError: socket closed"
