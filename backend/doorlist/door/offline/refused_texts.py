"""Keeps the number of refused texts small that one access can leave in the scan log (contract 10.access)."""

from collections.abc import Sequence

from doorlist.door.offline.deciding import Decided
from doorlist.door.rules import LOGGED_HASH, LOGGED_ID, hashed_name


def hash_texts_beyond(decided: Sequence[Decided], most: int) -> int:
    """Let all refused texts after the first `most` be logged as their hash; how many are logged as texts."""
    texts = [
        row
        for row in decided
        if row.attendee_id is None and row.named is not None and not row.named.startswith((LOGGED_HASH, LOGGED_ID))
    ]
    for row in texts[most:]:
        row.named = hashed_name(row.named or "")
        if row.row is not None:
            row.row["qr_data"] = row.named
    return len(texts[:most])
