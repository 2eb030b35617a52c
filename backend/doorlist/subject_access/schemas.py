"""What crosses the wire about everything that is held of one guest (contract 7.held)."""

from doorlist.activity.schemas import HistoryEntryOut
from doorlist.attendees.schemas import AttendeeOut
from doorlist.backup.rules import BackupKind
from doorlist.core.api_model import ApiModel, PersonRef, Timestamp
from doorlist.door.conflicts.schemas import LoggedStep
from doorlist.door.rules import ConflictKind, ConflictState


class ExportedScan(LoggedStep):
    """A row of the scan log about the guest. `text` is the ticket as it was read, or its hash."""

    text: str | None


class ExportedRefusal(ApiModel):
    """A text that a camera read and no ticket has, in which a value of the guest was found."""

    at: Timestamp
    text: str


class ExportedConflict(ApiModel):
    """Check-ins of the guest that contradict each other, with what staff wrote about it."""

    kind: ConflictKind
    at: Timestamp
    state: ConflictState
    note: str | None
    named: str | None
    decided_by: PersonRef | None
    decided_at: Timestamp | None


class ExportedImport(ApiModel):
    """The import that brought the guest. Of its file nothing is kept but the name and counts."""

    id: int
    file_name: str
    created_at: Timestamp


class ExportedBackup(ApiModel):
    """A backup on this server that may hold the guest."""

    filename: str
    created_at: Timestamp
    kind: BackupKind


class SubjectAccessExport(ApiModel):
    """Everything that this installation holds of one guest, oldest first; of an erased one what is left."""

    exported_at: Timestamp
    attendee: AttendeeOut
    imports: list[ExportedImport]
    scans: list[ExportedScan]
    refused_texts: list[ExportedRefusal]
    conflicts: list[ExportedConflict]
    history: list[HistoryEntryOut]
    backups: list[ExportedBackup]
