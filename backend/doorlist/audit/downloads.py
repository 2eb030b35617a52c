"""Records downloads, which change nothing and so have no transaction (decision 0020)."""

from collections.abc import Mapping
from typing import Any

import structlog

from doorlist.audit.rules import Action, logged_address
from doorlist.audit.service import Actor, add_audit_entry
from doorlist.core.db.database import Database
from doorlist.core.db.write_gate import BeingRestored
from doorlist.core.errors import is_disk_full

log = structlog.get_logger()


def record_download(
    database: Database,
    action: Action,
    *,
    by: Actor,
    after: Mapping[str, Any],
    event_id: int | None = None,
    subject_id: int | None = None,
) -> None:
    """Add the audit entry of a download; call it before the first byte is sent.

    During a restore or on a full disk the download goes to the server's log instead, because that is when a copy is
    needed most. Any other failure is raised.
    """
    try:
        database.commit(
            lambda tx: add_audit_entry(tx, action, by=by, subject_id=subject_id, event_id=event_id, after=after or None)
        )
    except Exception as error:
        if not (isinstance(error, BeingRestored) or is_disk_full(error)):
            raise
        address = None if by.address is None else logged_address(by.address)
        log.warning("download_without_entry", action=action, user_id=by.id, address=address, event_id=event_id, **after)
