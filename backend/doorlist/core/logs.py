"""Structured logs: one JSON object a line on standard error."""

import logging
import sys
from contextlib import suppress
from typing import Any, BinaryIO, cast

import msgspec
import structlog


def configure_logs() -> None:
    """Write our own log lines as JSON, and of the libraries' only warnings."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(serializer=_as_json),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.BytesLoggerFactory(cast("BinaryIO", _AsLongAsThereIsRoom(sys.stderr.buffer))),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)


class _AsLongAsThereIsRoom:
    """Where the lines go. A disk that is full, or a reader that is gone, costs lines and never an answer."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, line: bytes) -> None:
        with suppress(OSError):
            self._stream.write(line)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


def _as_json(line: dict[str, Any], **options: Any) -> bytes:
    return msgspec.json.encode(line, enc_hook=options["default"])
