"""The decision on a record made at a door, the row of the log that it makes, and the verdict (contract 4.scan).

Live scans, uploaded records and late scans are decided by `decide`, a pure function.
"""

from dataclasses import dataclass
from typing import NamedTuple

from doorlist.check_in_lists.models import CheckInList
from doorlist.check_in_lists.rules import ListRule
from doorlist.core.errors import KeyReused
from doorlist.door.admission.door_attendee import DoorAttendee, present_since
from doorlist.door.admission.log_row import LogRow
from doorlist.door.rules import GUEST_REFUSED, UNDECIDED, ScanOutcome, Shown
from doorlist.door.schemas import CheckInAtList

_REFUSED_WITH_TICKET = GUEST_REFUSED | {ScanOutcome.OTHER_EVENT}
_REFUSED_BY_THE_DOOR: dict[Shown | None, ScanOutcome] = {
    Shown.ALREADY_LEFT: ScanOutcome.REENTRY_NOT_ALLOWED,
    Shown.WRONG_TICKET_TYPE: ScanOutcome.WRONG_TICKET_TYPE,
    Shown.NOT_ENTERED: ScanOutcome.NOT_ENTERED,
    Shown.FULL: ScanOutcome.FULL,
}


class Facts(NamedTuple):
    """All that the decision on a record depends on.

    `shown` is the verdict that the door showed. `is_followup`: the server decided this check-in before, without the
    door's verdict. `is_own_form`: the text that was read has the form of our tickets. `is_present`: inside at the
    record's door time; `has_left`: came in before, and left. `is_exit`: a scan on the way out, or the undo of one.
    `is_full`: the event stops at its capacity, which is reached.

    At a check-in list: `is_type_admitted`, `has_entered` through the entrance if it needs that, `counts_each` scan.
    """

    has_ticket: bool
    is_own_event: bool
    is_own_form: bool = True
    is_present: bool = False
    has_left: bool = False
    is_in_time: bool = True
    is_type_admitted: bool = True
    has_entered: bool = True
    counts_each: bool = False
    is_full: bool = False
    is_exit: bool = False
    is_undo: bool = False
    is_followup: bool = False
    counts_exits: bool = True
    allows_reentry: bool = True
    shown: Shown | None = None


def decide(facts: Facts) -> ScanOutcome:
    """The outcome of a record. A second entry of a present attendee is a repeat, unless the door let them in itself."""
    if not facts.is_in_time:
        return ScanOutcome.NOT_COUNTED
    if not facts.has_ticket:
        return ScanOutcome.UNKNOWN if facts.is_own_form else ScanOutcome.INVALID
    if not facts.is_own_event:
        return ScanOutcome.OTHER_EVENT
    if facts.is_undo:
        return ScanOutcome.EXIT_UNDONE if facts.is_exit else ScanOutcome.MARKED_ABSENT
    return _decide_exit(facts) if facts.is_exit else _decide_check_in(facts)


def _decide_exit(facts: Facts) -> ScanOutcome:
    """The outcome of an exit. A guest whom the door saw off has left, whatever the log says."""
    if facts.shown == Shown.LEFT:
        return ScanOutcome.LEFT
    if not facts.counts_exits:
        return ScanOutcome.EXITS_NOT_COUNTED
    return ScanOutcome.LEFT if facts.shown in UNDECIDED and facts.is_present else ScanOutcome.NOT_INSIDE


def _decide_check_in(facts: Facts) -> ScanOutcome:
    if facts.shown == Shown.ADMITTED:
        return ScanOutcome.LET_IN_OFFLINE
    if facts.shown in UNDECIDED:
        return _refusal(facts) or (ScanOutcome.RETURNED if facts.has_left else ScanOutcome.ADMITTED)
    if facts.is_followup:
        return ScanOutcome.WITHDRAWN
    return _REFUSED_BY_THE_DOOR.get(facts.shown, ScanOutcome.TURNED_AWAY)


def _refusal(facts: Facts) -> ScanOutcome | None:
    """Why the server does not let a guest in whom no door has decided on; None if it does."""
    if facts.is_present and not facts.counts_each:
        return ScanOutcome.REPEAT
    if not facts.is_type_admitted:
        return ScanOutcome.WRONG_TICKET_TYPE
    if not facts.has_entered:
        return ScanOutcome.NOT_ENTERED
    if facts.has_left and not facts.allows_reentry:
        return ScanOutcome.REENTRY_NOT_ALLOWED
    return ScanOutcome.FULL if facts.is_full else None


def counts_exits(ticket: DoorAttendee, checked: CheckInList | None) -> bool:
    """Whether exits are counted at the ticket's event, or at the check-in list."""
    return ticket.counts_exits if checked is None else checked.rule == ListRule.REENTRY


class LoggedRow(LogRow, array_like=True):
    """A row from the log. One whose key comes again has the `first_name`, `first_door` and `first_helper` of the entry.

    Without `is_this_epoch` its attendee's id may be another attendee's now, and is left out.
    """

    is_this_epoch: bool | int = True
    first_name: str | None = None
    first_door: str | None = None
    first_helper: str | None = None

    def ticket_then(self, ticket: DoorAttendee) -> DoorAttendee:
        """The ticket of its attendee, who was in by this row or had left."""
        if self.first is None:
            return ticket
        left_at = self.attendance.left_at
        door, helper = self.first_door, self.first_helper
        return present_since(ticket, self.first, self.first_name, door=door, helper=helper, left_at=left_at)


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
