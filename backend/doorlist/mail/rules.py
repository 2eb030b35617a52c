"""Rules of sending tickets by email, as plain functions on plain values (contract 4.mail)."""

from collections.abc import Iterable
from datetime import timedelta
from enum import StrEnum
from typing import NamedTuple

MAX_TICKETS_PER_REQUEST = 20_000
MAX_CODES_PER_MESSAGE = 25
"""Gmail cuts off a message whose HTML is larger than 102 KB."""
MAX_SUBJECT_LENGTH = 150
MAX_OPENING_LENGTH = 2_000
TICKETS_PER_SLICE = 100
MAX_NAMED_MESSAGES = 3

MAX_LOGO_BYTES = 64 * 1024
"""A larger logo is left out, so that thousands of messages stay small."""
LOGO_WIDTH, LOGO_HEIGHT = 112, 40
"""The space for a logo, in pixels."""

DEFAULT_PER_MINUTE = 60
MAX_PER_MINUTE = 6_000

# IDNA 2003, which the standard library has, gives these to the domain of another owner, or drops them.
_OTHER_DOMAIN = frozenset("ßς\u200c\u200d")
_NO_ASCII_FORM = "Mail servers cannot use this domain. Write its form in ASCII, which begins with xn--"

RETRY_AFTER = (timedelta(minutes=1), timedelta(minutes=5))
"""The waits after the first and the second failed try. There are three tries."""


class MailState(StrEnum):
    """The state of a message: `sending` is written before it is handed over, what became of it afterwards."""

    QUEUED = "queued"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    UNKNOWN = "unknown"


class MailProblem(StrEnum):
    """The reason why a message, or the mail server, failed."""

    MAILBOX_UNKNOWN = "mailbox_unknown"
    REFUSED = "refused"
    SENDER_REFUSED = "sender_refused"
    TRY_LATER = "try_later"
    NO_CONNECTION = "no_connection"
    CERTIFICATE = "certificate"
    NO_ENCRYPTION = "no_encryption"
    SIGN_IN_REFUSED = "sign_in_refused"
    FOLDER = "folder"
    NO_ADDRESS = "no_address"
    NOT_WRITTEN = "not_written"
    RESTORED = "restored"
    NOT_ARRIVED = "not_arrived"


OF_THE_SERVER = frozenset(
    {
        MailProblem.NO_CONNECTION,
        MailProblem.CERTIFICATE,
        MailProblem.NO_ENCRYPTION,
        MailProblem.SIGN_IN_REFUSED,
        MailProblem.FOLDER,
        MailProblem.SENDER_REFUSED,
    }
)
"""Problems that every message would have."""


def retry_after(tries: int) -> timedelta | None:
    """The wait before the next try, after so many failed ones; None after the last."""
    return RETRY_AFTER[tries - 1] if tries <= len(RETRY_AFTER) else None


class Recipient(NamedTuple):
    """A guest with an address: guests of one event and address get one message.

    `message_id` is the guest's latest message.
    """

    event_id: int
    email: str
    attendee_id: int
    message_id: int | None = None


def shown_size(width: int, height: int) -> tuple[int, int]:
    """Width and height at which a logo of this size fits into its space, never enlarged."""
    scale = min(LOGO_WIDTH / width, LOGO_HEIGHT / height, 1)
    return max(1, round(width * scale)), max(1, round(height * scale))


def same_mailbox(email: str) -> str:
    """The form in which addresses are compared. Hardly any server distinguishes 'Ada' and 'ada'."""
    return email.casefold()


def messages_of(recipients: Iterable[Recipient]) -> list[list[Recipient]]:
    """The recipients of each message, at most 25 in one."""
    by_mailbox: dict[tuple[int, str], list[Recipient]] = {}
    for each in recipients:
        by_mailbox.setdefault((each.event_id, same_mailbox(each.email)), []).append(each)
    return [
        group[start : start + MAX_CODES_PER_MESSAGE]
        for group in by_mailbox.values()
        for start in range(0, len(group), MAX_CODES_PER_MESSAGE)
    ]


def named_addresses(messages: list[list[Recipient]]) -> dict[str, int]:
    """The tickets of each address; empty for more than three messages, which nobody would read through."""
    if len(messages) > MAX_NAMED_MESSAGES:
        return {}
    counts: dict[str, list[Recipient]] = {}
    for each in (recipient for message in messages for recipient in message):
        counts.setdefault(same_mailbox(each.email), []).append(each)
    return {group[0].email: len(group) for group in counts.values()}


def in_slices(messages: Iterable[list[Recipient]]) -> list[list[list[Recipient]]]:
    """The messages in slices of at most 100 tickets each."""
    slices: list[list[list[Recipient]]] = []
    tickets = TICKETS_PER_SLICE
    for message in messages:
        if tickets + len(message) > TICKETS_PER_SLICE:
            slices.append([])
            tickets = 0
        slices[-1].append(message)
        tickets += len(message)
    return slices


def address_on_the_wire(address: str) -> str:
    """The address with its domain in ASCII (RFC 5891). Raises UnicodeError, a ValueError, if there is no such form."""
    local, _, domain = address.partition("@")
    if _OTHER_DOMAIN & set(domain):
        raise UnicodeError(_NO_ASCII_FORM)
    try:
        return f"{local}@{domain.encode('idna').decode()}"
    except UnicodeError as error:
        raise UnicodeError(_NO_ASCII_FORM) from error
