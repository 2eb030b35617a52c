"""The metadata of a backup, and the checks that a restored copy has to pass."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from pydantic import Field
from sqlalchemy.orm import Session

from doorlist.backup.problems import BackupInvalid, DamagedBackup
from doorlist.core.api_model import ApiModel, Timestamp
from doorlist.core.db.migrations import is_before_first_revision, is_known_revision

MADE_BY_NEWER = "This backup was made by a newer Doorlist. Update Doorlist, then restore it."
LEFT_OUT = ("sessions",)
"""Tables whose rows are in no backup: after a restore everyone signs in again (contract 4)."""

Switch = Callable[[Callable[[Session], None]], None]
"""Puts a staged copy in place of the live database, all or nothing; the argument writes a last row into the copy."""


class Unverified(StrEnum):
    """Why `verified` of a backup is None."""

    DUE = "due"
    """Verification is due."""
    IMPOSSIBLE = "impossible"
    """Verification is impossible on this server."""
    UNKNOWN_FILE = "unknown_file"
    """A person put the file there. It is verified only at a user's request."""


class Metadata(ApiModel):
    """The metadata of a backup, in a file beside it. `counts` are the rows of each table at its moment.

    `intact` says whether the database was whole when the backup was taken, as its first verification found. Without
    `unverified`, which the files of earlier releases lack, the backup is verified once more.
    """

    counts: dict[str, int] = Field(default_factory=dict)
    revision: str | None = None
    size_bytes: int = 0
    sha256: str | None = None
    verified: bool | None = None
    unverified: Unverified = Unverified.DUE
    intact: bool | None = None
    note: str | None = None
    verified_at: Timestamp | None = Field(default=None, alias="provenAt")
    newest_change_at: Timestamp | None = None


def compare(counts: Mapping[str, int], metadata: Metadata) -> None:
    """Compare the row counts of a restored copy with the counts in the metadata. Raises DamagedBackup."""
    if not {"users", "events", "attendees", "alembic_version"} <= set(counts):
        raise DamagedBackup("It is no backup of Doorlist.")
    for table, expected in metadata.counts.items():
        if counts.get(table) != expected:
            raise DamagedBackup(f"Of {expected} rows in {table}, {counts.get(table, 0)} came back.")


def refuse_unknown_revision(revision: str | None) -> None:
    """Refuse a backup that this release cannot bring to the present schema. Raises BackupInvalid."""
    if revision is not None and is_before_first_revision(revision):
        raise BackupInvalid(
            f"This backup is of an older Doorlist (revision {revision}). Restore it with version 0.1, take a backup"
            " there, then restore that one here."
        )
    if revision is None or not is_known_revision(revision):
        raise BackupInvalid(MADE_BY_NEWER)
