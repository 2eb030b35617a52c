"""Hands one message to the mail server, or writes it to a folder. Says for certain whether it was taken.

The standard library's `sendmail` raises one error for a message that was certainly not taken and for one that may be:
the end of the message and its reply are written here one by one.
"""

import os
import re
import smtplib
import socket
import ssl
from contextlib import suppress

from doorlist.core.files import write_whole
from doorlist.mail.compose import Composed
from doorlist.mail.config import MailServer
from doorlist.mail.rules import OF_THE_SERVER, MailProblem, address_on_the_wire

CONNECT_SECONDS = 15.0
REPLY_SECONDS = 60.0
# RFC 5321 asks for ten minutes; a reply that comes later than this is a message of unknown outcome.
FINAL_REPLY_SECONDS = 300.0

_OK, _OK_FORWARDED, _GO_AHEAD = 250, 251, 354
_FIRST_PERMANENT = 500
_NO_MAILBOX = {551, 553}
_MAYBE_NO_MAILBOX = 550
_DAILY_LIMIT, _TOO_FAST = b"5.4.5", b"4.7."
"""How enhanced status codes of a quota begin. Of a single recipient 4.7 is greylisting, and no quota."""
_LINE_WITH_DOT = re.compile(rb"(?m)^\.")


class MailFailure(Exception):
    """A message that was certainly not taken. `problem` is the reason."""

    def __init__(self, problem: MailProblem, *, is_of_server: bool | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        # True if every message would have this problem.
        self.is_of_server = problem in OF_THE_SERVER if is_of_server is None else is_of_server


class NotNow(MailFailure):
    """A later try may succeed."""


class Refused(MailFailure):
    """No later try will succeed."""


class OutcomeUnknown(Exception):
    """The whole message was handed over, and no reply came: it may have been taken, or not."""


class SmtpTransport:
    """A connection to a mail server, kept for the next message as long as it works."""

    def __init__(self, server: MailServer) -> None:
        self._server = server
        self._smtp: smtplib.SMTP | None = None

    def check(self) -> None:
        """Connect as for a message, and sign in. Raises MailFailure."""
        self._connected()
        self.close()

    def send(self, message: Composed, recipient: str) -> None:
        """Hand the message over. Raises MailFailure, or OutcomeUnknown."""
        smtp = self._connected()
        try:
            self._hand_over(smtp, message.content, recipient)
        except MailFailure:
            raise
        except (OSError, smtplib.SMTPException) as error:
            self.close()
            raise NotNow(MailProblem.NO_CONNECTION) from error
        except OutcomeUnknown:
            self.close()
            raise

    def close(self) -> None:
        if self._smtp is not None:
            with suppress(OSError, smtplib.SMTPException):
                self._smtp.quit()
            self._smtp.close()
        self._smtp = None

    def _connected(self) -> smtplib.SMTP:
        if self._smtp is not None:
            with suppress(OSError, smtplib.SMTPException):
                if self._smtp.rset()[0] == _OK:
                    return self._smtp
            self.close()
        try:
            self._smtp = self._connect()
        except ssl.SSLCertVerificationError as error:
            raise NotNow(MailProblem.CERTIFICATE) from error
        except smtplib.SMTPAuthenticationError as error:
            raise NotNow(MailProblem.SIGN_IN_REFUSED) from error
        except (OSError, smtplib.SMTPException, UnicodeError) as error:
            raise NotNow(MailProblem.NO_CONNECTION) from error
        return self._smtp

    def _connect(self) -> smtplib.SMTP:
        server = self._server
        context = ssl.create_default_context()
        # Otherwise the library asks the name service for this machine's name.
        own_name = server.sender_domain
        if server.is_tls:
            smtp: smtplib.SMTP = smtplib.SMTP_SSL(
                server.host, server.port, own_name, timeout=CONNECT_SECONDS, context=context
            )
        else:
            smtp = smtplib.SMTP(server.host, server.port, own_name, timeout=CONNECT_SECONDS)
        try:
            self._prepare(smtp, context)
        except BaseException:
            smtp.close()
            raise
        return smtp

    def _prepare(self, smtp: smtplib.SMTP, context: ssl.SSLContext) -> None:
        _wait_at_most(smtp, REPLY_SECONDS)
        if smtp.sock is not None:
            # Otherwise the last line waits until the server acknowledges the content, which it delays by 40 ms.
            smtp.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        smtp.ehlo_or_helo_if_needed()
        if self._server.needs_starttls:
            if not smtp.has_extn("starttls"):
                raise NotNow(MailProblem.NO_ENCRYPTION)
            smtp.starttls(context=context)
            smtp.ehlo_or_helo_if_needed()
        if self._server.username:
            if not smtp.has_extn("auth"):
                raise NotNow(MailProblem.SIGN_IN_REFUSED)
            smtp.login(self._server.username, self._server.password)

    def _hand_over(self, smtp: smtplib.SMTP, content: bytes, recipient: str) -> None:
        code, _ = smtp.mail(address_on_the_wire(self._server.sender))
        if code != _OK:
            # A quota, or a sender that this account may not use.
            problem = MailProblem.TRY_LATER if code < _FIRST_PERMANENT else MailProblem.SENDER_REFUSED
            raise NotNow(problem, is_of_server=True)
        answer = smtp.rcpt(address_on_the_wire(recipient))
        no_mailbox = MailProblem.MAILBOX_UNKNOWN if _is_no_mailbox(*answer) else MailProblem.REFUSED
        _expect(answer, {_OK, _OK_FORWARDED}, no_mailbox, quota=(_DAILY_LIMIT,))
        _expect(smtp.docmd("DATA"), {_GO_AHEAD}, MailProblem.REFUSED)
        smtp.send(_LINE_WITH_DOT.sub(b"..", content).removesuffix(b"\r\n") + b"\r\n")
        # Until the line with the dot has left, the server cannot take the message.
        try:
            _wait_at_most(smtp, FINAL_REPLY_SECONDS)
            smtp.send(b".\r\n")
            reply = smtp.getreply()
            _wait_at_most(smtp, REPLY_SECONDS)
        except (OSError, smtplib.SMTPException) as error:
            raise OutcomeUnknown from error
        if not _OK <= reply[0] < _FIRST_PERMANENT + 100:
            raise OutcomeUnknown
        _expect(reply, {_OK}, MailProblem.REFUSED)


def _wait_at_most(smtp: smtplib.SMTP, seconds: float) -> None:
    if smtp.sock is not None:
        smtp.sock.settimeout(seconds)


def _expect(
    reply: tuple[int, bytes],
    accepted: set[int],
    permanent: MailProblem,
    *,
    quota: tuple[bytes, ...] = (_DAILY_LIMIT, _TOO_FAST),
) -> None:
    if reply[0] in accepted:
        return
    if reply[1].startswith(quota):
        raise NotNow(MailProblem.TRY_LATER, is_of_server=True)
    raise NotNow(MailProblem.TRY_LATER) if reply[0] < _FIRST_PERMANENT else Refused(permanent)


def _is_no_mailbox(code: int, text: bytes) -> bool:
    """True if a refused recipient does not exist. 5.7 and others say that the server refuses for its own reasons."""
    return code in _NO_MAILBOX or (code == _MAYBE_NO_MAILBOX and not text.startswith((b"5.7", b"5.4", b"5.6")))


class FolderTransport:
    """Writes each message to a separate file, named by its Message-ID."""

    def __init__(self, server: MailServer) -> None:
        if server.folder is None:
            raise ValueError("This server has no folder.")
        self._folder = server.folder

    def check(self) -> None:
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise NotNow(MailProblem.FOLDER) from error
        if not os.access(self._folder, os.W_OK | os.X_OK):
            raise NotNow(MailProblem.FOLDER)

    def send(self, message: Composed, recipient: str) -> None:  # noqa: ARG002 - it is in the message
        self.check()
        name = re.sub(r"[^A-Za-z0-9.-]", "", message.id)
        try:
            write_whole(self._folder / f"{name}.eml", message.content)
        except OSError as error:
            raise NotNow(MailProblem.FOLDER) from error

    def close(self) -> None:
        """Each file is closed already."""


Transport = SmtpTransport | FolderTransport
"""A way out for messages. Only one thread uses it."""


def transport_to(server: MailServer) -> Transport:
    return SmtpTransport(server) if server.folder is None else FolderTransport(server)
