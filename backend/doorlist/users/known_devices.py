"""Devices that have signed in before, by a signed cookie (contract 10.cookie, decision 0017).

The cookie is a short list with one entry for each account that was used in this browser: a random id of the device, its
end, and a signature by a key of the account. Only that key shows to which account an entry belongs.
"""

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from doorlist.users.rules import DEVICE_LIFETIME, MAX_ACCOUNTS_PER_DEVICE

_ID_BYTES, _END_BYTES, _SIGNATURE_BYTES = 12, 5, 16
_ENTRY_BYTES = _ID_BYTES + _END_BYTES + _SIGNATURE_BYTES


class _Entry(NamedTuple):
    device: bytes
    ends_at: int
    signature: bytes

    @classmethod
    def signed(cls, device: bytes, ends_at: int, key: str) -> "_Entry":
        signed = device + ends_at.to_bytes(_END_BYTES, "big")
        return cls(device, ends_at, hmac.digest(bytes.fromhex(key), signed, "sha256")[:_SIGNATURE_BYTES])

    def is_signed_by(self, key: str) -> bool:
        return hmac.compare_digest(self.signature, self.signed(self.device, self.ends_at, key).signature)

    def __str__(self) -> str:
        packed = self.device + self.ends_at.to_bytes(_END_BYTES, "big") + self.signature
        return urlsafe_b64encode(packed).decode()


def new_key() -> str:
    """A new key for an account; cookies signed by the old key are invalid from then on."""
    return secrets.token_hex(32)


def find_device(cookie: str, key: str | None, now: datetime) -> str | None:
    """The id of the device, if the cookie proves a sign-in to the account with that key."""
    if key is None:
        return None
    return next((entry.device.hex() for entry in _live_entries(cookie, now) if entry.is_signed_by(key)), None)


def remember_device(cookie: str, key: str, now: datetime) -> str:
    """The cookie with an entry for that account too, valid for the full time from now."""
    entries = list(_live_entries(cookie, now))
    known = find_device(cookie, key, now)
    device = bytes.fromhex(known) if known else secrets.token_bytes(_ID_BYTES)
    mine = _Entry.signed(device, int((now + DEVICE_LIFETIME).timestamp()), key)
    others = [entry for entry in entries if not entry.is_signed_by(key)]
    return ".".join(map(str, [mine, *others][:MAX_ACCOUNTS_PER_DEVICE]))


def _live_entries(cookie: str, now: datetime) -> Iterator[_Entry]:
    """The readable entries of the cookie that have not ended; they may be forged."""
    for text in cookie.split(".", MAX_ACCOUNTS_PER_DEVICE)[:MAX_ACCOUNTS_PER_DEVICE]:
        try:
            packed = urlsafe_b64decode(text)
        except (NotBase64, ValueError):
            continue
        if len(packed) != _ENTRY_BYTES:
            continue
        id_and_end = _ID_BYTES + _END_BYTES
        entry = _Entry(packed[:_ID_BYTES], int.from_bytes(packed[_ID_BYTES:id_and_end], "big"), packed[id_and_end:])
        if entry.ends_at > now.timestamp():
            yield entry
