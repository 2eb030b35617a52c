"""Why a file is not imported (contract 5 and 7)."""

from collections.abc import Mapping, Sequence

from doorlist.core.errors import Problem
from doorlist.spreadsheets.schemas import ColumnQuestion


class CannotReadFile(Problem):
    """A file that is not a spreadsheet."""

    code = "unreadable_file"
    title = "The file could not be read"


class AnotherFile(Problem):
    """XLSX files are read one after the other, and this one has waited too long."""

    status = 503
    code = "another_file"
    title = "Another file is being read"

    def __init__(self) -> None:
        super().__init__(
            "Another Excel file is being read. Try again in a moment, or save this one as CSV.",
            headers={"Retry-After": "10"},
        )


class MappingNeeded(Problem):
    """A guess of a column is weak, and nobody has chosen."""

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
