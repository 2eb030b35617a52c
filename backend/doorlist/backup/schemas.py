"""Server backups on the wire (contract 7)."""

from typing import Annotated, Literal, Self

from pydantic import Field

from doorlist.backup.json.schemas import RestoredCounts
from doorlist.backup.rules import BackupKind
from doorlist.backup.store import SnapshotInfo
from doorlist.core.api_model import ApiModel, Timestamp, Whole


class BackupTaken(ApiModel):
    """The name of a new backup in the list."""

    filename: str


class BackupOut(ApiModel):
    """A backup on the server. `verified` is null while nobody knows, and `note` says why, or what is wrong."""

    filename: str
    size_bytes: int
    created_at: Timestamp
    kind: BackupKind
    verified: bool | None
    note: str | None

    @classmethod
    def of(cls, backup: SnapshotInfo) -> Self:
        """A backup of the shelf."""
        facts = backup.facts
        return cls(
            filename=backup.filename,
            size_bytes=facts.size_bytes,
            created_at=backup.created_at,
            kind=backup.kind,
            verified=facts.verified,
            note=facts.note,
        )


class BackupToRestore(ApiModel):
    """Which backup of the list takes the place of everything."""

    filename: str


class BackupRestored(ApiModel):
    """A restore that is done; `safety_backup` is the name of the backup of what was there before."""

    restored: RestoredCounts
    safety_backup: str


class PlannedDeletion(ApiModel):
    """How many attendees somebody is about to delete, one call each."""

    attendees: Annotated[Whole, Field(ge=0)]


class SafetyCopy(ApiModel):
    """The backup that was taken first; null where so few need none."""

    safety_backup: str | None


class Protection(ApiModel):
    """How well the data are protected; `warnings` are sentences for people."""

    last_backup_at: Timestamp | None
    last_proven_restore_at: Timestamp | None
    database_integrity: Literal["ok", "damaged", "unknown"]
    automatic_backups: bool
    warnings: list[str]
