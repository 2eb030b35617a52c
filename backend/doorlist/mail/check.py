"""Whether the mail server can be used, and its problems as sentences: what is wrong, and what to do (contract 4.mail).

No sentence has the password.
"""

from collections.abc import Iterator

from doorlist.core.config import Settings
from doorlist.mail.config import MailMisconfigured, MailServer, mail_server
from doorlist.mail.rules import MailProblem
from doorlist.mail.transport import MailFailure, transport_to


def mail_findings(settings: Settings) -> Iterator[tuple[bool, str]]:
    """For `doorlist check`: whether sending works, as a sentence; nothing where it is not set up."""
    try:
        server = mail_server(settings)
    except MailMisconfigured as error:
        yield False, str(error)
        return
    if server is not None:
        problem = connection_problem(server)
        yield problem is None, problem or f"Email is ready: {server.name} accepts messages from {server.sender}."


def connection_problem(server: MailServer) -> str | None:
    """Connect and sign in, without a message. Returns the problem; None if all is well."""
    try:
        transport_to(server).check()
    except MailFailure as failure:
        return sentence_of(failure.problem, server)
    return None


def sentence_of(problem: MailProblem, server: MailServer) -> str:
    name = server.name
    return {
        MailProblem.NO_CONNECTION: f"The mail server {name} cannot be reached, or ended the connection."
        " Check its name and port in DOORLIST_SMTP_URL, and whether this machine may connect to it.",
        MailProblem.CERTIFICATE: f"The certificate of {name} is not valid for it, so nothing was sent."
        " Check the name in DOORLIST_SMTP_URL. If your own authority signed it, name its file in SSL_CERT_FILE.",
        MailProblem.NO_ENCRYPTION: f"The mail server {name} offers no encryption (STARTTLS), so nothing was sent."
        " Use another port, or smtps:// in DOORLIST_SMTP_URL.",
        MailProblem.SIGN_IN_REFUSED: f"The mail server {name} refused the user or the password."
        " Check both in DOORLIST_SMTP_URL.",
        MailProblem.FOLDER: f"The folder {name} cannot be written. Create it, or name another in DOORLIST_SMTP_URL.",
        MailProblem.SENDER_REFUSED: f"The mail server does not accept {server.sender} as the sender."
        " Write an address in DOORLIST_MAIL_FROM that this account may use.",
        MailProblem.MAILBOX_UNKNOWN: "The mail server says that there is no such mailbox. Check the address.",
        MailProblem.TRY_LATER: "The mail server is busy. Try again in a few minutes.",
    }.get(problem, "The mail server refused the message.")
