"""A table or a payment for many attendees at once: all of them, or none (contract 7)."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from sqlalchemy.orm import Session

from doorlist.attendees import repository, rules, search
from doorlist.attendees.bulk_insert import payment_columns
from doorlist.attendees.models import Attendee
from doorlist.attendees.repository import LockedAttendee
from doorlist.attendees.schemas import AttendeeFilters, ManyChanges, WhichAttendees
from doorlist.attendees.service import AttendeeErased, ImportRunning
from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.core import clock
from doorlist.core.errors import InvalidInput, Problem
from doorlist.live.publish import publish_after_commit
from doorlist.users.service import SignedInUser

FILTERS = set(WhichAttendees.model_fields)
CHANGES = ("table_number", "payment_status")


class SelectionChanged(Problem):
    """The number of matching attendees differs from the one that the caller saw; `matching` has it."""

    status = 409
    code = "selection_changed"
    title = "The list has changed"

    def __init__(self, matching: int, expected: int) -> None:
        most = rules.MAX_UPDATED_PER_REQUEST
        found = f"{matching:,}" if matching <= most else f"more than {most:,}"
        super().__init__(
            f"{expected:,} attendees were selected, and {found} can be found now. Nothing was changed."
            " Select them again.",
            extra={"matching": matching},
        )


def update_many(tx: Session, changes: ManyChanges, caller: SignedInUser) -> int:
    """Set the table, the payment or both of the listed or matching attendees. Returns their number.

    5,000 take 100 to 200 ms on SQLite, up to 500 ms on PostgreSQL. Raises InvalidInput on `ids` or `tableNumber`,
    SelectionChanged if the number is not the expected one, AttendeeErased, and ImportRunning.
    """
    given = changes.model_dump(include=set(CHANGES), exclude_unset=True)
    if not given:
        raise InvalidInput.on("tableNumber", "Send a tableNumber, a paymentStatus, or both")
    rows = repository.lock_for_edit(tx, _chosen(tx, changes))
    if len(rows) != changes.expected:
        raise SelectionChanged(len(rows), changes.expected)
    ids = [row.id for row in rows]
    # Attendees who were changed while this waited for the locks may not match now.
    if changes.ids is None and set(now := _chosen(tx, changes)) != set(ids):
        raise SelectionChanged(len(now), changes.expected)
    if erased := [row.id for row in rows if row.is_erased]:
        raise AttendeeErased(erased)
    if repository.is_being_imported(tx, *ids):
        raise ImportRunning
    payment = payment_columns(changes.payment_status) if changes.payment_status is not None else {}
    edited = {"version": Attendee.version + 1, "updated_at": clock.now(), "updated_by": caller.id}
    by_new_amount = _by_new_amount(rows, payment.get("payment_group"))
    for amount, its_ids in by_new_amount:
        repository.update_many(tx, its_ids, {**given, **payment, **edited, **amount})
    paid_anew = {amount["amount_paid_cents"]: its_ids for amount, its_ids in by_new_amount if amount}
    events = {row.event_id for row in rows}
    add_audit_entry(
        tx,
        Action.ATTENDEES_UPDATED,
        by=caller,
        event_id=min(events) if len(events) == 1 else None,
        before=_before(rows, given, paid_anew),
        after={**given, **_amounts(paid_anew), "updated": len(ids)},
        attendees=ids,
    )
    publish_after_commit(tx, attendees=ids, attendees_of=events)
    return len(ids)


def _chosen(tx: Session, changes: ManyChanges) -> Sequence[int]:
    filters = changes.model_dump(include=FILTERS, exclude_defaults=True)
    if changes.ids is None:
        most = rules.MAX_UPDATED_PER_REQUEST + 1
        return search.find_matches(tx, AttendeeFilters(**filters), limit=most, after=None, counted=False).ids
    if filters:
        raise InvalidInput.on("ids", "Send ids or filters, not both")
    return sorted(set(changes.ids))


def _by_new_amount(
    rows: Sequence[LockedAttendee], new_group: str | None
) -> list[tuple[dict[str, int | None], list[int]]]:
    """Group ids by their new amount paid, computed as for a single edit. Each id is in exactly one group."""
    kept: list[int] = []
    changed = defaultdict[int | None, list[int]](list)
    for row in rows:
        amount = row.amount_paid_cents
        if new_group not in {None, row.payment_group}:
            amount = rules.amount_paid_after_edit(
                rules.PaymentGroup(row.payment_group),
                rules.PaymentGroup(new_group),
                kept_cents=row.amount_paid_cents,
                given_cents=None,
                ticket_price_cents=row.ticket_price_cents,
            )
        (kept if amount == row.amount_paid_cents else changed[amount]).append(row.id)
    lists = [({}, kept), *(({"amount_paid_cents": amount}, ids) for amount, ids in changed.items())]
    return [(values, ids) for values, ids in lists if ids]


def _before(
    rows: Sequence[LockedAttendee], given: dict[str, Any], paid_anew: Mapping[int | None, list[int]]
) -> dict[str, dict[str, list[int]]]:
    """The former tables, payments and changed amounts, each with the ids of its attendees."""
    former: dict[str, dict[str, list[int]]] = {}
    plurals = {"table_number": "table_numbers", "payment_status": "payment_statuses"}
    for field in given:
        by_value = former.setdefault(plurals[field], {})
        for row in rows:
            by_value.setdefault(str(getattr(row, field)), []).append(row.id)
    changed = set(chain.from_iterable(paid_anew.values()))
    paid_before = defaultdict[int | None, list[int]](list)
    for row in rows:
        if row.id in changed:
            paid_before[row.amount_paid_cents].append(row.id)
    return former | _amounts(paid_before)


def _amounts(paid: Mapping[int | None, list[int]]) -> dict[str, dict[str, list[int]]]:
    """The amounts paid as JSON keys (cents or null), each with the ids of its attendees; empty if none changed."""
    return {"amounts_paid_cents": {json.dumps(amount): ids for amount, ids in paid.items()}} if paid else {}
