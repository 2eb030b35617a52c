"""Structured logs: one JSON object a line on standard error."""

import logging
import sys
from typing import Any

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
        logger_factory=structlog.BytesLoggerFactory(sys.stderr.buffer),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)


def _as_json(line: dict[str, Any], **options: Any) -> bytes:
    return msgspec.json.encode(line, enc_hook=options["default"])
