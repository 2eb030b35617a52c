import errno
import io
import os
import sys

import pytest
import structlog

from doorlist.core.logs import configure_logs


class FullDisk(io.RawIOBase):
    def writable(self) -> bool:
        return True

    def write(self, _: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_costs_lines_and_raises_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BufferedWriter(FullDisk()))
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", stream)
        try:
            configure_logs()
            log = structlog.get_logger()
            for _ in range(500):
                log.info("request", method="GET", route="/api/events", status=200)
        finally:
            structlog.reset_defaults()
    # What it still holds can go nowhere.
    with pytest.raises(OSError, match="No space left"):
        stream.detach().close()
