"""Imports from rows or from a file (contract 4, 5 and 7)."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from typing import BinaryIO

from sqlalchemy.orm import Session

from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.core import clock
from doorlist.core.errors import InvalidInput, PayloadTooLarge
from doorlist.core.processes.pool import Steps
from doorlist.core.text import without_controls
from doorlist.events.retention import Consent
from doorlist.events.service import event_named
from doorlist.spreadsheets import repository, rules
from doorlist.spreadsheets.imports.bringing_back import bring_guests_back
from doorlist.spreadsheets.imports.checking import Checked, check_file, check_rows
from doorlist.spreadsheets.imports.columns import has_name
from doorlist.spreadsheets.imports.preview import to_wire
from doorlist.spreadsheets.imports.problems import (
    ImportChanged,
    MappingNeeded,
    RestoredMeanwhile,
    refuse_after_restore,
)
from doorlist.spreadsheets.imports.readers import FileChoices
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


def preview_file(imports: Imports, file: BinaryIO, choices: FileChoices, consent: Consent) -> ImportReport:
    """The report of a dry run. Raises CannotReadFile, PayloadTooLarge, AnotherFile, InvalidInput."""
    with imports.database.workers.jobs.steps(partial(check_file, choices), [file]) as steps:
        next(steps)
        report: Report = next(steps)
    with imports.database.read() as tx:
        erasures = consent.retention.after_import(tx, report.guests_by_event)
    return to_wire(report, import_id=None, erasures=erasures)


def import_file(
    imports: Imports,
    file: BinaryIO,
    choices: FileChoices,
    caller: SignedInUser,
    consent: Consent,
    *,
    background: bool = False,
) -> ImportReport:
    """Register the file's valid rows, all or none of them.

    In the `background` it returns once the rows are checked. Raises CannotReadFile, PayloadTooLarge, AnotherFile,
    InvalidInput, MappingNeeded, AnotherImport, ImportCancelled, ImportChanged, GuestsWillBeErased.
    """
    with ExitStack() as at_work:
        steps = at_work.enter_context(imports.database.workers.jobs.steps(partial(check_file, choices), [file]))
        checked: Checked = next(steps)
        _refuse_unclear(checked.report, choices)
        origin = ImportOrigin(caller, choices.event_id, choices.file_name, checked.generation)
        import_id, report = _apply(imports, steps, origin, consent, background=at_work if background else None)
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
        origin = ImportOrigin(caller, request.event_id, "", checked.generation)
        _, report = _apply(imports, steps, origin, consent)
    return ImportResult.model_validate(report, from_attributes=True)


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
    imports: Imports, steps: Steps, origin: ImportOrigin, consent: Consent, *, background: ExitStack | None = None
) -> tuple[int, Report]:
    """Drop the duplicates, add the other rows, and bring erased guests back where that is wanted.

    Returns the import's id and the report. In the `background` a thread does so, and closes that stack.
    """
    with ExitStack() as held, _named_event_gone(imports, origin.event_id):
        held.enter_context(imports.lock())
        report: Report = next(steps)
        with imports.database.read() as tx:
            consent.check(tx, report.guests_by_event)
        import_id, types = imports.database.commit(lambda tx: _begin(tx, report, origin))
        origin = replace(origin, types=types)
        # In slices, each whole: guests of an unfinished one are still erased, and can come with another import.
        bring = partial(
            bring_guests_back,
            imports.database,
            imports.ledger,
            with_types(report.to_bring_back, types),
            import_id,
            by=origin.caller,
            generation=origin.generation,
        )
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


def _begin(tx: Session, report: Report, origin: ImportOrigin) -> tuple[int, dict[int | None, int | None]]:
    """Add the import and its new ticket types, before the first of its rows. Returns the types by their placeholders.

    Raises RestoredMeanwhile, and InvalidInput on `eventId`.
    """
    refuse_after_restore(tx, origin.generation)
    if origin.event_id is not None:
        event_named(tx, origin.event_id)
    told = {
        # The file's name is untrusted: it may hold characters that a database refuses.
        "file_name": without_controls(origin.file_name)[-LONGEST_FILE_NAME:],
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
            "created_by": origin.caller.id,
            "event_id": origin.event_id,
            "state": ImportState.RUNNING,
            "is_settled": False,
            "total": report.imported,
            "added": 0,
            "created_at": clock.now(),
        },
    )
    add_audit_entry(
        tx, Action.IMPORT_STARTED, by=origin.caller, subject_id=import_id, event_id=origin.event_id, after=told
    )
    return import_id, create_types_of_rows(tx, report.types_to_create.values(), by=origin.caller)
