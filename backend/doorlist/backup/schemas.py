"""Server backups on the wire (contract 7)."""

from typing import Annotated, Literal, Self

from pydantic import Field

from doorlist.audit.rules import Action
from doorlist.backup.json.schemas import RestoredCounts
from doorlist.backup.rules import BackupKind, expires_at
from doorlist.backup.store import StoredBackup
from doorlist.core.api_model import ApiModel, ApiRequest, Timestamp, Whole
from doorlist.events.retention import ExpectedErasures


class BackupTaken(ApiModel):
    """The name of a new backup in the list."""

    filename: str


class BackupOut(ApiModel):
    """A backup on the server. `verified` is null until it was verified; `note` says why, or what is wrong.

    `keptUntil` is the estimated time of its removal; null: it stays until a person deletes it.
    """

    filename: str
    size_bytes: int
    created_at: Timestamp
    kept_until: Timestamp | None
    kind: BackupKind
    verified: bool | None
    note: str | None

    @classmethod
    def of(cls, backup: StoredBackup) -> Self:
        """A backup of the store."""
        metadata = backup.metadata
        return cls(
            filename=backup.filename,
            size_bytes=metadata.size_bytes,
            created_at=backup.created_at,
            kept_until=expires_at(backup.kind, backup.created_at),
            kind=backup.kind,
            verified=metadata.verified,
            note=metadata.note,
        )


class BackupToRestore(ApiRequest):
    """The backup of the list to restore, and whether guests who were erased since are guests again.

    `expectedErasures` is the number of erasures that the caller has confirmed.
    """

    filename: str
    expected_erasures: ExpectedErasures = 0
    bring_back: bool = False


class BackupRestored(ApiModel):
    """A finished restore; `safety_backup` is the name of the backup taken before it.

    Some guests were erased since the backup was taken: `erased_again` stay so, and `brought_back` are guests again.
    `deactivated_again` of the accounts were deactivated since, and stay so.
    """

    restored: RestoredCounts
    safety_backup: str
    erased_again: int
    brought_back: int
    deactivated_again: int


class Contents(ApiModel):
    """The counts of a database; null where a backup has none."""

    events: int | None
    attendees: int | None
    users: int | None
    newest_change_at: Timestamp | None


class AccountChange(ApiModel):
    """A change of an account since a backup, which its restore reverts."""

    full_name: str
    action: Action


class BackupComparison(ApiModel):
    """A backup beside what is here now: `erased` guests were erased since, and may be in it.

    A restore leaves the retention period, `keepDays`, as it is here.
    """

    backup: Contents
    present: Contents
    accounts: list[AccountChange]
    keep_days: int | None
    erased: int
    stay_deactivated: list[str]
    """The names of the users who were deactivated since, in order."""


class PlannedDeletion(ApiRequest):
    """The number of attendees about to be deleted, one call each."""

    attendees: Annotated[Whole, Field(ge=0)]


class SafetyCopy(ApiModel):
    """The backup that was taken first; null where so few need none."""

    safety_backup: str | None


class Protection(ApiModel):
    """How well the data are protected; `warnings` are sentences for people, `version` is that of Doorlist."""

    last_backup_at: Timestamp | None
    last_proven_restore_at: Timestamp | None
    database_integrity: Literal["ok", "damaged", "unknown"]
    automatic_backups: bool
    warnings: list[str]
    version: str
