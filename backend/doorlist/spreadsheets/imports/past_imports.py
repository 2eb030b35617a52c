"""Past and running imports: their progress, and how to cancel or undo one (contract 4 and 7)."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row
from sqlalchemy.orm import Session

from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.core.api_model import PersonRef
from doorlist.events.schemas import EventRef
from doorlist.spreadsheets import repository
from doorlist.spreadsheets.imports.problems import ImportUsed, UnknownImport
from doorlist.spreadsheets.imports.runner import Imports, remove_added
from doorlist.spreadsheets.schemas import ImportOut, ImportState
from doorlist.users.service import SignedInUser

_CONVERTED = {"event", "created_by", "can_undo"}


def list_imports(tx: Session) -> list[ImportOut]:
    return _to_wire(tx, repository.list_imports(tx))


def get_import(tx: Session, import_id: int) -> ImportOut:
    """One import. Raises UnknownImport."""
    row = repository.find_import(tx, import_id)
    if row is None:
        raise UnknownImport
    return _to_wire(tx, [row])[0]


def cancel_or_undo(imports: Imports, import_id: int, caller: SignedInUser) -> ImportOut:
    """Cancel an import that is running, undo one that is done; one that is neither stays as it is.

    The removal takes slices, and continues later after an error; `finishedAt` is set at the end. Raises UnknownImport,
    ImportUsed and AnotherImport.
    """
    database = imports.database
    with database.read() as tx:
        state = get_import(tx, import_id).state
        if state in {ImportState.RUNNING, ImportState.DONE} and repository.is_used(tx, import_id):
            raise ImportUsed
    if state is ImportState.RUNNING and not database.commit(lambda tx: _mark(tx, import_id, state, caller)):
        # The import finished a moment before.
        return cancel_or_undo(imports, import_id, caller)
    if state is ImportState.DONE:
        with imports.lock():
            if database.commit(lambda tx: _mark(tx, import_id, state, caller)):
                with imports.finished_later(import_id):
                    remove_added(database, import_id, untouched_only=True)
    with database.read() as tx:
        return get_import(tx, import_id)


def _mark(tx: Session, import_id: int, state: ImportState, caller: SignedInUser) -> bool:
    """Change the state first, so that an interruption cannot leave half of the import."""
    after = ImportState.CANCELLED if state is ImportState.RUNNING else ImportState.UNDONE
    changed = repository.change_state(tx, import_id, state, after)
    if changed:
        add_audit_entry(tx, Action(f"import.{after.value}"), by=caller, subject_id=import_id)
    return changed


def _to_wire(tx: Session, rows: Sequence[Row[*tuple[Any, ...]]]) -> list[ImportOut]:
    undoable = repository.undoable(tx, [one.id for one, _, _ in rows])
    return [
        ImportOut(
            **{name: getattr(one, name) for name in ImportOut.model_fields if name not in _CONVERTED},
            event=None if event is None else EventRef.model_validate(event),
            created_by=None if one.created_by is None else PersonRef(id=one.created_by, full_name=creator),
            can_undo=one.id in undoable,
        )
        for one, event, creator in rows
    ]
