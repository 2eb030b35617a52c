"""Rules of the audit log as plain functions on plain values."""

from collections.abc import Mapping
from enum import StrEnum
from ipaddress import ip_address, ip_network
from typing import Any

_LOGGED_BITS = {4: 24, 6: 48}


class Action(StrEnum):
    """The action of an entry: its subject, a point and the verb."""

    EVENT_CREATED = "event.created"
    EVENT_UPDATED = "event.updated"
    EVENT_DELETED = "event.deleted"
    EVENT_TYPE_CREATED = "event.type_created"
    EVENT_TYPE_UPDATED = "event.type_updated"
    EVENT_TYPE_DELETED = "event.type_deleted"
    EVENT_LIST_CREATED = "event.list_created"
    EVENT_LIST_UPDATED = "event.list_updated"
    EVENT_LIST_DELETED = "event.list_deleted"
    ATTENDEE_REGISTERED = "attendee.registered"
    ATTENDEE_UPDATED = "attendee.updated"
    ATTENDEES_UPDATED = "attendee.updated_many"
    ATTENDEES_UPDATE_UNDONE = "attendee.update_undone"
    ATTENDEE_DELETED = "attendee.deleted"
    ATTENDEE_ERASED = "attendee.erased"
    ATTENDEE_BROUGHT_BACK = "attendee.brought_back"
    ATTENDEES_ERASED = "attendee.erased_many"
    KEEPING_SET = "keeping.set"
    EVENT_POSTPONED = "event.postponed"
    ATTENDEE_HELD_EXPORTED = "attendee.held_exported"
    IMPORT_STARTED = "import.started"
    IMPORT_FAILED = "import.failed"
    IMPORT_CANCELLED = "import.cancelled"
    IMPORT_UNDONE = "import.undone"
    USER_CREATED = "user.created"
    USER_UPDATED = "user.updated"
    USER_PASSWORD_SET = "user.password_set"  # noqa: S105 - the name of an action
    USER_PASSWORD_CHANGED = "user.password_changed"  # noqa: S105 - the name of an action
    USER_PASSWORD_REFUSED = "user.password_refused"  # noqa: S105 - the name of an action
    USER_CONFIRMED = "user.confirmed"
    USER_CONFIRMATION_REFUSED = "user.confirmation_refused"
    USER_DEACTIVATED = "user.deactivated"
    USER_REACTIVATED = "user.reactivated"
    USER_SIGNED_IN = "user.signed_in"
    USER_SIGN_IN_REFUSED = "user.sign_in_refused"
    USER_SIGNED_OUT = "user.signed_out"
    USER_SESSION_ENDED = "user.session_ended"
    USER_SESSIONS_ENDED = "user.sessions_ended"
    USER_SECOND_FACTOR_ADDED = "user.second_factor_added"
    USER_SECOND_FACTOR_REFUSED = "user.second_factor_refused"
    USER_SECOND_FACTOR_REMOVED = "user.second_factor_removed"
    USER_SECOND_FACTOR_RESET = "user.second_factor_reset"
    USER_SECOND_FACTOR_REQUIRED = "user.second_factor_required"
    USER_RECOVERY_CODE_USED = "user.recovery_code_used"
    GRANT_CREATED = "grant.created"
    GRANT_ENDED = "grant.ended"
    PASS_CREATED = "pass.created"  # noqa: S105 - the name of an action
    PASS_CLAIMED = "pass.claimed"  # noqa: S105 - the name of an action
    PASS_REVOKED = "pass.revoked"  # noqa: S105 - the name of an action
    TICKETS_SENT = "attendee.tickets_sent"
    TICKET_RESOLVED = "attendee.ticket_resolved"
    EVENT_MAIL_SET = "event.mail_set"
    MAIL_TESTED = "mail.tested"
    CONFLICT_DECIDED = "conflict.decided"
    BACKUP_TAKEN = "backup.taken"
    BACKUP_DOWNLOADED = "backup.downloaded"
    BACKUP_DELETED = "backup.deleted"
    BACKUP_RESTORED = "backup.restored"
    BACKUP_FILE_RESTORED = "backup.file_restored"
    SETTINGS_CHANGED = "settings.changed"
    SETTINGS_LOGO_SET = "settings.logo_set"
    SETTINGS_LOGO_REMOVED = "settings.logo_removed"
    EXPORT_CSV = "export.csv"
    EXPORT_XLSX = "export.xlsx"
    EXPORT_BACKUP_FILE = "export.backup_file"
    EXPORT_HISTORY = "export.history"

    @property
    def subject(self) -> str:
        """The part before the point."""
        return self.partition(".")[0]


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the former and the new values of the fields that differ."""
    fields = [field for field in before if before[field] != after[field]]
    return {field: before[field] for field in fields}, {field: after[field] for field in fields}


def logged_address(address: str) -> str:
    """The address without the part that names one machine: 192.0.2.0, 2001:db8:1::."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    return str(ip_network((parsed, _LOGGED_BITS[parsed.version]), strict=False).network_address)
