"""Invoice numbers and the text inside a QR code (contract 3)."""

import os
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from hashlib import sha256

from doorlist.core.text import without_controls

# Without 0 and O, 1, I and L, and U: easily confused when read out at a loud door.
INVOICE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
INVOICE_PREFIX = "INV"
INVOICE_GROUPS = (4, 4)
_INVOICE_FORM = re.compile(INVOICE_PREFIX + "".join(f"-[{INVOICE_LETTERS}]{{{size}}}" for size in INVOICE_GROUPS))

# The terms on every ticket page and ticket image (contract 9.ticket).
TERMS = ("Tickets are not refundable.", "Please arrive 30 minutes early.")

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
QR_SECRET_CHARACTERS = 26  # 128 bits at 5 bits a character
_QR_FORM = re.compile(rf"DL1\.([1-9][0-9]{{0,18}})\.[{CROCKFORD}]{{{QR_SECRET_CHARACTERS}}}")

# Unicode white space that is trimmed off a scanned text, one by one: Python's strip() also removes U+001C to U+001F,
# and a browser's trim() keeps U+0085 and removes U+FEFF.
_QR_BLANKS = (
    "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
QR_HASH_BYTES = 16
LISTED_HASH_CHARACTERS = 22  # of base64url
_WHOLE_QR_HASH = re.compile("[A-Za-z0-9_-]{43}")

# A random byte becomes a letter. Bytes beyond the last full round are dropped, so that all letters are equally likely.
_FAIR_BYTES = 256 // len(INVOICE_LETTERS) * len(INVOICE_LETTERS)
_UNFAIR = bytes(range(_FAIR_BYTES, 256))
_INVOICE_OF_BYTE = bytes(ord(INVOICE_LETTERS[byte % len(INVOICE_LETTERS)]) for byte in range(256))
_CROCKFORD_OF_BYTE = bytes(ord(CROCKFORD[byte & 31]) for byte in range(256))
_CROCKFORD_OF_3_BITS = bytes(ord(CROCKFORD[byte & 7]) for byte in range(256))


def new_invoice_numbers(count: int) -> list[str]:
    """Random numbers like INV-7KQM-3XRD. The ledger decides whether they are unused."""
    size = sum(INVOICE_GROUPS)
    letters = ""
    while len(letters) < size * count:
        drawn = os.urandom((size * count - len(letters)) * 2)
        letters += drawn.translate(_INVOICE_OF_BYTE, _UNFAIR).decode()
    first = INVOICE_GROUPS[0]
    return [
        f"{INVOICE_PREFIX}-{letters[start : start + first]}-{letters[start + first : start + size]}"
        for start in range(0, size * count, size)
    ]


def normalise_invoice_number(text: str) -> str:
    """An invoice number as written, or in upper case if that is one of our numbers."""
    upper = text.upper()
    return upper if _INVOICE_FORM.fullmatch(upper) else text


def new_qr_codes(event_ids: Sequence[int]) -> list[str]:
    """New QR texts: the event id, so that a door can name it, and 128 random bits; nothing personal."""
    # 26 letters of 5 bits would be 130: the first carries only 3.
    rest = QR_SECRET_CHARACTERS - 1
    firsts = os.urandom(len(event_ids)).translate(_CROCKFORD_OF_3_BITS).decode()
    others = os.urandom(len(event_ids) * rest).translate(_CROCKFORD_OF_BYTE).decode()
    return [
        f"DL1.{event_id}.{firsts[number]}{others[number * rest : (number + 1) * rest]}"
        for number, event_id in enumerate(event_ids)
    ]


def normalise_qr(qr_data: str) -> str:
    """A scanned or typed text, trimmed, and in upper case if that is one of our tickets.

    Control characters become U+FFFD, as in stored texts. The browser has the same rule for the guest list.
    """
    trimmed = without_controls(qr_data.strip(_QR_BLANKS))
    # ASCII only: the upper case of U+017F is S.
    return trimmed.upper() if trimmed.isascii() and is_our_form(trimmed.upper()) else trimmed


def qr_hash(qr_data: str) -> str:
    """The ticket's key in the guest list: the first half of SHA-256 over the normalised text, as base64url."""
    return _base64url(_sha256(qr_data)[:QR_HASH_BYTES])


def whole_qr_hash(qr_data: str) -> str:
    """The whole SHA-256 of the normalised text, as base64url, which a scan may send instead of the text."""
    return _base64url(_sha256(qr_data))


def is_whole_qr_hash(text: str) -> bool:
    """Whether the text has the form of a `whole_qr_hash`."""
    return bool(_WHOLE_QR_HASH.fullmatch(text))


def half_of_qr_hash(whole: str) -> str:
    """The `qr_hash` of the text that has this whole hash."""
    return _base64url(urlsafe_b64decode(f"{whole}=")[:QR_HASH_BYTES])


def _sha256(qr_data: str) -> bytes:
    return sha256(normalise_qr(qr_data).encode()).digest()


def _base64url(digest: bytes) -> str:
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def is_our_form(text: str) -> bool:
    """True if the text has the form of our tickets."""
    return bool(_QR_FORM.fullmatch(text))
