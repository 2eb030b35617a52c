"""The verdict on a scan: how the response to the door describes a decided record."""

from dataclasses import dataclass

from doorlist.core.errors import KeyReused
from doorlist.door.admission.decide import LogRow
from doorlist.door.admission.door_attendee import DoorAttendee
from doorlist.door.rules import GUEST_REFUSED, ScanOutcome
from doorlist.door.schemas import CheckInAtList

_REFUSED_WITH_TICKET = GUEST_REFUSED | {ScanOutcome.OTHER_EVENT}


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a scan ended. Each outcome is a value, because each is logged and committed, refusals too.

    `ticket` is None if no attendee has the text. `is_replay`: the same key got this verdict before. `left_at` is when
    an attendee who came back had left. `at_list`: of a scan at a check-in list.
    """

    outcome: ScanOutcome
    ticket: DoorAttendee | None = None
    is_replay: bool = False
    left_at: str | None = None
    at_list: CheckInAtList | None = None


def verdict_of(decided: LogRow, ticket: DoorAttendee | None, *, is_replay: bool = False) -> Verdict:
    """The verdict on a record; `ticket` is its attendee as they were by `decided.first`, None if deleted since.

    Raises KeyReused for a record without a verdict: an undo, or a door's refusal of an absent attendee.
    """
    outcome = decided.outcome
    if outcome is ScanOutcome.UNKNOWN or outcome is ScanOutcome.INVALID:
        return Verdict(outcome, is_replay=is_replay)
    is_refusal = outcome in _REFUSED_WITH_TICKET
    if not is_refusal and not decided.is_exit and decided.first is None:
        raise KeyReused
    if ticket is None:
        return Verdict(ScanOutcome.UNKNOWN, is_replay=is_replay)
    if is_refusal or decided.is_exit:
        return Verdict(outcome, ticket, is_replay)
    if decided.is_return:
        return Verdict(ScanOutcome.RETURNED, ticket, is_replay, decided.left_at)
    return Verdict(ScanOutcome.ADMITTED if decided.is_admission else ScanOutcome.REPEAT, ticket, is_replay)
