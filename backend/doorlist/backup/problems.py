"""What can go wrong with backups (contract 10.code)."""

from doorlist.core.errors import Problem


class UnknownBackup(Problem):
    """No backup in the list has that name."""

    status = 404
    code = "backup_not_found"
    title = "Backup not found"

    def __init__(self) -> None:
        super().__init__("Backup not found")


class BackupInvalid(Problem):
    """A file that is no backup of ours, is damaged, or comes from a newer release. Nothing was changed."""

    code = "backup_invalid"
    title = "Invalid backup file or corrupted data"


class BackupFailed(Problem):
    """A backup could not be written, so that what it was to protect was not done either."""

    status = 507
    code = "backup_failed"
    title = "Backup failed"


class AnotherBackup(Problem):
    """Backups are written one after the other, and this one has waited long enough."""

    status = 409
    code = "another_backup"
    title = "Another backup is at work"

    def __init__(self) -> None:
        super().__init__("Another backup is still being written. Please try again in a while.")


class AnotherRestore(Problem):
    """A restore is under way; a second one would put in its place what nobody has looked at."""

    status = 409
    code = "another_restore"
    title = "Another restore is under way"

    def __init__(self) -> None:
        super().__init__("Another restore is under way. Wait until it is done, and see what is there then.")


class DamagedBackup(Exception):
    """A backup that does not hold what it should; the text says what is wrong."""


class NotProvable(Exception):
    """Whether a backup is good cannot be found out here; the text says why and what would help."""
