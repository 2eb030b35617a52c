"""A table, a payment or a ticket type for many attendees at once: all of them, or none (contract 7)."""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy.orm import Session

from doorlist.attendees import repository, rules, search
from doorlist.attendees.bulk_insert import payment_columns
from doorlist.attendees.bulk_undo import amount_change, keep_former_values, with_ids
from doorlist.attendees.fields import NO_TABLE
from doorlist.attendees.models import Attendee, BulkUpdate
from doorlist.attendees.repository import LockedAttendee
from doorlist.attendees.schemas import AttendeeFilters, ManyChanges, PreviewOfMany, UpdatedMany, WhichAttendees
from doorlist.attendees.service import AttendeeErased, ImportRunning
from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.core import clock
from doorlist.core.errors import Conflict, InvalidInput, KeyReused
from doorlist.live.publish import publish_after_commit
from doorlist.ticket_types.models import TicketType
from doorlist.ticket_types.service import refuse_other_event, refuse_unknown_type, type_given
from doorlist.users.service import SignedInUser

FILTERS = set(WhichAttendees.model_fields)
_PAID, _FREE = rules.PaymentGroup.PAID, rules.PaymentGroup.COMPLIMENTARY
# The columns that a request may change, as the audit log names them.
_AUDITED_AS = {"table_number": "table_number", "payment_status": "payment_status", "ticket_type_id": "ticket_type"}


class SelectionChanged(Conflict):
    """The number of matching attendees differs from the one that the caller saw; `matching` has it.

    `missing` are the ids sent that no attendee has.
    """

    code = "selection_changed"
    title = "The list has changed"

    def __init__(self, matching: int, expected: int, *, missing: Collection[int] = ()) -> None:
        most = rules.MAX_UPDATED_PER_REQUEST
        found = f"{matching:,}" if matching <= most else f"more than {most:,}"
        super().__init__(
            f"{expected:,} attendees were selected, and {found} can be found now. Nothing was changed."
            " Select them again.",
            extra={"matching": matching} | ({"missing": sorted(missing)} if missing else {}),
        )


class _Plan(NamedTuple):
    """The effect of a bulk update on its attendees.

    `columns` are the new values by column; `prices` and `amounts`, the amounts paid, are those after the update, by id.
    """

    rows: Sequence[LockedAttendee]
    columns: Mapping[str, Any]
    type_: TicketType | None
    prices: Mapping[int, int | None]
    amounts: Mapping[int, int | None]

    @property
    def changed(self) -> list[LockedAttendee]:
        """The attendees who lack some of the new values."""
        return [
            row for row in self.rows if self.amounts[row.id] != row.amount_paid_cents or _is_changed(row, self.columns)
        ]


def update_many(tx: Session, changes: ManyChanges, caller: SignedInUser) -> UpdatedMany:
    """Set table, payment, ticket type, the amount of the price, or several, so that it can be undone.

    Attendees who have all the values already are left as they are. A second call with the same idempotency key changes
    nothing and returns the same id, until the first is undone. 5,000 take 100 to 200 ms on SQLite, up to 500 ms on
    PostgreSQL. Raises InvalidInput on `ids`, `tableNumber` or `ticketTypeId`, SelectionChanged if the number is not the
    expected one, AttendeeErased, ImportRunning, and KeyReused.
    """
    request = f"{caller.id} {changes.model_dump_json(exclude_unset=True)}"
    request_hash = hashlib.sha256(request.encode()).hexdigest()
    if (earlier := _updated_before(tx, changes.idempotency_key, request_hash)) is not None:
        return _result(earlier, changes.expected)
    plan = _plan(tx, changes)
    changed = plan.changed
    update = BulkUpdate(
        updated=len(changed),
        amount_change_cents=sum((plan.amounts[row.id] or 0) - (row.amount_paid_cents or 0) for row in changed),
        updated_at=clock.now(),
        idempotency_key=changes.idempotency_key,
        request_hash=request_hash,
    )
    keep_former_values(tx, [row.id for row in changed], update)
    if changed:
        _write(tx, update, plan, changed, by=caller)
    return _result(update, changes.expected)


def preview_of_many(tx: Session, changes: ManyChanges) -> PreviewOfMany:
    """The effect of a bulk update, which is not made. Raises as `update_many`, but for KeyReused."""
    plan = _plan(tx, changes, locks=False)
    group = plan.columns.get("payment_group")
    before = [_Payment(row.payment_group, row.amount_paid_cents or 0, row.ticket_price_cents) for row in plan.rows]
    after = [_Payment(group or row.payment_group, plan.amounts[row.id] or 0, plan.prices[row.id]) for row in plan.rows]
    of_free = [(was, now) for was, now in zip(before, after, strict=True) if was.group == _FREE]
    differences = [now.paid_cents - now.price for now in after if now.group == _PAID and now.price is not None]
    below, above = [-cents for cents in differences if cents < 0], [cents for cents in differences if cents > 0]
    return PreviewOfMany(
        unchanged=len(plan.rows) - len(plan.changed),
        paid_by_free_cents=sum(now.paid_cents - was.paid_cents for was, now in of_free),
        owed_by_free_cents=sum(now.owed_cents or 0 for _, now in of_free),
        part_payments_cents=sum(now.paid_cents for now in after if now.group != _PAID),
        below_price=len(below),
        below_price_cents=sum(below),
        above_price=len(above),
        above_price_cents=sum(above),
        amount_paid_cents=sum(each.paid_cents for each in before),
        amount_paid_after_cents=sum(each.paid_cents for each in after),
        owed_cents=_sum_if_known([each.owed_cents for each in before]),
        owed_after_cents=_sum_if_known([each.owed_cents for each in after]),
    )


class _Payment(NamedTuple):
    """The payment of an attendee, before or after a bulk update."""

    group: str
    paid_cents: int
    price: int | None

    @property
    def owed_cents(self) -> int | None:
        return rules.owed_cents(
            rules.PaymentGroup(self.group), amount_paid_cents=self.paid_cents, ticket_price_cents=self.price
        )


def _plan(tx: Session, changes: ManyChanges, *, locks: bool = True) -> _Plan:
    """Read, and unless for a preview lock, the attendees of a bulk update. Raises as `update_many`."""
    given = changes.model_dump(include=set(_AUDITED_AS), exclude_unset=True)
    if "table_number" in given and given["table_number"] is None:
        given["table_number"] = NO_TABLE
    if not given and not changes.paid_in_full:
        raise InvalidInput.on(
            "tableNumber", "Send a tableNumber, a paymentStatus, a ticketTypeId, paidInFull, or several"
        )
    # Before the attendees, as the deletion of a type does, to avoid a deadlock.
    type_ = type_given(tx, changes.ticket_type_id, locks=locks)
    rows = repository.read_for_edit(tx, _chosen(tx, changes), locks=locks)
    if len(rows) != changes.expected:
        raise SelectionChanged(len(rows), changes.expected, missing=set(changes.ids or ()) - {row.id for row in rows})
    ids = [row.id for row in rows]
    # Attendees who were changed while this waited for the locks may not match now.
    if changes.ids is None and set(matching := _chosen(tx, changes)) != set(ids):
        raise SelectionChanged(len(matching), changes.expected)
    if erased := [row.id for row in rows if row.is_erased]:
        raise AttendeeErased(erased)
    if repository.is_being_imported(tx, *ids):
        raise ImportRunning
    for event_id in {row.event_id for row in rows}:
        refuse_other_event(type_, event_id)
    columns = given | (payment_columns(given["payment_status"]) if "payment_status" in given else {})
    prices = _prices(tx, rows, columns, type_)
    amounts = _amounts_after(rows, columns.get("payment_group"), prices, paid_in_full=changes.paid_in_full)
    return _Plan(rows, columns, type_, prices, amounts)


def _sum_if_known(amounts: Sequence[int | None]) -> int | None:
    known = [each for each in amounts if each is not None]
    return sum(known) if len(known) == len(amounts) else None


def _write(tx: Session, update: BulkUpdate, plan: _Plan, rows: Sequence[LockedAttendee], *, by: SignedInUser) -> None:
    """Write the plan to these rows, the changed ones."""
    columns = plan.columns
    edited = {"version": Attendee.version + 1, "updated_at": update.updated_at, "updated_by": by.id}
    kept = [row.id for row in rows if plan.amounts[row.id] == row.amount_paid_cents]
    paid_anew = {row.id: plan.amounts[row.id] for row in rows if plan.amounts[row.id] != row.amount_paid_cents}
    by_amount = defaultdict[int | None, list[int]](list)
    for row_id, amount in paid_anew.items():
        by_amount[amount].append(row_id)
    if kept:
        repository.update_many(tx, kept, {**columns, **edited})
    for amount, its_ids in by_amount.items():
        repository.update_many(tx, its_ids, {**columns, **edited, "amount_paid_cents": amount})
    ids = [row.id for row in rows]
    events = {row.event_id for row in rows}
    add_audit_entry(
        tx,
        Action.ATTENDEES_UPDATED,
        by=by,
        event_id=min(events) if len(events) == 1 else None,
        before=_before(rows, columns, paid_anew),
        after={
            **_audited(columns, plan.type_),
            **with_ids("amount_paid_cents", paid_anew.items()),
            **amount_change(update.amount_change_cents),
            "updated": len(ids),
            "update_id": update.id,
        },
        attendees=ids,
    )
    publish_after_commit(tx, attendees=ids, attendees_of=events)


def _result(update: BulkUpdate, expected: int) -> UpdatedMany:
    return UpdatedMany(
        id=update.id,
        updated=expected,
        unchanged=expected - update.updated,
        amount_change_cents=update.amount_change_cents,
    )


def _is_changed(row: LockedAttendee, columns: Mapping[str, Any]) -> bool:
    """Whether the row lacks one of the values. The payment group is one of them: the amount paid follows it."""
    return any(getattr(row, name) != value for name, value in columns.items() if name in LockedAttendee._fields)


def _updated_before(tx: Session, key: UUID | None, request_hash: str) -> BulkUpdate | None:
    """The update by an earlier request with this key. Raises KeyReused."""
    earlier = None if key is None else repository.find_bulk_update(tx, key)
    if earlier is None:
        return None
    if earlier.request_hash != request_hash:
        raise KeyReused
    return earlier


def _chosen(tx: Session, changes: ManyChanges) -> Sequence[int]:
    filters = changes.model_dump(include=FILTERS, exclude_defaults=True)
    if changes.of_ticket_type_id is not None:
        filters["ticket_type_id"] = changes.of_ticket_type_id
        refuse_unknown_type(tx, changes.of_ticket_type_id, changes.event_id, field="ofTicketTypeId")
    if changes.of_table_number is not None:
        filters["table_number"] = changes.of_table_number
    if changes.ids is None:
        most = rules.MAX_UPDATED_PER_REQUEST + 1
        return search.find_matches(tx, AttendeeFilters(**filters), limit=most).ids
    if filters:
        raise InvalidInput.on("ids", "Send ids or filters, not both")
    return sorted(set(changes.ids))


def _prices(
    tx: Session, rows: Sequence[LockedAttendee], columns: Mapping[str, Any], type_: TicketType | None
) -> Mapping[int, int | None]:
    """The price of each attendee's ticket after the change, by their id."""
    if "ticket_type_id" not in columns:
        return {row.id: row.ticket_price_cents for row in rows}
    type_id = None if type_ is None else type_.id
    by_event = {event_id: repository.find_price(tx, event_id, type_id) for event_id in {row.event_id for row in rows}}
    return {row.id: by_event[row.event_id] for row in rows}


def _amounts_after(
    rows: Sequence[LockedAttendee], new_group: str | None, prices: Mapping[int, int | None], *, paid_in_full: bool
) -> dict[int, int | None]:
    """The amount paid of each attendee after the update, by id.

    The amount is that after an edit of the payment alone, but who becomes paid has paid the whole price at least, as at
    the door: nobody sees the amounts of many. With `paid_in_full` so has who was paid before.
    """
    amounts: dict[int, int | None] = {}
    for row in rows:
        before, price = rules.PaymentGroup(row.payment_group), prices[row.id]
        after = before if new_group is None else rules.PaymentGroup(new_group)
        amount = row.amount_paid_cents
        if after is not before:
            amount = rules.amount_paid_after_edit(
                before, after, kept_cents=amount, given_cents=None, ticket_price_cents=price
            )
        is_settled = after is _PAID and (paid_in_full or after is not before)
        amounts[row.id] = price if is_settled and price is not None and (amount or 0) < price else amount
    return amounts


def _audited(columns: Mapping[str, Any], type_: TicketType | None) -> dict[str, Any]:
    """The new values, the ticket type by its name."""
    named = {**columns, "ticket_type_id": None if type_ is None else type_.name}
    return {field: named[column] for column, field in _AUDITED_AS.items() if column in columns}


def _before(
    rows: Sequence[LockedAttendee], columns: Mapping[str, Any], paid_anew: Mapping[int, int | None]
) -> dict[str, dict[str, list[int]]]:
    """The former tables, payments and changed amounts, each with the ids of its attendees."""
    former: dict[str, dict[str, list[int]]] = {}
    for column, field in _AUDITED_AS.items():
        if column in columns:
            former |= with_ids(field, [(row.id, getattr(row, field)) for row in rows])
    paid_before = [(row.id, row.amount_paid_cents) for row in rows if row.id in paid_anew]
    return former | with_ids("amount_paid_cents", paid_before)
