"""`doorlist check` for sending: connects to the mail server and signs in, without a message."""

from collections.abc import Iterator

from doorlist.core.config import Settings
from doorlist.mail.config import MailMisconfigured, mail_server
from doorlist.mail.sentences import sentence_of
from doorlist.mail.transport import MailFailure, transport_to


def mail_findings(settings: Settings) -> Iterator[tuple[bool, str]]:
    """Whether sending works, as a sentence; nothing where it is not set up."""
    try:
        server = mail_server(settings)
    except MailMisconfigured as error:
        yield False, str(error)
        return
    if server is None:
        return
    try:
        transport_to(server).check()
    except MailFailure as failure:
        yield False, sentence_of(failure.problem, server)
    else:
        yield True, f"Email is ready: {server.name} accepts messages from {server.sender}."
