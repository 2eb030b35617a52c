"""Invoice numbers and the text inside a QR code (contract 3)."""

import re
import secrets

# No 0 and O, no 1, I and L, no U beside V: read out at a loud door, each letter is heard as itself.
INVOICE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
INVOICE_PREFIX = "INV"
INVOICE_GROUPS = (4, 4)

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
QR_SECRET_CHARACTERS = 26  # 128 bits at 5 bits a character
_QR_FORM = re.compile(rf"DL1\.([1-9][0-9]{{0,18}})\.[{CROCKFORD}]{{{QR_SECRET_CHARACTERS}}}")


def new_invoice_number() -> str:
    """A number like INV-7KQM-3XRD. Random; that it was never used before is for the ledger to say."""
    groups = ("".join(secrets.choice(INVOICE_LETTERS) for _ in range(size)) for size in INVOICE_GROUPS)
    return "-".join((INVOICE_PREFIX, *groups))


def new_qr_code_data(event_id: int) -> str:
    """What a new ticket's QR holds: the event, so that a door can name it, and 128 random bits; nothing personal."""
    bits = secrets.randbits(128)
    secret = "".join(CROCKFORD[(bits >> shift) & 31] for shift in range(125, -1, -5))
    return f"DL1.{event_id}.{secret}"


def normalise_qr(qr_data: str) -> str:
    """What a camera or a keyboard read, trimmed, and in upper case where that makes it a text of ours."""
    trimmed = qr_data.strip()
    return trimmed.upper() if is_our_form(trimmed.upper()) else trimmed


def is_our_form(text: str) -> bool:
    """Whether the text could be one of our tickets, whoever printed it."""
    return bool(_QR_FORM.fullmatch(text))
