"""The imports that were made: how far they are, and taking them back (contract 4 and 7)."""

from typing import Any

from sqlalchemy import Row
from sqlalchemy.orm import Session

from doorlist.core.api_model import PersonRef
from doorlist.core.errors import Problem
from doorlist.events.schemas import EventRef
from doorlist.history.rules import Action
from doorlist.history.service import add_entry
from doorlist.spreadsheets import repository
from doorlist.spreadsheets.importing import Imports, take_out
from doorlist.spreadsheets.schemas import ImportOut, ImportState
from doorlist.users.service import SignedInUser


class UnknownImport(Problem):
    """No import has that id."""

    status = 404
    code = "import_not_found"
    title = "Import not found"

    def __init__(self) -> None:
        super().__init__("Import not found")


class ImportUsed(Problem):
    """An import that cannot be undone any more."""

    status = 409
    code = "import_used"
    title = "In use already"

    def __init__(self) -> None:
        super().__init__(
            "Someone of this import was checked in or edited since. It can no longer be taken out as a whole."
        )


def list_imports(tx: Session) -> list[ImportOut]:
    """The latest imports, newest first."""
    return [_to_wire(tx, row) for row in repository.list_imports(tx)]


def get_import(tx: Session, import_id: int) -> ImportOut:
    """One import. Raises UnknownImport."""
    row = repository.find_import(tx, import_id)
    if row is None:
        raise UnknownImport
    return _to_wire(tx, row)


def take_back(imports: Imports, import_id: int, caller: SignedInUser) -> ImportOut:
    """Cancel an import that is running, undo one that is done; nothing happens to one that was taken back before.

    A cancelled import's attendees leave by and by; `finishedAt` says when they have. Raises UnknownImport, ImportUsed,
    and AnotherImport.
    """
    database = imports.database
    with database.read() as tx:
        state = get_import(tx, import_id).state
        if state in {ImportState.RUNNING, ImportState.DONE} and repository.is_used(tx, import_id):
            raise ImportUsed
    if state is ImportState.RUNNING and not database.commit(lambda tx: _leave(tx, import_id, state, caller)):
        # It came to its end a moment before.
        return take_back(imports, import_id, caller)
    if state is ImportState.DONE:
        turn = imports.take_turn()
        try:
            if database.commit(lambda tx: _leave(tx, import_id, state, caller)):
                take_out(database, import_id, untouched_only=True)
        finally:
            turn.give_back()
    with database.read() as tx:
        return get_import(tx, import_id)


def _leave(tx: Session, import_id: int, state: ImportState, caller: SignedInUser) -> bool:
    """Mark an import as taken back, so that nobody's stopping here leaves half of it."""
    after = ImportState.CANCELLED if state is ImportState.RUNNING else ImportState.UNDONE
    changed = repository.change_state(tx, import_id, state, after)
    if changed:
        add_entry(tx, Action(f"import.{after.value}"), by=caller, subject_id=import_id)
    return changed


def _to_wire(tx: Session, row: Row[*tuple[Any, ...]]) -> ImportOut:
    one, event, maker = row
    return ImportOut(
        id=one.id,
        state=ImportState(one.state),
        file_name=one.file_name,
        event=None if event is None else EventRef.model_validate(event),
        total=one.total,
        added=one.added,
        imported=one.imported,
        errors=one.errors,
        duplicates=one.duplicates,
        created_at=one.created_at,
        finished_at=one.finished_at,
        created_by=None if one.created_by is None else PersonRef(id=one.created_by, full_name=maker),
        can_undo=(
            one.state == ImportState.DONE and repository.has_brought(tx, one.id) and not repository.is_used(tx, one.id)
        ),
        message=one.message,
    )
