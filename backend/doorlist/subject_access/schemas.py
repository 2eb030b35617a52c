"""API models of the subject access export (contract 7.held)."""

from doorlist.activity.schemas import HistoryEntryOut
from doorlist.attendees.schemas import AttendeeDetails, TicketMail
from doorlist.backup.rules import BackupKind
from doorlist.core.api_model import ApiModel, PersonRef, Timestamp
from doorlist.door.conflicts.schemas import LoggedStep
from doorlist.door.rules import ConflictKind, ConflictState


class ExportedScan(LoggedStep):
    """A scan log row of the guest. `text` is the scanned ticket text, or its hash."""

    text: str | None


class ExportedRefusal(ApiModel):
    """A scanned text of no ticket that contains a personal value of the guest."""

    at: Timestamp
    text: str


class ExportedConflict(ApiModel):
    """Contradictory check-ins of the guest, with the note of staff."""

    kind: ConflictKind
    at: Timestamp
    state: ConflictState
    note: str | None
    named: str | None
    decided_by: PersonRef | None
    decided_at: Timestamp | None


class ExportedImport(ApiModel):
    """The import that added the guest. Only the name of its file is stored."""

    id: int
    file_name: str
    created_at: Timestamp


class ExportedBackup(ApiModel):
    """A backup on this server that may contain the guest."""

    filename: str
    created_at: Timestamp
    kind: BackupKind


class SubjectAccessExport(ApiModel):
    """All data about one guest, oldest first; of an erased guest, the rest."""

    exported_at: Timestamp
    attendee: AttendeeDetails
    imports: list[ExportedImport]
    scans: list[ExportedScan]
    refused_texts: list[ExportedRefusal]
    conflicts: list[ExportedConflict]
    messages: list[TicketMail]
    history: list[HistoryEntryOut]
    backups: list[ExportedBackup]
