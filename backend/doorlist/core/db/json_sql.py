"""JSON built by the database itself, in the SQL of either engine.

A hundred thousand rows that pass through Python would make the door wait: each row takes the interpreter's lock, which
the door needs as well.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from sqlalchemy.orm import Session

from doorlist.core.db.database import is_postgres


class JsonSql(NamedTuple):
    """The SQL of one engine; `{}` stands for a column, or for an object's fields."""

    whole: str
    field: str
    nested: str
    flag: Callable[[str], str]
    moment: Callable[[str], str]
    """A timestamp in its wire form."""
    milliseconds: Callable[[str], str]
    """A timestamp in milliseconds since 1970."""
    largest_of: str
    list_of: str
    all_of: str
    # The elements of the JSON array in a parameter; on PostgreSQL each is text.
    elements: str

    def object(self, fields: Mapping[str, str]) -> str:
        pairs = (self.field.format(name=name, value=value) for name, value in fields.items())
        return self.whole.format(", ".join(pairs))

    def array(self, values: Iterable[str]) -> str:
        return self.list_of.format(", ".join(values))

    def person(self, user: str) -> str:
        """A `PersonRef` of a joined table of users; null without a row."""
        person = self.object({"id": f"{user}.id", "fullName": f"{user}.full_name"})
        return self.nested.format(f"CASE WHEN {user}.id IS NOT NULL THEN {person} END")


SQLITE = JsonSql(
    whole="json_object({})",
    field="'{name}', {value}",
    nested="json({})",
    flag="json(iif({}, 'true', 'false'))".format,
    moment=str,  # stored in its wire form
    milliseconds="unixepoch({0}) * 1000 + CAST(substr({0}, 21, 3) AS integer)".format,
    largest_of="max",
    list_of="json_array({})",
    all_of="json_group_array({} ORDER BY {})",
    elements="SELECT value FROM json_each(:{})",
)
POSTGRESQL = JsonSql(
    # json_build_object would put spaces between its parts.
    whole="(SELECT row_to_json(fields) FROM (SELECT {}) AS fields)",
    field='{value} AS "{name}"',
    nested="{}",
    flag=str,
    moment="""to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')""".format,
    milliseconds="CAST(extract(epoch FROM {}) * 1000 AS bigint)".format,
    largest_of="greatest",
    list_of="json_build_array({})",
    all_of="coalesce(json_agg({} ORDER BY {}), '[]')",
    elements="SELECT value FROM json_array_elements_text(CAST(:{} AS json))",
)


def json_sql(tx: Session) -> JsonSql:
    return POSTGRESQL if is_postgres(tx) else SQLITE
