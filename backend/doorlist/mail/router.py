"""Calls about sending tickets by email (contract 7.mail)."""

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter

from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.core.api_model import RowId
from doorlist.core.http.routing import Config, Db, DoorlistRoute, Tx, from_app_state
from doorlist.mail import service
from doorlist.mail.compose import preview
from doorlist.mail.schemas import (
    EventMailOut,
    EventMailTexts,
    MailPreview,
    MailTest,
    MailTestResult,
    Resolution,
    Sending,
    SendRequest,
    SendResult,
)
from doorlist.mail.sender import MailSender
from doorlist.mail.service import MailNotReady
from doorlist.users.auth import CurrentUser, SuperAdmin

router = APIRouter(prefix="/api", tags=["mail"], route_class=DoorlistRoute)


Sender = Annotated[MailSender, from_app_state("mail_sender")]


@router.post("/tickets/send")
async def send_tickets(request: SendRequest, sender: Sender, database: Db, user: CurrentUser) -> SendResult:
    """Queue the tickets of a selection; with `dryRun` only count them."""
    if sender.server is None:
        raise MailNotReady(_advice(sender))
    result = await to_thread.run_sync(service.send_tickets, database, request, user, limiter=database.writer_slots)
    if not request.dry_run:
        sender.wake()
    return result


@router.get("/tickets/sending")
def read_sending(sender: Sender, tx: Tx, _: CurrentUser) -> Sending:
    """Whether this server can send, and how far the requests are."""
    return Sending(mail=sender.status, runs=service.list_runs(tx) if sender.status.is_set_up else [])


@router.post("/tickets/resolve", status_code=204)
def resolve_unknown(resolution: Resolution, tx: Tx, user: CurrentUser) -> None:
    """Decide on a message of unknown outcome."""
    service.resolve(tx, resolution, user)


@router.post("/settings/test-email")
async def send_test_email(test: MailTest, sender: Sender, database: Db, user: SuperAdmin) -> MailTestResult:
    """Send a test message at once."""
    if sender.server is None:
        raise MailNotReady(_advice(sender))
    await database.run(lambda tx: add_audit_entry(tx, Action.MAIL_TESTED, by=user), reading=False)
    problem = await to_thread.run_sync(sender.send_test, test.to)
    return MailTestResult(is_sent=problem is None, problem=problem)


@router.get("/events/{event_id}/mail")
def read_event_mail(event_id: RowId, tx: Tx, _: CurrentUser) -> EventMailOut:
    """Subject and opening text of an event's messages, and how many guests know another date, time or place."""
    return service.read_texts(tx, event_id)


@router.put("/events/{event_id}/mail")
def set_event_mail(event_id: RowId, texts: EventMailTexts, tx: Tx, user: CurrentUser) -> EventMailOut:
    """Set subject and opening text of an event's messages."""
    return service.set_texts(tx, event_id, texts, user)


@router.post("/events/{event_id}/mail/preview")
def preview_event_mail(event_id: RowId, texts: EventMailTexts, config: Config, tx: Tx, _: CurrentUser) -> MailPreview:
    """The message with these texts, to a made-up guest."""
    return MailPreview(**preview(service.sample(tx, event_id, texts, ticket_page=config.ticket_page))._asdict())


def _advice(sender: MailSender) -> str:
    return sender.status.problem or ("Set DOORLIST_SMTP_URL and DOORLIST_MAIL_FROM on the server, then start it again.")
