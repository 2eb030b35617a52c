"""Rows of the scan log and conflicts over them, written straight into the tables."""

from datetime import UTC, datetime
from typing import Any

from doorlist.core.db.database import Database
from doorlist.door.models import DoorConflict, ScanLogEntry


def at(time: str) -> datetime:
    """A moment of the evening of 20 November 2026: `19:02`."""
    return datetime.fromisoformat(f"2026-11-20T{time}:00+00:00").astimezone(UTC)


def add_step(database: Database, time: str, **fields: Any) -> int:
    """Insert a row of the scan log, by default a check-in. Returns its id."""
    step = {"user_id": 1, "outcome": "admitted", "scanned_at": at(time), **fields}
    return database.commit(lambda tx: _added(tx, ScanLogEntry(**step)))


def add_conflict(database: Database, **fields: Any) -> int:
    """A conflict: an open one of no event, unless the fields say otherwise. Its id."""
    conflict = {
        "kind": "twice",
        "log_ids": [],
        "at": at("19:05"),
        "state": "open",
        "version": 1,
        "created_at": at("19:20"),
        **fields,
    }
    return database.commit(lambda tx: _added(tx, DoorConflict(**conflict)))


def _added(tx: Any, row: Any) -> int:
    tx.add(row)
    tx.flush()
    added: int = row.id
    return added
