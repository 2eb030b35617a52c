"""The problems of imports (contract 5 and 7)."""

from collections.abc import Mapping, Sequence

from sqlalchemy.orm import Session

from doorlist.core.errors import Conflict, DatabaseUnavailable, NotFound, Problem
from doorlist.door.data_generation import Generation, read_generation
from doorlist.spreadsheets.schemas import ColumnQuestion

INTERRUPTED = "The import broke off before it was done. None of its rows were kept. Import the file again."


class CannotReadFile(Problem):
    code = "unreadable_file"
    title = "The file could not be read"


class MappingNeeded(Problem):
    """A guess of a column is weak, and the user has not chosen one."""

    code = "mapping_needed"
    title = "Choose the columns"

    def __init__(self, columns: Sequence[str], mapping: Mapping[str, int], asked: Sequence[ColumnQuestion]) -> None:
        message = (
            f"Send a mapping that says which column holds {' and '.join(question.field for question in asked)}. It"
            " replaces the guessed one: send the other fields of that with it."
        )
        super().__init__(
            message,
            errors=[{"field": "mapping", "message": message}],
            extra={
                "columns": list(columns),
                "mapping": dict(mapping),
                "questions": [question.model_dump(mode="json", by_alias=True) for question in asked],
            },
        )


class UnknownImport(NotFound):
    code = "import_not_found"
    title = "Import not found"


class ImportUsed(Conflict):
    code = "import_used"
    title = "Already in use"
    detail = "A guest of this import has been checked in or edited, so it can no longer be undone."


class AnotherImport(Conflict):
    code = "another_import"
    title = "Another import is running"
    detail = "Another import is running. Try again when it is done."


class ImportCancelled(Conflict):
    code = "import_cancelled"
    title = "Import cancelled"
    detail = "The import was cancelled. None of its rows were kept."


class ImportChanged(Conflict):
    """An event or an invoice number changed since the rows were checked."""

    code = "import_changed"
    title = "Changed while importing"

    def __init__(self, what: str) -> None:
        """`what` is a sentence that names the change."""
        super().__init__(f"{what} Nothing was imported. Check the file and import it again.")


class RestoredMeanwhile(ImportChanged):
    """A restore has replaced the data that the rows were checked against."""

    def __init__(self) -> None:
        super().__init__("A backup was restored while this import ran.")


class Interrupted(DatabaseUnavailable):
    detail = INTERRUPTED
    retry_after_seconds = 5


def refuse_after_restore(tx: Session, generation: Generation) -> None:
    """Call it in each transaction that writes for an import. Raises RestoredMeanwhile after a restore."""
    if read_generation(tx) != generation:
        raise RestoredMeanwhile
