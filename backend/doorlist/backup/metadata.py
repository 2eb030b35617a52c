"""What is known about a backup, and what it is held against when it is restored."""

from collections.abc import Callable, Mapping

from pydantic import Field
from sqlalchemy.orm import Session

from doorlist.backup.problems import BackupInvalid, DamagedBackup
from doorlist.core.api_model import ApiModel, Timestamp
from doorlist.core.config import Settings
from doorlist.core.db.migrations import is_known_revision

MADE_BY_NEWER = "This backup was made by a newer Doorlist. Update Doorlist, then restore it."
LEFT_OUT = ("sessions",)
"""Tables whose rows no backup has: who was signed in before a restore signs in again (contract 4)."""

Switch = Callable[[Settings, Callable[[Session], None]], None]
"""Puts what a backup holds in the live database's place, all or nothing; the second argument adds a last row to it."""


class Facts(ApiModel):
    """What is known about a backup, kept beside it. `counts` are the rows of each table at the moment it shows.

    `intact` is what its first proof found out about the database that it was taken from.
    """

    counts: dict[str, int] = Field(default_factory=dict)
    revision: str | None = None
    size_bytes: int = 0
    sha256: str | None = None
    verified: bool | None = None
    intact: bool | None = None
    note: str | None = None
    proven_at: Timestamp | None = None


def compare(counts: Mapping[str, int], facts: Facts) -> None:
    """Hold what came back against what was there when the backup was taken. Raises DamagedBackup."""
    if not {"users", "events", "attendees", "alembic_version"} <= set(counts):
        raise DamagedBackup("It is no backup of Doorlist.")
    for table, expected in facts.counts.items():
        if counts.get(table) != expected:
            raise DamagedBackup(f"Of {expected} rows in {table}, {counts.get(table, 0)} came back.")


def refuse_newer(revision: str | None) -> None:
    """Refuse a backup whose schema this release does not know. Raises BackupInvalid."""
    if revision is None or not is_known_revision(revision):
        raise BackupInvalid(MADE_BY_NEWER)
