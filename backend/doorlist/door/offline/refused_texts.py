"""Keeps the number of refused texts small that one access can leave in the scan log (contract 10.access)."""

from collections.abc import Sequence

from doorlist.door.admission.decide import DecidedRecord
from doorlist.door.rules import LOGGED_HASH, LOGGED_ID, hashed_ticket_ref


def hash_texts_beyond(decided: Sequence[DecidedRecord], most: int) -> int:
    """Let all refused texts after the first `most` be logged as their hash; how many are logged as texts."""
    texts = [
        row
        for row in decided
        if row.attendee_id is None
        and row.ticket_ref is not None
        and not row.ticket_ref.startswith((LOGGED_HASH, LOGGED_ID))
    ]
    for row in texts[most:]:
        row.ticket_ref = hashed_ticket_ref(row.ticket_ref or "")
        if row.row is not None:
            row.row.qr_data = row.ticket_ref
    return len(texts[:most])
