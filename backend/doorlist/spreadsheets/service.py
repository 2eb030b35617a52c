"""Imports from rows or from a file (contract 4, 5 and 7)."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO

from sqlalchemy.orm import Session

from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.core import clock
from doorlist.core.errors import InvalidInput, PayloadTooLarge
from doorlist.core.processes.pool import Steps
from doorlist.core.text import without_controls
from doorlist.door.data_generation import Generation
from doorlist.events.retention import Consent
from doorlist.events.service import event_named
from doorlist.spreadsheets import repository, rules
from doorlist.spreadsheets.imports.bringing_back import bring_guests_back
from doorlist.spreadsheets.imports.checking import Checked, FileChoices, check_file, check_rows
from doorlist.spreadsheets.imports.columns import has_name
from doorlist.spreadsheets.imports.preview import to_wire
from doorlist.spreadsheets.imports.refusals import (
    ImportChanged,
    MappingNeeded,
    RestoredMeanwhile,
    refuse_after_restore,
)
from doorlist.spreadsheets.imports.runner import ImportOrigin, Imports
from doorlist.spreadsheets.imports.ticket_codes import check_kept
from doorlist.spreadsheets.imports.ticket_types import create_types_of_rows, with_types
from doorlist.spreadsheets.imports.validation import Report
from doorlist.spreadsheets.schemas import BulkImport, ImportReport, ImportResult, ImportState
from doorlist.users.service import SignedInUser

LONGEST_FILE_NAME = 200
# Starting a worker process takes longer than checking so little.
SMALL_BULK_IMPORT = 200
SLICES_AHEAD = 40


@dataclass(frozen=True, kw_only=True)
class ImportRequest:
    """A file, and the choices of the person who sends it."""

    file: BinaryIO
    choices: FileChoices
    consent: Consent
    background: bool = False


@dataclass(frozen=True, kw_only=True)
class _Target:
    """Event, seller and caller of an import."""

    caller: SignedInUser
    generation: Generation
    seller: int | None
    event_id: int | None
    file_name: str
    consent: Consent


def preview_file(imports: Imports, request: ImportRequest, _: SignedInUser) -> ImportReport:
    """The report of a dry run. Raises CannotReadFile, PayloadTooLarge, AnotherFile, InvalidInput."""
    with _checking(imports, request) as steps:
        next(steps)
        report: Report = next(steps)
    with imports.database.read() as tx:
        erasures = request.consent.retention.after_import(tx, report.guests_by_event)
    return to_wire(report, import_id=None, erasures=erasures)


def import_file(imports: Imports, request: ImportRequest, caller: SignedInUser) -> ImportReport:
    """Register the file's valid rows, all or none of them.

    In the background it returns once the rows are checked. Raises CannotReadFile, PayloadTooLarge, AnotherFile,
    InvalidInput, MappingNeeded, AnotherImport, ImportCancelled, ImportChanged, GuestsWillBeErased.
    """
    choices = request.choices
    with ExitStack() as at_work:
        steps = at_work.enter_context(_checking(imports, request))
        checked: Checked = next(steps)
        _refuse_unclear(checked.report, choices)
        target = _Target(
            caller=caller,
            generation=checked.generation,
            seller=None if choices.event_id is None else caller.id,
            event_id=choices.event_id,
            file_name=choices.file_name,
            consent=request.consent,
        )
        import_id, report = _apply(imports, steps, target, background=at_work if request.background else None)
    return to_wire(report, import_id=import_id, erasures=None)


def bulk_import(imports: Imports, request: BulkImport, caller: SignedInUser, consent: Consent) -> ImportResult:
    """Register the valid rows together, or none of them; report the others; skip attendees who are on the list.

    Raises InvalidInput on `eventId`, PayloadTooLarge, AnotherImport, ImportCancelled, ImportChanged and
    GuestsWillBeErased.
    """
    rows = request.attendees
    if len(rows) > rules.LARGEST_BULK_IMPORT:
        raise PayloadTooLarge(f"Send at most {rules.LARGEST_BULK_IMPORT:,} attendees at once.")
    work = partial(check_rows, request.event_id, rows)
    with imports.database.workers.jobs.steps(work, is_small=len(rows) <= SMALL_BULK_IMPORT) as steps:
        checked: Checked = next(steps)
        target = _Target(
            caller=caller,
            generation=checked.generation,
            seller=caller.id,
            event_id=request.event_id,
            file_name="",
            consent=consent,
        )
        _, report = _apply(imports, steps, target)
    return ImportResult.model_validate(report, from_attributes=True)


def _checking(imports: Imports, request: ImportRequest) -> AbstractContextManager[Steps]:
    return imports.database.workers.jobs.steps(partial(check_file, request.choices), [request.file])


def _refuse_unclear(report: Report, choices: FileChoices) -> None:
    if report.questions:
        raise MappingNeeded(report.columns, report.mapping, report.questions)
    if not has_name(report.mapping):
        raise InvalidInput.on("mapping", "Choose the column of fullName, or of firstName and lastName")
    if "phone" not in report.mapping and not choices.include_without_phone:
        raise InvalidInput.on("mapping", "Choose the column of phone")
    if choices.keep_ticket_codes:
        check_kept(report.ticket_codes)


def _apply(
    imports: Imports, steps: Steps, target: _Target, *, background: ExitStack | None = None
) -> tuple[int, Report]:
    """Drop the duplicates, add the other rows, and bring erased guests back where that is wanted.

    Returns the import's id and the report. In the `background` a thread does so, and closes that stack.
    """
    with ExitStack() as held, _named_event_gone(imports, target.event_id):
        held.callback(imports.lock().release)
        report: Report = next(steps)
        with imports.database.read() as tx:
            target.consent.check(tx, report.guests_by_event)
        import_id, types = imports.database.commit(lambda tx: _begin(tx, report, target))
        origin = ImportOrigin(target.caller.id, target.seller, target.generation, types)
        to_bring_back = with_types(report.to_bring_back, types)
        # In slices, each whole: guests of an unfinished one are still erased, and can come with another import.
        bring = partial(bring_guests_back, imports.database, imports.ledger, to_bring_back, import_id)
        bring = partial(bring, by=target.caller, generation=target.generation)
        steps.ahead = SLICES_AHEAD
        if background is None:
            imports.apply(import_id, steps, origin)
            bring()
        else:
            # The lock is released after the worker process is free.
            held.push(background.pop_all())
            imports.apply_in_background(held.pop_all(), import_id, steps, origin, then=bring)
    return import_id, report


@contextmanager
def _named_event_gone(imports: Imports, event_id: int | None) -> Iterator[None]:
    """Name the row where an import failed because its event was deleted. Raises InvalidInput on `eventId`."""
    try:
        yield
    except ImportChanged as error:
        if event_id is not None and not isinstance(error, RestoredMeanwhile):
            with imports.database.read() as tx:
                event_named(tx, event_id)
        raise


def _begin(tx: Session, report: Report, target: _Target) -> tuple[int, dict[int | None, int | None]]:
    """Add the import and its new ticket types, before the first of its rows. Returns the types by their placeholders.

    Raises RestoredMeanwhile, and InvalidInput on `eventId`.
    """
    refuse_after_restore(tx, target.generation)
    if target.event_id is not None:
        event_named(tx, target.event_id)
    told = {
        # The file's name is untrusted: it may hold characters that a database refuses.
        "file_name": without_controls(target.file_name)[-LONGEST_FILE_NAME:],
        "imported": report.imported,
        "errors": report.errors,
        "duplicates": report.duplicates,
    }
    import_id = repository.add_import(
        tx,
        {
            **told,
            "erased": report.erased,
            "brought_back": 0,
            "created_by": target.caller.id,
            "event_id": target.event_id,
            "state": ImportState.RUNNING,
            "is_settled": False,
            "total": report.imported,
            "added": 0,
            "created_at": clock.now(),
        },
    )
    add_audit_entry(
        tx, Action.IMPORT_STARTED, by=target.caller, subject_id=import_id, event_id=target.event_id, after=told
    )
    return import_id, create_types_of_rows(tx, report.types_to_create.values(), by=target.caller)
