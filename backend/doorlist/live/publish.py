"""Records the changes of a transaction. They are published only if it commits."""

from collections.abc import Mapping
from typing import Any, Unpack

from sqlalchemy.orm import Session

from doorlist.live.changes import NOTHING, ChangedRows, Changes, changes_of

_CHANGES = "doorlist.live"


def publish_after_commit(tx: Session, **rows: Unpack[ChangedRows]) -> None:
    """Name the rows that this transaction adds, changes or deletes; open screens read them again after the commit."""
    tx.info[_CHANGES] = pending_changes(tx.info) | changes_of(**rows)


def pending_changes(info: Mapping[Any, Any]) -> Changes:
    """The changes that a transaction named, from the `info` of its session."""
    changes: Changes = info.get(_CHANGES, NOTHING)
    return changes
