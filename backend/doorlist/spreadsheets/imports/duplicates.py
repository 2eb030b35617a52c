"""Judging the good rows of an import beside those who are on the lists already (contract 4 and 5).

Plain functions on plain values: who repeats somebody, whose invoice number is in use, who shares a name or a phone.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from doorlist.spreadsheets import rules
from doorlist.spreadsheets.imports.validation import GoodRow, Judgement
from doorlist.spreadsheets.schemas import DuplicateRow


class Present(NamedTuple):
    """Somebody who is on a list already."""

    event_id: int
    full_name: str
    phone: str
    invoice_number: str


def sort_out(judged: Judgement, present: Iterable[Present], taken: set[str], *, include_duplicates: bool) -> None:
    """Judge the good rows beside those who are there: leave out who is there already, and invoice numbers in use.

    `present` are the attendees of the events in question, `taken` those of the rows' invoice numbers that somebody
    has, of whatever event. What is left in `judged.good` can be registered.
    """
    there: dict[int, list[rules.Person]] = defaultdict(list)
    owners: dict[str, tuple[int, rules.Person]] = {}
    for event_id, full_name, phone, invoice_number in present:
        person = rules.same_person(full_name, phone)
        there[event_id].append(person)
        if invoice_number in taken:
            owners[invoice_number] = (event_id, person)
    people = [rules.same_person(row.full_name, row.phone) for row in judged.good]
    repeated = _repeated(judged.good, people, there, owners)
    shared = _Shared(judged, there)
    kept: list[GoodRow] = []
    used = set(taken)
    for row, person, is_repeated in zip(judged.good, people, repeated, strict=True):
        if is_repeated:
            judged.duplicates += 1
            if len(judged.duplicate_rows) < rules.LISTED_ROWS:
                judged.duplicate_rows.append(DuplicateRow(row=row.row, full_name=row.full_name, phone=row.phone))
            if not include_duplicates:
                continue
        if row.invoice_number in used:
            judged.refuse(row.row, [("invoiceNumber", f"{row.invoice_number} belongs to somebody else")])
            continue
        if row.invoice_number is not None:
            used.add(row.invoice_number)
        if not is_repeated:
            shared.look_at(row, person)
        kept.append(row)
    judged.good = kept
    judged.row_errors.sort(key=lambda error: error.row)


def _repeated(
    rows: Sequence[GoodRow],
    people: Sequence[rules.Person],
    there: Mapping[int, Sequence[rules.Person]],
    owners: Mapping[str, tuple[int, rules.Person]],
) -> list[bool]:
    """Which rows repeat somebody of their event; first those that bring that very person's invoice number."""
    repeated = [False] * len(rows)
    for event_id, places in _by_event(rows).items():
        certain = {
            number
            for number, place in enumerate(places)
            if owners.get(rows[place].invoice_number or "") == (event_id, people[place])
        }
        found = rules.duplicates(
            [people[place] for place in places], already_there=there.get(event_id, ()), certain=certain
        )
        for place, is_repeated in zip(places, found, strict=True):
            repeated[place] = is_repeated
    return repeated


def _by_event(rows: Sequence[GoodRow]) -> dict[int, list[int]]:
    """The places of each event's rows."""
    places: dict[int, list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        places[row.event_id].append(place)
    return places


class _Shared:
    """Finds rows that share only a name, or only a phone, with somebody of the same event."""

    def __init__(self, judged: Judgement, there: Mapping[int, Iterable[rules.Person]]) -> None:
        self._judged = judged
        # Who had a name or a phone first: the other half of the person, and the row (0: was there before).
        self._names: dict[tuple[int, str], tuple[str, int]] = {}
        self._phones: dict[tuple[int, str], tuple[str, int]] = {}
        for event_id, people in there.items():
            for person in people:
                self._names.setdefault((event_id, person.name), (person.phone, 0))
                self._phones.setdefault((event_id, person.phone), (person.name, 0))

    def look_at(self, row: GoodRow, person: rules.Person) -> None:
        phone, named_before = self._names.setdefault((row.event_id, person.name), (person.phone, row.row))
        name, phoned_before = self._phones.setdefault((row.event_id, person.phone), (person.name, row.row))
        if phone != person.phone:
            self._judged.warn(row.row, f"The same name as {_who(named_before)}, with another phone.")
        if name != person.name:
            self._judged.warn(row.row, f"The same phone as {_who(phoned_before)}, with another name.")


def _who(row: int) -> str:
    return f"row {row:,}" if row else "somebody on the list"
