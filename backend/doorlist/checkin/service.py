"""The door: deciding a scan, marking present and absent, and the log of both (contract 4, 7 and 10)."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from doorlist.attendees.schemas import AttendeeOut
from doorlist.attendees.service import KeyReused, UnknownAttendee, find_attendee_by_qr, get_attendee
from doorlist.checkin import repository
from doorlist.checkin.models import ScanLogEntry
from doorlist.checkin.rules import LONGEST_QR_TEXT, ScanOutcome, refused_as_logged
from doorlist.checkin.schemas import AttendanceRequest, ScanRequest
from doorlist.core import clock
from doorlist.core.api_model import PersonRef
from doorlist.core.errors import RunAgain
from doorlist.events.service import event_named
from doorlist.tickets.rules import is_our_form, normalise_qr
from doorlist.users.service import SignedInUser, get_user, refuse_another_name


@dataclass(frozen=True)
class Verdict:
    """How a scan ended. Each outcome is a value, because each is logged and committed, refusals too.

    `attendee` is whose ticket it is; None where the text is of nobody's. `is_replay`: the same key had it before.
    """

    outcome: ScanOutcome
    attendee: AttendeeOut | None = None
    is_replay: bool = False


def scan(tx: Session, request: ScanRequest, caller: SignedInUser) -> Verdict:
    """Decide one scan and log it. The same key gets the same verdict again and no second log row.

    Raises NotYou, KeyReused, and InvalidInput on `eventId`; such calls are no attempts and leave no row.
    """
    refuse_another_name(caller, request.scanned_by)
    if request.idempotency_key is not None:
        earlier = repository.find_by_key(tx, request.idempotency_key)
        if earlier is not None:
            return replace(_verdict_again(tx, earlier, request, caller), is_replay=True)
    if request.event_id is not None:
        event_named(tx, request.event_id)
    now = clock.now()
    verdict = _decide(tx, request, caller, now)
    _log(tx, verdict, request, caller, now)
    return verdict


def set_attendance(
    tx: Session, attendee_id: int, request: AttendanceRequest, caller: SignedInUser
) -> tuple[AttendeeOut, bool]:
    """Mark somebody present or absent by hand; the attendee, and whether anything changed.

    Raises UnknownAttendee and NotYou.
    """
    refuse_another_name(caller, request.scanned_by)
    now = clock.now()
    if request.attended:
        changed = repository.check_in(tx, attendee_id, user_id=caller.id, now=now)
    else:
        changed = repository.undo_check_in(tx, attendee_id)
    attendee = get_attendee(tx, attendee_id)
    if changed:
        outcome = ScanOutcome.MARKED_PRESENT if request.attended else ScanOutcome.MARKED_ABSENT
        tx.add(
            ScanLogEntry(
                attendee_id=attendee.id,
                event_id=attendee.event_id,
                user_id=caller.id,
                outcome=outcome,
                attended_at=attendee.attended_at,
                attended_by=attendee.scanned_by,
                scanned_at=now,
            )
        )
    return attendee, changed


def _decide(tx: Session, request: ScanRequest, caller: SignedInUser, now: datetime) -> Verdict:
    attendee = _find_attendee(tx, request.qr_data)
    if attendee is None:
        known_form = is_our_form(normalise_qr(request.qr_data))
        return Verdict(ScanOutcome.UNKNOWN if known_form else ScanOutcome.INVALID)
    if request.event_id not in {None, attendee.event_id}:
        return Verdict(ScanOutcome.OTHER_EVENT, attendee)
    admitted = repository.check_in(tx, attendee.id, user_id=caller.id, now=now)
    try:
        attendee = get_attendee(tx, attendee.id)
    except UnknownAttendee:
        return Verdict(ScanOutcome.UNKNOWN)
    if not attendee.attended:
        # Somebody marked them absent between the two statements: this scan may be the first again.
        raise RunAgain
    return Verdict(ScanOutcome.ADMITTED if admitted else ScanOutcome.REPEAT, attendee)


def _find_attendee(tx: Session, qr_data: str) -> AttendeeOut | None:
    """Whose ticket it is. A stored text is valid whatever its form, so it is looked for exactly as read, too."""
    if len(qr_data) > LONGEST_QR_TEXT:
        return None
    spellings = dict.fromkeys((qr_data, normalise_qr(qr_data)))
    return next(filter(None, (find_attendee_by_qr(tx, spelling) for spelling in spellings)), None)


def _log(tx: Session, verdict: Verdict, request: ScanRequest, caller: SignedInUser, now: datetime) -> None:
    attendee = verdict.attendee
    refused = attendee is None or verdict.outcome is ScanOutcome.OTHER_EVENT
    tx.add(
        ScanLogEntry(
            attendee_id=attendee.id if attendee else None,
            event_id=request.event_id or (attendee.event_id if attendee else None),
            user_id=caller.id,
            device=request.device,
            outcome=verdict.outcome,
            qr_data=refused_as_logged(request.qr_data) if refused else request.qr_data,
            attended_at=attendee.attended_at if attendee else None,
            attended_by=attendee.scanned_by if attendee else None,
            scanned_at=now,
            idempotency_key=request.idempotency_key,
        )
    )
    try:
        tx.flush()
    except IntegrityError as error:
        # Another copy of this call was a moment faster; starting over finds its row and repeats its verdict.
        raise RunAgain from error


def _verdict_again(tx: Session, earlier: ScanLogEntry, request: ScanRequest, caller: SignedInUser) -> Verdict:
    """The verdict of an earlier attempt, as it was then, whatever has been marked since."""
    if earlier.user_id != caller.id or not _is_same_text(earlier.qr_data or "", request.qr_data):
        raise KeyReused
    outcome = ScanOutcome(earlier.outcome)
    if earlier.attendee_id is None:
        return Verdict(outcome)
    try:
        attendee = get_attendee(tx, earlier.attendee_id)
    except UnknownAttendee:
        return Verdict(ScanOutcome.UNKNOWN)
    if outcome is ScanOutcome.OTHER_EVENT:
        return Verdict(outcome, attendee)
    by = None if earlier.attended_by is None else get_user(tx, earlier.attended_by)
    as_it_was = {
        "attended": True,
        "attended_at": earlier.attended_at,
        "scanned_by": earlier.attended_by,
        "scanner": by and PersonRef(id=by.id, full_name=by.full_name),
    }
    return Verdict(outcome, attendee.model_copy(update=as_it_was))


def _is_same_text(logged: str, sent: str) -> bool:
    return logged in {sent, refused_as_logged(sent)}
